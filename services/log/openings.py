"""The stream of one principal's refused openings and forks: its id, and how it is verified."""

import uuid
from dataclasses import dataclass
from typing import Final

import msgspec

from domain.engine.codec import is_canonical
from domain.engine.step import BEFORE_FIRST
from domain.game import ForkGame, OpenGame
from domain.log.chain import GENESIS
from domain.log.refusals import decode_refusal
from services.log.findings import Broken, Finding, check_command_chain, check_places, read_stream
from services.log.signed_tree import SignedTree
from services.log.tree_check import check_tree
from services.ports import StoredCommand
from services.world import World

_STREAM_IDS: Final = uuid.UUID("5b0e4b8c-0a43-5f0e-9a52-2f6f0d1c7e93")
"""Namespace of the ids of these streams: an id follows from the principal. It stands in the log and never changes."""

_COMMANDS: Final = msgspec.json.Decoder(OpenGame | ForkGame)


def openings_stream(principal: str) -> str:
    """The id of the stream that has the refused openings of this principal, whether there are any or not."""
    return str(uuid.uuid5(_STREAM_IDS, principal))


@dataclass(frozen=True, slots=True)
class OpeningsVerdict:
    """What was checked in one stream of refused openings, and the finding if there is one."""

    stream: str
    refusals: int
    finding: Finding | None


async def verify_openings(world: World, stream: str, tree: SignedTree | None = None) -> OpeningsVerdict | None:
    """Returns the verdict on one principal's refused openings; None when there is no such stream.

    Checks that nobody added, removed or changed one, that each is an opening or a fork that this principal asked for,
    and that the global order agrees. They are not decided anew: what is refused depends on the rulesets and versions
    that the build had.
    """
    head = await world.log.head(stream)
    if head is None or head.kind != "openings":
        return None
    stored = await read_stream(world.log, head)
    try:
        check_command_chain(stored)
        if stored.rows or (head.version, head.hash) != (BEFORE_FIRST, GENESIS):
            raise Broken(head.version, "head", "refused openings have no steps, but this stream has one")
        for command in stored.commands:
            _check_refusal(stream, command)
        check_places(stored)
        if tree is not None:
            check_tree(stored, tree)
    except Broken as broken:
        return OpeningsVerdict(stream, len(stored.commands), broken.finding)
    return OpeningsVerdict(stream, len(stored.commands), None)


def _check_refusal(stream: str, stored: StoredCommand) -> None:
    problem = _problem(stream, stored)
    if problem is not None:
        raise Broken(stored.last_version, "command", f"the command {stored.command_id} {problem}")


def _problem(stream: str, stored: StoredCommand) -> str | None:
    """What is wrong with a command of this stream that the chain has; None when nothing is."""
    if stored.outcome != "refused" or (stored.first_version, stored.last_version) != (BEFORE_FIRST, BEFORE_FIRST):
        return "was not refused before a game began"
    if openings_stream(stored.principal) != stream or stored.seat is not None:
        return "is not one of the principal whose stream this is"
    if stored.time_us != stored.received_us:
        return "has another time than that when it was received"
    try:
        decode_refusal(stored.answer)
        command = _COMMANDS.decode(stored.body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return "is not an opening that was refused"
    if command.by != stored.principal or not is_canonical(stored.body):
        return "is not as the service stores an opening"
    return None
