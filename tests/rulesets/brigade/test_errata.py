"""The errata: the same situation as it was played before, and as it is played since."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.fold import fold
from domain.engine.viewer import Seat
from domain.rulesets.brigade import VERSION_1, VERSION_2
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.components import EVENTS
from domain.rulesets.brigade.events import FireAdded
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.queries import to_act
from domain.rulesets.brigade.rules import leave, legal
from domain.rulesets.brigade.state import State
from tests.rulesets.brigade.crews import FAR, GUILD_TILES, HERE, active, crewed, led
from tests.rulesets.brigade.lines import lines_of
from tests.rulesets.brigade.position import (
    BASE,
    BLACK,
    PINK,
    SEED,
    WHITE,
    at,
    chance,
    counted,
    do,
    event,
    gain,
    kinds,
    layout,
    listed,
    loyal,
    made,
    no,
    position,
)

OLD, NEW = VERSION_1.version, VERSION_2.version
NOBLES = (at(3, 1), at(3, 4), at(4, 1))
FIFTH = at(1, 3)


def left(state: State, seat: Seat) -> State:
    """The state after the player of a seat has left."""
    return fold(evolve, state, leave(state, seat, chance()))


# ---- BRI-E01: first off the board, then the defaults


def immora_asks(version: int) -> State:
    """White gained a fourth Nobles tile and has to place Immora's cube: it would win a fifth, and the game."""
    tiles = dict.fromkeys((*NOBLES, HERE, FIFTH), ("nobles", 2))
    white = {"crew": ["immora"], "loyal": list(NOBLES), "cubes": {FIFTH: 1}}
    return gain(position(3, tiles=tiles, players={WHITE: white}, ruleset_version=version), WHITE, HERE)


@pytest.mark.before("BRI-E01")
def test_a_leavers_default_could_win_the_game() -> None:
    state = left(immora_asks(OLD), WHITE)
    assert state.ending == "guild" and not state.brigades[WHITE].gone


@pytest.mark.after("BRI-E01")
@pytest.mark.rules("BRI-RULING-89")
def test_a_leavers_default_places_a_cube_but_wins_neither_tile_nor_game() -> None:
    asks = immora_asks(NEW)
    assert do(asks, c.ChooseCell(WHITE, FIFTH)).ending == "guild", "the player who stays wins"
    state = left(asks, WHITE)
    assert state.ending == "" and state.brigades[WHITE].gone
    assert loyal(state, WHITE) == {*NOBLES, HERE} and state.brigades[WHITE].cubes[FIFTH] == 2


def selina_asks(version: int) -> State:
    """White has four kinds, and is laying three cubes on a rival's tile of the fifth; Selina asks after the first."""
    tiles = {HERE: ("commons", 1), at(2, 1): ("nobles", 1)}
    tiles |= {at(4, 3): ("merchants", 2), at(4, 4): ("council", 2)}
    mine = [at(2, 2), at(2, 1), at(4, 3), at(4, 4)]
    white = {"at": HERE, "wagon_at": HERE, "crew": [("selina-blackflow", 0)], "loyal": mine}
    players = {WHITE: white, BLACK: {"loyal": [HERE]}}
    state = position(3, tiles=tiles, fire={HERE: 4, FAR: 1}, players=players, ruleset_version=version)
    state = do(state, c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=2, chief=2, crew=(0,)))
    return do(state, c.PlaceCubes(WHITE, cell=HERE, number=3))


@pytest.mark.before("BRI-E01")
def test_the_cubes_a_leaver_had_named_were_laid_on() -> None:
    assert left(selina_asks(OLD), WHITE).ending == "citizens"


@pytest.mark.after("BRI-E01")
@pytest.mark.rules("BRI-RULING-89")
def test_a_leaver_lays_no_more_of_the_cubes_that_were_named() -> None:
    asks = selina_asks(NEW)
    assert asks.pending is not None and asks.pending.kind == "second_cube"
    state = left(asks, WHITE)
    assert state.ending == "" and state.brigades[WHITE].cubes[HERE] == 1
    assert state.active == BLACK, "the turn ended with its flips"


def esme_asks(version: int) -> State:
    """A wind reaches white's brigade and, elsewhere, white's wagon; white may redirect the fire for the brigade."""
    fire = {at(1, 1): 1, at(3, 1): 1, FAR: 1}
    white = {"at": at(1, 2), "wagon_at": at(3, 2), "mimic": "esme-morrow"}
    state = position(3, fire=fire, players={WHITE: white}, ruleset_version=version)
    return event(replace(state, events=("E26", "E26")), "E19")


