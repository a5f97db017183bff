"""Bots: what they see, when they play, when they wait, and that nothing makes them play for ever."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from msgspec import UNSET, UnsetType

from domain.engine.chance import Chance
from domain.engine.viewer import FIRST_SEAT, Seat, seat_of, seats_of
from domain.game.terms import Sandbox, Terms
from services.bot_pace import FIRST_SECONDS, BotPace
from services.commands import bot_player
from services.commands.answers import Accepted
from services.commands.bot_player import BOT_PRINCIPAL, BotPlayer
from services.commands.play import Play
from services.log.load_game import GameLoader, LoadedGame
from services.log.verify import verify_game
from services.ports import Watching
from services.reads.watch import MEET_SECONDS
from services.world import World
from tests import registry
from tests.dice import new_id
from tests.fakes.audience import FakeAudience
from tests.game.toy import TOY, Show, View
from tests.services.game_driver import ANN, JUDGE, GameDriver, seated_game

PACE = Terms(sandbox=Sandbox(pace_ms=1_500))
Bot = Callable[[Any, tuple[Any, ...], Chance], Any]


class Seconds:
    """A monotonic clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def with_bots(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Puts the toy ruleset into the registry with these bots."""

    def register(**bots: Bot) -> None:
        registry.register(monkeypatch, replace(TOY, bots=bots, substitute=list(bots)[-1]))

    return register


def player(world: World, seconds: Seconds | None = None) -> BotPlayer:
    """The bots of a process that has read nothing yet."""
    games = GameLoader(world)
    play = Play(world, games)
    return BotPlayer(games, play) if seconds is None else BotPlayer(games, play, seconds)


async def toy_game(world: World, *bots: Seat, terms: Terms | UnsetType = UNSET, bot: str = "random") -> GameDriver:
    """A begun game of two players in which bots play these seats."""
    driver = await seated_game(world, TOY.id, terms=terms)
    for seat in bots:
        await driver.seating.seat_bot(JUDGE, driver.game_id, new_id(), seat=seat, bot=bot)
    await driver.refresh()
    assert [each for each in seats_of(2) if driver.state.seats[each].bot] == [*bots]
    return driver


async def face_up_cards(driver: GameDriver) -> int:
    """How many cards are face up."""
    await driver.refresh()
    face_up: int = driver.state.position.face_up
    return face_up


# ---------------------------------------------------------------- nothing to do


async def test_there_is_nothing_to_play_in_a_game_that_does_not_exist(memory: World) -> None:
    bots = player(memory)
    assert await bots.play_bot_seats(new_id()) == 0
    assert await bots.visit(new_id()) == 0.0


async def test_bots_leave_the_seats_of_people_alone(memory: World, toy: str) -> None:
    driver = await toy_game(memory, seat_of(1))
    assert await player(memory).play_bot_seats(driver.game_id) == 0
    assert await face_up_cards(driver) == 0
    await driver.submit(Show(FIRST_SEAT), seat=FIRST_SEAT)
    assert await player(memory).play_bot_seats(driver.game_id) == 1
    assert await face_up_cards(driver) == 2 and driver.state.over


async def test_there_is_nothing_to_play_after_the_end(memory: World, toy: str) -> None:
    driver = await toy_game(memory, *seats_of(2))
    assert await player(memory).play_bot_seats(driver.game_id) == 2
    commands = await memory.log.commands(driver.game_id)
    assert await player(memory).play_bot_seats(driver.game_id) == 0
    assert await memory.log.commands(driver.game_id) == commands


# ---------------------------------------------------------------- what a bot sees and does


@pytest.mark.rules("GAME-BOT-01")
async def test_a_bot_gets_what_its_seat_sees_and_what_is_legal_for_it(
    memory: World, with_bots: Callable[..., None]
) -> None:
    calls: list[tuple[View, tuple[Show, ...]]] = []

    def curious(view: View, legal: tuple[Show, ...], chance: Chance) -> Show:
        calls.append((view, legal))
        return legal[0]

    with_bots(random=curious)
    driver = await toy_game(memory, *seats_of(2))
    ann, ben = driver.state.position.cards
    await player(memory).play_bot_seats(driver.game_id)
    assert calls == [(View((ann, None)), (Show(FIRST_SEAT),)), (View((ann, ben)), (Show(seat_of(1)),))]


async def test_a_bots_commands_are_in_the_log_under_one_principal(memory: World, toy: str) -> None:
    driver = await toy_game(memory, *seats_of(2))
    await player(memory).play_bot_seats(driver.game_id)
    commands = (await memory.log.commands(driver.game_id))[-2:]
    assert [(each.principal, each.seat, each.outcome) for each in commands] == [
        (BOT_PRINCIPAL.id, seat, "accepted") for seat in seats_of(2)
    ]
    verdict = await verify_game(memory, driver.game_id)
    assert verdict is not None and verdict.finding is None


@pytest.mark.parametrize(("still_there", "plays"), [(True, "careful"), (False, "best")])
async def test_the_bot_that_was_seated_plays_and_the_best_one_when_the_ruleset_no_longer_has_it(
    memory: World, with_bots: Callable[..., None], still_there: bool, plays: str
) -> None:
    played: list[str] = []

    def named(name: str) -> Bot:
        def bot(view: View, legal: tuple[Show, ...], chance: Chance) -> Show:
            played.append(name)
            return legal[0]

        return bot

    with_bots(careful=named("careful"), best=named("best"))
    driver = await toy_game(memory, FIRST_SEAT, bot="careful")
    if not still_there:
        with_bots(other=named("other"), best=named("best"))
    assert await player(memory).play_bot_seats(driver.game_id) == 1
    assert played == [plays]


async def test_a_bot_makes_one_decision_after_another_for_its_seat(
    memory: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_player, "COMMANDS_MAX", 20)
    driver = await seated_game(memory, bots=True)
    assert await player(memory).play_bot_seats(driver.game_id) == 20
    commands = (await memory.log.commands(driver.game_id))[-20:]
    assert len({each.command_id for each in commands}) == 20 > len({each.seat for each in commands})


async def test_a_bot_whose_command_is_refused_stops_and_does_not_fill_the_log(
    memory: World, with_bots: Callable[..., None]
) -> None:
    def wrong(view: View, legal: tuple[Show, ...], chance: Chance) -> Show:
        return Show(seat_of(1))

    with_bots(random=wrong)
    driver = await toy_game(memory, FIRST_SEAT)
    before = len(await memory.log.commands(driver.game_id))
    for _ in range(3):
        assert await player(memory).play_bot_seats(driver.game_id) == 0
    commands = (await memory.log.commands(driver.game_id))[before:]
    assert [each.outcome for each in commands] == ["refused"], "the same command id each time"
    assert await face_up_cards(driver) == 0


async def test_two_processes_that_decide_on_one_state_write_one_command(
    memory: World, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = await toy_game(memory, FIRST_SEAT)
    before = len(await memory.log.commands(driver.game_id))
    games = GameLoader(memory)
    read = await games.at_head(driver.game_id)
    assert await player(memory).play_bot_seats(driver.game_id) == 1

    async def as_it_was(game_id: str, *, fresh: bool = True) -> LoadedGame | None:
        return read

    behind = GameLoader(memory)
    monkeypatch.setattr(behind, "at_head", as_it_was)
    monkeypatch.setattr(bot_player, "COMMANDS_MAX", 1)
    assert await BotPlayer(behind, Play(memory, games)).play_bot_seats(driver.game_id) == 1, "it gets the first answer"
    commands = (await memory.log.commands(driver.game_id))[before:]
    assert len(commands) == 1 and await face_up_cards(driver) == 1


async def test_one_visit_has_a_limit_and_the_next_goes_on(
    memory: World, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_player, "COMMANDS_MAX", 1)
    driver = await toy_game(memory, *seats_of(2))
    for cards in (1, 2):
        assert await player(memory).play_bot_seats(driver.game_id) == 1
        assert await face_up_cards(driver) == cards


async def test_a_visit_gives_its_place_back_after_some_commands(
    memory: World, toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_player, "VISIT_COMMANDS_MAX", 1)
    driver, bots = await toy_game(memory, *seats_of(2)), player(memory)
    assert await bots.host(driver.game_id) == ANN.id and await bots.host(new_id()) == ""
    for cards in (1, 2):
        assert 0 < await bots.visit(driver.game_id) < 0.1, "it asks for another turn soon"
        assert await face_up_cards(driver) == cards
    assert await bots.visit(driver.game_id) == 0.0


# ---------------------------------------------------------------- the pace of a sandbox


async def test_without_a_pace_a_visit_plays_everything_at_once(memory: World, toy: str) -> None:
    for terms in (UNSET, Terms(sandbox=Sandbox())):
        driver = await toy_game(memory, *seats_of(2), terms=terms)
        assert await player(memory).visit(driver.game_id) == 0.0
        assert await face_up_cards(driver) == 2


@pytest.mark.rules("GAME-SAND-02")
async def test_a_bot_waits_its_whole_pace_before_each_command(memory: World, toy: str, seconds: Seconds) -> None:
    driver = await toy_game(memory, *seats_of(2), terms=PACE)
    bots = player(memory, seconds)
    assert await bots.visit(driver.game_id) == 1.5
    for cards, next_visit in ((1, 1.5), (2, 0.0)):
        seconds.now += 1.25
        assert await bots.visit(driver.game_id) == 0.25, "a visit that comes too early plays nothing"
        assert await face_up_cards(driver) == cards - 1
        seconds.now += 0.25
        assert await bots.visit(driver.game_id) == next_visit
        assert await face_up_cards(driver) == cards
    assert await bots.visit(driver.game_id) == 0.0


@pytest.mark.rules("GAME-SAND-02")
async def test_a_game_that_has_moved_meanwhile_makes_the_bot_wait_its_whole_pace(
    memory: World, toy: str, seconds: Seconds
) -> None:
    driver = await toy_game(memory, *seats_of(2), terms=PACE)
    bots = player(memory, seconds)
    await bots.visit(driver.game_id)
    assert isinstance(await driver.seating.call_time(JUDGE, driver.game_id, new_id(), seat=FIRST_SEAT), Accepted)
    assert await face_up_cards(driver) == 1
    seconds.now += 1.5
    assert await bots.visit(driver.game_id) == 1.5
    assert await face_up_cards(driver) == 1


@pytest.mark.rules("GAME-SAND-02")
async def test_with_a_pace_too_there_is_nothing_to_wait_for_while_people_decide(
    memory: World, toy: str, seconds: Seconds
) -> None:
    driver = await toy_game(memory, seat_of(1), terms=PACE)
    bots = player(memory, seconds)
    assert await bots.visit(driver.game_id) == 0.0
    await driver.submit(Show(FIRST_SEAT), seat=FIRST_SEAT)
    assert await bots.visit(driver.game_id) == 1.5
    assert await face_up_cards(driver) == 1


# ---------------------------------------------------------------- the service's pace


async def test_bots_pace_themselves_while_somebody_watches_and_only_then(
    memory: World, toy: str, seconds: Seconds
) -> None:
    driver = await toy_game(memory, *seats_of(2))
    entries: dict[Any, Any] = {}
    watchers, own = FakeAudience(entries), FakeAudience(entries)
    pace = BotPace(own, 0.9, seconds)
    games = GameLoader(memory)
    bots = BotPlayer(games, Play(memory, games), seconds, pace)
    assert await bots.visit(driver.game_id) == 0.9, "people may be on their way to a new game"
    seconds.now += FIRST_SECONDS
    await watchers.meet({driver.game_id: Watching(1, 1)})
    assert await bots.visit(driver.game_id) == 0.9
    assert await face_up_cards(driver) == 1
    await watchers.meet({})
    loaded = await games.at_head(driver.game_id)
    assert loaded is not None
    assert await pace.seconds(loaded) == 0.9, "it is read once in a while"
    seconds.now += MEET_SECONDS
    assert await bots.visit(driver.game_id) == 0.0
    assert await face_up_cards(driver) == 2 and driver.state.over


async def test_a_sandbox_has_its_own_pace_whoever_watches(memory: World, toy: str, seconds: Seconds) -> None:
    driver = await toy_game(memory, *seats_of(2), terms=Terms(sandbox=Sandbox(pace_ms=0)))
    games = GameLoader(memory)
    pace = BotPace(FakeAudience(), 0.9, seconds)
    assert await BotPlayer(games, Play(memory, games), seconds, pace).visit(driver.game_id) == 0.0
    assert await face_up_cards(driver) == 2


async def test_a_pace_of_nothing_asks_nobody(memory: World, toy: str, seconds: Seconds) -> None:
    driver = await toy_game(memory, *seats_of(2))
    loaded = await GameLoader(memory).at_head(driver.game_id)
    own = FakeAudience()
    assert loaded is not None
    assert await BotPace(own, 0, seconds).seconds(loaded) == 0.0
    assert own.entries == {}
