"""Public events on Postgres answer as the fake does, page by page, and only what is due."""

import random

import pytest

from domain.engine.step import Step
from infra.postgres.audit.events import PostgresPublicEvents
from infra.postgres.projection_rows import apart, statements
from projections.public_events import PublicEvent
from services.audit.events import EventChoice
from tests.dice import new_id
from tests.fakes import FakePublicEvents

NOW = 500
CHOICES = [
    EventChoice(),
    EventChoice(types=("a.A",)),
    EventChoice(types=("a.A", "b.B"), ruleset="a"),
    EventChoice(rules=("R-1",)),
    EventChoice(rules=("R-1", "R-2"), ruleset_version=2),
    EventChoice(principal="p_1"),
    EventChoice(since_us=100, until_us=300),
    EventChoice(types=("none",)),
    EventChoice(types=("a.A", "b.A"), seat=1),
    EventChoice(rules=("R-1", "R-2"), seat=0, ruleset="a"),
    EventChoice(types=("a.A",), seat=100_000),
]


def rows() -> list[PublicEvent]:
    dice = random.Random(4)
    made = []
    for game in (new_id() for _ in range(6)):
        ruleset, version = dice.choice(("a", "b")), dice.choice((1, 2))
        for step in range(1, 40):
            type_ = dice.choice((f"{ruleset}.A", f"{ruleset}.B"))
            cited = tuple(dice.sample(("R-1", "R-2", "R-3"), dice.randint(1, 3)))
            principal = dice.choice(("", "p_1", "p_2"))
            made.append(
                PublicEvent(
                    game,
                    Step(step),
                    dice.randint(1, 600),
                    ruleset,
                    version,
                    type_,
                    dice.choice((None, 0, 1)),
                    principal,
                    cited,
                    {"step": step},
                )
            )
    return made


@pytest.fixture
async def both(pool):
    every = rows()

    async def of_fake():
        return every

    for game in {row.game_id for row in every}:
        for statement, arguments in statements([row for row in every if row.game_id == game]):
            if pool.on_citus:
                await pool.fetch(apart(statement), game, *arguments)
            else:
                await pool.fetch(statement, game, "public_events", 0, b"", None, *arguments)
    return FakePublicEvents(of_fake), PostgresPublicEvents(pool)


@pytest.mark.rules("GAME-OPENDATA-01")
@pytest.mark.parametrize("choice", CHOICES, ids=str)
async def test_every_choice_pages_as_the_fake_does(both, choice):
    fake, real = both
    whole = await fake.events(choice, after=None, limit=10_000, now_us=NOW)
    assert await real.events(choice, after=None, limit=10_000, now_us=NOW) == whole
    assert all(row.place.shows_us <= NOW for row in whole)
    paged, after = [], None
    while page := await real.events(choice, after=after, limit=7, now_us=NOW):
        paged += page
        after = page[-1].place
    assert paged == whole
