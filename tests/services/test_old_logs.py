"""Logs from before an event changed its schema are read, replayed and verified for ever: one log per old schema.

A file's name is the event's type and its old schema; the code of that time recorded it. The first line names the
game. Each further line is a stored command with the bodies of its steps.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.log.chain import GENESIS, event_hash
from domain.log.record import Written
from domain.rulesets import CURRENT
from services.commands.answers import Accepted
from services.commands.play import Play
from services.commands.seating import Seating
from services.log.load_game import GameLoader
from services.log.verify import verify_game
from services.ports import Append, Appended, Opening, Principal
from services.world import World
from tests.api.memory import memory_world
from tests.services.game_driver import GameDriver

FOLDER = Path(__file__).parent / "old_logs"
OLD = [f"{kind}.{schema}" for ruleset in CURRENT.values() for kind, schema in ruleset.upcasts]


async def restore(world: World, lines: list[dict[str, Any]]) -> str:
    """Appends a recorded log to the log of this world. Returns the game's id."""
    game: str = lines[0]["game"]
    opening = Opening(ruleset=lines[0]["ruleset"], ruleset_version=lines[0]["ruleset_version"])
    head, prev_hash = 0, GENESIS
    for line in lines[1:]:
        steps = tuple(chained(line["steps"], prev_hash))
        entry = append_entry(line["command"], game, head, prev_hash, steps, opening if head == 0 else None)
        assert isinstance(await world.log.append(entry), Appended)
        if steps:
            head, prev_hash = steps[-1].version, steps[-1].hash
        stored = await world.log.command(game, entry.command_id)
        assert stored is not None
        assert (stored.first_version, stored.last_version) == (
            line["command"]["first_version"],
            line["command"]["last_version"],
        )
    return game


def chained(bodies: list[str], prev_hash: bytes) -> Iterator[Written]:
    """Steps with a new hash chain over the recorded bodies."""
    for body in bodies:
        fields, link = json.loads(body), event_hash(prev_hash, body.encode())
        yield Written(fields["version"], fields["type"], fields["schema"], prev_hash, link, body.encode())
        prev_hash = link


def append_entry(
    command: dict[str, Any],
    game: str,
    head: int,
    prev_hash: bytes,
    steps: tuple[Written, ...],
    opening: Opening | None,
) -> Append:
    return Append(
        game_id=game,
        command_id=command["command_id"],
        request_hash=bytes.fromhex(command["request_hash"]),
        principal=command["principal"],
        seat=command["seat"],
        body=command["body"].encode(),
        outcome=command["outcome"],
        answer=command["answer"].encode(),
        time_us=command["time_us"],
        received_us=command["time_us"],
        token_id="",
        expected_version=head,
        expected_hash=prev_hash,
        events=steps,
        opening=opening,
    )


def read_lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]


@pytest.fixture
def world() -> World:
    return memory_world()


@pytest.mark.parametrize("name", OLD)
async def test_a_log_of_an_earlier_schema_passes_every_check(world: World, name: str) -> None:
    lines = read_lines(name)
    game = await restore(world, lines)
    kind, _, schema = name.rpartition(".")
    shapes = {(row.type, row.schema) for row in await world.log.read(game)}
    assert (kind, int(schema)) in shapes
    verdict = await verify_game(world, game)
    assert verdict is not None and verdict.finding is None
    assert (verdict.steps, verdict.commands) == (len(await world.log.read(game)), len(lines) - 1)


@pytest.mark.parametrize("name", OLD)
async def test_every_field_of_an_earlier_schema_is_verified(world: World, name: str) -> None:
    """All fields of the old schema are compared: `verify` reports a changed seat, though the chain over it is new."""
    kind, _, schema = name.rpartition(".")
    lines = read_lines(name)
    changed = 0
    for line in lines[1:]:
        for at, body in enumerate(line["steps"]):
            fields = json.loads(body)
            if (fields["type"], fields["schema"]) == (kind, int(schema)) and not changed:
                changed = fields["version"]
                seat = fields["data"]["seat"]
                line["steps"][at] = body.replace(f'"data":{{"seat":{seat},', f'"data":{{"seat":{(seat + 1) % 4},')
                assert line["steps"][at] != body
    verdict = await verify_game(world, await restore(world, lines))
    assert verdict is not None and verdict.finding is not None
    assert (verdict.finding.version, verdict.finding.check) == (changed, "command")


@pytest.mark.parametrize("name", OLD)
async def test_a_game_of_an_earlier_schema_is_played_on_to_its_end(world: World, name: str) -> None:
    game, games = await restore(world, read_lines(name)), GameLoader(world)
    loaded = await games.at_head(game)
    assert loaded is not None
    old = loaded.state.version
    players = tuple(Principal(seat.principal or "", seat.name, frozenset()) for seat in loaded.state.seats)
    play = Play(world, games)
    driver = GameDriver(world, games, play, Seating(play), game, players, loaded.state)
    while loaded.game.to_act(driver.state):
        assert isinstance(await driver.play_any(), Accepted)
    assert driver.state.version > old
    verdict = await verify_game(world, game)
    assert verdict is not None and verdict.finding is None and verdict.steps == driver.state.version


def test_every_earlier_schema_has_its_log_and_every_log_its_schema() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(OLD)
    assert OLD
