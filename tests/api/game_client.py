"""A game opened, seated and played through the public API, and the documents for it."""

import random
from dataclasses import dataclass
from typing import Any

from domain.rulesets import CURRENT
from tests.api.conftest import Ask, Served
from tests.dice import new_id

ANSWER = """
  __typename
  ... on CommandAccepted { gameId commandId version stateHash isRepeat
    steps { version hash line { type text seat facts rules { id title text } } } }
  ... on CommandRefused { code text version isRepeat facts rules { id title text } legal { type json } }
  ... on VersionConflict { expected actual text }
  ... on CommandIdReused { commandId text }
  ... on NotYourSeat { text }
  ... on UnknownGame { text }
  ... on GameParked { version text }
  ... on BadCommandId { text }
  ... on NotAuthenticated { text }
  ... on MalformedCommand { text at }
"""

OPEN = f"""mutation Open($id: ID!, $ruleset: String!, $seats: Int!, $options: JSON, $title: String! = "") {{
  answer: openGame(commandId: $id, ruleset: $ruleset, seats: $seats, optionsJson: $options, title: $title) {{ {ANSWER} }} }}"""
TAKE = f"""mutation Take($game: ID!, $id: ID!, $seat: Int, $name: String! = "", $share: String! = "") {{
  answer: takeSeat(game: $game, commandId: $id, seat: $seat, name: $name, share: $share) {{ {ANSWER} }} }}"""
BEGIN = f"mutation Begin($game: ID!, $id: ID!) {{ answer: beginGame(game: $game, commandId: $id) {{ {ANSWER} }} }}"
RESIGN = f"mutation Resign($game: ID!, $id: ID!) {{ answer: resign(game: $game, commandId: $id) {{ {ANSWER} }} }}"
ABANDON = f"mutation Close($game: ID!, $id: ID!) {{ answer: abandonGame(game: $game, commandId: $id) {{ {ANSWER} }} }}"
SUBMIT = f"""mutation Submit($game: ID!, $id: ID!, $json: JSON, $command: CommandInput, $version: Int) {{
  answer: submit(game: $game, commandId: $id, commandJson: $json, command: $command, expectedVersion: $version) {{ {ANSWER} }}
}}"""
MINE = """query Mine($game: ID!) { game(id: $game) { version phase toAct mySeat headHash legal { type json } } }"""
STEPS = """query Steps($game: ID!, $after: Cursor, $first: Int, $as: ViewerInput) { game(id: $game) {
  steps(after: $after, first: $first, as: $as) { totalCount pageInfo { hasNextPage endCursor }
    edges { cursor node { version hash prevHash line { type text seat facts rules { id } } } } } } }"""
FOLLOW = """subscription Follow($game: ID!, $after: Cursor, $as: ViewerInput) {
  gameSteps(game: $game, after: $after, as: $as) { version hash line { type text seat facts rules { id } } } }"""
FOLLOW_VIEWS = """subscription Follow($game: ID!, $after: Cursor, $as: ViewerInput) {
  gameSteps(game: $game, after: $after, as: $as) { version hash line { text facts } viewJson } }"""

GAMES_MAX = 20


@dataclass
class GameClient:
    """A begun game with a player on each seat. `ask` speaks for any of them."""

    served: Served
    ask: Ask
    game: str
    players: tuple[str, ...]
    chance: random.Random
    begun: str = ""
    """The id of the command that began it."""

    async def mine(self, by: str | None) -> dict[str, Any]:
        return (await self.ask(MINE, by=by, game=self.game))["game"]

    async def acting(self) -> str:
        """The name of the player who may play now."""
        return self._acting(await self.mine(None))

    def _acting(self, now: dict[str, Any]) -> str:
        return self.players[now["toAct"][0]]

    async def submit(self, by: str | None, json: Any, id: str | None = None, version: int | None = None) -> Any:
        response = await self.ask(SUBMIT, by=by, game=self.game, id=id or new_id(), json=json, version=version)
        return response["answer"]

    async def play_one(self) -> dict[str, Any]:
        """Play a random legal command of a player who may play."""
        return await self._play(await self.acting())

    async def _play(self, by: str) -> dict[str, Any]:
        legal = (await self.mine(by))["legal"]
        answer = await self.submit(by, self.chance.choice(legal)["json"])
        assert answer["__typename"] == "CommandAccepted", answer
        return answer

    async def play(self, commands_max: int = 2_000) -> int:
        """Play at random until it is over, or that many commands; the number played."""
        for played in range(commands_max):
            now = await self.mine(None)
            if now["phase"] == "OVER":
                return played
            await self._play(self._acting(now))
        return commands_max

    async def steps(self, by: str | None = None, **viewer: Any) -> list[dict[str, Any]]:
        """All steps, page by page."""
        matches, after = [], None
        while True:
            data = await self.ask(STEPS, by=by, game=self.game, after=after, first=200, **{"as": viewer or None})
            page = data["game"]["steps"]
            matches += [edge["node"] for edge in page["edges"]]
            if not page["pageInfo"]["hasNextPage"]:
                return matches
            after = page["pageInfo"]["endCursor"]


async def open_game(
    served: Served, ask: Ask, *, ruleset: str = "", seats: int = 0, seed: int = 7, **options: Any
) -> GameClient:
    """Open a game, fill its seats and begin it; the first ruleset if none is named."""
    chosen_ruleset = CURRENT[ruleset] if ruleset else next(iter(CURRENT.values()))
    seats = seats or chosen_ruleset.seats_min
    players = tuple(f"Player{at}" for at in range(seats))
    for name in players:
        await served.principal(name)
    response = await ask(
        OPEN, by=players[0], id=new_id(), ruleset=chosen_ruleset.id, seats=seats, options=options, title="A test"
    )
    assert response["answer"]["__typename"] == "CommandAccepted", response
    game = response["answer"]["gameId"]
    for at, name in enumerate(players):
        response = await ask(TAKE, by=name, game=game, id=new_id(), seat=at, share=f"share {at}")
        assert response["answer"]["__typename"] == "CommandAccepted", response
    begun = new_id()
    response = await ask(BEGIN, by=players[0], game=game, id=begun)
    assert response["answer"]["__typename"] == "CommandAccepted", response
    return GameClient(served, ask, game, players, random.Random(seed), begun)


async def game_in_the_middle(served: Served, ask: Ask, ruleset: str, commands: int, **how: Any) -> GameClient:
    """A game that goes on after that many commands at random. Chance may end one before: then it is another game."""
    for _ in range(GAMES_MAX):
        client = await open_game(served, ask, ruleset=ruleset, **how)
        await client.play(commands)
        if (await client.mine(None))["phase"] != "OVER":
            return client
    raise AssertionError(f"none of {GAMES_MAX} games of {ruleset} lasts for {commands} commands")
