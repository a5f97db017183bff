"""Players as programs: they read the game, choose a legal command at random, and send it until it is answered."""

import asyncio
import random
import uuid
from collections import Counter
from typing import Any

from tests.continuity.retrying_client import RetryingClient

ANSWER = """__typename
  ... on CommandAccepted { gameId commandId version isRepeat steps { version hash } }
  ... on CommandRefused { code text }
  ... on VersionConflict { expected actual text }
  ... on CommandIdReused { text }
  ... on NotYourSeat { text }"""
REGISTER = "mutation Register($name: String!) { register(name: $name) { token } }"
OPEN = f"""mutation Open($id: ID!, $ruleset: String!, $seats: Int!, $options: JSON, $sandbox: SandboxInput,
  $delay: DelayInput) {{
  answer: openGame(commandId: $id, ruleset: $ruleset, seats: $seats, optionsJson: $options, sandbox: $sandbox, delay: $delay) {{
    {ANSWER} }} }}"""
TAKE = f"""mutation Take($game: ID!, $id: ID!, $seat: Int!, $name: String!) {{
  answer: takeSeat(game: $game, commandId: $id, seat: $seat, name: $name, share: $name) {{ {ANSWER} }} }}"""
BOT = f"""mutation Bot($game: ID!, $id: ID!, $seat: Int!) {{
  answer: seatBot(game: $game, commandId: $id, seat: $seat, bot: "random") {{ {ANSWER} }} }}"""
BEGIN = f"mutation Begin($game: ID!, $id: ID!) {{ answer: beginGame(game: $game, commandId: $id) {{ {ANSWER} }} }}"
SUBMIT = f"""mutation Submit($game: ID!, $id: ID!, $json: JSON!, $version: Int) {{
  answer: submit(game: $game, commandId: $id, commandJson: $json, expectedVersion: $version) {{ {ANSWER} }} }}"""
LOOK = "query Look($game: ID!) { game(id: $game) { phase version toAct legal { json } } }"

COMMANDS_MAX = 3_000
SENT_TWICE_SHARE = 0.1
PINNED_SHARE = 0.3

Json = dict[str, Any]


class LiveGame:
    """One game and its players. `accepted`: the acknowledged steps by command id."""

    def __init__(self, client: RetryingClient, dice: random.Random) -> None:
        self._asker = client
        self._dice = dice
        self.game = ""
        self.tokens: list[str] = []
        self.accepted: dict[str, list[tuple[int, str]]] = {}
        self.refused: set[str] = set()
        self.counted: Counter[str] = Counter()
        self.version = 0
        self.commands = 0
        self.over = False
        self.moved = asyncio.Condition()

    # ---------------------------------------------------------------- the game

    async def open(
        self, ruleset: str, seats: int, players: int, options: Json, sandbox: Json | None, delay: Json | None = None
    ) -> None:
        """Open a game for people with tokens of their own."""
        for at in range(players):
            data = await self._asker.ask(REGISTER, name=f"Player {at}")
            self.tokens.append(data["register"]["token"])
        answer = await self._order(OPEN, 0, ruleset=ruleset, seats=seats, options=options, sandbox=sandbox, delay=delay)
        self.game = answer["gameId"]

    async def begin(self, seats: int) -> None:
        """The people take the first seats, and bots the other ones."""
        for seat in range(len(self.tokens)):
            await self._order(TAKE, seat, game=self.game, seat=seat, name=f"Player {seat}")
        for seat in range(len(self.tokens), seats):
            await self._order(BOT, 0, game=self.game, seat=seat)
        await self._order(BEGIN, 0, game=self.game)

    async def play(self, until: int | None = None) -> None:
        """All seats of people, each by a program of its own, to the end of the game or to step `until`."""
        async with asyncio.TaskGroup() as seats:
            for seat in range(len(self.tokens)):
                seats.create_task(self._play_seat(seat, until))

    async def reached(self, commands: int) -> None:
        """Wait until so many commands were accepted, or the game is over."""
        async with self.moved:
            await self.moved.wait_for(lambda: self.over or self.commands >= commands)

    # ---------------------------------------------------------------- one seat

    async def _play_seat(self, seat: int, until: int | None) -> None:
        for _ in range(COMMANDS_MAX):
            if self.over or (until is not None and self.version >= until):
                return
            visible = (await self._asker.ask(LOOK, token=self.tokens[seat], game=self.game))["game"]
            if visible["phase"] == "OVER":
                async with self.moved:
                    self.over = True
                    self.moved.notify_all()
                return
            if seat not in visible["toAct"]:
                await asyncio.sleep(self._dice.uniform(0.05, 0.15))
                continue
            chosen = self._dice.choice(visible["legal"])["json"]
            pinned = visible["version"] if self._dice.random() < PINNED_SHARE else None
            await self._order(SUBMIT, seat, may_be_late=True, game=self.game, json=chosen, version=pinned)
        raise AssertionError("the game does not end")

    async def _order(self, document: str, by: int, *, may_be_late: bool = False, **variables: Any) -> Json:
        """Send one command under one id until it is answered, and sometimes once more after that."""
        key = str(uuid.UUID(int=self._dice.getrandbits(128), version=4))
        token = self.tokens[by]
        data, in_vain = await self._asker.ask_counting_retries(document, token=token, id=key, **variables)
        answer = data["answer"]
        self.counted["sent again"] += in_vain > 0
        if answer["__typename"] != "CommandAccepted":
            assert may_be_late and answer["__typename"] in ("CommandRefused", "VersionConflict"), answer
            self.counted[answer["__typename"]] += 1
            self.refused.add(key)
            return answer
        if answer["isRepeat"]:
            assert in_vain, "an answer of old for a command that was sent once"
            self.counted["carried out, answer lost"] += 1
        self.accepted[key] = _steps(answer)
        if self._dice.random() < SENT_TWICE_SHARE:
            twin = (await self._asker.ask(document, token=token, id=key, **variables))["answer"]
            assert twin["__typename"] == "CommandAccepted" and twin["isRepeat"], twin
            assert _steps(twin) == self.accepted[key], "the same command id had other steps the second time"
            self.counted["said twice"] += 1
        async with self.moved:
            self.version = max(self.version, self.accepted[key][-1][0])
            self.commands += 1
            self.moved.notify_all()
        return answer


def _steps(answer: Json) -> list[tuple[int, str]]:
    return [(step["version"], step["hash"]) for step in answer["steps"]]
