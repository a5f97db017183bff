"""What lines say and cite, where the rules behind an event differ from case to case."""

from typing import Any, Final, get_args

import pytest

from domain.rulesets.brigade import VERSION_1
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import EFFECT_RULES, TILES
from tests.lines import english
from tests.rules_report import rulebooks
from tests.rulesets.brigade.crews import FAR, HERE, crewed, led, merchants_won, won_fire
from tests.rulesets.brigade.lines import line, lines_of, taken
from tests.rulesets.brigade.position import BLACK, WHITE, at, event, gain, listed

TILE = TILES[0].id
NO_FIRE: Final = {
    "upgrade_wagon", "upgrade_crew", "upgrade_leadership", "recruit", "place_one_cube", "too_hot_in_here",
}  # fmt: skip
"""The special events that raise no fire."""


# ---- actions


@pytest.mark.rules("BRI-ADV-03")
def test_a_chiefs_action_cites_the_chief_and_the_rule_of_chiefs_actions() -> None:
    state = led("gloria-ignis", fire={HERE: 1, FAR: 1})
    (spent,) = lines_of(e.ActionTaken, state, c.SendWagon(WHITE, HERE))
    assert english(spent) == "«0» spent 1 action to send the wagon to a fire (Gloria Ignis)."
    assert spent.rules == ("BRI-CHIEF-GLORIA-IGNIS", "BRI-ADV-03")
    assert taken("MoveBrigade", 1, "chief")[1] == ("BRI-CHIEF-AURATH-ETHER", "BRI-ADV-03")


def test_what_costs_no_action_says_so_and_cites_what_makes_it_free() -> None:
    assert taken("MoveBrigade", 0) == ("«0» used a free move (pink firehouse).", ("BRI-HOUSE-PINK",))
    assert taken("MoveWagon", 0, "ride") == ("«0» let the wagon ride along (wagon track).", ("BRI-UPG-07",))
    text, rules = taken("MoveWagon", 0, "free_wagon_move:copy")
    assert (text, rules) == ("«0» used a free wagon move (Morgana Magos).", ("BRI-CREW-MORGANA-MAGOS",))
    assert taken("DiscardSirPrecious", 0) == (
        "«0» spent no action to get rid of Sir Precious.",
        ("BRI-CREW-SIR-PRECIOUS",),
    )


def test_every_command_of_the_action_phase_has_words() -> None:
    assert taken("Transfer", 1)[0] == "«0» spent 1 action to transfer water."
    for command in get_args(c.Action):
        action, free = command.__name__, command in (c.EndTurn, c.DiscardSirPrecious)
        uses = "chief" if issubclass(command, c.ChiefActionBase) else ""
        text, cited = taken(action, 0 if free else 1, uses)
        assert action not in text and set(cited) <= rulebooks()["brigade"].known
    assert taken("MoveBrigade", 1, "chief")[0].endswith("move the brigade in ethereal form (Aurath Ether).")


@pytest.mark.rules("BRI-TURN-01", "BRI-TURN-05", "BRI-TURN-06", "BRI-TURN-08")
def test_a_turn_says_what_there_is_to_spend_and_what_was_not_spent() -> None:
    assert line(e.TurnBegan(seat=1, round=2, extra=False)) == (
        "«1» began a turn in round 2.",
        ("BRI-TURN-01", "BRI-TURN-08"),
    )
    extra = line(e.TurnBegan(seat=1, round=2, extra=True))
    assert extra[0] == "«1» began an extra turn in round 2." and extra[1][0] == "BRI-CREW-BROTHER-BEN"
    assert line(e.ActionPhaseBegan(seat=1, actions=4))[0] == "«1» had 4 actions to spend."
    assert line(e.ActionPhaseEnded(seat=1, actions_lost=0)) == ("«1» ended the turn.", ("BRI-TURN-06",))
    lost = line(e.ActionPhaseEnded(seat=1, actions_lost=1))
    assert lost == ("«1» ended the turn with 1 action unspent.", ("BRI-TURN-05", "BRI-TURN-06"))


