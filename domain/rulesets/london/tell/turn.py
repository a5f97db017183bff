"""Lines of the frame of the game: the first player, turns, actions, and the trigger of the end."""

from typing import Final, assert_never

from domain.engine.message import Message
from domain.engine.ruleset import Line
from domain.rulesets.london import events as e
from domain.rulesets.london.tell.words import Args, line

_ACTION_RULES: Final = {
    "play": "LON-PLAY-01",
    "run": "LON-RUN-01",
    "invest": "LON-BUY-01",
    "take": "LON-TAKE-01",
}


def line_of(
    event: e.FirstPlayerDrawn
    | e.TurnBegan
    | e.StartDrawEnded
    | e.ActionBegan
    | e.ActionEnded
    | e.TurnEnded
    | e.EndTriggered,
) -> Line:
    """The line of an event that everybody may know."""
    match event:
        case e.FirstPlayerDrawn(seat=seat):
            return line(event, Message("line-FirstPlayerDrawn", {"seat": seat}), "LON-SETUP-09")
        case e.TurnBegan():
            return _turn_began(event)
        case e.StartDrawEnded(seat=seat, skipped=True):
            return line(event, Message("line-StartDrawEnded-skipped", {"seat": seat}), "LON-TURN-04", "LON-FLOW-01")
        case e.StartDrawEnded(seat=seat, skipped=skipped):
            skipping = ("LON-TURN-04",) if skipped is None else ()  # version 1 does not record it
            message = Message("line-StartDrawEnded", {"seat": seat})
            return line(event, message, "LON-TURN-03", *skipping, "LON-FLOW-01")
        case e.ActionBegan(seat=seat, action=action):
            message = Message("line-ActionBegan", {"seat": seat, "action": action})
            return line(event, message, _ACTION_RULES[action], "LON-TURN-05")
        case e.ActionEnded(seat=seat):
            return line(event, Message("line-ActionEnded", {"seat": seat}), "LON-TURN-02", "LON-TURN-06")
        case e.TurnEnded(seat=seat):
            return line(event, Message("line-TurnEnded", {"seat": seat}), "LON-TURN-01", "LON-FLOW-07")
        case e.EndTriggered(seat=seat, ending="deck"):
            message = Message("line-EndTriggered-deck", {"seat": seat})
            return line(event, message, "LON-END-01", "LON-END-03", "LON-RULING-28")
        case e.EndTriggered(seat=seat):
            return line(event, Message("line-EndTriggered-idle", {"seat": seat}), "LON-RULING-45", "LON-END-03")
        case _:
            assert_never(event)


def _turn_began(event: e.TurnBegan) -> Line:
    turn: Args = {"seat": event.seat, "number": event.number}
    if event.draw_max == event.draw_min:
        return line(event, Message("line-TurnBegan", turn), "LON-TURN-01", "LON-TURN-03")
    message = Message("line-TurnBegan-parliament", {**turn, "least": event.draw_min, "most": event.draw_max})
    return line(event, message, "LON-TURN-01", "LON-CARD-PARLIAMENT.1", "LON-RULING-25")
