"""A client of Emberlog, the event-sourced game service.

async with Client() as client:
    async for step in client.steps(game):
        print(step.version, step.line.text if step.line else "hidden")
"""

from emberlog_client.backoff import Allowance, Backoff
from emberlog_client.client import Client
from emberlog_client.feeds import Change, News
from emberlog_client.patch import patched
from emberlog_client.problems import (
    CommandProblem,
    Conflict,
    EmberlogError,
    Malformed,
    NotPublished,
    Problem,
    Refused,
    RequestProblem,
    UnexpectedAnswer,
    Unreachable,
)
from emberlog_client.reads import Moment
from emberlog_client.request import Staleness

__version__ = "1.0.0"

__all__ = [
    "Allowance",
    "Backoff",
    "Change",
    "Client",
    "CommandProblem",
    "Conflict",
    "EmberlogError",
    "Malformed",
    "Moment",
    "News",
    "NotPublished",
    "Problem",
    "Refused",
    "RequestProblem",
    "Staleness",
    "UnexpectedAnswer",
    "Unreachable",
    "patched",
]
