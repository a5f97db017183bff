"""A slice of analysis: reads a game, plays out its next steps, and writes their chances with the cursor.

Nothing is locked while playouts run. The cursor is locked once they are done, and a slice that finds it moved is
thrown away: the rows of another process are the same, because playouts are. So a slice that runs twice writes
once, one that is killed writes nothing, and one that never ran is found by the sweep.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from domain.engine.refusal import LaterBuild
from domain.engine.viewer import SPECTATOR
from domain.game import Game, GameState
from domain.log.reading import Damaged
from domain.rulesets import RULESETS
from projections.analysis.chances import Estimate, WinChances
from projections.analysis.playouts import PlayoutKey
from projections.analysis.steps import AnalysedStep, StepChooser
from projections.ports import Cursor, Store
from projections.steps import Rulesets, game_for

WIN_CHANCES: Final = "win_chances"
"""The name of the projection, of its cursors and of its rows."""
READ_STEPS: Final = 256
READS_MAX: Final = 400
SLICE_SECONDS: Final = 3.0
"""After which a slice writes what it has. A step that has begun is done first."""
AT_ONCE: Final = 2
"""Playouts between two pauses, in which the process does whatever else waits."""


@dataclass(frozen=True, slots=True)
class Slice:
    """What a slice did. `more`: whether steps are left to analyse."""

    rows: int
    more: bool


_NOTHING: Final = Slice(0, more=False)


@dataclass(frozen=True, slots=True)
class _Plan:
    """The steps of a game past its cursor, as they were read."""

    game: Game
    cursor: Cursor
    end: Cursor
    steps: Sequence[AnalysedStep]
    state: GameState | None


class Analyst:
    """Analyses any game, a slice at a time.

    `playouts`: for each step. `wants`: whether a game in this state is to be analysed at all.
    """

    def __init__(
        self,
        store: Store,
        playouts: int,
        wants: Callable[[str, GameState], bool] = lambda game_id, state: True,
        rulesets: Rulesets = RULESETS,
        slice_seconds: float = SLICE_SECONDS,
    ) -> None:
        self._store = store
        self._playouts = playouts
        self._wants = wants
        self._rulesets = rulesets
        self._slice_seconds = slice_seconds

    async def analyse(self, game_id: str) -> Slice:
        """The next steps of a game. Calling it twice at once, or for nothing, does no harm."""
        plan = await self._plan(game_id)
        if plan is None or plan.state is None or not self._wants(game_id, plan.state):
            return _NOTHING
        rows: list[WinChances] = []
        began = time.monotonic()
        for step in plan.steps:
            rows.append(await self._chances(plan.game, game_id, step))
            if time.monotonic() - began >= self._slice_seconds:
                break
        more = len(rows) < len(plan.steps)
        reached = plan.steps[len(rows) - 1] if more else None
        cursor = plan.end if reached is None else Cursor(reached.version, reached.hash)
        return Slice(await self._write(game_id, rows, plan.cursor, cursor), more)

    async def _plan(self, game_id: str) -> _Plan | None:
        async with self._store.transaction(game_id, [WIN_CHANCES], wait=False) as transaction:
            if transaction is None:
                return None
            head, cursor = transaction.head, transaction.cursors[WIN_CHANCES]
            game = game_for(self._rulesets, head)
            if game is None or cursor.parked_why is not None or cursor.version == head.version:
                return None
            chooser, steps = StepChooser(game, game_id), list[AnalysedStep]()
            try:
                for _ in range(READS_MAX):
                    page = list(await transaction.steps(after=chooser.version, limit=READ_STEPS))
                    steps += chooser.read(page)
                    if len(page) < READ_STEPS:
                        break
                if cursor.version and cursor.hash != chooser.hashes[cursor.version - 1]:
                    raise Damaged(cursor.version, "the log has another step than the one that was analysed")
            except LaterBuild:
                return None  # an analyst of a later build goes on
            except (Damaged, IndexError) as error:
                why = str(error) if isinstance(error, Damaged) else "the log is shorter than what was analysed"
                await transaction.write(WIN_CHANCES, (), Cursor(cursor.version, cursor.hash, why))
                return None
        after = [step for step in steps if step.version > cursor.version]
        return _Plan(game, cursor, Cursor(chooser.version, chooser.hash), after, chooser.state)

    async def _chances(self, game: Game, game_id: str, step: AnalysedStep) -> WinChances:
        key = PlayoutKey(game_id, step.version, SPECTATOR)
        estimate = Estimate(game.in_force(step.state), step.state, key, self._playouts)
        began = time.thread_time()
        while not estimate.is_complete:
            estimate.advance(AT_ONCE)
            await asyncio.sleep(0)
        return estimate.result(int((time.thread_time() - began) * 1_000_000))

    async def _write(self, game_id: str, rows: Sequence[WinChances], before: Cursor, after: Cursor) -> int:
        """Writes the rows unless somebody else moved the cursor meanwhile. Returns how many were written."""
        async with self._store.transaction(game_id, [WIN_CHANCES]) as transaction:
            if transaction is None or transaction.cursors[WIN_CHANCES] != before:
                return 0
            await transaction.write(WIN_CHANCES, rows, after)
        return len(rows)
