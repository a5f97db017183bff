"""Big Buildings and the Fire Festival (rules sections 12.1 and 12.2)."""

import pytest
from msgspec.structs import replace

from domain.engine.fold import fold
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import components as box
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.queries import to_act
from domain.rulesets.brigade.rules import legal, time_out
from domain.rulesets.brigade.view import view
from tests.rulesets.brigade.position import (
    BLACK,
    ORANGE,
    PINK,
    WHITE,
    at,
    chance,
    do,
    event,
    flip,
    kinds,
    listed,
    made,
    no,
    position,
)

FAR = at(5, 2)
BIG = at(3, 3)


def burnt(ability: str, seats: int = 2, fire=None, at_cell: int = BIG, **words):
    """A big building about to be flipped."""
    return position(seats, big={at_cell: ability}, fire={at_cell: 5, FAR: 1} | (fire or {}), **words)


@pytest.mark.rules("BRI-EXP-BIG-01", "BRI-RULING-70", "BRI-RULING-71")
def test_four_big_buildings_one_of_each_guild_worth_four_are_ordinary_tiles() -> None:
    big = [box.TILES[i] for i in box.BIG_BUILDINGS]
    assert {tile.guild for tile in big} == set(box.GUILDS) and all(tile.value == 4 for tile in big)
    assert len(big) == 4
    shown = view(burnt("four_winds", fire={BIG: 2}), WHITE).tiles[BIG]
    assert (shown.kind, shown.value, shown.fire) == ("city", 4, 2)


@pytest.mark.rules("BRI-EXP-BIG-02", "BRI-EXP-BIG-03", "BRI-DESTROY-05")
def test_the_effect_comes_first_then_all_on_the_tile_goes_home() -> None:
    state = burnt("four_winds", players={WHITE: {"cubes": {BIG: 1}}}, actions=0)
    names = kinds(made(state, c.EndTurn(WHITE)))
    assert names.index("FireAdded") < names.index("TileDestroyed")
    assert flip(state).brigades[WHITE].supply == 16


@pytest.mark.rules("BRI-EXP-BIG-03", "BRI-RULING-70", "BRI-EVENT-WIND-05")
def test_the_distillery_blows_outward_in_four_directions_from_what_burns_now() -> None:
    middle = at(2, 1)
    state = position(
        big={middle: "four_winds"},
        fire={middle: 5, at(2, 2): 2, at(1, 1): 1, at(4, 1): 3, FAR: 1},
        destroyed=[at(2, 4)],
        players={BLACK: {"at": at(3, 1)}},
    )
    after = flip(state)
    assert (after.fire[at(1, 1)], after.fire[at(0, 1)]) == (2, 1)
    assert (after.fire[at(2, 2)], after.fire[at(2, 3)], after.fire[at(2, 4)]) == (3, 1, 0)
    # [3,1] is immune and takes nothing, but [4,1] burns and spreads outward all the same.
    assert (after.fire[at(3, 1)], after.fire[at(4, 1)], after.fire[at(5, 1)]) == (0, 3, 1)
    assert after.fire[at(2, 0)] == 1


@pytest.mark.rules("BRI-EXP-BIG-03")
def test_the_gusts_go_north_east_south_west_each_from_the_edge() -> None:
    state = burnt("four_winds", fire={at(2, 3): 1, at(3, 4): 1, at(4, 3): 1, at(3, 2): 1}, actions=0)
    cells = [x.cell for x in made(state, c.EndTurn(WHITE)) if isinstance(x, e.FireAdded) and not x.by_card]
    assert cells == [at(1, 3), at(2, 3), at(3, 5), at(3, 4), at(5, 3), at(4, 3), at(3, 1), at(3, 2)]


@pytest.mark.rules("BRI-EXP-BIG-04", "BRI-RULING-74", "BRI-RECOG-08")
def test_the_frozen_exhibits_cool_all_around_and_refill_pawns_before_they_go_home() -> None:
    state = burnt(
        "frost_burst",
        fire={at(2, 2): 1, at(4, 4): 3, at(3, 4): 5, at(3, 1): 2},
        players={
            WHITE: {"at": BIG, "water": 0, "wagon_water": 0},
            BLACK: {"wagon_at": BIG, "wagon_water": 1, "water": 0},
        },
    )
    after = flip(state)
    assert (after.fire[at(2, 2)], after.fire[at(4, 4)], after.fire[at(3, 1)], after.fires_out) == (0, 2, 2, 0)
    white, black = after.brigades
    assert (white.water, white.wagon_water, white.at) == (2, 0, at(0, 0))
    assert (black.wagon_water, black.water, black.wagon_at) == (2, 0, at(5, 5))
    assert after.destroyed >> at(3, 4) & 1


