"""`verify` on refused openings: whoever adds, removes or changes one is noticed, and so is what never was an opening."""

import dataclasses
from collections.abc import Callable

import asyncpg
import pytest

from domain.engine.codec import canonical
from domain.game import BeginGame, OpenGame
from domain.log.chain import GENESIS, log_leaf
from services.log.command_chain import link_of
from services.log.findings import Finding
from services.log.openings import openings_stream, verify_openings
from services.log.verify import verify_game
from services.ports import LogEntry, RawStep, StoredCommand
from services.world import World
from tests.api.memory import memory_world
from tests.dice import new_id
from tests.fakes.event_log import FakeEventLog
from tests.services.game_driver import ANN, BEN, seated_game
from tests.services.ports_to_disturb import DisturbedLog
from tests.services.refusals import Process

STREAM = openings_stream(ANN.id)
Stored = dict[str, StoredCommand]


@pytest.fixture
def log() -> FakeEventLog:
    return FakeEventLog()


@pytest.fixture
async def process(log: FakeEventLog) -> Process:
    """Three refusals of Ann and two of Ben, in turn."""
    process = Process(dataclasses.replace(memory_world(), log=log))
    for principal in (ANN, BEN, ANN, BEN, ANN):
        await process.open(principal=principal)
    return process


async def finding(world: World, stream: str = STREAM) -> Finding | None:
    verdict = await verify_openings(world, stream)
    assert verdict is not None
    return verdict.finding


async def test_untouched_refusals_hold(process: Process) -> None:
    assert await finding(process.world) is None and await finding(process.world, openings_stream(BEN.id)) is None
    verdict = await verify_openings(process.world, STREAM)
    assert verdict is not None and (verdict.stream, verdict.refusals) == (STREAM, 3)


async def test_what_is_not_such_a_stream_has_no_verdict(process: Process) -> None:
    game = await seated_game(process.world)
    for id in (game.game_id, new_id(), "nothing", openings_stream("nobody")):
        assert await verify_openings(process.world, id) is None


def second(stored: Stored) -> str:
    return list(stored)[1]


def remove(stored: Stored) -> None:
    del stored[second(stored)]


def remove_the_last(stored: Stored) -> None:
    stored.popitem()


def remove_all(stored: Stored) -> None:
    stored.clear()


def add(stored: Stored) -> None:
    """As the service would add one, with a link that follows."""
    last = list(stored.values())[-1]
    new = dataclasses.replace(last, command_id=new_id(), ordinal=len(stored) + 1)
    stored[new.command_id] = dataclasses.replace(new, link=link_of(new, last.link))


def change(**fields: object) -> Callable[[Stored], None]:
    def edit(stored: Stored) -> None:
        stored[second(stored)] = dataclasses.replace(stored[second(stored)], **fields)  # type: ignore[arg-type]

    return edit


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (remove, "is missing"),
        (remove_the_last, "2 of 3 commands are there, and the others are missing"),
        (remove_all, "0 of 3 commands are there, and the others are missing"),
        (add, "was added after the last one"),
        (change(principal="ben"), "is not the one that was decided"),
        (change(outcome="accepted"), "is not the one that was decided"),
        (change(token_id="t_eve"), "is not the one that was decided"),
        (change(received_us=1), "is not the one that was decided"),
        (change(time_us=1), "is not the one that was decided"),
        (change(request_hash=bytes(32)), "is not the one that was decided"),
        (change(answer=b'{"code":"x","facts":{},"rules":[],"text":""}'), "is not the one that was decided"),
        (change(body=canonical(OpenGame("ann", "go", 2))), "is not the one that was decided"),
        (change(link=bytes(32)), "is not the one that was decided"),
        (change(ordinal=7), "is missing"),
    ],
)
async def test_a_refusal_that_was_added_removed_or_changed_is_named(
    process: Process, log: FakeEventLog, edit: Callable[[Stored], None], why: str
) -> None:
    stored, head, at = log.stored[STREAM], await log.head(STREAM), list(log.stored[STREAM])[1]
    edit(stored)

    async def as_before(game_id: str) -> object:
        return head  # the row of the stream was not edited

    log.head = as_before  # type: ignore[method-assign,assignment]
    broken = await finding(process.world)
    assert broken is not None and broken.check == "commands" and why in broken.why
    if at in stored and "decided" in why:
        assert at in broken.why


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"outcome": "accepted"}, "was not refused before a game began"),
        ({"first_version": 1, "last_version": 1}, "was not refused before a game began"),
        ({"principal": "ben"}, "is not one of the principal whose stream this is"),
        ({"seat": 1}, "is not one of the principal whose stream this is"),
        ({"time_us": 7}, "has another time than that when it was received"),
        ({"body": canonical(BeginGame("ann"))}, "is not an opening that was refused"),
        ({"body": b"{"}, "is not an opening that was refused"),
        ({"answer": b""}, "is not an opening that was refused"),
        ({"body": canonical(OpenGame("ben", "go", 2))}, "is not as the service stores an opening"),
        ({"body": b" " + canonical(OpenGame("ann", "go", 2))}, "is not as the service stores an opening"),
    ],
)
async def test_what_was_chained_anew_but_is_not_a_refused_opening_is_named(
    process: Process, log: FakeEventLog, fields: dict[str, object], why: str
) -> None:
    """Whoever edits every link as well still has to write what the service would have written."""
    stored, link = log.stored[STREAM], GENESIS
    for at, (id, command) in enumerate(stored.items()):
        edited = dataclasses.replace(command, **fields) if at == 1 else command  # type: ignore[arg-type]
        link = link_of(edited, link)
        stored[id] = dataclasses.replace(edited, link=link)
    broken = await finding(process.world)
    assert broken is not None and broken.check == "command" and broken.why == f"the command {list(stored)[1]} {why}"


