"""The ledger: who may read it, that it has everything, that seats see no tokens, and that it pages."""

import uuid
from dataclasses import replace

import pytest

from domain.engine.step import Step
from domain.game.terms import TakeBacks, Terms
from domain.rulesets.london.commands import DrawFromDeck, TakeLoan
from services.audit.ledger import read_ledger, taken_back_at
from services.audit.not_allowed import LEDGER, not_allowed
from services.commands.answers import Accepted, RefusedAnswer
from services.log.signed_tree import NoTree, SignedTree
from services.ports import Principal
from services.reads.horizon import visible_until
from services.reads.look import ViewerNotAllowed
from services.take_back.motions import TakingBack
from services.world import World
from tests.dice import new_id
from tests.game.toy import Show
from tests.services.audit.desks import SECOND, everything, visible_to
from tests.services.game_driver import ANN, BEN, EVE, JUDGE, GameDriver, seated_game

NO_TREE = NoTree()
WITH_TOKEN = replace(ANN, token_id="t_ann")


async def entries(
    driver: GameDriver, by: Principal | None, *, after: int = 0, size: int = 200, tree: SignedTree = NO_TREE, **choice
):
    visible = await visible_to(driver, by)
    return await read_ledger(driver.world, tree, by, visible, everything(visible, **choice), after=after, size=size)


async def refused(driver: GameDriver) -> None:
    answer = await driver.submit(Show(SECOND), seat=SECOND)
    assert isinstance(answer, RefusedAnswer), answer


@pytest.mark.rules("GAME-KEPT-02")
@pytest.mark.parametrize("reader", [None, EVE, Principal("admin", "Ada", frozenset({"admin"}))])
async def test_nobody_outside_a_game_reads_its_ledger(memory: World, toy: str, reader: Principal | None) -> None:
    driver = await seated_game(memory, toy)
    with pytest.raises(ViewerNotAllowed):
        await entries(driver, reader)
    await driver.play_on(10)
    assert driver.state.over
    with pytest.raises(ViewerNotAllowed):
        await entries(driver, reader)


@pytest.mark.rules("GAME-ROLE-03")
async def test_who_may_not_read_it_learns_who_may_and_what_is_in_the_way(memory: World, toy: str) -> None:
    driver, arbiters = await seated_game(memory, toy), frozenset({"arbiter"})
    visible = await visible_to(driver, None)
    for reader, sentence in (
        (None, "You sent no token"),
        (replace(JUDGE, scopes=frozenset({"read"})), "Your token lacks the scope"),
        (replace(EVE, game_id="another"), "Your token is not for reading this game."),
        (replace(ANN, roles=arbiters), "have had a seat in it, so you are no arbiter of this game (GAME-ROLE-03)."),
        (EVE, "reads its own commands (GAME-KEPT-02)."),
    ):
        answer = str(not_allowed(reader, visible, LEDGER))
        assert answer.startswith("Until the game is over its ledger is for arbiters") and sentence in answer, answer
        assert visible.game_id not in answer, "the pages have it in each language"


