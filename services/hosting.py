"""The port of hosted games: how many games of one principal are not over. These are limits of the service, no rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from services.errors import TooManyGames
from services.ports import Principal

HostedKind = Literal["open", "running", "bots", "sandboxes"]
"""What is counted: games that have not begun; running games; those running games and sandboxes that bots play alone;
sandboxes. A sandbox in which nothing has happened for `SANDBOX_RESTS_SECONDS` does not count."""

SANDBOX_RESTS_SECONDS: Final = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class HostingLimits:
    """How many games of each kind one principal may host at a time."""

    open_games: int
    running: int
    bot_games: int
    sandboxes: int


PLAYER_LIMITS: Final = HostingLimits(open_games=100, running=300, bot_games=50, sandboxes=200)
"""Far more than a person or a program needs that plays 50 games at once."""
ORGANISER_LIMITS: Final = HostingLimits(open_games=2_000, running=5_000, bot_games=500, sandboxes=2_000)
"""For arbiters and admins: one principal may host a whole league."""

_WHAT_TO_DO: Final = {
    "open": "You host {count} games that have not begun. Begin or close one (abandonGame) before you open another.",
    "running": "You host {count} running games. Another can begin when one of them has ended.",
    "bots": "Bots alone play {count} running games that you host. Another can begin when one of them has ended.",
    "sandboxes": "You have {count} sandboxes that are not over. Play one to its end or resign in it before you open "
    "another; one in which nothing has happened for a day does not count.",
}


def limits_of(principal: Principal) -> HostingLimits:
    """The limits that hold for a principal."""
    return ORGANISER_LIMITS if principal.roles & {"arbiter", "admin"} else PLAYER_LIMITS


@dataclass(frozen=True, slots=True)
class Hosted:
    """A game as it counts: a sandbox or not, with play begun or not, and whether bots alone play it."""

    sandbox: bool
    begun: bool = False
    bots_only: bool = False


@dataclass(frozen=True, slots=True)
class HostedCounts:
    """How many other games of a principal count, by kind."""

    open_games: int
    running: int
    bot_games: int
    sandboxes: int


def over_limit(hosted: Hosted, others: HostedCounts, limits: HostingLimits, *, is_new: bool) -> TooManyGames | None:
    """The limit that a principal with so many `others` would exceed with this game; None when there is room.

    `is_new`: it was not counted before.
    """
    for kind, counts, count, limit in (
        ("open", is_new and not hosted.sandbox and not hosted.begun, others.open_games, limits.open_games),
        ("running", hosted.begun and not hosted.sandbox, others.running, limits.running),
        ("bots", hosted.begun and hosted.bots_only, others.bot_games, limits.bot_games),
        ("sandboxes", is_new and hosted.sandbox, others.sandboxes, limits.sandboxes),
    ):
        if counts and count >= limit:
            return TooManyGames(kind, limit, _WHAT_TO_DO[kind].format(count=count))
    return None


class Hosting(Protocol):
    """The games that are not over, by their hosts. Beside the log: what it says decides no game."""

    async def reserve(self, principal: str, game_id: str, hosted: Hosted, limits: HostingLimits) -> None:
        """Counts a game before it is opened, or before its play begins. Raises TooManyGames.

        Counting twice does no harm. Two calls for one principal wait for each other, in any process, so no limit is
        exceeded by a race. A game that was counted and never opened stops counting after a minute.
        """
        ...

    async def deserted(self, *, moved_before_us: int, limit: int) -> Sequence[str]:
        """Games that have not begun, in which nobody but their host sits and nothing has happened since then, by the
        list of games."""
        ...
