"""Each erratum in the same situation before and after it."""

from typing import Any

import pytest

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.fold import fold
from domain.engine.refusal import Refused
from domain.engine.viewer import SPECTATOR
from domain.rulesets.great_fire import RULESET, VERSION_1, VERSION_2
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.errata import ERRATA
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.rules.absence import time_out
from domain.rulesets.great_fire.state import State
from tests.rulesets.great_fire.openings import begun, dealt, opened
from tests.rulesets.great_fire.position import SEED, names, one, position
from tests.rulesets.great_fire.samples import every_game

PL = "pudding_lane"


def late(state: State, seat: int | None = None) -> tuple[State, tuple[Any, ...]]:
    """Returns the state after time was called on the seat that may act, and the events."""
    events = time_out(state, state.active if seat is None else seat, Chance(SEED, 0))
    return fold(RULESET.evolve, state, events), events


# ---- GF-E01


@pytest.mark.before("GF-E01")
def test_a_bot_made_the_decision_of_a_seat_without_time() -> None:
    assert VERSION_1.time_out is None
    assert VERSION_1.substitute == "alderman"


@pytest.mark.after("GF-E01")
@pytest.mark.rules("GF-RULING-54")
def test_a_decision_without_time_has_a_default_in_every_phase_of_set_up() -> None:
    assert VERSION_2.time_out is time_out
    waiting, _ = opened()
    assert names(late(waiting)[1]) == ["HandConfirmed"]
    bands, _ = dealt()
    placed = one(late(bands)[1], e.BandPlaced)
    assert c.PlaceBand(bands.active, placed.area) in RULESET.legal(bands, bands.active)
    while bands.phase == "place_band":
        bands, _ = late(bands)
    placed = one(late(bands)[1], e.LandownerPlaced)
    assert c.PlaceLandowner(bands.active, placed.area) in RULESET.legal(bands, bands.active)


@pytest.mark.after("GF-E01")
@pytest.mark.rules("GF-RULING-54", "GF-FIRE-01")
def test_time_called_in_the_fire_phase_moves_the_fire_and_leaves_the_actions_to_the_seat() -> None:
    state, _ = begun()
    after, events = late(state)
    card, moved = one(events, e.FireCardPlayed).card, one(events, e.FireMoved)
    assert c.PlayFire(state.active, card, moved.source, moved.target) in RULESET.legal(state, state.active)
    assert (after.phase, after.active, after.points) == ("fire_second", state.active, 4)
    assert late(state) == (after, events), "the same draws lead to the same movement"


@pytest.mark.after("GF-E01")
@pytest.mark.rules("GF-RULING-54", "GF-TURN-02")
@pytest.mark.parametrize("phase", ["fire_second", "actions"])
def test_time_called_on_actions_ends_the_turn(phase: str) -> None:
    state = position(phase=phase, card="N", held={0: ["charge", "double_move"]}, bands={"bridgeward": 1})
    after, events = late(state)
    assert names(events) == ["ActionsEnded", "FireCardDrawn"]
    assert (after.phase, after.active) == ("fire", 1)


@pytest.mark.after("GF-E01")
@pytest.mark.rules("GF-RULING-54", "GF-INT-04")
def test_time_called_on_an_intensification_places_every_cone_that_is_owed() -> None:
    burning = {"guild_hall": 4, "cheapside": 3}
    state = position(cones=burning, phase="actions", card="N", on_stack=1)
    waiting, events = late(state)
    assert names(events) == ["ActionsEnded", "FireCardDrawn", "StackCardRevealed"], "the cones are another decision"
    after, events = late(waiting)
    assert names(events) == ["FireIntensified"] * 3
    assert (after.phase, after.active, after.cones_to_place) == ("fire", 1, 0)


@pytest.mark.after("GF-E01")
@pytest.mark.rules("GF-RULING-54", "GF-FIRE-13")
def test_time_called_on_a_seat_that_cannot_move_the_fire_discards_and_places_every_cone() -> None:
    state = position(cones={"s_bennet": 1, "tallow_hall": 1}, hands={0: "SSSSS"}, demolished=south_of_the_fire())
    after, events = late(state)
    assert names(events) == ["NoMoveDeclared", *["FireIntensified"] * 3]
    assert (after.phase, after.active) == ("actions", 0)


def south_of_the_fire() -> list[str]:
    """Returns what south cards could reach in the position with two fires."""
    state = position(cones={"s_bennet": 1, "tallow_hall": 1}, hands={0: "SSSSS"})
    gone: set[str] = set()
    while targets := {o.target for o in RULESET.legal(state, 0) if isinstance(o, c.PlayFire)}:
        gone |= targets
        state = position(cones={"s_bennet": 1, "tallow_hall": 1}, hands={0: "SSSSS"}, demolished=sorted(gone))
    return sorted(gone)


