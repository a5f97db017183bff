"""The ledger of a game: every command that reached the rules, with who, when, by which token, and the answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from domain.engine.step import Step
from domain.game import GameState
from services.audit.behind import tokens_behind
from services.audit.not_allowed import LEDGER, LEDGER_OVER, not_allowed
from services.audit.places import signed_places
from services.audit.ports import LedgerChoice, TokenRecord
from services.authority import authority_of
from services.log.signed_tree import SignedTree
from services.ports import Principal, StoredCommand
from services.principals import in_game
from services.reads.horizon import VisibleGame, VisibleHead
from services.reads.look import private
from services.world import World

Reach = Literal["all", "without_tokens", "own"]
"""What of a ledger somebody may read: everything; everything but tokens; their own commands, without tokens."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One command. `place`: its position in the global order, once a signed note covers it. `token`: for auditors."""

    stored: StoredCommand
    place: int | None
    token: TokenRecord | None


@dataclass(frozen=True, slots=True)
class LedgerPage:
    """Entries in the order of the decisions. `more`: whether others follow."""

    entries: Sequence[LedgerEntry]
    more: bool


def ledger_reach(principal: Principal | None, game_id: str, state: GameState) -> Reach | None:
    """What of the ledger a caller may read, by the state of the game that they see (GAME-KEPT-02); None: nothing."""
    reader = in_game(principal, game_id)
    if reader is None:
        return None
    if authority_of(reader, state) is not None:
        return "all"
    in_it = reader.id == state.host or state.has_had_seat(reader.id)
    if state.over and (reader.id == state.host or (in_it and not private(state))):
        return "without_tokens"
    return "own" if state.seat_of(reader.id) is not None else None


async def read_ledger(
    world: World,
    tree: SignedTree,
    principal: Principal | None,
    visible: VisibleHead,
    choice: LedgerChoice,
    *,
    after: int,
    size: int,
) -> LedgerPage:
    """A page of the ledger, as far as the caller may read it. Raises ViewerNotAllowed."""
    reach = ledger_reach(principal, visible.game_id, visible.state)
    if reach is None or principal is None:
        raise not_allowed(principal, visible, LEDGER_OVER if visible.state.over else LEDGER)
    if reach == "own":
        if choice.principal not in (None, principal.id):
            raise not_allowed(principal, visible, LEDGER)
        choice = replace(choice, principal=principal.id)
    rows = await world.audit.ledger(visible.game_id, choice, after=after, limit=size + 1)
    page = rows[:size]
    tokens: Mapping[str, TokenRecord] = await tokens_behind(world.audit, page) if reach == "all" else {}
    places = await signed_places(world.audit, tree, visible.game_id, "command", [row.ordinal for row in page])
    entries = [LedgerEntry(row, places.get(row.ordinal), tokens.get(row.command_id)) for row in page]
    return LedgerPage(entries, more=len(rows) > size)


def taken_back_at(visible: VisibleGame, command: StoredCommand) -> Step | None:
    """The step that took the steps of a command back, for somebody who sees the game so far; None while they stand."""
    if command.outcome == "refused":
        return None
    steps = map(Step, range(command.first_version, command.last_version + 1))
    at = (visible.history.taken_back_at(step, visible.version) for step in steps)
    return next((each for each in at if each is not None), None)
