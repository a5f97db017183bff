"""Pictures of games over HTTP: what a spectator may know, drawn once, named by a tag, and refused in words."""

import re
import struct
import sys
import xml.etree.ElementTree as ET
from collections.abc import Sequence

import httpx
import pytest

from api.limits import ApiLimits
from api.pictures.painter import Job
from api.pictures.routes import DRAW_POINTS
from api.pictures.studio import DrawingFailed, Studio
from api.problems import Problem
from domain.game.terms import Delay, Terms
from tests.api.conftest import Ask, Served, services_over, serving
from tests.api.game_client import game_in_the_middle
from tests.api.memory import memory_world
from tests.api.test_lists import bots_at

SVG = "{http://www.w3.org/2000/svg}"


def size_of_png(body: bytes) -> tuple[int, int]:
    assert body.startswith(b"\x89PNG")
    return struct.unpack(">II", body[16:24])  # type: ignore[return-value]


async def test_a_game_has_a_picture_at_each_step(served: Served, http: httpx.AsyncClient, ask: Ask) -> None:
    client = await game_in_the_middle(served, ask, "great_fire", 12)
    address = f"{served.url}/games/{client.game}"
    drawn = await http.get(f"{address}/30.svg")
    root = ET.fromstring(drawn.text)
    assert (root.tag, root.get("viewBox"), drawn.headers["content-type"]) == (
        f"{SVG}svg", "0 0 1200 630", "image/svg+xml")  # fmt: skip
    words = "".join(root.itertext())
    assert "Player0" in words
    assert not re.search(r"<script|\son\w+=|(?:href|src)=\"(?!#)", drawn.text), "a picture loads and does nothing"
    other = await http.get(f"{address}/29.svg")
    assert other.headers["etag"] != drawn.headers["etag"]
    png = await http.get(f"{address}.png", params={"size": "miniature"})
    assert size_of_png(png.content) == (480, 320)
    same = await http.get(f"{address}/30.svg", headers={"if-none-match": drawn.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")
    # Names may be erased, so no cache may keep a picture without asking (GAME-PERSON-02).
    assert drawn.headers["cache-control"] == "public, no-cache"


async def test_it_says_in_words_what_it_cannot_draw(served: Served, http: httpx.AsyncClient) -> None:
    game = await bots_at(served)
    for path, status, word in (
        ("/games/00000000-0000-4000-8000-000000000000/1.png", 404, "no such game"),
        (f"/games/{game}/9999.png", 404, "there is no step 9999"),
        (f"/games/{game}/x.png", 404, "the number of a step"),
        (f"/games/{game}/1.png?size=huge", 400, "`size` is one of"),
        ("/covers/great_fire.gif", 404, "that of its ruleset"),
    ):
        answer = await http.get(served.url + path)
        assert answer.status_code == status and word in answer.json()["detail"], answer.text
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.rules("GAME-DELAY-01", "GAME-DELAY-02")
async def test_no_picture_and_no_head_is_past_the_delay(served: Served, http: httpx.AsyncClient) -> None:
    game = await bots_at(served, Terms(delay=Delay(steps=500)))
    look = served.services.look
    visible = await look.game(None, game)
    whole = await look.history(game)
    assert visible is not None and whole is not None and visible.version < whole.version
    hidden = await http.get(f"{served.url}/games/{game}/{visible.version + 1}.svg")
    assert hidden.status_code == 404
    newest = await http.get(f"{served.url}/games/{game}.svg")
    last = await http.get(f"{served.url}/games/{game}/{visible.version}.svg")
    assert newest.content == last.content
    page = await http.get(f"{served.url}/games/{game}/{visible.version + 1}")
    assert f"/{visible.version}.png" in page.text and f"{visible.version + 1}.png" not in page.text


async def test_who_wants_too_many_must_wait(http: httpx.AsyncClient) -> None:
    limits = ApiLimits(anonymous_points_burst=DRAW_POINTS * 2.5, anonymous_points_per_second=1)
    async with serving(services_over(memory_world(), limits)) as served:
        codes = [(await http.get(f"{served.url}/covers/{name}.svg")).status_code for name in ("a", "b", "c", "a")]
    assert codes == [200, 200, 429, 200], "what is drawn already costs next to nothing"


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ((sys.executable, "-c", "import time; time.sleep(60)"), "more than"),
        ((sys.executable, "-c", "pass"), "its process ended"),
        (("/no/such/program",), "its process ended"),
    ],
)
async def test_a_process_that_fails_is_ended(command: Sequence[str], why: str) -> None:
    studio = Studio(command, seconds_max=0.5)
    with pytest.raises(DrawingFailed, match=why):
        await studio.paint(Job("none", b"{}"))
    studio.waiting_max = 0
    with pytest.raises(Problem) as refused:
        await studio.paint(Job("none", b"{}"))
    assert refused.value.code == "RATE_LIMITED"
    await studio.close()


async def test_covers_are_there_for_the_site_and_each_ruleset(served: Served, http: httpx.AsyncClient) -> None:
    drawn = [await http.get(f"{served.url}/covers/{name}.svg") for name in ("emberlog", "great_fire", "london")]
    assert [each.status_code for each in drawn] == [200] * 3
    assert len({each.content for each in drawn}) == 3
