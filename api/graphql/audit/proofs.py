"""The signed order of all games: its newest note, who cosigns it, and the place of a step in it."""

from datetime import datetime
from typing import Final

import strawberry

from api.graphql.fields import Info, field
from api.graphql.scalars import time_of
from domain.proof.note import BadNote, Key, SignedCheckpoint, parse_checkpoint
from services.audit.witnesses import Cosigned, witnesses_of_signer
from services.reads.proofs import StepProof

INT_MAX: Final = 2**31 - 1


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
        return min(self.signed.checkpoint.size, INT_MAX)

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


@strawberry.type(
    name="Witness",
    description="Somebody elsewhere whom the signer asks to cosign each note. They do so only for a tree that "
    "continues what they have seen.",
)
class WitnessNode:
    witness: strawberry.Private[Key]
    last: strawberry.Private[Cosigned | None]

    @field("The name that their lines under a note begin with.")
    def name(self) -> str:
        return self.witness.name

    @field("The public key that the signer verifies their lines by. Compare it with what they themselves say.")
    def key(self) -> str:
        return str(self.witness)

    @field("How many entries the newest note covers that they have cosigned; null before the first.")
    def size(self) -> int | None:
        return None if self.last is None else min(self.last.size, INT_MAX)

    @field("When they cosigned it, by their own clock; null before the first.")
    def cosigned_at(self) -> datetime | None:
        return None if self.last is None else time_of(self.last.seconds * 1_000_000)


def witnesses(info: Info) -> list[WitnessNode]:
    """Whom the signer asks, in the order of its settings."""
    by_key = witnesses_of_signer(info.context.services.tree)
    return [WitnessNode(witness=key, last=last) for key, last in by_key.items()]


def newest_checkpoint(info: Info) -> CheckpointNode | None:
    """The newest signed note; None where nobody signs, or where it cannot be read."""
    note = info.context.services.tree.checkpoint()
    try:
        return None if note is None else CheckpointNode(signed=parse_checkpoint(note))
    except BadNote:
        return None
