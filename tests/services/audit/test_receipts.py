"""Receipts: a seat's own connection leaves them, nobody else's does, and they wait while the database is away."""

from dataclasses import replace

import pytest

from domain.engine.step import Step
from services.audit.unavailable import MINUTE_US, UnavailableCounts
from services.audit.visits import HOUR_US, Visits
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
    async with Watch(memory, Histories(memory)) as watch:
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


async def _away(*rows) -> None:
    raise Unavailable("the database is away")


@pytest.mark.rules("GAME-KEPT-02")
async def test_a_visit_is_stored_once_an_hour_and_waits_for_the_database(
    memory: World, clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.audit.visits.GATHER_SECONDS", 0.0)
    visits, ann, audit = Visits(memory.audit, memory.now_us), replace(ANN, token_id="t_ann"), memory.audit
    put, audit.put_visits = audit.put_visits, _away
    for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
        visits.note(ann, address)
    await visits._storing
    assert audit.visited == set()
    audit.put_visits = put
    clock.pass_seconds(3_600)
    visits.note(ann, "192.0.2.1")
    await visits._storing
    met = await audit.visits([ann.id], from_us=0, to_us=memory.now_us() + 1, limit=10)
    assert [each.address for each in met] == ["192.0.2.1", "192.0.2.2", "192.0.2.1"]
    assert met[2].hour_us == met[0].hour_us + HOUR_US and met[0].hour_us % HOUR_US == 0
    assert await audit.visits([ann.id], from_us=met[2].hour_us, to_us=met[2].hour_us + 1, limit=10) == [met[2]]


async def test_programs_are_noted_and_a_token_that_names_many_makes_few_rows(
    memory: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.audit.visits.GATHER_SECONDS", 0.0)
    visits, ann = Visits(memory.audit, memory.now_us), replace(ANN, token_id="t_ann")
    for client in ("Firefox/140", "Firefox/140", "b\u00f6t\n" + "x" * 900, *(f"program {n}" for n in range(50))):
        visits.note(ann, "192.0.2.1", client)
    await visits._storing
    programs = {each.client for each in memory.audit.visited}
    assert len(memory.audit.visited) == 5 and {"", "Firefox/140", "program 0", "program 1"} < programs
    assert {each for each in programs if each.startswith("b?t?x") and len(each) == 120}


@pytest.mark.rules("GAME-KEPT-02")
async def test_answers_that_a_process_could_not_give_are_counted_by_the_minute(memory: World, clock) -> None:
    total, audit = [0], memory.audit
    counts = UnavailableCounts(audit, memory.now_us, memory.entropy, lambda: total[0])
    clock.now_us = 100 * MINUTE_US + 5
    put, audit.put_unavailable = audit.put_unavailable, _away
    for total[0] in (0, 3, 4):
        counts.count()
    with pytest.raises(Unavailable):
        await counts.store()
    audit.put_unavailable = put
    clock.pass_seconds(60)
    total[0] = 10
    counts.count()
    for _ in range(2):
        counts.count()
        await counts.store()
    total[0] = 11
    counts.count()
    await counts.store()
    rows = await audit.unavailable(from_us=0, to_us=memory.now_us() + 1, limit=9)
    assert [(each.minute_us // MINUTE_US, each.answers) for each in rows] == [(100, 4), (101, 7)]
    assert len({each.process for each in rows}) == 1


async def test_a_receipt_names_every_step_of_what_was_sent_at_once(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    async with Watch(memory, Histories(memory)) as watch:
        with watch.one(ANN, driver.game_id, None, after=Step(1)) as watcher:
            batches = watch.batches(watcher)
            while await anext(batches) is not None:
                pass
        await watch._receipts.store()
    (receipt,) = memory.audit.taken
    assert (receipt.first_version, receipt.last_version) == (2, driver.state.version)
