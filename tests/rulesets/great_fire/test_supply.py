"""Rules section 15: where cones come from."""

import pytest

from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.state import State
from tests.rulesets.great_fire.openings import going_on, opened, setting_up
from tests.rulesets.great_fire.position import after, at, names, one, play, position

PL = "pudding_lane"
GUILD_HALL = c.PlayFire(0, "N", "s_bennet", "guild_hall")
"""One cone comes from S. Bennet; three more are needed."""


@pytest.mark.rules("GF-SUPPLY-01")
def test_supply_01_cones_come_from_the_stock_while_it_lasts() -> None:
    state, events = play(position(cones={"s_bennet": 2, PL: 20}, stock=3), GUILD_HALL)
    burnt = one(events, e.DistrictBurnt)
    assert (burnt.from_stock, burnt.from_pudding_lane) == (3, 0)
    assert (state.stock, at(state.cones, PL)) == (0, 20)
    placed, events = play(
        position(cones={"guild_hall": 1}, phase="intensify", cones_to_place=1), c.Intensify(0, "guild_hall")
    )
    assert one(events, e.FireIntensified).from_stock and placed.stock == 38


@pytest.mark.rules("GF-SUPPLY-02", "GF-RULING-26")
def test_supply_02_then_from_pudding_lane() -> None:
    state, events = play(position(cones={"s_bennet": 2, PL: 20}, stock=1, put={1: 4}), GUILD_HALL)
    burnt = one(events, e.DistrictBurnt)
    assert (burnt.from_stock, burnt.from_pudding_lane) == (1, 2)
    assert (state.stock, at(state.cones, PL), state.piles[1]) == (0, 18, 4)
    state = position(cones={"guild_hall": 1, PL: 4}, stock=0, phase="intensify", cones_to_place=1)
    state, events = play(state, c.Intensify(0, "guild_hall"))
    assert not one(events, e.FireIntensified).from_stock and at(state.cones, PL) == 3


@pytest.mark.rules("GF-SUPPLY-02", "GF-RULING-26")
def test_supply_02_the_cone_that_leaves_pudding_lane_is_gone_first() -> None:
    state = position(cones={"s_bennet": 1, PL: 3}, stock=0)
    state, events = play(state, c.PlayFire(0, "N", PL, "guild_hall"))
    assert one(events, e.DistrictBurnt).from_pudding_lane == 2
    assert (at(state.cones, "guild_hall"), at(state.cones, PL)) == (3, 0)


@pytest.mark.rules("GF-SUPPLY-03", "GF-RULING-27", "GF-SCORE-02")
def test_supply_03_then_every_pile_gives_one_back_as_often_as_needed() -> None:
    state = position(cones={"s_bennet": 2, PL: 0}, stock=0, put={0: 4, 1: 1, 3: 2})
    state, events = play(state, GUILD_HALL)
    assert names(events)[:4] == ["FireCardPlayed", "FireMoved", "ConesReturned", "DistrictBurnt"]
    assert one(events, e.ConesReturned).cones == (1, 1, 0, 1), "three at once, and that is enough"
    assert state.piles == (3, 0, 0, 1) and at(state.cones, "guild_hall") == 4


@pytest.mark.rules("GF-SUPPLY-03", "GF-RULING-27", "GF-RULING-08")
def test_supply_03_what_is_left_over_is_stock_and_refills_pudding_lane() -> None:
    state = position(cones={"s_bennet": 2, PL: 0}, stock=0, put={0: 2, 1: 2})
    state, events = play(state, GUILD_HALL)
    assert one(events, e.ConesReturned).cones == (2, 2, 0, 0), "the second round gives one too many"
    assert one(events, e.PuddingLaneRefilled).cones == 1
    assert (at(state.cones, PL), state.stock, state.piles) == (1, 0, (0, 0, 0, 0))


@pytest.mark.rules("GF-SUPPLY-03")
def test_supply_03_what_cannot_be_had_is_not_placed() -> None:
    state, events = play(position(cones={"s_bennet": 2, PL: 0}, stock=0, put={2: 1}), GUILD_HALL)
    assert one(events, e.DistrictBurnt).cones_added == 1
    assert at(state.cones, "guild_hall") == 2 and at(state.houses, "guild_hall") == 0
    none, events = play(position(cones={"s_bennet": 2, PL: 0}, stock=0), GUILD_HALL)
    assert at(none.cones, "guild_hall") == 1 and "ConesReturned" not in names(events)


@pytest.mark.rules("GF-SUPPLY-03", "GF-OPT-05")
def test_supply_03_with_stop_nobody_gives_anything() -> None:
    state = position(cones={"s_bennet": 2, PL: 9}, stock=1, put={0: 4}, options=Options(stock_exhaustion="stop"))
    state, events = play(state, GUILD_HALL)
    assert one(events, e.DistrictBurnt).cones_added == 1
    assert (at(state.cones, PL), state.piles[0], state.stock) == (9, 4, 0)


@pytest.mark.rules("GF-SUPPLY-04")
@pytest.mark.parametrize(
    "options", [Options(), Options(stock_exhaustion="stop"), Options(fire_cones=100, reburn_cones="one")]
)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_supply_04_the_cones_of_the_game_are_on_the_board_in_stock_and_on_piles(seats: int, options: Options) -> None:
    from domain.rulesets.great_fire import RULESET

    state, _ = opened(seats, options, seed=seats)

    def counted(state: State) -> c.Command:
        assert state.stock + sum(state.cones) + sum(state.piles) == options.fire_cones
        if state.phase in ("confirm_hand", "place_band", "place_landowner"):
            return setting_up(state)  # type: ignore[no-any-return]
        legal = RULESET.legal(state, state.active)
        put_out = [order for order in legal if isinstance(order, c.PutOut)]
        return put_out[0] if put_out else legal[(5 * state.turn + state.points) % len(legal)]

    state, _ = going_on(state, lambda s: s.phase == "over", counted, seed=seats)
    assert state.stock + sum(state.cones) + sum(state.piles) == options.fire_cones


@pytest.mark.rules("GF-RULING-27")
def test_a_cone_given_back_scores_no_longer() -> None:
    from domain.rulesets.great_fire.score import points

    before = position(cones={"s_bennet": 2, PL: 0}, stock=0, put={1: 5})
    assert (points(before, 1)["fires"], points(after(before, GUILD_HALL), 1)["fires"]) == (5, 2)
