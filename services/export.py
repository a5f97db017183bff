"""A game as lines of JSON, to keep or to check elsewhere. Before the end only what the viewer may know."""

from collections.abc import AsyncIterator

import msgspec

from domain.engine.codec import canonical
from domain.engine.viewer import ARBITER, Viewer
from domain.game import Recorded
from services.horizon import VisibleGame
from services.look import private, step_for
from services.replay import History
from services.world import World


async def export_game(world: World, seen: VisibleGame, viewer: Viewer) -> AsyncIterator[bytes]:
    """One line a step (canonical JSON, no newline); once the game is over also one line a kept command.

    A step of a finished game carries its exact body, so that SHA-256(0x01, previous hash, body) can be computed again. A
    step of a running game carries what `viewer` may know,
    as far as a delay lets the caller see (GAME-DELAY-01).
    """
    history = seen.history
    over = seen.state.over and (viewer == ARBITER or not private(seen.state))
    for step in history.steps[: seen.version]:
        if over:
            yield canonical(_whole(step))
        else:
            yield canonical({"kind": "step", **_visible(history, step, viewer)})
    if not over:
        return
    done = 0
    while stored := await world.log.commands(history.game_id, after=done, limit=1_000):
        for each in stored:
            yield canonical(
                {
                    "kind": "command",
                    "answer": msgspec.Raw(each.answer) if each.answer else None,
                    "body": msgspec.Raw(each.body),
                    "command": each.command_id,
                    "first_version": each.first_version,
                    "last_version": each.last_version,
                    "outcome": each.outcome,
                    "principal": each.principal,
                    "request_hash": each.request_hash.hex(),
                    "seat": each.seat,
                    "time_us": each.time_us,
                }
            )
        done += len(stored)


def _whole(step: Recorded) -> dict[str, object]:
    return {"kind": "step", "body": step.body, "hash": step.hash.hex(), "prev_hash": step.prev_hash.hex()}


def _visible(history: History, step: Recorded, viewer: Viewer) -> dict[str, object]:
    shown = step_for(history, step, viewer)
    return {
        "command": shown.command_id,
        "hash": shown.hash,
        "line": shown.line,
        "prev_hash": shown.prev_hash,
        "state": shown.state_hash,
        "time_us": shown.time_us,
        "version": shown.version,
    }
