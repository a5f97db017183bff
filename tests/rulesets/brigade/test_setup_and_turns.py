"""Set-up, turns and options (rules sections 1 to 3, and the rulings on components)."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.fold import fold
from domain.engine.refusal import Refused
from domain.rulesets.brigade import RULESET
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import components as box
from domain.rulesets.brigade import events as e
from domain.rulesets.brigade.evolve import evolve
from domain.rulesets.brigade.options import Options
from domain.rulesets.brigade.queries import to_act
from domain.rulesets.brigade.rules import legal
from domain.rulesets.brigade.set_up import city_tiles, crew_cards, set_up
from domain.rulesets.brigade.state import State
from domain.rulesets.brigade.view import view
from tests.lines import english
from tests.rulesets.brigade.position import (
    ALL,
    BASE,
    BLACK,
    SEED,
    WHITE,
    at,
    do,
    event,
    kinds,
    listed,
    made,
    no,
    place,
    position,
)


def opened(seats: int, options: Options = BASE, number: int = 0) -> tuple[State, tuple[Any, ...]]:
    state = RULESET.initial(seats, options)
    events = set_up(state, Chance(SEED, number))
    return fold(evolve, state, events), events


def begun(seats: int, options: Options = BASE, number: int = 0) -> tuple[State, list[Any]]:
    """A game up to the first player's first action, the first choice taken each time."""
    state, events = opened(seats, options, number)
    happened = list(events)
    while state.phase != "action":
        more = made(state, legal(state, to_act(state)[0])[0], Chance(SEED, number + len(happened)))
        state = fold(evolve, state, more)
        happened += more
    return state, happened


# ---- components and geometry


@pytest.mark.rules(
    "BRI-GEO-01", "BRI-GEO-02", "BRI-GEO-03", "BRI-GEO-05", "BRI-COMP-01", "BRI-COMP-04", "BRI-RULING-07"
)
def test_the_grid_has_university_in_the_middle_and_firehouses_in_the_corners() -> None:
    state, _ = opened(4)
    shown = view(state, WHITE).tiles
    kinds_of = Counter(tile.kind for tile in shown)
    assert kinds_of == {"city": 28, "university": 4, "firehouse": 4}
    assert {(t.row, t.column) for t in shown if t.kind == "university"} == {(2, 2), (2, 3), (3, 2), (3, 3)}
    assert {(t.row, t.column) for t in shown if t.kind == "firehouse"} == {(0, 0), (0, 5), (5, 0), (5, 5)}
    assert [shown[7].row, shown[7].column] == [1, 1]
    assert box.LINES["west"][at(2, 0)] == () and box.LINES["north"][at(2, 0)] == (at(1, 0), at(0, 0))
    assert not box.BURNABLE & box.FIREHOUSES
    assert box.blown(box.ALL, "east") & box.blown(1 << at(2, 5), "east") == 0


@pytest.mark.rules("BRI-COMP-02", "BRI-COMP-03", "BRI-RULING-02", "BRI-RULING-80")
def test_four_guilds_have_seven_tiles_each_of_the_same_values() -> None:
    assert box.GUILDS == ("commons", "nobles", "council", "merchants")
    for guild in box.GUILDS:
        values = sorted(tile.value for tile in box.TILES if tile.guild == guild and not tile.ability)
        assert values == [1, 2, 2, 3, 3, 4, 4]
    assert [tile.value for tile in box.TILES if tile.kind == "university"] == [5, 5, 5, 5]


@pytest.mark.rules("BRI-COMP-05", "BRI-RULING-16", "BRI-EVENT-STORM-04", "BRI-EVENT-01")
def test_thirty_event_cards_of_three_kinds_six_of_them_starting() -> None:
    cards = [box.EVENTS[card] for card in box.BASE_EVENTS]
    assert Counter(card.kind for card in cards) == {"firestorm": 16, "wind": 7, "special": 7}
    assert len(box.STARTING) == 6 and all(box.EVENTS[card].kind == "firestorm" for card in box.STARTING)
    assert Counter(card.direction for card in cards if card.kind == "wind") == dict.fromkeys(box.DIRECTIONS, 2) | {
        "west": 1
    }
    effects = Counter(card.effect for card in cards if card.kind == "special")
    assert len(effects) == 6 and effects.most_common(1) == [("recruit", 2)]
    assert all(4 <= len(card.cells) <= 6 for card in cards if card.kind == "firestorm")


