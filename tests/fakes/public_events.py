"""Public events over the rows of projections in memory."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence

from projections.public_events import PublicEvent
from services.audit.events import EXAMINED_MAX, EventChoice, EventPage, EventPlace, EventRow


class FakePublicEvents:
    """`rows`: what the projection has written by now; `phases`: of games, as lists have them."""

    def __init__(
        self,
        rows: Callable[[], Awaitable[Sequence[PublicEvent]]],
        phases: Callable[[], Awaitable[Mapping[str, str]]],
        examined_max: int = EXAMINED_MAX,
    ) -> None:
        self._rows, self._phases, self._examined_max = rows, phases, examined_max

    async def events(self, choice: EventChoice, *, after: EventPlace | None, limit: int, now_us: int) -> EventPage:
        chosen = [row for row in await self._rows() if _fits(row, choice) and row.shows_us <= now_us]
        made = [
            EventRow(_place(row), row.ruleset, row.ruleset_version, row.type, row.seat, row.rules, dict(row.facts))
            for row in chosen
        ]
        made.sort(key=lambda row: _key(row.place), reverse=True)
        made = [row for row in made if after is None or _key(row.place) < _key(after)]
        if not choice.is_examined:
            return EventPage(made[:limit])
        made, phases = made[: self._examined_max], await self._phases()
        fitting = [
            row
            for row in made
            if choice.phase in (None, phases.get(row.place.game_id))
            and (not choice.facts or _contains(row.facts, json.loads(choice.facts)))
        ]
        is_cut = len(made) == self._examined_max and len(fitting) < limit
        return EventPage(fitting[:limit], made[-1].place if is_cut else None)


def _contains(whole: object, part: object) -> bool:
    """As jsonb of Postgres contains."""
    match whole, part:
        case dict(), dict():
            return all(name in whole and _contains(whole[name], each) for name, each in part.items())
        case list(), list():
            return all(any(_contains(other, each) for other in whole) for each in part)
        case _:
            return whole == part and isinstance(whole, bool) == isinstance(part, bool)


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
