"""Every sentence about a game comes in the language that the caller names, and the catalogues can be fetched."""

from typing import Any

import httpx
import pytest

from services.languages import LOCALES, catalogue, scopes
from tests.api.conftest import Ask, Served
from tests.api.game_client import GameClient
from tests.dice import new_id

TEXTS = """query Texts($g: ID!, $l: String!) { game(id: $g) {
  steps(first: 3) { edges { node { line { text(locale: $l) } } } }
  legal { text(locale: $l) }
  highlights(first: 3) { edges { node { text(locale: $l) } } }
 } }"""
RECORDED = "query($g: ID!, $l: String!) { game(id: $g) { refusals { edges { node { text(locale: $l) } } } } }"
REFUSED = """mutation Refused($g: ID!, $id: ID!, $json: JSON, $l: String!) {
  answer: submit(game: $g, commandId: $id, commandJson: $json) { ... on CommandRefused { code text(locale: $l) } } }"""
LANGUAGES = "{ languages { locale name catalogues { scope source address } } }"


async def texts(ask: Ask, game: GameClient, locale: str) -> dict[str, list[str]]:
    """What the first player of a game reads, by the field."""
    answer = (await ask(TEXTS, by=await game.acting(), g=game.game, l=locale))["game"]
    nodes = {name: [edge["node"] for edge in answer[name]["edges"]] for name in ("steps", "highlights")}
    return {
        "lines": [node["line"]["text"] for node in nodes["steps"]],
        "legal": [each["text"] for each in answer["legal"]],
        "highlights": [node["text"] for node in nodes["highlights"]],
    }


async def refused(ask: Ask, game: GameClient, locale: str) -> dict[str, Any]:
    """The answer to somebody who plays the command of another seat's turn."""
    acting = await game.acting()
    command = (await game.mine(acting))["legal"][0]["json"]
    other = next(at for at, name in enumerate(game.players) if name != acting)
    json = {**command, "seat": other}
    answer: dict[str, Any] = (
        await ask(REFUSED, by=game.players[other], g=game.game, id=new_id(), json=json, l=locale)
    )["answer"]
    return answer


async def test_every_sentence_has_the_language_of_the_argument(ask: Ask, game: GameClient) -> None:
    await game.play_one()
    by_locale = {locale: await texts(ask, game, locale) for locale in LOCALES}
    for field in ("lines", "legal"):
        assert all(by_locale[locale][field] for locale in LOCALES), field
        assert len({tuple(by_locale[locale][field]) for locale in LOCALES}) == len(LOCALES), field
    assert await texts(ask, game, "de-CH") == by_locale["de"]


async def test_a_refusal_reads_the_same_when_it_is_recorded(ask: Ask, game: GameClient) -> None:
    acting = await game.acting()
    answers = {locale: await refused(ask, game, locale) for locale in LOCALES}
    assert len({each["code"] for each in answers.values()}) == 1
    assert len({each["text"] for each in answers.values()}) == len(LOCALES)
    by = next(name for name in game.players if name != acting)
    for locale, answer in answers.items():
        recorded = (await ask(RECORDED, by=by, g=game.game, l=locale))["game"]["refusals"]["edges"]
        assert {edge["node"]["text"] for edge in recorded} == {answer["text"]}


async def test_an_unknown_language_is_an_error_with_what_there_is(ask: Ask, game: GameClient) -> None:
    response = await ask(TEXTS, errors=True, g=game.game, l="xx")
    extensions = [error["extensions"] for error in response["errors"]]
    assert {each["code"] for each in extensions} == {"UNKNOWN_LOCALE"}
    assert extensions[0]["languages"] == list(LOCALES)


async def test_catalogues_are_files_that_are_stored_for_good(served: Served, ask: Ask, http: httpx.AsyncClient) -> None:
    languages = (await ask(LANGUAGES))["languages"]
    assert {each["locale"]: each["name"] for each in languages} == LOCALES
    assert [each["scope"] for each in languages[0]["catalogues"]] == list(scopes())
    part = languages[1]["catalogues"][-1]
    answer = await http.get(served.url + part["address"])
    assert answer.text == part["source"] == catalogue(part["scope"], languages[1]["locale"]).text
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    known = await http.get(served.url + part["address"], headers={"if-none-match": answer.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")
    of_another_release = await http.get(f"{served.url}{part['address'].partition('?')[0]}?digest=0")
    assert of_another_release.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["london/xx.ftl", "london/de", "nowhere/de.ftl", "london/..%2fen.ftl"])
async def test_there_is_no_other_file(served: Served, http: httpx.AsyncClient, path: str) -> None:
    assert (await http.get(f"{served.url}/languages/{path}")).status_code == 404
