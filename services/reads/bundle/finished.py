"""The evidence of a finished game in one file, made from the log and the signed tree (GAME-PROOF-02)."""

import asyncio
from collections.abc import Sequence

from domain.engine.viewer import ARBITER
from domain.log.chain import GENESIS
from domain.log.refusals import decode_refusal
from domain.proof.bundle import Command, Evidence
from services.log.findings import StoredStream, check_command_chain, check_places, entries_of, read_stream
from services.log.read_log import game_head
from services.log.signed_tree import TreeDamaged
from services.log.tree_check import check_tree
from services.ports import StoredCommand
from services.reads.bundle.beside import beside_of
from services.reads.bundle.in_tree import signed_entries
from services.reads.bundle.sources import NoEvidence, Sources


async def bundle_of(sources: Sources, since: bytes | None = None) -> bytes:
    """The bundle of a game whose record is open to the reader. `since`: a note that they have.

    Asked for twice it is the same bytes, as long as nobody takes another name or is erased: it rests on the oldest
    checkpoint that covers the game. One with `since` rests on the newest. Raises NoEvidence, TreeDamaged, and Broken
    for a log that does not hold.
    """
    world, visible = sources.world, sources.visible
    head = await game_head(world.log, visible.game_id)
    assert head is not None, "it is visible"
    stream = await read_stream(world.log, head)
    check_command_chain(stream)
    check_places(stream)
    beside = await beside_of(sources, _cited(sources, stream), persons=True)
    return await asyncio.to_thread(_bundle, stream, sources, beside, since)


def _cited(sources: Sources, stream: StoredStream) -> set[str]:
    """The rules that its steps and refusals cite."""
    game = sources.visible.game
    lines = (game.tell(step.event, ARBITER) for step in sources.visible.history.steps)
    refused = (decode_refusal(each.answer) for each in stream.commands if each.outcome == "refused")
    return {id for line in lines if line is not None for id in line.rules} | {
        id for each in refused for id in each.rules
    }


def _bundle(stream: StoredStream, sources: Sources, beside: Sequence[tuple[str, bytes]], since: bytes | None) -> bytes:
    leaves = [leaf for *_, leaf in entries_of(stream)]
    if len(stream.places) < len(leaves):
        raise NoEvidence("The last steps of this game have no place in the order of all games yet.")
    signed = signed_entries(sources.tree, [place.pos for place in stream.places], leaves, since)
    if signed is None:
        check_tree(stream, sources.tree)  # it says which note convicts which step
        raise TreeDamaged("its tiles do not lead to the root that was signed")
    head = stream.head
    assert head.ruleset is not None and head.ruleset_version is not None, "a game has a ruleset"
    return Evidence(
        game=head.game_id, ruleset=head.ruleset, ruleset_version=head.ruleset_version,
        steps=[row.body for row in stream.rows], commands=[recorded(each) for each in stream.commands],
        head=head.hash, link=stream.commands[-1].link if stream.commands else GENESIS, signed=signed, beside=beside,
    ).packed()  # fmt: skip


def recorded(command: StoredCommand) -> Command:
    """A stored command as a bundle has it."""
    return Command(
        answer=command.answer.decode(), body=command.body.decode(), command=command.command_id,
        first_version=command.first_version, last_version=command.last_version, outcome=command.outcome,
        principal=command.principal, received_us=command.received_us, request=command.request_hash.hex(),
        seat=command.seat, time_us=command.time_us, token=command.token_id,
    )  # fmt: skip
