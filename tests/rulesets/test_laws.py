"""Laws that hold for every ruleset, tried on seeded games with every number of seats and several options."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Union

import msgspec
import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.codec import canonical, is_canonical, plain, state_hash
from domain.engine.refusal import Refused
from domain.engine.ruleset import Line
from domain.engine.viewer import ARBITER, Viewer, seat_of, seats_of
from domain.rulesets import CURRENT, RULESETS
from tests.lines import english
from tests.rulesets.games import SMALL, Game, Step, changed_options, known, law_game, settings, some
from tests.rulesets.near_legal import mutants, pools

ROOT = Path(__file__).parents[2]
INT_MAX = 2**31 - 1
"""GraphQL's Int. No number that a viewer gets may be larger."""
ACCEPTED_PER_STEP = 25
SETTINGS = [
    pytest.param(*each, id=f"{each.ruleset}-{each.seats}-{changed_options(each.options)}") for each in settings()
]
in_every_setting = pytest.mark.parametrize(("ruleset", "seats", "options"), SETTINGS)


# ---- what is legal


@in_every_setting
def test_what_is_listed_is_accepted_and_belongs_to_the_ruleset(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box, dice = game.ruleset, random.Random("accepted")
    for step in game.steps:
        for seat in box.to_act(step.before):
            listed = box.legal(step.before, seat)
            assert len(set(map(canonical, listed))) == len(listed), "listed twice"
            for command in dice.sample(listed, min(len(listed), ACCEPTED_PER_STEP)):
                assert type(command) in box.commands
                assert command.seat == seat
                events = box.decide(step.before, command, Chance(game.seed, step.version))
                assert events, "a command that is accepted is an event at least"
                assert {type(event) for event in events} <= set(box.events)
        assert box.decide(step.before, step.command, Chance(game.seed, step.version)) == step.events


@in_every_setting
def test_somebody_can_act_until_there_is_an_outcome_and_nobody_after(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box = game.ruleset
    for step in game.steps:
        acting = box.to_act(step.before)
        assert acting and box.outcome(step.before) is None
        assert list(acting) == sorted(set(acting)) or len(acting) == 1
        for seat in seats_of(seats):
            assert bool(box.legal(step.before, seat)) == (seat in acting)
    end = game.steps[-1].after
    outcome = box.outcome(end)
    assert outcome is not None and box.to_act(end) == ()
    assert all(box.legal(end, seat) == () for seat in seats_of(seats))
    assert [place.seat for place in outcome.places] == list(range(seats))
    assert set(outcome.rules) <= known(ruleset)
    for place in outcome.places:
        assert place.points == sum(source.points for source in place.sources)
        assert all(set(source.rules) <= known(ruleset) for source in place.sources)


def explained(refused: Refused, ruleset: str) -> None:
    """A refusal has a code, a sentence, existing rules, and facts that GraphQL can carry."""
    assert re.fullmatch("[a-z][a-z_]*", refused.code), refused.code
    assert refused.rules and set(refused.rules) <= known(ruleset), refused
    assert english(refused, ruleset).endswith((".", "?", "!"))
    assert tellable(refused.facts)


@in_every_setting
def test_what_is_not_listed_is_refused_by_a_rule_and_changes_nothing(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    dice, values = random.Random("mutants"), pools(game)
    refused = 0
    for step in some(game, 2):
        before = state_hash(step.before)
        for command in mutants(game, step, dice, values):
            with pytest.raises(Refused) as caught:
                game.ruleset.decide(step.before, command, Chance(game.seed, step.version))
            explained(caught.value, ruleset)
            refused += 1
        assert state_hash(step.before) == before
    assert refused > len(game.steps) or ruleset in SMALL
    end = game.steps[-1].after
    for step in some(game, 10):
        with pytest.raises(Refused):
            game.ruleset.decide(end, step.command, Chance(game.seed, step.version))


# ---- replay


@in_every_setting
def test_a_replay_of_the_written_events_is_the_live_game(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box = game.ruleset
    decoder = msgspec.json.Decoder(Union[box.events])  # noqa: UP007
    state = box.initial(seats, msgspec.json.decode(canonical(options), type=box.options))
    for number, step in enumerate((game.set_up, *game.steps)):
        for event in step.events:
            body = canonical(event)
            assert is_canonical(body)
            read = decoder.decode(body)
            assert canonical(read) == body
            assert read.__struct_config__.tag == f"{ruleset}.{type(event).__name__}"
            state = box.evolve(state, read)
        if number % 8 == 0 or step is game.steps[-1]:
            assert state_hash(state) == state_hash(step.after)
            snapshot = msgspec.json.decode(canonical(step.after), type=box.state)
            assert state_hash(snapshot) == state_hash(step.after), "a snapshot is the state"
    assert box.outcome(state) == box.outcome(game.steps[-1].after)


@in_every_setting
def test_commands_survive_being_written(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    decoder = msgspec.json.Decoder(Union[game.ruleset.commands])  # noqa: UP007
    for step in game.steps:
        body = canonical(step.command)
        assert is_canonical(body) and decoder.decode(body) == step.command
        assert next(iter(step.command.__struct_fields__)) == "seat"
        assert step.command.__struct_config__.tag == f"{ruleset}.{type(step.command).__name__}"


def test_state_hashes_do_not_depend_on_the_hash_seed() -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.rulesets.hashes"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "1", "4242")
    ]
    outputs = [process.communicate(timeout=120)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    assert len(outputs[0].splitlines()) == len(CURRENT)
    assert outputs[0] == outputs[1] == outputs[2]


# ---- what viewers get


def tellable(value: object) -> bool:
    """Returns whether a value is JSON without floats, with whole numbers that GraphQL's Int can hold."""

    def small(value: object) -> bool:
        match value:
            case bool():
                return True
            case int():
                return abs(value) <= INT_MAX
            case list():
                return all(map(small, value))
            case dict():
                return all(map(small, value.values()))
            case _:
                return True

    read = msgspec.json.decode(canonical(value))
    return plain(read) and small(read)


@in_every_setting
def test_views_and_tracks_can_be_sent_to_every_viewer(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box = game.ruleset
    states = [game.set_up.before, *(step.after for step in some(game, 6))]
    for state in states:
        for viewer in game.viewers:
            view = box.view(state, viewer)
            assert type(view) is box.view_type and tellable(view)
            assert msgspec.json.decode(canonical(view), type=box.view_type) == view
        tracks = box.tracks(state)
        assert tellable(tracks)
        assert len({(track.seat, track.source) for track in tracks}) == len(tracks)
        assert {track.seat for track in tracks} == set(seats_of(seats))


@in_every_setting
def test_the_tracks_end_where_the_outcome_is(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    end = game.steps[-1].after
    outcome = game.ruleset.outcome(end)
    assert outcome is not None
    for place in outcome.places:
        assert sum(track.if_over for track in game.ruleset.tracks(end) if track.seat == place.seat) == place.points
    assert all(track.banked == track.if_over and track.visible_to is None for track in game.ruleset.tracks(end))


@in_every_setting
def test_every_event_has_a_line_with_its_rules(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    for event in game.events:
        full = game.ruleset.tell(event, ARBITER)
        assert full is not None, "the arbiter knows everything"
        for viewer in game.viewers:
            line = game.ruleset.tell(event, viewer)
            if line is not None:
                lawful(line, event, full, game)


def lawful(line: Line, event: Any, full: Line, game: Game) -> None:
    """A line names its event, existing rules and existing seats, and the arbiter gets at least the same facts."""
    assert line.type == event.__struct_config__.tag == full.type
    assert line.rules and set(line.rules) <= known(game.ruleset.id), (line.rules, line.type)
    text = english(line)
    assert text.endswith(".") and "  " not in text
    assert all(int(seat) < game.seats for seat in re.findall("«(.*?)»", text))
    assert line.seat is None or 0 <= line.seat < game.seats
    assert tellable(line)
    for name, fact in line.facts.items():
        assert name in full.facts and full.facts[name] == fact, (name, line, full)


# ---- non-interference


def refusal_of(game: Game, state: Any, command: Any, version: int) -> bytes:
    """Returns the answer to a command: its refusal, or that it is accepted."""
    try:
        game.ruleset.decide(state, command, Chance(game.seed, version))
    except Refused as refused:
        return canonical([refused.code, refused.rules, refused.facts])
    return b"accepted"


def visible_bytes(game: Game, state: Any, viewer: Viewer) -> dict[str, bytes]:
    """Returns all the bytes that a viewer gets of a state."""
    box = game.ruleset
    return {
        "view": canonical(box.view(state, viewer)),
        "to act": canonical(box.to_act(state)),
        "legal": canonical(box.legal(state, seat_of(viewer))) if viewer >= 0 else b"",
        "tracks": canonical([track for track in box.tracks(state) if track.is_visible_to(viewer)]),
        "outcome": canonical(box.outcome(state)),
    }


@in_every_setting
def test_what_a_viewer_cannot_know_changes_nothing_it_sees(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box, dice = game.ruleset, random.Random("redeal")
    differing = 0
    for number, step in enumerate(some(game, 3)):
        assert box.redeal(step.before, ARBITER, Chance(game.seed, number)) == step.before
        for viewer in game.viewers[:-1]:
            twin = box.redeal(step.before, viewer, Chance(dice.randbytes(32), number))
            differing += twin != step.before
            assert visible_bytes(game, step.before, viewer) == visible_bytes(game, twin, viewer)
            goes_on_alike(game, step, twin, viewer)
            first, second = (box.redeal(state, viewer, Chance(game.seed, number)) for state in (step.before, twin))
            assert first == second, "a deal would reveal, with its chance, what was there before it"
    assert differing, "redeal deals nothing"


def goes_on_alike(game: Game, step: Step, twin: Any, viewer: Viewer) -> None:
    """The same command on both: a viewer who gets the same lines sees the same state after them.

    If the twin refuses the command, because another hand has other cards, there is nothing to compare. If a line
    reveals something hidden, the two games differ for this viewer from there on. Until then they must be equal, also
    in length.
    """
    box = game.ruleset
    if step.command not in box.legal(twin, step.command.seat):
        assert step.command.seat != viewer, "the legal list of a seat follows from what the seat knows"
        return
    events = box.decide(twin, step.command, Chance(game.seed, step.version))
    state, after = step.before, twin
    for event, twin_event in zip(step.events, events, strict=False):
        line, twin_line = (canonical(box.tell(each, viewer)) for each in (event, twin_event))
        if line != twin_line:
            return
        state, after = box.evolve(state, event), box.evolve(after, twin_event)
    assert len(step.events) == len(events), "the number of events reveals something that no line says"
    assert visible_bytes(game, state, viewer) == visible_bytes(game, after, viewer)


@in_every_setting
def test_refusals_tell_a_seat_nothing_that_it_does_not_know(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    dice, values = random.Random("leaks"), pools(game)
    for step in some(game, 5):
        for viewer in seats_of(seats):
            twin = game.ruleset.redeal(step.before, viewer, Chance(dice.randbytes(32), 0))
            for command in mutants(game, step, dice, values):
                own = replace(command, seat=viewer)
                first = refusal_of(game, step.before, own, step.version)
                assert first == refusal_of(game, twin, own, step.version), own


# ---- versions


@pytest.mark.parametrize("ruleset", CURRENT)
def test_an_event_leads_to_the_same_position_by_every_version(ruleset: str) -> None:
    """Except where the ruleset says otherwise; and no position hangs on what is noted for the record alone."""
    versions = [each for (id, _), each in RULESETS.items() if id == ruleset]
    corrected, noted = versions[-1].corrected_events, versions[-1].noted
    for setting in [each for each in settings() if each.ruleset == ruleset]:
        game = law_game(*setting)
        for step in (game.set_up, *game.steps):
            state = step.before
            for event in step.events:
                after = game.ruleset.evolve(state, event)
                for other in versions if type(event) not in corrected else ():
                    by_other = other.evolve(other.carry(state), event)
                    assert game.ruleset.carry(by_other) == after, event
                if type(event) in noted:
                    assert game.ruleset.evolve(state, replace(event, **noted[type(event)])) == after, event
                state = after
    for type_, fields in noted.items():
        defaults = {each.name: each.default for each in msgspec.structs.fields(type_)}
        assert {name: defaults[name] for name in fields} == fields, "what version 1 leaves out"
