"""A decision before it is written: the entry for the log, the state it leads to, and what is refused."""

from dataclasses import replace

import msgspec
import pytest

from domain.engine.chance import Chance
from domain.engine.codec import canonical, state_hash
from domain.engine.ruleset import AnyRuleset
from domain.engine.viewer import FIRST_SEAT, Seat, seat_of
from domain.game import BeginGame, Game, OpenGame, TakeSeat
from domain.game.events import GameBegun, GameEnded, GameOpened, SeedRevealed
from domain.game.game import Command
from domain.log.chain import GENESIS
from domain.log.refusals import decode_refusal
from services.commands.decision import Decision, Submission, decide, decide_opening
from services.log.load_game import LoadedGame
from tests.game.toy import TOY, CardRevealed, CardsDealt, Show, State

SECRET = bytes(range(32))
REQUEST_HASH = bytes(reversed(range(32)))
OPEN = OpenGame("host", "toy", 2)
ANN_SITS, BEN_SITS = TakeSeat("ann", seat_of(0)), TakeSeat("ben", seat_of(1))


def submission(command: Command, *, seat: Seat | None = None, received_us: int = 5) -> Submission:
    return Submission(
        game_id="g",
        command_id="c",
        request_hash=REQUEST_HASH,
        principal="somebody",
        seat=seat,
        command=command,
        received_us=received_us,
        token_id="t_ann",
    )


def opening() -> Decision:
    game = Game(TOY)
    return decide_opening(submission(OPEN), game, *game.open(OPEN, SECRET, 0))


def after(*commands: Command, ruleset: AnyRuleset = TOY) -> LoadedGame:
    """A toy game of two seats after these commands. Every one of them is accepted."""
    loaded = msgspec.structs.replace(opening().after, game=Game(ruleset))
    for command in commands:
        decision = decide(submission(command), loaded)
        assert decision.refused is None
        loaded = decision.after
    return loaded


def begun(*shows: Show, ruleset: AnyRuleset = TOY) -> LoadedGame:
    return after(ANN_SITS, BEN_SITS, BeginGame("host"), *shows, ruleset=ruleset)


# ---------------------------------------------------------------- refused


def test_a_refusal_is_an_entry_without_steps_and_the_game_stays_as_it_is() -> None:
    loaded = begun()
    decision = decide(submission(Show(seat_of(1)), seat=seat_of(1)), loaded)
    assert decision.refused is not None and decision.refused.rules == ("TOY-01",)
    assert decision.before is loaded and decision.after is loaded
    assert (decision.state_hash, decision.read_steps()) == ("", ())
    entry = decision.entry
    assert (entry.outcome, entry.events, entry.opening) == ("refused", (), None)
    assert (entry.expected_version, entry.expected_hash) == (loaded.state.version, loaded.hash)


def test_the_stored_answer_is_the_refusal() -> None:
    decision = decide(submission(Show(seat_of(1))), begun())
    stored, refused = decode_refusal(decision.entry.answer), decision.refused
    assert refused is not None
    assert (stored.code, stored.text, stored.rules, stored.facts) == (
        refused.code,
        refused.text,
        refused.rules,
        refused.facts,
    )


def test_the_games_own_rules_refuse_too() -> None:
    decision = decide(submission(BeginGame("host")), after(ANN_SITS))
    assert decision.refused is not None and decision.refused.rules[0].startswith("GAME-")


def show_a_wrong_card(state: State, command: Show, chance: Chance) -> tuple[CardRevealed, ...]:
    return (CardRevealed(command.seat, state.cards[command.seat] + 1),)


def test_an_event_that_cannot_follow_fails_before_there_is_an_entry() -> None:
    with pytest.raises(AssertionError):
        decide(submission(Show(FIRST_SEAT)), begun(ruleset=replace(TOY, decide=show_a_wrong_card)))


# ---------------------------------------------------------------- accepted


def test_the_entry_says_who_sent_what_and_on_which_head_it_was_decided() -> None:
    loaded = begun()
    entry = decide(submission(Show(FIRST_SEAT), seat=FIRST_SEAT, received_us=77), loaded).entry
    assert (entry.outcome, entry.answer, entry.opening) == ("accepted", b"", None)
    assert (entry.expected_version, entry.expected_hash) == (loaded.state.version, loaded.hash)
    assert (entry.game_id, entry.command_id, entry.request_hash) == ("g", "c", REQUEST_HASH)
    assert (entry.principal, entry.seat, entry.time_us) == ("somebody", FIRST_SEAT, 77)
    assert entry.body == canonical(Show(FIRST_SEAT))


def test_the_steps_follow_the_head_in_one_chain_that_ends_at_the_new_head() -> None:
    loaded = after(ANN_SITS, BEN_SITS)
    decision = decide(submission(BeginGame("host")), loaded)
    begin, deal = decision.entry.events
    assert (begin.version, deal.version) == (loaded.state.version + 1, loaded.state.version + 2)
    assert (begin.prev_hash, deal.prev_hash) == (loaded.hash, begin.hash)
    assert (decision.after.state.version, decision.after.hash) == (deal.version, deal.hash)
    assert loaded.state.version == 3, "the state before it is not changed"


def test_only_the_last_step_of_a_command_has_the_hash_of_the_state() -> None:
    decision = decide(submission(BeginGame("host")), after(ANN_SITS, BEN_SITS))
    assert decision.state_hash == state_hash(decision.after.state)
    assert [step.body.state for step in decision.read_steps()] == [None, decision.state_hash]


def test_steps_are_read_back_as_the_events_that_lead_from_before_to_after() -> None:
    decision = decide(submission(BeginGame("host")), after(ANN_SITS, BEN_SITS))
    steps = decision.read_steps()
    assert [type(step.event) for step in steps] == [GameBegun, CardsDealt]
    assert [(step.hash, step.prev_hash) for step in steps] == [
        (written.hash, written.prev_hash) for written in decision.entry.events
    ]
    state = decision.before.state
    for step in steps:
        state = decision.before.game.evolve(state, step.event, step.moment)
    assert state == decision.after.state


def test_the_last_command_and_the_end_of_the_game_are_one_entry() -> None:
    decision = decide(submission(Show(seat_of(1))), begun(Show(FIRST_SEAT)))
    assert [type(step.event) for step in decision.read_steps()] == [CardRevealed, GameEnded, SeedRevealed]
    assert decision.after.state.over and not decision.before.state.over


def test_the_same_decision_has_the_same_bytes_and_at_another_time_it_has_others() -> None:
    loaded = after(ANN_SITS, BEN_SITS)
    first, second, later = (decide(submission(BeginGame("host"), received_us=now), loaded).entry for now in (5, 5, 6))
    assert first == second
    assert [step.hash for step in later.events] != [step.hash for step in first.events]


# ---------------------------------------------------------------- opening


def test_an_opening_follows_nothing_and_names_the_ruleset() -> None:
    decision = opening()
    entry = decision.entry
    assert (entry.expected_version, entry.expected_hash, entry.outcome) == (0, GENESIS, "accepted")
    assert entry.opening is not None
    assert (entry.opening.ruleset, entry.opening.ruleset_version) == ("toy", TOY.version)
    (step,) = decision.read_steps()
    assert isinstance(step.event, GameOpened) and step.version == 1
    assert (step.prev_hash, step.hash) == (GENESIS, decision.after.hash)
    assert step.body.state == decision.state_hash == state_hash(decision.after.state)
    assert decision.before is decision.after and decision.refused is None
