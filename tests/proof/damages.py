"""Five hundred ways to damage or forge a bundle, each the same at every run. No verifier may accept one of them."""

import struct
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from domain.proof import bundle as form
from domain.proof.canonical import canonical, read
from domain.proof.packed import packed, unpacked
from tests.proof.beside_damages import of_cited, of_notes_beside, of_part, of_persons
from tests.proof.evidence import made
from tests.proof.forged import Damage, Files, closed, edited, flipped, joined, lines, mended, opened, spread, turned
from tests.proof.tree_damages import by_forger, of_consistency, of_inclusion, of_keys, of_notes, of_places


def damages() -> list[Damage]:
    """All of them, by names of their own."""
    kinds = (of_zip, of_names, of_manifest, of_digests, of_steps, of_bodies, of_commands, of_order, of_keys, of_notes,
             of_places, of_inclusion, of_consistency, by_forger, of_notes_beside, of_persons, of_cited, of_part)  # fmt: skip
    all_damages = [(f"{kind.__name__.removeprefix('of_')}: {name}", data) for kind in kinds for name, data in kind()]
    names = [name for name, _ in all_damages]
    assert len(names) == len(set(names)), "each has a name of its own"
    good = (made().bundle, made().public, made().continued, made().part)
    assert not [name for name, data in all_damages if data in good], "each is another file"
    return all_damages


# ---------------------------------------------------------------- the file


def of_zip() -> Iterator[Damage]:
    data = made().bundle
    for at in spread(len(data) - 1, 16):
        yield f"cut off at {at}", data[:at]
    for more in (b"\0", b"PK\x05\x06", data[:100]):
        yield f"{len(more)} bytes behind it", data + more
        yield f"{len(more)} bytes before it", more + data
    for at in (*range(4, 30), 32, 38):
        yield f"another byte {at} in the first head", flipped(data, at)
    start = data.rindex(b"PK\x01\x02")
    for at in range(4, 46, 2):
        yield f"another byte {at} in the list of files", flipped(data, start + at)
    for at in range(4, 22):
        yield f"another byte {at} in the end", flipped(data, len(data) - 22 + at)
    yield "nothing", b""
    yield "text", b"This is not a bundle."
    yield "an empty zip", data[-22:-18] + bytes(18)
    for name in (form.STEPS, form.COMMANDS):
        yield f"{name} compressed", compressed(name, unpacked(data)[name])
    yield "a bomb", compressed("README.txt", bytes(4_000_000))


