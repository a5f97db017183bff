"""Facts of tempo beside the usual time of a person, which comes of their other games that are over."""

from dataclasses import replace

from services.audit.tempo import percentile, tempo_of, usual_times
from services.world import World
from tests.services.audit.desks import FIRST, visible_to
from tests.services.game_driver import JUDGE, GameDriver, seated_game


async def usual(driver: GameDriver) -> list[int]:
    visible = await visible_to(driver, JUDGE)
    return list(await usual_times(driver.world.audit, visible, FIRST))


async def test_a_running_game_and_the_games_of_others_give_no_usual_time(world: World, toy: str) -> None:
    driver = await seated_game(world, toy)
    await driver.play_on(4)
    assert await usual(driver) == []
    of_bots = await seated_game(world, toy, bots=True)
    assert await usual(of_bots) == [], "a bot has no usual time"


async def test_the_usual_time_is_that_of_all_games_of_the_person_that_are_over(world: World, toy: str) -> None:
    decisions = 0
    for _ in range(2):
        driver = await seated_game(world, toy)
        driver.players = tuple(replace(each, token_id=f"t_{each.id}") for each in driver.players)
        await driver.play_on(10)
        assert driver.state.over
        rows = await world.log.commands(driver.game_id)
        decisions += tempo_of(await visible_to(driver, JUDGE), rows, FIRST).decisions
    times = await usual(driver)
    assert len(times) == decisions > 0 and times == sorted(times)
    facts = tempo_of(await visible_to(driver, JUDGE), rows, FIRST, times)
    assert facts.usual is not None
    assert (facts.usual.decisions, facts.usual.half_us) == (decisions, percentile(times, 50))
    assert all(each.usual_share is not None for each in facts.slowest)
    bare = tempo_of(await visible_to(driver, JUDGE), rows, FIRST)
    assert bare.usual is None and all(each.usual_share is None for each in bare.slowest)
