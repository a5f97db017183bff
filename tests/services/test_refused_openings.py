"""Refused openings and forks: stored once, answered as the first time, and in nobody's way."""

import asyncio
import json
from contextlib import AsyncExitStack

import pytest

from domain.engine.errata import Erratum
from domain.engine.ruleset import corrected
from infra.wiring import wired
from services.commands.answers import Accepted, BadCommandId, IdReused, RefusedAnswer, UnknownGame
from services.commands.play import Play
from services.commands.seating import Seating
from services.commands.unpark import NotParked, unpark
from services.errors import Unavailable
from services.log.load_game import GameLoader
from services.log.openings import openings_stream, verify_openings
from services.log.replay import Histories
from services.log.verify import verify_game
from services.ports import Principal
from services.principals import recorded_token
from services.reads.look import Look
from services.world import World
from tests.dice import new_id
from tests.game.toy import TOY
from tests.registry import register
from tests.services.clock import Clock
from tests.services.game_driver import ANN, BEN, GameDriver, seated_game
from tests.services.refusals import Process

TOY_2 = corrected(
    TOY, (Erratum(id="TOY-E01", since=2, rule="TOY-03", before="The highest wins.", after="The lowest wins."),)
)


@pytest.fixture
def process(memory: World, toy: str) -> Process:
    return Process(memory)


async def test_a_refused_opening_is_stored_as_it_was_answered(process: Process, clock: Clock) -> None:
    used, judge = new_id(), Principal("ann", "Ann", frozenset(), "t_7")
    answer = await process.open(used, principal=judge, received_us=clock.now_us - 3)
    assert isinstance(answer, RefusedAnswer) and answer.code == "unknown_ruleset" and not answer.is_repeat
    (stored,) = await process.refusals()
    assert (stored.command_id, stored.principal, stored.token_id, stored.seat) == (
        used,
        "ann",
        recorded_token("t_7", used),
        None,
    )
    assert (stored.outcome, stored.first_version, stored.last_version) == ("refused", 0, 0)
    assert stored.received_us == stored.time_us == clock.now_us - 3
    assert json.loads(stored.body)["ruleset"] == "chess" or json.loads(stored.body)["ruleset"] == "?"
    refusal = json.loads(stored.answer)
    assert (refusal["code"], refusal["rules"]) == (answer.code, list(answer.rules))
    assert stored.game_id == openings_stream("ann") != answer.game_id, "the answer names the game that would have been"


async def test_whatever_refuses_an_opening_it_is_stored(process: Process, toy: str) -> None:
    answers = [
        await process.open(),
        await process.open(ruleset=toy, version=9),
        await process.open(ruleset=toy, seats=99),
    ]
    codes = [answer.code for answer in answers if isinstance(answer, RefusedAnswer)]
    assert codes[:2] == ["unknown_ruleset", "unknown_version"] and len(codes) == 3
    assert [json.loads(stored.answer)["code"] for stored in await process.refusals()] == codes


async def test_what_is_not_decided_is_not_stored(process: Process) -> None:
    assert await process.open("first") == BadCommandId("first")
    assert await process.refusals() == []


@pytest.mark.rules("GAME-PLAY-03")
async def test_a_repeated_opening_has_its_first_refusal_in_every_process(process: Process, memory: World) -> None:
    used = new_id()
    first = await process.open(used)
    for other in (process, Process(memory)):
        repeat = await other.open(used)
        assert isinstance(first, RefusedAnswer) and isinstance(repeat, RefusedAnswer) and repeat.is_repeat
        assert first.text == "There is no ruleset “chess” here."
        assert (repeat.game_id, repeat.code, repeat.text, repeat.rules, repeat.facts) == (
            first.game_id,
            first.code,
            "There is no ruleset “?” here.",  # a word that no ruleset knows is not stored
            first.rules,
            {"ruleset": "?", "rulesets": list(first.facts["rulesets"])},  # type: ignore[arg-type]
        )
    assert len(await process.refusals()) == 1


