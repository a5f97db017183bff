"""What may be wrong with a bundle: each kind has a name, and an exit code of the verifier."""

from typing import Final, Literal

Kind = Literal[
    "zip", "size", "path", "twice", "files", "manifest", "digest", "chain", "canonical", "salt", "commitment", "seed",
    "state", "commands", "cause", "head", "key", "note", "signature", "unknown-key", "witness", "places", "inclusion",
    "root", "consistency", "earlier", "rules", "version",
]  # fmt: skip

EXIT_CODES: Final[dict[Kind, int]] = {
    "zip": 10,
    "size": 11,
    "path": 12,
    "twice": 13,
    "files": 14,
    "manifest": 15,
    "digest": 16,
    "chain": 20,
    "canonical": 21,
    "salt": 22,
    "commitment": 23,
    "seed": 24,
    "state": 25,
    "commands": 26,
    "cause": 27,
    "head": 28,
    "key": 30,
    "note": 31,
    "signature": 32,
    "unknown-key": 33,
    "witness": 34,
    "places": 40,
    "inclusion": 41,
    "root": 42,
    "consistency": 43,
    "earlier": 44,
    "rules": 50,
    "version": 51,
}
"""They never change: people write scripts around them. docs/proof.md says what each means."""


class Fault(Exception):
    """The first thing in a bundle that does not hold. The text is a sentence without its full stop."""

    def __init__(self, kind: Kind, why: str) -> None:
        super().__init__(why)
        self.kind = kind
        self.why = why

    @property
    def exit_code(self) -> int:
        """With which code the verifier ends."""
        return EXIT_CODES[self.kind]
