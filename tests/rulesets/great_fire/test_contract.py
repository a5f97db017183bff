"""The contract beyond playing: turns, phrases, what is revealed."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.viewer import SPECTATOR
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import AREAS, INDEX, NAMES
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.phrases import phrase
from domain.rulesets.great_fire.view import View, view
from tests.lines import english
from tests.rulesets.games import law_game
from tests.rulesets.great_fire.openings import opened, whole
from tests.rulesets.great_fire.position import position
from tests.rulesets.great_fire.samples import every_command, every_game, some
from tests.rulesets.resigned import resigning

PL = "pudding_lane"
PHRASE_LENGTH_MAX = 90


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


def said(seen: View, order: c.Command) -> str:
    """Returns the phrase of a command in English."""
    return english(phrase(seen, order), "great_fire")


def test_no_two_commands_of_a_seat_have_the_same_phrase() -> None:
    orders, seen = list(every_command(0)), view(position(), SPECTATOR)
    assert len({said(seen, order) for order in orders}) == len(orders)


@every_game
def test_what_is_legal_is_said_in_short_sentences_with_printed_names(seats: int, options: Options) -> None:
    game = law_game("great_fire", seats, options)
    for state in some(game, 0.5):
        listed = RULESET.legal(state, state.active)
        seen = view(state, state.active)
        said_of = [said(seen, order) for order in listed]
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
            "Play west: move a cone from Pudding Lane into {guild_hall} ({houses} houses).",
        ),
        (c.PlayFire(0, "W", PL, "st_pauls"), "Play west: move a cone from Pudding Lane into {st_pauls}."),
        (
            c.PlayDoubleMove(0, PL, "guild_hall"),
            "Play a double move: move a cone from Pudding Lane into {guild_hall} ({houses} houses).",
        ),
        (c.MoveLandowner(0, "holborn"), "Move your landowner from {st_pauls} to {holborn} (1 cone)."),
        (c.MoveLandowner(9, "guild_hall"), "Move your landowner to {guild_hall}."),
        (c.MoveBand(0, "guild_hall", "st_pauls"), "Move a band from {guild_hall} to {st_pauls} (3 cones)."),
        (c.PutOut(0), "Put out a cone in {st_pauls} (3 cones), where your landowner stands."),
        (c.PutOut(9), "Put out a cone where your landowner stands."),
        (c.Demolish(0, "guild_hall"), "Demolish {guild_hall} ({houses} houses)."),
        (c.Intensify(0, "holborn"), "Add a cone in {holborn} (1 cone)."),
        (c.DeclareNoMove(0, "E"), "Show that no card can move the fire, and discard one east card."),
    ],
)
def test_a_phrase_says_what_burns_and_what_stands_there(order: c.Command, text: str) -> None:
    state = position(cones={"st_pauls": 3, "holborn": 1}, land={0: "st_pauls"}, phase="actions", card="W")
    words = text.format(**NAMES, houses=AREAS[INDEX["guild_hall"]].size)
    assert {said(view(state, viewer), order) for viewer in (*range(4), SPECTATOR)} == {words}


def test_an_area_that_is_not_on_the_board_is_not_repeated() -> None:
    text = said(view(position(), SPECTATOR), c.PlayFire(0, "N", PL, "<b>nowhere</b>"))
    assert text == "Play north: move a cone from Pudding Lane into an unknown area."


# ---- reveals


@pytest.mark.rules("GF-FIRE-13", "GF-HID-04", "GF-SETUP-04", "GF-DRAW-02", "GF-SCORE-07")
def test_what_is_revealed_is_in_every_line_in_full() -> None:
    events: list[Any] = [*whole(3)[1]]
    state, _ = opened()
    state = replace(
        state, hands=tuple("NNNNN" if seat == state.active else hand for seat, hand in enumerate(state.hands))
    )
    events += RULESET.decide(state, c.ExchangeHand(state.active), Chance(bytes(32), 9))
    stuck = position(hands={0: "SSSSS"}, cones={"queenhithe": 1})
    events += RULESET.decide(stuck, c.DeclareNoMove(0, "S"), Chance(bytes(32), 9))
    shown = {
        e.HandExchanged: "hand",
        e.NoMoveDeclared: "hand",
        e.StackCardRevealed: "letter",
        e.GameScored: "objectives",
    }
    assert set(RULESET.reveals) == set(shown)
    for kind, field in shown.items():
        event = next(event for event in events if isinstance(event, kind))
        line = RULESET.tell(event, SPECTATOR)
        assert line is not None and line.facts[field] == getattr(event, field)
