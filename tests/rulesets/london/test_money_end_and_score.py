"""Loans, the end of the game and final scoring (LON-LOAN, LON-END, LON-SCORE)."""

import pytest
from msgspec.structs import replace

from domain.engine.fold import fold
from domain.engine.refusal import Refused
from domain.engine.viewer import ARBITER, SPECTATOR
from domain.rulesets.london import RULESET
from domain.rulesets.london.commands import (
    Activate,
    BringIn,
    DrawFromDeck,
    EndAction,
    EndRun,
    GiveUp,
    Invest,
    PlaceCard,
    PlayForEffect,
    SpendCard,
    StopDrawing,
    TakeFromDisplay,
    TakeLoan,
    TakeThree,
)
from domain.rulesets.london.events import (
    EndTriggered,
    GameEnded,
    HandRevealed,
    LoansRepaid,
    LoanTaken,
    PovertyComputed,
    PovertyReduced,
    TurnEnded,
)
from domain.rulesets.london.options import Options
from domain.rulesets.london.score import best_card, outcome, poverty_penalty, ranked, tracks
from domain.rulesets.london.state import State, Turn
from domain.rulesets.london.view import view
from tests.rulesets.london.position import (
    c,
    cards,
    happened,
    listed,
    named,
    no,
    of,
    play,
    position,
    seat,
    stack,
    start_of_turn,
)


@pytest.mark.rules("LON-LOAN-01", "LON-LOAN-02", "LON-RULING-14")
def test_loans_bring_ten_pounds_each_as_many_as_one_likes() -> None:
    state = position(seat(money=0))
    after = play(state, *[TakeLoan(0)] * 7)  # whether or not a payment is due
    assert (after.players[0].money, after.players[0].loans) == (70, 7)
    assert TakeLoan(0) in RULESET.legal(after, 0)


@pytest.mark.rules("LON-LOAN-03", "LON-RULING-14")
def test_a_loan_may_be_taken_at_any_point_of_ones_own_turn_only() -> None:
    state = position(seat(hand=["st_pauls", "lords"], money=0), seat())
    no(state, TakeLoan(1), "not_your_turn", "LON-TURN-01")
    borrowed = play(start_of_turn(state, 0), TakeLoan(0), DrawFromDeck(0))
    paying = play(borrowed, PlaceCard(0, c("st_pauls")))
    assert play(paying, TakeLoan(0), SpendCard(0, c("lords"))).players[0].money == 10


@pytest.mark.rules("LON-LOAN-04", "LON-RULING-14", "LON-FLOW-12", "LON-LOAN-05")
def test_a_compulsory_payment_forces_as_many_loans_as_needed_and_no_more() -> None:
    owners = dict.fromkeys(["city", "hackney", "islington", "st_pancras", "hampstead", "lambeth", "battersea"], 1)
    owners |= dict.fromkeys(["camberwell", "lewisham", "deptford", "greenwich"], 1)
    state = position(seat(stacks=["fire_brigade"]), seat(money=0), owners=owners)
    events = happened(state, Activate(0, 0))
    assert named(events)[2:5] == ["LoanTaken", "LoanTaken", "BankPaid"]
    after = play(state, Activate(0, 0)).players[1]
    assert (after.money, after.loans) == (20 - 11, 2)
    exact = position(seat(stacks=["lloyds_of_london"]), seat(money=2))
    assert play(exact, Activate(0, 0)).players[1].loans == 0


@pytest.mark.rules("LON-LOAN-04", "LON-LOAN-05")
def test_a_chosen_payment_never_forces_a_loan() -> None:
    state = position(seat(hand=["st_pauls", "lords"], stacks=["woolwich_arsenal"], money=6))
    no(state, PlaceCard(0, c("st_pauls")), "money_short", "LON-LOAN-04")
    no(state, Activate(0, 0), "money_short", "LON-LOAN-05")
    no(state, Invest(0, "city"), "money_short", "LON-LOAN-04")


@pytest.mark.rules("LON-LOAN-06")
def test_loans_are_not_repaid_before_the_end() -> None:
    state = position(seat(money=100, loans=3))
    kinds = {type(order).__name__ for order in RULESET.legal(state, 0)}
    assert not any("Repay" in kind for kind in kinds)
    assert play(state, TakeThree(0), *[DrawFromDeck(0)] * 3).players[0].loans == 3


@pytest.mark.rules("LON-LOAN-07")
def test_no_loan_during_scoring() -> None:
    events = ending(seat(stacks=["bank_of_england"], money=14, loans=1))
    assert not of(events, LoanTaken)
    assert not of(events, LoansRepaid)


# The end


