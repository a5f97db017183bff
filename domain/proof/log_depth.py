"""Checks a bundle down to the log, with the standard library alone (GAME-PROOF-02): bytes, chains, and the signed tree.

It trusts nothing in the file but what follows from a signature by a key that the reader knows.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from domain.log.chain import GENESIS, command_link, event_hashes
from domain.proof import bundle as form
from domain.proof.beside import check_beside
from domain.proof.canonical import canonical, read
from domain.proof.contents import files_of, is_part, manifest_of
from domain.proof.faults import Fault
from domain.proof.in_tree import Checked, Trusted, check_in_tree, hashes_in
from domain.proof.records import CommandLine, check_fields, lines, read_command, read_step, some_lines
from domain.proof.rows import StepRows, command_rows, step_rows

_HEX: Final = re.compile(r"[0-9a-f]{64}")
_REVEALED: Final = "game.SeedRevealed"
_COMMITMENT: Final = b"emberlog.commitment"
_SALT: Final = b"emberlog.salt"
_HMAC_BLOCK: Final = 64

_LINE: Final[Mapping[str, tuple[type, ...]]] = {
    "rules": (list,), "text": (str, type(None)), "time_us": (int,), "version": (int,),
}  # fmt: skip


def check(data: bytes, trusted: Trusted) -> Checked:
    """Check a whole bundle, or a part of a game. Raises Fault with the first thing that does not hold."""
    files = files_of(data)
    checked = Checked(manifest_of(files), files)
    if is_part(files):
        _check_part(checked)
    else:
        _check_steps(checked)
        _check_commands(checked)
        _check_manifest(checked)
    check_in_tree(checked, trusted)
    checked.notes = check_beside(files, str(checked.manifest["ruleset"]), files.get(form.STEPS))
    if trusted.part is not None:
        _check_goes_on(checked, trusted.part)
    return checked


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


# ---------------------------------------------------------------- a part of a game


def _check_part(checked: Checked) -> None:
    """The hashes of the steps so far, and what the viewer may know of each."""
    manifest = checked.manifest
    hashes = hashes_in(checked.files[form.HASHES], "chain", form.HASHES)
    if not hashes or (len(hashes), hashes[-1].hex()) != (manifest["steps"], manifest["head"]):
        raise Fault("head", "the last step is not the one that the manifest names")
    checked.hashes += hashes
    checked.entries += hashes
    count = 0
    for count, row in enumerate(lines(checked.files[form.LINES], "lines", form.LINES), start=1):
        line = read(row, "lines", f"line {count}")
        check_fields(line, _LINE, "lines", f"line {count}")
        if line["version"] != count or not all(isinstance(each, str) for each in line["rules"]):
            raise Fault("lines", f"line {count} is not that of step {count}")
    if count != len(hashes):
        raise Fault("lines", f"it has {count} lines for {len(hashes)} steps")


def _check_goes_on(checked: Checked, data: bytes) -> None:
    """The game begins with the steps of the part that the reader has from earlier, which was signed by the same key."""
    part = check(data, Trusted(checked.key))
    if not part.is_part:
        raise Fault("part", "what you named as a part of it has a whole game")
    if part.game != checked.game:
        raise Fault("part", "the part that you have is of another game")
    for number, hash in enumerate(part.hashes, start=1):
        if number > len(checked.hashes) or checked.hashes[number - 1] != hash:
            raise Fault("part", f"step {number} is not the one in the part that you have")
    check_beside(part.files, str(part.manifest["ruleset"]), checked.files.get(form.STEPS))


__all__ = ["Checked", "Trusted", "check"]
