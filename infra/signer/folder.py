"""The signer's folder: what everybody may read, and beside it what only the signer may.

`public/` has `key`, `checkpoint`, `tile/...`, `checkpoints/`, every note that was signed, by the size of its tree, and
`witnesses`: who is asked to cosign, and how far each of them has.
`private/` has the secret key, and the leaves that may not be published yet. A second key, `key-ml-dsa-44`, is in both,
if there is one. Every file appears whole, after its bytes are on the disk.
"""

import os
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from domain.proof.tiles import WIDTH, tile_name
from domain.proof.tree import HASH_BYTES

PUBLIC: Final = "public"
PRIVATE: Final = "private"
REFUSED: Final = "REFUSED"
WITNESSES: Final = "witnesses"
ML_DSA_KEY: Final = "key-ml-dsa-44"
"""The name of the second key, in both parts."""
_SIZES_A_FOLDER: Final = 1 << 16
_SUFFIX: Final = ".writing"


class PublicFolder:
    """`services.log.signed_tree.SignedTree` in a folder of files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def key(self) -> str | None:
        """Implements `key` of the port."""
        data = self._read("key")
        return None if data is None else data.decode(errors="replace")

    def ml_dsa_key(self) -> str | None:
        """Implements `ml_dsa_key` of the port."""
        data = self._read(ML_DSA_KEY)
        return None if data is None else data.decode(errors="replace")

    def checkpoint(self) -> bytes | None:
        """Implements `checkpoint` of the port."""
        return self._read("checkpoint")

    def refusal(self) -> str | None:
        """Implements `refusal` of the port."""
        data = self._read(REFUSED)
        return None if data is None else data.decode(errors="replace").strip()

    def covering(self, size: int) -> bytes | None:
        """Implements `covering` of the port."""
        first = size // _SIZES_A_FOLDER
        for name in self._numbers("checkpoints"):
            if name >= first:
                sizes = self._numbers(f"checkpoints/{name}")
                at = bisect_left(sizes, size)
                if at < len(sizes):
                    return self._read(f"checkpoints/{name}/{sizes[at]}")
        return None

    def witnesses(self) -> str | None:
        """Implements `witnesses` of the port."""
        data = self._read(WITNESSES)
        return None if data is None else data.decode(errors="replace")

    def tile(self, level: int, index: int, width: int) -> bytes | None:
        """Implements `tile` of the port. A larger tile stands for one that was replaced."""
        for name in self._tiles(level, index, width):
            data = self._read(name)
            if data is not None and len(data) >= width * HASH_BYTES:
                return data[: width * HASH_BYTES]
        return None

    def _tiles(self, level: int, index: int, width: int) -> Iterator[str]:
        yield tile_name(level, index, width)
        whole = tile_name(level, index)
        if width < WIDTH:
            yield whole
            yield from (f"{whole}.p/{each}" for each in self._numbers(f"{whole}.p") if each > width)

    def _numbers(self, name: str) -> list[int]:
        try:
            return sorted(int(each.name) for each in (self.folder / name).iterdir() if each.name.isdigit())
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            return []

    def _read(self, name: str) -> bytes | None:
        try:
            return (self.folder / name).read_bytes()
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            return None


class SignerFolder(PublicFolder):
    """The same for the signer, who also writes."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / PUBLIC)
        self.private = folder / PRIVATE
        self.folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        self.private.mkdir(mode=0o700, parents=True, exist_ok=True)

    def write(self, name: str, data: bytes) -> None:
        """Write a file that everybody may read."""
        _write(self.folder / name, data, 0o644)

    def write_tile(self, level: int, index: int, data: bytes) -> None:
        """Write a tile, and remove what it replaces when it is whole."""
        width = len(data) // HASH_BYTES
        self.write(tile_name(level, index, width), data)

    def write_checkpoint(self, size: int, note: bytes) -> None:
        """Write a note among all, then as the newest one."""
        self.write(f"checkpoints/{size // _SIZES_A_FOLDER}/{size}", note)
        self.write("checkpoint", note)

    def refuse(self, why: str | None) -> None:
        """Write down why the signer stops; None: that it goes on."""
        if why is None:
            (self.folder / REFUSED).unlink(missing_ok=True)
        else:
            self.write(REFUSED, f"{why}\n".encode())

    # ---------------------------------------------------------------- for the signer alone

    def secret(self, name: str) -> bytes | None:
        """A file that only the signer may read."""
        try:
            return (self.private / name).read_bytes()
        except FileNotFoundError:
            return None

    def write_secret(self, name: str, data: bytes) -> None:
        """Write a file that only the signer may read."""
        _write(self.private / name, data, 0o600)

    def append_secret(self, name: str, data: bytes) -> None:
        """Append to a file that only the signer may read."""
        with os.fdopen(os.open(self.private / name, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())


def _write(path: Path, data: bytes, mode: int) -> None:
    writing = path.with_name(path.name + _SUFFIX)
    try:
        descriptor = os.open(writing, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(writing, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    writing.replace(path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
