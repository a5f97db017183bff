"""Fault 12: the wall clocks of API and worker jump by an hour, forward and back, while games are played and watched."""

import asyncio
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.continuity.players import LiveGame
from tests.faults.audit import audit
from tests.faults.client import Bots, PatientClient
from tests.faults.scale import Figures, count, luck
from tests.faults.stage import staged

pytestmark = pytest.mark.campaign

DELAY_SECONDS = 4
HOUR = 3600.0
PUBLIC = """query ($game: ID!) { game(id: $game) { version steps(last: 1) { edges { node { version } } } }
  games(first: 50) { edges { node { id version } } } }"""
TIMES = "query ($game: ID!, $after: Cursor) { game(id: $game) { steps(after: $after, first: 500) { edges { node { time } } } } }"


@dataclass
class Spectator:
    """Somebody who looks at a delayed game again and again. `looks`: when, and the last step on each channel."""

    client: PatientClient
    game: LiveGame
    looks: list[tuple[float, list[int]]] = field(default_factory=list)

    async def look_on(self) -> None:
        """Runs until it is cancelled."""
        while True:
            began = time.time()
            answer = await self.client.ask(PUBLIC, game=self.game.game)
            game = answer["game"]
            listed = [edge["node"] for edge in answer["games"]["edges"] if edge["node"]["id"] == self.game.game]
            last = [edge["node"]["version"] for edge in game["steps"]["edges"]]
            self.looks.append((began, [game["version"], *last, *(each["version"] for each in listed)]))
            await asyncio.sleep(0.1)

    def check(self, recorded: dict[int, float], begun: int) -> None:
        """No channel went back, and none had a step before its delay. `recorded`: the times of the database's clock."""
        for channel in range(3):
            versions = [last[channel] for _, last in self.looks if len(last) > channel]
            assert versions == sorted(versions), f"channel {channel} went back: {versions}"
        for began, last in self.looks:
            for version in last:
                early = recorded[version] + DELAY_SECONDS - began
                assert version < begun or early < 1.0, f"step {version} was visible {early:.1f} s early"


async def test_clocks_jump_by_an_hour(figures: Figures) -> None:
    dice, jumps = luck(12), count(60, 6)
    async with staged() as stage:
        clock = stage.folder / "clock"
        clock.write_text("0")
        for service in stage.apis:
            service.before = {"shifted_clock": str(clock)}
        await stage.apis[0].kill_worker()
        await stage.apis[0].kill_api()
        await stage.apis[0].start_api()
        await stage.apis[0].start_worker()
        async with PatientClient([stage.url], dice) as client:
            bots = Bots(client, dice)
            delayed = await bots.open("brigade", players=2, bots=1, delay={"seconds": DELAY_SECONDS})
            spectator = Spectator(client, delayed)
            looking, playing = asyncio.create_task(spectator.look_on()), asyncio.create_task(delayed.play())
            async with bots.playing(2):
                for at in range(jumps):
                    clock.write_text(str((HOUR, -HOUR, 0.0)[at % 3]))
                    await asyncio.sleep(1.5)
                    await bots.reach(1)
            for task in (looking, playing):
                task.cancel()
            results = await asyncio.gather(looking, playing, return_exceptions=True)
            assert not [each for each in results if isinstance(each, AssertionError)], results
            audited = await audit(stage, bots.games)
            async with stage.owner() as owner:
                rows = await owner.fetch(
                    "SELECT version, type, recorded_at FROM event WHERE game_id = $1 ORDER BY version", delayed.game
                )
            spectator.check(*_recorded(rows))
            for game in bots.games:
                times = await _times(client, game)
                assert times == sorted(times), f"a step of {game.game} is before the one before it"
    figures(
        12, jumps=jumps, acknowledged=audited.acknowledged, looks=len(spectator.looks), steps_early=0, horizon_went_back=0,
    )  # fmt: skip


def _recorded(rows: list[Any]) -> tuple[dict[int, float], int]:
    """When each step was recorded, and the step with which play began."""
    begun = next(row["version"] for row in rows if row["type"] == "game.GameBegun")
    return {row["version"]: row["recorded_at"].timestamp() for row in rows}, begun


async def _times(client: PatientClient, game: LiveGame) -> list[datetime]:
    answer = await client.ask(TIMES, token=game.tokens[0], game=game.game)
    times = [datetime.fromisoformat(edge["node"]["time"]) for edge in answer["game"]["steps"]["edges"]]
    assert all(each.tzinfo is not None and each.utcoffset() == UTC.utcoffset(each) for each in times)
    return times