@pytest.mark.before("BRI-E01")
def test_a_leavers_pawns_sheltered_their_tiles_to_the_end_of_the_card() -> None:
    state = left(esme_asks(OLD), WHITE)
    assert (state.fire[at(1, 2)], state.fire[at(3, 2)]) == (0, 0)


@pytest.mark.after("BRI-E01")
@pytest.mark.rules("BRI-RULING-89", "BRI-IMMUNE-01")
def test_a_leavers_pawns_shelter_no_tile_from_the_rest_of_the_card() -> None:
    asks = esme_asks(NEW)
    assert to_act(asks) == (WHITE,)
    declined = do(asks, c.Decline(WHITE))
    assert (declined.fire[at(1, 2)], declined.fire[at(3, 2)]) == (0, 0)
    state = left(asks, WHITE)
    assert (state.fire[at(1, 2)], state.fire[at(3, 2)]) == (1, 1)


@pytest.mark.after("BRI-E01")
@pytest.mark.rules("BRI-RULING-89", "BRI-TURN-05")
def test_a_leaver_has_no_action_phase_any_more() -> None:
    state = led("blitz-haben", 3, phase="end", events=("E29", "E26", "E26"), active=PINK, first=WHITE)
    state = do(replace(state, phase="action"), c.EndTurn(PINK))
    assert state.pending is not None and to_act(state) == (WHITE,)
    events = leave(state, WHITE, chance())
    gone = kinds(events).index("SeatDeserted")
    assert gone == 0 and not any(isinstance(x, e.ActionPhaseBegan) and x.seat == WHITE for x in events)


# ---- BRI-E02: a thief who has left


def victim_asked(version: int) -> State:
    """White's Aurath Ether has moved over black's brigade; black chooses the card that loses the water."""
    players = {WHITE: {"at": at(1, 1), "water": 1}, BLACK: {"at": at(1, 2)}, PINK: {"wagon_at": at(1, 3)}}
    state = led("aurath-ether", 3, players, ruleset_version=version, events=("E26", "E26"))
    via = (at(1, 2), at(1, 3))
    return do(state, c.MoveBrigade(WHITE, kind="ethereal", to=at(1, 4), via=via))


@pytest.mark.before("BRI-E02")
def test_a_thief_who_had_left_still_stole() -> None:
    state = left(victim_asked(OLD), WHITE)
    assert to_act(state) == (BLACK,)
    state = do(state, c.LoseWater(BLACK, source="chief"))
    assert (state.brigades[WHITE].water, state.brigades[BLACK].water, state.brigades[PINK].wagon_water) == (2, 1, 1)


@pytest.mark.after("BRI-E02")
@pytest.mark.rules("BRI-RULING-89", "BRI-CHIEF-AURATH-ETHER")
def test_a_thief_who_has_left_steals_nothing_and_nobody_is_asked() -> None:
    asked = victim_asked(NEW)
    assert asked.pending is not None and asked.pending.kind == "stolen_water"
    state = left(asked, WHITE)
    assert state.pending is None and state.active == BLACK
    assert (state.brigades[WHITE].water, state.brigades[BLACK].water, state.brigades[PINK].wagon_water) == (0, 2, 2)


# ---- BRI-E03: open choices are listed anew


def dealings(version: int) -> State:
    """Black chooses a tile for Dirty Dealings; pink's brigade is alone on HERE."""
    state = position(3, active=BLACK, players={PINK: {"at": HERE}}, ruleset_version=version)
    return event(state, "F03")


@pytest.mark.before("BRI-E03")
def test_an_open_choice_stayed_as_it_was_listed() -> None:
    no(left(dealings(OLD), PINK), c.ChooseCell(BLACK, HERE), "invalid_target", "BRI-EXP-FESTIVAL-04")


@pytest.mark.after("BRI-E03")
@pytest.mark.rules("BRI-RULING-89", "BRI-EXP-FESTIVAL-04")
def test_a_leavers_tiles_can_be_chosen_at_once() -> None:
    no(dealings(NEW), c.ChooseCell(BLACK, HERE), "invalid_target", "BRI-EXP-FESTIVAL-04")
    assert do(left(dealings(NEW), PINK), c.ChooseCell(BLACK, HERE)).fire[HERE] == 1


@pytest.mark.after("BRI-E03")
@pytest.mark.rules("BRI-RULING-89", "BRI-CHIEF-BERNHARDT-BLAZE")
def test_allegiance_of_a_leaver_forbids_no_cube_any_more() -> None:
    state = position(3, active=BLACK, players={PINK: {"allegiance": True, "loyal": [HERE]}})
    state = event(state, "E29")
    no(state, c.ChooseCell(BLACK, HERE), "invalid_target", "BRI-EVENT-SPECIAL-06")
    assert c.ChooseCell(BLACK, HERE) in legal(left(state, PINK), BLACK)


