"""The contract of a ruleset: the doors that every room on the shelf has. Names no ruleset and holds no rule.

A ruleset is a set of pure functions over frozen structs:

    set_up(state, chance) -> events     the box is opened: everything up to the first choice of a seat
    decide(state, command, chance) -> events, or raises Refused
    evolve(state, event) -> state       total; asserts, never refuses, never draws
    legal(state, seat) -> commands      complete: what is not listed is refused; a wide choice is several commands
    to_act(state) -> seats              who may move now; empty once there is an outcome
    view(state, viewer) -> view         chosen in field by field, never a state with fields taken out
    tell(event, viewer) -> line         None: this viewer may not know what happened, only that a step was taken
    tracks(state), outcome(state)
    redeal(state, viewer, chance) -> state   the same to `viewer`, and all it cannot know dealt again at random
    turn(state), phrase(view, command), objections(state, command)

Law of non-interference: two games that differ only in what a viewer cannot know give that viewer the same bytes, in
views, lines, legal lists and refusals alike. Every line and every refusal cites rule ids.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from domain.engine.chance import Chance
from domain.engine.refusal import Fact, Refused
from domain.engine.score import Outcome, Track
from domain.engine.viewer import Seat, Viewer

O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741  options
S = TypeVar("S", bound=msgspec.Struct)
C = TypeVar("C", bound=msgspec.Struct)
E = TypeVar("E", bound=msgspec.Struct)
V = TypeVar("V", bound=msgspec.Struct)


class Line(msgspec.Struct, frozen=True):
    """What a viewer may know of one event.

    `type`: the event's (`<ruleset>.<Event>`). `text`: one plain sentence in the past tense, seats as marks
    (`viewer.mark`). `rules`: ids, the most telling first, never empty. `seat`: whose doing it was, if anybody's.
    `facts`: the event's fields that this viewer may know, by name.
    """

    type: str
    text: str
    rules: tuple[str, ...]
    seat: Seat | None = None
    facts: Mapping[str, Fact] = {}


Bot = Callable[[V, tuple[C, ...], Chance], C]
"""Chooses one of the legal commands (never empty) from a seat's own view. Knows nothing else."""

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the data of an event of schema n into that of schema n + 1."""


@dataclass(frozen=True, kw_only=True)
class Ruleset(Generic[O, S, C, E, V]):
    """A ruleset's nameplate. `commands` and `events` are frozen Structs tagged `<id>.<Name>` in the field `type`; every
    command's first field is `seat`. `version` goes up when the same commands would give other events or states."""

    id: str
    title: str
    version: int
    seats_min: int
    seats_max: int
    options: type[O]
    state: type[S]
    commands: tuple[type[C], ...]
    events: tuple[type[E], ...]
    view_type: type[V]
    initial: Callable[[int, O], S]
    """(number of seats, options) -> the state before set-up. Raises Refused for numbers the rules do not allow."""
    set_up: Callable[[S, Chance], tuple[E, ...]]
    decide: Callable[[S, C, Chance], tuple[E, ...]]
    evolve: Callable[[S, E], S]
    legal: Callable[[S, Seat], tuple[C, ...]]
    to_act: Callable[[S], tuple[Seat, ...]]
    view: Callable[[S, Viewer], V]
    tell: Callable[[E, Viewer], Line | None]
    tracks: Callable[[S], tuple[Track, ...]]
    outcome: Callable[[S], Outcome | None]
    redeal: Callable[[S, Viewer, Chance], S]
    """A state of the same view to `viewer`, whose hidden part (hands, decks, what lies face down) is dealt again from what
    that viewer cannot place. For sandbox games, and for the test of non-interference."""
    bots: Mapping[str, Bot[V, C]]
    """By name, the best last. `random` is always among them."""
    printed: Callable[[], Mapping[str, Any]]
    """The printed components as read from components.toml, `source` marks kept, for those who draw the board."""
    turn: Callable[[S], int]
    """How many turns have begun; 0 in set-up. Public. For the marks of a replay and for lists."""
    phrase: Callable[[V, C], str]
    """What a command asks, one plain sentence in the imperative, other seats as marks. The view: what the viewer who reads it sees
    at the moment before the command, so that it can name what stands there. Total: for every view once the box is open, and every
    command, legal or not. No two commands that `legal` lists at one moment have the same phrase."""
    objections: Callable[[S, C], tuple[Refused, ...]]
    """Every rule that forbids a command, the one that `decide` refuses with first; empty for a legal command. Objections that
    have no meaning once an earlier one holds are left out."""
    reveals: tuple[type[E], ...] = ()
    """Events that turn up for everybody what was hidden: cards off a deck, secret goals. Marked in a replay."""
    time_out: Callable[[S, Seat, Chance], tuple[E, ...]] | None = None
    """What happens when time is called on a seat that may act. None: the rules do not say, and a bot decides for it once."""
    leave: Callable[[S, Seat, Chance], tuple[E, ...]] | None = None
    """What happens when a seat leaves for good; Refused where it cannot now. None, or refused: a bot plays the seat on."""
    schemas: Mapping[str, int] = field(default_factory=dict)
    """Event type -> its schema version, where it is not 1."""
    upcasts: Mapping[tuple[str, int], Upcast] = field(default_factory=dict)
    """(event type, schema version) -> the step to the next version."""


AnyRuleset = Ruleset[Any, Any, Any, Any, Any]
"""A ruleset of the registry, where nobody knows which: its states, commands and events are its own affair."""
