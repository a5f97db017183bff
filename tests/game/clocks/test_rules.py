"""What is allowed of clocks and stops, and what a called flag brings."""

from itertools import product
from typing import Any

import msgspec
import pytest

from domain.engine.viewer import seat_of
from domain.game import BeginGame, CallTime, Game, GameState, LeaveSeat, OpenGame, Resign, SeatBot, TakeSeat
from domain.game.authority import Authority
from domain.game.clocks.commands import AdjustTime, CallFlag, ResumeGame, SetSleep, StopGame, TakeRest
from domain.game.clocks.events import FlagFell
from domain.game.clocks.rules import flag_due, moment_text, next_flag
from domain.game.clocks.sleep import DAY_US, MINUTE_US, Sleep, awake, due, is_asleep
from domain.game.clocks.state import ClockState
from domain.game.clocks.terms import ClockTerms
from domain.game.events import BotSeated
from domain.game.rulings.commands import CallArbiter
from domain.game.rulings.events import SeatForfeited
from domain.game.terms import Terms
from tests.game.clocks.baton import GAME, SECOND, START_US, Pass, begun, given, refusal
from tests.game.toy import TOY, Show

ROLE = Authority("arbiter")
ANN, BEN, CAS = seat_of(0), seat_of(1), seat_of(2)
MINUTE = ClockTerms(kind="bank", bank_us=60 * SECOND, add_us=5 * SECOND)
LATE_US = START_US + 1_000 * SECOND


def terms(**changes: Any) -> ClockTerms:
    return msgspec.structs.replace(MINUTE, **changes)


def seat_clock(state: GameState, seat: Any) -> Any:
    assert isinstance(state.clock, ClockState)
    return state.clock.seats[seat]


def code(state: GameState, command: Any, at_us: int) -> str:
    refused = refusal(state, command, at_us)
    return "" if refused is None else refused.code


@pytest.mark.rules("GAME-CLOCK-05")
def test_a_flag_falls_to_the_microsecond() -> None:
    state = begun(MINUTE)
    due_us = START_US + 60 * SECOND
    assert flag_due(state, ANN) == due_us and flag_due(state, BEN) is None
    call, play = CallFlag("ben", ANN), Pass(ANN, (BEN,))
    assert (code(state, call, due_us - 1), code(state, play, due_us - 1)) == ("flag_not_fallen", "")
    assert (code(state, call, due_us), code(state, play, due_us)) == ("", "time_over")
    assert code(state, call, due_us - 1) == "flag_not_fallen"
    refused = refusal(state, call, due_us - 1)
    assert refused is not None and refused.facts["when"] == moment_text(due_us)
    for gone in (Resign("ann", ANN), SeatBot("ann", ANN)):
        assert (code(state, gone, due_us - 1), code(state, gone, due_us)) == ("", "time_over")
    assert code(state, CallArbiter("ann", ANN, state.version, "time"), due_us) == "", "who lost may still complain"


@pytest.mark.rules("GAME-CLOCK-03")
def test_the_allowance_is_given_to_each_command_up_to_its_limit() -> None:
    state = begun(terms(lag_us=SECOND, lag_max_us=2 * SECOND))
    assert flag_due(state, ANN) == START_US + 61 * SECOND
    for number, left in enumerate((58, 56, 53), start=1):
        state = given(state, Pass(ANN, (ANN,)), START_US + number * 3 * SECOND)
        assert seat_clock(state, ANN).left_us == left * SECOND


@pytest.mark.rules("GAME-CLOCK-05", "GAME-CLOCK-06")
@pytest.mark.parametrize("late_us", [0, 1, 3_600 * SECOND, 30 * DAY_US])
def test_however_late_a_flag_is_called_the_same_follows(late_us: int) -> None:
    state = begun(MINUTE)
    due_us = START_US + 60 * SECOND
    events, after = GAME.advance(state, CallFlag("service", ANN, ROLE), GAME.chance(state), due_us + late_us)
    assert events[0] == FlagFell(ANN, due_us, "rules") and len(events) == 2
    assert after.position.defaults == 1 and seat_clock(after, ANN).spent_us == 60 * SECOND
    assert seat_clock(after, ANN).since_us == due_us + late_us, "the next stint begins with the step that called it"


