"""What is allowed in a game, whatever its ruleset (rules.md).

Phases: open -> playing -> over, or -> abandoned from either of the first two.
"""

from collections.abc import Mapping

import msgspec

from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.score import Outcome, Place
from domain.engine.viewer import Seat, seats_of
from domain.game.clocks.terms import ClockTerms, why_not_clock
from domain.game.commands import (
    AbandonGame,
    BeginGame,
    CallTime,
    ForkGame,
    LeaveSeat,
    OpenGame,
    Resign,
    SeatBot,
    TakeSeat,
)
from domain.game.state import GameState
from domain.game.terms import Delay, Sandbox, TakeBacks, Terms

DELAY_STEPS_MAX = 1_000
DELAY_SECONDS_MAX = 24 * 60 * 60
PACE_MS_MAX = 10_000
FAULTS_MAX = 50
FAULT_MS_MAX = 30_000
REVEALED_MAX = 1_000


def why_not_open_game(ruleset: AnyRuleset, command: OpenGame) -> Refused | None:
    """GAME-OPEN-01: a number of seats that the ruleset allows, options that it knows."""
    if not ruleset.seats_min <= command.seats <= ruleset.seats_max:
        return Refused(
            "wrong_number_of_seats",
            rules=("GAME-OPEN-01",),
            title=ruleset.title,
            seats=command.seats,
            seats_min=ruleset.seats_min,
            seats_max=ruleset.seats_max,
        )
    terms = command.terms if isinstance(command.terms, Terms) else Terms()
    refused = why_not_clock(terms.clock) if isinstance(terms.clock, ClockTerms) else None
    refused = (
        refused
        or _why_not_delay(terms.delay)
        or _why_not_sandbox(terms.sandbox, command.seed)
        or _why_not_take_backs(terms.take_backs)
    )
    if refused is not None:
        return refused
    try:
        options = read_options(ruleset, command.options)
        ruleset.initial(command.seats, options)
    except msgspec.ValidationError as error:
        return Refused(
            "unknown_option",
            rules=("GAME-OPEN-01",),
            error=str(error),
            options=tuple(field.name for field in msgspec.structs.fields(ruleset.options)),
        )
    except Refused as refused:
        return refused
    return None


def _why_not_delay(delay: Delay | None) -> Refused | None:
    """A delay in steps or in seconds, within bounds (GAME-DELAY-01)."""
    if delay is None:
        return None
    in_steps = 1 <= delay.steps <= DELAY_STEPS_MAX and delay.seconds == 0
    in_seconds = 1 <= delay.seconds <= DELAY_SECONDS_MAX and delay.steps == 0
    if in_steps or in_seconds:
        return None
    return Refused(
        "bad_delay",
        rules=("GAME-DELAY-01",),
        steps=delay.steps,
        seconds=delay.seconds,
        steps_max=DELAY_STEPS_MAX,
        seconds_max=DELAY_SECONDS_MAX,
    )


def _why_not_sandbox(sandbox: Sandbox | None, seed: str | msgspec.UnsetType) -> Refused | None:
    """A pace and faults within bounds, a seed only for a sandbox (GAME-SAND-02, GAME-SAND-03)."""
    if sandbox is None:
        if isinstance(seed, str):
            return Refused("seed_without_sandbox", rules=("GAME-SAND-02",))
        return None
    if not 0 <= sandbox.pace_ms <= PACE_MS_MAX:
        return Refused("bad_pace", rules=("GAME-SAND-02",), ms_max=PACE_MS_MAX)
    if len(sandbox.faults) > FAULTS_MAX or any(
        fault.at < 1 or not 0 <= fault.ms <= FAULT_MS_MAX for fault in sandbox.faults
    ):
        return Refused("bad_faults", rules=("GAME-SAND-03",), faults_max=FAULTS_MAX, ms_max=FAULT_MS_MAX)
    return None


