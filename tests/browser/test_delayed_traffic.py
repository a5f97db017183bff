"""What crosses the wire while a spectator reads of a game with a delay: nothing of any step past his horizon, on any page."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest

from api.graphql.scalars import time_of
from domain.engine.viewer import SPECTATOR
from services.log.replay import History
from tests.api.game_client import BEGIN, TAKE, GameClient
from tests.api.memory import memory_world
from tests.browser.boards import browser as chromium
from tests.browser.boards import needs_browser
from tests.browser.games import Stage, stage
from tests.browser.hidden import hidden_from, leaks
from tests.browser.tours import Recording, look, recorded, tour
from tests.browser.twins import STEP_US, T0_US, timed
from tests.browser.visits import expect
from tests.dice import new_id

pytestmark = [needs_browser, pytest.mark.campaign]

Json = Any
DELAYS: Final = {"steps": 9, "seconds": 14}
GAMES: Final = {"great_fire": (3, 40), "london": (2, 30), "brigade": (2, 12)}
"""Seats, and commands before the page is opened."""
ABSENT: Final = 99_999
"""A step that the tour asks for and no game has."""
COMMANDS_MAX: Final = 40
OPEN: Final = """mutation Open($id: ID!, $ruleset: String!, $seats: Int!, $delay: DelayInput) {
  answer: openGame(commandId: $id, ruleset: $ruleset, seats: $seats, title: "Late", delay: $delay) {
    __typename ... on CommandAccepted { gameId } } }"""
_STEPS: Final = re.compile(r"\bsteps? ([0-9]+)(?: (?:to|of) ([0-9]+))?|([0-9]+) steps?\b|data-step=.([0-9]+)")


class VisibleToSeats(GameClient):
    """A table at which who may act is asked by somebody who sits there: others hear it late."""

    async def mine(self, by: str | None) -> dict[str, Any]:
        return await super().mine(by or self.players[0])


@dataclass
class Late:
    """A running game behind a delay, alone in its world, whose clock moves with its log."""

    site: Stage
    client: GameClient
    unit: str

    @property
    def head(self) -> int:
        return len(self.site.served.world.log.rows.get(self.client.game, ()))  # type: ignore[attr-defined]

    def history(self) -> History:
        return self.site.do(self.site.served.services.look.history(self.client.game))  # type: ignore[no-any-return]

    def visible(self, head: int) -> int:
        """The last step that a spectator may know of when the game has so many."""
        history = self.history()
        if self.unit == "steps":
            return max(head - DELAYS["steps"], history.begun - 1)
        until = T0_US + STEP_US * head - DELAYS["seconds"] * 1_000_000
        due = [step.version for step in history.steps if step.body.time_us <= until]
        return max([history.begun - 1, *due])

    def play(self) -> int:
        """A command; the last step that a spectator may know of then."""
        self.site.do(self.client.play_one())
        return self.visible(self.head)

    def rules_not_visible(self) -> list[str]:
        """The rules that fired only past the horizon."""
        history, visible = self.history(), self.visible(self.head)
        cited: dict[bool, set[str]] = {True: set(), False: set()}
        for step in history.steps:
            line = history.game.tell(step.event, SPECTATOR)
            cited[step.version <= visible].update(line.rules if line else ())
        return sorted(cited[False] - cited[True])


@pytest.fixture(scope="module")
def browser() -> Iterator[Json]:
    with chromium() as running:
        yield running


@pytest.fixture
def late(request: pytest.FixtureRequest) -> Iterator[Late]:
    """Of the ruleset and the unit that the test names."""
    ruleset, unit = request.param
    seats, commands = GAMES[ruleset]
    with stage(timed(memory_world())) as site:
        players = tuple(f"Player{seat}" for seat in range(seats))
        for name in players:
            site.player(name)
        given = {"ruleset": ruleset, "seats": len(players), "delay": {unit: DELAYS[unit]}}
        game = site.ask(OPEN, by=players[0], id=new_id(), **given)["answer"]["gameId"]
        for seat, name in enumerate(players):
            site.ask(TAKE, by=name, game=game, id=new_id(), seat=seat)
        site.ask(BEGIN, by=players[0], game=game, id=new_id())
        client = VisibleToSeats(site.served, site.ask_async, game, players, random.Random(f"{ruleset} {unit}"))
        site.do(client.play(commands))
        yield Late(site, client, unit)


def too_early(made: Recording, late: Late) -> list[str]:
    """What was told or shown before its time."""
    history, leaked = late.history(), []
    for exchange in made.relay.exchanges():
        if exchange.path.startswith("/assets/") or _printed(exchange.answer):
            continue
        visible = late.visible(exchange.moment or late.head)
        response = exchange.response.decode(errors="replace")
        leaked += [f"{what} in {response[:120]}" for what, word in _words(history, visible) if word in response]
        leaked += [
            f"{place}, past {visible}, in {response[:120]}" for place in _numbers(exchange.answer, visible, late.head)
        ]
        leaked += [f"step {step}, past {visible}, in {response[:120]}" for step in _steps(response) if step > visible]
    for name, screen in made.screens.items():
        visible = late.visible(made.moments[name])
        leaked += [f"{what} on the screen {name}" for what, word in _words(history, visible) if word in screen]
        leaked += [
            f"step {step}, past {visible}, on the screen {name}"
            for step in _steps(screen)
            if step > visible and step != 99_999
        ]
    return leaked


def _printed(answer: Json) -> bool:
    return (
        isinstance(answer, dict)
        and isinstance(answer.get("data"), dict)
        and answer["data"].keys() <= {"ruleset", "rulesets", "rules"}
    )


def _words(history: History, visible: int) -> Iterator[tuple[str, str]]:
    """By which a step past the horizon could be known, and no step that is shown."""
    known = {word for step in history.steps[:visible] for word in _names(step)}
    for step in history.steps[visible:]:
        yield from ((f"step {step.version} by {word}", word) for word in _names(step) if word not in known)


def _names(step: Any) -> Iterator[str]:
    yield from (step.hash.hex(), step.body.command, step.body.salt)
    if step.body.state is not None:
        yield step.body.state
    yield time_of(step.body.time_us).isoformat().partition("+")[0]


def _numbers(answer: Json, visible: int, head: int, place: str = "$") -> Iterator[str]:
    """Where a whole number stands that could be a step past the horizon. Money, points and what the position holds are not steps: of
    those the whole views are compared."""
    if isinstance(answer, dict):
        if str(answer.get("path", "")).startswith("/position"):
            return
        for name, each in answer.items():
            # The cost depends on the operation, on what is visible and on the clock: two numbers may be equal by chance.
            if name in ("position", "banked", "ifOver", "locations", "cost"):
                continue
            yield from _numbers(each, visible, head, f"{place}.{name}")
    elif isinstance(answer, list):
        for at, each in enumerate(answer):
            yield from _numbers(each, visible, head, f"{place}[{at}]")
    elif isinstance(answer, int) and not isinstance(answer, bool) and visible < answer <= head:
        yield f"{place} = {answer}"
    elif isinstance(answer, str) and answer.isdecimal() and visible < int(answer) <= head:
        yield f"{place} = {answer!r}"


def _steps(text: str) -> list[int]:
    return [int(number) for leaked in _STEPS.findall(text) for number in leaked if number and int(number) != ABSENT]


@pytest.mark.rules("GAME-DELAY-01", "GAME-DELAY-02")
@pytest.mark.parametrize(
    "late",
    [
        pytest.param(("great_fire", "steps"), marks=pytest.mark.long),
        ("london", "seconds"),
        pytest.param(("brigade", "steps"), marks=pytest.mark.long),
    ],
    indirect=True,
    ids=str,
)
def test_a_spectator_hears_nothing_past_the_horizon(browser: Json, late: Late) -> None:
    ruleset = late.history().head.ruleset  # type: ignore[union-attr]
    with recorded(browser, late.site, "", lambda: late.head) as (page, made):
        tour(page, made, late.client.game, [late.play] * 3, ruleset=ruleset)
        for _ in range(COMMANDS_MAX):
            if unknown := late.rules_not_visible():
                break
            late.play()
        else:
            pytest.fail("no rule fires that nobody may know of yet")
        for rule in unknown:
            page.goto(f"/rules/{'game' if rule.startswith('GAME') else ruleset}#{rule}")
            page.locator(f"[id='{rule}'] details > summary").click()
            expect(page.locator(f"[id='{rule}'] .fired")).to_contain_text("In no game that you may see yet.")
    assert too_early(made, late) == []
    history = late.history()
    hidden = hidden_from(history, SPECTATOR, late.site.served.tokens, "", up_to=late.visible(late.head))
    assert leaks(made, {SPECTATOR: hidden}, "", SPECTATOR) == []
    assert len({json.dumps(exchange.answer) for exchange in made.relay.exchanges() if exchange.moment}) > 20


@pytest.mark.parametrize("late", [("london", "steps"), ("london", "seconds")], indirect=True, ids=str)
def test_a_step_sent_too_early_is_noticed(browser: Json, late: Late, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search is no use unless it can fail."""
    from services.reads import horizon

    as_it_is = horizon.horizon
    monkeypatch.setattr(horizon, "horizon", lambda history, now_us: as_it_is(history, now_us) + 1)
    with recorded(browser, late.site, "", lambda: late.head) as (page, made):
        look(page, made, late.client.game)
    assert too_early(made, late)
