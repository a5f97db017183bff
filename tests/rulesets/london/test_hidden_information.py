"""Who may know what (LON-INFO): views, lines, legal lists and refusals of each viewer."""

from collections.abc import Sequence

import msgspec
import pytest

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.viewer import ARBITER, SPECTATOR, seat_of
from domain.rulesets.london import RULESET
from domain.rulesets.london.commands import (
    Activate,
    DrawFromDeck,
    KeepCard,
    LookAtDeck,
    OfferCard,
    PlaceCard,
    PutBack,
    SpendCard,
    TakeFromDisplay,
    TakeInExchange,
    TakeThree,
)
from domain.rulesets.london.components import CARDS, FACE_OF, deck_letter
from domain.rulesets.london.events import (
    CardActivated,
    CardDrawn,
    CardGivenUp,
    CardKept,
    CardPlaced,
    CardPutBack,
    CardTaken,
    DeckLookedAt,
    DecksShuffled,
    HandDealt,
    HandRevealed,
)
from domain.rulesets.london.redeal import TRIES_MAX, redeal
from domain.rulesets.london.state import State
from domain.rulesets.london.tell import tell
from domain.rulesets.london.view import View, view
from tests.lines import english
from tests.rulesets.london.position import (
    NO_CHANCE,
    c,
    cards,
    happened,
    no,
    of,
    play,
    position,
    seat,
    stack,
    start_of_turn,
)

EVERYBODY = (0, 1, SPECTATOR, ARBITER)


@pytest.mark.rules("LON-INFO-01")
def test_a_hand_is_known_to_its_owner_its_size_to_all() -> None:
    state = position(seat(hand=["lords", "paupers"]), seat(hand=["grocers"]))
    seen = {viewer: [each.hand for each in view(state, viewer).seats] for viewer in EVERYBODY}
    assert seen[0] == [cards(["lords", "paupers"]), ()]
    assert seen[1] == [(), cards(["grocers"])]
    assert seen[SPECTATOR] == [(), ()]
    assert seen[ARBITER] == [cards(["lords", "paupers"]), cards(["grocers"])]
    assert all([each.hand_count for each in view(state, viewer).seats] == [2, 1] for viewer in EVERYBODY)


@pytest.mark.rules("LON-INFO-02")
def test_the_order_of_the_deck_is_known_to_nobody_its_size_to_all() -> None:
    state = position(seat())
    for viewer in (0, 1, SPECTATOR):
        seen = view(state, viewer)
        assert (seen.deck_top, seen.deck_count) == ((), 110)
        line = tell(DecksShuffled(deck=CARDS), viewer)
        assert line.facts == {"cards": 110}
    assert view(state, ARBITER).deck_top == state.deck
    dealt = redeal(state, 0, NO_CHANCE)
    assert [deck_letter(card) for card in dealt.deck] == [deck_letter(card) for card in state.deck]


@pytest.mark.rules("LON-INFO-03", "LON-INFO-11")
def test_a_card_drawn_from_the_deck_is_told_to_its_owner_alone() -> None:
    event = CardDrawn(seat=0, card=c("grocers"))
    assert english(tell(event, 0)) == "«0» drew Grocers from the deck."
    assert tell(event, 0).facts == {"card": c("grocers")}
    for viewer in (1, SPECTATOR):
        assert english(tell(event, viewer)) == "«0» drew a card from the deck."
        assert tell(event, viewer).facts == {}
    assert tell(event, ARBITER).facts == {"card": c("grocers")}


