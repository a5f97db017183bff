"""The lines of turns, actions and decisions (section 3)."""

from typing import Final, assert_never

from domain.engine.sentences import Sentence, counted, facts_of
from domain.engine.viewer import seat_name
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.agenda import DECISION_RULES, MAY_DECLINE, Ask, Decision, rules_of
from domain.rulesets.brigade.words import DECISIONS, chief

_CHOSE: Final[dict[Decision, str]] = {
    "choose_chief": "chose a chief and a firehouse",
    "recruit": "kept one of the drawn crew cards",
    "recognition": "chose a tile for recognition",
    "event_cube": "chose a tile for the event's cube",
    "merchant_cube": "chose a tile of the Merchants (orange firehouse)",
    "redirect": "chose another tile for the fire (Esme Morrow)",
    "stoke": "chose an adjacent fire to stoke (Chops Murphy)",
    "dirty_dealings": "chose a fire to raise (Dirty Dealings)",
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
    "remove_cube": "chose the cube to give up",
    "fallen_tree": "chose the direction of Old Tom Oak's fall",
    "pyro_cube": "chose the tile for the next cube (Cindy Bustion)",
}
"""What a player did who made a decision, where `chose to` does not say it."""
_DECLINED: Final[dict[Decision, str]] = {
    "recruit": "kept none of the drawn crew cards",
    "recognition": "placed no more cubes of recognition",
    "redirect": "let the fire come (Esme Morrow)",
}
"""What a player did who declined, where `declined to` does not say it."""
_MADE: Final[dict[Decision, tuple[str, ...]]] = {
    "free_upgrade": ("BRI-CREW-06",),
    "remove_cube": ("BRI-ADV-03",),
}
"""The rules of decisions that several cards or chiefs bring, where the event does not record which."""
_CHIEF_ACTIONS: Final = {
    "MoveBrigade": ("move the brigade in ethereal form", "aurath-ether"),
    "SendWagon": ("send the wagon to a fire", "gloria-ignis"),
    "Polymorph": ("exchange two fires", "blitz-haben"),
    "Poach": ("take a crew card of a rival", "frith-goldmane"),
    "ExtraUpgrade": ("take an extra Upgrade", "glint-dampshot"),
    "DeclareAllegiance": ("declare Allegiance", "bernhardt-blaze"),
    "ChangeSide": ("change sides", "white-fang"),
    "PlaceMimic": ("copy a crew card", "galeela"),
    "ControlFirestorm": ("control the next firestorm", "cindy-bustion"),
}
"""A chief's action -> what it does, and whose it is."""
_ACTIONS: Final = {
    "MoveBrigade": "move the brigade",
    "MoveWagon": "move the wagon",
    "Extinguish": "fight a fire",
    "Refill": "refill",
    "Recruit": "recruit",
    "Transfer": "transfer water",
    "Upgrade": "upgrade a track",
}
"""What the seven actions of everybody do."""
_ONCE_A_TURN: Final = {
    "wagon_extinguish_one": ("Leon Bertrand", "BRI-CREW-LEON-BERTRAND"),
    "adjacent_extinguish_own_water": ("Ash", "BRI-CREW-ASH"),
}
"""Crew abilities that an action uses up for the turn."""
_GAINED: Final = {
    "leadership": ("for a higher leadership", "BRI-UPG-05"),
    "blue_bonus": ("for the end of the leadership track", "BRI-UPG-08"),
    "aviary": ("on the Aviary", "BRI-EXP-BIG-06"),
}
"""What brought more actions -> the words for it, and the rule."""


def tell_turn(event: e.TurnEvent) -> Sentence:
    """The line of an event of a turn."""
    name = seat_name(event.seat)
    text, rules = _words(name, event)
    hidden = ("agenda",) if isinstance(event, e.DecisionRequested) else ()
    return Sentence(text, rules, facts_of(event, *hidden), event.seat)


