"""The game's own commands in the caller's name: open, take, leave, bots, begin, resign, call time, abandon."""

from dataclasses import dataclass, replace

import pytest
from msgspec import UNSET

from domain.engine.viewer import FIRST_SEAT, Seat, seat_of
from domain.game.names import seat_names
from domain.game.terms import Sandbox, Terms
from services.commands.answers import Accepted, Answer, NotYourSeat, RefusedAnswer, UnknownGame, VersionConflict
from services.commands.play import Play
from services.commands.seating import Seating
from services.log.load_game import GameLoader
from services.ports import Append, AppendResult, Principal
from services.world import World
from tests.dice import new_id
from tests.fakes import FakeNames, FakePrincipals
from tests.services.game_driver import ANN, BEN, EVE, JUDGE, GameDriver, seated_game


@dataclass
class OpenGame:
    """A game that is open, with Ann as its host."""

    seating: Seating
    id: str


def code(answer: Answer) -> str:
    """The code of a refusal; "" when the command was accepted."""
    assert isinstance(answer, Accepted | RefusedAnswer), answer
    return answer.code if isinstance(answer, RefusedAnswer) else ""


@pytest.fixture
async def game(memory: World, toy: str) -> OpenGame:
    seating = Seating(Play(memory, GameLoader(memory)))
    opened = await seating.open(ANN, new_id(), ruleset=toy, seats=2, options={"best": "low"}, title="Low")
    assert isinstance(opened, Accepted)
    state = opened.head.state
    assert (state.host, state.options, len(state.seats)) == (ANN.id, {"best": "low", "together": False}, 2)
    assert opened.names.title == "Low"
    return OpenGame(seating, opened.game_id)


def named(answer: Accepted) -> tuple[str, ...]:
    return seat_names(answer.head.state, answer.names)


async def test_an_opening_that_the_rules_refuse(memory: World, toy: str) -> None:
    seating = Seating(Play(memory, GameLoader(memory)))
    for ruleset, seats, seed, expected in (
        ("chess", 2, UNSET, "unknown_ruleset"),
        (toy, 5, UNSET, "wrong_number_of_seats"),
        (toy, 2, "luck", "seed_without_sandbox"),
    ):
        answer = await seating.open(ANN, new_id(), ruleset=ruleset, seats=seats, options={}, title="", seed=seed)
        assert code(answer) == expected


@pytest.mark.rules("GAME-SAND-02")
async def test_only_a_seeded_sandbox_has_the_same_chance_twice(memory: World, toy: str) -> None:
    seating = Seating(Play(memory, GameLoader(memory)))
    secrets = []
    for seed in ("luck", "luck", "other"):
        terms = Terms(sandbox=Sandbox(seeded=True))
        opened = await seating.open(ANN, new_id(), ruleset=toy, seats=2, options={}, title="", terms=terms, seed=seed)
        assert isinstance(opened, Accepted)
        secrets.append(opened.head.state.secret)
    assert secrets[0] == secrets[1] != secrets[2]


async def test_taking_a_seat_uses_the_principals_name_unless_they_choose_another(game: OpenGame, memory: World) -> None:
    assert isinstance(memory.principals, FakePrincipals)
    memory.principals.principals[ANN.id] = replace(ANN, name="Ann of the service")

    async def take(principal: Principal, seat: Seat | None, name: str) -> Answer:
        return await game.seating.take(principal, game.id, new_id(), seat=seat, name=name, share="")

    assert code(await take(ANN, seat_of(2), "")) == "seat_not_free"
    first = await take(ANN, seat_of(1), "")
    assert isinstance(first, Accepted) and named(first)[1] == "Ann of the service"
    assert code(await take(ANN, FIRST_SEAT, "")) == "already_seated"
    second = await take(BEN, None, "Benjamin")
    assert isinstance(second, Accepted) and named(second) == ("Benjamin", "Ann of the service")
    assert code(await take(EVE, None, "")) == "seat_not_free"


