"""A run over every finished game of one version, a game at a time, by as many processes as there are cores."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from domain.engine.ruleset import RulesetKey
from domain.rulesets import RULESETS
from services.ports import EventLog, RawStep, StoredCommand
from services.readjudicate.findings import Mode, Readjudicated
from services.readjudicate.games import readjudicate
from services.readjudicate.ports import Readjudications

GAMES_PAGE = 500
ADD_GAMES = 100
LAST = "game.SeedRevealed"
_ROWS = 1_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run does. `games`: only those, such as a league's; None: all."""

    run: str
    played: RulesetKey
    other: RulesetKey
    mode: Mode
    games: tuple[str, ...] | None = None


def judged(
    game_id: str,
    played: RulesetKey,
    other: RulesetKey,
    rows: Sequence[RawStep],
    stored: Sequence[StoredCommand],
    mode: Mode,
) -> Readjudicated:
    """One game, in whichever process."""
    return readjudicate(game_id, RULESETS[played], RULESETS[other], rows, stored, mode)


async def run_over(
    log: EventLog,
    runs: Readjudications,
    plan: Plan,
    executor: Executor,
    at_once: int,
    on_game: Callable[[], None] = lambda: None,
) -> AsyncIterator[Readjudicated]:
    """Yields what became of each game, in the order of their ids, and stores it. A game that is not over is left out:
    what differs in it could tell what is hidden."""
    await runs.begin(plan.run, *plan.played, plan.other[1], plan.mode, "")
    waiting: deque[asyncio.Future[Readjudicated]] = deque()
    done: list[Readjudicated] = []
    loop = asyncio.get_running_loop()

    async def store(at_least: int) -> None:
        if len(done) >= at_least:
            await runs.add(plan.run, done)
            done.clear()

    async for game_id in _games(runs, plan):
        rows, stored = await log.read(game_id, limit=_ROWS), await log.commands(game_id, limit=_ROWS)
        on_game()
        if not rows or rows[-1].type != LAST:
            continue
        waiting.append(
            loop.run_in_executor(executor, judged, game_id, plan.played, plan.other, rows, stored, plan.mode)
        )
        while len(waiting) >= at_once:
            done.append(await waiting.popleft())
            yield done[-1]
            await store(ADD_GAMES)
    while waiting:
        done.append(await waiting.popleft())
        yield done[-1]
    await store(1)
    await runs.end(plan.run)


async def _games(runs: Readjudications, plan: Plan) -> AsyncIterator[str]:
    if plan.games is not None:
        for game_id in sorted(plan.games):
            yield game_id
        return
    after: str | None = None
    while page := await runs.games_of(*plan.played, after=after, limit=GAMES_PAGE):
        for game_id in page:
            yield game_id
        after = page[-1]
