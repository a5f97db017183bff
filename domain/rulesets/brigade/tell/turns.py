"""The lines of turns, actions and decisions (section 3)."""

from typing import Final, assert_never

from domain.engine.sentences import Sentence, counted, facts_of
from domain.engine.viewer import seat_name
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.agenda import DECISION_RULES, MAY_DECLINE, Decision

DECISIONS: Final[dict[Decision, str]] = {
    "choose_chief": "choose a chief and a firehouse",
    "recognition": "place recognition",
    "recruit": "choose a recruit",
    "give_precious": "give Sir Precious away",
    "relocate": "take a loyalty token from another tile",
    "event_cube": "place the event's cube",
    "redirect": "redirect the fire (Esme Morrow)",
    "stoke": "stoke an adjacent fire (Chops Murphy)",
    "douse": "douse a fire (Del Uge)",
    "noble_cube": "place a cube on the Nobles (Immora)",
    "merchant_cube": "place a cube on the Merchants (orange firehouse)",
    "merchant_choice": "choose between water, moving a cube and dousing a fire (Ali Ahmar)",
    "moved_cube": "choose the tile for a moved cube (Ali Ahmar)",
    "free_recruit": "recruit for free (Mal Candor)",
    "free_upgrade": "take a free Upgrade",
    "name_rival": "name a rival who discards a crew card (Zilda Garrett)",
    "discard_crew": "discard a crew card (Zilda Garrett)",
    "second_cube": "place a second cube (Selina Blackflow)",
    "refill_tax": "lose a water to Walder Ranier",
    "stolen_water": "choose a card to lose the stolen water (Aurath Ether)",
    "remove_cube": "remove an own cube from the board",
    "fallen_tree": "choose the direction of Old Tom Oak's fall",
    "dirty_dealings": "raise a fire (Dirty Dealings)",
    "pyro_cube": "choose the tile for the next cube (Cindy Bustion)",
}
"""What each decision asks a player to do, as an infinitive."""
_GAINED: Final = {"leadership": ("BRI-UPG-05",), "blue_bonus": ("BRI-UPG-08",), "aviary": ("BRI-EXP-BIG-06",)}


def tell_turn(event: e.TurnEvent) -> Sentence:
    """The line of an event of a turn."""
    name = seat_name(event.seat)
    text, rules = _words(name, event)
    hidden = ("agenda",) if isinstance(event, e.DecisionAsked) else ()
    return Sentence(text, rules, facts_of(event, *hidden), event.seat)


def _words(name: str, event: e.TurnEvent) -> tuple[str, tuple[str, ...]]:
    match event:
        case e.TurnBegan(round=count, extra=extra):
            rules = ("BRI-TURN-01", "BRI-TURN-07", "BRI-TURN-08", *(("BRI-CREW-BROTHER-BEN",) if extra else ()))
            return f"{name} began {'an extra turn' if extra else 'the turn'} in round {count}.", rules
        case e.ActionPhaseBegan(actions=count):
            return f"{name} had {counted(count, 'action')}.", ("BRI-TURN-03", "BRI-TURN-04")
        case e.ActionTaken(action=action, cost=price):
            words = "".join(f" {c.lower()}" if c.isupper() else c for c in action).strip()
            return f"{name} spent {counted(price, 'action')}: {words}.", ("BRI-ACT-01", "BRI-TURN-03")
        case e.ActionPhaseEnded(lost=lost):
            left = f", leaving {counted(lost, 'action')}" if lost else ""
            return f"{name} ended the turn{left}.", ("BRI-TURN-05", "BRI-TURN-06")
        case e.ActionsGained(actions=count, banked=banked, why=why):
            when = " for the next action phase" if banked else ""
            return f"{name} gained {counted(count, 'more action')}{when}.", _GAINED[why]
        case e.ExtraTurnEarned():
            return f"{name} earned an extra turn (Brother Ben).", ("BRI-CREW-BROTHER-BEN",)
        case e.DecisionAsked(decision=decision):
            verb = "was allowed to" if decision in MAY_DECLINE else "had to"
            return f"{name} {verb} {DECISIONS[decision]}.", ("BRI-ACT-03", *DECISION_RULES[decision])
        case e.DecisionMade(decision=decision, declined=declined):
            return f"{name} {_decided(decision, declined=declined)}.", DECISION_RULES[decision]
        case _:
            assert_never(event)


def _decided(decision: Decision, *, declined: bool) -> str:
    if decision not in MAY_DECLINE:
        return f"was asked to {DECISIONS[decision]}, and did"
    return f"{'declined' if declined else 'chose'} to {DECISIONS[decision]}"
