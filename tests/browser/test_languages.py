"""The pages in German and French: their own words, the lines and commands of the API, and what is printed; never people's names."""

from typing import Any

import pytest

from tests.api.game_client import BEGIN, TAKE
from tests.browser.boards import needs_browser
from tests.browser.visits import Visits, all_here, expect
from tests.dice import new_id

pytestmark = [needs_browser, pytest.mark.campaign]

Json = Any
OPEN = """mutation($id: ID!) { answer: openGame(commandId: $id, ruleset: "london", seats: 2, title: "Terms",
  takeBacks: {policy: CONSENT}, clock: {kind: BANK, bankMs: 600000, flag: RULES}) {
  __typename ... on CommandAccepted { gameId } } }"""
LINES = """query($game: ID!, $locale: String!) { game(id: $game) { legal { text(locale: $locale) }
  steps(last: 1) { edges { node { line { text(locale: $locale) } } } } } }"""


def test_a_player_reads_and_plays_in_german(visits: Visits) -> None:
    """Somebody called "Games" keeps that name where the word itself is written in German."""
    site = visits.site
    game = site.against_bots("great_fire", 3, "Games", seed="sizes")
    page = visits.page("/", token=site.player("Games"))
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("link", name="Spiele", exact=True)).to_be_visible()
    page.goto(f"/games/{game}")
    all_here_in(page, "de")
    expect(page.locator(".play-status")).to_have_text("Du bist am Zug.")
    expect(page.locator(".seat-name").first).to_have_text("Games")
    expect(page.locator(".person")).to_contain_text("Games")
    answer = site.ask(LINES, by="Games", game=game, locale="de")["game"]
    offered = page.locator(".play-legal").all_inner_texts()
    assert set(offered) <= {legal["text"] for legal in answer["legal"]} and offered
    assert answer["steps"]["edges"][0]["node"]["line"]["text"] in page.locator(".log").inner_text()


def test_the_board_and_the_story_are_in_the_chosen_language(visits: Visits) -> None:
    site = visits.site
    game = site.client("london", 2, commands=40).game
    page = visits.page("/rules")
    page.get_by_label("Language").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")  # the choice loads the page anew
    page.goto(f"/games/{game}")
    all_here_in(page, "fr")
    expect(page.get_by_role("tab", name="Récit")).to_be_visible()
    names = page.locator(".game-board").text_content()
    assert "Pioche" in names, "the deck by its French name"
    expect(page.locator(".log-headline").first).to_be_visible()  # the list is drawn in the frame after
    headlines = page.locator(".log-headline").all_inner_texts()
    french = ("prend", "construit", "restaure", "investit", "joue", "place", "commence", "débute")
    assert headlines and all(any(verb in text for verb in french) for text in headlines), headlines
    page.get_by_label("Langue").select_option("en")
    all_here(page)
    assert "Deck" in page.locator(".game-board").text_content()


def test_calls_clocks_and_take_backs_are_in_german(visits: Visits) -> None:
    """A player called "Points", which is a word of these parts, keeps the name in all of them."""
    game, token = opened_with_terms(visits)
    page = visits.page("/rules", token=token)
    page.get_by_label("Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")  # the choice loads the page anew
    page.goto(f"/games/{game}")
    all_here_in(page, "de")
    expect(page.locator(".clock-name").first).to_have_text("Points")
    page.get_by_role("button", name="Zurücknehmen …").click()
    expect(page.get_by_role("dialog")).to_contain_text("Von dir aus")
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Entscheidungen").click()
    page.get_by_role("button", name="Schiedsrichter zu Schritt").click()
    page.get_by_label("Worum geht es?").select_option("TIME")
    page.get_by_role("dialog").get_by_role("button", name="Schiedsrichter rufen").click()
    call = page.locator("[data-call='1']")
    expect(call).to_contain_text("Ruf 1")
    expect(call).to_contain_text("die Zeit")
    expect(call.locator(".ruling-seat")).to_have_text("Points")


def test_evidence_rules_and_schema_are_in_german_and_say_what_is_not(visits: Visits) -> None:
    game = visits.site.client("great_fire", 3, commands=40).game
    page = visits.page("/rules/game")
    page.get_by_label("Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_text("Die Texte der Regeln sind englisch")).to_be_visible()
    expect(page.locator(".rule [lang=en]").first).to_be_visible()
    page.goto("/schema")
    page.locator(".schema-type dt").first.wait_for(timeout=60_000)  # a busy machine reads the schema for long
    expect(page.get_by_text("Namen und Beschreibungen im Schema sind englisch.")).to_be_visible()
    expect(page.get_by_role("button", name="Ausführen")).to_be_visible()
    expect(page.locator(".schema-type dt").filter(has_text="games").first).to_be_visible()  # no name is translated
    page.goto(f"/games/{game}")
    all_here_in(page, "de")
    page.get_by_role("tab", name="Belege").click()
    expect(page.get_by_role("heading", name="Wer es verlangte")).to_be_visible()
    expect(page.get_by_text("Das Spiel ist nicht zu Ende.")).to_be_visible()


def opened_with_terms(visits: Visits) -> tuple[str, str]:
    """A game of London with clocks and take-backs, begun by Points; and their token."""
    site = visits.site
    tokens = [site.player(name) for name in ("Points", "Rulings")]
    game: str = site.ask(OPEN, by="Points", id=new_id())["answer"]["gameId"]
    for seat, name in enumerate(("Points", "Rulings")):
        site.ask(TAKE, by=name, game=game, id=new_id(), seat=seat)
    site.ask(BEGIN, by="Points", game=game, id=new_id())
    return game, tokens[0]


def test_an_unknown_language_is_english(visits: Visits) -> None:
    page = visits.page("/rules")
    page.evaluate("localStorage.setItem('emberlog.language', 'tlh')")
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Cities on fire. Take a seat.")
    assert page.evaluate("document.documentElement.lang") == "en"


def test_without_its_catalogue_a_page_is_english_and_whole(visits: Visits) -> None:
    page = visits.page("/rules")
    page.evaluate("localStorage.setItem('emberlog.language', 'de')")
    page.route("**/languages/de.json", lambda route: route.abort())
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Cities on fire. Take a seat.")
    assert page.evaluate("document.documentElement.lang") == "en"


def all_here_in(page: Json, language: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.wait_for_function(
        "() => { const log = document.querySelector('.log'), slider = document.querySelector('.replay-slider');"
        " return log && slider && log.dataset.loaded === slider.max; }"  # a page without both is not here yet
    )
