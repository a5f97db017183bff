"""Each erratum of London: the same situation before and after it."""

from typing import Any

import pytest

from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.viewer import seat_of
from domain.rulesets.london import VERSION_1, VERSION_2
from domain.rulesets.london.commands import (
    Activate,
    BringIn,
    Command,
    DrawFromDeck,
    EndAction,
    EndRun,
    GiveUp,
    KeepCard,
    LookAtDeck,
    NameOpponent,
    OfferCard,
    PlaceCard,
    PlaceUnderground,
    PlayForEffect,
    PutBack,
    Repeat,
    SpendCard,
    StopDrawing,
    StopSpending,
    TakeFromDisplay,
    TakeInExchange,
    TakeThree,
    UseWren,
)
from domain.rulesets.london.components import BOROUGHS, FACE_OF
from domain.rulesets.london.events import (
    ActivationEnded,
    CardSpent,
    DrawLapsed,
    Event,
    GameEnded,
    PovertyComputed,
    StartDrawEnded,
    UndergroundPlaced,
)
from domain.rulesets.london.rules.absence import plainest_decision
from domain.rulesets.london.state import Player, State
from tests.rulesets.london.position import NO_CHANCE, c, happened, of, play, position, seat, start_of_turn

BEFORE = {"ruleset_version": 1}


# ---- LON-E01


def after_wren_alone(**version: int) -> State:
    table = position(seat(hand=["wren", "lords"], stacks=["stock_exchange"]), top=["grocers"], **version)
    return play(table, PlayForEffect(0, c("wren")), EndAction(0))


@pytest.mark.before("LON-E01")
def test_credits_stayed_until_the_end_of_the_turn() -> None:
    assert after_wren_alone(**BEFORE).turn.credits == 2


@pytest.mark.rules("LON-RULING-10")
@pytest.mark.after("LON-E01")
def test_credits_are_lost_at_the_end_of_the_action() -> None:
    state = after_wren_alone()
    assert (state.phase, state.turn.credits) == ("hand_check", 0)


# ---- LON-E02


@pytest.mark.before("LON-E02")
def test_the_rules_said_nothing_about_time() -> None:
    assert VERSION_1.time_out is None


def late(state: State, seat: int = 0) -> tuple[Event, ...]:
    assert VERSION_2.time_out is not None
    return VERSION_2.time_out(state, seat_of(seat), NO_CHANCE)


def looked_at(**more: Any) -> State:
    stacks = more.pop("stacks", ["university_of_london"])
    table = position(seat(stacks=stacks), top_of_deck=["salters", "mercers", "vintners"], top=["lords"])
    return play(start_of_turn(table, 0), LookAtDeck(0))


