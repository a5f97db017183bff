"""All objections to a command: over whole games the first is what `decide` refuses with.

By hand, several rules forbid one command at once, in their order.
"""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.rules import objections
from domain.rulesets.great_fire.state import State
from tests.rulesets.games import law_game
from tests.rulesets.great_fire.openings import dealt, opened, whole
from tests.rulesets.great_fire.position import position
from tests.rulesets.great_fire.samples import every_command, every_game, some, some_commands

PL = "pudding_lane"


def codes(state: State, command: c.Command) -> list[str]:
    return [no.code for no in objections(state, command)]


def bytes_of(no: Refused) -> bytes:
    return canonical([no.code, no.text, no.rules, no.facts])


def first_refusal(state: State, command: c.Command) -> bytes | None:
    """Returns what `decide` refuses a command with, None if it accepts it."""
    try:
        RULESET.decide(state, command, Chance(bytes(32), 0))
    except Refused as no:
        return bytes_of(no)
    return None


# ---- over whole games


@every_game
def test_there_are_objections_to_what_is_not_legal_and_decide_says_the_first(seats: int, options: Options) -> None:
    game, dice = law_game("great_fire", seats, options), random.Random("objections")
    several = 0
    for state in some(game, 0.4):
        for seat in (state.active, dice.choice([other for other in range(seats) if other != state.active]), seats, -1):
            legal = RULESET.legal(state, seat)
            for order in some_commands(state, seat, dice):
                refusals = objections(state, order)
                assert (not refusals) == (order in legal), order
                assert first_refusal(state, order) == (bytes_of(refusals[0]) if refusals else None), order
                assert len({bytes_of(refused) for refused in refusals}) == len(refusals), "each reason is given once"
                several += len(refusals) > 1
    assert several > 3000


def test_every_command_that_a_seat_could_ask_is_legal_or_objected_to() -> None:
    boards = {"st_pauls": 3, "holborn": 2, "cheapside": 1, "guild_hall": 2}
    bands = {"holborn": 2, "cheapside": 1, "bread_street": 1, "guild_hall": 1}
    held = {0: ["charge", "double_move"]}
    for phase in ("fire", "fire_second", "actions", "no_move", "intensify"):
        card = None if phase in ("fire", "no_move") else "W"
        state = position(
            cones=boards, bands=bands, held=held, land={0: "holborn"}, hands={0: "NNNWW"}, phase=phase, card=card
        )
        legal = set(RULESET.legal(state, 0))
        assert {order for order in every_command(0) if not objections(state, order)} == legal, phase


@pytest.mark.campaign
@pytest.mark.rules("GF-HID-01", "GF-HID-02")
@every_game
def test_objections_rest_on_what_the_seat_knows(seats: int, options: Options) -> None:
    game, dice = law_game("great_fire", seats, options), random.Random("twins")
    differing = 0
    for state in some(game, 0.25):
        for seat in range(seats):
            twin = RULESET.redeal(state, seat, Chance(dice.randbytes(32), 0))
            differing += twin != state
            for order in some_commands(state, seat, dice):
                refusals, others = objections(state, order), objections(twin, order)
                assert [bytes_of(refused) for refused in refusals] == [bytes_of(refused) for refused in others], order
    assert differing


# ---- by hand

