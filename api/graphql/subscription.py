"""The subscriptions: a game's steps, and feeds over many games. Each resumes from one cursor, `after`."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final, cast

import strawberry
from graphql import ArgumentNode, DocumentNode, FieldNode, VariableNode, Visitor, visit

from api.graphql.feeds.games_changed import ListedGameChange, follow_list
from api.graphql.feeds.my_games import GameUpdateNode, follow_games
from api.graphql.fields import Info, subscription
from api.graphql.lists.choice import OfPhase, OfPlayer, OfRuleset, OfTitle, OnlySandboxes, choice_of
from api.graphql.scalars import Cursor, canonical_id, is_step, step_of
from api.graphql.seat import AsViewer, ViewerInput, viewer_of
from api.graphql.step import StepNode
from api.problems import Problem
from api.services import Context
from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import Viewer
from domain.game.terms import Fault
from services.rulings.sightings import Glance

FIELDS: Final = frozenset({"gameSteps", "myTurns", "myGames", "gamesChanged"})
CURSOR_ARGUMENT: Final = "after"


@strawberry.type
class Subscription:
    """The subscriptions: one game step by step, and feeds over many games."""

    @subscription(
        "What changes in the list of games, as everybody may see it. An entry comes for each game that the filters let "
        "through, and for one that they no longer do. Without `after`, from now on. With `after`, each game that has "
        "changed since comes once, as it is now. The entry with `isCaughtUp` says that you have what was there. "
        "Entries may be a second late. For your own games follow `myGames`. It never ends by itself."
    )
    async def games_changed(
        self,
        info: Info,
        player: OfPlayer = None,
        title: OfTitle = None,
        phase: OfPhase = None,
        ruleset: OfRuleset = None,
        sandbox: OnlySandboxes = None,
        after: Cursor | None = None,
    ) -> AsyncGenerator[ListedGameChange, None]:
        choice = choice_of(info, player=player, title=title, phase=phase, ruleset=ruleset, sandbox=sandbox)
        async for node in follow_list(info, choice, after):
            yield node

    @subscription(
        "The caller's turns in all their games, as they come: an entry whenever a command leaves the caller's seat to "
        "act. Without `after`, first every game in which it is their turn now, and then the entry with `isCaughtUp`. "
        "After a lost connection, subscribe once more with the last `cursor`: no turn that still waits is missed and "
        "no entry comes twice. Turns that have "
        "come and gone meanwhile are left out. It never ends by itself."
    )
    async def my_turns(self, info: Info, after: Cursor | None = None) -> AsyncGenerator[GameUpdateNode, None]:
        async for node in follow_games(info, after, "my_turn"):
            yield node

    @subscription(
        "What is new in all games of the caller, as it comes: a seat, a start, a turn, the end. Theirs are those in "
        "which they hold a seat, and those that they host without a delay for themselves. Without `after`, first each "
        "of them that is not over, as it is now, and then the entry with `isCaughtUp`. It resumes as `myTurns` does: "
        "starts and ends are never left out."
    )
    async def my_games(self, info: Info, after: Cursor | None = None) -> AsyncGenerator[GameUpdateNode, None]:
        async for node in follow_games(info, after, None):
            yield node

    @subscription(
        "Every step after `after`, as it comes: in order, none twice and none missed. Without `after`, from the "
        "first step. Ends after the last step of a finished game. After a lost connection, subscribe again with the "
        "cursor of the last step you have."
    )
    def game_steps(
        self, info: Info, game: strawberry.ID, after: Cursor | None = None, as_: AsViewer = None
    ) -> AsyncGenerator[StepNode, None]:
        # A transport may read it as it is, and send its steps together with those of others (`api.execution.relay`).
        return cast(AsyncGenerator[StepNode, None], GameSteps(info.context, game, after, as_))


@dataclass
class GameSteps:
    """The source of `gameSteps`. `faults`: what a sandbox has ordered to go wrong, once it is open."""

    context: Context
    game: str
    after: str | None
    requested: ViewerInput | None

    async def open(self) -> "OpenSteps":
        """Finds the game, and as whom the caller looks. Raises Problem and ViewerNotAllowed."""
        services, principal = self.context.services, self.context.principal
        game_id = canonical_id(self.game)
        start = resume_after(self.after, self.context.last_event_id)
        visible = await services.look.game(principal, game_id)
        if visible is None:
            raise Problem("UNKNOWN_GAME", "There is no such game.", gameId=game_id)
        requested, history = viewer_of(self.requested), visible.history
        viewer = None if requested is None else self.context.viewer(visible, requested)
        is_sighting = bool(self.context.glances)
        await self.context.write_glances_down()
        self.context.at = f"game {game_id} version {history.version}"
        faults = () if visible.state.sandbox is None else visible.state.sandbox.faults
        return OpenSteps(game_id, viewer, start, faults, is_sighting)

    async def __aiter__(self) -> AsyncGenerator[StepNode, None]:
        """The steps, one by one."""
        to, services, principal = await self.open(), self.context.services, self.context.principal
        watch = services.watch
        with watch.one(principal, to.game_id, to.viewer, after=to.start) as watcher:
            async with aclosing(watch.batches(watcher)) as batches:  # type: ignore[type-var]
                async for batch in batches:
                    if batch is None:
                        continue
                    if to.is_sighting and principal is not None:
                        await services.look.write_down(principal, [Glance(to.game_id, batch.viewer, batch.last)])
                    for version in range(batch.first, batch.last + 1):
                        faults = tuple(each for each in to.faults if each.at == version)
                        yield StepNode(step=batch.step(Step(version)), history=batch.history, faults=faults)


@dataclass(frozen=True, slots=True)
class OpenSteps:
    """Which steps a subscription follows: those of a game past `start`, as `viewer`. `is_sighting`: each look is
    written down before its steps are sent (GAME-ROLE-05)."""

    game_id: str
    viewer: Viewer | None
    start: Step
    faults: tuple[Fault, ...]
    is_sighting: bool

    @property
    def alone(self) -> bool:
        """Whether its steps go to one reader alone, never to a group of watchers at once: ordered faults and sightings
        stand between a step and its sending."""
        return bool(self.faults) or self.is_sighting


def resume_after(after: str | None, last_event_id: str) -> Step:
    """The step after which a subscription goes on: the later one of the two that a client may name.

    `after`: the argument; raises Problem BAD_CURSOR for a text that is not a cursor. `last_event_id`: the header
    `Last-Event-ID`, which an `EventSource` sends when it reconnects by itself; any other text in it counts as 0.
    """
    return max(step_of(after) or BEFORE_FIRST, Step(int(last_event_id)) if is_step(last_event_id) else BEFORE_FIRST)


def cursor_variable(document: DocumentNode) -> str | None:
    """The variable that is the subscription's `after` and nothing else, so that steps do not depend on it."""
    uses = _VariableUses()
    visit(document, uses)
    # Once where it is declared, once where it is used.
    return uses.cursors[0] if len(uses.cursors) == 1 and uses.names.count(uses.cursors[0]) == 2 else None


class _VariableUses(Visitor):
    """`names`: every mention of a variable in a document. `cursors`: the variables that stand for `after`."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self.cursors: list[str] = []

    def enter_field(self, node: FieldNode, *_: object) -> None:
        if node.name.value in FIELDS:
            self.cursors += [name for name in map(_cursor_name, node.arguments or ()) if name is not None]

    def enter_variable(self, node: VariableNode, *_: object) -> None:
        self.names.append(node.name.value)


def _cursor_name(argument: ArgumentNode) -> str | None:
    is_cursor = argument.name.value == CURSOR_ARGUMENT
    return argument.value.name.value if is_cursor and isinstance(argument.value, VariableNode) else None
