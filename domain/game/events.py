"""The events of every game, whatever its ruleset."""

from typing import Any

import msgspec

from domain.engine.score import Outcome
from domain.engine.viewer import Seat
from domain.game.clocks.events import CLOCK_EVENTS, ClockEvent
from domain.game.commands import Options
from domain.game.rulings.events import RULING_EVENTS, RulingEvent
from domain.game.state import SeatState
from domain.game.take_back.events import TAKE_BACK_EVENTS, TakeBackEvent
from domain.game.terms import Origin, TakeBacks, Terms


class GameOpened(msgspec.Struct, frozen=True, tag_field="type", tag="game.GameOpened"):
    """A game was opened. `secret` (32 bytes, hex) stays in the service until `SeedRevealed`; `commitment` is public."""

    by: str
    ruleset: str
    ruleset_version: int
    seats: int
    options: Options
    commitment: str
    secret: str
    terms: Terms | msgspec.UnsetType = msgspec.UNSET


class GameForked(msgspec.Struct, frozen=True, tag_field="type", tag="game.GameForked"):
    """A sandbox was opened in the middle of another game (GAME-FORK-01).

    `position`: the ruleset's state it begins with, in which everything that the origin's viewer could not know was
    dealt anew. `secret`: as in `GameOpened`. `take_backs`: those of the other game, where its terms say something.
    """

    by: str
    ruleset: str
    ruleset_version: int
    options: Options
    commitment: str
    secret: str
    seats: tuple[SeatState, ...]
    origin: Origin
    position: Any
    take_backs: TakeBacks | msgspec.UnsetType = msgspec.UNSET


class SeatTaken(msgspec.Struct, frozen=True, tag_field="type", tag="game.SeatTaken"):
    """`by` sat down. `share`, the SHA-256 (hex) of what they said, is public: with the commitment it proves that chance
    was fixed by both sides."""

    by: str
    seat: Seat
    share: str


class SeatLeft(msgspec.Struct, frozen=True, tag_field="type", tag="game.SeatLeft"):
    """A seat became free again before the game began."""

    seat: Seat


class BotSeated(msgspec.Struct, frozen=True, tag_field="type", tag="game.BotSeated"):
    """A bot plays this seat from now on."""

    seat: Seat
    bot: str


class GameBegun(msgspec.Struct, frozen=True, tag_field="type", tag="game.GameBegun"):
    """All seats were taken and play began. The draws now follow from the secret and the shares."""


class SeatResigned(msgspec.Struct, frozen=True, tag_field="type", tag="game.SeatResigned"):
    """A seat gave up and will rank behind the others. `bot` plays it from now on; empty: the ruleset goes on without
    it."""

    seat: Seat
    bot: str


class TimeCalled(msgspec.Struct, frozen=True, tag_field="type", tag="game.TimeCalled"):
    """Time was up for a seat; the next events are what was decided for it."""

    seat: Seat


class GameEnded(msgspec.Struct, frozen=True, tag_field="type", tag="game.GameEnded"):
    """The game is over with this result; seats that resigned are ranked behind the others."""

    outcome: Outcome


class GameAbandoned(msgspec.Struct, frozen=True, tag_field="type", tag="game.GameAbandoned"):
    """The game was closed without a result."""

    by: str


class SeedRevealed(msgspec.Struct, frozen=True, tag_field="type", tag="game.SeedRevealed"):
    """The secret behind the commitment (hex) and the seats' shares were published: now anybody can check every draw."""

    secret: str
    shares: tuple[str, ...]


GameEvent = (
    GameOpened
    | GameForked
    | SeatTaken
    | SeatLeft
    | BotSeated
    | GameBegun
    | SeatResigned
    | TimeCalled
    | GameEnded
    | GameAbandoned
    | SeedRevealed
    | RulingEvent
    | TakeBackEvent
    | ClockEvent
)
GAME_EVENTS = (
    GameOpened,
    GameForked,
    SeatTaken,
    SeatLeft,
    BotSeated,
    GameBegun,
    SeatResigned,
    TimeCalled,
    GameEnded,
    GameAbandoned,
    SeedRevealed,
    *RULING_EVENTS,
    *TAKE_BACK_EVENTS,
    *CLOCK_EVENTS,
)
