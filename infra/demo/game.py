"""Opens, seats and begins the demo's game over the public API."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from infra.cli.client import Api, ApiProblem

ANSWER: Final = """
  __typename
  ... on CommandAccepted { gameId version }
  ... on CommandRefused { text }
  ... on VersionConflict { text }
  ... on NotYourSeat { text }
  ... on GameParked { text }
  ... on NotAuthenticated { text }
  ... on MalformedCommand { text at }
"""
_OPEN: Final = (
    "mutation ($id: ID!, $ruleset: String!, $seats: Int!, $title: String!, $clock: ClockInput) "
    "{ answer: openGame(commandId: $id, ruleset: $ruleset, seats: $seats, title: $title, clock: $clock) {"
    + ANSWER
    + "} }"
)
_TAKE_SEAT: Final = (
    "mutation ($id: ID!, $game: ID!, $name: String!, $share: String!) "
    "{ answer: takeSeat(game: $game, commandId: $id, name: $name, share: $share) {" + ANSWER + "} }"
)
_BEGIN: Final = "mutation ($id: ID!, $game: ID!) { answer: beginGame(game: $game, commandId: $id) {" + ANSWER + "} }"

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Elsie", "Finn", "Greta", "Hugh", "Ivy", "Jack")


@dataclass(frozen=True)
class DemoGame:
    """A game that has begun, and its players in the order of the seats."""

    game_id: str
    title: str
    names: Sequence[str]
    players: Sequence[Api]


def accepted(data: dict[str, Any]) -> dict[str, Any]:
    """The answer to a command that the API must accept. Raises ApiProblem for any other answer."""
    answer: dict[str, Any] = data["answer"]
    if answer["__typename"] != "CommandAccepted":
        raise ApiProblem(f"{answer['__typename']}: {answer.get('text', 'no reason given')}")
    return answer


async def begin_game(players: Sequence[Api], ruleset: str, title: str, clock: dict[str, Any] | None = None) -> DemoGame:
    """The first player opens the game, every player takes a seat with a share in the chance, and the game begins.

    `clock`: a `ClockInput`; None: without clocks.
    """
    host, id = players[0], str(uuid.uuid4())
    opened = accepted(await host.ask(_OPEN, id=id, ruleset=ruleset, seats=len(players), title=title, clock=clock))
    game_id, names = opened["gameId"], NAMES[: len(players)]
    for player, name in zip(players, names, strict=True):
        share = uuid.uuid4().hex
        accepted(await player.ask(_TAKE_SEAT, id=str(uuid.uuid4()), game=game_id, name=name, share=share))
    accepted(await host.ask(_BEGIN, id=str(uuid.uuid4()), game=game_id))
    return DemoGame(game_id, title, names, players)
