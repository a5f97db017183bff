"""Keeps projections up with the log: locks a game's cursors, reads past them, folds, and writes rows and cursors.

A call is only a hint that a game may have moved: a call that comes twice, late or for nothing does no harm. What is
read from the log decides. A game that cannot be folded is parked where people see it, and stops no other game.
"""

import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from domain.engine.refusal import LaterBuild
from domain.game import Game, GameState
from domain.log.reading import Damaged
from domain.rulesets import RULESETS
from projections import PROJECTIONS
from projections.folding import BEGINNING, BatchFold, FoldedGame
from projections.ports import Cursor, Projection, RowsRefused, Store, Transaction
from projections.steps import Rulesets, game_for

BATCH_STEPS = 256
"""Steps in one transaction."""
BATCHES_MAX = 400
"""Batches in one call, so that a call ends. A longer game stays a laggard, and the next sweep continues it."""
GAMES_CACHED_MAX = 512
"""Folded games that this process keeps in memory."""

_log = logging.getLogger("emberlog.projections")


@dataclass(frozen=True, slots=True)
class ProjectionResult:
    """What a call of `project` did.

    `rows`: how many it wrote. `state`: the newest one, or None if nobody had to fold it.
    """

    game: Game | None
    state: GameState | None
    rows: int


class Runner:
    """Keeps the projections of any game up with its log."""

    def __init__(
        self, store: Store, projections: Sequence[Projection] = PROJECTIONS, rulesets: Rulesets = RULESETS
    ) -> None:
        self._store = store
        self._projections = tuple(projections)
        self._rulesets = rulesets
        self._cached_games: OrderedDict[str, FoldedGame] = OrderedDict()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the projections that this runner writes."""
        return tuple(projection.name for projection in self._projections)

    async def project(self, game_id: str, *, wait: bool = True) -> ProjectionResult | None:
        """Fold what the log has past the cursors.

        None: there is no such game, or this build lacks the version of its ruleset, or, with `wait` False, somebody
        else is projecting it.
        """
        run = _Run(game_id, self._projections, self._cached_games.get(game_id, BEGINNING))
        for _ in range(BATCHES_MAX):
            try:
                async with self._store.transaction(game_id, self.names, wait=wait) as transaction:
                    if transaction is None:
                        return None
                    await self._batch(transaction, run)
            except RowsRefused as refused:
                await self._park_refused(game_id, refused)
                continue
            self._cache(game_id, run.folded)
            if run.unsupported:
                return None
            if run.done:
                return ProjectionResult(run.game, None if run.skipped else run.folded.state, run.rows)
        _log.warning("Game %s is longer than one run of the projections; the next sweep continues it.", game_id)
        return None

    async def rebuild(self, game_id: str, projections: Sequence[Projection]) -> int:
        """Empty and refill one game's rows in one transaction, so that nobody ever reads half of them.

        Retries parked projections too. Returns the number of rows written.
        """
        names = [projection.name for projection in projections]
        run = _Run(game_id, projections, BEGINNING)
        try:
            async with self._store.transaction(game_id, names) as transaction:
                if transaction is None or game_for(self._rulesets, transaction.head) is None:
                    return 0
                for name in names:
                    await transaction.empty(name)
                for _ in range(BATCHES_MAX):
                    await self._batch(transaction, run)
                    if run.done:
                        break
        except RowsRefused as refused:
            await self._park_refused(game_id, refused)
            return 0
        return run.rows

    async def _batch(self, transaction: Transaction, run: "_Run") -> None:
        """Fold the next steps of `run` and write their rows, within `transaction`."""
        active = [each for each in run.projections if transaction.cursors[each.name].parked_why is None]
        cursors = {each.name: transaction.cursors[each.name] for each in active}
        run.game = game_for(self._rulesets, transaction.head)
        if run.game is None or not active:
            run.unsupported = run.game is None
            run.stop()
            return
        head = transaction.head
        if all((cursor.version, cursor.hash) == (head.version, head.hash) for cursor in cursors.values()):
            run.done = True  # a job came twice, or late
            run.skipped = run.folded.version < head.version
            return
        if not run.folded.can_advance(cursors):
            run.restart()
        await self._fold_batch(transaction, run, run.game, active, cursors)

    async def _fold_batch(
        self,
        transaction: Transaction,
        run: "_Run",
        game: Game,
        projections: Sequence[Projection],
        cursors: dict[str, Cursor],
    ) -> None:
        steps = await transaction.steps(after=run.folded.version, limit=BATCH_STEPS)
        fold = BatchFold(run.game_id, cursors, run.folded)
        run.done = len(steps) < BATCH_STEPS
        try:
            fold.add(game, projections, steps)
            if run.done:
                fold.check_end(transaction.head)
        except LaterBuild:  # nothing is wrong with the game: a worker of a later build projects it
            run.unsupported = True
            run.stop()
            return
        except Damaged as damaged:
            if not run.from_start:
                # The cached fold may belong to a log that has been replaced: only the whole log convicts a game.
                run.restart()
                return
            fold.park(damaged)
            await transaction.park_game(damaged.version, damaged.why)
            run.done = True
        await self._write(transaction, run, fold)

    async def _write(self, transaction: Transaction, run: "_Run", fold: BatchFold) -> None:
        for name, cursor in fold.cursors.items():
            if cursor == transaction.cursors[name]:
                continue
            rows = fold.rows.get(name, ())
            await transaction.write(name, rows, cursor)
            run.rows += len(rows)
            if cursor.parked_why is not None:
                _log_parked(run.game_id, name, cursor.parked_why)
        run.folded = fold.folded

    async def _park_refused(self, game_id: str, refused: RowsRefused) -> None:
        """Park a projection whose rows the store refused, in a transaction of its own: the other one is lost."""
        async with self._store.transaction(game_id, [refused.projection]) as transaction:
            if transaction is None:
                return
            cursor = transaction.cursors[refused.projection]
            why = f"after step {cursor.version}: {refused.why}"
            await transaction.write(refused.projection, (), Cursor(cursor.version, cursor.hash, why))
        _log_parked(game_id, refused.projection, why)

    def _cache(self, game_id: str, folded: FoldedGame) -> None:
        if folded.state is None or folded.state.over:
            self._cached_games.pop(game_id, None)  # no step follows the end of a game
            return
        self._cached_games[game_id] = folded
        self._cached_games.move_to_end(game_id)
        while len(self._cached_games) > GAMES_CACHED_MAX:
            self._cached_games.popitem(last=False)


@dataclass(slots=True)
class _Run:
    """One call's progress through a game.

    `from_start`: this call itself folded every step up to `folded`. `skipped`: the rows are newer than `folded`,
    because another process wrote them. `unsupported`: this build lacks the version of the ruleset, or cannot read a
    step.
    """

    game_id: str
    projections: Sequence[Projection]
    folded: FoldedGame
    game: Game | None = None
    rows: int = 0
    done: bool = False
    skipped: bool = False
    unsupported: bool = False
    from_start: bool = False

    def __post_init__(self) -> None:
        self.from_start = self.folded is BEGINNING

    def restart(self) -> None:
        """Go back to before the first step."""
        self.folded, self.from_start, self.done = BEGINNING, True, False

    def stop(self) -> None:
        """End the run: this game has nothing to fold."""
        self.game, self.folded, self.done = None, BEGINNING, True


def _log_parked(game_id: str, projection: str, why: str) -> None:
    _log.error(
        "Projection %s parked game %s at %s. Other games continue. `emberlog projections rebuild` tries it again.",
        projection,
        game_id,
        why,
    )