@pytest.mark.rules("BRI-RULING-15", "BRI-EVENT-STORM-02")
def test_starting_events_never_mark_a_firehouse_and_no_university_tile_more_than_twice() -> None:
    hits = Counter(cell for card in box.STARTING for cell in box.EVENTS[card].marked)
    assert all(hits[cell] <= 2 for cell in box.bits(box.UNIVERSITY))
    assert not any(box.FIREHOUSES >> cell & 1 for card in box.EVENTS.values() for cell in card.marked)


@pytest.mark.rules("BRI-RULING-03", "BRI-RULING-81", "BRI-CREW-01", "BRI-RULING-85")
def test_sixteen_crew_cards_are_in_the_box_four_of_each_guild() -> None:
    base = [box.CREW[card] for card in crew_cards(BASE)]
    assert len(base) == 16 and {"brother-ben", "ebenezer"} <= {card.id for card in base}
    assert Counter(card.guild for card in base) == dict.fromkeys(box.GUILDS, 4)
    assert all(card.buckets in (1, 2) for card in base)
    assert all(card.guild != "university" for card in box.CREW.values())
    assert len(crew_cards(ALL)) == 22


@pytest.mark.rules("BRI-RULING-04", "BRI-ADV-05")
def test_four_chiefs_are_in_the_box_and_six_more_in_the_module() -> None:
    base = {chief.id: chief.base_colour for chief in box.CHIEFS.values() if chief.set == "base"}
    assert base == {
        "gloria-ignis": "orange",
        "blitz-haben": "black",
        "frith-goldmane": "white",
        "glint-dampshot": "pink",
    }
    state, _ = opened(2, ALL)
    assert {command.chief for command in legal(state, to_act(state)[0])} == set(box.CHIEFS)
    state, _ = opened(2, Options(advanced=True))
    assert {command.chief for command in legal(state, to_act(state)[0])} == set(base)


# ---- set-up


@pytest.mark.rules("BRI-SETUP-01")
def test_two_to_four_players_and_no_chief_or_colour_twice() -> None:
    for seats in (1, 5):
        with pytest.raises(Refused) as caught:
            RULESET.initial(seats, BASE)
        assert (caught.value.code, caught.value.rules) == ("wrong_number_of_seats", ("BRI-SETUP-01",))
    state, _ = opened(4)
    first = to_act(state)[0]
    taken = legal(state, first)[0]
    state = do(state, taken)
    second = to_act(state)[0]
    no(state, c.ChooseChief(second, chief=taken.chief, firehouse=taken.firehouse), "invalid_target", "BRI-ADV-04")
    assert all(x.chief != taken.chief and x.firehouse != taken.firehouse for x in legal(state, second))


@pytest.mark.rules("BRI-SETUP-01", "BRI-ADV-02", "BRI-ADV-04")
def test_base_chiefs_bring_their_colour_advanced_ones_any_in_reverse_turn_order() -> None:
    state, _ = opened(3)
    order = []
    while state.phase == "choosing":
        (seat,) = to_act(state)
        order.append(seat)
        assert all(box.CHIEFS[x.chief].base_colour == x.firehouse for x in legal(state, seat))
        state = do(state, legal(state, seat)[0])
    assert order == [(state.first + 2) % 3, (state.first + 1) % 3, state.first]
    state, _ = opened(2, Options(advanced=True))
    assert len(legal(state, to_act(state)[0])) == 4 * 4


@pytest.mark.rules("BRI-ADV-04")
def test_a_table_may_have_chiefs_dealt() -> None:
    state, events = opened(3, replace(ALL, deal_chiefs=True))
    assert kinds(events).count("ChiefChosen") == 3 and state.phase == "action"
    assert len({b.chief for b in state.brigades}) == len({b.firehouse for b in state.brigades}) == 3


@pytest.mark.rules("BRI-SETUP-02", "BRI-SETUP-10", "BRI-RULING-45", "BRI-HIDDEN-01")
def test_tiles_and_first_player_follow_from_chance() -> None:
    layouts = [opened(3, number=number)[0] for number in range(12)]
    assert len({state.tiles for state in layouts}) == 12 and {state.first for state in layouts} == {0, 1, 2}
    for state in layouts:
        laid = sorted(box.TILES[state.tiles[cell]].id for cell in box.bits(box.CITY))
        assert laid == sorted(city_tiles(BASE))


