"""A game of a version that this build lacks: its own answer everywhere, and other games go on."""

from dataclasses import replace

import pytest

from domain.engine.errata import Erratum
from domain.engine.ruleset import AnyRuleset, corrected
from domain.rulesets import RULESETS
from services.commands.answers import RefusedAnswer
from services.commands.play import Play
from services.commands.seating import Seating
from services.errors import UnsupportedVersion
from services.log.load_game import GameLoader
from services.log.replay import Histories
from services.log.verify import verify_game
from services.reads.look import Look
from services.world import World
from tests.dice import new_id
from tests.game.toy import TOY
from tests.registry import register, withdraw
from tests.services.game_driver import ANN, seated_game

E01 = Erratum(id="TOY-E01", since=2, rule="TOY-03", before="The highest card wins.", after="The lowest card wins.")
TOY_2: AnyRuleset = corrected(TOY, (E01,))


@pytest.mark.rules("GAME-VERSION-01", "GAME-VERSION-04")
async def test_a_game_whose_version_is_gone_is_left_alone_and_goes_on_when_it_is_back(
    memory: World, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch, TOY_2)
    game, other = await seated_game(memory, toy), await seated_game(memory, "london")
    assert game.state.ruleset_version == 2
    before = game.state.version
    with monkeypatch.context() as older:
        withdraw(older, TOY_2)
        world = replace(memory)
        histories = Histories(world)
        with pytest.raises(UnsupportedVersion, match="toy version 2"):
            await Seating(Play(world, GameLoader(world))).resign(ANN, game.game_id, new_id())
        with pytest.raises(UnsupportedVersion):
            await verify_game(world, game.game_id)
        with pytest.raises(UnsupportedVersion):
            await histories.up_to_date(game.game_id, damaged=True)
        with pytest.raises(UnsupportedVersion):
            await Look(world, histories).game(ANN, game.game_id)
        await other.play_on(4)
        verdict = await verify_game(world, other.game_id)
        assert verdict is not None and verdict.finding is None
    await game.play_any()
    assert game.state.version > before, "it was not parked"
    verdict = await verify_game(memory, game.game_id)
    assert verdict is not None and verdict.finding is None


@pytest.mark.rules("GAME-VERSION-01", "GAME-VERSION-03")
async def test_games_of_two_versions_are_played_side_by_side(
    memory: World, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch, TOY_2)
    old, new = await seated_game(memory, toy, version=1), await seated_game(memory, toy)
    assert (old.state.ruleset_version, new.state.ruleset_version) == (1, 2)
    for game in (old, new):
        await game.play_on(9)
        assert game.state.over
        verdict = await verify_game(memory, game.game_id)
        assert verdict is not None and verdict.finding is None
    assert E01.holds(new.state.position) and not E01.holds(old.state.position)


async def test_a_version_that_never_was_is_refused(memory: World) -> None:
    answer = await Seating(Play(memory, GameLoader(memory))).open(
        ANN, new_id(), ruleset="london", seats=2, options={}, title="", ruleset_version=99
    )
    assert isinstance(answer, RefusedAnswer) and answer.code == "unknown_version"
    assert answer.facts["versions"] == tuple(version for id, version in RULESETS if id == "london")
