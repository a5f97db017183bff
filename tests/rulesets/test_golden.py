"""The golden games are still decided as recorded, and they cover seats, options, events and bots."""

from pathlib import Path

import msgspec
import pytest

from domain.engine.ruleset import AnyRuleset
from domain.rulesets import CURRENT, RULESETS
from tests.rulesets.games import choices
from tests.rulesets.golden import GAMES, Header, Line, check, files, rows_of

ALL = [
    pytest.param(path, id=f"{box.id}-{box.version}-{path.name.removesuffix('.jsonl.xz')}")
    for box in RULESETS.values()
    for path in files(box)
]
in_every_version = pytest.mark.parametrize("box", RULESETS.values(), ids=lambda box: f"{box.id}-{box.version}")


RARER_PERCENT = 8
"""How many percent of the kinds of events may be too rare for the search."""


@pytest.mark.parametrize("path", ALL)
def test_a_golden_game_is_decided_as_recorded(path: Path) -> None:
    check(path)


@in_every_version
def test_golden_games_cover_seats_options_events_and_bots(box: AnyRuleset) -> None:
    paths = files(box)
    assert len(paths) >= GAMES, "run: python -m tests.rulesets.golden record " + box.id
    headers = [msgspec.json.decode(rows_of(path)[0], type=Header) for path in paths]
    assert {header.seats for header in headers} == set(range(box.seats_min, box.seats_max + 1))
    for name, values in choices(box.options).items():
        assert {header.options[name] for header in headers} == set(values), name
    assert {bot for header in headers for bot in header.bots} >= {"random", tuple(box.bots)[-1]}
    kinds: set[str] = set()
    for path in paths:
        for row in rows_of(path)[1:]:
            kinds |= {event["type"] for event in msgspec.json.decode(row, type=Line).events}
    missing = {str(event.__struct_config__.tag) for event in box.events} - kinds
    assert len(missing) <= len(box.events) * RARER_PERCENT // 100, missing


def test_golden_games_of_the_great_fire_show_every_kind_of_event() -> None:
    kinds = {
        event["type"]
        for path in files(CURRENT["great_fire"])
        for row in rows_of(path)[1:]
        for event in msgspec.json.decode(row, type=Line).events
    }
    assert kinds == {event.__struct_config__.tag for event in CURRENT["great_fire"].events}
