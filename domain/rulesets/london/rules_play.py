"""Action 1, Play cards: placing cards on the building display and playing the three without stone base (LON-PLAY)."""

from collections.abc import Iterator

from domain.engine.refusal import Refused
from domain.engine.viewer import Seat
from domain.rulesets.london.commands import Command, EndAction, PlaceCard, PlayForEffect, SpendCard, UseWren
from domain.rulesets.london.components import COLOUR_OF, FACE_OF, POWER_OF, Card
from domain.rulesets.london.course import (
    Course,
    at_table,
    first,
    free_slot,
    money_short,
    objections_now,
    pay_bank,
    why_not_in_hand,
)
from domain.rulesets.london.events import (
    ActionBegan,
    CardPlaced,
    CardSpent,
    CreditUsed,
    EffectPlayed,
    MoneyStored,
    PlacementAnnounced,
)
from domain.rulesets.london.rules_draw import settle_draw
from domain.rulesets.london.rules_turn import end_action
from domain.rulesets.london.state import Placement, Player, State, visible_power


def objections_to_place_card(state: State, command: PlaceCard) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("action", "playing"), "LON-PLAY-01")
    player = at_table(state, command.seat)
    if player is None:
        return
    yield from _objections_to_place(state, command.seat, command.card)
    if refused := _why_not_put_on(state, player, command.stack, command.face_down):
        yield refused


def _credits(state: State, seat: Seat) -> int:
    """The placements that Wren still gives to this seat: none out of its turn."""
    return state.turn.credits if seat == state.active else 0


def _objections_to_place(state: State, seat: Seat, card: Card) -> Iterator[Refused]:
    """What forbids to place this card anywhere: it, or what must be spent and paid for it."""
    player = state.players[seat]
    if refused := why_not_in_hand(player, card):
        yield refused
        if card not in FACE_OF:
            return
    face = FACE_OF[card]
    if not face.placeable:
        rules = ("LON-PLAY-17", "LON-CARD-PAUPERS.1") if face.colour == "grey" else ("LON-PLAY-02", "LON-PLAY-15")
        yield Refused("not_placeable", f"{face.name} has no stone base.", rules=(*rules, face.rule), card=card)
        return
    short = money_short(player, face.place_cost, "LON-PLAY-05", face.rule, card=card)
    if short:
        yield short
    if face.place_spend == "none" or _credits(state, seat):
        return
    colour, others = face.colour, False
    for spent in player.hand:
        if spent != card:
            if COLOUR_OF[spent] == colour:
                return
            others = True
    school = visible_power(player, "recolour_spent_card")
    if not others or school is None:
        text = f"You have no other {colour} card to spend for {face.name}."
        yield Refused("nothing_to_spend", text, rules=("LON-PLAY-04", "LON-CARD-SCHOOL.1"), card=card, colour=colour)
    elif not short:
        pounds = face.place_cost + school.pay
        if refused := money_short(player, pounds, "LON-CARD-SCHOOL.1", "LON-PLAY-05", card=card):
            yield refused


def _why_not_put_on(state: State, player: Player, stack: int | None, face_down: bool) -> Refused | None:
    """What forbids to put any card there in this way."""
    if stack is None:
        if not face_down:
            return None
        text = "A card that starts a new stack is face up."
        return Refused("new_stack_face_up", text, rules=("LON-PLAY-10", "LON-RULING-08"))
    stacks = player.stacks
    if refused := why_not_stack(len(stacks), stack):
        return refused
    if stacks[stack].top in state.turn.placed:
        text = "The card there was placed in this turn and cannot be covered yet."
        return Refused("placed_this_turn", text, rules=("LON-PLAY-09",), stack=stack, card=stacks[stack].top)
    return None


def why_not_stack(stacks: int, stack: int) -> Refused | None:
    """The refusal of a stack that the player does not have."""
    if 0 <= stack < stacks:
        return None
    return Refused("no_such_stack", "You have no such stack.", rules=("LON-PLAY-03", "LON-PLAY-07"), stacks=stacks)


