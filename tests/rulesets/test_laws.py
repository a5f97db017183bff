"""Laws that hold for every ruleset on the shelf, tried on seeded games with every number of seats and several options."""

import os
import random
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, Union

import msgspec
import pytest
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.codec import canonical, is_canonical, plain, state_hash
from domain.engine.refusal import Refused
from domain.engine.ruleset import Line
from domain.engine.viewer import ARBITER, Viewer
from domain.rulesets import RULESETS
from tests.rules_report import rulebooks
from tests.rulesets.games import Game, Step, law_game, said, tables

ROOT = Path(__file__).parents[2]
INT_MAX = 2**31 - 1
"""GraphQL's Int: nothing told may be larger."""
ACCEPTED_PER_STEP = 25
TABLES = [pytest.param(*table, id=f"{table[0]}-{table[1]}-{said(table[2])}") for table in tables()]
on_every_table = pytest.mark.parametrize(("ruleset", "seats", "options"), TABLES)


@cache
def known(ruleset: str) -> frozenset[str]:
    return rulebooks()[ruleset].known


def some(game: Game, every: int) -> list[Step]:
    """Steps of a game, about one in `every`, without a rhythm; never without the last."""
    dice = random.Random(f"{game.seed.hex()} {every}")
    return [step for step in game.steps if dice.random() * every < 1 or step is game.steps[-1]]


# ---- what is legal


@on_every_table
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