async def test_only_its_player_leaves_a_seat_and_the_host_removes_a_bot(game: OpenGame) -> None:
    async def leave(principal: Principal, seat: Seat) -> Answer:
        return await game.seating.leave(principal, game.id, new_id(), seat=seat)

    await game.seating.take(BEN, game.id, new_id(), seat=FIRST_SEAT, name="", share="")
    assert code(await game.seating.seat_bot(BEN, game.id, new_id(), seat=seat_of(1), bot="")) == "not_the_host"
    assert code(await game.seating.seat_bot(ANN, game.id, new_id(), seat=seat_of(1), bot="")) == ""
    assert code(await leave(ANN, FIRST_SEAT)) == code(await leave(BEN, seat_of(1))) == "not_your_seat"
    left = await leave(BEN, FIRST_SEAT)
    removed = await leave(ANN, seat_of(1))
    assert code(left) == code(removed) == ""
    assert isinstance(removed, Accepted) and not any(seat.taken for seat in removed.head.state.seats)


async def test_the_host_begins_when_the_last_seat_is_taken(game: OpenGame) -> None:
    await game.seating.take(BEN, game.id, new_id(), seat=FIRST_SEAT, name="", share="")
    assert code(await game.seating.begin(ANN, game.id, new_id())) == "seats_free"
    await game.seating.seat_bot(ANN, game.id, new_id(), seat=seat_of(1), bot="")
    assert code(await game.seating.begin(BEN, game.id, new_id())) == "not_the_host"
    begun = await game.seating.begin(ANN, game.id, new_id())
    assert isinstance(begun, Accepted) and begun.head.state.phase == "playing"
    assert code(await game.seating.begin(ANN, game.id, new_id())) == "already_begun"


