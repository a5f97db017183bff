"""Bundles as a forger makes them who holds the key of the log, or who mends every hash that can be mended."""

import hashlib
from collections.abc import Callable
from typing import Any

from domain.log.chain import GENESIS, event_hash, log_leaf
from domain.proof import bundle as form
from domain.proof.canonical import canonical, read
from domain.proof.note import Checkpoint, signed
from domain.proof.packed import packed, unpacked
from domain.proof.tree import root_of
from tests.proof.evidence import LOG

Files = dict[str, bytes]
Damage = tuple[str, bytes]


def opened(bundle: bytes) -> Files:
    return dict(unpacked(bundle))


def closed(files: Files, **changes: Any) -> bytes:
    """The ZIP of these files, whose manifest names them. `changes`: of the manifest."""
    manifest = read(files[form.MANIFEST], "manifest", "the manifest") | changes
    manifest["files"] = {
        name: hashlib.sha256(data).hexdigest() for name, data in files.items() if name != form.MANIFEST
    }
    return packed([(name, canonical(manifest) if name == form.MANIFEST else data) for name, data in files.items()])


def lines(data: bytes) -> list[bytes]:
    return data.split(b"\n")[:-1]


def joined(all_lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in all_lines)


def mended(files: Files, *, sign: bool = False) -> bytes:
    """All that can be mended without the key: head, link, counts and digests. `sign`: with the key, a tree of this game
    alone as well."""
    steps = lines(files[form.STEPS])
    hashes, hash = [], GENESIS
    for body in steps:
        hash = event_hash(hash, body)
        hashes.append(hash)
    link, links, leaves = GENESIS, list[bytes](), list[bytes]()
    game = read(files[form.MANIFEST], "manifest", "the manifest")["game"]
    for ordinal, line in enumerate(lines(files[form.COMMANDS]), start=1):
        command = form.Command(**read(line, "commands", "a command"))
        link = command.link(game, ordinal, link)
        links.append(link)
        if command.outcome == "accepted":
            leaves += [log_leaf(each) for each in hashes[command.first_version - 1 : command.last_version]]
        leaves.append(log_leaf(link))
    if sign:
        note = signed(Checkpoint(LOG.name, len(leaves), root_of(leaves)), LOG).note()
        places = joined([str(at + 1).encode() for at in range(len(leaves))])
        files = files | {form.CHECKPOINT: note, form.PLACES: places, form.INCLUSION: b""}
    return closed(files, head=hash.hex(), link=link.hex(), steps=len(steps), commands=len(links))


def edited(files: Files, name: str, number: int, edit: Callable[[dict[str, Any]], None]) -> Files:
    """One line of a file with a change in its JSON, as canonical as before."""
    all_lines = lines(files[name])
    value = read(all_lines[number], "chain", "a line")
    edit(value)
    all_lines[number] = canonical(value)
    return files | {name: joined(all_lines)}


def unlawful(bundle: bytes) -> bytes:
    """A refused command is said to have been refused for something else, by a log that signs anything."""
    files = opened(bundle)
    commands = [read(line, "commands", "a command") for line in lines(files[form.COMMANDS])]
    number = next(at for at, each in enumerate(commands) if each["outcome"] == "refused")
    answer = read(commands[number]["answer"].encode(), "commands", "an answer")

    def edit(command: dict[str, Any]) -> None:
        command["answer"] = canonical(answer | {"code": "another_reason"}).decode()

    return mended(edited(files, form.COMMANDS, number, edit), sign=True)


def flipped(data: bytes, at: int, mask: int = 1) -> bytes:
    return data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]


def spread(count: int, number: int) -> list[int]:
    """So many places among `count`, the first and the last with them."""
    return sorted({round(at * (count - 1) / (number - 1)) for at in range(number)})


def turned(digits: str) -> str:
    return ("1" if digits[0] == "0" else "0") + digits[1:]
