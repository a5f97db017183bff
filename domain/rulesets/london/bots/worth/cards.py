"""What a card is worth to the alderman: in the hand, on the building display, and as a price."""

from domain.rulesets.london.bots.worth.outlook import CREDIT, HAND_WANTED, POINT, POWER_WORTH, Outlook
from domain.rulesets.london.bots.worth.run import activation_worth
from domain.rulesets.london.components import COLOUR_OF, FACE_OF, NUMBERS, Card
from domain.rulesets.london.view import StackView


def card_worth(outlook: Outlook, card: Card) -> int:
    """What a card is worth once it is placed: its points, its activations, its power, less its price."""
    face = FACE_OF[card]
    if face.play_effect is not None:
        return effect_worth(outlook, card)
    if not face.placeable:
        return -outlook.poverty_point
    power = 0 if face.power is None else outlook.while_it_lasts(POWER_WORTH[face.power.id])
    hope = 0 if outlook.view.turns_left == 1 else 50 if outlook.late else 100
    times = 100 if face.flips else 100 + outlook.ahead
    use = max(0, activation_worth(outlook, card, 0)) * hope * times // 10_000 if face.activatable else 0
    return face.vp * POINT + use + power - face.place_cost * outlook.pound


def effect_worth(outlook: Outlook, card: Card) -> int:
    """What a card played for its effect is worth. Near the end, cards drawn are only poverty."""
    effect = FACE_OF[card].play_effect
    assert effect is not None, "the card has no effect when played"
    if effect.kind == "draw_cards":
        return -100 if outlook.late else 80 if len(outlook.hand) <= HAND_WANTED else 0
    dear = sum(FACE_OF[other].placeable for other in outlook.hand)
    if outlook.view.phase == "playing" or dear >= effect.count:
        return CREDIT * min(effect.count, dear)
    return 10


def keeping_worth(outlook: Outlook, card: Card) -> int:
    """What it is worth to keep a card in hand: part of what it could bring, and its use as a price."""
    same = sum(COLOUR_OF[other] == COLOUR_OF[card] for other in outlook.hand)
    fuel = 60 if COLOUR_OF[card] != "grey" and not outlook.late else 0
    return max(0, card_worth(outlook, card)) * (80 if same > 1 else 50) // 100 + fuel - outlook.poverty_point // 2


def taking_worth(outlook: Outlook, card: Card) -> int:
    """What it is worth to take a card into the hand."""
    fits = 80 if any(COLOUR_OF[other] == COLOUR_OF[card] for other in outlook.hand) else 0
    return card_worth(outlook, card) * 60 // 100 + fits


def _covered_worth(outlook: Outlook, stack: StackView) -> int:
    """What is lost when a stack is covered: the use of its top card."""
    if not stack.face_up:
        return 0
    face = FACE_OF[stack.cards[-1]]
    power = 0 if face.power is None else outlook.while_it_lasts(POWER_WORTH[face.power.id])
    use = max(0, activation_worth(outlook, stack.cards[-1], stack.money)) if face.activatable else 0
    return power + use * (100 if face.flips else 100 + outlook.ahead) // 100


def placing_worth(outlook: Outlook, card: Card, stack: int | None) -> int:
    """What it is worth to place a card there. A new stack brings poverty with every later run."""
    runs_ahead = 0 if outlook.view.turns_left == 1 else 36 + 120 * outlook.ahead // 100
    ground = (
        outlook.poverty_point * runs_ahead // 100
        if stack is None
        else _covered_worth(outlook, outlook.me.stacks[stack])
    )
    spent = 0 if FACE_OF[card].place_spend == "none" else _price(outlook, card)
    relief = outlook.poverty_point * (100 if outlook.late else 60) // 100  # cards that leave the hand bring no poverty
    return card_worth(outlook, card) - ground - spent + relief


def _price(outlook: Outlook, card: Card) -> int:
    """What the card is worth that would be spent for another."""
    others = [other for other in outlook.hand if other != card and COLOUR_OF[other] == COLOUR_OF[card]]
    return min((max(0, keeping_worth(outlook, other)) for other in others), default=50)


def pairs(outlook: Outlook) -> int:
    """The number of cards that could be placed with the hand as it is."""
    count = sum(FACE_OF[card].placeable and FACE_OF[card].place_spend == "none" for card in outlook.hand)
    for colour in ("brown", "blue", "pink"):
        cards = [card for card in outlook.hand if COLOUR_OF[card] == colour]
        good = [card for card in cards if FACE_OF[card].placeable and FACE_OF[card].place_cost <= outlook.money]
        count += min(len(good), len(cards) // 2)
    return count


def dear_card_worth(outlook: Outlook) -> int:
    """The best placement that only money forbids, if one loan would allow it."""
    reach = outlook.money + NUMBERS.loan_principal
    best = 0
    for card in outlook.hand:
        face = FACE_OF[card]
        mates = sum(COLOUR_OF[other] == face.colour for other in outlook.hand) > 1
        if face.placeable and mates and outlook.money < face.place_cost <= reach:
            best = max(best, card_worth(outlook, card))
    return best
