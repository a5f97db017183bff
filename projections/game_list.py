"""The list of games: one row per game, with public facts only. Never reads a score track that only some viewers may
see.

The row of a game whose spectators are delayed (GAME-DELAY-01, -02) stands at the game's head, because the bots need it
there, and says from when everybody may see it. Until then lists show the newest row of a single step that is due. No
row ever says more than its step.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from domain.engine.score import Track
from domain.engine.step import BEFORE_FIRST, Step
from domain.engine.viewer import SPECTATOR, Seat
from domain.game import Game, GameState
from domain.game.clocks.rules import is_stopped_for_good
from domain.game.terms import Delay
from domain.log.record import Recorded
from projections.clock_due import clock_due
from projections.ports import Projection, Row

NEVER_US: Final = 2**63 - 1
"""A time that never comes."""


class ListedStep(msgspec.Struct, frozen=True):
    """A game after step `version`, as everybody may see it in a list from the time `shows_us` (0: at once).

    `persons`: by seat, the principal whose name the seat has; "" for a free seat and for a bot's own. `bots`: by seat,
    the bot that plays it, or "". `holders`: by seat, the principal who may play it, or "": nobody after resigning or
    handing the seat to a bot. `leaders`: the seats in front if the game ended now, by the scores that every viewer
    may see; empty before play. `winners`: the seats in first place, once the game is over. `fork`: whether it continues
    from another game. Names and the title stand beside the log, where they can be erased: no row of a projection has
    them (GAME-PERSON-01).

    Times are microseconds since 1970 (UTC); `opened_us` is the first step's, `moved_us` this one's.
    """

    game_id: str
    ruleset: str
    phase: str
    version: Step
    turn: int
    persons: tuple[str, ...]
    bots: tuple[str, ...]
    holders: tuple[str, ...]
    to_act: tuple[Seat, ...]
    leaders: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    sandbox: bool
    fork: bool
    opened_us: int
    moved_us: int
    shows_us: int


class ListedGame(ListedStep, frozen=True):
    """A game at its head.

    `public_version`: the last step whose row lists may show while they may not show this one. The rows of a delay in
    time say themselves when they may be shown. `bot_to_act`: whether a bot may move now. `host`: the principal who
    opened it. `begun`: the step with which play began (0: not yet). `delay_steps`: how many steps spectators are
    behind; 0: a delay in time; None: no delay.
    """

    public_version: Step
    bot_to_act: bool
    host: str
    begun: Step
    delay_steps: int | None


class GameStart(msgspec.Struct, frozen=True):
    """The time of the first step, and the step with which play began (0: not yet)."""

    opened_us: int
    begun: Step


class Visibility(NamedTuple):
    """From when spectators may see a game at one step, and the last step they may see until then."""

    shows_us: int
    public_version: Step


def fold(
    game: Game, accumulator: GameStart | None, step: Recorded, state: GameState
) -> tuple[GameStart, tuple[Row, ...]]:
    """The game's row after `step`. In a delayed game the row of the step comes before it."""
    start = accumulator or GameStart(step.body.time_us, BEFORE_FIRST)
    if not start.begun and state.phase == "playing":
        start = GameStart(start.opened_us, step.version)
    row = _row(game, start, step, state)
    due = clock_due(step.body.stream, state) if step.moment.ends else None
    more: tuple[Row, ...] = () if due is None else (due,)
    if state.delay is None:
        return start, (row, *more)
    facts = {name: getattr(row, name) for name in ListedStep.__struct_fields__}
    facts["shows_us"] = 0 if state.delay.steps else row.shows_us
    return start, (ListedStep(**facts), row, *more)


def _row(game: Game, start: GameStart, step: Recorded, state: GameState) -> ListedGame:
    to_act = game.to_act(state)
    moved_us = step.body.time_us
    shows_us, public_version = visibility(state.delay, start.begun, step.version, moved_us, over=state.over)
    if state.sealed:  # GAME-FORK-04: no list ever shows it
        shows_us, public_version = NEVER_US, BEFORE_FIRST
    return ListedGame(
        game_id=step.body.stream,
        ruleset=state.ruleset,
        phase=state.phase,
        version=step.version,
        turn=game.turn(state),
        persons=tuple(seat.person for seat in state.seats),
        bots=tuple(seat.bot for seat in state.seats),
        holders=tuple(seat.principal or "" for seat in state.seats),
        to_act=to_act,
        leaders=leaders(game.tracks(state, SPECTATOR)),
        winners=() if state.result is None else state.result.winners,
        sandbox=state.sandbox is not None,
        fork=state.is_fork,
        opened_us=start.opened_us,
        moved_us=moved_us,
        shows_us=shows_us,
        public_version=public_version,
        bot_to_act=not is_stopped_for_good(state) and any(state.seats[seat].bot for seat in to_act),
        host=state.host,
        begun=start.begun,
        delay_steps=None if state.delay is None else state.delay.steps,
    )


def visibility(delay: Delay | None, begun: Step, version: Step, moved_us: int, *, over: bool) -> Visibility:
    """When spectators may see a game whose play began at step `begun` and whose last step is `version`.

    Steps before the beginning of play are never delayed (GAME-DELAY-01). A test compares this with
    `services.reads.horizon`.
    """
    if delay is None or not begun:
        return Visibility(0, version)
    if delay.seconds:
        return Visibility(moved_us + delay.seconds * 1_000_000, version)
    if over:
        return Visibility(0, version)
    return Visibility(NEVER_US, Step(max(begun - 1, version - delay.steps, 1)))


def leaders(tracks: Sequence[Track]) -> tuple[Seat, ...]:
    """The seats with the most points if the game ended now. `tracks` are those that every viewer may see."""
    totals: dict[Seat, int] = {}
    for track in tracks:
        assert track.visible_to is None, "a list shows what everybody may know"
        totals[track.seat] = totals.get(track.seat, 0) + track.if_over
    best = max(totals.values(), default=0)
    return tuple(seat for seat in sorted(totals) if totals[seat] == best)


GAME_LIST: Final = Projection("game_list", fold)