@pytest.mark.rules("LON-INFO-04")
def test_a_card_taken_from_the_display_stays_known_until_it_leaves_the_hand() -> None:
    state = start_of_turn(position(seat(hand=["lords"]), seat(), top=["grocers"]), 0)
    taken = play(state, TakeFromDisplay(0, c("grocers")))
    for viewer in (1, SPECTATOR):
        assert view(taken, viewer).seats[0].hand == (c("grocers"),)
    event = CardTaken(seat=0, card=c("grocers"), row=0, slot=0)
    assert tell(event, SPECTATOR).facts["card"] == c("grocers")
    spending = position(seat(hand=["grocers", "lords"], known=["grocers"], stacks=["brewing"]))
    spent = play(spending, Activate(0, 0), SpendCard(0, c("grocers")))
    assert view(spent, 1).seats[0].hand == ()
    assert spent.players[0].known == ()


@pytest.mark.rules("LON-INFO-04", "LON-INFO-07", "LON-RULING-26")
def test_an_exchanged_card_and_an_announced_one_are_known() -> None:
    state = position(seat(stacks=["stock_exchange"], hand=["paupers", "lords"]), top=["grocers"])
    offered = play(state, OfferCard(0, c("paupers")))
    assert view(offered, 1).seats[0].hand == (c("paupers"),)
    after = play(offered, TakeInExchange(0, c("grocers")))
    assert view(after, 1).seats[0].hand == (c("grocers"),)
    announced = play(position(seat(hand=["grocers", "salters"])), PlaceCard(0, c("grocers")))
    assert view(announced, SPECTATOR).seats[0].hand == (c("grocers"),)


@pytest.mark.rules("LON-INFO-05")
def test_the_server_reveals_card_by_card() -> None:
    state = play(position(seat()), TakeThree(0))
    one = happened(state, DrawFromDeck(0))
    assert len(of(one, CardDrawn)) == 1
    seen = canonical(view(play(state, DrawFromDeck(0)), 0)).decode()
    assert state.deck[0] in seen
    assert state.deck[1] not in seen


TOP = ["grocers", "salters", "mercers", "vintners"]


def looking() -> State:
    given = position(seat(stacks=["university_of_london"]), seat(), top_of_deck=TOP, top=["lords"])
    return play(start_of_turn(given, 0), LookAtDeck(0))


@pytest.mark.rules("LON-INFO-06", "LON-INFO-11", "LON-CARD-UNIVERSITY-OF-LONDON.1")
def test_looked_at_cards_and_their_order_are_known_to_the_looker_alone() -> None:
    state = looking()
    assert view(state, 0).turn.looked == view(state, 0).deck_top == cards(TOP[:3])
    for viewer in (1, SPECTATOR):
        assert (view(state, viewer).turn.looked, view(state, viewer).turn.looked_count) == ((), 3)
        assert view(state, viewer).deck_top == ()
    events = (
        DeckLookedAt(seat=0, cards=cards(TOP[:3])),
        CardKept(seat=0, card=c("grocers")),
        CardPutBack(seat=0, card=c("salters")),
        HandDealt(seat=0, cards=cards(TOP)),
    )
    for event in events:
        told, own = tell(event, 1), tell(event, 0)
        assert not any(FACE_OF[card].name in english(told) for card in cards(TOP))
        assert not any(card in canonical(told).decode() for card in CARDS)
        assert any(card in canonical(own).decode() for card in cards(TOP))
    assert tell(events[0], 1).facts == {"count": 3}


@pytest.mark.rules("LON-INFO-06", "LON-INFO-04")
def test_the_looker_knows_where_the_cards_went_from_the_deck() -> None:
    state = play(looking(), KeepCard(0, c("salters")), PutBack(0, c("mercers")))
    assert view(state, 0).deck_top == cards(["mercers", "grocers"])
    after = play(state, TakeThree(0), *[TakeFromDisplay(0, c("lords"))], DrawFromDeck(0), DrawFromDeck(0))
    assert after.active == 1
    again = play(looking(), KeepCard(0, c("salters")), PutBack(0, c("mercers")))
    theirs = start_of_turn(again, 1)
    drawn = play(theirs, DrawFromDeck(1))
    assert view(drawn, 0).seats[1].hand == (c("mercers"),)
    assert view(drawn, SPECTATOR).seats[1].hand == ()
    assert view(drawn, 0).deck_top == (c("grocers"),)
    assert redeal(drawn, 0, NO_CHANCE).players[1].hand == (c("mercers"),)


