"""A second reckoner, which knows nothing of the first: it lives through a schedule tick by tick.

A tick is the shortest time of a schedule. Every command comes at a tick, and every length is a number of ticks.
"""

from dataclasses import dataclass, field

from domain.game.clocks.terms import ClockTerms


@dataclass
class Clock:
    """One seat's clock, in ticks."""

    bank: int
    free: int = 0
    acting: bool = False
    counted: int = 0
    """Ticks since the stint or the own command before."""
    lag_given: int = 0
    resting: int = 0
    rest_next: int = 0
    turn: int = 0
    credited_turn: int = 0
    fell_at: int | None = None
    stint: int = 0
    fell_in: int = 0
    overtime: bool = False
    sleep: tuple[int, int] | None = None
    next_sleep: tuple[int, int] | None = None
    """(first tick, ticks) of the day."""
    spent: int = 0
    credits: int = 0
    adjusted: int = 0


@dataclass
class Naive:
    """The clocks of a game in which seat 0 begins at tick 0. `tick_us`: the length of a tick; `day`: in ticks."""

    terms: ClockTerms
    seats: int
    tick_us: int
    first_tick_of_day: int
    now: int = 0
    stopped: bool = False
    until: int | None = None
    clocks: list[Clock] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clocks = [Clock(self._ticks(self.terms.bank_us)) for _ in range(self.seats)]
        self._begin(self.clocks[0], 1)

    def _ticks(self, us: int) -> int:
        assert us % self.tick_us == 0
        return us // self.tick_us

    @property
    def day(self) -> int:
        """How many ticks a day has."""
        return 86_400_000_000 // self.tick_us

    def live_until(self, tick: int) -> None:
        """Lives through the ticks up to this one."""
        while self.now < tick:
            if self.stopped and self.until is not None and self.until <= self.now:
                self._resume()
            for clock in self.clocks:
                self._live(clock)
            self.now += 1
            self.notice()
        if self.stopped and self.until is not None and self.until <= self.now:
            self._resume()

    def _live(self, clock: Clock) -> None:
        if not clock.acting or self.stopped:
            return
        if clock.resting:
            clock.resting -= 1
            return
        if clock.sleep is not None:
            first, length = clock.sleep
            if (self.now + self.first_tick_of_day - first) % self.day < length:
                return
        clock.counted += 1

    def _allowance(self, clock: Clock) -> int:
        return max(min(self._ticks(self.terms.lag_us), self._ticks(self.terms.lag_max_us) - clock.lag_given), 0)

    def _settle(self, clock: Clock, *, own: bool) -> None:
        """Debits what was counted."""
        allowance = self._allowance(clock)
        lag = min(clock.counted, allowance) if own else 0
        rest = clock.counted - lag
        free = min(rest, clock.free)
        spent = min(rest - free, clock.bank)
        over = rest - free - spent
        if clock.fell_at is None:
            lag += over
        clock.lag_given += lag
        clock.free -= free
        clock.bank -= spent
        clock.spent += spent
        clock.counted = 0

    def _begin(self, clock: Clock, turn: int) -> None:
        clock.acting, clock.turn, clock.counted, clock.lag_given = True, turn, 0, 0
        clock.stint += 1
        clock.free = self._ticks(self.terms.fresh_us)
        if clock.overtime:
            clock.free = max(clock.free, self._ticks(self.terms.overtime_us) - clock.bank)
        clock.sleep = clock.next_sleep
        clock.resting, clock.rest_next = clock.rest_next, 0

    def _end(self, clock: Clock) -> None:
        clock.acting, clock.free, clock.resting = False, 0, 0
        if clock.turn > clock.credited_turn:
            credit = self._ticks(self.terms.add_us)
            if self.terms.cap_us:
                credit = max(min(credit, self._ticks(self.terms.cap_us) - clock.bank), 0)
            clock.bank += credit
            clock.credits += credit
            clock.credited_turn = clock.turn
        if self.terms.flag == "claim":
            clock.fell_at = None

    def acts(self, by: int | None, acting: tuple[int, ...], turn: int) -> None:
        """A command of seat `by` was given, and now `acting` may act."""
        for seat, clock in enumerate(self.clocks):
            if clock.acting and (seat == by or seat not in acting):
                self._settle(clock, own=seat == by)
            if clock.acting and seat not in acting:
                self._end(clock)
            elif not clock.acting and seat in acting:
                self._begin(clock, turn)
        self.notice()

    def stop(self, until: int | None) -> None:
        """The game is stopped."""
        self.stopped, self.until = True, until

    def resume(self) -> None:
        """The game is resumed."""
        self._resume()

    def _resume(self) -> None:
        self.stopped, self.until = False, None
        self.notice()

    def call(self, seat: int, acting: tuple[int, ...], turn: int) -> None:
        """The flag of a seat is called; then `acting` may act."""
        clock = self.clocks[seat]
        if clock.fell_in == clock.stint and clock.acting:  # else it is the flag of a stint that is over
            clock.spent += clock.bank
            clock.bank = 0
        clock.counted, clock.fell_at = 0, None
        clock.overtime = clock.overtime or self.terms.policy == "rules"
        if clock.acting:
            self._end(clock)
        self.acts(None, acting, turn)

    def adjusted(self, clock: Clock, ticks: int) -> None:
        """An arbiter gave time, which lifts a flag, or took some."""
        if ticks > 0 and clock.fell_at is not None and clock.acting:
            self._settle(clock, own=False)
        clock.bank += ticks
        clock.adjusted += ticks
        if ticks > 0:
            clock.fell_at = None
        self.notice()

    def notice(self) -> None:
        """Notes the flags that have fallen by now."""
        for clock in self.clocks:
            exhausted = clock.counted >= clock.bank + clock.free + self._allowance(clock)
            counts = clock.acting and not self.stopped and not clock.resting
            if counts and exhausted and clock.fell_at is None:
                clock.fell_at, clock.fell_in = self.now, clock.stint

    def left(self, seat: int) -> int:
        """All that a seat may spend."""
        clock = self.clocks[seat]
        return max(clock.bank + clock.free - clock.counted, 0)

    def spent_so_far(self, seat: int) -> int:
        """What it has spent of its bank, with what is counted and not yet debited."""
        clock = self.clocks[seat]
        return clock.spent + min(max(clock.counted - clock.free, 0), clock.bank)
