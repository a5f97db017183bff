"""Places in the one order of all games, as far as everybody may know how long that order is (GAME-PROOF-04)."""

from collections.abc import Collection, Mapping

from services.audit.ports import AuditStore, EntryKind
from services.log.signed_tree import SignedTree, signed_size


async def signed_places(
    audit: AuditStore, tree: SignedTree, game_id: str, kind: EntryKind, numbers: Collection[int]
) -> Mapping[int, int]:
    """The places of those steps or commands that the newest signed note covers, by version or ordinal.

    A place counts what all games did before it. The signer publishes no growth that a delay hides, so a place that a
    note covers tells nothing that the note does not. Where nobody signs, nobody is told a place.
    """
    size = signed_size(tree)
    if size == 0 or not numbers:
        return {}
    places = await audit.places(game_id, kind, numbers)
    return {number: place for number, place in places.items() if place <= size}
