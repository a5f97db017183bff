"""What the signer does with the order, without a clock or a database: remember, compare, and sign (GAME-PROOF-03).

Leaves that it has read and that may not be published yet are on its disk, too. So nothing that it has read once can be
rewritten or cut off without its notice.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from domain.proof.ml_dsa import Required, line_by
from domain.proof.note import (
    ED25519,
    BadNote,
    Checkpoint,
    SecretKey,
    Signature,
    SignedCheckpoint,
    parse_checkpoint,
    signed,
    with_cosignatures,
)
from domain.proof.tiles import GrowingTiles, TileTree, tile_name
from domain.proof.tree import HASH_BYTES, consistency_path
from infra.signer.folder import ML_DSA_KEY, SignerFolder
from infra.signer.ml_dsa import MlDsaKey, verify

_AHEAD: Final = "ahead"
_KEY: Final = "key"

Cosign = Callable[[SignedCheckpoint, Callable[[int], list[bytes]]], Sequence[Signature]]
"""Asks the witnesses. The second argument: the proof of consistency from an earlier size to this one."""
Clock = Callable[[], int]
"""The time, in seconds since 1970."""


class Rewritten(Exception):
    """The order in the database does not continue what was signed or read. The text is a sentence."""


class DiskDamaged(Exception):
    """The signer's own files are not what it wrote. The text is a sentence."""


def no_witness(signed: SignedCheckpoint, proof: Callable[[int], list[bytes]]) -> Sequence[Signature]:
    """For a log without witnesses."""
    return ()


@dataclass(slots=True)
class Progress:
    """How far the comparison with the order has come: the next position, and the tree over what it has."""

    tiles: GrowingTiles
    ahead: list[bytes]

    @property
    def read(self) -> int:
        """How many leaves were compared."""
        return self.tiles.size + len(self.ahead)


