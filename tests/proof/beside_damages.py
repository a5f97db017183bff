"""Ways to damage what stands beside the evidence in a bundle, and the evidence of a part of a game."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from domain.proof import beside
from domain.proof import bundle as form
from domain.proof.canonical import canonical, read
from domain.proof.packed import packed
from tests.proof.evidence import made
from tests.proof.forged import Damage, Files, closed, edited, joined, lines, opened, spread, turned

GAME, OWN = beside.rules_file("game"), beside.rules_file("great_fire")


def of_notes_beside() -> Iterator[Damage]:
    files = opened(made().bundle)
    rows = lines(files[beside.NOTES])
    changes: dict[str, Callable[[dict[str, Any]], None]] = {
        "other words": lambda note: note.update(words=note["words"] + "!"),
        "another salt": lambda note: note.update(salt=turned(note["salt"])),
        "half a salt": lambda note: note.update(salt=note["salt"][:32]),
        "another hash": lambda note: note.update(hash=turned(note["hash"])),
        "a hash in capitals": lambda note: note.update(hash=note["hash"].upper()),
        "no words": lambda note: note.update(words=None),
        "one field more": lambda note: note.update(by="ann"),
        "one field less": lambda note: note.pop("salt"),
    }
    for name, change in changes.items():
        yield name, closed(edited(files, beside.NOTES, 0, change))

    def with_notes(data: bytes) -> bytes:
        return closed(files | {beside.NOTES: data})

    yield "of another game", with_notes(joined(sorted([*rows, note_of("Somebody else wrote this.")])))
    yield "in another order", with_notes(joined(rows[::-1]))
    yield "one twice", with_notes(joined([rows[0], rows[0], rows[1]]))
    yield "none", with_notes(b"")
    yield "no end", with_notes(files[beside.NOTES][:-1])
    yield "not canonical", with_notes(files[beside.NOTES].replace(b":", b": ", 1))
    for place in ("README.txt", beside.NAMES, None):
        yield f"before {place}", reordered(files, beside.NOTES, place)


def note_of(words: str) -> bytes:
    salt = bytes(32)
    hash = hashlib.sha256(salt + words.encode()).hexdigest()
    return canonical({"hash": hash, "salt": salt.hex(), "words": words})


def reordered(files: Files, name: str, before: str | None) -> bytes:
    """The same files, one of them before another; before None: the last one."""
    rest = [each for each in opened(closed(files)).items() if each[0] != name]
    at = len(rest) if before is None else [each for each, _ in rest].index(before)
    if [*rest[:at], (name, files[name]), *rest[at:]] == list(opened(closed(files)).items()):
        at += 1
    return packed([*rest[:at], (name, files[name]), *rest[at:]])


def of_persons() -> Iterator[Damage]:
    files = opened(made().bundle)
    called = read(files[beside.NAMES], "names", "names")
    persons = called["persons"]
    values: dict[str, Any] = {
        "no text": called | {"persons": persons | {"ann": 7}},
        "a seat that is no text": called | {"seats": [None]},
        "seats that are no list": called | {"seats": {}},
        "a title that is no text": called | {"title": None},
        "persons in a list": called | {"persons": []},
        "one field more": called | {"more": ""},
        "no title": {"persons": persons, "seats": []},
    }
    for name, value in values.items():
        yield name, closed(files | {beside.NAMES: canonical(value)})
    yield "no object", closed(files | {beside.NAMES: b"[]"})
    yield "not canonical", closed(files | {beside.NAMES: files[beside.NAMES] + b"\n"})
    yield "nothing", closed(files | {beside.NAMES: b""})
    yield "missing but listed", packed([each for each in files.items() if each[0] != beside.NAMES])
    yield "after the rules", reordered(files, beside.NAMES, None)


def of_cited() -> Iterator[Damage]:
    files = opened(made().bundle)
    rest = {name: data for name, data in files.items() if name != OWN}
    yield "of another ruleset", closed(rest | {beside.rules_file("london"): files[OWN]})
    yield "one more", closed(files | {beside.rules_file("london"): files[OWN]})
    yield "no Markdown", closed(rest | {"rules/great_fire.txt": files[OWN]})
    yield "in capitals", closed(rest | {"rules/Great_Fire.md": files[OWN]})
    yield "deeper", closed(rest | {"rules/great_fire/rules.md": files[OWN]})
    yield "its own first", reordered(files, OWN, GAME)
    yield "bytes that are no text", closed(files | {OWN: b"\xff\n"})
    yield "no end", closed(files | {OWN: files[OWN][:-1]})
    yield "nothing", closed(files | {GAME: b""})
    yield "too many bytes", closed(files | {GAME: files[GAME] + b" " * beside.BYTES_MAX})


def of_part() -> Iterator[Damage]:
    files = opened(made().part)
    hashes, rows = lines(files[form.HASHES]), lines(files[form.LINES])
    for at in spread(len(hashes), 3):
        other = [*hashes[:at], turned(hashes[at].decode()).encode(), *hashes[at + 1 :]]
        yield f"another hash {at}", closed(files | {form.HASHES: joined(other)})
        head = other[-1].decode()
        yield f"another hash {at}, and head", closed(files | {form.HASHES: joined(other)}, head=head)
        rest = joined(hashes[:at] + hashes[at + 1 :])
        yield f"hash {at} is missing", closed(files | {form.HASHES: rest}, steps=len(hashes) - 1)
    yield "one hash less", closed(files | {form.HASHES: joined(hashes[:-1])})
    yield "no hash", closed(files | {form.HASHES: b""}, steps=0)
    yield "no hashes but words", closed(files | {form.HASHES: b"hash\n"})
    yield "one line less", closed(files | {form.LINES: joined(rows[:-1])})
    yield "lines in another order", closed(files | {form.LINES: joined(rows[::-1])})
    yield "lines without an end", closed(files | {form.LINES: files[form.LINES][:-1]})
    changes: dict[str, Callable[[dict[str, Any]], None]] = {
        "another number": lambda line: line.update(version=9),
        "a text that is none": lambda line: line.update(text=1),
        "rules that are none": lambda line: line.update(rules=[1]),
        "one field more": lambda line: line.update(more=1),
    }
    for name, change in changes.items():
        yield name, closed(edited(files, form.LINES, 1, change))
    yield "another game", closed(files, game="00000000-0000-0000-0000-000000000000", format=form.FORMAT)
    yield "no viewer", closed(files, viewer=None)
    for name in (form.LINES, form.KEY):
        yield f"{name} is missing", packed([each for each in files.items() if each[0] != name])
    yield "steps too", packed([*files.items(), (form.STEPS, b"")])
    yield "names of persons that are none", closed(files | {beside.NAMES: b"{}"})
