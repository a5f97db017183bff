"""Why a step happened, what was refused, and the highlights of a game, by viewer."""

import pytest

from domain.engine.viewer import ARBITER, FIRST_SEAT, SPECTATOR, Seat, Viewer, seat_of
from domain.game import BeginGame, TakeSeat
from domain.game.terms import Delay, Terms
from services.commands.answers import Accepted, RefusedAnswer
from services.commands.fork import Forks
from services.log.replay import Histories
from services.ports import Principal
from services.reads.explain import Explain, Highlight, Why, highlights, last_of_play
from services.reads.horizon import VisibleGame
from services.reads.look import Look, NoSuchStep
from services.world import World
from tests.dice import new_id
from tests.game.toy import Show
from tests.services.game_driver import ANN, BEN, EVE, JUDGE, GameDriver, seated_game

BEGUN, DEALT, ANN_SHOWED, BEN_SHOWED, ENDED, REVEALED = range(4, 10)
"""The steps of a toy game of two players; before them it was opened and two seats were taken."""
VIEWERS = (SPECTATOR, seat_of(0), seat_of(1), ARBITER)


@pytest.fixture
async def driver(memory: World, toy: str) -> GameDriver:
    return await seated_game(memory, toy)


async def visible_to(driver: GameDriver, principal: Principal | None = None) -> VisibleGame:
    visible = await Look(driver.world, Histories(driver.world)).game(principal, driver.game_id)
    assert visible is not None
    return visible


def seat_behind(why: Why) -> Seat | None:
    return None if why.stored is None else why.stored.seat


def explain(driver: GameDriver) -> Explain:
    return Explain(driver.world, Look(driver.world, Histories(driver.world)))


async def test_the_end_of_play_is_before_the_secret(driver: GameDriver) -> None:
    await driver.play_on(2)
    history = (await visible_to(driver)).history
    assert [last_of_play(history, step) for step in (DEALT, ENDED, REVEALED)] == [DEALT, ENDED, ENDED]


# ---------------------------------------------------------------- why


@pytest.mark.parametrize("step", [-1, 0, DEALT + 1])
async def test_there_is_no_reason_for_a_step_that_does_not_exist(driver: GameDriver, step: int) -> None:
    with pytest.raises(NoSuchStep) as caught:
        await explain(driver).why(await visible_to(driver), SPECTATOR, step)
    assert caught.value.head == DEALT


async def test_only_its_seat_and_the_arbiter_know_a_command_before_the_end(driver: GameDriver) -> None:
    await driver.submit(Show(FIRST_SEAT))
    visible = await visible_to(driver)
    card = driver.state.position.cards[0]
    for viewer in VIEWERS:
        why = await explain(driver).why(visible, viewer, ANN_SHOWED)
        knows = viewer in (FIRST_SEAT, ARBITER)
        assert (why.command, seat_behind(why)) == ((Show(FIRST_SEAT), FIRST_SEAT) if knows else (None, None))
        assert (None if why.phrase is None else why.phrase.text) == (f"Show your {card}." if knows else None)
        assert why.draws is None, "the secret is not revealed yet"
        assert why.step.line is not None and why.step.line.text == f"Ann showed {card}."


async def test_a_seat_knows_the_command_that_took_it_and_nothing_of_the_opening(driver: GameDriver) -> None:
    """Nobody has a seat before they take one, so the command itself belongs to none."""
    visible = await visible_to(driver)
    for step, person in ((1, ANN), (2, ANN), (3, BEN)):
        for viewer in VIEWERS:
            why = await explain(driver).why(visible, viewer, step)
            knows = viewer == ARBITER or (step > 1 and viewer == driver.seat_of(person))
            assert (why.command is not None) == knows, (step, viewer)
            assert seat_behind(why) is None and why.draws is None
            if knows and step > 1:
                assert isinstance(why.command, TakeSeat) and why.command.by == person.id


async def test_all_know_every_command_and_its_draws_after_the_end(driver: GameDriver) -> None:
    await driver.play_on(2)
    visible = await visible_to(driver)
    for viewer in VIEWERS:
        why = await explain(driver).why(visible, viewer, DEALT)
        assert why.command == BeginGame(ANN.id) and why.phrase is None and seat_behind(why) == FIRST_SEAT
        assert why.draws is not None and len(why.draws) == 51 and {draw.step for draw in why.draws} == {3}
        last = await explain(driver).why(visible, viewer, BEN_SHOWED)
        assert (last.command, last.draws) == (Show(seat_of(1)), ())
    assert (await explain(driver).why(visible, SPECTATOR, 1)).draws == (), "nothing was drawn to open the game"


@pytest.mark.parametrize(
    ("step", "steps"),
    [
        (1, [1]),
        (BEGUN, [BEGUN, DEALT]),
        (DEALT, [BEGUN, DEALT]),
        (ANN_SHOWED, [ANN_SHOWED]),
        (ENDED, [BEN_SHOWED, ENDED, REVEALED]),
        (REVEALED, [BEN_SHOWED, ENDED, REVEALED]),
    ],
)
async def test_a_reason_has_all_steps_of_the_command(driver: GameDriver, step: int, steps: list[int]) -> None:
    await driver.play_on(2)
    why = await explain(driver).why(await visible_to(driver), SPECTATOR, step)
    assert why.step.version == step and [each.version for each in why.steps] == steps


