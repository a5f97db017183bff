"""Lists the tiles of open decisions anew once a player has left (BRI-RULING-89)."""

from msgspec.structs import replace

from domain.rulesets.brigade.agenda import Addition, Ask
from domain.rulesets.brigade.components import Mask
from domain.rulesets.brigade.rules.event_cards import dealings_cells, event_cells
from domain.rulesets.brigade.rules.fire import redirects
from domain.rulesets.brigade.rules.loyalty import targets
from domain.rulesets.brigade.rules.working import Working


def list_anew(working: Working) -> None:
    """Pawns and Allegiance of a player who has left neither shelter nor forbid a tile any more."""
    for at, task in enumerate(working.agenda):
        if isinstance(task, Ask):
            working.agenda[at] = replace(task, cells=_cells(working, at, task))


def _cells(working: Working, at: int, ask: Ask) -> Mask:
    state = working.state
    match ask.kind:
        case "event_cube":
            return event_cells(state, ask.seat)
        case "dirty_dealings":
            return dealings_cells(state)
        case "stoke":
            return targets(state, ask.seat, ask.kind, ask.cell)
        case "redirect":
            addition = working.agenda[at - 1]
            assert isinstance(addition, Addition), "fire to redirect"
            return redirects(state, ask.cell, by_card=addition.by_card)
        case _:
            return ask.cells
