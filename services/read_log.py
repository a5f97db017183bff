"""Reads steps out of the log and trusts none of them: order, chain and bytes are checked on the way in."""

from collections.abc import Sequence

import msgspec

from domain.engine.codec import canonical, state_hash
from domain.engine.ruleset import AnyRuleset
from domain.game import Game, GameState, Recorded
from domain.game.record import GENESIS, NotThatStep, read_back
from domain.rulesets import RULESETS
from services.ports import EventLog, LogDamaged, RawStep

PAGE_STEPS = 2_000


def game_for(game_id: str, ruleset: str, ruleset_version: int) -> Game:
    """The ruleset's doors for a game in the log; LogDamaged when this build has no such ruleset or another version."""
    on_shelf = RULESETS.get(ruleset)
    if on_shelf is None or on_shelf.version != ruleset_version:
        raise LogDamaged(game_id, 1, f"this build cannot play {ruleset} version {ruleset_version}")
    return Game(on_shelf)


def check_step(ruleset: AnyRuleset, game_id: str, row: RawStep, version: int, prev_hash: bytes) -> Recorded:
    """One row as a step, or LogDamaged when it is not step `version` of this game on top of `prev_hash`."""
    try:
        return read_back(ruleset, game_id, row, version=version, prev_hash=prev_hash)
    except NotThatStep as found:
        raise LogDamaged(game_id, version, found.why) from None


async def read_steps(
    log: EventLog, game: Game, game_id: str, *, after: int, prev_hash: bytes, up_to: int | None = None
) -> list[Recorded]:
    """The checked steps past `after`, whose hash is `prev_hash`, up to `up_to` (or to the end of the log)."""
    steps: list[Recorded] = []
    while True:
        limit = PAGE_STEPS if up_to is None else min(PAGE_STEPS, up_to - after)
        rows: Sequence[RawStep] = await log.read(game_id, after=after, limit=limit) if limit > 0 else ()
        for row in rows:
            step = check_step(game.ruleset, game_id, row, after + 1, prev_hash)
            steps.append(step)
            after, prev_hash = step.version, step.hash
        if len(rows) < limit or limit <= 0:
            return steps


def fold_steps(game: Game, game_id: str, state: GameState | None, steps: Sequence[Recorded]) -> GameState | None:
    """`state` after `steps`; LogDamaged where a state is not the one whose hash was written."""
    for step in steps:
        state = fold_step(game, game_id, state, step)
    return state


def fold_step(game: Game, game_id: str, state: GameState | None, step: Recorded) -> GameState:
    """`state` after one step, compared with the hash the step carries, if it does."""
    try:
        after = game.evolve(state, step.event)
    except Exception as error:  # whatever a damaged event makes of the reducer, the log is what is wrong
        raise LogDamaged(game_id, step.version, "it cannot follow on the steps before it") from error
    if step.body.state is not None and state_hash(after) != step.body.state:
        raise LogDamaged(game_id, step.version, "the state after it is not the one that was written")
    return after


def pack_state(state: GameState) -> bytes:
    """A state as bytes for the snapshot cache."""
    return canonical(state)


def unpack_state(game: Game, packed: bytes) -> GameState:
    """A state out of the snapshot cache; raises `msgspec.DecodeError` for bytes that are none."""
    state = msgspec.json.decode(packed, type=GameState)
    if state.position is None:
        return state
    position = msgspec.convert(state.position, game.ruleset.state)
    return msgspec.structs.replace(state, position=position)


__all__ = ["GENESIS", "check_step", "fold_step", "fold_steps", "game_for", "pack_state", "read_steps", "unpack_state"]
