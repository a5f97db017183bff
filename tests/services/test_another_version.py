"""A game that a ruling moves to a later version: played on, replayed, forked, proved, and left alone by an older build."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from domain.engine.ruleset import in_line
from domain.engine.step import Step
from domain.engine.viewer import ARBITER, SPECTATOR
from domain.game import Game
from domain.game.rulings.ruling import Ruling
from domain.proof.log_depth import Trusted, check
from domain.proof.rules_depth import check_rules
from domain.rulesets import RULESETS
from projections.analysis.steps import StepChooser
from services.commands.answers import Accepted, RefusedAnswer
from services.commands.bot_player import BotPlayer
from services.commands.fork import Forks
from services.errors import UnsupportedVersion
from services.log.load_game import GameLoader
from services.log.replay import Histories
from services.log.verify import verify_game
from services.readjudicate.games import readjudicate
from services.reads.look import Look
from services.rulings.arbitration import Arbitration
from services.rulings.preview import preview
from services.world import World
from tests.dice import new_id
from tests.game.toy import TOY
from tests.proof.evidence import LOG, WITNESS, signed_log
from tests.registry import register
from tests.services.audit.desks import RULEBOOK
from tests.services.audit.toys import TOY_2
from tests.services.game_driver import ANN, JUDGE, GameDriver, seated_game

MOVE = Ruling("ruleset", version=2, rules=("GAME-VERSION-02",))
FIRST_PART, SECOND_PART = 12, 10


async def rule(driver: GameDriver, ruling: Ruling = MOVE) -> Any:
    case = Arbitration(driver.play, driver.world, RULEBOOK)
    answer = await case.rule(
        JUDGE, driver.game_id, new_id(), ruling=ruling, note="errata", expected_version=driver.state.version
    )
    await driver.refresh()
    return answer


async def moved_game(world: World, id: str) -> tuple[GameDriver, Step]:
    """A game opened by version 1, played, moved and played on. The step before the move."""
    driver = await seated_game(world, id, version=1)
    await driver.play_on(FIRST_PART)
    before = driver.state.version
    answer = await rule(driver)
    assert isinstance(answer, Accepted), answer
    await driver.play_on(SECOND_PART)
    return driver, before


async def holds(world: World, game_id: str) -> None:
    verdict = await verify_game(world, game_id)
    assert verdict is not None and verdict.finding is None, verdict


@pytest.mark.rules("GAME-VERSION-02", "GAME-RULING-03")
@pytest.mark.parametrize("id", sorted({id for id, _ in RULESETS}))
async def test_it_is_played_on_replayed_forked_and_verified(memory: World, id: str) -> None:
    driver = await seated_game(memory, id)
    refused = await rule(driver)
    assert isinstance(refused, RefusedAnswer) and refused.code == "no_later_version", "it has the newest version"
    driver, before = await moved_game(memory, id)
    await holds(memory, driver.game_id)
    look = Look(memory, Histories(memory))
    visible = await look.game(JUDGE, driver.game_id)
    assert visible is not None and visible.state.ruleset_version == 2
    for at in (before, Step(before + 1), Step(before + 2), visible.version):
        view = look.view_at(visible.history, ARBITER, at)
        assert view.ruleset_version == (2 if at > before + 1 else 1)
    forks = Forks(driver.play, memory.now_us)
    for at, version in ((before, 1), (visible.version, 2)):
        spectator = await look.game(None, driver.game_id)
        assert spectator is not None
        made = await forks.fork(ANN, new_id(), spectator, SPECTATOR, at=at, seat=None, title="")
        assert isinstance(made, Accepted), made
        assert made.head.state.ruleset_version == version
        assert await BotPlayer(driver.games, driver.play).play_bot_seats(made.game_id, commands_max=5) >= 0
        await holds(memory, made.game_id)


@pytest.mark.rules("GAME-VERSION-02", "GAME-VERSION-04")
async def test_a_build_without_the_later_version_leaves_the_game_alone(
    memory: World, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = in_line(TOY, TOY_2)
    register(monkeypatch, first)
    register(monkeypatch, second)
    driver = await seated_game(memory, toy, version=1)
    assert isinstance(await rule(driver), Accepted)
    with monkeypatch.context() as older:
        register(older, replace(first, later=()))
        for read in (
            lambda: verify_game(memory, driver.game_id),
            lambda: GameLoader(memory).at_head(driver.game_id),
            lambda: Histories(memory).up_to_date(driver.game_id, damaged=True),
        ):
            with pytest.raises(UnsupportedVersion, match="a later build wrote"):
                await read()
    await driver.play_on(1)
    await holds(memory, driver.game_id)


@pytest.mark.rules("GAME-VERSION-02")
async def test_a_preview_shows_what_the_later_version_changes_and_keeps_nothing(
    memory: World, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = in_line(TOY, replace(TOY_2, legal=lambda state, seat: ()))
    register(monkeypatch, first)
    register(monkeypatch, second)
    driver = await seated_game(memory, toy, version=1)
    visible = await Look(memory, Histories(memory)).game(JUDGE, driver.game_id)
    assert visible is not None
    outlook = preview(visible, JUDGE, MOVE)
    assert outlook.refused is None and [shift.seat for shift in outlook.legal] == [driver.to_act()]
    assert outlook.legal[0].lost.commands and not outlook.legal[0].won.commands
    await driver.refresh()
    assert driver.state.ruleset_version == 1
    no = preview(visible, JUDGE, Ruling("ruleset", version=9)).refused
    assert no is not None and no.code == "no_later_version"


@pytest.mark.rules("GAME-VERSION-02", "GAME-VERSION-03")
async def test_it_is_decided_once_more_by_either_version_and_differs_only_by_errata(memory: World) -> None:
    driver, _ = await moved_game(memory, "london")
    assert isinstance(await rule(driver, Ruling("places", places=(1, 2))), Accepted)
    rows, commands = list(await memory.log.read(driver.game_id)), list(await memory.log.commands(driver.game_id))
    first, second = RULESETS["london", 1], RULESETS["london", 2]
    for mode in ("local", "followed"):
        for other in (first, second):
            result_by = readjudicate(driver.game_id, first, other, rows, commands, mode)
            assert not {each.command for each in result_by.differences if each.command.startswith("game.")}
            assert result_by.stops_at is None and result_by.result == result_by.played


@pytest.mark.rules("GAME-VERSION-02", "GAME-PROOF-02")
async def test_its_evidence_holds_down_to_the_rules_and_its_steps_are_analysed(tmp_path: Path) -> None:
    signed = signed_log(tmp_path)
    driver, before = await moved_game(signed.world, "great_fire")
    assert isinstance(await driver.seating.abandon(JUDGE, driver.game_id, new_id()), Accepted)
    signed.sign()
    checked = check(await signed.bundle(driver.game_id), Trusted(LOG.public, (WITNESS.public,)))
    assert check_rules(checked).commands == len(list(checked.commands()))
    chooser = StepChooser(Game(RULESETS["great_fire", 1]), driver.game_id)
    chosen = list(chooser.read(list(await signed.world.log.read(driver.game_id))))
    assert {each.state.ruleset_version for each in chosen} == {1, 2} and chosen[-1].version > before


@pytest.mark.rules("GAME-VERSION-02", "GAME-PLAY-03")
async def test_bots_play_on_by_the_bots_of_the_later_version(
    memory: World, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen_by = list[str]()

    def bot(name: str) -> Any:
        def choose(view: Any, legal: Any, chance: Any) -> Any:
            chosen_by.append(name)
            return legal[0]

        return choose

    first, second = in_line(replace(TOY, bots={"random": bot("first")}), replace(TOY_2, bots={"random": bot("second")}))
    register(monkeypatch, first)
    register(monkeypatch, second)
    driver = await seated_game(memory, toy, version=1, bots=True)
    bots = BotPlayer(driver.games, driver.play)
    assert await bots.play_bot_seats(driver.game_id, commands_max=1) == 1
    await driver.refresh()
    assert isinstance(await rule(driver), Accepted)
    await bots.play_bot_seats(driver.game_id)
    assert chosen_by[:2] == ["first", "second"]