async def test_arbiters_and_nobody_else_seat_a_bot_for_a_player_or_call_time(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    seating, game_id = driver.seating, driver.game_id
    for principal, expected in ((EVE, "not_an_arbiter"), (BEN, "not_an_arbiter"), (JUDGE, "")):
        assert code(await seating.call_time(principal, game_id, new_id(), seat=FIRST_SEAT)) == expected
    assert code(await seating.seat_bot(EVE, game_id, new_id(), seat=seat_of(1), bot="")) == "not_your_seat"
    seated = await seating.seat_bot(JUDGE, game_id, new_id(), seat=seat_of(1), bot="random")
    assert isinstance(seated, Accepted) and seated.head.state.seats[1].bot == "random"


async def test_only_a_player_resigns_and_only_once(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    seating, game_id = driver.seating, driver.game_id
    assert isinstance(await seating.resign(EVE, game_id, new_id()), NotYourSeat)
    resigned = await seating.resign(BEN, game_id, new_id())
    assert isinstance(resigned, Accepted) and resigned.head.state.seats[1].resigned
    assert isinstance(await seating.resign(BEN, game_id, new_id()), NotYourSeat)


async def test_the_host_abandons_an_open_game_and_an_arbiter_a_running_one(game: OpenGame, memory: World) -> None:
    assert code(await game.seating.abandon(BEN, game.id, new_id())) == "not_the_host"
    assert code(await game.seating.abandon(ANN, game.id, new_id())) == ""
    driver = await seated_game(memory, "toy")
    assert code(await driver.seating.abandon(ANN, driver.game_id, new_id())) == "not_the_host"
    assert code(await driver.seating.abandon(JUDGE, driver.game_id, new_id())) == ""
    assert code(await driver.seating.abandon(JUDGE, driver.game_id, new_id())) == "game_over"


async def test_each_command_may_be_pinned_to_a_version(game: OpenGame) -> None:
    seating, id = game.seating, game.id
    for version in (0, 2):
        conflict = VersionConflict(id, version, 1)
        answers = [
            await seating.take(BEN, id, new_id(), seat=None, name="", share="", expected_version=version),
            await seating.leave(BEN, id, new_id(), seat=FIRST_SEAT, expected_version=version),
            await seating.seat_bot(ANN, id, new_id(), seat=FIRST_SEAT, bot="", expected_version=version),
            await seating.begin(ANN, id, new_id(), expected_version=version),
            await seating.resign(ANN, id, new_id(), expected_version=version),
            await seating.call_time(JUDGE, id, new_id(), seat=FIRST_SEAT, expected_version=version),
            await seating.abandon(ANN, id, new_id(), expected_version=version),
        ]
        assert answers == [conflict] * 7
    assert code(await seating.abandon(ANN, id, new_id(), expected_version=1)) == ""


async def test_there_is_no_game_of_an_unknown_id(game: OpenGame) -> None:
    unknown = new_id()
    assert await game.seating.begin(ANN, unknown, new_id()) == UnknownGame(unknown)


@pytest.mark.rules("GAME-PERSON-01")
async def test_names_are_there_before_the_step_and_a_refused_command_leaves_none(
    game: OpenGame, memory: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process may be killed at any moment, and others read a step as soon as it is in the log."""
    names, append = memory.names, memory.log.append
    assert isinstance(names, FakeNames)
    stored: list[str | None] = []

    async def watched(entry: Append) -> AppendResult:
        stored.append(names.seat_names.get((game.id, entry.principal)))
        return await append(entry)

    monkeypatch.setattr(memory.log, "append", watched)
    await game.seating.take(BEN, game.id, new_id(), seat=FIRST_SEAT, name="Benjamin", share="")
    await game.seating.take(EVE, game.id, new_id(), seat=FIRST_SEAT, name="Evelyn", share="")
    assert stored == ["Benjamin", None] and list(names.seat_names.values()) == ["Benjamin"]


# ---------------------------------------------------------------- names beside each other


@pytest.fixture
async def neighbours(memory: World, toy: str) -> GameDriver:
    """A game in which Ann and Ben have sat down under names of their own, and one seat is free."""
    driver = await seated_game(memory, toy, seats=3, begin=False)
    third = driver.players[2]
    answer = await driver.seating.leave(third, driver.game_id, new_id(), seat=driver.seat_of(third))
    assert isinstance(answer, Accepted)
    return driver


@pytest.mark.rules("GAME-SEAT-02")
@pytest.mark.parametrize("name", ["Ann", "ANN", "Аnn", "B e n"])
async def test_nobody_sits_down_under_the_name_of_a_neighbour(neighbours: GameDriver, name: str) -> None:
    before = await neighbours.world.log.commands(neighbours.game_id)
    answer = await neighbours.seating.take(EVE, neighbours.game_id, new_id(), seat=None, name=name, share="")
    assert isinstance(answer, RefusedAnswer) and (answer.code, answer.rules) == ("name_taken", ("GAME-SEAT-02",))
    assert await neighbours.world.log.commands(neighbours.game_id) == before, (
        "a name is not in the log, and neither is its refusal"
    )
    used = new_id()
    taken = await neighbours.seating.take(EVE, neighbours.game_id, used, seat=None, name="Eve", share="")
    assert isinstance(taken, Accepted)
    await neighbours.world.names.put_seat_name(neighbours.game_id, ANN.id, "Eve")
    repeat = await neighbours.seating.take(EVE, neighbours.game_id, used, seat=None, name="Eve", share="")
    assert isinstance(repeat, Accepted) and repeat.is_repeat, "a repeated command has its first answer"


@pytest.mark.rules("GAME-SEAT-02")
async def test_a_principals_own_name_is_compared_too(neighbours: GameDriver) -> None:
    principal, _ = await neighbours.world.principals.create("Ben", frozenset())
    answer = await neighbours.seating.take(principal, neighbours.game_id, new_id(), seat=None, name="", share="")
    assert isinstance(answer, RefusedAnswer) and answer.code == "name_taken"
    answer = await neighbours.seating.take(
        principal, neighbours.game_id, new_id(), seat=None, name="Other Ben", share=""
    )
    assert isinstance(answer, Accepted)