def compressed(name: str, content: bytes) -> bytes:
    """A head for a compressed file, with its content: all that a reader needs to be led astray."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    small = packer.compress(content) + packer.flush()
    sizes = (zlib.crc32(content), len(small), len(content), len(name), 0)
    return struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, 8, 0, 0x21, *sizes) + name.encode() + small


def of_names() -> Iterator[Damage]:
    files = list(unpacked(made().bundle).items())
    for at, (name, content) in enumerate(files):
        yield f"{name} twice", packed([*files, (name, content)])
        yield f"{name} twice with other bytes", packed([*files[: at + 1], (name, b"other"), *files[at + 1 :]])
        yield f"{name} is missing", packed(files[:at] + files[at + 1 :])
        yield f"{name} is first", packed([files[at], *files[:at], *files[at + 1 :]]) if at else packed(files[::-1])
        yield f"{name} in capitals", packed([*files[:at], (name.swapcase(), content), *files[at + 1 :]])
    for name in ("/etc/passwd", "../key", "game/../../key", "a//b", "C:\\key", "log\\key", "", "log/", ".hidden",
                 "log/key\0", "log/k\u00e9y", "x" * 101, "game/./steps.ndjson", "log/tile"):  # fmt: skip
        yield f"a file named {name[:20]!r}", named(files, name)
    yield "a thousand files more", packed([*files, *((f"f{at}", b"") for at in range(1_000))])
    yield "half of what proves a continuation", packed([*files, (form.EARLIER, made().earlier)])


def named(files: list[tuple[str, bytes]], name: str) -> bytes:
    """One more file with any name, which `packed` would not write so."""
    marker = "Z" * len(name.encode("latin-1"))
    return (
        packed([*files, (marker, b"x")]).replace(marker.encode(), name.encode("latin-1")) if marker else nameless(files)
    )


def nameless(files: list[tuple[str, bytes]]) -> bytes:
    return packed([*files, ("", b"x")])


# ---------------------------------------------------------------- the manifest


def of_manifest() -> Iterator[Damage]:
    files = opened(made().bundle)
    manifest = read(files[form.MANIFEST], "manifest", "the manifest")
    other = {int: 7, str: "other", dict: {}}
    for name, value in manifest.items():
        for what, changed in (("other", other[type(value)]), ("null", None), ("a list", [value])):
            yield f"{name} is {what}", with_manifest(files, manifest | {name: changed})
        yield f"{name} is missing", with_manifest(files, {each: manifest[each] for each in manifest if each != name})
    for name in ("head", "link"):
        yield f"{name} has another digit", with_manifest(files, manifest | {name: turned(manifest[name])})
    yield "one field more", with_manifest(files, manifest | {"more": 1})
    for name in manifest["files"]:
        listed = {each: digest for each, digest in manifest["files"].items() if each != name}
        yield f"{name} is not listed", with_manifest(files, manifest | {"files": listed})
    for what, text in uncanonical(files[form.MANIFEST]):
        yield what, packed([(name, text if name == form.MANIFEST else data) for name, data in files.items()])


def with_manifest(files: Files, manifest: object) -> bytes:
    return packed([(name, canonical(manifest) if name == form.MANIFEST else data) for name, data in files.items()])


def of_digests() -> Iterator[Damage]:
    files = opened(made().bundle)
    for name, data in files.items():
        if name == form.MANIFEST:
            continue
        for at in spread(len(data), 4):
            yield f"another byte {at} of {name}", packed([*({**files, name: flipped(data, at)}).items()])
        yield f"{name} is empty", packed([*({**files, name: b""}).items()])


def uncanonical(text: bytes) -> Iterator[tuple[str, bytes]]:
    """The same JSON, or nearly, in bytes that are not canonical."""
    yield "a space in it", text.replace(b":", b": ", 1)
    yield "a line in it", text.replace(b",", b",\r", 1)
    yield "a name twice", b"{" + text[1 : text.index(b",")] + b"," + text[1:]
    yield "its names in another order", b'{"zz":1,' + text[1:]
    yield "names in the order of UTF-16", text[:-1] + ',"zz\U00010000":1,"zz\uffee":1}'.encode()
    yield "names more, in their order", text[:-1] + ',"zz\uffee":1,"zz\U00010000":1}'.encode()
    yield "a fraction in it", b'{"a":1.5,' + text[1:]
    yield "an exponent in it", b'{"a":1e3,' + text[1:]
    yield "minus zero in it", b'{"a":-0,' + text[1:]
    yield "a number beyond all readers", b'{"a":9007199254740993,' + text[1:]
    yield "no number in it", b'{"a":NaN,' + text[1:]
    yield "an escape that is not needed", text.replace(b'"s', b'"\\u0073', 1)
    yield "half a character in it", b'{"a":"\\ud800",' + text[1:]
    yield "bytes that are no text", text.replace(b'"', b'"\xff', 1)
    yield "a mark of its order of bytes", b"\xef\xbb\xbf" + text
    yield "a deep hole in it", b'{"a":' + b"[" * 5_000 + b"]" * 5_000 + b"," + text[1:]
    yield "no object", b"[1]"
    yield "no JSON", text[:-1]


# ---------------------------------------------------------------- steps and commands


def both(name: str, files: Files) -> Iterator[Damage]:
    """A change with the digests mended, and with all mended that needs no key."""
    yield f"{name}, digests mended", closed(files)
    yield f"{name}, all mended", mended(files)


def of_steps() -> Iterator[Damage]:
    files = opened(made().bundle)
    count = len(lines(files[form.STEPS]))
    changes: dict[str, Callable[[dict[str, Any]], None]] = {
        "another principal": lambda step: step.update(principal="mallory"),
        "another seat": lambda step: step.update(seat=5),
        "another time": lambda step: step.update(time_us=step["time_us"] + 1),
        "another command": lambda step: step.update(command="00000000-0000-0000-0000-000000000000"),
        "another state": lambda step: step.update(state=None if step["state"] else "00" * 32),
        "another salt": lambda step: step.update(salt="00" * 16),
        "another stream": lambda step: step.update(stream="00000000-0000-0000-0000-000000000000"),
        "another number": lambda step: step.update(version=step["version"] + 1),
        "another type": lambda step: step.update(type="game.GameBegun2"),
        "a fact more": lambda step: step["data"].update(zz=1),
        "a field more": lambda step: step.update(zz=1),
        "a field less": lambda step: step.pop("schema"),
    }
    for number in spread(count, 5):
        for name, change in changes.items():
            yield from both(f"{name} in step {number + 1}", edited(files, form.STEPS, number, change))
    secret: dict[str, Callable[[dict[str, Any]], None]] = {
        "another secret": lambda step: step["data"].update(secret="00" * 32),
        "no secret": lambda step: step["data"].update(secret=None),
        "half a secret": lambda step: step["data"].update(secret="00" * 16),
        "another commitment": lambda step: step["data"].update(commitment="00" * 32),
    }
    for name, change in secret.items():
        yield from both(f"{name} sealed", edited(files, form.STEPS, 0, change))
    for name in ("another secret", "no secret"):
        yield from both(f"{name} revealed", edited(files, form.STEPS, count - 1, secret[name]))


def of_bodies() -> Iterator[Damage]:
    files = opened(made().bundle)
    for name in (form.STEPS, form.COMMANDS):
        all_lines = lines(files[name])
        for what, text in uncanonical(all_lines[4]):
            yield f"{what} of {name}", closed(files | {name: joined([*all_lines[:4], text, *all_lines[5:]])})
        yield f"no end of {name}", closed(files | {name: files[name][:-1]})
        yield f"an empty line at the end of {name}", closed(files | {name: files[name] + b"\n"})


def of_commands() -> Iterator[Damage]:
    files = opened(made().bundle)
    count = len(lines(files[form.COMMANDS]))
    changes: dict[str, Callable[[dict[str, Any]], None]] = {
        "another answer": lambda each: each.update(answer=each["answer"] + " "),
        "another body": lambda each: each.update(body=each["body"].replace("}", " }")),
        "another principal": lambda each: each.update(principal="mallory"),
        "another seat": lambda each: each.update(seat=5),
        "another time": lambda each: each.update(time_us=each["time_us"] + 1),
        "received at another time": lambda each: each.update(received_us=each["received_us"] - 1),
        "another request": lambda each: each.update(request="00" * 32),
        "another token": lambda each: each.update(token="other"),
        "another outcome": lambda each: each.update(outcome="refused" if each["outcome"] == "accepted" else "accepted"),
        "an outcome of its own": lambda each: each.update(outcome="perhaps"),
        "another first step": lambda each: each.update(first_version=each["first_version"] + 1),
        "another last step": lambda each: each.update(last_version=each["last_version"] + 1),
        "a field more": lambda each: each.update(zz=1),
        "a field less": lambda each: each.pop("seat"),
        "a text for a number": lambda each: each.update(time_us=str(each["time_us"])),
    }
    for number in spread(count, 4):
        for name, change in changes.items():
            damaged = edited(files, form.COMMANDS, number, change)
            if "field" in name or "text" in name:
                yield f"{name} in command {number + 1}", closed(damaged)
            else:
                yield f"{name} in command {number + 1}", mended_or_closed(damaged)


def mended_or_closed(files: Files) -> bytes:
    try:
        return mended(files)
    except IndexError:
        return closed(files)


def of_order() -> Iterator[Damage]:
    files = opened(made().bundle)
    for name in (form.STEPS, form.COMMANDS):
        all_lines = lines(files[name])
        for at in spread(len(all_lines), 4):
            yield (
                f"line {at + 1} of {name} is missing",
                mended_or_closed(files | {name: joined(all_lines[:at] + all_lines[at + 1 :])}),
            )
            yield (
                f"line {at + 1} of {name} twice",
                mended_or_closed(files | {name: joined([*all_lines[: at + 1], *all_lines[at:]])}),
            )
        swapped = [*all_lines[:5], all_lines[6], all_lines[5], *all_lines[7:]]
        yield f"two lines of {name} swapped", mended_or_closed(files | {name: joined(swapped)})
        yield f"{name} is empty", closed(files | {name: b""})
        yield f"{name} has the first half", closed(files | {name: joined(all_lines[: len(all_lines) // 2])})
