"""What crosses the wire while somebody reads the pages holds nothing that he must not know."""

import base64
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import pytest
from msgspec.structs import replace

from domain.engine.codec import state_hash
from domain.engine.viewer import ARBITER, SPECTATOR
from domain.game import Game, GameState
from domain.game.names import NO_NAMES
from tests.browser.boards import browser as chromium
from tests.browser.boards import needs_browser
from tests.browser.compared import Pieces, differences, pieces
from tests.browser.games import Stage
from tests.browser.hidden import VIEW, hidden_from, leaks
from tests.browser.tours import look, recorded, tour
from tests.browser.twins import Twins, twins

pytestmark = [needs_browser, pytest.mark.campaign]

Json = Any
MADE = {"great_fire": (3, 12, 5), "london": (2, 24, 12), "brigade": (2, 12, 1)}
"""Seats, commands before the twins part, and commands before the page is opened."""
EVERYWHERE: Final = {"great_fire": (SPECTATOR, 1), "london": (0, SPECTATOR), "brigade": (1, SPECTATOR)}
"""Whose tours go everywhere: as twins, and when what is hidden is searched for. The others stay with the game, which is what differs
by the eyes."""
LONG: Final = {
    (ruleset, viewer) for ruleset in MADE for viewer in (SPECTATOR, 0, 1) if viewer != EVERYWHERE[ruleset][0]
}
"""Tours of twins that are not taken at each change: every ruleset, and every kind of viewer, has another one that is."""
SEARCHED_LONG: Final = {("london", SPECTATOR), ("brigade", SPECTATOR)}
"""The same of searches for what is hidden."""
LIVE: Final = 3
LEGAL = Game.legal


def some_long(long: set[tuple[str, int]], *viewers: int) -> list[Any]:
    """Every ruleset with each of these viewers."""
    return [
        pytest.param(ruleset, viewer, marks=pytest.mark.long if (ruleset, viewer) in long else ())
        for ruleset in MADE
        for viewer in viewers
    ]


def compared(browser: Json, pair: Twins, ruleset: str, *, whole: bool = True) -> list[str]:
    """What two tours with the same things happening live differ in; or two looks at the game's page alone. `ruleset`: the tours go
    everywhere."""
    moves = pair.plan(LIVE)
    leaked, port = list[Pieces](), 0
    for at, one in enumerate(pair.stages):
        # Both at one address: pages name it in their links, and marks of what they say hang on it.
        with recorded(browser, one, pair.token, port=port) as (page, made):
            port = made.relay.port
            if whole:
                tour(page, made, pair.game, [partial(pair.play, at, move) for move in moves], ruleset=ruleset)
            else:
                look(page, made, pair.game)
        leaked.append(pieces(made))
    assert not whole or len(leaked[0]) > (60 if ruleset else 30), "much was asked and told"
    return differences(*leaked)


@pytest.fixture(scope="module")
def browser() -> Iterator[Json]:
    with chromium() as running:
        yield running


@pytest.mark.rules("GAME-HID-01", "GAME-FORK-02")
@pytest.mark.parametrize(("ruleset", "viewer"), some_long(LONG, SPECTATOR, 0, 1))
def test_the_traffic_of_twins_is_the_same(browser: Json, ruleset: str, viewer: int) -> None:
    seats, after, history = MADE[ruleset]
    with twins(ruleset, seats, viewer, after=after, history=history, live=LIVE) as pair:
        leaked = compared(browser, pair, ruleset if viewer == EVERYWHERE[ruleset][0] else "")
    assert not leaked, "\n".join(leaked[:20])


def _one_byte_of(state: GameState) -> int:
    return int(state_hash(state.position)[:2], 16) if state.position else 0


PLANTED: Final = {
    "in a number": (
        "view",
        lambda self, state, viewer, names=NO_NAMES: replace(
            VIEW(self, state, viewer, names), ruleset_version=_one_byte_of(state)
        ),
    ),
    "in a length": (
        "view",
        lambda self, state, viewer, names=NO_NAMES: replace(
            VIEW(self, state, viewer, names), title="T" * _one_byte_of(state)
        ),
    ),
    "in what may be played": (
        "legal",
        lambda self, state, seat: LEGAL(self, state, seat)[:: 1 - 2 * (_one_byte_of(state) % 2)],
    ),
}
"""Leaks of one byte of the hash of everything, that no other seat can read as a card: the door of a game, and what it gives then."""


