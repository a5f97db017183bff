"""The one loop: takes a game's cursors, reads past them, folds, and writes rows and cursors in one transaction.

Being called is only a hint that a game may have moved: twice, late or for nothing is all the same. What is read decides.
Imports no adapter. A game that cannot be folded is parked where people see it, and stops no other game.
"""

import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from domain.game import Game, GameState
from domain.rulesets import RULESETS
from projections import PROJECTIONS
from projections.folding import BEGINNING, Folding, Held
from projections.ports import Cursor, Projection, RowsRefused, Store, Turn
from projections.steps import Damaged, Shelf, game_for

BATCH_STEPS = 256
"""Steps in one transaction."""
BATCHES_MAX = 400
"""Batches in one call, so that it ends; a game that is longer is a laggard still, and comes again."""
HELD_MAX = 512
"""Games whose folded states this process keeps."""

_log = logging.getLogger("emberlog.projections")


@dataclass(frozen=True, slots=True)
class Stand:
    """How a game was left. `rows`: written by this call. `state`: the newest one, unless nobody had to fold it."""

    game: Game | None
    state: GameState | None
    rows: int


class Runner:
    """Keeps the projections of any game up with its log."""

    def __init__(self, store: Store, projections: Sequence[Projection] = PROJECTIONS, shelf: Shelf = RULESETS) -> None:
        self._store = store
        self._projections = tuple(projections)
        self._shelf = shelf
        self._held: OrderedDict[str, Held] = OrderedDict()

    @property
    def names(self) -> tuple[str, ...]:
        """The projections this runner keeps."""
        return tuple(projection.name for projection in self._projections)

    async def project(self, game_id: str, *, wait: bool = True) -> Stand | None:
        """Fold what the log has past the cursors. None: no such game, or, with `wait` False, somebody else is at it."""
        walk = _Walk(game_id, self._projections, self._held.get(game_id, BEGINNING))
        for _ in range(BATCHES_MAX):
            try:
                async with self._store.turn(game_id, self.names, wait=wait) as turn:
                    if turn is None:
                        return None
                    await self._batch(turn, walk)
            except RowsRefused as refused:
                await self._park_refused(game_id, refused)
                continue
            self._keep(game_id, walk.held)
            if walk.done:
                return Stand(walk.game, None if walk.unread else walk.held.state, walk.rows)
        _log.warning("game %s is longer than one go; it is taken up again", game_id)
        return None

    async def rebuild(self, game_id: str, projections: Sequence[Projection]) -> int:
        """Empty and refill one game's rows in one transaction, so that nobody ever reads half of them. Parked games get
        another chance. Gives the number of rows."""
        names = [projection.name for projection in projections]
        walk = _Walk(game_id, projections, BEGINNING)
        try:
            async with self._store.turn(game_id, names) as turn:
                if turn is None:
                    return 0
                for name in names:
                    await turn.empty(name)
                for _ in range(BATCHES_MAX):
                    await self._batch(turn, walk)
                    if walk.done:
                        break
        except RowsRefused as refused:
            await self._park_refused(game_id, refused)
            return 0
        return walk.rows

    async def _batch(self, turn: Turn, walk: "_Walk") -> None:
        """Fold the next steps on `walk` and write what they bring, within the transaction of `turn`."""
        running = [each for each in walk.projections if turn.cursors[each.name].parked_why is None]
        cursors = {each.name: turn.cursors[each.name] for each in running}
        try:
            walk.game = game_for(self._shelf, turn.head)
        except Damaged as damaged:
            await self._write(turn, walk, Folding.parked(walk.game_id, cursors, damaged))
            walk.stop()
            return
        if not running:
            walk.stop()
            return
        if all((cursor.version, cursor.hash) == (turn.head.version, turn.head.hash) for cursor in cursors.values()):
            walk.done = True  # a job came twice, or late
            walk.unread = walk.held.version < turn.head.version
            return
        if not walk.held.serves(cursors):
            walk.restart()
        steps = await turn.steps(after=walk.held.version, limit=BATCH_STEPS)
        folding = Folding(walk.game_id, cursors, walk.held)
        walk.done = len(steps) < BATCH_STEPS
        try:
            folding.take(walk.game, running, steps)
            if walk.done:
                folding.check_end(turn.head)
        except Damaged as damaged:
            if not walk.from_start:
                # What was held may be of a log that has been replaced since: only the whole log convicts a game.
                walk.restart()
                return
            folding.park(damaged)
            walk.done = True
        await self._write(turn, walk, folding)

    async def _write(self, turn: Turn, walk: "_Walk", folding: Folding) -> None:
        for name, cursor in folding.cursors.items():
            if cursor == turn.cursors[name]:
                continue
            rows = folding.rows.get(name, ())
            await turn.write(name, rows, cursor)
            walk.rows += len(rows)
            if cursor.parked_why is not None:
                _tell_parked(walk.game_id, name, cursor.parked_why)
        walk.held = folding.held

    async def _park_refused(self, game_id: str, refused: RowsRefused) -> None:
        """The transaction is lost with its rows, so the projection is parked in one of its own."""
        async with self._store.turn(game_id, [refused.projection]) as turn:
            if turn is None:
                return
            cursor = turn.cursors[refused.projection]
            why = f"after step {cursor.version}: {refused.why}"
            await turn.write(refused.projection, (), Cursor(cursor.version, cursor.hash, why))
        _tell_parked(game_id, refused.projection, why)

    def _keep(self, game_id: str, held: Held) -> None:
        if held.state is None or held.state.over:
            self._held.pop(game_id, None)  # nothing follows on the end of a game
            return
        self._held[game_id] = held
        self._held.move_to_end(game_id)
        while len(self._held) > HELD_MAX:
            self._held.popitem(last=False)


@dataclass(slots=True)
class _Walk:
    """One call's way along a game.

    `from_start`: this call has itself folded every step up to `held`. `unread`: the rows are further on than `held`.
    """

    game_id: str
    projections: Sequence[Projection]
    held: Held
    game: Game | None = None
    rows: int = 0
    done: bool = False
    unread: bool = False
    from_start: bool = False

    def __post_init__(self) -> None:
        self.from_start = self.held is BEGINNING

    def restart(self) -> None:
        """Go back before the first step."""
        self.held, self.from_start, self.done = BEGINNING, True, False

    def stop(self) -> None:
        """There is nothing to fold here."""
        self.game, self.held, self.done = None, BEGINNING, True


def _tell_parked(game_id: str, projection: str, why: str) -> None:
    _log.error(
        "%s of game %s is parked at %s. Other games go on; `emberlog projections rebuild` tries it again.",
        projection,
        game_id,
        why,
    )
