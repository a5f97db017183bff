"""Take-backs and motions through the service: races, repeats, redo, forks, delays, and `verify`."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from domain.engine.codec import canonical
from domain.engine.step import Step
from domain.engine.viewer import SPECTATOR, seat_of, seats_of
from domain.game.rulings.ruling import Ruling
from domain.game.take_back import decide, rules
from domain.game.take_back.motion import Motion
from domain.game.terms import Delay, TakeBacks, Terms
from domain.rulesets.london.amendments import FixAmount
from domain.rulesets.london.commands import DrawFromDeck, TakeLoan
from infra.postgres.event_log import PostgresEventLog
from infra.postgres.projection_store import PostgresProjectionStore
from infra.rulebook import read_rulebook
from projections.runner import Runner
from services.commands.answers import Accepted, RefusedAnswer
from services.commands.bot_player import BotPlayer
from services.commands.fork import Forks
from services.commands.play import Play
from services.commands.request import CommandRequest
from services.log.load_game import GameLoader
from services.log.replay import Histories
from services.log.verify import verify_game
from services.reads.explain import Explain, highlights
from services.reads.export import export_game
from services.reads.look import Look
from services.rulings.arbitration import Arbitration
from services.take_back.motions import TakingBack
from services.take_back.reads import frontier_of, may_ask, reach_of, redo
from services.world import World
from tests.dice import new_id
from tests.infra.postgres.conftest import sequenced
from tests.services.clock import Clock
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


@pytest.mark.rules("GAME-BACK-02", "GAME-MOTION-01")
async def test_of_take_backs_answers_and_commands_at_once_one_wins(world: World) -> None:
    """Three times the use cases, each with locks and caches of its own, as three processes have them."""
    for attempt in range(4):
        driver = await london(world)
        await loan(driver)
        own = driver.to_act()
        who, other = driver.principal(own), driver.principal(next(seat for seat in seats_of(2) if seat != own))
        plays = [Play(world, GameLoader(world)) for _ in range(3)]
        for each in plays:
            await TakingBack(each).take_back(other, driver.game_id, new_id(), to=None)  # warms the caches; refused
        if attempt % 2:
            put = await case(driver).move(who, driver.game_id, new_id(), kind="take_back", to=None)
            assert isinstance(put, Accepted)
            await driver.refresh()
        pinned = driver.state.version
        request = CommandRequest(
            game_id=driver.game_id,
            command_id=new_id(),
            build=lambda by, seat, authority: TakeLoan(seat_of(seat or 0)),
            expected_version=pinned,
        )
        third = TakingBack(plays[2])
        answers = await asyncio.gather(
            TakingBack(plays[0]).take_back(who, driver.game_id, new_id(), to=None, expected_version=pinned),
            plays[1].submit(who, request),
            third.answer(other, driver.game_id, new_id(), motion=pinned, yes=True, expected_version=pinned)
            if attempt % 2
            else third.take_back(who, driver.game_id, new_id(), to=None, expected_version=pinned),
        )
        kinds = sorted(type(each).__name__ for each in answers)
        assert kinds == ["Accepted", "VersionConflict", "VersionConflict"], answers
        await sound(world, driver)


@pytest.mark.rules("GAME-BACK-06", "GAME-BACK-02")
async def test_verify_finds_a_deck_that_was_not_redealt(memory: World, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = await london(memory)
    with monkeypatch.context() as forged:
        forged.setattr(decide, "redeals", lambda crossed: False)
        await by_consent(driver)
    await names_the_take_back(memory, driver)


@pytest.mark.rules("GAME-BACK-02")
async def test_verify_finds_a_take_back_behind_the_frontier(memory: World, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = await london(memory)
    await loan(driver)
    with monkeypatch.context() as forged:
        forged.setattr(rules, "why_not_free_to", lambda line, to: None)
        assert isinstance(await back(driver, driver.state.version - 3), Accepted)
    await names_the_take_back(memory, driver)


async def names_the_take_back(world: World, driver: GameDriver) -> None:
    """`verify` names the take-back. Readers notice nothing: the log is sound in itself."""
    verdict = await verify_game(world, driver.game_id)
    assert verdict is not None and verdict.finding is not None
    assert (verdict.finding.check, verdict.finding.version) == ("takeback", driver.state.version)


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


@pytest.mark.rules("GAME-FORK-01", "GAME-BACK-01", "GAME-BACK-05")
async def test_a_fork_goes_on_from_a_step_that_was_taken_back(world: World) -> None:
    driver = await london(world)
    seat, drawn = driver.to_act(), driver.state.version
    await by_consent(driver)
    look = Look(world, Histories(world))
    who = driver.principal(seat)
    visible = await look.game(who, driver.game_id)
    assert visible is not None
    forks = Forks(driver.play, world.now_us)
    answer = await forks.fork(who, new_id(), visible, seat, at=drawn, seat=None, title="")
    assert isinstance(answer, Accepted), answer
    state = answer.head.state
    assert state.take_backs == TakeBacks("consent") and state.sandbox is not None and state.sandbox.origin is not None
    assert state.sandbox.origin.version == drawn
    hand = driver.game.view(visible.history.state_at(drawn), seat).position.seats[seat].hand
    assert driver.game.view(state, seat).position.seats[seat].hand == hand
    fork = replace(driver, game_id=answer.game_id, state=state)
    assert isinstance(await fork.submit(TakeLoan(seat)), Accepted)
    assert isinstance(await case(fork).take_back(who, fork.game_id, new_id(), to=None), Accepted)
    refused = await case(fork).take_back(who, fork.game_id, new_id(), to=None)
    assert isinstance(refused, RefusedAnswer) and refused.refusal.refused.facts["crossing"] == "set_up"
    await sound(world, fork)


async def test_projections_exports_and_snapshots_follow_take_backs_and_rulings(world: World) -> None:
    driver = await london(world)
    while driver.state.version < 140:
        await driver.play_on(4)
        before = driver.state.version
        await driver.play_on(2)
        await by_consent(driver, before)
    judged = Arbitration(driver.play, world, read_rulebook())
    to = driver.state.version
    await driver.play_on(2)
    for ruling in (Ruling("rewind", to=to), Ruling("fix", amendment=FixAmount(driver.to_act(), "money", 77))):
        made = await judged.rule(
            JUDGE, driver.game_id, new_id(), ruling=ruling, note="secret words", expected_version=None
        )
        assert isinstance(made, Accepted), made
    await driver.refresh()
    log = world.log
    assert isinstance(log, PostgresEventLog)
    await sequenced(log._pool)
    await Runner(PostgresProjectionStore(log._pool)).project(driver.game_id)
    look = Look(world, Histories(world))
    visible = await look.game(None, driver.game_id)
    assert visible is not None
    rows = await look.tracks(visible, SPECTATOR, after=Step(0), up_to=None)
    assert rows[-1].version == driver.state.version
    for row in rows[-40:]:
        live = {(each.seat, each.source): each.if_over for each in look.live_tracks(visible, SPECTATOR, row.version)}
        assert {(each.seat, each.source): each.if_over for each in row.points} == {
            key: points for key, points in live.items() if key in {(each.seat, each.source) for each in row.points}
        }
    lines = [json.loads(line) async for line in export_game(world, visible, SPECTATOR)]
    assert any("taken_back_at" in line for line in lines) and b"deck" not in canonical(lines[-1])
    assert b"game.Amended" in canonical(lines) and b"secret words" not in canonical(lines)
    fresh = await GameLoader(world).at_head(driver.game_id)
    assert fresh is not None and canonical(fresh.state) == canonical(driver.state), "from a snapshot"


@pytest.mark.rules("GAME-MOTION-01")
async def test_bots_leave_people_a_minute_to_answer_a_motion(memory: World, clock: Clock) -> None:
    driver = await seated_game(memory, "london", seats=3, terms=CONSENT)
    seat = driver.to_act()
    await driver.seating.seat_bot(driver.principal(seat), driver.game_id, new_id(), seat=seat, bot="random")
    await driver.refresh()
    asking = next(each for each in seats_of(3) if each != seat)
    made = await case(driver).move(driver.principal(asking), driver.game_id, new_id(), kind="close", to=None)
    assert isinstance(made, Accepted)
    bots = BotPlayer(driver.games, driver.play)
    assert await bots.visit(driver.game_id) > 0
    await driver.refresh()
    assert driver.state.version == made.version
    clock.pass_seconds(61)
    await bots.visit(driver.game_id)
    await driver.refresh()
    assert driver.state.version > made.version and not isinstance(driver.state.motion, Motion)