@pytest.mark.rules("BRI-SETUP-03", "BRI-SETUP-04", "BRI-RULING-05", "BRI-RULING-06")
def test_corners_by_seat_and_neutral_firehouses() -> None:
    corners = {2: [at(0, 0), at(5, 5)], 3: [at(0, 0), at(0, 5), at(5, 5)], 4: [at(0, 0), at(0, 5), at(5, 5), at(5, 0)]}
    for seats, homes in corners.items():
        state, _ = begun(seats)
        assert [b.home for b in state.brigades] == homes
        tiles = view(state, WHITE).tiles
        assert {tiles[cell].tile for cell in box.FIREHOUSE_CELLS} == {f"firehouse-{colour}" for colour in box.HOUSES}
        for b in state.brigades:
            assert tiles[b.home].tile == f"firehouse-{b.firehouse}"
    neutral = position(2, players={WHITE: {"at": at(0, 5), "water": 0}})
    no(neutral, c.Refill(WHITE, cell=at(0, 5)), "not_loyal", "BRI-ACT-REFILL-01")


@pytest.mark.rules("BRI-SETUP-05", "BRI-SETUP-06", "BRI-SETUP-07", "BRI-COMP-06", "BRI-RULING-54")
def test_each_player_starts_at_home_with_full_buckets() -> None:
    state, _ = opened(2, ALL)
    seat = to_act(state)[0]
    state = do(state, c.ChooseChief(seat, chief="ester", firehouse="pink"))
    b = state.brigades[seat]
    assert (b.at, b.wagon_at, b.water, b.wagon_water) == (b.home, b.home, 1, 2)
    assert (b.supply, b.loyal, b.circles) == (16, 0, (0, 0, 0))
    other = to_act(state)[0]
    state = do(state, c.ChooseChief(other, chief="white-fang", firehouse="white"))
    assert state.brigades[other].water == 2
    me = view(state, seat).seats[seat]
    assert [track.value for track in me.tracks] == [0, 2, 4] and me.tokens_left == 10


@pytest.mark.rules("BRI-SETUP-08", "BRI-SETUP-09", "BRI-SETUP-11", "BRI-SETUP-12", "BRI-RULING-15", "BRI-HIDDEN-04")
def test_three_starting_events_are_resolved_and_three_go_into_the_deck() -> None:
    state, events = begun(4)
    at_first = next(i for i, x in enumerate(events) if isinstance(x, e.StartingEventsBegun))
    drawn = [x.card for x in events if isinstance(x, e.EventDrawn)]
    assert kinds(events[:at_first]).count("ChiefChosen") == 4
    assert len(drawn) == 3 and set(drawn) <= set(box.STARTING)
    assert state.event_discard == tuple(drawn)
    assert len(state.events) == 27 and set(state.events) | set(drawn) == set(box.BASE_EVENTS)
    assert set(view(state, BLACK).starting_left) == set(box.STARTING) - set(drawn)
    assert all(x.seat == state.first for x in events if isinstance(x, e.EventDrawn))
    assert len(state.crew_deck) == 16
    storm = fold(evolve, RULESET.initial(4, BASE), events[: at_first + 1])
    assert all(storm.fire[cell] == 2 for cell in box.bits(box.UNIVERSITY)) and sum(storm.fire) == 8


@pytest.mark.rules("BRI-SETUP-13", "BRI-TURN-01", "BRI-TURN-02")
def test_only_the_first_players_first_turn_has_no_event() -> None:
    state, events = begun(2)
    assert isinstance(events[-2], e.TurnBegan) and isinstance(events[-1], e.ActionPhaseBegan)
    more = made(state, c.EndTurn(state.active))
    names = kinds(more)
    assert names.index("ActionPhaseEnded") < names.index("TurnBegan") < names.index("EventDrawn")
    after = fold(evolve, state, more)
    assert after.active != state.active


@pytest.mark.rules("BRI-SETUP-14", "BRI-EXP-FESTIVAL-01", "BRI-EXP-BIG-01", "BRI-RULING-71")
def test_modules_at_set_up() -> None:
    state, _ = begun(4, replace(ALL, deal_chiefs=True))
    assert set(box.FESTIVAL_EVENTS) <= set(state.events) and len(state.events) == 31
    assert len(state.crew_deck) == 22
    tiles = city_tiles(ALL)
    assert len(tiles) == 28 and {box.TILES[at].id for at in box.BIG_BUILDINGS} <= set(tiles)
    gone = set(city_tiles(BASE)) - set(tiles)
    assert gone == {"crooked-stair-lodgings", "ashgrove-manor", "town-hall-annex", "exchange-hall"}
    with pytest.raises(Refused) as caught:
        RULESET.initial(2, Options(extra_chiefs=True))
    assert "BRI-SETUP-14" in caught.value.rules


