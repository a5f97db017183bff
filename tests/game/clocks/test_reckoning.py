"""Laws over any schedule: every clock adds up, and a second reckoner says the same at every step.

`EMBERLOG_CLOCK_SCHEDULES` is how many long schedules the campaign plays.
"""

import os
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
from hypothesis import Phase, settings
from hypothesis import given as forall
from hypothesis import strategies as st

from domain.engine.step import Moment
from domain.engine.viewer import seat_of, seats_of
from domain.game import GameState
from domain.game.authority import Authority
from domain.game.clocks.commands import AdjustTime, CallFlag, ResumeGame, SetSleep, StopGame, TakeRest
from domain.game.clocks.ledger import entries
from domain.game.clocks.reckoning import reading
from domain.game.clocks.rules import flag_due, stop_of
from domain.game.clocks.sleep import DAY_US, MINUTE_US
from domain.game.clocks.state import ClockState
from domain.game.clocks.terms import ClockTerms
from tests.game.clocks.baton import PEOPLE, SECOND, START_US, Pass, begun, given
from tests.game.clocks.naive import Naive

SEATS = 3
ROLE = Authority("arbiter")
LONG_SCHEDULES = int(os.environ.get("EMBERLOG_CLOCK_SCHEDULES") or "2000")
FLAGS = st.sampled_from(["rules", "claim"])


@dataclass(frozen=True)
class Act:
    """Something that is tried `wait` ticks after the one before."""

    wait: int
    what: str
    seat: int
    number: int
    then: tuple[int, ...]


ACTS = st.builds(
    Act,
    wait=st.integers(0, 40),
    what=st.sampled_from(["pass"] * 8 + ["stop", "resume", "adjust", "call", "sleep", "rest", "watch"]),
    seat=st.integers(0, SEATS - 1),
    number=st.integers(-30, 60),
    then=st.sets(st.integers(0, SEATS - 1), min_size=1).map(lambda seats: tuple(sorted(seats))),
)


def terms(tick_us: int, kind: str, flag: str, amount: int, more: int, lag: int) -> ClockTerms:
    """Terms in ticks; none shorter than the bounds of the game allow."""
    bank = amount * tick_us if kind != "each" else 0
    return ClockTerms(
        kind=kind,  # type: ignore[arg-type]
        bank_us=bank,
        add_us=more * tick_us if kind == "bank" else 0,
        cap_us=bank + more * tick_us * 2 if kind == "bank" and more % 2 else 0,
        free_us=(more + 1) * tick_us if kind == "free" else 0,
        each_us=amount * tick_us if kind == "each" else 0,
        lag_us=SECOND if lag and tick_us == SECOND else 0,
        lag_max_us=lag * SECOND if tick_us == SECOND else 0,
        overtime_us=20 * tick_us,
        flag=flag,  # type: ignore[arg-type]
        sleep_minutes_max=600,
        rest_us=90 * tick_us,
    )


TERMS = st.builds(
    terms,
    st.sampled_from([SECOND, 30 * MINUTE_US]),
    st.sampled_from(["bank", "free", "each"]),
    FLAGS,
    st.integers(1, 60),
    st.integers(0, 12),
    st.integers(0, 5),
)


