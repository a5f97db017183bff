"""The stores in memory, small and exact: they pass the same contract tests as Postgres (tests/infra/postgres) and Redis
(tests/infra/redis). For tests only."""

from tests.fakes.audience import FakeAudience
from tests.fakes.audit import FakeAudit
from tests.fakes.event_log import FakeEventLog
from tests.fakes.hosting import FakeHosting
from tests.fakes.list_changes import FakeListChanges
from tests.fakes.moves import FakeMoves
from tests.fakes.names import FakeNames, FakeNote
from tests.fakes.parkings import FakeParkings
from tests.fakes.principals import FakePrincipals, FakeRevocations, FakeTokens
from tests.fakes.public_events import FakePublicEvents
from tests.fakes.readjudications import FakeReadjudications
from tests.fakes.sightings import FakeSightings
from tests.fakes.snapshots import FakeSnapshots

__all__ = [
    "FakeAudience",
    "FakeAudit",
    "FakeEventLog",
    "FakeHosting",
    "FakeListChanges",
    "FakeMoves",
    "FakeNames",
    "FakeNote",
    "FakeParkings",
    "FakePrincipals",
    "FakePublicEvents",
    "FakeReadjudications",
    "FakeRevocations",
    "FakeSightings",
    "FakeSnapshots",
    "FakeTokens",
]
