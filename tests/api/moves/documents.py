"""A move by its choice, answered with the game, as a client without rules sends it."""

from typing import Any, Final

from tests.api.game_client import GameClient
from tests.dice import new_id

MOVE: Final = """mutation Move($game: ID!, $id: ID!, $choice: ID, $json: JSON, $version: Int) {
  answer: submit(game: $game, commandId: $id, choice: $choice, commandJson: $json, expectedVersion: $version) {
    __typename ... on CommandAccepted { gameId version isRepeat steps { version text: line { text } legal { choice } }
      game { version toAct mySeat legal { choice text } } }
    ... on CommandProblem { code text facts rules { id } }
    ... on CommandRefused { version legal { choice text } } } }"""

LEGAL: Final = "query Legal($g: ID!) { game(id: $g) { version legal { choice text json } } }"


async def move(client: GameClient, by: str, choice: str, **given: Any) -> dict[str, Any]:
    """Plays a choice; a new command id unless one is given."""
    sent = {"id": new_id(), **given}
    answer: dict[str, Any] = (await client.ask(MOVE, by=by, game=client.game, choice=choice, **sent))["answer"]
    return answer


async def legal(client: GameClient, by: str) -> list[dict[str, Any]]:
    """What a player may play now."""
    choices: list[dict[str, Any]] = (await client.ask(LEGAL, by=by, g=client.game))["game"]["legal"]
    return choices
