"""The stored form of any stream: bytes, the chains of hashes, steps, schemas. It knows no ruleset and no game."""
