"""Reads steps from the log and trusts none of them: order, chain and bytes are checked on the way in."""

import asyncio
from collections.abc import Sequence

import msgspec

from domain.engine.codec import canonical
from domain.engine.refusal import LaterBuild
from domain.engine.step import Step
from domain.game import Game, GameState
from domain.log import reading
from domain.log.chain import GENESIS
from domain.log.record import Recorded, Script, StepRow
from domain.rulesets import RULESETS
from services.errors import LogDamaged, UnsupportedVersion
from services.ports import Append, EventLog, RawStep
from services.streams import Head

PAGE_STEPS = 2_000
STEPS_AT_ONCE = 100
"""Steps that are checked or folded before other callers of the process go on."""


def game_for(game_id: str, ruleset: str, ruleset_version: int) -> Game:
    """The rules of a game in the log. Raises UnsupportedVersion when this build lacks the ruleset or its version."""
    registered = RULESETS.get((ruleset, ruleset_version))
    if registered is None:
        raise UnsupportedVersion(game_id, ruleset, ruleset_version)
    return Game(registered)


async def game_head(log: EventLog, game_id: str) -> Head | None:
    """The head of a game; None when there is no such game. A stream of another kind does not count."""
    head = await log.head(game_id)
    return head if head is not None and head.kind == "game" else None


def game_of(head: Head) -> Game:
    """The rules of the game with this head. Raises UnsupportedVersion."""
    assert head.ruleset is not None and head.ruleset_version is not None, "every game has a ruleset"
    return game_for(head.game_id, head.ruleset, head.ruleset_version)


def check_step(script: Script, game_id: str, row: StepRow, version: Step, prev_hash: bytes) -> Recorded:
    """Returns a row as a step. Raises LogDamaged unless it is step `version` of this game after `prev_hash`, and
    UnsupportedVersion for a step that only a later build can read."""
    try:
        return reading.read_step(script, game_id, row, after=Step(version - 1), prev_hash=prev_hash)
    except reading.Damaged as damaged:
        raise LogDamaged(game_id, damaged.version, damaged.why) from None
    except LaterBuild:
        raise UnsupportedVersion(game_id, *script.key, later_step=version) from None


async def read_steps(
    log: EventLog, game: Game, game_id: str, *, after: Step, prev_hash: bytes, up_to: Step | None = None
) -> list[Recorded]:
    """Returns the checked steps past `after`, whose hash is `prev_hash`, up to `up_to` (None: the end of the log)."""
    steps: list[Recorded] = []
    while True:
        limit = PAGE_STEPS if up_to is None else min(PAGE_STEPS, up_to - after)
        rows: Sequence[RawStep] = await log.read(game_id, after=after, limit=limit) if limit > 0 else ()
        for count, row in enumerate(rows, start=1):
            if count % STEPS_AT_ONCE == 0:
                await asyncio.sleep(0)  # others go on while a long game is read
            step = check_step(game.script, game_id, row, Step(after + 1), prev_hash)
            steps.append(step)
            after, prev_hash = step.version, step.hash
        if len(rows) < limit or limit <= 0:
            return steps


def steps_of(game: Game, entry: Append) -> list[Recorded]:
    """The steps of a command that was appended, checked and decoded as if they had been read. Raises LogDamaged."""
    return [check_step(game.script, entry.game_id, each, each.version, each.prev_hash) for each in entry.events]


def fold_steps(game: Game, game_id: str, state: GameState | None, steps: Sequence[Recorded]) -> GameState | None:
    """Returns `state` after `steps`. Raises LogDamaged where a state does not have the hash that was written."""
    for step in steps:
        state = fold_step(game, game_id, state, step)
    return state


def fold_step(game: Game, game_id: str, state: GameState | None, step: Recorded) -> GameState:
    """Returns `state` after one step, and compares it with the state hash if the step carries one. Raises LogDamaged,
    and UnsupportedVersion where the game moves to a version that this build lacks."""
    try:
        return reading.fold_step(game, state, step)
    except LaterBuild:
        raise UnsupportedVersion(game_id, *game.ruleset.key, later_step=step.version) from None
    except reading.Damaged as damaged:
        raise LogDamaged(game_id, damaged.version, damaged.why) from None


def pack_state(state: GameState) -> bytes:
    """Encodes a state for the snapshot cache."""
    return canonical(state)


def unpack_state(game: Game, packed: bytes) -> GameState:
    """Decodes a state from the snapshot cache. Raises `msgspec.DecodeError` for any other bytes."""
    state = msgspec.json.decode(packed, type=GameState)
    if state.position is None:
        return state
    position = msgspec.convert(state.position, game.ruleset.state)
    return msgspec.structs.replace(state, position=position)


__all__ = [
    "GENESIS",
    "check_step",
    "fold_step",
    "fold_steps",
    "game_for",
    "game_head",
    "game_of",
    "pack_state",
    "read_steps",
    "steps_of",
    "unpack_state",
]
