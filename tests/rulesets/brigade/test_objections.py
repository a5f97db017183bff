"""Commands that several rules forbid at once, each with the exact list of what is said, the refusal first."""

import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.fold import fold
from domain.rulesets.brigade import RULESET
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import components as box
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.rules import legal
from domain.rulesets.brigade.state import State
from tests.rulesets.brigade.crews import FAR, HERE, led
from tests.rulesets.brigade.objected import no_to
from tests.rulesets.brigade.position import BASE, BLACK, PINK, SEED, WHITE, at, do, position


@pytest.mark.rules("BRI-ACT-03", "BRI-TURN-01", "BRI-ACT-MOVE-01")
def test_out_of_turn_while_a_decision_waits_and_too_far() -> None:
    state = position(fire={HERE: 1, FAR: 1}, players={WHITE: {"at": HERE}, BLACK: {"at": at(4, 4)}})
    state = do(state, c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=0, chief=1))
    assert no_to(state, c.MoveBrigade(BLACK, kind="paid", to=at(0, 3))) == [
        "decision_pending",
        "not_your_turn",
        "too_far",
    ]
    assert no_to(state, c.MoveBrigade(BLACK, kind="paid", to=at(3, 3))) == ["decision_pending", "not_your_turn"]
    assert no_to(state, c.EndTurn(WHITE)) == ["decision_pending"]
    assert no_to(state, c.PlaceCubes(BLACK, cell=at(5, 5), number=9)) == ["decision_pending"]
    assert no_to(state, c.EndTurn(99)) == no_to(state, c.EndTurn(-1)) == ["decision_pending", "not_your_turn"]


@pytest.mark.rules("BRI-TURN-01", "BRI-TURN-03", "BRI-TURN-07", "BRI-ACT-03")
def test_what_another_has_spent_is_no_objection() -> None:
    state = position(3, actions=0, used=("upgrade", "chief"), players={BLACK: {"circles": (5, 0, 0)}})
    assert no_to(state, c.Upgrade(WHITE, "wagon")) == ["no_actions_left", "already_upgraded"]
    assert no_to(state, c.Upgrade(BLACK, "wagon")) == ["not_your_turn"]
    assert no_to(state, c.Upgrade(BLACK, "crew")) == ["not_your_turn", "track_complete"]
    assert no_to(state, c.Upgrade(PINK, "roof")) == ["not_your_turn", "invalid_target"]
    assert no_to(state, c.Decline(PINK)) == ["not_your_turn", "wrong_phase"]
    assert no_to(state, c.Decline(WHITE)) == ["wrong_phase"]
    event = replace(do(state, c.EndTurn(WHITE)), phase="event", actions=0)
    asked = replace(event, agenda=do(event_cube(), c.EndTurn(WHITE)).agenda)
    assert no_to(asked, c.Recruit(BLACK))[:2] == ["decision_pending", "wrong_phase"]


def event_cube() -> State:
    """White ends the turn, and black's event card asks black for a cube."""
    return position(events=("E29", "E17"))


@pytest.mark.rules("BRI-TURN-03", "BRI-ACT-MOVE-04", "BRI-ACT-MOVE-06", "BRI-ACT-MOVE-02")
def test_a_move_can_be_wrong_in_many_ways() -> None:
    ruin, fires = at(0, 2), {at(0, 1): 1, at(1, 1): 1, at(1, 0): 1, FAR: 1}
    state = position(actions=1, fire=fires, destroyed=[ruin])
    assert no_to(state, c.MoveBrigade(WHITE, kind="paid", to=ruin)) == [
        "fire_stops_movement",
        "cannot_end_turn_on_destroyed",
    ]
    spent = ["no_actions_left", "fire_stops_movement", "cannot_end_turn_on_destroyed"]
    assert no_to(replace(state, actions=0), c.MoveBrigade(WHITE, kind="paid", to=ruin)) == spent
    assert no_to(state, c.MoveBrigade(WHITE, kind="pink", to=at(5, 4))) == ["ability_inactive", "too_far"]
    named = c.MoveBrigade(WHITE, kind="paid", to=at(0, 4), via=(at(0, 1),), pushes=(at(4, 4),))
    assert no_to(state, named) == ["fire_stops_movement", "too_far", "no_effect"]
    assert no_to(state, c.MoveBrigade(WHITE, kind="ethereal", to=at(0, 0))) == ["ability_inactive", "must_move"]
    assert no_to(state, c.MoveBrigade(WHITE, kind="paid", to=99, via=(-1,))) == ["invalid_target"]
    both = position(3, fire={at(0, 1): 1, at(1, 1): 1, FAR: 1}, players={BLACK: {"at": at(1, 0)}})
    assert no_to(both, c.MoveBrigade(WHITE, kind="paid", to=at(2, 1))) == ["fire_stops_movement", "rival_brigade"]
    held = position(fire={at(0, 1): 1, FAR: 1}, players={BLACK: {"at": at(0, 3)}})
    assert no_to(held, c.MoveBrigade(WHITE, kind="paid", to=at(0, 3), via=(at(0, 1),))) == [
        "rival_brigade",
        "fire_stops_movement",
        "no_effect",
    ]