@pytest.mark.rules("LON-INFO-07", "LON-INFO-08", "LON-RULING-36", "LON-RULING-38")
def test_everything_on_the_table_is_the_same_to_all_viewers() -> None:
    stacks = [stack("grocers", "lords", down=True), stack("shops", money=2)]
    state = position(
        seat(stacks=stacks, money=7, loans=2, vp=9, poverty=3),
        seat(hand=["paupers"]),
        top=["sewers", None, "bridge"],
        owners={"city": 1},
        underground=["city"],
    )

    def public(seen: View) -> View:
        return msgspec.structs.replace(
            seen,
            deck_top=(),
            seats=tuple(msgspec.structs.replace(each, hand=()) for each in seen.seats),
            turn=msgspec.structs.replace(seen.turn, looked=()),
        )

    assert len({canonical(public(view(state, viewer))) for viewer in EVERYBODY}) == 1
    seen = view(state, SPECTATOR)
    assert seen.seats[0].stacks[0].cards == cards(["grocers", "lords"])
    assert (seen.seats[0].money, seen.seats[0].loans, seen.seats[0].vp, seen.seats[0].poverty) == (7, 2, 9, 3)
    assert seen.seats[0].stacks[1].money == 2
    assert [(slot.row, slot.slot, slot.card) for slot in seen.display[1:4]] == [
        (0, 1, None),
        (0, 2, c("bridge")),
        (1, 0, None),
    ]
    stands = {each.borough: (each.owner, each.underground) for each in seen.boroughs}
    assert (len(stands), stands["city"], stands["hackney"]) == (20, (1, True), (None, False))
    assert ([each.markers_left for each in seen.seats], seen.underground_left) == ([11, 10], 9)
    assert (seen.active, seen.phase, seen.turn_number, seen.idle_turns_limit) == (0, "action", 7, 20)


@pytest.mark.rules("LON-INFO-09")
def test_hands_are_revealed_at_scoring_and_not_before() -> None:
    state = position(seat(), seat(hand=["lords"]), deck=[], turns_left=1, ending="deck")
    assert "lords" not in canonical(view(state, 0)).decode()
    (_, revealed) = of(happened(state, TakeThree(0)), HandRevealed)
    assert tell(revealed, SPECTATOR).facts["cards"] == (c("lords"),)
    assert c("lords") in view(play(state, TakeThree(0)), 0).discard


@pytest.mark.rules("LON-INFO-10")
def test_a_spectator_reads_no_hidden_card_and_no_order() -> None:
    state = position(seat(hand=["lords"], glimpsed=["sewers"]), seat(hand=["grocers"]), top_of_deck=["sewers"])
    text = canonical(view(state, SPECTATOR)).decode()
    assert not any(card in text for card in CARDS)


@pytest.mark.rules("LON-INFO-12", "LON-FLOW-11")
def test_a_refusal_tells_nothing_about_where_a_card_is() -> None:
    state = position(seat(hand=["lords", "paupers"]), seat(hand=["grocers"]), top_of_deck=["salters"])
    told = set()
    for name in ("grocers", "salters", "mercers"):
        refused = no(state, PlaceCard(0, c(name)), "not_in_hand", "LON-INFO-12")
        told.add((refused.code, english(refused, "london"), refused.rules, tuple(refused.facts)))
    assert len(told) == 1
    for twin in (state, redeal(state, 0, NO_CHANCE)):
        no(twin, PlaceCard(1, c("grocers")), "not_your_turn", "LON-TURN-01")


