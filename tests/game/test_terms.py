"""Delays, sandboxes and forks, as far as the game's own rules decide them: domain/game/rules.md, sections 9 to 11."""

from typing import Any

import msgspec
import pytest

from domain.engine.chance import Chance, sandbox_secret
from domain.engine.codec import canonical, state_hash
from domain.engine.refusal import Refused
from domain.engine.step import Moment
from domain.engine.viewer import ARBITER, SPECTATOR
from domain.game import BeginGame, ForkGame, Game, GameState, OpenGame, TakeSeat
from domain.game import events as happened
from domain.game.script import GameScript
from domain.game.terms import Delay, Fault, Origin, Sandbox, Terms
from domain.log.chain import GENESIS
from domain.log.record import decode_body, write
from tests.game.toy import TOY, Show

GAME = Game(TOY)
SECRET = bytes(range(32))
OTHER = bytes(range(1, 33))


def after(state: GameState, *commands: Any) -> GameState:
    for command in commands:
        state = GAME.advance(state, command, GAME.chance(state), 0)[1]
    return state


def begun(*more: Any) -> GameState:
    opened = GAME.open(OpenGame("host", "toy", 2), SECRET, 0)[1]
    return after(opened, TakeSeat("a", 0), TakeSeat("b", None), BeginGame("host"), *more)


def refused_opening(command: OpenGame) -> Refused:
    with pytest.raises(Refused) as caught:
        GAME.open(command, SECRET, 0)
    return caught.value


@pytest.mark.rules("GAME-DELAY-01")
@pytest.mark.parametrize(
    ("delay", "allowed"),
    [
        (Delay(steps=0), False),
        (Delay(steps=1), True),
        (Delay(steps=1_000), True),
        (Delay(steps=1_001), False),
        (Delay(seconds=1), True),
        (Delay(seconds=86_400), True),
        (Delay(seconds=86_401), False),
        (Delay(steps=1, seconds=1), False),
        (Delay(steps=-1), False),
        (Delay(steps=5, seconds=-1), False),
    ],
)
def test_a_delay_is_in_steps_or_in_seconds(delay: Delay, allowed: bool) -> None:
    command = OpenGame("host", "toy", 2, terms=Terms(delay=delay))
    if allowed:
        assert GAME.open(command, SECRET, 0)[1].delay == delay
    else:
        refused = refused_opening(command)
        assert (refused.code, refused.rules) == ("bad_delay", ("GAME-DELAY-01",))


@pytest.mark.rules("GAME-SAND-01", "GAME-SAND-02", "GAME-SAND-03")
@pytest.mark.parametrize(
    ("sandbox", "seed", "code"),
    [
        (None, "luck", "seed_without_sandbox"),
        (Sandbox(pace_ms=-1), None, "bad_pace"),
        (Sandbox(pace_ms=10_001), None, "bad_pace"),
        (Sandbox(faults=(Fault(0, "drop"),)), None, "bad_faults"),
        (Sandbox(faults=(Fault(1, "slow", 30_001),)), None, "bad_faults"),
        (Sandbox(faults=(Fault(1, "drop"),) * 51), None, "bad_faults"),
        (Sandbox(seeded=True, pace_ms=10_000, faults=(Fault(1, "slow", 30_000),) * 50), "x" * 128, None),
        (Sandbox(), None, None),
    ],
)
def test_what_a_sandbox_may_contain(sandbox: Sandbox | None, seed: str | None, code: str | None) -> None:
    terms = msgspec.UNSET if sandbox is None else Terms(sandbox=sandbox)
    command = OpenGame("host", "toy", 2, terms=terms, seed=msgspec.UNSET if seed is None else seed)
    if code is None:
        assert GAME.open(command, SECRET, 0)[1].sandbox == sandbox
    else:
        assert refused_opening(command).code == code


@pytest.mark.rules("GAME-SAND-02")
def test_the_same_seed_gives_the_same_secret_and_another_seed_another_one() -> None:
    assert sandbox_secret("luck") == sandbox_secret("luck") != sandbox_secret("Luck")
    assert len(sandbox_secret("luck")) == 32


