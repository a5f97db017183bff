"""No cone, house, fire card, token, objective or band appears or disappears in a game."""

from collections import Counter

import pytest

from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.amendments import lawful
from domain.rulesets.great_fire.components import KINDS
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.state import State
from tests.rulesets.games import Game, law_game, option_sets

TABLES = [pytest.param(seats, options) for seats in (3, 4, 5, 6) for options in option_sets("great_fire")]


def states(game: Game) -> list[State]:
    return [step.after for step in game.steps]


@pytest.mark.rules("GF-SUPPLY-04", "GF-TERM-06", "GF-ENTER-03", "GF-DEMO-06", "GF-SETUP-03", "GF-FIRE-10", "GF-DRAW-01")
@pytest.mark.rules("GF-CONT-05", "GF-RULING-16", "GF-ACT-05", "GF-BOARD-06")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_law_of_the_ruleset_holds(seats: int, options: Options) -> None:
    """Cones, houses, fire cards, bands, fires and fire breaks: the laws that a ruling must leave whole, too."""
    for state in states(law_game("great_fire", seats, options)):
        assert lawful(state) == ()


@pytest.mark.rules("GF-ENTER-06", "GF-TOKEN-05", "GF-DEMO-07")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_tokens(seats: int, options: Options) -> None:
    """All twenty are on the board, in front of seats, used or destroyed."""
    gone = Counter[str]()
    for step in law_game("great_fire", seats, options).steps:
        for event in step.events:
            match event:
                case e.DistrictDemolished(token=kind):
                    gone["charge"] += 1
                    gone.update([kind] if kind else [])
                case e.DoubleMovePlayed():
                    gone["double_move"] += 1
        state = step.after
        if not state.deal.colours_of_houses:
            continue
        found = Counter(KINDS[kind - 1] for kind in state.tokens if kind) + gone
        for held in state.supplies:
            found.update(dict(zip(KINDS, held, strict=True)))
        assert +found == {"charge": 10, "double_move": 6, "vp": 4}


@pytest.mark.rules("GF-SCORE-07")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_score_is_what_the_last_tracks_said(seats: int, options: Options) -> None:
    game = law_game("great_fire", seats, options)
    before, end = game.steps[-1].before, game.steps[-1].after
    last = {(track.seat, track.source): track.if_over for track in RULESET.tracks(before)}
    assert end.outcome is not None
    assert last == {
        (place.seat, source.source): source.points for place in end.outcome.places for source in place.sources
    }