class Both:
    """A game and the naive reckoner, led through the same schedule."""

    def __init__(self, clock: ClockTerms) -> None:
        self.tick_us = SECOND if clock.overtime_us == 20 * SECOND else 30 * MINUTE_US
        self.state = begun(clock, SEATS)
        self.naive = Naive(clock, SEATS, self.tick_us, START_US % DAY_US // self.tick_us)
        self.states = [self.state]
        self.clock = clock

    @property
    def at_us(self) -> int:
        """The time of the schedule."""
        return START_US + self.naive.now * self.tick_us

    def do(self, act: Act) -> None:
        """Does it with both, where the rules allow it."""
        self.naive.live_until(self.naive.now + act.wait)
        before = self.state
        match act.what:
            case "pass":
                self._pass(act)
            case "stop" if stop_of(before, self.at_us) is None:
                until = self.naive.now + act.number if act.number > 0 else None
                self.naive.stop(until)
                until_us = None if until is None else START_US + until * self.tick_us
                self._give(StopGame("judge", until_us, "", ROLE))
            case "resume" if stop_of(before, self.at_us) is not None:
                self.naive.resume()
                self._give(ResumeGame("judge", ROLE))
            case "adjust" if act.number:
                self._adjust(act)
            case "call":
                self._call(act)
            case "sleep" if self.tick_us > SECOND:
                first, length = act.number % 48, min(abs(act.number), 20)
                self.naive.clocks[act.seat].next_sleep = (first, length) if length else None
                self._own(SetSleep(PEOPLE[act.seat], seat_of(act.seat), first * 30, length * 30, 0))
            case "rest" if self._may_rest(act):
                self.naive.clocks[act.seat].rest_next += act.number
                self._own(TakeRest(PEOPLE[act.seat], seat_of(act.seat), act.number * self.tick_us))
        if self.state is not before:
            self.states.append(self.state)
        self.check()

    def _may_rest(self, act: Act) -> bool:
        clocks = self.state.clock
        assert isinstance(clocks, ClockState)
        us = act.number * self.tick_us
        return MINUTE_US <= us <= clocks.seats[act.seat].rest_left_us

    def _pass(self, act: Act) -> None:
        seat, position = seat_of(act.seat), self.state.position
        due_us = flag_due(self.state, seat)
        fallen = due_us is not None and due_us <= self.at_us and self.clock.flag != "claim"
        if seat not in position.acting or stop_of(self.state, self.at_us) is not None or fallen:
            return
        turns = act.number % 2
        self.naive.acts(act.seat, act.then, position.turn + turns)
        self._give(Pass(seat, tuple(map(seat_of, act.then)), turns))

    def _own(self, command: SetSleep | TakeRest) -> None:
        """A command of a seat that changes nothing but its clock counts as one of its commands."""
        self.naive.acts(command.seat, self.state.position.acting, self.state.position.turn)
        self._give(command)

    def _adjust(self, act: Act) -> None:
        clock = self.naive.clocks[act.seat]
        bank = clock.bank - min(max(clock.counted - clock.free, 0), clock.bank)
        ticks = max(act.number, -bank)
        self.naive.adjusted(clock, ticks)
        self._give(AdjustTime("judge", seat_of(act.seat), act.number * self.tick_us, "", ROLE))

    def _call(self, act: Act) -> None:
        due_us = flag_due(self.state, seat_of(act.seat))
        if due_us is None or due_us > self.at_us or stop_of(self.state, self.at_us) is not None:
            return
        before = self.state
        self._give(CallFlag("service", seat_of(act.seat), ROLE))
        acting, turn = before.position.acting, before.position.turn
        for seat in _called(before, self.state):
            rest = tuple(each for each in acting if each != seat)
            acting = (rest or acting) if seat in acting else acting
            self.naive.call(seat, acting, turn)

    def _give(self, command: object) -> None:
        self.state = given(self.state, command, self.at_us)  # type: ignore[arg-type]

    def check(self) -> None:
        """Compares every clock with the naive one, and adds it up."""
        clocks = self.state.clock
        assert isinstance(clocks, ClockState)
        for seat in seats_of(SEATS):
            shows, mine, naive = reading(self.clock, clocks, seat, self.at_us), clocks.seats[seat], self.naive
            assert shows.left_us == naive.left(seat) * self.tick_us
            fell_at = naive.clocks[seat].fell_at
            assert shows.fallen == (fell_at is not None)
            running_us = mine.left_us - shows.bank_us
            bank_us = self.clock.bank_us + mine.credited_us + mine.adjusted_us
            assert mine.spent_us + running_us + shows.bank_us == bank_us
            assert mine.spent_us + running_us == naive.spent_so_far(seat) * self.tick_us
            assert mine.credited_us == naive.clocks[seat].credits * self.tick_us
            assert mine.adjusted_us == naive.clocks[seat].adjusted * self.tick_us
            assert shows.bank_us >= 0


def _called(before: GameState, after: GameState) -> list[int]:
    """The seats whose flags a command called, the earliest fall first."""
    was, now = before.clock, after.clock
    assert isinstance(was, ClockState) and isinstance(now, ClockState)
    seats = [seat for seat in seats_of(SEATS) if now.seats[seat].flags > was.seats[seat].flags]
    return sorted(seats, key=lambda seat: (flag_due(before, seat), seat))


@pytest.mark.rules("GAME-CLOCK-02", "GAME-CLOCK-03", "GAME-CLOCK-04", "GAME-CLOCK-08", "GAME-CLOCK-09")
@settings(max_examples=150, deadline=None)
@forall(TERMS, st.lists(ACTS, max_size=25))
def test_every_clock_adds_up_and_a_second_reckoner_agrees(clock: ClockTerms, acts: list[Act]) -> None:
    both = Both(clock)
    for act in acts:
        both.do(act)
    ledger_adds_up(both.states)


@pytest.mark.campaign
@settings(max_examples=LONG_SCHEDULES, deadline=None, phases=set(Phase) - {Phase.shrink})
@forall(TERMS, st.lists(ACTS, max_size=60))
def test_long_schedules_add_up(clock: ClockTerms, acts: list[Act]) -> None:
    """A schedule that fails is printed as it is: to make one of sixty acts small takes minutes."""
    both = Both(clock)
    for act in acts:
        both.do(act)
    ledger_adds_up(both.states)


def ledger_adds_up(states: list[GameState]) -> None:
    """The ledger has every change of a bank, and nothing else."""
    for before, after in pairwise(states):
        moment = Moment(after.at_us, ends=True)
        listed = entries(before, after, moment)
        assert isinstance(before.clock, ClockState) and isinstance(after.clock, ClockState)
        for seat in seats_of(SEATS):
            banked = sum(e.us for e in listed if e.seat == seat and e.kind in ("spent", "credit", "adjusted"))
            was, now = before.clock.seats[seat], after.clock.seats[seat]
            assert now.left_us - was.left_us == banked
            over = was.acting and (not now.acting or now.flags > was.flags)
            assert all(e.ends_stint == over for e in listed if e.seat == seat)


@pytest.mark.rules("GAME-STOP-01", "GAME-CLOCK-02")
@settings(max_examples=60, deadline=None)
@forall(TERMS, st.lists(ACTS.filter(lambda act: act.what == "pass"), max_size=12), st.data())
def test_a_stop_anywhere_changes_no_sum(clock: ClockTerms, acts: list[Act], data: st.DataObject) -> None:
    """The same schedule with a stop in it shows the same clocks, as much later as the stop took."""
    at = data.draw(st.integers(0, len(acts)))
    inside, pause = data.draw(st.integers(0, 40)), data.draw(st.integers(0, 1_000))
    plain, stopped = Both(clock), Both(clock)
    for number, act in enumerate([*acts, Act(0, "watch", 0, 0, (0,))]):
        plain.do(act)
        first = min(inside, act.wait)
        if number == at:
            stopped.do(Act(first, "stop", 0, 0, (0,)))
            stopped.do(Act(pause, "resume", 0, 0, (0,)))
        stopped.do(replace(act, wait=act.wait - first) if number == at else act)
    assert [plain.naive.left(seat) for seat in range(SEATS)] == [stopped.naive.left(seat) for seat in range(SEATS)]
    for seat in seats_of(SEATS):
        one, other = (
            reading(clock, each.state.clock, seat, each.at_us)  # type: ignore[arg-type]
            for each in (plain, stopped)
        )
        assert (one.left_us, one.bank_us, one.fallen) == (other.left_us, other.bank_us, other.fallen)
