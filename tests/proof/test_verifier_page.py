"""The verifier for browsers: saved as one file, opened in Chromium without a network."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.web.pages import FOLDER
from api.web.verifier import LANGUAGES, verifier_page
from domain.proof.faults import ADVICE, EXIT_CODES
from tests.browser.boards import CHROMIUM, CHROMIUM_FLAGS
from tests.proof.damages import damages
from tests.proof.evidence import made

Page = Any
ENDED = re.compile("erified|holds|read|estätigt|érifié")
TEXTS = {tag: json.loads((LANGUAGES / f"verify.{tag}.json").read_bytes()) for tag in ("de", "fr")}
ONLY_PYTHON = {"rules", "version"}
"""What a browser cannot check: it has no rules of the games."""


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("saved") / "verify.html"
    path.write_bytes(verifier_page())
    return path


@pytest.fixture(scope="module")
def page(saved: Path) -> Iterator[Page]:
    """The saved page in a browser that is offline, and that reports every request."""
    made(), damages()  # while Playwright runs, nothing else here may run an event loop
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        context = browser.new_context(offline=True)
        opened = context.new_page()
        opened.requested = []
        opened.on("request", lambda request: opened.requested.append(request.url))
        opened.on("pageerror", lambda error: opened.requested.append(str(error)))
        opened.goto(saved.as_uri())
        yield opened
        browser.close()


def verdict(page: Page, data: bytes, *, key: str = "", witnesses: str = "", earlier: bytes | None = None) -> str:
    def chosen(name: str, content: bytes) -> dict[str, Any]:
        return {"name": name, "mimeType": "application/octet-stream", "buffer": content}

    page.locator("#file").set_input_files([chosen("game.emberlog", data)])
    page.locator("#earlier").set_input_files([] if earlier is None else [chosen("note", earlier)])
    page.locator("#key").fill(key)
    page.locator("#witnesses").fill(witnesses)
    page.evaluate("document.getElementById('verdict').replaceChildren()")
    page.locator("button").click()
    page.locator("#verdict strong", has_text=ENDED).wait_for()
    text: str = page.locator("#verdict").inner_text()
    return text


@pytest.mark.campaign
@pytest.mark.rules("GAME-PROOF-02")
def test_the_saved_page_verifies_without_a_network(page: Page, saved: Path) -> None:
    key, witness = str(made().key), str(made().witness)
    text = verdict(page, made().continued, key=key, witnesses=witness, earlier=made().earlier)
    assert text.startswith("Verified: signed by the key that you named."), text
    assert "1 of them refused, hold." in text and "log.example/vectors" in text
    assert text.endswith("continues the checkpoint that you have: nothing before it was changed.")
    text = verdict(page, made().bundle)
    assert text.startswith("It holds, but only by a key that you have not named.") and key in text
    assert "checkpoint" not in text
    assert verdict(page, made().bundle, key="key").startswith("A key that you named cannot be read.")
    assert "NOT verified (earlier)." in verdict(page, made().bundle, key=key, earlier=made().earlier)
    for name, data in damages()[::60]:
        text = verdict(page, data, key=key, witnesses=witness)
        assert text.startswith("NOT verified ("), f"{name}: {text}"
        assert text.splitlines()[-1] in ADVICE.values(), "it says what to do"
    assert page.requested == [saved.as_uri()], "it asks nobody for anything"


@pytest.mark.campaign
def test_the_saved_page_speaks_the_language_that_its_address_names(page: Page, saved: Path) -> None:
    key = str(made().key)
    for tag, heading, verified, broken in [
        ("de", "Die Beweise einer Partie prüfen", "Bestätigt: unterschrieben", "NICHT bestätigt (zip)."),
        ("fr", "Vérifier les preuves d’une partie", "Vérifié : signé avec", "NON vérifié (zip)."),
    ]:
        page.goto(f"{saved.as_uri()}?lang={tag}")
        assert page.locator("h1").inner_text() == page.title() == heading
        assert page.locator("html").get_attribute("lang") == tag
        text = verdict(page, made().bundle, key=key)
        assert text.startswith(verified) and "hold" not in text, text
        text = verdict(page, made().bundle[:-1], key=key)
        lead, *own, detail = [line for line in text.splitlines() if line]
        assert lead == broken and own == [TEXTS[tag]["kind zip"], TEXTS[tag]["advice zip"]]
        assert detail.startswith(TEXTS[tag]["In English:"])
    page.goto(saved.as_uri() + "?lang=xx")
    assert page.locator("h1").inner_text() == "Verify the evidence of a game"


def test_each_kind_of_fault_and_each_text_has_its_words_in_every_language() -> None:
    sources = [(FOLDER / path).read_text() for path in ("verify.html", "js/proof/page.js")]
    plain = re.sub(r"\s+", " ", re.sub(r"'\s*\+ '", "", " ".join(sources)))
    for catalogue in TEXTS.values():
        for part in ("kind ", "advice "):
            named = {name.removeprefix(part) for name in catalogue if name.startswith(part)}
            assert named == set(EXIT_CODES) - ONLY_PYTHON, part
        assert [text for text in catalogue if text not in plain and not text.startswith(("kind ", "advice "))] == []
        body = re.sub(r"<nav.*?</nav>", "", sources[0].split("</style>")[1], flags=re.DOTALL)
        texts = [re.sub(r"\s+", " ", text).strip() for text in re.findall(r">([^<>]+)<", body)]
        assert [text for text in texts if text and text not in catalogue and not text.isupper()] == []


def test_its_policy_allows_nothing_but_itself(page: Page) -> None:
    policy = page.locator("meta[http-equiv]").get_attribute("content")
    assert policy.startswith("default-src 'none'; script-src 'sha256-") and "unsafe" not in policy
    outcome = page.evaluate("fetch('https://example.org').then(() => 'sent', () => 'refused')")
    assert outcome == "refused"
