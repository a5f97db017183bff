"""What the alderman thinks things are worth, in victory points, from a seat's own view. Knows no state and chooses nothing.

Floats are opinions here: no score and no state is made of them. Printed numbers come from the components.
"""

from functools import cached_property
from typing import Final

from domain.rulesets.london.components import (
    ADJACENT,
    BOROUGHS,
    CARDS,
    COLOUR_OF,
    FACE_OF,
    NUMBERS,
    Card,
    Effect,
)
from domain.rulesets.london.view import SeatView, StackView, View

_POWER_WORTH: Final = {
    "recolour_spent_card": 2.5,
    "store_on_placement": 1.0,
    "swap_with_display": 0.5,
    "flexible_start_draw": 1.0,
    "peek_before_draw": 1.5,
    "bigger_loan": 1.0,
    "flip_instead": 3.0,
}
"""What an ongoing power brings while its card stays visible."""


class Table:
    """A view, weighed for the seat whose turn it is."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.me: SeatView = view.seats[view.active]
        self.hand = self.me.hand
        self.money = self.me.money
        self.late = view.turns_left is not None or view.deck_count <= 2 * len(view.seats)
        self.stretch = min(1.0, view.deck_count / len(CARDS) * 1.6)
        """How much of the game lies ahead, 1 for most of it."""

    hand_wanted: Final = 7
    ready_wanted: Final = 4
    idle_worth: Final = 1.5
    credit: Final = 1.5
    loan_cost: Final = 2.5

    @cached_property
    def pound(self) -> float:
        """A pound is a third of a point at the end, and more while there is something to buy with it."""
        return (1 + 0.6 * self.stretch) / NUMBERS.pounds_per_vp

    @cached_property
    def boroughs(self) -> tuple[str, ...]:
        return tuple(place.borough for place in self.view.boroughs if place.owner == self.me.seat)

    @cached_property
    def poverty_point(self) -> float:
        """What one poverty point costs: more for those who have more of them than the others."""
        least = min(seat.poverty + seat.hand_count for seat in self.view.seats)
        ahead = self.me.poverty + len(self.hand) - least
        return 1.0 if ahead <= 2 else 1.6 if ahead <= 6 else 2.4

    # cards

    def card_worth(self, card: Card) -> float:
        """What a card is worth once it is placed: its points, one activation, its power, less its price."""
        face = FACE_OF[card]
        if face.play_effect is not None:
            return self.effect_worth(card)
        if not face.placeable:
            return -self.poverty_point
        power = 0.0 if face.power is None else _POWER_WORTH[face.power.id] * self.stretch
        hope = 0.0 if self.view.turns_left == 1 else 0.5 if self.late else 1.0
        times = 1.0 if face.flips else 1.0 + self.stretch
        active = max(0.0, self.activation_worth(card, 0)) * hope * times if face.activatable else 0.0
        return face.vp + active + power - face.place_cost * self.pound

    def effect_worth(self, card: Card) -> float:
        """Huguenots and Jewish Immigrants bring cards, Wren saves them; at the end cards are only poverty."""
        effect = FACE_OF[card].play_effect
        assert effect is not None, "the card is played for its effect"
        if effect.kind == "draw_cards":
            return -1.0 if self.late else 0.8 if len(self.hand) <= self.hand_wanted else 0.0
        dear = sum(COLOUR_OF[other] != "grey" and FACE_OF[other].placeable for other in self.hand)
        return self.credit * min(effect.count, dear) if self.view.phase == "playing" or dear >= effect.count else 0.1

    def kept(self, card: Card) -> float:
        """What it is worth to keep a card in hand: what it could become, as far as it may be."""
        same = sum(COLOUR_OF[other] == COLOUR_OF[card] for other in self.hand)
        fuel = 0.6 if COLOUR_OF[card] != "grey" and not self.late else 0.0
        return max(0.0, self.card_worth(card)) * (0.8 if same > 1 else 0.5) + fuel - 0.5 * self.poverty_point

    def wanted(self, card: Card) -> float:
        """What it is worth to take a card into hand."""
        colours = [COLOUR_OF[other] for other in self.hand]
        fits = 0.8 if COLOUR_OF[card] in colours else 0.0
        return 0.6 * self.card_worth(card) + fits

    unknown_card: Final = 1.6

    def _covers(self, stack: StackView) -> float:
        """What is lost when a stack is covered: the use of its top card."""
        if not stack.face_up:
            return 0.0
        face = FACE_OF[stack.cards[-1]]
        power = 0.0 if face.power is None else _POWER_WORTH[face.power.id] * self.stretch
        use = max(0.0, self.activation_worth(stack.cards[-1], stack.money)) if face.activatable else 0.0
        return power + use * (1.0 if face.flips else 1.0 + self.stretch)

    def place_worth(self, card: Card, stack: int | None) -> float:
        """A card in a place: a new stack brings poverty with every run to come."""
        runs_ahead = 0.0 if self.view.turns_left == 1 else 0.6 + 2.0 * self.stretch
        ground = self.poverty_point * runs_ahead * 0.6 if stack is None else self._covers(self.me.stacks[stack])
        spent = 0.0 if FACE_OF[card].place_spend == "none" else self.price(card)
        relief = 1.0 * self.poverty_point * (1.0 if self.late else 0.6)  # cards that leave the hand bring no poverty
        return self.card_worth(card) - ground - spent + relief

    def price(self, card: Card) -> float:
        """What is given up with the card that is spent for another."""
        others = [other for other in self.hand if other != card and COLOUR_OF[other] == COLOUR_OF[card]]
        return min((max(0.0, self.kept(other)) for other in others), default=0.5)

    def pairs(self) -> int:
        """How many cards could be placed with the hand as it is."""
        free = sum(FACE_OF[card].placeable and FACE_OF[card].place_spend == "none" for card in self.hand)
        found = free
        for colour in ("brown", "blue", "pink"):
            cards = [card for card in self.hand if COLOUR_OF[card] == colour]
            good = [card for card in cards if FACE_OF[card].placeable and FACE_OF[card].place_cost <= self.money]
            found += min(len(good), len(cards) // 2)
        return found

    def dear_card_worth(self) -> float:
        """The best placement that only money forbids, if one loan would allow it."""
        reach = self.money + NUMBERS.loan_principal
        best = 0.0
        for card in self.hand:
            face = FACE_OF[card]
            mates = sum(COLOUR_OF[other] == face.colour for other in self.hand) > 1
            if face.placeable and mates and self.money < face.place_cost <= reach:
                best = max(best, self.card_worth(card))
        return best

    # the run

    def activation_worth(self, card: Card, stored: int, *, repeated: bool = False) -> float:
        """What one activation brings, less its cost; the money on the card is `stored`."""
        face = FACE_OF[card]
        cost = 0.0 if repeated else face.activation.pay * self.pound
        if face.activation.spend != "none" and not repeated:
            cost += 0.2 if len(self.hand) else 1.0  # a card spent is a poverty point less, too
        return sum(self._effect_worth(effect, stored) for effect in face.effects) - cost

    def _effect_worth(self, effect: Effect, stored: int) -> float:
        seats = len(self.view.seats)
        match effect.kind:
            case "gain_money":
                return effect.amount * self.pound
            case "gain_vp":
                return float(effect.amount)
            case "lose_poverty":
                return min(effect.amount, self.me.poverty) * self.poverty_point
            case "gain_poverty":
                return -effect.amount * self.poverty_point
            case "money_per":
                return effect.amount * self._count(effect) * self.pound
            case "vp_per":
                return float(effect.amount * self._count(effect))
            case "take_stored_money":
                return stored * self.pound
            case "each_opponent_pays_you":
                return effect.amount * seats * self.pound
            case "each_opponent_pays_bank_per_borough":
                return 0.5 * effect.amount * sum(place.owner is not None for place in self.view.boroughs) / seats
            case "ignore_hand_this_run":
                return max(0, len(self.hand) - 1) * self.poverty_point
            case "place_from_display_on_self":
                return 1.5
            case "spend_cards_for":
                return min(effect.max, max(0, len(self.hand) - 1)) * 0.6 * self.poverty_point
            case "target_gains_poverty" | "give_poverty":
                return effect.amount * self.poverty_point
            case "place_underground":
                return 2.5
            case "reactivate_other":
                return 3.0

    def _count(self, effect: Effect) -> int:
        tops = [stack.cards[-1] for stack in self.me.stacks if stack.face_up]
        match effect.per:
            case "own_boroughs":
                return len(self.boroughs)
            case "own_boroughs_touching_thames":
                return sum(BOROUGHS[borough].touches_thames for borough in self.boroughs)
            case "own_boroughs_north":
                return sum(BOROUGHS[borough].bank == "north" for borough in self.boroughs)
            case "own_visible_brown_cards":
                return sum(COLOUR_OF[card] == "brown" for card in tops)
            case _:
                return sum(COLOUR_OF[card] != "brown" for card in tops)

    def _ready(self) -> list[tuple[Card, float]]:
        done = self.view.turn.activated
        tops = [
            (stack.cards[-1], self.activation_worth(stack.cards[-1], stack.money))
            for stack in self.me.stacks
            if stack.face_up and FACE_OF[stack.cards[-1]].activatable and stack.cards[-1] not in done
        ]
        return [(card, worth) for card, worth in tops if worth > 0]

    def ready_cards(self) -> int:
        """How many activations are worth their cost."""
        return len(self._ready())

    def run_worth(self) -> float:
        """What a run would bring now, poverty counted."""
        ready = self._ready()
        spent = sum(FACE_OF[card].activation.spend != "none" for card, _ in ready)
        hand = max(0, len(self.hand) - spent)
        poverty = max(-self.me.poverty, len(self.me.stacks) + hand - len(self.boroughs))
        return sum(worth for _, worth in ready) - poverty * self.poverty_point * 0.8

    def turn_in_run(self, card: Card) -> int:
        """Higher goes first: what counts visible cards, then the rest, then what repeats another."""
        kinds = {effect.kind for effect in FACE_OF[card].effects}
        if "reactivate_other" in kinds:
            return 0
        counts_tops = any((effect.per or "").startswith("own_visible") for effect in FACE_OF[card].effects)
        if counts_tops or "place_from_display_on_self" in kinds:
            return 3 if counts_tops else 2
        return 1

    def save_worth(self, card: Card) -> float:
        """Hospital: the saved card may run once more; good cards only."""
        return max(0.0, self.activation_worth(card, 0)) * self.stretch - _POWER_WORTH["flip_instead"]

    def prison_worth(self) -> float:
        """What each card spent in the prison or Workhouse under way brings."""
        choice = FACE_OF[self.view.turn.activations[-1].card].choice
        assert choice is not None, "a prison asks for cards"
        relief = self.poverty_point if self.me.poverty else 0.0
        gains = choice.gain_vp_each + choice.gain_money_each * self.pound
        return gains + choice.lose_poverty_each * relief + self.poverty_point

    # land

    def land_price(self) -> int:
        """The least that a borough costs now."""
        taken = {place.borough for place in self.view.boroughs if place.owner is not None}
        if not taken:
            return min(borough.cost for borough in BOROUGHS.values() if borough.first_marker)
        free = (b for b in BOROUGHS.values() if b.id not in taken and any(near in taken for near in ADJACENT[b.id]))
        return min((borough.cost for borough in free), default=NUMBERS.loan_repay * NUMBERS.hand_limit)

    def land_worth(self, borough: str) -> float:
        """Points, the poverty it saves in every run to come, and its cards, less its price."""
        printed = BOROUGHS[borough]
        runs_ahead = 3.0 * self.stretch
        room = max(0, NUMBERS.hand_limit + 1 - len(self.hand))
        cards = min(printed.cards, room) * 0.6 - max(0, printed.cards - room) * 0.3
        if self.late:
            cards = -printed.cards * self.poverty_point
        return printed.vp + self.poverty_point * runs_ahead + cards - printed.cost * self.pound

    def underground_worth(self, borough: str) -> float:
        """Points for one's own borough, points against for another's."""
        owner = next(place.owner for place in self.view.boroughs if place.borough == borough)
        bonus = NUMBERS.underground_bonus_vp
        return bonus if owner == self.me.seat else -bonus * 0.5

    def standing(self, seat: int) -> float:
        """Roughly how far a seat has come."""
        other = self.view.seats[seat]
        cards = sum(FACE_OF[card].vp for stack in other.stacks for card in stack.cards)
        land = sum(BOROUGHS[place.borough].vp for place in self.view.boroughs if place.owner == seat)
        return other.vp + cards + land + other.money / NUMBERS.pounds_per_vp - 2 * other.poverty - 3 * other.loans
