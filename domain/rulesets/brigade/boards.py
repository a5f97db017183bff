"""What happens on the players' boards: water, upgrade tracks, crew (sections 6.4 to 7). Asks nobody: it pushes what is to be asked."""

from typing import Final, Literal, NamedTuple

from domain.engine.viewer import Seat
from domain.rulesets.brigade.agenda import Ask, DrawRecruits, Steal
from domain.rulesets.brigade.components import RECRUITS_DRAWN, SIR_PRECIOUS, TrackName
from domain.rulesets.brigade.events import ActionsGained, CrewDeckShuffled, ExtraTurnEarned
from domain.rulesets.brigade.events_boards import CrewCardDrawn, SirPreciousDrawn, TrackAdvanced, WaterPut, WaterStolen
from domain.rulesets.brigade.queries import (
    chief_buckets,
    circle,
    complete,
    copies,
    crew_buckets,
    crew_water,
    has,
    member_ids,
    rivals,
    turn_order,
    value,
)
from domain.rulesets.brigade.state import Brigade, State
from domain.rulesets.brigade.table import Table

BONUS_ACTIONS: Final = 2
"""The blue bonus of the leadership track (BRI-UPG-08)."""
WALDER: Final = "tax_rival_refill"
BEN: Final = "extra_turn_on_track_end"


class Amounts(NamedTuple):
    """Water by where it is; `crew`: on each crew card, in order of recruitment."""

    wagon: int
    chief: int
    crew: tuple[int, ...]


# ---- water


def water(b: Brigade) -> Amounts:
    """The water of a player now."""
    return Amounts(b.wagon_water, b.water, crew_water(b))


def buckets(b: Brigade) -> Amounts:
    """The places for water: the wagon track's value, the chief's buckets, each card's."""
    return Amounts(value(b, "wagon"), chief_buckets(b), crew_buckets(b))


def filled(b: Brigade, *, brigade: bool, wagon: bool, refill: bool) -> Amounts:
    """The water after filling; a Refill does not reach a werewolf's buckets (BRI-CHIEF-WHITE-FANG)."""
    full = buckets(b)
    return Amounts(
        wagon=full.wagon if wagon else b.wagon_water,
        chief=full.chief if brigade and not (refill and b.werewolf) else b.water,
        crew=full.crew if brigade else crew_water(b),
    )


def fill(table: Table, seat: Seat, *, brigade: bool, wagon: bool, why: Literal["refill", "too_hot", "thaw"]) -> bool:
    """Fills the buckets of the pawns named; False if all were full."""
    b = table.state.brigades[seat]
    now = filled(b, brigade=brigade, wagon=wagon, refill=why != "too_hot")
    if now == water(b):
        return False
    table.emit(WaterPut(seat=seat, wagon=now.wagon, chief=now.chief, crew=now.crew, why=why))
    return True


def levy(table: Table, seat: Seat, *, brigade: bool, wagon: bool) -> None:
    """Walder Ranier of the others takes a water of what was just filled (BRI-CREW-WALDER-RANIER)."""
    state = table.state
    table.push(
        *(
            Ask("refill_tax", seat, brigade=brigade, wagon=wagon, by=other)
            for other in turn_order(state, state.active)
            if other != seat
            for _ in range(copies(state, other, WALDER))
        )
    )


def sources(b: Brigade, *, brigade: bool, wagon: bool) -> tuple[str, ...]:
    """Where water could be taken from: the wagon, then crew in order, then the chief (BRI-ACT-EXT-05)."""
    found = ["wagon"] if wagon and b.wagon_water else []
    if brigade:
        found += [m.id for m in b.crew if m.water]
        found += ["chief"] if b.water else []
    return tuple(found)


def free_bucket(b: Brigade) -> str | None:
    """The first free place of a brigade: chief, then crew in order of recruitment (BRI-CHIEF-AURATH-ETHER)."""
    if b.water < chief_buckets(b):
        return "chief"
    return next((m.id for m, full in zip(b.crew, crew_buckets(b), strict=True) if m.water < full), None)