@pytest.mark.rules("LON-INFO-01", "LON-INFO-02", "LON-PLAY-04")
def test_who_must_be_able_to_pay_is_dealt_the_means_and_nobody_the_truth() -> None:
    """One hidden card of 22 can pay. Most deals do not give it to the one who needs it; the true one is no way out."""
    early = [card for card in CARDS if deck_letter(card) == "A" and FACE_OF[card].colour != "pink"]
    able = position(seat(hand=["woolwich_arsenal", "great_fire_monument"]), seat(hand=early[:2]), deck=early[2:])
    state = play(able, PlaceCard(0, c("woolwich_arsenal")))
    assert state.phase == "paying"
    mended = 0
    for seed in range(60):
        chance = Chance(bytes([seed]) * 32, 1)
        twin = redeal(state, 1, chance)
        assert c("great_fire_monument") in twin.players[0].hand
        assert twin != state and twin.deck != state.deck
        assert sorted((*twin.deck, *twin.players[0].hand)) == sorted((*state.deck, *state.players[0].hand))
        assert redeal(twin, 1, Chance(bytes([seed]) * 32, 1)) == twin
        mended += len(chance.draws) > TRIES_MAX * len(state.deck)
    assert mended


@pytest.mark.rules("LON-INFO-01", "LON-INFO-02", "LON-PLAY-06")
def test_between_the_price_and_the_placement_a_deal_need_not_hold_the_price_again() -> None:
    """The one card that can pay is spent and the placed one not yet put down: no hidden card could pay once more."""
    early = [card for card in CARDS if deck_letter(card) == "A" and FACE_OF[card].colour != "pink"]
    price = c("great_fire_monument")
    state = position(seat(hand=["woolwich_arsenal", price, *early[:2]]), seat(), deck=early[2:])
    for event in happened(state, PlaceCard(0, c("woolwich_arsenal")), SpendCard(0, price)):
        if isinstance(event, CardPlaced):
            break
        state = RULESET.evolve(state, event)
    assert state.phase == "paying" and price not in state.players[0].hand
    twins = [redeal(state, SPECTATOR, Chance(bytes([seed]) * 32, 1)) for seed in range(5)]
    for twin in twins:
        assert canonical(view(twin, SPECTATOR)) == canonical(view(state, SPECTATOR))
        assert sorted((*twin.deck, *twin.players[0].hand)) == sorted((*state.deck, *state.players[0].hand))
    assert len({twin.deck for twin in twins}) == len(twins)


EARLY = [
    card for card in CARDS if deck_letter(card) == "B" and card not in cards(["university_of_london", "parliament"])
]
LATE = [card for card in CARDS if deck_letter(card) == "C" and card not in cards(["parliament"])]
SEEDS = range(60)


def after_a_look_at_the_border(kept: str, *back: str, hand: Sequence[str] = ()) -> State:
    """Seat 0 has looked at the last B card and two C cards, with University."""
    given = position(
        seat(hand=hand, stacks=["university_of_london"]), seat(hand=LATE[-2:]), deck=[EARLY[0], *LATE[:20]]
    )
    return play(start_of_turn(given, 0), LookAtDeck(0), KeepCard(0, kept), PutBack(0, back[0]), TakeThree(0))


def letters_dealt(state: State, viewer: int) -> set[tuple[str, str]]:
    """The letters of the other hand and of the top two cards, over many deals."""
    twins = [redeal(state, viewer, Chance(bytes([seed]) * 32, 1)) for seed in SEEDS]
    assert {canonical(view(twin, viewer)) for twin in twins} == {canonical(view(state, viewer))}
    assert {twin.players[1].hand for twin in twins} == {state.players[1].hand}
    return {
        ("".join(sorted(map(deck_letter, twin.players[0].hand))), "".join(map(deck_letter, twin.deck[:2])))
        for twin in twins
    }


