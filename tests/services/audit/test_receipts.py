"""Receipts: a seat's own connection leaves them, nobody else's does, and they wait while the database is away."""

from dataclasses import replace

import pytest

from services.errors import Unavailable
from services.log.replay import Histories
from services.ports import Principal
from services.reads.watch import Watch
from services.world import World
from tests.services.audit.desks import FIRST, SECOND
from tests.services.game_driver import ANN, BEN, EVE, JUDGE, seated_game


async def followed(watch: Watch, driver, principal: Principal | None, viewer=None) -> None:
    """Takes every step of a game that is over."""
    async for _ in watch.steps(principal, driver.game_id, viewer, after=0):
        pass


@pytest.mark.rules("GAME-KEPT-02")
async def test_only_the_connections_of_seats_leave_receipts(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    watch = Watch(memory, Histories(memory))
    stream = watch.steps(replace(ANN, token_id="t_ann"), driver.game_id, None, after=0)
    for _ in range(driver.state.version):
        await anext(stream)
    await driver.play_on(1)
    await anext(stream)
    await stream.aclose()
    for other, viewer in ((EVE, None), (None, None), (JUDGE, SECOND)):
        other_stream = watch.steps(other, driver.game_id, viewer, after=0)
        for _ in range(3):
            await anext(other_stream)
        await other_stream.aclose()
    await watch._receipts.store()
    (receipt,) = memory.audit.taken
    assert (receipt.seat, receipt.token_id) == (FIRST, "t_ann")
    assert receipt.first_version == 1 and receipt.last_version == driver.state.version - 1, (
        "the last was sent, not taken"
    )


async def test_receipts_wait_while_the_database_is_away(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    watch = Watch(memory, Histories(memory))
    stream = watch.steps(BEN, driver.game_id, None, after=0)
    for _ in range(3):
        await anext(stream)
    await stream.aclose()
    put, memory.audit.put_receipts = memory.audit.put_receipts, _away
    with pytest.raises(Unavailable):
        await watch._receipts.store()
    memory.audit.put_receipts = put
    await watch._receipts.store()
    assert [each.seat for each in memory.audit.taken] == [SECOND]


async def _away(receipts) -> None:
    raise Unavailable("the database is away")
