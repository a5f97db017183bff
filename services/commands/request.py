"""What a caller wants done, and how a repeated request is recognised."""

import hashlib
import re
import uuid
from collections.abc import Callable
from typing import Final

import msgspec

from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.step import Step
from domain.engine.viewer import Seat
from domain.game.authority import Authority
from domain.game.commands import GAME_COMMAND_TYPES
from domain.game.game import Command
from domain.game.rulings.ruling import Ruling
from services.names import NamesGiven
from services.scopes import NeededScope, as_player

BuildCommand = Callable[[str, Seat | None, Authority | None], Command]
"""(principal id, the seat it holds, the authority it has) -> the command. A client never says who it is."""


class CommandRequest(msgspec.Struct, frozen=True, kw_only=True):
    """One request to change a game.

    `command_id`: the client's UUID; the same id is carried out once. `needs_seat`: only somebody who sits in the game
    can send it. `bot_seat`: the seat that a bot plays with this request; only the bot player sets it.
    `expected_version`: decide on this version of the game or not at all. `received_us`: when the whole request had been
    read, in microseconds since 1970 (UTC); 0: now. `names`: those that the sender gave, to be stored beside the log.
    `refused`: why a text in the request is not taken; then the command is neither decided nor stored. `sits_down`: the
    sender takes a seat, so their name must not be mistaken for another in the game. `choice`: what stands for the
    command instead of `build` (`services.commands.choices`). `scope`: what the sender's token must be for.
    """

    game_id: str
    command_id: str
    build: BuildCommand
    needs_seat: bool = True
    bot_seat: Seat | None = None
    expected_version: Step | None = None
    received_us: int = 0
    names: NamesGiven = NamesGiven()
    refused: Refused | None = None
    sits_down: bool = False
    choice: str | None = None
    scope: NeededScope = as_player


_UUID: Final = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_NIL: Final = str(uuid.UUID(int=0))


def canonical_uuid(command_id: str) -> str | None:
    """The id; None unless it is a UUID in its canonical spelling, with dashes and in lower case, and not all zeros."""
    return command_id if _UUID.fullmatch(command_id) and command_id != _NIL else None


_SERVICE_IDS: Final = uuid.UUID("3d5c1a0e-52b7-5d0a-8d0b-6a3f5e7c9b21")
"""Namespace of the command ids of the service itself."""


def service_command_id(game_id: str, version: Step) -> str:
    """The id of the command by which the service acts on a game at a version: processes send the same one."""
    return str(uuid.uuid5(_SERVICE_IDS, f"{game_id}/{version}"))


def flag_command_id(game_id: str, version: Step, seat: Seat) -> str:
    """The id of the command by which the service calls the flag of a seat that it saw running at a version."""
    return str(uuid.uuid5(_SERVICE_IDS, f"{game_id}/{version}/flag/{seat}"))


def request_hash(principal: str, game_id: str | None, command: Command, expected_version: Step | None) -> bytes:
    """32 bytes over what the client sent, so that a second use of a command id for something else is noticed.

    Names and titles are not in the command, and so not in here: else a guess at an erased name could be tried on it.
    The sender's authority and the salted hashes of notes are left out, too: they differ when the request is repeated.
    """
    request = {"by": principal, "command": _as_requested(command), "expected": expected_version, "game": game_id}
    return hashlib.sha256(canonical(request)).digest()


def _as_requested(command: Command) -> Command:
    """The command without what the service put into it: nothing into those of a ruleset."""
    if type(command) not in GAME_COMMAND_TYPES:
        return command
    changes: dict[str, object] = {}
    if getattr(command, "authority", None) is not None:
        changes["authority"] = None
    if getattr(command, "note_hash", ""):
        changes["note_hash"] = ""
    ruling = getattr(command, "ruling", None)
    if isinstance(ruling, Ruling) and ruling.note_hash:
        changes["ruling"] = msgspec.structs.replace(ruling, note_hash="")
    return msgspec.structs.replace(command, **changes) if changes else command
