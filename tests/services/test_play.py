"""A command on its way into the log: accepted, refused, repeated, stale, and from two processes at once."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.engine.viewer import ARBITER, FIRST_SEAT, SPECTATOR, Viewer, seats_of
from domain.game.terms import Sandbox, Terms
from domain.rulesets import CURRENT
from services.commands.answers import (
    Accepted,
    BadCommandId,
    GameParked,
    IdReused,
    NotYourSeat,
    RefusedAnswer,
    UnknownGame,
    VersionConflict,
)
from services.commands.bot_player import BotPlayer
from services.commands.play import Play
from services.commands.request import CommandRequest
from services.commands.seating import Seating
from services.errors import LogDamaged
from services.log.load_game import GameLoader
from services.log.replay import Histories
from services.log.verify import verify_game
from services.ports import Principal
from services.reads.look import Look, ViewerNotAllowed
from services.world import World
from tests.dice import new_id
from tests.services.game_driver import ANN, BEN, EVE, JUDGE, GameDriver, seated_game


async def test_an_accepted_command_is_in_the_log_and_its_steps_are_in_the_answer(world: World) -> None:
    driver = await seated_game(world)
    before = driver.state.version
    answer = await driver.play_any()
    assert isinstance(answer, Accepted) and not answer.is_repeat
    head = await world.log.head(driver.game_id)
    assert head is not None and head.version == answer.version > before
    assert head.hash == answer.steps[-1].hash and answer.state_hash == answer.steps[-1].body.state


async def test_the_same_command_id_gets_the_same_answer_and_is_carried_out_once(world: World) -> None:
    driver = await seated_game(world)
    command_id = new_id()
    command, seat = driver.legal()[0], driver.to_act()
    first = await driver.submit(command, command_id)
    assert isinstance(first, Accepted)
    repeat = await driver.submit(command, command_id, seat=seat)
    assert isinstance(repeat, Accepted) and repeat.is_repeat
    assert (repeat.steps, repeat.state_hash) == (first.steps, first.state_hash)
    head = await world.log.head(driver.game_id)
    assert head is not None and head.version == first.version


async def test_one_id_for_two_commands_is_noticed(world: World) -> None:
    driver = await seated_game(world)
    command_id = new_id()
    assert isinstance(await driver.submit(driver.legal()[0], command_id), Accepted)
    other = driver.legal()[0]
    assert isinstance(await driver.submit(other, command_id), IdReused)


async def test_a_refusal_is_stored_names_what_is_legal_and_changes_nothing(world: World) -> None:
    driver = await seated_game(world)
    seat = driver.not_to_act()
    stranger = driver.legal()[0]
    answer = await driver.submit(msgspec.structs.replace(stranger, seat=seat), seat=seat)
    assert isinstance(answer, RefusedAnswer) and answer.rules and answer.legal == ()
    assert answer.version == driver.state.version
    stored = await world.log.commands(driver.game_id)
    assert stored[-1].outcome == "refused" and stored[-1].first_version == answer.version
    head = await world.log.head(driver.game_id)
    assert head is not None and head.version == answer.version
    repeat = await driver.submit(msgspec.structs.replace(stranger, seat=seat), answer.command_id, seat=seat)
    assert (
        isinstance(repeat, RefusedAnswer)
        and repeat.is_repeat
        and (repeat.code, repeat.text) == (answer.code, answer.text)
    )
    assert len(await world.log.commands(driver.game_id)) == len(stored)


async def test_a_stale_command_is_a_conflict_and_is_not_stored(world: World) -> None:
    driver = await seated_game(world)
    commands = len(await world.log.commands(driver.game_id))
    answer = await driver.submit(driver.legal()[0], expected_version=driver.state.version - 1)
    assert answer == VersionConflict(driver.game_id, driver.state.version - 1, driver.state.version)
    assert len(await world.log.commands(driver.game_id)) == commands
    assert isinstance(await driver.submit(driver.legal()[0], expected_version=driver.state.version), Accepted)


async def test_a_pinned_command_repeated_after_the_game_moved_on_gets_its_first_answer(world: World) -> None:
    driver = await seated_game(world)
    command_id, command, pinned = new_id(), driver.legal()[0], driver.state.version
    seat = driver.to_act()
    first = await driver.submit(command, command_id, expected_version=pinned)
    await driver.refresh()
    repeat = await driver.submit(command, command_id, expected_version=pinned, seat=seat)
    assert isinstance(first, Accepted) and isinstance(repeat, Accepted) and repeat.is_repeat


async def test_a_principal_without_a_seat_cannot_play(world: World) -> None:
    driver = await seated_game(world)
    request = CommandRequest(
        game_id=driver.game_id, command_id=new_id(), build=lambda by, seat, authority: driver.legal()[0]
    )
    assert isinstance(await driver.play.submit(EVE, request), NotYourSeat)


async def test_a_player_seated_by_another_process_is_known_here(world: World) -> None:
    """The simulation discovered this: a process with an old copy of the game did not know the new player."""
    here = Play(world, GameLoader(world))
    there = Seating(Play(world, GameLoader(world)))
    rules = next(iter(CURRENT.values()))
    opened = await Seating(here).open(ANN, new_id(), ruleset=rules.id, seats=rules.seats_min, options={}, title="")
    assert isinstance(opened, Accepted)
    await there.take(BEN, opened.game_id, new_id(), seat=FIRST_SEAT, name="", share="")
    assert isinstance(await Seating(here).resign(BEN, opened.game_id, new_id()), RefusedAnswer)


async def test_ids_that_mean_nothing(world: World) -> None:
    driver = await seated_game(world)
    nowhere = CommandRequest(game_id=new_id(), command_id=new_id(), build=lambda by, seat, authority: driver.legal()[0])
    assert isinstance(await driver.play.submit(ANN, nowhere), UnknownGame)
    assert isinstance(await driver.submit(driver.legal()[0], "not a uuid"), BadCommandId)


async def test_opening_twice_with_one_command_id_opens_one_game(world: World) -> None:
    driver = await seated_game(world)
    command_id = new_id()
    open_it: Callable[[], Any] = lambda: driver.seating.open(  # noqa: E731
        ANN, command_id, ruleset=driver.state.ruleset, seats=len(driver.state.seats), options={}, title=""
    )
    first, repeat = await open_it(), await open_it()
    assert isinstance(first, Accepted) and isinstance(repeat, Accepted)
    assert first.game_id == repeat.game_id and repeat.is_repeat
    assert first.game_id != driver.game_id


async def test_opening_an_unknown_ruleset_is_refused(world: World) -> None:
    driver = await seated_game(world)
    answer = await driver.seating.open(ANN, new_id(), ruleset="chess", seats=2, options={}, title="")
    assert isinstance(answer, RefusedAnswer) and answer.code == "unknown_ruleset"


async def test_two_processes_on_one_game_never_write_the_same_step(world: World) -> None:
    driver = await seated_game(world)
    other = Play(world, GameLoader(world))
    command, seat = driver.legal()[0], driver.to_act()
    requests = [
        CommandRequest(game_id=driver.game_id, command_id=new_id(), build=lambda by, own, authority: command)
        for _ in range(8)
    ]
    principal = driver.principal(seat)
    answers = await asyncio.gather(
        *((driver.play if at % 2 else other).submit(principal, request) for at, request in enumerate(requests))
    )
    versions = [step.version for answer in answers if isinstance(answer, Accepted) for step in answer.steps]
    assert versions and len(versions) == len(set(versions))
    verdict = await verify_game(world, driver.game_id)
    assert verdict is not None and verdict.finding is None


async def test_bots_play_their_seats_and_two_processes_play_nothing_twice(world: World) -> None:
    driver = await seated_game(world, bots=True)
    bots = BotPlayer(driver.games, driver.play)
    other = BotPlayer(GameLoader(world), Play(world, GameLoader(world)))
    played = await asyncio.gather(bots.play_bot_seats(driver.game_id), other.play_bot_seats(driver.game_id))
    assert sum(played) > 0
    verdict = await verify_game(world, driver.game_id)
    assert verdict is not None and verdict.finding is None and verdict.revealed
    assert verdict.commands == len(await world.log.commands(driver.game_id)) - verdict.refusals
    assert verdict.draws > 0


async def test_another_viewer_is_refused_until_the_game_is_over(world: World) -> None:
    driver = await seated_game(world)
    look = Look(world, Histories(world))
    history = await look.game(ANN, driver.game_id)
    assert history is not None
    own = driver.state.seat_of(ANN.id)
    assert own is not None
    assert look.viewer(ANN, history, None) == own and look.viewer(None, history, None) == SPECTATOR
    for viewer in (driver.state.seat_of(BEN.id), ARBITER, Viewer(99), Viewer(-3)):
        with pytest.raises(ViewerNotAllowed):
            look.viewer(ANN, history, viewer)
    with pytest.raises(ViewerNotAllowed):
        look.viewer(None, history, own)
    assert look.viewer(JUDGE, history, ARBITER) == ARBITER
    with pytest.raises(ViewerNotAllowed):
        look.viewer(Principal(ANN.id, "Ann", frozenset({"arbiter"})), history, ARBITER)


async def test_every_step_replays_to_the_state_that_was_played(world: World) -> None:
    driver = await seated_game(world)
    states = {}
    for _ in range(12):
        answer = await driver.play_any()
        assert isinstance(answer, Accepted)
        states[answer.version] = driver.state
    histories = Histories(world)
    history = await histories.up_to_date(driver.game_id)
    assert history is not None and len(states) == 12
    for version, state in states.items():
        assert history.state_at(version) == state
    cold = await GameLoader(world).at_head(driver.game_id)
    assert cold is not None and cold.state == driver.state


async def test_a_game_whose_log_is_damaged_is_parked_and_the_others_go_on(world: World, damage: Any) -> None:
    driver, other = await seated_game(world), await seated_game(world)
    await driver.play_any()
    await damage(driver.game_id, 3)
    cold = Play(world, GameLoader(world))
    request = CommandRequest(
        game_id=driver.game_id, command_id=new_id(), build=lambda by, seat, authority: driver.legal()[0]
    )
    answer = await cold.submit(driver.principal(driver.to_act()), request)
    assert isinstance(answer, GameParked) and answer.version == 3 and driver.game_id in answer.text
    with pytest.raises(LogDamaged) as caught:
        await Histories(world).up_to_date(driver.game_id)
    assert (caught.value.game_id, caught.value.version) == (driver.game_id, 3)
    verdict = await verify_game(world, driver.game_id)
    assert verdict is not None and verdict.finding is not None
    assert (verdict.finding.version, verdict.finding.check) == (3, "chain")
    assert isinstance(await other.play_any(), Accepted)
    assert isinstance(driver, GameDriver)


@pytest.mark.rules("GAME-SAND-02")
async def test_bots_wait_as_long_as_a_sandbox_requests(world: World) -> None:
    games = GameLoader(world)
    play = Play(world, games)
    seating, bots = Seating(play), BotPlayer(games, play)
    rules = next(iter(CURRENT.values()))
    terms = Terms(sandbox=Sandbox(pace_ms=150))
    opened = await seating.open(
        ANN, new_id(), ruleset=rules.id, seats=rules.seats_min, options={}, title="", terms=terms
    )
    assert isinstance(opened, Accepted)
    for seat in seats_of(rules.seats_min):
        await seating.seat_bot(ANN, opened.game_id, new_id(), seat=seat, bot="random")
    await seating.begin(ANN, opened.game_id, new_id())
    assert 0.1 < await bots.visit(opened.game_id) <= 0.15, "the bot waits before its first command, too"
    commands = len(await world.log.commands(opened.game_id))
    for played in range(1, 4):
        rest = await bots.visit(opened.game_id)
        assert 0 < rest <= 0.15 and len(await world.log.commands(opened.game_id)) == commands + played - 1
        await asyncio.sleep(rest)
        assert 0.1 < await bots.visit(opened.game_id) <= 0.15
        assert len(await world.log.commands(opened.game_id)) == commands + played
