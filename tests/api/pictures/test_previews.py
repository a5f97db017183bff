"""What messengers find at an address, who run no scripts: a head of its own, escaped; and oEmbed by its specification."""

import json
import struct
from html.parser import HTMLParser

import httpx
import pytest

from api.pictures.texts import texts_of
from domain.game.terms import Sandbox, Terms
from domain.rulesets import CURRENT
from tests.api.conftest import Ask, Served
from tests.api.game_client import OPEN, game_in_the_middle
from tests.api.test_lists import bots_at
from tests.dice import new_id

FIRST_BYTES_MAX = 30_000
"""Packed: 0.6 s of a slow third-generation line of 400 kbit/s."""
AGENTS = ("WhatsApp/2.24", "Slackbot-LinkExpanding 1.0", "Twitterbot/1.0", "facebookexternalhit/1.1", "Discordbot/2.0")


class Head(HTMLParser):
    """What the head of a page says: by name of the property, and its links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.says: dict[str, str] = {}
        self.links: dict[str, str] = {}
        self._in_title = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._in_title = tag == "title"
        if tag == "meta" and "content" in given:
            self.says[given.get("property") or given.get("name", "")] = given["content"]
        if tag == "link":
            self.links[given.get("type", given["rel"])] = given["href"]

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.says["title"] = data
            self._in_title = False


async def test_a_messenger_finds_title_words_and_picture(served: Served, http: httpx.AsyncClient, ask: Ask) -> None:
    client = await game_in_the_middle(served, ask, "london", 15)
    for agent in AGENTS:
        page = await http.get(f"{served.url}/games/{client.game}/20", headers={"user-agent": agent})
        head_only = await http.head(f"{served.url}/games/{client.game}/20", headers={"user-agent": agent})
        assert (head_only.status_code, head_only.content) == (200, b"")
        head = Head(page.text)
        assert head.says["og:title"] == "A test: London" and head.says["title"] == "A test: London · Emberlog"
        assert "step 20" in head.says["og:description"] == head.says["description"]
        assert head.says["og:url"] == str(page.url) and head.says["twitter:card"] == "summary_large_image"
    picture = await http.get(head.says["og:image"])
    assert picture.headers["content-type"] == "image/png" and len(picture.content) < 600_000
    size = struct.unpack(">II", picture.content[16:24])
    assert size == (int(head.says["og:image:width"]), int(head.says["og:image:height"]))
    for address in (head.says["og:image"], head.links["application/json+oembed"]):
        assert (await http.head(address)).status_code == 200
    described = (await http.get(head.links["application/json+oembed"])).json()
    assert described["type"] == "rich" and described["thumbnail_url"] == head.says["og:image"]
    frame = await http.get(described["html"].split('src="')[1].split('"')[0])
    assert "frame-ancestors *" in frame.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


async def test_a_link_that_names_a_language_has_its_words_in_it(
    served: Served, http: httpx.AsyncClient, ask: Ask
) -> None:
    client = await game_in_the_middle(served, ask, "london", 15)

    async def head_in(language: str) -> Head:
        return Head((await http.get(f"{served.url}/games/{client.game}/20?lang={language}")).text)

    english, german, french = [await head_in(language) for language in ("tlh", "de-CH", "fr")]
    assert english.says["og:locale"] == "en_GB" and "step 20" in english.says["og:description"]
    assert "Schritt 20" in german.says["og:description"] and "étape 20" in french.says["og:description"]
    assert len({head.says["og:description"].rpartition("; ")[2] for head in (english, german, french)}) == 3
    assert german.says["og:locale"] == "de_DE" and german.says["og:url"].endswith("/20?lang=de")
    described = (await http.get(german.links["application/json+oembed"])).json()
    assert described["type"] == "rich" and described["thumbnail_url"] == german.says["og:image"]


@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_the_first_picture_is_in_the_language_that_the_page_will_have(
    served: Served, http: httpx.AsyncClient, ask: Ask, ruleset: str
) -> None:
    client = await game_in_the_middle(served, ask, ruleset, 15)

    async def picture_of(query: str, accepted: str) -> str:
        page = await http.get(f"{served.url}/games/{client.game}/20{query}", headers={"accept-language": accepted})
        assert "Accept-Language" in page.headers["vary"]
        address = page.text.split('<img src="')[1].split('"')[0]
        drawn: str = (await http.get(f"{served.url}{address}")).text
        return drawn

    german = await picture_of("?lang=de", "fr")
    assert german == await picture_of("", "tlh, de-AT;q=0.9, fr;q=0.5") != await picture_of("?lang=tlh", "de")
    english = await picture_of("", "en-GB, de")
    assert english == await picture_of("?lang=tlh", "de"), "drawn after another language, and without its words"
    own = [text for text in texts_of(ruleset, "de").values() if len(text) > 4 and f">{text}<" not in english]
    assert any(f">{text}<" in german for text in own)
    covers = [(await http.get(f"{served.url}/covers/{ruleset}.svg?lang={tag}")).text for tag in ("de", "fr", "tlh")]
    assert covers[1] != covers[2], "the line over the title of The Great Fire is the same in German"


@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_the_board_is_there_one_round_trip_after_the_page(
    served: Served, http: httpx.AsyncClient, ask: Ask, ruleset: str
) -> None:
    """On a slow line it is seen before any script: no script, no query and one small picture lie before it."""
    client = await game_in_the_middle(served, ask, ruleset, 15)
    page = await http.get(f"{served.url}/games/{client.game}/20", headers={"accept-encoding": "gzip"})
    first = page.text.index("<link")
    assert page.text[first:].startswith(f'<link rel="preload" as="image" href="/games/{client.game}/20.svg"')
    main = page.text[page.text.index("<main") :]
    assert main.index(f'<img src="/games/{client.game}/20.svg"') < main.index("<noscript")
    picture = await http.get(f"{served.url}/games/{client.game}/20.svg", headers={"accept-encoding": "gzip"})
    assert picture.status_code == 200 and picture.num_bytes_downloaded + page.num_bytes_downloaded < FIRST_BYTES_MAX


async def test_a_game_that_has_not_begun_has_no_board_in_its_shell(
    served: Served, http: httpx.AsyncClient, ask: Ask
) -> None:
    await served.principal("Ann")
    opened = await ask(OPEN, by="Ann", id=new_id(), ruleset="london", seats=3)
    for address in (opened["answer"]["gameId"], "00000000-0000-4000-8000-000000000000"):
        assert "first-board" not in (await http.get(f"{served.url}/games/{address}")).text


async def test_the_words_of_people_are_escaped(served: Served, http: httpx.AsyncClient, ask: Ask) -> None:
    await served.principal("Ann")
    title = '</title><script>alert(1)</script>"&'
    opened = await ask(OPEN, by="Ann", id=new_id(), ruleset="london", seats=3, title=title)
    page = await http.get(f"{served.url}/games/{opened['answer']['gameId']}")
    assert "<script>alert" not in page.text
    assert Head(page.text).says["og:title"] == f"{title}: London"


async def test_a_host_that_is_none_is_not_repeated(served: Served, http: httpx.AsyncClient) -> None:
    page = await http.get(served.url, headers={"host": 'a"><script>'})
    assert "<script>" not in page.text.replace('<script src="/assets', "")
    assert page.status_code in (200, 400)


@pytest.mark.rules("GAME-FORK-04")
async def test_what_spectators_may_not_know_has_the_head_of_the_site(served: Served, http: httpx.AsyncClient) -> None:
    page = Head((await http.get(f"{served.url}/games/00000000-0000-4000-8000-000000000000")).text)
    assert page.says["og:title"] == "Emberlog" and "application/json+oembed" not in page.links
    sandbox = await bots_at(served, Terms(sandbox=Sandbox()))
    assert Head((await http.get(f"{served.url}/games/{sandbox}")).text).says["og:title"] != "Emberlog"


async def test_oembed_answers_by_its_specification(served: Served, http: httpx.AsyncClient) -> None:
    game = await bots_at(served)
    address = f"{served.url}/games/{game}"

    async def described_by(**query: object) -> httpx.Response:
        return await http.get(f"{served.url}/oembed", params={key: str(value) for key, value in query.items()})

    rich = (await described_by(url=f"{address}/2", maxwidth=400)).json()
    assert (rich["version"], rich["type"], rich["width"], rich["height"]) == ("1.0", "rich", 400, 280)
    photo = (await described_by(url=f"{address}/2.png", maxheight=300)).json()
    assert photo["type"] == "photo" and photo["url"] == f"{address}/2.png" and photo["height"] <= 300
    assert (await described_by(url=address, format="xml")).status_code == 501
    for wrong in ("", f"{served.url}/rules", "http://elsewhere.example/games/" + game, address[:-1] + "x"):
        answer = await described_by(url=wrong)
        assert answer.status_code == 404, wrong
        assert json.loads(answer.content)["code"] == "NOT_FOUND"