@pytest.mark.parametrize("leak", tuple(PLANTED))
def test_twins_are_distinguished_by_the_smallest_leak(
    browser: Json, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    """The comparison is no use unless it can fail."""
    seats, after, history = MADE["london"]
    with twins("london", seats, 0, after=after, history=history, live=LIVE) as pair:
        for move in pair.plan(30):
            one, two = pair.states()
            if pair.viewer in pair.to_act() and (_one_byte_of(one) - _one_byte_of(two)) % 2:
                break
            for at in (0, 1):
                pair.play(at, move)
        else:
            pytest.fail("nowhere is there a byte to tell apart")
        monkeypatch.setattr(Game, *PLANTED[leak])
        assert compared(browser, pair, "london", whole=False) != []


# ---- one game, and what is hidden in it


def answers_about_a_game(
    browser: Json, site: Stage, ruleset: str, viewer: int, *, sockets: bool = True, live: int = LIVE
) -> list[str]:
    """What a reader of a running game hears that he must not on a tour, or with `live` 0 by a look at the game's page."""
    client = site.client(ruleset, MADE[ruleset][0], commands=MADE[ruleset][1], seed=11)
    own = client.players[viewer] if viewer != SPECTATOR else ""
    token = site.served.tokens[own] if own else ""
    with recorded(browser, site, token, sockets=sockets) as (page, made):

        def play() -> int:
            site.do(client.play_one())
            return int(site.do(client.mine(None))["version"])

        if live:
            everywhere = sockets and viewer == EVERYWHERE[ruleset][1]
            tour(page, made, client.game, [play] * live, ruleset=ruleset if everywhere else "")
        else:
            look(page, made, client.game)
    history = site.do(site.served.services.look.history(client.game))
    tokens = {name: site.served.tokens[name] for name in client.players}
    hidden = {each_viewer: hidden_from(history, each_viewer, tokens, own) for each_viewer in {viewer, SPECTATOR}}
    return leaks(made, hidden, token, viewer)


@pytest.mark.rules("GAME-HID-01", "GAME-CHANCE-01")
@pytest.mark.parametrize(("ruleset", "viewer"), some_long(SEARCHED_LONG, SPECTATOR, 1))
def test_nothing_hidden_is_sent(browser: Json, stage_in_memory: Stage, ruleset: str, viewer: int) -> None:
    assert answers_about_a_game(browser, stage_in_memory, ruleset, viewer) == []


def test_nothing_hidden_is_sent_by_server_sent_events(browser: Json, stage_in_memory: Stage) -> None:
    assert answers_about_a_game(browser, stage_in_memory, "london", 1, sockets=False) == []


def _a_card(client: Any) -> str:
    """One that nobody but its holder can know, if anybody."""
    if client is None:
        return ""
    if hasattr(client, "deal"):
        cards = client.deal.objectives[0]
    else:
        # Of some events of The Brigade there are several, so everybody may have seen one; of a crew card there is one.
        cards = (client.crew_deck if hasattr(client, "crew_deck") else client.deck)[::-1]
    return str(cards[0]) if cards else ""  # before the deal there are none


TOO_MUCH: Final = {
    "the seed": (
        "view",
        lambda self, state, viewer, names=NO_NAMES: replace(VIEW(self, state, viewer, names), title=state.seed),
    ),
    "the secret, in base64": (
        "view",
        lambda self, state, viewer, names=NO_NAMES: replace(
            VIEW(self, state, viewer, names), title=base64.b64encode(bytes.fromhex(state.secret)).decode()
        ),
    ),
    "the card": (
        "view",
        lambda self, state, viewer, names=NO_NAMES: replace(
            VIEW(self, state, viewer, names), title=_a_card(state.position)
        ),
    ),
    "the view of step": ("view", lambda self, state, viewer, names=NO_NAMES: VIEW(self, state, ARBITER, names)),
}


@pytest.mark.parametrize(
    ("ruleset", "leak"),
    # The arbiter's view of The Brigade is a spectator's but for the moment of a Recruit.
    [(ruleset, leak) for ruleset in MADE for leak in TOO_MUCH if (ruleset, leak) != ("brigade", "the view of step")],
)
def test_what_is_sent_too_much_is_noticed(
    browser: Json, stage_in_memory: Stage, monkeypatch: pytest.MonkeyPatch, ruleset: str, leak: str
) -> None:
    """The search is no use unless it can fail."""
    monkeypatch.setattr(Game, *TOO_MUCH[leak])
    leaked = answers_about_a_game(browser, stage_in_memory, ruleset, SPECTATOR, live=0)
    assert any(leak in each for each in leaked), leaked
