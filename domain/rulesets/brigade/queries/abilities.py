"""Questions about abilities: of crew cards, chiefs and firehouses."""

from collections.abc import Iterator
from typing import NamedTuple

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import CHIEFS, CREW, HOUSES, guild_masks
from domain.rulesets.brigade.state import State

# ---- abilities


class Active(NamedTuple):
    """An ability at work: the crew card it is on, and whether the mimic token copied it."""

    ability: str
    card: str
    copied: bool


def actives(state: State, seat: Seat) -> Iterator[Active]:
    """The crew abilities at work for a seat: own cards in order of recruitment, then Galeela's copy (BRI-CREW-02)."""
    b = state.brigades[seat]
    if b.crew and b.loyal:
        masks = guild_masks(state.tiles)
        for m in b.crew:
            card = CREW[m.id]
            if masks[card.guild] & b.loyal:
                yield Active(card.ability, m.id, False)
    if b.mimic:
        yield Active(CREW[b.mimic].ability, b.mimic, True)


def copies(state: State, seat: Seat, ability: str) -> int:
    """How often a crew ability works for a seat: twice if it is both on a card and copied."""
    b = state.brigades[seat]
    if not (b.crew or b.mimic):
        return 0
    return sum(1 for active in actives(state, seat) if active.ability == ability)


def has(state: State, seat: Seat, ability: str) -> bool:
    """Whether a crew ability works for a seat."""
    b = state.brigades[seat]
    if not (b.crew or b.mimic):
        return False
    return any(active.ability == ability for active in actives(state, seat))


def unused(state: State, seat: Seat, ability: str) -> str | None:
    """What of `state.used` one more use of a once-per-turn crew ability would add; None when there is none left."""
    for active in actives(state, seat):
        key = use_of(ability, active.copied)
        if active.ability == ability and key not in state.used:
            return key
    return None


def use_of(ability: str, copied: bool) -> str:
    """An ability's entry in `state.used`; a copy has its own use (BRI-RULING-56)."""
    return f"{ability}:copy" if copied else ability


def chief_has(state: State, seat: Seat, ability: str) -> bool:
    """Whether the chief of a seat has this action or ability, which the base side of the card does not show."""
    return state.options.advanced and CHIEFS[state.brigades[seat].chief].ability == ability


def house_has(state: State, seat: Seat, ability: str) -> bool:
    """Whether the firehouse of a seat has this ability (BRI-ADV-01)."""
    return state.options.advanced and HOUSES[state.brigades[seat].house] == ability
