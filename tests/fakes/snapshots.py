"""The snapshot cache in a dictionary. Keeps as few as Postgres does."""

from infra.postgres.caches import SNAPSHOTS_PER_GAME_MAX
from services.ports import Snapshot


class FakeSnapshots:
    def __init__(self) -> None:
        self.stored: dict[str, tuple[str, dict[int, Snapshot]]] = {}
        """By game: its one fingerprint, and its snapshots by version."""

    async def latest(self, game_id: str, fingerprint: str, *, at_most: int) -> Snapshot | None:
        source, stored = self.stored.get(game_id, ("", {}))
        versions = [version for version in stored if version <= at_most and source == fingerprint]
        return stored[max(versions)] if versions else None

    async def save(self, game_id: str, fingerprint: str, snapshot: Snapshot) -> None:
        source, stored = self.stored.get(game_id, (fingerprint, {}))
        if source != fingerprint:
            stored = {}
        stored.setdefault(snapshot.version, snapshot)
        others = sorted((version for version in stored if version != snapshot.version), reverse=True)
        for version in others[SNAPSHOTS_PER_GAME_MAX - 1 :]:
            del stored[version]
        self.stored[game_id] = (fingerprint, stored)
