"""London, first edition (Martin Wallace, 2010): the entry of the ruleset."""

from collections.abc import Mapping
from typing import Final, get_args

from domain.engine.ruleset import Ruleset, corrected, in_line
from domain.rulesets.london.amendments import AMENDMENTS
from domain.rulesets.london.bots import BOTS
from domain.rulesets.london.commands import Command
from domain.rulesets.london.components import CARDS, NUMBERS, printed
from domain.rulesets.london.errata import ERRATA
from domain.rulesets.london.events import (
    ActionEnded,
    ActivationEnded,
    CardSpent,
    DrawLapsed,
    Event,
    HandRevealed,
    PovertyComputed,
    StartDrawEnded,
    UndergroundPlaced,
)
from domain.rulesets.london.evolve import evolve
from domain.rulesets.london.informs import informs
from domain.rulesets.london.options import Options
from domain.rulesets.london.phrases import phrase
from domain.rulesets.london.redeal import redeal
from domain.rulesets.london.refusals import REFUSALS
from domain.rulesets.london.rules import advance, decide, legal, objections, time_out, to_act
from domain.rulesets.london.score import outcome, tracks
from domain.rulesets.london.set_up import initial, set_up
from domain.rulesets.london.state import State, turn
from domain.rulesets.london.tell import tell
from domain.rulesets.london.view import View, view

__all__ = ["REFUSALS", "RULESET", "VERSIONS"]

_FIRST: Final[Ruleset[Options, State, Command, Event, View]] = Ruleset(
    id="london",
    title="London",
    version=1,
    seats_min=NUMBERS.players_min,
    seats_max=NUMBERS.players_max,
    options=Options,
    state=State,
    commands=get_args(Command),
    events=get_args(Event),
    view_type=View,
    initial=initial,
    set_up=set_up,
    decide=decide,
    advance=advance,
    evolve=evolve,
    legal=legal,
    to_act=to_act,
    view=view,
    tell=tell,
    tracks=tracks,
    outcome=outcome,
    redeal=redeal,
    informs=informs,
    bots=BOTS,
    substitute="alderman",
    printed=printed,
    turn=turn,
    phrase=phrase,
    objections=objections,
    refusals=REFUSALS,
    amendments=AMENDMENTS,
    words=frozenset(CARDS),
    reveals=(HandRevealed,),  # other hidden cards become known when their seat plays, spends or offers them
)

_NOTED: Final[Mapping[type[Event], Mapping[str, None]]] = {
    ActivationEnded: {"hospital_flipped": None},
    CardSpent: {"target": None, "school": None},
    DrawLapsed: {"action": None},
    PovertyComputed: {"hand_ignored": None},
    StartDrawEnded: {"skipped": None},
    UndergroundPlaced: {"first": None},
}
"""What the record says since LON-E03, and no rule reads."""

VERSIONS: Final = in_line(
    _FIRST,
    corrected(_FIRST, ERRATA, time_out=time_out, noted=_NOTED, corrected_events=frozenset({ActionEnded})),
)
"""Every version, oldest first."""

VERSION_1, VERSION_2 = VERSIONS

RULESET: Final = VERSIONS[-1]
