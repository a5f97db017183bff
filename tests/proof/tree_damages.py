"""Ways to damage or forge the signed tree in a bundle: keys, notes, places, proofs, and whole games of a forger."""

import dataclasses
from collections.abc import Iterator

from domain.proof import bundle as form
from domain.proof.note import (
    ED25519,
    ML_DSA_44,
    Checkpoint,
    Key,
    SecretKey,
    cosignature,
    parse_checkpoint,
    signed,
    with_cosignatures,
)
from domain.proof.packed import unpacked
from tests.proof.evidence import LOG, WITNESS, made
from tests.proof.forged import Damage, Files, closed, edited, flipped, joined, lines, mended, opened, spread, turned

FORGER = SecretKey(LOG.name, ED25519, bytes(range(64, 96)))


def of_keys() -> Iterator[Damage]:
    files = opened(made().bundle)
    good = str(LOG.public)
    wrong = ("", "key", good[:-1], good.replace("+", "-"), turned_id(good), str(FORGER.public), str(WITNESS.public),
             str(SecretKey("other.example/log", ED25519, LOG.seed).public), good.replace("log.", "l\u043eg."),
             str(Key(LOG.name, ML_DSA_44, bytes(1_312))))  # fmt: skip
    for at, text in enumerate(wrong):
        yield f"wrong key {at}", closed(files | {form.KEY: f"{text}\n".encode()})
    yield "bytes that are no text", closed(files | {form.KEY: b"\xff\n"})
    for what, line in (("no end", good), ("another line", f"{good}\n\n"), ("a space before it", f" {good}\n"),
                       ("a mark behind it", f"{good}\ufeff\n"), ("a separator behind it", f"{good}\x1c\n")):  # fmt: skip
        yield f"the key with {what}", closed(files | {form.KEY: line.encode()})


def turned_id(key: str) -> str:
    name, id, rest = key.split("+", 2)
    return f"{name}+{turned(id)}+{rest}"


def of_notes() -> Iterator[Damage]:
    files = opened(made().bundle)
    note = parse_checkpoint(files[form.CHECKPOINT])
    old, witnessed = note.checkpoint, note.signatures[1]

    def with_note(text: bytes) -> bytes:
        return closed(files | {form.CHECKPOINT: text})

    bodies = {
        "another size": dataclasses.replace(old, size=old.size + 1),
        "a smaller size": dataclasses.replace(old, size=old.size - 1),
        "another root": dataclasses.replace(old, root=bytes(32)),
        "another origin": dataclasses.replace(old, origin="other.example"),
    }
    for name, checkpoint in bodies.items():
        yield f"{name} under the same signatures", with_note(dataclasses.replace(note, checkpoint=checkpoint).note())
        yield f"{name}, signed by the log", with_note(with_cosignatures(signed(checkpoint, LOG), [witnessed]).note())
    lines_of_note = {
        "not signed": old.body() + b"\n",
        "nothing under it": old.body(),
        "signed by a forger": with_cosignatures(signed(old, FORGER), [witnessed]).note(),
        "signed by a witness alone": dataclasses.replace(note, signatures=(witnessed,)).note(),
        "no witness": signed(old, LOG).note(),
        "another witness": with_cosignatures(signed(old, LOG), [cosignature(old, FORGER, 1)]).note(),
        "a witness of another tree": with_cosignatures(
            signed(old, LOG), [cosignature(dataclasses.replace(old, size=1), WITNESS, 1)]
        ).note(),
        "a good and a bad signature": dataclasses.replace(
            note, signatures=(*note.signatures, dataclasses.replace(note.signatures[0], data=bytes(64)))
        ).note(),
        "an earlier note": made().earlier,
        "too many signatures": dataclasses.replace(note, signatures=note.signatures[:1] * 65).note(),
        "a long note": note.note() + note.signatures[1].line().encode() * 200,
        "no empty line": note.note().replace(b"\n\n", b"\n"),
        "a line more": note.note().replace(b"\n\n", b"\nmore\n\n"),
        "a zero before the size": note.note().replace(f"\n{old.size}\n".encode(), f"\n0{old.size}\n".encode()),
        "a hyphen for the dash": note.note().replace("\N{EM DASH}".encode(), b"-"),
        "other ends of lines": note.note().replace(b"\n", b"\r\n"),
    }
    for name, text in lines_of_note.items():
        yield name, with_note(text)
    for who in (0, 1):
        for at in spread(len(note.signatures[who].data), 12):
            changed = list(note.signatures)
            changed[who] = dataclasses.replace(changed[who], data=flipped(changed[who].data, at))
            text = dataclasses.replace(note, signatures=tuple(changed)).note()
            yield f"another byte {at} of signature {who}", with_note(text)


