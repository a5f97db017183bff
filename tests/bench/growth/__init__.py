"""How the service behaves as its log grows: see `__main__`."""
