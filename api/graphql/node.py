"""Global ids: of a game its UUID, of everything in a game a text that says what it is, in which game, and for whom.

    Step:<game>:<version>:<viewer>
    SeatInGame:<game>:<seat>
    Highlight:<game>:<cursor>:<viewer>
    CommandRecord:<game>:<command id>
    Refusal:<game>:<command id>:<viewer>

A viewer is part of the id where two viewers see different content: a cache never mixes what they see. An id grants
nothing: who reads by it passes the same viewer and horizon as by any other field.
"""

import re
from typing import Final, NamedTuple

import strawberry

from api.graphql.fields import field
from api.graphql.scalars import canonical_id
from api.problems import Problem
from domain.engine.viewer import ARBITER, SPECTATOR, Viewer, own_seat, seat_of

_SHAPES: Final = {
    "Step": ("version", "viewer"),
    "SeatInGame": ("seat",),
    "Highlight": ("place", "viewer"),
    "CommandRecord": ("command",),
    "Refusal": ("command", "viewer"),
}
_PARTS: Final = {
    "version": re.compile(r"[1-9][0-9]{0,8}"),
    "seat": re.compile(r"0|[1-9][0-9]?"),
    "place": re.compile(r"[1-9][0-9]{0,8}\.(?:0|[1-9][0-9]{0,3})"),
    "viewer": re.compile(r"spectator|arbiter|0|[1-9][0-9]?"),
    "command": re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
}
_GAME: Final = _PARTS["command"]
_WORDS: Final = {SPECTATOR: "spectator", ARBITER: "arbiter"}
_VIEWERS: Final = {word: viewer for viewer, word in _WORDS.items()}


@strawberry.interface(
    name="Node",
    description="Anything that `Query.node` reads by its id. Caches may keep it under that id, whatever its type.",
)
class Node:
    """Its types implement `id`."""

    @field("The same for the same thing at all times, and different from every other id of the service.")
    def id(self) -> strawberry.ID:
        raise NotImplementedError


class GlobalId(NamedTuple):
    """An id, taken apart. `kind`: the type that it belongs to. `parts`: what follows the game, in order."""

    kind: str
    game: str
    parts: tuple[str, ...] = ()


def global_id(kind: str, game: str, *parts: object) -> strawberry.ID:
    """The id of something in a game. A viewer among `parts` is given by `viewer_word`."""
    return strawberry.ID(":".join((kind, game, *map(str, parts))))


def viewer_word(viewer: Viewer) -> str:
    """A viewer as ids have it."""
    return _WORDS.get(viewer) or str(own_seat(viewer))


def viewer_of_word(word: str) -> Viewer:
    """The viewer that a word of an id stands for."""
    viewer = _VIEWERS.get(word)
    return seat_of(int(word)) if viewer is None else viewer


def parsed(id: str) -> GlobalId:
    """An id that a caller sent. Raises Problem BAD_ID for every text that the service never writes."""
    kind, *parts = id.split(":")
    if not parts and _GAME.fullmatch(id):
        return GlobalId("Game", canonical_id(id))
    names = _SHAPES.get(kind, ())
    if len(parts) != len(names) + 1 or not names or not _GAME.fullmatch(parts[0]):
        raise _bad()
    game, *rest = parts
    if not all(_PARTS[name].fullmatch(part) for name, part in zip(names, rest, strict=True)):
        raise _bad()
    return GlobalId(kind, canonical_id(game), tuple(rest))


def _bad() -> Problem:
    return Problem("BAD_ID", "This is no id of the service. Send an `id` as it was given, letter by letter.")
