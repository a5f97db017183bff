"""Lines of the frame of the game: the first player, turns, actions, and the trigger of the end."""

from typing import Final, assert_never

from domain.engine.ruleset import Line
from domain.engine.viewer import seat_name
from domain.rulesets.london import events as e
from domain.rulesets.london.tell.words import line

_ACTIONS: Final = {
    "play": ("play cards", "LON-PLAY-01"),
    "run": ("run the city", "LON-RUN-01"),
    "invest": ("invest", "LON-BUY-01"),
    "take": ("take three cards", "LON-TAKE-01"),
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
    who = seat_name(event.seat)
    match event:
        case e.FirstPlayerDrawn():
            return line(event, f"{who} was drawn as the first player.", "LON-SETUP-09")
        case e.TurnBegan():
            return _turn_began(event)
        case e.StartDrawEnded(skipped=True):
            return line(event, f"{who} skipped the start draw, because no card was left.", "LON-TURN-04", "LON-FLOW-01")
        case e.StartDrawEnded(skipped=skipped):
            skipping = ("LON-TURN-04",) if skipped is None else ()  # version 1 does not record it
            return line(event, f"{who}'s start draw ended.", "LON-TURN-03", *skipping, "LON-FLOW-01")
        case e.ActionBegan(action=action):
            what, rule = _ACTIONS[action]
            return line(event, f"{who} chose to {what}.", rule, "LON-TURN-05")
        case e.ActionEnded():
            return line(event, f"{who} finished the action.", "LON-TURN-02", "LON-TURN-06")
        case e.TurnEnded():
            return line(event, f"{who}'s turn ended.", "LON-TURN-01", "LON-FLOW-07")
        case e.EndTriggered(ending="deck"):
            text = f"{who} took the last card of the deck; each other player had one more turn."
            return line(event, text, "LON-END-01", "LON-END-03", "LON-RULING-28")
        case e.EndTriggered():
            idle = "For too long nobody had placed a card or taken one from the deck"
            text = f"{idle}; after {who}'s turn each other player had one more turn."
            return line(event, text, "LON-RULING-45", "LON-END-03")
        case _:
            assert_never(event)


def _turn_began(event: e.TurnBegan) -> Line:
    text = f"{seat_name(event.seat)} began turn {event.number}"
    if event.draw_max == event.draw_min:
        return line(event, f"{text}.", "LON-TURN-01", "LON-TURN-03")
    text = f"{text}; Parliament allowed a start draw of {event.draw_min} to {event.draw_max} cards."
    return line(event, text, "LON-TURN-01", "LON-CARD-PARLIAMENT.1", "LON-RULING-25")
