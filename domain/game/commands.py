"""The commands of every game, whatever its ruleset.

`by` is the id of the principal who sends the command; `authority` is the role by which they do, None where their seat
or their being the host is enough. The service fills both in from the token; a client never does. Commands are stored
for good, so they hold no name and no other words of a person (GAME-PERSON-01).
"""

from collections.abc import Mapping

import msgspec

from domain.engine.step import Step
from domain.engine.viewer import Seat, Viewer
from domain.game.authority import Authority
from domain.game.clocks.commands import CLOCK_COMMANDS, ClockCommand
from domain.game.rulings.commands import RULING_COMMANDS, RulingCommand
from domain.game.take_back.commands import TAKE_BACK_COMMANDS, TakeBackCommand
from domain.game.terms import Terms

Options = Mapping[str, str | int | bool | tuple[str, ...] | None]
"""A game's options by name, as the ruleset's typed ones read them."""


class OpenGame(msgspec.Struct, frozen=True, tag_field="type", tag="game.OpenGame"):
    """Open a game of `ruleset` with `seats` seats and fixed `options` (GAME-OPEN-01).

    `terms`: a delay for spectators, or what a sandbox allows. `seed`: only for a sandbox, the SHA-256 (hex) of any
    text; the same text leads to the same chance (GAME-SAND-02). `ruleset_version`: the one to play by; the newest
    without it (GAME-VERSION-01). None of the three stands in the bytes when it is not given.
    """

    by: str
    ruleset: str
    seats: int
    options: Options = {}
    terms: Terms | msgspec.UnsetType = msgspec.UNSET
    seed: str | msgspec.UnsetType = msgspec.UNSET
    ruleset_version: int | msgspec.UnsetType = msgspec.UNSET


class ForkGame(msgspec.Struct, frozen=True, tag_field="type", tag="game.ForkGame"):
    """Open a sandbox that continues from step `version` of `game`, as `viewer` knows it (GAME-FORK-01).

    `by` plays `seat`; bots play the other seats.
    """

    by: str
    game: str
    version: Step
    viewer: Viewer
    seat: Seat
    sealed: bool = False
    """Whether a delay still hides this step from spectators (GAME-FORK-04). The service fills it in."""


class TakeSeat(msgspec.Struct, frozen=True, tag_field="type", tag="game.TakeSeat"):
    """Sit down, with a share in the chance (GAME-SEAT-01, GAME-CHANCE-02). `seat` None: the first free one.

    `share`: the SHA-256 (hex) of what the principal said; empty for none.
    """

    by: str
    seat: Seat | None
    share: str = ""


class LeaveSeat(msgspec.Struct, frozen=True, tag_field="type", tag="game.LeaveSeat"):
    """Leave a seat before the game begins (GAME-SEAT-03): one's own, or, as the host, a bot's."""

    by: str
    seat: Seat


class SeatBot(msgspec.Struct, frozen=True, tag_field="type", tag="game.SeatBot"):
    """Let the bot called `bot` play `seat` (GAME-BOT-01, GAME-BOT-02). `bot` empty: the ruleset's substitute."""

    by: str
    seat: Seat
    bot: str = ""
    authority: Authority | None = None


class BeginGame(msgspec.Struct, frozen=True, tag_field="type", tag="game.BeginGame"):
    """Set up the game and start it (GAME-BEGIN-01)."""

    by: str


class Resign(msgspec.Struct, frozen=True, tag_field="type", tag="game.Resign"):
    """Give the game up; a bot plays the seat from then on, unless the ruleset goes on without it (GAME-RESIGN-01)."""

    by: str
    seat: Seat


class CallTime(msgspec.Struct, frozen=True, tag_field="type", tag="game.CallTime"):
    """Call time on a seat that may act: its decision is made for it (GAME-TIME-01)."""

    by: str
    seat: Seat
    authority: Authority | None = None


class AbandonGame(msgspec.Struct, frozen=True, tag_field="type", tag="game.AbandonGame"):
    """End the game without a result (GAME-END-03)."""

    by: str
    authority: Authority | None = None


GameCommand = (
    OpenGame
    | ForkGame
    | TakeSeat
    | LeaveSeat
    | SeatBot
    | BeginGame
    | Resign
    | CallTime
    | AbandonGame
    | RulingCommand
    | ClockCommand
    | TakeBackCommand
)
GAME_COMMANDS = (
    OpenGame,
    ForkGame,
    TakeSeat,
    LeaveSeat,
    SeatBot,
    BeginGame,
    Resign,
    CallTime,
    AbandonGame,
    *RULING_COMMANDS,
    *CLOCK_COMMANDS,
    *TAKE_BACK_COMMANDS,
)
GAME_COMMAND_TYPES = frozenset(GAME_COMMANDS)
"""The same for a quick look at each command: a command is of one of these types itself, never of a subclass."""
