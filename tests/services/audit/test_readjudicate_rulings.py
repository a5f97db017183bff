"""Games with take-backs and rulings by another version: those are decided again too, and nothing about them differs."""

from collections.abc import Sequence

import pytest

from domain.engine.ruleset import AnyRuleset
from domain.engine.step import Step
from domain.game.rulings.ruling import Adjustment, Ruling
from domain.game.take_back.events import StepsTakenBack
from domain.game.terms import TakeBacks, Terms
from domain.rulesets import RULESETS
from domain.rulesets.london.amendments import FixAmount
from domain.rulesets.london.commands import DrawFromDeck, TakeLoan
from services.commands.answers import Accepted, RefusedAnswer
from services.log.verify import verify_game
from services.readjudicate.findings import Mode, Readjudicated
from services.readjudicate.games import readjudicate
from services.rulings.arbitration import Arbitration
from services.take_back.motions import TakingBack
from services.world import World
from tests.dice import new_id
from tests.game.toy import TOY
from tests.services.audit.desks import RULEBOOK, visible_to
from tests.services.audit.toys import TOY_2, UNLUCKY
from tests.services.game_driver import JUDGE, GameDriver, seated_game

CONSENT = Terms(take_backs=TakeBacks("consent"))
MODES: Sequence[Mode] = ("local", "followed")


async def by(driver: GameDriver, played: AnyRuleset, other: AnyRuleset, mode: Mode) -> Readjudicated:
    log = driver.world.log
    rows, commands = list(await log.read(driver.game_id)), list(await log.commands(driver.game_id))
    return readjudicate(driver.game_id, played, other, rows, commands, mode)


async def rule(driver: GameDriver, ruling: Ruling) -> None:
    judged = Arbitration(driver.play, driver.world, RULEBOOK)
    answer = await judged.rule(JUDGE, driver.game_id, new_id(), ruling=ruling, note="", expected_version=None)
    assert isinstance(answer, Accepted), answer
    await driver.refresh()


async def ruled_london(memory: World) -> GameDriver:
    """A finished game of version 1 with take-backs by all rights: one dealt again, and a ruling of each of four kinds."""
    driver = await seated_game(memory, "london", terms=CONSENT, version=1)
    await driver.submit(DrawFromDeck(driver.to_act()))
    own, other, case = driver.to_act(), driver.not_to_act(), TakingBack(driver.play)
    who, game = driver.principal(own), driver.game_id
    await driver.submit(TakeLoan(own))
    assert isinstance(await case.take_back(who, game, new_id(), to=None), Accepted)
    assert isinstance(await case.take_back(who, game, new_id(), to=Step(1)), RefusedAnswer)
    await driver.refresh()
    motion = Step(driver.state.version + 1)
    assert isinstance(await case.move(who, game, new_id(), kind="take_back", to=None), Accepted)
    agreed = await case.answer(driver.principal(other), game, new_id(), motion=motion, yes=True)
    assert isinstance(agreed, Accepted), agreed
    await driver.refresh()
    await driver.play_on(4)
    to = driver.state.version
    await rule(driver, Ruling("fix", amendment=FixAmount(own, "money", 9)))
    await driver.play_on(3)
    await rule(driver, Ruling("rewind", to=Step(to + 2)))
    await rule(driver, Ruling("points", points=(Adjustment(own, -2),)))
    await driver.play_on(3)
    await rule(driver, Ruling("places", places=(1, 2)))
    steps = (await visible_to(driver, JUDGE)).history.steps
    backs = [step.event for step in steps if isinstance(step.event, StepsTakenBack)]
    assert [event.why for event in backs] == ["free", "consent", "ruling"] and any(event.redealt for event in backs)
    verdict = await verify_game(memory, game)
    assert verdict is not None and verdict.finding is None and driver.state.over
    return driver


@pytest.mark.rules("GAME-BACK-05", "GAME-BACK-06", "GAME-RULING-06", "GAME-VERSION-03")
async def test_take_backs_and_rulings_are_decided_once_more_and_do_not_differ(memory: World) -> None:
    driver = await ruled_london(memory)
    first, second = RULESETS["london", 1], RULESETS["london", 2]
    for mode in MODES:
        same = await by(driver, first, first, mode)
        assert not same.differs and same.records == 0 and same.stops_at is None, same.differences
        assert same.played and same.result == same.played
        other = await by(driver, first, second, mode)
        assert other.commands == same.commands and other.legality == 0, other.differences
        assert not {each.command for each in other.differences if each.command.startswith("game.")}


@pytest.mark.rules("GAME-VERSION-03", "GAME-BACK-02")
async def test_a_card_that_was_taken_back_counts_for_what_was_allowed(memory: World, toy: str) -> None:
    """A card that version 2 refuses was shown and taken back: that command differs, twice if it is shown again."""
    kinds = set()
    while kinds != {True, False}:
        driver = await seated_game(memory, toy, seats=4, terms=CONSENT)
        seat = driver.to_act()
        await driver.play_on(1)
        back = await TakingBack(driver.play).take_back(driver.principal(seat), driver.game_id, new_id(), to=None)
        assert isinstance(back, Accepted), back
        await driver.refresh()
        await driver.play_on(10)
        assert driver.state.over
        cards = driver.state.position.cards
        if any(card > 40 for card in cards) or (UNLUCKY in cards and cards[seat] != UNLUCKY):
            continue
        for mode in MODES:
            same = await by(driver, TOY, TOY, mode)
            assert not same.differs and same.records == 0, same.differences
        unlucky = cards[seat] == UNLUCKY
        decided, gone_on = await by(driver, TOY, TOY_2, "local"), await by(driver, TOY, TOY_2, "followed")
        assert decided.legality == 2 * unlucky
        assert (gone_on.stops_at is not None) == unlucky and gone_on.legality == unlucky
        kinds.add(unlucky)
