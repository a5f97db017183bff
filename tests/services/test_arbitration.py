"""Rulings through the service: authority, notes beside the log, repeats, races, and `verify`."""

import asyncio
import random
from typing import Any

import pytest

from domain.game.rulings.bench import Bench
from domain.game.rulings.ruling import Adjustment, Kind, Ruling
from domain.rulesets import CURRENT
from domain.rulesets.london.amendments import FixAmount
from infra.rulebook import read_rulebook
from services.commands.answers import Accepted, RefusedAnswer, VersionConflict
from services.log.verify import verify_game
from services.names import Note
from services.ports import Principal
from services.rulings.arbitration import NOTE_CHARS_MAX, Arbitration
from services.world import World
from tests.dice import new_id
from tests.rulesets.amendments import WORDS, filled
from tests.services.game_driver import ANN, BEN, JUDGE, GameDriver, seated_game

FIXES = 24
REFUSED_FIXES = ("bad_amendment", "hidden_from_all", "unlawful", "nobody_to_act")
OTHER = Principal("other", "Other", frozenset({"arbiter"}))


def arbitration(driver: GameDriver, world: World) -> Arbitration:
    return Arbitration(driver.play, world, read_rulebook())


async def rule(driver: GameDriver, world: World, ruling: Ruling, by: Principal = JUDGE, **more: Any) -> Any:
    await driver.refresh()
    given = {"note": "", "expected_version": driver.state.version, **more}
    return await arbitration(driver, world).rule(by, driver.game_id, new_id(), ruling=ruling, **given)


def bench(driver: GameDriver) -> Bench:
    assert isinstance(driver.state.bench, Bench)
    return driver.state.bench


@pytest.mark.rules("GAME-RULING-01", "GAME-RULING-02", "GAME-APPEAL-01", "GAME-ROLE-04")
async def test_one_game_with_a_call_rulings_and_an_appeal_is_verified(world: World) -> None:
    driver = await seated_game(world, "london")
    case, game = arbitration(driver, world), driver.game_id
    called = await case.call(ANN, game, new_id(), step=driver.state.version, category="mistake", note="two coins")
    assert isinstance(called, Accepted)
    for ruling in (
        Ruling("fix", call=1, rules=("LON-INV-02",), amendment=FixAmount(driver.seat_of(ANN), "money", 9)),
        Ruling("points", points=(Adjustment(driver.seat_of(ANN), -2),)),
        Ruling("play_on"),
    ):
        assert isinstance(await rule(driver, world, ruling, note="as seen"), Accepted)
    assert isinstance(await case.appeal(ANN, game, new_id(), ruling=2, note="too hard"), Accepted)
    milder = Ruling("points", points=(Adjustment(driver.seat_of(ANN), -1),))
    for judge, outcome in ((JUDGE, RefusedAnswer), (OTHER, Accepted)):
        answer = await case.decide_appeal(
            judge, game, new_id(), appeal=1, ruling=milder, note="", expected_version=None
        )
        assert isinstance(answer, outcome), answer
    assert isinstance(await rule(driver, world, Ruling("places", places=(1, 2))), Accepted)
    await driver.refresh()
    assert driver.state.over and [each.valid for each in bench(driver).rulings] == [True, False, True, True, True]
    hashes = [each.note_hash for each in (*bench(driver).calls, *bench(driver).appeals)]
    assert set((await world.names.notes(game, hashes)).values()) == {"two coins", "too hard"}
    verdict = await verify_game(world, game)
    assert verdict is not None and verdict.finding is None


@pytest.mark.rules("GAME-ROLE-03")
@pytest.mark.parametrize("kind", ["play_on", "annul"])
async def test_nobody_rules_in_a_game_that_they_have_a_part_in(world: World, kind: Kind) -> None:
    driver = await seated_game(world, "london")
    for who in (ANN, Principal(ANN.id, "Ann", frozenset({"arbiter"})), BEN):
        answer = await rule(driver, world, Ruling(kind), who)
        assert isinstance(answer, RefusedAnswer) and answer.code == "not_an_arbiter"


async def test_what_the_rules_cannot_know_is_refused_before_they_decide(world: World) -> None:
    driver = await seated_game(world, "london")
    for ruling, note, code in (
        (Ruling("play_on", rules=("LON-NONE-99",)), "", ("unknown_rule", ("GAME-RULING-02",))),
        (
            Ruling("substitute", seat=driver.seat_of(BEN), principal="nobody"),
            "",
            ("no_substitute", ("GAME-RULING-03",)),
        ),
        (Ruling("play_on"), "x" * (NOTE_CHARS_MAX + 1), ("bad_note", ("GAME-RULING-02",))),
    ):
        answer = await rule(driver, world, ruling, note=note)
        assert isinstance(answer, RefusedAnswer) and (answer.code, answer.refusal.refused.rules) == code


async def test_a_ruling_that_races_a_command_is_made_on_its_version_or_not_at_all(world: World) -> None:
    driver = await seated_game(world, "london")
    answers = await asyncio.gather(driver.play_any(), rule(driver, world, Ruling("annul")))
    assert any(isinstance(each, Accepted) for each in answers)
    late = await rule(driver, world, Ruling("play_on"), expected_version=1)
    assert isinstance(late, VersionConflict | RefusedAnswer)
    verdict = await verify_game(world, driver.game_id)
    assert verdict is not None and verdict.finding is None


@pytest.mark.rules("GAME-RULING-05")
@pytest.mark.parametrize("id", sorted(CURRENT))
async def test_any_fixes_in_a_game_leave_a_log_that_replays_and_is_verified(world: World, id: str) -> None:
    """Refused ones are in the log, too: `verify` decides all of them again, and folds what was made."""
    dice = random.Random(f"verified {id}")
    driver = await seated_game(world, id)
    ruleset, words = CURRENT[id], [str(word) for word in WORDS[id]]
    assert ruleset.amendments is not None
    made = 0
    for _ in range(FIXES):
        await driver.refresh()
        await driver.play_on(2)
        if driver.state.over:
            break
        amendment = filled(dice.choice(ruleset.amendments.kinds), words, dice)
        answer = await rule(driver, world, Ruling("fix", amendment=amendment))
        assert isinstance(answer, Accepted) or answer.code in REFUSED_FIXES, answer
        made += isinstance(answer, Accepted)
    assert made, "some are lawful"
    verdict = await verify_game(world, driver.game_id)
    assert verdict is not None and verdict.finding is None


@pytest.mark.rules("GAME-PLAY-03")
async def test_a_repeated_call_is_answered_as_the_first_time(world: World) -> None:
    driver = await seated_game(world, "london")
    case, id = arbitration(driver, world), new_id()
    first, second = [
        await case.call(ANN, driver.game_id, id, step=driver.state.version, category="time", note="slow")
        for _ in range(2)
    ]
    assert isinstance(first, Accepted) and isinstance(second, Accepted) and second.is_repeat
    assert second.version == first.version


def test_the_hash_of_a_note_hides_and_proves_its_words() -> None:
    assert Note(bytes(32), "a").hash != Note(bytes(31) + b"1", "a").hash
