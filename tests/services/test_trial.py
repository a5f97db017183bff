"""Dry runs: what is certain, what is refused, whether the game would end, and that nothing depends on hidden information."""

from dataclasses import replace

import msgspec
import pytest

from domain.engine.chance import Chance
from domain.engine.ruleset import AnyRuleset
from domain.engine.viewer import FIRST_SEAT, Seat, seat_of
from domain.game import BeginGame, Game, GameState, OpenGame, TakeSeat
from domain.game.names import GameNames
from domain.rulesets import CURRENT
from services.commands.answers import Accepted
from services.log.replay import Histories
from services.reads.horizon import VisibleHead
from services.reads.look import Look, visible_step
from services.reads.trial import WORLDS, PlanEnd, ScoreChange, Trial, dry_run
from services.world import World
from tests.coroutines import no_pause, run_at_once
from tests.game import toy as toy_module
from tests.game.toy import CARDS, TOY, CardRevealed, CardsDealt, Show
from tests.services.game_driver import ANN, seated_game

SECRET = bytes(range(32))


def show_and_deal(state: toy_module.State, command: Show, chance: Chance) -> tuple[CardRevealed | CardsDealt, ...]:
    """A card is shown, which its seat knows; then everybody gets a new card, which nobody knows."""
    return (*toy_module.decide(state, command, chance), CardsDealt(chance.shuffled(CARDS)[: state.seats]))


def show_and_swap(state: toy_module.State, command: Show, chance: Chance) -> tuple[CardRevealed | CardsDealt, ...]:
    """A card is shown; then two players swap their cards, so the seat learns what it did not know."""
    return (*toy_module.decide(state, command, chance), CardsDealt(state.cards[::-1]))


def show_and_stay(state: toy_module.State, command: Show, chance: Chance) -> tuple[CardRevealed, ...]:
    """A card is shown; a die is thrown that changes nothing."""
    chance.below(6)
    return toy_module.decide(state, command, chance)


RISKY: AnyRuleset = replace(TOY, decide=show_and_deal)
SWAPPING: AnyRuleset = replace(TOY, decide=show_and_swap)
DICING: AnyRuleset = replace(TOY, decide=show_and_stay)


def begun(ruleset: AnyRuleset = TOY, *commands: Show) -> GameState:
    game = Game(ruleset)
    state = game.open(OpenGame("host", "toy", 2), SECRET, 0)[1]
    for command in (TakeSeat("a", seat_of(0)), TakeSeat("b", seat_of(1)), BeginGame("host"), *commands):
        state = game.advance(state, command, game.chance(state), 0)[1]
    return state


def trial(state: GameState, seat: Seat, ruleset: AnyRuleset = TOY) -> Trial:
    return run(visible(Game(ruleset), state), seat, Show(seat))


def visible(game: Game, state: GameState) -> VisibleHead:
    """The game at a state, of which nothing is delayed."""
    return VisibleHead("g", game, GameNames("", {"a": "Ann", "b": "Ben"}), state, b"", is_delayed=False)


def run(visible: VisibleHead, seat: Seat, command: msgspec.Struct) -> Trial:
    """A dry run, which gives way to nobody."""
    return run_at_once(dry_run(visible, seat, command, no_pause))


def twin(state: GameState, game: Game, seat: Seat, at: int) -> GameState:
    """Another game that `seat` cannot distinguish from this one, with other secrets."""
    position = game.ruleset.redeal(state.position, seat, Chance(SECRET, at))
    return msgspec.structs.replace(state, position=position, secret=bytes([at] * 32).hex(), seed=bytes([at] * 32).hex())


def test_a_command_that_the_rules_refuse_has_the_refusal_and_nothing_else() -> None:
    result = trial(begun(), seat_of(1))
    assert result.refused is not None and result.refused.rules == ("TOY-01",)
    assert (result.events, result.scores, result.ends) == ((), (), False)


def test_before_the_game_begins_a_trial_is_refused() -> None:
    state = Game(TOY).open(OpenGame("host", "toy", 2), SECRET, 0)[1]
    result = trial(state, FIRST_SEAT)
    assert result.refused is not None and result.refused.code == "not_begun"


def test_what_the_seat_knows_is_certain() -> None:
    state = begun()
    card = state.position.cards[0]
    result = trial(state, FIRST_SEAT)
    assert (result.version, result.refused, result.ends, result.worlds) == (state.version, None, False, WORLDS)
    (event,) = result.events
    assert event.certain and event.line is not None and event.line.text == f"Ann showed {card}."
    assert result.scores == (ScoreChange(FIRST_SEAT, "card", card, 0, certain=True),)


def test_what_chance_decides_is_an_example() -> None:
    known, drawn = trial(begun(RISKY), FIRST_SEAT, RISKY).events
    assert known.certain and not drawn.certain
    assert drawn.line is not None and drawn.line.facts != {}
    (change,) = trial(begun(RISKY), FIRST_SEAT, RISKY).scores
    assert not change.certain


def test_only_the_last_command_ends_the_game_and_the_revealed_secret_is_not_foreseen() -> None:
    first = trial(begun(), FIRST_SEAT)
    last = trial(begun(TOY, Show(FIRST_SEAT)), seat_of(1))
    assert not first.ends and last.ends
    types = [event.line.type for event in last.events if event.line is not None]
    assert types == ["toy.CardRevealed", "game.GameEnded"]


