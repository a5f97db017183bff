"""A whole load run: sets up, plays, watches and reads for the planned time, and cleans up."""

import asyncio
import contextlib
import random
import time
from collections.abc import Callable
from typing import Any, Final

import httpx

from infra.cli.client import Api, ApiProblem
from infra.load.figures import Figures
from infra.load.plan import Plan
from infra.load.players import PlayedGame, company_of
from infra.load.watchers import OPENED_AT_ONCE, watch

PAGE: Final = """query ($game: ID!, $after: Cursor) { game(id: $game) { steps(first: 50, after: $after) {
  pageInfo { hasNextPage endCursor } edges { node { version viewJson line { text } } } } } }"""
SHOW_SECONDS: Final = 0.5
SETTLE_SECONDS: Final = 1.0
LEAVE_SECONDS_MAX: Final = 20.0
RETRY_SECONDS: Final = 0.25


async def run(plan: Plan, figures: Figures, show: Callable[[], object]) -> None:
    """Runs it. `show` is called twice a second. Raises Problem, ApiProblem and httpx.TransportError at first."""
    company = await company_of(plan)
    places = max(1, plan.players // len(company.players))
    games = [PlayedGame(company, figures, plan.pace, random.Random(at)) for at in range(places)]
    tasks: list[asyncio.Task[None]] = []
    gate = asyncio.Semaphore(OPENED_AT_ONCE)
    try:
        for game in games:
            await game.open()
        tasks += [
            asyncio.create_task(watch(plan.url, games[at % places], figures, gate)) for at in range(plan.watchers)
        ]
        await _opened(figures, plan, show)
        figures.start()
        tasks += [asyncio.create_task(game.play()) for game in games]
        tasks += [asyncio.create_task(_read(plan.url, games, figures)) for _ in range(plan.replays)]
        while figures.seconds < plan.seconds:
            await asyncio.sleep(min(SHOW_SECONDS, max(0.01, plan.seconds - figures.seconds)))
            show()
        figures.stop()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(TimeoutError, ApiProblem, httpx.TransportError):
            async with asyncio.timeout(LEAVE_SECONDS_MAX):
                for game in games:
                    await game.leave()


async def _opened(figures: Figures, plan: Plan, show: Callable[[], object]) -> None:
    """Waits until the watchers are there, for as long as the run lasts at most."""
    until = time.monotonic() + plan.seconds
    while figures.watching < plan.watchers and time.monotonic() < until:
        await asyncio.sleep(SHOW_SECONDS)
        show()
    await asyncio.sleep(SETTLE_SECONDS if plan.watchers else 0)


async def _read(url: str, games: list[PlayedGame], figures: Figures) -> None:
    """Reads games page by page, each from its first step, as a page with a replay does."""
    async with Api(url) as api:
        while True:
            game_id, after = random.choice(games).game_id, None
            try:
                while True:
                    began = time.monotonic()
                    answer: dict[str, Any] = await api.ask(PAGE, game=game_id, after=after)
                    figures.pages.add((time.monotonic() - began) * 1e3)
                    page = answer["game"]["steps"]["pageInfo"]
                    if not page["hasNextPage"]:
                        break
                    after = page["endCursor"]
            except (ApiProblem, httpx.TransportError) as error:
                figures.problem(str(error) or type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)
