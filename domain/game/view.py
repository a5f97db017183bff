"""What a viewer may know of a game: its view, built field by field, and the lines of its own events."""

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.engine.message import Message, Value
from domain.engine.refusal import Fact
from domain.engine.ruleset import AnyRuleset, Line
from domain.engine.score import Outcome
from domain.engine.step import Step
from domain.engine.viewer import Seat, Viewer, seats_of
from domain.game.authority import SERVICE
from domain.game.clocks.events import CLOCK_EVENTS
from domain.game.clocks.tell import tell_clock
from domain.game.commands import Options
from domain.game.events import (
    BotSeated,
    GameAbandoned,
    GameBegun,
    GameEnded,
    GameEvent,
    GameForked,
    GameOpened,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SeedRevealed,
    TimeCalled,
)
from domain.game.names import GameNames, seat_names
from domain.game.rulings.events import RULING_EVENTS
from domain.game.rulings.tell import tell_ruling
from domain.game.state import GameState, Phase
from domain.game.take_back.events import TAKE_BACK_EVENTS
from domain.game.take_back.tell import tell_take_back


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it. `share`: its contribution to the chance. `forfeited`: it is `resigned`, because it
    was lost on time or by a ruling; without bytes where it was not."""

    seat: Seat
    name: str
    taken: bool
    bot: str
    resigned: bool
    share: str
    forfeited: bool = False


class GameView(msgspec.Struct, frozen=True):
    """A game as a viewer sees it after `version` events. `position`: the ruleset's own view; None before the game
    begins. `turn`: how many turns have begun; 0 in set-up.

    `secret`: the seed behind `commitment`, once the game is over (GAME-CHANCE-03).
    """

    version: Step
    phase: Phase
    ruleset: str
    ruleset_version: int
    title: str
    options: Options
    seats: tuple[SeatView, ...]
    to_act: tuple[Seat, ...]
    commitment: str
    secret: str | None
    result: Outcome | None
    position: Any
    turn: int


def game_view(
    ruleset: AnyRuleset, state: GameState, viewer: Viewer, to_act: tuple[Seat, ...], names: GameNames, turn: int
) -> GameView:
    """Returns `state` as `viewer` sees it."""
    return GameView(
        version=state.version,
        phase=state.phase,
        ruleset=state.ruleset,
        ruleset_version=state.ruleset_version,
        title=names.title,
        options=state.options,
        seats=seat_views(state, names),
        to_act=to_act,
        commitment=state.commitment,
        secret=state.secret if state.over else None,
        result=state.result,
        position=None if state.position is None else ruleset.view(state.position, viewer),
        turn=turn,
    )


def seat_views(state: GameState, names: GameNames) -> tuple[SeatView, ...]:
    """The seats in turn order, as everybody sees them."""
    return tuple(
        SeatView(number, name, seat.taken, seat.bot, seat.resigned, seat.share, state.has_forfeited(number))
        for number, seat, name in zip(seats_of(len(state.seats)), state.seats, seat_names(state, names), strict=True)
    )


def tell_game(event: GameEvent) -> Line:
    """The line of one of the game's own events. Every line is public; only `SeedRevealed`, at the end, shows the
    secret."""
    if isinstance(event, CLOCK_EVENTS):
        return tell_clock(event)
    if isinstance(event, RULING_EVENTS):
        return tell_ruling(event)
    if isinstance(event, TAKE_BACK_EVENTS):
        return tell_take_back(event)
    match event:
        case GameOpened(_, ruleset, _, seats, options, commitment):
            facts: dict[str, Fact] = {
                "ruleset": ruleset,
                "seats": seats,
                "options": dict(options),
                "commitment": commitment,
            }
            args: dict[str, Value] = {"seats": seats, "commitment": commitment[:12]}
            return _line(event, None, ("GAME-OPEN-01", "GAME-CHANCE-01"), facts, args)
        case GameForked(origin=origin, commitment=commitment):
            facts = {"game": origin.game, "version": origin.version, "commitment": commitment}
            return _line(event, None, ("GAME-FORK-01", "GAME-SAND-01"), facts, {"version": origin.version})
        case SeatTaken(_, seat, share):
            args = {"seat": seat, "number": seat + 1}
            return _line(event, seat, ("GAME-SEAT-01", "GAME-CHANCE-02"), {"share": share}, args)
        case SeatLeft(seat):
            return _line(event, seat, ("GAME-SEAT-03",), {}, {"number": seat + 1})
        case BotSeated(seat, bot):
            return _line(event, seat, ("GAME-BOT-01", "GAME-BOT-02"), {"bot": bot}, {"seat": seat, "bot": bot})
        case GameBegun():
            return _line(event, None, ("GAME-BEGIN-01",), {})
        case SeatResigned(seat, bot):
            args = {"seat": seat, "bot": bot or None}
            return _line(event, seat, ("GAME-RESIGN-01",), {"bot": bot}, args)
        case TimeCalled(seat):
            return _line(event, seat, ("GAME-TIME-01",), {}, {"seat": seat})
        case GameEnded(outcome):
            rules = ("GAME-END-01", *outcome.rules)
            return _line(event, None, rules, _outcome_facts(outcome), _winners(outcome))
        case GameAbandoned(by):
            is_deserted = by == SERVICE
            rules = ("GAME-OPEN-02", "GAME-END-03") if is_deserted else ("GAME-END-03",)
            return _line(event, None, rules, {}, {"deserted": is_deserted})
        case SeedRevealed(secret, shares):
            return _line(event, None, ("GAME-CHANCE-03",), {"secret": secret, "shares": shares})


def _line(
    event: GameEvent,
    seat: Seat | None,
    rules: tuple[str, ...],
    facts: Mapping[str, Fact],
    args: Mapping[str, Value] | None = None,
) -> Line:
    """`args`: the arguments of its message."""
    name = type(event).__name__
    return Line(f"game.{name}", Message(f"line-{name}", args or {}), rules, seat, facts)


def _winners(outcome: Outcome) -> Mapping[str, Value]:
    """The seats that won, how many they are, and their points; None where nobody won."""
    best = max((place.points for place in outcome.places if place.place == 1), default=None)
    return {"winners": outcome.winners, "count": len(outcome.winners), "points": best if outcome.winners else None}


def _outcome_facts(outcome: Outcome) -> Mapping[str, Fact]:
    return {
        "ending": outcome.ending,
        "places": tuple({"seat": place.seat, "place": place.place, "points": place.points} for place in outcome.places),
    }
