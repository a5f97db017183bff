"""The rules of The Brigade: who may give which command now, and what comes of it.

    set_up -> choose_chief decisions -> starting events -> turn of the first player (without an event)
    turn   -> event phase -> Flips -> action phase: commands of the active seat -> EndTurn -> Flips -> next turn
    any procedure may wait for a decision (agenda.Ask) of any seat; then only that seat may act

Reading order: `flow.py`, `actions/` (the commands of the action phase), `decisions/` (answers),
`tasks.py` (the agenda), then the chapters: `turns.py`, `event_cards.py`, `fire.py`, `loyalty.py`, `ending.py`,
`water.py`, `tracks.py`, `crew.py`. `absence.py` acts for a seat that does not act.
"""

from domain.rulesets.brigade.rules.absence import leave, time_out
from domain.rulesets.brigade.rules.decisions import chiefs_left
from domain.rulesets.brigade.rules.flow import advance, decide, legal, objections
from domain.rulesets.brigade.rules.tasks import run
from domain.rulesets.brigade.rules.turns import all_starting_events
from domain.rulesets.brigade.rules.working import Working

__all__ = [
    "Working",
    "advance",
    "all_starting_events",
    "chiefs_left",
    "decide",
    "leave",
    "legal",
    "objections",
    "run",
    "time_out",
]
