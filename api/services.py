"""What the API is wired with, and what one operation knows of its caller."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field

from api.execution.effort import Effort
from api.limits import ApiLimits
from api.metrics import Metrics, ReplicaReads
from api.problems import Problem
from domain.engine.viewer import Viewer
from services.commands.fork import Forks
from services.commands.play import Play
from services.commands.seating import Seating
from services.exhibition.games import ExhibitionGames
from services.feeds.games_changed import GamesChanged
from services.feeds.my_games import MyGames
from services.log.signed_tree import NoTree, SignedTree
from services.ports import Principal
from services.principals import in_game
from services.reads.explain import Explain
from services.reads.freshness import Freshness, Staleness
from services.reads.horizon import VisibleHead
from services.reads.look import Look
from services.reads.watch import Watch
from services.rulebook import Rulebook
from services.rulings.arbitration import Arbitration
from services.rulings.sightings import Glance, is_sighting
from services.take_back.motions import TakingBack
from services.tokens import Tokens
from services.world import World

Readiness = Callable[[], Awaitable[Mapping[str, str | None]]]
"""Asks each part of the world whether it answers. Name -> None if it does, else what is wrong and what to do, in a
sentence without secrets."""


@dataclass(frozen=True, kw_only=True)
class ApiServices:
    """Everything the API needs; `infra.wiring` makes it.

    `play`, `seating`, `look` and `watch` stand on `world`; `look` and `watch` share one `Histories`. The app enters
    `watch` when it starts and leaves it when it stops; until then it must not be entered. `readiness` names at least
    `log` and `redis`. `newcomers`: whether anybody may register and get a token. `visits`: whether it is
    noted from which addresses tokens are used. `projection_lag`: by how many steps
    the slowest projection lags behind the log, for the metrics; None if that is not measured. `wire_refusals`: how
    often the server has refused something before it reached the app, by reason, likewise. `freshness`: how old answers
    may be, where some are read from a replica; `replica_reads`: what is read there, for the metrics.
    """

    world: World
    play: Play
    seating: Seating
    arbitration: Arbitration
    taking_back: TakingBack
    look: Look
    watch: Watch
    my_games: MyGames
    games_changed: GamesChanged
    rulebook: Rulebook
    forks: Forks
    explain: Explain
    exhibition: ExhibitionGames
    tokens: Tokens
    readiness: Readiness
    tree: SignedTree = field(default_factory=NoTree)
    limits: ApiLimits = field(default_factory=ApiLimits)
    newcomers: bool = True
    visits: bool = False
    projection_lag: Callable[[], Awaitable[int]] | None = None
    wire_refusals: Callable[[], Mapping[str, int]] | None = None
    freshness: Freshness | None = None
    replica_reads: ReplicaReads | None = None


def _admit_nobody() -> None:
    """For executions without a caller."""
    raise Problem("RATE_LIMITED", "No new players can be registered here.")


async def _pay_nothing(points: int) -> None:
    """For operations that are paid for before they run."""


def _forget_nothing(ids: Collection[str]) -> None:
    """For executions without a caller."""


@dataclass(slots=True)
class Context:
    """One operation. `principal` None: a spectator, or an execution that many callers share (`api.execution.share`).

    `effort`: what it has done so far. `received_us`: when the whole request had been read, in microseconds since 1970
    (UTC); commands count from then. `at`: the game and version that was last read, for the log if something unexpected
    happens. `last_event_id`: the header `Last-Event-ID`, which a client sends when it reconnects by itself (SSE).
    `admit`: counts a new player of the caller's address; raises Problem RATE_LIMITED. `forget`: drops tokens, or all
    tokens of principals, from the caches of this process, and looks at once which connections made with them must end.
    `pay`: spends points of the caller of a subscription, and returns once they had them.
    `only_finished_games`: whether every game that it has read is there and is over, and so changes no more. `failed`:
    whether the answer has errors. `token_hash`: SHA-256 of the caller's token.
    `staleness`: how old the answer may be, where a replica is read.
    `glances`: looks at running games as other viewers, which are written down before the answer is sent.
    `places`: what was read of the order of all games, by game and stretch of its steps (`api.graphql.audit.places`).
    """

    services: ApiServices
    metrics: Metrics
    principal: Principal | None
    effort: Effort
    received_us: int = 0
    at: str = "no game"
    last_event_id: str = ""
    admit: Callable[[], object] = _admit_nobody
    forget: Callable[[Collection[str]], object] = _forget_nothing
    pay: Callable[[int], Awaitable[None]] = _pay_nothing
    only_finished_games: bool = True
    failed: bool = False
    token_hash: bytes = b""
    glances: list[Glance] = field(default_factory=list)
    staleness: Staleness | None = None
    places: dict[tuple[str, int], Awaitable[Mapping[int, int]]] = field(default_factory=dict)

    def caller_in(self, game_id: str) -> Principal | None:
        """The caller as far as their token reaches into a game; None: there they are a spectator (GAME-TOKEN-01).

        Everything that is read of a game asks for the caller here.
        """
        return in_game(self.principal, game_id)

    def viewer(self, visible: VisibleHead, requested: Viewer | None) -> Viewer:
        """The viewer that the caller asks for; None: their own. Raises ViewerNotAllowed.

        A look as somebody else into a running game is noted (GAME-ROLE-05)."""
        viewer = self.services.look.viewer(self.principal, visible, requested)
        self.glance(visible, viewer)
        return viewer

    def glance(self, visible: VisibleHead, viewer: Viewer) -> None:
        """Notes that the answer shows the game as this viewer sees it."""
        if is_sighting(visible.state, viewer, self.caller_in(visible.game_id)):
            self.glances.append(Glance(visible.game_id, viewer, visible.version))

    async def write_glances_down(self) -> None:
        """To be called before the answer is sent. Raises Unavailable."""
        if self.glances and self.principal is not None:
            await self.services.look.write_down(self.principal, self.glances)
            self.glances.clear()
