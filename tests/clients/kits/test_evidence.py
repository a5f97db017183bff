"""What both kits read of a finished game: languages, reasons, forecasts and exact records, the same in both."""

import asyncio
import base64
import hashlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from emberlog_client import Client, NotPublished, Refused, RequestProblem
from emberlog_client.operations import Game

from tests.clients.kits.playing import HASTE
from tests.clients.kits.test_typescript_service import kit, program
from tests.clients.running import Running
from tests.machine import needs_node

pytestmark = [pytest.mark.xdist_group("clients"), pytest.mark.asyncio(loop_scope="module"), pytest.mark.campaign]
__all__ = ["kit"]

NONSENSE = {"type": "london.EndTurn", "seat": 0}
SEATS = 2


@dataclass
class Finished:
    """A game that is over. `client` had seat 0, and was refused once, with this command id."""

    client: Client
    game: str
    refused: str


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def finished(service: Running) -> AsyncIterator[Finished]:
    async with asyncio.timeout(90), Client(service.url, locale="de", backoff=HASTE) as client:
        await client.register("Ada")
        opened = await client.open_game("london", SEATS)
        game = opened.game_id
        await client.seat_bot(game, 1)
        await client.take_seat(game, seat=0)
        await client.begin(game)
        await on_turn(client, game)
        with pytest.raises(Refused) as refusal:
            await client.submit(game, json=NONSENSE)
        await client.resign(game)
        async for news in client.my_games():  # nobody watches its steps, so the bots do not wait
            if news.game.id == game and "ENDED" in news.news:
                break
        yield Finished(client, game, refusal.value.command_id)


async def on_turn(client: Client, game: str) -> Game:
    async for turn in client.my_turns():
        if turn.game.id == game:
            return turn.game
    raise AssertionError("a feed never ends by itself")


async def test_every_sentence_is_in_the_language_of_the_client(finished: Finished) -> None:
    client, game = finished.client, finished.game
    assert [each.locale for each in await client.languages()] == ["en", "de", "fr"]
    german = [step.line.text async for step in client.history(game) if step.line]
    [refusal] = [each async for each in client.refusals(game, as_={"seat": 0})]
    record = await client.command(game, finished.refused)
    assert record is not None and record.refusal is not None and record.refusal.text == refusal.text
    client.locale = "en"
    try:
        english = [step.line.text async for step in client.history(game) if step.line]
        [spoken] = [each async for each in client.refusals(game, as_={"seat": 0})]
        own = "query($game: ID!, $locale: String!) { game(id: $game) { step(version: 1) { line { text(locale: $locale) } } } }"
        first = await client.query(own, "game", game=game)
    finally:
        client.locale = "de"
    assert first["step"]["line"]["text"] == english[0] != german[0] and refusal.text != spoken.text
    assert len(german) == len(english) and sum(a == b for a, b in zip(german, english, strict=True)) < len(german) / 10
    client.locale = "xx"
    with pytest.raises(RequestProblem, match="UNKNOWN_LOCALE"):
        await client.why(game, 1)
    client.locale = "de"


async def test_the_record_is_what_was_hashed(finished: Finished) -> None:
    client, game = finished.client, finished.game
    before = bytes(32)
    steps = [each async for each in client.recorded_steps(game)]
    for each in steps:
        before = hashlib.sha256(b"\x01" + before + base64.b64decode(each.body)).digest()
        assert before.hex() == each.hash
    assert [each.version for each in steps] == list(range(1, (await client.game(game)).version + 1))
    link = bytes(32)
    commands = [each async for each in client.recorded_commands(game)]
    for each in commands:
        content = hashlib.sha256(each.content.encode()).digest()
        link = hashlib.sha256(b"\x02" + link + each.ordinal.to_bytes(4, "big") + content).digest()
        assert link.hex() == each.link
        assert hashlib.sha256(base64.b64decode(each.body)).hexdigest() in each.content
    assert finished.refused in {each.command_id for each in commands if each.outcome == "REFUSED"}


async def test_what_goes_on_has_no_record_but_forecasts(finished: Finished) -> None:
    client = finished.client
    game = (await client.open_game("london", SEATS, sandbox={"seed": "forecast"})).game_id
    await client.take_seat(game, seat=0)
    await client.seat_bot(game, 1)
    await client.begin(game)
    mine = await on_turn(client, game)
    for record in (client.recorded_steps(game), client.recorded_commands(game)):
        with pytest.raises(NotPublished, match="goes on"):
            await anext(record)
    [command] = [each.json for each in (await client.game(game, with_json=True)).legal][:1]
    forecast = await client.dry_run(game, command)
    assert forecast.refused is None and forecast.events and forecast.version == mine.version
    assert not await client.why_not(game, command)
    assert forecast.depth == 0 and (forecast.legal or forecast.plan_end)
    if forecast.legal:
        planned = await client.dry_run(game, forecast.legal[0].json, after=[command])
        assert planned.depth == 1 and planned.refused is None
    assert (await client.dry_run(game, NONSENSE)).refused is not None
    assert await client.why_not_at(game, mine.version, 0, NONSENSE)
    assert await client.command(game, finished.refused) is None, "it belongs to another game"
    await client.resign(game)


async def test_streams_go_on_when_their_token_is_renewed(service: Running) -> None:
    async with asyncio.timeout(60), Client(service.url, backoff=HASTE) as client:
        await client.register("Ada")
        game = (await client.open_game("london", SEATS)).game_id
        steps, feed = client.steps(game), client.my_games()
        assert (await anext(steps)).version == 1 and (await anext(feed)).game.id == game
        old = client.token
        await client.renew_token()
        assert client.token != old
        await client.take_seat(game)
        assert (await anext(steps)).version == 2, "in order, with the new secret"
        assert "JOINED" in (await anext(feed)).news
        current = await client.current_token()
        assert current is not None and current.is_current
        async with Client(service.url, old) as late:
            with pytest.raises(RequestProblem, match="UNKNOWN_TOKEN"):
                await late.me()


@needs_node
async def test_both_kits_read_the_same(finished: Finished, kit: Path) -> None:
    client, game = finished.client, finished.game
    [read] = await program(
        kit, url=client.url, token=client.token, game=game, does="evidence", id=finished.refused, json=NONSENSE
    )
    [refusal] = [each async for each in client.refusals(game, as_={"seat": 0})]
    last = (await client.game(game)).version
    why = await client.why(game, last)
    assert read == {
        "languages": [each.name for each in await client.languages()],
        "scopes": [each.scope for each in (await client.catalogues())[0].catalogues],
        "why": [[each.id for each in why.rules], [each.line and each.line.text for each in why.steps]],
        "whyNotAt": [
            each.text for each in await client.why_not_at(game, refusal.version, 0, json.loads(json.dumps(NONSENSE)))
        ],
        "command": refusal.text,
        "hashes": [each.hash async for each in client.recorded_steps(game)],
        "links": [each.link async for each in client.recorded_commands(game)],
        "chances": [each.version async for each in client.win_chances(game)],
        "moments": [each.after for each in await client.key_moments(game)],
        "token": (await client.current_token()).id,
        "exhibition": [],
    }
