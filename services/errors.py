"""What may go wrong that is not the caller's fault.

Unavailable         a server does not answer; whether something was saved is unknown
LogDamaged          one game's log is not what was written; other games go on
UnsupportedVersion  another build can play the game; nothing is wrong with it
"""

from enum import StrEnum

from domain.engine.step import Step


class Cause(StrEnum):
    """Why a server is unavailable, as far as callers may know: what helps depends on it."""

    AWAY = "AWAY"
    """It does not answer, or the reason is nobody's business but the organiser's."""
    DISK_FULL = "DISK_FULL"
    READ_ONLY = "READ_ONLY"
    BUSY = "BUSY"
    """It has no connection left."""


class Unavailable(Exception):
    """A server does not answer, or does not write. `what`: which one, and what to do about it, in a sentence for the
    people who run it. `cause`: for callers."""

    def __init__(self, what: str, cause: Cause = Cause.AWAY) -> None:
        super().__init__(what)
        self.what = what
        self.cause = cause


class LogDamaged(Exception):
    """A step in the log is not what was written: edited by hand, lost or out of order."""

    def __init__(self, game_id: str, version: Step, why: str) -> None:
        super().__init__(f"the log of game {game_id} is damaged at step {version}: {why}")
        self.game_id = game_id
        self.version = version
        self.why = why


class UnsupportedVersion(Exception):
    """This build cannot play the version of the ruleset that a game was opened with. The game itself is sound: another
    build plays, replays and verifies it."""

    def __init__(self, game_id: str, ruleset: str, version: int) -> None:
        super().__init__(f"game {game_id} is played by {ruleset} version {version}, which this build does not have")
        self.game_id = game_id
        self.ruleset = ruleset
        self.version = version
