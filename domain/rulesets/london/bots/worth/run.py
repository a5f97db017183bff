"""What an activation and a run are worth to the alderman."""

from domain.rulesets.london.bots.worth.outlook import POINT, POWER_WORTH, Outlook
from domain.rulesets.london.commands import Activate, Repeat
from domain.rulesets.london.components import FACE_OF, Card, Effect
from domain.rulesets.london.score import poverty_of_run
from domain.rulesets.london.state import count_of


def activation_worth(outlook: Outlook, card: Card, stored: int, *, repeated: bool = False) -> int:
    """What one activation brings, less its cost. `stored`: pounds on the card."""
    face = FACE_OF[card]
    cost = 0 if repeated else face.activation.pay * outlook.pound
    if face.activation.spend != "none" and not repeated:
        cost += 20 if outlook.hand else 100  # a card spent also saves a poverty point
    return sum(_activated_effect_worth(outlook, effect, stored) for effect in face.effects) - cost


def _activated_effect_worth(outlook: Outlook, effect: Effect, stored: int) -> int:
    seats = len(outlook.view.seats)
    match effect.kind:
        case "gain_money":
            return effect.amount * outlook.pound
        case "gain_vp":
            return effect.amount * POINT
        case "lose_poverty":
            return min(effect.amount, outlook.me.poverty) * outlook.poverty_point
        case "gain_poverty":
            return -effect.amount * outlook.poverty_point
        case "money_per":
            return effect.amount * _things(outlook, effect) * outlook.pound
        case "vp_per":
            return effect.amount * _things(outlook, effect) * POINT
        case "take_stored_money":
            return stored * outlook.pound
        case "each_opponent_pays_you":
            return effect.amount * seats * outlook.pound
        case "each_opponent_pays_bank_per_borough":
            return effect.amount * 50 * sum(place.owner is not None for place in outlook.view.boroughs) // seats
        case "ignore_hand_this_run":
            return max(0, len(outlook.hand) - 1) * outlook.poverty_point
        case "place_from_display_on_self":
            return 150
        case "spend_cards_for":
            return min(effect.max, max(0, len(outlook.hand) - 1)) * 60 * outlook.poverty_point // 100
        case "target_gains_poverty" | "give_poverty":
            return effect.amount * outlook.poverty_point
        case "place_underground":
            return 250
        case "reactivate_other":
            return 300


def _things(outlook: Outlook, effect: Effect) -> int:
    """The number of things that the effect counts."""
    tops = (stack.cards[-1] for stack in outlook.me.stacks if stack.face_up)
    return count_of(effect.per, outlook.boroughs, tops)


def _ready(outlook: Outlook) -> list[tuple[Card, int]]:
    """The cards worth activating now, with what each would bring."""
    done = outlook.view.turn.activated
    tops = [
        (stack.cards[-1], activation_worth(outlook, stack.cards[-1], stack.money))
        for stack in outlook.me.stacks
        if stack.face_up and FACE_OF[stack.cards[-1]].activatable and stack.cards[-1] not in done
    ]
    return [(card, worth) for card, worth in tops if worth > 0]


def ready_cards(outlook: Outlook) -> int:
    """The number of activations that are worth their cost."""
    return len(_ready(outlook))


def run_worth(outlook: Outlook) -> int:
    """What a run would bring now, less its poverty."""
    ready = _ready(outlook)
    spent = sum(FACE_OF[card].activation.spend != "none" for card, _ in ready)
    hand = max(0, len(outlook.hand) - spent)
    poverty = max(-outlook.me.poverty, poverty_of_run(len(outlook.me.stacks), hand, len(outlook.boroughs)))
    return sum(worth for _, worth in ready) - poverty * outlook.poverty_point * 80 // 100


def order_in_run(card: Card) -> int:
    """Higher goes first: cards that count visible cards, then the rest, last the card that repeats another."""
    kinds = {effect.kind for effect in FACE_OF[card].effects}
    if "reactivate_other" in kinds:
        return 0
    if any((effect.per or "").startswith("own_visible") for effect in FACE_OF[card].effects):
        return 3
    return 2 if "place_from_display_on_self" in kinds else 1


def command_worth(outlook: Outlook, command: Activate | Repeat) -> int:
    """What an activation brings, with the Hospital that it names."""
    stack = outlook.me.stacks[command.stack]
    saved = save_worth(outlook, stack.cards[-1]) if command.hospital is not None else 0
    return activation_worth(outlook, stack.cards[-1], stack.money, repeated=isinstance(command, Repeat)) + saved


def save_worth(outlook: Outlook, card: Card) -> int:
    """What it is worth that Hospital is flipped in place of this card, which can then run once more."""
    return outlook.while_it_lasts(max(0, activation_worth(outlook, card, 0))) - POWER_WORTH["flip_instead"]


def prison_worth(outlook: Outlook) -> int:
    """What each card spent in the prison or Workhouse under way brings."""
    choice = FACE_OF[outlook.view.turn.activations[-1].card].choice
    assert choice is not None, "the card takes no cards"
    relief = outlook.poverty_point if outlook.me.poverty else 0
    gains = choice.gain_vp_each * POINT + choice.gain_money_each * outlook.pound
    return gains + choice.lose_poverty_each * relief + outlook.poverty_point
