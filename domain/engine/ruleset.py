"""The contract of a ruleset. Everything else in Emberlog knows a ruleset only through this page.

A ruleset is a set of pure functions over frozen Structs:

    set_up(state, chance) -> events     everything up to the first choice of a seat
    decide(state, command, chance) -> events, or raises Refused
    evolve(state, event) -> state       total; it asserts, and never refuses or draws
    legal(state, seat) -> commands      complete: every other command is refused; a wide choice is several commands
    to_act(state) -> seats              who may move now; empty once there is an outcome
    view(state, viewer) -> view         built field by field, never a state with fields removed
    tell(event, viewer) -> line         None: this viewer may know only that a step was taken
    tracks(state), outcome(state)
    redeal(state, viewer, chance) -> state   the same to `viewer`; everything they cannot know is dealt anew
    informs(event) -> informed          who learns from an event what was hidden from them
    turn(state), phrase(view, command), objections(state, command)
    hashed(state)                       what of a state its hash covers

A ruleset has versions, and a game is played, replayed, verified and forked by the version it was opened with, unless a
ruling moves it to a later one (GAME-VERSION-01, GAME-VERSION-02). Whatever decides a recorded outcome belongs to the
version: rules, refusal codes, defaults of options, and the substitute. Versions of one generation share their
functions: the state holds its version, and a corrected rule asks `Erratum.holds(state)`.

Law of non-interference: two games that differ only in what a viewer cannot know give that viewer the same bytes, in
views, lines, legal lists and refusals alike. Every line and every refusal cites rule ids.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec

from domain.engine.chance import Chance
from domain.engine.errata import Erratum
from domain.engine.message import Message
from domain.engine.refusal import Fact, LaterBuild, Refused
from domain.engine.score import Outcome, Track
from domain.engine.viewer import SPECTATOR, Seat, Viewer

O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741  options
S = TypeVar("S", bound=msgspec.Struct)
C = TypeVar("C", bound=msgspec.Struct)
E = TypeVar("E", bound=msgspec.Struct)
V = TypeVar("V", bound=msgspec.Struct)


class Line(msgspec.Struct, frozen=True):
    """What a viewer may know of one event.

    `type`: the event's (`<ruleset>.<Event>`). `message`: one sentence in the past tense, of the catalogue that the part
    of the type before the dot names. `rules`: ids, the most specific first, never empty. `seat`: the seat that acted,
    if any. `facts`: the event's fields that this viewer may know, by name.
    """

    type: str
    message: Message
    rules: tuple[str, ...]
    seat: Seat | None = None
    facts: Mapping[str, Fact] = {}


class Informed(NamedTuple):
    """What an event tells of what was hidden, and to whom (GAME-BACK-02).

    `learns`: the viewers that learn something; `SPECTATOR` stands for everybody, except the seat that shows it.
    `shows`: the seat that showed something of its own; None if the event shows nothing of this kind.
    """

    learns: tuple[Viewer, ...] = ()
    shows: Seat | None = None

    def teaches(self, viewer: Viewer) -> bool:
        """Whether `viewer`, a seat or `SPECTATOR`, learns something that was hidden from them."""
        return viewer in self.learns or (SPECTATOR in self.learns and viewer != self.shows)


NOTHING_LEARNED: Final = Informed()


@dataclass(frozen=True, kw_only=True)
class Amendments:
    """What an arbiter's ruling may change in a position (GAME-RULING-05).

    `kinds`: frozen Structs, tagged like commands. `amend`: the state after one of them; it raises Refused, and touches
    nothing that is hidden from all. `lawful`: the laws of conservation that a state breaks, as plain sentences; none
    for every state that play can reach.
    """

    kinds: tuple[type[msgspec.Struct], ...]
    amend: Callable[[Any, Any], Any]
    lawful: Callable[[Any], tuple[str, ...]]


Bot = Callable[[V, tuple[C, ...], Chance], C]
"""(view of the seat, its legal commands, chance) -> one of those commands. The list is never empty."""

RulesetKey = tuple[str, int]
"""(id, version) of a ruleset."""

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the data of an event from schema n to schema n + 1."""


