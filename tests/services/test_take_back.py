"""Take-backs and motions through the service: races, repeats, redo, forks, delays, and `verify`."""

import asyncio
from typing import Any

import msgspec
import pytest

from domain.engine.codec import canonical
from domain.engine.step import Step
from domain.engine.viewer import SPECTATOR, seats_of
from domain.game.rulings.ruling import Ruling
from domain.game.take_back.motion import Motion
from domain.game.terms import Delay, TakeBacks, Terms
from domain.rulesets.london.commands import DrawFromDeck, TakeLoan
from infra.rulebook import read_rulebook
from services.commands.answers import Accepted, RefusedAnswer, VersionConflict
from services.log.replay import Histories
from services.log.verify import verify_game
from services.reads.explain import Explain, highlights
from services.reads.look import Look
from services.rulings.arbitration import Arbitration
from services.take_back.motions import TakingBack
from services.take_back.reads import frontier_of, may_ask, reach_of, redo
from services.world import World
from tests.dice import new_id
from tests.services.game_driver import ANN, BEN, JUDGE, GameDriver, seated_game

CONSENT = Terms(take_backs=TakeBacks("consent"))


async def london(world: World, terms: Terms = CONSENT) -> GameDriver:
    """A London game whose first player has drawn."""
    driver = await seated_game(world, "london", terms=terms)
    await driver.submit(DrawFromDeck(driver.to_act()))
    return driver


async def loan(driver: GameDriver) -> None:
    assert isinstance(await driver.submit(TakeLoan(driver.to_act())), Accepted)


def case(driver: GameDriver) -> TakingBack:
    return TakingBack(driver.play)


async def back(driver: GameDriver, to: int | None = None, **more: Any) -> Any:
    who = driver.principal(driver.to_act())
    step = None if to is None else Step(to)
    answer = await case(driver).take_back(who, driver.game_id, more.pop("id", new_id()), to=step, **more)
    await driver.refresh()
    return answer


async def by_consent(driver: GameDriver, to: int | None = None) -> None:
    """The seat to act asks, and the other agrees."""
    own = driver.to_act()
    other = next(seat for seat in seats_of(2) if seat != own)
    step, game = None if to is None else Step(to), driver.game_id
    put = await case(driver).move(driver.principal(own), game, new_id(), kind="take_back", to=step)
    assert isinstance(put, Accepted), put
    await driver.refresh()
    assert isinstance(driver.state.motion, Motion)
    agreed = await case(driver).answer(
        driver.principal(other), game, new_id(), motion=driver.state.motion.version, yes=True
    )
    assert isinstance(agreed, Accepted), agreed
    await driver.refresh()


async def sound(world: World, driver: GameDriver) -> None:
    verdict = await verify_game(world, driver.game_id)
    assert verdict is not None and verdict.finding is None, verdict


@pytest.mark.rules("GAME-BACK-02", "GAME-BACK-04", "GAME-BACK-05", "GAME-RULING-06")
async def test_one_game_with_all_kinds_is_verified_replayed_and_loaded(world: World) -> None:
    driver = await london(world)
    await loan(driver)
    assert isinstance(await back(driver), Accepted)
    refused = await back(driver)
    assert isinstance(refused, RefusedAnswer) and refused.code == "behind_frontier"
    await by_consent(driver)
    await driver.play_on(6)
    judged = Arbitration(driver.play, world, read_rulebook())
    to = driver.state.version - 3
    rewind = await judged.rule(
        JUDGE, driver.game_id, new_id(), ruling=Ruling("rewind", to=Step(to)), note="", expected_version=None
    )
    assert isinstance(rewind, Accepted), rewind
    await driver.refresh()
    await driver.play_on(5)
    await sound(world, driver)
    history = await Histories(world).up_to_date(driver.game_id)
    assert history is not None and history.head is not None and len(set(history.taken_back.values())) == 3
    assert driver.game.state_hash(history.head) == driver.game.state_hash(driver.state)
    for version in range(1, history.version + 1):
        assert history.state_at(Step(version)).version == version


async def test_the_answer_to_a_repeated_take_back_is_the_first_one(world: World) -> None:
    driver = await london(world)
    await loan(driver)
    id = new_id()
    first, repeat = await back(driver, id=id), await back(driver, id=id)
    assert first.version == repeat.version and repeat.is_repeat and first.steps == repeat.steps


async def test_of_a_take_back_and_a_command_one_comes_first(world: World) -> None:
    for _ in range(6):
        driver = await london(world)
        await loan(driver)
        pinned, who = driver.state.version, driver.principal(driver.to_act())
        answers = await asyncio.gather(
            case(driver).take_back(who, driver.game_id, new_id(), to=None, expected_version=pinned),
            driver.submit(TakeLoan(driver.to_act()), expected_version=pinned),
        )
        assert sorted(type(each).__name__ for each in answers) == ["Accepted", "VersionConflict"]
        assert VersionConflict
        await sound(world, driver)


