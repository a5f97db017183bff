"""Questions about abilities: of crew cards, chiefs and firehouses."""

from collections.abc import Iterator
from typing import NamedTuple

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import CHIEFS, CREW, HOUSES, guild_masks
from domain.rulesets.brigade.state import State


class Active(NamedTuple):
    """An active ability: the crew card it is on, empty for a firehouse, and whether the mimic token copies it."""

    ability: str
    card: str
    copied: bool


def actives(state: State, seat: Seat) -> Iterator[Active]:
    """The active crew abilities of a seat: its cards in order of recruitment, then Galeela's copy (BRI-CREW-02)."""
    b = state.brigades[seat]
    if b.crew and b.loyal:
        masks = guild_masks(state.tiles)
        for m in b.crew:
            card = CREW[m.id]
            if masks[card.guild] & b.loyal:
                yield Active(card.ability, m.id, copied=False)
    if b.mimic:
        yield Active(CREW[b.mimic].ability, b.mimic, copied=True)


def copies(state: State, seat: Seat, ability: str) -> int:
    """How often a crew ability works for a seat: twice if a card has it and the token copies it."""
    b = state.brigades[seat]
    own = 0
    if b.loyal:
        for m in b.crew:
            card = CREW[m.id]
            if card.ability == ability and guild_masks(state.tiles)[card.guild] & b.loyal:
                own += 1
    return own + (bool(b.mimic) and CREW[b.mimic].ability == ability)


def has(state: State, seat: Seat, ability: str) -> bool:
    """Whether a crew ability works for a seat."""
    b = state.brigades[seat]
    return bool(b.crew or b.mimic) and copies(state, seat, ability) > 0


def unused(state: State, seat: Seat, ability: str) -> str | None:
    """What the next use of a crew ability would add to `state.used`; None if it has none left this turn."""
    for active in actives(state, seat) if has(state, seat, ability) else ():
        key = use_of(ability, active.copied)
        if active.ability == ability and key not in state.used:
            return key
    return None


def use_of(ability: str, copied: bool) -> str:
    """The entry of an ability in `state.used`; a copy has its own use (BRI-RULING-56)."""
    return f"{ability}:copy" if copied else ability


def chief_has(state: State, seat: Seat, ability: str) -> bool:
    """Whether the chief of a seat has this action or ability; never in the base game (BRI-ADV-03)."""
    return state.options.advanced and CHIEFS[state.brigades[seat].chief].ability == ability


def house_has(state: State, seat: Seat, ability: str) -> bool:
    """Whether the firehouse of a seat has this ability (BRI-ADV-01)."""
    return state.options.advanced and HOUSES[state.brigades[seat].firehouse] == ability
