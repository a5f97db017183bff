"""An aggregate of the eventsourcing library with one event of the size of ours. Used by the benchmark only."""

from eventsourcing.domain import Aggregate, event


class Game(Aggregate):
    """A game that only counts its moves."""

    def __init__(self) -> None:
        self.moves = 0

    @event("Moved")
    def move(self, data: str) -> None:
        """Count one more move."""
        del data
        self.moves += 1