async def test_redo_lists_what_was_taken_back_until_somebody_plays(world: World) -> None:
    driver = await london(world)
    histories = Histories(world)
    look = Look(world, histories)
    seat, who = driver.to_act(), driver.principal(driver.to_act())

    async def left() -> list[Any]:
        visible = await look.game(who, driver.game_id)
        assert visible is not None
        return [done.command for done in await redo(look, visible, seat)]

    assert await left() == []
    await loan(driver)
    await loan(driver)
    await back(driver)
    assert await left() == [TakeLoan(seat)]
    await back(driver)
    assert await left() == [TakeLoan(seat), TakeLoan(seat)]
    await loan(driver)
    assert await left() == []
    await back(driver)
    await by_consent(driver)
    assert await left() == []


@pytest.mark.rules("GAME-BACK-02")
async def test_a_frontier_is_for_its_seat_and_for_arbiters(world: World) -> None:
    driver = await london(world)
    await loan(driver)
    look = Look(world, Histories(world))
    own = driver.to_act()
    who, other = driver.principal(own), next(each for each in driver.players if each != driver.principal(own))
    visible = await look.game(who, driver.game_id)
    assert visible is not None
    assert may_ask(who, visible, own) and may_ask(JUDGE, visible, own) and may_ask(other, visible, None)
    assert not may_ask(other, visible, own) and not may_ask(None, visible, None)
    line = await frontier_of(look, visible, own)
    assert line.to == driver.state.version - 1
    drawn = await reach_of(look, visible, Step(line.to - 1))
    assert drawn.redealt and drawn.refused is None and drawn.crossed[0].kind == "knowledge"
    assert (await reach_of(look, visible, Step(1))).crossed[0].kind == "set_up"
    assert (await reach_of(look, visible, driver.state.version)).refused is not None


async def test_highlights_draws_and_steps_tell_of_a_take_back(world: World) -> None:
    driver = await london(world)
    await loan(driver)
    loaned = driver.state.version
    await by_consent(driver, driver.state.version - 3)
    at = driver.state.version
    look = Look(world, Histories(world))
    visible = await look.game(None, driver.game_id)
    assert visible is not None
    kinds = [(each.kind, each.version) for each in highlights(visible, SPECTATOR)]
    assert ("taken_back", at) in kinds
    steps = {step.version: step.taken_back_at for step in look.steps(visible, SPECTATOR, after=Step(0), first=500)}
    assert steps[loaned] == at and steps[Step(1)] is None and steps[at] is None
    judged = Arbitration(driver.play, world, read_rulebook())
    await judged.rule(JUDGE, driver.game_id, new_id(), ruling=Ruling("annul"), note="", expected_version=None)
    whole = await look.game(ANN, driver.game_id)
    assert whole is not None
    why = await Explain(world, look).why(whole, SPECTATOR, at)
    assert why.draws, "the deck was dealt again"
    await sound(world, driver)


@pytest.mark.rules("GAME-DELAY-02", "GAME-BACK-05")
async def test_a_delay_hides_that_a_step_was_taken_back(world: World) -> None:
    driver = await london(world, Terms(delay=Delay(steps=2), take_backs=TakeBacks("consent")))
    await loan(driver)
    await loan(driver)
    await back(driver, driver.state.version - 2)
    look = Look(world, Histories(world))
    for who, expected in ((None, None), (ANN, driver.state.version)):
        visible = await look.game(who, driver.game_id)
        assert visible is not None
        steps = look.steps(visible, SPECTATOR, after=Step(0), first=500)
        at = {step.version: step.taken_back_at for step in steps}
        assert at[Step(driver.state.version - 2)] == expected
    assert visible is not None and not may_ask(None, visible, None)


async def test_a_motion_of_a_stranger_is_not_theirs_to_make(world: World) -> None:
    driver = await london(world)
    for who in (JUDGE,):
        answer = await case(driver).move(who, driver.game_id, new_id(), kind="close", to=None)
        assert type(answer).__name__ == "NotYourSeat"
    assert isinstance(
        await case(driver).move(BEN, driver.game_id, new_id(), kind="close", to=None), Accepted
    ) and isinstance((await case(driver).withdraw(BEN, driver.game_id, new_id(), motion=Step(1))), RefusedAnswer)


async def test_nobody_learns_the_position_in_a_take_back(world: World) -> None:
    driver = await london(world)
    await by_consent(driver)
    history = await Histories(world).up_to_date(driver.game_id)
    assert history is not None
    event = history.steps[-1].event
    for viewer in (SPECTATOR, *seats_of(2)):
        line = driver.game.tell(event, viewer)
        assert line is not None and b"deck" not in canonical(line) and b"hand" not in canonical(line)
    assert msgspec.json.decode(canonical(event))["position"]["deck"]