@pytest.mark.rules("GAME-CLOCK-06")
def test_after_a_called_flag_each_decision_has_at_least_the_overtime() -> None:
    state = given(begun(terms(overtime_us=20 * SECOND)), CallFlag("ben", ANN), LATE_US)
    clock = seat_clock(state, ANN)
    assert (clock.left_us, clock.free_left_us, clock.overtime, clock.flags) == (5 * SECOND, 15 * SECOND, True, 1)
    state = given(state, Pass(ANN, (BEN,)), LATE_US + 19 * SECOND)
    state = given(state, Pass(BEN, (ANN,)), LATE_US + 20 * SECOND)
    assert flag_due(state, ANN) == LATE_US + 40 * SECOND


@pytest.mark.rules("GAME-CLOCK-06")
@pytest.mark.parametrize("by_claim", [False, True])
@pytest.mark.parametrize("policy", ["bot", "forfeit"])
def test_a_called_flag_brings_a_bot_or_the_loss_of_the_seat(policy: Any, by_claim: bool) -> None:
    chosen = {"flag": "claim", "claimed": policy} if by_claim else {"flag": policy}
    state = begun(terms(**chosen))
    events, after = GAME.advance(state, CallFlag("cas", ANN), GAME.chance(state), LATE_US)
    assert [type(each) for each in events[:2]] == [FlagFell, BotSeated if policy == "bot" else SeatForfeited]
    assert (after.seats[ANN].bot, after.seats[ANN].resigned) == ("keen", policy == "forfeit")
    assert flag_due(after, ANN) is None, "a seat that a bot plays has no clock"
    assert code(after, CallFlag("cas", ANN), LATE_US) == "no_clock"
    assert after.position.defaults == 0 and GAME.tell(events[1], BEN) is not None
    line = GAME.tell(events[0], CAS)
    assert line is not None and line.facts["when"] == moment_text(START_US + 60 * SECOND)


@pytest.mark.rules("GAME-CLOCK-05")
def test_where_flags_are_claimed_commands_are_taken_until_somebody_claims() -> None:
    state = begun(terms(flag="claim", claimed="forfeit"))
    assert next_flag(state) is None, "the service claims nothing"
    played = given(state, Pass(ANN, (ANN,)), LATE_US)
    assert code(played, CallFlag("ben", ANN), LATE_US + 1) == "", "the stint goes on, and its flag has fallen"
    played = given(played, SetSleep("ann", ANN, 0, 0, 0), LATE_US + 1)
    assert code(played, CallFlag("ben", ANN), LATE_US + 2) == ""
    gone = given(played, Pass(ANN, (BEN,)), LATE_US + 3)
    assert code(gone, CallFlag("ben", ANN), LATE_US + 4) == "flag_not_fallen"
    assert seat_clock(gone, ANN).left_us == 5 * SECOND


@pytest.mark.rules("GAME-CLOCK-06")
def test_several_flags_are_called_the_earliest_first_then_by_seat() -> None:
    state = given(begun(MINUTE), Pass(ANN, (BEN,)), START_US + 10 * SECOND)
    state = given(state, Pass(BEN, (ANN, BEN, CAS)), START_US + 20 * SECOND)
    assert next_flag(state) == (START_US + 70 * SECOND, BEN), "its stint went on"
    events, after = GAME.advance(state, CallFlag("service", CAS, ROLE), GAME.chance(state), LATE_US)
    order = [(each.due_us, each.seat) for each in events if isinstance(each, FlagFell)]
    assert order == sorted(order) and order[-1][1] == CAS and len(order) > 1
    assert all(seat_clock(after, seat).flags == 1 for _, seat in order)


