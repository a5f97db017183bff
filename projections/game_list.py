"""The list of games: one row a game, holding public facts only. Pure; never looks at a track that not all eyes may see.

Of a game whose spectators are behind (GAME-DELAY-01, -02) the row stands at the head, for the house, and says from when on
anybody may see it. Until then lists show the newest of the game's step rows that is due. No row ever says more than its step.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from domain.engine.score import Track
from domain.engine.viewer import SPECTATOR, Seat
from domain.game import Game, GameState, Recorded
from domain.game.terms import Delay
from projections.ports import Projection, Row

NEVER_US: Final = 2**63 - 1
"""A moment that does not come."""


class ListedStep(msgspec.Struct, frozen=True):
    """A game after step `version`, as anybody may see it in a list from `shows_us` on (0: at once).

    `seats`: what the seats are called, "" while a seat is free. `leaders`: the seats in front by what all eyes may see of
    the score if the game ended now; none before play. `winners`: those in first place, once the game is over. Times in
    microseconds since 1970 (UTC); `opened_us`, `moved_us`: of the first step and of this one.
    """

    game_id: str
    ruleset: str
    title: str
    phase: str
    version: int
    turn: int
    seats: tuple[str, ...]
    to_act: tuple[Seat, ...]
    leaders: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    sandbox: bool
    opened_us: int
    moved_us: int
    shows_us: int


class ListedGame(ListedStep, frozen=True):
    """A game at its head. `shown`: the last step whose row may be shown while this one may not; rows of a delay in time say
    for themselves when they may. `bot_to_act`: whether a bot of the house may move now."""

    shown: int
    bot_to_act: bool


class Memo(msgspec.Struct, frozen=True):
    """The time of the first step, and the step with which play began (0: not yet)."""

    opened_us: int
    begun: int


def fold(game: Game, memo: Memo | None, step: Recorded, state: GameState) -> tuple[Memo, tuple[Row, ...]]:
    """The game's row after `step`, and before it, of a delayed game, the row of the step."""
    if memo is None:
        memo = Memo(step.body.time_us, 0)
    if not memo.begun and state.phase == "playing":
        memo = Memo(memo.opened_us, step.version)
    row = _row(game, memo, step, state)
    if state.delay is None:
        return memo, (row,)
    facts = {name: getattr(row, name) for name in ListedStep.__struct_fields__}
    facts["shows_us"] = 0 if state.delay.steps else row.shows_us
    return memo, (ListedStep(**facts), row)


def _row(game: Game, memo: Memo, step: Recorded, state: GameState) -> ListedGame:
    to_act = game.to_act(state)
    moved_us = step.body.time_us
    shows_us, shown = when_shown(state.delay, memo.begun, step.version, moved_us, over=state.over)
    if state.sealed:  # GAME-FORK-04: no list ever shows it
        shows_us, shown = NEVER_US, 0
    return ListedGame(
        game_id=step.body.game,
        ruleset=state.ruleset,
        title=state.title,
        phase=state.phase,
        version=step.version,
        turn=game.turn(state),
        seats=tuple(seat.name for seat in state.seats),
        to_act=to_act,
        leaders=leaders(game.tracks(state, SPECTATOR)),
        winners=() if state.result is None else state.result.winners,
        sandbox=state.sandbox is not None,
        opened_us=memo.opened_us,
        moved_us=moved_us,
        shows_us=shows_us,
        shown=shown,
        bot_to_act=any(state.seats[seat].bot for seat in to_act),
    )


def when_shown(delay: Delay | None, begun: int, version: int, moved_us: int, *, over: bool) -> tuple[int, int]:
    """(from when on the game may be shown at this step, the last step that may be shown until then), for spectators.

    What was done before play began is never held back (GAME-DELAY-01). Agrees with `services.horizon`, by test.
    """
    if delay is None or not begun:
        return 0, version
    if delay.seconds:
        return moved_us + delay.seconds * 1_000_000, version
    return (0, version) if over else (NEVER_US, max(begun - 1, version - delay.steps, 1))


def leaders(tracks: Sequence[Track]) -> tuple[Seat, ...]:
    """The seats with the most points if the game ended now, by the tracks that all eyes may see."""
    totals: dict[Seat, int] = {}
    for track in tracks:
        assert track.visible_to is None, "a list shows what everybody may know"
        totals[track.seat] = totals.get(track.seat, 0) + track.if_over
    best = max(totals.values(), default=0)
    return tuple(seat for seat in sorted(totals) if totals[seat] == best)


GAME_LIST: Final = Projection("game_list", fold)
