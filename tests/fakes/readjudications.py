"""Runs by another version, in dictionaries."""

from collections.abc import Sequence
from dataclasses import replace

from services.readjudicate.findings import Mode, Readjudicated
from services.readjudicate.ports import Run
from services.streams import Opening


class FakeReadjudications:
    """`openings`: the streams of a log in memory."""

    def __init__(self, openings: dict[str, Opening]) -> None:
        self._openings = openings
        self.stored: dict[str, Run] = {}
        self.of_run: dict[str, dict[str, Readjudicated]] = {}

    async def begin(self, run: str, ruleset: str, from_version: int, to_version: int, mode: Mode, by: str) -> None:
        self.of_run.setdefault(run, {})
        self.stored.setdefault(
            run,
            Run(
                id=run, ruleset=ruleset, from_version=from_version, to_version=to_version, mode=mode, by=by,
                began_us=len(self.stored) + 1, ended_us=None, games=0, differ=0,
            ),
        )  # fmt: skip

    async def add(self, run: str, games: Sequence[Readjudicated]) -> None:
        self.of_run[run] |= {each.game: each for each in games}

    async def end(self, run: str) -> None:
        games = self.of_run[run].values()
        differ = sum(each.differs for each in games)
        self.stored[run] = replace(self.stored[run], ended_us=1, games=len(games), differ=differ)

    async def runs(self, *, limit: int) -> Sequence[Run]:
        return list(reversed(self.stored.values()))[:limit]

    async def run(self, run: str) -> Run | None:
        return self.stored.get(run)

    async def games(self, run: str, *, differing: bool, after: str | None, limit: int) -> Sequence[Readjudicated]:
        rows = sorted(self.of_run.get(run, {}).items())
        chosen = [each for id, each in rows if (after is None or id > after) and (each.differs or not differing)]
        return chosen[:limit]

    async def games_of(self, ruleset: str, version: int, *, after: str | None, limit: int) -> Sequence[str]:
        own = [id for id, each in self._openings.items() if (each.ruleset, each.ruleset_version) == (ruleset, version)]
        return sorted(id for id in own if after is None or id > after)[:limit]
