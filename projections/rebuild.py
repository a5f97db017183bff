"""Empties projections and refills them from the log, game by game, while commands and workers continue.

Each game is refilled in one transaction, which locks its cursors: a reader sees the old rows or the new ones.
"""

from collections.abc import Sequence

from projections.ports import Cursor, ProgressCallback, Projection, Store
from projections.runner import Runner

PAGE_GAMES = 500


def no_progress(done: int, total: int) -> None:
    """The callback of callers that show no progress."""


async def rebuild(
    store: Store, runner: Runner, projections: Sequence[Projection], on_progress: ProgressCallback = no_progress
) -> int:
    """Rebuild `projections` for every game, parked ones too. Returns the number of rows written.

    The workers project games that open meanwhile; when the log outgrows the first count, the total grows with it.
    """
    for projection in projections:
        await store.drop_strays(projection.name)
    total, done, rows = await store.count_games(), 0, 0
    on_progress(done, total)
    after: str | None = None
    while page := await store.game_ids(after=after, limit=PAGE_GAMES):
        for game_id in page:
            rows += await runner.rebuild(game_id, projections)
            done += 1
            on_progress(done, max(done, total))
        after = page[-1]
    return rows


async def empty_all(store: Store, name: str) -> int:
    """Delete the rows of one projection for every game, parked ones too. Returns how many games had any.

    For the win chances, which no runner folds: analysts compute them anew.
    """
    await store.drop_strays(name)
    games = 0
    after: str | None = None
    while page := await store.game_ids(after=after, limit=PAGE_GAMES):
        for game_id in page:
            async with store.transaction(game_id, [name]) as transaction:
                if transaction is not None and transaction.cursors[name] != Cursor():
                    await transaction.empty(name)
                    games += 1
        after = page[-1]
    return games
