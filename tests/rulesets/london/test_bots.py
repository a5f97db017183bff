"""London's bots: legal, blind to what is hidden, the same every time, and the best one better than chance."""

import pytest

from domain.engine.chance import Chance
from domain.engine.fold import fold
from domain.rulesets.london import RULESET
from domain.rulesets.london.state import State

STEPS_MAX = 3000


def played(bots: list[str], seed: int) -> State:
    """The end of a game of these bots; every command they choose must be one of the legal ones."""
    secret = seed.to_bytes(32, "big")
    state = RULESET.initial(len(bots), RULESET.options())
    state = fold(RULESET.evolve, state, RULESET.set_up(state, Chance(secret, 1)))
    for step in range(2, STEPS_MAX):
        acting = RULESET.to_act(state)
        if not acting:
            return state
        legal = RULESET.legal(state, acting[0])
        command = RULESET.bots[bots[acting[0]]](RULESET.view(state, acting[0]), legal, Chance(secret, step))
        assert command in legal
        state = fold(RULESET.evolve, state, RULESET.decide(state, command, Chance(secret, step)))
    raise AssertionError("the game did not end")


def test_random_is_there_and_the_best_is_last() -> None:
    assert list(RULESET.bots) == ["random", "alderman"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_alderman_beats_the_random_bot(seats: int) -> None:
    """He wins all of 200 games (tests/bench/bots.py); here a few, so that he cannot get worse unseen."""
    for game in range(2):
        hero = game % seats
        outcome = RULESET.outcome(played(["alderman" if seat == hero else "random" for seat in range(seats)], game))
        assert outcome is not None
        assert outcome.winners == (hero,)


def test_aldermen_play_a_sensible_game_among_themselves_and_end_it() -> None:
    state = played(["alderman"] * 4, 1)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.ending == "deck_empty"
    assert sum(place.points for place in outcome.places) > 0


def test_the_alderman_plays_the_same_game_again() -> None:
    assert played(["alderman"] * 2, 5) == played(["alderman"] * 2, 5)


def test_the_alderman_knows_no_more_than_his_view() -> None:
    """Two games that look the same to his seat get the same command."""
    state = RULESET.initial(3, RULESET.options())
    state = fold(RULESET.evolve, state, RULESET.set_up(state, Chance(bytes(32), 1)))
    seat = state.active
    twin = RULESET.redeal(state, seat, Chance(bytes([7]) * 32, 2))
    assert twin != state
    bot = RULESET.bots["alderman"]
    chosen = [
        bot(RULESET.view(table, seat), RULESET.legal(table, seat), Chance(bytes(32), 3)) for table in (state, twin)
    ]
    assert chosen[0] == chosen[1]
