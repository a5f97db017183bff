"""A state may gain a field: recorded games keep their hashes, are read, played on and verified."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from domain.engine.codec import without
from domain.engine.ruleset import AnyRuleset
from domain.game import GameState
from domain.game.state import SeatState
from domain.rulesets import RULESETS
from services.log.load_game import GameLoader
from services.log.read_log import pack_state, unpack_state
from services.log.verify import verify_game
from services.world import World
from tests.registry import register
from tests.services.game_driver import seated_game

BEFORE, AFTER = 30, 20
"""Commands played before the field was added, and after."""


def grown(ruleset: AnyRuleset) -> AnyRuleset:
    """The same version, in a later build whose states count events as well."""
    state_type: Any = msgspec.defstruct(
        "GrownState", [("events_so_far", int, 0)], bases=(ruleset.state,), frozen=True, kw_only=True
    )

    def initial(seats: int, options: Any) -> Any:
        state = ruleset.initial(seats, options)
        return state_type(**{name: getattr(state, name) for name in state.__struct_fields__})

    def evolve(state: Any, event: Any) -> Any:
        return msgspec.structs.replace(ruleset.evolve(state, event), events_so_far=state.events_so_far + 1)

    def hashed(state: Any) -> object:
        fields = ruleset.hashed(state)
        if isinstance(fields, dict):
            return {name: value for name, value in fields.items() if name != "events_so_far"}
        return without(state, "events_so_far")

    # Without `advance`, which hands on a state that the evolve of the released version has made.
    return replace(ruleset, state=state_type, initial=initial, evolve=evolve, hashed=hashed, advance=None)


@pytest.mark.rules("GAME-VERSION-01")
@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda each: f"{each.id}-{each.version}")
async def test_a_new_field_changes_no_recorded_hash(
    memory: World, ruleset: AnyRuleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = await seated_game(memory, ruleset.id, version=ruleset.version)
    await driver.play_on(BEFORE)
    before = driver.state
    later = grown(ruleset)
    with monkeypatch.context() as build:
        register(build, later)
        verdict = await verify_game(memory, driver.game_id)
        assert verdict is not None and verdict.finding is None
        driver.games = GameLoader(memory)
        loaded = await driver.games.at_head(driver.game_id)
        assert loaded is not None and loaded.state.position.events_so_far > BEFORE, "the fold fills the field"
        assert loaded.game.state_hash(loaded.state) == loaded.game.state_hash(
            unpack_state(loaded.game, pack_state(loaded.state))
        )
    driver.games = GameLoader(memory)
    await driver.refresh()
    assert driver.state == before
    with monkeypatch.context() as build:
        register(build, later)
        fresh = await seated_game(memory, ruleset.id, version=ruleset.version)
        await fresh.play_on(AFTER)
        assert fresh.state.position.events_so_far > AFTER
    verdict = await verify_game(memory, fresh.game_id)
    assert verdict is not None and verdict.finding is None, "the earlier build reads what the later one wrote"


def test_states_are_built_by_name() -> None:
    for state in (GameState, SeatState, *(ruleset.state for ruleset in RULESETS.values())):
        with pytest.raises(TypeError, match="Extra positional arguments"):
            state(None)
