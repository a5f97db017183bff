"""The Great Fire of London 1666: the entry of the ruleset.

Read `rules/__init__.py` first. It shows the flow of a game and names the module of each chapter of the rulebook.
"""

from typing import Final, get_args

from domain.engine.bots import random_bot
from domain.engine.ruleset import Ruleset, corrected, in_line
from domain.rulesets.great_fire.amendments import AMENDMENTS
from domain.rulesets.great_fire.bots import alderman
from domain.rulesets.great_fire.commands import Command
from domain.rulesets.great_fire.components import SEATS_MAX, SEATS_MIN, printed
from domain.rulesets.great_fire.errata import ERRATA
from domain.rulesets.great_fire.events import (
    CIRCUMSTANCES,
    Event,
    GameScored,
    HandExchanged,
    NoMoveDeclared,
    StackCardRevealed,
)
from domain.rulesets.great_fire.evolve import evolve
from domain.rulesets.great_fire.informs import informs
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.phrases import phrase
from domain.rulesets.great_fire.redeal import redeal
from domain.rulesets.great_fire.refusals import REFUSALS
from domain.rulesets.great_fire.rules import decide, legal, objections, to_act, turn
from domain.rulesets.great_fire.rules.absence import time_out
from domain.rulesets.great_fire.score import outcome, tracks
from domain.rulesets.great_fire.set_up import initial, set_up
from domain.rulesets.great_fire.state import State
from domain.rulesets.great_fire.tell import tell
from domain.rulesets.great_fire.view import View, view

_FIRST: Final[Ruleset[Options, State, Command, Event, View]] = Ruleset(
    id="great_fire",
    title="The Great Fire of London 1666",
    version=1,
    seats_min=SEATS_MIN,
    seats_max=SEATS_MAX,
    options=Options,
    state=State,
    commands=get_args(Command),
    events=get_args(Event),
    view_type=View,
    initial=initial,
    set_up=set_up,
    decide=decide,
    evolve=evolve,
    legal=legal,
    to_act=to_act,
    view=view,
    tell=tell,
    tracks=tracks,
    outcome=outcome,
    redeal=redeal,
    informs=informs,
    bots={"random": random_bot, "alderman": alderman},
    substitute="alderman",
    printed=printed,
    turn=turn,
    phrase=phrase,
    objections=objections,
    refusals=REFUSALS,
    amendments=AMENDMENTS,
    reveals=(HandExchanged, NoMoveDeclared, StackCardRevealed, GameScored),
)

VERSIONS: Final = in_line(_FIRST, corrected(_FIRST, ERRATA, time_out=time_out, noted=CIRCUMSTANCES))
"""Every version, oldest first."""

VERSION_1, VERSION_2 = VERSIONS

RULESET: Final = VERSIONS[-1]
