"""The words of lines and refusals at rare moments."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.refusal import Refused
from domain.engine.score import Outcome, Place
from domain.engine.viewer import SPECTATOR, seats_of
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.state import State
from tests.lines import english
from tests.rulesets.great_fire.openings import dealt
from tests.rulesets.great_fire.position import no, position

PL = "pudding_lane"


def line(event: e.Event) -> str:
    """Returns what a spectator reads."""
    answer = RULESET.tell(event, SPECTATOR)
    assert answer is not None
    return english(answer)


def burnt(houses: tuple[str, ...], added: int, from_stock: int, from_lane: int, cones: int) -> e.DistrictBurnt:
    """Guild Hall, of size 4, has burned."""
    return e.DistrictBurnt("guild_hall", houses, added, from_stock, from_lane, cones)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            e.NoMoveDeclared(1, ("E", "S", "S", "S", "S"), "E", 0, 3),
            "«1» could not move the fire, showed 1 east card and 4 south cards and discarded an east card;"
            " no cone could be added.",
        ),
        (
            e.FireMoved(0, "W", "cheapside", "candlewick_ward", ("cheapside", "candlewick_ward"), 1, 1, 1),
            "«0» moved a cone by a west card from Cheapside into Candlewick Ward.",
        ),
        (burnt(("red",), 3, 3, 0, 4), "Guild Hall burned down: 1 red house lost; 3 cones added."),
        (burnt((), 3, 2, 1, 4), "Guild Hall, already empty, burned again; 3 cones added, 1 of them from Pudding Lane."),
        (
            burnt((), 1, 0, 1, 2),
            "Guild Hall, already empty, burned again; 1 cone added, from Pudding Lane;"
            " there was no cone left for 2 more.",
        ),
        (
            burnt(("red",), 2, 0, 2, 3),
            "Guild Hall burned down: 1 red house lost; 2 cones added, both from Pudding Lane;"
            " there was no cone left for 1 more.",
        ),
        (burnt((), 0, 0, 0, 1), "Guild Hall, already empty, burned again."),
        (e.FireContainedOnArrival("pepys_house"), "The fire in Pepys House was contained: nothing burned."),
        (
            e.ConePutOut(0, "st_pauls", 2, 1, 3),
            "«0» put out a cone in St. Pauls, where 2 remained, and then had a pile of 1 cone.",
        ),
        (
            e.ConePutOut(0, "st_pauls", 0, 4, 3),
            "«0» put out the last cone in St. Pauls and then had a pile of 4 cones.",
        ),
        (e.FireCardPlayed(1, "E"), "«1» played an east card."),
        (
            e.ConesReturned((1, 0, 2)),
            "The stock and Pudding Lane were empty, so these went back to the stock: 1 cone of «0» and 2 cones of «2».",
        ),
        (
            e.FireDeckBuilt(("B", "A"), (9, 6), (), ()),
            "The fire deck was built, from the top: 9 cards on B and 6 on A.",
        ),
        (e.ActionsEnded(2, 4), "«2» ended the action phase with 4 points unspent."),
        (e.FireCardDrawn(0, "N", 1), "«0» drew a fire card; 1 card remained on this stack."),
        (e.FireCardDrawn(0, "N", 0), "«0» drew a fire card; it was the last on this stack."),
        (
            e.StackCardRevealed(0, "F", 2, 1),
            "«0» uncovered Fire Stack Card F: 2 cones had to be added, 1 could not be.",
        ),
        (e.FinalRoundStarted(3), "The fire deck was used up: 3 turns remained, without a draw."),
    ],
)
def test_a_line_says_what_happened(event: e.Event, text: str) -> None:
    assert line(event) == text


def scored(points: tuple[int, ...], places: tuple[int, ...], *rules: str) -> str:
    """Returns the last line of a game with these points and places, decided by these rules."""
    seats = seats_of(len(points))
    rows = tuple(Place(seat, places[seat], points[seat], ()) for seat in seats)
    nothing: Any = ((),) * len(points)
    outcome = Outcome("last_turn_played", rows, ("GF-SCORE-08", *rules, "GF-TIE-05"))
    return line(e.GameScored(nothing, nothing, ("red",) * len(points), points, points, outcome))


@pytest.mark.rules("GF-SCORE-07", "GF-SCORE-08")
def test_the_last_line_names_the_winner() -> None:
    assert scored((30, 41, 20), (2, 1, 3)) == "The game ended: «1» won with 41 VP, «0» had 30 VP, «2» had 20 VP."


@pytest.mark.rules("GF-TIE-01", "GF-TIE-02", "GF-TIE-03", "GF-TIE-04")
@pytest.mark.parametrize(
    ("rules", "by"),
    [
        (("GF-TIE-01",), "cones put out"),
        (("GF-TIE-01", "GF-TIE-02"), "houses standing"),
        (("GF-TIE-01", "GF-TIE-02", "GF-TIE-03"), "objective points"),
    ],
)
def test_the_last_line_names_the_tie_break(rules: tuple[str, ...], by: str) -> None:
    assert scored((41, 41), (1, 2), *rules) == f"The game ended: «0» won with 41 VP, ahead by {by}, «1» had 41 VP."
    shared = scored((41, 41, 3), (1, 1, 3), "GF-TIE-01", "GF-TIE-02", "GF-TIE-03", "GF-TIE-04")
    assert shared == "The game ended: «0» and «1» shared the victory with 41 VP each, «2» had 3 VP."


def test_a_command_of_another_phase_is_refused_with_what_is_due_now() -> None:
    def text(refused: Refused) -> str:
        assert refused.code == "wrong_phase"
        return english(refused, "great_fire")

    waiting, _ = dealt(4)
    seat = waiting.active
    assert text(no(waiting, c.EndActions(seat))) == f"This is not possible now: «{seat}» must place a trained band."
    due = "«0» must play a fire card, or show that none can be played."
    assert text(no(position(), c.PutOut(0))) == f"This is not possible now: {due}"


@pytest.mark.rules("GF-SETUP-04", "GF-SETUP-14", "GF-SETUP-18", "GF-TURN-01")
def test_a_seat_that_does_not_act_is_refused_by_the_rule_of_its_phase() -> None:
    def refused(state: State) -> Refused:
        return no(state, c.EndActions((state.active + 1) % state.seats))

    waiting = dealt(4)[0]
    now = f"«{waiting.active}» must place a trained band"
    assert english(refused(waiting), "great_fire") == f"Nobody else can act now: {now}."
    assert refused(waiting).rules == ("GF-SETUP-14", "GF-SETUP-02")
    assert refused(replace(waiting, phase="confirm_hand")).rules[:2] == ("GF-SETUP-04", "GF-RULING-42")
    assert refused(replace(waiting, phase="place_landowner")).rules[0] == "GF-SETUP-18"
    assert english(refused(position()), "great_fire") == "It is the turn of «0»."
    assert refused(position()).rules == ("GF-TURN-01", "GF-SETUP-02")


@pytest.mark.rules("GF-PRIO-01", "GF-PRIO-04", "GF-FIRE-09")
def test_a_target_of_a_lower_rank_is_refused_with_what_both_ranks_are() -> None:
    state = position(cones={"s_bennet": 1}, empty=["cheapside"])
    worse = no(state, c.PlayFire(0, "W", PL, "cheapside"))
    better = "this cone can reach a district that has houses and no band, so it must go there"
    assert english(worse, "great_fire") == f"Cheapside is empty and has no band; {better}."
    assert worse.code == "better_target" and worse.rules[:2] == ("GF-FIRE-09", "GF-PRIO-01")


@pytest.mark.rules("GF-FIRE-01", "GF-FIRE-02", "GF-CONT-02", "GF-DEMO-02", "GF-DEMO-03", "GF-INT-02")
def test_a_refusal_says_what_follows_from_the_board() -> None:
    def text(command: c.Command, **board: Any) -> str:
        return english(no(position(**board), command), "great_fire")

    north, south = (c.PlayFire(0, card, "s_bennet", "guild_hall") for card in "NS")
    contained: dict[str, Any] = {"cones": {"s_bennet": 2}, "bands": {"s_bennet": 2}}
    assert text(north) == "S. Bennet does not burn, so no cone can leave it."
    assert text(north, **contained) == "The fire in S. Bennet is contained, so no cone can leave it."
    assert text(south, hands={0: "NNNNN"}) == "You have no south card."
    burning: dict[str, Any] = {"cones": {"guild_hall": 5}, "empty": ["guild_hall"]}
    into = no(position(**burning), c.PlayFire(0, "N", PL, "guild_hall"))
    assert english(into, "great_fire") == "Guild Hall already burns uncontained, so no cone moves into it."
    add = c.Intensify(0, "s_bennet")
    owed: dict[str, Any] = {"phase": "intensify", "cones_to_place": 1}
    assert text(add, **owed) == "S. Bennet does not burn, so no cone may be added."
    assert text(add, **owed, **contained) == "The fire in S. Bennet is contained, so no cone may be added."
    charge: dict[str, Any] = {"phase": "actions", "held": {0: ["charge"]}, "bands": {"holborn": 1, "bridgeward": 1}}
    dry = "No district linked to Holborn burns, so it cannot be demolished."
    assert text(c.Demolish(0, "holborn"), **charge) == dry
    alight = charge | {"cones": {"bridgeward": 1}}
    assert text(c.Demolish(0, "bridgeward"), **alight) == "Bridgeward burns, so it cannot be demolished."
    grass = "Bunhill Fields has no houses printed on it, so it can never be demolished."
    assert text(c.Demolish(0, "bunhill_fields"), **charge) == grass


def test_the_end_of_the_actions_is_phrased_with_the_points_it_loses() -> None:
    def asked(points: int, seat: int = 0) -> str:
        state = position(phase="actions", points=points)
        return english(RULESET.phrase(RULESET.view(state, SPECTATOR), c.EndActions(seat)), "great_fire")

    assert asked(3) == "End your actions with 3 points unspent."
    assert asked(1) == "End your actions with 1 point unspent."
    assert asked(0) == asked(3, seat=1) == "End your actions."


@pytest.mark.rules("GF-SETUP-17")
def test_an_area_closed_at_set_up_is_refused_with_the_reason() -> None:
    waiting, _ = dealt(4)
    assert english(no(waiting, c.PlaceBand(waiting.active, PL)), "great_fire") == "Pudding Lane is closed at set-up."
    green = no(waiting, c.PlaceBand(waiting.active, "philpott_lane"))
    assert english(green, "great_fire") == "Philpott Lane is closed at set-up, because it lies in the green region."
