"""Where runs over many games are stored, and who may read them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from services.ports import Principal
from services.readjudicate.findings import Mode, Readjudicated


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run. `ended_us` None: it goes on, or was stopped. `differ`: games in which more differs than the record."""

    id: str
    ruleset: str
    from_version: int
    to_version: int
    mode: Mode
    by: str
    began_us: int
    ended_us: int | None
    games: int
    differ: int


class Readjudications(Protocol):
    """Where runs and the games of each run are stored."""

    async def begin(self, run: str, ruleset: str, from_version: int, to_version: int, mode: Mode, by: str) -> None:
        """Adds a run that has no games yet."""
        ...

    async def add(self, run: str, games: Sequence[Readjudicated]) -> None:
        """Adds games to a run. Adding one twice does no harm."""
        ...

    async def end(self, run: str) -> None:
        """Notes that a run has all its games."""
        ...

    async def runs(self, *, limit: int) -> Sequence[Run]:
        """The newest runs, the newest first."""
        ...

    async def run(self, run: str) -> Run | None:
        """One run; None if there is none of this id."""
        ...

    async def games(self, run: str, *, differing: bool, after: str | None, limit: int) -> Sequence[Readjudicated]:
        """The games of a run past the id `after`, in the order of their ids. `differing`: only those that differ."""
        ...

    async def games_of(self, ruleset: str, version: int, *, after: str | None, limit: int) -> Sequence[str]:
        """The ids of all games played by a version, past the id `after`, in order."""
        ...


def may_read_runs(principal: Principal | None) -> bool:
    """Whether somebody may read them: admins, and arbiters of the whole service."""
    if principal is None or principal.game_id is not None:
        return False
    return principal.arbiter or ("admin" in principal.roles and "admin" in principal.scopes)
