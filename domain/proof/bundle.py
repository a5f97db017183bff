"""The evidence of one finished game in one file: what is in it, and how its records are written.

docs/proof.md describes it for people who write their own verifier.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from domain.log.chain import command_link
from domain.proof.canonical import canonical
from domain.proof.packed import packed

FORMAT: Final = "emberlog-bundle-1"
SUFFIX: Final = ".emberlog"
README: Final = "README.txt"
MANIFEST: Final = "manifest.json"
STEPS: Final = "game/steps.ndjson"
COMMANDS: Final = "game/commands.ndjson"
KEY: Final = "log/key"
CHECKPOINT: Final = "log/checkpoint"
PLACES: Final = "log/places"
INCLUSION: Final = "log/inclusion"
EARLIER: Final = "log/earlier"
CONSISTENCY: Final = "log/consistency"
FILES: Final = (README, MANIFEST, STEPS, COMMANDS, KEY, CHECKPOINT, PLACES, INCLUSION)
"""What is in every bundle, in this order."""
SINCE: Final = (EARLIER, CONSISTENCY)
"""What follows in one that was asked for with an earlier checkpoint."""

ABOUT: Final = """This is the evidence of one game of Emberlog.

It holds every step and every command of the game as they were recorded, and the proof that each of them has its place
in the signed order of all games. Anybody can check it, without the service and without its operator:

    python3 emberlog-verify.pyz --key KEY FILE

or with the page "verify.html", which needs no network. KEY is the public key of the log. Get it from somebody you
trust, and not from this file. docs/proof.md of Emberlog describes every file in here for people who write their own
verifier.
"""


@dataclass(frozen=True, slots=True)
class Command:
    """A decided command as a bundle has it. `body` and `answer`: canonical JSON, "" for none."""

    answer: str
    body: str
    command: str
    first_version: int
    last_version: int
    outcome: str
    principal: str
    received_us: int
    request: str
    seat: int | None
    time_us: int
    token: str

    def line(self) -> bytes:
        """One line of `game/commands.ndjson`, without its end."""
        return canonical({name: getattr(self, name) for name in COMMAND_FIELDS})

    def link(self, game: str, ordinal: int, before: bytes) -> bytes:
        """The link of the command, when it follows on the one with this link."""
        return command_link(before, ordinal, self.content(game))

    def content(self, game: str) -> bytes:
        """32 bytes over everything that is stored of the command."""
        content = {name: getattr(self, name) for name in COMMAND_FIELDS}
        content |= {"answer": _digest(self.answer), "body": _digest(self.body), "game": game}
        return hashlib.sha256(canonical(content)).digest()


COMMAND_FIELDS: Final = (
    "answer", "body", "command", "first_version", "last_version", "outcome", "principal", "received_us", "request",
    "seat", "time_us", "token",
)  # fmt: skip


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Everything that a bundle holds. `steps`: the exact bodies. `places`: the positions of all entries: after the
    steps of a command comes the command. `since`: an earlier note, and the proof that this tree continues it."""

    game: str
    ruleset: str
    ruleset_version: int
    steps: Sequence[bytes]
    commands: Sequence[Command]
    head: bytes
    link: bytes
    key: str
    checkpoint: bytes
    places: Sequence[int]
    inclusion: Sequence[bytes]
    since: tuple[bytes, Sequence[bytes]] | None = None

    def packed(self) -> bytes:
        """The file: always the same bytes for the same evidence."""
        files = {
            README: ABOUT.encode(),
            STEPS: _lines(self.steps),
            COMMANDS: _lines([each.line() for each in self.commands]),
            KEY: f"{self.key.strip()}\n".encode(),
            CHECKPOINT: self.checkpoint,
            PLACES: _lines([str(place).encode() for place in self.places]),
            INCLUSION: _lines([each.hex().encode() for each in self.inclusion]),
        }
        if self.since is not None:
            files |= {EARLIER: self.since[0], CONSISTENCY: _lines([each.hex().encode() for each in self.since[1]])}
        files[MANIFEST] = canonical(self._manifest(files))
        return packed([(name, files[name]) for name in (*FILES, *SINCE) if name in files])

    def _manifest(self, files: Mapping[str, bytes]) -> dict[str, object]:
        return {
            "commands": len(self.commands),
            "files": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
            "format": FORMAT,
            "game": self.game,
            "head": self.head.hex(),
            "link": self.link.hex(),
            "ruleset": self.ruleset,
            "ruleset_version": self.ruleset_version,
            "steps": len(self.steps),
        }


def _lines(lines: Sequence[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)
