"""The Brigade as a ruleset: everything the engine needs to play it.

Read `rules/__init__.py` first: it draws the flow of a game and names the file of each chapter.
"""

from collections.abc import Mapping
from typing import Final, get_args

from msgspec import UNSET, UnsetType

from domain.engine.bots import random_bot
from domain.engine.ruleset import Ruleset, corrected, in_line
from domain.rulesets.brigade.amendments import AMENDMENTS
from domain.rulesets.brigade.bots import captain
from domain.rulesets.brigade.commands import Command
from domain.rulesets.brigade.components import SEATS_MAX, SEATS_MIN, printed
from domain.rulesets.brigade.errata import ERRATA
from domain.rulesets.brigade.events import (
    BrigadeMoved,
    Event,
    EventDrawn,
    FireAdded,
    FireReduced,
    LoyaltyGained,
    RecruitDone,
    SirPreciousDrawn,
    TrackAdvanced,
)
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.informs import informs
from domain.rulesets.brigade.options import Options
from domain.rulesets.brigade.phrases import phrase
from domain.rulesets.brigade.queries import to_act, turn
from domain.rulesets.brigade.redeal import redeal
from domain.rulesets.brigade.refusals import REFUSALS
from domain.rulesets.brigade.rules import advance, decide, leave, legal, objections, time_out
from domain.rulesets.brigade.score import outcome, tracks
from domain.rulesets.brigade.set_up import initial, set_up
from domain.rulesets.brigade.state import State
from domain.rulesets.brigade.tell import tell
from domain.rulesets.brigade.view import View, view

_FIRST: Final[Ruleset[Options, State, Command, Event, View]] = Ruleset(
    id="brigade",
    title="The Brigade",
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
    bots={"random": random_bot, "captain": captain},
    substitute="captain",
    printed=printed,
    turn=turn,
    phrase=phrase,
    objections=objections,
    refusals=REFUSALS,
    amendments=AMENDMENTS,
    reveals=(EventDrawn, SirPreciousDrawn, RecruitDone),
    time_out=time_out,
    leave=leave,
)

_NOTED: Final[Mapping[type[Event], Mapping[str, UnsetType]]] = {
    BrigadeMoved: {"crew": UNSET},
    FireAdded: {"cause": UNSET},
    FireReduced: {"crew": UNSET},
    LoyaltyGained: {"crew": UNSET},
    TrackAdvanced: {"crew": UNSET},
}
"""The causes that the record names since BRI-E07, and no rule reads."""

VERSIONS: Final = in_line(_FIRST, corrected(_FIRST, ERRATA, noted=_NOTED))
"""Every version, oldest first."""

VERSION_1, VERSION_2 = VERSIONS

RULESET: Final = VERSIONS[-1]
