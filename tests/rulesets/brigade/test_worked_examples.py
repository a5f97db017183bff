"""The worked examples of the rules, read from the ruleset's rules.md and run as they stand there (section 16)."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.refusal import Refused
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.components import CREW, EVENTS, HOUSES, bits, cell_at
from domain.rulesets.brigade.options import Options
from domain.rulesets.brigade.queries import owner, tokens_left
from domain.rulesets.brigade.rules import decide, legal
from domain.rulesets.brigade.state import State
from tests.rulesets.brigade.position import COLOURS, SEED, do, event, flip, position

PAGE = (Path(__file__).parents[3] / "domain/rulesets/brigade/rules.md").read_text(encoding="utf-8")
CASES = [tomllib.loads(block) for block in re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)]
TRACKS = ("crew", "wagon", "leadership")


def seat(name: str) -> int:
    return COLOURS.index(name)


def cells(found: list[list[int]]) -> set[int]:
    return {cell_at(*cell) for cell in found}


def crew_with(ability: str) -> str:
    return next(card.id for card in CREW.values() if card.ability == ability)


def given(case: dict[str, Any]) -> State:
    """The position of a case. Abilities come by the firehouse, by the mimic token, and a second one by a loyal
    tile."""
    words = case["given"]
    players: dict[int, dict[str, Any]] = {0: {}, 1: {}}
    for key, field in (("brigades", "at"), ("wagons", "wagon_at")):
        for name, cell in words.get(key, {}).items():
            players[seat(name)][field] = cell_at(*cell)
    for entry in words.get("cubes", ()):
        players[seat(entry["player"])].setdefault("cubes", {})[cell_at(*entry["cell"])] = entry["n"]
    for entry in words.get("loyal", ()):
        players[seat(entry["player"])].setdefault("loyal", []).append(cell_at(*entry["cell"]))
    for name, water in words.get("water", {}).items():
        players[seat(name)] |= {"water": water["chief"], "wagon_water": water["wagon"]}
    for name, tracks in words.get("tracks", {}).items():
        players[seat(name)]["circles"] = tuple(tracks.get(track, 0) for track in TRACKS)
    for name, number in words.get("last_extinguish", {}).items():
        players[seat(name)]["last_out"] = number
    tiles = {cell_at(*t["cell"]): (t["guild"], t["value"]) for t in words.get("tiles", ())}
    for name, abilities in words.get("abilities", {}).items():
        _abilities(players[seat(name)], abilities, tiles)
    return position(
        options=Options(advanced=True),
        tiles=tiles,
        fire={cell_at(r, col): n for r, col, n in words["fire"]},
        destroyed=cells(words.get("destroyed", [])),
        players=players,
        actions=words.get("actions", 4),
        fires_out=words.get("sequence", 0),
    )


def _abilities(player: dict[str, Any], abilities: list[str], tiles: dict[int, tuple[str, int]]) -> None:
    for ability in abilities:
        if ability in HOUSES.values():
            player["firehouse"] = next(colour for colour, own in HOUSES.items() if own == ability)
        elif "mimic" not in player:
            player["mimic"] = crew_with(ability)
        else:
            card = crew_with(ability)
            tiles[cell_at(5, 4)] = (CREW[card].guild, 4)
            player["crew"] = [(card, 0)]
            player["loyal"] = [cell_at(5, 4)]


def commands(state: State, step: dict[str, Any]) -> list[c.Command]:
    """A step in commands of this ruleset. A path that is a free choice becomes its end, and the tiles it insists on."""
    here = state.brigades[0]
    match step["do"]:
        case "extinguish":
            spend = step["spend"]
            return [
                c.Extinguish(0, kind="brigade", cell=here.at, wagon=spend.get("wagon", 0), chief=spend.get("chief", 0))
            ]
        case "place":
            return [c.PlaceCubes(0, cell=cell_at(*step["cell"]), number=step["n"])]
        case "move":
            *way, end = (cell_at(*cell) for cell in step["path"])
            plain = c.MoveBrigade(0, kind="paid", to=end)
            return [plain if not _insists(step) or plain not in legal(state, 0) else replace(plain, via=tuple(way))]
        case "wagon":
            return [c.MoveWagon(0, kind="paid", to=cell_at(*step["cell"]))]
        case "refill":
            return [c.Refill(0, cell=cell_at(*step["cell"]))]
        case "transfer":
            wagon, chief = here.wagon_water + step["to_wagon"], here.water - step["to_wagon"]
            return [c.Transfer(0, wagon=wagon, chief=chief)]
        case "upgrade":
            return [c.Upgrade(0, step["track"])]
        case other:
            raise AssertionError(other)


def _insists(step: dict[str, Any]) -> bool:
    return bool(step.get("insists"))


def phase(state: State, step: dict[str, Any]) -> State:
    """A step that is no command: an event card, or the end of a phase."""
    if step["do"] == "end_phase":
        return flip(state)
    card = step.get("card") or next(
        id
        for id, each in EVENTS.items()
        if each.kind == step["kind"]
        and step.get("direction", each.direction) == each.direction
        and step.get("effect", each.effect) == each.effect
    )
    state = event(state, card)
    for name, cell in step.get("choice", {}).items():
        if state.phase != "over":
            state = do(state, c.ChooseCell(seat(name), cell_at(*cell)))
    return state


def played(case: dict[str, Any]) -> tuple[State, str | None]:
    """The state after all steps, and the code of the last one's refusal."""
    state = given(case)
    insists = case["then"].get("rejected") in ("fire_stops_movement", "too_far")
    for number, step in enumerate(case["when"]):
        if step["do"] in ("event", "end_phase"):
            state = phase(state, step)
            continue
        for command in commands(state, step | {"insists": insists}):
            if number + 1 == len(case["when"]) and "rejected" in case["then"]:
                with pytest.raises(Refused) as caught:
                    decide(state, command, Chance(SEED, 1))
                return state, caught.value.code
            state = do(state, command)
    return state, None


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
@pytest.mark.rules("BRI-END-06", "BRI-RECOG-01", "BRI-ACT-03")
def test_worked_example(case: dict[str, Any]) -> None:
    state, code = played(case)
    then = dict(case["then"])
    assert code == then.pop("rejected", None)
    for key, value in then.items():
        CHECKS[key](state, value, case)


