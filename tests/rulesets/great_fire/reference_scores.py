"""The reference's end of a game: what each seat has scored, and who stands where. Written from section 16 of
docs/rules alone."""

from tests.rulesets.great_fire.printed import OBJECTIVES
from tests.rulesets.great_fire.reference import Reference


def scores(game: Reference, seat: int) -> dict[str, int]:
    """Section 16, by source."""
    surviving = [
        OBJECTIVES[card]["vp"]
        for card in game.objectives[seat]
        if game.houses[OBJECTIVES[card]["district"]] and not game.uncontained(OBJECTIVES[card]["district"])
    ]
    return {
        "houses": 40 - 2 * game.lost[game.colours[seat]],
        "cones": game.piles[seat],
        "objectives": sum(surviving),
        "tokens": game.held[seat].count("vp"),
        "hero": 2 if game.hero == seat else 0,
    }


def ranking(game: Reference) -> list[tuple[int, int]]:
    """(place, points) of each seat, ties broken by GF-TIE-01 to GF-TIE-05."""
    worth = []
    for seat in range(game.seats):
        score = scores(game, seat)
        standing = sum(houses.count(game.colours[seat]) for houses in game.houses.values())
        worth.append((sum(score.values()), game.piles[seat], standing, score["objectives"]))
    return [(1 + sum(other > own for other in worth), own[0]) for own in worth]
