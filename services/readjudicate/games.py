"""A game decided again by another version, from what is stored of it."""

from collections.abc import Sequence

from domain.engine.ruleset import AnyRuleset
from domain.game import Game
from domain.game.events import GameEnded
from domain.log.record import event_reader
from services.ports import RawStep, StoredCommand
from services.readjudicate.carried import check_generation
from services.readjudicate.events_only import events_only
from services.readjudicate.findings import Mode, Readjudicated, SeatResult, Tally, seats_result
from services.readjudicate.followed import Followed, follow
from services.readjudicate.local import local
from services.readjudicate.recorded import Recording, recorded_commands

ENDING = ("game.GameEnded",)


def readjudicate(
    game_id: str,
    played: AnyRuleset,
    other: AnyRuleset,
    rows: Sequence[RawStep],
    stored: Sequence[StoredCommand],
    mode: Mode,
) -> Readjudicated:
    """A game that was played by `played`, by the version `other`. Raises AnotherGeneration, except for `events`."""
    if mode != "events":
        check_generation(played, other)
    by, tally = Game(played), Tally()
    if mode == "local":
        end = Followed(None, "", local(Recording(by, rows, stored), by, Game(other), tally))
    elif mode == "events":
        end = events_only(rows, stored, by, Game(other), tally)
    else:
        end = follow(recorded_commands(by, rows, stored), by, Game(other), tally)
    return Readjudicated(
        game=game_id,
        ruleset=played.id,
        from_version=played.version,
        to_version=other.version,
        mode=mode,
        commands=tally.commands,
        legality=tally.legality,
        play=tally.play,
        records=tally.records,
        first_step=tally.first,
        stops_at=end.stops_at,
        why=end.why,
        played=_played(by, rows),
        result=end.result,
        differences=tuple(tally.listed),
    )


def _played(game: Game, rows: Sequence[RawStep]) -> tuple[SeatResult, ...]:
    """The recorded result, which is among the last steps."""
    for row in reversed(rows[-3:]):
        if row.type in ENDING:
            event = event_reader(game.script)(row.body)
            assert isinstance(event, GameEnded)
            return seats_result(event.outcome)
    return ()
