"""The worked examples of the rules, as they stand there (section 22). Facts marked * there are chosen here alike."""

import pytest

from domain.rulesets.london import RULESET
from domain.rulesets.london.commands import (
    Activate,
    BringIn,
    DrawFromDeck,
    EndAction,
    EndRun,
    GiveUp,
    Invest,
    KeepCard,
    LookAtDeck,
    PlaceCard,
    PlaceUnderground,
    PlayForEffect,
    PutBack,
    Repeat,
    SpendCard,
    TakeFromDisplay,
    TakeLoan,
    TakeThree,
    UseWren,
)
from domain.rulesets.london.components import BOROUGHS
from domain.rulesets.london.events import LoanTaken, UndergroundPlaced
from domain.rulesets.london.score import outcome, tracks
from domain.rulesets.london.state import State, Turn
from tests.rulesets.london.position import (
    c,
    cards,
    happened,
    listed,
    no,
    of,
    play,
    position,
    row,
    seat,
    stack,
    start_of_turn,
)

RED, GREEN, YELLOW, BLUE = range(4)


def place(name: str, spent: str, on: int | None = None) -> list[PlaceCard | SpendCard]:
    return [PlaceCard(RED, c(name), on), SpendCard(RED, c(spent))]


@pytest.mark.rules("LON-EX-01", "LON-PLAY-01", "LON-LOAN-03")
def test_play_cards() -> None:
    hand = [
        "grocers",
        "coffee_house",
        "huguenots",
        "east_india_company",
        "st_pauls",
        "theatre_royal",
        "woolwich_arsenal",
    ]
    given = position(seat(hand=hand), seat(), seat(), seat(), top_of_deck=["almshouses", "great_fire_monument"])
    drawn = play(given, PlayForEffect(RED, c("huguenots")), DrawFromDeck(RED), DrawFromDeck(RED))
    announced = play(drawn, PlaceCard(RED, c("woolwich_arsenal")))
    no(announced, SpendCard(RED, c("grocers")), "wrong_colour", "LON-PLAY-04")
    arsenal = play(announced, SpendCard(RED, c("great_fire_monument")))
    no(arsenal, PlaceCard(RED, c("st_pauls")), "money_short", "LON-PLAY-05")
    for name in ("grocers", "coffee_house", "east_india_company", "theatre_royal"):
        no(arsenal, PlaceCard(RED, c(name), 0), "placed_this_turn", "LON-PLAY-09")
    after = play(
        arsenal,
        TakeLoan(RED),
        *place("st_pauls", "theatre_royal"),
        *place("east_india_company", "almshouses"),
        PlaceCard(RED, c("coffee_house")),
    )
    red = after.players[RED]
    assert (red.money, red.loans, red.poverty) == (1, 1, 5)
    assert red.hand == (c("grocers"),)
    names = ("woolwich_arsenal", "st_pauls", "east_india_company", "coffee_house")
    assert red.stacks == tuple(stack(name) for name in names)
    assert after.display == (row(["great_fire_monument", "theatre_royal", "almshouses"], 5), row([], 5))
    assert after.discard == (c("huguenots"),)
    assert play(after, EndAction(RED)).active == GREEN


@pytest.mark.rules("LON-EX-02", "LON-POV-02", "LON-POV-06", "LON-RUN-12", "LON-CARD-HOSPITAL.1")
def test_run_the_city() -> None:
    stacks = ["woolwich_arsenal", "hospital", "east_india_company", "coffee_house", "british_museum"]
    red = seat(hand=["grocers", "paupers"], stacks=stacks, money=3, poverty=6)
    given = position(red, seat(), owners={"city": RED}, top=["almshouses"])
    company = play(given, Activate(RED, 2, 1), SpendCard(RED, c("paupers")))
    no(company, Activate(RED, 2), "activated_already", "LON-RUN-09")
    ran = play(
        company,
        Activate(RED, 0),
        Activate(RED, 3),
        BringIn(RED, c("almshouses")),
        Activate(RED, 3),
        Activate(RED, 4),
    )
    assert ran.players[RED].poverty == 3
    after = play(ran, EndRun(RED))
    red = after.players[RED]
    assert (red.money, red.vp, red.poverty) == (8, 6, 8)
    assert [each.face_up for each in red.stacks] == [False, False, True, False, True]
    assert red.stacks[3].cards == cards(["coffee_house", "almshouses"])
    assert after.display[0] == row([None, "paupers"], 3)
    assert Activate(RED, 2) in listed(position(seat(hand=["grocers"], stacks=red.stacks)), Activate)


