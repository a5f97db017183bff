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
    "name_rival": "name a rival to discard a crew card (Zilda Garrett)",
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
_CHOSE: Final[dict[Decision, str]] = {
    "choose_chief": "chose a chief and a firehouse",
    "recruit": "chose a recruit",
    "give_precious": "chose who got Sir Precious",
    "relocate": "chose the tile that gave up its loyalty token",
    "douse": "chose a fire to douse (Del Uge)",
    "noble_cube": "chose a tile of the Nobles (Immora)",
    "merchant_choice": "chose one of the three effects of Ali Ahmar",
    "moved_cube": "chose the tile for a moved cube (Ali Ahmar)",
    "name_rival": "named a rival to discard a crew card (Zilda Garrett)",
    "discard_crew": "chose the crew card to discard (Zilda Garrett)",
    "refill_tax": "chose the water to lose (Walder Ranier)",
    "stolen_water": "chose the water to be stolen (Aurath Ether)",
    "remove_cube": "chose the cube to remove",
    "fallen_tree": "chose the direction of Old Tom Oak's fall",
    "pyro_cube": "chose the tile for the next cube (Cindy Bustion)",
}
"""What a player did who made a decision, where `chose to` does not say it."""
_CHIEF_ACTIONS: Final = {
    "MoveBrigade": "BRI-CHIEF-AURATH-ETHER",
    "SendWagon": "BRI-CHIEF-GLORIA-IGNIS",
    "Polymorph": "BRI-CHIEF-BLITZ-HABEN",
    "Poach": "BRI-CHIEF-FRITH-GOLDMANE",
    "ExtraUpgrade": "BRI-CHIEF-GLINT-DAMPSHOT",
    "DeclareAllegiance": "BRI-CHIEF-BERNHARDT-BLAZE",
    "ChangeSide": "BRI-CHIEF-WHITE-FANG",
    "PlaceMimic": "BRI-CHIEF-GALEELA",
    "ControlFirestorm": "BRI-CHIEF-CINDY-BUSTION",
}
_ONCE_A_TURN: Final = {
    "wagon_extinguish_one": ("Leon Bertrand", "BRI-CREW-LEON-BERTRAND"),
    "adjacent_extinguish_own_water": ("Ash", "BRI-CREW-ASH"),
}
"""Crew abilities that an action uses up for the turn."""
_GAINED: Final = {"leadership": ("BRI-UPG-05",), "blue_bonus": ("BRI-UPG-08",), "aviary": ("BRI-EXP-BIG-06",)}


def tell_turn(event: e.TurnEvent) -> Sentence:
    """The line of an event of a turn."""
    name = seat_name(event.seat)
    text, rules = _words(name, event)
    hidden = ("agenda",) if isinstance(event, e.DecisionRequested) else ()
    return Sentence(text, rules, facts_of(event, *hidden), event.seat)


def _words(name: str, event: e.TurnEvent) -> tuple[str, tuple[str, ...]]:
    match event:
        case e.TurnBegan(round=count, extra=extra):
            rules = ("BRI-TURN-01", "BRI-TURN-07", "BRI-TURN-08", *(("BRI-CREW-BROTHER-BEN",) if extra else ()))
            return f"{name} began {'an extra turn' if extra else 'the turn'} in round {count}.", rules
        case e.ActionPhaseBegan(actions=count):
            return f"{name} had {counted(count, 'action')}.", ("BRI-TURN-03", "BRI-TURN-04")
        case e.ActionTaken():
            return _action(name, event)
        case e.ActionPhaseEnded(actions_lost=lost):
            left = f", leaving {counted(lost, 'action')}" if lost else ""
            return f"{name} ended the turn{left}.", ("BRI-TURN-05", "BRI-TURN-06")
        case e.ActionsGained(actions=count, banked=banked, why=why):
            when = " for the next action phase" if banked else ""
            return f"{name} gained {counted(count, 'more action')}{when}.", _GAINED[why]
        case e.ExtraTurnEarned():
            return f"{name} earned an extra turn (Brother Ben).", ("BRI-CREW-BROTHER-BEN",)
        case e.DecisionRequested(decision=decision):
            verb = "was allowed to" if decision in MAY_DECLINE else "had to"
            return f"{name} {verb} {DECISIONS[decision]}.", ("BRI-ACT-03", *DECISION_RULES[decision])
        case e.DecisionMade(decision=decision, declined=declined):
            return f"{name} {_decided(decision, declined=declined)}.", DECISION_RULES[decision]
        case _:
            assert_never(event)


def _action(name: str, event: e.ActionTaken) -> tuple[str, tuple[str, ...]]:
    """What a command of the action phase cost. A chief's action, a crew card's or a free one has a rule of its own."""
    words = "".join(f" {c}" if c.isupper() else c for c in event.action).strip()
    if not event.cost:
        by, rules = _free(event)
        return f"{name} spent no action: {words}{by}.", rules
    spent = f"{name} spent {counted(event.cost, 'action')}: {words}"
    if event.uses == "chief":
        return f"{spent}.", (_CHIEF_ACTIONS[event.action], "BRI-ADV-03")
    for ability, (card, rule) in _ONCE_A_TURN.items():
        if event.uses.startswith(ability):
            return f"{spent} ({card}).", (rule, "BRI-ACT-01")
    return f"{spent}.", ("BRI-ACT-01", "BRI-TURN-03")


def _free(event: e.ActionTaken) -> tuple[str, tuple[str, ...]]:
    """Why a command cost no action."""
    match event.action, event.uses:
        case "MoveBrigade", _:
            return " (pink firehouse)", ("BRI-HOUSE-PINK",)
        case "MoveWagon", "ride":
            return " (wagon track)", ("BRI-UPG-07",)
        case "MoveWagon", _:
            return " (Morgana Magos)", ("BRI-CREW-MORGANA-MAGOS",)
        case _:
            return "", ("BRI-CREW-SIR-PRECIOUS",)


def _decided(decision: Decision, *, declined: bool) -> str:
    if declined:
        return f"declined to {DECISIONS[decision]}"
    return _CHOSE.get(decision) or f"chose to {DECISIONS[decision]}"
