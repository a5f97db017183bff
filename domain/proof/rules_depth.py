"""Checks a bundle down to the rules: every command is decided once more, and every state has the hash that was written.

It needs msgspec and the rulesets. The bundle has been checked down to the log before.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from domain.engine.refusal import LaterBuild, Refused
from domain.engine.step import Step
from domain.game import ForkGame, Game, GameState, OpenGame
from domain.game.events import GameForked
from domain.game.rulings.events import RulesetChanged
from domain.game.take_back.past import Done
from domain.log.chain import GENESIS
from domain.log.reading import Damaged, fold_step, read_step
from domain.log.record import Recorded, decode_command, is_as_written
from domain.log.refusals import decode_refusal
from domain.proof import bundle as form
from domain.proof.faults import Fault
from domain.proof.log_depth import Checked
from domain.rulesets import RULESETS


@dataclass(frozen=True, slots=True)
class _Row:
    """A step as the log has it, for `read_step`."""

    version: Step
    type: str
    schema: int
    prev_hash: bytes
    hash: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided once more. `is_fork`: its beginning was taken as written, since it comes from another game."""

    commands: int
    refused: int
    draws: int
    is_fork: bool


def check_rules(checked: Checked) -> Decided:
    """Decide every command once more. Raises Fault with the first one that leads to something else."""
    key = str(checked.manifest["ruleset"]), int(checked.manifest["ruleset_version"])
    ruleset = RULESETS.get(key)
    if ruleset is None:
        raise Fault("version", f"this verifier lacks version {key[1]} of the ruleset {key[0]}")
    deciding = _Deciding(Game(ruleset), _recorded(Game(ruleset), checked))
    for ordinal, command in enumerate(checked.commands(), start=1):
        deciding.take(ordinal, command)
    opened = deciding.recorded[0].event
    return Decided(len(checked.links), checked.refused, deciding.draws, isinstance(opened, GameForked))


def _recorded(game: Game, checked: Checked) -> list[Recorded]:
    return list(_steps(game, checked))


def _steps(game: Game, checked: Checked) -> Iterator[Recorded]:
    before = GENESIS
    for at, body in enumerate(checked.files[form.STEPS].splitlines()):
        version, hash = Step(at + 1), checked.hashes[at]
        try:
            head = msgspec.json.decode(body, type=_Head)
            row = _Row(version, head.type, head.schema, before, hash, body)
            step = read_step(game.script, checked.game, row, after=Step(at), prev_hash=before)
            if isinstance(step.event, RulesetChanged):
                game.ruleset.in_version(step.event.to)
            yield step
        except AssertionError:
            raise Fault("rules", f"step {version} moves the game to an earlier version of its ruleset") from None
        except (Damaged, msgspec.MsgspecError) as damaged:
            raise Fault("rules", f"step {version} is none of this ruleset: {_why(damaged)}") from None
        except LaterBuild:
            raise Fault("version", f"this verifier is older than step {version}") from None
        before = hash


class _Head(msgspec.Struct):
    """The two fields of a step's body that a row of the log repeats."""

    type: str
    schema: int


def _why(error: Exception) -> str:
    return error.why if isinstance(error, Damaged) else "it cannot be read"


@dataclass(slots=True)
class _Deciding:
    """One pass over the commands of a game."""

    game: Game
    recorded: list[Recorded]
    state: GameState | None = None
    draws: int = 0
    past: list[Done] = field(default_factory=list)

    def take(self, ordinal: int, stored: form.Command) -> None:
        """Decide one command once more, and fold the steps that it led to."""
        try:
            command = decode_command(self.game.script, stored.body.encode())
        except msgspec.MsgspecError:
            raise Fault("rules", f"command {ordinal} is none of this ruleset") from None
        if stored.outcome == "refused":
            self._refuse(ordinal, stored, command)
            return
        steps = self.recorded[stored.first_version - 1 : stored.last_version]
        try:
            events = self._events(command, steps[0].moment.at_us)
        except Refused as refused:
            raise Fault("rules", f"decided once more, command {ordinal} is refused: {refused.code}") from None
        except Exception:  # whatever an edited command does to the rules, the verifier names it
            raise Fault("rules", f"decided once more, command {ordinal} fails") from None
        same = len(events) == len(steps)
        if not same or not all(map(lambda event, step: is_as_written(self.game.script, event, step), events, steps)):
            raise Fault("rules", f"decided once more, command {ordinal} leads to other events")
        before = self.state
        for step in steps:
            try:
                self.state = fold_step(self.game, self.state, step)
            except Damaged as damaged:
                raise Fault("rules", f"step {step.version}: {damaged.why}") from None
        self.past.append(
            Done.on(before, steps[0].version, steps[0].body.seat, command, tuple(step.event for step in steps))
        )

    def _events(self, command: Any, at_us: int) -> tuple[object, ...]:  # noqa: ANN401
        if self.state is not None:
            chance = self.game.chance(self.state)
            events = self.game.decide(self.state, command, chance, at_us, self.past)
            self.draws += len(chance.draws)
            return events
        opened = self.recorded[0].event
        if isinstance(command, ForkGame):
            assert isinstance(opened, GameForked)
            return (opened,)
        assert isinstance(command, OpenGame)
        return self.game.open(command, bytes.fromhex(opened.secret), at_us)[0]

    def _refuse(self, ordinal: int, stored: form.Command, command: Any) -> None:  # noqa: ANN401
        try:
            code = decode_refusal(stored.answer.encode()).code
            assert self.state is not None
            self.game.advance(self.state, command, self.game.chance(self.state), stored.time_us, self.past)
        except Refused as refused:
            if refused.code == code:
                return
            why = f"decided once more, command {ordinal} is refused for {refused.code}, not for {code}"
            raise Fault("rules", why) from None
        except Exception:
            raise Fault("rules", f"decided once more, the refused command {ordinal} fails") from None
        raise Fault("rules", f"decided once more, the refused command {ordinal} is accepted")


__all__ = ["Decided", "check_rules"]
