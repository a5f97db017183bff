"""A lobby of open and running games by one stream, and an arbiter who is called, rules and is appealed against: both kits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from emberlog_client import Change, Client, CommandProblem, Conflict, Refused

from infra.postgres.pool import open_pool
from infra.postgres.principals import PostgresPrincipals
from tests.clients.kits.playing import HASTE, sandbox
from tests.clients.kits.test_typescript_service import kit, program
from tests.clients.running import Running
from tests.machine import needs_node

pytestmark = [pytest.mark.xdist_group("clients"), pytest.mark.campaign]
__all__ = ["kit"]

LOBBY = ["OPEN", "PLAYING"]


@asynccontextmanager
async def client_of(url: str, name: str) -> AsyncIterator[Client]:
    async with asyncio.timeout(60), Client(url, backoff=HASTE) as client:
        await client.register(name)
        yield client


async def arbiters(service: Running, *names: str) -> list[str]:
    """The tokens of arbiters, as an organiser makes them."""
    pool = await open_pool(service.environment["EMBERLOG_DATABASE_URL"], size_max=1)
    try:
        principals = PostgresPrincipals(pool)
        return [(await principals.create(name, frozenset({"arbiter"})))[1] for name in names]
    finally:
        await pool.close()


async def changes_heard(changes: AsyncIterator[Change], games: list[str]) -> list[tuple[str, bool]]:
    """What a lobby hears of these games, phase by phase, until the last one has left it."""
    heard: list[tuple[str, bool]] = []
    async for change in changes:
        if change.game.id not in games:
            continue
        phase = (str(change.game.phase), change.is_listed)
        if phase not in heard:
            heard.append(phase)
        if not change.is_listed:
            break
    return heard


@needs_node
async def test_a_lobby_follows_two_phases_by_one_stream(service: Running, kit: Path) -> None:
    async with client_of(service.url, "Host") as host, Client(service.url, backoff=HASTE) as visitor:
        over = (await host.open_game("london", 2, title="two phases")).game_id
        await host.abandon(over)
        game = (await host.open_game("london", 2, title="two phases")).game_id
        caught_up = asyncio.Event()
        lobby = visitor.live_games(title="two phases", phase=LOBBY, on_caught_up=lambda _: caught_up.set())
        here = asyncio.create_task(changes_heard(lobby, [over, game]))
        there = asyncio.create_task(program(kit, url=service.url, does="lobby", game=game, id="two phases"))
        await caught_up.wait()
        await host.take_seat(game)
        await host.seat_bot(game, 1)
        await host.begin(game)
        async for each in visitor.live_games(title="two phases", phase="PLAYING"):
            assert each.game.id == game, "what was abandoned before is in no such list"
            break
        await host.resign(game)
        expected = [("OPEN", True), ("PLAYING", True), ("OVER", False)]
        heard = await here
        assert heard[0] == expected[0] and heard[-1] == expected[-1] and set(heard) <= set(expected)
        [also] = await there
        assert also[-1] == ["OVER", False] and over not in str(also)


@needs_node
async def test_an_arbiter_is_called_rules_and_is_appealed_against(service: Running, kit: Path) -> None:
    judge_token, other_token = await arbiters(service, "Judge", "Second judge")
    async with (
        client_of(service.url, "Ada") as ada,
        Client(service.url, judge_token, backoff=HASTE) as judge,
        Client(service.url, other_token, backoff=HASTE) as other,
    ):
        game = await sandbox(ada, "london", 2, bots=1, seed="calls", paceMs=10_000)
        begun = await ada.begin(game)
        for call in ("slip", "nothing"):
            await ada.call_arbiter(game, begun.version, "MISTAKE", note=f"a {call}")
        await ada.withdraw_call(game, 2)
        with pytest.raises(Refused, match="no open call"):
            await ada.withdraw_call(game, 2)
        assert [(each.number, each.status, each.note) async for each in ada.calls(game)] == [
            (1, "OPEN", "a slip"),
            (2, "WITHDRAWN", "a nothing"),
        ]
        version = (await judge.game(game)).version
        with pytest.raises(CommandProblem):  # a player rules on nothing
            await ada.make_ruling(game, {"playOn": "YES"}, expected_version=version)
        with pytest.raises(Conflict):
            await judge.make_ruling(game, {"playOn": "YES"}, expected_version=version - 1)
        points = [{"seat": 0, "points": -3}]
        await judge.make_ruling(
            game, {"points": points}, expected_version=version, call=1, steps=[1], rules=["LON-INV-02"], note="so"
        )
        await ada.lodge_appeal(game, 1, note="too hard")
        version = (await other.game(game)).version
        await other.decide_appeal(
            game, 1, uphold=False, expected_version=version, ruling={"playOn": "YES"}, rules=["LON-INV-02"], note="mild"
        )
        assert [(each.kind, each.valid, each.replaces) async for each in ada.rulings(game)] == [
            ("POINTS", False, None),
            ("PLAY_ON", True, 1),
        ]
        [appeal] = [each async for each in ada.appeals(game)]
        assert (appeal.ruling, appeal.note, appeal.answer) == (1, "too hard", "mild")
        [read] = await program(kit, url=service.url, token=ada.token, game=game, does="rulings", id=begun.version)
        assert read == {
            "calls": [1, 2, 3],
            "rulings": [each.number async for each in ada.rulings(game)],
            "appeals": [1],
            "withdrawn": "WITHDRAWN",
        }
        await ada.resign(game)
