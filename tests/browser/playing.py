"""Whole games played through the page: with the keyboard alone from the list, or with the mouse on the board. Knows no ruleset.

The mouse takes the shortest way that the page offers, and its clicks are counted for each type of command."""

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from playwright.sync_api import TimeoutError as PageTimeout

from tests.browser.games import Stage
from tests.browser.visits import expect

Json = Any
CHOICES_MAX: Final = 1_200
TABS_MAX: Final = 80
WAITS_MAX: Final = 8
CLICKS_MAX: Final = 1.5
"""A command, for a player who is asked where a command costs something."""
HEIGHT: Final = 800
"""Of the screen, 1280 wide, on which nothing that a player chooses needs a scroll."""

_READY: Final = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].some((each) => each.checkVisibility());
  if (seen('.ending')) return 'over';
  if (seen('.play-trouble > *')) return 'trouble';
  if (seen('.play-confirm')) return 'question';
  return seen('.play-choice :is(.play-legal, summary)') ? 'choice' : null;
}"""
_STATE: Final = """() => ({
  step: document.querySelector('.replay-slider')?.value, head: document.querySelector('.replay-slider')?.max,
  mine: /^(It is your turn|You )/.test(document.querySelector('.play-status')?.innerText ?? ''),
  play: document.querySelector('.play')?.innerText, notices: document.querySelector('.game-notices')?.innerText,
  shown: [...document.querySelectorAll('.play > *')].filter((each) => each.checkVisibility()).map((each) => each.className),
})"""
_CHOICE_ON_THE_BOARD: Final = """([soonest, thrown]) => {
  const PARTS = 8;
  if (document.querySelector('.play-confirm')?.checkVisibility()) return { question: true };
  const offered = [...document.querySelectorAll('.game-board :is(.spot-offered:not(.spot-picked), .spot-goal)')];
  if (!offered.length) return { nothing: true };
  const wanted = soonest.map((id) => offered.find((each) => each.dataset.spot === id)).find((each) => each);
  const element = wanted ?? offered[Math.floor(thrown * offered.length)];
  const place = () => {
    const box = element.getBoundingClientRect();
    for (let at = 0; at < (PARTS - 1) ** 2; at += 1) {
      const turned = (at + ((PARTS - 1) ** 2 - 1) / 2) % (PARTS - 1) ** 2; // from the middle on
      const x = box.x + box.width * (1 + turned % (PARTS - 1)) / PARTS;
      const y = box.y + box.height * (1 + Math.floor(turned / (PARTS - 1))) / PARTS;
      if (document.elementFromPoint(x, y)?.closest('[data-spot]') === element) return [x, y];
    }
    return null;
  };
  // What passes over it for a moment is waited for; only what is out of the window needs a scroll.
  const before = element.getBoundingClientRect();
  if (!place()) element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y } = element.getBoundingClientRect();
  const scrolled = Math.abs(x - before.x) + Math.abs(y - before.y) > 1;
  const reached = place();
  if (scrolled) document.documentElement.dataset.scrolled = element.dataset.spot;
  if (!reached) return null;
  const spot = element.dataset.spot;
  document.documentElement.dataset.landed = '';
  document.addEventListener('click', ({ target }) => {
    document.documentElement.dataset.landed = target.closest('[data-spot]')?.dataset.spot ?? 'elsewhere';
  }, { capture: true, once: true });
  const needed = document.documentElement.dataset.scrolled === spot;
  delete document.documentElement.dataset.scrolled;
  return { place: reached, spot, scrolled: needed };
}"""
_COVERS: Final = """() => [...document.querySelectorAll('.game-board :is(.spot-offered:not(.spot-picked), .spot-goal)')].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  const over = document.elementFromPoint(x + width / 2, y + height / 2);
  return `${each.dataset.spot}: ${over?.outerHTML.slice(0, 200) ?? 'the edge'}`;
}).join('; ')"""
_PLAYED_BY_ITSELF: Final = "() => document.querySelector('.play-confirm > .soft') !== null"
_LANDED: Final = "() => document.documentElement.dataset.landed"
_RESULT: Final = (
    "query($game: ID!) { game(id: $game) { phase seats { name } result { places { seat place points } } } }"
)


@dataclass
class Player:
    """Who plays one seat on its page. After `leisure` choices of any kind it chooses what ends the game soonest wherever that is
    offered: the first of `hurry`, each a kind of command as the list heads it and a spot of the board. `chosen`: how often from the list, and how
    often on the board. `clicks` and `commands`: with the mouse and at leisure, by type of command.
    `scrolls`: how often what it chose on the board had to be brought into view."""

    page: Json
    dice: random.Random
    leisure: int = CHOICES_MAX
    hurry: tuple[tuple[str, str], ...] = ()
    chosen: Counter[str] = field(default_factory=Counter)
    clicks: Counter[str] = field(default_factory=Counter)
    commands: Counter[str] = field(default_factory=Counter)
    _ids: set[str] = field(default_factory=set)
    scrolls: int = 0
    _clicked: int = 0

    def __post_init__(self) -> None:
        self.page.on("request", self._count)

    def _count(self, request: Json) -> None:
        """A command counts once, however often it is sent."""
        body = request.post_data_json if request.url.endswith("/graphql") and request.post_data else {}
        if "mutation Submit" not in body.get("query", "") or body["variables"]["id"] in self._ids:
            return
        self._ids.add(body["variables"]["id"])
        if self.hurries:
            return
        kind = body["variables"]["json"]["type"]
        self.commands[kind] += 1
        self.clicks[kind] += self._clicked
        self._clicked = 0

    @property
    def clicks_each(self) -> float:
        """How many clicks a command took on average."""
        return self.clicks.total() / self.commands.total()

    @property
    def account(self) -> str:
        """The clicks and commands of each type, those that cost most first."""
        return ", ".join(f"{kind} {number}/{self.commands[kind]}" for kind, number in self.clicks.most_common())

    def play_at_once(self) -> None:
        """A command that is chosen is played without a question."""
        self.page.get_by_label("Ask before playing").select_option("never")

    def play_as_everybody(self) -> None:
        """The page asks where a command costs something, as it does for whoever sets nothing."""
        self.page.get_by_label("Ask before playing").select_option("matters")

    def play(self, by: str) -> None:
        """Until the ending is on the page. `by`: list, or board."""
        for _ in range(CHOICES_MAX):
            ready = self.ready()
            if ready == "over":
                return
            if ready == "question":
                self.answer_the_question(by)
                continue
            assert ready == "choice", self.page.locator(".play-trouble").inner_text()
            if by == "list":
                self.choose_from_the_list()
            elif not self.choose_on_the_board():
                self.click_in_the_list()
        pytest.fail(f"The game does not end: {dict(self.chosen)}")

    def ready(self) -> str:
        """What can be done next. A busy machine may take its time, as long as the game or the page gets on."""
        before = None
        for _ in range(WAITS_MAX):
            try:
                ready: str = self.page.wait_for_function(_READY).json_value()
            except PageTimeout:
                now = self.page.evaluate(_STATE)
                # Where others are to move, the page waits for them: on a busy machine that may be long.
                assert now != before or not now["mine"], f"the page stands still: {now}"
                before = now
            else:
                return ready
        pytest.fail(f"Nothing can be chosen for long: {before}")

    def answer_the_question(self, by: str) -> None:
        """Yes; what is played by itself needs no answer."""
        if by == "list":
            self.page.keyboard.press("Enter")  # the button to play has the focus
        elif not self.page.evaluate(_PLAYED_BY_ITSELF):
            self._clicked += 1
            self.page.locator(".play-confirm .primary").click()
        self.page.wait_for_function("() => !document.querySelector('.play-confirm')")

    @property
    def hurries(self) -> bool:
        """Whether it wants the end by now."""
        return self.chosen.total() > self.leisure

    def choose_from_the_list(self) -> None:
        """By keyboard alone, from wherever the focus is."""
        press = self.page.keyboard.press
        tab = "Shift+Tab" if self.page.evaluate("document.activeElement.matches('.play-settings *')") else "Tab"
        for _ in range(TABS_MAX):
            focused = self.page.evaluate("document.activeElement.matches('.play-groups :is(.play-legal, summary)')")
            if focused:
                break
            press(tab)
        else:
            pytest.fail("The keyboard does not reach what may be played.")
        heads = self.page.locator(".play-groups summary").all_inner_texts() if self.hurries else []
        soonest = next((kind for kind, _ in self.hurry if any(head.startswith(kind) for head in heads)), None)
        if soonest is not None:
            for _ in range(len(self.page.query_selector_all(".play-groups :is(summary, details[open] .play-legal)"))):
                if self.page.evaluate("document.activeElement.innerText").startswith(soonest):
                    break
                press("ArrowDown")
        else:
            for _ in range(self.dice.choice((0, 0, 0, 1, 2))):
                press("ArrowDown")
        if self.page.evaluate("document.activeElement.matches('summary')"):
            if not self.page.evaluate("document.activeElement.parentElement.open"):
                press("Enter")
            press("ArrowDown")
        self.chosen["list"] += 1
        press("Enter")

    def click_in_the_list(self) -> None:
        """One of the commands, with the mouse."""
        buttons = self.page.locator(".play-groups details[open] .play-legal:visible")
        if not buttons.count():
            self._clicked += 1
            self.page.locator(".play-groups summary").first.click()
            expect(buttons.first).to_be_visible()
        self._clicked += 1
        self.chosen["list"] += 1
        buttons.nth(self.dice.randrange(buttons.count())).click()

    def choose_on_the_board(self) -> bool:
        """One of the spots that are offered, by a click where it can be seen; False where the board offers none."""
        soonest = [id for _, id in self.hurry] if self.hurries else []
        thrown = self.dice.random()
        try:
            choice = self.page.wait_for_function(_CHOICE_ON_THE_BOARD, arg=[soonest, thrown]).json_value()
        except PageTimeout:
            pytest.fail(f"what is offered cannot be clicked: {self.page.evaluate(_COVERS)}")
        if "place" not in choice:
            return (
                "question" in choice
            )  # it came up while the page looked ahead; it lies over the board and is answered next
        self.page.mouse.click(*choice["place"])
        if self.page.evaluate(_LANDED) != choice["spot"]:
            self.page.keyboard.press("Escape")  # the board was drawn anew in between: it is looked at once more
            return True
        self._clicked += 1
        self.scrolls += choice["scrolled"]
        self.chosen["board"] += 1
        return True


def ends_as_the_api_says(page: Json, site: Stage, game: str) -> None:
    """The ending on the page has the final scores, the best first."""
    game_answer = site.ask(_RESULT, game=game)["game"]
    assert game_answer["phase"] == "OVER"
    places = sorted(game_answer["result"]["places"], key=lambda place: (place["place"], -place["points"]))
    expect(page.locator(".ending tfoot td")).to_have_text([str(place["points"]) for place in places])
    names = [game_answer["seats"][place["seat"]]["name"] for place in places]
    rows = [f"{place['place']}.{name}{place['points']}" for place, name in zip(places, names, strict=True)]
    expect(page.locator(".ending-places li")).to_have_text(rows)
    emblems = page.locator(".ending thead th [role=img]").all()
    assert [emblem.get_attribute("aria-label") for emblem in emblems] == names
