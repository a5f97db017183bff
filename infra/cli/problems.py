"""Problems that a person at a terminal can act on, each as a sentence that says what to do, and the exit codes."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Final

import asyncpg
import httpx
import redis.exceptions

from infra.cli.client import ApiProblem
from infra.embedded.errors import EmbeddedError
from infra.settings import SettingsError
from services.errors import LogDamaged, Unavailable, UnsupportedVersion
from services.reads.look import NoSuchStep, ViewerNotAllowed


class ExitCode(IntEnum):
    """The exit codes of `emberlog`."""

    DONE = 0
    CHECK_FAILED = 1
    """The command ran and found a problem: a game that does not verify, a refusal, a step you may not see."""
    USAGE = 2
    """The command line or a setting is wrong."""
    NOT_AVAILABLE = 3
    """Something that is needed does not answer (Postgres, Redis, the API, a port, the disk), or this build lacks the
    version of a game's ruleset."""
    NOT_THERE = 4
    """There is no such game, step, principal or ruleset."""
    REWRITTEN = 5
    """The log is not the one that was signed: a signed checkpoint convicts it."""
    TREE_DAMAGED = 6
    """The signed tree itself cannot be believed: a note, a key or a tile is not what the signer wrote."""
    STOPPED = 130
    """Stopped by Ctrl-C."""


class Problem(Exception):
    """Something the person at the terminal can act on: a sentence and an exit code."""

    def __init__(self, text: str, code: ExitCode) -> None:
        super().__init__(text)
        self.text = text
        self.code = code


def no_such_game(game_id: str) -> Problem:
    """The problem of an id that no game has."""
    return Problem(f"There is no game {game_id} here. `emberlog games` lists the games.", ExitCode.NOT_THERE)


def _capital(error: BaseException) -> str:
    """What an error says, as the beginning of a sentence."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}"


def problem_of(error: BaseException) -> Problem | None:
    """The problem behind an exception of Emberlog, of a server or of the system. None: it is a bug."""
    match error:
        case Problem():
            return error
        case SettingsError():
            return Problem(f"{error} `emberlog settings` shows all settings.", ExitCode.USAGE)
        case EmbeddedError():
            return Problem(str(error), ExitCode.NOT_AVAILABLE)
        case Unavailable(what=what):
            return Problem(what, ExitCode.NOT_AVAILABLE)
        case UnsupportedVersion():
            advice = "Use a build of Emberlog that has it; nothing is wrong with the game."
            return Problem(f"{_capital(error)}. {advice}", ExitCode.NOT_AVAILABLE)
        case LogDamaged(game_id=game_id):
            return Problem(f"{_capital(error)}. `emberlog verify {game_id}` examines it.", ExitCode.CHECK_FAILED)
        case ViewerNotAllowed(is_early=is_early):
            advice = "" if is_early else " Use the token of somebody who may (--token or EMBERLOG_TOKEN)."
            return Problem(f"{error}{advice}", ExitCode.CHECK_FAILED)
        case NoSuchStep():
            return Problem(str(error), ExitCode.NOT_THERE)
        case asyncpg.DiskFullError():
            return Problem(_DISK_FULL.format(where="Postgres"), ExitCode.NOT_AVAILABLE)
        case asyncpg.PostgresError() | asyncpg.InterfaceError():
            return Problem(f"Postgres reports an error: {error}. Check EMBERLOG_DATABASE_URL.", ExitCode.NOT_AVAILABLE)
        case redis.exceptions.RedisError():
            return Problem(f"Redis reports an error: {error}. Check EMBERLOG_REDIS_URL.", ExitCode.NOT_AVAILABLE)
        case ApiProblem():
            return Problem(f"The API answered with an error: {error}", ExitCode.CHECK_FAILED)
        case httpx.TransportError():
            return Problem(_NO_API.format(url=_url_of(error)), ExitCode.NOT_AVAILABLE)
        case OSError():
            return _system_problem(error)
        case _:
            return None


_DISK_FULL: Final = (
    "The disk is full ({where}). Nothing that was acknowledged is lost; free some space and run the command again."
)
_NO_API: Final = (
    "Nothing answers at {url}. Start `emberlog up` there, or set another address with --url or EMBERLOG_URL."
)


def _url_of(error: httpx.TransportError) -> str:
    try:
        return f"{error.request.url.scheme}://{error.request.url.netloc.decode()}"
    except RuntimeError:  # the error came before there was a request
        return "this address"


def _system_problem(error: OSError) -> Problem | None:
    where = error.filename or "this machine"
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return Problem(_DISK_FULL.format(where=where), ExitCode.NOT_AVAILABLE)
        case errno.EADDRINUSE:
            return Problem(
                "Another program uses the port. Choose another one with --port or EMBERLOG_PORT.",
                ExitCode.NOT_AVAILABLE,
            )
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return Problem(
                f"Emberlog cannot use {where}: {error.strerror}. Change its permissions, or set EMBERLOG_DATA to a "
                "folder "
                "that you may write to.",
                ExitCode.NOT_AVAILABLE,
            )
        case errno.ECONNREFUSED | errno.ECONNRESET | errno.ETIMEDOUT | errno.EHOSTUNREACH:
            return Problem(f"A server that is needed does not answer: {error}.", ExitCode.NOT_AVAILABLE)
        case _:
            return None


@contextmanager
def problems_raised() -> Iterator[None]:
    """Turn exceptions that the person at the terminal can act on into Problems. Bugs pass unchanged."""
    try:
        yield
    except Exception as error:
        problem = problem_of(_innermost(error))
        if problem is None:
            raise
        raise problem from error


def _innermost(error: BaseException) -> BaseException:
    """The first error of a group: a task group wraps the errors of its tasks."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return error