@pytest.mark.after("BRI-E03")
@pytest.mark.rules("BRI-RULING-89", "BRI-CREW-CHOPS-MURPHY")
def test_chops_may_raise_the_fire_where_a_leaver_was() -> None:
    state = crewed("chops-murphy", seats=3, players={PINK: {"at": at(1, 3)}}, tiles={HERE: ("nobles", 2)})
    state = gain(state, WHITE, HERE)
    assert c.ChooseCell(WHITE, at(1, 3)) not in legal(state, WHITE)
    assert do(left(state, PINK), c.ChooseCell(WHITE, at(1, 3))).fire[at(1, 3)] == 2


def two_esmes(version: int) -> State:
    """Fire comes to the tile of three brigades. Black is asked for Esme first, then pink, who copies her."""
    players = {
        WHITE: {"at": HERE},
        BLACK: {"at": HERE} | active("esme-morrow"),
        PINK: {"at": HERE, "mimic": "esme-morrow"},
    }
    state = position(3, tiles=GUILD_TILES, fire={at(1, 1): 1, FAR: 1}, players=players, ruleset_version=version)
    return event(state, "E19")


@pytest.mark.before("BRI-E03")
def test_an_ability_could_be_passed_over_after_a_departure() -> None:
    state = do(left(two_esmes(OLD), WHITE), c.Decline(BLACK))
    assert state.pending is None


@pytest.mark.after("BRI-E03")
@pytest.mark.rules("BRI-RULING-62", "BRI-RULING-89")
def test_no_ability_is_passed_over_after_a_departure() -> None:
    assert to_act(do(two_esmes(NEW), c.Decline(BLACK))) == (PINK,)
    state = left(two_esmes(NEW), WHITE)
    assert {x.cell for x in listed(state, c.ChooseCell, BLACK)} == {at(0, 2), at(1, 1), at(1, 3), at(2, 2)}
    assert to_act(do(state, c.Decline(BLACK))) == (PINK,)


# ---- BRI-E04: cubes after a tile was won meanwhile


def second_cube_wins(version: int) -> State:
    """Four cubes to place, three of them named for a rival's tile; Selina's second one wins it."""
    white = {"at": HERE, "wagon_at": HERE, "cubes": {HERE: 1}}
    players = {BLACK: {"loyal": [HERE]}}
    state = crewed(
        "selina-blackflow",
        tiles={HERE: ("nobles", 2)},
        players=players,
        fire={HERE: 4, FAR: 1},
        ruleset_version=version,
        **white,
    )
    state = do(state, c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=2, chief=2, crew=(0,)))
    return do(state, c.PlaceCubes(WHITE, cell=HERE, number=3), c.Accept(WHITE))


@pytest.mark.before("BRI-E04")
def test_cubes_were_laid_on_a_tile_that_the_second_cube_had_won() -> None:
    state = second_cube_wins(OLD)
    assert HERE in loyal(state, WHITE) and state.brigades[WHITE].cubes[HERE] == 2
    assert state.pending is not None and state.pending.left == 1


@pytest.mark.after("BRI-E04")
@pytest.mark.rules("BRI-RECOG-03", "BRI-RECOG-06", "BRI-CREW-SELINA-BLACKFLOW")
def test_cubes_meant_for_a_tile_that_was_won_meanwhile_stay_to_be_placed() -> None:
    state = second_cube_wins(NEW)
    assert HERE in loyal(state, WHITE) and state.brigades[WHITE].cubes[HERE] == 0
    assert state.pending is not None and (state.pending.kind, state.pending.left) == ("recognition", 3)
    own = do(state, c.PlaceCubes(WHITE, cell=HERE, number=2))
    assert own.brigades[WHITE].cubes[HERE] == 2, "on an own tile they may be laid, for nothing"


# ---- BRI-E05: the last action on ruins


def on_ruins(version: int, actions: int = 1) -> State:
    """White on a destroyed tile beside the destroyed Aviary, where the own cube is worth an action."""
    return position(
        big={at(2, 1): "roast_aviary"},
        destroyed=[at(1, 1), at(2, 1)],
        aviary=at(2, 1),
        actions=actions,
        players={WHITE: {"at": at(1, 1), "roast": True}},
        ruleset_version=version,
    )


