"""The list of games: one row a game, holding public facts only. Pure; never looks at a track that not all eyes may see."""

from collections.abc import Sequence
from typing import Final

import msgspec

from domain.engine.score import Track
from domain.engine.viewer import SPECTATOR, Seat
from domain.game import Game, GameState, Recorded
from projections.ports import Projection


class ListedGame(msgspec.Struct, frozen=True):
    """A game as anybody may see it in a list.

    `seats`: what the seats are called, "" while a seat is free. `leaders`: the seats in front by what all eyes may see of
    the score if the game ended now; none before play. `winners`: those in first place, once the game is over.
    `house_to_act`: whether a bot of the house may move now. Times in microseconds since 1970 (UTC), of the first and
    the last step.
    """

    game_id: str
    ruleset: str
    title: str
    phase: str
    version: int
    seats: tuple[str, ...]
    to_act: tuple[Seat, ...]
    house_to_act: bool
    leaders: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    opened_us: int
    moved_us: int


def fold(game: Game, memo: int | None, step: Recorded, state: GameState) -> tuple[int, tuple[ListedGame, ...]]:
    """The game's row after `step`. The memo is the time of the first step."""
    opened_us = step.body.time_us if memo is None else memo
    to_act = game.to_act(state)
    row = ListedGame(
        game_id=step.body.game,
        ruleset=state.ruleset,
        title=state.title,
        phase=state.phase,
        version=step.version,
        seats=tuple(seat.name for seat in state.seats),
        to_act=to_act,
        house_to_act=any(state.seats[seat].bot for seat in to_act),
        leaders=leaders(game.tracks(state, SPECTATOR)),
        winners=() if state.result is None else state.result.winners,
        opened_us=opened_us,
        moved_us=step.body.time_us,
    )
    return opened_us, (row,)


def leaders(tracks: Sequence[Track]) -> tuple[Seat, ...]:
    """The seats with the most points if the game ended now, by the tracks that all eyes may see."""
    totals: dict[Seat, int] = {}
    for track in tracks:
        assert track.eyes is None, "a list shows what everybody may know"
        totals[track.seat] = totals.get(track.seat, 0) + track.if_over
    best = max(totals.values(), default=0)
    return tuple(seat for seat in sorted(totals) if totals[seat] == best)


GAME_LIST: Final = Projection("game_list", fold)
