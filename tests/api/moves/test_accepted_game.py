"""The game in the answer to a command: the same as a query has, without another read of the log."""

from typing import Any, Final

import pytest

from domain.rulesets import CURRENT
from services.log.replay import Histories
from services.reads.look import Look
from tests.api.conftest import Ask, Served
from tests.api.game_client import RESIGN, GameClient, game_in_the_middle, open_game
from tests.api.moves.documents import legal
from tests.api.test_sandbox import begun
from tests.dice import new_id

FIELDS: Final = """
  id ruleset rulesetVersion title phase version options seats { seat name taken bot resigned share } toAct turn mySeat isHost
  isDelayed delayedBecause delay { steps } commitment secret headHash result { ending } openedAt lastMoveAt watchers
  legal { choice type text json } view { version position { __typename } } viewJson old: viewJson(at: 1)
  scoresNow { seat source banked ifOver } step { version hash legal { choice } } steps(last: 3) { edges { node { version hash } } }
  highlights(first: 3) { edges { cursor } } refusals { edges { cursor } } why(step: 2) { rules { id } }"""
GAME: Final = f"query($g: ID!) {{ game(id: $g) {{ {FIELDS} }} }}"
PLAY: Final = f"""mutation($g: ID!, $id: ID!, $choice: ID!) {{ answer: submit(game: $g, commandId: $id, choice: $choice) {{
  __typename ... on CommandAccepted {{ game {{ {FIELDS} }} }} }} }}"""
NEXT: Final = """mutation($g: ID!, $id: ID!, $choice: ID!) { answer: submit(game: $g, commandId: $id, choice: $choice) {
  __typename ... on CommandAccepted { version steps { line { text } } game { version toAct turn mySeat phase headHash lastMoveAt
    seats { name } legal { choice text json } viewJson view { version } scoresNow { banked } } } } }"""


@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_it_is_what_a_query_answers_next(served: Served, ask: Ask, ruleset: str) -> None:
    client = await game_in_the_middle(served, ask, ruleset, 8)
    for _ in range(3):
        by = await client.acting()
        choice = (await legal(client, by))[0]["choice"]
        answer = (await ask(PLAY, by=by, g=client.game, id=new_id(), choice=choice))["answer"]
        assert answer["game"] == (await ask(GAME, by=by, g=client.game))["game"]


async def test_it_takes_no_further_read_of_the_log(served: Served, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = await game_in_the_middle(served, ask, "london", 3)
    by = await client.acting()
    choices = await legal(client, by)

    def no_read(*_: object, **__: object) -> Any:
        raise AssertionError("the answer has it in memory")

    for name in ("up_to_date", "_read"):
        monkeypatch.setattr(Histories, name, no_read)
    for name in ("read", "head"):
        monkeypatch.setattr(served.services.world.log, name, no_read)
    answer = (await ask(NEXT, by=by, g=client.game, id=new_id(), choice=choices[0]["choice"]))["answer"]
    assert answer["game"]["version"] == answer["version"] and answer["game"]["viewJson"]["position"]


@pytest.mark.rules("GAME-OPEN-01", "GAME-SEAT-01", "GAME-BEGIN-01")
async def test_it_comes_with_every_command(served: Served, ask: Ask) -> None:
    game = "... on CommandAccepted { gameId game { id phase mySeat isHost seats { name } } }"
    await served.principal("Ann")
    opened = f'mutation($id: ID!) {{ answer: openGame(commandId: $id, ruleset: "brigade", seats: 2) {{ {game} }} }}'
    first = (await ask(opened, by="Ann", id=new_id()))["answer"]
    assert first["game"]["id"] == first["gameId"] and first["game"]["isHost"] and first["game"]["phase"] == "OPEN"
    taken = f"mutation($g: ID!, $id: ID!) {{ answer: takeSeat(game: $g, commandId: $id) {{ {game} }} }}"
    seated = (await ask(taken, by="Ann", g=first["gameId"], id=new_id()))["answer"]["game"]
    assert seated["mySeat"] == 0 and seated["seats"] == [{"name": "Ann"}, {"name": "Seat 2"}]


@pytest.mark.rules("GAME-DELAY-01", "GAME-DELAY-02", "GAME-RESIGN-01")
async def test_who_gives_up_their_seat_sees_the_game_no_further_than_its_delay(served: Served, ask: Ask) -> None:
    game = await begun(served, ask, delay={"steps": 500})
    resign = RESIGN.replace(
        "isRepeat\n", f"isRepeat game {{ {FIELDS.replace('why(step: 2) { rules { id } }', '')} }}\n"
    )
    answer = (await ask(resign, by="Ben", game=game, id=new_id()))["answer"]
    late = answer["game"]
    assert (late["isDelayed"], late["delayedBecause"], late["legal"]) == (True, "GAVE_UP_SEAT", [])
    assert late["version"] == 3 < answer["version"] and late["phase"] == "OPEN"
    assert late == {name: value for name, value in (await ask(GAME, by="Ben", g=game))["game"].items() if name != "why"}


async def test_a_game_that_cannot_be_read_back_says_so(
    served: Served, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    client: GameClient = await open_game(served, ask)

    async def nothing(*_: object) -> None:
        return None

    monkeypatch.setattr(Look, "after_command", nothing)
    by = await client.acting()
    response = await ask(
        PLAY, by=by, g=client.game, id=new_id(), choice=(await legal(client, by))[0]["choice"], errors=True
    )
    assert response["errors"][0]["extensions"] == {"code": "UNKNOWN_GAME", "gameId": client.game}