async def test_the_global_order_has_every_refusal_in_its_place(process: Process, log: FakeEventLog) -> None:
    own = [at for at, place in enumerate(log.order) if place.game_id == STREAM]
    newest = log.order.pop(own[-1])
    assert await finding(process.world) is None, "the newest may have no place yet"
    edited = log.order[own[0]]
    for order in (
        [*log.order[: own[0]], dataclasses.replace(edited, leaf=log_leaf(bytes(32))), *log.order[own[0] + 1 :]],
        log.order[own[1] :],
        [*log.order, newest, LogEntry(99, STREAM, "command", 4, bytes(32))],
        [*log.order, LogEntry(99, STREAM, "step", 1, bytes(32))],
    ):
        log.order = order
        broken = await finding(process.world)
        assert broken is not None and broken.check == "log"


async def test_places_of_refusals_that_are_all_gone_are_named(process: Process, log: FakeEventLog) -> None:
    log.stored[STREAM].clear()
    broken = await finding(process.world)
    assert broken is not None and (broken.check, broken.why) == (
        "log",
        "the next entry in the global order is command 1",
    )


async def test_refused_openings_have_no_steps(process: Process, log: FakeEventLog) -> None:
    log.rows[STREAM] = [RawStep(1, "toy.Rolled", 1, GENESIS, bytes(32), b"{}")]
    broken = await finding(process.world)
    assert broken is not None and broken.check == "head"


# ---------------------------------------------------------------- while the service writes


class Moving(DisturbedLog):
    """A log in which somebody writes while it is read."""

    async def commands(self, game_id: str, *, after: int = 0, limit: int = 10_000) -> list[StoredCommand]:
        if self.before_append is not None:
            await self.before_append()
        return list(await super().commands(game_id, after=after, limit=limit))


async def test_what_is_written_meanwhile_is_no_finding(process: Process, log: FakeEventLog) -> None:
    driver = await seated_game(process.world)
    moving = Moving(log)
    world = dataclasses.replace(process.world, log=moving)
    moving.before_append = process.open
    assert await finding(world) is None
    moving.before_append = driver.play_any
    verdict = await verify_game(world, driver.game_id)
    assert verdict is not None and verdict.finding is None
    head = await log.head(driver.game_id)
    assert head is not None and verdict.steps < head.version


# ---------------------------------------------------------------- edits by a superuser


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("DELETE FROM command WHERE game_id = $1 AND ordinal = 2", "is missing"),
        ("DELETE FROM command WHERE game_id = $1 AND ordinal = 3", "2 of 3 commands are there"),
        ("UPDATE command SET received_us = 7 WHERE game_id = $1 AND ordinal = 2", "is not the one that was decided"),
        (
            "INSERT INTO command SELECT game_id, gen_random_uuid(), 4, request_hash, principal, seat, body, outcome, answer, "
            "time_us, received_us, token_id, link, 0, 0 FROM command WHERE game_id = $1 AND ordinal = 3",
            "was added after the last one",
        ),
        ("UPDATE game SET commands = 2 WHERE game_id = $1", "was added after the last one"),
        ("UPDATE game SET command_link = sha256('') WHERE game_id = $1", "is not that of the head"),
    ],
)
async def test_the_edit_of_a_superuser_is_named(world: World, database_url: str, sql: str, why: str) -> None:
    process = Process(world)
    for _ in range(3):
        await process.open()
    assert await finding(world) is None
    connection = await asyncpg.connect(database_url)
    try:
        await connection.execute("SET session_replication_role = replica")
        assert (await connection.execute(sql, STREAM)).endswith(" 1")
    finally:
        await connection.close()
    broken = await finding(world)
    assert broken is not None and broken.check == "commands" and why in broken.why