def placements(state: State) -> Iterator[PlaceCard]:
    """Every card that may be placed now, in every place it may be put."""
    seat, player = state.active, state.players[state.active]
    places: list[tuple[int | None, bool]] = [(None, False)]
    for stack in range(len(player.stacks)):
        places += ((stack, down) for down in (False, True) if _why_not_put_on(state, player, stack, down) is None)
    for card in player.hand:
        if first(_objections_to_place(state, seat, card)) is None:
            for stack_or_new, face_down in places:
                yield PlaceCard(seat, card, stack_or_new, face_down)


def place_card(course: Course, command: PlaceCard) -> None:
    seat = command.seat
    if course.state.phase == "action":
        course.happens(ActionBegan(seat=seat, action="play", cards=0))
    announced = PlacementAnnounced(seat=seat, card=command.card, stack=command.stack, face_down=command.face_down)
    course.happens(announced)
    if FACE_OF[command.card].place_spend == "none":  # LON-CARD-COFFEE-HOUSE.1
        _put_down(course)


def _placement(state: State) -> Placement:
    assert state.turn.placement is not None, "a card is announced"
    return state.turn.placement


def objections_to_spend_for_placement(state: State, command: SpendCard) -> Iterator[Refused]:
    """LON-PLAY-04: a card of the same colour; with School and £1 one of another (LON-CARD-SCHOOL.1)."""
    player, placed = state.players[command.seat], _placement(state).card
    if refused := why_not_in_hand(player, command.card):
        yield refused
        if command.card not in FACE_OF:
            return
    if command.card == placed:
        yield Refused("spends_itself", "A card cannot pay for itself.", rules=("LON-PLAY-04",), card=placed)
        return
    colour = COLOUR_OF[placed]
    same = COLOUR_OF[command.card] == colour
    if command.school:
        yield from _objections_to_school(player, placed, same)
    elif not same:
        text = f"A {colour} card must be spent for {FACE_OF[placed].name}."
        rules = ("LON-PLAY-04", "LON-PLAY-17", "LON-CARD-SCHOOL.1")
        yield Refused("wrong_colour", text, rules=rules, colour=colour, spent=COLOUR_OF[command.card])


def _objections_to_school(player: Player, placed: Card, same: bool) -> Iterator[Refused]:
    """What forbids to use School for a placement; `same`: the card spent has the right colour anyway."""
    if same:
        text = f"That card is {COLOUR_OF[placed]} anyway; School is not needed."
        yield Refused("school_not_needed", text, rules=("LON-CARD-SCHOOL.1",), colour=COLOUR_OF[placed])
    school = visible_power(player, "recolour_spent_card")
    if school is None:
        yield Refused("no_school", "You have no visible School.", rules=("LON-CARD-SCHOOL.1", "LON-PLAY-04"))
        return
    pounds = FACE_OF[placed].place_cost + school.pay
    if refused := money_short(player, pounds, "LON-CARD-SCHOOL.1", card=placed):
        yield refused


def spend_for_placement(course: Course, command: SpendCard) -> None:
    """LON-PLAY-06: the spent card is on the display before the placed card is put down."""
    seat = command.seat
    if command.school:
        card, fee = _school(course.player)
        pay_bank(course, seat, fee, "school", card)
    row, slot = free_slot(course, seat)
    course.happens(CardSpent(seat=seat, card=command.card, purpose="placement", row=row, slot=slot))
    _put_down(course)


def _school(player: Player) -> tuple[Card, int]:
    """A visible School and its fee."""
    for stack in player.stacks:
        power = POWER_OF[stack.top] if stack.face_up else None
        if power is not None and power.id == "recolour_spent_card":
            return stack.top, power.pay
    raise AssertionError("a School is visible")