@pytest.mark.rules("GAME-CLOCK-06")
def test_a_flag_is_called_by_another_seat_an_arbiter_or_the_service() -> None:
    state = begun(MINUTE)
    assert code(state, CallFlag("ann", ANN), LATE_US) == "not_an_arbiter"
    assert code(state, CallFlag("eve", ANN), LATE_US) == "not_an_arbiter"
    assert code(state, CallFlag("ben", seat_of(9)), LATE_US) == "no_such_seat"
    for by, authority in (("ben", None), ("judge", ROLE), ("service", ROLE)):
        assert code(state, CallFlag(by, ANN, authority), LATE_US) == ""
    assert code(state, CallTime("judge", ANN, ROLE), LATE_US) == "has_clock"


@pytest.mark.rules("GAME-CLOCK-07")
def test_an_arbiter_gives_and_takes_time_and_no_more_than_there_is() -> None:
    state = begun(MINUTE)
    assert code(state, AdjustTime("ann", ANN, SECOND, "", ROLE), LATE_US) == "not_an_arbiter"
    assert code(state, AdjustTime("host", ANN, SECOND, "", ROLE), LATE_US) == "not_an_arbiter"
    assert code(state, AdjustTime("judge", ANN, SECOND), LATE_US) == "not_an_arbiter"
    assert code(state, AdjustTime("judge", ANN, 0, "", ROLE), LATE_US) == "bad_clock"
    poor = given(state, AdjustTime("judge", ANN, -90 * SECOND, "", ROLE), START_US + 20 * SECOND)
    assert (flag_due(poor, ANN), seat_clock(poor, ANN).adjusted_us) == (START_US + 20 * SECOND, -40 * SECOND)
    lifted = given(state, AdjustTime("judge", ANN, 30 * SECOND, "", ROLE), LATE_US)
    assert flag_due(lifted, ANN) == LATE_US + 30 * SECOND, "what is given counts from now on"


@pytest.mark.rules("GAME-STOP-01")
def test_a_stopped_game_takes_nothing_of_its_ruleset_until_its_time_has_come() -> None:
    state, at_us, until_us = begun(MINUTE), START_US + 10 * SECOND, START_US + 500 * SECOND
    for bad in (at_us, at_us - 1, at_us + 101 * DAY_US):
        assert code(state, StopGame("judge", bad, "", ROLE), at_us) == "bad_clock"
    assert code(state, StopGame("judge", None), at_us) == "not_an_arbiter"
    assert code(state, ResumeGame("judge", ROLE), at_us) == "not_stopped"
    stopped = given(state, StopGame("judge", until_us, "", ROLE), at_us)
    play, call = Pass(ANN, (BEN,)), CallTime("judge", ANN, ROLE)
    assert (code(stopped, play, until_us - 1), code(stopped, play, until_us)) == ("game_stopped", "")
    refused = refusal(stopped, play, at_us)
    assert refused is not None and refused.facts["until"] == moment_text(until_us)
    assert next_flag(stopped) == (until_us + 50 * SECOND, ANN)
    assert code(stopped, Resign("ann", ANN), at_us) == "", "who wants to go may go"
    played = given(stopped, play, until_us + SECOND)
    assert played.stopped is msgspec.UNSET and seat_clock(played, ANN).spent_us == 11 * SECOND
    for_good = given(state, StopGame("judge", None, "", ROLE), at_us)
    assert GAME.legal(for_good, ANN) == () and next_flag(for_good) is None
    assert code(for_good, play, at_us + 50 * DAY_US) == "game_stopped"
    assert GAME.objections(for_good, play)[0].code == "game_stopped"
    assert call.seat == ANN


@pytest.mark.rules("GAME-STOP-01")
def test_a_flag_that_fell_before_a_stop_is_called_after_it() -> None:
    state = given(begun(MINUTE), StopGame("judge", LATE_US + SECOND, "", ROLE), LATE_US)
    assert code(state, CallFlag("ben", ANN), LATE_US) == "game_stopped"
    assert next_flag(state) == (LATE_US + SECOND, ANN), "the service waits for the end of the stop"
    events, _ = GAME.advance(state, CallFlag("ben", ANN), GAME.chance(state), LATE_US + SECOND)
    assert events[0] == FlagFell(ANN, START_US + 60 * SECOND, "rules")


