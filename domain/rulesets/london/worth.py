"""What the alderman thinks things are worth, from a seat's own view. Knows no state and chooses nothing.

All worth is in hundredths of a victory point, whole numbers as everywhere. These are opinions, found by playing; what is
printed is read from the components.
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

POINT: Final = 100
_POWER: Final = {
    "recolour_spent_card": 250,
    "store_on_placement": 100,
    "swap_with_display": 50,
    "flexible_start_draw": 100,
    "peek_before_draw": 150,
    "bigger_loan": 100,
    "flip_instead": 300,
}
"""What an ongoing power brings while its card stays visible."""


class Table:
    """A view, weighed for the seat whose turn it is."""

    hand_wanted: Final = 7
    ready_wanted: Final = 4
    unknown_card: Final = 160
    waiting: Final = 150
    """What a run must be worth when there is nothing else to prepare."""
    credit: Final = 150
    loan_cost: Final = 250

    def __init__(self, view: View) -> None:
        self.view = view
        self.me: SeatView = view.seats[view.active]
        self.hand = self.me.hand
        self.money = self.me.money
        self.late = view.turns_left is not None or view.deck_count <= 2 * len(view.seats)
        self.ahead = min(100, view.deck_count * 160 // len(CARDS))
        """How much of the game lies ahead, in per cent; 100 for most of it."""

    @cached_property
    def pound(self) -> int:
        """A pound is a third of a point at the end, and more while there is something to buy with it."""
        return (POINT + 60 * self.ahead // 100) // NUMBERS.pounds_per_vp

    @cached_property
    def boroughs(self) -> tuple[str, ...]:
        return tuple(place.borough for place in self.view.boroughs if place.owner == self.me.seat)

    @cached_property
    def poverty_point(self) -> int:
        """What one poverty point costs: more for those who have more of them than the others."""
        least = min(seat.poverty + seat.hand_count for seat in self.view.seats)
        more = self.me.poverty + len(self.hand) - least
        return 100 if more <= 2 else 160 if more <= 6 else 240

    def _while_it_lasts(self, worth: int) -> int:
        return worth * self.ahead // 100

    # cards

    def card_worth(self, card: Card) -> int:
        """What a card is worth once it is placed: its points, its activations, its power, less its price."""
        face = FACE_OF[card]
        if face.play_effect is not None:
            return self.effect_worth(card)
        if not face.placeable:
            return -self.poverty_point
        power = 0 if face.power is None else self._while_it_lasts(_POWER[face.power.id])
        hope = 0 if self.view.turns_left == 1 else 50 if self.late else 100
        times = 100 if face.flips else 100 + self.ahead
        use = max(0, self.activation_worth(card, 0)) * hope * times // 10_000 if face.activatable else 0
        return face.vp * POINT + use + power - face.place_cost * self.pound

    def effect_worth(self, card: Card) -> int:
        """Huguenots and Jewish Immigrants bring cards, Wren saves them; at the end cards are only poverty."""
        effect = FACE_OF[card].play_effect
        assert effect is not None, "the card is played for its effect"
        if effect.kind == "draw_cards":
            return -100 if self.late else 80 if len(self.hand) <= self.hand_wanted else 0
        dear = sum(FACE_OF[other].placeable for other in self.hand)
        if self.view.phase == "playing" or dear >= effect.count:
            return self.credit * min(effect.count, dear)
        return 10

    def kept(self, card: Card) -> int:
        """What it is worth to keep a card in hand: what it could become, as far as it may be."""
        same = sum(COLOUR_OF[other] == COLOUR_OF[card] for other in self.hand)
        fuel = 60 if COLOUR_OF[card] != "grey" and not self.late else 0
        return max(0, self.card_worth(card)) * (80 if same > 1 else 50) // 100 + fuel - self.poverty_point // 2

    def wanted(self, card: Card) -> int:
        """What it is worth to take a card into hand."""
        fits = 80 if any(COLOUR_OF[other] == COLOUR_OF[card] for other in self.hand) else 0
        return self.card_worth(card) * 60 // 100 + fits

    def _covers(self, stack: StackView) -> int:
        """What is lost when a stack is covered: the use of its top card."""
        if not stack.face_up:
            return 0
        face = FACE_OF[stack.cards[-1]]
        power = 0 if face.power is None else self._while_it_lasts(_POWER[face.power.id])
        use = max(0, self.activation_worth(stack.cards[-1], stack.money)) if face.activatable else 0
        return power + use * (100 if face.flips else 100 + self.ahead) // 100

    def place_worth(self, card: Card, stack: int | None) -> int:
        """A card in a place: a new stack brings poverty with every run to come."""
        runs_ahead = 0 if self.view.turns_left == 1 else 36 + 120 * self.ahead // 100
        ground = self.poverty_point * runs_ahead // 100 if stack is None else self._covers(self.me.stacks[stack])
        spent = 0 if FACE_OF[card].place_spend == "none" else self._price(card)
        relief = self.poverty_point * (100 if self.late else 60) // 100  # cards that leave the hand bring no poverty
        return self.card_worth(card) - ground - spent + relief

    def _price(self, card: Card) -> int:
        """What is given up with the card that is spent for another."""
        others = [other for other in self.hand if other != card and COLOUR_OF[other] == COLOUR_OF[card]]
        return min((max(0, self.kept(other)) for other in others), default=50)

    def pairs(self) -> int:
        """How many cards could be placed with the hand as it is."""
        found = sum(FACE_OF[card].placeable and FACE_OF[card].place_spend == "none" for card in self.hand)
        for colour in ("brown", "blue", "pink"):
            cards = [card for card in self.hand if COLOUR_OF[card] == colour]
            good = [card for card in cards if FACE_OF[card].placeable and FACE_OF[card].place_cost <= self.money]
            found += min(len(good), len(cards) // 2)
        return found

    def dear_card_worth(self) -> int:
        """The best placement that only money forbids, if one loan would allow it."""
        reach = self.money + NUMBERS.loan_principal
        best = 0
        for card in self.hand:
            face = FACE_OF[card]
            mates = sum(COLOUR_OF[other] == face.colour for other in self.hand) > 1
            if face.placeable and mates and self.money < face.place_cost <= reach:
                best = max(best, self.card_worth(card))
        return best

    # the run

    def activation_worth(self, card: Card, stored: int, *, repeated: bool = False) -> int:
        """What one activation brings, less its cost; `stored`: pounds on the card."""
        face = FACE_OF[card]
        cost = 0 if repeated else face.activation.pay * self.pound
        if face.activation.spend != "none" and not repeated:
            cost += 20 if self.hand else 100  # a card spent is a poverty point less, too
        return sum(self._effect_worth(effect, stored) for effect in face.effects) - cost

    def _effect_worth(self, effect: Effect, stored: int) -> int:
        seats = len(self.view.seats)
        match effect.kind:
            case "gain_money":
                return effect.amount * self.pound
            case "gain_vp":
                return effect.amount * POINT
            case "lose_poverty":
                return min(effect.amount, self.me.poverty) * self.poverty_point
            case "gain_poverty":
                return -effect.amount * self.poverty_point
            case "money_per":
                return effect.amount * self._count(effect) * self.pound
            case "vp_per":
                return effect.amount * self._count(effect) * POINT
            case "take_stored_money":
                return stored * self.pound
            case "each_opponent_pays_you":
                return effect.amount * seats * self.pound
            case "each_opponent_pays_bank_per_borough":
                return effect.amount * 50 * sum(place.owner is not None for place in self.view.boroughs) // seats
            case "ignore_hand_this_run":
                return max(0, len(self.hand) - 1) * self.poverty_point
            case "place_from_display_on_self":
                return 150
            case "spend_cards_for":
                return min(effect.max, max(0, len(self.hand) - 1)) * 60 * self.poverty_point // 100
            case "target_gains_poverty" | "give_poverty":
                return effect.amount * self.poverty_point
            case "place_underground":
                return 250
            case "reactivate_other":
                return 300

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

    def _ready(self) -> list[tuple[Card, int]]:
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

    def run_worth(self) -> int:
        """What a run would bring now, poverty counted."""
        ready = self._ready()
        spent = sum(FACE_OF[card].activation.spend != "none" for card, _ in ready)
        hand = max(0, len(self.hand) - spent)
        poverty = max(-self.me.poverty, len(self.me.stacks) + hand - len(self.boroughs))
        return sum(worth for _, worth in ready) - poverty * self.poverty_point * 80 // 100

    def turn_in_run(self, card: Card) -> int:
        """Higher goes first: what counts visible cards, then the rest, then what repeats another."""
        kinds = {effect.kind for effect in FACE_OF[card].effects}
        if "reactivate_other" in kinds:
            return 0
        if any((effect.per or "").startswith("own_visible") for effect in FACE_OF[card].effects):
            return 3
        return 2 if "place_from_display_on_self" in kinds else 1

    def save_worth(self, card: Card) -> int:
        """Hospital: the saved card may run once more; good cards only."""
        return self._while_it_lasts(max(0, self.activation_worth(card, 0))) - _POWER["flip_instead"]

    def prison_worth(self) -> int:
        """What each card spent in the prison or Workhouse under way brings."""
        choice = FACE_OF[self.view.turn.activations[-1].card].choice
        assert choice is not None, "a prison asks for cards"
        relief = self.poverty_point if self.me.poverty else 0
        gains = choice.gain_vp_each * POINT + choice.gain_money_each * self.pound
        return gains + choice.lose_poverty_each * relief + self.poverty_point

    # land

    def land_price(self) -> int:
        """The least that a borough costs now, in pounds; 0 where none is free."""
        taken = {place.borough for place in self.view.boroughs if place.owner is not None}
        if not taken:
            return min(borough.cost for borough in BOROUGHS.values() if borough.first_marker)
        free = (b for b in BOROUGHS.values() if b.id not in taken and any(near in taken for near in ADJACENT[b.id]))
        return min((borough.cost for borough in free), default=0)

    def land_worth(self, borough: str) -> int:
        """Points, the poverty it saves in every run to come, and its cards, less its price."""
        printed = BOROUGHS[borough]
        room = max(0, NUMBERS.hand_limit + 1 - len(self.hand))
        cards = min(printed.cards, room) * 60 - max(0, printed.cards - room) * 30
        if self.late:
            cards = -printed.cards * self.poverty_point
        saved = self._while_it_lasts(3 * self.poverty_point)
        return printed.vp * POINT + saved + cards - printed.cost * self.pound

    def underground_worth(self, borough: str) -> int:
        """Points for one's own borough, points against for another's."""
        owner = next(place.owner for place in self.view.boroughs if place.borough == borough)
        bonus = NUMBERS.underground_bonus_vp * POINT
        return bonus if owner == self.me.seat else -bonus // 2

    def standing(self, seat: int) -> int:
        """Roughly how far a seat has come."""
        other = self.view.seats[seat]
        cards = sum(FACE_OF[card].vp for stack in other.stacks for card in stack.cards)
        land = sum(BOROUGHS[place.borough].vp for place in self.view.boroughs if place.owner == seat)
        return other.vp + cards + land + other.money // NUMBERS.pounds_per_vp - 2 * other.poverty - 3 * other.loans
