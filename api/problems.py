"""What callers receive when something is wrong: the catalogue of codes, and how each error gets its code.

Problem             the caller's: says what is wrong and has a code of `CODES`
Unavailable         the world's: a part of it does not answer; the same request may be sent again
UnsupportedVersion  nobody's: another build can play the game; other games go on
TooManyGames, TooManyRefusals
                    the caller's: more than their share
ScopeMissing, ScopeTooWide, NoSuchToken, TooManyTokens, NoSuchRecovery
                    the caller's: about tokens
LogDamaged          ours: one game's log is not what was written; other games go on. VisibleDamage names the step
anything else       ours: masked; logged with game, version and a reference that the caller receives
"""

import logging
import uuid
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec
from graphql import GraphQLError, GraphQLSyntaxError

from services.errors import Cause, LogDamaged, TooManyGames, TooManyRefusals, Unavailable, UnsupportedVersion
from services.reads.horizon import VisibleDamage
from services.reads.look import NoSuchStep, ViewerNotAllowed
from services.tokens import NoSuchRecovery, NoSuchToken, ScopeMissing, ScopeTooWide, TooManyTokens

_log = logging.getLogger("emberlog.api")

DAMAGED_GAMES_MAX: Final = 1_000
"""How many damaged games a process remembers to have logged."""

ERRORS_MAX: Final = 10
"""Errors in one answer."""

MESSAGE_CHARS_MAX: Final = 500
LOCATIONS_MAX: Final = 4


class Code(NamedTuple):
    """A code that an error or an answer may carry.

    `status`: of an HTTP response that is this problem as a whole. 200: the operation was executed, and this field of it
    has the problem. None: only the answers to commands carry the code. `meaning`, `action`: sentences for client
    developers.
    """

    status: int | None
    meaning: str
    action: str


