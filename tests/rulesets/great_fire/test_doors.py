"""The doors that tell about a game rather than play it: turns, phrases, every objection, what is revealed."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.viewer import SPECTATOR
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import AREAS, IDS, INDEX, NAMES
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.phrases import phrase
from domain.rulesets.great_fire.rules import objections
from domain.rulesets.great_fire.state import State
from domain.rulesets.great_fire.view import view
from tests.rulesets.games import Game, law_game, option_sets, said
from tests.rulesets.great_fire.opened import dealt, opened, whole
from tests.rulesets.great_fire.position import position
from tests.rulesets.resigned import resigning

PL = "pudding_lane"
GAMES = [
    pytest.param(seats, options, id=f"{seats}-{said(options)}")
    for seats in (3, 4, 5, 6)
    for options in option_sets("great_fire")
]
every_game = pytest.mark.parametrize(("seats", "options"), GAMES)
PHRASE_LENGTH_MAX = 90


def codes(state: State, command: c.Command) -> list[str]:
    return [no.code for no in objections(state, command)]


def told(no: Refused) -> bytes:
    return canonical([no.code, no.text, no.rules, no.facts])


def first_no(state: State, command: c.Command) -> bytes | None:
    """What `decide` refuses a command with, None if it does not."""
    try:
        RULESET.decide(state, command, Chance(bytes(32), 0))
    except Refused as no:
        return told(no)
    return None


def every_command(seat: int) -> Iterator[c.Command]:
    """All that a seat could ask, legal or not: about thirty thousand commands."""
    yield from (c.KeepHand(seat), c.ExchangeHand(seat), c.PutOut(seat), c.EndActions(seat))
    yield from (c.DeclareNoMove(seat, card) for card in c.CARDS)
    for kind in (c.PlaceBand, c.PlaceLandowner, c.MoveLandowner, c.Demolish, c.Intensify):
        yield from (kind(seat, id) for id in IDS)
    for source, target in product(IDS, IDS):
        yield from (c.PlayFire(seat, card, source, target) for card in c.CARDS)
        yield c.PlayDoubleMove(seat, source, target)
        yield c.MoveBand(seat, source, target)


def some_commands(state: State, seat: int, dice: random.Random) -> list[c.Command]:
    """What is legal for anybody, asked by `seat`, and anything else, with areas that there are and one that is not."""
    areas = (*dice.sample(IDS, 8), PL, "nowhere")
    found: list[c.Command] = [c.KeepHand(seat), c.ExchangeHand(seat), c.PutOut(seat), c.EndActions(seat)]
    found += [c.DeclareNoMove(seat, card) for card in c.CARDS]
    for kind in (c.PlaceBand, c.PlaceLandowner, c.MoveLandowner, c.Demolish, c.Intensify):
        found += [kind(seat, id) for id in areas]
    for source, target in zip(areas, dice.sample(areas, len(areas)), strict=True):
        found += [c.PlayFire(seat, dice.choice(c.CARDS), source, target), c.MoveBand(seat, source, target)]
        found.append(c.PlayDoubleMove(seat, source, target))
    listed = RULESET.legal(state, state.active)
    return found + [replace(order, seat=seat) for order in dice.sample(listed, min(12, len(listed)))]


def some(game: Game, share: float) -> list[State]:
    """A share of the states of a game, and its last one."""
    dice = random.Random(f"doors {game.seats} {game.seed.hex()}")
    return [step.before for step in game.steps if dice.random() < share] + [game.steps[-1].after]


# ---- turns


@pytest.mark.rules("GF-TURN-01", "GF-SETUP-19")
@every_game
def test_turns_are_counted_from_the_first_fire_phase_on_and_never_go_back(seats: int, options: Options) -> None:
    game = law_game("great_fire", seats, options)
    state, count, fires = game.set_up.before, 0, 0
    for event in game.events:
        state = RULESET.evolve(state, event)
        now = RULESET.turn(state)
        assert now in (count, count + 1)
        assert (now == 0) == (state.phase in ("set_up", "confirm_hand", "dealing", "place_band", "place_landowner"))
        fires += isinstance(event, e.FireCardPlayed | e.NoMoveDeclared)
        assert fires in (now, now - 1), "a turn begins with its fire phase"
        count = now
    assert count == fires


@pytest.mark.rules("GF-TURN-01", "GAME-RESIGN-01")
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_the_turns_of_a_seat_that_resigned_are_counted_for_the_bot_plays_them(seats: int) -> None:
    fires, players = 0, set()
    for event, state, gone in resigning(RULESET, seats):
        if isinstance(event, e.FireCardPlayed | e.NoMoveDeclared):
            fires += 1
            players |= {event.seat} & set(gone)
        assert RULESET.turn(state) - fires in (0, 1), "a turn begins with its fire phase"
    assert RULESET.turn(state) == fires > seats and players == set(range(1, seats))


# ---- phrases


def test_no_two_commands_of_a_seat_have_the_same_phrase() -> None:
    orders, seen = list(every_command(0)), view(position(), SPECTATOR)
    assert len({phrase(seen, order) for order in orders}) == len(orders)


@every_game
def test_what_is_legal_is_said_in_short_sentences_with_printed_names(seats: int, options: Options) -> None:
    game = law_game("great_fire", seats, options)
    for state in some(game, 0.5):
        listed = RULESET.legal(state, state.active)
        seen = view(state, state.active)
        said_of = [phrase(seen, order) for order in listed]
        assert len(set(said_of)) == len(listed)
        for order, text in zip(listed, said_of, strict=True):
            assert text[0].isupper() and text.endswith(".") and text.count("  ") == 0
            assert "_" not in text and "«" not in text and len(text) <= PHRASE_LENGTH_MAX
            values = [getattr(order, name) for name in order.__struct_fields__]
            assert all(NAMES[value] in text for value in values if value in NAMES)


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (
            c.PlayFire(0, "W", PL, "guild_hall"),
            "Drive the fire west from Pudding Lane into {guild_hall} ({houses} houses).",
        ),
        (c.PlayFire(0, "W", PL, "st_pauls"), "Drive the fire west from Pudding Lane into {st_pauls}."),
        (
            c.PlayDoubleMove(0, PL, "guild_hall"),
            "Drive the fire by a double move from Pudding Lane into {guild_hall} ({houses} houses).",
        ),
        (c.MoveLandowner(0, "holborn"), "Move your landowner from {st_pauls} to {holborn} (1 cone)."),
        (c.MoveLandowner(9, "guild_hall"), "Move your landowner to {guild_hall}."),
        (c.MoveBand(0, "guild_hall", "st_pauls"), "Move a band from {guild_hall} to {st_pauls} (3 cones)."),
        (c.PutOut(0), "Put out a cone in {st_pauls} (3 cones), where your landowner stands."),
        (c.PutOut(9), "Put out a cone where your landowner stands."),
        (c.Demolish(0, "guild_hall"), "Demolish {guild_hall} ({houses} houses)."),
        (c.Intensify(0, "holborn"), "Add a cone in {holborn} (1 cone)."),
        (c.DeclareNoMove(0, "E"), "Show that nothing moves the fire and discard one east card."),
    ],
)
def test_a_phrase_says_what_burns_and_what_stands_there(order: c.Command, text: str) -> None:
    state = position(cones={"st_pauls": 3, "holborn": 1}, land={0: "st_pauls"}, phase="actions", card="W")
    words = text.format(**NAMES, houses=AREAS[INDEX["guild_hall"]].size)
    assert {phrase(view(state, viewer), order) for viewer in (*range(4), SPECTATOR)} == {words}


def test_an_area_that_is_not_on_the_board_is_not_repeated() -> None:
    text = phrase(view(position(), SPECTATOR), c.PlayFire(0, "N", PL, "<b>nowhere</b>"))
    assert text == "Drive the fire north from Pudding Lane into an unknown area."


# ---- objections: over whole games


@every_game
def test_there_are_objections_to_what_is_not_legal_and_decide_says_the_first(seats: int, options: Options) -> None:
    game, dice = law_game("great_fire", seats, options), random.Random("objections")
    several = 0
    for state in some(game, 0.4):
        for seat in (state.active, dice.choice([other for other in range(seats) if other != state.active]), seats, -1):
            legal = RULESET.legal(state, seat)
            for order in some_commands(state, seat, dice):
                noes = objections(state, order)
                assert (not noes) == (order in legal), order
                assert first_no(state, order) == (told(noes[0]) if noes else None), order
                assert len({told(no) for no in noes}) == len(noes), "no reason is told twice"
                several += len(noes) > 1
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
                noes, others = objections(state, order), objections(twin, order)
                assert [told(no) for no in noes] == [told(no) for no in others], order
    assert differing


# ---- objections: by hand

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
        ["not_your_turn", "card_not_in_hand", "fire_contained", "last_cone_stays", "fire_break"],
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
        ["unknown_area", "unknown_area", "card_not_in_hand"],
    ),
    (
        "fire from nowhere onto the grass",
        position(),
        c.PlayFire(0, "W", "nowhere", "moor_fields"),
        ["unknown_area", "never_burns"],
    ),
    (
        "a double move first, without a token, from where nothing burns",
        position(),
        c.PlayDoubleMove(0, "holborn", "nowhere"),
        ["wrong_phase", "no_double_move", "unknown_area", "not_burning"],
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
        ["move_possible", "card_not_in_hand"],
    ),
    (
        "a pinned band to Pudding Lane from afar, without a point",
        PINNED,
        c.MoveBand(0, "holborn", PL),
        ["no_points_left", "band_pinned", "pudding_lane_closed", "not_linked"],
    ),
    (
        "a landowner to Pudding Lane from afar, without a point",
        PINNED,
        c.MoveLandowner(0, PL),
        ["no_points_left", "pudding_lane_closed", "not_linked"],
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
        ["unknown_area"],
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
def test_every_rule_that_forbids_is_told_in_order(state: State, order: c.Command, expected: list[str]) -> None:
    assert codes(state, order) == expected
    assert first_no(state, order) == told(objections(state, order)[0])


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
def test_after_the_end_nothing_else_is_told() -> None:
    over = whole(3)[0]
    orders: list[c.Command] = [c.PlayFire(1, "N", "nowhere", PL), c.PutOut(0), c.Demolish(7, PL), c.KeepHand(2)]
    assert [codes(over, order) for order in orders] == [["game_over"]] * len(orders)


def test_a_seat_that_is_not_at_the_table_has_nothing_to_be_judged_by() -> None:
    for seat in (-1, 4, 99):
        assert codes(position(), c.PlayFire(seat, "N", "nowhere", PL)) == ["not_your_turn"]
        assert codes(position(), c.Demolish(seat, PL)) == ["not_your_turn", "wrong_phase"]


# ---- reveals


@pytest.mark.rules("GF-FIRE-13", "GF-HID-04", "GF-SETUP-04", "GF-DRAW-02", "GF-SCORE-07")
def test_what_is_revealed_is_told_to_all_in_full() -> None:
    events: list[Any] = [*whole(3)[1]]
    state, _ = opened()
    state = replace(
        state, hands=tuple("NNNNN" if seat == state.active else hand for seat, hand in enumerate(state.hands))
    )
    events += RULESET.decide(state, c.ExchangeHand(state.active), Chance(bytes(32), 9))
    stuck = position(hands={0: "SSSSS"}, cones={"queenhithe": 1})
    events += RULESET.decide(stuck, c.DeclareNoMove(0, "S"), Chance(bytes(32), 9))
    shown = {
        e.HandExchanged: "shown",
        e.NoMoveDeclared: "hand",
        e.StackCardRevealed: "letter",
        e.GameScored: "objectives",
    }
    assert set(RULESET.reveals) == set(shown)
    for kind, field in shown.items():
        event = next(event for event in events if isinstance(event, kind))
        line = RULESET.tell(event, SPECTATOR)
        assert line is not None and line.facts[field] == getattr(event, field)
