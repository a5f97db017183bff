"""The evidence of a game that its reader may not see whole, mostly because it is running: the hashes of its steps, what
they may know of each, and the place of each in the signed order.

A hash tells nothing, since every body is salted. Of commands it has nothing: their number would tell how often others
were refused.
"""

import asyncio
from collections.abc import Mapping, Sequence

from domain.engine.viewer import ARBITER, SPECTATOR, Viewer
from domain.log.chain import log_leaf
from domain.log.record import Recorded
from domain.proof.bundle import Part, PartLine
from services.audit.places import signed_places
from services.log.signed_tree import TreeDamaged
from services.reads.bundle.beside import beside_of
from services.reads.bundle.in_tree import signed_entries
from services.reads.bundle.sources import NoEvidence, Sources
from services.reads.look import named


async def part_of(sources: Sources, viewer: Viewer, since: bytes | None = None) -> bytes:
    """The part of a game that `viewer` may know, up to the last step that the reader sees and a signed note covers.

    The reader must be permitted this viewer. For the same steps it is the same bytes, as long as nobody takes another
    name. Raises NoEvidence and TreeDamaged.
    """
    world, visible = sources.world, sources.visible
    steps = visible.history.steps[: visible.version]
    known = await signed_places(world.audit, sources.tree, visible.game_id, "step", [step.version for step in steps])
    if 1 not in known:
        raise NoEvidence("No step of this game is signed yet, or nobody signs the order of all games here.")
    last = next((step.version for step in reversed(steps) if step.version in known), 0)
    steps = steps[:last]
    lines = [_line(sources, step, viewer) for step in steps]
    beside = await beside_of(sources, {id for line in lines for id in line.rules}, persons=False)
    return await asyncio.to_thread(_packed, sources, steps, lines, viewer, known, beside, since)


def _line(sources: Sources, step: Recorded, viewer: Viewer) -> PartLine:
    """What the viewer may know of a step. Seats are called by their numbers: names have a file of their own."""
    called = tuple(f"Seat {number}" for number in range(1, len(sources.visible.state.seats) + 1))
    line = named(sources.visible.game.tell(step.event, viewer), called)
    if line is None:
        return PartLine(text=None, rules=(), time_us=step.body.time_us)
    return PartLine(text=line.text, rules=line.rules, time_us=step.body.time_us)


def _packed(
    sources: Sources,
    steps: Sequence[Recorded],
    lines: Sequence[PartLine],
    viewer: Viewer,
    known: Mapping[int, int],
    beside: Sequence[tuple[str, bytes]],
    since: bytes | None,
) -> bytes:
    hashes = [step.hash for step in steps]
    positions = [known[step.version] for step in steps]
    signed = signed_entries(sources.tree, positions, [log_leaf(hash) for hash in hashes], since)
    if signed is None:
        raise TreeDamaged("it has other entries than this game in the places of its steps")
    state = sources.visible.state
    return Part(
        game=sources.visible.game_id, ruleset=state.ruleset, ruleset_version=state.ruleset_version,
        viewer={SPECTATOR: "spectator", ARBITER: "arbiter"}.get(viewer, f"seat {viewer}"),
        hashes=hashes, lines=lines, signed=signed, beside=beside,
    ).packed()  # fmt: skip
