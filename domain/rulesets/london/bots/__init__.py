"""The bots of London. A bot knows only its seat's own view and its legal commands.

`random` takes any legal command. `alderman` fills the hand, builds, runs the city once enough cards are ready, and buys
land against poverty. `worth` says what things are worth to the alderman; `alderman` says what to do with it.
"""

from collections.abc import Mapping
from typing import Final

from domain.engine.bots import random_bot
from domain.engine.ruleset import Bot
from domain.rulesets.london.bots.alderman import alderman
from domain.rulesets.london.commands import Command
from domain.rulesets.london.view import View

__all__ = ["BOTS"]

BOTS: Final[Mapping[str, Bot[View, Command]]] = {"random": random_bot, "alderman": alderman}