@pytest.mark.after("GF-E01")
def test_time_is_called_only_on_the_seat_that_may_act() -> None:
    with pytest.raises(Refused) as refused:
        late(position(), seat=1)
    assert (refused.value.code, refused.value.rules) == ("not_your_turn", ("GF-TURN-01", "GF-RULING-54"))


@pytest.mark.after("GF-E01")
@every_game
def test_a_game_of_nothing_but_time_outs_ends(seats: int, options: Options) -> None:
    state = RULESET.initial(seats, options)
    state = fold(RULESET.evolve, state, RULESET.set_up(state, Chance(SEED, 0)))
    for step in range(1, 1000):
        if not (to_act := RULESET.to_act(state)):
            break
        state = fold(RULESET.evolve, state, time_out(state, to_act[0], Chance(SEED, step)))
    assert state.outcome is not None
    assert not any(state.piles)


# ---- GF-E02

STOP = Options(stock_exhaustion="stop")
SITUATIONS = [
    pytest.param(
        {"phase": "place_band"}, c.PlaceBand(0, "holborn"), e.BandPlaced, {"seats": 4}, id="the seats that place bands"
    ),
    pytest.param(
        {"bands": {"billingsgate": 1, "pepys_house": 1, "philpott_lane": 1}, "tokens": {"billingsgate": "vp"}},
        c.PlayFire(0, "E", PL, "billingsgate"),
        e.FireContainedOnArrival,
        {"token": True},
        id="a token that stays",
    ),
    pytest.param(
        {"cones": {"st_pauls": 1}, "bands": {"st_pauls": 1, "ludgate": 1}, "phase": "actions", "card": "N"},
        c.MoveBand(0, "ludgate", "st_pauls"),
        e.BandMoved,
        {"contained": True},
        id="a contained fire that a band enters",
    ),
    pytest.param(
        {"cones": {"s_bennet": 2, PL: 0}, "stock": 1, "options": STOP},
        c.PlayFire(0, "N", "s_bennet", "guild_hall"),
        e.DistrictBurnt,
        {"missing": 2, "stock_only": True},
        id="cones that could not be had",
    ),
    pytest.param(
        {"cones": {"guild_hall": 4}, "phase": "no_move", "cones_to_place": 2},
        c.Intensify(0, "guild_hall"),
        e.FireIntensified,
        {"no_move": True},
        id="a cone of a turn without a movement",
    ),
    pytest.param(
        {"cones": {PL: 1}},
        c.PlayFire(0, "W", PL, "tallow_hall"),
        e.PuddingLaneRefilled,
        {"after_movement": True},
        id="a refill after a movement",
    ),
    pytest.param(
        {
            "cones": {"guild_hall": 4},
            "phase": "intensify",
            "cones_to_place": 1,
            "stacks": "",
            "on_stack": 0,
            "deck": "",
        },
        c.Intensify(0, "guild_hall"),
        e.FinalRoundStarted,
        {"rounds": 1},
        id="the turns that each seat has left",
    ),
]
in_every_situation = pytest.mark.parametrize(("board", "command", "kind", "circumstances"), SITUATIONS)


def happens(version: int, board: dict[str, Any], command: c.Command, kind: type[Any]) -> Any:
    """Returns the event of this kind that the command leads to in a game of this version."""
    state = position(**board, ruleset_version=version)
    return one(RULESET.decide(state, command, Chance(SEED, 0)), kind)


@pytest.mark.before("GF-E02")
@in_every_situation
def test_events_were_recorded_without_circumstances(
    board: dict[str, Any], command: c.Command, kind: type[Any], circumstances: dict[str, Any]
) -> None:
    event = happens(1, board, command, kind)
    line = RULESET.tell(event, SPECTATOR)
    assert line is not None
    for name in circumstances:
        assert f'"{name}"'.encode() not in canonical(event)
        assert name not in line.facts


@pytest.mark.after("GF-E02")
@pytest.mark.rules("GF-HID-01")
@in_every_situation
def test_events_record_the_circumstances_that_their_lines_need(
    board: dict[str, Any], command: c.Command, kind: type[Any], circumstances: dict[str, Any]
) -> None:
    event = happens(2, board, command, kind)
    line = RULESET.tell(event, SPECTATOR)
    assert line is not None
    for name, fact in circumstances.items():
        assert getattr(event, name) == fact
        assert line.facts[name] == fact


def test_version_2_is_version_1_with_its_errata() -> None:
    assert VERSION_2.errata == ERRATA
    assert VERSION_2.substitute == VERSION_1.substitute