def test_what_is_hidden_from_the_seat_is_an_example_too() -> None:
    known, swapped = trial(begun(SWAPPING), FIRST_SEAT, SWAPPING).events
    assert known.certain and not swapped.certain


@pytest.mark.parametrize("ruleset", [TOY, RISKY, SWAPPING], ids=["toy", "risky", "swapping"])
def test_a_trial_is_the_same_in_games_that_its_seat_cannot_distinguish(ruleset: AnyRuleset) -> None:
    state = begun(ruleset)
    expected = trial(state, FIRST_SEAT, ruleset)
    others = [twin(state, Game(ruleset), FIRST_SEAT, at) for at in range(5)]
    assert len({other.position.cards[1] for other in others}) > 1
    for other in others:
        assert trial(other, FIRST_SEAT, ruleset) == expected


@pytest.mark.rules("GAME-WHATIF-02")
@pytest.mark.parametrize(
    ("ruleset", "end"),
    [(TOY, PlanEnd.OTHERS), (DICING, PlanEnd.CHANCE), (RISKY, PlanEnd.CHANCE), (SWAPPING, PlanEnd.NEWS)],
    ids=["toy", "dicing", "risky", "swapping"],
)
def test_a_plan_ends_where_something_is_not_certain(ruleset: AnyRuleset, end: PlanEnd) -> None:
    result = trial(begun(ruleset), FIRST_SEAT, ruleset)
    assert (result.plan_end, result.legal) == (end, ())
    assert (result.view is None) == (end in (PlanEnd.CHANCE, PlanEnd.NEWS))


@pytest.mark.rules("GAME-WHATIF-02")
def test_what_follows_the_end_of_a_plan_is_not_tried() -> None:
    game = visible(Game(TOY), begun())
    show = Show(FIRST_SEAT)
    result = run_at_once(dry_run(game, FIRST_SEAT, show, no_pause, [show, show]))
    assert result == run(game, FIRST_SEAT, show)
    out_of_turn = Show(seat_of(1))
    result = run_at_once(dry_run(game, seat_of(1), out_of_turn, no_pause, [out_of_turn]))
    assert result.refused is not None and (result.depth, result.view) == (0, None)


@pytest.mark.rules("GAME-WHATIF-02")
@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_a_plan_comes_true_command_by_command(memory: World, ruleset: str) -> None:
    driver = await seated_game(memory, ruleset)
    look = Look(memory, Histories(memory))
    longest = 0
    while longest < 2 and not driver.state.over:
        seat = driver.to_act()
        game = await look.game(ANN, driver.game_id)
        assert game is not None
        plan = [driver.legal()[0]]
        expected = [run(game, seat, plan[0])]
        while expected[-1].legal and len(plan) < 5:
            plan.append(expected[-1].legal[0])
            expected.append(run_at_once(dry_run(game, seat, plan[-1], no_pause, plan[:-1])))
        for depth, (command, result) in enumerate(zip(plan, expected, strict=True)):
            assert (result.refused, result.depth) == (None, depth)
            assert isinstance(await driver.submit(command), Accepted)
            if result.view is not None:
                assert result.view.position == driver.game.view(driver.state, seat).position
        longest = max(longest, len(plan))
    assert longest >= 2


def test_another_command_and_another_view_have_other_draws() -> None:
    state = begun(RISKY)
    cards = state.position.cards
    other = next(card for card in CARDS if card not in cards)
    changed = msgspec.structs.replace(state, position=msgspec.structs.replace(state.position, cards=(other, cards[1])))
    assert trial(state, FIRST_SEAT, RISKY).events[1] == trial(state, FIRST_SEAT, RISKY).events[1]
    assert trial(state, FIRST_SEAT, RISKY).events[1] != trial(changed, FIRST_SEAT, RISKY).events[1]


@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_certain_events_come_true_and_nothing_is_written(memory: World, ruleset: str) -> None:
    driver = await seated_game(memory, ruleset)
    look = Look(memory, Histories(memory))
    certain = 0
    for _ in range(12):
        if driver.state.over:
            break
        seat, before = driver.to_act(), driver.state
        command = driver.legal()[-1]
        visible = await look.game(ANN, driver.game_id)
        assert visible is not None
        result = run(visible, seat, command)
        head = await memory.log.head(driver.game_id)
        assert head is not None and head.version == before.version
        answer = await driver.submit(command)
        assert isinstance(answer, Accepted)
        lines = [visible_step(driver.game, before, visible.names, step, seat).line for step in answer.steps]
        for at, event in enumerate(result.events):
            if event.certain:
                assert at < len(lines) and lines[at] == event.line
                certain += 1
    assert certain > 3


@pytest.mark.parametrize("ruleset", tuple(CURRENT))
async def test_a_trial_of_a_real_ruleset_does_not_depend_on_hidden_information(memory: World, ruleset: str) -> None:
    driver = await seated_game(memory, ruleset)
    await driver.play_on(10)
    seat = driver.to_act()
    other = twin(driver.state, driver.game, seat, 1)
    assert other.position != driver.state.position and driver.game.view(other, seat) == driver.game.view(
        driver.state, seat
    )
    for command in driver.legal()[:6]:
        worlds = [visible(driver.game, state) for state in (driver.state, other)]
        results = [run(each, seat, command) for each in worlds]
        assert results[0] == results[1]
        for planned in results[0].legal[:1]:
            one, two = [run_at_once(dry_run(each, seat, planned, no_pause, [command])) for each in worlds]
            assert one == two
