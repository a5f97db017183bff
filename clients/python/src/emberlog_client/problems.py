"""What can go wrong, as exceptions.

EmberlogError
    Unreachable         no usable answer came, however often it was tried
    UnexpectedAnswer    something answered, but not as the API does
    NotPublished        the exact record of a game is not for everybody, or not yet
    Problem             the service said no: code, text, rules, facts
        RequestProblem      to a whole request or stream
        CommandProblem      to a command
            Refused             the rules did: legal
            Conflict            the game had moved on: expected, actual
            Malformed           it is not a command of the ruleset: at
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from emberlog_client import operations
from emberlog_client.operations import LegalCommand, Rule
from emberlog_client.request import Unknown
from emberlog_client.schema import JSON

ProblemT = TypeVar("ProblemT", bound="CommandProblem")

NOTHING_DONE: Final = frozenset({"RATE_LIMITED", "TOO_MANY_CONNECTIONS", "REQUEST_TOO_SLOW"})
"""Codes that pass, and after which the service has surely done nothing."""

PASSING: Final = NOTHING_DONE | {"UNAVAILABLE"}
"""Codes that pass: the same request may succeed later."""


class EmberlogError(Exception):
    """The base of everything that this package raises."""


class Unreachable(EmberlogError):
    """No usable answer came within the time that the backoff allows. `__cause__` is the last failure.

    What became of a command is unknown. Send it once more with the same command id."""


class UnexpectedAnswer(EmberlogError):
    """Something answered that is not the API of Emberlog, or speaks a later version of it."""


class NotPublished(EmberlogError):
    """The exact record of a game is not published: the game goes on, or it is a sandbox with secrets."""


class Problem(EmberlogError):
    """The service said no. `code` is for programs, `text` is one sentence for people."""

    def __init__(
        self, code: str, text: str, facts: Mapping[str, Any] | None = None, rules: Sequence[Rule] = ()
    ) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.text = text
        self.facts: Mapping[str, Any] = facts or {}
        self.rules = tuple(rules)


class RequestProblem(Problem):
    """A whole request or stream failed. `facts` has what the error says beside its code."""

    @property
    def retry_seconds(self) -> float | None:
        """How long the service asks to wait; None if it does not say."""
        wait_ms = self.facts.get("retryAfterMs")
        return wait_ms / 1000 if isinstance(wait_ms, int) else None


class CommandProblem(Problem):
    """A command was not carried out. `command_id` is the id that it was sent with."""

    def __init__(
        self,
        command_id: str,
        code: str,
        text: str,
        facts: Mapping[str, Any] | None = None,
        rules: Sequence[Rule] = (),
    ) -> None:
        super().__init__(code, text, facts, rules)
        self.command_id = command_id


class Refused(CommandProblem):
    """The rules said no. `legal` is what the seat may play instead."""

    legal: tuple[LegalCommand, ...] = ()
    is_repeat: bool = False


class Conflict(CommandProblem):
    """The game was not at the expected version. Read it and decide anew."""

    expected: int = 0
    actual: int = 0


class Malformed(CommandProblem):
    """This is no command of the ruleset. `at` is a path from `$`."""

    at: str = "$"


def accepted(answer: operations.Answer, command_id: str) -> operations.CommandAccepted:
    """The answer to a command that was carried out. Raises CommandProblem for every other one."""
    match answer:
        case operations.CommandAccepted():
            return answer
        case operations.CommandRefused(legal=legal, is_repeat=is_repeat):
            refused = _problem(Refused, command_id, answer)
            refused.legal, refused.is_repeat = legal, is_repeat
            raise refused
        case operations.VersionConflict(expected=expected, actual=actual):
            conflict = _problem(Conflict, command_id, answer)
            conflict.expected, conflict.actual = expected, actual
            raise conflict
        case operations.MalformedCommand(at=at):
            malformed = _problem(Malformed, command_id, answer)
            malformed.at = at
            raise malformed
        case Unknown(data=data):
            text, facts = str(data.get("text", "")), data.get("facts")
            raise CommandProblem(command_id, str(data.get("code", answer.typename)), text, facts)
    raise _problem(CommandProblem, command_id, answer)


class _No(Protocol):
    """What every answer that says no has."""

    @property
    def code(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def facts(self) -> JSON: ...
    @property
    def rules(self) -> tuple[Rule, ...]: ...


def _problem(kind: type[ProblemT], command_id: str, answer: _No) -> ProblemT:
    return kind(command_id, answer.code, answer.text, answer.facts, answer.rules)


def request_problem(errors: Sequence[Mapping[str, Any]]) -> RequestProblem:
    """The first error of an answer, as an exception."""
    first = errors[0]
    facts = dict(first.get("extensions") or {})
    return RequestProblem(str(facts.pop("code", "INTERNAL")), str(first.get("message", "")), facts)
