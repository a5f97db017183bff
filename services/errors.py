"""What may go wrong that is not the caller's fault.

Unavailable         a server does not answer; whether something was saved is unknown
LogDamaged          one game's log is not what was written; other games go on
UnsupportedVersion  another build can play the game; nothing is wrong with it
"""

from domain.engine.step import Step


class Unavailable(Exception):
    """A server does not answer. `what`: which one, and what to do about it, in a sentence for people."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


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
