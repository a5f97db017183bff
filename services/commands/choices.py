"""Choices: short ids of what a seat may play, for clients that know no rules."""

import base64
import hashlib
from dataclasses import replace
from typing import Any, Final

from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from services.commands.request import CommandRequest
from services.log.load_game import LoadedGame

_BYTES: Final = 6
"""Two of a thousand legal commands have the same choice once in a billion lists. Then neither can be chosen."""

_SHOWN_CHARS: Final = 40


def choice_of(command: object) -> str:
    """The choice that stands for a command with its seat. It follows from the command alone, so it stays the same as
    long as the command stays legal."""
    return base64.urlsafe_b64encode(hashlib.sha256(canonical(command)).digest()[:_BYTES]).decode()


def chosen(request: CommandRequest, seat: Seat | None, loaded: LoadedGame) -> CommandRequest | Refused:
    """The request with the command that its choice stands for; the refusal when the seat may not play that now.

    A request without a choice stays as it is. The refusal is neither decided nor stored: there is no command.
    """
    choice = request.choice
    if choice is None:
        return request
    legal = () if seat is None else loaded.game.legal(loaded.state, seat)
    matches: list[Any] = [each for each in legal if choice_of(each) == choice]
    if len(matches) == 1:
        return replace(request, choice=None, build=lambda by, own, authority: matches[0])
    text = "Your seat has no such choice now. Choose from what is legal now."
    rules = ("GAME-PLAY-01", "GAME-PLAY-02")
    return Refused("no_such_choice", text, rules=rules, choice=choice[:_SHOWN_CHARS], version=loaded.state.version)
