"""How many statements a list of games has, whatever its callers ask for: each stays prepared in every connection."""

import pytest

from infra.postgres.feeds.first_rows import rounded_up
from infra.postgres.feeds.game_query import GameQuery
from services.listing import EVERY_GAME, FIRST_PAGE, GameChoice, GameOrder, GamePage

ROWS_MAX = 512


def texts(choice: GameChoice, page: GamePage = FIRST_PAGE) -> set[str]:
    return {GameQuery(choice, 0).page(page, limit) for limit in range(1, ROWS_MAX + 1)}


def test_a_limit_is_at_least_the_wanted_one_and_less_than_half_more() -> None:
    assert [*map(rounded_up, (1, 3, 5, 6, 7, 21, 51, 101, 501))] == [1, 3, 6, 6, 8, 24, 64, 128, 512]
    assert all(limit <= rounded_up(limit) < limit * 1.5 for limit in range(1, ROWS_MAX + 1))


@pytest.mark.parametrize("choice", [EVERY_GAME, GameChoice(ruleset="brigade"), GameChoice(phase="open")])
def test_a_list_in_the_order_of_an_index_has_a_plan_for_all_values(choice: GameChoice) -> None:
    made = texts(choice)
    assert len(made) == 18, "for the limits 1, 2, 3, 4, 6, 8, 12 and so on, to 512"
    assert all("LIMIT $" not in text for text in made)


@pytest.mark.parametrize(
    ("choice", "page"),
    [
        (GameChoice(ruleset="brigade", phase="open"), FIRST_PAGE),
        (GameChoice(phase="open", free_seat=True), FIRST_PAGE),
        (GameChoice(sandbox=True), FIRST_PAGE),
        (GameChoice(mine="Ann"), FIRST_PAGE),
        (GameChoice(phase="open"), GamePage(order=GameOrder.OPENED)),
    ],
)
def test_other_lists_are_planned_for_their_values(choice: GameChoice, page: GamePage) -> None:
    [text] = texts(choice, page)
    assert text.count("LIMIT $") == 1 + text.count("(SELECT g.game_id")
