"""LOCAL: each command is decided by the other version on the state as it was recorded. So nothing drifts: draws hang
on the numbers of steps, and those stay as they were."""

from domain.engine.refusal import Refused
from domain.game import Game
from domain.game.events import GameEnded
from domain.game.rulings.decide import needs_past
from domain.log.refusals import decode_refusal
from services.readjudicate.alike import Alike
from services.readjudicate.carried import carried
from services.readjudicate.compared import compare, difference, types_of
from services.readjudicate.findings import SeatResult, Tally, seats_result
from services.readjudicate.recorded import RecordedCommand, Recording, names_version


def local(recording: Recording, by: Game, other: Game, tally: Tally) -> tuple[SeatResult, ...]:
    """Counts what differs. Returns the result by the other version, if the last command leads to one."""
    result: tuple[SeatResult, ...] = ()
    alike = Alike(recording, by, other, tally)
    while True:
        left = alike.go_on()
        if recording.next == len(recording.stored):
            return result
        tally.commands += 1
        each = recording.take()
        if each.before is None or names_version(each.command):
            continue
        # By the game's own version it goes on by the later ones that a ruling moved it to (GAME-VERSION-02).
        state = each.before if other.ruleset is by.ruleset else carried(each.before, other.ruleset)
        try:
            past = each.past if needs_past(each.command) else ()  # what was drawn and learned is on the record
            events, after = other.advance(
                state, each.command, other.chance(state), each.stored.time_us, past, left.decided
            )
        except Refused as refused:
            _refused(each, refused, tally)
            continue
        if each.stored.outcome == "refused":
            tally.add(difference(each, "now_allowed", (decode_refusal(each.stored.answer).code,), types_of(events)))
            continue
        each.begins_with(left.begin)
        if left.differs or not alike.is_recorded(each, events, after):
            compare(each, events, after.position, by, tally)
        ended = next((event for event in events if type(event) is GameEnded), None)
        result = result if ended is None else seats_result(ended.outcome)


def _refused(each: RecordedCommand, refused: Refused, tally: Tally) -> None:
    if each.stored.outcome == "accepted":
        tally.add(difference(each, "now_refused", types_of(each.events), (refused.code,), refused.rules))
        return
    code = decode_refusal(each.stored.answer).code
    if code != refused.code:
        tally.add(difference(each, "other_code", (code,), (refused.code,), refused.rules))
