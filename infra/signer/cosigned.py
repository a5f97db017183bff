"""Writes down, for everybody, which witnesses the signer asks, and which note each of them cosigned last."""

from collections.abc import Sequence

from domain.proof.note import Key, SignedCheckpoint
from infra.signer.folder import WITNESSES, SignerFolder
from services.audit.witnesses import Cosigned, text_of, witnesses_of_signer


class CosignedNotes:
    """The file of a signer's witnesses. It has their names and keys, and not their addresses."""

    def __init__(self, folder: SignerFolder, keys: Sequence[Key]) -> None:
        self._folder, before = folder, witnesses_of_signer(folder)
        self._by_key = {key: before.get(key) for key in keys}
        self._write()

    def published(self, signed: SignedCheckpoint) -> None:
        """Take down who has cosigned a note that was just published. Its lines were verified."""
        dates = {key: signed.claimed_at(key) for key in self._by_key}
        new = {key: Cosigned(signed.checkpoint.size, at) for key, at in dates.items() if at is not None}
        if new:
            self._by_key |= new
            self._write()

    def _write(self) -> None:
        text = text_of(self._by_key)
        if text != (self._folder.witnesses() or ""):
            self._folder.write(WITNESSES, text.encode())