async def test_steps_are_those_that_the_viewer_sees(driver: GameDriver) -> None:
    visible = await visible_to(driver)
    for viewer, cards in ((SPECTATOR, 0), (seat_of(1), 1), (ARBITER, 2)):
        dealt = (await explain(driver).why(visible, viewer, BEGUN)).steps[1].line
        assert dealt is not None and len(dealt.facts) == cards


# ---------------------------------------------------------------- refusals


async def refuse_both(driver: GameDriver) -> None:
    """Ben is refused at the deal, Ann after she has shown her card."""
    assert isinstance(await driver.submit(Show(seat_of(1)), seat=seat_of(1)), RefusedAnswer)
    await driver.submit(Show(FIRST_SEAT))
    assert isinstance(await driver.submit(Show(FIRST_SEAT), seat=FIRST_SEAT), RefusedAnswer)


@pytest.mark.rules("GAME-HID-01")
@pytest.mark.parametrize(
    ("viewer", "seats"), [(SPECTATOR, []), (seat_of(0), [0]), (seat_of(1), [1]), (ARBITER, [1, 0])]
)
async def test_a_seat_learns_its_own_refusals_and_the_arbiter_all(
    driver: GameDriver, viewer: Viewer, seats: list[int]
) -> None:
    await refuse_both(driver)
    records = await explain(driver).refusals(await visible_to(driver), viewer)
    assert [record.seat for record in records] == seats


async def test_a_refusal_has_its_version_its_rules_and_names_instead_of_seats(driver: GameDriver) -> None:
    await refuse_both(driver)
    first, second = await explain(driver).refusals(await visible_to(driver), ARBITER)
    assert (first.version, second.version) == (DEALT, ANN_SHOWED)
    assert (first.refusal.refused.code, first.refusal.text, first.refusal.refused.rules) == (
        "not_your_turn",
        "It is not Ben's turn.",
        ("TOY-01",),
    )


async def test_refusals_of_principals_without_a_seat_are_for_the_arbiter_alone(driver: GameDriver) -> None:
    await driver.seating.begin(EVE, driver.game_id, new_id())
    for viewer in VIEWERS:
        records = await explain(driver).refusals(await visible_to(driver), viewer)
        assert [record.refusal.refused.code for record in records] == (["already_begun"] if viewer == ARBITER else [])


async def test_refusals_on_steps_that_a_delay_hides_are_not_listed(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy, terms=Terms(delay=Delay(steps=1)))
    await refuse_both(driver)
    assert len(await explain(driver).refusals(await visible_to(driver, ANN), ARBITER)) == 2
    assert len(await explain(driver).refusals(await visible_to(driver), ARBITER)) == 1


async def test_every_page_of_commands_is_read(driver: GameDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.reads.explain.COMMANDS_PAGE", 2)
    await refuse_both(driver)
    assert len(await explain(driver).refusals(await visible_to(driver), ARBITER)) == 2


# ---------------------------------------------------------------- highlights


async def test_the_highlights_of_a_game_in_order(driver: GameDriver) -> None:
    await driver.play_on(2)
    visible = await visible_to(driver)
    moments = [(each.version, each.kind, each.words.text, each.seat) for each in highlights(visible, SPECTATOR)]
    revealed = "The seed was revealed; from here on anybody could check every draw."
    assert moments == [
        (DEALT, "turn", "Turn 1", FIRST_SEAT),
        (ANN_SHOWED, "turn", "Turn 2", seat_of(1)),
        (ENDED, "end", "The end", None),
        (REVEALED, "reveal", revealed, None),
        (REVEALED, "score", f"Ben gained {driver.state.position.cards[1]}", seat_of(1)),
    ]


async def test_before_the_end_of_a_game_nothing_past_the_visible_step_is_a_highlight(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy, terms=Terms(delay=Delay(steps=1)))
    await driver.submit(Show(FIRST_SEAT))
    assert max(highlight.version for highlight in highlights(await visible_to(driver, BEN), FIRST_SEAT)) == ANN_SHOWED
    behind: list[Highlight] = list(highlights(await visible_to(driver), SPECTATOR))
    assert max(highlight.version for highlight in behind) == DEALT


@pytest.mark.rules("GAME-FORK-03")
async def test_commands_of_a_private_sandbox_stay_its_hosts_after_its_end(driver: GameDriver) -> None:
    forks = Forks(driver.play, driver.world.now_us)
    fork = await forks.fork(
        ANN, new_id(), await visible_to(driver, ANN), FIRST_SEAT, at=None, seat=FIRST_SEAT, title=""
    )
    assert isinstance(fork, Accepted)
    closed = await driver.seating.abandon(JUDGE, fork.game_id, new_id())
    assert isinstance(closed, Accepted)
    visible = await Look(driver.world, Histories(driver.world)).game(EVE, fork.game_id)
    assert visible is not None and visible.state.over
    for viewer, knows in ((SPECTATOR, False), (ARBITER, True)):
        why = await explain(driver).why(visible, viewer, 2)
        assert (why.command is not None, why.draws is not None) == (knows, knows)
