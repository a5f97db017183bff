"""What somebody must not know of a running game, read from the states themselves, zone by zone and apart from the rooms' views; and a
search for it in a recording. Opens nothing.
"""

import base64
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import jsonpatch
import msgspec

from domain.engine.viewer import SPECTATOR, Viewer
from domain.game import Game, GameState
from domain.rulesets.brigade.components import CREW, EVENTS
from domain.rulesets.great_fire.components import OBJECTIVES
from domain.rulesets.london.components import CARDS
from services.log.replay import History
from tests.browser.tours import Recording
from tests.browser.wire import Exchange

Json = Any
VIEW: Final = Game.view
"""The view as it is, also where a test plants a leak."""
_PRINTED: Final = {"ruleset", "rulesets", "rules"}
"""What the API is asked for where no game is."""


@dataclass(frozen=True)
class Hidden:
    """`secrets`: what nobody may be told, by what it is; `cards`: the ids of cards that these eyes have never seen."""

    secrets: Mapping[str, str]
    cards: frozenset[str]
    views: tuple[Json, ...]
    """What the viewer may see after each step."""


def hidden_from(
    history: History, viewer: Viewer, tokens: Mapping[str, str], own: str, *, up_to: int | None = None
) -> Hidden:
    """Of a game that is not over. `tokens`: everybody's, by name; `own`: the name of the viewer, empty for a spectator. `up_to`: the
    last step that the viewer has seen, if not the last of all."""
    assert history.head is not None and not history.head.over
    states = [history.state_at(version) for version in range(1, history.version + 1)]
    secrets = {f"the token of {name}": token for name, token in tokens.items() if name != own}
    secrets |= {f"the salt of step {step.version}": step.body.salt for step in history.steps}
    secrets |= {"the secret": history.head.secret, "the seed": history.head.seed}
    secrets |= {f"{what}, in base64": _base64(secret) for what, secret in secrets.items()}
    views = tuple(_builtin(VIEW(history.game, state, viewer, history.names)) for state in states)
    positions = [state.position for state in states[:up_to] if state.position is not None]
    unseen = _UNSEEN[history.head.ruleset](positions, viewer)
    return Hidden(secrets, unseen, views)


def _base64(hexadecimal: str) -> str:
    return base64.b64encode(bytes.fromhex(hexadecimal)).decode().rstrip("=")


def _builtin(view: Any) -> Json:
    return json.loads(msgspec.json.encode(view))


def _london(positions: list[Any], viewer: Viewer) -> frozenset[str]:
    visited: set[Any] = set()
    for board in positions:
        turn = board.turn
        visited.update(*board.display, board.discard, turn.placed, turn.activated, (turn.offered,))
        visited.update(*(player.known for player in board.players))
        visited.update(*(stack.cards for player in board.players for stack in player.stacks))
        visited.update((turn.placement.card,) if turn.placement else ())
        if viewer != SPECTATOR:
            visited.update(board.players[viewer].hand, board.players[viewer].glimpsed)
            visited.update(turn.looked if viewer == board.active else ())
    return frozenset(CARDS) - visited


def _great_fire(positions: list[Any], viewer: Viewer) -> frozenset[str]:
    own = {card for board in positions for card in (board.deal.objectives[viewer] if viewer != SPECTATOR else ())}
    return frozenset(OBJECTIVES) - own


def _brigade(positions: list[Any], viewer: Viewer) -> frozenset[str]:
    visited: set[str] = set()
    for board in positions:
        visited.update(board.event_discard, board.starting, (board.event,), board.crew_discard)
        visited.update(*((member.id for member in brigade.crew) for brigade in board.brigades))
        request = board.pending
        if request is not None and request.seat == viewer:
            visited.update(board.drawn)
    return (frozenset(CREW) | frozenset(EVENTS)) - visited


_UNSEEN: Final = {"great_fire": _great_fire, "london": _london, "brigade": _brigade}


def nothing_of_others(board: Json, viewer: Viewer) -> Iterator[str]:
    """The places of a view that must be empty to these eyes, and are not."""
    for at, seat in enumerate(board["seats"]):
        if at != viewer:
            yield from (f"seats[{at}].{name}" for name in ("token_kinds", "objectives") if seat.get(name) is not None)
            if seat.get("hand") is not None and "hand_count" not in seat:
                yield f"seats[{at}].hand"
    if board.get("active") != viewer and (board.get("exchange_offered") or _looked(board)):
        yield "what only the active seat knows"
    if viewer == SPECTATOR and board.get("deck_top"):
        yield "deck_top"
    pending = board.get("pending")
    if pending and pending["seat"] != viewer and pending["drawn"] is not None:
        yield "pending.drawn"