@pytest.mark.rules("LON-INFO-02", "LON-INFO-06")
def test_a_deal_tells_no_letter_of_a_card_that_university_kept_at_a_border() -> None:
    early, first, second = EARLY[0], *LATE[:2]
    worlds = (
        after_a_look_at_the_border(early, first),
        after_a_look_at_the_border(first, early),
        after_a_look_at_the_border(second, first),
    )
    assert len({canonical(view(world, 1)) for world in worlds}) == 1
    for world in worlds:
        assert letters_dealt(world, 1) == {("B", "CC"), ("C", "BC"), ("C", "CB")}
        own = [redeal(world, 0, Chance(bytes([seed]) * 32, 1)) for seed in SEEDS]
        assert {(twin.players[0].hand, twin.deck[:2]) for twin in own} == {(world.players[0].hand, world.deck[:2])}
        assert {deck_letter(card) for card in redeal(world, 1, NO_CHANCE).deck[2:]} == {"C"}


@pytest.mark.rules("LON-INFO-02", "LON-INFO-04")
def test_a_card_that_leaves_the_hand_does_not_tell_whether_it_was_the_one_from_the_border() -> None:
    """Seat 0 gives up a B card: the one from the deck, or one that it had before."""
    early, other, first = EARLY[0], EARLY[1], LATE[0]
    worlds = [
        without(after_a_look_at_the_border(kept, back, hand=[older]), gone)
        for kept, back, older, gone in (
            (early, first, other, other),
            (early, first, other, early),
            (first, early, other, other),
        )
    ]
    assert letters_dealt(worlds[0], 1) == letters_dealt(worlds[1], 1) != set()
    assert letters_dealt(worlds[2], 1) == letters_dealt(worlds[0], 1)


def without(state: State, card: str) -> State:
    """The same table after seat 0 has given up that card."""
    return RULESET.evolve(state, CardGivenUp(seat=0, card=card, row=0, slot=0))


@pytest.mark.rules("LON-INFO-02")
def test_letters_stay_where_they_are_once_a_card_from_the_border_is_public() -> None:
    early, first = EARLY[0], LATE[0]
    state = after_a_look_at_the_border(early, first)
    assert set(state.mixed) == {early, first, LATE[1]}
    public = without(state, early)
    assert letters_dealt(public, 1) == {("", "CC")}
    drawn = RULESET.evolve(state, CardDrawn(seat=0, card=state.deck[0]))
    assert letters_dealt(drawn, 1) == {("BC", "CC"), ("CC", "BC")}


@pytest.mark.rules("LON-INFO-11")
def test_every_event_that_hides_a_card_has_two_forms() -> None:
    hiding = {DecksShuffled, HandDealt, CardDrawn, CardKept, CardPutBack, DeckLookedAt}
    state = looking()
    events = (
        *RULESET.set_up(RULESET.initial(2, RULESET.options()), NO_CHANCE),
        *happened(state, KeepCard(0, c("salters")), PutBack(0, c("mercers")), TakeThree(0), DrawFromDeck(0)),
    )
    for event in events:
        same = canonical(tell(event, SPECTATOR)) == canonical(tell(event, ARBITER))
        assert same != (type(event) in hiding)


@pytest.mark.rules("GAME-BACK-02", "LON-CARD-GREAT-EXHIBITION.1")
def test_who_activates_the_great_exhibition_shows_that_a_blue_card_is_in_the_hand() -> None:
    """Found by the laws over 10,000 games: in a world without a blue card the command is refused."""
    given = position(seat(stacks=["great_exhibition", "train_station"], hand=["lords", "paupers"]))
    [shows] = [each for each in happened(given, Activate(0, 0)) if isinstance(each, CardActivated)]
    assert RULESET.informs(shows).teaches(SPECTATOR) and not RULESET.informs(shows).teaches(seat_of(0))
    [silent] = [each for each in happened(given, Activate(0, 1)) if isinstance(each, CardActivated)]
    repeated = msgspec.structs.replace(shows, repeated=True, paid=True)  # by Whitehall, which costs no card
    assert not RULESET.informs(silent).teaches(SPECTATOR), "that there is any card is public"
    assert not RULESET.informs(repeated).teaches(SPECTATOR)