CODES: Final[Mapping[str, Code]] = {
    "ADDRESS_TOO_LONG": Code(
        414, "The address of the request has more than `max` bytes.", "Send the operation by POST."
    ),
    "ANSWER_TOO_LARGE": Code(
        200,
        "The answer would have more than `max` bytes. A command in it may have been carried out.",
        "Ask for smaller pages or fewer fields. After a command: the same command id, with fewer fields.",
    ),
    "BAD_COMMAND_ID": Code(
        None,
        "The command id is not a UUID with dashes in lower case, or it is all zeros.",
        "Make a new UUID for each command.",
    ),
    "BAD_CURSOR": Code(200, "The cursor is not one of this list.", "Use a cursor that this list or subscription gave."),
    "BAD_FILTER": Code(
        200, "A filter of a list, `at`, is empty, too long, or no moment that a game can have.", "Correct the filter."
    ),
    "BAD_ID": Code(
        200,
        "The id of a game or a command does not have the one spelling of a UUID, or is all zeros; or, for `node`, the "
        "service never made it. An id in its spelling that nothing has is null, or `UNKNOWN_GAME`.",
        "Send it as the service gave it: with dashes, in lower case.",
    ),
    "BAD_NAME": Code(
        200,
        "`register`: the name looks empty, is longer than `max`, reads as a bot's, stacks marks, or is not printable. "
        "`makeToken`: the label is longer than `max`, or is not printable.",
        "Ask the person for another one; the text says what is wrong.",
    ),
    "BAD_PAGE": Code(200, "The page is larger than `max`, or has both `first` and `last`.", "Ask for a smaller page."),
    "BAD_REQUEST": Code(
        400, "The request is not a GraphQL request, or not HTTP/1.1.", "Correct it; the text says what is wrong."
    ),
    "BAD_USER_INPUT": Code(200, "The variables do not fit the operation.", "Correct the variables."),
    "COMMAND_ID_REUSED": Code(None, "The command id stands for another command of this game.", "Use a new id."),
    "GAME_DAMAGED": Code(
        200,
        "The log of this one game, `gameId`, is not what was written. `step` is named to those who may see that far.",
        "Tell the organiser. Other games go on. Those who see the game with a delay can read up to the damage.",
    ),
    "GAME_PARKED": Code(
        None,
        "The service found a fault of its own in this game, at `step`.",
        "Tell the organiser. The game takes no commands; other games go on.",
    ),
    "GRAPHQL_PARSE_FAILED": Code(400, "The operation is not GraphQL.", "Correct the operation."),
    "GRAPHQL_VALIDATION_FAILED": Code(400, "The operation does not fit the schema.", "Correct the operation."),
    "HEAD_TOO_LARGE": Code(
        431,
        "The request has more than `max` bytes before its body, or more than `headersMax` headers.",
        "Send fewer or shorter headers.",
    ),
    "INTERNAL": Code(
        500, "A fault of the service. `reference` names the entry in its log.", "Tell the organiser the reference."
    ),
    "MALFORMED_COMMAND": Code(
        200, "This is not a command of the game's ruleset; `at` says where.", "Send a command that `legal` lists."
    ),
    "METHOD_NOT_ALLOWED": Code(405, "This address does not allow the HTTP method.", "Send mutations by POST."),
    "NOT_ACCEPTABLE": Code(
        406, "A subscription was sent without `Accept: text/event-stream`.", "Accept events, or use a websocket."
    ),
    "NOT_AUTHENTICATED": Code(
        200, "Spectators cannot send commands, and have no games and tokens of their own.", "Send a token."
    ),
    "NOT_FOUND": Code(404, "Nothing is at this address.", "Use `/graphql`."),
    "NOT_IN_SCOPE": Code(
        200,
        "The caller's token is not for this. `needs`: the scopes that it lacks; empty where it is for another game.",
        "Use a token that has the scope; `me { currentToken { scopes gameId } }` says what this one has.",
    ),
    "NO_SUCH_RECOVERY": Code(
        200,
        "The recovery code is wrong, used, revoked or over.",
        "Use a token, or ask the organiser for one of the same principal.",
    ),
    "NO_SUCH_TOKEN": Code(
        200, "The caller has no token with this id, or it has ended.", "`me { tokens }` has the ids."
    ),
    "NOT_YOUR_SEAT": Code(200, "The caller does not have this seat in this game.", "Leave the seat out, or take one."),
    "NO_NEWCOMERS": Code(200, "The organiser has switched `register` off.", "Ask the organiser for a token."),
    "NO_SUCH_STEP": Code(
        200,
        "The game has no such `step`, or the caller may not see it yet; `version` is the last one.",
        "Ask for less.",
    ),
    "PERSISTED_QUERY_NOT_FOUND": Code(
        200,
        "The service does not know the operation of this hash, or no longer. The message is `PersistedQueryNotFound`.",
        "Send the operation's text together with the hash. Clients with automatic persisted queries do it themselves.",
    ),
    "RATE_LIMITED": Code(
        429,
        "The caller has asked for too much in a short time, in points of cost, or has sent too many commands that were "
        "refused: `requested`, `left`, `limit`. Or an address has registered too many players, or sent too many "
        "unknown tokens.",
        "Wait `retryAfterMs` milliseconds, then send the same request with the same command id.",
    ),
    "REQUEST_TOO_SLOW": Code(
        408,
        "The head or the body of the request did not arrive within `maxSeconds`.",
        "Send the same request again, with the same command id.",
    ),
    "SCOPE_TOO_WIDE": Code(
        200,
        "The token would do more, or last longer, than the one that makes it (GAME-TOKEN-04).",
        "Ask for less; the text says what is too much.",
    ),
    "SUBSCRIPTION_LIMIT": Code(
        429, "This websocket runs `max` operations already.", "Complete one of them before the next one."
    ),
    "TOKEN_LIMIT": Code(
        200, "The caller has, or has made in a day, as many tokens as allowed: `limit`.", "Revoke some, or wait a day."
    ),
    "TOO_DEEP": Code(400, "The operation has more levels than allowed: `requested`, `max`.", "Split the operation."),
    "TOO_EXPENSIVE": Code(
        400,
        "The operation costs more than any operation may: `requested`, `max`, in points. Waiting does not help.",
        "Ask for smaller pages, or split the operation.",
    ),
    "TOO_LARGE": Code(413, "The request has more than `max` bytes.", "Send less; use variables and smaller pages."),
    "TOO_MANY_ALIASES": Code(400, "The operation has too many aliases: `requested`, `max`.", "Split the operation."),
    "TOO_MANY_GAMES": Code(
        200,
        "The caller hosts as many games of a `kind` as one may: `left`, `limit`. Nothing was opened, begun or stored.",
        "The text says what to do. Then send the same request with the same command id.",
    ),
    "TOO_MANY_CONNECTIONS": Code(
        503,
        "The service, or the caller's address, has as many connections in use as allowed.",
        "Close some connections, or wait `retryAfterMs` milliseconds.",
    ),
    "TOO_LONG": Code(
        200,
        "The operation did more work than one operation may, and was ended. A command in it may have been carried out.",
        "Ask for less at once. After a command: the same command id, with fewer fields.",
    ),
    "TOO_MANY_SELECTIONS": Code(
        400,
        "The operation has too many fields and arguments, fragments included: `requested`, `max`. Without them: it "
        "selects fields of the same name too often.",
        "Split the operation.",
    ),
    "TOO_MANY_STREAMS": Code(
        429,
        "The caller, or the address, has `max` connections of this kind open. Over a websocket: close code 4430.",
        "Close one of them before the next one. One websocket carries several subscriptions.",
    ),
    "TOO_MANY_TOKENS": Code(400, "The operation has more than `max` tokens.", "Split the operation."),
    "UNAVAILABLE": Code(
        503,
        "A part of the service does not answer or cannot write. `cause`: `AWAY`, `DISK_FULL`, `READ_ONLY` or `BUSY`.",
        "Send the same request again, with the same command id. Unless the cause is `AWAY`, reading may still work.",
    ),
    "UNKNOWN_GAME": Code(200, "There is no game with this id, or the caller may not see it.", "Check the id."),
    "UNKNOWN_LOCALE": Code(
        200,
        "The service does not speak the language of an argument `locale`.",
        "Take one of `languages`, or leave the argument out.",
    ),
    "UNKNOWN_TOKEN": Code(
        401, "The service does not know the token. Over a websocket: close code 4401.", "Send another token, or none."
    ),
    "UNSUPPORTED_MEDIA_TYPE": Code(415, "The request's media type is not JSON.", "Send `application/json`."),
    "UNSUPPORTED_VERSION": Code(
        200,
        "This server lacks the version of the game's ruleset: `ruleset`, `rulesetVersion`. The game itself is sound.",
        "Ask again later: during an update some servers are older than others. Other games go on.",
    ),
    "VERSION_CONFLICT": Code(
        None,
        "`expectedVersion` was given, and the game is at another version: `expected`, `actual`.",
        "Read the game, decide anew, and use a new command id.",
    ),
    "VIEWER_NOT_ALLOWED": Code(
        200, "The caller may not look as this viewer before the game is over (GAME-HID-01).", "Look as your own seat."
    ),
}
"""Every code outside the rules. Codes of refusals are in `domain.game.refusals` and in each ruleset."""