@pytest.mark.rules("LON-EX-03", "LON-UG-04", "LON-UG-05", "LON-UG-06", "LON-UG-07")
def test_underground() -> None:
    owners = {
        "city": RED,
        "westminster": GREEN,
        "bethnal_green": YELLOW,
        "southwark_bermondsey": YELLOW,
        "deptford": YELLOW,
    }
    seats = [
        seat(stacks=["underground/2"], hand=["lords"], money=3),
        seat(),
        seat(stacks=["underground"], hand=["paupers"], money=0),
        seat(),
    ]
    given = position(*seats, active=YELLOW, owners=owners)
    digging = play(given, Activate(YELLOW, 0), SpendCard(YELLOW, c("paupers")))
    first = play(digging, PlaceUnderground(YELLOW, "southwark_bermondsey"))
    no(first, PlaceUnderground(YELLOW, "bethnal_green"), "not_adjacent", "LON-UG-05")
    yellow = play(first, PlaceUnderground(YELLOW, "deptford"))
    assert (yellow.players[YELLOW].money, yellow.players[YELLOW].loans, yellow.players[YELLOW].vp) == (0, 0, 4)

    later = position(*yellow.players, active=RED, owners=owners, underground=yellow.underground)
    crossing = play(later, Activate(RED, 0), SpendCard(RED, c("lords")))
    assert [order.borough for order in listed(crossing, PlaceUnderground)] == ["city"]
    second = play(crossing, PlaceUnderground(RED, "city"))
    assert second.players[RED].money == 0
    assert {order.borough for order in listed(second, PlaceUnderground)} == {"westminster", "bethnal_green"}
    assert [
        event.toll for event in of(happened(second, PlaceUnderground(RED, "bethnal_green")), UndergroundPlaced)
    ] == [0]
    after = play(second, PlaceUnderground(RED, "westminster"))
    assert (after.players[RED].money, after.players[RED].vp) == (0, 4)
    bonus = {track.seat: track.banked for track in tracks(after) if track.source == "underground"}
    assert bonus == {RED: 2, GREEN: 2, YELLOW: 4, BLUE: 0}


@pytest.mark.rules("LON-EX-04", "LON-BUY-03", "LON-BUY-04")
def test_invest() -> None:
    given = position(seat(money=8), seat(), seat(), seat(money=5))
    assert {order.borough for order in listed(given, Invest)} == {"city", "westminster", "southwark_bermondsey"}
    red = play(given, Invest(RED, "city"), *[DrawFromDeck(RED)] * 4)
    assert (red.players[RED].money, len(red.players[RED].hand)) == (0, 4)
    rich = position(*[seat(money=20)] * 4, active=BLUE, owners={"city": RED})
    near = "bethnal_green hackney islington st_pancras st_marylebone westminster southwark_bermondsey"
    assert {order.borough for order in listed(rich, Invest)} == set(near.split())
    for name in ("lambeth", "deptford"):
        no(rich, Invest(BLUE, name), "not_adjacent", "LON-BUY-04")
    blue = play(rich, Invest(BLUE, "st_pancras"), *[DrawFromDeck(BLUE)] * 3)
    assert (blue.players[BLUE].money, len(blue.players[BLUE].hand)) == (15, 3)
    yellow = position(*[seat(money=5)] * 4, active=YELLOW, owners={"city": RED, "st_pancras": BLUE})
    after = play(yellow, Invest(YELLOW, "southwark_bermondsey"))
    assert (after.players[YELLOW].money, after.turn.owed) == (0, 4)