def _looked(board: Json) -> bool:
    turn = board.get("turn")
    return isinstance(turn, dict) and bool(turn["looked"])


# ---------------------------------------------------------------- the search


def leaks(recording: Recording, hidden: Mapping[Viewer, Hidden], own_token: str, own: Viewer) -> list[str]:
    """What of it was told, and where; empty if nothing was. `hidden`: for all the eyes that the reader may have, `own` among them."""
    leaked = list(_secrets(recording, hidden[own], own_token))
    cards = frozenset.intersection(*(each.cards for each in hidden.values()))
    leaked += _cards(recording, cards)
    leaked += _views(recording, hidden, own)
    return leaked


def _secrets(recording: Recording, hidden: Hidden, own_token: str) -> Iterator[str]:
    relay = recording.relay
    places = {"what was told": relay.raw("response"), "what was asked": relay.raw("request")}
    places |= {f"the screen {name}": screen.encode() for name, screen in recording.screens.items()}
    for place, text in places.items():
        lower = text.lower()
        yield from (f"{what} in {place}" for what, secret in hidden.secrets.items() if secret.lower().encode() in lower)
        if own_token and place != "what was asked" and own_token.encode() in text:
            yield f"the own token in {place}"


def _cards(recording: Recording, cards: frozenset[str]) -> Iterator[str]:
    if not cards:
        return
    any_card = re.compile(
        rb"(?<![\w#-])(?:" + b"|".join(re.escape(card.encode()) for card in sorted(cards)) + rb")(?![\w#-])"
    )
    for exchange in recording.relay.exchanges():
        if not _known_to_all(exchange) and (match := any_card.search(exchange.response + exchange.request)):
            yield f"the card {match.group().decode()} in {exchange.path} {exchange.response[:80]!r}"
    for name, screen in recording.screens.items():
        if not name.startswith("rules") and (match := any_card.search(screen.encode())):
            yield f"the card {match.group().decode()} on the screen {name}"


def _known_to_all(exchange: Exchange) -> bool:
    """Whether it is about what is printed: components, rules, and the pages' own files. Or a dry run, whose cards are an example from
    worlds dealt again: that it hangs on nothing hidden is for twins to show."""
    if exchange.path.startswith("/assets/"):
        return True
    answer = exchange.answer
    if (
        isinstance(answer, dict)
        and isinstance(answer.get("data"), dict)
        and "dryRun" in (answer["data"].get("game") or {})
    ):
        return True
    return isinstance(answer, dict) and isinstance(answer.get("data"), dict) and answer["data"].keys() <= _PRINTED


def _views(recording: Recording, hidden: Mapping[Viewer, Hidden], own: Viewer) -> Iterator[str]:
    """Views that were told, whole or step by step, against those that the viewer may see."""
    patches: dict[Viewer, dict[int, Json]] = {}
    reader = own
    for exchange in recording.relay.exchanges():
        question, answer = exchange.question, exchange.answer
        if exchange.path == "frame" and question and question.get("type") == "subscribe":
            reader = _viewer_of(question["payload"], own)
        if not isinstance(answer, dict):
            continue
        data = (answer["payload"] if answer.get("type") == "next" else answer).get("data") or {}
        if exchange.path != "frame" and isinstance(question, dict):
            reader = _viewer_of(question, own)
        game = data.get("game") or {}
        if game.get("viewJson"):
            yield from _view(game["viewJson"], reader, hidden)
        steps = [edge["node"] for edge in (game.get("steps") or {}).get("edges", ())]
        for step in [*steps, *([data["gameSteps"]] if "gameSteps" in data else ())]:
            patches.setdefault(reader, {})[step["version"]] = step["patch"]
    assert own in patches, "steps were told"
    for viewer, by_version in patches.items():
        view = None
        for version in range(1, max(by_version) + 1):
            view = jsonpatch.apply_patch(view, by_version[version])
            yield from _view(view, viewer, hidden)


def _viewer_of(request: Json, own: Viewer) -> Viewer:
    chosen = (request.get("variables") or {}).get("as")
    if chosen is None:
        return own
    return chosen["seat"] if chosen.get("seat") is not None else SPECTATOR


def _view(view: Json, viewer: Viewer, hidden: Mapping[Viewer, Hidden]) -> Iterator[str]:
    version = view["version"]
    if viewer not in hidden:
        yield f"a view of other eyes, {viewer}, at step {version}"
    elif view != hidden[viewer].views[version - 1]:
        yield f"the view of step {version} is not that of {viewer}"
    if view["position"]:
        yield from (f"{place} to {viewer} at step {version}" for place in nothing_of_others(view["position"], viewer))


__all__ = ["GameState", "Hidden", "hidden_from", "leaks"]
