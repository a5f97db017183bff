"""The signed tree in a bundle: who signed it, the place of each entry in it, and the earlier tree that it continues."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from operator import lt
from typing import Any, Final

from domain.log.chain import log_leaves
from domain.proof import bundle as form
from domain.proof.faults import Fault, Kind
from domain.proof.ml_dsa import Required, line_by
from domain.proof.note import ED25519, BadNote, Key, SignedCheckpoint, parse_checkpoint
from domain.proof.records import Cause, all_lines, lines
from domain.proof.tree import ProofFails, check_consistency, root_by_batch

_HASH_LINE: Final = re.compile(rb"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Trusted:
    """What the reader knows by themselves. `key`: of the log; None: not known. `witnesses`: all of them must have
    cosigned. `earlier`: a note that the tree must continue. `ml_dsa`: a line that must stand under the checkpoint.
    `part`: a part of the game that was given while it ran."""

    key: Key | None = None
    witnesses: tuple[Key, ...] = ()
    earlier: bytes | None = None
    ml_dsa: Required | None = None
    part: bytes | None = None


@dataclass(slots=True)
class Checked:
    """What a bundle holds, after it was checked. `steps`: of each its cause, and whether it ends it. `entries`: hashes
    of steps and links of commands in their order, after the steps of a command the command."""

    manifest: Mapping[str, Any]
    files: Mapping[str, bytes]
    hashes: list[bytes] = field(default_factory=list)
    links: list[bytes] = field(default_factory=list)
    steps: list[tuple[Cause, bool]] = field(default_factory=list)
    entries: list[bytes] = field(default_factory=list)
    refused: int = 0
    notes: int = 0
    signed: SignedCheckpoint | None = None
    key: Key | None = None

    @property
    def game(self) -> str:
        """The id of the game."""
        return str(self.manifest["game"])

    @property
    def is_part(self) -> bool:
        """Whether it has a part of a game: hashes, and no steps or commands."""
        return form.HASHES in self.files

    def commands(self) -> Iterator[form.Command]:
        """All commands in their order."""
        for line in lines(self.files[form.COMMANDS], "commands", form.COMMANDS):
            yield form.Command(**json.loads(line))


def check_in_tree(checked: Checked, trusted: Trusted) -> None:
    """Check the signature, the place of each entry, and what the tree continues. Raises Fault."""
    _check_signature(checked, trusted)
    _check_places(checked)
    _check_continues(checked, trusted)


def _check_signature(checked: Checked, trusted: Trusted) -> None:
    checked.key = _key(checked.files[form.KEY])
    checked.signed = _note(checked.files[form.CHECKPOINT], "the checkpoint")
    if trusted.key is not None and checked.key != trusted.key:
        raise Fault("unknown-key", f"it was signed by a key that you do not know: {checked.key}")
    _check_signed(checked.signed, checked.key, "the checkpoint")
    if trusted.ml_dsa is not None:
        _check_line(checked.signed, trusted.ml_dsa)
    for witness in trusted.witnesses:
        if checked.signed.cosigned_at(witness) is None:
            raise Fault("witness", f"the witness {witness.name} has not cosigned the checkpoint")


def _key(line: bytes) -> Key:
    """The key of the log, in the one way that it is written: a line, and nothing around it."""
    try:
        key = Key.parse(line.decode(), (ED25519,))
    except (BadNote, UnicodeDecodeError):
        raise Fault("key", "the key of the log cannot be read") from None
    if line != f"{key}\n".encode():
        raise Fault("key", "the key of the log is not one line by itself")
    return key


def _note(note: bytes, what: str) -> SignedCheckpoint:
    try:
        return parse_checkpoint(note)
    except BadNote as bad:
        raise Fault("note", f"{what} cannot be read: {bad.why}") from None


def _check_signed(signed: SignedCheckpoint, key: Key, what: str) -> None:
    if signed.checkpoint.origin != key.name or not signed.is_signed_by(key):
        raise Fault("signature", f"{what} was not signed by the key of the log")


def _check_line(signed: SignedCheckpoint, required: Required) -> None:
    match line_by(signed, required):
        case "wrong":
            raise Fault("signature", f"the line of {required.key.name} by ML-DSA-44 was not made by the key you named")
        case "none":
            raise Fault("signature", "the checkpoint has no line by the ML-DSA-44 key that you named")


def _check_places(checked: Checked) -> None:
    """Each entry is in the tree, where the bundle says."""
    assert checked.signed is not None
    checkpoint = checked.signed.checkpoint
    places = _numbers(checked.files[form.PLACES])
    leaves = log_leaves(checked.entries)
    if len(places) != len(leaves):
        raise Fault("places", f"it has {len(places)} places for {len(leaves)} entries")
    if not all(map(lt, places, places[1:])):
        raise Fault("places", "its places do not rise")
    if places[-1] > checkpoint.size:
        raise Fault("places", "it has a place outside of the signed tree")
    path = hashes_in(checked.files[form.INCLUSION], "inclusion", form.INCLUSION)
    try:
        root = root_by_batch([(place - 1, leaf) for place, leaf in zip(places, leaves, strict=True)],
                             checkpoint.size, path)  # fmt: skip
    except ProofFails as fails:
        raise Fault("inclusion", f"the proof of inclusion is wrong: {fails.why}") from None
    if root != checkpoint.root:
        raise Fault("root", "its steps and commands are not those of the signed tree")


def _numbers(data: bytes) -> list[int]:
    rows = all_lines(data, "places", form.PLACES)
    try:
        numbers = list(map(int, rows))
    except ValueError:
        numbers = []
    if list(map(str, numbers)) != [row.decode("latin-1") for row in rows] or min(numbers, default=1) < 1:
        raise Fault("places", f"a line of {form.PLACES} is not a position")
    return numbers


def hashes_in(data: bytes, kind: Kind, name: str) -> list[bytes]:
    """The hashes in the lines of a file. Raises Fault."""
    rows = all_lines(data, kind, name)
    if not all(map(_HASH_LINE.fullmatch, rows)):
        raise Fault(kind, f"a line of {name} is not a hash")
    return [bytes.fromhex(row.decode()) for row in rows]


def _check_continues(checked: Checked, trusted: Trusted) -> None:
    """The tree continues the earlier one in the bundle, and the one that the reader has."""
    assert checked.signed is not None and checked.key is not None
    if form.EARLIER in checked.files:
        earlier = _note(checked.files[form.EARLIER], "the earlier checkpoint")
        _check_signed(earlier, checked.key, "the earlier checkpoint")
        path = hashes_in(checked.files[form.CONSISTENCY], "consistency", form.CONSISTENCY)
        old, new = earlier.checkpoint, checked.signed.checkpoint
        try:
            check_consistency(old.size, old.root, new.size, new.root, path)
        except ProofFails as fails:
            raise Fault("consistency", f"the tree does not continue the earlier one: {fails.why}") from None
    if trusted.earlier is not None:
        known = _note(trusted.earlier, "your earlier checkpoint").checkpoint
        if form.EARLIER not in checked.files:
            raise Fault("earlier", f"it has no proof from your checkpoint of size {known.size}")
        if parse_checkpoint(checked.files[form.EARLIER]).checkpoint != known:
            raise Fault("earlier", "its proof begins at another checkpoint than yours")