@pytest.mark.rules("LON-EX-05", "LON-DISP-03", "LON-DISP-02")
def test_display_overflow() -> None:
    a, b, d, e, f, g = "grocers", "salters", "lords", "sewers", "bridge", "mercers"
    h, i, col = "vintners", "wren", "hospital"
    stay = [f"paupers/{number}" for number in range(1, 10)]
    full = position(seat(hand=[g, *stay]), phase="hand_check", turn=Turn(), top=[a, b, col], bottom=[d, e, f])
    after = play(full, GiveUp(0, c(g)))
    assert (after.discard, after.display) == (cards([a, b, col]), (row([d, e, f], 3), row([g], 3)))
    gaps = position(
        seat(hand=[g, h, i, *stay]), phase="hand_check", turn=Turn(), top=[a, None, col], bottom=[d, e, None]
    )
    two = play(gaps, GiveUp(0, c(g)), GiveUp(0, c(h)))
    assert two.display == (row([a, g, col], 3), row([d, e, h], 3))
    three = play(two, GiveUp(0, c(i)))
    assert three.display == (row([d, e, h], 3), row([i], 3))
    assert three.discard == cards([a, g, col])


@pytest.mark.rules("LON-EX-06", "LON-POV-01", "LON-POV-05")
def test_poverty_below_zero() -> None:
    owners = dict.fromkeys(["city", "hackney", "islington", "westminster", "lambeth"], 0)
    given = position(seat(stacks=["grand_hotel", "lords"], poverty=2), owners=owners)
    assert play(given, Activate(0, 0), EndRun(0)).players[0].poverty == 0


@pytest.mark.rules("LON-EX-07", "LON-LOAN-04", "LON-LOAN-08", "LON-CARD-LLOYDS-OF-LONDON.1")
def test_forced_loans() -> None:
    red, green = seat(money=1), seat(money=0, stacks=["bank_of_england"])
    given = position(red, green, seat(stacks=["lloyds_of_london"]), active=2)
    events = happened(given, Activate(2, 0))
    assert [(event.seat, event.pounds, event.forced) for event in of(events, LoanTaken)] == [
        (0, 10, True),
        (1, 12, True),
    ]
    after = play(given, Activate(2, 0))
    assert [(player.money, player.loans) for player in after.players] == [(9, 1), (10, 1), (9, 0)]


@pytest.mark.rules("LON-EX-08", "LON-SCORE-01", "LON-SCORE-08", "LON-SCORE-09")
def test_scoring() -> None:
    a = seat(
        money=34,
        loans=2,
        hand=["lords"],
        poverty=7,
        vp=12,
        stacks=[stack("st_pauls", "almshouses"), stack("hospital", down=True)],
    )
    b = seat(money=14, loans=1, poverty=3, vp=20, stacks=["east_india_company"])
    player_c = seat(money=0, hand=["grocers", "paupers"], poverty=12, vp=10)
    owners = {"city": 0, "st_pancras": 0, "greenwich": 1}
    given = position(
        a, b, player_c, active=2, owners=owners, underground=["city"], deck=[], turns_left=1, ending="deck"
    )
    after = play(given, TakeThree(2))
    result = outcome(after)
    assert result is not None
    assert [place.points for place in result.places] == [29, 21, -8]
    assert [player.poverty for player in after.players] == [5, 0, 11]
    assert [(player.money, player.loans) for player in after.players] == [(4, 0), (14, 1), (0, 0)]
    assert result.winners == (0,)


