"""What stands beside the evidence in a bundle: notes, names, and the rules that are cited.

A note proves its words, since its hash stands in a step. Names and rules prove nothing: they are as they were when the
bundle was made, and so they may be missing.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.proof.canonical import canonical, read
from domain.proof.faults import Fault, Kind
from domain.proof.records import all_lines, check_fields

NOTES: Final = "notes.ndjson"
NAMES: Final = "names.json"
RULES: Final = "rules/"
BYTES_MAX: Final = 16 << 20
"""Of one such file. The longest that the service writes has a tenth of that."""
_PAGE: Final = re.compile(r"rules/[a-z][a-z0-9_]*\.md")
_NOTED: Final = re.compile(rb'"note_hash":"([0-9a-f]{64})"')
_HEX: Final = re.compile(r"[0-9a-f]{64}")
_NOTE_FIELDS: Final[Mapping[str, tuple[type, ...]]] = {"hash": (str,), "salt": (str,), "words": (str,)}
_NAME_FIELDS: Final[Mapping[str, tuple[type, ...]]] = {"persons": (dict,), "seats": (list,), "title": (str,)}


class Words(NamedTuple):
    """A note that the reader may read. Its hash is the SHA-256 of the salt and the words."""

    hash: str
    salt: bytes
    words: str


class Called(NamedTuple):
    """What the game and those in it are called. `persons`: by principal; `seats`: in turn order, "" for no name."""

    title: str
    persons: Mapping[str, str]
    seats: Sequence[str]


def rules_file(page: str) -> str:
    """The name of the file with the cited rules of a page."""
    return f"{RULES}{page}.md"


def beside(notes: Iterable[Words], called: Called | None, pages: Mapping[str, str]) -> list[tuple[str, bytes]]:
    """The files, in their order. What has nothing in it is left out. `pages`: page to text, as they are to stand."""
    rows = {
        each.hash: canonical({"hash": each.hash, "salt": each.salt.hex(), "words": each.words}) + b"\n"
        for each in notes
    }
    files = [(NOTES, b"".join(rows[hash] for hash in sorted(rows)))] if rows else []
    if called is not None:
        files.append((NAMES, canonical({**called._asdict(), "persons": dict(called.persons),
                                        "seats": list(called.seats)})))  # fmt: skip
    return [*files, *((rules_file(page), text.encode()) for page, text in pages.items())]


def is_in_order(names: Sequence[str]) -> bool:
    """Whether a bundle may end with these files."""
    rest = list(names)
    for name in (NOTES, NAMES):
        if rest[:1] == [name]:
            del rest[0]
    return len(rest) <= 2 and all(map(_PAGE.fullmatch, rest))


def may_be(name: str) -> bool:
    """Whether a bundle may have a file of this name beside the evidence."""
    return name in (NOTES, NAMES) or _PAGE.fullmatch(name) is not None


def check_beside(files: Mapping[str, bytes], ruleset: str, steps: bytes | None) -> int:
    """Check these files. `steps`: the bodies, in one of which the hash of each note stands; None for no bodies.
    Returns how many notes there are. Raises Fault."""
    for name, data in files.items():
        if may_be(name) and len(data) > BYTES_MAX:
            raise Fault(_kind(name), f"{name} has more than {BYTES_MAX} bytes")
    notes = _check_notes(files[NOTES], steps) if NOTES in files else 0
    if NAMES in files:
        _check_names(files[NAMES])
    pages = [name for name in files if name.startswith(RULES)]
    if pages not in _may_cite(ruleset):
        raise Fault("cited", "it has the rules of another ruleset, or has them in another order")
    for name in pages:
        _check_page(name, files[name])
    return notes


def _may_cite(ruleset: str) -> list[list[str]]:
    game, own = rules_file("game"), rules_file(ruleset)
    return [[], [game], [own], [game, own]]


def _kind(name: str) -> Kind:
    return "notes" if name == NOTES else "names" if name == NAMES else "cited"


def _check_notes(data: bytes, steps: bytes | None) -> int:
    noted = None if steps is None else set(_NOTED.findall(steps))
    before, rows = "", all_lines(data, "notes", NOTES)
    if not rows:
        raise Fault("notes", f"{NOTES} has no note")
    for number, row in enumerate(rows, start=1):
        note = read(row, "notes", f"note {number}")
        check_fields(note, _NOTE_FIELDS, "notes", f"note {number}")
        if not (_HEX.fullmatch(note["hash"]) and _HEX.fullmatch(note["salt"])) or note["hash"] <= before:
            raise Fault("notes", f"note {number} is not the next one in the order of their hashes")
        if hashlib.sha256(bytes.fromhex(note["salt"]) + note["words"].encode()).hexdigest() != note["hash"]:
            raise Fault("notes", f"the words of note {number} are not those that were hashed")
        if noted is not None and note["hash"].encode() not in noted:
            raise Fault("notes", f"no step of the game refers to note {number}")
        before = note["hash"]
    return len(rows)


def _check_names(data: bytes) -> None:
    called = read(data, "names", NAMES)
    check_fields(called, _NAME_FIELDS, "names", NAMES)
    texts: list[Any] = [*called["persons"].values(), *called["seats"]]
    if not all(isinstance(each, str) for each in texts):
        raise Fault("names", f"{NAMES} has a name that is no text")


def _check_page(name: str, data: bytes) -> None:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = ""
    if not text.endswith("\n"):
        raise Fault("cited", f"{name} is not text that ends with a line")


__all__ = ["NAMES", "NOTES", "Called", "Words", "beside", "check_beside", "is_in_order", "may_be", "rules_file"]
