"""The audit desk, as an organiser meets it: the five complaints from the page alone, each to its report."""

import hashlib
import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from domain.proof.note import COSIGNATURE, SecretKey
from services.audit.witnesses import Cosigned, text_of
from services.log.signed_tree import NoTree
from tests.api.game_client import GameClient
from tests.browser.boards import needs_browser
from tests.browser.visits import Visits, expect

pytestmark = [needs_browser, pytest.mark.campaign]

Json = Any
COSIGNED = (("a", Cosigned(12, 1_700_000_000)), ("b", None))
LEDGER = """query Ledger($g: ID!) { game(id: $g) { version ledger(first: 200) { edges { node {
  commandId seat time outcome } } } } }"""


def _desk(visits: Visits, game: str) -> tuple[Json, Json]:
    """The desk of a game for an arbiter, and what the ledger has."""
    site = visits.site

    async def arbiter() -> str:
        await site.served.principal("Judge", "arbiter")
        return str(site.served.tokens["Judge"])

    token = site.served.tokens.get("Judge") or site.do(arbiter())
    page = visits.page(f"/audit/games/{game}", token=token)
    page.get_by_role("heading", name="Ledger").wait_for()
    return page, site.ask(LEDGER, by="Judge", g=game)["game"]


def _report(page: Json, title: str, fields: dict[str, str]) -> Json:
    """The report on a complaint, from its form. Its file has the hash that stands on the paper."""
    case = page.locator(".audit-case", has=page.locator("summary", has_text=title))
    case.locator("summary").click()
    for label, value in fields.items():
        field = case.get_by_label(label)
        if field.evaluate("node => node.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    case.get_by_role("button", name="Write the report").click()
    report = case.locator(".audit-report")
    report.wait_for(timeout=30_000)
    with page.expect_download() as saved:
        report.get_by_role("link", name="Save as JSON").click()
    data = Path(saved.value.path()).read_bytes()
    expect(report).to_contain_text(hashlib.sha256(data).hexdigest())
    document = json.loads(data)
    for section in document["sections"]:
        expect(report.get_by_role("heading", name=section["heading"], exact=True)).to_be_visible()
    return document


def test_the_five_complaints_end_in_reports_from_the_page_alone(visits: Visits, finished: GameClient) -> None:
    page, game = _desk(visits, finished.game)
    nodes = [edge["node"] for edge in game["ledger"]["edges"]]
    played = next(each for each in nodes[40:] if each["seat"] is not None and each["outcome"] == "ACCEPTED")
    began = datetime.fromisoformat(nodes[0]["time"].replace("Z", "+00:00")) - timedelta(minutes=1)
    ended = began + timedelta(hours=1)
    hours = {"From": began.strftime("%Y-%m-%dT%H:%M:%S"), "Until": ended.strftime("%Y-%m-%dT%H:%M:%S")}
    row = page.locator("#ledger tbody tr", has=page.locator(f'code[title="{played["commandId"]}"]'))
    row.get_by_role("button", name="Use in a report").click()
    expect(page.locator("#complaints [role=status]")).to_contain_text("Choose the complaint")
    reports = [
        _report(page, "Undone after seeing a card", {"Seat that took back": "0", "Step where": "60"}),
        _report(page, "It was not me", {}),
        _report(page, "The site was down", {"Seat": "0", **hours}),
        _report(page, "The engine paid", {"Step": "60"}),
        _report(page, "The shuffle was rigged", {}),
    ]
    assert [each["case"] for each in reports] == ["undone", "not-me", "site-down", "engine", "shuffle"]
    assert dict(reports[1]["sections"][2]["facts"])["id"] == played["commandId"], "the ledger filled in the form"
    draws, rest = page.locator("table.audit-long").last, page.locator("table.audit-long .audit-rest").last
    expect(rest).to_be_hidden()
    page.emulate_media(media="print")
    expect(rest).to_be_visible()
    expect(draws).to_be_visible()
    expect(page.locator(".top")).to_be_hidden()
    expect(page.locator("#ledger")).to_be_hidden()
    expect(page.locator(".audit-report").first).to_be_visible()


def test_a_reader_without_a_part_in_the_game_is_refused(visits: Visits, finished: GameClient) -> None:
    page = visits.page(f"/audit/games/{finished.game}")
    expect(page.locator("#ledger .note-bad")).to_contain_text("and its seats (GAME-KEPT-02). You sent no token")
    page.locator("#step").get_by_role("button", name="Show").click()
    expect(page.locator("#step")).to_contain_text("after step")


def test_two_seats_are_compared(visits: Visits, finished: GameClient) -> None:
    page, _ = _desk(visits, finished.game)
    step = page.locator("#step")
    step.get_by_label("After step").fill("40")
    step.get_by_label("compared with step").fill("30")
    step.get_by_role("button", name="Show").click()
    expect(step.locator(".audit-side")).to_have_count(2)
    expect(step.locator(".audit-side h3").first).to_contain_text("after step 40")
    page.locator("#proofs").get_by_role("button", name="Show the proof").click()
    expect(page.locator("#proofs [role=alert]")).to_contain_text("no place in the order of all games yet")
    expect(page.locator("#proofs").get_by_text("I have an earlier checkpoint")).to_be_visible()
    page.locator("#witnesses summary").click()
    expect(page.locator("#witnesses")).to_contain_text("The signer asks no witness.")


def test_witnesses_are_beside_the_proofs(visits: Visits, finished: GameClient, monkeypatch: pytest.MonkeyPatch) -> None:
    witnesses = {SecretKey(f"{name}.example", COSIGNATURE, name.encode() * 32).public: last for name, last in COSIGNED}
    monkeypatch.setattr(NoTree, "witnesses", lambda _: text_of(witnesses))
    page, _ = _desk(visits, finished.game)
    page.locator("#witnesses summary").click()
    rows = page.locator("#witnesses tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("a.example12 of 0 places")
    expect(rows.last).to_contain_text("b.examplenothing yet")
    for row, key in enumerate(witnesses):
        expect(rows.nth(row).locator("code")).to_have_text(str(key))


def test_the_desk_shows_who_looked_as_whom(visits: Visits) -> None:
    page, _ = _desk(visits, visits.site.client("great_fire", 3, commands=8).game)
    part = page.locator("#sightings")
    part.get_by_role("button", name="Show").click()
    expect(part.locator("tbody tr").first).to_contain_text("Judge")
    expect(part.locator("tbody tr").first).to_contain_text("everything")
