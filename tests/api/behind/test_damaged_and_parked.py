"""Damaged and parked games: outsiders learn the step only once the delay allows it (GAME-DELAY-02)."""

import dataclasses
import json
from copy import deepcopy
from typing import Any

import pytest

from domain.game import Game
from services.ports import RawStep
from services.world import World
from tests.api.behind.outsiders import (
    GAME,
    PARKED,
    SECONDS,
    Asker,
    another,
    assert_same,
    client_with_horizon,
    horizon_of,
    late_client,
    lists,
    move_on,
    orders,
    reads,
)
from tests.api.follow import follow_socket
from tests.api.game_client import FOLLOW_VIEWS
from tests.api.memory import MemoryLog
from tests.dice import new_id
from tests.fakes import FakeParkings
from tests.services.clock import Clock


def damaged(world: World, game: str, version: int) -> World:
    """The same world as another process finds it after a hand has changed a step of the log, which was projected before."""
    assert isinstance(world.log, MemoryLog)
    log = deepcopy(world.log)
    row = log.rows[game][version - 1]
    body = row.body.replace(b'"version"', b'"versiom"')
    assert body != row.body
    log.rows[game][version - 1] = RawStep(row.version, row.type, row.schema, row.prev_hash, row.hash, body)
    return dataclasses.replace(world, log=log, parkings=FakeParkings(log))


@pytest.mark.campaign
@pytest.mark.rules("GAME-DELAY-02")
@pytest.mark.parametrize("delay", [{"seconds": SECONDS}, {"steps": 20}], ids=["seconds", "steps"])
async def test_where_a_log_is_damaged_is_named_only_as_far_as_the_delay_allows(
    asker: Asker, clock: Clock, delay: Any
) -> None:
    client = await late_client(asker, clock, **delay)
    displayed = await move_on(client, 6, clock)
    clock.now_us += SECONDS * 1_000_000
    head = await move_on(client, 20)
    horizon = await horizon_of(asker, client.game)
    assert displayed <= horizon < head - 13
    before = await reads(asker, client.game, horizon)
    clock.now_us += 10_000_000  # nobody notices at once
    for at in (horizon + 1, head):
        async with another(asker, damaged(asker.served.world, client.game, at)) as other:
            assert_same(await reads(other, client.game, horizon), before)
            for by in ("Stranger", "Host"):
                response = (await other(PARKED, by=by, game=client.game, id=new_id()))["answer"]
                text = f"Game {client.game} is parked."
                assert response == {"__typename": "GameParked", "version": horizon, "step": None, "text": text}
            assert_same(await reads(other, client.game, horizon), before)
            for by in (client.players[0], "Judge"):
                await named(other, client.game, by, at)
            if "seconds" in delay:
                clock.now_us += SECONDS * 1_000_000 - 1
                assert await horizon_of(other, client.game) == at - 1, "up to the damage it goes on with the delay"
                assert (await other(PARKED, by="Stranger", game=client.game, id=new_id()))["answer"]["step"] is None
                clock.now_us += 1
                for by in ("Stranger", "Host"):
                    await named(other, client.game, by, at)
                clock.now_us -= SECONDS * 1_000_000
    async with another(asker, damaged(asker.served.world, client.game, horizon)) as other:
        if "seconds" in delay:
            assert await horizon_of(other, client.game) == horizon - 1  # when it was damaged, nobody can say
            clock.now_us += SECONDS * 1_000_000
        for by in ("Stranger", "Host", client.players[0], "Judge"):
            await named(other, client.game, by, horizon)


async def named(asker: Asker, game: str, by: str, at: int) -> None:
    """This caller learns the damaged step, from reads, streams and commands."""
    response = json.loads((await asker.raw(GAME, by, g=game, c=new_id())).partition(" ")[2])
    [error] = response["errors"]
    assert error["extensions"] == {"code": "GAME_DAMAGED", "gameId": game, "step": at}
    assert error["message"] == f"Game {game} is damaged at step {at}."
    with pytest.raises(AssertionError, match=f'"step": {at}'):
        await anext(follow_socket(asker.served, FOLLOW_VIEWS, by=by, game=game))
    parked = (await asker(PARKED, by=by, game=game, id=new_id()))["answer"]
    assert (parked["__typename"], parked["version"], parked["step"]) == ("GameParked", at, at)
    assert f"at step {at}" in parked["text"]


@pytest.mark.campaign
@pytest.mark.rules("GAME-DELAY-02")
async def test_a_parked_game_is_parked_without_a_number_for_who_is_behind(
    asker: Asker, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, horizon = await client_with_horizon(asker, clock)
    head = await move_on(client, 8)
    before = {**await reads(asker, client.game, horizon), **await lists(asker)}
    player = client.players[(await client.mine("Judge"))["toAct"][0]]
    like = (await client.mine(player))["legal"][0]["json"]

    def impossible(*_: Any) -> Any:
        raise AssertionError("an event that cannot be")

    with monkeypatch.context() as patched:
        patched.setattr(Game, "advance", impossible)
        assert (await client.submit(player, like))["version"] == head
    for by in (player, "Judge"):
        response = (await asker(PARKED, by=by, game=client.game, id=new_id()))["answer"]
        assert (response["version"], response["step"]) == (head, head) and f"at step {head}:" in response["text"]
    received = await orders(asker, client.game, horizon, like)
    for name, answer in received.items():
        kind = "NotAuthenticated" if name.endswith("None") else "GameParked"
        assert kind in answer and "impossible" not in answer, name
        assert f"{head}" not in answer.replace(client.game, ""), name
    response = (await asker(PARKED, by="Stranger", game=client.game, id=new_id()))["answer"]
    assert response == {
        "__typename": "GameParked",
        "version": horizon,
        "step": None,
        "text": f"Game {client.game} is parked.",
    }
    assert_same({**await reads(asker, client.game, horizon), **await lists(asker)}, before)
    clock.now_us += SECONDS * 1_000_000
    response = (await asker(PARKED, by="Stranger", game=client.game, id=new_id()))["answer"]
    assert (response["version"], response["step"]) == (head, head)
