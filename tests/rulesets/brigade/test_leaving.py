"""Laws over whole games: what may follow when a player leaves at any moment, above all with a decision open."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from domain.engine.chance import Chance
from domain.engine.fold import fold
from domain.engine.viewer import Seat
from domain.rulesets.brigade import RULESET
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.queries import to_act
from domain.rulesets.brigade.rules import Working, leave, legal
from domain.rulesets.brigade.rules.decisions import list_anew
from domain.rulesets.brigade.state import State
from tests.rulesets.brigade.test_room import conserved, games

MOMENTS_MAX = 40
"""Of one game."""


def departures() -> Iterator[tuple[State, Seat]]:
    """Moments of the games with a player who leaves: the one who has to decide, or any other."""
    for number, (states, _, _) in enumerate(games()):
        dice = random.Random(f"departures {number}")
        waiting = [state for state in states[:-1] if state.pending is not None]
        for state in dice.sample(waiting, min(len(waiting), MOMENTS_MAX)):
            assert state.pending is not None
            yield state, state.pending.seat
            yield state, dice.choice(state.all_seats)


def gains(event: e.Event, seat: Seat) -> bool:
    """Whether an event gives a seat a tile, water, actions or the game."""
    match event:
        case e.LoyaltyGained() | e.ActionPhaseBegan() | e.ActionsGained() | e.TrackAdvanced() | e.CrewPoached():
            return event.seat == seat
        case e.WaterStolen(by=by):
            return by == seat
        case e.GameEnded(places=places):
            return any(place.seat == seat and place.place == 1 for place in places)
        case _:
            return False


@pytest.mark.rules("BRI-RULING-89")
def test_nothing_that_follows_a_departure_gains_that_player_anything() -> None:
    kinds = Counter[str]()
    for state, seat in departures():
        events = leave(state, seat, Chance(bytes(32), 9))
        at = next(at for at, event in enumerate(events) if isinstance(event, e.SeatDeserted))
        before = fold(RULESET.evolve, state, events[:at])
        assert before.pending == state.pending and not before.ending, "nothing happens before the pawns are off"
        assert not any(gains(event, seat) for event in events)
        after = fold(RULESET.evolve, state, events)
        if not after.ending:
            conserved(after)
        assert after.brigades[seat].gone and seat not in to_act(after)
        assert not after.brigades[seat].loyal & ~state.brigades[seat].loyal
        assert state.pending is not None
        kinds[state.pending.kind] += seat == state.pending.seat
    assert len(kinds) >= 10 and kinds.total() > 200, kinds


@pytest.mark.rules("BRI-RULING-89")
def test_an_open_choice_lists_what_can_be_chosen_now() -> None:
    """So that a departure changes only what it has to."""
    for states, _, _ in games():
        for state in states[:-1]:
            if state.pending is not None:
                working = Working(state, Chance(bytes(32), 9))
                list_anew(working)
                assert tuple(working.agenda) == state.agenda
    for state, seat in departures():
        after = fold(RULESET.evolve, state, leave(state, seat, Chance(bytes(32), 9)))
        if after.pending is not None:
            working = Working(after, Chance(bytes(32), 9))
            list_anew(working)
            assert tuple(working.agenda) == after.agenda and legal(after, after.pending.seat)