@on_every_table
def test_somebody_can_act_until_there_is_an_outcome_and_nobody_after(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box = game.ruleset
    for step in game.steps:
        asked = box.to_act(step.before)
        assert asked and box.outcome(step.before) is None
        assert list(asked) == sorted(set(asked)) or len(asked) == 1
        for seat in range(seats):
            assert bool(box.legal(step.before, seat)) == (seat in asked)
    end = game.steps[-1].after
    outcome = box.outcome(end)
    assert outcome is not None and box.to_act(end) == ()
    assert all(box.legal(end, seat) == () for seat in range(seats))
    assert [place.seat for place in outcome.places] == list(range(seats))
    assert set(outcome.rules) <= known(ruleset)
    for place in outcome.places:
        assert place.points == sum(source.points for source in place.sources)
        assert all(set(source.rules) <= known(ruleset) for source in place.sources)


def pools(game: Game) -> dict[tuple[type, str], list[Any]]:
    """The values that each field of each command had in a game, and nonsense where the type lets it in."""
    found: dict[tuple[type, str], dict[bytes, Any]] = {}
    for step in some(game, 4):
        for seat in range(game.seats):
            for command in game.ruleset.legal(step.before, seat):
                for name in command.__struct_fields__:
                    value = getattr(command, name)
                    found.setdefault((type(command), name), {})[canonical(value)] = value
    for kind in game.ruleset.commands:
        for field in msgspec.structs.fields(kind):
            row = found.setdefault((kind, field.name), {})
            bare = field.type
            while hasattr(bare, "__supertype__"):  # a NewType lets in what its base lets in
                bare = bare.__supertype__
            if field.name == "seat":
                row.update({canonical(seat): seat for seat in (*range(game.seats), -1, 99)})
            elif bare is str:
                row.update({b"nowhere": "nowhere", b"": ""})
            elif bare is int:
                row.update({b"-1": -1, b"0": 0, b"99": 99})
    return {key: list(row.values()) for key, row in found.items()}


def mutants(game: Game, step: Step, dice: random.Random, seen: dict[tuple[type, str], list[Any]]) -> list[Any]:
    """Commands near to what is legal: a field changed, another seat, another part of the turn."""
    box = game.ruleset
    legal = [command for seat in range(game.seats) for command in box.legal(step.before, seat)]
    found = []
    for command in dice.sample(legal, min(len(legal), 6)):
        name = dice.choice(command.__struct_fields__)
        found.append(replace(command, **{name: dice.choice(seen[type(command), name])}))
    for kind in dice.sample(box.commands, min(len(box.commands), 6)):
        fields = [field.name for field in msgspec.structs.fields(kind)]
        if all(seen[kind, name] for name in fields):
            found.append(kind(**{name: dice.choice(seen[kind, name]) for name in fields}))
    return [command for command in found if command not in legal]


@on_every_table
def test_what_is_not_listed_is_refused_by_a_rule_and_changes_nothing(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    dice, seen = random.Random("mutants"), pools(game)
    refused = 0
    for step in some(game, 2):
        before = state_hash(step.before)
        for command in mutants(game, step, dice, seen):
            with pytest.raises(Refused) as caught:
                game.ruleset.decide(step.before, command, Chance(game.seed, step.version))
            no = caught.value
            assert re.fullmatch("[a-z][a-z_]*", no.code), no.code
            assert no.rules and set(no.rules) <= known(ruleset), (command, no)
            assert no.text.endswith((".", "?", "!"))
            assert tellable(no.facts)
            refused += 1
        assert state_hash(step.before) == before
    assert refused > len(game.steps)
    end = game.steps[-1].after
    for step in some(game, 10):
        with pytest.raises(Refused):
            game.ruleset.decide(end, step.command, Chance(game.seed, step.version))


# ---- replay


@on_every_table
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
            kept = msgspec.json.decode(canonical(step.after), type=box.state)
            assert state_hash(kept) == state_hash(step.after), "a snapshot is the state"
    assert box.outcome(state) == box.outcome(game.steps[-1].after)


@on_every_table
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
    said = [process.communicate(timeout=120)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    assert len(said[0].splitlines()) == len(RULESETS)
    assert said[0] == said[1] == said[2]


# ---- what is told


def tellable(value: object) -> bool:
    """JSON without floats, and whole numbers that GraphQL's Int holds."""

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


@on_every_table
def test_views_and_tracks_can_be_told_to_every_viewer(ruleset: str, seats: int, options: Any) -> None:
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
        assert {track.seat for track in tracks} == set(range(seats))


@on_every_table
def test_the_tracks_end_where_the_outcome_is(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    end = game.steps[-1].after
    outcome = game.ruleset.outcome(end)
    assert outcome is not None
    for place in outcome.places:
        assert sum(track.if_over for track in game.ruleset.tracks(end) if track.seat == place.seat) == place.points
    assert all(track.banked == track.if_over and track.visible_to is None for track in game.ruleset.tracks(end))


@on_every_table
def test_every_event_is_told_with_its_rules(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    for event in game.events:
        full = game.ruleset.tell(event, ARBITER)
        assert full is not None, "the arbiter is told everything"
        for viewer in game.viewers:
            line = game.ruleset.tell(event, viewer)
            if line is not None:
                lawful(line, event, full, game)


def lawful(line: Line, event: Any, full: Line, game: Game) -> None:
    """A line names its event and existing rules, its marks are seats, and the arbiter was told no less."""
    assert line.type == event.__struct_config__.tag == full.type
    assert line.rules and set(line.rules) <= known(game.ruleset.id), (line.rules, line.type)
    assert line.text.endswith(".") and "  " not in line.text
    assert all(int(seat) < game.seats for seat in re.findall("«(.*?)»", line.text))
    assert line.seat is None or 0 <= line.seat < game.seats
    assert tellable(line)
    for name, fact in line.facts.items():
        assert name in full.facts and full.facts[name] == fact, (name, line, full)


# ---- non-interference


def refusal_of(game: Game, state: Any, command: Any, version: int) -> bytes:
    """What a command is answered: its refusal, or that it is accepted."""
    try:
        game.ruleset.decide(state, command, Chance(game.seed, version))
    except Refused as no:
        return canonical([no.code, no.text, no.rules, no.facts])
    return b"accepted"


def seen(game: Game, state: Any, viewer: Viewer) -> dict[str, bytes]:
    """All the bytes that a state gives a viewer."""
    box = game.ruleset
    return {
        "view": canonical(box.view(state, viewer)),
        "to act": canonical(box.to_act(state)),
        "legal": canonical(box.legal(state, viewer)) if viewer >= 0 else b"",
        "tracks": canonical([track for track in box.tracks(state) if track.is_visible_to(viewer)]),
        "outcome": canonical(box.outcome(state)),
    }


@on_every_table
def test_what_a_viewer_cannot_know_changes_nothing_it_sees(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    box, dice = game.ruleset, random.Random("redeal")
    differing = 0
    for number, step in enumerate(some(game, 3)):
        assert box.redeal(step.before, ARBITER, Chance(game.seed, number)) == step.before
        for viewer in game.viewers[:-1]:
            twin = box.redeal(step.before, viewer, Chance(dice.randbytes(32), number))
            differing += twin != step.before
            assert seen(game, step.before, viewer) == seen(game, twin, viewer)
            goes_on_alike(game, step, twin, viewer)
            again, too = (box.redeal(state, viewer, Chance(game.seed, number)) for state in (step.before, twin))
            assert again == too, "who knows the chance of a deal can tell from it what lay there before"
    assert differing, "redeal deals nothing again"


def goes_on_alike(game: Game, step: Step, twin: Any, viewer: Viewer) -> None:
    """The same command on both: whoever is told the same lines sees the same after them.

    Where the twin refuses it (another hand holds other cards) nothing is to be compared, and where a line shows what was
    hidden the two games have come to differ for this viewer; up to there they may not, and neither in their length.
    """
    box = game.ruleset
    if step.command not in box.legal(twin, step.command.seat):
        assert step.command.seat != viewer, "one's own legal list rests on what one knows"
        return
    events = box.decide(twin, step.command, Chance(game.seed, step.version))
    state, after = step.before, twin
    for event, twin_event in zip(step.events, events, strict=False):
        told, twin_told = (canonical(box.tell(happened, viewer)) for happened in (event, twin_event))
        if told != twin_told:
            return
        state, after = box.evolve(state, event), box.evolve(after, twin_event)
    assert len(step.events) == len(events), "the number of events shows something that no line tells"
    assert seen(game, state, viewer) == seen(game, after, viewer)


@on_every_table
def test_refusals_tell_a_seat_nothing_that_it_does_not_know(ruleset: str, seats: int, options: Any) -> None:
    game = law_game(ruleset, seats, options)
    dice, values = random.Random("leaks"), pools(game)
    for step in some(game, 5):
        for viewer in range(seats):
            twin = game.ruleset.redeal(step.before, viewer, Chance(dice.randbytes(32), 0))
            for command in mutants(game, step, dice, values):
                own = replace(command, seat=viewer)
                first = refusal_of(game, step.before, own, step.version)
                assert first == refusal_of(game, twin, own, step.version), own
