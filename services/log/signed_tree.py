"""The port of the signed tree: what the signer has published, as everybody may read it."""

from dataclasses import dataclass
from typing import Protocol

from domain.proof.note import BadNote, Key, SignedCheckpoint, parse_checkpoint
from domain.proof.tiles import TileTree


class SignedTree(Protocol):
    """The published files of a signer. Nothing in them is trusted: readers verify them."""

    def key(self) -> str | None:
        """The public key of the log; None when no signer has written here yet."""
        ...

    def ml_dsa_key(self) -> str | None:
        """The public key of the lines by ML-DSA-44; None when the signer never made one."""
        ...

    def checkpoint(self) -> bytes | None:
        """The newest signed note."""
        ...

    def covering(self, size: int) -> bytes | None:
        """The oldest signed note of a tree with at least so many leaves."""
        ...

    def witnesses(self) -> str | None:
        """Who is asked to cosign, as `services.audit.witnesses` reads it; None when no signer has written it."""
        ...

    def tile(self, level: int, index: int, width: int) -> bytes | None:
        """The first `width` hashes of a tile; None when it has fewer."""
        ...

    def refusal(self) -> str | None:
        """Why the signer has stopped; None while it goes on."""
        ...


class NoTree:
    """The tree of a service without a signer."""

    def key(self) -> str | None:
        """Implements `key` of the port."""
        return None

    def ml_dsa_key(self) -> str | None:
        """Implements `ml_dsa_key` of the port."""
        return None

    def checkpoint(self) -> bytes | None:
        """Implements `checkpoint` of the port."""
        return None

    def covering(self, size: int) -> bytes | None:
        """Implements `covering` of the port."""
        return None

    def witnesses(self) -> str | None:
        """Implements `witnesses` of the port."""
        return None

    def tile(self, level: int, index: int, width: int) -> bytes | None:
        """Implements `tile` of the port."""
        return None

    def refusal(self) -> str | None:
        """Implements `refusal` of the port."""
        return None


def signed_size(tree: SignedTree) -> int:
    """How many entries the newest note covers, as it says; 0 without a note that can be read."""
    note = tree.checkpoint()
    try:
        return 0 if note is None else parse_checkpoint(note).checkpoint.size
    except BadNote:
        return 0


class TreeDamaged(Exception):
    """The published tree is not what was signed, so that it proves nothing. `why` is the end of a sentence."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class NotSignedYet(Exception):
    """No checkpoint has as many leaves as are needed."""


@dataclass(frozen=True, slots=True)
class CheckedTree:
    """A tree whose checkpoint was verified: signed by the key of its log, and of the root that its tiles have."""

    key: Key
    signed: SignedCheckpoint
    note: bytes
    tiles: TileTree


def checked_tree(tree: SignedTree, size: int = 1) -> CheckedTree:
    """The oldest tree with at least `size` leaves. Raises NotSignedYet, TreeDamaged.

    Only its root was compared with its tiles. A proof made from these tiles leads to that root, or its tiles were
    changed on the disk.
    """
    text, note = tree.key(), tree.covering(size)
    if text is None or note is None:
        raise NotSignedYet
    try:
        key, signed = Key.parse(text), parse_checkpoint(note)
    except BadNote as bad:
        raise TreeDamaged(f"a key or a checkpoint on the disk of the signer cannot be read: {bad.why}") from bad
    if signed.checkpoint.origin != key.name or not signed.is_signed_by(key):
        raise TreeDamaged(f"the checkpoint of size {signed.checkpoint.size} was not signed by {key.name}")
    return CheckedTree(key, signed, note, TileTree(signed.checkpoint.size, tree.tile))