@pytest.mark.rules("GAME-PLAY-03")
async def test_a_refusal_stays_the_answer_though_a_newer_build_would_open_the_game(
    process: Process, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = new_id()
    assert isinstance(await process.open(used, ruleset=toy, version=2), RefusedAnswer)
    register(monkeypatch, TOY_2)
    repeat = await process.open(used, ruleset=toy, version=2)
    assert isinstance(repeat, RefusedAnswer) and repeat.is_repeat and repeat.code == "unknown_version"
    assert isinstance(await process.open(ruleset=toy, version=2), Accepted)


async def test_an_id_means_one_opening_refused_or_not(process: Process, toy: str) -> None:
    refused, opened = new_id(), new_id()
    await process.open(refused)
    for other in ({"seats": 3}, {"ruleset": toy}, {"ruleset": toy, "version": 9}):
        assert isinstance(await process.open(refused, **other), IdReused)
    game = await process.open(opened, ruleset=toy)
    assert isinstance(game, Accepted)
    assert isinstance(await process.open(opened), IdReused), "it would be refused, but its id has opened a game"
    assert isinstance(await process.open(opened, ruleset=toy, seats=3), IdReused)
    repeat = await process.open(opened, ruleset=toy)
    assert isinstance(repeat, Accepted) and repeat.is_repeat and repeat.game_id == game.game_id
    assert len(await process.refusals()) == 1


async def test_an_id_that_opened_a_game_gets_it_though_the_build_would_refuse_it_now(
    process: Process, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = new_id()
    register(monkeypatch, TOY_2)
    first = await process.open(used, ruleset=toy, version=1)
    assert isinstance(first, Accepted)
    with monkeypatch.context() as stricter:
        stricter.setattr("services.commands.play.RULESETS", {TOY_2.key: TOY_2})
        repeat = await process.open(used, ruleset=toy, version=1)
        assert isinstance(repeat, Accepted) and repeat.is_repeat and repeat.game_id == first.game_id
    assert await process.refusals() == []


async def test_principals_have_streams_of_their_own(process: Process) -> None:
    used = new_id()
    for principal in (ANN, BEN, ANN):
        assert isinstance(await process.open(used, principal=principal), RefusedAnswer)
    assert [len(await process.refusals(each)) for each in (ANN, BEN)] == [1, 1]
    assert openings_stream("ann") != openings_stream("ben")


async def test_refused_forks_are_stored_beside_refused_openings(process: Process, toy: str) -> None:
    opened = await process.open(ruleset=toy)
    assert isinstance(opened, Accepted)
    await process.open()
    used = new_id()
    first, repeat = await process.fork(opened.game_id, used), await process.fork(opened.game_id, used)
    assert isinstance(first, RefusedAnswer) and first.code == "nothing_to_play" and not first.is_repeat
    assert isinstance(repeat, RefusedAnswer) and repeat.is_repeat and repeat.text == first.text
    assert isinstance(await process.fork(opened.game_id, used, at=1), IdReused)
    assert isinstance(await process.open(used), IdReused)
    kinds = [json.loads(stored.body)["type"] for stored in await process.refusals()]
    assert kinds == ["game.OpenGame", "game.ForkGame"]
    verdict = await verify_openings(process.world, openings_stream("ann"))
    assert verdict is not None and (verdict.refusals, verdict.finding) == (2, None)


async def test_nothing_of_a_game_can_be_had_by_the_id_of_the_stream(process: Process, driver: GameDriver) -> None:
    await process.open()
    world, stream = process.world, openings_stream("ann")
    assert await GameLoader(world).at_head(stream) is None
    assert await Histories(world).up_to_date(stream, damaged=True) is None
    assert await Look(world, Histories(world)).game(ANN, stream) is None
    assert await verify_game(world, stream) is None
    assert isinstance(await unpark(world, stream), NotParked)
    assert isinstance(await Seating(Play(world, GameLoader(world))).begin(ANN, stream, new_id()), UnknownGame)
    assert len(await process.refusals()) == 1
    assert isinstance(await driver.play_any(), Accepted), "games go on"


async def test_without_a_database_nothing_is_answered(process: Process) -> None:
    process.world.log.away = True  # type: ignore[attr-defined]
    with pytest.raises(Unavailable):
        await process.open()


# ---------------------------------------------------------------- on real servers


async def test_processes_that_are_sent_the_same_openings_store_each_once(
    database_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three processes get every request twice at once; a third of the ids open a game."""
    ids = [new_id() for _ in range(12)]
    async with AsyncExitStack() as stack:
        processes = [
            Process((await stack.enter_async_context(wired(database_url, redis_url, connections_max=3))).world)
            for _ in range(3)
        ]
        register(monkeypatch, TOY)
        requests = [
            (process, used, "toy" if at % 3 == 0 else "chess")
            for process in processes * 2
            for at, used in enumerate(ids)
        ]
        answers = await asyncio.gather(*(process.open(used, ruleset=ruleset) for process, used, ruleset in requests))
        refused = [answer for answer in answers if isinstance(answer, RefusedAnswer)]
        opened = [answer for answer in answers if isinstance(answer, Accepted)]
        assert (len(refused), len(opened)) == (6 * 8, 6 * 4)
        assert sum(not answer.is_repeat for answer in refused) == 8
        assert sum(not answer.is_repeat for answer in opened) == 4
        stored = await processes[0].refusals()
        assert sorted(each.command_id for each in stored) == sorted(ids[at] for at in range(12) if at % 3)
        verdict = await verify_openings(processes[0].world, openings_stream("ann"))
        assert verdict is not None and (verdict.refusals, verdict.finding) == (8, None)


async def test_a_game_and_refusals_are_verified_on_real_servers(world: World) -> None:
    driver, process = await seated_game(world), Process(world)
    await process.open()
    await driver.play_on(3)
    await process.open()
    verdict = await verify_game(world, driver.game_id)
    assert verdict is not None and verdict.finding is None
    openings = await verify_openings(world, openings_stream("ann"))
    assert openings is not None and (openings.refusals, openings.finding) == (2, None)
