"""The audit desk through the public API: what an arbiter sees of a running game is written down (GAME-ROLE-05)."""

import asyncio
import dataclasses
import json
from typing import Any

import pytest

from api.operations import Operations
from services.errors import Unavailable
from tests.api.conftest import Ask, Served, services_over
from tests.api.game_client import GameClient, game_in_the_middle
from tests.api.memory import memory_world
from tests.dice import new_id

READ = "query($g: ID!) { game(id: $g) { version %s } }"
SIGHTINGS = READ % "sightings { by seat firstVersion lastVersion }"
HOURS = 'from: "2020-01-01T00:00:00Z", to: "2020-01-02T00:00:00Z"'
READS: dict[str, list[int | None]] = {
    "ledger(first: 12) { edges { node { json phrase } } }": [None],
    "ledger(seat: 1) { edges { node { json } } }": [1],
    "knowledge(seat: 0) { digest }": [0],
    "legalAt(seat: 1, at: 3) { json }": [1],
    "tempo(seat: 0) { decisions }": [0],
    "receipts(seat: 1) { connection }": [1],
    "auditReport(case: ENGINE, step: 4) { sha256 }": [None],
    "auditReport(case: UNDONE, seat: 1, step: 4) { sha256 }": [0, 1],
    f"auditReport(case: SITE_DOWN, seat: 0, {HOURS}) {{ sha256 }}": [0],
}
"""What the desk reads of a running game, and the seats that it shows; None: everything."""


@pytest.fixture
async def running(served: Served, ask: Ask) -> GameClient:
    """A game in its middle, with an arbiter and a stranger beside it."""
    client = await game_in_the_middle(served, ask, "london", 12)
    await served.principal("Judge", "arbiter")
    await served.principal("Stranger")
    return client


async def sightings(ask: Ask, game: str) -> list[Any]:
    return (await ask(SIGHTINGS, by="Judge", g=game))["game"]["sightings"]


@pytest.mark.rules("GAME-ROLE-05", "GAME-KEPT-02")
async def test_what_the_desk_shows_of_a_running_game_is_refused_or_written_down(running: GameClient, ask: Ask) -> None:
    game, before = running.game, 0
    for text, seats in READS.items():
        await running.play_one()
        for stranger in ("Stranger", None):
            response = await ask(READ % text, by=stranger, errors=True, g=game)
            assert response["errors"][0]["extensions"]["code"] == "VIEWER_NOT_ALLOWED", text
        assert len(await sightings(ask, game)) == before, f"{text}: what was refused showed nothing"
        version = (await ask(READ % text, by="Judge", g=game))["game"]["version"]
        new = (await sightings(ask, game))[before:]
        assert {(row["by"], row["seat"], row["lastVersion"]) for row in new} == {
            ("Judge", seat, version) for seat in seats
        }, text
        before += len(new)


@pytest.mark.rules("GAME-ROLE-05")
async def test_what_a_seat_reads_of_itself_is_no_sighting(running: GameClient, ask: Ask) -> None:
    ann = running.players[0]
    own = "ledger { edges { node { json } } } knowledge(seat: 0) { digest } receipts(seat: 0) { connection }"
    await ask(READ % own, by=ann, g=running.game)
    assert await sightings(ask, running.game) == []


async def test_no_report_is_given_that_could_not_be_written_down(
    served: Served, running: GameClient, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(rows: object) -> None:
        raise Unavailable("The log is away.")

    monkeypatch.setattr(served.world.sightings, "write", away)
    for text in READS:
        response = await ask(READ % text, by="Judge", errors=True, g=running.game)
        assert response.get("data") is None, text
        assert json.dumps(response["errors"]).count("UNAVAILABLE") == 1


RECORDS = "recordedCommands(first: 200) { edges { node { content } } }"
LEDGER = "ledger(first: 200) { edges { node { token { id } } } }"


@pytest.mark.rules("GAME-KEPT-02")
async def test_after_the_end_only_auditors_learn_of_tokens(served: Served, running: GameClient, ask: Ask) -> None:
    """Everybody may take the exact records; what they say of a token tells nothing to who does not know it."""
    abandon = "mutation($g: ID!, $c: ID!) { abandonGame(game: $g, commandId: $c) { __typename } }"
    await ask(abandon, by="Judge", g=running.game, c=new_id())
    ids = set(served.world.principals.rows)
    for reader in (None, "Stranger", *running.players, "Judge"):
        text = RECORDS if reader in (None, "Stranger") else f"{RECORDS} {LEDGER}"
        game = (await ask(READ % text, by=reader, g=running.game))["game"]
        contents = [json.loads(edge["node"]["content"]) for edge in game["recordedCommands"]["edges"]]
        assert len({each["token"] for each in contents}) == len(contents) > 12, "no two commands show one token"
        listed = {edge["node"]["token"]["id"] for edge in game["ledger"]["edges"]} if reader == "Judge" else set()
        assert len(listed) >= 2 or reader != "Judge"
        assert {id for id in ids if id in json.dumps(game)} == listed, reader


async def test_addresses_are_noted_only_where_a_setting_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.audit.visits.GATHER_SECONDS", 0.0)
    for is_on in (False, True):
        world = memory_world()
        ann, token = await world.principals.create("Ann", frozenset())
        operations = Operations(dataclasses.replace(services_over(world), visits=is_on))
        await operations.caller(f"Bearer {token}", "192.0.2.1", "Firefox/140")
        await operations.caller(None, "192.0.2.2")
        await asyncio.sleep(0.01)
        noted = [(each.principal, each.address, each.client) for each in world.audit.visited]
        assert noted == [(ann.id, "192.0.2.1", "Firefox/140")] * is_on


async def test_answers_of_a_process_without_its_database_are_counted_and_public(served: Served, ask: Ask) -> None:
    metrics = Operations(served.services).metrics
    before = metrics.unavailable()
    metrics.problems.labels("UNAVAILABLE").inc(2)
    assert metrics.unavailable() == 2
    question = "query ($from: DateTime!, $to: DateTime!) { unavailable(from: $from, to: $to) { process answers } }"
    times = {"from": "2020-01-01T00:00:00Z", "to": "2100-01-01T00:00:00Z"}
    assert (await ask(question, **times))["unavailable"] == [] and before == 0
    await served.world.audit.put_unavailable("p1", {60_000_000 * 28_000_000: 3}, 0)
    assert (await ask(question, **times))["unavailable"] == [{"process": "p1", "answers": 3}]