@dataclass(frozen=True, kw_only=True)
class Ruleset(Generic[O, S, C, E, V]):
    """One ruleset in one version.

    `state` is built by name and has a field `ruleset_version`. `commands` and `events` are frozen Structs tagged
    `<id>.<Name>` in the field `type`; the first field of every command is `seat`. `version` goes up when the same
    commands would lead to other events or states.
    """

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
    """A state with the same view for `viewer`, whose hidden part (hands, decks, cards that lie face down) is dealt
    anew from the cards that this viewer cannot place. Forks, dry runs and the test of non-interference rest on it. With
    `ALL_SEATS` every seat and every spectator keeps their view, and what no seat knows is dealt anew: take-backs."""
    informs: Callable[[E], Informed]
    """Who learns from an event what was hidden from them, by the event alone: so it tells nothing hidden itself. It
    decides what a recorded take-back crossed, so it belongs to the version."""
    bots: Mapping[str, Bot[V, C]]
    """Name -> bot, the strongest last. `random` is always among them. A bot never changes under its name: a better one
    has a new name."""
    substitute: str
    """The bot that plays where the rules need one: for a player who left, for a decision whose time is up, for a seat
    whose host named no bot."""
    printed: Callable[[], Mapping[str, Any]]
    """The printed components as read from components.toml, each with its `source`, for clients that draw the board."""
    turn: Callable[[S], int]
    """How many turns have begun; 0 in set-up. Public. Replays and lists show it."""
    phrase: Callable[[V, C], Message]
    """A command as one plain sentence in the imperative (`command-<Command>`). The view is the
    reader's, just before the command, so that the sentence can name what stands there. Total: for every view after
    set-up has begun and every command, legal or not. Two commands that `legal` lists together never have the same
    phrase."""
    objections: Callable[[S, C], tuple[Refused, ...]]
    """Every rule that forbids a command, first the one that `decide` refuses with; empty for a legal command. An
    objection that makes no sense once an earlier one holds is left out."""
    refusals: Mapping[str, str]
    """Every refusal code of this ruleset -> one plain sentence that says what it means. Published to client
    developers."""
    words: frozenset[str] = frozenset()
    """Ids that commands may name and that stand neither in the types of commands nor in `printed`. Commands are stored
    for good, and any other text in them is replaced before (`domain.game.words`)."""
    reveals: tuple[type[E], ...] = ()
    """Events that make something hidden public: cards from a deck, secret goals. Replays highlight them."""
    advance: Callable[[S, C, Chance], tuple[tuple[E, ...], S]] | None = None
    """`decide`, and the state after its events, for rules that compute that state anyway. None: it is folded from the
    events (`fold.advanced`)."""
    time_out: Callable[[S, Seat, Chance], tuple[E, ...]] | None = None
    """What happens when time is called on a seat that may act. None: the rules do not say, and a bot makes that
    decision."""
    leave: Callable[[S, Seat, Chance], tuple[E, ...]] | None = None
    """What happens when a seat leaves the game. None, or Refused: a bot plays the seat from then on."""
    errata: tuple[Erratum, ...] = ()
    """Every correction since version 1 that this version has, in the order of their numbers."""
    corrected_events: frozenset[type[E]] = frozenset()
    """Events to which a correction since version 1 gave another effect. Any other event leads to the same position by
    every version with the same `evolve`, the number of the version excepted: re-adjudication rests on it."""
    noted: Mapping[type[E], Mapping[str, object]] = field(default_factory=dict)
    """Facts that a correction since version 1 added to events for the record alone, with what stands there without
    them. `evolve` reads none of them: re-adjudication rests on that, too."""
    hashed: Callable[[S], object] = lambda state: state
    """What of a state its hash covers: everything, for a version whose state has not grown since its first game. When
    a later build adds a field to the state, every version released before leaves it out here (`codec.without`), so
    that no recorded hash changes."""
    amendments: Amendments | None = None
    """What a ruling may change, and the laws it must leave whole. None: no ruling changes a position."""
    schemas: Mapping[str, int] = field(default_factory=dict)
    """Event type -> its schema version, where it is not 1."""
    upcasts: Mapping[tuple[str, int], Upcast] = field(default_factory=dict)
    """(event type, schema version) -> the upcast to the next version."""

    later: "tuple[AnyRuleset, ...]" = ()
    """The later versions of this generation, oldest first (`in_line`): a ruling may move a running game to one of them
    (GAME-VERSION-02)."""

    @property
    def key(self) -> RulesetKey:
        """What the registry and every cache know this version by."""
        return self.id, self.version

    def in_version(self, version: int) -> "AnyRuleset":
        """This version or a later one; this one for a state of an earlier version, which is decided once more by this
        one. Raises LaterBuild where this build lacks it."""
        if version <= self.version:
            return self
        for each in self.later:
            if each.version == version:
                return each
        raise LaterBuild(f"this build lacks version {version} of {self.id}")

    def carry(self, state: S) -> S:
        """A state of an earlier version of this generation, which this version goes on from."""
        carried: S = msgspec.structs.replace(state, ruleset_version=self.version)
        return carried


AnyRuleset = Ruleset[Any, Any, Any, Any, Any]
"""Any ruleset of the registry: the code that holds one does not know the types of its states, commands and events."""


def corrected(ruleset: Ruleset[O, S, C, E, V], errata: tuple[Erratum, ...], **changes: Any) -> Ruleset[O, S, C, E, V]:  # noqa: ANN401
    """The next version of a ruleset: the same functions, under which the errata hold (GAME-VERSION-03).

    `changes`: fields that differ, by name. A new version hashes its whole state.
    """
    version = ruleset.version + 1
    assert errata and all(each.since == version for each in errata), "a version brings its own errata"
    first = changes.pop("initial", ruleset.initial)

    def initial(seats: int, options: O) -> S:
        state: S = msgspec.structs.replace(first(seats, options), ruleset_version=version)
        return state

    given: dict[str, Any] = {"hashed": lambda state: state, "later": (), **changes}
    return replace(ruleset, version=version, initial=initial, errata=(*ruleset.errata, *errata), **given)


def in_line(*versions: Ruleset[O, S, C, E, V]) -> tuple[Ruleset[O, S, C, E, V], ...]:
    """The versions of one ruleset, oldest first, each of which knows the later ones of its generation: those with the
    same states, commands, events and lines."""
    linked: tuple[Ruleset[O, S, C, E, V], ...] = ()
    for each in reversed(versions):
        later = tuple(other for other in linked if _generation(other) == _generation(each))
        linked = (replace(each, later=later), *linked)
    return linked


def _generation(ruleset: AnyRuleset) -> tuple[object, ...]:
    return ruleset.state, ruleset.commands, ruleset.events, ruleset.tell
