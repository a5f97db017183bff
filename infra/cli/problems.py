"""What can go wrong at a terminal, as a sentence that says what to do, and the exit codes. Raises nothing of its own accord.

  0  done
  1  it ran and found something wrong: a game that does not verify, a refusal, a step you may not see
  2  the command line itself is wrong
  3  something that is needed does not answer: Postgres, Redis, the API, a port, the disk
  4  there is no such game, step, principal or ruleset
130  stopped by Ctrl-C
"""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import asyncpg
import httpx
import redis.exceptions

from infra.cli.client import ApiProblem
from infra.embedded.errors import EmbeddedError
from infra.settings import SettingsError
from services.look import NoSuchStep, ViewerNotAllowed
from services.ports import LogDamaged, Unavailable

DONE: Final = 0
FOUND: Final = 1
USAGE: Final = 2
NOT_AVAILABLE: Final = 3
NOT_THERE: Final = 4
STOPPED: Final = 130


class Problem(Exception):
    """Something the person at the terminal can act on: a sentence and an exit code."""

    def __init__(self, text: str, code: int) -> None:
        super().__init__(text)
        self.text = text
        self.code = code


def no_such_game(game_id: str) -> Problem:
    return Problem(f"There is no game {game_id} here. `emberlog games` lists those that there are.", NOT_THERE)


def told(error: BaseException) -> Problem | None:
    """The problem that an exception of ours, of a store or of the system stands for; None when it is a bug."""
    match error:
        case Problem():
            return error
        case SettingsError():
            return Problem(f"{error} `emberlog settings` shows all settings.", USAGE)
        case EmbeddedError():
            return Problem(str(error), NOT_AVAILABLE)
        case Unavailable(what=what):
            return Problem(what, NOT_AVAILABLE)
        case LogDamaged(game_id=game_id):
            text = str(error)
            return Problem(f"{text[:1].upper()}{text[1:]}. `emberlog verify {game_id}` says more.", FOUND)
        case ViewerNotAllowed():
            return Problem(f"{error} Give the token of somebody who may (--token or EMBERLOG_TOKEN).", FOUND)
        case NoSuchStep():
            return Problem(str(error), NOT_THERE)
        case asyncpg.DiskFullError():
            return Problem(_DISK_FULL.format(where="Postgres"), NOT_AVAILABLE)
        case asyncpg.PostgresError() | asyncpg.InterfaceError():
            return Problem(f"Postgres says: {error}. Check EMBERLOG_DATABASE_URL.", NOT_AVAILABLE)
        case redis.exceptions.RedisError():
            return Problem(f"Redis says: {error}. Check EMBERLOG_REDIS_URL.", NOT_AVAILABLE)
        case ApiProblem():
            return Problem(f"The API says: {error}", FOUND)
        case httpx.TransportError():
            return Problem(_NO_API.format(url=_url_of(error)), NOT_AVAILABLE)
        case OSError():
            return _system(error)
        case _:
            return None


_DISK_FULL: Final = (
    "The disk is full ({where}). Nothing that was acknowledged is lost; free some space and run the command again."
)
_NO_API: Final = (
    "Nothing answers at {url}. Is `emberlog up` running there? --url or EMBERLOG_URL names another address."
)


def _url_of(error: httpx.TransportError) -> str:
    try:
        return f"{error.request.url.scheme}://{error.request.url.netloc.decode()}"
    except RuntimeError:  # the error came before there was a request
        return "this address"


def _system(error: OSError) -> Problem | None:
    where = error.filename or "this machine"
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return Problem(_DISK_FULL.format(where=where), NOT_AVAILABLE)
        case errno.EADDRINUSE:
            return Problem(
                "The port is taken by another program. Choose another: --port or EMBERLOG_PORT.", NOT_AVAILABLE
            )
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return Problem(f"Emberlog may not use {where}: {error.strerror}.", NOT_AVAILABLE)
        case errno.ECONNREFUSED | errno.ECONNRESET | errno.ETIMEDOUT | errno.EHOSTUNREACH:
            return Problem("A server that is needed does not answer: " + str(error), NOT_AVAILABLE)
        case _:
            return None


@contextmanager
def told_as_problems() -> Iterator[None]:
    """Whatever the person at the terminal can act on leaves as a Problem; a bug leaves as it is."""
    try:
        yield
    except Exception as error:
        problem = told(_innermost(error))
        if problem is None:
            raise
        raise problem from error


def _innermost(error: BaseException) -> BaseException:
    """The first error of a group: a task group wraps what its first task met."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return error
