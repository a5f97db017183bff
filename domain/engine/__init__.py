"""What every ruleset shares. Names no ruleset, imports nothing but the standard library and msgspec."""
