"""Laws over seeded random games of London: the invariants of the rules (LON-INV), legality, and non-interference."""

import itertools
import random
from collections.abc import Iterator

import msgspec
import pytest

from domain.engine.chance import Chance
from domain.engine.codec import canonical, state_hash
from domain.engine.fold import fold
from domain.engine.refusal import Refused
from domain.engine.viewer import SPECTATOR
from domain.rulesets.london import RULESET
from domain.rulesets.london.amendments import lawful
from domain.rulesets.london.commands import Command, PlaceCard, TakeLoan
from domain.rulesets.london.components import BOROUGHS, CARDS, DECKS, deck_letter
from domain.rulesets.london.events import (
    BankPaid,
    CardDrawn,
    CardGivenUp,
    CardKept,
    CardsExchanged,
    CardSpent,
    DeckLookedAt,
    Event,
    HandRevealed,
    LoansRepaid,
    LoanTaken,
    MoneyGained,
    TurnEnded,
)
from domain.rulesets.london.rules import why_not
from domain.rulesets.london.state import State
from tests.lines import english

SEEDS = range(6)
COMMANDS_MAX = 5000


def seed_of(number: int) -> bytes:
    return bytes([number]) * 32


def choose(legal: tuple[Command, ...], chooser: random.Random) -> Command:
    """Random, with few loans, so that games look like games."""
    others = [order for order in legal if not isinstance(order, TakeLoan)]
    return chooser.choice(others if others and chooser.random() < 0.95 else legal)


def game(number: int) -> Iterator[tuple[State, Command, tuple[Event, ...]]]:
    """A random game with 2, 3 or 4 seats: each state with the command given and its events."""
    seats, chooser = 2 + number % 3, random.Random(number)
    state = RULESET.initial(seats, RULESET.options())
    state = fold(RULESET.evolve, state, RULESET.set_up(state, Chance(seed_of(number), 1)))
    for step in range(2, COMMANDS_MAX):
        acting = RULESET.to_act(state)
        if not acting:
            return
        legal = RULESET.legal(state, acting[0])
        order = choose(legal, chooser)
        events = RULESET.decide(state, order, Chance(seed_of(number), step))
        yield state, order, events
        state = fold(RULESET.evolve, state, events)
    raise AssertionError("the game did not end")


def states(number: int) -> Iterator[tuple[State, Event, State]]:
    """Every step of a game: before, event, after."""
    for start, _, events in game(number):
        state = start
        for event in events:
            after = RULESET.evolve(state, event)
            yield state, event, after
            state = after


@pytest.mark.rules("LON-INV-01", "LON-INV-02", "LON-INV-05", "LON-INV-06", "LON-INV-07", "LON-LOAN-05", "LON-POV-01")
@pytest.mark.rules("LON-BUY-02", "LON-BUY-03", "LON-BUY-04", "LON-UG-02", "LON-UG-03", "LON-UG-04", "LON-UG-05")
@pytest.mark.rules("LON-PLAY-02")
@pytest.mark.parametrize("number", SEEDS)
def test_every_law_of_the_ruleset_holds_at_every_moment(number: int) -> None:
    """Cards, amounts, markers and displays: the laws that a ruling must leave whole, too."""
    for _, _, state in states(number):
        assert lawful(state) == ()


@pytest.mark.rules("LON-INV-02", "LON-PLAY-11")
@pytest.mark.parametrize("number", SEEDS)
def test_points_and_stacks_never_go_down(number: int) -> None:
    for before, _, state in states(number):
        for old, new in zip(before.players, state.players, strict=True):
            assert new.vp >= old.vp
            assert len(new.stacks) >= len(old.stacks)


@pytest.mark.rules("LON-INV-03", "LON-DISP-02", "LON-DISP-05")
@pytest.mark.parametrize("number", SEEDS)
def test_the_display_is_filled_as_the_rules_say(number: int) -> None:
    for before, event, after in states(number):
        assert [len(row) for row in after.display] == [len(row) for row in before.display]
        gaps = [[card is None for card in row] for row in after.display]
        held = [[card is None for card in row] for row in before.display]
        match event:
            case CardSpent(row=row, slot=slot) | CardGivenUp(row=row, slot=slot):
                assert row == 0 or None not in before.display[0]
                assert held[row].index(True) == slot
            case CardsExchanged():
                assert gaps == held
            case _:
                pass


