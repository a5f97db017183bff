"""No cone, house, fire card, token, objective or band appears or disappears in a game."""

from collections import Counter

import pytest

from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.board import uncontained
from domain.rulesets.great_fire.components import BURNABLE, COLOURS, FIRST_HOUSE, IDS, KINDS, SIZES
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.set_up import fire_cards
from domain.rulesets.great_fire.state import State
from tests.rulesets.games import Game, law_game, option_sets

TABLES = [pytest.param(seats, options) for seats in (3, 4, 5, 6) for options in option_sets("great_fire")]


def states(game: Game) -> list[State]:
    return [step.after for step in game.steps]


@pytest.mark.rules("GF-SUPPLY-04")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_cones(seats: int, options: Options) -> None:
    for state in states(law_game("great_fire", seats, options)):
        assert state.stock + sum(state.cones) + sum(state.piles) == options.fire_cones
        assert state.stock >= 0 and min(state.piles) >= 0


@pytest.mark.rules("GF-TERM-06", "GF-ENTER-03", "GF-DEMO-06")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_houses(seats: int, options: Options) -> None:
    """Twenty of each colour stand or are lost, and a district is full or empty."""
    for state in states(law_game("great_fire", seats, options)):
        row = state.deal.colours_of_houses
        if not row:
            continue
        standing = Counter[int]()
        for at, houses in enumerate(state.houses):
            assert houses in (0, SIZES[at])
            if houses:
                standing.update(row[FIRST_HOUSE[at] : FIRST_HOUSE[at + 1]])
        assert [standing[at] + lost for at, lost in enumerate(state.lost)] == [20] * len(COLOURS)


@pytest.mark.rules("GF-SETUP-03", "GF-FIRE-10", "GF-DRAW-01")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_fire_cards(seats: int, options: Options) -> None:
    for state in states(law_game("great_fire", seats, options)):
        if state.phase == "confirm_hand":
            continue
        seen = Counter("".join((*state.hands, state.deck, state.played, state.deal.leftover)))
        assert seen == Counter(fire_cards(options))
        for hand, shown in zip(state.hands, state.public_cards, strict=True):
            assert not Counter(shown) - Counter(hand), "what is shown is held"


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


@pytest.mark.rules("GF-CONT-05", "GF-RULING-16", "GF-ACT-05", "GF-BOARD-06")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_board_is_always_a_lawful_one(seats: int, options: Options) -> None:
    for state in states(law_game("great_fire", seats, options)):
        fire = uncontained(state.cones, state.bands)
        for at, id in enumerate(IDS):
            assert not (state.houses[at] and fire >> at & 1), f"{id}: houses in an uncontained fire"
            assert not (state.demolished[at] and (state.cones[at] or state.houses[at])), f"{id}: a fire break burns"
            if not BURNABLE >> at & 1 and id != "pudding_lane":
                assert not state.cones[at], f"{id}: grass burns"
        assert IDS.index("pudding_lane") not in (*state.bands, *state.landowners)
        assert len(state.bands) == 6 or state.phase in ("confirm_hand", "place_band")


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
