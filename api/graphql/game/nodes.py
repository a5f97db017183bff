"""Reads what a global id stands for, as far as the caller may see it."""

from api.graphql.fields import Info
from api.graphql.game import game_node
from api.graphql.node import GlobalId, Node, parsed, viewer_of_word
from api.graphql.record import CommandRecord, RefusalNode, refusal_node
from api.graphql.seat import SeatNode
from api.graphql.step import StepNode
from api.graphql.what_if import highlight_at
from domain.game.view import seat_views
from services.reads.horizon import VisibleGame
from services.reads.look import step_for

HIGHLIGHT_POINTS = 60
"""What it costs to look for highlights in one step, with the state before it."""


async def game_of(info: Info, game_id: str) -> VisibleGame | None:
    """The game as far as the caller may see it; None if there is no such game for them."""
    visible = await info.context.services.look.game(info.context.principal, game_id)
    info.context.only_finished_games &= visible is not None and visible.state.over
    return visible


async def read_node(info: Info, id: str) -> Node | None:
    """What has this id; None if there is nothing for the caller. Raises Problem BAD_ID, and ViewerNotAllowed."""
    at = parsed(id)
    visible = await game_of(info, at.game)
    if visible is None:
        return None
    info.context.at = f"game {visible.game_id} version {visible.version}"
    match at:
        case GlobalId("Game"):
            return game_node(info, visible)
        case GlobalId("SeatInGame", parts=(seat,)):
            return _seat(visible, int(seat))
        case GlobalId("Step", parts=(version, viewer)):
            return _step(info, visible, int(version), viewer)
        case GlobalId("Highlight", parts=(place, viewer)):
            info.context.effort.spend(HIGHLIGHT_POINTS)
            allowed = info.context.viewer(visible, viewer_of_word(viewer))
            return highlight_at(visible, allowed, place)
        case GlobalId("CommandRecord", parts=(command,)):
            return await _command(info, visible, command)
        case GlobalId("Refusal", parts=(command, viewer)):
            return await _refusal(info, visible, command, viewer)
    raise AssertionError(f"an id of {at.kind} is parsed, but not read")


def _seat(visible: VisibleGame, number: int) -> SeatNode | None:
    views = seat_views(visible.state, visible.names)
    return SeatNode(game_id=visible.game_id, view=views[number]) if number < len(views) else None


def _step(info: Info, visible: VisibleGame, version: int, viewer: str) -> StepNode | None:
    allowed = info.context.viewer(visible, viewer_of_word(viewer))
    if version > visible.version:
        return None
    step = step_for(visible.history, visible.history.steps[version - 1], allowed, visible.version)
    return StepNode(step=step, history=visible.history)


async def _command(info: Info, visible: VisibleGame, command_id: str) -> CommandRecord | None:
    caller = info.context.caller_in(visible.game_id)
    stored = None if caller is None else await info.context.services.world.log.command(visible.game_id, command_id)
    if stored is None or caller is None or stored.principal != caller.id:
        return None
    return CommandRecord(stored=stored, ruleset=visible.game.ruleset.id, names=visible.seat_names)


async def _refusal(info: Info, visible: VisibleGame, command_id: str, viewer: str) -> RefusalNode | None:
    allowed = info.context.viewer(visible, viewer_of_word(viewer))
    record = await info.context.services.explain.refusal(visible, allowed, command_id)
    return None if record is None else refusal_node(record, visible.game_id, allowed)
