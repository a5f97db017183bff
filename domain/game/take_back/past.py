"""The commands that led to a game, as far back as a take-back needs them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from domain.engine.refusal import Refused
from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.commands import GAME_COMMAND_TYPES
from domain.game.events import GAME_EVENTS, TimeCalled
from domain.game.rulings.events import Amended, RulesetChanged
from domain.game.state import GameState
from domain.game.take_back.events import StepsTakenBack

_GAME_EVENTS, _AMENDING = frozenset[type](GAME_EVENTS), frozenset[type]((Amended, RulesetChanged))
"""Types are looked up: `isinstance` takes a quarter of a microsecond for each Struct that an event is not."""


@dataclass(frozen=True, slots=True)
class Done:
    """A command that was carried out. `seat`: its sender's, if any. `before`: returns the game that it was decided
    on."""

    first: Step
    seat: Seat | None
    command: Any
    events: tuple[Any, ...]
    before: Callable[[], GameState]

    @classmethod
    def on(
        cls,
        before: GameState | None,
        first: Step,
        seat: Seat | None,
        command: Any,  # noqa: ANN401
        events: tuple[Any, ...],
    ) -> "Done":
        """A command decided on a game that is at hand. `before`: None when the command opened the game."""

        def state_before() -> GameState:
            assert before is not None, "nothing leads to what opens a game"
            return before

        return cls(first, seat, command, events, state_before)

    @property
    def last(self) -> Step:
        """The last step that it brought."""
        return Step(self.first + len(self.events) - 1)

    @property
    def taken_back(self) -> StepsTakenBack | None:
        """The take-back that it carried out, if it did."""
        return next((event for event in self.events if type(event) is StepsTakenBack), None)

    @property
    def plays(self) -> bool:
        """Whether it was played by the ruleset: only such commands are taken back."""
        return any(is_played(event) for event in self.events)

    @property
    def by_ruleset(self) -> bool:
        """Whether it is a command of the ruleset, given by its seat."""
        return type(self.command) not in GAME_COMMAND_TYPES

    @property
    def is_amended(self) -> bool:
        """Whether a ruling changed the position by it, or the version of the rules by which play goes on."""
        return not _AMENDING.isdisjoint(map(type, self.events))


Past = Sequence[Done]
"""Commands that were carried out, the oldest first: all of them, or the last ones back to where they are needed."""


def is_played(event: object) -> bool:
    """Whether an event changes the position by the rules of its ruleset. Everything else stays when it is taken back
    (GAME-BACK-07)."""
    return type(event) is TimeCalled or type(event) not in _GAME_EVENTS


def standing(past: Past) -> Iterator[Done]:
    """The commands that stand, the last one first: without those that were taken back."""
    below: int | None = None
    for done in reversed(past):
        if below is not None and done.first > below:
            continue
        yield done
        taken_back = done.taken_back
        if taken_back is not None:
            below = taken_back.to


def after(past: Past, to: Step) -> list[Done]:
    """The commands past step `to` that stand, the last one first. `to` is the end of a command that stands."""
    return [done for done in standing(past) if done.first > to]


def end_of_command(past: Past, named: Step) -> Step:
    """The step itself if it ends a command, else the one before that command. Raises Refused for a step that was taken
    back."""
    for done in standing(past):
        if done.last <= named:
            if done.last == named:
                return named
            raise Refused("step_taken_back", rules=("GAME-BACK-05",), step=named)
        if done.first <= named:
            return Step(done.first - 1)
    return named


def position_at(past: Past, to: Step) -> Any:  # noqa: ANN401
    """The ruleset's state after step `to`, which ends a command."""
    following = next(done for done in past if done.first == to + 1)
    return following.before().position
