"""The worked examples of the rules, read from the ruleset's rules.md and run as they stand there (section 22)."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire.board import uncontained
from domain.rulesets.great_fire.components import COLOURS, IDS, KINDS, LINKS, OPPOSITE
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.rules.spread import rank
from domain.rulesets.great_fire.score import points
from domain.rulesets.great_fire.state import State, TokenSupply
from tests.rulesets.great_fire.position import (
    SEATS,
    at,
    bands_at,
    final_steps,
    no,
    play,
    position,
    room,
    targets,
)

PAGE = (Path(__file__).parents[3] / "domain/rulesets/great_fire/rules.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```toml\n(.*?)^```", PAGE.split("## 22 Worked examples")[1], re.MULTILINE | re.DOTALL)
CASES: dict[str, dict[str, Any]] = {case["id"]: case for block in BLOCKS for case in tomllib.loads(block)["case"]}
OUTCOMES = {"DistrictBurnt": "burnt", "FireContainedOnArrival": "contained", "TokenTaken": "token"}


def seat(name: str) -> int:
    return SEATS.index(name) if name in SEATS else int(name[1:]) - 1


def by_seat(words: dict[str, Any]) -> dict[int, Any]:
    return {seat(name): value for name, value in words.items()}


def given(case: dict[str, Any]) -> State:
    """The position of a case."""
    words = dict(case.get("given", {}))
    for key in ("put", "held", "land"):
        words[key] = by_seat(words.get(key, {}))
    if "hero" in words:
        words["hero"] = seat(words["hero"])
    return position(options=Options(reburn_cones=words.pop("reburn", "size")), **words)


def orders(state: State, step: list[Any], before: list[Any] | None) -> tuple[State, list[c.Command]]:
    """The state made ready for a step, turn order, hands and points aside, and the step's commands."""
    match step:
        case ["fire", who, card, source, target]:
            active = seat(who)
            if before and before[:3] == step[:3]:
                supplies = tuple(
                    TokenSupply(a, b + (number == active), v) for number, (a, b, v) in enumerate(state.supplies)
                )
                return replace(state, supplies=supplies), [c.PlayDoubleMove(active, source, target)]
            hands = tuple(card if number == active else hand for number, hand in enumerate(state.hands))
            ready = replace(state, phase="fire", active=active, hands=hands, card=None)
            return ready, [c.PlayFire(active, card, source, target)]
        case ["band", origin, to]:
            return replace(state, phase="actions", points=4), [c.MoveBand(state.active, origin, to)]
        case ["land", who, to]:
            active = seat(who)
            return replace(state, phase="actions", active=active, points=4), [c.MoveLandowner(active, to)]
        case ["put_out", who]:
            return replace(state, phase="actions", active=seat(who), points=4), [c.PutOut(seat(who))]
        case ["demolish", who, district]:
            return replace(state, phase="actions", active=seat(who)), [c.Demolish(seat(who), district)]
        case ["intensify", districts]:
            ready = replace(state, phase="intensify", cones_to_place=max(len(districts), 3))
            return ready, [c.Intensify(ready.active, district) for district in districts]
    raise AssertionError(step)


def direction(a: str, b: str) -> set[str]:
    """The directions in which `b` lies from `a`."""
    for link in LINKS:
        if (link.a, link.b) == (a, b):
            return set(link.dirs)
        if (link.a, link.b) == (b, a):
            return {OPPOSITE[way] for way in link.dirs}
    return set()


def token_kinds(state: State, who: int) -> list[str]:
    return [kind for kind, count in zip(KINDS, state.supplies[who], strict=True) for _ in range(count)]


def holds(state: State, key: str, wanted: Any, outcomes: list[str]) -> None:
    """One line of a `then`."""
    fire = uncontained(state.cones, state.bands)
    match key:
        case "cones" | "houses":
            assert {id: at(getattr(state, key), id) for id in wanted} == wanted
        case "bands":
            assert {id: bands_at(state, id) for id in wanted} == wanted
        case "free":
            assert {id: max(0, bands_at(state, id) - at(state.cones, id)) for id in wanted} == wanted
        case "contained":
            assert {id: at(state.cones, id) > 0 and not fire >> IDS.index(id) & 1 for id in wanted} == wanted
        case "stock":
            assert state.stock == wanted
        case "events":
            assert outcomes == wanted
        case "put":
            assert {seat: state.piles[seat] for seat in by_seat(wanted)} == by_seat(wanted)
        case "held":
            assert {who: token_kinds(state, who) for who in by_seat(wanted)} == by_seat(wanted)
        case "hero":
            assert state.hero == seat(wanted)
        case "vp_left":
            assert {colour: 40 - 2 * state.lost[COLOURS.index(colour)] for colour in wanted} == wanted
        case "demolished":
            assert [id for id in IDS if at(state.demolished, id)] == wanted
        case "ranks":
            assert {id: rank(state, IDS.index(id)) for id in wanted} == wanted
        case "room":
            assert {id: room(state, id) for id in wanted} == wanted
        case "playable":
            assert {card: any(targets(state, card, id) for id in IDS) for card in wanted} == wanted
        case "dirs":
            assert [(a, b, direction(a, b)) for a, b, _ in wanted] == [(a, b, set(ways)) for a, b, ways in wanted]
        case "targets":
            for line in wanted:
                assert targets(state, line["card"], line["source"]) == set(line["to"]), line
        case "steps":
            for line in wanted:
                assert final_steps(state, line["card"], line["source"]) == set(line["to"]), line
        case _:
            raise AssertionError(f"what does {key!r} hold?")


@pytest.mark.parametrize("id", CASES)
def test_worked_example(id: str) -> None:
    case = CASES[id]
    state = given(case)
    steps = case.get("when", [])
    outcomes: list[str] = []
    for number, step in enumerate(steps):
        state, commands = orders(state, step, steps[number - 1] if number else None)
        for nth, command in enumerate(commands):
            last = number == len(steps) - 1 and nth == len(commands) - 1
            if last and case["then"].get("illegal"):
                no(state, command)
                return
            state, events = play(state, command)
            outcomes = [
                OUTCOMES[type(event).__name__]
                for event in events
                if type(event).__name__ in OUTCOMES and getattr(event, "houses", True)
            ]
    for key, wanted in case["then"].items():
        holds(state, key, wanted, outcomes)


def test_every_worked_example_but_the_last_is_a_case() -> None:
    numbers = {f"GF-EX-{number:02}" for number in range(1, 20)}
    assert {id.rstrip("abcdefg") for id in CASES} == numbers
    assert set(re.findall(r"^\*\*(GF-EX-\d\d)\*\*", PAGE, re.MULTILINE)) == numbers | {"GF-EX-20"}
    assert len(CASES) == 44


def test_worked_example_20_scoring_by_hand() -> None:
    """26 for 13 houses, a pile of 4, objectives 6 + 0 + 2, one token of 1, the Hero's 2, nothing for a charge: 41."""
    state = position(
        objectives={0: ("I-4", "II-1", "III-7")},
        cones={"the_temple": 1},
        bands={"the_temple": 1},
        empty=["aldgate", "billingsgate", "s_bennet"],
        houses={"aldgate": ["red"] * 4, "billingsgate": ["red"] * 2, "s_bennet": ["red"]},
        held={0: ["vp", "charge"]},
        put={0: 4},
        hero=0,
    )
    assert points(state, 0) == {"houses": 26, "fires": 4, "objectives": 8, "tokens": 1, "hero": 2}
    assert sum(points(state, 0).values()) == 41
