"""The ZIP of a bundle, in the one form that it may have: stored files, in order, without times, flags or extra fields.

A reader that takes nothing else cannot be led to another content than the next reader: no bomb, since nothing is
compressed; no path, no second file of a name, and nothing before, between or behind the files.
"""

import re
import struct
import zlib
from collections.abc import Mapping, Sequence
from typing import Final

from domain.proof.faults import Fault

BYTES_MAX: Final = 2 << 30
NAME_MAX: Final = 100
FILES_MAX: Final = 1_000
_LOCAL: Final = struct.Struct("<IHHHHHIIIHH")
_CENTRAL: Final = struct.Struct("<IHHHHHHIIIHHHHHII")
_END: Final = struct.Struct("<IHHHHIIH")
_LOCAL_SIGN: Final = 0x04034B50
_CENTRAL_SIGN: Final = 0x02014B50
_END_SIGN: Final = 0x06054B50
_VERSION: Final = 20
_DATE: Final = 0x21
"""The first day that a ZIP can name."""
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?:/[A-Za-z0-9][A-Za-z0-9._-]*)*")


def packed(files: Sequence[tuple[str, bytes]]) -> bytes:
    """The ZIP with these files: always the same bytes for the same files."""
    parts, entries, offset = list[bytes](), list[tuple[str, int, int, int]](), 0
    for name, data in files:
        crc = zlib.crc32(data)
        parts += [_local(name, crc, len(data)), data]
        entries.append((name, crc, len(data), offset))
        offset += _LOCAL.size + len(name) + len(data)
    return b"".join([*parts, _tail(entries, offset)])


def _local(name: str, crc: int, size: int) -> bytes:
    head = _LOCAL.pack(_LOCAL_SIGN, _VERSION, 0, 0, 0, _DATE, crc, size, size, len(name), 0)
    return head + name.encode()


def _tail(entries: Sequence[tuple[str, int, int, int]], offset: int) -> bytes:
    """The list of files and the end, which follow from the files."""
    central = b"".join(
        _CENTRAL.pack(_CENTRAL_SIGN, _VERSION, _VERSION, 0, 0, 0, _DATE, crc, size, size, len(name), 0, 0, 0, 0, 0, at)
        + name.encode()
        for name, crc, size, at in entries
    )
    count = len(entries)
    return central + _END.pack(_END_SIGN, 0, 0, count, count, len(central), offset, 0)


def unpacked(data: bytes) -> Mapping[str, bytes]:
    """The files of a ZIP that `packed` made, in its order. Raises Fault for any other bytes."""
    if len(data) > BYTES_MAX:
        raise Fault("size", f"the file has {len(data)} bytes, and a bundle has at most {BYTES_MAX}")
    files: dict[str, bytes] = {}
    entries, offset = list[tuple[str, int, int, int]](), 0
    while data[offset : offset + 4] == b"PK\x03\x04":
        if len(entries) == FILES_MAX:
            raise Fault("files", f"it has more than {FILES_MAX} files, and a bundle has a few")
        name, crc, start, size = _entry(data, offset)
        if name in files:
            raise Fault("twice", f"the file {name} is in it twice")
        content = data[start : start + size]
        if len(content) != size:
            raise Fault("zip", "the file is cut off")
        if zlib.crc32(content) != crc:
            raise Fault("zip", f"the checksum of {name} is wrong")
        files[name] = content
        entries.append((name, crc, size, offset))
        offset = start + size
    if not files:
        raise Fault("zip", "it is not a ZIP file")
    if data[offset:] != _tail(entries, offset):
        raise Fault("zip", "the list of files at its end is not that of its files")
    return files


def _entry(data: bytes, offset: int) -> tuple[str, int, int, int]:
    """Name, checksum, first byte and size of the file with its head at this place."""
    head = data[offset : offset + _LOCAL.size]
    if len(head) != _LOCAL.size:
        raise Fault("zip", "the file is cut off")
    _, version, flags, method, time, date, crc, size, full, length, extra = _LOCAL.unpack(head)
    if method != 0:
        raise Fault("zip", "a file in it is compressed, and a bundle has none such")
    if (version, flags, time, date, extra) != (_VERSION, 0, 0, _DATE, 0) or size != full or length > NAME_MAX:
        raise Fault("zip", "a file in it has a head that a bundle does not have")
    start = offset + _LOCAL.size + length
    name = data[offset + _LOCAL.size : start].decode("latin-1")
    if not _NAME.fullmatch(name):
        raise Fault("path", "a file in it has a name that is a path elsewhere, or none")
    return name, crc, start, size
