"""SpendCard, which three chapters share: a card is spent for a placement, for an activation or for an effect."""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.rulesets.london.commands import SpendCard
from domain.rulesets.london.rules.checks import judged_player, objections_now, why_not_in_hand
from domain.rulesets.london.rules.choices import objections_to_spend_for_effect, spend_for_effect
from domain.rulesets.london.rules.paying import objections_to_spend_for_placement, spend_for_placement
from domain.rulesets.london.rules.run import objections_to_spend_for_activation, spend_for_activation
from domain.rulesets.london.state import State
from domain.rulesets.london.working import Working


def objections_to_spend_card(state: State, command: SpendCard) -> Iterator[Refused]:
    """What forbids spending this card for what is due: a placement, an activation or an effect."""
    yield from objections_now(state, command.seat, ("paying", "activation_cost", "spending"), "LON-PLAY-04")
    player = judged_player(state, command.seat)
    if player is None:
        return
    due = state.phase if command.seat == state.active else None
    if due == "paying":
        yield from objections_to_spend_for_placement(state, command)
    elif due == "activation_cost":
        yield from objections_to_spend_for_activation(state, command)
    elif due == "spending":
        yield from objections_to_spend_for_effect(state, command)
    elif refused := why_not_in_hand(player, command.card, "LON-PLAY-04"):
        yield refused


def spend_card(working: Working, command: SpendCard) -> None:
    """Spend the card for what is due."""
    if working.state.phase == "paying":
        spend_for_placement(working, command)
    elif working.state.phase == "activation_cost":
        spend_for_activation(working, command)
    else:
        spend_for_effect(working, command)