def tie(a: dict[str, int], b: dict[str, int], best: tuple[str, str]) -> tuple[int, ...]:
    """The winners among A and B who both have 60 points: PP left, boroughs, best card."""
    land = [
        "city",
        "hackney",
        "islington",
        "st_pancras",
        "hampstead",
        "lambeth",
        "battersea",
        "deptford",
        "greenwich",
        "lewisham",
    ]
    owners = {name: number % 2 for number, name in enumerate(land)}
    players = []
    for number, (seen, card) in enumerate(zip((a, b), best, strict=True)):
        worth = sum(BOROUGHS[name].vp for name, owner in owners.items() if owner == number)
        vp = 60 - worth - {"st_pauls": 6, "parliament": 5}[card] + seen["lost"]
        players.append(seat(stacks=[card], money=0, poverty=seen["pp"], vp=vp))
    given = position(*players, seat(money=0, poverty=0), active=2, owners=owners, deck=[], turns_left=1, ending="deck")
    result = outcome(play(given, TakeThree(2)))
    assert result is not None
    assert [place.points for place in result.places[:2]] == [60, 60]
    return result.winners


@pytest.mark.rules("LON-EX-09", "LON-SCORE-11", "LON-RULING-30")
def test_ties() -> None:
    level = {"pp": 2, "lost": 1}
    assert tie(level, level, ("st_pauls", "parliament")) == (0,)
    assert tie(level, {"pp": 1, "lost": 1}, ("st_pauls", "parliament")) == (1,)
    given = position(
        seat(stacks=["st_pauls"], money=0, vp=4),
        seat(stacks=["buckingham_palace"], money=0, vp=3),
        deck=[],
        turns_left=1,
        ending="deck",
    )
    by_card = outcome(play(given, TakeThree(0)))
    assert by_card is not None
    assert by_card.winners == (1,)
    shared = position(
        seat(stacks=["school_blue"], money=0),
        seat(stacks=["school_brown"], money=0),
        deck=[],
        turns_left=1,
        ending="deck",
    )
    both = outcome(play(shared, TakeThree(0)))
    assert both is not None
    assert both.winners == (0, 1)


@pytest.mark.rules("LON-EX-10", "LON-CARD-WHITEHALL.1", "LON-CARD-WHITEHALL.2", "LON-CARD-WHITEHALL.3")
def test_whitehall_and_underground() -> None:
    owners = dict.fromkeys(["city", "hackney", "islington", "southwark_bermondsey", "lambeth"], 1)
    given = position(seat(stacks=["whitehall", "underground"], hand=["lords", "paupers"], money=6), owners=owners)
    first = play(
        given,
        Activate(0, 1),
        SpendCard(0, c("paupers")),
        PlaceUnderground(0, "city"),
        PlaceUnderground(0, "hackney"),
    )
    assert (first.players[0].vp, first.players[0].stacks[1].face_up) == (4, False)
    again = play(first, Activate(0, 0), Repeat(0, 1))
    assert again.players[0].hand == (c("lords"),)
    after = play(again, PlaceUnderground(0, "southwark_bermondsey"), PlaceUnderground(0, "lambeth"))
    assert (after.players[0].vp, after.players[0].money) == (8, 3)  # one toll
    assert [each.face_up for each in after.players[0].stacks] == [False, False]
    assert after.phase == "running"
    earlier = position(seat(stacks=["whitehall", stack("underground", down=True), "grocers"]))
    ran = play(earlier, Activate(0, 2), Activate(0, 0))
    no(ran, Repeat(0, 1), "not_repeatable", "LON-CARD-WHITEHALL.3")


@pytest.mark.rules("LON-EX-11", "LON-RULING-01", "LON-RULING-05")
@pytest.mark.parametrize(("order", "money"), [((0, 1, 2), 10), ((1, 2, 0), 8)])
def test_order_matters_for_bridge(order: tuple[int, ...], money: int) -> None:
    given = position(seat(stacks=["bridge", "grocers", "salters", stack("mercers", "st_pauls")], money=0))
    assert play(given, *[Activate(0, number) for number in order]).players[0].money == money


