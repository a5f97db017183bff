"""Checks a bundle down to the log, with the standard library alone (GAME-PROOF-02): bytes, chains, and the signed tree.

It trusts nothing in the file but what follows from a signature by a key that the reader knows.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import lt
from typing import Any, Final

from domain.log.chain import GENESIS, command_link, event_hashes, log_leaves
from domain.proof import bundle as form
from domain.proof.canonical import canonical, read
from domain.proof.faults import Fault, Kind
from domain.proof.ml_dsa import Required, line_by
from domain.proof.note import ED25519, BadNote, Key, SignedCheckpoint, parse_checkpoint
from domain.proof.packed import unpacked
from domain.proof.records import (
    Cause,
    CommandLine,
    all_lines,
    check_fields,
    lines,
    read_command,
    read_step,
    some_lines,
)
from domain.proof.rows import StepRows, command_rows, step_rows
from domain.proof.tree import ProofFails, check_consistency, root_by_batch

_HEX: Final = re.compile(r"[0-9a-f]{64}")
_HASH_LINE: Final = re.compile(rb"[0-9a-f]{64}")
_REVEALED: Final = "game.SeedRevealed"
_COMMITMENT: Final = b"emberlog.commitment"
_SALT: Final = b"emberlog.salt"
_HMAC_BLOCK: Final = 64

_MANIFEST: Final[Mapping[str, type]] = {
    "commands": int, "files": dict, "format": str, "game": str, "head": str, "link": str, "ruleset": str,
    "ruleset_version": int, "steps": int,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trusted:
    """What the reader knows by themselves. `key`: of the log; None: not known. `witnesses`: all of them must have
    cosigned. `earlier`: a note that the tree must continue. `ml_dsa`: a line that must stand under the checkpoint."""

    key: Key | None = None
    witnesses: tuple[Key, ...] = ()
    earlier: bytes | None = None
    ml_dsa: Required | None = None


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
    signed: SignedCheckpoint | None = None
    key: Key | None = None

    @property
    def game(self) -> str:
        """The id of the game."""
        return str(self.manifest["game"])

    def commands(self) -> Iterator[form.Command]:
        """All commands in their order."""
        for line in lines(self.files[form.COMMANDS], "commands", form.COMMANDS):
            yield form.Command(**json.loads(line))


def check(data: bytes, trusted: Trusted) -> Checked:
    """Check a whole bundle. Raises Fault with the first thing that does not hold."""
    files = _files(data)
    checked = Checked(_manifest(files), files)
    _check_steps(checked)
    _check_commands(checked)
    _check_manifest(checked)
    _check_signature(checked, trusted)
    _check_places(checked)
    _check_continues(checked, trusted)
    return checked


# ---------------------------------------------------------------- the file


def _files(data: bytes) -> Mapping[str, bytes]:
    files = unpacked(data)
    names = tuple(files)
    if names not in (form.FILES, (*form.FILES, *form.SINCE)):
        missing = [name for name in form.FILES if name not in files]
        why = f"the file {missing[0]} is missing" if missing else "it has other files than a bundle, or another order"
        raise Fault("files", why)
    return files


def _manifest(files: Mapping[str, bytes]) -> Mapping[str, Any]:
    manifest = read(files[form.MANIFEST], "manifest", "the manifest")
    check_fields(manifest, {name: (kind,) for name, kind in _MANIFEST.items()}, "manifest", "the manifest")
    if manifest["format"] != form.FORMAT:
        raise Fault("manifest", f"its format is not {form.FORMAT}")
    if set(manifest["files"]) != set(files) - {form.MANIFEST}:
        raise Fault("manifest", "the manifest names other files than there are")
    for name, digest in manifest["files"].items():
        if hashlib.sha256(files[name]).hexdigest() != digest:
            raise Fault("digest", f"the file {name} is not the one that the manifest names")
    return manifest


# ---------------------------------------------------------------- steps


def _check_steps(checked: Checked) -> None:
    """The chain of steps, and what was committed to against the secret that was revealed."""
    chain = _Chain(checked)
    for rows in some_lines(checked.files[form.STEPS], "chain", form.STEPS):
        chain.take(rows)
    if chain.type != _REVEALED:
        raise Fault("seed", "its last step does not reveal the secret")
    if chain.data.get("secret") != chain.secret.hex():
        raise Fault("seed", "the revealed secret is not the sealed one")


class _Chain:
    """The steps so far; `type` and `data` of the last one."""

    def __init__(self, checked: Checked) -> None:
        self._checked = checked
        self._salts = _Salts(b"")
        self.secret, self.type = b"", ""
        self.data: Mapping[str, Any] = {}

    def take(self, rows: Sequence[bytes]) -> None:
        """Check the next steps: all at once, and one by one only where that does not say that all of them hold."""
        if not self._checked.hashes:
            self._take_one(rows[0])
            rows = rows[1:]
        columns = step_rows(rows)
        if columns is None or not self._hold(columns):
            for row in rows:
                self._take_one(row)
            return
        self._checked.steps += zip(columns.causes, columns.ends, strict=True)
        self.type, self.data = columns.types[-1], columns.data[-1]
        self._hash(rows)

    def _hold(self, steps: StepRows) -> bool:
        first, count = len(self._checked.hashes) + 1, len(steps.versions)
        numbers, salt = range(first, first + count), self._salts.of
        return (
            steps.streams.count(self._checked.game) == count
            and list(map(str, numbers)) == list(steps.versions)
            and [data.get("type") for data in steps.data] == list(steps.types)
            and list(map(salt, numbers)) == list(steps.salts)
        )

    def _hash(self, rows: Sequence[bytes]) -> None:
        hashes = self._checked.hashes
        hashes += event_hashes(hashes[-1] if hashes else GENESIS, rows)

    def _take_one(self, body: bytes) -> None:
        number = len(self._checked.hashes) + 1
        step = read_step(body, number)
        if step.version != number or step.stream != self._checked.game or step.data.get("type") != step.type:
            raise Fault("chain", f"step {number} is not the next step of this game")
        if number == 1:
            self.secret = _sealed(step.data, self._checked.manifest)
            self._salts = _Salts(self.secret)
        if step.salt != self._salts.of(number):
            raise Fault("salt", f"the salt of step {number} does not follow from the secret")
        self._checked.steps.append((step.cause, step.ends))
        self.type, self.data = step.type, step.data
        self._hash([body])


class _Salts:
    """The salts of all steps: HMAC-SHA256 (RFC 2104) of the number under the secret, its first half in hex.

    Both hashes of the key are made once, which takes half the time of a whole HMAC for each step.
    """

    def __init__(self, secret: bytes) -> None:
        key = secret.ljust(_HMAC_BLOCK, b"\0")
        self._inner = hashlib.sha256(bytes(each ^ 0x36 for each in key) + _SALT)
        self._outer = hashlib.sha256(bytes(each ^ 0x5C for each in key))

    def of(self, number: int) -> str:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(number.to_bytes(8, "big"))
        outer.update(inner.digest())
        return outer.hexdigest()[:32]


def _sealed(data: Mapping[str, Any], manifest: Mapping[str, Any]) -> bytes:
    """The secret of the first step."""
    if (data.get("ruleset"), data.get("ruleset_version")) != (manifest["ruleset"], manifest["ruleset_version"]):
        raise Fault("head", "the manifest names another ruleset than the first step")
    text = data.get("secret")
    if not isinstance(text, str) or not _HEX.fullmatch(text):
        raise Fault("commitment", "its first step seals no secret")
    secret = bytes.fromhex(text)
    if data.get("commitment") != hashlib.sha256(_COMMITMENT + secret).hexdigest():
        raise Fault("commitment", "the commitment was not made for this secret")
    return secret


# ---------------------------------------------------------------- commands


def _check_commands(checked: Checked) -> None:
    """The chain of commands; commands and steps name each other."""
    link, covered, links, entries = GENESIS, 0, checked.links, checked.entries
    for ordinal, command in enumerate(_commands(checked), start=1):
        link = command_link(link, ordinal, command.content)
        links.append(link)
        before, covered = covered, _check_cause(checked, command, ordinal, covered)
        entries += checked.hashes[before:covered]
        entries.append(link)
    if covered != len(checked.hashes):
        raise Fault("cause", f"no command led to step {covered + 1}")


def _commands(checked: Checked) -> Iterator[CommandLine]:
    """All commands, some at a time, and one by one where some cannot be read at once."""
    game_field, before = f',"game":{canonical(checked.game).decode()}', 0
    for rows in some_lines(checked.files[form.COMMANDS], "commands", form.COMMANDS):
        some = command_rows(rows, game_field)
        for ordinal, row in enumerate(rows if some is None else (), start=before + 1):
            yield read_command(row, ordinal, checked.game)
        yield from some or ()
        before += len(rows)


def _check_cause(checked: Checked, command: CommandLine, ordinal: int, covered: int) -> int:
    """Check which steps a command led to. Returns the last step that has a command now."""
    cause, first, last, outcome, _ = command
    if outcome == "refused":
        if first != last or first != covered:
            raise Fault("cause", f"command {ordinal} was refused at a step where the game was not")
        checked.refused += 1
        return covered
    if outcome != "accepted" or first != covered + 1 or not first <= last <= len(checked.steps):
        raise Fault("cause", f"command {ordinal} names other steps than those that are next")
    for version in range(first, last + 1):
        of_step, ends = checked.steps[version - 1]
        if of_step != cause:
            raise Fault("cause", f"step {version} and command {ordinal} do not name each other")
        if ends != (version == last):
            raise Fault("state", f"the hash of the state after command {ordinal} is not on its last step alone")
    return last


def _check_manifest(checked: Checked) -> None:
    manifest = checked.manifest
    if (len(checked.hashes), checked.hashes[-1].hex()) != (manifest["steps"], manifest["head"]):
        raise Fault("head", "the last step is not the one that the manifest names")
    if (len(checked.links), checked.links[-1].hex()) != (manifest["commands"], manifest["link"]):
        raise Fault("head", "the last command is not the one that the manifest names")


# ---------------------------------------------------------------- the signed tree


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
    path = _hashes(checked.files[form.INCLUSION], "inclusion", form.INCLUSION)
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


def _hashes(data: bytes, kind: Kind, name: str) -> Sequence[bytes]:
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
        path = _hashes(checked.files[form.CONSISTENCY], "consistency", form.CONSISTENCY)
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
