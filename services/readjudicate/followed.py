"""FOLLOWED: the accepted commands are carried out in the world of the other version, until one is refused there.

Each command draws by the number of the step that it was recorded on, though the new world may have counted otherwise.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from domain.engine.refusal import Refused
from domain.engine.step import Moment, Step
from domain.game import Game, GameState
from domain.game.rulings.events import RulesetChanged
from domain.game.take_back.past import Done
from domain.log.refusals import decode_refusal
from services.readjudicate.carried import carried
from services.readjudicate.compared import compare, difference, types_of
from services.readjudicate.findings import SeatResult, Tally, seats_result
from services.readjudicate.recorded import RecordedCommand, names_version, step_before


class Followed(msgspec.Struct, frozen=True):
    """How far a game can be followed. `stops_at`: the step before the command that cannot be carried out."""

    stops_at: Step | None
    why: str
    result: tuple[SeatResult, ...]


def follow(recorded: Iterable[RecordedCommand], by: Game, other: Game, tally: Tally) -> Followed:
    """Counts what differs on the way, and says where it ends."""
    world: GameState | None = None
    past: list[Done] = []
    for each in recorded:
        tally.commands += 1
        if each.before is None:
            world = None if each.after is None else carried(each.after, other.ruleset)
            past.append(Done.on(None, Step(each.stored.first_version), each.stored.seat, each.command, each.events))
            continue
        assert world is not None, "a game begins with its opening"
        here = msgspec.structs.replace(world, version=step_before(each))
        if names_version(each.command):
            world = other.after(
                here, _without_move(each.events), Moment(each.stored.time_us, ends=True, seat=each.stored.seat)
            )
            continue
        try:
            events, after = other.advance(here, each.command, other.chance(here), each.stored.time_us, past)
        except Refused as refused:
            if each.stored.outcome == "refused":
                continue
            tally.add(difference(each, "now_refused", types_of(each.events), (refused.code,), refused.rules))
            why = f"the command after step {step_before(each)} is refused: {refused.code}"
            return Followed(step_before(each), why, ())
        if each.stored.outcome == "refused":  # nobody knows what its seat would have done next
            tally.add(difference(each, "now_allowed", (decode_refusal(each.stored.answer).code,), types_of(events)))
            continue
        compare(each, events, after.position, by, tally)
        past.append(Done.on(here, Step(each.stored.first_version), each.stored.seat, each.command, events))
        world = after
    return Followed(None, "", () if world is None else seats_result(world.result))


def _without_move(events: tuple[Any, ...]) -> tuple[Any, ...]:
    """The events of a ruling that moves the game to another version, in a world that stays with its own."""
    return tuple(event for event in events if not isinstance(event, RulesetChanged))
