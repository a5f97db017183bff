"""Rules section 3: the board, its links and directions, and its printed data."""

from collections import Counter, defaultdict

import pytest

from domain.engine.viewer import SPECTATOR
from domain.rulesets.great_fire import RULESET
from domain.rulesets.great_fire import commands as c
from domain.rulesets.great_fire import events as e
from domain.rulesets.great_fire.components import AREAS, IDS, INDEX, LINKS, OBJECTIVES, PRINTED
from tests.rulesets.great_fire.openings import dealt, each
from tests.rulesets.great_fire.position import after, bands_at, no, position, refuses, targets

BY_ID = {area.id: area for area in AREAS}


@pytest.mark.rules("GF-BOARD-01")
def test_the_board_is_burnable_districts_grass_and_pudding_lane() -> None:
    view = RULESET.view(position(), SPECTATOR)
    kinds = Counter("district" if area.burnable else area.region for area in AREAS)
    assert kinds == {"district": 63, "park": 9, "pudding_lane": 1}
    assert [area.id for area in view.areas] == list(IDS)
    assert all(bool(area.houses) == BY_ID[area.id].burnable for area in view.areas)


@pytest.mark.rules("GF-BOARD-02")
def test_each_of_four_regions_has_thirty_houses() -> None:
    houses = Counter[str]()
    for area in AREAS:
        houses[area.region] += area.size
    assert +houses == {"purple": 30, "blue": 30, "green": 30, "orange": 30}
    assert BY_ID["pudding_lane"].size == 0
    assert BY_ID["the_tower"].region == "orange"
    green = {area.id for area in AREAS if area.region == "green"}
    beside = {link.b if link.a == "pudding_lane" else link.a for link in LINKS if "pudding_lane" in (link.a, link.b)}
    assert beside <= green


@pytest.mark.rules("GF-BOARD-03")
def test_an_edge_has_one_direction_each_way_and_the_opposite_one_back() -> None:
    there = position(cones={"sion_college": 2})
    back = position(cones={"moorgate": 2})
    assert [card for card in "NESW" if "moorgate" in targets(there, card, "sion_college")] == ["E"]
    assert [card for card in "NESW" if "sion_college" in targets(back, card, "moorgate")] == ["W"]


@pytest.mark.rules("GF-BOARD-04", "GF-FIRE-07", "GF-RULING-45")
def test_only_a_diagonal_answers_to_two_cards() -> None:
    state = position(cones={"finsbury": 2})
    found = {
        id: "".join(card for card in "NESW" if id in targets(state, card, "finsbury"))
        for id in ("sion_college", "cripplegate", "moorgate", "bethlem")
    }
    assert found == {"sion_college": "SW", "cripplegate": "W", "moorgate": "S", "bethlem": "E"}


@pytest.mark.rules("GF-BOARD-04")
def test_every_four_way_cross_gives_two_diagonals_with_two_directions() -> None:
    """Recomputed from the polygons: what shares an edge is linked, what is opposite at a point of four areas too."""
    corners = defaultdict(list)
    edges = defaultdict(list)
    for entry in PRINTED["district"]:
        points = [tuple(point) for point in entry["polygon"]]
        for here, following in zip(points, points[1:] + points[:1], strict=True):
            corners[here].append(entry["id"])
            edges[frozenset((here, following))].append(entry["id"])
    touching = {frozenset(pair) for pair in edges.values() if len(pair) == 2}
    crossing = {
        frozenset((a, b))
        for around in corners.values()
        if len(around) == 4
        for a in around
        for b in around
        if a < b and frozenset((a, b)) not in touching
    }
    assert {frozenset((link.a, link.b)) for link in LINKS if link.kind == "edge"} == touching
    assert {frozenset((link.a, link.b)) for link in LINKS if link.kind == "corner"} == crossing
    assert {(link.kind, len(link.dirs)) for link in LINKS} == {("edge", 1), ("corner", 2)}


@pytest.mark.rules("GF-BOARD-05", "GF-RULING-44")
def test_neither_the_wall_nor_the_fleet_stops_fire_or_bands() -> None:
    assert "finsbury" in targets(position(cones={"sion_college": 2}), "E", "sion_college")  # over the wall
    assert "ludgate" in targets(position(cones={"st_brides": 2}), "E", "st_brides")  # over the Fleet
    state = position(bands={"sion_college": 1}, land={0: "st_brides"}, phase="actions")
    state = after(state, c.MoveBand(0, "sion_college", "finsbury"), c.MoveLandowner(0, "ludgate"))
    assert bands_at(state, "finsbury") == 1


@pytest.mark.rules("GF-BOARD-06")
def test_fire_never_enters_grass_but_bands_and_landowners_do() -> None:
    state = position(cones={"charterhouse": 3}, hands={0: "SSSSS"})
    refuses(state, c.PlayFire(0, "S", "charterhouse", "west_smithfield"), "never_burns", "GF-BOARD-06")
    assert targets(state, "S", "charterhouse") == {"st_bartholomews"}
    walking = position(bands={"charterhouse": 1}, land={0: "st_bartholomews"}, phase="actions")
    walking = after(walking, c.MoveBand(0, "charterhouse", "west_smithfield"), c.MoveLandowner(0, "west_smithfield"))
    assert bands_at(walking, "west_smithfield") == 1


@pytest.mark.rules("GF-BOARD-07", "GF-SETUP-11")
def test_yellow_banners_get_the_tokens_and_red_ones_are_the_objectives() -> None:
    _, events = dealt()
    (placed,) = each(events, e.TokensPlaced)
    assert set(placed.tokens) == {area.id for area in AREAS if area.banner == "yellow"}
    assert Counter(placed.tokens.values()) == {"charge": 10, "double_move": 6, "vp": 4}
    assert sorted(card.district for card in OBJECTIVES.values()) == sorted(a.id for a in AREAS if a.banner == "red")
    assert all(PRINTED["district"][INDEX[card.district]]["vp"] == card.vp for card in OBJECTIVES.values())


@pytest.mark.rules("GF-BOARD-08", "GF-RULING-35")
def test_the_24_districts_of_three_houses_and_more_are_the_objectives() -> None:
    large = [area.id for area in AREAS if area.size >= 3]
    assert len(large) == 24
    assert sorted(large) == sorted(card.district for card in OBJECTIVES.values())
    assert Counter((card.deck, card.vp) for card in OBJECTIVES.values()) == {("I", 6): 8, ("II", 4): 8, ("III", 2): 8}


@pytest.mark.rules("GF-BOARD-09", "GF-SETUP-14", "GF-SETUP-15")
@pytest.mark.parametrize(
    ("seats", "areas"), [(3, []), (4, ["hounds_ditch", "st_bottolphs"]), (5, ["cripplegate"]), (6, [])]
)
def test_the_printed_icons_place_bands_with_their_number_of_players_only(seats: int, areas: list[str]) -> None:
    state, events = dealt(seats)
    assert sorted(event.area for event in each(events, e.BandPlaced)) == areas
    assert [IDS[at] for at in state.bands] == sorted(areas, key=INDEX.__getitem__)


@pytest.mark.rules("GF-BOARD-05")
def test_the_thames_is_no_area() -> None:
    assert no(position(phase="actions", land={0: "queenhithe"}), c.MoveLandowner(0, "thames")).code == "no_such_area"
