"""Empties projections and fills them again from the log, game by game, while commands and workers go on.

Each game is held while it is refilled and its rows change in one transaction: a reader sees the old rows or the new ones.
Knows no SQL and folds nothing itself.
"""

from collections.abc import Sequence

from projections.ports import Progress, Projection, Store
from projections.runner import Runner

PAGE_GAMES = 500


def no_progress(done: int, total: int) -> None:
    """For callers that do not look."""


async def rebuild(
    store: Store, runner: Runner, projections: Sequence[Projection], on_progress: Progress = no_progress
) -> int:
    """Rebuild `projections` for every game, parked ones too. Gives the number of rows written.

    Games that open meanwhile are the workers' business; when the log has grown past the count, the total grows along.
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