@pytest.mark.rules("LON-END-01", "LON-RULING-28")
def test_the_last_card_of_the_deck_triggers_the_end_at_once_in_any_part_of_a_turn() -> None:
    state = start_of_turn(position(seat(), seat(), seat(), deck=["grocers"], top=["lords", "sewers"]), 0)
    events = happened(state, DrawFromDeck(0))
    assert named(events)[:2] == ["CardDrawn", "EndTriggered"]
    assert play(state, TakeFromDisplay(0, c("lords"))).turns_left is None
    three = play(play(state, TakeFromDisplay(0, c("lords"))), TakeThree(0), DrawFromDeck(0))
    assert three.turns_left == 3
    playing = position(seat(hand=["huguenots"]), deck=["grocers"])
    assert of(happened(playing, PlayForEffect(0, c("huguenots")), DrawFromDeck(0)), EndTriggered)


@pytest.mark.rules("LON-END-02", "LON-END-03", "LON-END-05", "LON-RULING-28", "LON-RULING-35")
def test_the_turn_is_finished_and_each_other_player_has_one_more() -> None:
    hand = ["lords", *[f"paupers/{number}" for number in range(1, 9)]]
    state = position(seat(), seat(hand=hand), seat(), active=1, deck=["grocers"], top=["sewers"])
    checked = play(state, TakeThree(1), DrawFromDeck(1), TakeFromDisplay(1, c("sewers")))
    assert (checked.active, checked.phase) == (1, "hand_check")
    order = []
    rest = play(checked, GiveUp(1, c("lords")), GiveUp(1, c("sewers")))
    while rest.phase != "over":
        order.append(rest.active)
        if rest.phase == "start_draw":
            rest = play(rest, listed(rest, TakeFromDisplay)[0])
        rest = play(rest, TakeLoan(rest.active), TakeThree(rest.active))
        while rest.phase == "drawing":
            rest = play(rest, listed(rest, TakeFromDisplay)[0])
    assert order == [2, 0]
    no(rest, TakeThree(1), "game_over", "LON-END-05")
    assert RULESET.to_act(rest) == ()


@pytest.mark.rules("LON-END-04")
def test_the_start_draw_stays_compulsory_while_the_display_has_a_card() -> None:
    state = start_of_turn(position(seat(), deck=[], top=["lords"], turns_left=1, ending="deck"), 0)
    no(state, StopDrawing(0), "must_draw", "LON-TURN-03")
    no(state, TakeThree(0), "wrong_phase", "LON-TURN-05")


@pytest.mark.rules("LON-END-05", "LON-INFO-09")
def test_scoring_follows_the_last_turn() -> None:
    events = ending(seat(hand=["lords"]))
    assert named(events)[-5:] == ["TurnEnded", "HandRevealed", "HandRevealed", "PovertyReduced", "GameEnded"]
    assert of(events, HandRevealed)[0] == HandRevealed(seat=0, cards=(c("lords"),), poverty=1)


def last_turn(*seats, **more) -> State:
    return position(*seats, deck=[], turns_left=1, ending="deck", **more)


def ending(*seats, **more):
    """The events of a last turn in which nothing more happens, and of the scoring."""
    return happened(last_turn(*seats, **more), TakeThree(0))


def ended(*seats, **more) -> State:
    return play(last_turn(*seats, **more), TakeThree(0))


def sources(state: State, number: int) -> dict[str, int]:
    result = outcome(state)
    assert result is not None
    return {source.source: source.points for source in result.places[number].sources}


@pytest.mark.rules("LON-SCORE-01", "LON-RULING-15")
@pytest.mark.parametrize(
    ("money", "loans", "repaid", "left"), [(14, 1, 0, 14), (15, 1, 1, 0), (34, 2, 2, 4), (44, 3, 2, 14), (60, 1, 1, 45)]
)
def test_as_many_loans_as_possible_are_repaid(money: int, loans: int, repaid: int, left: int) -> None:
    state = ended(seat(money=money, loans=loans))
    assert (state.players[0].money, state.players[0].loans) == (left, loans - repaid)
    found = of(ending(seat(money=money, loans=loans)), LoansRepaid)
    assert found == ([LoansRepaid(seat=0, loans=repaid, pounds=15 * repaid)] if repaid else [])
    assert sources(state, 0)["money"] == left // 3


@pytest.mark.rules("LON-SCORE-02", "LON-POV-08")
def test_hands_bring_poverty_and_go_to_the_discard_pile() -> None:
    public_houses = seat(hand=["lords", "paupers"], stacks=["public_houses"], poverty=0)
    events = ending(public_houses, seat(poverty=0, hand=["grocers"]))
    assert [event.poverty for event in of(events, HandRevealed)] == [2, 1]
    assert not of(events, PovertyComputed)
    state = ended(public_houses, seat(poverty=0, hand=["grocers"]))
    assert state.discard[-3:] == cards(["lords", "paupers", "grocers"])
    assert state.display == ((None,) * 3, (None,) * 3)