@pytest.mark.rules("LON-INV-04", "LON-TURN-06")
@pytest.mark.parametrize("number", SEEDS)
def test_no_hand_is_larger_than_nine_at_the_end_of_its_turn(number: int) -> None:
    for before, event, _ in states(number):
        if isinstance(event, TurnEnded):
            assert len(before.players[event.seat].hand) <= 9


@pytest.mark.rules("LON-INV-08", "LON-SETUP-05")
@pytest.mark.parametrize("number", SEEDS)
def test_deck_letters_come_out_in_order(number: int) -> None:
    events = [event for _, event, _ in states(number)]
    if not any(isinstance(event, DeckLookedAt) for event in events):
        letters = [deck_letter(event.card) for event in events if isinstance(event, CardDrawn)]
        assert letters == sorted(letters)


@pytest.mark.rules("LON-INV-09", "LON-SETUP-10")
@pytest.mark.parametrize("number", SEEDS)
def test_replay_gives_the_same_state_and_the_same_commands_the_same_events(number: int) -> None:
    seats = 2 + number % 3
    start = RULESET.initial(seats, RULESET.options())
    live = list(RULESET.set_up(start, Chance(seed_of(number), 1)))
    again, last = fold(RULESET.evolve, start, live), start
    for step, (state, order, events) in enumerate(game(number), start=2):
        assert state_hash(again) == state_hash(state)
        copy = msgspec.json.decode(canonical(state), type=State)
        assert canonical(copy) == canonical(state)
        assert RULESET.decide(copy, order, Chance(seed_of(number), step)) == events
        assert RULESET.legal(copy, copy.active) == RULESET.legal(state, state.active)
        live += events
        last = again = fold(RULESET.evolve, again, events)
    assert state_hash(fold(RULESET.evolve, start, live)) == state_hash(last)
    assert RULESET.outcome(last) is not None


@pytest.mark.rules("LON-INV-10", "LON-RUN-08")
@pytest.mark.parametrize("number", SEEDS)
def test_a_card_face_down_never_turns_up_again(number: int) -> None:
    turned: set[str] = set()
    for _, _, state in states(number):
        tops = [stack for player in state.players for stack in player.stacks]
        assert not turned & {stack.top for stack in tops if stack.face_up}
        turned |= {stack.top for stack in tops if not stack.face_up}


@pytest.mark.rules("LON-LOAN-02", "LON-FLOW-12")
@pytest.mark.parametrize("number", SEEDS)
def test_money_is_accounted_for(number: int) -> None:
    """All money comes from the bank by loans, cards and Shops, and goes back to it by payments."""
    for before, event, after in states(number):
        moved = sum(player.money for player in after.players) - sum(player.money for player in before.players)
        match event:
            case LoanTaken(pounds=pounds) | MoneyGained(pounds=pounds):
                assert moved == pounds
            case BankPaid(pounds=pounds) | LoansRepaid(pounds=pounds):
                assert moved == -pounds
            case _:
                assert moved == 0 or type(event).__name__ in ("BoroughBought", "StoredMoneyTaken")


def thinkable(state: State) -> Iterator[Command]:
    """Every command of the active seat that has the right shape, sensible or not."""
    stacks = range(-1, len(state.players[state.active].stacks) + 1)
    values = {
        "card": CARDS,
        "hospital": (None, *stacks),
        "borough": tuple(BOROUGHS),
        "opponent": range(-1, 5),
        "school": (False, True),
        "face_down": (False, True),
    }
    for kind in RULESET.commands:
        fields = [field.name for field in msgspec.structs.fields(kind)][1:]
        values["stack"] = (None, *stacks) if kind is PlaceCard else stacks
        for combination in itertools.product(*(values[field] for field in fields)):
            yield kind(state.active, *combination)


