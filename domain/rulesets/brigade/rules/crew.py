"""Drawing and poaching crew cards (section 6.5, and Frith Goldmane)."""

from domain.rulesets.brigade.agenda import Ask, DrawRecruits, Poaching
from domain.rulesets.brigade.components import SIR_PRECIOUS
from domain.rulesets.brigade.events import CrewCardDrawn, CrewDeckShuffled, CrewPoached, SirPreciousDrawn
from domain.rulesets.brigade.queries import member_ids, rivals
from domain.rulesets.brigade.rules.working import Working


def draw_recruits(working: Working, task: DrawRecruits) -> None:
    """Draws the next card of a Recruit. Sir Precious is given away before another card is drawn
    (BRI-CREW-SIR-PRECIOUS)."""
    seat, left = task.seat, task.left
    state = working.state
    if left and len(state.crew_deck) < left and state.crew_discard:
        working.emit(CrewDeckShuffled(order=(*state.crew_deck, *working.chance.shuffled(state.crew_discard))))
    deck = working.state.crew_deck
    if not left or not deck:
        working.push(Ask("recruit", seat))
    elif deck[0] != SIR_PRECIOUS:
        working.emit(CrewCardDrawn(seat=seat, card=deck[0]))
        working.push(DrawRecruits(seat, left - 1))
    elif rivals(state, seat):
        working.emit(SirPreciousDrawn(seat=seat))
        working.push(Ask("give_precious", seat), DrawRecruits(seat, left))


def poach(working: Working, task: Poaching) -> None:
    """Takes the rival's card, once the cube is paid (BRI-RULING-51). A player who has left takes none."""
    if working.forfeits(task.seat):
        return
    rival = next(seat for seat, b in working.state.by_seat() if task.card in member_ids(b))
    working.emit(CrewPoached(seat=task.seat, rival=rival, card=task.card, replaced=task.replaced))
    working.return_mimic()
