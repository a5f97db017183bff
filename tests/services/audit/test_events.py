"""Questions across games: too wide ones are refused, and a delayed game shows nothing before its time."""

from collections.abc import Sequence

import pytest

from domain.game.terms import Delay, Sandbox, Terms
from projections.public_events import PublicEvent, fold
from services.audit.events import WIDE_US, BadFacts, EventChoice, TooWide, checked, facts_of
from services.log.replay import Histories
from services.world import World
from tests.services.clock import Clock
from tests.services.game_driver import GameDriver, seated_game

NOW = 10 * WIDE_US


@pytest.mark.parametrize(
    "choice",
    [
        EventChoice(),
        EventChoice(ruleset="london"),
        EventChoice(since_us=NOW - WIDE_US - 2),
        EventChoice(types=("a",), rules=("b",)),
        EventChoice(types=tuple("abcdefghijk")),
        EventChoice(principal="p", types=("a",)),
        EventChoice(since_us=NOW + 1 - WIDE_US, facts='{"a":1}'),
        EventChoice(phase="over"),
    ],
)
def test_a_question_that_is_too_wide_is_refused(choice: EventChoice) -> None:
    with pytest.raises(TooWide, match=r"[A-Z].*\."):
        checked(choice, NOW)


@pytest.mark.parametrize(
    "choice",
    [
        EventChoice(types=("a",)),
        EventChoice(rules=("a",)),
        EventChoice(principal="p"),
        EventChoice(since_us=NOW + 1 - WIDE_US),
        EventChoice(since_us=5, until_us=5 + WIDE_US),
        EventChoice(since_us=5, until_us=5 + WIDE_US, phase="over"),
        EventChoice(rules=("a",), facts='{"a":1}'),
        EventChoice(principal="p", facts='{"a":1}'),
    ],
)
def test_a_narrow_one_is_not(choice: EventChoice) -> None:
    assert checked(choice, NOW).until_us <= NOW + 1


def test_facts_are_an_object_that_the_log_can_have() -> None:
    for wrong in (None, [], "a", {}, {"a": "x" * 400}, {"a": "\0"}, {"a": "\ud800"}, {"a": 10**400}, {"a": object()}):
        with pytest.raises(BadFacts, match=r"[A-Z].*\."):
            facts_of(wrong)
    assert facts_of({"card": "ale", "seats": [1]}) == '{"card":"ale","seats":[1]}'


async def folded(driver: GameDriver) -> Sequence[PublicEvent]:
    history = await Histories(driver.world).up_to_date(driver.game_id)
    assert history is not None
    rows: list[PublicEvent] = []
    state, accumulator = None, None
    for step in history.steps:
        state = history.game.evolve(state, step.event, step.moment)
        accumulator, made = fold(history.game, accumulator, step, state)
        rows += made
    return rows


@pytest.mark.rules("GAME-DELAY-02", "GAME-OPENDATA-01")
async def test_a_delayed_game_shows_nothing_before_its_end_is_due(memory: World, toy: str, clock: Clock) -> None:
    driver = await seated_game(memory, toy, terms=Terms(delay=Delay(seconds=60)))
    assert await folded(driver) == []
    await driver.play_on(10)
    rows = await folded(driver)
    assert rows and {row.shows_us for row in rows} == {driver.state.at_us + 60_000_000}


@pytest.mark.rules("GAME-SAND-01")
async def test_a_sandbox_does_not_count(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy, terms=Terms(sandbox=Sandbox()))
    await driver.play_on(10)
    assert await folded(driver) == []


@pytest.mark.rules("GAME-HID-01")
async def test_a_row_has_what_spectators_may_know(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    dealt = [row for row in await folded(driver) if row.type == "toy.CardsDealt"]
    assert [dict(row.facts) for row in dealt] == [{}]