def _why_not_take_backs(given: TakeBacks | msgspec.UnsetType) -> Refused | None:
    """A number within bounds, where seats take back by themselves (GAME-BACK-01, GAME-BACK-03)."""
    if not isinstance(given, TakeBacks) or given.revealed_max is None:
        return None
    if given.policy in ("free", "consent") and 0 <= given.revealed_max <= REVEALED_MAX:
        return None
    return Refused("bad_take_backs", rules=("GAME-BACK-03",), max=REVEALED_MAX)


def why_not_fork(origin: GameState, command: ForkGame, to_act: tuple[Seat, ...]) -> Refused | None:
    """GAME-FORK-01: from a step at which somebody could act, on a seat of the game."""
    if not to_act:
        return Refused("nothing_to_play", rules=("GAME-FORK-01",), phase=origin.phase)
    if not 0 <= command.seat < len(origin.seats):
        return _no_such_seat(origin, "GAME-FORK-01")
    return None


def read_options(ruleset: AnyRuleset, options: Mapping[str, object]) -> msgspec.Struct:
    """Returns the ruleset's typed options. Raises `msgspec.ValidationError` for an unknown name or value."""
    known = {field.name for field in msgspec.structs.fields(ruleset.options)}
    for name in options:
        if name not in known:
            raise msgspec.ValidationError(f"there is no option `{name}`")
    read: msgspec.Struct = msgspec.convert(dict(options), ruleset.options)
    return read


def why_not_take_seat(state: GameState, command: TakeSeat) -> Refused | None:
    """A free seat, one for each principal (GAME-SEAT-01, GAME-SEAT-02)."""
    if state.phase != "open":
        return _not_open(state, "GAME-SEAT-01")
    own = state.seat_of(command.by)
    if own is not None:
        return Refused(
            "already_seated",
            rules=("GAME-SEAT-02",),
            seat=own,
        )
    free = free_seats(state)
    if not free or (command.seat is not None and command.seat not in free):
        return Refused("seat_not_free", rules=("GAME-SEAT-01",), free=free)
    return None


def free_seats(state: GameState) -> tuple[Seat, ...]:
    """The seats nobody has taken, lowest first."""
    return tuple(seat for seat in seats_of(len(state.seats)) if not state.seats[seat].taken)


def why_not_leave_seat(state: GameState, command: LeaveSeat) -> Refused | None:
    """Before the game begins, by the player of the seat, or by the host for a bot (GAME-SEAT-03)."""
    if state.phase != "open":
        return _not_open(state, "GAME-SEAT-03")
    if not 0 <= command.seat < len(state.seats):
        return _no_such_seat(state, "GAME-SEAT-03")
    occupant = state.seats[command.seat]
    if occupant.principal != command.by and not (occupant.bot and state.host == command.by):
        return Refused(
            "not_your_seat",
            rules=("GAME-SEAT-03",),
            to="leave",
            seat=command.seat,
        )
    return None


def why_not_seat_bot(ruleset: AnyRuleset, state: GameState, command: SeatBot) -> Refused | None:
    """GAME-BOT-01 before play: the host, on a free seat. GAME-BOT-02 during play: the player of the seat, or an
    arbiter."""
    if state.over:
        return _over(state, "GAME-BOT-02")
    if not 0 <= command.seat < len(state.seats):
        return _no_such_seat(state, "GAME-BOT-01")
    if command.bot and command.bot not in ruleset.bots:
        return Refused(
            "unknown_bot",
            rules=("GAME-BOT-01",),
            title=ruleset.title,
            bots=tuple(ruleset.bots),
        )
    occupant = state.seats[command.seat]
    if state.phase == "open":
        if command.by != state.host:
            return Refused("not_the_host", rules=("GAME-BOT-01",), to="seat_bots")
        if occupant.taken:
            return Refused("seat_not_free", rules=("GAME-BOT-01",), free=free_seats(state))
        return None
    if occupant.bot:
        return Refused("already_a_bot", rules=("GAME-BOT-02",))
    if occupant.principal != command.by and command.authority is None:
        return Refused(
            "not_your_seat",
            rules=("GAME-BOT-02",),
            to="hand_over",
            seat=command.seat,
        )
    return None