STATUS: Final[Mapping[str, int]] = {code: each.status for code, each in CODES.items() if each.status is not None}
"""The codes of problems -> the HTTP status of a response that is the problem as a whole."""

CAUSES: Final[Mapping[Cause, str]] = {
    Cause.AWAY: "A part of the service does not answer.",
    Cause.DISK_FULL: "The disk of the database is full, so nothing new can be stored. Nothing that was acknowledged is "
    "lost. Tell the organiser to free some space.",
    Cause.READ_ONLY: "The database takes no writes at the moment. Nothing that was acknowledged is lost. Tell the "
    "organiser.",
    Cause.BUSY: "The database takes no more connections at the moment.",
    Cause.CLOCK: "The time of this server is not right, so games with clocks wait. Other games go on. Tell the "
    "organiser.",
}
"""What callers hear of an unavailable server: nothing that names it."""
_REPEAT: Final = "Send the same request again, with the same command id."


class Problem(Exception):
    """Something is wrong with the caller's request. `text`: one plain sentence; `facts`: for programs, JSON."""

    def __init__(self, code: str, text: str, **facts: object) -> None:
        assert code in STATUS, f"{code} is not a code of a problem"
        super().__init__(text)
        self.code = code
        self.text = text
        self.facts = facts


def problem_of(error: BaseException, where: str) -> Problem:
    """The problem that the caller receives for an error. Logs what is ours; `where`: the game and version, if known."""
    match error:
        case Problem():
            return error
        case ViewerNotAllowed(game_id=game_id):
            return Problem("VIEWER_NOT_ALLOWED", str(error), gameId=game_id, rules=["GAME-HID-01", "GAME-HID-02"])
        case NoSuchStep(game_id=game_id, version=version, head=head):
            return Problem("NO_SUCH_STEP", str(error), gameId=game_id, step=version, version=head)
        case LogDamaged(game_id=game_id, version=version, why=why):
            _log_damage(game_id, version, why)
            if not isinstance(error, VisibleDamage):  # nobody has checked whether this caller may know the step
                return Problem("GAME_DAMAGED", f"Game {game_id} is damaged.", gameId=game_id)
            return Problem(
                "GAME_DAMAGED", f"Game {game_id} is damaged at step {version}.", gameId=game_id, step=version
            )
        case UnsupportedVersion(game_id=game_id, ruleset=ruleset, version=version):
            text = f"This server cannot play this game of {ruleset} version {version}; a later one can. Ask again then."
            return Problem("UNSUPPORTED_VERSION", text, gameId=game_id, ruleset=ruleset, rulesetVersion=version)
        case TooManyGames(kind=kind, limit=limit, text=text):
            return Problem("TOO_MANY_GAMES", text, kind=kind, left=0, limit=limit)
        case ScopeMissing(needs=needs):
            return Problem("NOT_IN_SCOPE", str(error), needs=[] if needs is None else [needs.upper()])
        case ScopeTooWide():
            return Problem("SCOPE_TOO_WIDE", str(error), rules=["GAME-TOKEN-04"])
        case NoSuchToken():
            return Problem("NO_SUCH_TOKEN", "You have no token with this id, or it has ended.")
        case TooManyTokens(limit=limit):
            return Problem("TOKEN_LIMIT", str(error), limit=limit)
        case NoSuchRecovery():
            return Problem("NO_SUCH_RECOVERY", "This recovery code is wrong, used, revoked or over.")
        case TooManyRefusals(limit=limit, retry_after_ms=wait_ms):
            return Problem("RATE_LIMITED", str(error), left=0, limit=limit, retryAfterMs=wait_ms)
        case Unavailable(what=what, cause=cause):
            _log.warning("unavailable at %s: %s", where, what)
            return Problem("UNAVAILABLE", f"{CAUSES[cause]} {_REPEAT}", cause=cause.value)
        case _:
            reference = uuid.uuid4().hex[:12]
            _log.error("unexpected error %s at %s", reference, where, exc_info=error)
            text = "Something went wrong on our side. It was logged; nothing that was acknowledged is lost."
            return Problem("INTERNAL", text, reference=reference)


