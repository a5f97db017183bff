"""The game around any ruleset: domain/game/rules.md, rule by rule, on the toy ruleset."""

from typing import Any

import msgspec
import pytest

from domain.engine.chance import commitment, play_seed
from domain.engine.codec import state_hash
from domain.engine.refusal import Refused
from domain.engine.step import Moment
from domain.engine.viewer import ARBITER, SPECTATOR
from domain.game import AbandonGame, BeginGame, Game, GameState, LeaveSeat, OpenGame, Resign, SeatBot, TakeSeat
from domain.game import events as happened
from domain.game.authority import Authority
from tests.game.toy import TOY, Show

GAME = Game(TOY)
SECRET = bytes(range(32))


def opened(seats: int = 2, **options: Any) -> GameState:
    return GAME.open(OpenGame("host", "toy", seats, options), SECRET, 0)[1]


def after(state: GameState, *commands: Any) -> GameState:
    for command in commands:
        state = GAME.advance(state, command, GAME.chance(state), 0)[1]
    return state


def refusal(state: GameState, command: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        GAME.decide(state, command, GAME.chance(state), 0)
    return caught.value


def begun() -> GameState:
    return after(opened(), TakeSeat("a", 0, "salt of a"), TakeSeat("b", None, "salt of b"), BeginGame("host"))


@pytest.mark.rules("GAME-OPEN-01")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (OpenGame("host", "toy", 1), "wrong_number_of_seats"),
        (OpenGame("host", "toy", 5), "wrong_number_of_seats"),
        (OpenGame("host", "toy", 2, {"best": "middle"}), "unknown_option"),
        (OpenGame("host", "toy", 2, {"bets": "low"}), "unknown_option"),
    ],
)
def test_game_open_01_refuses(command: OpenGame, code: str) -> None:
    with pytest.raises(Refused) as caught:
        GAME.open(command, SECRET, 0)
    assert (caught.value.code, caught.value.rules) == (code, ("GAME-OPEN-01",))


@pytest.mark.rules("GAME-OPEN-01", "GAME-CHANCE-01")
def test_game_open_01_and_chance_01_publish_the_commitment_and_fix_the_options() -> None:
    (event,), state = GAME.open(OpenGame("host", "toy", 3, {"best": "low"}), SECRET, 0)
    assert isinstance(event, happened.GameOpened)
    assert event.commitment == commitment(SECRET) and event.options == {"best": "low", "together": False}
    for viewer in (SPECTATOR, 0, ARBITER):
        encoded = msgspec.json.encode((GAME.view(state, viewer), GAME.tell(event, viewer)))
        assert commitment(SECRET).encode() in encoded and SECRET.hex().encode() not in encoded
    assert SECRET.hex() not in repr(state)


@pytest.mark.rules("GAME-SEAT-01", "GAME-SEAT-02")
def test_game_seat_01_and_02() -> None:
    state = after(opened(), TakeSeat("a", 1))
    assert refusal(state, TakeSeat("b", 1)).code == "seat_not_free"
    assert refusal(state, TakeSeat("b", 7)).facts["free"] == (0,)
    assert refusal(state, TakeSeat("a", 0)).code == "already_seated"
    state = after(state, TakeSeat("b", None))
    assert state.seats[0].principal == "b" and [seat.person for seat in state.seats] == ["b", "a"]
    assert refusal(state, TakeSeat("c", None)).code == "seat_not_free"
    assert refusal(begun(), TakeSeat("c", None)).code == "already_begun"


@pytest.mark.rules("GAME-SEAT-03")
def test_game_seat_03_only_its_player_leaves_a_seat() -> None:
    state = after(opened(), TakeSeat("a", 1), SeatBot("host", 0))
    assert refusal(state, LeaveSeat("b", 1)).code == "not_your_seat"
    assert refusal(state, LeaveSeat("host", 1)).code == "not_your_seat"
    assert refusal(state, LeaveSeat("a", 9)).code == "no_such_seat"
    state = after(state, LeaveSeat("a", 1), LeaveSeat("host", 0))
    assert not any(seat.taken or seat.person for seat in state.seats)
    assert refusal(begun(), LeaveSeat("a", 0)).code == "already_begun"


@pytest.mark.rules("GAME-CHANCE-02")
def test_game_chance_02_shares_move_the_seed() -> None:
    state = begun()
    assert state.seed == play_seed(SECRET, ["salt of a", "salt of b"]).hex()
    other = after(opened(), TakeSeat("a", 0, "other"), TakeSeat("b", 1, "salt of b"), BeginGame("host"))
    assert other.seed != state.seed and other.position.cards != state.position.cards
    assert play_seed(SECRET, ["ab", "c"]) != play_seed(SECRET, ["a", "bc"])


@pytest.mark.rules("GAME-BEGIN-01")
def test_game_begin_01_the_host_with_all_seats_taken() -> None:
    state = after(opened(), TakeSeat("a", 0))
    assert refusal(state, BeginGame("host")).facts["free"] == (1,)
    state = after(state, SeatBot("host", 1))
    assert refusal(state, BeginGame("a")).code == "not_the_host"
    state = after(state, BeginGame("host"))
    assert state.phase == "playing" and len(state.position.cards) == 2
    assert refusal(state, BeginGame("host")).code == "already_begun"