@pytest.mark.rules("BRI-EXP-BIG-04", "BRI-CREW-WALDER-RANIER", "BRI-RULING-65")
def test_walder_reacts_to_the_exhibits_if_they_filled_anything() -> None:
    def thawed(water: int):
        return flip(
            burnt("frost_burst", players={WHITE: {"mimic": "walder-ranier"}, BLACK: {"at": BIG, "water": water}})
        )

    state = thawed(0)
    assert to_act(state) == (BLACK,) and state.pending.kind == "refill_tax"
    assert do(state, c.LoseWater(BLACK, "chief")).brigades[BLACK].at == at(5, 5)
    assert thawed(2).pending is None


@pytest.mark.rules("BRI-EXP-BIG-05", "BRI-RULING-73")
def test_old_tom_oak_falls_on_three_tiles_in_the_active_players_direction() -> None:
    state = burnt("falling_tree", at_cell=at(2, 1), destroyed=[at(2, 3)], fire={at(1, 1): 1}, active=BLACK)
    state = flip(state)
    assert to_act(state) == (BLACK,)
    assert [x.direction for x in listed(state, c.ChooseDirection, BLACK)] == ["north", "east", "south", "west"]
    north = do(state, c.ChooseDirection(BLACK, "north"))
    assert (north.fire[at(1, 1)], north.fire[at(0, 1)]) == (2, 1)
    east = do(state, c.ChooseDirection(BLACK, "east"))
    assert [east.fire[at(2, col)] for col in (2, 3, 4, 5)] == [1, 0, 1, 0]
    late = fold(evolve, state, time_out(state, BLACK, chance()))
    assert late.fire[at(0, 1)] == 1 and late.destroyed >> at(2, 1) & 1


@pytest.mark.rules("BRI-EXP-BIG-05", "BRI-RULING-62")
def test_oak_and_immunity_with_vedas_replacement() -> None:
    state = burnt(
        "falling_tree",
        players={WHITE: {"at": at(2, 3), "mimic": "veda-moonbright"}, BLACK: {"at": at(1, 3)}},
    )
    after = do(flip(state), c.ChooseDirection(WHITE, "north"))
    assert (after.fire[at(2, 3)], after.fire[at(1, 3)], after.fire[at(0, 3)]) == (0, 0, 1)
    assert after.brigades[WHITE].cubes[at(2, 3)] == 1


@pytest.mark.rules("BRI-EXP-BIG-06", "BRI-RULING-72", "BRI-EXP-BIG-02")
def test_the_aviary_keeps_a_cube_of_every_player_that_is_worth_an_action() -> None:
    state = flip(burnt("roast_aviary", 3, players={BLACK: {"supply": 0}, PINK: {"cubes": {BIG: 3}, "supply": 0}}))
    # The cubes just returned from the tile can be used at once.
    assert [b.roast for b in state.brigades] == [True, False, True]
    assert [b.supply for b in state.brigades] == [15, 0, 2]
    assert view(state, -1).tiles[BIG].roasts == (WHITE, PINK)
    assert not any(state.brigades[WHITE].cubes)


def near_aviary(**words):
    white = {"roast": True, "at": at(3, 2)} | words.pop("white", {})
    return burnt(
        "roast_aviary", destroyed=[BIG], aviary=BIG, players={WHITE: white} | words.pop("players", {}), **words
    )


@pytest.mark.rules("BRI-EXP-BIG-06")
def test_entering_or_passing_the_aviary_takes_the_token_back_for_an_action() -> None:
    state = replace(near_aviary(), fire=position().fire)
    ways = {x.via for x in listed(state, c.MoveBrigade) if x.to == at(3, 4)}
    assert ways == {(), (BIG,)}
    through = do(state, c.MoveBrigade(WHITE, kind="paid", to=at(3, 4), via=(BIG,)))
    assert (through.actions, through.brigades[WHITE].roast, through.brigades[WHITE].supply) == (4, False, 16)
    around = do(state, c.MoveBrigade(WHITE, kind="paid", to=at(3, 4)))
    assert (around.actions, around.brigades[WHITE].roast) == (3, True)
    onto = do(state, c.MoveBrigade(WHITE, kind="paid", to=BIG))
    assert (onto.actions, onto.brigades[WHITE].roast) == (4, False)


