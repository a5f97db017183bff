"""What lines say and cite, where the rules behind an event differ from case to case."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.viewer import SPECTATOR
from domain.rulesets.brigade import VERSION_1
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import TILES
from domain.rulesets.brigade.phrases import phrase
from domain.rulesets.brigade.rules import legal
from domain.rulesets.brigade.tell import tell
from domain.rulesets.brigade.view import view
from tests.rulesets.brigade.crews import FAR, HERE, crewed, led, merchants_won, won_fire
from tests.rulesets.brigade.lines import lines_of
from tests.rulesets.brigade.position import BLACK, WHITE, at, do, event, gain, listed, position

TILE = TILES[0].id


def line(happened: e.Event) -> tuple[str, tuple[str, ...]]:
    found = tell(happened, SPECTATOR)
    return found.text, found.rules


def taken(action: str, cost: int, uses: str = "") -> tuple[str, tuple[str, ...]]:
    return line(e.ActionTaken(seat=0, action=action, cost=cost, uses=uses))


# ---- actions


@pytest.mark.rules("BRI-ADV-03")
def test_a_chiefs_action_cites_the_chief_and_the_rule_of_chiefs_actions() -> None:
    state = led("gloria-ignis", fire={HERE: 1, FAR: 1})
    (spent,) = lines_of(e.ActionTaken, state, c.SendWagon(WHITE, HERE))
    assert spent.text == "«0» spent 1 action: Send Wagon."
    assert spent.rules == ("BRI-CHIEF-GLORIA-IGNIS", "BRI-ADV-03")
    assert taken("MoveBrigade", 1, "chief")[1] == ("BRI-CHIEF-AURATH-ETHER", "BRI-ADV-03")


def test_what_costs_no_action_says_so_and_cites_what_makes_it_free() -> None:
    assert taken("MoveBrigade", 0) == ("«0» spent no action: Move Brigade (pink firehouse).", ("BRI-HOUSE-PINK",))
    assert taken("MoveWagon", 0, "ride") == ("«0» spent no action: Move Wagon (wagon track).", ("BRI-UPG-07",))
    text, rules = taken("MoveWagon", 0, "free_wagon_move:copy")
    assert (text, rules) == ("«0» spent no action: Move Wagon (Morgana Magos).", ("BRI-CREW-MORGANA-MAGOS",))
    assert taken("DiscardSirPrecious", 0) == (
        "«0» spent no action: Discard Sir Precious.",
        ("BRI-CREW-SIR-PRECIOUS",),
    )


def test_leon_and_ash_are_cited_with_their_extinguish() -> None:
    assert taken("Extinguish", 1, "wagon_extinguish_one") == (
        "«0» spent 1 action: Extinguish (Leon Bertrand).",
        ("BRI-CREW-LEON-BERTRAND", "BRI-ACT-01"),
    )
    assert taken("Extinguish", 1, "adjacent_extinguish_own_water:copy")[1] == ("BRI-CREW-ASH", "BRI-ACT-01")
    assert taken("Extinguish", 1) == ("«0» spent 1 action: Extinguish.", ("BRI-ACT-01", "BRI-TURN-03"))


# ---- crew cards at work


def test_a_long_move_cites_kulari_and_one_through_fire_ebenezer() -> None:
    def moved(card: str, to: int, **words: Any) -> tuple[str, ...]:
        state = crewed(card, at=at(1, 1), **words)
        command = next(move for move in listed(state, c.MoveBrigade) if move.to == to)
        return lines_of(e.BrigadeMoved, state, command)[0].rules

    assert moved("kulari-one-shoe", at(1, 5)) == ("BRI-CREW-KULARI-ONE-SHOE", "BRI-ACT-MOVE-01", "BRI-ACT-01")
    assert moved("kulari-one-shoe", at(1, 4)) == ("BRI-ACT-MOVE-01", "BRI-ACT-01")
    first = VERSION_1.version
    assert moved("kulari-one-shoe", at(1, 5), ruleset_version=first)[0] == "BRI-CREW-KULARI-ONE-SHOE"
    wall = {at(row, 2): 1 for row in range(6)}
    through = moved("ebenezer", at(1, 3), fire=wall)
    assert through[:3] == ("BRI-CREW-EBENEZER", "BRI-ACT-MOVE-03", "BRI-ACT-MOVE-04")


def test_a_fire_put_out_for_less_water_cites_lumen() -> None:
    state = crewed("lumen", at=at(2, 2), wagon_at=at(2, 2), fire={at(2, 2): 3, FAR: 1})

    def reduced(wagon: int) -> tuple[str, ...]:
        command = c.Extinguish(WHITE, kind="brigade", cell=at(2, 2), wagon=wagon, chief=1, crew=(0,))
        return lines_of(e.FireReduced, state, command)[0].rules

    assert reduced(1) == ("BRI-CREW-LUMEN", "BRI-ACT-EXT-01", "BRI-FIRE-01")
    assert reduced(2) == ("BRI-ACT-EXT-01", "BRI-FIRE-01")


def test_a_take_over_from_nery_cites_nery() -> None:
    tiles = {HERE: ("commons", 1), at(4, 1): ("nobles", 2), at(4, 3): ("merchants", 2), at(4, 4): ("council", 2)}
    players = {BLACK: {"loyal": [HERE, at(4, 1), at(4, 3), at(4, 4)], "crew": ["nery-cagehand"]}}
    state = won_fire(3, tiles=tiles, players=players)
    (gained,) = lines_of(e.LoyaltyGained, state, c.PlaceCubes(WHITE, cell=HERE, number=3))
    assert gained.rules == ("BRI-CREW-NERY-CAGEHAND", "BRI-LOYAL-03", "BRI-LOYAL-02")


def test_a_free_upgrade_cites_the_card_that_gave_it() -> None:
    for card, rule in (("pep-overclock", "BRI-CREW-PEP-OVERCLOCK"), ("gness-smold", "BRI-CREW-GNESS-SMOLD")):
        (advanced,) = lines_of(e.TrackAdvanced, merchants_won(card), c.ChooseTrack(WHITE, "wagon"))
        assert advanced.rules == (rule, "BRI-UPG-02")


# ---- cubes


def test_a_cube_cites_what_placed_it() -> None:
    def placed(why: str) -> tuple[str, tuple[str, ...]]:
        text, rules = line(e.CubePlaced(seat=0, cell=HERE, why=why, tile=TILE))
        return text.partition("[1,2]")[2], rules

    assert placed("recognition") == (".", ("BRI-RECOG-02", "BRI-RECOG-03"))
    assert placed("event_cube") == (" for the event.", ("BRI-EVENT-SPECIAL-06", "BRI-RECOG-04"))
    text, rules = placed("veda")
    assert text == " instead of the fire, for Veda Moonbright." and rules[0] == "BRI-CREW-VEDA-MOONBRIGHT"
    firsts = ("merchant_cube", "noble_cube", "second_cube", "pyro_control")
    assert [placed(why)[1][0] for why in firsts] == [
        "BRI-HOUSE-ORANGE",
        "BRI-CREW-IMMORA",
        "BRI-CREW-SELINA-BLACKFLOW",
        "BRI-CHIEF-CINDY-BUSTION",
    ]


def test_a_cube_over_a_corner_cites_the_black_firehouse() -> None:
    state = won_fire(2, white={"firehouse": "black"})
    (corner,) = lines_of(e.CubePlaced, state, c.PlaceCubes(WHITE, cell=at(2, 3), number=1))
    assert corner.rules[0] == "BRI-HOUSE-BLACK" and "over a corner" in corner.text
    (beside,) = lines_of(e.CubePlaced, state, c.PlaceCubes(WHITE, cell=at(1, 3), number=1))
    assert beside.rules[0] == "BRI-RECOG-02"


@pytest.mark.parametrize(
    ("why", "rule"),
    [
        ("refill_anywhere_for_cube", "BRI-HOUSE-WHITE"),
        ("poach_crew", "BRI-CHIEF-FRITH-GOLDMANE"),
        ("extra_upgrade", "BRI-CHIEF-GLINT-DAMPSHOT"),
    ],
)
def test_a_removed_cube_cites_only_what_removed_it(why: str, rule: str) -> None:
    assert line(e.CubeRemoved(seat=0, cell=HERE, why=why, tile=TILE))[1] == (rule,)


# ---- fire


def test_fire_by_no_card_cites_the_building_or_chops() -> None:
    def rules(levels: int, **cause: str) -> tuple[str, ...]:
        return line(e.FireAdded(cell=HERE, levels=levels, by_card=False, tile=TILE, **cause))[1]

    assert rules(1) == ("BRI-EXP-BIG-03", "BRI-EXP-BIG-05", "BRI-FIRE-01"), "version 1 did not record which"
    assert rules(2) == ("BRI-CREW-CHOPS-MURPHY", "BRI-CREW-07")
    assert rules(1, cause="falling_tree") == ("BRI-EXP-BIG-05", "BRI-FIRE-01")
    state = gain(crewed("chops-murphy", tiles={HERE: ("nobles", 2)}), WHITE, HERE)
    (raised,) = lines_of(e.FireAdded, state, c.ChooseCell(WHITE, at(1, 3)))
    assert raised.rules == ("BRI-CREW-CHOPS-MURPHY", "BRI-CREW-07")


def test_redirected_fire_cites_esme() -> None:
    state = event(crewed("esme-morrow", at=HERE, fire={at(1, 1): 1, FAR: 1}), "E19")
    (raised,) = lines_of(e.FireAdded, state, c.ChooseCell(WHITE, at(0, 2)))
    assert raised.rules == ("BRI-CREW-ESME-MORROW", "BRI-RULING-62")


# ---- events, decks, water, decisions


def test_an_event_card_was_drawn_with_its_printed_text() -> None:
    assert line(e.EventDrawn(seat=0, card="E25", starting=False))[0] == (
        "The event E25 was drawn: “every player advances the wagon track by one circle”."
    )
    assert line(e.EventDrawn(seat=0, card="E17", starting=False))[0] == "The event E17 was drawn: wind to the north."


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


def test_a_decision_made_reads_as_a_sentence() -> None:
    def made(decision: Any, *, declined: bool = False) -> str:
        return line(e.DecisionMade(seat=1, decision=decision, declined=declined))[0]

    assert made("recruit") == "«1» chose a recruit."
    assert made("refill_tax") == "«1» chose the water to lose (Walder Ranier)."
    assert made("recruit", declined=True) == "«1» declined to choose a recruit."


# ---- phrases


def test_ash_is_named_once() -> None:
    state = crewed("ash", at=at(1, 1), fire={at(1, 2): 1, FAR: 1})
    words = [phrase(view(state, WHITE), x) for x in listed(state, c.Extinguish)]
    assert words and all(text.endswith("with 1 water, by Ash.") for text in words)


def test_a_transfer_says_that_the_rest_gets_nothing() -> None:
    state = position(players={WHITE: {"water": 1, "wagon_water": 0}})
    (only,) = listed(state, c.Transfer)
    assert phrase(view(state, WHITE), only) == "Transfer to have 1 water on the wagon, none elsewhere."
    everywhere = c.Transfer(WHITE, wagon=1, chief=1, crew=())
    assert phrase(view(state, WHITE), everywhere).endswith("1 water on the wagon and 1 on Frith Goldmane.")


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