@pytest.mark.rules("GAME-BOT-01", "GAME-BOT-02")
def test_game_bot_01_and_02() -> None:
    state = after(opened(), TakeSeat("a", 0))
    assert refusal(state, SeatBot("a", 1)).code == "not_the_host"
    assert refusal(state, SeatBot("host", 0)).code == "seat_not_free"
    assert refusal(state, SeatBot("host", 1, "genius")).facts["bots"] == ("random", "keen")
    state = after(state, SeatBot("host", 1, "random"), BeginGame("host"))
    assert state.seats[1].bot == "random"
    assert refusal(state, SeatBot("host", 0)).code == "not_your_seat"
    assert refusal(state, SeatBot("a", 1)).code == "already_a_bot"
    handed = after(state, SeatBot("a", 0))
    assert handed.seats[0].bot == "keen" and handed.seat_of("a") is None and handed.seats[0].person == "a"
    assert after(state, SeatBot("x", 0, authority=Authority("arbiter"))).seats[0].bot == "keen"


@pytest.mark.rules("GAME-PLAY-01")
def test_game_play_01_only_in_a_running_game() -> None:
    assert refusal(opened(), Show(0)).code == "not_begun"
    assert refusal(begun(), Show(5)).code == "no_such_seat"
    assert refusal(begun(), Show(1)).rules == ("TOY-01",)
    over = after(begun(), Show(0), Show(1))
    assert refusal(over, Show(0)).rules == ("GAME-PLAY-01", "GAME-END-01")


@pytest.mark.rules("GAME-END-01", "GAME-CHANCE-03")
def test_game_end_01_the_result_is_recorded_and_the_seed_revealed() -> None:
    state = after(begun(), Show(0))
    assert GAME.view(state, ARBITER).secret is None
    events, over = GAME.advance(state, Show(1), GAME.chance(state), 0)
    assert [type(event).__name__ for event in events] == ["CardRevealed", "GameEnded", "SeedRevealed"]
    assert over.phase == "over" and over.result is not None and len(over.result.winners) == 1
    revealed = events[-1]
    assert isinstance(revealed, happened.SeedRevealed)
    assert commitment(bytes.fromhex(revealed.secret)) == over.commitment
    assert play_seed(bytes.fromhex(revealed.secret), revealed.shares).hex() == over.seed
    assert GAME.view(over, SPECTATOR).secret == SECRET.hex()


@pytest.mark.rules("GAME-RESIGN-01", "GAME-RESIGN-02")
def test_game_resign_01_and_02_a_bot_plays_on_and_the_seat_ranks_last() -> None:
    state = begun()
    assert refusal(state, Resign("b", 0)).code == "not_your_seat"
    assert refusal(opened(), Resign("a", 0)).code == "not_begun"
    best = max(range(2), key=lambda seat: state.position.cards[seat])
    quits = after(state, Resign("ab"[best], best))
    assert quits.seats[best].resigned and quits.seats[best].bot == "keen" and quits.seat_of("ab"[best]) is None
    over = after(quits, Show(0), Show(1))
    assert over.result is not None and over.result.winners == (1 - best,)
    assert over.result.places[best].place == 2 and "GAME-RESIGN-02" in over.result.rules
    assert refusal(over, Resign("a", 0)).code == "game_over"


@pytest.mark.rules("GAME-END-03")
def test_game_end_03_closing_a_game() -> None:
    assert refusal(opened(), AbandonGame("a")).code == "not_the_host"
    closed = after(opened(), AbandonGame("host"))
    assert closed.phase == "abandoned" and closed.over
    assert refusal(begun(), AbandonGame("host")).code == "not_the_host"
    ended = after(begun(), AbandonGame("x", Authority("arbiter")))
    assert ended.over and refusal(ended, AbandonGame("x", Authority("arbiter"))).code == "game_over"
    assert GAME.to_act(ended) == () and GAME.legal(ended, 0) == ()


@pytest.mark.rules("GAME-PLAY-04")
def test_time_moves_once_a_command_and_comes_from_nowhere_else() -> None:
    state = begun()
    events, after_it = GAME.advance(state, Show(0), GAME.chance(state), 77)
    assert (state.at_us, after_it.at_us) == (0, 77) and after_it.position == after(state, Show(0)).position
    (event,) = events
    assert GAME.evolve(state, event, Moment(77, ends=True)) == after_it
    assert GAME.evolve(state, event, Moment(77, ends=False)).at_us == 0
    last, over = GAME.advance(after_it, Show(1), GAME.chance(after_it), 99)
    folded = after_it
    for at, event in enumerate(last, start=1):
        folded = GAME.evolve(folded, event, Moment(99, ends=at == len(last)))
        assert folded.at_us == (99 if at == len(last) else 77)
    assert folded == over and GAME.state_hash(over) != GAME.state_hash(after(after_it, Show(1)))


@pytest.mark.rules("GAME-HID-01")
def test_game_hid_01_hashes_do_not_reveal_a_hidden_card() -> None:
    """The published state hash covers the secret, so that trying out all 52 cards finds nothing."""
    state = begun()
    unknown = msgspec.structs.replace(state, secret="", seed="")
    guesses = {
        state_hash(msgspec.structs.replace(unknown, position=msgspec.structs.replace(state.position, cards=(a, b))))
        for a in range(1, 53)
        for b in range(1, 53)
    }
    assert state_hash(state) not in guesses
