"""A newcomer opens a cold link to a live game: who leads, whose turn, what just happened, why, what can I do. In words, at once."""

from typing import Any, Final

import pytest

from domain.rulesets import CURRENT
from tests.browser.boards import needs_browser
from tests.browser.visits import Visits, expect
from tests.tiers import long_but

pytestmark = [needs_browser, pytest.mark.campaign]

SIZES: Final = ((1280, 800), (390, 844))
COMMANDS: Final = 20
LOADED_MS: Final = 60_000
"""What only players need comes in many small files, on a machine that does other things too."""
READABLE: Final = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const rows = [...range.getClientRects()].filter((row) => row.width > 1);
  return rows.length > 0 && rows.every(({ x, y, width, height }) => {
    const [across, down] = [x + width / 2, y + height / 2];
    const there = document.elementFromPoint(across, down);
    return x >= -1 && x + width <= innerWidth + 1 && y >= 0 && y + height <= innerHeight + 1
      && there !== null && (element.contains(there) || there.contains(element));
  });
}"""
"""Whether every line of an element's text is inside the window, and under nothing else."""
WORDS: Final = {
    "en": {"leads": ("leads:", "lead:", "All are equal"), "turn": " to act.", "rule": "Rule "},
    "de": {"leads": ("führt:", "führen:", "Alle gleichauf"), "turn": " am Zug.", "rule": "Regel "},
    "fr": {"leads": ("mène :", "mènent :", "Tous à égalité"), "turn": " jouer.", "rule": "Règle "},
}
"""How an answer says what it is, in each language."""


def _readable(page: Any, selector: str) -> str:
    """The text of something on the first screen, all of which can be read."""
    element = page.locator(selector)
    expect(element).not_to_be_empty()
    assert page.evaluate(f"() => ({READABLE})(document.querySelector({selector!r}))"), selector
    text: str = element.inner_text()
    return text


def _answers(page: Any, language: str, players: tuple[str, ...]) -> None:
    words = WORDS[language]
    expect(page.locator(".replay-now")).to_contain_text(words["rule"])
    expect(page.locator(".replay-now b")).not_to_be_empty()
    now = _readable(page, ".replay-now")
    lead = page.locator(".replay-now b").inner_text()
    assert any(word in lead for word in words["leads"]), lead
    assert any(name in lead for name in players) or words["leads"][2] in lead
    turn = _readable(page, ".game-turn")
    assert words["turn"] in turn and any(name in turn for name in players), turn
    step = page.evaluate("document.querySelector('.replay-slider').value")
    assert int(step) > 1 and len(now) > len(lead) + 10


@pytest.mark.parametrize("ruleset", long_but("great_fire", CURRENT))
def test_a_cold_link_answers_the_questions_of_a_newcomer(visits: Visits, ruleset: str) -> None:
    site = visits.site
    client = site.client(ruleset, 3, commands=COMMANDS)
    acting = site.do(client.acting())
    for width, height in SIZES:
        for language in ("en", "de" if ruleset == "london" else "fr"):
            page = visits.page(f"/games/{client.game}?lang={language}", width=width, height=height)
            _answers(page, language, client.players)
            now = page.locator(".replay-now").inner_text()
            assert any(line in now for line in _last_lines(site, client.game, language)), now
            page.context.close()
            seat = visits.page(
                f"/games/{client.game}?lang={language}", token=site.player(acting), width=width, height=height
            )
            expect(seat.locator(".play-prompt")).not_to_be_empty(timeout=LOADED_MS)
            assert len(_readable(seat, ".play-prompt")) > 20
            assert _readable(seat, ".game-turn")
            seat.context.close()


def _last_lines(site: Any, game: str, language: str) -> list[str]:
    """What the last steps say, as the API has it: the story leaves out bookkeeping at the end."""
    facts = site.ask(
        "query($game: ID!, $locale: String!) { game(id: $game) { steps(first: 500) { edges { node { "
        "line { text(locale: $locale) } } } } } }",
        game=game,
        locale=language,
    )
    lines = [edge["node"]["line"] for edge in facts["game"]["steps"]["edges"]]
    return [line["text"] for line in lines[-8:] if line]
