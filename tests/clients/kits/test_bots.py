"""The bot templates are whole programs: one in Python and one in TypeScript play a game against each other to its end."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from pathlib import Path

import pytest
from emberlog_client import Client

from tests.clients.kits.compiled import KIT, compiled
from tests.clients.kits.playing import HASTE, SPECTATOR
from tests.clients.running import Running
from tests.docs.pages import ROOT
from tests.machine import needs_node, node_flags

pytestmark = [pytest.mark.xdist_group("clients"), pytest.mark.campaign]

PYTHON_BOT = ROOT / "clients" / "python" / "bots" / "bot.py"
LINES_MAX = 40
FAULTS = [{"at": at, "kind": kind} for at in (15, 30, 31, 60) for kind in ("DROP", "TWICE")]


def test_they_are_short() -> None:
    for path in (PYTHON_BOT, KIT / "bots" / "bot.ts"):
        assert len(path.read_text().splitlines()) <= LINES_MAX, path


async def started(service: Running, command: list[str], game: str, folder: Path) -> Process:
    paths = {"PYTHONPATH": str(ROOT / "clients" / "python" / "src"), "EMBERLOG_URL": service.url, "NO_PROXY": "*"}
    bare = {name: value for name, value in os.environ.items() if not name.startswith("EMBERLOG_")}
    return await asyncio.create_subprocess_exec(
        *command, game, cwd=folder, env=bare | paths, stdout=PIPE, stderr=STDOUT
    )


async def seated(host: Client, game: str, bots: list[Process]) -> None:
    """Wait until every seat is taken."""
    while not all(seat.taken for seat in (await host.game(game)).seats):
        assert all(bot.returncode is None for bot in bots), "a bot has ended"
        await asyncio.sleep(0.1)


async def played_by(service: Running, ruleset: str, commands: list[list[str]], folder: Path) -> list[str]:
    """A game between programs, to its end; what each of them printed."""
    async with asyncio.timeout(150), Client(service.url, backoff=HASTE) as host:
        await host.register("Host")
        game = (await host.open_game(ruleset, len(commands), sandbox={"seed": "bots", "faults": FAULTS})).game_id
        bots = [await started(service, command, game, folder) for command in commands]
        try:
            await seated(host, game, bots)
            await host.begin(game)
            async for step in host.steps(game, as_=SPECTATOR):
                assert step.line is not None
            over = await host.game(game)
            assert over.result is not None and over.phase == "OVER"
        finally:
            for bot in bots:
                if bot.returncode is None:
                    bot.terminate()
            printed = [(await bot.communicate())[0].decode() for bot in bots]
            print(*printed, sep="\n---\n")
        return printed


@needs_node
async def test_a_bot_in_python_and_a_bot_in_typescript_play_to_the_end(service: Running, tmp_path: Path) -> None:
    bot = compiled(tmp_path / "kit", KIT / "bots" / "bot.ts")
    commands = [[sys.executable, str(PYTHON_BOT)], ["node", *node_flags(), str(bot)]]
    for printed in await played_by(service, "brigade", commands, tmp_path):
        played = [line for line in printed.splitlines() if line.endswith("played")]
        assert len(played) > 5, printed
        assert len(set(played)) == len(played), "no turn was played twice"
        assert "Traceback" not in printed and "Error" not in printed
