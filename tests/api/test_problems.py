"""What is ours stays ours: unexpected errors are masked on every channel, logged with game and version, and stop no other game."""

import hashlib
import logging
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from api.problems import problem_of
from domain.engine.step import Step
from domain.log.chain import GENESIS, event_hash
from services.errors import LogDamaged, Unavailable
from services.log.replay import Histories
from services.ports import RawStep
from services.reads.look import Look
from tests.api.conftest import Ask, Served, services_over, serving
from tests.api.follow import follow_events, follow_socket
from tests.api.game_client import FOLLOW, FOLLOW_VIEWS, GameClient, open_game
from tests.api.memory import MemoryLog, memory_world
from tests.dice import new_id

SECRET = "the queen of spades is on top"


@pytest.fixture
async def client(served: Served, ask: Ask) -> GameClient:
    return await open_game(served, ask)


def broken(*_: Any, **__: Any) -> Any:
    raise KeyError(SECRET)


async def test_an_unexpected_error_is_masked_and_logged_with_game_and_version(
    client: GameClient, ask: Ask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Look, "last_view", broken)
    last = (await client.mine(None))["version"]
    with caplog.at_level(logging.ERROR, "emberlog.api"):
        response = await ask("query($g: ID!) { game(id: $g) { viewJson } }", errors=True, g=client.game)
    error = response["errors"][0]
    assert error["extensions"]["code"] == "INTERNAL" and SECRET not in str(response)
    logged = caplog.records[-1].getMessage()
    assert f"game {client.game} version {last}" in logged and error["extensions"]["reference"] in logged


@pytest.mark.parametrize("transport", ["socket", "events"])
async def test_subscriptions_mask_errors_before_and_between_steps(
    served: Served, http: httpx.AsyncClient, client: GameClient, monkeypatch: pytest.MonkeyPatch, transport: str
) -> None:
    def follow() -> AsyncIterator[dict[str, Any]]:
        if transport == "socket":
            return follow_socket(served, FOLLOW_VIEWS, game=client.game)
        return follow_events(served, http, FOLLOW_VIEWS, game=client.game)

    monkeypatch.setattr(Look, "view_at", broken)
    with pytest.raises(AssertionError) as caught:
        await anext(follow())
    assert "INTERNAL" in str(caught.value) and SECRET not in str(caught.value)
    monkeypatch.setattr(Histories, "up_to_date", broken)
    with pytest.raises(AssertionError) as caught:
        await anext(follow())
    assert "INTERNAL" in str(caught.value) and SECRET not in str(caught.value)


SHARE = hashlib.sha256(b"share 0").hexdigest().encode()


def edit(served: Served, game: str, version: int) -> None:
    """Change the stored log: another share in the body, the hashes as they are."""
    log = served.world.log
    assert isinstance(log, MemoryLog)
    row = log.rows[game][version - 1]
    body = row.body.replace(SHARE, SHARE[::-1])
    assert body != row.body and event_hash(GENESIS, body) != row.hash
    log.rows[game][version - 1] = RawStep(row.version, row.type, row.schema, row.prev_hash, row.hash, body)


async def test_an_edited_step_is_named_and_other_games_go_on() -> None:
    world = memory_world()
    async with serving(services_over(world)) as served, httpx.AsyncClient(trust_env=False, verify=False) as http:

        async def ask(document: str, *, by: str | None = None, **variables: Any) -> Any:
            sent = {"query": document, "variables": variables}
            return (await http.post(f"{served.url}/graphql", json=sent, headers=served.headers(by))).json()["data"]

        client, other = await open_game(served, ask), await open_game(served, ask)
        edit(served, client.game, 2)
        names = served.tokens
    async with (
        serving(services_over(world)) as served,
        httpx.AsyncClient(trust_env=False, verify=False) as http,
    ):  # nothing in memory
        served.tokens = names
        request = {"query": "query($g: ID!) { game(id: $g) { id } }", "variables": {"g": client.game}}
        response = (await http.post(f"{served.url}/graphql", json=request)).json()
        extensions = response["errors"][0]["extensions"]
        assert extensions == {"code": "GAME_DAMAGED", "gameId": client.game, "step": 2}
        with pytest.raises(AssertionError, match="GAME_DAMAGED"):
            await anext(follow_socket(served, FOLLOW, game=client.game))
        submit = f'mutation {{ answer: beginGame(game: "{client.game}", commandId: "{new_id()}") {{ __typename ... on GameParked {{ version }} }} }}'
        answer = await http.post(f"{served.url}/graphql", json={"query": submit}, headers=served.headers("Player0"))
        assert answer.json()["data"]["answer"] == {"__typename": "GameParked", "version": 2}
        request["variables"]["g"] = other.game  # type: ignore[index]
        assert (await http.post(f"{served.url}/graphql", json=request)).json()["data"]["game"] == {"id": other.game}


async def test_the_ports_may_be_away(served: Served, http: httpx.AsyncClient, client: GameClient, ask: Ask) -> None:
    log = served.world.log
    assert isinstance(log, MemoryLog)
    log.away = True
    response = await ask("query($g: ID!) { game(id: $g) { id } }", errors=True, g=client.game)
    assert response["errors"][0]["extensions"]["code"] == "UNAVAILABLE"
    assert "the log is away" not in str(response), "what is wrong inside is for the log only"


async def test_tokens_cannot_be_checked_without_the_store(
    served: Served, http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(token: str) -> None:
        raise Unavailable("postgresql://somebody:secret@host does not answer")

    monkeypatch.setattr(served.world.principals, "by_token", away)
    answer = await http.post(
        f"{served.url}/graphql", json={"query": "{ me { id } }"}, headers={"authorization": "Bearer abc"}
    )
    assert (answer.status_code, answer.json()["code"]) == (503, "UNAVAILABLE")
    assert "secret" not in answer.text


async def test_a_revoked_token_is_forgotten(served: Served, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    principal = await served.principal("Ann")
    assert (await ask("{ me { name } }", by="Ann"))["me"] == {"name": "Ann"}
    monkeypatch.setattr("api.auth.CACHED_SECONDS", 0.0)
    await served.world.principals.revoke(principal.id)
    response = await ask("{ me { name } }", by="Ann", errors=True)
    assert response["code"] == "UNKNOWN_TOKEN"


def test_a_damaged_game_is_logged_once_however_often_it_is_read(caplog):
    game_id = new_id()
    for _ in range(100):
        assert problem_of(LogDamaged(game_id, Step(4), "its hash"), "here").code == "GAME_DAMAGED"
    problem_of(LogDamaged(new_id(), Step(4), "its hash"), "here")
    assert [game_id in record.getMessage() for record in caplog.records] == [True, False]


async def test_a_variable_of_the_first_edition_is_answered_with_its_successor(ask: Ask) -> None:
    document = "query($as: ViewerInput) { me { id } game(id: $g) { view(as: $as) { version } } }".replace("$g", '"g"')
    answer = await ask(document, errors=True, **{"as": {"eyes": "SPECTATOR"}})
    [error] = answer["errors"]
    assert error["extensions"] == {"code": "GRAPHQL_VALIDATION_FAILED", "successor": "ViewerInput.kind"}
    assert "it is now ViewerInput.kind. Write" in error["message"]
