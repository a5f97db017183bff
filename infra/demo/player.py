"""A bot that plays one seat as any client could: it looks through its own eyes, chooses, and submits. Knows nothing else.

It wakes at every step it is sent, and asks whether it may move. Another player's command may come between its question and
its answer where a ruleset lets several seats act at once: then it is told so, and looks again.
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
from infra.demo.seats import ANSWER

_TURN: Final = "query ($game: ID!) { game(id: $game) { version phase mySeat toAct } }"
_LOOK: Final = "query ($game: ID!) { game(id: $game) { version viewJson legal { json } } }"
_SUBMIT: Final = (
    "mutation ($id: ID!, $game: ID!, $version: Int!, $command: JSON!) "
    "{ answer: submit(game: $game, commandId: $id, expectedVersion: $version, commandJson: $command) {" + ANSWER + "} }"
)
_STEPS: Final = "subscription ($game: ID!, $after: Cursor) { gameSteps(game: $game, after: $after) { version } }"


class Pace:
    """A beat all players of a table share: so many commands a second at most, 0 for as many as they can."""

    def __init__(self, per_second: float) -> None:
        self._gap = 1 / per_second if per_second > 0 else 0.0
        self._next = 0.0
        self.commands = 0

    async def beat(self) -> None:
        """Wait for the next beat."""
        now = asyncio.get_running_loop().time()
        wait = self._next - now
        self._next = max(now, self._next) + self._gap
        if wait > 0:
            await asyncio.sleep(wait)


@dataclass
class Player:
    """One seat's bot."""

    api: Api
    game_id: str
    ruleset: AnyRuleset
    bot: Bot[Any, Any]
    pace: Pace
    _seed: bytes = field(default_factory=lambda: os.urandom(32), repr=False)

    async def play(self) -> None:
        """Play until the game is over."""
        after = await self._move_while_asked()
        async for step in self.api.follow(_STEPS, field="gameSteps", after=after, game=self.game_id):
            if step["version"] > after:
                after = await self._move_while_asked()

    async def _move_while_asked(self) -> int:
        """Move as long as it is this seat's turn; gives the version at which it was not."""
        while True:
            game = (await self.api.ask(_TURN, game=self.game_id))["game"]
            if game["mySeat"] not in game["toAct"]:
                return int(game["version"])
            await self.pace.beat()
            await self._move()

    async def _move(self) -> None:
        game = (await self.api.ask(_LOOK, game=self.game_id))["game"]
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
                pass  # somebody was faster; the next look shows what is left to do
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
