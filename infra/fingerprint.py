"""A hash of the source code that folds the states of a ruleset: the key of snapshots."""

import functools
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from domain.engine.ruleset import RulesetKey

_ROOT: Final = Path(__file__).parents[1]
_SHARED: Final = ("domain/engine", "domain/log", "domain/game")
_SUFFIXES: Final = frozenset({".py", ".toml"})


@functools.cache
def fingerprint(ruleset: RulesetKey) -> str:
    """SHA-256 in hex over the version, and over the source and the printed components that fold its games.

    The folder of a ruleset holds all its versions.
    """
    id, version = ruleset
    source = fingerprint_of(_ROOT, (*_SHARED, f"domain/rulesets/{id}"))
    return hashlib.sha256(f"{version}/{source}".encode()).hexdigest()


def fingerprint_of(root: Path, folders: Sequence[str]) -> str:
    """SHA-256 in hex over every .py and .toml file in `folders` below `root`, subfolders too, with their paths."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in _SUFFIXES:
                digest.update(path.relative_to(root).as_posix().encode() + b"\x00" + path.read_bytes() + b"\x00")
    return digest.hexdigest()
