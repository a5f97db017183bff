"""What a seat knew: the views of the log, and nothing that depends on what is hidden from it."""

from itertools import islice

import pytest

from domain.engine.codec import canonical
from domain.engine.step import Step
from domain.engine.viewer import seats_of
from domain.rulesets import CURRENT
from services.audit.knowledge import Knowledge, knowledge_of
from services.readjudicate.recorded import recorded_commands
from services.world import World
from tests.services.audit.desks import visible_to
from tests.services.audit.knowledge_twins import twins
from tests.services.game_driver import ANN, JUDGE, seated_game

PLAYED = 30
POINTS = 6
AFTER = 5


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
async def test_what_a_seat_cannot_know_changes_no_byte_of_its_knowledge_and_its_patch(
    memory: World, ruleset: str
) -> None:
    """At several steps everything hidden is dealt again, and both games go on with the same commands."""
    driver = await seated_game(memory, ruleset)
    await driver.play_on(PLAYED)
    visible = await visible_to(driver, JUDGE)
    rows, stored = await memory.log.read(driver.game_id, limit=5_000), await memory.log.commands(driver.game_id)
    commands = list(recorded_commands(visible.game, rows, stored))
    ends = [each.stored.last_version for each in commands if each.after is not None and each.after.phase == "playing"]
    compared = differing = later = 0
    for since in ends[:: max(1, len(ends) // POINTS)]:
        for seat in seats_of(len(visible.state.seats)):
            for at, differs, twin in islice(twins(visible, since, seat, commands), AFTER):
                texts = [text_of(knowledge_of(each, seat, at, since)) for each in (visible, twin)]
                assert texts[0] == texts[1], (since, at, seat)
                compared, differing, later = compared + 1, differing + differs, later + (at > since)
    assert differing > compared / 2 and later > POINTS, "twins that are the same test nothing"


async def test_what_only_a_seat_may_know_is_listed(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    visible = await visible_to(driver, ANN)
    first, second = seats_of(2)
    learned = {seat: knowledge_of(visible, seat, visible.version, Step(1)).learned for seat in (first, second)}
    (own,), (others,) = learned[first], learned[second]
    assert own.line.type == "toy.CardsDealt" and set(own.line.facts) == {"seat_0"}
    assert set(others.line.facts) == {"seat_1"}
