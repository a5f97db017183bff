"""What callers are told when something is wrong: codes, sentences, and (here alone) status codes. Decides nothing.

Problem             the caller's: says what is wrong and has a code of `CODES`
Unavailable         the world's: a part of it does not answer; the same request may be sent again
LogDamaged          ours: one game's log is not what was written; other games go on. The step is told only by VisibleDamage
anything else       ours: masked, and logged with game and version and a reference that the caller is shown
"""

import logging
import uuid
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from graphql import GraphQLError, GraphQLSyntaxError

from services.horizon import VisibleDamage
from services.look import NoSuchStep, ViewerNotAllowed
from services.ports import LogDamaged, Unavailable

_log = logging.getLogger("emberlog.api")

STATUS: Final[Mapping[str, int]] = {
    "BAD_REQUEST": 400,
    "BAD_CURSOR": 200,
    "BAD_NAME": 200,
    "BAD_PAGE": 200,
    "BAD_USER_INPUT": 200,
    "GAME_DAMAGED": 200,
    "GRAPHQL_PARSE_FAILED": 400,
    "GRAPHQL_VALIDATION_FAILED": 400,
    "INTERNAL": 500,
    "MALFORMED_COMMAND": 200,
    "METHOD_NOT_ALLOWED": 405,
    "NO_NEWCOMERS": 200,
    "NO_SUCH_STEP": 200,
    "NOT_ACCEPTABLE": 406,
    "NOT_FOUND": 404,
    "VIEWER_NOT_ALLOWED": 200,
    "NOT_YOUR_SEAT": 200,
    "RATE_LIMITED": 429,
    "SUBSCRIPTION_LIMIT": 429,
    "TOO_DEEP": 400,
    "TOO_EXPENSIVE": 400,
    "TOO_LARGE": 413,
    "TOO_MANY_ALIASES": 400,
    "TOO_MANY_TOKENS": 400,
    "UNAVAILABLE": 503,
    "UNKNOWN_GAME": 200,
    "UNKNOWN_TOKEN": 401,
    "UNSUPPORTED_MEDIA_TYPE": 415,
}
"""Every code a problem may have. 200: the operation was carried out, and this field of it was answered with a problem."""


class Problem(Exception):
    """Something is wrong with what the caller asked. `text`: one plain sentence; `facts`: for programs, JSON."""

    def __init__(self, code: str, text: str, **facts: object) -> None:
        assert code in STATUS, f"{code} is no problem's code"
        super().__init__(text)
        self.code = code
        self.text = text
        self.facts = facts


def problem_of(error: BaseException, where: str) -> Problem:
    """What the caller is told of an error. Logs what is ours; `where`: the game and version it happened at, if known."""
    match error:
        case Problem():
            return error
        case ViewerNotAllowed(game_id=game_id):
            return Problem("VIEWER_NOT_ALLOWED", str(error), game=game_id, rules=["GAME-HID-01", "GAME-HID-02"])
        case NoSuchStep(game_id=game_id, version=version, head=head):
            return Problem("NO_SUCH_STEP", str(error), game=game_id, step=version, version=head)
        case LogDamaged(game_id=game_id, version=version, why=why):
            _log.error("game %s is damaged at step %d: %s", game_id, version, why)
            if not isinstance(error, VisibleDamage):  # nobody has asked whether this caller may know the step
                return Problem("GAME_DAMAGED", f"Game {game_id} is damaged.", game=game_id)
            return Problem("GAME_DAMAGED", f"Game {game_id} is damaged at step {version}.", game=game_id, step=version)
        case Unavailable(what=what):
            _log.warning("unavailable at %s: %s", where, what)
            text = "A part of the service does not answer. Send the same request again, with the same command id."
            return Problem("UNAVAILABLE", text)
        case _:
            reference = uuid.uuid4().hex[:12]
            _log.error("unexpected error %s at %s", reference, where, exc_info=error)
            text = "Something went wrong on our side. It was noted; nothing that was acknowledged is lost."
            return Problem("INTERNAL", text, reference=reference)


def formatted(error: GraphQLError, where: str) -> dict[str, Any]:
    """A GraphQL error as it goes over the wire: always with `extensions.code`, never with anything unexpected in it."""
    said: dict[str, Any] = {"message": error.message}
    if error.locations:
        said["locations"] = [{"line": at.line, "column": at.column} for at in error.locations]
    if error.path is not None:
        said["path"] = error.path
    original = _root_cause(error)
    if original is not None and error.path is not None:  # without a path it is about what was sent, before any resolver
        problem = problem_of(original, where)
        said["message"] = problem.text
        said["extensions"] = {"code": problem.code, **problem.facts}
    else:
        said["extensions"] = {"code": _own_code(error), **(error.extensions or {})}
    return said


def _root_cause(error: GraphQLError) -> BaseException | None:
    original: BaseException | None = error.original_error
    while isinstance(original, GraphQLError):
        original = original.original_error
    return original


def _own_code(error: GraphQLError) -> str:
    if isinstance(error, GraphQLSyntaxError):
        return (
            "TOO_MANY_TOKENS" if "more than" in error.message and "tokens" in error.message else "GRAPHQL_PARSE_FAILED"
        )
    return "GRAPHQL_VALIDATION_FAILED" if error.path is None else "BAD_USER_INPUT"


def body_of(problem: Problem) -> bytes:
    """A problem as a whole answer: RFC 9457, and as GraphQL clients expect it."""
    return msgspec.json.encode(
        {
            "type": "about:blank",
            "title": problem.code.replace("_", " ").capitalize(),
            "status": STATUS[problem.code],
            "detail": problem.text,
            "code": problem.code,
            "errors": [{"message": problem.text, "extensions": {"code": problem.code, **problem.facts}}],
        }
    )


def status_of(errors: list[dict[str, Any]], *, carried_out: bool) -> int:
    """The status of a GraphQL answer. `carried_out`: execution began, so that there may be data beside the errors."""
    if carried_out or not errors:
        return 200
    return max(400, STATUS.get(errors[0]["extensions"]["code"], 400))
