"""Public events over the rows of projections in memory."""

from collections.abc import Awaitable, Callable, Sequence

from projections.public_events import PublicEvent
from services.audit.events import EventChoice, EventPlace, EventRow


class FakePublicEvents:
    """`rows`: what the projection has written by now."""

    def __init__(self, rows: Callable[[], Awaitable[Sequence[PublicEvent]]]) -> None:
        self._rows = rows

    async def events(
        self, choice: EventChoice, *, after: EventPlace | None, limit: int, now_us: int
    ) -> Sequence[EventRow]:
        chosen = [row for row in await self._rows() if _fits(row, choice) and row.shows_us <= now_us]
        made = [
            EventRow(_place(row), row.ruleset, row.ruleset_version, row.type, row.seat, row.rules, dict(row.facts))
            for row in chosen
        ]
        made.sort(key=lambda row: _key(row.place), reverse=True)
        return [row for row in made if after is None or _key(row.place) < _key(after)][:limit]


def _place(row: PublicEvent) -> EventPlace:
    return EventPlace(row.shows_us, row.game_id, row.version)


def _key(place: EventPlace) -> tuple[int, str, int]:
    return place.shows_us, place.game_id, place.version


def _fits(row: PublicEvent, choice: EventChoice) -> bool:
    return (
        choice.ruleset in (None, row.ruleset)
        and choice.ruleset_version in (None, row.ruleset_version)
        and (not choice.types or row.type in choice.types)
        and (not choice.rules or not set(choice.rules).isdisjoint(row.rules))
        and choice.principal in (None, row.principal)
        and choice.seat in (None, row.seat)
        and choice.since_us <= row.shows_us < choice.until_us
    )