@pytest.mark.rules("GAME-KEPT-01")
async def test_the_ledger_is_the_chain_of_commands_refused_ones_too(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    await refused(driver)
    await driver.play_on(10)
    page = await entries(driver, JUDGE)
    stored = list(await memory.log.commands(driver.game_id))
    assert [each.stored for each in page.entries] == stored and not page.more
    assert [each.stored.link for each in page.entries] == [each.link for each in stored]
    assert {each.stored.outcome for each in page.entries} == {"accepted", "refused"}
    assert all(each.stored.received_us and each.stored.time_us and each.stored.principal for each in page.entries)


@pytest.mark.rules("GAME-KEPT-02")
async def test_while_it_runs_a_seat_sees_its_own_commands_and_no_place(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    await refused(driver)
    own = await entries(driver, BEN)
    assert {each.stored.principal for each in own.entries} == {BEN.id}
    assert "refused" in {each.stored.outcome for each in own.entries}
    assert all(each.place is None and each.token is None for each in own.entries)
    with pytest.raises(ViewerNotAllowed):
        await entries(driver, BEN, principal=ANN.id)
    assert (await entries(driver, BEN, principal=BEN.id)).entries == own.entries


@pytest.mark.rules("GAME-KEPT-02")
async def test_tokens_are_for_auditors_alone(memory: World, toy: str) -> None:
    nan, _ = await memory.principals.create("Nan", frozenset())
    row = memory.principals.rows[nan.token_id]
    row.token = replace(row.token, principal_id=ANN.id)
    driver = await seated_game(memory, toy)
    driver.players = (replace(ANN, token_id=nan.token_id), BEN)
    await driver.play_on(10)
    tokens = [each.token for each in (await entries(driver, JUDGE)).entries if each.stored.token_id]
    recorded = [each.token_id for each in await memory.log.commands(driver.game_id) if each.token_id]
    assert len(recorded) == len(set(recorded)) == len(tokens) and nan.token_id not in str(recorded)
    assert tokens and all(token is not None and token.id == nan.token_id for token in tokens)
    for seat in (ANN, BEN):
        page = await entries(driver, seat)
        assert {each.stored.principal for each in page.entries} >= {ANN.id, BEN.id}
        assert [each.token for each in page.entries if each.token is not None] == []


@pytest.mark.rules("GAME-ROLE-03")
async def test_an_arbiter_who_sits_in_the_game_is_a_seat(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    judging = Principal(BEN.id, BEN.name, frozenset({"arbiter"}))
    assert {each.stored.principal for each in (await entries(driver, judging)).entries} == {BEN.id}


async def test_choices_and_pages_lose_nothing(memory: World, toy: str) -> None:
    driver = await seated_game(memory, toy)
    await refused(driver)
    await driver.play_on(10)
    whole = (await entries(driver, JUDGE)).entries
    paged, after = [], 0
    while True:
        page = await entries(driver, JUDGE, after=after, size=2)
        paged += page.entries
        if not page.more:
            break
        after = paged[-1].stored.ordinal
    assert paged == list(whole)
    for choice in ({"outcome": "refused"}, {"seat": SECOND}, {"principal": ANN.id}):
        chosen = (await entries(driver, JUDGE, **choice)).entries
        name, value = next(iter(choice.items()))
        assert chosen == [each for each in whole if getattr(each.stored, name) == value] and chosen
    times = sorted({each.stored.received_us for each in whole})
    half = times[len(times) // 2]
    early = (await entries(driver, JUDGE, to_us=half)).entries
    late = (await entries(driver, JUDGE, from_us=half)).entries
    assert [*early, *late] == list(whole)


@pytest.mark.rules("GAME-BACK-05")
async def test_an_entry_that_was_taken_back_names_the_step_that_did_it(memory: World) -> None:
    driver = await seated_game(memory, "london", terms=Terms(take_backs=TakeBacks("free")))
    await driver.submit(DrawFromDeck(driver.to_act()))
    who, before = driver.principal(driver.to_act()), driver.state.version
    await driver.submit(TakeLoan(driver.to_act()))
    refused = await TakingBack(driver.play).take_back(who, driver.game_id, new_id(), to=Step(1))
    assert isinstance(refused, RefusedAnswer), "a refused take-back takes nothing back"
    back = await TakingBack(driver.play).take_back(who, driver.game_id, new_id(), to=None)
    assert isinstance(back, Accepted), back
    visible = await visible_to(driver, who)
    steps = [taken_back_at(visible, each.stored) for each in (await entries(driver, who)).entries]
    assert steps[-4:] == [None, back.version, None, None]
    earlier = visible_until(visible.history, visible.history.state_at(before), is_delayed=True)
    loan = (await entries(driver, who)).entries[-3].stored
    assert taken_back_at(earlier, loan) is None, "who does not see the take-back yet sees no mark"


async def test_postgres_pages_as_memory_does(world: World, toy: str) -> None:
    driver = await seated_game(world, toy)
    await refused(driver)
    await driver.play_on(10)
    stored = list(await world.log.commands(driver.game_id))
    visible = await visible_to(driver, JUDGE)
    choice = everything(visible)
    assert list(await world.audit.ledger(driver.game_id, choice, after=0, limit=100)) == stored
    for other in (replace(choice, outcome="refused"), replace(choice, seat=SECOND), replace(choice, principal=ANN.id)):
        rows = await world.audit.ledger(driver.game_id, other, after=1, limit=100)
        assert list(rows) == [each for each in stored if each.ordinal > 1 and other.has(each)] and rows
    assert not await world.audit.ledger(str(uuid.UUID(int=1)), choice, after=0, limit=10)
