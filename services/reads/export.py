"""A game as lines of JSON, to archive or to check elsewhere. Before its end, only what the viewer may know."""

from collections.abc import AsyncIterator

import msgspec

from domain.engine.codec import canonical
from domain.engine.viewer import ARBITER, Viewer
from domain.log.record import Recorded
from services.languages import NamedLine
from services.reads.horizon import VisibleGame
from services.reads.look import private, unnamed_step
from services.world import World


async def export_game(world: World, visible: VisibleGame, viewer: Viewer) -> AsyncIterator[bytes]:
    """Yields one line per step (canonical JSON, no newline) and, once the game is over, one line per stored command.

    A step of a finished game carries its exact body, so that anybody can compute SHA-256(0x01, previous hash, body). A
    step of a running game carries what `viewer` may know, up to the delay (GAME-DELAY-01), and `taken_back_at` where it
    was taken back (GAME-BACK-05). No line names a person: a name could not be erased from a file that somebody has
    (GAME-PERSON-01).
    """
    history = visible.history
    over = visible.state.over and (viewer == ARBITER or not private(visible.state))
    for step in history.steps[: visible.version]:
        if over:
            yield canonical(_whole(step))
        else:
            yield canonical({"kind": "step", **_visible(visible, step, viewer)})
    if not over:
        return
    done = 0
    while stored := await world.log.commands(history.game_id, after=done, limit=1_000):
        for command in stored:
            yield canonical(
                {
                    "kind": "command",
                    "answer": msgspec.Raw(command.answer) if command.answer else None,
                    "body": msgspec.Raw(command.body),
                    "command": command.command_id,
                    "first_version": command.first_version,
                    "last_version": command.last_version,
                    "link": command.link.hex(),
                    "ordinal": command.ordinal,
                    "outcome": command.outcome,
                    "principal": command.principal,
                    "received_us": command.received_us,
                    "request_hash": command.request_hash.hex(),
                    "seat": command.seat,
                    "time_us": command.time_us,
                    "token": command.token_id,
                }
            )
        done += len(stored)


def _whole(step: Recorded) -> dict[str, object]:
    return {"kind": "step", "body": step.body, "hash": step.hash.hex(), "prev_hash": step.prev_hash.hex()}


def _line(line: NamedLine) -> dict[str, object]:
    return {"facts": line.facts, "rules": line.rules, "seat": line.seat, "text": line.text, "type": line.type}


def _visible(visible: VisibleGame, step: Recorded, viewer: Viewer) -> dict[str, object]:
    described = unnamed_step(visible.history, step, viewer)
    at = visible.history.taken_back_at(step.version, visible.version)
    return {
        "command": described.command_id,
        "hash": described.hash,
        "line": None if described.line is None else _line(described.line),
        "prev_hash": described.prev_hash,
        "state": described.state_hash,
        **({} if at is None else {"taken_back_at": at}),
        "time_us": described.time_us,
        "version": described.version,
    }
