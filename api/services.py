"""What the API is wired with, and what one operation knows of its caller. Holds no logic."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from api.limits import ApiLimits
from api.metrics import Metrics
from api.problems import Problem
from services.explain import Explain
from services.fork import Forks
from services.look import Look
from services.play import Play
from services.ports import Principal
from services.rulebook import Rulebook
from services.seating import Seating
from services.watch import Watch
from services.world import World

Readiness = Callable[[], Awaitable[Mapping[str, str | None]]]
"""Asks each part of the world whether it answers: its name -> None if it does, else what is wrong and what to do, in a sentence
without secrets."""


@dataclass(frozen=True, kw_only=True)
class ApiServices:
    """Everything the API needs; `infra.wiring` makes it.

    `play`, `seating`, `look` and `watch` stand on `world`; `look` and `watch` share one `Histories`. `watch` must not be
    entered yet: the app enters it when it starts and leaves it when it stops. `readiness` names at least `log` and
    `redis`. `newcomers`: whether anybody may get a token by asking for one. `projection_lag`: steps that the slowest projection is behind the log, for the metrics; None: not measured.
    """

    world: World
    play: Play
    seating: Seating
    look: Look
    watch: Watch
    rulebook: Rulebook
    forks: Forks
    explain: Explain
    readiness: Readiness
    limits: ApiLimits = field(default_factory=ApiLimits)
    newcomers: bool = True
    projection_lag: Callable[[], Awaitable[int]] | None = None


def _nobody() -> None:
    """For operations that nobody in particular asked for."""
    raise Problem("RATE_LIMITED", "Newcomers are not taken here.")


@dataclass(slots=True)
class Context:
    """One operation. `principal` None: a spectator, or an execution that is shared by many callers (`api.execution.share`).

    `at`: the game and version last looked at, for the log when something unexpected happens. `resume_after`: the last step
    that a client reconnecting by itself (SSE, `Last-Event-ID`) has seen. `admit`: counts a newcomer of the caller's address;
    raises Problem RATE_LIMITED.
    """

    services: ApiServices
    metrics: Metrics
    principal: Principal | None
    at: str = "no game"
    resume_after: int = 0
    admit: Callable[[], object] = _nobody
