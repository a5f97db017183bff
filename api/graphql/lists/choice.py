"""The arguments of `games`: which games, and in which order."""

from datetime import UTC, datetime
from typing import Annotated, Final

import strawberry

from api.graphql.fields import Info
from api.graphql.lists.games import GameOrderNode, Phase
from api.problems import Problem
from services.listing import GameChoice, GameOrder
from services.tokens import ScopeMissing

TEXT_CHARS_MAX: Final = 100

OnlyMine = Annotated[
    bool | None,
    strawberry.argument(
        description="true: games that the caller hosts or sits in, as their seat sees them; false: all others; left "
        "out: all games. Needs a token."
    ),
]
OfSeat = Annotated[
    strawberry.ID | None,
    strawberry.argument(description="Games in which this principal may play a seat, under their own name."),
]
OfPlayer = Annotated[
    str | None,
    strawberry.argument(
        description="Games in which a seat has this name, whatever the case; or in which this principal sits under "
        "their own name, also after resigning."
    ),
]
OfTitle = Annotated[
    str | None,
    strawberry.argument(
        description="Games whose title begins with this text, or has each of its words. Case does not matter."
    ),
]
OfPhase = Annotated[Phase | None, strawberry.argument(description="Games in this phase, as far as a delay shows it.")]
OfRuleset = Annotated[
    str | None, strawberry.argument(description="The id of a ruleset, as in `Query.rulesets`: games of it only.")
]
OnlySandboxes = Annotated[
    bool | None,
    strawberry.argument(description="true: sandboxes only; false: no sandboxes; left out: all games."),
]
WithFreeSeat = Annotated[
    bool | None,
    strawberry.argument(
        description="true: games in which somebody can still take a seat; false: games whose seats are all taken; left "
        "out: all games. As far as a delay shows it."
    ),
]
MovedSince = Annotated[
    datetime | None,
    strawberry.argument(description="Games with a move at this moment or later, as far as a delay shows it."),
]
InOrder = Annotated[
    GameOrderNode,
    strawberry.argument(description="How the games are ordered. Cursors of one order do not fit another."),
]


def order_of(given: GameOrderNode) -> GameOrder:
    """The domain's order of an argument."""
    return GameOrder(given.value)


def text_of(name: str, text: str | None) -> str | None:
    """A text to look for. Raises Problem BAD_FILTER for one that is empty or too long."""
    if text is None:
        return None
    text = text.replace("\0", " ").strip()  # no text has a NUL, and Postgres takes none
    if not 0 < len(text) <= TEXT_CHARS_MAX:
        raise Problem("BAD_FILTER", f"`{name}` has 1 to {TEXT_CHARS_MAX} characters.", at=name, max=TEXT_CHARS_MAX)
    return text


def moment_of(name: str, moment: datetime | None) -> int | None:
    """A moment in microseconds since 1970. Raises Problem BAD_FILTER for one before that."""
    if moment is None:
        return None
    at = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    micros = int(at.timestamp() * 1_000_000)
    if micros < 0:
        raise Problem("BAD_FILTER", f"`{name}` is a moment after 1970.", at=name)
    return micros


def caller_id(info: Info, mine: bool | None) -> str | None:
    """The caller, when the filter asks for their games or for all others.

    Raises Problem NOT_AUTHENTICATED, and ScopeMissing for a token that may not read all of them (GAME-TOKEN-01).
    """
    if mine is None:
        return None
    caller = info.context.principal
    if caller is None:
        raise Problem("NOT_AUTHENTICATED", "`mine` asks for the games of a caller. Send a token.")
    if "read" not in caller.scopes or caller.game_id is not None:
        raise ScopeMissing(None if "read" in caller.scopes else "read")
    return caller.id


def choice_of(
    info: Info,
    *,
    mine: bool | None = None,
    seat: str | None = None,
    player: str | None = None,
    title: str | None = None,
    phase: Phase | None = None,
    ruleset: str | None = None,
    sandbox: bool | None = None,
    free_seat: bool | None = None,
    since: datetime | None = None,
) -> GameChoice:
    """The choice that the arguments make. Raises Problem."""
    caller = caller_id(info, mine)
    return GameChoice(
        ruleset=text_of("ruleset", ruleset),
        phase=None if phase is None else str(phase.value),
        sandbox=sandbox,
        free_seat=free_seat,
        since_us=moment_of("since", since),
        title=text_of("title", title),
        player=text_of("player", player),
        seat=text_of("seat", seat),
        mine=caller if mine else None,
        not_mine=None if mine else caller,
    )
