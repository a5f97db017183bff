"""The toy ruleset with a second version, whose errata are planted: so a test knows which games they touch."""

from typing import Final

from domain.engine.errata import Erratum
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset, corrected
from domain.engine.score import Outcome, Place, Source
from tests.game import toy

UNLUCKY: Final = 7
E01: Final = Erratum(id="TOY-E01", since=2, rule="TOY-01", before="Any card is shown.", after="A seven is never shown.")
E02: Final = Erratum(
    id="TOY-E02", since=2, rule="TOY-03", before="The best card wins.", after="A card above 40 counts as 40."
)


def decide(state: toy.State, command: toy.Show, chance) -> tuple[toy.CardRevealed, ...]:
    (event,) = toy.decide(state, command, chance)
    if E01.holds(state) and event.card == UNLUCKY:
        raise Refused("unlucky", rules=("TOY-01",))
    return (event,)


def outcome(state: toy.State) -> Outcome | None:
    if not E02.holds(state) or not state.cards or state.face_up < state.seats:
        return toy.outcome(state)
    cards = [min(card, 40) for card in state.cards]
    places = tuple(
        Place(seat, 1 + sum(other > card for other in cards), card, (Source("card", card),))
        for seat, card in zip(toy.seats_of(state.seats), cards, strict=True)
    )
    return Outcome("shown", places, ("TOY-03",))


TOY_2: Final[AnyRuleset] = corrected(toy.TOY, (E01, E02), decide=decide, outcome=outcome)
