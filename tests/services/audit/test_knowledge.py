"""What a seat knew: the views of the log, and nothing that depends on what is hidden from it."""

import msgspec
import pytest

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.step import Step
from domain.engine.viewer import seats_of
from domain.rulesets import CURRENT
from services.audit.knowledge import Knowledge, knowledge_of
from services.log.replay import History
from services.reads.horizon import VisibleGame, visible_until
from services.world import World
from tests.services.audit.desks import visible_to
from tests.services.game_driver import ANN, JUDGE, GameDriver, seated_game

PLAYED = 30


def text_of(known: Knowledge) -> bytes:
    """Everything that somebody is learned of it."""
    learned = [(each.version, each.line.text, each.line.facts) for each in known.learned]
    return canonical({"view": known.view, "patch": known.patch, "learned": learned, "digest": known.digest})


@pytest.mark.parametrize("ruleset", sorted(CURRENT))
async def test_it_is_the_view_of_that_step_and_its_patch_leads_there(memory: World, ruleset: str) -> None:
    driver = await seated_game(memory, ruleset)
    await driver.play_on(PLAYED)
    visible = await visible_to(driver, JUDGE)
    for seat in seats_of(len(visible.state.seats)):
        known = knowledge_of(visible, seat, visible.version, Step(1))
        assert known.view == visible.game.view(visible.state, seat)
        same = knowledge_of(visible, seat, visible.version, visible.version)
        assert (same.patch, same.learned, same.digest_since) == ([], [], known.digest)


@pytest.mark.rules("GAME-HID-01")
@pytest.mark.parametrize("ruleset", sorted(CURRENT))
async def test_two_games_that_differ_in_what_a_seat_cannot_know_give_it_the_same_bytes(
    memory: World, ruleset: str
) -> None:
    driver = await seated_game(memory, ruleset)
    await driver.play_on(PLAYED)
    visible = await visible_to(driver, JUDGE)
    seat = seats_of(1)[0]
    at = visible.version
    other = _with_another_world(driver, visible, seat)
    assert text_of(knowledge_of(other, seat, at, at)) == text_of(knowledge_of(visible, seat, at, at))


def _with_another_world(driver: GameDriver, visible: VisibleGame, seat) -> VisibleGame:
    """The same game with everything dealt anew that `seat` cannot know at its last step."""
    game, state = visible.game, visible.state
    position = game.ruleset.redeal(state.position, seat, Chance(bytes(32), state.version))
    state = msgspec.structs.replace(state, position=position, secret=bytes(32).hex(), seed=bytes(32).hex())
    history = History(visible.game_id, game, list(visible.history.steps), state, dict(visible.history.checkpoints))
    return visible_until(history, state, is_delayed=False)


async def test_what_only_a_seat_may_know_is_listed(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    visible = await visible_to(driver, ANN)
    first, second = seats_of(2)
    learned = {seat: knowledge_of(visible, seat, visible.version, Step(1)).learned for seat in (first, second)}
    (own,), (others,) = learned[first], learned[second]
    assert own.line.type == "toy.CardsDealt" and set(own.line.facts) == {"seat_0"}
    assert set(others.line.facts) == {"seat_1"}