@pytest.mark.rules("GAME-CLOCK-08")
def test_only_the_own_seat_sleeps_and_rests_and_within_the_terms() -> None:
    state = begun(terms(sleep_minutes_max=480, rest_us=2 * DAY_US))
    assert code(state, SetSleep("eve", ANN, 0, 60, 0), LATE_US) == "not_your_seat"
    for bad in ((0, 481, 0), (1_440, 60, 0), (-1, 60, 0), (0, -1, 0), (0, 60, 841), (0, 60, -841)):
        assert code(state, SetSleep("ann", ANN, *bad), LATE_US) == "bad_clock"
    assert code(state, TakeRest("ben", ANN, DAY_US), LATE_US) == "not_your_seat"
    assert code(state, TakeRest("ann", ANN, MINUTE_US - 1), LATE_US) == "bad_clock"
    assert code(state, TakeRest("ann", ANN, 2 * DAY_US + 1), LATE_US) == "no_rest_left"
    rested = given(state, TakeRest("ben", BEN, DAY_US), START_US + SECOND)
    rested = given(rested, Pass(ANN, (BEN,)), START_US + 2 * SECOND)
    assert flag_due(rested, BEN) == START_US + 62 * SECOND + DAY_US


@pytest.mark.rules("GAME-CLOCK-08")
def test_due_is_the_inverse_of_awake() -> None:
    for start, minutes, offset in product((0, 1, 400, 1_439), (1, 480, 600), (-840, 0, 345)):
        sleep = Sleep(1_320, minutes, offset)
        for amount_us in (1, MINUTE_US, 3 * DAY_US + 7):
            end_us = due(start * MINUTE_US, amount_us, sleep)
            assert awake(start * MINUTE_US, end_us, sleep) == amount_us
            assert awake(start * MINUTE_US, end_us - 1, sleep) == amount_us - 1, "not a moment later"
            assert not is_asleep(end_us - 1, sleep)


@pytest.mark.rules("GAME-CLOCK-01")
def test_games_without_clocks_have_no_clock_and_the_same_bytes() -> None:
    _, state = GAME.open(OpenGame("host", "baton", 3), bytes(32), START_US)
    assert b'"clock"' not in msgspec.json.encode(state) and b'"stopped"' not in msgspec.json.encode(state)
    assert code(state, AdjustTime("judge", ANN, SECOND, "", ROLE), LATE_US) == "not_begun"
    assert code(state, LeaveSeat("ann", ANN), LATE_US) == "not_your_seat"


def test_moments_are_written_as_in_rfc_3339() -> None:
    assert moment_text(0) == "1970-01-01T00:00:00.000Z"
    assert moment_text(951_827_696_789_999) == "2000-02-29T12:34:56.789Z"
    assert moment_text(-1) == "1969-12-31T23:59:59.999Z"


@pytest.mark.rules("GAME-CLOCK-02")
def test_several_clocks_run_at_once_while_several_seats_may_act() -> None:
    """Told on the toy, in which the first two seats may show their cards in any order."""
    game = Game(TOY)
    opening = OpenGame("host", "toy", 2, {"together": True}, terms=Terms(clock=MINUTE))
    _, state = game.open(opening, bytes(32), START_US)
    commands: tuple[Any, ...] = (TakeSeat("ann", ANN), TakeSeat("ben", BEN), BeginGame("host"))
    for command in commands:
        state = game.advance(state, command, game.chance(state), START_US)[1]
    assert game.to_act(state) == (ANN, BEN)
    assert [flag_due(state, seat) for seat in (ANN, BEN)] == [START_US + 60 * SECOND] * 2
    state = game.advance(state, Show(BEN), game.chance(state), START_US + 20 * SECOND)[1]
    assert (flag_due(state, ANN), flag_due(state, BEN)) == (START_US + 60 * SECOND, None)
    assert (seat_clock(state, ANN).spent_us, seat_clock(state, BEN).spent_us) == (0, 20 * SECOND)
