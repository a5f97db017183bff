"""The frontier of a seat: how far it may take back by itself, and what lies beyond (GAME-BACK-02)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from domain.engine.chance import Chance
from domain.engine.ruleset import AnyRuleset
from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import Seat, seats_of
from domain.game.commands import BeginGame, Resign
from domain.game.rulings.events import SeatForfeited
from domain.game.state import GameState
from domain.game.take_back.motion import Crossing, CrossingKind
from domain.game.take_back.past import Done, Past, standing

HARD: Final[frozenset[CrossingKind]] = frozenset({"set_up", "left", "ruling", "ended"})
"""What nobody takes back."""


@dataclass(frozen=True, slots=True)
class Frontier:
    """How far a seat may take back by itself.

    `to`: the earliest step; the game's version where it may not take back anything. `decisions`: the steps before its
    decisions since, the last one first: where a take-back may go to. `crossings`: what stops it there. `revealed`: what
    it has shown to others since.
    """

    to: Step
    decisions: tuple[Step, ...]
    crossings: tuple[Crossing, ...]
    revealed: tuple[Crossing, ...]


def frontier(ruleset: AnyRuleset, state: GameState, seat: Seat, past: Past, *, until: Step = BEFORE_FIRST) -> Frontier:
    """The frontier of `seat` after the last command of `past`. `until`: nobody needs to know what lies before it."""
    if state.over:
        return Frontier(state.version, (), (Crossing(state.version, "ended"),), ())
    to, decisions, revealed = state.version, list[Step](), list[Crossing]()
    for done in standing(past):
        if done.last <= until:
            break
        crossed = tuple(crossings(ruleset, state, done))
        stops = tuple(each for each in crossed if _stops(each, seat))
        if stops:
            return Frontier(to, tuple(decisions), stops, tuple(revealed))
        if done.plays:
            to = Step(done.first - 1)
            decisions.append(to)
            revealed += (each for each in crossed if each.kind == "revealed")
    return Frontier(to, tuple(decisions), (), tuple(revealed))


def _stops(crossing: Crossing, seat: Seat) -> bool:
    """Whether a seat may not take back beyond this by itself."""
    return crossing.kind != "revealed" and not (crossing.kind == "decision" and crossing.seats == (seat,))


def crossings(ruleset: AnyRuleset, state: GameState, done: Done) -> Iterator[Crossing]:
    """All that lies between the game and the step before a command. `ruleset`: the version that the game was opened
    with."""
    if type(done.command) is BeginGame or done.first == 1:
        yield Crossing(done.first, "set_up")
        return
    if done.is_amended:
        yield Crossing(done.first, "ruling")
    taken_back = done.taken_back
    if taken_back is not None and taken_back.redealt:
        yield Crossing(done.first, "chance")
    if not done.plays:
        return
    if type(done.command) is Resign or SeatForfeited in map(type, done.events):
        yield Crossing(done.first, "left", () if done.seat is None else (done.seat,))
        return
    yield Crossing(done.first, "decision", (done.seat,) if done.by_ruleset and done.seat is not None else ())
    if drew(ruleset, done):
        yield Crossing(done.first, "chance")
    yield from _learned(ruleset, state, done)


def _learned(ruleset: AnyRuleset, state: GameState, done: Done) -> Iterator[Crossing]:
    """What seats have learned by a command, event by event."""
    ruleset = _in_force(ruleset, done)
    events = frozenset(ruleset.events)
    for version, event in enumerate(done.events, start=done.first):
        if type(event) not in events:
            continue
        informed = ruleset.informs(event)
        seats = tuple(seat for seat in seats_of(len(state.seats)) if informed.teaches(seat))
        if not seats:
            continue
        own = informed.shows is not None and informed.shows == done.seat and done.seat not in seats
        yield Crossing(Step(version), "revealed" if own else "knowledge", seats)


def _in_force(ruleset: AnyRuleset, done: Done) -> AnyRuleset:
    """The version by which a command was decided."""
    return ruleset.in_version(done.before().ruleset_version)


def drew(ruleset: AnyRuleset, done: Done) -> bool:
    """Whether something was drawn for a command. It is decided again; what the service decided counts as drawn."""
    if not done.by_ruleset:
        return True
    before: Any = done.before()
    chance = Chance(bytes.fromhex(before.seed), before.version)
    _in_force(ruleset, done).decide(before.position, done.command, chance)
    return bool(chance.draws)
