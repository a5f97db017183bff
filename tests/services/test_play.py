"""A command on its way into the log: accepted, refused, doubled, stale, reused, foreign; and two processes at once."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.engine.viewer import SPECTATOR
from domain.game.terms import Sandbox, Terms
from domain.rulesets import RULESETS
from services.answers import (
    Accepted,
    BadCommandId,
    GameParked,
    IdReused,
    NotYourSeat,
    RefusedAnswer,
    UnknownGame,
    VersionConflict,
)
from services.bot_player import BotPlayer
from services.load_game import GameLoader
from services.look import Look, ViewerNotAllowed
from services.play import Order, Play
from services.ports import LogDamaged, Principal
from services.replay import Histories
from services.seating import Seating
from services.verify import verify_game
from services.world import World
from tests.dice import new_id
from tests.services.game_driver import ANN, BEN, GameDriver, seated_game


async def test_an_accepted_command_is_in_the_log_and_its_steps_are_told(world: World) -> None:
    table = await seated_game(world)
    before = table.state.version
    answer = await table.play_any()
    assert isinstance(answer, Accepted) and not answer.is_repeat
    head = await world.log.head(table.game_id)
    assert head is not None and head.version == answer.version > before
    assert head.hash == answer.steps[-1].hash and answer.state_hash == answer.steps[-1].body.state


async def test_the_same_command_id_is_answered_the_same_and_done_once(world: World) -> None:
    table = await seated_game(world)
    key = new_id()
    command, seat = table.legal()[0], table.to_act()
    first = await table.submit(command, key)
    assert isinstance(first, Accepted)
    again = await table.submit(command, key.upper(), seat=seat)
    assert isinstance(again, Accepted) and again.is_repeat
    assert (again.steps, again.state_hash) == (first.steps, first.state_hash)
    head = await world.log.head(table.game_id)
    assert head is not None and head.version == first.version


async def test_one_id_for_two_commands_is_found(world: World) -> None:
    table = await seated_game(world)
    key = new_id()
    assert isinstance(await table.submit(table.legal()[0], key), Accepted)
    other = table.legal()[0]
    assert isinstance(await table.submit(other, key), IdReused)


async def test_a_refusal_is_kept_says_what_is_legal_and_changes_nothing(world: World) -> None:
    table = await seated_game(world)
    seat = table.not_to_act()
    stranger = table.legal()[0]
    answer = await table.submit(msgspec.structs.replace(stranger, seat=seat), seat=seat)
    assert isinstance(answer, RefusedAnswer) and answer.rules and answer.legal == ()
    assert answer.version == table.state.version
    kept = await world.log.commands(table.game_id)
    assert kept[-1].outcome == "refused" and kept[-1].first_version == answer.version
    head = await world.log.head(table.game_id)
    assert head is not None and head.version == answer.version
    again = await table.submit(msgspec.structs.replace(stranger, seat=seat), answer.command_id, seat=seat)
    assert (
        isinstance(again, RefusedAnswer) and again.is_repeat and (again.code, again.text) == (answer.code, answer.text)
    )
    assert len(await world.log.commands(table.game_id)) == len(kept)


async def test_a_stale_command_is_a_conflict_and_not_kept(world: World) -> None:
    table = await seated_game(world)
    kept = len(await world.log.commands(table.game_id))
    answer = await table.submit(table.legal()[0], expected_version=table.state.version - 1)
    assert answer == VersionConflict(table.game_id, table.state.version - 1, table.state.version)
    assert len(await world.log.commands(table.game_id)) == kept
    assert isinstance(await table.submit(table.legal()[0], expected_version=table.state.version), Accepted)


async def test_a_pinned_command_repeated_after_the_game_moved_on_gets_its_first_answer(world: World) -> None:
    table = await seated_game(world)
    key, command, pinned = new_id(), table.legal()[0], table.state.version
    seat = table.to_act()
    first = await table.submit(command, key, expected_version=pinned)
    await table.refresh()
    again = await table.submit(command, key, expected_version=pinned, seat=seat)
    assert isinstance(first, Accepted) and isinstance(again, Accepted) and again.is_repeat


async def test_who_holds_no_seat_cannot_play(world: World) -> None:
    table = await seated_game(world)
    eve = Principal("eve", "Eve", frozenset())
    order = Order(game_id=table.game_id, command_id=new_id(), ask=lambda by, seat: table.legal()[0])
    assert isinstance(await table.play.submit(eve, order), NotYourSeat)


async def test_who_sat_down_in_another_process_is_known_here(world: World) -> None:
    """Found by the simulation: a process that knew the table before somebody sat down took the player for a stranger."""
    here = Play(world, GameLoader(world))
    there = Seating(Play(world, GameLoader(world)))
    rules = next(iter(RULESETS.values()))
    opened = await Seating(here).open(ANN, new_id(), ruleset=rules.id, seats=rules.seats_min, options={}, title="")
    await there.take(BEN, opened.game_id, new_id(), seat=0, name="", share="")
    assert isinstance(await Seating(here).resign(BEN, opened.game_id, new_id()), RefusedAnswer)


async def test_ids_that_mean_nothing(world: World) -> None:
    table = await seated_game(world)
    nowhere = Order(game_id=new_id(), command_id=new_id(), ask=lambda by, seat: table.legal()[0])
    assert isinstance(await table.play.submit(ANN, nowhere), UnknownGame)
    assert isinstance(await table.submit(table.legal()[0], "not a uuid"), BadCommandId)


async def test_opening_twice_with_one_command_id_opens_one_table(world: World) -> None:
    table = await seated_game(world)
    key = new_id()
    ask: Callable[[], Any] = lambda: table.seating.open(  # noqa: E731
        ANN, key, ruleset=table.state.ruleset, seats=len(table.state.seats), options={}, title=""
    )
    first, again = await ask(), await ask()
    assert isinstance(first, Accepted) and isinstance(again, Accepted)
    assert first.game_id == again.game_id and again.is_repeat
    assert first.game_id != table.game_id


async def test_opening_what_is_not_on_the_shelf_is_refused(world: World) -> None:
    table = await seated_game(world)
    answer = await table.seating.open(ANN, new_id(), ruleset="chess", seats=2, options={}, title="")
    assert isinstance(answer, RefusedAnswer) and answer.code == "unknown_ruleset"


async def test_two_processes_on_one_game_never_write_the_same_step(world: World) -> None:
    table = await seated_game(world)
    other = Play(world, GameLoader(world))
    command, seat = table.legal()[0], table.to_act()
    orders = [Order(game_id=table.game_id, command_id=new_id(), ask=lambda by, own: command) for _ in range(8)]
    principal = table.principal(seat)
    answers = await asyncio.gather(
        *((table.play if at % 2 else other).submit(principal, order) for at, order in enumerate(orders))
    )
    versions = [step.version for answer in answers if isinstance(answer, Accepted) for step in answer.steps]
    assert versions and len(versions) == len(set(versions))
    verdict = await verify_game(world, table.game_id)
    assert verdict is not None and verdict.finding is None


async def test_the_house_plays_its_seats_and_doing_it_twice_does_nothing_twice(world: World) -> None:
    table = await seated_game(world, bots=True)
    house = BotPlayer(table.games, table.play)
    other = BotPlayer(GameLoader(world), Play(world, GameLoader(world)))
    played = await asyncio.gather(house.play_bot_seats(table.game_id), other.play_bot_seats(table.game_id))
    assert sum(played) > 0
    verdict = await verify_game(world, table.game_id)
    assert verdict is not None and verdict.finding is None and verdict.revealed
    assert verdict.commands == len(await world.log.commands(table.game_id)) - verdict.refusals
    assert verdict.draws > 0


async def test_looking_through_foreign_eyes_is_refused_until_the_game_is_over(world: World) -> None:
    table = await seated_game(world)
    look = Look(world, Histories(world))
    history = await look.game(ANN, table.game_id)
    assert history is not None
    own = table.state.seat_of(ANN.id)
    assert own is not None
    assert look.eyes(ANN, history, None) == own and look.eyes(None, history, None) == SPECTATOR
    for asked in (table.state.seat_of(BEN.id), -2, 99, -3):
        with pytest.raises(ViewerNotAllowed):
            look.eyes(ANN, history, asked)
    with pytest.raises(ViewerNotAllowed):
        look.eyes(None, history, own)
    judge = Principal("judge", "Judge", frozenset({"arbiter"}))
    assert look.eyes(judge, history, -2) == -2
    with pytest.raises(ViewerNotAllowed):
        look.eyes(Principal(ANN.id, "Ann", frozenset({"arbiter"})), history, -2)


async def test_every_step_replays_to_the_state_that_was_played(world: World) -> None:
    table = await seated_game(world)
    seen = {}
    for _ in range(12):
        answer = await table.play_any()
        assert isinstance(answer, Accepted)
        seen[answer.version] = table.state
    histories = Histories(world)
    history = await histories.up_to_date(table.game_id)
    assert history is not None and len(seen) == 12
    for version, state in seen.items():
        assert history.state_at(version) == state
    cold = await GameLoader(world).at_head(table.game_id)
    assert cold is not None and cold.state == table.state


async def test_a_game_whose_log_is_damaged_is_parked_and_the_others_go_on(world: World, damage: Any) -> None:
    table, other = await seated_game(world), await seated_game(world)
    await table.play_any()
    await damage(table.game_id, 3)
    cold = Play(world, GameLoader(world))
    order = Order(game_id=table.game_id, command_id=new_id(), ask=lambda by, seat: table.legal()[0])
    answer = await cold.submit(table.principal(table.to_act()), order)
    assert isinstance(answer, GameParked) and answer.version == 3 and table.game_id in answer.text
    with pytest.raises(LogDamaged) as caught:
        await Histories(world).up_to_date(table.game_id)
    assert (caught.value.game_id, caught.value.version) == (table.game_id, 3)
    verdict = await verify_game(world, table.game_id)
    assert verdict is not None and verdict.finding is not None
    assert (verdict.finding.version, verdict.finding.check) == (3, "chain")
    assert isinstance(await other.play_any(), Accepted)
    assert isinstance(table, GameDriver)


@pytest.mark.rules("GAME-SAND-02")
async def test_the_house_waits_as_long_as_a_sandbox_has_asked(world: World) -> None:
    games = GameLoader(world)
    play = Play(world, games)
    seating, house = Seating(play), BotPlayer(games, play)
    rules = next(iter(RULESETS.values()))
    terms = Terms(sandbox=Sandbox(pace_ms=150))
    opened = await seating.open(
        ANN, new_id(), ruleset=rules.id, seats=rules.seats_min, options={}, title="", terms=terms
    )
    assert isinstance(opened, Accepted)
    for seat in range(rules.seats_min):
        await seating.seat_bot(ANN, opened.game_id, new_id(), seat=seat, bot="random")
    await seating.begin(ANN, opened.game_id, new_id())
    assert 0.1 < await house.visit(opened.game_id) <= 0.15, "it waits before its first command, too"
    commands = len(await world.log.commands(opened.game_id))
    for played in range(1, 4):
        rest = await house.visit(opened.game_id)
        assert 0 < rest <= 0.15 and len(await world.log.commands(opened.game_id)) == commands + played - 1
        await asyncio.sleep(rest)
        assert 0.1 < await house.visit(opened.game_id) <= 0.15
        assert len(await world.log.commands(opened.game_id)) == commands + played
