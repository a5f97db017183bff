"""What the lines and refusals of this ruleset cite, case by case (P1 to P14, E1 to E7 of the hard reading)."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.score import Outcome, Place
from domain.engine.viewer import ARBITER, SPECTATOR, Viewer, seat_of
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.options import Options
from tests.lines import english
from tests.rulesets.great_fire.openings import begun, dealt, opened
from tests.rulesets.great_fire.position import no, one, play, position

PL = "pudding_lane"


def line(event: e.Event, viewer: Viewer = SPECTATOR) -> Any:
    """Returns the line of a viewer."""
    answer = RULESET.tell(event, viewer)
    assert answer is not None
    return answer


def rules(event: e.Event, viewer: Viewer = SPECTATOR) -> set[str]:
    """Returns what the line of a viewer cites."""
    return set(line(event, viewer).rules)


def cites(event: e.Event, *expected: str, never: tuple[str, ...] = ()) -> None:
    """Asserts that a line cites some rules, and not some others."""
    cited = rules(event)
    assert set(expected) <= cited, cited
    assert not set(never) & cited, cited


# ---- P1: the last round


@pytest.mark.rules("GF-END-01", "GF-OPT-02")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_last_round_cites_option_b_only_with_it(seats: int) -> None:
    text = f"The fire deck was used up: {seats} turns remained, without a draw."
    assert english(line(e.FinalRoundStarted(seats, 1))) == text
    cites(e.FinalRoundStarted(seats, 1), "GF-END-01", "GF-RULING-41", never=("GF-OPT-02",))
    cites(e.FinalRoundStarted(2 * seats, 2), "GF-END-01", "GF-OPT-02")


@pytest.mark.rules("GF-OPT-02")
def test_a_last_round_of_version_1_cites_option_b_only_if_the_number_of_turns_shows_it() -> None:
    for turns in (3, 4, 5, 6):
        cites(e.FinalRoundStarted(turns), "GF-END-01", never=("GF-OPT-02",))
    for turns in (8, 10, 12):
        cites(e.FinalRoundStarted(turns), "GF-OPT-02")


# ---- P2, P11: bands


@pytest.mark.rules("GF-SETUP-14", "GF-SETUP-15", "GF-BOARD-09")
def test_a_band_with_a_printed_place_cites_the_rule_of_its_number_of_seats() -> None:
    for seats, rule, areas in (
        (4, "GF-SETUP-14", ["hounds_ditch", "st_bottolphs"]),
        (5, "GF-SETUP-15", ["cripplegate"]),
    ):
        placed = [event for event in dealt(seats)[1] if isinstance(event, e.BandPlaced)]
        assert [event.area for event in placed] == areas
        for event in placed:
            assert rules(event) == {rule, "GF-BOARD-09"}
            assert english(line(event)).endswith(", as printed on the board.")


@pytest.mark.rules("GF-SETUP-13", "GF-SETUP-14", "GF-SETUP-15", "GF-SETUP-16", "GF-RULING-30")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_band_of_a_seat_cites_how_many_each_seat_places(seats: int) -> None:
    rule = f"GF-SETUP-{10 + seats}"
    for event in begun(seats)[1]:
        if isinstance(event, e.BandPlaced) and event.seat is not None:
            assert rules(event) - {"GF-RULING-30"} == {rule, "GF-SETUP-17"}
            assert ("GF-RULING-30" in rules(event)) == (event.area == "lincolns_inn")
    assert english(line(e.BandPlaced(0, "holborn", seats))) == "«0» placed a trained band in Holborn."
    assert rules(e.BandPlaced(0, "holborn")) == {"GF-SETUP-17"}, "version 1 does not record the number of seats"


# ---- P4: the movement of a fire


def moved(board: dict[str, Any], *orders: c.Command) -> e.FireMoved:
    """Returns the movement of the last order."""
    event: e.FireMoved = one(play(position(**board), *orders)[1], e.FireMoved)
    return event


CORNER = ("GF-FIRE-07", "GF-BOARD-04")
WAY = ("GF-FIRE-03", "GF-RULING-03")
CONTAINED = ("GF-RULING-04", "GF-CONT-03")
LAST_CONE = ("GF-FIRE-08", "GF-RULING-06")
ALWAYS = {"GF-FIRE-04", "GF-FIRE-09", "GF-PRIO-05", "GF-RULING-01"}


@pytest.mark.rules("GF-FIRE-02", "GF-FIRE-03", "GF-FIRE-07", "GF-FIRE-08", "GF-RULING-04", "GF-RULING-06", "GF-CONT-03")
@pytest.mark.parametrize(
    ("board", "order", "text", "by_case"),
    [
        (
            {},
            c.PlayFire(0, "W", PL, "tallow_hall"),
            "«0» moved a cone by a west card from Pudding Lane into Tallow Hall.",
            ("GF-PRIO-01",),
        ),
        (
            {"cones": {"finsbury": 2}},
            c.PlayFire(0, "S", "finsbury", "sion_college"),
            "«0» moved a cone by a south card from Finsbury into Sion College.",
            ("GF-PRIO-01", "GF-FIRE-02", *CORNER),
        ),
        (
            {"cones": {"s_bennet": 1}},
            c.PlayFire(0, "W", PL, "cheapside"),
            "«0» moved a cone by a west card from Pudding Lane through S. Bennet into Cheapside.",
            ("GF-PRIO-01", *WAY),
        ),
        (
            {"cones": {"billingsgate": 1}, "bands": {"billingsgate": 1, "pepys_house": 1, "philpott_lane": 1}},
            c.PlayFire(0, "E", PL, "billingsgate"),
            "«0» moved a cone by an east card from Pudding Lane into Billingsgate.",
            ("GF-PRIO-02", *CONTAINED),
        ),
        (
            {"cones": {PL: 1}},
            c.PlayFire(0, "W", PL, "tallow_hall"),
            "«0» moved a cone by a west card from Pudding Lane into Tallow Hall.",
            ("GF-PRIO-01", *LAST_CONE),
        ),
    ],
)
def test_a_movement_cites_what_its_case_needs(
    board: dict[str, Any], order: c.Command, text: str, by_case: tuple[str, ...]
) -> None:
    event = moved(board, order)
    assert english(line(event)) == text
    assert rules(event) == ALWAYS | set(by_case)


# ---- P3, P5, P6: a district burns


def burnt(board: dict[str, Any], order: c.Command) -> e.DistrictBurnt:
    """Returns the burning that an order leads to."""
    event: e.DistrictBurnt = one(play(position(**board), order)[1], e.DistrictBurnt)
    return event


NORTH = c.PlayFire(0, "N", "s_bennet", "guild_hall")
WEST = c.PlayFire(0, "W", PL, "cheapside")
WEST_EMPTY: dict[str, Any] = {"cones": {"s_bennet": 1}, "empty": ["cheapside", "tallow_hall", "vyners_hall"]}


@pytest.mark.rules("GF-ENTER-02", "GF-ENTER-03", "GF-ENTER-04")
def test_a_district_that_burns_down_cites_its_houses_and_its_cones() -> None:
    event = burnt({"houses": {"billingsgate": ["blue", "red"]}}, c.PlayFire(0, "E", PL, "billingsgate"))
    assert english(line(event)) == "Billingsgate burned down: 1 blue house and 1 red house lost; 1 cone added."
    assert rules(event) == {"GF-ENTER-02", "GF-ENTER-03", "GF-ENTER-04", "GF-RULING-49", "GF-SUPPLY-01"}


@pytest.mark.rules("GF-OPT-04", "GF-ENTER-05", "GF-RULING-09")
def test_an_empty_district_cites_the_size_or_the_option() -> None:
    sized = burnt(WEST_EMPTY, WEST)
    assert english(line(sized)) == "Cheapside, already empty, burned again; 2 cones added."
    assert rules(sized) == {
        "GF-ENTER-02", "GF-RULING-10", "GF-ENTER-05", "GF-ENTER-04", "GF-RULING-09", "GF-SUPPLY-01",
    }  # fmt: skip
    one_cone = burnt(WEST_EMPTY | {"options": Options(reburn_cones="one")}, WEST)
    assert english(line(one_cone)) == "Cheapside, already empty, burned again."
    assert rules(one_cone) == {"GF-ENTER-02", "GF-RULING-10", "GF-OPT-04"}
    assert rules(e.DistrictBurnt("cheapside", (), 0, 0, 0, 1)) == {"GF-ENTER-02", "GF-RULING-10", "GF-ENTER-05"}


@pytest.mark.rules("GF-RULING-17", "GF-CONT-03")
def test_a_broken_containment_says_what_the_bands_could_not_contain() -> None:
    bands = {"billingsgate": 1, "pepys_house": 1, "philpott_lane": 1}
    held = {"cones": {"billingsgate": 1}, "bands": bands, "houses": {"billingsgate": ["blue", "blue"]}}
    event = burnt(held, c.PlayFire(0, "E", PL, "billingsgate"))
    because = "because 1 trained band could not contain 2 cones"
    assert english(line(event)) == f"Billingsgate burned down, {because}: 2 blue houses lost."
    assert rules(event) == {
        "GF-ENTER-02", "GF-RULING-17", "GF-CONT-03", "GF-ENTER-03", "GF-RULING-49", "GF-ENTER-04",
    }  # fmt: skip


@pytest.mark.rules("GF-SUPPLY-03", "GF-OPT-05")
def test_missing_cones_cite_why_they_could_not_be_had() -> None:
    dry: dict[str, Any] = {"cones": {"s_bennet": 2, PL: 0}, "stock": 0, "houses": {"guild_hall": ["red"] * 4}}
    event = burnt(dry, NORTH)
    text = "Guild Hall burned down: 4 red houses lost; there was no cone left for 3 more."
    assert english(line(event)) == text
    cites(event, "GF-SUPPLY-03", "GF-ENTER-04", never=("GF-OPT-05", "GF-SUPPLY-01", "GF-SUPPLY-02"))
    stopped = burnt(dry | {"options": Options(stock_exhaustion="stop")}, NORTH)
    assert english(line(stopped)) == text
    cites(stopped, "GF-OPT-05", never=("GF-SUPPLY-03",))
    from_lane = burnt({"cones": {"s_bennet": 2, PL: 2}, "stock": 0}, NORTH)
    assert english(line(from_lane)).endswith(
        "; 2 cones added, both from Pudding Lane; there was no cone left for 1 more."
    )
    cites(from_lane, "GF-SUPPLY-02", "GF-SUPPLY-03")
    cites(e.DistrictBurnt("guild_hall", ("red",), 1, 0, 1, 2), "GF-SUPPLY-03")
    cites(e.DistrictBurnt("guild_hall", ("red",), 0, 0, 0, 1), never=("GF-SUPPLY-03", "GF-OPT-05"))


# ---- P10, P13: cones added, and what follows


@pytest.mark.rules("GF-FIRE-13", "GF-SUPPLY-01", "GF-SUPPLY-02")
def test_an_added_cone_cites_the_turn_without_a_movement_and_where_it_came_from() -> None:
    text = "«0» added a cone in Guild Hall, which then held 5."
    plain = e.FireIntensified(0, "guild_hall", 5, True, 2, False)
    assert english(line(plain)) == text
    assert rules(plain) == {"GF-INT-02", "GF-INT-03", "GF-INT-05", "GF-SUPPLY-01"}
    assert rules(e.FireIntensified(0, "guild_hall", 5, True, 2, True)) == rules(plain) | {"GF-FIRE-13"}
    from_lane = e.FireIntensified(0, "guild_hall", 5, False, 2, False)
    assert english(line(from_lane)) == "«0» added a cone from Pudding Lane in Guild Hall, which then held 5."
    cites(from_lane, "GF-SUPPLY-02", "GF-RULING-26", never=("GF-SUPPLY-01", "GF-FIRE-13"))


@pytest.mark.rules("GF-INT-04", "GF-RULING-25")
def test_a_stack_card_cites_cones_without_space_only_if_there_are_any() -> None:
    full = e.StackCardRevealed(0, "F", 3, 0)
    assert english(line(full)) == "«0» uncovered Fire Stack Card F: 3 cones had to be added."
    cites(full, "GF-DRAW-02", "GF-INT-01", never=("GF-RULING-25",))
    cites(e.StackCardRevealed(0, "F", 2, 1), "GF-INT-04", "GF-RULING-25")


@pytest.mark.rules("GF-ENTER-07", "GF-FIRE-08", "GF-RULING-08")
def test_a_refill_cites_the_movement_only_after_one() -> None:
    event = one(play(position(cones={PL: 1}), c.PlayFire(0, "W", PL, "tallow_hall"))[1], e.PuddingLaneRefilled)
    assert english(line(event)) == "Pudding Lane had no cone left and got 5 cones from the stock."
    assert rules(event) == {"GF-FIRE-08", "GF-RULING-08", "GF-ENTER-07"}
    added = position(cones={PL: 0, "guild_hall": 4}, stock=9, phase="intensify", cones_to_place=1)
    after_cones = one(play(added, c.Intensify(0, "guild_hall"))[1], e.PuddingLaneRefilled)
    assert rules(after_cones) == {"GF-FIRE-08", "GF-RULING-08"}


@pytest.mark.rules("GF-RULING-40", "GF-TURN-02")
def test_the_end_of_actions_cites_lost_points_only_if_there_are_any() -> None:
    assert english(line(e.ActionsEnded(0, 0))) == "«0» ended the action phase."
    assert rules(e.ActionsEnded(0, 0)) == {"GF-TURN-02", "GF-ACT-10"}
    assert rules(e.ActionsEnded(0, 2)) == {"GF-TURN-02", "GF-ACT-10", "GF-RULING-40"}


# ---- E1, E2, E7: a hand that moves nothing, the last card of a stack, a card that does not go where it points


@pytest.mark.rules("GF-FIRE-13", "GF-HID-04", "GF-INT-04")
def test_a_hand_that_moves_nothing_cites_why_it_was_shown() -> None:
    event = e.NoMoveDeclared(1, ("E", "S", "S", "S", "S"), "E", 3, 0)
    assert english(line(event)).endswith("and discarded an east card; 3 cones had to be added.")
    assert rules(event) == {"GF-FIRE-13", "GF-RULING-23", "GF-HID-04", "GF-INT-04"}


@pytest.mark.rules("GF-DRAW-01", "GF-HID-08")
def test_the_last_card_of_a_stack_is_named_as_such() -> None:
    event = e.FireCardDrawn(0, "N", 0)
    assert english(line(event)) == "«0» drew a fire card; it was the last on this stack."
    assert rules(event) == {"GF-DRAW-01", "GF-HID-08"}


def test_a_fire_card_is_phrased_as_the_card_and_the_two_districts() -> None:
    state = position(cones={"s_bennet": 1}, houses={"cheapside": ["red"] * 3})
    asked = RULESET.phrase(RULESET.view(state, 0), WEST)
    assert english(asked, "great_fire") == "Play west: move a cone from Pudding Lane into Cheapside (3 houses)."


# ---- P8, P14: what is due, and who won


@pytest.mark.rules("GF-SETUP-17", "GF-TURN-01")
def test_a_command_of_another_phase_cites_its_own_phase() -> None:
    waiting = dealt(4)[0]
    refused = no(waiting, c.PlaceLandowner(waiting.active, "holborn"))
    assert refused.rules == ("GF-SETUP-18",)
    due = f"«{waiting.active}» must place a trained band."
    assert english(refused, "great_fire") == f"This is not possible now: {due}"


@pytest.mark.rules("GF-SCORE-06", "GF-SCORE-07", "GF-TIE-01", "GF-RULING-38")
def test_the_score_cites_the_tie_break_and_the_unused_tokens() -> None:
    places = (Place(seat_of(0), 1, 41, ()), Place(seat_of(1), 2, 41, ()))
    outcome = Outcome("last_turn_played", places, ("GF-SCORE-08", "GF-TIE-01", "GF-TIE-05"))
    event = e.GameScored(((), ()), (("vp",), ()), ("red", "blue"), (20, 20), (3, 1), outcome)
    assert english(line(event)) == "The game ended: «0» won with 41 VP, ahead by cones put out, «1» had 41 VP."
    assert rules(event) == {"GF-SCORE-08", "GF-TIE-01", "GF-TIE-05", "GF-END-02", "GF-SCORE-07"}
    unused = replace(event, tokens=(("vp",), ("charge",)))
    assert rules(unused) == rules(event) | {"GF-RULING-38"}


# ---- P12 and the dealing


@pytest.mark.rules("GF-SETUP-10", "GF-RULING-39")
def test_a_colour_cites_the_dealing_and_the_houses_cite_that_all_colours_stand() -> None:
    event = e.ColourDealt(0, "yellow", "yellow", False)
    assert english(line(event)) == "«0» got the colour yellow."
    assert rules(event) == {"GF-SETUP-10"}
    houses = one(dealt()[1], e.HousesPlaced)
    cites(houses, "GF-SETUP-08", "GF-RULING-39")


@pytest.mark.rules("GF-OPT-01", "GF-OPT-03", "GF-OPT-06", "GF-OPT-07", "GF-RULING-33", "GF-SETUP-19")
def test_the_opened_box_names_the_options_that_are_not_the_defaults() -> None:
    plain = one(opened(4)[1], e.GameCreated)
    assert english(line(plain)) == f"4 players opened the box; «{plain.start}» was drawn as the start player."
    cites(plain, "GF-SETUP-02", "GF-SETUP-19", "GF-OPT-07", never=("GF-OPT-01", "GF-OPT-03", "GF-OPT-06"))
    options = Options(hidden_colours=True, fire_cones=100, fire_card_mix="easterly_wind")
    changed = one(opened(4, options)[1], e.GameCreated)
    words = "hidden colours, 100 cones and an easterly wind"
    assert (
        english(line(changed))
        == f"4 players opened the box with {words}; «{changed.start}» was drawn as the start player."
    )
    cites(changed, "GF-OPT-01", "GF-OPT-03", "GF-OPT-06", "GF-RULING-33", never=("GF-OPT-02", "GF-OPT-04"))


# ---- more by case


@pytest.mark.rules("GF-TOKEN-01", "GF-TOKEN-02", "GF-TOKEN-03", "GF-HID-05")
def test_only_who_may_know_a_token_reads_the_rule_of_its_kind() -> None:
    for kind, rule, words in (
        ("charge", "GF-TOKEN-01", "a demolition charge"),
        ("double_move", "GF-TOKEN-02", "a double move"),
        ("vp", "GF-TOKEN-03", "one victory point"),
    ):
        event = e.TokenTaken(0, "bridgeward", kind)
        assert english(line(event)) == "«0» took the token of Bridgeward."
        assert english(line(event, 0)) == f"«0» took the token of Bridgeward: {words}."
        assert rules(event) == rules(event, 1) == {"GF-ENTER-06", "GF-RULING-13", "GF-HID-05"}
        assert rules(event, 0) == rules(event, ARBITER) == {*rules(event), rule}


@pytest.mark.rules("GF-ENTER-01", "GF-RULING-12", "GF-TOKEN-05")
def test_a_contained_fire_says_that_a_token_stayed() -> None:
    bare, token = (e.FireContainedOnArrival("pepys_house", there) for there in (False, True))
    assert english(line(bare)) == "The fire in Pepys House was contained: nothing burned."
    assert english(line(token)) == "The fire in Pepys House was contained: nothing burned, and the token stayed there."
    assert rules(token) - rules(bare) == {"GF-RULING-12", "GF-TOKEN-05"}


@pytest.mark.rules("GF-ACT-06", "GF-ACT-08", "GF-RULING-18")
def test_a_band_cites_the_fire_that_it_enters() -> None:
    def band(pinned: bool, contained: bool) -> e.BandMoved:
        return e.BandMoved(0, "ludgate", "st_pauls", pinned, 3, contained)

    assert rules(band(False, False)) == {"GF-ACT-03", "GF-ACT-04"}
    assert english(line(band(False, True))).endswith("to St. Pauls, where the fire was contained.")
    cites(band(False, True), "GF-ACT-08", "GF-RULING-18", never=("GF-ACT-06",))
    assert english(line(band(True, False))).endswith("to St. Pauls, where it covered a cone.")
    cites(band(True, False), "GF-ACT-06", "GF-CONT-01", never=("GF-ACT-08",))


@pytest.mark.rules("GF-PUT-02", "GF-PUT-04")
def test_a_cone_put_out_cites_whether_more_are_left() -> None:
    cites(e.ConePutOut(0, "st_pauls", 2, 1, 3), "GF-PUT-01", "GF-PUT-02", never=("GF-PUT-04",))
    cites(e.ConePutOut(0, "st_pauls", 0, 3, 1), "GF-PUT-01", "GF-PUT-04", never=("GF-PUT-02",))
