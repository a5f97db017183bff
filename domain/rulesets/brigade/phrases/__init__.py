"""What each command asks, as one sentence in the imperative, for lists, buttons and screen readers. Judges no command.

A command names cells, cards and amounts; what lies there stands in the view of whoever reads the sentence. Rivals are marks
(`viewer.mark`). Answers to decisions are in `phrases_answers.py`, the names of things in `naming.py`.
"""

from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.components import SIR_PRECIOUS
from domain.rulesets.brigade.phrases.actions import _move, _of_a_chief, _on_the_board
from domain.rulesets.brigade.phrases.answers import answer
from domain.rulesets.brigade.phrases.naming import crew_card, track_name
from domain.rulesets.brigade.view import View


def phrase(view: View, command: c.Command) -> str:
    """What `command` asks, without who asks it; `view`: what the reader sees at the moment before it."""
    match command:
        case c.MoveBrigade():
            asked = _move(view, command)
        case c.MoveWagon() | c.Extinguish() | c.Refill() | c.Transfer():
            asked = _on_the_board(view, command)
        case c.Recruit():
            asked = "Recruit"
        case c.Upgrade(track=track):
            asked = f"Upgrade {track_name(track)}"
        case c.DiscardSirPrecious():
            asked = f"Get rid of {crew_card(SIR_PRECIOUS)}"
        case c.EndTurn():
            asked = "End the turn"
        case (
            c.SendWagon()
            | c.Polymorph()
            | c.Poach()
            | c.ExtraUpgrade()
            | c.DeclareAllegiance()
            | c.ChangeSide()
            | c.PlaceMimic()
            | c.ControlPyre()
        ):
            asked = _of_a_chief(view, command)
        case _:
            asked = answer(view, command)
    return f"{asked}."
