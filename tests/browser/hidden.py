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
    views = tuple(_builtin(VIEW(history.game, state, viewer)) for state in states)
    tables = [state.position for state in states[:up_to] if state.position is not None]
    unseen = _UNSEEN[history.head.ruleset](tables, viewer)
    return Hidden(secrets, unseen, views)


def _base64(hexadecimal: str) -> str:
    return base64.b64encode(bytes.fromhex(hexadecimal)).decode().rstrip("=")


def _builtin(view: Any) -> Json:
    return json.loads(msgspec.json.encode(view))


def _london(tables: list[Any], viewer: Viewer) -> frozenset[str]:
    seen: set[Any] = set()
    for table in tables:
        turn = table.turn
        seen.update(*table.display, table.discard, turn.placed, turn.activated, (turn.offered,))
        seen.update(*(player.known for player in table.players))
        seen.update(*(stack.cards for player in table.players for stack in player.stacks))
        seen.update((turn.placement.card,) if turn.placement else ())
        if viewer != SPECTATOR:
            seen.update(table.players[viewer].hand, table.players[viewer].glimpsed)
            seen.update(turn.looked if viewer == table.active else ())
    return frozenset(CARDS) - seen


def _great_fire(tables: list[Any], viewer: Viewer) -> frozenset[str]:
    own = {card for table in tables for card in (table.deal.objectives[viewer] if viewer != SPECTATOR else ())}
    return frozenset(OBJECTIVES) - own


def _brigade(tables: list[Any], viewer: Viewer) -> frozenset[str]:
    seen: set[str] = set()
    for table in tables:
        seen.update(table.event_discard, table.starting, (table.event,), table.crew_discard)
        seen.update(*((member.id for member in brigade.crew) for brigade in table.brigades))
        asked = table.pending
        if asked is not None and asked.seat == viewer:
            seen.update(table.drawn)
    return (frozenset(CREW) | frozenset(EVENTS)) - seen


_UNSEEN: Final = {"great_fire": _great_fire, "london": _london, "brigade": _brigade}


def nothing_of_others(table: Json, viewer: Viewer) -> Iterator[str]:
    """The places of a view that must be empty to these eyes, and are not."""
    for at, seat in enumerate(table["seats"]):
        if at != viewer:
            yield from (f"seats[{at}].{name}" for name in ("token_kinds", "objectives") if seat.get(name) is not None)
            if seat.get("hand") is not None and "hand_count" not in seat:
                yield f"seats[{at}].hand"
    if table.get("active") != viewer and (table.get("exchange_offered") or _looked(table)):
        yield "what only the active seat knows"
    if viewer == SPECTATOR and table.get("deck_top"):
        yield "deck_top"
    pending = table.get("pending")
    if pending and pending["seat"] != viewer and pending["drawn"] is not None:
        yield "pending.drawn"


def _looked(table: Json) -> bool:
    turn = table.get("turn")
    return isinstance(turn, dict) and bool(turn["looked"])


# ---------------------------------------------------------------- the search


def leaks(recording: Recording, hidden: Mapping[Viewer, Hidden], own_token: str, own: Viewer) -> list[str]:
    """What of it was told, and where; empty if nothing was. `hidden`: for all the eyes that the reader may have, `own` among them."""
    found = list(_secrets(recording, hidden[own], own_token))
    cards = frozenset.intersection(*(each.cards for each in hidden.values()))
    found += _cards(recording, cards)
    found += _views(recording, hidden, own)
    return found


def _secrets(recording: Recording, hidden: Hidden, own_token: str) -> Iterator[str]:
    relay = recording.relay
    places = {"what was told": relay.raw("told"), "what was asked": relay.raw("asked")}
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
        if not _known_to_all(exchange) and (match := any_card.search(exchange.told + exchange.asked)):
            yield f"the card {match.group().decode()} in {exchange.path} {exchange.told[:80]!r}"
    for name, screen in recording.screens.items():
        if not name.startswith("rules") and (match := any_card.search(screen.encode())):
            yield f"the card {match.group().decode()} on the screen {name}"


def _known_to_all(exchange: Exchange) -> bool:
    """Whether it is about what is printed: components, rules, and the pages' own files. Or a dry run, whose cards are an example from
    worlds dealt again: that it hangs on nothing hidden is for twins to show."""
    if exchange.path.startswith("/assets/"):
        return True
    said = exchange.said
    if isinstance(said, dict) and isinstance(said.get("data"), dict) and "dryRun" in (said["data"].get("game") or {}):
        return True
    return isinstance(said, dict) and isinstance(said.get("data"), dict) and said["data"].keys() <= _PRINTED


def _views(recording: Recording, hidden: Mapping[Viewer, Hidden], own: Viewer) -> Iterator[str]:
    """Views that were told, whole or step by step, against those that the viewer may see."""
    patches: dict[Viewer, dict[int, Json]] = {}
    eyes = own
    for exchange in recording.relay.exchanges():
        question, said = exchange.question, exchange.said
        if exchange.path == "frame" and question and question.get("type") == "subscribe":
            eyes = _eyes(question["payload"], own)
        if not isinstance(said, dict):
            continue
        data = (said["payload"] if said.get("type") == "next" else said).get("data") or {}
        if exchange.path != "frame" and isinstance(question, dict):
            eyes = _eyes(question, own)
        game = data.get("game") or {}
        if game.get("viewJson"):
            yield from _view(game["viewJson"], eyes, hidden)
        steps = [edge["node"] for edge in (game.get("steps") or {}).get("edges", ())]
        for step in [*steps, *([data["gameSteps"]] if "gameSteps" in data else ())]:
            patches.setdefault(eyes, {})[step["version"]] = step["patch"]
    assert own in patches, "steps were told"
    for viewer, by_version in patches.items():
        view = None
        for version in range(1, max(by_version) + 1):
            view = jsonpatch.apply_patch(view, by_version[version])
            yield from _view(view, viewer, hidden)


def _eyes(asked: Json, own: Viewer) -> Viewer:
    chosen = (asked.get("variables") or {}).get("as")
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