@pytest.mark.rules("BRI-EXP-NONE-01", "BRI-EXP-NONE-02", "BRI-EXP-NONE-03", "BRI-EXP-NONE-04", "BRI-EXP-NONE-05")
def test_modules_without_printed_rules_are_refused_by_name() -> None:
    for name, rule in {
        "special_events": "BRI-EXP-NONE-01",
        "three_versus_one": "BRI-EXP-NONE-02",
        "rise_of_the_phoenix": "BRI-EXP-NONE-03",
        "cooperative_and_solo": "BRI-EXP-NONE-04",
    }.items():
        with pytest.raises(Refused) as caught:
            RULESET.initial(2, Options(expansions=(name,)))
        assert caught.value.code == "expansion_not_available"
        assert caught.value.rules == ("BRI-EXP-NONE-05", rule)
        assert caught.value.facts["expansion"] == name and caught.value.facts["missing"]


# ---- turns


@pytest.mark.rules("BRI-TURN-03", "BRI-COMP-09", "BRI-RULING-46", "BRI-ACT-01")
def test_actions_are_spent_one_by_one_and_cost_no_cubes() -> None:
    state = position(actions=2, players={WHITE: {"water": 0, "wagon_water": 0}})
    state = do(state, c.MoveWagon(WHITE, kind="paid", to=at(1, 1)), c.MoveWagon(WHITE, kind="paid", to=at(2, 1)))
    assert state.actions == 0 and state.brigades[WHITE].supply == 16
    no(state, c.MoveWagon(WHITE, kind="paid", to=at(3, 1)), "no_actions_left", "BRI-TURN-03")


@pytest.mark.rules("BRI-TURN-04", "BRI-CREW-SIR-PRECIOUS", "BRI-UPG-08", "BRI-RULING-18", "BRI-RULING-39")
def test_the_number_of_actions_is_leadership_and_bank_less_sir_precious() -> None:
    base = position(active=BLACK, events=("E17",), crew_deck=())
    for words, actions in (
        ({}, 4),
        ({"circles": (0, 0, 5)}, 6),
        ({"banked": 2}, 6),
        ({"precious": True}, 3),
        ({"circles": (0, 0, 2), "banked": 2, "precious": True}, 6),
    ):
        state = position(active=BLACK, events=("E17",), players={WHITE: words})
        state = do(state, c.EndTurn(BLACK))
        assert (state.active, state.actions) == (WHITE, actions)
        assert state.brigades[WHITE].banked == 0
    grown = do(replace(base, events=("E27",)), c.EndTurn(BLACK))
    assert grown.actions == 4
    ready = position(active=BLACK, events=("E27",), players={WHITE: {"circles": (0, 0, 1)}})
    assert do(ready, c.EndTurn(BLACK)).actions == 5


@pytest.mark.rules("BRI-TURN-05", "BRI-RULING-40")
def test_a_turn_can_end_early_and_the_rest_is_lost() -> None:
    state = position(actions=3)
    events = made(state, c.EndTurn(WHITE))
    assert events[0] == e.ActionPhaseEnded(seat=WHITE, actions_lost=3)
    assert fold(evolve, state, events).active == BLACK
    nothing = position(actions=0)
    assert c.EndTurn(WHITE) in legal(nothing, WHITE)


@pytest.mark.rules("BRI-TURN-06", "BRI-DESTROY-01")
def test_doomed_tiles_fall_at_the_end_of_the_action_phase_before_play_passes() -> None:
    state = position(fire={at(1, 2): 5, at(5, 2): 1})
    names = kinds(made(state, c.EndTurn(WHITE)))
    assert names[:3] == ["ActionPhaseEnded", "TileDestroyed", "TurnBegan"]


@pytest.mark.rules("BRI-TURN-07")
def test_once_per_turn_counters_are_reset_before_the_event() -> None:
    state = position(used=("upgrade", "chief"), free_moves=1, nobles=4)
    state = do(state, c.EndTurn(WHITE))
    assert (state.used, state.free_moves, state.nobles) == ((), 0, 0)


