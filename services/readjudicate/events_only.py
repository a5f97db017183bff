"""LOCAL over events only, by a version of another generation. It has other states, so no command can be decided on a
recorded one. What happened is told to it instead: it folds the recorded events, and after each command is compared what
any two generations have: which seats may act, the points if the game ended now, and the result.

Neither commands nor positions are compared: not whether the other version would have allowed or refused something, not
what it would have brought. `NOT_COMPARED` says so wherever the result is shown.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from domain.engine.refusal import LaterBuild
from domain.engine.step import BEFORE_FIRST, Moment, Step
from domain.engine.viewer import Seat
from domain.game import Game, GameState
from domain.game.events import GameEnded, GameForked, GameOpened
from domain.game.rulings.events import RulesetChanged
from domain.log.record import decode_body, event_reader
from services.ports import RawStep, StoredCommand
from services.readjudicate.findings import Difference, SeatResult, Tally, seats_result
from services.readjudicate.followed import Followed

NOT_COMPARED: Final = (
    "The two versions are of different generations, so only the recorded events were replayed: compared are the seats "
    "to act, the points and the result. Whether commands would be allowed, and what they would bring, was not compared."
)


class _Comparable(NamedTuple):
    """What two generations have in common after a step."""

    to_act: tuple[Seat, ...]
    points: tuple[tuple[Seat, int], ...]

    def words(self) -> tuple[str, ...]:
        """As it stands in a difference."""
        return tuple([f"seat {seat} may act" for seat in self.to_act]
                     + [f"seat {seat}: {points} points" for seat, points in self.points])  # fmt: skip


def events_only(
    rows: Sequence[RawStep], stored: Sequence[StoredCommand], by: Game, other: Game, tally: Tally
) -> Followed:
    """Counts the commands after which something comparable differs. Says where the events cannot be replayed."""
    script, theirs = by.script, event_reader(other.script)
    accepted = {each.command_id: each for each in stored if each.outcome == "accepted"}
    state: GameState | None = None
    world: GameState | None = None
    result: tuple[SeatResult, ...] = ()
    at = BEFORE_FIRST
    for row in rows:
        body, event = decode_body(script, row.body)
        moment = Moment(body.time_us, ends=body.state is not None, seat=body.seat)
        state = by.evolve(state, event, moment)
        if isinstance(event, RulesetChanged):
            return Followed(at, "a ruling moved the game to another version", result)
        if isinstance(event, GameEnded) and world is not None and world.position is not None:
            result = seats_result(other.ruleset.outcome(world.position)) or result
        why = ""
        try:
            world = other.evolve(world, _read(theirs(row.body), other), moment)
        except (msgspec.MsgspecError, LaterBuild, KeyError):
            why = f"version {other.ruleset.version} cannot read the event {row.type}"
        except Exception:  # an event of one generation may break any expectation of another one
            why = f"the event {row.type} does not fit into a game of version {other.ruleset.version}"
        if why or world is None:
            return Followed(at, why, result)
        if moment.ends:
            tally.commands += 1
            _compare(accepted.get(body.command), at, _of(by, state), _of(other, world), tally)
            at = body.version
    return Followed(None, "", result)


def _read(event: Any, other: Game) -> Any:  # noqa: ANN401
    """A recorded event for the other version. Raises KeyError for one that holds a position of its own generation."""
    if isinstance(event, GameForked):
        raise KeyError(event)
    if isinstance(event, GameOpened):
        return msgspec.structs.replace(event, ruleset_version=other.ruleset.version)
    return event


def _of(game: Game, state: GameState) -> _Comparable:
    points: dict[Seat, int] = {}
    for track in game.tracks(state):
        points[track.seat] = points.get(track.seat, 0) + track.if_over
    return _Comparable(tuple(sorted(game.to_act(state))), tuple(sorted(points.items())))


def _compare(command: StoredCommand | None, at: Step, was: _Comparable, now: _Comparable, tally: Tally) -> None:
    if was == now or command is None:
        return
    tag = str(msgspec.json.decode(command.body).get("type", "")) if command.body else ""
    only_was = tuple(each for each in was.words() if each not in now.words())
    only_now = tuple(each for each in now.words() if each not in was.words())
    tally.add(Difference(command.ordinal, at, "other_play", tag, only_was, only_now))
