"""A second implementation of the rules, written from rules.md alone: plain sets and dicts, slow and obvious.

This module must not import the rules of the ruleset. It gets what chance dealt, and computes the rest.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.rulesets.great_fire.printed import (
    BURNABLE,
    DISTRICTS,
    FIRE_WAYS,
    NEIGHBOURS,
    PL,
    PRINTED,
    SET_UP_AREAS,
    SIZE,
)

Move = tuple[Any, ...]
"""A command as plain words: its name, the seat, its fields in order."""


@dataclass
class Reference:
    """One game, changed in place."""

    seats: int
    options: dict[str, Any]
    phase: str = "confirm_hand"
    start: int = 0
    active: int = 0
    turn: int = 0
    points: int = 0
    card: str = ""
    doubled: bool = False
    cones_to_place: int = 0
    final_turns: int = -1
    cones: dict[str, int] = field(default_factory=lambda: dict.fromkeys(DISTRICTS, 0))
    stock: int = 0
    houses: dict[str, list[str]] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    demolished: set[str] = field(default_factory=set)
    lost: dict[str, int] = field(default_factory=dict)
    bands: dict[str, int] = field(default_factory=lambda: dict.fromkeys(DISTRICTS, 0))
    landowners: dict[int, str] = field(default_factory=dict)
    piles: list[int] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    shown: list[list[str]] = field(default_factory=list)
    held: list[list[str]] = field(default_factory=list)
    hero: int | None = None
    deck: list[str] = field(default_factory=list)
    stacks: list[tuple[str, int]] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    colours: list[str] = field(default_factory=list)
    objectives: list[list[str]] = field(default_factory=list)
    to_place: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cones[PL] = 25
        self.stock = self.options["fire_cones"] - 25
        self.piles = [0] * self.seats
        self.hands = [[] for _ in range(self.seats)]
        self.shown = [[] for _ in range(self.seats)]
        self.held = [[] for _ in range(self.seats)]
        self.colours = [""] * self.seats
        self.objectives = [[] for _ in range(self.seats)]
        self.lost = {entry["id"]: 0 for entry in PRINTED["colour"]}

    # ---- what chance dealt

    def learn(self, event: dict[str, Any]) -> None:
        """Take over the outcome of chance from an event, nothing else of it."""
        match event["type"].split(".")[1]:
            case "GameCreated":
                self.start = self.active = event["start"]
            case "HandDealt":
                self.hands[event["seat"]] = list(event["cards"])
            case "HandExchanged":
                self.hands[event["seat"]] = list(event["drawn"])
            case "FireDeckBuilt":
                self.deck = list(event["order"])
            case "HousesPlaced":
                self.houses = {id: list(colours) for id, colours in event["houses"].items()}
            case "ColourDealt":
                self.colours[event["seat"]] = event["colour"]
            case "TokensPlaced":
                self.tokens = dict(event["tokens"])
            case "ObjectivesDealt":
                self.objectives[event["seat"]] = list(event["cards"])

    # ---- fire

    def burning(self, id: str) -> bool:
        return id == PL or self.cones[id] > 0

    def uncontained(self, id: str) -> bool:
        return id == PL or self.cones[id] > self.bands[id]

    def contained(self, id: str) -> bool:
        return self.burning(id) and not self.uncontained(id)

    def patch(self, source: str) -> set[str]:
        found, new = {source}, [source]
        while new:
            for near in FIRE_WAYS[new.pop()]:
                if self.uncontained(near) and near not in found:
                    found.add(near)
                    new.append(near)
        return found

    def gives(self, source: str) -> bool:
        return self.uncontained(source) and self.cones[source] >= (1 if source == PL else 2)

    def final_steps(self, source: str, card: str) -> set[str]:
        """GF-FIRE-03 to GF-FIRE-05: every target, before the priorities."""
        return {
            near
            for place in self.patch(source)
            for near, ways in FIRE_WAYS[place].items()
            if card in ways and near in BURNABLE and near not in self.demolished and not self.uncontained(near)
        }

    def rank(self, id: str) -> int:
        """The rank of a target area (section 7)."""
        return (1 if self.houses[id] else 3) + (1 if self.bands[id] else 0)

    def targets(self, source: str, card: str) -> set[str]:
        if not self.gives(source):
            return set()
        reached = self.final_steps(source, card)
        best = min((self.rank(id) for id in reached), default=0)
        return {id for id in reached if self.rank(id) == best}

    def movements(self, card: str) -> list[tuple[str, str]]:
        return [(source, target) for source in DISTRICTS if self.gives(source) for target in self.targets(source, card)]

    # ---- what is legal

    def legal(self, seat: int) -> set[Move]:
        if seat != self.active or self.phase == "over":
            return set()
        match self.phase:
            case "confirm_hand":
                same = len(set(self.hands[seat])) == 1
                return {("KeepHand", seat)} | ({("ExchangeHand", seat)} if same else set())
            case "place_band":
                return {("PlaceBand", seat, area) for area in SET_UP_AREAS}
            case "place_landowner":
                return {("PlaceLandowner", seat, area) for area in SET_UP_AREAS}
            case "fire":
                hand = set(self.hands[seat])
                found: set[Move] = {("PlayFire", seat, card, *move) for card in hand for move in self.movements(card)}
                return found or {("DeclareNoMove", seat, card) for card in hand}
            case "fire_second":
                double = "double_move" in self.held[seat] and not self.doubled
                second = {("PlayDoubleMove", seat, *move) for move in self.movements(self.card)} if double else set()
                return second | self.actions(seat)
            case "actions":
                return self.actions(seat)
            case "no_move" | "intensify":
                return {("Intensify", seat, id) for id in DISTRICTS if self.room(id) > 0}
        raise AssertionError(self.phase)

    def actions(self, seat: int) -> set[Move]:
        found: set[Move] = {("EndActions", seat)}
        if self.points:
            here = self.landowners[seat]
            found |= {("MoveLandowner", seat, to) for to in NEIGHBOURS[here] if to != PL}
            if self.contained(here):
                found.add(("PutOut", seat))
            for origin, number in self.bands.items():
                if number > self.cones[origin]:  # a free band, GF-TERM-07
                    found |= {("MoveBand", seat, origin, to) for to in NEIGHBOURS[origin] if to != PL}
        if "charge" in self.held[seat]:
            found |= {("Demolish", seat, id) for id in BURNABLE if self.demolishable(id)}
        return found

    def demolishable(self, id: str) -> bool:
        """Whether a district can be demolished (GF-DEMO-01 to GF-DEMO-04)."""
        return (
            self.bands[id] > 0
            and self.cones[id] == 0
            and id not in self.demolished
            and any(self.burning(near) for near in NEIGHBOURS[id])
            and (SIZE[id] < 3 or not self.houses[id])
        )

    def room(self, id: str) -> int:
        """How many cones an area has place for (GF-INT-02, GF-INT-03)."""
        if id == PL or id not in BURNABLE or not self.cones[id] or self.contained(id):
            return 0
        return max(0, SIZE[id] + 2 - self.cones[id])

    # ---- play

    def play(self, move: Move) -> None:
        """Carry out a legal move. Pass what chance decides in it to `learn` afterwards."""
        name, seat, *words = move
        match name:
            case "KeepHand":
                self.active = (seat + 1) % self.seats
                if self.active == self.start:
                    self.set_out()
            case "ExchangeHand":
                pass
            case "PlaceBand":
                self.bands[words[0]] += 1
                self.to_place.pop(0)
                self.next_set_up()
            case "PlaceLandowner":
                self.landowners[seat] = words[0]
                self.to_place.pop(0)
                self.next_set_up()
            case "PlayFire":
                self.card = words[0]
                self.spend_card(seat, words[0])
                self.move_fire(seat, words[1], words[2])
                self.phase = "fire_second"
            case "PlayDoubleMove":
                self.held[seat].remove("double_move")
                self.doubled = True
                self.move_fire(seat, words[0], words[1])
                self.phase = "actions"
            case "DeclareNoMove":
                self.shown[seat] = list(self.hands[seat])
                self.spend_card(seat, words[0])
                self.cones_to_place = self.can_place(3)
                self.phase = "no_move" if self.cones_to_place else "actions"
            case "Intensify":
                self.supply(words[0])
                self.cones_to_place -= 1
                if not self.cones_to_place:
                    self.refill()
                    if self.phase == "no_move":
                        self.phase = "actions"
                    else:
                        self.end_turn()
            case "EndActions":
                self.draw(seat)
            case _:
                self.phase = "actions"
                self.act(name, seat, words)

    def act(self, name: str, seat: int, words: list[str]) -> None:
        match name:
            case "MoveLandowner":
                self.landowners[seat] = words[0]
                self.points -= 1
            case "MoveBand":
                self.bands[words[0]] -= 1
                self.bands[words[1]] += 1
                self.points -= 1
            case "PutOut":
                self.cones[self.landowners[seat]] -= 1
                self.piles[seat] += 1
                self.points -= 1
                if self.hero is None:
                    self.hero = seat if self.piles[seat] >= 3 else None
                elif self.piles[seat] > self.piles[self.hero]:
                    self.hero = seat
            case "Demolish":
                self.held[seat].remove("charge")
                self.lose_houses(words[0])
                self.tokens.pop(words[0], None)
                self.demolished.add(words[0])
            case _:
                raise AssertionError(name)

    def set_out(self) -> None:
        """All hands are confirmed: the deck, and whose bands are to be placed (GF-SETUP-05, -06, -13 to -16)."""
        letters = {3: "FEDCBA", 4: "DCBA", 5: "EDCBA", 6: "FEDCBA"}[self.seats]
        sizes = {card["id"]: card["cards"] for card in PRINTED["fire_stack_card"]}
        self.stacks = [(letter, sizes[letter][str(self.seats)]) for letter in letters]
        for area in {4: ("hounds_ditch", "st_bottolphs"), 5: ("cripplegate",)}.get(self.seats, ()):
            self.bands[area] += 1
        round_the_table = [(self.start + place) % self.seats for place in range(self.seats)]
        self.to_place = round_the_table * (2 if self.seats == 3 else 1)
        self.phase = "place_band"

    def next_set_up(self) -> None:
        if not self.to_place and self.phase == "place_band":
            self.phase = "place_landowner"
            self.to_place = [(self.start + place) % self.seats for place in range(self.seats)]
        if self.to_place:
            self.active = self.to_place[0]
        else:
            self.begin_turn(self.start)

    def begin_turn(self, seat: int) -> None:
        self.active, self.phase, self.points, self.card, self.doubled = seat, "fire", 4, "", False
        self.turn += 1

    def spend_card(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.played.append(card)
        if card in self.shown[seat]:
            self.shown[seat].remove(card)

    def move_fire(self, seat: int, source: str, target: str) -> None:
        """One movement of the fire (section 8)."""
        self.cones[source] -= 1
        self.cones[target] += 1
        if self.uncontained(target):
            standing = bool(self.houses[target])
            self.lose_houses(target)
            if standing or self.options["reburn_cones"] == "size":
                while self.cones[target] < SIZE[target] and self.supply(target):
                    pass
            if standing and target in self.tokens:
                self.held[seat].append(self.tokens.pop(target))
        self.refill()

    def lose_houses(self, id: str) -> None:
        for colour in self.houses[id]:
            self.lost[colour] += 1
        self.houses[id] = []

    def supply(self, id: str) -> bool:
        """Section 15: one cone for a district, if there is one."""
        if not self.stock and self.options["stock_exhaustion"] == "refill":
            if self.cones[PL]:
                self.cones[PL] -= 1
                self.cones[id] += 1
                return True
            self.stock = sum(1 for pile in self.piles if pile)
            self.piles = [max(0, pile - 1) for pile in self.piles]
        if not self.stock:
            return False
        self.stock -= 1
        self.cones[id] += 1
        return True

    def refill(self) -> None:
        if not self.cones[PL]:
            moved = min(5, self.stock)
            self.cones[PL] += moved
            self.stock -= moved

    def can_place(self, cones: int) -> int:
        """How many cones can be placed in all (GF-INT-04)."""
        to_be_had = self.stock
        if self.options["stock_exhaustion"] == "refill":
            to_be_had += self.cones[PL] + sum(self.piles)
        return min(cones, sum(self.room(id) for id in DISTRICTS), to_be_had)

    def draw(self, seat: int) -> None:
        """The end of a turn (section 14)."""
        if not self.stacks:
            self.end_turn()
            return
        self.hands[seat].append(self.deck.pop(0))
        letter, left = self.stacks[0]
        self.stacks[0] = (letter, left - 1)
        if left > 1:
            self.end_turn()
            return
        self.stacks.pop(0)
        self.cones_to_place = self.can_place(3)
        if self.cones_to_place:
            self.phase = "intensify"
        else:
            self.refill()
            self.end_turn()

    def end_turn(self) -> None:
        if self.final_turns > 0:
            self.final_turns -= 1
        elif not self.stacks:
            self.final_turns = self.seats * (2 if self.options["more_destruction"] else 1)
        if self.final_turns == 0:
            self.phase = "over"
        else:
            self.begin_turn((self.active + 1) % self.seats)
