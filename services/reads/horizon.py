"""How far a caller may look into a running game: to its head, or up to its delay for spectators.

Every read on behalf of a caller takes a `VisibleGame`, never the history's own head, so that a delay holds on every
channel. Outsiders see a damaged game as far as its log is sound; which step is damaged they learn only once they may
know of that step (GAME-DELAY-02).
"""

from dataclasses import dataclass
from typing import Literal

from domain.engine.step import Step
from domain.game import Game, GameState
from domain.game.names import GameNames, seat_names
from services.authority import authority_of
from services.errors import LogDamaged
from services.log.replay import Damage, History
from services.ports import Principal


class VisibleDamage(LogDamaged):
    """A damaged game, reported to a caller who may know of the damaged step. Any other LogDamaged names no step."""


@dataclass(frozen=True, slots=True)
class VisibleHead:
    """A game after the last step that a caller may see, without the steps before it.

    `game`: its rules. `state`: the game after that step; `hash`: of that step. `names`: what the game and its persons
    are called. `is_delayed`: whether a delay applies to the caller (GAME-DELAY-01), even where it happens to hide
    nothing now.
    """

    game_id: str
    game: Game
    names: GameNames
    state: GameState
    hash: bytes
    is_delayed: bool

    @property
    def version(self) -> Step:
        """The last visible step."""
        return self.state.version

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What the seats are called, in turn order."""
        return seat_names(self.state, self.names)


@dataclass(frozen=True, slots=True)
class VisibleGame(VisibleHead):
    """The same with its history. The history may be longer than what the caller may see."""

    history: History


def visible_until(history: History, state: GameState, *, is_delayed: bool) -> VisibleGame:
    """The game of a history up to the step that led to `state`."""
    step = history.steps[state.version - 1]
    return VisibleGame(history.game_id, history.game, history.names, state, step.hash, is_delayed, history)


def is_delayed(principal: Principal | None, head: GameState) -> bool:
    """Whether the delay applies to this caller: they have no seat, and they are not its arbiter (GAME-DELAY-01)."""
    return head.phase != "open" and outside(principal, head)


def outside(principal: Principal | None, head: GameState) -> bool:
    """Whether the game has a delay that applies to this caller once play has begun."""
    if head.delay is None:
        return False
    if principal is None:
        return True
    if head.seat_of(principal.id) is not None:
        return False
    return authority_of(principal, head) is None


DelayedBecause = Literal["no_seat", "gave_up_seat"]
"""Why a delay applies to a caller: they never sat in the game, or they have left, resigned or lost their seat."""


def delayed_because(principal: Principal | None, visible: VisibleHead) -> DelayedBecause | None:
    """Why the caller sees the game with a delay; None when they do not.

    Who has resigned holds their seat still at the last step that they see: the head tells why they are behind it.
    """
    head = visible.history.head if isinstance(visible, VisibleGame) else None
    if not visible.is_delayed or head is None:
        return None
    return "gave_up_seat" if principal is not None and head.has_had_seat(principal.id) else "no_seat"


def unknown_to(principal: Principal | None, state: GameState) -> bool:
    """Whether this caller must not know of the game at all: a sandbox with steps that a delay still hides
    (GAME-FORK-04)."""
    if not state.sealed or (principal is not None and principal.id == state.host):
        return False
    return authority_of(principal, state) is None


def visible_game(principal: Principal | None, history: History, now_us: int) -> VisibleGame:
    """The game as far as the caller may see it now. Not for callers it is `unknown_to`. Raises VisibleDamage."""
    damage, head = history.damage, history.head
    if head is None:
        assert damage is not None, "a game has a first step, or it is damaged"
        raise _visible_damage(history, damage)
    if damage is not None and may_know(principal, history, damage.version, now_us):
        raise _visible_damage(history, damage)
    if damage is None and not is_delayed(principal, head):
        return visible_until(history, head, is_delayed=False)
    version = min(horizon(history, now_us), history.version)
    return visible_until(history, history.state_at(version), is_delayed=True)


def may_know(principal: Principal | None, history: History, version: Step, now_us: int) -> bool:
    """Whether the caller may know that the game has this step. Not for callers it is `unknown_to`."""
    head = history.head
    if head is None:
        return version == 1
    # Nobody can say whether play has begun after a damaged step: then the delay applies.
    delayed = outside(principal, head) if history.damage is not None else is_delayed(principal, head)
    return not delayed or version <= horizon(history, now_us)


def horizon(history: History, now_us: int) -> Step:
    """The last step that spectators of a delayed game may see. The steps before play began are never delayed.

    In a damaged game it may lie past the last sound step, when the log's head, or the time since the damage was
    noticed, allows spectators to know of the damaged one.
    """
    head, damage = history.head, history.damage
    assert head is not None and head.delay is not None
    last = history.version
    if head.delay.steps:
        if head.over:
            return last if damage is None else damage.head
        visible = (last if damage is None else damage.head) - head.delay.steps
        return Step(max(history.begun - 1 if history.begun else last, visible, 1))
    until = now_us - head.delay.seconds * 1_000_000
    if damage is not None and damage.noticed_us <= until:
        return damage.head
    while history.begun and last >= max(history.begun, 2) and history.steps[last - 1].body.time_us > until:
        last = Step(last - 1)
    return last


def _visible_damage(history: History, damage: Damage) -> VisibleDamage:
    return VisibleDamage(history.game_id, damage.version, damage.why)