@pytest.mark.parametrize(
    ("why", "banked", "text"),
    [
        ("leadership", False, "for a higher leadership."),
        ("blue_bonus", True, "for the end of the leadership track, to spend in the next turn."),
        ("aviary", False, "on the Aviary."),
    ],
)
def test_more_actions_say_where_they_came_from(why: Any, banked: bool, text: str) -> None:
    assert line(e.ActionsGained(seat=0, actions=2, banked=banked, why=why))[0] == f"«0» gained 2 more actions {text}"


def test_leon_and_ash_are_cited_with_their_extinguish() -> None:
    assert taken("Extinguish", 1, "wagon_extinguish_one") == (
        "«0» spent 1 action to fight a fire (Leon Bertrand).",
        ("BRI-CREW-LEON-BERTRAND", "BRI-ACT-01"),
    )
    assert taken("Extinguish", 1, "adjacent_extinguish_own_water:copy")[1] == ("BRI-CREW-ASH", "BRI-ACT-01")
    assert taken("Extinguish", 1) == ("«0» spent 1 action to fight a fire.", ("BRI-ACT-01", "BRI-TURN-03"))


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


@pytest.mark.rules("BRI-UPG-02", "BRI-UPG-06", "BRI-UPG-07", "BRI-UPG-08", "BRI-UPG-09")
def test_an_upgrade_says_what_it_allows_and_cites_its_bonus_at_the_end() -> None:
    def advanced(track: Any, circle: int) -> tuple[str, tuple[str, ...]]:
        return line(e.TrackAdvanced(seat=0, track=track, circle=circle, turn_upgrade=True, why="action"))

    by_action = ("BRI-ACT-UPGRADE-01", "BRI-UPG-02")
    assert advanced("crew", 1) == ("«0» advanced the crew track to circle 1: room for 1 crew card.", by_action)
    assert advanced("wagon", 2)[0] == "«0» advanced the wagon track to circle 2: room for 4 water."
    assert advanced("leadership", 2)[0] == "«0» advanced the leadership track to circle 2: 5 actions a turn."
    last = advanced("crew", 5)
    assert last[0] == "«0» advanced the crew track to circle 5, the last: room for 3 crew cards."
    assert last[1] == (*by_action, "BRI-UPG-09", "BRI-UPG-06")
    assert advanced("wagon", 4)[1][-1] == "BRI-UPG-07" and advanced("leadership", 5)[1][-1] == "BRI-UPG-08"


@pytest.mark.rules("BRI-ACT-RECRUIT-02", "BRI-ACT-RECRUIT-03", "BRI-ACT-RECRUIT-04")
def test_a_recruit_cites_the_arrival_only_of_a_card_that_came() -> None:
    def done(card: str, replaced: str = "") -> tuple[str, tuple[str, ...]]:
        return line(e.RecruitDone(seat=0, card=card, replaced=replaced, discarded=("ash",)))

    assert done("") == ("«0» recruited nobody; Ash went to the discard.", ("BRI-ACT-RECRUIT-02",))
    text, rules = done("lumen", "immora")
    assert text == "«0» recruited Lumen in place of Immora; Ash went to the discard."
    assert rules == ("BRI-ACT-RECRUIT-02", "BRI-ACT-RECRUIT-03", "BRI-ACT-RECRUIT-04")
    poached = e.CrewPoached(seat=0, rival=1, card="lumen", replaced="immora")
    assert line(poached)[0] == "«0» took Lumen from «1», in place of Immora."


def test_crew_cards_discarded_say_why() -> None:
    def gone(why: Any) -> str:
        return line(e.CrewDiscarded(seat=0, cards=("ash", "lumen"), why=why))[0]

    assert gone("zilda") == "«0» discarded Ash and Lumen (Zilda Garrett)."
    assert gone("dusk") == "«0» discarded Ash and Lumen (White Fang)."
    assert gone("deserted") == "«0» discarded Ash and Lumen on leaving the game."


