"""Checks a bundle down to the log, with the standard library alone (GAME-PROOF-02): bytes, chains, and the signed tree.

It trusts nothing in the file but what follows from a signature by a key that the reader knows.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from domain.log.chain import GENESIS, event_hash, log_leaf
from domain.proof import bundle as form
from domain.proof.canonical import read
from domain.proof.faults import Fault, Kind
from domain.proof.note import BadNote, Key, SignedCheckpoint, parse_checkpoint
from domain.proof.packed import unpacked
from domain.proof.tree import ProofFails, check_consistency, root_by_batch

_HEX: Final = re.compile(r"[0-9a-f]{64}")
_NUMBER: Final = re.compile(rb"[1-9][0-9]{0,15}")
_HASH_LINE: Final = re.compile(rb"[0-9a-f]{64}")
_REVEALED: Final = "game.SeedRevealed"
_COMMITMENT: Final = b"emberlog.commitment"
_SALT: Final = b"emberlog.salt"

_MANIFEST: Final[Mapping[str, type]] = {
    "commands": int, "files": dict, "format": str, "game": str, "head": str, "link": str, "ruleset": str,
    "ruleset_version": int, "steps": int,
}  # fmt: skip
_STEP: Final[Mapping[str, tuple[type, ...]]] = {
    "command": (str,), "data": (dict,), "principal": (str,), "salt": (str,), "schema": (int,),
    "seat": (int, type(None)), "state": (str, type(None)), "stream": (str,), "time_us": (int,), "type": (str,),
    "version": (int,),
}  # fmt: skip
_COMMAND: Final[Mapping[str, tuple[type, ...]]] = {
    "answer": (str,), "body": (str,), "command": (str,), "first_version": (int,), "last_version": (int,),
    "outcome": (str,), "principal": (str,), "received_us": (int,), "request": (str,), "seat": (int, type(None)),
    "time_us": (int,), "token": (str,),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trusted:
    """What the reader knows by themselves. `key`: of the log; None: not known. `witnesses`: all of them must have
    cosigned. `earlier`: a note that the tree must continue."""

    key: Key | None = None
    witnesses: tuple[Key, ...] = ()
    earlier: bytes | None = None


@dataclass(frozen=True, slots=True)
class Cause:
    """What a step says of its command."""

    command: str
    principal: str
    seat: int | None
    time_us: int
    ends: bool


@dataclass(slots=True)
class Checked:
    """What a bundle holds, after it was checked."""

    manifest: Mapping[str, Any]
    files: Mapping[str, bytes]
    hashes: list[bytes] = field(default_factory=list)
    commands: list[form.Command] = field(default_factory=list)
    links: list[bytes] = field(default_factory=list)
    causes: list[Cause] = field(default_factory=list)
    refused: int = 0
    signed: SignedCheckpoint | None = None
    key: Key | None = None

    @property
    def game(self) -> str:
        """The id of the game."""
        return str(self.manifest["game"])


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
    _check_fields(manifest, {name: (kind,) for name, kind in _MANIFEST.items()}, "manifest", "the manifest")
    if manifest["format"] != form.FORMAT:
        raise Fault("manifest", f"its format is not {form.FORMAT}")
    if set(manifest["files"]) != set(files) - {form.MANIFEST}:
        raise Fault("manifest", "the manifest names other files than there are")
    for name, digest in manifest["files"].items():
        if hashlib.sha256(files[name]).hexdigest() != digest:
            raise Fault("digest", f"the file {name} is not the one that the manifest names")
    return manifest


def _check_fields(value: Mapping[str, Any], fields: Mapping[str, tuple[type, ...]], kind: Kind, what: str) -> None:
    if value.keys() != fields.keys() or any(type(value[name]) not in types for name, types in fields.items()):
        raise Fault(kind, f"{what} has other fields than it must have")


def _lines(data: bytes, kind: Kind, name: str) -> Iterator[bytes]:
    if data and not data.endswith(b"\n"):
        raise Fault(kind, f"the last line of {name} has no end")
    start = 0
    while start < len(data):
        end = data.index(b"\n", start)
        yield data[start:end]
        start = end + 1


# ---------------------------------------------------------------- steps


def _check_steps(checked: Checked) -> None:
    """The chain of steps, and what was committed to against the secret that was revealed."""
    secret, hash, step = b"", GENESIS, dict[str, Any]()
    for number, body in enumerate(_lines(checked.files[form.STEPS], "chain", form.STEPS), start=1):
        step = read(body, "canonical", f"step {number}")
        _check_fields(step, _STEP, "chain", f"step {number}")
        if (step["stream"], step["version"]) != (checked.game, number) or step["data"].get("type") != step["type"]:
            raise Fault("chain", f"step {number} is not the next step of this game")
        if number == 1:
            secret = _sealed(step["data"], checked.manifest)
        salt = hmac.digest(secret, _SALT + number.to_bytes(8, "big"), "sha256")[:16].hex()
        if step["salt"] != salt:
            raise Fault("salt", f"the salt of step {number} does not follow from the secret")
        hash = event_hash(hash, body)
        checked.hashes.append(hash)
        checked.causes.append(_cause(step))
    if step.get("type") != _REVEALED:
        raise Fault("seed", "its last step does not reveal the secret")
    if step["data"].get("secret") != secret.hex():
        raise Fault("seed", "the revealed secret is not the sealed one")


def _cause(step: Mapping[str, Any]) -> Cause:
    return Cause(step["command"], step["principal"], step["seat"], step["time_us"], step["state"] is not None)


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
    link, covered = GENESIS, 0
    for ordinal, line in enumerate(_lines(checked.files[form.COMMANDS], "commands", form.COMMANDS), start=1):
        fields = read(line, "commands", f"command {ordinal}")
        _check_fields(fields, _COMMAND, "commands", f"command {ordinal}")
        command = form.Command(**fields)
        try:
            link = command.link(checked.game, ordinal, link)
        except UnicodeEncodeError:
            raise Fault("commands", f"command {ordinal} cannot be read") from None
        checked.commands.append(command)
        checked.links.append(link)
        covered = _check_cause(checked, command, ordinal, covered)
    if covered != len(checked.hashes):
        raise Fault("cause", f"no command led to step {covered + 1}")


def _check_cause(checked: Checked, command: form.Command, ordinal: int, covered: int) -> int:
    """Check which steps a command led to. Returns the last step that has a command now."""
    first, last = command.first_version, command.last_version
    if command.outcome == "refused":
        if first != last or first != covered:
            raise Fault("cause", f"command {ordinal} was refused at a step where the game was not")
        checked.refused += 1
        return covered
    if command.outcome != "accepted" or first != covered + 1 or not first <= last <= len(checked.causes):
        raise Fault("cause", f"command {ordinal} names other steps than those that are next")
    for version in range(first, last + 1):
        cause = checked.causes[version - 1]
        if (cause.command, cause.principal, cause.seat, cause.time_us) != (
            command.command, command.principal, command.seat, command.time_us,
        ):  # fmt: skip
            raise Fault("cause", f"step {version} and command {ordinal} do not name each other")
        if cause.ends != (version == last):
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
    try:
        checked.key = Key.parse(checked.files[form.KEY].decode())
    except (BadNote, UnicodeDecodeError):
        raise Fault("key", "the key of the log cannot be read") from None
    checked.signed = _note(checked.files[form.CHECKPOINT], "the checkpoint")
    if trusted.key is not None and checked.key != trusted.key:
        raise Fault("unknown-key", f"it was signed by a key that you do not know: {checked.key}")
    _check_signed(checked.signed, checked.key, "the checkpoint")
    for witness in trusted.witnesses:
        if checked.signed.cosigned_at(witness) is None:
            raise Fault("witness", f"the witness {witness.name} has not cosigned the checkpoint")


def _note(note: bytes, what: str) -> SignedCheckpoint:
    try:
        return parse_checkpoint(note)
    except BadNote as bad:
        raise Fault("note", f"{what} cannot be read: {bad.why}") from None


def _check_signed(signed: SignedCheckpoint, key: Key, what: str) -> None:
    if signed.checkpoint.origin != key.name or not signed.is_signed_by(key):
        raise Fault("signature", f"{what} was not signed by the key of the log")


def _check_places(checked: Checked) -> None:
    """Each entry is in the tree, where the bundle says."""
    assert checked.signed is not None
    checkpoint = checked.signed.checkpoint
    places = list(_numbers(checked.files[form.PLACES]))
    leaves = list(_leaves(checked))
    if len(places) != len(leaves):
        raise Fault("places", f"it has {len(places)} places for {len(leaves)} entries")
    if any(low >= high for low, high in pairwise(places)):
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


def _leaves(checked: Checked) -> Iterator[bytes]:
    """The leaves of all entries in their order: the steps of a command, then the command."""
    for command, link in zip(checked.commands, checked.links, strict=True):
        if command.outcome == "accepted":
            for version in range(command.first_version, command.last_version + 1):
                yield log_leaf(checked.hashes[version - 1])
        yield log_leaf(link)


def _numbers(data: bytes) -> Iterator[int]:
    for line in _lines(data, "places", form.PLACES):
        if not _NUMBER.fullmatch(line):
            raise Fault("places", f"a line of {form.PLACES} is not a position")
        yield int(line)


def _hashes(data: bytes, kind: Kind, name: str) -> Sequence[bytes]:
    hashes = []
    for line in _lines(data, kind, name):
        if not _HASH_LINE.fullmatch(line):
            raise Fault(kind, f"a line of {name} is not a hash")
        hashes.append(bytes.fromhex(line.decode()))
    return hashes


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
