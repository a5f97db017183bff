"""The profile of a person or program: their name, their games and what became of these. Public facts only."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import strawberry

from api.graphql.fields import Info, resolved
from api.graphql.lists.games import GameConnection, list_games
from api.graphql.paging import GAMES_DEFAULT
from api.graphql.scalars import Cursor
from api.services import ApiServices
from domain.game.names import FORMER_PLAYER
from services.listing import GameChoice, GameOrder, ResultRow

RESULT_POINTS: Final = 100


@dataclass(frozen=True, slots=True)
class Profile:
    """A principal as everybody may know them. `name`: `FORMER_PLAYER` for an erased person."""

    id: str
    name: str


async def profile_of(services: ApiServices, id: str) -> Profile | None:
    """The profile of a principal; None when there is no such principal."""
    person = await services.world.names.person(id.replace("\0", " "))
    if person is None:
        return None
    return Profile(id, FORMER_PLAYER if person.name is None else person.name)


@strawberry.type(name="RulesetResults", description="What became of a person's games of one ruleset.")
class RulesetResults:
    """Declares the fields only: resolvers return `services.listing.ResultRow`."""

    ruleset: strawberry.ID = strawberry.field(description="The id of the ruleset that these results are of.")
    running: int = strawberry.field(description="Games that are being played, as far as a delay shows them.")
    finished: int = strawberry.field(description="Games that were played to their end. Abandoned ones do not count.")
    won: int = strawberry.field(description="Finished games with the first place, alone or shared.")


async def _games(
    root: strawberry.Parent[Profile], info: Info, first: int | None = None, after: Cursor | None = None
) -> GameConnection:
    size = GAMES_DEFAULT if first is None else first
    choice = GameChoice(person=root.id)
    return await list_games(info, choice, GameOrder.LAST_MOVE, size, after)


async def _results(root: strawberry.Parent[Profile], info: Info) -> Sequence[ResultRow]:
    services = info.context.services
    info.context.effort.spend(RESULT_POINTS)
    return await services.world.projections.results(root.id, now_us=services.world.now_us())


@strawberry.type(
    name="Principal",
    description="A person or program as everybody may know them. An erased one is a former player without games.",
)
class PrincipalNode:
    """Declares the fields only: resolvers return `Profile`."""

    id: strawberry.ID = strawberry.field(description="Random: it says nothing of the person.")
    name: str = strawberry.field(
        description="What they are called now; `former player` after they were erased (GAME-PERSON-02)."
    )
    games: GameConnection = resolved(
        _games,
        "The games in which they sit, or sat, under their own name, the one with the latest move first; at most 100 a "
        "page. Sandboxes are among them.",
    )
    results: list[RulesetResults] = resolved(
        _results, "What became of these games, by ruleset. Sandboxes do not count (GAME-SAND-01)."
    )