# ---- cubes


def test_a_cube_cites_what_placed_it() -> None:
    def placed(why: str) -> tuple[str, tuple[str, ...]]:
        text, rules = line(e.CubePlaced(seat=0, cell=HERE, why=why, tile=TILE))
        return text.partition("C2")[2], rules

    assert placed("recognition") == (".", ("BRI-RECOG-02", "BRI-RECOG-03"))
    assert placed("event_cube") == (" for the event.", ("BRI-EVENT-SPECIAL-06", "BRI-RECOG-04"))
    text, rules = placed("veda")
    assert text == " instead of the fire (Veda Moonbright)." and rules[0] == "BRI-CREW-VEDA-MOONBRIGHT"
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
    assert corner.rules[0] == "BRI-HOUSE-BLACK" and "over a corner" in english(corner)
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
    text, rules = line(e.CubeRemoved(seat=0, cell=HERE, why=why, tile=TILE))
    assert text.startswith("«0» gave up a cube at ") and " C2 for " in text and rules == (rule,)


def test_loyalty_with_a_token_of_another_tile_says_where_it_was() -> None:
    gained = e.LoyaltyGained(seat=0, cell=HERE, rival=1, source=FAR, tile=TILE)
    assert line(gained)[0].endswith("C2 from «1», with the loyalty token of C6.")


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


def test_what_raised_or_lowered_a_fire_is_named() -> None:
    def raised(cause: str, by_card: bool = True) -> str:
        text = line(e.FireAdded(cell=HERE, levels=1, by_card=by_card, tile=TILE, cause=cause))[0]
        return text.partition(TILES[0].name)[0] + text.partition("C2")[2]

    assert raised("wind") == "The wind raised the fire at  by 1."
    assert raised("firestorm") == "The firestorm raised the fire at  by 1."
    assert raised("arson") == "Arson raised the fire at  by 1."
    assert raised("stoke", by_card=False) == "Chops Murphy raised the fire at  by 1."
    assert raised("falling_tree", by_card=False) == "Old Tom Oak raised the fire at  by 1."
    assert raised("redirect", by_card=False) == "The fire was redirected to , where it rose by 1 (Esme Morrow)."
    unknown = line(e.FireAdded(cell=HERE, levels=1, by_card=True, tile=TILE))[0]
    assert unknown == f"The fire at {TILES[0].name} C2 rose by 1.", "version 1 did not record the cause"
    causes = set(EFFECT_RULES) - NO_FIRE | {"wind", "firestorm", "stoke", "four_winds", "falling_tree"}
    assert len({raised(cause) for cause in causes}) == len(causes)

    def lowered(why: Any, crew: tuple[str, ...] = ()) -> str:
        text = line(e.FireReduced(cell=HERE, levels=2, why=why, tile=TILE, crew=crew))[0]
        return text.partition(TILES[0].name)[0] + text.partition("C2")[2]

    assert lowered("douse") == "Del Uge lowered the fire at  by 2."
    assert lowered("merchant_choice") == "Ali Ahmar lowered the fire at  by 2."
    assert lowered("thaw") == "Falariel's Frozen Exhibits lowered the fire at  by 2."
    assert lowered("extinguish") == "The fire at  fell by 2."
    assert lowered("extinguish", ("lumen",)) == "The fire at  fell by 2, for 1 water less (Lumen)."


def test_a_fire_put_out_counts_the_cubes_it_brings() -> None:
    def put_out(cubes: int) -> str:
        return line(e.FirePutOut(seat=0, cell=HERE, recognition=cubes, tile=TILE))[0].partition("C2")[2]

    assert put_out(1) == " and got 1 cube of recognition to place."
    assert put_out(3) == " and got 3 cubes of recognition to place."
    assert line(e.AviaryRoasted(cell=HERE, seats=()))[0] == "Nobody had a cube left for the destroyed Aviary."
    assert line(e.AviaryRoasted(cell=HERE, seats=(0, 1)))[0].startswith("A cube each of «0» and «1» went")
