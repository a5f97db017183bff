"""Folds of the log into rows that are quick to read: score tracks, lists of games, rules that fired, public events.

Imports the domain only. Reading order: ports.py (the shape of a projection), score_tracks.py, game_list.py,
rules_fired.py and public_events.py (the folds), folding.py (one batch, pure), runner.py (reads, folds and writes),
worker_loop.py (what a worker does all day), rebuild.py.
"""

from typing import Final

from projections.game_list import GAME_LIST
from projections.ports import Projection
from projections.public_events import PUBLIC_EVENTS
from projections.rules_fired import RULES_FIRED
from projections.score_tracks import SCORE_TRACKS

PROJECTIONS: Final[tuple[Projection, ...]] = (SCORE_TRACKS, GAME_LIST, RULES_FIRED, PUBLIC_EVENTS)
"""All projections, in the order in which they are rebuilt."""

__all__ = ["GAME_LIST", "PROJECTIONS", "PUBLIC_EVENTS", "RULES_FIRED", "SCORE_TRACKS", "Projection"]
