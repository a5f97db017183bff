"""What lines say and cite, where the rules behind an event differ from case to case."""

from typing import Any, Final, get_args

import pytest
from msgspec.structs import replace

from domain.engine.score import Place
from domain.engine.viewer import SPECTATOR, seat_of
from domain.rulesets.brigade import VERSION_1
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.agenda import Ask
from domain.rulesets.brigade.components import EFFECT_RULES, TILES
from domain.rulesets.brigade.phrases import phrase
from domain.rulesets.brigade.rules import legal
from domain.rulesets.brigade.tell import tell
from domain.rulesets.brigade.tell.fire import RAISERS
from domain.rulesets.brigade.view import view
from tests.rules_report import rulebooks
from tests.rulesets.brigade.crews import FAR, HERE, crewed, led, merchants_won, won_fire
from tests.rulesets.brigade.lines import lines_of
from tests.rulesets.brigade.position import BLACK, WHITE, at, do, event, gain, listed, position

TILE = TILES[0].id
NO_FIRE: Final = {
    "upgrade_wagon", "upgrade_crew", "upgrade_leadership", "recruit", "place_one_cube", "too_hot_in_here",
}  # fmt: skip
"""The special events that raise no fire."""


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
    assert spent.text == "«0» spent 1 action to send the wagon to a fire (Gloria Ignis)."
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
        return text.partition("[1,2]")[2], rules

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
    text, rules = line(e.CubeRemoved(seat=0, cell=HERE, why=why, tile=TILE))
    assert text.startswith("«0» gave up a cube at ") and " [1,2] for " in text and rules == (rule,)


def test_loyalty_with_a_token_of_another_tile_says_where_it_was() -> None:
    gained = e.LoyaltyGained(seat=0, cell=HERE, rival=1, source=FAR, tile=TILE)
    assert line(gained)[0].endswith("[1,2] from «1», with the loyalty token of [5,2].")


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
        return text.partition(TILES[0].name)[0] + text.partition("[1,2]")[2]

    assert raised("wind") == "The wind raised the fire at  by 1."
    assert raised("firestorm") == "The firestorm raised the fire at  by 1."
    assert raised("arson") == "Arson raised the fire at  by 1."
    assert raised("stoke", by_card=False) == "Chops Murphy raised the fire at  by 1."
    assert raised("falling_tree", by_card=False) == "Old Tom Oak raised the fire at  by 1."
    assert raised("redirect", by_card=False) == "The fire was redirected to , where it rose by 1 (Esme Morrow)."
    unknown = line(e.FireAdded(cell=HERE, levels=1, by_card=True, tile=TILE))[0]
    assert unknown == f"The fire at {TILES[0].name} [1,2] rose by 1.", "version 1 did not record the cause"
    assert set(EFFECT_RULES) - NO_FIRE | {"wind", "firestorm", "stoke", "four_winds", "falling_tree"} <= set(RAISERS)

    def lowered(why: Any, crew: tuple[str, ...] = ()) -> str:
        text = line(e.FireReduced(cell=HERE, levels=2, why=why, tile=TILE, crew=crew))[0]
        return text.partition(TILES[0].name)[0] + text.partition("[1,2]")[2]

    assert lowered("douse") == "Del Uge lowered the fire at  by 2."
    assert lowered("merchant_choice") == "Ali Ahmar lowered the fire at  by 2."
    assert lowered("thaw") == "Falariel's Frozen Exhibits lowered the fire at  by 2."
    assert lowered("extinguish") == "The fire at  fell by 2."
    assert lowered("extinguish", ("lumen",)) == "The fire at  fell by 2, for 1 water less (Lumen)."


def test_a_fire_put_out_counts_the_cubes_it_brings() -> None:
    def put_out(cubes: int) -> str:
        return line(e.FirePutOut(seat=0, cell=HERE, recognition=cubes, tile=TILE))[0].partition("[1,2]")[2]

    assert put_out(1) == " and got 1 cube of recognition to place."
    assert put_out(3) == " and got 3 cubes of recognition to place."
    assert line(e.AviaryRoasted(cell=HERE, seats=()))[0] == "Nobody had a cube left for the destroyed Aviary."
    assert line(e.AviaryRoasted(cell=HERE, seats=(0, 1)))[0].startswith("A cube each of «0» and «1» went")


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
    words = [phrase(view(state, WHITE), x) for x in listed(state, c.Extinguish)]
    assert words and all(text.endswith("with 1 water, by Ash.") for text in words)


def test_a_transfer_says_that_the_rest_gets_nothing() -> None:
    state = position(players={WHITE: {"water": 1, "wagon_water": 0}})
    (only,) = listed(state, c.Transfer)
    assert phrase(view(state, WHITE), only) == "Transfer to have 1 water on the wagon, none elsewhere."
    everywhere = c.Transfer(WHITE, wagon=1, chief=1, crew=())
    assert phrase(view(state, WHITE), everywhere).endswith("1 water on the wagon and 1 on Frith Goldmane.")


@pytest.mark.rules("BRI-TURN-05")
def test_the_end_of_the_turn_is_phrased_with_the_actions_it_loses() -> None:
    state = position()
    assert phrase(view(state, BLACK), c.EndTurn(WHITE)) == "End the turn with 4 actions unspent."
    assert phrase(view(replace(state, actions=1), WHITE), c.EndTurn(WHITE)) == "End the turn with 1 action unspent."
    assert phrase(view(replace(state, actions=0), WHITE), c.EndTurn(WHITE)) == "End the turn."
    assert phrase(view(state, WHITE), c.EndTurn(BLACK)) == "End the turn."


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