def _words(name: str, event: e.TurnEvent) -> tuple[str, tuple[str, ...]]:
    match event:
        case e.TurnBegan(round=count, extra=extra):
            if extra:
                rules: tuple[str, ...] = ("BRI-CREW-BROTHER-BEN", "BRI-TURN-07", "BRI-TURN-08")
                return f"{name} began an extra turn in round {count}.", rules
            return f"{name} began a turn in round {count}.", ("BRI-TURN-01", "BRI-TURN-08")
        case e.ActionPhaseBegan(actions=count):
            return f"{name} had {counted(count, 'action')} to spend.", ("BRI-TURN-03", "BRI-TURN-04")
        case e.ActionTaken():
            return _action(name, event)
        case e.ActionPhaseEnded(actions_lost=lost):
            unspent = f" with {counted(lost, 'action')} unspent" if lost else ""
            rules = ("BRI-TURN-05", "BRI-TURN-06") if lost else ("BRI-TURN-06",)
            return f"{name} ended the turn{unspent}.", rules
        case e.ActionsGained(actions=count, banked=banked, why=why):
            reason, rule = _GAINED[why]
            when = ", to spend in the next turn" if banked else ""
            return f"{name} gained {counted(count, 'more action')} {reason}{when}.", (rule,)
        case e.ExtraTurnEarned():
            return f"{name} earned an extra turn (Brother Ben).", ("BRI-CREW-BROTHER-BEN",)
        case e.DecisionRequested():
            return _requested(name, event)
        case e.DecisionMade(decision=decision, declined=declined):
            made = _decided(decision, declined=declined)
            return f"{name} {made}.", _MADE.get(decision) or DECISION_RULES[decision]
        case _:
            assert_never(event)


def _action(name: str, event: e.ActionTaken) -> tuple[str, tuple[str, ...]]:
    """What a command of the action phase cost. A chief's action, a crew card's or a free one has a rule of its own."""
    if not event.cost:
        words, rule = _free(event)
        return f"{name} {words}.", (rule,)
    if event.uses == "chief":
        words, who = _CHIEF_ACTIONS[event.action]
        spent = f"{name} spent {counted(event.cost, 'action')} to {words} ({chief(who)})"
        return f"{spent}.", (f"BRI-CHIEF-{who.upper()}", "BRI-ADV-03")
    spent = f"{name} spent {counted(event.cost, 'action')} to {_ACTIONS[event.action]}"
    for ability, (card, rule) in _ONCE_A_TURN.items():
        if event.uses.startswith(ability):
            return f"{spent} ({card}).", (rule, "BRI-ACT-01")
    return f"{spent}.", ("BRI-ACT-01", "BRI-TURN-03")


def _free(event: e.ActionTaken) -> tuple[str, str]:
    """What cost no action, and the rule that makes it free."""
    match event.action, event.uses:
        case "MoveBrigade", _:
            return "used a free move (pink firehouse)", "BRI-HOUSE-PINK"
        case "MoveWagon", "ride":
            return "let the wagon ride along (wagon track)", "BRI-UPG-07"
        case "MoveWagon", _:
            return "used a free wagon move (Morgana Magos)", "BRI-CREW-MORGANA-MAGOS"
        case _:
            return "spent no action to get rid of Sir Precious", "BRI-CREW-SIR-PRECIOUS"


def _requested(name: str, event: e.DecisionRequested) -> tuple[str, tuple[str, ...]]:
    """What a seat had to decide. Of the tasks that wait, the last is the decision, which everybody may know."""
    ask = event.agenda[-1]
    assert isinstance(ask, Ask), "a decision waits for a seat"
    verb = "could" if event.decision in MAY_DECLINE else "had to"
    what = DECISIONS[event.decision]
    if event.decision == "recognition":
        what = f"place {counted(ask.left, 'cube')} of recognition"
    return f"{name} {verb} {what}.", ("BRI-ACT-03", *rules_of(ask))


def _decided(decision: Decision, *, declined: bool) -> str:
    if declined:
        return _DECLINED.get(decision) or f"declined to {DECISIONS[decision]}"
    return _CHOSE.get(decision) or f"chose to {DECISIONS[decision]}"
