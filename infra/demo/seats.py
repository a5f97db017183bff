"""A table of the demo: opened, seated and begun over the public API. Whoever plays or watches does it from elsewhere."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from infra.cli.client import Api, ApiProblem

ANSWER: Final = """
  __typename
  ... on CommandAccepted { game version }
  ... on CommandRefused { text }
  ... on VersionConflict { text }
  ... on NotYourSeat { text }
  ... on GameParked { text }
  ... on NotAuthenticated { text }
  ... on MalformedCommand { text at }
"""
_OPEN: Final = (
    "mutation ($id: ID!, $ruleset: String!, $seats: Int!, $title: String!) "
    "{ answer: openGame(commandId: $id, ruleset: $ruleset, seats: $seats, title: $title) {" + ANSWER + "} }"
)
_SIT: Final = (
    "mutation ($id: ID!, $game: ID!, $name: String!, $share: String!) "
    "{ answer: takeSeat(game: $game, commandId: $id, name: $name, share: $share) {" + ANSWER + "} }"
)
_BEGIN: Final = "mutation ($id: ID!, $game: ID!) { answer: beginGame(game: $game, commandId: $id) {" + ANSWER + "} }"

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Elsie", "Finn", "Greta", "Hugh", "Ivy", "Jack")


@dataclass(frozen=True)
class Table:
    """A begun game and who plays it, in the order of the seats."""

    game_id: str
    title: str
    names: Sequence[str]
    players: Sequence[Api]


def accepted(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer to a command that must be accepted here; anything else is told as the API's problem."""
    said: dict[str, Any] = answer["answer"]
    if said["__typename"] != "CommandAccepted":
        raise ApiProblem(f"{said['__typename']}: {said.get('text', 'no reason given')}")
    return said


async def begun_game(players: Sequence[Api], ruleset: str, title: str) -> Table:
    """The first player opens the table, everybody sits down with a share in the chance, and it begins."""
    host = players[0]
    opened = accepted(await host.ask(_OPEN, id=str(uuid.uuid4()), ruleset=ruleset, seats=len(players), title=title))
    game_id, names = opened["game"], NAMES[: len(players)]
    for player, name in zip(players, names, strict=True):
        share = uuid.uuid4().hex
        accepted(await player.ask(_SIT, id=str(uuid.uuid4()), game=game_id, name=name, share=share))
    accepted(await host.ask(_BEGIN, id=str(uuid.uuid4()), game=game_id))
    return Table(game_id, title, names, players)
