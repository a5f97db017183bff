"""The golden games are still decided as recorded, and they cover seats, options, events and bots."""

from pathlib import Path

import msgspec
import pytest

from domain.rulesets import RULESETS
from tests.rulesets.games import choices
from tests.rulesets.golden import GAMES, Header, Line, check, files

ALL = [pytest.param(path, id=f"{ruleset}-{path.stem}") for ruleset in RULESETS for path in files(ruleset)]


RARER_PERCENT = 8
"""How many percent of the kinds of events may be too rare for the search."""


@pytest.mark.parametrize("path", ALL)
def test_a_golden_game_is_decided_as_recorded(path: Path) -> None:
    check(path)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_golden_games_cover_seats_options_events_and_bots(ruleset: str) -> None:
    box = RULESETS[ruleset]
    paths = files(ruleset)
    assert len(paths) >= GAMES >= 100, "run: python -m tests.rulesets.golden record " + ruleset
    headers = [msgspec.json.decode(path.read_bytes().split(b"\n", 1)[0], type=Header) for path in paths]
    assert {header.seats for header in headers} == set(range(box.seats_min, box.seats_max + 1))
    for name, values in choices(box.options).items():
        assert {header.options[name] for header in headers} == set(values), name
    assert {bot for header in headers for bot in header.bots} >= {"random", tuple(box.bots)[-1]}
    kinds: set[str] = set()
    for path in paths:
        for row in path.read_bytes().splitlines()[1:]:
            kinds |= {event["type"] for event in msgspec.json.decode(row, type=Line).events}
    missing = {str(event.__struct_config__.tag) for event in box.events} - kinds
    assert len(missing) <= len(box.events) * RARER_PERCENT // 100, missing


def test_golden_games_of_the_great_fire_show_every_kind_of_event() -> None:
    kinds = {
        event["type"]
        for path in files("great_fire")
        for row in path.read_bytes().splitlines()[1:]
        for event in msgspec.json.decode(row, type=Line).events
    }
    assert kinds == {event.__struct_config__.tag for event in RULESETS["great_fire"].events}
