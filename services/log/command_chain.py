"""The chain of a game's commands: nobody adds, removes or changes one unnoticed, refused ones included."""

import hashlib
from typing import Final

from domain.engine.codec import canonical, digest
from domain.log.chain import command_link
from services.ports import Append, StoredCommand

_OF_NOTHING: Final = digest(b"")


def content_of_command(command: StoredCommand | Append) -> dict[str, object]:
    """Everything that is stored of a command, except its place in the chain. Its canonical JSON is what is hashed."""
    return {
        "answer": digest(command.answer) if command.answer else _OF_NOTHING,
        "body": digest(command.body),
        "command": command.command_id,
        "first_version": command.first_version,
        "game": command.game_id,
        "last_version": command.last_version,
        "outcome": command.outcome,
        "principal": command.principal,
        "received_us": command.received_us,
        "request": command.request_hash.hex(),
        "seat": command.seat,
        "time_us": command.time_us,
        "token": command.token_id,
    }


def content_of(command: StoredCommand | Append) -> bytes:
    """32 bytes over everything that is stored of a command, except its place in the chain."""
    return hashlib.sha256(canonical(content_of_command(command))).digest()


def link_of(command: StoredCommand, prev_link: bytes) -> bytes:
    """The link of a command that follows on the one with `prev_link`."""
    return command_link(prev_link, command.ordinal, content_of(command))