@pytest.mark.rules("LON-SCORE-03", "LON-RULING-31")
@pytest.mark.parametrize(("money", "points"), [(0, 0), (2, 0), (3, 1), (14, 4)])
def test_a_point_for_each_full_three_pounds(money: int, points: int) -> None:
    assert sources(ended(seat(money=money)), 0)["money"] == points


@pytest.mark.rules("LON-SCORE-03", "LON-SCORE-07", "LON-RULING-15")
def test_money_that_is_left_counts_even_beside_an_unpaid_loan() -> None:
    found = sources(ended(seat(money=14, loans=1)), 0)
    assert (found["money"], found["loans"]) == (4, -7)


@pytest.mark.rules("LON-SCORE-04")
def test_boroughs_and_underground_count_for_the_owner_of_the_building_marker() -> None:
    state = ended(seat(), seat(), owners={"city": 0, "greenwich": 0, "hackney": 1}, underground=["city", "hackney"])
    assert (sources(state, 0)["boroughs"], sources(state, 0)["underground"]) == (8, 2)
    assert (sources(state, 1)["boroughs"], sources(state, 1)["underground"]) == (2, 2)


@pytest.mark.rules("LON-SCORE-05", "LON-PLAY-13")
def test_every_card_of_the_building_display_counts_however_it_lies() -> None:
    state = ended(seat(stacks=[stack("st_pauls", "grocers"), stack("hospital", down=True), "lords"]))
    assert sources(state, 0)["cards"] == 6 + 0 + 3 + 1


@pytest.mark.rules("LON-SCORE-06")
def test_points_gained_count() -> None:
    assert sources(ended(seat(vp=12)), 0)["gained"] == 12


@pytest.mark.rules("LON-SCORE-07")
def test_each_unpaid_loan_costs_seven_points_whatever_it_brought() -> None:
    state = ended(seat(money=0, loans=3, stacks=["bank_of_england"]))
    assert sources(state, 0)["loans"] == -21


@pytest.mark.rules("LON-SCORE-08")
def test_the_smallest_poverty_is_taken_from_everybody() -> None:
    events = ending(seat(poverty=9), seat(poverty=4), seat(poverty=6))
    assert of(events, PovertyReduced) == [PovertyReduced(points=4)]
    state = ended(seat(poverty=9), seat(poverty=4), seat(poverty=6))
    assert [player.poverty for player in state.players] == [5, 0, 2]


@pytest.mark.rules("LON-SCORE-09")
def test_the_poverty_table() -> None:
    lost = [poverty_penalty(points) for points in range(14)]
    assert lost == [0, 1, 1, 2, 3, 5, 7, 9, 11, 13, 15, 18, 21, 24]
    assert sources(ended(seat(poverty=13), seat(poverty=2)), 0)["poverty"] == -18


@pytest.mark.rules("LON-SCORE-10", "LON-RULING-31")
def test_the_highest_sum_wins_and_a_sum_may_be_negative() -> None:
    state = ended(seat(vp=3, money=0), seat(vp=0, money=0, poverty=30))
    result = outcome(state)
    assert result is not None
    assert [(place.place, place.points) for place in result.places] == [(1, 3), (2, -15 - 3 * 15)]
    assert result.winners == (0,)
    assert of(ending(seat(vp=3, money=0), seat(vp=0, money=0, poverty=30)), GameEnded) == [
        GameEnded(points=(3, -60), places=(1, 2))
    ]


@pytest.mark.rules("LON-SCORE-11", "LON-RULING-30")
def test_ties_go_to_the_poorest_in_poverty_then_land_then_best_card() -> None:
    poverty = ended(seat(vp=10, money=0, poverty=6), seat(vp=9, money=0, poverty=5))
    assert ranked(poverty) == (2, 1)
    land = ended(seat(vp=6, money=0), seat(vp=2, money=0), owners={"greenwich": 1, "deptford": 1})
    assert ranked(land) == (2, 1)
    card = ended(
        seat(vp=5, money=0, stacks=["parliament", "lords"]), seat(vp=5, money=0, stacks=[stack("st_pauls", "grocers")])
    )
    assert [best_card(player) for player in card.players] == [5, 6]
    assert ranked(card) == (2, 1)


@pytest.mark.rules("LON-SCORE-11", "LON-RULING-30")
def test_level_players_share_a_place_and_the_next_is_left_out() -> None:
    state = ended(seat(vp=4, money=0), seat(vp=4, money=0), seat(vp=3, money=0))
    assert ranked(state) == (1, 1, 3)
    result = outcome(state)
    assert result is not None
    assert result.winners == (0, 1)