ACTING: dict[str, Any] = {"phase": "actions", "card": "W"}
PINNED = position(points=0, cones={"holborn": 2}, bands={"holborn": 1}, land={0: "holborn"}, **ACTING)
CASES: list[tuple[str, State, c.Command, list[str]]] = [
    (
        "a charge out of turn, before the actions, without a charge, a band or a fire, on a big district",
        position(),
        c.Demolish(1, "guild_hall"),
        ["not_your_turn", "wrong_phase", "no_charge", "no_band", "no_fire_beside", "too_big"],
    ),
    (
        "a charge in the middle of a contained fire",
        position(cones={"guild_hall": 1}, bands={"guild_hall": 1}, **ACTING),
        c.Demolish(0, "guild_hall"),
        ["no_charge", "burning", "no_fire_beside", "too_big"],
    ),
    (
        "nothing else is asked of a grassed area",
        position(held={0: ["charge"]}, **ACTING),
        c.Demolish(0, "moor_fields"),
        ["not_a_district"],
    ),
    (
        "fire out of turn, by a card of another hand, from the last covered cone, into a fire break",
        position(cones={"holborn": 1}, bands={"holborn": 1}, demolished=["ludgate"], hands={0: "WWWWW", 1: "NNNNN"}),
        c.PlayFire(1, "W", "holborn", "ludgate"),
        ["not_your_turn", "not_in_hand", "fire_contained", "last_cone_stays", "fire_break"],
    ),
    (
        "fire from a last cone to what it does not reach",
        position(cones={"st_pauls": 1}),
        c.PlayFire(0, "W", "st_pauls", "whitechapel"),
        ["last_cone_stays", "out_of_reach"],
    ),
    (
        "fire in the actions, into a fire far off",
        position(cones={"st_pauls": 2}, **ACTING),
        c.PlayFire(0, "W", PL, "st_pauls"),
        ["wrong_phase", "burns_already", "out_of_reach"],
    ),
    (
        "fire between areas that are not there",
        position(hands={0: "NNNNN"}),
        c.PlayFire(0, "W", "nowhere", "elsewhere"),
        ["no_such_area", "no_such_area", "not_in_hand"],
    ),
    (
        "fire from nowhere onto the grass",
        position(),
        c.PlayFire(0, "W", "nowhere", "moor_fields"),
        ["no_such_area", "never_burns"],
    ),
    (
        "a double move first, without a token, from where nothing burns",
        position(),
        c.PlayDoubleMove(0, "holborn", "nowhere"),
        ["wrong_phase", "no_double_move", "no_such_area", "not_burning"],
    ),
    (
        "a double move by the card of somebody else",
        position(phase="fire_second", card="N", held={1: ["double_move"]}),
        c.PlayDoubleMove(1, PL, "moor_fields"),
        ["not_your_turn", "never_burns"],
    ),
    (
        "no move declared with a playable hand, by a card that is not in it",
        position(hands={0: "NNNNN"}),
        c.DeclareNoMove(0, "W"),
        ["move_possible", "not_in_hand"],
    ),
    (
        "a pinned band to Pudding Lane from afar, without a point",
        PINNED,
        c.MoveBand(0, "holborn", PL),
        ["no_points_left", "band_pinned", "pudding_lane_closed", "not_adjacent"],
    ),
    (
        "a landowner to Pudding Lane from afar, without a point",
        PINNED,
        c.MoveLandowner(0, PL),
        ["no_points_left", "pudding_lane_closed", "not_adjacent"],
    ),
    ("a fire put out without bands or points", PINNED, c.PutOut(0), ["no_points_left", "not_contained"]),
    (
        "the points of a turn are nobody else's",
        PINNED,
        c.PutOut(1),
        ["not_your_turn", "nothing_burns_here"],
    ),
    (
        "a band from nowhere to nowhere",
        position(**ACTING),
        c.MoveBand(0, "nowhere", "nowhere"),
        ["no_such_area"],
    ),
    (
        "a cone in the actions, in a contained district that is full",
        position(cones={"newgate": 4}, bands={"newgate": 4}, **ACTING),
        c.Intensify(0, "newgate"),
        ["wrong_phase", "not_burning_uncontained", "district_full"],
    ),
    (
        "set-up does not judge the commands of a turn",
        opened()[0],
        c.PlayFire((opened()[0].active + 1) % 4, "N", "nowhere", "nowhere"),
        ["not_your_turn", "wrong_phase"],
    ),
    ("a turn does not judge the commands of set-up", position(), c.PlaceBand(0, PL), ["wrong_phase"]),
    (
        "a band too early, out of turn, in Pudding Lane",
        opened()[0],
        c.PlaceBand((opened()[0].active + 1) % 4, PL),
        ["not_your_turn", "wrong_phase", "closed_at_set_up"],
    ),
    (
        "an exchange too late, of a mixed hand",
        replace(dealt()[0], hands=("ENNSW",) * 4),
        c.ExchangeHand(dealt()[0].active),
        ["wrong_phase", "hand_not_equal"],
    ),
]


@pytest.mark.rules("GF-TURN-01", "GF-FIRE-01", "GF-FIRE-02", "GF-FIRE-05", "GF-FIRE-13", "GF-ACT-01", "GF-ACT-05")
@pytest.mark.rules("GF-ACT-07", "GF-DEMO-01", "GF-DEMO-02", "GF-DEMO-03", "GF-DEMO-04", "GF-INT-02", "GF-INT-03")
@pytest.mark.parametrize(("state", "order", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_every_rule_that_forbids_is_an_objection_in_order(state: State, order: c.Command, expected: list[str]) -> None:
    assert codes(state, order) == expected
    assert first_refusal(state, order) == bytes_of(objections(state, order)[0])


@pytest.mark.rules("GF-DEMO-01", "GF-DEMO-02", "GF-DEMO-03", "GF-DEMO-04", "GF-DEMO-08")
def test_objections_to_a_demolition_go_one_by_one_as_they_are_met() -> None:
    order = c.Demolish(0, "guild_hall")
    faults = ["wrong_phase", "no_charge", "no_band", "no_fire_beside", "too_big"]
    mended: dict[str, Any] = {}
    mending: list[dict[str, Any]] = [
        {"phase": "actions"},
        {"held": {0: ["charge"]}},
        {"bands": {"guild_hall": 1}},
        {"cones": {"basinghall": 1}},
        {"empty": ["guild_hall"]},
    ]
    for number, more in enumerate(mending):
        assert codes(position(**mended), order) == faults[number:]
        mended |= more
    assert codes(position(**mended), order) == []


@pytest.mark.rules("GF-END-02")
def test_after_the_end_there_is_no_other_objection() -> None:
    over = whole(3)[0]
    orders: list[c.Command] = [c.PlayFire(1, "N", "nowhere", PL), c.PutOut(0), c.Demolish(7, PL), c.KeepHand(2)]
    assert [codes(over, order) for order in orders] == [["game_over"]] * len(orders)


def test_a_seat_that_is_not_at_the_table_has_nothing_to_be_judged_by() -> None:
    for seat in (-1, 4, 99):
        assert codes(position(), c.PlayFire(seat, "N", "nowhere", PL)) == ["not_your_turn"]
        assert codes(position(), c.Demolish(seat, PL)) == ["not_your_turn", "wrong_phase"]