@pytest.mark.rules("LON-FLOW-02", "LON-FLOW-11", "LON-TURN-05", "LON-RULING-43")
@pytest.mark.parametrize("number", SEEDS)
def test_what_is_listed_is_accepted_and_everything_else_is_refused(number: int) -> None:
    chooser = random.Random(number)
    for state, _, _ in game(number):
        legal = RULESET.legal(state, state.active)
        assert legal
        assert len(set(legal)) == len(legal)
        if chooser.random() < 0.03:
            accepted = {order for order in thinkable(state) if why_not(state, order) is None}
            assert accepted == set(legal)
            for order in legal:
                assert RULESET.decide(state, order, Chance(bytes(32), 1))


REVEALING = (CardDrawn, CardKept, DeckLookedAt, HandRevealed)


@pytest.mark.rules("LON-INFO-01", "LON-INFO-02", "LON-INFO-03", "LON-INFO-06", "LON-INFO-10", "LON-INFO-12")
@pytest.mark.parametrize("number", SEEDS)
def test_what_a_viewer_cannot_know_changes_nothing_for_him(number: int) -> None:
    """Non-interference: a game and its redeal give the viewer the same bytes, now and after any command of both."""
    chooser = random.Random(number)
    for step, (state, _, _) in enumerate(game(number)):
        if chooser.random() > 0.06:
            continue
        for viewer in (SPECTATOR, *range(len(state.players))):
            twin = RULESET.redeal(state, viewer, Chance(seed_of(99), step))
            assert canonical(RULESET.view(twin, viewer)) == canonical(RULESET.view(state, viewer))
            assert RULESET.tracks(twin) == RULESET.tracks(state)
            assert RULESET.to_act(twin) == RULESET.to_act(state)
            if viewer >= 0:
                assert RULESET.legal(twin, viewer) == RULESET.legal(state, viewer)
                same_refusals(state, twin, viewer, chooser)
            both = set(RULESET.legal(state, state.active)) & set(RULESET.legal(twin, state.active))
            for order in both:
                same_lines(state, twin, order, viewer)


def same_refusals(state: State, twin: State, viewer: int, chooser: random.Random) -> None:
    """Whatever the viewer asks in vain, the answer is the same."""
    for order in chooser.sample(list(thinkable(msgspec.structs.replace(state, active=viewer))), 40):
        told = []
        for table in (state, twin):
            try:
                RULESET.decide(table, order, Chance(bytes(32), 1))
            except Refused as refused:
                told.append((refused.code, english(refused, "london"), refused.rules, canonical(refused.facts)))
            else:
                told.append(())
        assert told[0] == told[1]


def same_lines(state: State, twin: State, order: Command, viewer: int) -> None:
    """A command that both games allow is told to the viewer in the same words, unless it shows him something new."""
    events = [RULESET.decide(table, order, Chance(bytes(32), 1)) for table in (state, twin)]
    if any(isinstance(event, HandRevealed) for event in events[0]):
        return
    lines = [[RULESET.tell(event, viewer) for event in made] for made in events]
    new = any(isinstance(event, REVEALING) and event.seat == viewer for event in events[0])
    if not new:
        assert canonical(lines[0]) == canonical(lines[1])
        after = [fold(RULESET.evolve, table, made) for table, made in zip((state, twin), events, strict=True)]
        assert canonical(RULESET.view(after[0], viewer)) == canonical(RULESET.view(after[1], viewer))


@pytest.mark.rules("LON-INFO-02")
@pytest.mark.parametrize("number", range(3))
def test_a_redeal_does_deal_again(number: int) -> None:
    state = next(game(number))[0]
    twin = RULESET.redeal(state, 0, Chance(seed_of(7), 1))
    assert twin.players[0] == state.players[0]
    assert twin.deck != state.deck
    assert twin.players[1].hand != state.players[1].hand
    letters = [deck_letter(card) for card in state.deck]
    assert [deck_letter(card) for card in twin.deck] == letters
    assert len(letters) == 110 - 6 * len(state.players) and set(DECKS) >= set(letters)


@pytest.mark.parametrize("number", SEEDS)
def test_every_event_is_told_to_everybody_with_its_rules(number: int) -> None:
    for state, event, _ in states(number):
        for viewer in (SPECTATOR, *range(len(state.players))):
            line = RULESET.tell(event, viewer)
            assert line is not None
            assert line.rules
            assert english(line).endswith(".")
            assert line.type == f"london.{type(event).__name__}"
            assert msgspec.json.decode(canonical(line))["message"]["key"] == line.message.key
