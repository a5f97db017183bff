"""Questions about the water and the crew cards on a player's board."""

from typing import NamedTuple

from domain.engine.viewer import Seat
from domain.rulesets.brigade.components import CHIEFS, CREW
from domain.rulesets.brigade.queries.seats import value
from domain.rulesets.brigade.state import Brigade, State


class Amounts(NamedTuple):
    """Amounts of water by place: the wagon, the chief, and each crew card in order of recruitment."""

    wagon: int
    chief: int
    crew: tuple[int, ...]

    @property
    def row(self) -> tuple[int, ...]:
        """All amounts in one row: the wagon, the chief, then each crew card."""
        return (self.wagon, self.chief, *self.crew)


def water(b: Brigade) -> Amounts:
    """The water that a brigade has now."""
    return Amounts(b.wagon_water, b.water, crew_water(b))


def buckets(b: Brigade) -> Amounts:
    """The most water in each place: the value of the wagon track, and the buckets of the chief and the crew."""
    return Amounts(value(b, "wagon"), chief_buckets(b), crew_buckets(b))


def filled(b: Brigade, *, brigade: bool, wagon: bool, refill: bool) -> Amounts:
    """The water after the pawns named are filled. A Refill leaves a werewolf's buckets (BRI-CHIEF-WHITE-FANG)."""
    full = buckets(b)
    return Amounts(
        wagon=full.wagon if wagon else b.wagon_water,
        chief=full.chief if brigade and not (refill and b.werewolf) else b.water,
        crew=full.crew if brigade else crew_water(b),
    )


def has_room(b: Brigade, *, brigade: bool, wagon: bool) -> bool:
    """Whether a Refill of the pawns named would fill anything (`filled`)."""
    if wagon and b.wagon_water < value(b, "wagon"):
        return True
    if not brigade:
        return False
    if not b.werewolf and b.water < CHIEFS[b.chief].buckets:
        return True
    return bool(b.crew) and any(m.water < CREW[m.id].buckets for m in b.crew)


def sources(b: Brigade, *, brigade: bool, wagon: bool) -> tuple[str, ...]:
    """The places to take water from: the wagon, then the crew in order, then the chief (BRI-ACT-EXT-05)."""
    places = ["wagon"] if wagon and b.wagon_water else []
    if brigade:
        places += [m.id for m in b.crew if m.water]
        places += ["chief"] if b.water else []
    return tuple(places)


def free_bucket(b: Brigade) -> str | None:
    """The first place with a free bucket: the chief, then the crew in order (BRI-CHIEF-AURATH-ETHER)."""
    if b.water < chief_buckets(b):
        return "chief"
    return next((m.id for m, full in zip(b.crew, crew_buckets(b), strict=True) if m.water < full), None)


def may_upgrade(state: State, seat: Seat) -> bool:
    """Whether a free Upgrade is permitted: once in the seat's own turn, always in that of another (BRI-RULING-38)."""
    return seat != state.active or "upgrade" not in state.used


def can_recruit(state: State, seat: Seat) -> bool:
    """Whether a Recruit is possible (BRI-ACT-RECRUIT-01, -06)."""
    return value(state.brigades[seat], "crew") > 0 and crew_cards_left(state)


def crew_cards_left(state: State) -> bool:
    """Whether there is a crew card to draw, in the deck or in the discard that is shuffled under it."""
    return bool(state.crew_deck or state.crew_discard)


def has_place(b: Brigade) -> bool:
    """Whether another crew card fits; Sir Precious does not count (BRI-CREW-SIR-PRECIOUS)."""
    return len(b.crew) < value(b, "crew")


def places_for(b: Brigade) -> tuple[str, ...]:
    """The cards that a new one may replace; "" for none, while there is a free place (BRI-ACT-RECRUIT-03)."""
    return (*([""] if has_place(b) else []), *member_ids(b))


def chief_buckets(brigade: Brigade) -> int:
    """The number of buckets on the chief card."""
    chief = CHIEFS[brigade.chief]
    return chief.buckets_werewolf if brigade.werewolf else chief.buckets


def crew_buckets(brigade: Brigade) -> tuple[int, ...]:
    """The number of buckets on each crew card."""
    return tuple(CREW[m.id].buckets for m in brigade.crew) if brigade.crew else ()


def crew_water(brigade: Brigade) -> tuple[int, ...]:
    """The water on each crew card."""
    return tuple(m.water for m in brigade.crew) if brigade.crew else ()


def member_ids(brigade: Brigade) -> tuple[str, ...]:
    """The ids of the crew cards in order of recruitment."""
    return tuple(m.id for m in brigade.crew)
