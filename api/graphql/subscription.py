"""The subscriptions: a game's steps, and feeds over many games. Each resumes from one cursor, `after`."""

from collections.abc import AsyncGenerator
from typing import Final

import strawberry
from graphql import ArgumentNode, DocumentNode, FieldNode, VariableNode, Visitor, visit

from api.graphql.feeds.games_changed import ListedGameChange, follow_list
from api.graphql.feeds.my_games import GameUpdateNode, follow_games
from api.graphql.fields import Info, subscription
from api.graphql.lists.choice import OfPhase, OfPlayer, OfRuleset, OfTitle, OnlySandboxes, choice_of
from api.graphql.scalars import Cursor, canonical_id, is_step, step_of
from api.graphql.seat import AsViewer, viewer_of
from api.graphql.step import StepNode
from api.problems import Problem
from domain.engine.step import BEFORE_FIRST, Step
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
    async def game_steps(
        self, info: Info, game: strawberry.ID, after: Cursor | None = None, as_: AsViewer = None
    ) -> AsyncGenerator[StepNode, None]:
        services, principal = info.context.services, info.context.principal
        game_id = canonical_id(game)
        start = resume_after(after, info.context.last_event_id)
        visible = await services.look.game(principal, game_id)
        if visible is None:
            raise Problem("UNKNOWN_GAME", "There is no such game.", gameId=game_id)
        requested, history = viewer_of(as_), visible.history
        viewer = None if requested is None else info.context.viewer(visible, requested)
        is_sighting = bool(info.context.glances)
        await info.context.write_glances_down()
        info.context.at = f"game {game_id} version {history.version}"
        faults = () if visible.state.sandbox is None else visible.state.sandbox.faults
        async for step in services.watch.steps(principal, game_id, viewer, after=start):
            cached = history if history.version >= step.version else None  # the cache may drop a history
            if is_sighting and principal is not None:
                await services.look.write_down(principal, [Glance(game_id, step.viewer, step.version)])
            yield StepNode(step=step, history=cached, faults=tuple(each for each in faults if each.at == step.version))


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