ACTION = position(seat(hand=["grocers", "salters", "paupers"], stacks=["mercers", "school_brown"], money=9))
DECIDED: list[tuple[State, Command]] = [
    (start_of_turn(position(seat(), top=["lords"]), 0), DrawFromDeck(0)),
    (start_of_turn(position(seat(), deck=[], top=["lords", "grocers"]), 0), TakeFromDisplay(0, c("lords"))),
    (start_of_turn(position(seat(stacks=["parliament"])), 0), StopDrawing(0)),
    (looked_at(), KeepCard(0, c("salters"))),
    (play(looked_at(), KeepCard(0, c("salters"))), PutBack(0, c("mercers"))),
    (ACTION, TakeThree(0)),
    (play(ACTION, PlaceCard(0, c("grocers"))), SpendCard(0, c("salters"))),
    (play(ACTION, PlaceCard(0, c("grocers")), SpendCard(0, c("salters"))), EndAction(0)),
    (play(ACTION, Activate(0, 0)), EndRun(0)),
    (
        play(position(seat(hand=["wren", "grocers", "salters"])), PlayForEffect(0, c("wren")), PlaceCard(0, c("grocers"))),
        UseWren(0),
    ),
    (
        play(position(seat(hand=["grocers", "paupers"], stacks=["school_brown"])), PlaceCard(0, c("grocers"))),
        SpendCard(0, c("paupers"), school=True),
    ),
    (
        play(position(seat(hand=["lords", "paupers"], stacks=["brewing"])), Activate(0, 0)),
        SpendCard(0, c("paupers")),
    ),
    (play(position(seat(hand=["paupers"], stacks=["workhouse"])), Activate(0, 0)), StopSpending(0)),
    (play(position(seat(), seat(), seat(stacks=["fleet_street"]), active=2), Activate(2, 0)), NameOpponent(2, 0)),
    (
        play(position(seat(stacks=["mercers", "grocers", "whitehall"])), Activate(0, 1), Activate(0, 0), Activate(0, 2)),
        Repeat(0, 0),
    ),
    (
        play(
            position(
                seat(hand=["lords"], stacks=["underground"]),
                owners={"southwark_bermondsey": 0, "city": 1, "deptford": 1},
                underground=["southwark_bermondsey"],
            ),
            Activate(0, 0),
            SpendCard(0, c("lords")),
        ),
        PlaceUnderground(0, "deptford"),
    ),
    (
        play(position(seat(hand=["lords"], stacks=["stock_exchange"]), top=["grocers", "salters"]), OfferCard(0, c("lords"))),
        TakeInExchange(0, c("grocers")),
    ),
    (
        position(seat(hand=[*(f"paupers/{n}" for n in range(1, 10)), "lords"]), phase="hand_check"),
        GiveUp(0, c("lords")),
    ),
]  # fmt: skip


@pytest.mark.rules("LON-RULING-47")
@pytest.mark.after("LON-E02")
@pytest.mark.parametrize(("state", "command"), DECIDED)
def test_the_plainest_decision_is_made_for_a_player_whose_time_is_called(state: State, command: Command) -> None:
    assert plainest_decision(state, VERSION_2.legal(state, state.active)) == command
    assert late(state, state.active) == happened(state, command)


@pytest.mark.rules("LON-RULING-47")
def test_the_cheapest_card_goes_on_a_coffee_house() -> None:
    table = position(seat(stacks=["coffee_house"], money=20), top=["st_pauls", "lords", "grocers"])
    state = play(table, Activate(0, 0))
    assert late(state) == happened(state, BringIn(0, c("lords")))


@pytest.mark.rules("LON-RULING-47")
def test_time_is_called_only_on_a_player_who_may_act() -> None:
    with pytest.raises(Refused) as caught:
        late(ACTION, 1)
    assert caught.value.rules == ("LON-TURN-01", "LON-RULING-47")


@pytest.mark.rules("LON-RULING-47")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_of_nothing_but_calls_of_time_ends_without_a_loan(seats: int) -> None:
    state = VERSION_2.initial(seats, VERSION_2.options())
    for event in VERSION_2.set_up(state, NO_CHANCE):
        state = VERSION_2.evolve(state, event)
    for _ in range(2_000):
        if state.phase == "over":
            break
        for event in late(state, state.active):
            state = VERSION_2.evolve(state, event)
    assert (state.phase, state.ending) == ("over", "deck")
    assert all((player.loans, player.money, player.stacks) == (0, 5, ()) for player in state.players)


# ---- LON-E03