@pytest.mark.rules("BRI-ACT-WAGON-01", "BRI-ACT-WAGON-03", "BRI-CREW-MORGANA-MAGOS", "BRI-FIRE-04")
def test_a_wagon_to_a_doomed_tile_under_a_rival_by_somebody_who_is_not_there() -> None:
    state = position(fire={HERE: 5, FAR: 1}, players={WHITE: {"wagon_at": HERE}, BLACK: {"at": HERE}})
    assert no_to(state, c.MoveWagon(WHITE, kind="morgana", to=HERE)) == [
        "ability_inactive",
        "must_move",
        "destroyed",
        "occupied",
    ]
    assert no_to(state, c.MoveWagon(WHITE, kind="ride", to=36)) == ["ability_inactive", "invalid_target"]


@pytest.mark.rules("BRI-ACT-EXT-01", "BRI-ACT-EXT-02", "BRI-ACT-EXT-03", "BRI-CREW-ASH", "BRI-CREW-LEON-BERTRAND")
def test_an_extinguish_without_pawn_fire_or_water() -> None:
    state = position(players={WHITE: {"water": 1, "crew": [("lumen", 0)]}, BLACK: {"at": at(4, 4)}})
    away = c.Extinguish(WHITE, kind="brigade", cell=FAR, wagon=0, chief=2, crew=(0,))
    assert no_to(state, away) == ["no_pawn_here", "not_enough_water", "bad_water_amount"]
    assert no_to(replace(state, actions=0), away) == ["no_actions_left", *no_to(state, away)]
    assert no_to(state, c.Extinguish(WHITE, kind="ash", cell=HERE, wagon=1, chief=1, crew=(0,))) == [
        "ability_inactive",
        "not_adjacent",
        "not_burning",
        "wagon_not_here",
        "not_enough_water",
    ]
    leon = c.Extinguish(BLACK, kind="leon", cell=FAR, wagon=3)
    assert no_to(state, leon) == [
        "not_your_turn",
        "ability_inactive",
        "invalid_target",
        "not_enough_water",
        "bad_water_amount",
    ]
    assert no_to(state, c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=0, chief=-1)) == [
        "no_pawn_here",
        "not_burning",
        "bad_water_amount",
    ]


@pytest.mark.rules("BRI-HOUSE-WHITE", "BRI-ACT-REFILL-01", "BRI-ACT-02", "BRI-RULING-84")
def test_a_refill_for_a_cube_that_is_not_there() -> None:
    state = position(players={BLACK: {"firehouse": "black"}})
    cube = c.Refill(BLACK, cell=HERE, for_cube=True)
    assert no_to(state, cube) == ["not_your_turn", "no_pawn_here", "ability_inactive", "needs_cube_on_board"]
    full = position(players={WHITE: {"at": HERE}})
    assert no_to(full, c.Refill(WHITE, cell=HERE)) == ["not_loyal", "no_effect"]
    assert no_to(full, c.Refill(WHITE, cell=HERE, for_cube=True)) == ["needs_cube_on_board", "no_effect"]


@pytest.mark.rules("BRI-ACT-RECRUIT-01", "BRI-ACT-RECRUIT-06", "BRI-ACT-TRANSFER-01", "BRI-ACT-TRANSFER-02")
def test_recruit_and_transfer_with_nothing_for_them() -> None:
    state = position(actions=0, players={WHITE: {"at": HERE}})
    assert no_to(state, c.Recruit(WHITE)) == ["no_actions_left", "no_crew_capacity", "deck_empty"]
    assert no_to(state, c.Transfer(WHITE, wagon=9, chief=9)) == ["no_actions_left", "not_together", "bad_water_amount"]
    assert no_to(state, c.Transfer(WHITE, wagon=2, chief=2)) == ["no_actions_left", "not_together", "no_effect"]
    ruined = position(actions=1, destroyed=[HERE], players={WHITE: {"at": HERE}})
    assert no_to(ruined, c.Recruit(WHITE)) == ["must_move", "no_crew_capacity", "deck_empty"]


