"""The metrics for Prometheus. No label names a player, a game or a token."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

SECONDS: Final = (0.001, 0.002, 0.004, 0.008, 0.016, 0.03, 0.06, 0.125, 0.25, 0.5, 1.0, 2.5, 5.0)


class ReplicaReads(Protocol):
    """What is read from a replica. `reads`: how often something was read from where; `age_us`: by how much the replica
    was behind at the last look."""

    @property
    def reads(self) -> Mapping[str, int]: ...
    @property
    def age_us(self) -> int | None: ...


class Metrics:
    """The metrics of one app, in a registry of their own, so that a process may have two apps."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter(
            "emberlog_commands", "Commands by what was answered", ["outcome"], registry=self.registry
        )
        self.refusals = Counter(
            "emberlog_refusals", "Refused commands by the domain's code", ["code"], registry=self.registry
        )
        self.operations = Histogram(
            "emberlog_operation_seconds",
            "Time to answer a query or a mutation",
            ["kind"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self.problems = Counter(
            "emberlog_problems", "Answers that are problems, by code", ["code"], registry=self.registry
        )
        self.subscriptions = Gauge("emberlog_subscriptions", "Subscriptions now", ["transport"], registry=self.registry)
        self.connections = Gauge("emberlog_websockets", "Websocket connections now", registry=self.registry)
        self.watchers = Gauge("emberlog_watchers", "Watchers of games now", registry=self.registry)
        self.watched_games = Gauge("emberlog_watched_games", "Games watched now", registry=self.registry)
        self.shared = Counter(
            "emberlog_step_payloads", "Encoded steps handed to subscribers", ["made"], registry=self.registry
        )
        self.slow = Counter(
            "emberlog_slow_consumers", "Connections closed because nobody read them", registry=self.registry
        )
        self.lag = Gauge(
            "emberlog_projection_lag_steps", "Steps the slowest projection is behind the log", registry=self.registry
        )

    def unavailable(self) -> int:
        """How often UNAVAILABLE was answered so far, by this app."""
        return int(self.registry.get_sample_value("emberlog_problems_total", {"code": "UNAVAILABLE"}) or 0)

    def count_on_the_wire(self, refusals: Callable[[], Mapping[str, int]]) -> None:
        """Show how often something was refused before it reached the app, by reason. `refusals`: the sums so far."""
        self.registry.register(_WireRefusals(refusals))

    def show_replica(self, reads: ReplicaReads) -> None:
        """Show what is read from the replica, and how old it is."""
        self.registry.register(_Replica(reads))

    def text(self) -> bytes:
        """All metrics in Prometheus' text format."""
        return generate_latest(self.registry)


class _WireRefusals(Collector):
    """Sums that the server counts, read when Prometheus reads them."""

    def __init__(self, refusals: Callable[[], Mapping[str, int]]) -> None:
        self._refusals = refusals

    def collect(self) -> Iterator[CounterMetricFamily]:
        """The counter, with all its reasons."""
        family = CounterMetricFamily(
            "emberlog_wire_refusals", "Connections and requests refused before they reached the API", labels=["reason"]
        )
        for reason, times in self._refusals().items():
            family.add_metric([reason], times)
        yield family


class _Replica(Collector):
    """What a pool for reading counts, read when Prometheus reads it."""

    def __init__(self, reads: ReplicaReads) -> None:
        self._reads = reads

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        """The reads by source, and the age."""
        family = CounterMetricFamily("emberlog_replica_reads", "Reads that may use the replica", labels=["source"])
        for source, times in self._reads.reads.items():
            family.add_metric([source], times)
        yield family
        age = GaugeMetricFamily("emberlog_replica_age_seconds", "How far the replica was behind at the last look")
        if self._reads.age_us is not None:
            age.add_metric([], self._reads.age_us / 1_000_000)
        yield age
