"""The rows of a dump: what everybody may know of a finished game that counts (GAME-OPENDATA-01).

Persons stand in one table alone, `seats`, under names made for that dump. All other tables are the same bytes whenever
they are made.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from domain.engine.codec import canonical
from domain.engine.step import Moment
from domain.engine.viewer import SPECTATOR
from domain.game import Game, GameState
from domain.log.record import decode_body, decode_command
from domain.log.refusals import decode_refusal
from services.ports import RawStep, StoredCommand

Row = Mapping[str, Any]
PARTS: Final = ("games", "seats", "steps", "commands")
LAST: Final = "game.SeedRevealed"


class Pseudonyms:
    """Names of persons for one dump. The key is thrown away with the object."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def of(self, principal: str) -> str:
        """The name of a person in this dump; "" for nobody."""
        return hmac.new(self._key, principal.encode(), hashlib.sha256).hexdigest()[:16] if principal else ""


def month_of(time_us: int) -> str:
    """The month of a moment, in UTC."""
    return datetime.fromtimestamp(time_us // 1_000_000, UTC).strftime("%Y-%m")


def rows_of(
    game: Game,
    game_id: str,
    rows: Sequence[RawStep],
    stored: Sequence[StoredCommand],
    pseudonyms: Pseudonyms,
    now_us: int,
) -> tuple[str, Mapping[str, Sequence[Row]]] | None:
    """The month of its end, and the rows of a game by table. None for one that is not over, that a delay still hides,
    or that counts for nothing."""
    if not rows or rows[-1].type != LAST:
        return None
    steps: list[Row] = []
    state: GameState | None = None
    opened_us = 0
    for row in rows:
        body, event = decode_body(game.script, row.body)
        state = game.evolve(state, event, Moment(body.time_us, ends=body.state is not None))
        opened_us = opened_us or body.time_us
        line = game.tell(event, SPECTATOR)
        steps.append(
            {
                "game": game_id, "version": body.version, "time_us": body.time_us, "hash": row.hash.hex(),
                "type": "" if line is None else line.type, "seat": None if line is None else line.seat,
                "rules": [] if line is None else list(line.rules),
                "facts": "{}" if line is None else canonical(line.facts).decode(),
            }
        )  # fmt: skip
    assert state is not None, "a game has a first step"
    delay_us = 0 if state.delay is None else state.delay.seconds * 1_000_000
    if state.sandbox is not None or state.at_us + delay_us > now_us:
        return None
    commands = [_command(game, each) for each in stored]
    parts = {
        "games": [_game(game, game_id, state, opened_us, steps, commands)],
        "seats": _seats(game_id, state, pseudonyms),
        "steps": steps,
        "commands": commands,
    }
    return month_of(state.at_us), parts


def _game(
    game: Game, game_id: str, state: GameState, opened_us: int, steps: Sequence[Row], commands: Sequence[Row]
) -> Row:
    return {
        "game": game_id, "ruleset": state.ruleset, "ruleset_version": state.ruleset_version, "seats": len(state.seats),
        "phase": state.phase, "opened_us": opened_us, "ended_us": state.at_us, "steps": len(steps),
        "turns": game.turn(state), "commands": len(commands),
        "refusals": sum(each["outcome"] == "refused" for each in commands),
        "ending": "" if state.result is None else state.result.ending,
        "options": canonical(state.options).decode(), "head": steps[-1]["hash"],
    }  # fmt: skip


def _seats(game_id: str, state: GameState, pseudonyms: Pseudonyms) -> list[Row]:
    places = {} if state.result is None else {place.seat: place for place in state.result.places}
    rows: list[Row] = []
    for number, seat in enumerate(state.seats):
        place = next((each for of, each in places.items() if of == number), None)
        rows.append(
            {
                "game": game_id, "seat": number, "person": pseudonyms.of(seat.person), "bot": seat.bot,
                "resigned": seat.resigned, "place": None if place is None else place.place,
                "points": None if place is None else place.points,
            }
        )  # fmt: skip
    return rows


def _command(game: Game, each: StoredCommand) -> Row:
    tag = str(type(decode_command(game.script, each.body)).__struct_config__.tag)
    return {
        "game": each.game_id, "ordinal": each.ordinal, "received_us": each.received_us, "time_us": each.time_us,
        "seat": each.seat, "type": tag, "outcome": each.outcome, "by_person": bool(each.token_id),
        "code": decode_refusal(each.answer).code if each.answer else "",
        "first_version": each.first_version, "last_version": each.last_version,
    }  # fmt: skip