@pytest.mark.rules("BRI-EXP-BIG-06")
def test_the_aviarys_cubes_are_no_recognition() -> None:
    state = replace(near_aviary(white={"chief": "glint-dampshot"}), fire=position().fire)
    no(state, c.ExtraUpgrade(WHITE, "crew"), "needs_cube_on_board", "BRI-CHIEF-GLINT-DAMPSHOT")
    pushed = near_aviary(
        white={"at": at(3, 1), "mimic": "mog-the-heavy"}, players={BLACK: {"at": at(3, 2), "roast": True}}
    )
    assert all(BIG not in x.pushes for x in listed(replace(pushed, fire=position().fire), c.MoveBrigade))


# ---- the Fire Festival


@pytest.mark.rules("BRI-EXP-FESTIVAL-01")
def test_the_festival_has_four_special_events() -> None:
    assert [box.EVENTS[card].kind for card in box.FESTIVAL_EVENTS] == ["special"] * 4
    assert not any(box.EVENTS[card].starting for card in box.FESTIVAL_EVENTS)


@pytest.mark.rules("BRI-EXP-FESTIVAL-02", "BRI-RULING-75")
def test_arson_raises_every_tile_with_a_loyalty_token() -> None:
    state = position(
        fire={at(1, 1): 2, FAR: 1},
        players={WHITE: {"loyal": [at(1, 1), at(2, 2)]}, BLACK: {"loyal": [at(4, 4)], "wagon_at": at(4, 4)}},
    )
    after = event(state, "F01")
    assert (after.fire[at(1, 1)], after.fire[at(2, 2)], after.fire[at(4, 4)], after.fire[FAR]) == (3, 1, 0, 1)


@pytest.mark.rules("BRI-EXP-FESTIVAL-03", "BRI-RULING-75", "BRI-RULING-76")
def test_burning_man_burns_under_every_pawn_once_whatever_is_immune() -> None:
    both = {"at": at(2, 2), "wagon_at": at(2, 2)}
    after = event(position(players={WHITE: both, BLACK: {"at": at(3, 3)}}), "F02")
    assert (after.fire[at(2, 2)], after.fire[at(3, 3)], sum(after.fire)) == (1, 1, 3)


@pytest.mark.rules("BRI-RULING-62", "BRI-RULING-76", "BRI-EXP-FESTIVAL-03")
def test_burning_man_can_be_redirected_but_not_to_an_immune_tile_and_burns_where_veda_has_no_cube() -> None:
    esme = position(players={WHITE: {"at": at(2, 2), "mimic": "esme-morrow"}, BLACK: {"wagon_at": at(2, 3)}})
    asked = event(esme, "F02")
    assert c.ChooseCell(WHITE, at(2, 3)) not in legal(asked, WHITE)
    sent = do(asked, c.ChooseCell(WHITE, at(1, 2)))
    assert (sent.fire[at(2, 2)], sent.fire[at(1, 2)], sent.fire[at(2, 3)]) == (0, 1, 1)
    assert do(asked, c.Decline(WHITE)).fire[at(2, 2)] == 1
    veda = {"at": at(2, 2), "mimic": "veda-moonbright"}
    assert event(position(players={WHITE: veda}), "F02").fire[at(2, 2)] == 0
    assert event(position(players={WHITE: veda | {"supply": 0}}), "F02").fire[at(2, 2)] == 1


@pytest.mark.rules("BRI-EXP-FESTIVAL-04", "BRI-RULING-78", "BRI-CREW-07")
def test_dirty_dealings_let_every_player_raise_one_tile_without_pawns() -> None:
    state = event(position(4, fire={at(1, 1): 5, FAR: 1}, destroyed=[at(1, 2)], active=PINK), "F03")
    asked = []
    while state.pending:
        (seat,) = to_act(state)
        asked.append(seat)
        for cell in (at(1, 1), at(1, 2), at(0, 0)):
            no(state, c.ChooseCell(seat, cell), "invalid_target", "BRI-EXP-FESTIVAL-04")
        state = do(state, c.Decline(seat) if seat == ORANGE else c.ChooseCell(seat, FAR))
    assert asked == [PINK, ORANGE, WHITE, BLACK] and state.fire[FAR] == 4


@pytest.mark.rules("BRI-EXP-FESTIVAL-05", "BRI-RULING-77")
def test_karnaj_raises_all_tiles_that_had_two() -> None:
    state = position(fire={at(1, 1): 2, at(1, 2): 2, at(1, 3): 1, at(2, 2): 2}, players={BLACK: {"at": at(2, 2)}})
    after = event(state, "F04")
    assert [after.fire[cell] for cell in (at(1, 1), at(1, 2), at(1, 3), at(2, 2))] == [3, 3, 1, 2]