def steal(table: Table, task: Steal) -> None:
    """Aurath Ether and one pawn met: a wagon loses its own water, of a brigade the victim chooses the card."""
    into = free_bucket(table.state.brigades[task.seat])
    victim = table.state.brigades[task.victim]
    if into is None:
        return
    if not task.wagon:
        table.push(Ask("stolen_water", task.victim, brigade=True, by=task.seat))
    elif victim.wagon_water:
        table.emit(WaterStolen(seat=task.victim, source="wagon", by=task.seat, into=into))


# ---- upgrade tracks


def may_upgrade(state: State, seat: Seat) -> bool:
    """Whether a free Upgrade is permitted: one a turn in the own turn, always in another's (BRI-RULING-38)."""
    return seat != state.active or "upgrade" not in state.used


def advance(
    table: Table, seat: Seat, track: TrackName, why: Literal["action", "extra_upgrade", "event", "ability"]
) -> None:
    """A marker goes on one circle, with what that brings (section 7)."""
    own = seat == table.state.active
    before = value(table.state.brigades[seat], track)
    counts = own and why in ("action", "ability")
    table.emit(
        TrackAdvanced(
            seat=seat, track=track, circle=circle(table.state.brigades[seat], track) + 1, counts=counts, why=why
        )
    )
    state = table.state
    more = value(state.brigades[seat], track) - before
    acting = own and state.phase == "action"
    if track == "leadership" and more and acting:
        table.emit(ActionsGained(seat=seat, actions=more, banked=False, why="leadership"))
    if not complete(state.brigades[seat], track):
        return
    if own and has(state, seat, BEN) and not state.extra_due:
        table.emit(ExtraTurnEarned(seat=seat))
    if track == "leadership":
        table.emit(ActionsGained(seat=seat, actions=BONUS_ACTIONS, banked=not acting, why="blue_bonus"))
    if track == "crew" and can_recruit(state, seat):
        table.push(DrawRecruits(seat, RECRUITS_DRAWN))


# ---- crew


def can_recruit(state: State, seat: Seat) -> bool:
    """Whether a Recruit is possible (BRI-ACT-RECRUIT-01, -06)."""
    return value(state.brigades[seat], "crew") > 0 and crew_cards_left(state)


def crew_cards_left(state: State) -> bool:
    """Whether there is a crew card to draw, of the deck or of the discard that would come under it."""
    return bool(state.crew_deck or state.crew_discard)


def draw_recruits(table: Table, task: DrawRecruits) -> None:
    """The next card of a Recruit; Sir Precious is given away before the next is drawn (BRI-CREW-SIR-PRECIOUS)."""
    seat, left = task.seat, task.left
    state = table.state
    if left and len(state.crew_deck) < left and state.crew_discard:
        table.emit(CrewDeckShuffled(order=(*state.crew_deck, *table.chance.shuffled(state.crew_discard))))
    deck = table.state.crew_deck
    if not left or not deck:
        table.push(Ask("recruit", seat))
    elif deck[0] != SIR_PRECIOUS:
        table.emit(CrewCardDrawn(seat=seat, card=deck[0]))
        table.push(DrawRecruits(seat, left - 1))
    elif rivals(state, seat):
        table.emit(SirPreciousDrawn(seat=seat))
        table.push(Ask("give_precious", seat), DrawRecruits(seat, left))


def room(b: Brigade) -> bool:
    """Whether another crew card fits; Sir Precious does not count (BRI-CREW-SIR-PRECIOUS)."""
    return len(b.crew) < value(b, "crew")


def places_for(b: Brigade) -> tuple[str, ...]:
    """What a new card may replace; "" for none, while there is room (BRI-ACT-RECRUIT-03)."""
    return (*([""] if room(b) else []), *member_ids(b))
