"""The place of one step in the signed order of all games, as a proof that other people's programs read."""

import asyncio
from dataclasses import dataclass
from typing import Final

from domain.engine.step import Step
from domain.log.chain import log_leaf
from domain.proof.note import to_base64
from services.log.findings import Broken
from services.log.signed_tree import NotSignedYet, SignedTree, TreeDamaged
from services.log.tree_check import Proof, proof_of
from services.reads.horizon import VisibleGame
from services.world import World

_HEADER: Final = "c2sp.org/tlog-proof@v1"


@dataclass(frozen=True, slots=True)
class StepProof:
    """`place`, `text`: of a step that is in the tree that was signed last; else None, and `why`."""

    place: int | None
    text: str | None
    why: str


async def proof_of_step(world: World, tree: SignedTree, visible: VisibleGame, step: Step) -> StepProof:
    """The proof of a step that the caller may see. A place is told when a signed tree has it, and not before: until
    then it counts what others do now (GAME-PROOF-04)."""
    places = await world.log.places(visible.game_id)
    pos = next((each.pos for each in places if each.kind == "step" and each.number == step), None)
    if pos is None:
        return StepProof(None, None, "The step has no place in the order of all games yet.")
    leaf = log_leaf(visible.history.steps[step - 1].hash)
    try:
        proof = await asyncio.to_thread(proof_of, tree, pos, step, leaf)
    except NotSignedYet:
        return StepProof(None, None, "No signed note covers the step: nobody signs here, or not yet.")
    except TreeDamaged as damaged:
        return StepProof(None, None, f"The signed tree proves nothing: {damaged.why}.")
    except Broken as broken:
        return StepProof(pos, None, f"It does NOT hold: {broken.finding.why}.")
    return StepProof(pos, tlog_proof(proof), "")


def tlog_proof(proof: Proof) -> str:
    """A proof as C2SP's tlog-proof has it: the index of the leaf, the path to the root, and the signed note."""
    lines = (_HEADER, f"index {proof.index}", *map(to_base64, proof.path), "")
    return "\n".join(lines) + "\n" + proof.note.decode()
