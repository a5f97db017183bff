"""The lines of turns, actions and decisions (section 3)."""

from typing import Final, assert_never

from domain.engine.message import Message
from domain.engine.sentences import Sentence, facts_of
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.agenda import DECISION_RULES, MAY_DECLINE, Ask, Decision, rules_of
from domain.rulesets.brigade.words import Args

_MADE: Final[dict[Decision, tuple[str, ...]]] = {
    "free_upgrade": ("BRI-CREW-06",),
    "remove_cube": ("BRI-ADV-03",),
}
"""The rules of decisions that several cards or chiefs bring, where the event does not record which."""
_CHIEF_OF: Final = {
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
"""A chief's action -> the chief whose it is."""
_ONCE_A_TURN: Final = {
    "wagon_extinguish_one": ("leon-bertrand", "BRI-CREW-LEON-BERTRAND"),
    "adjacent_extinguish_own_water": ("ash", "BRI-CREW-ASH"),
}
"""Crew abilities that an action uses up for the turn -> the crew card, and the rule."""
_GAINED: Final = {"leadership": "BRI-UPG-05", "blue_bonus": "BRI-UPG-08", "aviary": "BRI-EXP-BIG-06"}
"""What brought more actions -> the rule."""


def tell_turn(event: e.TurnEvent) -> Sentence:
    """The line of an event of a turn."""
    message, rules = _told(event)
    hidden = ("agenda",) if isinstance(event, e.DecisionRequested) else ()
    return Sentence(message, rules, facts_of(event, *hidden), event.seat)


def _told(event: e.TurnEvent) -> tuple[Message, tuple[str, ...]]:
    seat = event.seat
    match event:
        case e.TurnBegan(round=count, extra=extra):
            message = Message("line-TurnBegan", {"seat": seat, "round": count, "extra": extra})
            if extra:
                return message, ("BRI-CREW-BROTHER-BEN", "BRI-TURN-07", "BRI-TURN-08")
            return message, ("BRI-TURN-01", "BRI-TURN-08")
        case e.ActionPhaseBegan(actions=count):
            return Message("line-ActionPhaseBegan", {"seat": seat, "actions": count}), ("BRI-TURN-03", "BRI-TURN-04")
        case e.ActionTaken():
            return _action(event)
        case e.ActionPhaseEnded(actions_lost=lost):
            ended: tuple[str, ...] = ("BRI-TURN-05", "BRI-TURN-06") if lost else ("BRI-TURN-06",)
            return Message("line-ActionPhaseEnded", {"seat": seat, "lost": lost}), ended
        case e.ActionsGained(actions=count, banked=banked, why=why):
            args: Args = {"seat": seat, "actions": count, "why": why, "banked": banked}
            return Message("line-ActionsGained", args), (_GAINED[why],)
        case e.ExtraTurnEarned():
            return Message("line-ExtraTurnEarned", {"seat": seat}), ("BRI-CREW-BROTHER-BEN",)
        case e.DecisionRequested():
            return _requested(event)
        case e.DecisionMade(decision=decision, declined=declined):
            key = "line-DecisionMade-declined" if declined else "line-DecisionMade"
            rules = _MADE.get(decision) or DECISION_RULES[decision]
            return Message(key, {"seat": seat, "decision": decision}), rules
        case _:
            assert_never(event)


def _action(event: e.ActionTaken) -> tuple[Message, tuple[str, ...]]:
    """What a command of the action phase cost. A chief's action, a crew card's or a free one has a rule of its own."""
    if not event.cost:
        what, rule = _free(event)
        return Message("line-ActionTaken-free", {"seat": event.seat, "what": what}), (rule,)
    args: Args = {"seat": event.seat, "actions": event.cost, "action": event.action}
    if event.uses == "chief":
        return Message("line-ActionTaken-chief", args), (_CHIEF_OF[event.action], "BRI-ADV-03")
    for ability, (card, rule) in _ONCE_A_TURN.items():
        if event.uses.startswith(ability):
            return Message("line-ActionTaken-card", {**args, "card": card}), (rule, "BRI-ACT-01")
    return Message("line-ActionTaken", args), ("BRI-ACT-01", "BRI-TURN-03")


def _free(event: e.ActionTaken) -> tuple[str, str]:
    """What cost no action, and the rule that makes it free."""
    match event.action, event.uses:
        case "MoveBrigade", _:
            return "pink", "BRI-HOUSE-PINK"
        case "MoveWagon", "ride":
            return "ride", "BRI-UPG-07"
        case "MoveWagon", _:
            return "morgana", "BRI-CREW-MORGANA-MAGOS"
        case _:
            return "precious", "BRI-CREW-SIR-PRECIOUS"


def _requested(event: e.DecisionRequested) -> tuple[Message, tuple[str, ...]]:
    """What a seat had to decide. Of the tasks that wait, the last is the decision, which everybody may know."""
    ask = event.agenda[-1]
    assert isinstance(ask, Ask), "a decision waits for a seat"
    rules = ("BRI-ACT-03", *rules_of(ask))
    if event.decision == "recognition":
        return Message("line-DecisionRequested-recognition", {"seat": event.seat, "cubes": ask.left}), rules
    args: Args = {"seat": event.seat, "decision": event.decision, "optional": event.decision in MAY_DECLINE}
    return Message("line-DecisionRequested", args), rules
