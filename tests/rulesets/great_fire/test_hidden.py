"""Rules section 20: hidden information, compared byte by byte."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.viewer import ARBITER, SPECTATOR, Viewer
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.state import State, TokenSupply
from tests.lines import english
from tests.rulesets.games import Game, law_game, option_sets
from tests.rulesets.great_fire.openings import dealt, each, opened
from tests.rulesets.great_fire.position import after, names, no, one, play, position

PL = "pudding_lane"
HIDDEN = Options(hidden_colours=True)
FIRE = c.PlayFire(0, "N", PL, "bridgeward")
GAMES = [pytest.param(seats, options) for seats in (3, 4, 5, 6) for options in option_sets("great_fire")]


def line_bytes(event: Any, viewer: Viewer) -> bytes:
    return canonical(RULESET.tell(event, viewer))


def alike(one: State, other: State, viewer: Viewer) -> bool:
    """Returns whether two states are the same for a viewer: its view, legal commands and visible tracks."""

    def seen(state: State) -> bytes:
        legal = RULESET.legal(state, viewer) if viewer >= 0 else ()
        tracks = [track for track in RULESET.tracks(state) if track.is_visible_to(viewer)]
        return canonical([RULESET.view(state, viewer), legal, tracks, RULESET.to_act(state)])

    return seen(one) == seen(other)


# ---- events: (event, a twin that differs in the secret only, who knows it)

SECRETS: list[tuple[Any, Any, set[Viewer]]] = [
    (e.HandDealt(1, ("N", "N", "E", "S", "W")), e.HandDealt(1, ("S", "S", "S", "W", "W")), {1}),
    (e.HandExchanged(1, ("N",) * 5, ("N", "E", "E", "S", "W")), e.HandExchanged(1, ("N",) * 5, ("S",) * 5), {1}),
    (
        e.FireDeckBuilt(("B", "A"), (2, 1), ("N", "E", "S"), ("W", "W")),
        e.FireDeckBuilt(("B", "A"), (2, 1), ("W", "E", "W"), ("N", "S")),
        set(),
    ),
    (e.ColourDealt(1, "red", "blue", True), e.ColourDealt(1, "black", "blue", True), {1}),
    (
        e.TokensPlaced({"holborn": "vp", "newgate": "charge"}),
        e.TokensPlaced({"holborn": "charge", "newgate": "vp"}),
        set(),
    ),
    (e.ObjectivesDealt(1, ("I-1", "II-1", "III-1")), e.ObjectivesDealt(1, ("I-2", "II-7", "III-4")), {1}),
    (e.TokenTaken(1, "holborn", "vp"), e.TokenTaken(1, "holborn", "double_move"), {1}),
    (e.DistrictDemolished(1, "holborn", (), "vp"), e.DistrictDemolished(1, "holborn", (), "charge"), set()),
    (e.FireCardDrawn(1, "N", 3), e.FireCardDrawn(1, "W", 3), {1}),
]


@pytest.mark.rules("GF-HID-01", "GF-HID-05", "GF-HID-08", "GF-RULING-46", "GF-OPT-01")
@pytest.mark.parametrize(("event", "twin", "knowing"), SECRETS, ids=[type(row[0]).__name__ for row in SECRETS])
def test_hid_01_a_secret_changes_no_byte_of_the_lines_of_others(event: Any, twin: Any, knowing: set[Viewer]) -> None:
    for viewer in (*range(4), SPECTATOR, ARBITER):
        same = line_bytes(event, viewer) == line_bytes(twin, viewer)
        assert same == (viewer not in knowing and viewer != ARBITER), viewer


@pytest.mark.rules("GF-HID-01")
def test_hid_01_every_other_event_has_the_same_line_for_all() -> None:
    secret = {type(event) for event, _, _ in SECRETS}
    for event in law_game("great_fire", 4, option_sets("great_fire")[0]).events:
        if type(event) not in secret:
            assert len({line_bytes(event, viewer) for viewer in (*range(4), SPECTATOR, ARBITER)}) == 1


def shows_something_hidden(event: Any, viewer: Viewer) -> bool:
    """Returns whether this event reveals something to the viewer: its own draw, or what everybody sees."""
    match event:
        case e.FireCardDrawn(seat=seat) | e.TokenTaken(seat=seat) | e.HandExchanged(seat=seat):
            return seat == viewer
        case e.NoMoveDeclared() | e.GameScored():
            return True
        case _:
            return False


def goes_on_alike(game: Game, state: State, twin: State, command: c.Command, version: int, viewer: Viewer) -> None:
    """One command in two games that are equal for a viewer has equally many events, and the same lines until one
    reveals something.
    """
    if command not in RULESET.legal(twin, command.seat):
        return  # another hand holds other cards
    events, others = (RULESET.decide(each, command, Chance(game.seed, version)) for each in (state, twin))
    assert names(events) == names(others)
    for event, other in zip(events, others, strict=True):
        assert line_bytes(event, viewer) == line_bytes(other, viewer) or shows_something_hidden(event, viewer)


@pytest.mark.rules("GF-HID-01", "GF-HID-02", "GF-HID-09", "GF-HID-10")
@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_hid_01_what_a_viewer_cannot_know_changes_nothing_it_sees(seats: int, options: Options) -> None:
    game = law_game("great_fire", seats, options)
    dice = random.Random("hidden")
    for step in game.steps:
        for viewer in (dice.randrange(seats), SPECTATOR):
            twin = RULESET.redeal(step.before, viewer, Chance(dice.randbytes(32), step.version))
            assert alike(step.before, twin, viewer)
            goes_on_alike(game, step.before, twin, step.command, step.version, viewer)


@pytest.mark.rules("GF-HID-01")
def test_redeal_deals_all_that_is_hidden_again() -> None:
    """Otherwise the law above would prove nothing. Over some deals every hidden place differs, and no public one."""
    state, _ = dealt(4, HIDDEN)
    supplies = (TokenSupply(1, 0, 0), TokenSupply(0, 1, 0), TokenSupply(0, 0, 1), TokenSupply(0, 0, 0))
    state = replace(state, supplies=supplies, tokens=bytes(1 if t == 3 else t for t in state.tokens))
    moved = set()
    for seed in range(8):
        twin = RULESET.redeal(state, 0, Chance(bytes([seed] * 32), 0))
        deal, other = state.deal, twin.deal
        assert (twin.hands[0], twin.supplies[0], other.colours[0], other.objectives[0]) == (
            state.hands[0],
            state.supplies[0],
            deal.colours[0],
            deal.objectives[0],
        )
        pairs = {
            "hands": (state.hands[1:], twin.hands[1:]),
            "deck": (state.deck, twin.deck),
            "leftover": (deal.leftover, other.leftover),
            "tokens": (state.tokens, twin.tokens),
            "held": (state.supplies[1:], twin.supplies[1:]),
            "objectives": (deal.objectives[1:], other.objectives[1:]),
            "colours": (deal.colours[1:], other.colours[1:]),
        }
        moved |= {name for name, (a, b) in pairs.items() if a != b}
    assert moved == set(pairs)


@pytest.mark.rules("GF-HID-01")
def test_hid_01_no_refusal_shows_another_hand_or_token() -> None:
    """The same commands of seat 1 get the same answers, whatever cards and tokens seat 0 has."""
    state = position(hands={0: "NNESW"}, held={0: ["charge"]}, tokens={"billingsgate": "vp"})
    twin = position(hands={0: "SSSSS"}, held={0: ["vp"]}, tokens={"billingsgate": "charge"})
    for order in (
        c.PlayFire(1, "N", PL, "bridgeward"),
        c.DeclareNoMove(1, "S"),
        c.Demolish(1, "bridgeward"),
        c.EndActions(1),
    ):
        one, other = no(state, order), no(twin, order)
        assert (one.code, one.rules, one.facts) == (other.code, other.rules, other.facts)


@pytest.mark.rules("GF-HID-02")
def test_hid_02_the_legal_moves_of_a_hand_are_for_its_owner_alone() -> None:
    state, twin = position(hands={0: "NNESW"}), position(hands={0: "SSSSS"})
    assert RULESET.legal(state, 0) != RULESET.legal(twin, 0)
    for viewer in (1, 2, 3, SPECTATOR):
        assert alike(state, twin, viewer)
        assert viewer < 0 or RULESET.legal(state, viewer) == ()
    _, events = play(state, FIRE)
    line = RULESET.tell(one(events, e.FireCardPlayed), 1)
    assert line is not None and dict(line.facts) == {"seat": 0, "card": "N"}, "public is only which card was played"
    assert RULESET.view(state, 1).seats[0].hand is None and RULESET.view(state, 1).seats[0].cards == 5


def asked(hand: str) -> State:
    state, _ = opened(4)
    return replace(state, hands=tuple(hand if seat == state.active else "EESSW" for seat in range(4)))


@pytest.mark.rules("GF-HID-03", "GF-SETUP-04")
def test_hid_03_the_offer_of_an_exchange_is_known_to_its_seat_alone() -> None:
    state, twin = asked("NNNNN"), asked("ENNNN")
    seat = state.active
    assert RULESET.view(state, seat).exchange_offered and not RULESET.view(twin, seat).exchange_offered
    for viewer in (*(other for other in range(4) if other != seat), SPECTATOR):
        assert alike(state, twin, viewer)
        assert not RULESET.view(state, viewer).exchange_offered
    kept, events = play(state, c.KeepHand(seat))
    twin_kept, twin_events = play(twin, c.KeepHand(seat))
    for viewer in (*(other for other in range(4) if other != seat), SPECTATOR):
        assert alike(kept, twin_kept, viewer)
        assert [line_bytes(event, viewer) for event in events] == [line_bytes(event, viewer) for event in twin_events]


@pytest.mark.rules("GF-HID-03")
def test_hid_03_everybody_is_asked_and_asked_again_after_an_exchange() -> None:
    state = asked("NNNNN")
    seat = state.active
    state, (exchanged,) = play(state, c.ExchangeHand(seat))
    assert RULESET.to_act(state) == (seat,), "whatever the new cards are"
    line = RULESET.tell(exchanged, SPECTATOR)
    assert line is not None and line.facts["hand"] == ("N",) * 5 and "drawn" not in line.facts
    state = after(state, c.KeepHand(seat))
    assert RULESET.to_act(state) == ((seat + 1) % 4,), "also a seat without an offer"
    assert len(each(dealt(4)[1], e.HandConfirmed)) == 4


def shown(state: State, seat: int) -> str:
    """Returns the cards of a seat that a spectator knows."""
    return "".join(RULESET.view(state, SPECTATOR).seats[seat].public_cards)


@pytest.mark.rules("GF-HID-04", "GF-FIRE-13")
def test_hid_04_a_shown_hand_stays_known_until_its_cards_are_played() -> None:
    state = position(hands={0: "SSSSS"}, cones={"queenhithe": 1}, deck="NSNNNNNNNNNN")
    assert shown(state, 0) == ""
    state, (declared,) = play(state, c.DeclareNoMove(0, "S"))
    assert all(line_bytes(declared, viewer) == line_bytes(declared, 0) for viewer in (1, 2, SPECTATOR))
    assert shown(state, 0) == "SSSS"
    state = after(state, *[c.Intensify(0, "queenhithe")] * 3, c.EndActions(0))
    assert state.hands[0] == "NSSSS" and shown(state, 0) == "SSSS", "the drawn card is not known"
    assert RULESET.view(state, SPECTATOR).seats[0].hand is None
    back = replace(state, phase="fire", active=0)
    unseen = after(back, FIRE)
    assert shown(unseen, 0) == "SSSS", "another card was played"
    burning = replace(back, cones=position(cones={"s_bennet": 1}).cones)
    assert shown(after(burning, c.PlayFire(0, "S", PL, "tallow_hall")), 0) == "SSS"


@pytest.mark.rules("GF-HID-04")
def test_hid_04_a_hand_that_was_exchanged_is_no_longer_known() -> None:
    state = asked("NNNNN")
    state = after(state, c.ExchangeHand(state.active))
    assert shown(state, state.active) == ""


@pytest.mark.rules("GF-HID-05", "GF-ENTER-06")
def test_hid_05_all_see_that_a_token_was_taken_and_its_kind_is_the_takers() -> None:
    state, events = play(position(tokens={"bridgeward": "vp"}), FIRE)
    twin, twin_events = play(position(tokens={"bridgeward": "charge"}), FIRE)
    taken, other = one(events, e.TokenTaken), one(twin_events, e.TokenTaken)
    for viewer in (1, 2, 3, SPECTATOR):
        line = RULESET.tell(taken, viewer)
        assert line is not None and dict(line.facts) == {"seat": 0, "district": "bridgeward"}
        assert line_bytes(taken, viewer) == line_bytes(other, viewer) and alike(state, twin, viewer)
        assert RULESET.view(state, viewer).seats[0].tokens == 1
    own = RULESET.tell(taken, 0)
    assert own is not None and own.facts["kind"] == "vp"
    assert not alike(state, twin, 0)


@pytest.mark.rules("GF-HID-06")
def test_hid_06_the_use_of_a_token_shows_its_kind_and_the_others_stay_hidden() -> None:
    for other in ("vp", "double_move"):
        state = position(held={0: ["double_move", other]}, hands={0: "NNNNN"})
        state, events = play(state, FIRE, c.PlayDoubleMove(0, PL, "s_mary"))
        assert "double-move" in english(RULESET.tell(one(events, e.DoubleMovePlayed), 1))
        seat = RULESET.view(state, 1).seats[0]
        assert (seat.tokens, seat.token_kinds) == (1, None)
    state = position(held={0: ["charge", "vp"]}, bands={"bridgeward": 1}, phase="actions")
    state, events = play(state, c.Demolish(0, "bridgeward"))
    line = RULESET.tell(one(events, e.DistrictDemolished), SPECTATOR)
    assert line is not None and line.type.endswith("DistrictDemolished")
    assert (RULESET.view(state, 1).seats[0].tokens, RULESET.view(state, 1).seats[0].token_kinds) == (1, None)


@pytest.mark.rules("GF-HID-07")
def test_hid_07_not_playing_a_double_move_tells_nothing() -> None:
    """With or without the token, an action, a demolition or the end of the phase ends the fire phase."""
    having, lacking = (
        after(position(held={0: [kind, "charge"]}, bands={"s_mary": 1, "ludgate": 1}), FIRE)
        for kind in ("double_move", "vp")
    )
    assert having.phase == lacking.phase == "fire_second"
    endings = (
        c.MoveLandowner(0, "holborn"),
        c.MoveBand(0, "ludgate", "newgate"),
        c.Demolish(0, "s_mary"),
        c.EndActions(0),
    )
    for order in endings:
        for viewer in (1, 2, 3, SPECTATOR):
            assert alike(having, lacking, viewer)
        one, events = play(having, order)
        other, other_events = play(lacking, order)
        assert one.phase == other.phase == ("fire" if isinstance(order, c.EndActions) else "actions")
        for viewer in (1, 2, 3, SPECTATOR):
            assert [line_bytes(event, viewer) for event in events] == [
                line_bytes(event, viewer) for event in other_events
            ]
            assert alike(one, other, viewer)


@pytest.mark.rules("GF-HID-08", "GF-DRAW-01")
def test_hid_08_a_drawn_card_goes_to_the_drawer_alone() -> None:
    state, twin = (
        position(phase="actions", hands={0: "NESW"}, deck=top + "SWNESWNESWE", on_stack=1, cones={"guild_hall": 1})
        for top in "NE"
    )
    state, events = play(state, c.EndActions(0))
    twin, twin_events = play(twin, c.EndActions(0))
    for viewer in (1, 2, 3, SPECTATOR):
        assert [line_bytes(event, viewer) for event in events] == [line_bytes(event, viewer) for event in twin_events]
        assert alike(state, twin, viewer)
        assert any(
            b"StackCardRevealed" in line_bytes(event, viewer) and b'"B"' in line_bytes(event, viewer)
            for event in events
        )
    assert line_bytes(one(events, e.FireCardDrawn), 0) != line_bytes(one(twin_events, e.FireCardDrawn), 0)
    assert "N" in (RULESET.view(state, 0).seats[0].hand or ())


@pytest.mark.rules("GF-HID-09", "GF-OPT-01")
def test_hid_09_a_pawn_says_nothing_and_losses_are_booked_by_colour() -> None:
    state = position(options=HIDDEN, houses={"bridgeward": ["red"]})
    swapped = replace(state, deal=replace(state.deal, colours=("red", "yellow", "blue", "green")))
    first, events = play(state, FIRE)
    second, others = play(swapped, FIRE)
    for viewer in (0, SPECTATOR):  # seat 0 knows that it is red, and nothing of the others
        assert alike(first, second, viewer)
        assert [line_bytes(event, viewer) for event in events] == [line_bytes(event, viewer) for event in others]
    line = RULESET.tell(one(events, e.DistrictBurnt), SPECTATOR)
    assert line is not None and line.seat is None and line.facts["houses"] == ("red",)
    assert {row.colour: row.houses_lost for row in RULESET.view(first, SPECTATOR).colours}["red"] == 1
    assert [seat.pawn for seat in RULESET.view(first, SPECTATOR).seats] == ["red", "blue", "green", "yellow"]


@pytest.mark.rules("GF-HID-10")
@pytest.mark.parametrize(("options", "secret"), [(Options(), set()), (HIDDEN, {"houses"})])
def test_hid_10_running_totals_leave_out_what_is_secret(options: Options, secret: set[str]) -> None:
    state = position(options=options, held={0: ["vp"]}, put={0: 3}, hero=0)
    tracks = RULESET.tracks(state)
    for viewer in (1, SPECTATOR):
        public = {track.source for track in tracks if track.seat == 0 and track.is_visible_to(viewer)}
        assert public == {"houses", "fires", "hero"} - secret
    own = {track.source: track.if_over for track in tracks if track.seat == 0 and track.is_visible_to(0)}
    assert own == {"houses": 40, "fires": 3, "objectives": own["objectives"], "tokens": 1, "hero": 2}
