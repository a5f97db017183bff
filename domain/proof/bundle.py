"""The evidence of one game in one file: what is in it, and how its records are written.

Of a finished game it has everything. Of one that somebody may not see whole it has a part: the hashes of the steps,
which tell nothing of what is hidden, and what that viewer may know of each.

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
PART_FORMAT: Final = "emberlog-part-1"
SUFFIX: Final = ".emberlog"
README: Final = "README.txt"
MANIFEST: Final = "manifest.json"
STEPS: Final = "game/steps.ndjson"
COMMANDS: Final = "game/commands.ndjson"
HASHES: Final = "game/hashes"
LINES: Final = "game/lines.ndjson"
KEY: Final = "log/key"
CHECKPOINT: Final = "log/checkpoint"
PLACES: Final = "log/places"
INCLUSION: Final = "log/inclusion"
EARLIER: Final = "log/earlier"
CONSISTENCY: Final = "log/consistency"
FILES: Final = (README, MANIFEST, STEPS, COMMANDS, KEY, CHECKPOINT, PLACES, INCLUSION)
"""What is in every bundle of a whole game, in this order."""
PART_FILES: Final = (README, MANIFEST, HASHES, LINES, KEY, CHECKPOINT, PLACES, INCLUSION)
"""What is in every part."""
SINCE: Final = (EARLIER, CONSISTENCY)
"""What follows in one that was asked for with an earlier checkpoint. Behind that comes what stands beside the evidence:
`domain.proof.beside`."""

ABOUT: Final = """This is the evidence of one game of Emberlog.

It holds every step and every command of the game as they were recorded, and the proof that each of them has its place
in the signed order of all games. Anybody can check it, without the service and without its operator:

    python3 emberlog-verify.pyz --key KEY FILE

or with the page "verify.html", which needs no network. KEY is the public key of the log. Get it from somebody you
trust, and not from this file. docs/proof.md of Emberlog describes every file in here for people who write their own
verifier. Names and rules in it are as they were when it was made. They prove nothing.
"""

ABOUT_PART: Final = """This is evidence of a part of one game of Emberlog: of the steps so far, as one viewer may
know them.

It holds the hash of every step, and the proof that each has its place in the signed order of all games. The hashes tell
nothing of what is hidden. Keep this file: when the game is over, the evidence of the whole game must have these steps.

    python3 emberlog-verify.pyz --key KEY FILE
    python3 emberlog-verify.pyz --key KEY --part FILE WHOLE

The page "verify.html" does the same without a network. KEY is the public key of the log. Get it from somebody you
trust, and not from this file. What the lines say of the steps, the names and the rules prove nothing yet.
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
class Signed:
    """Where entries stand in the signed tree. `places`: their positions, in order. `since`: an earlier note, and the
    proof that this tree continues it."""

    key: str
    checkpoint: bytes
    places: Sequence[int]
    inclusion: Sequence[bytes]
    since: tuple[bytes, Sequence[bytes]] | None = None

    def files(self) -> dict[str, bytes]:
        """Its files by name."""
        files = {
            KEY: f"{self.key.strip()}\n".encode(),
            CHECKPOINT: self.checkpoint,
            PLACES: _lines([str(place).encode() for place in self.places]),
            INCLUSION: _lines([each.hex().encode() for each in self.inclusion]),
        }
        if self.since is not None:
            files |= {EARLIER: self.since[0], CONSISTENCY: _lines([each.hex().encode() for each in self.since[1]])}
        return files


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Everything that the bundle of a whole game holds. `steps`: the exact bodies. The places in `signed` are those of
    all entries: after the steps of a command comes the command. `beside`: files that stand beside the evidence."""

    game: str
    ruleset: str
    ruleset_version: int
    steps: Sequence[bytes]
    commands: Sequence[Command]
    head: bytes
    link: bytes
    signed: Signed
    beside: Sequence[tuple[str, bytes]] = ()

    def packed(self) -> bytes:
        """The file: always the same bytes for the same evidence."""
        files = {
            README: ABOUT.encode(),
            STEPS: _lines(self.steps),
            COMMANDS: _lines([each.line() for each in self.commands]),
            **self.signed.files(),
            **dict(self.beside),
        }
        about = {
            "commands": len(self.commands), "format": FORMAT, "game": self.game, "head": self.head.hex(),
            "link": self.link.hex(), "ruleset": self.ruleset, "ruleset_version": self.ruleset_version,
            "steps": len(self.steps),
        }  # fmt: skip
        return _packed(FILES, files, about)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartLine:
    """What a viewer may know of a step. `text`: a sentence, in which seats are numbers; None: something happened that
    this viewer may not know."""

    text: str | None
    rules: Sequence[str]
    time_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Everything that the evidence of a part holds. `viewer`: `spectator`, `arbiter` or `seat N`, counted from 0."""

    game: str
    ruleset: str
    ruleset_version: int
    viewer: str
    hashes: Sequence[bytes]
    lines: Sequence[PartLine]
    signed: Signed
    beside: Sequence[tuple[str, bytes]] = ()

    def packed(self) -> bytes:
        """The file: always the same bytes for the same evidence."""
        lines = [
            canonical({"rules": list(each.rules), "text": each.text, "time_us": each.time_us, "version": version})
            for version, each in enumerate(self.lines, start=1)
        ]
        files = {
            README: ABOUT_PART.encode(),
            HASHES: _lines([each.hex().encode() for each in self.hashes]),
            LINES: _lines(lines),
            **self.signed.files(),
            **dict(self.beside),
        }
        about = {
            "format": PART_FORMAT, "game": self.game, "head": self.hashes[-1].hex(), "ruleset": self.ruleset,
            "ruleset_version": self.ruleset_version, "steps": len(self.hashes), "viewer": self.viewer,
        }  # fmt: skip
        return _packed(PART_FILES, files, about)


def _packed(first: Sequence[str], files: Mapping[str, bytes], about: Mapping[str, object]) -> bytes:
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    everything = {**files, MANIFEST: canonical({**about, "files": digests})}
    order = [*first, *(name for name in files if name not in first)]
    return packed([(name, everything[name]) for name in order])


def _lines(lines: Sequence[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)
