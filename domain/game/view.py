"""What a viewer may know of a game: its view, built field by field, and the lines of its own events."""

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.engine.refusal import Fact
from domain.engine.ruleset import AnyRuleset, Line
from domain.engine.score import Outcome
from domain.engine.step import Step
from domain.engine.viewer import Seat, Viewer, seat_name, seats_of
from domain.game.authority import SERVICE
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
from domain.game.state import GameState, Phase


class SeatView(msgspec.Struct, frozen=True):
    """A seat as everybody sees it. `share`: its contribution to the chance."""

    seat: Seat
    name: str
    taken: bool
    bot: str
    resigned: bool
    share: str


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
        SeatView(number, name, seat.taken, seat.bot, seat.resigned, seat.share)
        for number, seat, name in zip(seats_of(len(state.seats)), state.seats, seat_names(state, names), strict=True)
    )


def tell_game(event: GameEvent) -> Line:
    """The line of one of the game's own events. Every line is public; only `SeedRevealed`, at the end, shows the
    secret."""
    match event:
        case GameOpened(_, ruleset, _, seats, options, commitment):
            facts: dict[str, Fact] = {
                "ruleset": ruleset,
                "seats": seats,
                "options": dict(options),
                "commitment": commitment,
            }
            text = f"A game for {seats} was opened; its chance is sealed under {commitment[:12]}…"
            return _line(event, text, None, ("GAME-OPEN-01", "GAME-CHANCE-01"), facts)
        case GameForked(origin=origin, commitment=commitment):
            facts = {"game": origin.game, "version": origin.version, "commitment": commitment}
            text = f"A sandbox was opened that continues from step {origin.version} of another game."
            return _line(event, text, None, ("GAME-FORK-01", "GAME-SAND-01"), facts)
        case SeatTaken(_, seat, share):
            text = f"{seat_name(seat)} took seat {seat + 1}."
            return _line(event, text, seat, ("GAME-SEAT-01", "GAME-CHANCE-02"), {"share": share})
        case SeatLeft(seat):
            return _line(event, f"Seat {seat + 1} became free.", seat, ("GAME-SEAT-03",), {})
        case BotSeated(seat, bot):
            text = f"The {bot} bot took over for {seat_name(seat)}."
            return _line(event, text, seat, ("GAME-BOT-01", "GAME-BOT-02"), {"bot": bot})
        case GameBegun():
            return _line(event, "The game began.", None, ("GAME-BEGIN-01",), {})
        case SeatResigned(seat, bot):
            then = f"the {bot} bot took the seat over" if bot else "the game went on without that seat"
            text = f"{seat_name(seat)} resigned; {then}."
            return _line(event, text, seat, ("GAME-RESIGN-01",), {"bot": bot})
        case TimeCalled(seat):
            return _line(event, f"Time was called on {seat_name(seat)}.", seat, ("GAME-TIME-01",), {})
        case GameEnded(outcome):
            return _line(event, _ending(outcome), None, ("GAME-END-01", *outcome.rules), _outcome_facts(outcome))
        case GameAbandoned(by) if by == SERVICE:
            text = "The service closed the game without a result: nobody but its host had joined it for a long time."
            return _line(event, text, None, ("GAME-OPEN-02", "GAME-END-03"), {})
        case GameAbandoned():
            return _line(event, "The game was closed without a result.", None, ("GAME-END-03",), {})
        case SeedRevealed(secret, shares):
            text = "The seed was revealed; from here on anybody could check every draw."
            return _line(event, text, None, ("GAME-CHANCE-03",), {"secret": secret, "shares": shares})


def _line(event: GameEvent, text: str, seat: Seat | None, rules: tuple[str, ...], facts: Mapping[str, Fact]) -> Line:
    return Line(f"game.{type(event).__name__}", text, rules, seat, facts)


def _ending(outcome: Outcome) -> str:
    winners = [seat_name(seat) for seat in outcome.winners]
    if not winners:
        return "The game ended; nobody won."
    best = max(place.points for place in outcome.places if place.place == 1)
    verb = "won" if len(winners) == 1 else "shared the victory"
    return f"The game ended: {' and '.join(winners)} {verb} with {best} points."


def _outcome_facts(outcome: Outcome) -> Mapping[str, Fact]:
    return {
        "ending": outcome.ending,
        "places": tuple({"seat": place.seat, "place": place.place, "points": place.points} for place in outcome.places),
    }
