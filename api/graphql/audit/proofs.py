"""The signed order of all games: its newest note, and the place of a step in it."""

import strawberry

from api.graphql.fields import Info, field
from domain.proof.note import BadNote, SignedCheckpoint, parse_checkpoint
from services.reads.proofs import StepProof


@strawberry.type(
    name="Checkpoint",
    description="What the signer has signed last of the order of all games. Keep one: it proves what was before it.",
)
class CheckpointNode:
    signed: strawberry.Private[SignedCheckpoint]

    @field("The name of the log, which its key is called by.")
    def origin(self) -> str:
        return self.signed.checkpoint.origin

    @field("How many steps and commands of all games it covers.")
    def size(self) -> int:
        return min(self.signed.checkpoint.size, 2**31 - 1)

    @field("The root of its tree (RFC 9162), in hex.")
    def root(self) -> str:
        return self.signed.checkpoint.root.hex()

    @field("The whole signed note, as `/log/checkpoint` has it.")
    def note(self) -> str:
        return self.signed.note().decode()

    @field("Whose names stand under it beside the log's own. Get the keys of witnesses from them, and not from here.")
    def cosigned(self) -> list[str]:
        return [each.name for each in self.signed.signatures if each.name != self.signed.checkpoint.origin]


@strawberry.type(name="StepProof", description="The place of a step in the signed order, and the way to its root.")
class StepProofNode:
    proof: strawberry.Private[StepProof]

    @field("Its position in the order of all games, counted from 1; null before a signed note covers it.")
    def place(self) -> int | None:
        return self.proof.place

    @field(
        "The proof as a text of C2SP's tlog-proof, with the signed note; null when there is none. The leaf that it is "
        "about is SHA-256 of a zero byte and the hash of the step."
    )
    def text(self) -> str | None:
        return self.proof.text

    @field("Why there is no proof, in a sentence; empty when there is one.")
    def why(self) -> str:
        return self.proof.why


def newest_checkpoint(info: Info) -> CheckpointNode | None:
    """The newest signed note; None where nobody signs, or where it cannot be read."""
    note = info.context.services.tree.checkpoint()
    try:
        return None if note is None else CheckpointNode(signed=parse_checkpoint(note))
    except BadNote:
        return None