@pytest.mark.rules(
    "BRI-ADV-01", "BRI-ADV-03", "BRI-CHIEF-GLORIA-IGNIS", "BRI-CHIEF-BLITZ-HABEN", "BRI-CHIEF-FRITH-GOLDMANE"
)
def test_chiefs_actions_of_another_used_and_without_their_conditions() -> None:
    empty = led("ester", fire={HERE: 3, FAR: 1}, players={WHITE: {"wagon_water": 0, "wagon_at": HERE}})
    send = c.SendWagon(WHITE, HERE)
    assert no_to(empty, send) == ["ability_inactive", "not_enough_water", "invalid_target", "occupied"]
    used = led("blitz-haben", used=("chief",), actions=0, fire={FAR: 1})
    assert no_to(used, c.Polymorph(WHITE, cell=HERE, other=at(4, 4))) == [
        "no_actions_left",
        "ability_used",
        "not_adjacent",
        "no_effect",
    ]
    assert no_to(used, c.Polymorph(WHITE, cell=at(1, 1), other=at(1, 1)))[2:] == ["invalid_target"]
    poor = led("frith-goldmane", players={WHITE: {"circles": (1, 0, 0)}})
    assert no_to(poor, c.Poach(WHITE, card="ash", replaced="lumen")) == [
        "needs_cube_on_board",
        "invalid_target",
        "invalid_target",
    ]
    assert no_to(led("frith-goldmane"), c.Poach(WHITE, card="ash")) == [
        "needs_cube_on_board",
        "no_crew_capacity",
        "invalid_target",
    ]
    done = led("glint-dampshot", options=BASE, players={WHITE: {"circles": (5, 0, 0)}})
    assert no_to(done, c.ExtraUpgrade(WHITE, "crew")) == ["ability_inactive", "needs_cube_on_board", "track_complete"]
    pyre = led("cindy-bustion", used=("chief",), players={WHITE: {"pyro": True}})
    assert no_to(pyre, c.ControlFirestorm(WHITE)) == ["ability_used", "ability_used"]


@pytest.mark.rules("BRI-RECOG-01", "BRI-RECOG-02", "BRI-RECOG-04", "BRI-ACT-RECRUIT-02", "BRI-ACT-RECRUIT-03")
def test_an_answer_can_break_several_rules_too() -> None:
    state = position(fire={HERE: 1, FAR: 1}, destroyed=[at(1, 1)], players={WHITE: {"at": HERE}})
    state = do(state, c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=0, chief=1))
    assert no_to(state, c.PlaceCubes(WHITE, cell=at(4, 4), number=2)) == ["out_of_reach", "too_many_cubes"]
    assert no_to(state, c.PlaceCubes(WHITE, cell=at(1, 1), number=0)) == ["cannot_hold_cubes", "too_many_cubes"]
    assert no_to(state, c.PlaceCubes(WHITE, cell=HERE, number=2)) == ["too_many_cubes"]
    assert no_to(state, c.ChooseCell(WHITE, HERE)) == ["invalid_target"]
    white = {"circles": (1, 0, 0), "crew": ["immora"]}
    drawn = do(position(crew_deck=("lumen", "ash", "del-uge"), players={WHITE: white}), c.Recruit(WHITE))
    assert no_to(drawn, c.ChooseRecruit(WHITE, card="del-uge")) == ["invalid_target", "invalid_target"]
    assert no_to(drawn, c.ChooseRecruit(WHITE, card="ash")) == ["invalid_target"]
    # What was drawn is not for black's eyes, so nothing is said about it.
    assert no_to(drawn, c.ChooseRecruit(BLACK, card="del-uge")) == ["decision_pending"]


@pytest.mark.rules("BRI-SETUP-01", "BRI-ADV-02", "BRI-ADV-04", "BRI-ADV-05")
def test_a_chief_and_a_firehouse_that_are_not_to_be_had() -> None:
    state = RULESET.initial(2, replace(BASE, advanced=True))
    state = fold(evolve, state, RULESET.set_up(state, Chance(SEED, 0)))
    first = state.pending.seat
    state = do(state, c.ChooseChief(first, chief="blitz-haben", firehouse="white"))
    for chief, colour, count in (("blitz-haben", "white", 2), ("ester", "black", 1), ("gloria-ignis", "white", 1)):
        assert no_to(state, c.ChooseChief(1 - first, chief=chief, firehouse=colour)) == ["invalid_target"] * count
    assert no_to(state, c.EndTurn(first)) == ["decision_pending", "wrong_phase"]
    plain = RULESET.initial(2, BASE)
    plain = fold(evolve, plain, RULESET.set_up(plain, Chance(SEED, 0)))
    colour = next(x.firehouse for x in legal(plain, plain.pending.seat) if x.chief != "ester")
    wrong = next(chief.id for chief in box.CHIEFS.values() if chief.base_colour not in ("", colour))
    assert no_to(plain, c.ChooseChief(plain.pending.seat, chief=wrong, firehouse=colour)) == ["invalid_target"]
    assert no_to(plain, c.ChooseChief(plain.pending.seat, chief=wrong, firehouse="gold")) == ["invalid_target"] * 2
