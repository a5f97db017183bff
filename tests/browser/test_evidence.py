"""The tab with the evidence: what it says of a step, and the chain that the browser checks, also when a byte is wrong."""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.api.game_client import GameClient
from tests.browser.boards import needs_browser
from tests.browser.visits import Visits, all_here, expect, shows

pytestmark = [needs_browser, pytest.mark.campaign]

Json = Any


def _open(page: Json) -> Json:
    all_here(page)
    page.get_by_role("tab", name="Evidence").click()
    return page.locator(".evidence")


def test_a_step_of_a_finished_game_is_described_in_full_and_its_chain_holds(
    visits: Visits, finished: GameClient
) -> None:
    page = visits.page(f"/games/{finished.game}/60?as=arbiter")
    evidence = _open(page)
    expect(evidence).to_contain_text("Asked by")
    expect(evidence).to_contain_text("UTC")
    page.emulate_media(media="print")
    expect(evidence.locator(".evidence-paper")).to_contain_text(f"/games/{finished.game}/60?as=arbiter")
    expect(evidence.locator(".evidence-head")).to_be_visible()
    expect(page.locator(".top")).to_be_hidden()
    page.emulate_media(media="screen")
    evidence.get_by_role("button", name="Check the whole game").click()
    expect(evidence).to_contain_text("This game holds", timeout=60_000)
    page.get_by_role("button", name="Next step (Right)").click()
    shows(page, 61)
    expect(evidence.locator(".evidence-head")).to_contain_text("Step 61")
    page.locator(".evidence-legal").first.wait_for(state="attached")
    evidence.get_by_label("A command as JSON").fill('{"type": "great_fire.Pass"}')
    evidence.get_by_role("button", name="Ask the rules").click()
    expect(evidence.locator(".evidence-answer")).not_to_contain_text("Asking")
    evidence.get_by_role("button", name="Side by side").click()
    expect(page.locator(".eyes-side svg").first).to_be_visible()


def test_the_check_waits_until_nothing_above_its_button_moves_any_more(visits: Visits, finished: GameClient) -> None:
    page = visits.page(f"/games/{finished.game}/60?as=arbiter")
    waiting: list[Json] = []

    def hold(route: Json) -> None:
        if "query LegalThen" in (route.request.post_data or ""):
            waiting.append(route)
        else:
            route.continue_()

    page.route("**/graphql", hold)
    evidence = _open(page)
    expect(evidence.locator(".evidence-head")).to_be_visible()
    expect(evidence).to_contain_text("Reading what was legal")
    check = evidence.get_by_role("button", name="Check the whole game")
    expect(check).to_have_count(0)
    waiting[0].continue_()
    expect(check).to_be_visible()
    expect(evidence).not_to_contain_text("Reading what was legal")


def _flip(text: str) -> str:
    raw = bytearray(base64.b64decode(text))
    raw[len(raw) // 2] ^= 1
    return base64.b64encode(raw).decode()


def _step(answer: Json) -> None:
    node = answer["game"]["page"]["edges"][40]["node"]
    node["body"] = _flip(node["body"])


def _link(answer: Json) -> None:
    node = answer["game"]["page"]["edges"][20]["node"]
    node["link"] = ("1" if node["link"][0] == "0" else "0") + node["link"][1:]


def _seed(answer: Json) -> None:
    secret = answer["game"]["secret"]
    answer["game"]["secret"] = ("1" if secret[0] == "0" else "0") + secret[1:]


@pytest.mark.parametrize(
    ("operation", "damage", "says"),
    [
        ("query Recorded", _step, "step 41"),
        ("query Decided", _link, "command 21"),
        ("query Published", _seed, "another secret"),
    ],
    ids=["a step's body", "a link", "the seed"],
)
def test_one_wrong_byte_breaks_the_chain(
    visits: Visits, finished: GameClient, operation: str, damage: Callable[[Json], None], says: str
) -> None:
    page = visits.page(f"/games/{finished.game}?as=spectator")
    evidence = _open(page)

    def alter(route: Json) -> None:
        if operation not in (route.request.post_data or ""):
            route.continue_()
            return
        answer = route.fetch()
        body = answer.json()
        damage(body["data"])
        route.fulfill(response=answer, body=json.dumps(body))

    page.route("**/graphql", alter)
    evidence.get_by_role("button", name="Check the whole game").click()
    alert = evidence.get_by_role("alert")
    expect(alert).to_contain_text("does not hold", timeout=60_000)
    expect(alert).to_contain_text(says)


def _file(evidence: Json) -> Json:
    return evidence.get_by_role("link", name="Download the evidence")


def test_the_evidence_continues_a_checkpoint_that_the_reader_has(visits: Visits, finished: GameClient) -> None:
    page = visits.page(f"/games/{finished.game}?as=spectator")
    evidence = _open(page)
    plain = f"/bundle/game/{finished.game}"
    expect(_file(evidence)).to_have_attribute("href", plain)
    evidence.get_by_text("I have an earlier checkpoint").click()
    notes: list[str] = []

    def answered(route: Json) -> None:
        notes.append(parse_qs(urlsplit(route.request.url).query)["since"][0])
        route.fulfill(status=200, body=b"the file")

    page.route("**/bundle/**", answered)
    field = evidence.get_by_label("The note that you saved")
    note = "example.org/log\n12\nAAAA\n\n— example.org/log AAAA+/=\n"
    field.set_input_files({"name": "checkpoint", "mimeType": "text/plain", "buffer": note.encode()})
    expect(evidence).to_contain_text("now proves that the log continues this checkpoint")
    assert notes == [note], "signs, spaces and line breaks arrive as they were"
    with page.expect_download() as saved:
        _file(evidence).click()
    assert saved.value.suggested_filename == f"{finished.game}.emberlog"
    assert Path(saved.value.path()).read_bytes() == b"the file"
    page.unroute("**/bundle/**")
    field.set_input_files({"name": "early", "mimeType": "text/plain", "buffer": note.encode()})
    expect(evidence.get_by_role("alert")).to_contain_text("have no place in the order of all games yet")
    expect(_file(evidence)).to_have_attribute("href", plain)
    field.set_input_files({"name": "film", "mimeType": "text/plain", "buffer": b"x" * 20_000})
    expect(evidence.get_by_role("alert")).to_contain_text("film is too long for a checkpoint.")
    visits.troubles.clear()  # the browser's own line about the answer 404


def test_a_lost_connection_stops_the_check_and_it_goes_on(visits: Visits, finished: GameClient) -> None:
    page = visits.page(f"/games/{finished.game}?as=spectator")
    evidence = _open(page)
    lost = True

    def cut(route: Json) -> None:
        if lost and "query Decided" in (route.request.post_data or ""):
            route.fulfill(status=400, body="no")
        else:
            route.continue_()

    page.route("**/graphql", cut)
    evidence.get_by_role("button", name="Check the whole game").click()
    expect(evidence).to_contain_text("holds so far", timeout=60_000)
    lost = False
    evidence.get_by_role("button", name="Go on with the check").click()
    expect(evidence).to_contain_text("This game holds", timeout=60_000)
    visits.troubles.clear()  # the browser's own line about the answer 404