def why_not_begin(state: GameState, command: BeginGame) -> Refused | None:
    """By the host, once every seat is taken (GAME-BEGIN-01)."""
    if state.phase != "open":
        return _not_open(state, "GAME-BEGIN-01")
    if command.by != state.host:
        return Refused("not_the_host", rules=("GAME-BEGIN-01",), to="begin")
    free = free_seats(state)
    if free:
        return Refused(
            "seats_free",
            rules=("GAME-BEGIN-01",),
            free=free,
            count=len(free),
            seats=len(state.seats),
        )
    return None


def why_not_resign(state: GameState, command: Resign) -> Refused | None:
    """During play, by the player of the seat (GAME-RESIGN-01)."""
    refused = why_not_play(state, command.seat, "GAME-RESIGN-01")
    if refused is None and state.seats[command.seat].principal != command.by:
        refused = Refused("not_your_seat", rules=("GAME-RESIGN-01",), to="resign")
    return refused


def why_not_call_time(state: GameState, command: CallTime, to_act: tuple[Seat, ...]) -> Refused | None:
    """GAME-TIME-01: an arbiter who does not play here, on a seat that may act."""
    refused = why_not_play(state, command.seat, "GAME-TIME-01")
    if refused is not None:
        return refused
    if command.authority is None or state.seat_of(command.by) is not None:
        return Refused("not_an_arbiter", rules=("GAME-TIME-01",))
    if state.clock_terms is not None:
        return Refused("has_clock", rules=("GAME-TIME-01", "GAME-CLOCK-06"), seat=command.seat)
    if command.seat not in to_act:
        return Refused("not_to_act", rules=("GAME-TIME-01",), to_act=to_act, seat=command.seat)
    return None


def why_not_abandon(state: GameState, command: AbandonGame) -> Refused | None:
    """GAME-END-03: the host before the game begins, an arbiter until it is over."""
    if state.over:
        return _over(state, "GAME-END-03")
    if command.authority is None and not (state.phase == "open" and command.by == state.host):
        return Refused("not_the_host", rules=("GAME-END-03",), to="close")
    return None


def why_not_play(state: GameState, seat: Seat, rule: str = "GAME-PLAY-01") -> Refused | None:
    """GAME-PLAY-01: the game is running and has this seat."""
    if state.over:
        return _over(state, rule)
    if state.phase != "playing":
        return Refused("not_begun", rules=(rule, "GAME-BEGIN-01"), free=free_seats(state))
    if not 0 <= seat < len(state.seats):
        return _no_such_seat(state, rule)
    return None


def ranked(state: GameState, outcome: Outcome) -> Outcome:
    """The ruleset's result with the seats that resigned ranked behind all others (GAME-RESIGN-02)."""
    quitters = {seat for seat in seats_of(len(state.seats)) if state.seats[seat].resigned}
    if not quitters:
        return outcome
    keys = {place.seat: (place.seat in quitters, place.place) for place in outcome.places}
    places = tuple(_ranked_place(place, keys) for place in outcome.places)
    return Outcome(outcome.ending, places, (*outcome.rules, "GAME-RESIGN-02"))


def _ranked_place(place: Place, keys: dict[Seat, tuple[bool, int]]) -> Place:
    better = sum(1 for key in keys.values() if key < keys[place.seat])
    return Place(place.seat, better + 1, place.points, place.sources)


def _not_open(state: GameState, rule: str) -> Refused:
    if state.over:
        return _over(state, rule)
    return Refused("already_begun", rules=(rule,), phase=state.phase)


def _over(state: GameState, rule: str) -> Refused:
    return Refused("game_over", rules=(rule, "GAME-END-01"), phase=state.phase)


def _no_such_seat(state: GameState, rule: str) -> Refused:
    return Refused("no_such_seat", rules=(rule,), seats=len(state.seats), last=len(state.seats) - 1)