class Signing:
    """One log's key, tree and notes in a folder. First `compare` all that it has with the order, then `notice` and
    `publish`. `ml_dsa`: the clock of the lines by a second key; None makes no such lines."""

    def __init__(
        self, folder: SignerFolder, origin: str | None, cosign: Cosign = no_witness, ml_dsa: Clock | None = None
    ) -> None:
        self._folder, self._cosign, self._ml_dsa = folder, cosign, ml_dsa
        self.key = _own_key(folder, origin)
        self.second_key = None if ml_dsa is None else _second_key(folder, self.key.name)
        self._signed = self._newest()
        self._ahead = self._stored_ahead()
        self._tiles = GrowingTiles()
        self._progress = Progress(GrowingTiles(), [])

    @property
    def published(self) -> int:
        """The size of the newest signed tree; 0 before there is one."""
        return 0 if self._signed is None else self._signed.checkpoint.size

    @property
    def noticed(self) -> int:
        """How many leaves it has read, published or not."""
        return self.published + len(self._ahead)

    @property
    def last(self) -> bytes:
        """The newest leaf that it has read."""
        if self._ahead:
            return self._ahead[-1]
        leaf = self._folder.tile(0, (self.published - 1) // 256, (self.published - 1) % 256 + 1)
        if leaf is None:
            raise DiskDamaged(f"The tile with the leaf {self.published} is missing on the disk of the signer.")
        return leaf[-HASH_BYTES:]

    # ---------------------------------------------------------------- comparing

    def compare(self, leaves: Sequence[bytes]) -> None:
        """Compare the next leaves of the order with its own, from the first one on. Raises Rewritten, DiskDamaged."""
        progress = self._progress
        below = max(0, self.published - progress.read)
        whole = progress.tiles.append(list(leaves[:below]))
        for (level, index), data in whole.items():
            self._compare_tile(level, index, data, progress.tiles.size)
        for leaf in leaves[below:]:
            at = progress.read - self.published
            if leaf != self._ahead[at]:
                raise Rewritten(self._rewritten(progress.read))
            progress.ahead.append(leaf)

    def compared(self) -> None:
        """All that it has was compared: the tree must have the root that was signed. Raises as `compare`."""
        progress, self._progress = self._progress, Progress(GrowingTiles(), [])
        if progress.read < self.noticed:
            raise Rewritten(self.shorter(progress.read))
        for (level, index), data in progress.tiles.edge().items():
            self._compare_tile(level, index, data, progress.tiles.size)
        if self._signed is not None and progress.tiles.root() != self._signed.checkpoint.root:
            raise DiskDamaged("The newest checkpoint on the disk of the signer has another root than its tiles.")
        self._tiles = progress.tiles
        self._folder.refuse(None)

    def _compare_tile(self, level: int, index: int, data: bytes, size: int) -> None:
        width = len(data) // HASH_BYTES
        stored = self._folder.tile(level, index, width)
        if stored == data:
            return
        name = tile_name(level, index, width)
        if stored is None:
            raise DiskDamaged(f"The file {name} on the disk of the signer is missing or too short.")
        if level > 0 or not self._leads_to_root():
            raise DiskDamaged(f"The file {name} on the disk of the signer is not what was signed.")
        at = next(at for at in range(width) if _hash(stored, at) != _hash(data, at))
        raise Rewritten(self._rewritten(index * 256 + at))

    def _leads_to_root(self) -> bool:
        """Whether all tiles on the disk are those of the signed tree: then it is the order that was changed."""
        tiles = GrowingTiles()
        for start in range(0, self.published, 256):
            width = min(256, self.published - start)
            data = self._folder.tile(0, start // 256, width)
            if data is None:
                return False
            tiles.append([_hash(data, at) for at in range(width)])
        return self._signed is not None and tiles.root() == self._signed.checkpoint.root

    def _rewritten(self, index: int) -> str:
        note = self._folder.covering(index + 1)
        which = "It was read, but not yet published" if note is None else _convicts(parse_checkpoint(note))
        return f"The order has another entry at position {index + 1} than before. {which}."

    def shorter(self, size: int) -> str:
        """The sentence about an order that has fewer entries than were read."""
        return (
            f"The order has {size} entries, but {self.noticed} were read and {self.published} were signed. "
            "Was an old backup restored?"
        )

    def refuse(self, why: str) -> None:
        """Tell everybody that it stops, and why."""
        self._folder.refuse(why)

    # ---------------------------------------------------------------- growing

    def notice(self, leaves: Sequence[bytes]) -> None:
        """Remember leaves past `noticed`, on the disk, before anything is signed over them."""
        if leaves:
            self._folder.append_secret(_AHEAD, b"".join(leaves))
            self._ahead += leaves

    def publish(self, size: int) -> SignedCheckpoint | None:
        """Sign the tree of this size, or of all that it has read if that is less. None: there is nothing new."""
        count = min(size, self.noticed) - self.published
        if count <= 0:
            return None
        whole = self._tiles.append(self._ahead[:count])
        for (level, index), data in (*whole.items(), *self._tiles.edge().items()):
            self._folder.write_tile(level, index, data)
        made = signed(Checkpoint(self.key.name, self._tiles.size, self._tiles.root()), self.key)
        tree = TileTree(self._tiles.size, self._folder.tile)
        cosigned = self._cosign(made, lambda old: consistency_path(old, tree.size, tree.of))
        made = with_cosignatures(made, [*self._second_line(made.checkpoint), *cosigned])
        self._folder.write_checkpoint(made.checkpoint.size, made.note())
        self._signed = made
        del self._ahead[:count]
        self._folder.write_secret(_AHEAD, _numbered(self.published, self._ahead))
        return made

    def _second_line(self, checkpoint: Checkpoint) -> Sequence[Signature]:
        if self._ml_dsa is None or self.second_key is None:
            return ()
        return (self.second_key.line(checkpoint, self._ml_dsa()),)

    # ---------------------------------------------------------------- what is on the disk

    def _newest(self) -> SignedCheckpoint | None:
        note = self._folder.checkpoint()
        if note is None:
            return None
        try:
            newest = parse_checkpoint(note)
        except BadNote as bad:
            raise DiskDamaged(f"The newest checkpoint on the disk of the signer cannot be read: {bad.why}.") from bad
        if newest.checkpoint.origin != self.key.name or not newest.is_signed_by(self.key.public):
            raise DiskDamaged("The newest checkpoint on the disk of the signer was not signed by its key.")
        second = self.second_key
        if second is not None and line_by(newest, Required(second.public, verify)) == "wrong":
            raise DiskDamaged("The newest checkpoint on the disk has an ML-DSA-44 line that its key did not make.")
        return newest

    def _stored_ahead(self) -> list[bytes]:
        """The leaves past the newest tree. A crash after a note was written leaves some that are in it already."""
        data = self._folder.secret(_AHEAD)
        if data is None:
            self._folder.write_secret(_AHEAD, _numbered(self.published, []))
            return []
        first, rest = int.from_bytes(data[:8], "big"), data[8:]
        leaves = [_hash(rest, at) for at in range(len(rest) // HASH_BYTES)]
        if first > self.published:
            raise DiskDamaged("The newest checkpoint on the disk of the signer is older than the last one it signed.")
        return leaves[self.published - first :]


def _numbered(first: int, leaves: Sequence[bytes]) -> bytes:
    return first.to_bytes(8, "big") + b"".join(leaves)


def _hash(data: bytes, at: int) -> bytes:
    return data[at * HASH_BYTES : (at + 1) * HASH_BYTES]


def _convicts(signed: SignedCheckpoint) -> str:
    checkpoint = signed.checkpoint
    return f"The checkpoint of size {checkpoint.size} with root {checkpoint.root.hex()} says so"


def _own_key(folder: SignerFolder, origin: str | None) -> SecretKey:
    """The key of this folder, made at the first start. Raises DiskDamaged."""
    stored = folder.secret(_KEY)
    if stored is None:
        if folder.checkpoint() is not None:
            raise DiskDamaged("The signer has signed a tree, but its key is missing in its private folder.")
        key = SecretKey(origin or f"emberlog-{secrets.token_hex(6)}", ED25519, secrets.token_bytes(32))
        folder.write_secret(_KEY, f"{key.text()}\n".encode())
    else:
        try:
            key = SecretKey.parse(stored.decode())
        except (BadNote, UnicodeDecodeError):
            raise DiskDamaged("The key in the private folder of the signer cannot be read.") from None
        if origin is not None and origin != key.name:
            raise DiskDamaged(
                f"The signer signs as {key.name}, but EMBERLOG_ORIGIN is {origin}. "
                "`emberlog signer retire` begins a tree under another name."
            )
    if folder.key() != f"{key.public}\n":
        if folder.key() is not None:
            raise DiskDamaged("The public key on the disk of the signer is not that of its secret key.")
        folder.write("key", f"{key.public}\n".encode())
    return key


def _second_key(folder: SignerFolder, origin: str) -> MlDsaKey:
    """The ML-DSA-44 key of this folder, made when it is wanted for the first time. Raises DiskDamaged."""
    stored, published = folder.secret(ML_DSA_KEY), folder.ml_dsa_key()
    if stored is None:
        if published is not None:
            raise DiskDamaged("The signer has an ML-DSA-44 key, but it is missing in its private folder.")
        key = MlDsaKey.new(origin)
        folder.write_secret(ML_DSA_KEY, f"{key.text()}\n".encode())
    else:
        try:
            key = MlDsaKey.parse(stored.decode())
        except (BadNote, UnicodeDecodeError):
            raise DiskDamaged("The ML-DSA-44 key in the private folder of the signer cannot be read.") from None
        if key.name != origin:
            raise DiskDamaged(f"The ML-DSA-44 key in the private folder is that of {key.name}, not of {origin}.")
    if published != f"{key.public}\n":
        if published is not None:
            raise DiskDamaged("The public ML-DSA-44 key on the disk of the signer is not that of its secret key.")
        folder.write(ML_DSA_KEY, f"{key.public}\n".encode())
    return key


__all__ = ["Cosign", "DiskDamaged", "Rewritten", "Signing", "no_witness"]
