"""What may go wrong beside the rules: on our side, or because a principal takes more than their share.

Unavailable         a server does not answer; whether something was saved is unknown
LogDamaged          one game's log is not what was written; other games go on
UnsupportedVersion  another build can play the game; nothing is wrong with it
TooManyGames        one principal hosts as many games as the service lets them
TooManyRefusals     one principal's commands are refused faster than the service stores refusals
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
    CLOCK = "CLOCK"
    """Its time is not that of the database, so games with clocks wait."""


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
    """This build lacks the version of the ruleset that a game was opened with, or a later build wrote `later_step` in a
    schema of its own. The game itself is sound: another build plays, replays and verifies it."""

    def __init__(self, game_id: str, ruleset: str, version: int, later_step: Step | None = None) -> None:
        why = f"is played by {ruleset} version {version}, which this build does not have"
        if later_step is not None:
            why = f"has a step {later_step} that a later build wrote, and this build cannot read"
        super().__init__(f"game {game_id} {why}")
        self.game_id = game_id
        self.ruleset = ruleset
        self.version = version


class TooManyGames(Exception):
    """A principal hosts as many games of a kind (`services.hosting.HostedKind`) as `limit` allows. `text`: for people,
    what to do."""

    def __init__(self, kind: str, limit: int, text: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.limit = limit
        self.text = text


class TooManyRefusals(Exception):
    """A refused command was not stored: the principal sends too many. `limit`: so many at once; `retry_after_ms`: when
    the next one would be."""

    def __init__(self, limit: int, retry_after_ms: int) -> None:
        super().__init__(f"Too many of your commands were refused; the next one is taken in {retry_after_ms} ms.")
        self.limit = limit
        self.retry_after_ms = retry_after_ms
