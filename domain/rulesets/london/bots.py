"""The bots of London. They see a seat's own view and its legal commands, and nothing else."""

from collections.abc import Mapping
from typing import Final

from domain.engine.bots import random_bot
from domain.engine.ruleset import Bot
from domain.rulesets.london.commands import Command
from domain.rulesets.london.view import View

BOTS: Final[Mapping[str, Bot[View, Command]]] = {"random": random_bot}
