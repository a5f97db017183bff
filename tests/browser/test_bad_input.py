"""What leads nowhere or breaks: in the reader's language it is said in words, and there is a way on.

The English words are held by test_links.py, test_frame.py, test_game_page.py and test_languages.py."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.api.game_client import GameClient
from tests.browser.boards import needs_browser
from tests.browser.test_languages import all_here_in
from tests.browser.visits import Visits, expect, shows
from tests.dice import new_id

pytestmark = [needs_browser, pytest.mark.campaign]

Json = Any
MISSED: Final = "Failed to load resource"
"""What a browser notes of an answer that is no page, and of a token that is not known."""
WORDS: Final = {
    "de": {
        "no language": "Diese Seiten gibt es nicht in der Sprache „xx“. Wähle oben eine andere.",
        "no game": "Dieses Spiel gibt es nicht", "games": "Alle Spiele", "no page": "Diese Seite gibt es nicht",
        "no step": "Schritt 9999 gibt es (noch) nicht", "own view": "Zuschauer",
        "board": "Die Zeichnung dieses Spielplans", "reload": "Seite neu laden",
        "token": "Der Dienst kennt dieses Token nicht", "gone": "Unbekanntes Token", "way": "Was du tun kannst",
    },
    "fr": {
        "no language": "Ces pages n’existent pas dans la langue « xx ». Choisissez-en une autre en haut.",
        "no game": "Cette partie n’existe pas", "games": "Toutes les parties", "no page": "Cette page n’existe pas",
        "no step": "L’étape 9999 n’existe pas", "own view": "spectateur",
        "board": "Le dessin de ce plateau", "reload": "Recharger la page",
        "token": "Le service ne connaît pas ce jeton", "gone": "Jeton inconnu", "way": "Ce que vous pouvez faire",
    },
}  # fmt: skip


@pytest.fixture(autouse=True)
def expected_faults(visits: Visits) -> Iterator[None]:
    """The faults of these tests are no trouble of the pages."""
    yield
    for context in visits.contexts:
        context.close()
    visits.contexts.clear()
    visits.troubles[:] = [each for each in visits.troubles if MISSED not in each]


@pytest.mark.parametrize("language", WORDS)
def test_what_leads_nowhere_is_in_words_with_a_way_on(visits: Visits, finished: GameClient, language: str) -> None:
    words = WORDS[language]
    page = visits.page("/rules")
    page.evaluate(f"localStorage.setItem('emberlog.language', '{language}')")
    for unknown in (f"/games/{new_id()}", "/games/nothing"):
        page.goto(unknown)
        expect(page.locator("h1")).to_have_text(words["no game"])
        expect(page.locator("main").get_by_role("link", name=words["games"])).to_be_visible()
    page.goto("/rules?lang=xx")
    expect(page.locator(".toast")).to_have_text(words["no language"])
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.goto("/nowhere")
    expect(page.locator("h1")).to_contain_text(words["no page"])
    expect(page.locator("main a").first).to_be_visible()
    page.goto(f"/games/{finished.game}/9999?as=nobody")  # neither the step nor the eyes
    all_here_in(page, language)
    expect(page.locator(".game-words")).to_contain_text(words["no step"])
    expect(page.locator("#viewer option:checked")).to_have_text(words["own view"])


@pytest.mark.parametrize("language", WORDS)
def test_what_breaks_is_in_words_with_a_way_on(visits: Visits, finished: GameClient, language: str) -> None:
    """A board's module that does not come, and a token that is gone."""
    words = WORDS[language]
    page = visits.page("/rules")
    page.evaluate(f"localStorage.setItem('emberlog.language', '{language}')")
    page.route("**/chunks/great_fire.js", lambda route: route.abort())
    page.goto(f"/games/{finished.game}/100?as=spectator")
    all_here_in(page, language)
    expect(page.locator(".any")).to_contain_text(words["board"])
    page.unroute("**/chunks/great_fire.js")
    page.get_by_role("button", name=words["reload"]).click()
    expect(page.locator(".gf-map").first).to_be_visible()
    shows(page, 100)
    page.evaluate("localStorage.setItem('emberlog.token', 'emb_of_another_time')")
    page.goto("/rules/game")
    expect(page.get_by_role("alert")).to_contain_text(words["token"])
    expect(page.locator("#person")).to_contain_text(words["gone"])
    page.get_by_role("button", name=words["way"]).click()
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.parametrize("language", WORDS)
def test_a_stream_that_breaks_says_so_and_is_mended(visits: Visits, language: str) -> None:
    """The same in English, and with a page that is left open for a day, is held by test_game_page.py."""
    lost = {"de": "Verbind", "fr": "onnexion"}[language]
    client = visits.site.client("great_fire", 3, commands=10)
    page = visits.page("/rules")
    page.evaluate(f"localStorage.setItem('emberlog.language', '{language}')")
    sockets: list[Json] = []
    is_down = False

    def passed_on(socket: Json) -> None:
        if is_down:
            socket.close()
        else:
            sockets.append((socket, socket.connect_to_server()))

    page.route_web_socket(re.compile("/graphql$"), passed_on)
    page.goto(f"/games/{client.game}")
    all_here_in(page, language)
    expect(page.locator(".game-notices .tag-live")).to_be_visible()
    is_down = True
    for end in sockets[-1]:
        end.close()
    expect(page.locator(".game-notices .tag").first).to_have_text(re.compile(lost))
    visits.site.do(client.play(4))
    is_down = False
    now = str(visits.site.do(client.mine(None))["version"])
    expect(page.locator(".replay-slider")).to_have_value(now)
    expect(page.locator(".game-notices .tag-live")).to_be_visible()
