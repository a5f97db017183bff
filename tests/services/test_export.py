"""Exports: what a viewer may know of a running game; the exact bytes and all commands of a finished one."""

import hashlib
import json
from typing import Any

import pytest

from domain.engine.codec import canonical, is_canonical
from domain.engine.viewer import ARBITER, FIRST_SEAT, SPECTATOR, Viewer, seat_of
from domain.game.terms import Delay, Terms
from services.commands.answers import Accepted
from services.commands.fork import Forks
from services.log.replay import Histories
from services.ports import Principal
from services.reads.export import export_game
from services.reads.look import Look
from services.world import World
from tests.dice import new_id
from tests.game.toy import Show
from tests.services.game_driver import ANN, EVE, JUDGE, GameDriver, seated_game


@pytest.fixture
async def driver(memory: World, toy: str) -> GameDriver:
    """A running game with an accepted and a refused command."""
    driver = await seated_game(memory, toy)
    await driver.submit(Show(seat_of(1)), seat=seat_of(1))
    await driver.submit(Show(FIRST_SEAT))
    return driver


async def export(
    world: World, game_id: str, viewer: Viewer = SPECTATOR, principal: Principal | None = None
) -> list[dict[str, Any]]:
    visible = await Look(world, Histories(world)).game(principal, game_id)
    assert visible is not None
    lines = [line async for line in export_game(world, visible, viewer)]
    assert all(is_canonical(line) for line in lines)
    return [json.loads(line) for line in lines]


@pytest.mark.rules("GAME-HID-01")
@pytest.mark.parametrize(("viewer", "cards"), [(SPECTATOR, []), (seat_of(0), [0]), (seat_of(1), [1])])
async def test_a_running_game_is_exported_as_its_viewer_sees_it(
    driver: GameDriver, viewer: Viewer, cards: list[int]
) -> None:
    lines = await export(driver.world, driver.game_id, viewer)
    assert [line["version"] for line in lines] == list(range(1, driver.state.version + 1))
    assert all(line["kind"] == "step" and "body" not in line for line in lines)
    dealt = next(line["line"] for line in lines if line["line"]["type"] == "toy.CardsDealt")
    assert [*dealt["facts"].values()] == [driver.state.position.cards[seat] for seat in cards]
    assert driver.state.secret not in json.dumps(lines) and driver.state.seed not in json.dumps(lines)


@pytest.mark.rules("GAME-DELAY-01")
async def test_an_export_ends_where_the_delay_begins(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy, terms=Terms(delay=Delay(steps=1)))
    await driver.submit(Show(FIRST_SEAT))
    assert len(await export(memory, driver.game_id)) == driver.state.version - 1
    assert len(await export(memory, driver.game_id, FIRST_SEAT, ANN)) == driver.state.version


async def test_a_finished_game_is_exported_in_its_exact_bytes_with_all_commands(driver: GameDriver) -> None:
    await driver.play_any()
    assert driver.state.over
    lines = await export(driver.world, driver.game_id)
    steps = [line for line in lines if line["kind"] == "step"]
    previous = bytes(32)
    for step, row in zip(steps, await driver.world.log.read(driver.game_id), strict=True):
        body = canonical(step["body"])
        assert body == row.body and step["prev_hash"] == previous.hex()
        previous = hashlib.sha256(b"\x01" + previous + body).digest()
        assert step["hash"] == previous.hex()
    commands = [line for line in lines if line["kind"] == "command"]
    stored = await driver.world.log.commands(driver.game_id)
    assert [line["command"] for line in commands] == [command.command_id for command in stored]
    assert [canonical(line["body"]) for line in commands] == [command.body for command in stored]
    assert {line["outcome"]: line["answer"] is None for line in commands} == {"accepted": True, "refused": False}
    assert lines == steps + commands


@pytest.mark.rules("GAME-FORK-03")
async def test_a_finished_private_sandbox_is_whole_for_the_arbiters_view_alone(driver: GameDriver) -> None:
    world = driver.world
    visible = await Look(world, Histories(world)).game(ANN, driver.game_id)
    assert visible is not None
    fork = await Forks(driver.play, world.now_us).fork(ANN, new_id(), visible, FIRST_SEAT, at=None, seat=None, title="")
    assert isinstance(fork, Accepted)
    assert isinstance(await driver.seating.abandon(JUDGE, fork.game_id, new_id()), Accepted)
    for viewer, whole in ((SPECTATOR, False), (FIRST_SEAT, False), (ARBITER, True)):
        lines = await export(world, fork.game_id, viewer, EVE)
        assert ("body" in lines[0]) is whole and (lines[-1]["kind"] == "command") is whole
