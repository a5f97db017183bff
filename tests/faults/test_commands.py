"""Faults 1 to 4: the API is killed round an append, connections are cut in a commit, many say the same or at once."""

import asyncio
import random
import time
import uuid
from typing import Any

import httpx
import pytest

from tests.continuity.players import LOOK, SUBMIT, LiveGame
from tests.continuity.retrying_client import bearing
from tests.faults.audit import audit
from tests.faults.client import Bots, PatientClient
from tests.faults.database_proxy import Point
from tests.faults.scale import Figures, count, luck, percentile
from tests.faults.stage import Stage, staged

pytestmark = pytest.mark.campaign

APPEND = b"accepted"
"""Only an append sends this word to Postgres."""
POINTS = [Point(way, at / 10) for way in ("up", "down") for at in range(10)]
"""From before an append is sent, through what Postgres receives of it, to after its commit and before the reply."""
SPRUNG_SECONDS_MAX = 30.0


def points(full: int, dice: random.Random) -> list[Point]:
    """Every point equally often, in random order; each at least once."""
    return [point for _ in range(count(full // len(POINTS))) for point in dice.sample(POINTS, len(POINTS))]


async def test_the_api_is_killed_at_points_around_an_append(figures: Figures) -> None:
    dice = luck(1)
    async with staged() as stage, PatientClient([stage.url], dice) as client:
        bots, away = Bots(client, dice), []
        kills = points(200, dice)
        async with bots.playing(3):
            for point in kills:
                await bots.reach(1)
                trap = stage.proxy.arm(APPEND, point)
                async with asyncio.timeout(SPRUNG_SECONDS_MAX):
                    await trap.sprung.wait()
                await stage.apis[0].kill_api()
                trap.cut()
                stage.proxy.release()
                began = time.monotonic()
                await stage.apis[0].start_api()
                away.append(time.monotonic() - began)
            await bots.reach(20)
        audited = await audit(stage, bots.games)
    figures(
        1, kills=len(kills), acknowledged=audited.acknowledged, lost=0, doubled=0,
        answered_by_a_repeat=bots.counted["carried out, answer lost"], back_after_s=f"{max(away):.1f} at most",
    )  # fmt: skip
    assert bots.counted["carried out, answer lost"], "no kill fell between commit and reply: the run proves nothing"


async def test_connections_to_the_database_are_cut_in_a_commit(figures: Figures) -> None:
    dice = luck(2)
    async with staged() as stage, PatientClient([stage.url], dice) as client:
        bots = Bots(client, dice)
        cuts = points(200, dice)
        async with bots.playing(3):
            for point in cuts:
                await bots.reach(1)
                trap = stage.proxy.arm(APPEND, point)
                async with asyncio.timeout(SPRUNG_SECONDS_MAX):
                    await trap.sprung.wait()
                trap.cut()
                stage.proxy.release()
            await bots.reach(20)
        audited = await audit(stage, bots.games)
    figures(
        2, cuts=len(cuts), acknowledged=audited.acknowledged, lost=0, doubled=0,
        retryable_errors=dict(client.later), answered_by_a_repeat=bots.counted["carried out, answer lost"],
    )  # fmt: skip


async def begun(bots: Bots, ruleset: str = "great_fire") -> LiveGame:
    """A game of four people who have not moved yet."""
    return await bots.open(ruleset, players=4)


async def legal(client: PatientClient, game: LiveGame) -> tuple[int, int, list[Any]]:
    """Whose turn it is, the version, and what that seat may do."""
    for seat, token in enumerate(game.tokens):
        look = (await client.ask(LOOK, token=token, game=game.game))["game"]
        if seat in look["toAct"]:
            return seat, look["version"], [each["json"] for each in look["legal"]]
    raise AssertionError("nobody is to act")


async def send(
    http: httpx.AsyncClient, stage: Stage, at: int, game: LiveGame, seat: int, id: str, json: Any, version: int | None
) -> tuple[dict[str, Any], float]:
    """One command to one of the processes, once. Returns the answer and its seconds."""
    variables = {"game": game.game, "id": id, "json": json, "version": version}
    began = time.monotonic()
    answer = await http.post(
        f"{stage.apis[at % len(stage.apis)].url}/graphql",
        json={"query": SUBMIT, "variables": variables}, headers=bearing(game.tokens[seat]),
    )  # fmt: skip
    return answer.json()["data"]["answer"], time.monotonic() - began


async def test_one_command_sent_fifty_times_at_once_is_carried_out_once(figures: Figures) -> None:
    dice, rounds = luck(3), count(40, 4)
    async with staged(apis=2) as stage, PatientClient([each.url for each in stage.apis], dice) as client:
        bots = Bots(client, dice)
        game = await begun(bots)
        async with httpx.AsyncClient(trust_env=False, verify=False, timeout=30) as http:
            for _ in range(rounds):
                seat, _, commands = await legal(client, game)
                chosen, id = dice.choice(commands), str(uuid.UUID(int=dice.getrandbits(128), version=4))
                answers = [
                    answer
                    for answer, _ in await asyncio.gather(
                        *(send(http, stage, at, game, seat, id, chosen, None) for at in range(50))
                    )
                ]
                assert {answer["__typename"] for answer in answers} == {"CommandAccepted"}, answers
                assert sum(not answer.pop("isRepeat") for answer in answers) == 1, "carried out more or less than once"
                assert all(answer == answers[0] for answer in answers), "the answers differ"
                game.accepted[id] = [(step["version"], step["hash"]) for step in answers[0]["steps"]]
                reused, _ = await send(http, stage, 0, game, seat, id, chosen, answers[0]["version"])
                assert reused["__typename"] == "CommandIdReused", reused
        audited = await audit(stage, [game])
    figures(
        3, rounds=rounds, sent=rounds * 50, carried_out=rounds, repeats=rounds * 49, acknowledged=audited.acknowledged
    )


async def test_of_many_commands_at_one_version_one_wins(figures: Figures) -> None:
    dice, rounds, clients = luck(4), count(100, 6), 32
    async with staged(apis=2) as stage, PatientClient([each.url for each in stage.apis], dice) as client:
        bots = Bots(client, dice)
        game, free = await begun(bots), await begun(bots)
        async with httpx.AsyncClient(trust_env=False, verify=False, timeout=30) as http:
            alone = [await free_move(http, stage, client, free, dice) for _ in range(20)]
            crowd, beside = [], []
            for _ in range(rounds):
                seat, version, commands = await legal(client, game)
                ids = [str(uuid.UUID(int=dice.getrandbits(128), version=4)) for _ in range(clients)]
                sends = [
                    send(http, stage, at, game, seat, id, dice.choice(commands), version) for at, id in enumerate(ids)
                ]
                answers, seconds = await asyncio.gather(
                    asyncio.gather(*sends), free_move(http, stage, client, free, dice)
                )
                beside.append(seconds)
                crowd += [each for _, each in answers]
                check_one_winner(game, ids, [answer for answer, _ in answers], version)
        await audit(stage, [game, free])
    figures(
        4, rounds=rounds, clients=clients, winners=rounds, conflicts=rounds * (clients - 1),
        p99_ms=f"{percentile(crowd, 0.99) * 1e3:.0f}", free_game_alone_p99_ms=f"{percentile(alone, 0.99) * 1e3:.0f}",
        free_game_beside_p99_ms=f"{percentile(beside, 0.99) * 1e3:.0f}",
    )  # fmt: skip


def check_one_winner(game: LiveGame, ids: list[str], answers: list[dict[str, Any]], version: int) -> None:
    """Exactly one was carried out; every other client learns of the version that is now."""
    won = [(id, answer) for id, answer in zip(ids, answers, strict=True) if answer["__typename"] == "CommandAccepted"]
    assert len(won) == 1, [answer["__typename"] for answer in answers]
    id, answer = won[0]
    game.accepted[id] = [(step["version"], step["hash"]) for step in answer["steps"]]
    for other in answers:
        if other is not answer:
            assert other["__typename"] == "VersionConflict", other
            assert (other["expected"], other["actual"]) == (version, answer["version"]), other


async def free_move(
    http: httpx.AsyncClient, stage: Stage, client: PatientClient, game: LiveGame, dice: random.Random
) -> float:
    """One command in a game that nobody else moves. Returns its seconds."""
    seat, version, commands = await legal(client, game)
    id = str(uuid.UUID(int=dice.getrandbits(128), version=4))
    answer, seconds = await send(http, stage, 1, game, seat, id, dice.choice(commands), version)
    assert answer["__typename"] == "CommandAccepted", answer
    game.accepted[id] = [(step["version"], step["hash"]) for step in answer["steps"]]
    return seconds