def objections_to_use_wren(state: State, command: UseWren) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("paying",), "LON-CARD-WREN.1")
    if at_table(state, command.seat) and not _credits(state, command.seat):
        text = "You have no placement left from Wren."
        yield Refused("no_credit", text, rules=("LON-CARD-WREN.1", "LON-RULING-10"))


def use_wren(course: Course, command: UseWren) -> None:
    course.happens(CreditUsed(seat=command.seat, card=_placement(course.state).card))
    _put_down(course)


def _put_down(course: Course) -> None:
    """Pay the bank, put the card down, and let each other visible Shops have its money (LON-CARD-SHOPS.1)."""
    placement, seat = _placement(course.state), course.state.active
    face, stacks = FACE_OF[placement.card], course.player.stacks
    pay_bank(course, seat, face.place_cost, "placement", placement.card)
    at = len(stacks) if placement.stack is None else placement.stack
    returned = 0 if placement.stack is None else stacks[at].money
    course.happens(
        CardPlaced(seat=seat, card=placement.card, stack=at, face_down=placement.face_down, returned=returned)
    )
    store_for_placement(course, seat, at)


def store_for_placement(course: Course, seat: Seat, placed_at: int) -> None:
    """LON-RULING-18: each visible Shops but the card just placed; what is covered by it is not visible any more."""
    for number, stack in enumerate(course.state.players[seat].stacks):
        if number != placed_at and stack.face_up:
            power = POWER_OF[stack.top]
            if power is not None and power.id == "store_on_placement":
                course.happens(MoneyStored(seat=seat, stack=number, pounds=power.amount, card=stack.top))


def objections_to_play_for_effect(state: State, command: PlayForEffect) -> Iterator[Refused]:
    yield from objections_now(state, command.seat, ("action", "playing"), "LON-PLAY-15")
    player = at_table(state, command.seat)
    if player is None:
        return
    if refused := why_not_in_hand(player, command.card):
        yield refused
    face = FACE_OF.get(command.card)
    if face is not None and face.play_effect is None:
        text = f"{face.name} has no effect when it is played from the hand."
        yield Refused("no_play_effect", text, rules=("LON-PLAY-18", "LON-PLAY-15", face.rule), card=command.card)


def play_for_effect(course: Course, command: PlayForEffect) -> None:
    """LON-DISP-08: the card goes to the discard pile; then two cards are taken, or two placements are free."""
    seat, effect = command.seat, FACE_OF[command.card].play_effect
    assert effect is not None, "the card has an effect"
    if course.state.phase == "action":
        course.happens(ActionBegan(seat=seat, action="play", cards=0))
    cards, credits = (effect.count, 0) if effect.kind == "draw_cards" else (0, effect.count)
    course.happens(EffectPlayed(seat=seat, card=command.card, cards=cards, credits=credits))
    settle_draw(course)


def objections_to_end_action(state: State, command: EndAction) -> Iterator[Refused]:
    """Never before a card is played: the first one has brought the turn here (LON-RULING-09)."""
    yield from objections_now(state, command.seat, ("playing",), "LON-PLAY-01")


def end_playing(course: Course, _: EndAction) -> None:
    end_action(course)


def legal_plays(state: State) -> Iterator[Command]:
    """What may be placed or played now."""
    yield from placements(state)
    for card in state.players[state.active].hand:
        play = PlayForEffect(seat=state.active, card=card)
        if FACE_OF[card].play_effect is not None and first(objections_to_play_for_effect(state, play)) is None:
            yield play


def legal_payments(state: State) -> Iterator[Command]:
    """How the announced card may be paid for."""
    seat = state.active
    for card in state.players[seat].hand:
        for school in (False, True):
            spend = SpendCard(seat, card, school)
            if first(objections_to_spend_for_placement(state, spend)) is None:
                yield spend
    wren = UseWren(seat=seat)
    if first(objections_to_use_wren(state, wren)) is None:
        yield wren
