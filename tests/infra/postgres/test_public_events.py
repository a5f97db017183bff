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
GOODS = ("ale", "bread", "coal")
EXAMINED = 40
"""So few are examined that every question with facts or phases has several stretches."""
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
    EventChoice(phase="over"),
    EventChoice(types=("a.A", "b.B"), phase="playing", seat=1),
    EventChoice(rules=("R-1", "R-2"), phase="over", facts='{"goods": ["ale"]}'),
    EventChoice(types=("a.A", "b.A"), facts='{"step": 7}'),
    EventChoice(rules=("R-3",), facts='{"step": true}'),
    EventChoice(principal="p_1", facts='{"goods": ["ale", "bread"], "who": {"seat": 1}}'),
    EventChoice(types=("b.B",), facts='{"none": null}'),
]
PHASES = ("open", "playing", "over")


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
                    {"step": step, "goods": dice.sample(GOODS, 2), "who": {"seat": step % 3, "n": 1}},
                )
            )
    return made


@pytest.fixture
async def both(pool):
    every = rows()

    async def of_fake():
        return every

    async def phases():
        return in_phase

    in_phase = {game: PHASES[at % 3] for at, game in enumerate(sorted({row.game_id for row in every}))}
    await pool.fetch(_LIST, list(in_phase), list(in_phase.values()))
    for game in in_phase:
        for statement, arguments in statements([row for row in every if row.game_id == game]):
            if pool.on_citus:
                await pool.fetch(apart(statement), game, *arguments)
            else:
                await pool.fetch(statement, game, "public_events", 0, b"", None, *arguments)
    return FakePublicEvents(of_fake, phases, EXAMINED), PostgresPublicEvents(pool, EXAMINED)


_LIST = """
INSERT INTO game_list (game_id, ruleset, phase, version, turn, persons, bots, holders, to_act, bot_to_act, leaders, winners,
                       sandbox, fork, opened_us, moved_us, shows_us, public_version, host, begun)
SELECT g::uuid, 'a', p, 1, 1, '{}', '{}', '{}', '{}', false, '{}', '{}', false, false, 1, 1, 0, 1, '', 0
FROM unnest($1::text[], $2::text[]) AS of_game (g, p)
"""


async def read_on(events, choice, size):
    """All events of a question, each page from where the one before says."""
    rows, pages, after = [], 0, None
    while True:
        page = await events.events(choice, after=after, limit=size, now_us=NOW)
        rows, pages = rows + list(page.rows), pages + 1
        after = page.further or (page.rows[-1].place if len(page.rows) == size else None)
        if after is None:
            return rows, pages


@pytest.mark.rules("GAME-OPENDATA-01")
@pytest.mark.parametrize("choice", CHOICES, ids=str)
async def test_every_choice_pages_as_the_fake_does(both, choice):
    fake, real = both
    first = await fake.events(choice, after=None, limit=10_000, now_us=NOW)
    assert await real.events(choice, after=None, limit=10_000, now_us=NOW) == first
    whole, _ = await read_on(fake, choice, 10_000)
    assert all(row.place.shows_us <= NOW for row in whole)
    paged, pages = await read_on(real, choice, 7)
    assert paged == whole and pages >= len(whole) / 7
