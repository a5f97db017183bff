"""Choices: short ids of what a seat may play, for clients that know no rules."""

import base64
import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from services.commands.request import CommandRequest
from services.log.load_game import LoadedGame

CHOICE_CHARS: Final = 5
"""A choice that has become stale stands for another command of a hundred legal ones once in ten million times; a client
that wants no such risk sends the expected version, too. Longer choices would make most of a compressed answer."""

_QUOTED_CHARS: Final = 40


def choices_of(commands: Sequence[object]) -> tuple[str, ...]:
    """What stands for each command of a list: the beginning of its digest, long enough to differ from all others."""
    digests = [_digest(each) for each in commands]
    taken = Counter(each[:CHOICE_CHARS] for each in digests)
    return tuple(each[:CHOICE_CHARS] if taken[each[:CHOICE_CHARS]] == 1 else each for each in digests)


def is_choice_of(choice: str, command: object) -> bool:
    """Whether a choice of some list stood for this command."""
    digest = _digest(command)
    return choice in (digest[:CHOICE_CHARS], digest)


def _digest(command: object) -> str:
    """It follows from the command and its seat alone, so a choice stays the same as long as its command stays legal."""
    return base64.urlsafe_b64encode(hashlib.sha256(canonical(command)).digest()).decode().rstrip("=")


def chosen(request: CommandRequest, choice: str, seat: Seat | None, loaded: LoadedGame) -> CommandRequest | Refused:
    """The request with the command that its choice stands for; the refusal when the seat may not play that now.

    The refusal is neither decided nor stored: there is no command.
    """
    legal = () if seat is None else loaded.game.legal(loaded.state, seat)
    command = dict(zip(choices_of(legal), legal, strict=True)).get(choice)
    if command is not None:
        return replace(request, choice=None, build=lambda by, own, authority: command)
    rules = ("GAME-PLAY-01", "GAME-PLAY-02")
    return Refused("no_such_choice", rules=rules, choice=choice[:_QUOTED_CHARS], version=loaded.state.version)