def of_places() -> Iterator[Damage]:
    files = opened(made().bundle)
    places = [int(line) for line in lines(files[form.PLACES])]

    def with_places(changed: list[object]) -> bytes:
        return closed(files | {form.PLACES: joined([str(each).encode() for each in changed])})

    yield "all one later", with_places([each + 1 for each in places])
    yield "all one earlier", with_places([each - 1 for each in places])
    for at in spread(len(places), 6):
        yield f"place {at} is missing", with_places(places[:at] + places[at + 1 :])
        yield f"place {at} twice", with_places([*places[: at + 1], *places[at:]])
        for wrong in ("0", "-1", "1.5", "x", "", f"0{places[at]}", "9" * 17, 10**15):
            yield f"place {at} is {wrong}", with_places([*places[:at], wrong, *places[at + 1 :]])
    yield "two swapped", with_places([places[1], places[0], *places[2:]])
    yield "none", with_places([])


def of_hashes(files: Files, name: str) -> Iterator[Damage]:
    """Damage of a file with a hash in each line."""
    all_lines = lines(files[name])
    yield "none", closed(files | {name: b""})
    yield "one more", closed(files | {name: files[name] + b"00" * 32 + b"\n"})
    yield "one more before", closed(files | {name: b"00" * 32 + b"\n" + files[name]})
    yield "all twice", closed(files | {name: files[name] * 2})
    for at in range(min(len(all_lines), 10)):
        rest = all_lines[:at], all_lines[at + 1 :]
        yield f"{at} is missing", closed(files | {name: joined([*rest[0], *rest[1]])})
        changed = turned(all_lines[at].decode()).encode()
        yield f"{at} is another", closed(files | {name: joined([*rest[0], changed, *rest[1]])})
        yield (
            f"{at} in capitals",
            closed(files | {name: joined([*rest[0], b"A" + all_lines[at][1:].upper(), *rest[1]])}),
        )
        yield f"{at} is too short", closed(files | {name: joined([*rest[0], all_lines[at][:-2], *rest[1]])})


def of_inclusion() -> Iterator[Damage]:
    yield from of_hashes(opened(made().bundle), form.INCLUSION)


def of_consistency() -> Iterator[Damage]:
    files = opened(made().continued)
    yield from of_hashes(files, form.CONSISTENCY)
    old = parse_checkpoint(made().earlier).checkpoint
    forged = {
        "another root": dataclasses.replace(old, root=bytes(32)),
        "another size": dataclasses.replace(old, size=old.size - 1),
        "a larger size": dataclasses.replace(old, size=10**6),
        "another log": dataclasses.replace(old, origin="other.example"),
    }
    for name, checkpoint in forged.items():
        yield f"{name}, signed by the log", closed(files | {form.EARLIER: signed(checkpoint, LOG).note()})
    yield "signed by a forger", closed(files | {form.EARLIER: signed(old, FORGER).note()})
    yield "not signed", closed(files | {form.EARLIER: old.body() + b"\n"})


def by_forger() -> Iterator[Damage]:
    """Whole games of a forger, who signs with a key of their own, or with the log's name."""
    files = opened(made().bundle)
    for at, name in enumerate((LOG.name, "forger.example")):
        key = SecretKey(name, ED25519, bytes([at]) * 32)
        for number in spread(len(lines(files[form.STEPS])), 3):
            changed = edited(files, form.COMMANDS, 0, lambda each: each.update(token="forged"))
            old = parse_checkpoint(unpacked(mended(changed, sign=True))[form.CHECKPOINT]).checkpoint
            note = signed(Checkpoint(name, old.size, old.root), key).note()
            signed_files = opened(mended(changed, sign=True)) | {form.KEY: f"{key.public}\n".encode()}
            yield (
                f"{name} signs a game of its own {number}",
                closed(signed_files | {form.CHECKPOINT: note, form.README: f"{number}".encode()}),
            )
