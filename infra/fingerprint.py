"""A hash of the source that folds a ruleset's states: the key under which snapshots are kept. Reads files, nothing else."""

import functools
import hashlib
from pathlib import Path

_ROOT = Path(__file__).parents[1]


@functools.cache
def fingerprint(ruleset: str) -> str:
    """SHA-256 in hex over the source and the printed components of the engine, the game and the ruleset's room."""
    whole = hashlib.sha256()
    for folder in ("domain/engine", "domain/game", f"domain/rulesets/{ruleset}"):
        for path in sorted((_ROOT / folder).glob("*")):
            if path.suffix in {".py", ".toml"}:
                whole.update(path.name.encode() + b"\x00" + path.read_bytes() + b"\x00")
    return whole.hexdigest()
