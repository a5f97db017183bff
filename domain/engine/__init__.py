"""What all rulesets share. It imports only the standard library and msgspec."""
