"""What principals ask of a table, whatever is played on it. Decides nothing.

`by` is the id of the principal who asks. It is put in by the service that knows the caller, never by the caller.
"""

from collections.abc import Mapping

import msgspec

from domain.engine.viewer import Seat, Viewer
from domain.game.terms import Terms

Options = Mapping[str, str | int | bool | tuple[str, ...] | None]
"""A game's options by name, as the ruleset's typed ones read them."""

NAME_CHARS_MAX = 40
SHARE_CHARS_MAX = 128


class OpenGame(msgspec.Struct, frozen=True, tag_field="type", tag="game.OpenGame"):
    """Open a table for `ruleset` with `seats` seats and fixed `options` (GAME-OPEN-01).

    `terms`: a delay for spectators, or what a sandbox allows. `seed`: of a sandbox only, any text; the same text, the same
    chance (GAME-SAND-02). Both are left out of the bytes when they are not given, as in logs written before they existed.
    """

    by: str
    ruleset: str
    seats: int
    options: Options = {}
    title: str = ""
    terms: Terms | msgspec.UnsetType = msgspec.UNSET
    seed: str | msgspec.UnsetType = msgspec.UNSET


class ForkGame(msgspec.Struct, frozen=True, tag_field="type", tag="game.ForkGame"):
    """Open a sandbox that goes on from step `version` of `game`, as `viewer` knows it (GAME-FORK-01). `by` plays `seat` as `name`; the
    house plays the others."""

    by: str
    game: str
    version: int
    viewer: Viewer
    seat: Seat
    name: str
    title: str = ""
    sealed: bool = False
    """Whether a delay still hides this step from spectators (GAME-FORK-04). Put in by the service."""


class TakeSeat(msgspec.Struct, frozen=True, tag_field="type", tag="game.TakeSeat"):
    """Sit down as `name`, with a share in the chance (GAME-SEAT-01, GAME-CHANCE-02). `seat` None: the first free one."""

    by: str
    seat: Seat | None
    name: str
    share: str = ""


class LeaveSeat(msgspec.Struct, frozen=True, tag_field="type", tag="game.LeaveSeat"):
    """Stand up before the game begins (GAME-SEAT-03). `by` stands up himself, or the host removes a bot."""

    by: str
    seat: Seat


class SeatBot(msgspec.Struct, frozen=True, tag_field="type", tag="game.SeatBot"):
    """Let the house's bot `bot` play `seat` (GAME-BOT-01, GAME-BOT-02). `bot` empty: the ruleset's best."""

    by: str
    seat: Seat
    bot: str = ""
    arbiter: bool = False
    """Whether `by` asks as an arbiter. Put in by the service."""


class BeginGame(msgspec.Struct, frozen=True, tag_field="type", tag="game.BeginGame"):
    """Set up the game and start it (GAME-BEGIN-01)."""

    by: str


class Resign(msgspec.Struct, frozen=True, tag_field="type", tag="game.Resign"):
    """Give the game up; the house plays the seat on (GAME-RESIGN-01)."""

    by: str
    seat: Seat


class CallTime(msgspec.Struct, frozen=True, tag_field="type", tag="game.CallTime"):
    """Time is up for a seat that may act: its decision is made for it (GAME-TIME-01)."""

    by: str
    seat: Seat
    arbiter: bool = False
    """Whether `by` asks as an arbiter. Put in by the service."""


class AbandonGame(msgspec.Struct, frozen=True, tag_field="type", tag="game.AbandonGame"):
    """End the game without a result (GAME-END-03)."""

    by: str
    arbiter: bool = False
    """Whether `by` asks as an arbiter. Put in by the service."""


GameCommand = OpenGame | ForkGame | TakeSeat | LeaveSeat | SeatBot | BeginGame | Resign | CallTime | AbandonGame
GAME_COMMANDS = (OpenGame, ForkGame, TakeSeat, LeaveSeat, SeatBot, BeginGame, Resign, CallTime, AbandonGame)
