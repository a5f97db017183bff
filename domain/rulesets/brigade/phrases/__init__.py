"""Each command as one sentence in the imperative, for lists, buttons and screen readers.

A command names cells, cards and amounts. What lies there is read from the reader's view.
Rivals are placeholders (`viewer.seat_name`). `answers.py` phrases answers to decisions, `naming.py` names things.
"""

from domain.engine.sentences import counted
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.components import SIR_PRECIOUS
from domain.rulesets.brigade.phrases.actions import move, of_a_chief, on_the_board
from domain.rulesets.brigade.phrases.answers import answer
from domain.rulesets.brigade.phrases.naming import crew_card, track_name
from domain.rulesets.brigade.view import View


def phrase(view: View, command: c.Command) -> str:
    """What `command` asks, without the seat that asks. `view`: what the reader may know just before the command."""
    match command:
        case c.MoveBrigade():
            text = move(view, command)
        case c.MoveWagon() | c.Extinguish() | c.Refill() | c.Transfer():
            text = on_the_board(view, command)
        case c.Recruit():
            text = "Recruit"
        case c.Upgrade(track=track):
            text = f"Upgrade {track_name(track)}"
        case c.DiscardSirPrecious():
            text = f"Get rid of {crew_card(SIR_PRECIOUS)}"
        case c.EndTurn(seat=seat):
            lost = view.actions if view.phase == "action" and seat == view.active else 0
            unspent = f" with {counted(lost, 'action')} unspent" if lost else ""
            text = f"End the turn{unspent}"
        case c.ChiefActionBase():
            text = of_a_chief(view, command)
        case _:
            text = answer(view, command)
    return f"{text}."
