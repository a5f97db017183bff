"""The metrics for Prometheus. No label names a player, a game or a token."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS: Final = (0.001, 0.002, 0.004, 0.008, 0.016, 0.03, 0.06, 0.125, 0.25, 0.5, 1.0, 2.5, 5.0)


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

    def text(self) -> bytes:
        """All metrics in Prometheus' text format."""
        return generate_latest(self.registry)