def aviary_moves(state: State) -> list[c.MoveBrigade]:
    return [move for move in listed(state, c.MoveBrigade) if move.to == at(2, 1)]


@pytest.mark.before("BRI-E05")
def test_the_last_action_could_go_from_ruins_to_the_aviary() -> None:
    (move,) = aviary_moves(on_ruins(OLD))
    assert do(on_ruins(OLD), move).actions == 1


@pytest.mark.after("BRI-E05")
@pytest.mark.rules("BRI-ACT-MOVE-07", "BRI-ACT-MOVE-06", "BRI-EXP-BIG-06")
def test_the_last_action_on_ruins_leaves_them_even_where_the_aviary_gives_one() -> None:
    (move,) = aviary_moves(on_ruins(NEW, actions=2))
    no(on_ruins(NEW), move, "cannot_end_turn_on_destroyed", "BRI-ACT-MOVE-07")
    past = [x for x in listed(on_ruins(NEW), c.MoveBrigade) if at(2, 1) in x.via]
    assert past and all(x.to not in (at(1, 1), at(2, 1)) for x in past), "passing the Aviary is allowed"
    from_solid_ground = replace(on_ruins(NEW), destroyed=1 << at(2, 1))
    assert len(aviary_moves(from_solid_ground)) == 1, "BRI-ACT-MOVE-06: an action gained on the way remains"


# ---- BRI-E06: the event deck


def deck_of(version: int) -> list[str]:
    """What lies in a new event deck and in the discard: the kind of each card, and what is special about it."""
    ruleset = {each.version: each for each in (VERSION_1, VERSION_2)}[version]
    state = ruleset.initial(2, BASE)
    state = fold(evolve, state, ruleset.set_up(state, Chance(SEED, 0)))
    while not state.round:
        seat = to_act(state)[0]
        state = fold(evolve, state, ruleset.decide(state, legal(state, seat)[0], Chance(SEED, 9)))
    cards = [EVENTS[card] for card in (*state.events, *state.event_discard)]
    assert len(cards) == 30
    return [card.effect or (card.direction if card.kind == "wind" else card.kind) for card in cards]


@pytest.mark.before("BRI-E06")
def test_the_event_deck_had_eight_winds_and_six_specials() -> None:
    assert sorted(deck_of(OLD)).count("west") == 2 and deck_of(OLD).count("recruit") == 1


@pytest.mark.after("BRI-E06")
@pytest.mark.rules("BRI-RULING-16")
def test_the_event_deck_has_seven_winds_and_a_second_recruit() -> None:
    deck = deck_of(NEW)
    assert [deck.count(way) for way in ("north", "east", "south", "west")] == [2, 2, 2, 1]
    assert deck.count("firestorm") == 16 and deck.count("recruit") == 2


# ---- BRI-E07: causes in the log


def raised(state: State) -> list[object]:
    """The causes of the fires that black's end of turn and white's event phase raised."""
    return [x.cause for x in made(state, c.EndTurn(BLACK)) if isinstance(x, FireAdded)]


def before_the_wind(version: int) -> State:
    return position(active=BLACK, events=("E19", "E26"), ruleset_version=version)


@pytest.mark.before("BRI-E07")
def test_the_log_did_not_record_what_raised_a_fire() -> None:
    assert raised(before_the_wind(OLD)) == [UNSET]
    (line,) = lines_of(FireAdded, before_the_wind(OLD), c.EndTurn(BLACK))
    assert line.rules == ("BRI-FIRE-01", "BRI-FIRE-03") and "cause" not in line.facts


@pytest.mark.after("BRI-E07")
@pytest.mark.rules("BRI-EVENT-WIND-02", "BRI-EVENT-STORM-01", "BRI-EXP-BIG-03", "BRI-HIDDEN-03")
def test_the_log_records_what_raised_a_fire() -> None:
    (line,) = lines_of(FireAdded, before_the_wind(NEW), c.EndTurn(BLACK))
    assert line.rules == ("BRI-EVENT-WIND-02", "BRI-FIRE-01") and line.facts["cause"] == "wind"
    assert set(raised(replace(before_the_wind(NEW), events=("E07", "E26")))) == {"firestorm"}
    flipped = replace(before_the_wind(NEW), tiles=layout(big={HERE: "four_winds"}), fire=counted({HERE: 5, FAR: 1}))
    flipped = replace(flipped, events=("E26", "E26"))
    lines = lines_of(FireAdded, flipped, c.EndTurn(BLACK))
    assert len(lines) == 4 and {line.rules[0] for line in lines} == {"BRI-EXP-BIG-03"}
