"""Fixes by arbiters: whatever is tried on states of random play, it is refused or leaves every law whole.

In full, `AMENDED_STATES=1000`, it tries 1,000 states of each ruleset. CI tries a part.
"""

import os
import random
import typing
from functools import cache

import msgspec
import pytest

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.fold import fold
from domain.engine.refusal import Refused
from domain.engine.viewer import ARBITER, SPECTATOR, Viewer, seats_of
from domain.game.rulings.amend import amended, read_amendment
from domain.rulesets import CURRENT
from tests.rulesets.amendments import WORDS, filled

STATES = int(os.environ.get("AMENDED_STATES", "60"))
TRIED_IN_EACH = 20
UNSEEN = {"great_fire": ("deck",), "london": ("deck",), "brigade": ("events", "crew_deck", "drawn")}
"""By ruleset, what no seat may look into: no fix touches it."""


@cache
def states(id: str) -> list[typing.Any]:
    """States between commands, spread over games of random bots."""
    ruleset, dice, number = CURRENT[id], random.Random(id), 0
    found: list[typing.Any] = []
    while len(found) < STATES:
        seats = ruleset.seats_min + number % (ruleset.seats_max - ruleset.seats_min + 1)
        seed, step = bytes([number % 256, number // 256]) * 16, 1
        state = ruleset.initial(seats, ruleset.options())
        state = fold(ruleset.evolve, state, ruleset.set_up(state, Chance(seed, step)))
        while (acting := ruleset.to_act(state)) and len(found) < STATES:
            assert ruleset.amendments is not None and ruleset.amendments.lawful(state) == ()
            if dice.random() < 0.1:
                found.append(state)
            step += 1
            command = dice.choice(ruleset.legal(state, acting[0]))
            state = fold(ruleset.evolve, state, ruleset.decide(state, command, Chance(seed, step)))
        number += 1
    return found


@pytest.mark.rules("GAME-RULING-05")
@pytest.mark.parametrize("id", sorted(CURRENT))
def test_a_fix_is_refused_or_leaves_every_law_whole_and_everything_hidden_as_it_was(id: str) -> None:
    ruleset, dice = CURRENT[id], random.Random(f"fix {id}")
    assert ruleset.amendments is not None
    words = [str(word) for word in WORDS[id]]
    made: dict[str, int] = dict.fromkeys((kind.__name__ for kind in ruleset.amendments.kinds), 0)
    tried = refused = unlawful = 0
    for state in states(id):
        for _ in range(TRIED_IN_EACH):
            amendment = filled(dice.choice(ruleset.amendments.kinds), words, dice)
            tried += 1
            try:
                after = amended(ruleset, state, amendment)
            except Refused as no:
                assert no.rules == ("GAME-RULING-05",)
                refused += 1
                continue
            made[type(amendment).__name__] += 1
            unlawful += ruleset.amendments.lawful(after) != ()
            assert all(getattr(after, name) == getattr(state, name) for name in UNSEEN[id]), amendment
            reread = read_amendment(ruleset, msgspec.json.decode(canonical(amendment)))
            assert reread == amendment and amended(ruleset, state, reread) == after
            assert msgspec.json.decode(canonical(after), type=ruleset.state) == after
            everybody: list[Viewer] = [SPECTATOR, ARBITER, *seats_of(ruleset.seats_min)]
            for viewer in everybody:
                ruleset.view(after, viewer)
            for seat in ruleset.to_act(after):
                assert ruleset.legal(after, seat)
    print(f"{id}: tried {tried}, refused {refused}, unlawful let through {unlawful}, made {made}")
    assert 0 < refused < tried and all(made.values()) and unlawful == 0


def changed(id: str, state: typing.Any) -> list[typing.Any]:
    """States that break one law each."""
    replace = msgspec.structs.replace
    if id == "great_fire":
        fewer = state.played + state.deck[:1]
        return [
            replace(state, stock=state.stock + 1),
            replace(state, lost=(99, *state.lost[1:])),
            replace(state, deck=fewer),
        ]
    if id == "london":
        poor = replace(state.players[0], money=-1)
        odd = replace(state.players[0], known=(*state.players[0].known, state.deck[-1]))
        players = [(each, *state.players[1:]) for each in (poor, odd)]
        return [replace(state, deck=state.deck[1:]), *(replace(state, players=each) for each in players)]
    first = replace(state.brigades[0], supply=state.brigades[0].supply + 1)
    full = replace(state.brigades[0], water=99)
    brigades = [(each, *state.brigades[1:]) for each in (first, full)]
    return [replace(state, crew_deck=(*state.crew_deck, "?")), *(replace(state, brigades=each) for each in brigades)]


@pytest.mark.parametrize("id", sorted(CURRENT))
def test_a_state_that_breaks_a_law_is_found(id: str) -> None:
    amendments, found = CURRENT[id].amendments, 0
    assert amendments is not None
    for state in states(id):
        settled = state.phase not in ("set_up", "confirm_hand", "choosing", "starting", "start_draw")
        if settled and (id != "london" or len(state.deck) > 1) and (id != "great_fire" or state.deck):
            for mutant in changed(id, state):
                assert amendments.lawful(mutant), "a mutant passed"
                found += 1
    assert found > 10
