"""The snapshot cache in a dictionary. Keeps as few as Postgres does."""

from infra.postgres.caches import SNAPSHOTS_KEPT
from services.ports import Snapshot


class FakeSnapshots:
    def __init__(self) -> None:
        self.kept: dict[str, tuple[str, dict[int, Snapshot]]] = {}
        """By game: the one fingerprint that is kept, and its snapshots by version."""

    async def latest(self, game_id: str, fingerprint: str, *, at_most: int) -> Snapshot | None:
        source, kept = self.kept.get(game_id, ("", {}))
        versions = [version for version in kept if version <= at_most and source == fingerprint]
        return kept[max(versions)] if versions else None

    async def save(self, game_id: str, fingerprint: str, snapshot: Snapshot) -> None:
        source, kept = self.kept.get(game_id, (fingerprint, {}))
        if source != fingerprint:
            kept = {}
        kept.setdefault(snapshot.version, snapshot)
        others = sorted((version for version in kept if version != snapshot.version), reverse=True)
        for version in others[SNAPSHOTS_KEPT - 1 :]:
            del kept[version]
        self.kept[game_id] = (fingerprint, kept)