@lru_cache(DAMAGED_GAMES_MAX)
def _log_damage(game_id: str, version: int, why: str) -> None:
    """Log a damaged game, once in this process and not at every read of it."""
    _log.error("game %s is damaged at step %d: %s", game_id, version, why)


def formatted(error: GraphQLError, where: str) -> dict[str, Any]:
    """A GraphQL error as it goes over the wire: always with `extensions.code`, never with anything unexpected in it."""
    formatted_error: dict[str, Any] = {"message": shortened(error.message)}
    if error.locations:
        places = error.locations[:LOCATIONS_MAX]
        formatted_error["locations"] = [{"line": at.line, "column": at.column} for at in places]
    if error.path is not None:
        formatted_error["path"] = [shortened(key) if isinstance(key, str) else key for key in error.path]
    original = _root_cause(error)
    if original is not None and error.path is not None:  # without a path it is about what was sent, before any resolver
        problem = problem_of(original, where)
        formatted_error["message"] = problem.text
        formatted_error["extensions"] = {"code": problem.code, **problem.facts}
    else:
        formatted_error["extensions"] = {"code": _own_code(error), **(error.extensions or {})}
    return formatted_error


def shortened(text: str) -> str:
    """A text that may repeat what a client sent, at most `MESSAGE_CHARS_MAX` characters and an ellipsis."""
    return text if len(text) <= MESSAGE_CHARS_MAX else f"{text[:MESSAGE_CHARS_MAX]}…"


def _root_cause(error: GraphQLError) -> BaseException | None:
    original: BaseException | None = error.original_error
    while isinstance(original, GraphQLError):
        original = original.original_error
    return original


def _own_code(error: GraphQLError) -> str:
    """The code of an error of the GraphQL library itself."""
    if isinstance(error, GraphQLSyntaxError):
        return "GRAPHQL_PARSE_FAILED"
    return "GRAPHQL_VALIDATION_FAILED" if error.path is None else "BAD_USER_INPUT"


def body_of(problem: Problem, cost: Mapping[str, Any] | None = None) -> bytes:
    """A problem as the whole response: RFC 9457, and with `errors` as GraphQL clients expect it. `cost`: as in every
    answer to an operation."""
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": problem.code.replace("_", " ").capitalize(),
        "status": STATUS[problem.code],
        "detail": problem.text,
        "code": problem.code,
        "errors": [{"message": problem.text, "extensions": {"code": problem.code, **problem.facts}}],
    }
    return msgspec.json.encode(body if cost is None else {**body, "extensions": {"cost": cost}})


def status_of(errors: list[dict[str, Any]], *, executed: bool) -> int:
    """The HTTP status of a GraphQL response. `executed`: execution began, so there may be data beside the errors."""
    if executed or not errors:
        return 200
    return max(400, STATUS.get(errors[0]["extensions"]["code"], 400))