def recorded(**version: int) -> list[Event]:
    """Every kind of event that says more since the erratum, each from a situation of its own."""
    school = position(seat(hand=["grocers", "paupers"], stacks=["school_brown"]), **version)
    hospital = position(seat(stacks=["grocers", "hospital"]), **version)
    pubs = position(seat(hand=["lords"], stacks=["public_houses"]), **version)
    empty = position(seat(), deck=[], turns_left=2, ending="deck", **version)
    land = position(seat(hand=["lords"], stacks=["underground"]), owners={"city": 0, "westminster": 1}, **version)
    return [
        *of(happened(play(school, PlaceCard(0, c("grocers"))), SpendCard(0, c("paupers"), school=True)), CardSpent),
        *of(happened(hospital, Activate(0, 0, 1)), ActivationEnded),
        *of(happened(pubs, Activate(0, 0), EndRun(0)), PovertyComputed),
        *of(happened(empty, TakeThree(0)), DrawLapsed),
        *of(happened(empty, TakeThree(0)), StartDrawEnded),
        *of(
            happened(land, Activate(0, 0), SpendCard(0, c("lords")), PlaceUnderground(0, "westminster")),
            UndergroundPlaced,
        ),
    ]


@pytest.mark.before("LON-E03")
def test_the_record_left_out_what_a_card_was_spent_for_and_more() -> None:
    for event in recorded(**BEFORE):
        fields = canonical(event).decode()
        for name in ("target", "school", "hospital", "hand_ignored", "action", "skipped", "first"):
            assert f'"{name}":' not in fields


@pytest.mark.rules("LON-INFO-07")
@pytest.mark.after("LON-E03")
def test_the_record_says_what_a_card_was_spent_for_and_more() -> None:
    spent, flipped, computed, lapsed, skipped, placed = recorded()
    assert (spent.target, spent.school) == (c("grocers"), True)
    assert (flipped.hospital_flipped, flipped.flipped_stack) == (True, 1)
    assert (computed.hand_ignored, computed.hand) == (True, 0)
    assert lapsed.action == "take"
    assert skipped.skipped is True
    assert placed.first is True
    drawn = happened(start_of_turn(position(seat()), 0), DrawFromDeck(0))
    assert [event.skipped for event in of(drawn, StartDrawEnded)] == [False]


# ---- LON-E04


CITY = BOROUGHS["city"].vp
ST_PAULS = FACE_OF[c("st_pauls")].vp
ENDINGS: dict[str, tuple[Player, Player, dict[str, int]]] = {
    "no tie": (seat(vp=10), seat(vp=11), {}),
    "poverty": (seat(vp=10, poverty=3), seat(vp=11, poverty=4), {}),
    "markers": (seat(vp=10), seat(vp=10 + CITY), {"city": 0}),
    "best_card": (seat(vp=10, stacks=["st_pauls"]), seat(vp=10 + ST_PAULS), {}),
    "shared": (seat(vp=10), seat(vp=10), {}),
}


def ended(way: str, **version: int) -> tuple[GameEnded, tuple[str, ...]]:
    """How the last turn of a game ends, and the rules that the outcome cites."""
    first, second, owners = ENDINGS[way]
    table = position(first, second, deck=[], turns_left=1, ending="deck", owners=owners, **version)
    (event,) = of(happened(table, TakeThree(0)), GameEnded)
    outcome = VERSION_2.outcome(play(table, TakeThree(0)))
    assert outcome is not None
    return event, outcome.rules


@pytest.mark.before("LON-E04")
@pytest.mark.parametrize("way", ENDINGS)
def test_every_outcome_cited_the_rule_of_ties(way: str) -> None:
    event, rules = ended(way, **BEFORE)
    assert event.decided_by is None and b"decided_by" not in canonical(event)
    assert rules == ("LON-END-01", "LON-SCORE-10", "LON-SCORE-11")


@pytest.mark.rules("LON-SCORE-11")
@pytest.mark.after("LON-E04")
@pytest.mark.parametrize("way", ENDINGS)
def test_an_outcome_cites_the_rule_of_ties_only_after_a_tie(way: str) -> None:
    event, rules = ended(way)
    assert event.decided_by == (way if way in ("poverty", "markers", "best_card") else None)
    assert ("LON-SCORE-11" in rules) == (way != "no tie") == (len(set(event.points)) == 1)
    assert event.places == {"no tie": (2, 1), "shared": (1, 1)}.get(way, (1, 2))
