"""The sightings in a list."""

from collections.abc import Sequence

from services.rulings.sightings import Sighting


class FakeSightings:
    def __init__(self) -> None:
        self.rows: list[Sighting] = []

    async def write(self, rows: Sequence[Sighting]) -> None:
        self.rows += [each for each in rows if each not in self.rows]

    async def of_game(self, game_id: str, *, limit: int) -> Sequence[Sighting]:
        own = [each for each in self.rows if each.game_id == game_id]
        key = lambda each: (each.at_us, each.viewer, each.principal, each.last_version)  # noqa: E731
        return sorted(own, key=key)[:limit]