def fire(state: State, value: Any, case: dict[str, Any]) -> None:
    for row, column, level in value:
        assert state.fire[cell_at(row, column)] == level, (row, column)


def destroyed(state: State, value: Any, case: dict[str, Any]) -> None:
    assert set(bits(state.destroyed)) == cells(value)


def brigades(state: State, value: Any, case: dict[str, Any]) -> None:
    for name, cell in value.items():
        assert state.brigades[seat(name)].at == cell_at(*cell)


def wagons(state: State, value: Any, case: dict[str, Any]) -> None:
    for name, cell in value.items():
        assert state.brigades[seat(name)].wagon_at == cell_at(*cell)


def loyal(state: State, value: Any, case: dict[str, Any]) -> None:
    wanted = {cell_at(*each["cell"]): seat(each["player"]) for each in value}
    assert {cell: owner(state, cell) for cell in range(36) if owner(state, cell) is not None} == wanted


def cubes(state: State, value: Any, case: dict[str, Any]) -> None:
    wanted = {(seat(each["player"]), cell_at(*each["cell"])): each["n"] for each in value}
    found = {(s, cell): n for s, b in enumerate(state.brigades) for cell, n in enumerate(b.cubes) if n}
    assert found == wanted


def supply(state: State, value: Any, case: dict[str, Any]) -> None:
    for name, left in value.items():
        b = state.brigades[seat(name)]
        assert all({"cubes": b.supply, "loyalty": tokens_left(b)}[key] == n for key, n in left.items())


def water(state: State, value: Any, case: dict[str, Any]) -> None:
    for name, left in value.items():
        b = state.brigades[seat(name)]
        assert all({"chief": b.water, "wagon": b.wagon_water}[key] == n for key, n in left.items())


def tracks(state: State, value: Any, case: dict[str, Any]) -> None:
    for name, circles in value.items():
        for track, circle in circles.items():
            assert state.brigades[seat(name)].circles[TRACKS.index(track)] == circle


def actions(state: State, value: Any, case: dict[str, Any]) -> None:
    assert state.actions == value


def pending(state: State, value: Any, case: dict[str, Any]) -> None:
    assert state.pending is not None and state.pending.left == value


def over(state: State, value: Any, case: dict[str, Any]) -> None:
    winners = [COLOURS[place.seat] for place in state.places if place.place == 1]
    assert [state.ending, *winners] == value if value else not state.ending


def evacuation(state: State, value: Any, case: dict[str, Any]) -> None:
    assert state.evacuation == value


CHECKS = {
    check.__name__: check
    for check in (
        fire,
        destroyed,
        brigades,
        wagons,
        loyal,
        cubes,
        supply,
        water,
        tracks,
        actions,
        pending,
        over,
        evacuation,
    )
}


def test_all_examples_of_the_rules_are_here() -> None:
    assert len(CASES) == PAGE.count('id = "BRI-EX-') > 35
