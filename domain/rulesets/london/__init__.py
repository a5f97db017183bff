"""The room of London, first edition (Martin Wallace, 2010). Its doors are gathered here; it holds no rule itself."""

from typing import Final, get_args

from domain.engine.ruleset import Ruleset
from domain.rulesets.london.bots import BOTS
from domain.rulesets.london.commands import Command
from domain.rulesets.london.components import NUMBERS, printed
from domain.rulesets.london.events import Event, HandRevealed
from domain.rulesets.london.evolve import evolve
from domain.rulesets.london.legal import legal, to_act
from domain.rulesets.london.phrases import phrase
from domain.rulesets.london.redeal import redeal
from domain.rulesets.london.rules import decide, initial, objections, set_up
from domain.rulesets.london.score import outcome, tracks
from domain.rulesets.london.state import Options, State, turn
from domain.rulesets.london.view import View, tell, view

RULESET: Final[Ruleset[Options, State, Command, Event, View]] = Ruleset(
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
    evolve=evolve,
    legal=legal,
    to_act=to_act,
    view=view,
    tell=tell,
    tracks=tracks,
    outcome=outcome,
    redeal=redeal,
    bots=BOTS,
    printed=printed,
    turn=turn,
    phrase=phrase,
    objections=objections,
    reveals=(HandRevealed,),  # all other hidden cards are shown by the seat that plays, spends or offers them
)
