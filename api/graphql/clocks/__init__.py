"""Clocks and stops in the schema: terms, readings, the ledger, and the commands."""
