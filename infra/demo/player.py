"""A bot that plays one seat as any client could: it reads its own view, chooses a command and submits it.

Every step it receives makes it ask whether it may move. Where a ruleset lets several seats act at once, another
player's command may come first: then the API answers with a version conflict, and the bot reads its view once more.
"""

import asyncio
import os
import uuid
from dataclasses import dataclass, field
from typing import Any, Final, Union

import msgspec

from domain.engine.chance import Chance
from domain.engine.ruleset import AnyRuleset, Bot
from infra.cli.client import Api, ApiProblem
from infra.demo.game import ANSWER

_TO_ACT: Final = "query ($game: ID!) { game(id: $game) { version phase mySeat toAct } }"
_VIEW: Final = "query ($game: ID!) { game(id: $game) { version viewJson legal { json } } }"
_SUBMIT: Final = (
    "mutation ($id: ID!, $game: ID!, $version: Int!, $command: JSON!) "
    "{ answer: submit(game: $game, commandId: $id, expectedVersion: $version, commandJson: $command) {" + ANSWER + "} }"
)
_STEPS: Final = "subscription ($game: ID!, $after: Cursor) { gameSteps(game: $game, after: $after) { version } }"


class Pace:
    """The pace that all players of a game share: at most `per_second` commands a second; 0: no limit."""

    def __init__(self, per_second: float) -> None:
        self._gap = 1 / per_second if per_second > 0 else 0.0
        self._next = 0.0
        self.commands = 0

    async def wait(self) -> None:
        """Wait until the next command may be sent."""
        now = asyncio.get_running_loop().time()
        seconds = self._next - now
        self._next = max(now, self._next) + self._gap
        if seconds > 0:
            await asyncio.sleep(seconds)


@dataclass
class Player:
    """The bot of one seat."""

    api: Api
    game_id: str
    ruleset: AnyRuleset
    bot: Bot[Any, Any]
    pace: Pace
    _seed: bytes = field(default_factory=lambda: os.urandom(32), repr=False)

    async def play(self) -> None:
        """Play until the game is over."""
        after = await self._move_while_to_act()
        async for step in self.api.follow(_STEPS, field="gameSteps", after=after, game=self.game_id):
            if step["version"] > after:
                after = await self._move_while_to_act()

    async def _move_while_to_act(self) -> int:
        """Move as long as this seat is to act. Returns the version at which it was not."""
        while True:
            game = (await self.api.ask(_TO_ACT, game=self.game_id))["game"]
            if game["mySeat"] not in game["toAct"]:
                return int(game["version"])
            await self.pace.wait()
            await self._move()

    async def _move(self) -> None:
        game = (await self.api.ask(_VIEW, game=self.game_id))["game"]
        command = self._choose(game)
        if command is None:
            return
        answer = await self.api.ask(
            _SUBMIT, id=str(uuid.uuid4()), game=self.game_id, version=game["version"], command=command
        )
        match answer["answer"]:
            case {"__typename": "CommandAccepted"}:
                self.pace.commands += 1
            case {"__typename": "VersionConflict"}:
                pass  # another player was faster; the next view says what is left to do
            case {"__typename": kind, **more}:
                raise ApiProblem(f"a bot's command was answered {kind}: {more.get('text', 'no reason given')}")

    def _choose(self, game: dict[str, Any]) -> object | None:
        command_type: Any = Union[(*self.ruleset.commands,)]
        legal = tuple(msgspec.convert(each["json"], command_type) for each in game["legal"])
        if not legal:
            return None
        view = msgspec.convert(game["viewJson"]["position"], self.ruleset.view_type)
        chosen: object = msgspec.to_builtins(self.bot(view, legal, Chance(self._seed, game["version"])))
        return chosen