def test_terms_that_nobody_set_are_not_written() -> None:
    """Logs from before terms existed keep their bytes and their hashes."""
    event, state = GAME.open(OpenGame("host", "toy", 2), SECRET, 0)
    for encoded in (canonical(OpenGame("host", "toy", 2)), canonical(event[0]), canonical(state)):
        assert b"terms" not in encoded and b'"seed":"luck"' not in encoded
    assert state_hash(begun()) == state_hash(msgspec.structs.replace(begun(), terms=msgspec.UNSET))


def fork(origin: GameState, viewer: int, seat: int = 0, **more: Any) -> tuple[happened.GameForked, GameState]:
    command = ForkGame("ann", "the-game", origin.version, viewer, seat, **more)
    (event,), state = GAME.fork(command, origin, OTHER, Chance(bytes(32), origin.version), 1)
    assert isinstance(event, happened.GameForked)
    return event, state


@pytest.mark.rules("GAME-FORK-01", "GAME-FORK-02")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, ARBITER])
def test_a_fork_begins_as_its_viewer_saw_the_game_and_copies_nothing_else(viewer: int) -> None:
    origin = begun()
    event, state = fork(origin, viewer)
    assert TOY.view(state.position, viewer) == TOY.view(origin.position, viewer)
    assert state.sandbox is not None and state.sandbox.origin == Origin("the-game", origin.version, viewer)
    assert (state.phase, state.version, state.host) == ("playing", 1, "ann")
    assert [(seat.person, seat.bot, seat.principal) for seat in state.seats] == [
        ("ann", "", "ann"),
        ("b", GAME.ruleset.substitute, None),
    ]
    assert state.secret == OTHER.hex() != origin.secret and state.seed != origin.seed
    assert SECRET.hex().encode() not in canonical(event) and origin.seed.encode() not in canonical(event)
    if viewer != ARBITER:
        hidden = [card for seat, card in enumerate(origin.position.cards) if seat != viewer]
        assert list(state.position.cards) != list(origin.position.cards), hidden


@pytest.mark.rules("GAME-FORK-02")
def test_a_fork_is_the_same_whatever_its_viewer_cannot_know() -> None:
    origin = begun()
    other = msgspec.structs.replace(origin, position=TOY.redeal(origin.position, 0, Chance(SECRET, 99)))
    assert other.position != origin.position
    assert canonical(fork(origin, 0)[0]) == canonical(fork(other, 0)[0])


@pytest.mark.rules("GAME-FORK-01")
def test_a_fork_is_read_back_from_its_bytes_and_played_to_its_end() -> None:
    event, state = fork(begun(Show(0)), 1, seat=1)
    written = write(
        GameScript(TOY),
        (event,),
        stream="g",
        after=0,
        prev_hash=GENESIS,
        secret=OTHER,
        time_us=1,
        principal="ann",
        seat=None,
        command="c",
        state=state_hash(state),
    )
    _, read = decode_body(GameScript(TOY), written[0].body)
    replayed = GAME.evolve(None, read, Moment(1, ends=True))
    assert replayed == state and state_hash(replayed) == state_hash(state)
    assert after(replayed, Show(1)).phase == "over"


@pytest.mark.rules("GAME-FORK-01")
@pytest.mark.parametrize(
    ("cards_played", "changes", "code"),
    [
        ((Show(0), Show(1)), {}, "nothing_to_play"),
        ((), {"seat": 2}, "no_such_seat"),
        ((), {"seat": -1}, "no_such_seat"),
    ],
)
def test_what_cannot_be_forked(cards_played: tuple[Show, ...], changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as caught:
        fork(begun(*cards_played), 0, **changes)
    assert caught.value.code == code


def test_a_fork_is_refused_as_a_command_of_a_running_game() -> None:
    state = begun()
    with pytest.raises(Refused) as caught:
        GAME.decide(state, ForkGame("a", "g", 1, 0, 0), GAME.chance(state), 0)
    assert caught.value.code == "already_open"
