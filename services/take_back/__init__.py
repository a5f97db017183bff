"""Take-backs and motions, on behalf of callers."""
