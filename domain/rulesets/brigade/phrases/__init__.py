"""Each command as one sentence in the imperative, for lists, buttons and screen readers.

A command names cells, cards and amounts. What lies there is read from the reader's view.
`answers.py` phrases answers to decisions, `naming.py` names things.
"""

from domain.engine.message import Message
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.phrases.actions import move, of_a_chief, on_the_board
from domain.rulesets.brigade.phrases.answers import answer
from domain.rulesets.brigade.phrases.naming import track
from domain.rulesets.brigade.view import View


def phrase(view: View, command: c.Command) -> Message:
    """What `command` asks, without the seat that asks. `view`: what the reader may know just before the command."""
    match command:
        case c.MoveBrigade():
            return move(view, command)
        case c.MoveWagon() | c.Extinguish() | c.Refill() | c.Transfer():
            return on_the_board(view, command)
        case c.Recruit():
            return Message("command-Recruit")
        case c.Upgrade(track=name):
            return Message("command-Upgrade", {"track": track(name)})
        case c.DiscardSirPrecious():
            return Message("command-DiscardSirPrecious")
        case c.EndTurn(seat=seat):
            lost = view.actions if view.phase == "action" and seat == view.active else 0
            return Message("command-EndTurn", {"lost": lost})
        case c.ChiefActionBase():
            return of_a_chief(view, command)
        case _:
            return answer(view, command)
