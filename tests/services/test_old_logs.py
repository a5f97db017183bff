"""Logs written before an event changed its shape are read, replayed and audited for ever: one kept log for each old schema.

A file's name is the event's type and its old schema; it was recorded by the code of that time. Its first line names the game, each
further one a kept command with the bodies of its steps.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.game.record import GENESIS, event_hash
from domain.rulesets import RULESETS
from services.answers import Accepted
from services.load_game import GameLoader
from services.play import Play
from services.ports import Opening, Principal, RawStep, StoredCommand
from services.seating import Seating
from services.verify import verify_game
from services.world import World
from tests.api.memory import MemoryLog, memory_world
from tests.services.game_driver import GameDriver

FOLDER = Path(__file__).parent / "old_logs"
OLD = [f"{kind}.{schema}" for ruleset in RULESETS.values() for kind, schema in ruleset.upcasts]


def laid(world: World, kept: list[dict[str, Any]]) -> str:
    """The kept log in this world; the game's id."""
    log = world.log
    assert isinstance(log, MemoryLog)
    game: str = kept[0]["game"]
    log.games[game] = Opening(ruleset=kept[0]["ruleset"], ruleset_version=kept[0]["ruleset_version"])
    rows: list[RawStep] = log.rows.setdefault(game, [])
    for line in kept[1:]:
        asked = line["command"]
        for field in ("body", "answer"):
            asked[field] = asked[field].encode()
        asked["request_hash"] = bytes.fromhex(asked["request_hash"])
        stored = StoredCommand(game_id=game, **asked)
        log.kept.setdefault(game, {})[stored.command_id] = stored
        for body in line["steps"]:
            said, before = json.loads(body), rows[-1].hash if rows else GENESIS
            link = event_hash(before, body.encode())
            rows.append(RawStep(said["version"], said["type"], said["schema"], before, link, body.encode()))
    return game


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]


@pytest.fixture
def world() -> World:
    return memory_world()


@pytest.mark.parametrize("name", OLD)
async def test_a_log_of_an_earlier_schema_stands_every_check(world: World, name: str) -> None:
    kept = lines(name)
    game = laid(world, kept)
    kind, _, schema = name.rpartition(".")
    shapes = {(row.type, row.schema) for row in await world.log.read(game)}
    assert (kind, int(schema)) in shapes
    verdict = await verify_game(world, game)
    assert verdict is not None and verdict.finding is None
    assert (verdict.steps, verdict.commands) == (len(await world.log.read(game)), len(kept) - 1)


@pytest.mark.parametrize("name", OLD)
async def test_an_event_of_an_earlier_schema_is_held_to_what_it_says(world: World, name: str) -> None:
    """All that the old shape did hold is compared: another seat in it is found, though the chain over it was made anew."""
    kind, _, schema = name.rpartition(".")
    kept = lines(name)
    changed = 0
    for line in kept[1:]:
        for at, body in enumerate(line["steps"]):
            said = json.loads(body)
            if (said["type"], said["schema"]) == (kind, int(schema)) and not changed:
                changed = said["version"]
                seat = said["data"]["seat"]
                line["steps"][at] = body.replace(f'"data":{{"seat":{seat},', f'"data":{{"seat":{(seat + 1) % 4},')
                assert line["steps"][at] != body
    verdict = await verify_game(world, laid(world, kept))
    assert verdict is not None and verdict.finding is not None
    assert (verdict.finding.version, verdict.finding.check) == (changed, "command")


@pytest.mark.parametrize("name", OLD)
async def test_a_game_of_an_earlier_schema_is_played_on_to_its_end(world: World, name: str) -> None:
    game, games = laid(world, lines(name)), GameLoader(world)
    opened = await games.at_head(game)
    assert opened is not None
    old = opened.state.version
    players = tuple(Principal(seat.principal or "", seat.name, frozenset()) for seat in opened.state.seats)
    play = Play(world, games)
    table = GameDriver(world, games, play, Seating(play), game, players, opened.state)
    while opened.game.to_act(table.state):
        assert isinstance(await table.play_any(), Accepted)
    assert table.state.version > old
    verdict = await verify_game(world, game)
    assert verdict is not None and verdict.finding is None and verdict.steps == table.state.version


def test_every_earlier_schema_has_its_log_and_every_log_its_schema() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(OLD)
    assert OLD