@pytest.mark.rules("BRI-TURN-08", "BRI-RULING-42")
def test_rounds_begin_with_the_first_player_and_extra_turns_are_not_counted() -> None:
    state = position(3, first=1, active=0, events=("E17", "E19"), round=2)
    after = do(state, c.EndTurn(0))
    assert (after.active, after.round) == (1, 3)
    extra = position(3, first=1, active=0, extra_due=True, round=2)
    after = do(extra, c.EndTurn(0))
    assert (after.active, after.round, after.extra, after.extra_due) == (0, 2, True, False)


@pytest.mark.rules("BRI-ACT-03")
def test_only_the_owner_of_a_pending_decision_may_act_and_only_with_an_answer() -> None:
    state = position(fire={at(1, 2): 1, at(5, 2): 1}, players={WHITE: {"at": at(1, 2)}, BLACK: {"at": at(4, 4)}})
    state = do(state, c.Extinguish(WHITE, kind="brigade", cell=at(1, 2), wagon=0, chief=1))
    assert to_act(state) == (WHITE,) and legal(state, BLACK) == ()
    no(state, c.EndTurn(WHITE), "decision_pending", "BRI-ACT-03")
    no(state, c.Decline(BLACK), "decision_pending", "BRI-ACT-03")
    state = do(state, c.Decline(WHITE))
    no(state, c.Decline(WHITE), "wrong_phase", "BRI-ACT-03")
    no(state, c.EndTurn(BLACK), "not_your_turn", "BRI-TURN-01")


@pytest.mark.rules("BRI-COMP-07", "BRI-RECOG-07")
def test_sixteen_cubes_and_no_more() -> None:
    state = position(
        fire={at(1, 2): 2, at(5, 2): 1},
        players={WHITE: {"at": at(1, 2), "cubes": {at(4, 4): 3, at(4, 3): 3, at(3, 4): 3, at(4, 1): 3, at(4, 2): 3}}},
    )
    assert state.brigades[WHITE].supply == 1
    state = do(state, c.Extinguish(WHITE, kind="brigade", cell=at(1, 2), wagon=0, chief=2))
    no(state, c.PlaceCubes(WHITE, cell=at(1, 2), number=2), "too_many_cubes", "BRI-RECOG-01")
    state = do(state, c.PlaceCubes(WHITE, cell=at(1, 1), number=1))
    assert state.pending is None and state.brigades[WHITE].supply == 0
    assert place(position(players={WHITE: {"supply": 1}}), WHITE, at(1, 1)).brigades[WHITE].supply == 0


@pytest.mark.rules("BRI-COMP-08", "BRI-RULING-47")
def test_water_is_limited_by_capacities_alone() -> None:
    full = {"circles": (5, 4, 0), "crew": ["kulari-one-shoe", "del-uge", "lumen"], "water": 0, "wagon_water": 0}
    state = position(4, players={seat: dict(full) for seat in range(4)})
    for seat in range(4):
        state = replace(state, active=seat)
        state = do(state, c.Refill(seat, cell=state.brigades[seat].home))
    total = sum(b.water + b.wagon_water + sum(m.water for m in b.crew) for b in state.brigades)
    assert total == 4 * (2 + 6 + 6) > 40


@pytest.mark.rules("BRI-UPG-01", "BRI-UPG-02", "BRI-RULING-82")
def test_the_values_of_the_tracks() -> None:
    assert box.TRACKS["crew"].positions == (0, 1, 1, 2, 2, 3)
    assert box.TRACKS["wagon"].positions == (2, 3, 4, 5, 6)
    assert box.TRACKS["leadership"].positions == (4, 4, 5, 5, 5, 6)


@pytest.mark.rules("BRI-HIDDEN-05", "BRI-HIDDEN-01")
def test_deck_orders_are_told_to_the_arbiter_alone() -> None:
    from domain.engine.viewer import ARBITER, SPECTATOR
    from domain.rulesets.brigade.tell import tell

    for happened in (e.EventDeckShuffled(order=("E01", "E02")), e.CrewDeckShuffled(order=("ash", "lumen"))):
        assert tell(happened, ARBITER).facts["order"] == happened.order
        for viewer in (WHITE, SPECTATOR):
            line = tell(happened, viewer)
            assert "order" not in line.facts and line.facts["cards"] == 2 and "ash" not in english(line)


def test_listed_helper_agrees_with_legal() -> None:
    state = position()
    assert listed(state, c.EndTurn) == [c.EndTurn(WHITE)]
    assert event(state, "E17").phase == "event"