# The guard


@pytest.mark.rules("LON-RULING-45")
def test_too_many_idle_turns_in_a_row_trigger_the_end() -> None:
    """Two seats, ten turns each: at the end of the twentieth."""
    given = position(seat(), seat(), top=["lords", "sewers", "bridge"], bottom=["grocers"], phase="action")
    before = replace(given, idle_turns=18)
    events = happened(before, TakeThree(0), *[TakeFromDisplay(0, c(name)) for name in ("lords", "sewers", "bridge")])
    assert of(events, TurnEnded) == [TurnEnded(seat=0, idle=True)]
    assert not of(events, EndTriggered)
    assert fold(RULESET.evolve, before, events).idle_turns == 19
    last = replace(given, idle_turns=19)
    taken = [TakeFromDisplay(0, c(name)) for name in ("lords", "sewers", "bridge")]
    assert of(happened(last, TakeThree(0), *taken), EndTriggered) == [EndTriggered(seat=0, ending="idle")]
    after = play(last, TakeThree(0), *taken)
    assert (after.turns_left, after.active) == (1, 1)
    done = play(after, TakeFromDisplay(1, c("grocers")), TakeThree(1), *[DrawFromDeck(1)] * 3)
    result = outcome(done)
    assert result is not None
    assert (result.ending, result.rules[0]) == ("idle_turns", "LON-RULING-45")


@pytest.mark.rules("LON-RULING-45")
def test_a_card_from_the_deck_or_on_a_building_display_is_not_idle() -> None:
    drawn = play(replace(position(seat()), idle_turns=19), TakeThree(0), *[DrawFromDeck(0)] * 3)
    assert (drawn.idle_turns, drawn.turns_left) == (0, None)
    hand = position(seat(hand=["grocers", "salters"]))
    built = play(replace(hand, idle_turns=19), PlaceCard(0, c("grocers")), SpendCard(0, c("salters")), EndAction(0))
    assert built.turns_left is None
    coffee = replace(position(seat(stacks=["coffee_house"]), top=["lords"]), idle_turns=19)
    assert play(coffee, Activate(0, 0), BringIn(0, c("lords")), EndRun(0)).turns_left is None
    ran = replace(position(seat(stacks=["grand_hotel"])), idle_turns=19)
    assert play(ran, Activate(0, 0), EndRun(0)).turns_left == 1


@pytest.mark.rules("LON-RULING-45")
def test_the_guard_is_not_met_once_the_end_is_triggered_and_is_set_by_the_server() -> None:
    late = replace(last_turn(seat()), idle_turns=30, turns_left=2)
    assert not of(happened(late, TakeThree(0)), EndTriggered)
    short = position(seat(stacks=["grand_hotel"]), idle_turns_per_player=1)
    ran = replace(short, idle_turns=1)
    assert of(happened(ran, Activate(0, 0), EndRun(0)), EndTriggered)
    for wrong in (0, 1001):
        with pytest.raises(Refused) as caught:
            RULESET.initial(2, Options(idle_turns_per_player=wrong))
        assert (caught.value.code, caught.value.rules) == ("idle_turns_out_of_range", ("LON-RULING-45",))


# Tracks


def test_tracks_tell_what_is_banked_and_what_the_end_would_give() -> None:
    state = position(
        seat(hand=["lords", "paupers"], stacks=["st_pauls"], money=34, loans=1, vp=3, poverty=6),
        seat(poverty=5),
        owners={"city": 0},
        underground=["city"],
        turn=Turn(),
    )
    found = {track.source: (track.banked, track.if_over) for track in tracks(state) if track.seat == 0}
    assert found == {
        "cards": (6, 6),
        "boroughs": (6, 6),
        "underground": (2, 2),
        "gained": (3, 3),
        "money": (0, 6),
        "loans": (0, 0),
        "poverty": (0, -2),
    }
    assert all(track.is_visible_to(SPECTATOR) and track.is_visible_to(ARBITER) for track in tracks(state))


def test_the_tracks_of_a_finished_game_are_its_outcome() -> None:
    state = ended(seat(money=14, loans=1, vp=4, poverty=8), seat(stacks=["lords"]), owners={"city": 1})
    result = outcome(state)
    assert result is not None
    for place in result.places:
        mine = [track for track in tracks(state) if track.seat == place.seat]
        assert all(track.banked == track.if_over for track in mine)
        assert sum(track.banked for track in mine) == place.points
        assert all(source.rules for source in place.sources)
    assert view(state, 0).phase == "over"
