"""The evidence of a finished game in one file, made from the log and the signed tree (GAME-PROOF-02)."""

import asyncio
from collections.abc import Sequence

from domain.log.chain import GENESIS
from domain.proof.bundle import Command, Evidence
from domain.proof.note import parse_checkpoint
from domain.proof.tree import ProofFails, batch_path, consistency_path, root_by_batch
from services.log.findings import StoredStream, check_command_chain, check_places, entries_of, read_stream
from services.log.read_log import game_head
from services.log.signed_tree import CheckedTree, NotSignedYet, SignedTree, TreeDamaged, checked_tree
from services.log.tree_check import check_tree
from services.ports import StoredCommand
from services.reads.horizon import VisibleHead
from services.world import World


class NoEvidence(Exception):
    """A game has no bundle for this reader, or not yet. The text is a sentence."""


async def bundle_of(world: World, tree: SignedTree, visible: VisibleHead, since: bytes | None = None) -> bytes:
    """The bundle of a game whose record is open to the reader. `since`: a note that they have.

    Two readers get the same bytes: it rests on the oldest checkpoint that covers the game. One with `since` rests on
    the newest. Raises NoEvidence, TreeDamaged, and Broken for a log that does not hold.
    """
    head = await game_head(world.log, visible.game_id)
    assert head is not None, "it is visible"
    stream = await read_stream(world.log, head)
    check_command_chain(stream)
    check_places(stream)
    return await asyncio.to_thread(_bundle, stream, tree, since)


def _bundle(stream: StoredStream, tree: SignedTree, since: bytes | None) -> bytes:
    leaves = [leaf for *_, leaf in entries_of(stream)]
    if len(stream.places) < len(leaves):
        raise NoEvidence("The last steps of this game have no place in the order of all games yet.")
    positions = [place.pos for place in stream.places]
    signed = _tree_over(tree, positions[-1], since)
    proof = _inclusion(signed, positions, leaves)
    if proof is None:
        check_tree(stream, tree)  # it says which note convicts which step
        raise TreeDamaged("its tiles do not lead to the root that was signed")
    head = stream.head
    assert head.ruleset is not None and head.ruleset_version is not None, "a game has a ruleset"
    return Evidence(
        game=head.game_id, ruleset=head.ruleset, ruleset_version=head.ruleset_version,
        steps=[row.body for row in stream.rows], commands=[recorded(each) for each in stream.commands],
        head=head.hash, link=stream.commands[-1].link if stream.commands else GENESIS,
        key=str(signed.key), checkpoint=signed.note, places=positions, inclusion=proof,
        since=None if since is None else (since, _consistency(signed, since)),
    ).packed()  # fmt: skip


def _tree_over(tree: SignedTree, size: int, since: bytes | None) -> CheckedTree:
    """The tree that a bundle rests on."""
    newest = tree.checkpoint()
    if newest is None:
        raise NoEvidence("Nobody signs the order of all games here.")
    least = size if since is None else max(size, parse_checkpoint(newest).checkpoint.size)
    try:
        return checked_tree(tree, least)
    except NotSignedYet:
        raise NoEvidence("The last steps of this game are not signed yet.") from None


def _inclusion(signed: CheckedTree, positions: Sequence[int], leaves: Sequence[bytes]) -> list[bytes] | None:
    """The proof of inclusion; None for one that does not lead to the signed root. Nobody is given that."""
    indexes, size = [position - 1 for position in positions], signed.tiles.size
    try:
        path = batch_path(indexes, size, signed.tiles.of)
        root = root_by_batch(list(zip(indexes, leaves, strict=True)), size, path)
    except ProofFails as fails:
        raise TreeDamaged(fails.why) from fails
    return path if root == signed.signed.checkpoint.root else None


def _consistency(signed: CheckedTree, since: bytes) -> list[bytes]:
    earlier = parse_checkpoint(since)
    old = earlier.checkpoint.size
    if earlier.checkpoint.origin != signed.key.name or not earlier.is_signed_by(signed.key) or old > signed.tiles.size:
        raise NoEvidence("The earlier checkpoint is not one of this log.")
    return consistency_path(old, signed.tiles.size, signed.tiles.of)


def recorded(command: StoredCommand) -> Command:
    """A stored command as a bundle has it."""
    return Command(
        answer=command.answer.decode(), body=command.body.decode(), command=command.command_id,
        first_version=command.first_version, last_version=command.last_version, outcome=command.outcome,
        principal=command.principal, received_us=command.received_us, request=command.request_hash.hex(),
        seat=command.seat, time_us=command.time_us, token=command.token_id,
    )  # fmt: skip
