"""Calls, rulings and appeals, on behalf of callers."""
