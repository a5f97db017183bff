"""What lines, phrases and the view say and cite of events, decks, water, decisions and the end."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.score import Place
from domain.engine.viewer import SPECTATOR, seat_of
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.agenda import Ask
from domain.rulesets.brigade.rules import legal
from domain.rulesets.brigade.view import view
from tests.rulesets.brigade.crews import FAR, HERE, crewed, won_fire
from tests.rulesets.brigade.lines import asked, line
from tests.rulesets.brigade.position import BLACK, WHITE, at, do, listed, position

# ---- events, decks, water, decisions


def test_an_event_card_was_drawn_with_its_printed_text() -> None:
    assert line(e.EventDrawn(seat=0, card="E25", starting=False))[0] == (
        "«0» drew the event card E25: “every player advances the wagon track by one circle”."
    )
    first = line(e.EventDrawn(seat=0, card="E01", starting=True))[0]
    assert first == "The starting event E01 was drawn: a firestorm over 5 tiles."
    assert (
        line(e.EventDrawn(seat=0, card="E17", starting=False))[0] == "«0» drew the event card E17: wind to the north."
    )


def test_an_upgrade_by_event_cites_its_own_event() -> None:
    def rules(track: Any) -> tuple[str, ...]:
        return line(e.TrackAdvanced(seat=0, track=track, circle=1, turn_upgrade=False, why="event"))[1]

    assert [rules(track)[0] for track in ("wagon", "crew", "leadership")] == [
        "BRI-EVENT-SPECIAL-02",
        "BRI-EVENT-SPECIAL-03",
        "BRI-EVENT-SPECIAL-04",
    ]


def test_a_shuffle_cites_set_up_or_the_discard() -> None:
    def events(cards: int) -> str:
        return line(e.EventDeckShuffled(order=("E17",) * cards))[1][0]

    assert [events(cards) for cards in (27, 31, 30, 34)] == ["BRI-SETUP-12"] * 2 + ["BRI-EVENT-03"] * 2
    assert line(e.CrewDeckShuffled(order=("ash",) * 22))[1][0] == "BRI-SETUP-09"
    assert line(e.CrewDeckShuffled(order=("ash",) * 9))[1][0] == "BRI-ACT-RECRUIT-06"


def test_a_refill_says_what_is_there_then_and_not_what_was_filled() -> None:
    def put(wagon: int, chief: int, crew: tuple[int, ...] = ()) -> str:
        return line(e.WaterChanged(seat=0, wagon=wagon, chief=chief, crew=crew, why="refill"))[0]

    assert put(0, 2) == "«0» refilled and then had 2 water on the chief."
    assert put(3, 0, (1, 2)) == "«0» refilled and then had 3 water on the wagon and 3 on the crew (1 and 2)."
    assert put(0, 0, (0,)) == "«0» refilled and then had no water."


def test_water_says_where_it_came_from() -> None:
    def spent(wagon: int, chief: int, crew: tuple[int, ...] = ()) -> str:
        return line(e.WaterSpent(seat=0, cell=HERE, wagon=wagon, chief=chief, crew=crew))[0]

    assert spent(0, 2) == "«0» spent 2 water from the chief."
    assert spent(1, 1, (1, 1)) == "«0» spent 4 water, 1 from the chief, 1 from the wagon and 2 from the crew."
    stolen = line(e.WaterStolen(seat=1, source="wagon", by=0, into="ash"))[0]
    assert stolen == "«0» stole 1 water from the wagon of «1» and put it on Ash (Aurath Ether)."
    to_chief = line(e.WaterStolen(seat=1, source="ash", by=0, into="chief"))[0]
    assert to_chief == "«0» stole 1 water from Ash of «1» and put it on their chief (Aurath Ether)."
    lost = line(e.WaterLost(seat=1, source="chief", by=0))[0]
    assert lost == "«1» lost 1 water from the chief to Walder Ranier of «0»."


@pytest.mark.rules("BRI-RECOG-01", "BRI-CHIEF-FRITH-GOLDMANE", "BRI-CHIEF-GLINT-DAMPSHOT")
def test_a_decision_that_is_due_cites_the_ability_that_brings_it() -> None:
    def requested(ask: Ask) -> tuple[str, tuple[str, ...]]:
        return line(e.DecisionRequested(seat=0, decision=ask.kind, agenda=(ask,)))

    text, rules = requested(Ask("recognition", WHITE, cell=HERE, left=2))
    assert text == "«0» could place 2 cubes of recognition." and rules[1] == "BRI-RECOG-02"
    for ability, rule in (("poach_crew", "BRI-CHIEF-FRITH-GOLDMANE"), ("extra_upgrade", "BRI-CHIEF-GLINT-DAMPSHOT")):
        text, rules = requested(Ask("remove_cube", WHITE, ability=ability))
        assert (text, rules) == ("«0» had to give up a cube on the board.", ("BRI-ACT-03", rule))
    made = e.DecisionMade(seat=0, decision="remove_cube", declined=False)
    assert line(made) == ("«0» chose the cube to give up.", ("BRI-ADV-03",))


@pytest.mark.rules("BRI-END-03", "BRI-END-07", "BRI-END-08")
def test_the_end_names_the_winner_and_the_points_that_decided() -> None:
    def ended(ending: Any, rules: tuple[str, ...], *points: int) -> tuple[str, tuple[str, ...]]:
        rows = tuple(Place(seat_of(seat), seat + 1, count, ()) for seat, count in enumerate(points))
        return line(e.GameEnded(ending=ending, places=rows, rules=rules))

    scored = ("BRI-END-04", "BRI-END-07", "BRI-END-08")
    text, rules = ended("evacuation", scored, 14, 12)
    assert text == "The game ended by evacuation: «0» won with 14 points, «1» had 12."
    assert rules == ("BRI-END-04", "BRI-END-07", "BRI-END-10")
    text, rules = ended("evacuation", scored, 1, 1, 0)
    assert text == "The game ended by evacuation: «0» won with 1 point, ahead on the tie-break, «1» had 1, «2» had 0."
    assert "BRI-END-08" in rules
    assert ended("guild", ("BRI-END-01",), 9, 9)[0] == "The game ended by the loyalty of a guild: «0» won."
    toll = line(e.EvacuationAnnounced(tiles_destroyed=8, university_destroyed=0))[0]
    assert toll.endswith("was announced: 8 tiles destroyed, none of them of the University.")
    burned = line(e.EvacuationAnnounced(tiles_destroyed=3, university_destroyed=3))[0]
    assert burned.endswith("was announced: 3 tiles destroyed, 3 of them of the University.")


def test_a_firestorm_under_control_says_how_many_cubes_it_brought() -> None:
    def brought(*cells: int) -> str:
        return line(e.PyroCubesEarned(seat=0, cells=cells))[0]

    assert brought() == "The firestorm brought «0» no cube (Cindy Bustion)."
    assert brought(HERE) == "The firestorm brought «0» a cube for 1 tile (Cindy Bustion)."
    assert brought(HERE, FAR) == "The firestorm brought «0» a cube each for 2 tiles (Cindy Bustion)."


def test_a_decision_made_reads_as_a_sentence() -> None:
    def made(decision: Any, *, declined: bool = False) -> str:
        return line(e.DecisionMade(seat=1, decision=decision, declined=declined))[0]

    assert made("recruit") == "«1» kept one of the drawn crew cards."
    assert made("recognition") == "«1» chose a tile for recognition."
    assert made("recognition", declined=True) == "«1» placed no more cubes of recognition."
    assert made("refill_tax") == "«1» chose the water to lose (Walder Ranier)."
    assert made("recruit", declined=True) == "«1» kept none of the drawn crew cards."


# ---- phrases


def test_ash_is_named_once() -> None:
    state = crewed("ash", at=at(1, 1), fire={at(1, 2): 1, FAR: 1})
    words = [asked(view(state, WHITE), x) for x in listed(state, c.Extinguish)]
    assert words and all(text.endswith("with 1 water, by Ash.") for text in words)


def test_a_transfer_says_that_the_rest_gets_nothing() -> None:
    state = position(players={WHITE: {"water": 1, "wagon_water": 0}})
    (only,) = listed(state, c.Transfer)
    assert asked(view(state, WHITE), only) == "Transfer to have 1 water on the wagon, none elsewhere."
    everywhere = c.Transfer(WHITE, wagon=1, chief=1, crew=())
    assert asked(view(state, WHITE), everywhere).endswith("1 water on the wagon and 1 on Frith Goldmane.")


@pytest.mark.rules("BRI-TURN-05")
def test_the_end_of_the_turn_is_phrased_with_the_actions_it_loses() -> None:
    state = position()
    assert asked(view(state, BLACK), c.EndTurn(WHITE)) == "End the turn with 4 actions unspent."
    assert asked(view(replace(state, actions=1), WHITE), c.EndTurn(WHITE)) == "End the turn with 1 action unspent."
    assert asked(view(replace(state, actions=0), WHITE), c.EndTurn(WHITE)) == "End the turn."
    assert asked(view(state, WHITE), c.EndTurn(BLACK)) == "End the turn."


# ---- the view


@pytest.mark.rules("BRI-HIDDEN-03", "BRI-END-08", "BRI-HOUSE-PINK")
def test_the_view_shows_who_put_a_fire_out_last_and_which_nobles_tiles_gave_a_free_move() -> None:
    state = do(won_fire(2, players={BLACK: {"last_out": 4}}, fires_out=4), c.Decline(WHITE))
    assert [seat.last_fire_out for seat in view(state, SPECTATOR).seats] == [5, 4]
    assert view(position(), SPECTATOR).seats[WHITE].last_fire_out is None
    pink = position(tiles={at(1, 1): ("nobles", 2)}, players={WHITE: {"firehouse": "pink"}})
    move = next(x for x in legal(pink, WHITE) if isinstance(x, c.MoveBrigade) and x.to == at(1, 1))
    moved = do(pink, move)
    assert view(moved, SPECTATOR).nobles_used == (at(1, 1),)
    assert view(replace(moved, nobles=0), SPECTATOR).nobles_used == ()
