"""The ports of a process, passed to the use cases as one object."""

from collections.abc import Callable
from dataclasses import dataclass

from services.audit.events import PublicEvents
from services.audit.ports import AuditStore
from services.feeds.changes import ListChanges
from services.feeds.moves import Moves
from services.hosting import Hosting
from services.names import Names
from services.parkings import Parkings
from services.ports import (
    Audience,
    Clock,
    Entropy,
    EventLog,
    Fingerprint,
    Jobs,
    Notifier,
    Principals,
    ProjectionReader,
    Revocations,
    Snapshots,
)
from services.readjudicate.ports import Readjudications
from services.rulings.sightings import Sightings
from services.tokens import TokenStore


@dataclass(frozen=True, kw_only=True)
class World:
    """Everything outside that a use case may touch."""

    log: EventLog
    parkings: Parkings
    snapshots: Snapshots
    notifier: Notifier
    jobs: Jobs
    audience: Audience
    principals: Principals
    tokens: TokenStore
    revocations: Revocations
    names: Names
    hosting: Hosting
    audit: AuditStore
    readjudications: Readjudications
    events: PublicEvents
    moves: Moves
    list_changes: ListChanges
    sightings: Sightings
    projections: ProjectionReader
    now_us: Clock
    entropy: Entropy
    fingerprint: Fingerprint
    clock_trouble: Callable[[], str | None] = lambda: None
    """Why the time of this process cannot be trusted for clocks, in a sentence; None while it can (GAME-CLOCK-05)."""