@pytest.mark.rules("LON-EX-12", "LON-RULING-18", "LON-CARD-SHOPS.2")
def test_shops() -> None:
    hand = ["shops", "grocers", "salters", "mercers", "lords", "sewers", "bridge", "tower_bridge"]
    given = position(seat(hand=hand, money=20))
    built = play(
        given,
        *place("shops", "grocers"),
        *place("salters", "mercers"),
        *place("lords", "sewers"),
        *place("bridge", "tower_bridge"),
    )
    assert [each.money for each in built.players[0].stacks] == [3, 0, 0, 0]
    next_turn = position(seat(stacks=[*built.players[0].stacks, "coffee_house"], money=0), top=["vintners"])
    after = play(next_turn, Activate(0, 4), BringIn(0, c("vintners")), Activate(0, 0)).players[0]
    assert (after.money, after.vp, after.poverty, after.stacks[0].face_up) == (4, 2, 4, False)
    covering = position(seat(hand=["mercers", "grocers"], stacks=[stack("shops", money=3)], money=0))
    covered = play(covering, *place("mercers", "grocers", on=0)).players[0]
    assert (covered.money, covered.stacks[0].money) == (0, 0)


@pytest.mark.rules("LON-EX-13", "LON-CARD-SCHOOL.1")
def test_school() -> None:
    given = position(seat(stacks=["school_blue"], hand=["grocers", "paupers"], money=1))
    after = play(given, PlaceCard(0, c("grocers")), SpendCard(0, c("paupers"), True))
    assert (after.players[0].money, after.players[0].stacks[1]) == (0, stack("grocers"))
    assert after.display[0][0] == c("paupers")
    without = position(seat(hand=["grocers", "paupers"], money=1))
    no(without, PlaceCard(0, c("grocers")), "nothing_to_spend", "LON-CARD-SCHOOL.1")


@pytest.mark.rules("LON-EX-14", "LON-CARD-UNIVERSITY-OF-LONDON.3", "LON-RULING-24")
def test_university_and_parliament() -> None:
    x, y, z, w, p = "grocers", "salters", "mercers", "vintners", "lords"
    given = position(seat(stacks=["university_of_london", "parliament"]), top_of_deck=[x, y, z, w], top=[p])
    looking = play(start_of_turn(given, 0), LookAtDeck(0))
    kept_x = play(looking, KeepCard(0, c(x)))
    no(kept_x, KeepCard(0, c(w)), "not_looked_at", "LON-RULING-24")
    no(kept_x, DrawFromDeck(0), "looked_already", "LON-RULING-24")
    after = play(looking, KeepCard(0, c(y)), TakeFromDisplay(0, c(p)), PutBack(0, c(z)))
    assert after.players[0].hand == cards([y, p])
    assert after.deck[:3] == cards([z, x, w])


@pytest.mark.rules("LON-EX-15", "LON-END-02", "LON-END-03", "LON-TURN-04")
def test_end_of_the_game() -> None:
    a, b, player_c = range(3)
    given = position(seat(), seat(), seat(), active=b, deck=["grocers", "salters"], top=["lords"])
    after = play(given, TakeThree(b), DrawFromDeck(b), DrawFromDeck(b), TakeFromDisplay(b, c("lords")))
    assert (after.active, after.phase) == (player_c, "action")  # no start draw: there is no card
    last = play(after, TakeThree(player_c))
    assert last.active == a
    over = play(last, TakeThree(a))
    assert over.phase == "over"
    assert RULESET.legal(over, b) == ()


@pytest.mark.rules("LON-EX-16", "LON-CARD-WREN.1", "LON-RULING-10")
def test_wren() -> None:
    given: State = position(seat(hand=["wren", "buckingham_palace", "parliament"], money=19))
    after = play(
        given,
        PlayForEffect(0, c("wren")),
        PlaceCard(0, c("buckingham_palace")),
        UseWren(0),
        PlaceCard(0, c("parliament")),
        UseWren(0),
    )
    assert (after.players[0].money, after.players[0].hand) == (0, ())
    assert after.discard == (c("wren"),)
    assert after.display == ((None,) * 3, (None,) * 3)
