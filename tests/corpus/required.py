"""What the corpus has to show, by the registry, and what it cannot show with the reason."""

import ast
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, get_args

import msgspec

from domain.engine.ruleset import AnyRuleset, RulesetKey
from domain.game import refusals
from domain.game.clocks.terms import ClockKind, Flagged, FlagPolicy
from domain.game.events import GAME_EVENTS
from domain.game.rulings.events import RulesetChanged
from domain.game.take_back.events import Right
from domain.game.take_back.motion import MotionKind
from domain.game.terms import TakeBackPolicy
from domain.rulesets import RULESETS
from tests.corpus.features import OPENINGS, name_of, word
from tests.rulesets.games import choices
from tests.rulesets.golden import Line, files, rows_of

SOURCE: Final = Path(__file__).resolve().parents[2] / "domain" / "rulesets"
TERMS: Final = (
    "abandoned before play",
    "abandoned during play",
    "a bot took over",
    "delay in steps",
    "delay in seconds",
    "sandbox with a seed",
    "sandbox without a seed",
    "sandbox with pace_ms",
    "sandbox with faults",
    "fork as a seat",
    "fork as a spectator",
    "fork as an arbiter",
    "fork of a step that a delay hides",
    "received before the last step",
    "unfinished",
)
"""What a game of every version can show beside its ruleset."""


CLOCK_TERMS: Final = (
    *(f"clock {kind}" for kind in get_args(ClockKind)),
    *(f"clock with flag {policy}" for policy in get_args(FlagPolicy)),
    *(f"flag for {policy}" for policy in get_args(Flagged)),
    "stopped by arbiter",
    "stopped by vote",
    "stopped by call",
    "resumed by arbiter",
    "resumed by vote",
    "resumed by call",
    "stopped until a moment",
    "time by a ruling",
)
"""What the clocks and stops of a game of every version can show."""
TAKE_BACK_TERMS: Final = (
    *(f"take-backs {policy}" for policy in get_args(TakeBackPolicy) if policy != "none"),
    *(f"taken back by {right}" for right in get_args(Right)),
    *(f"motion to {kind}" for kind in get_args(MotionKind)),
    "crossed revealed",
    "dealt again",
)
"""The same of its take-backs and motions."""


def required(key: RulesetKey) -> set[str]:
    """Returns the features that the corpus must have of one version of a ruleset: what the game round knows, every
    number of seats and every ending."""
    ruleset = RULESETS[key]
    words = {
        *(*TERMS, *CLOCK_TERMS, *TAKE_BACK_TERMS),
        *(f"{seats} seats" for seats in range(ruleset.seats_min, ruleset.seats_max + 1)),
        *(f"ending {ending}" for ending in endings(ruleset)),
        *(
            f"event {event.__struct_config__.tag}"
            for event in GAME_EVENTS
            if event is not RulesetChanged or ruleset.later
        ),
        *(f"refused {code}" for code in set(refusals.REFUSALS) - set(unreachable(key[0]))),
    }
    return {f"{name_of(key)} {each}" for each in words}


def required_of_ruleset(id: str) -> set[str]:
    """Returns the features that some version of a ruleset must have: options, events and refusals."""
    words: set[str] = set()
    for key, ruleset in RULESETS.items():
        if key[0] == id:
            words |= set(options(ruleset)) | {f"event {tag}" for tag in golden_events(key)}
            words |= {f"event {tag} schema {schema}" for tag, schema in ruleset.schemas.items()}
            words -= {f"event {tag}" for tag in ruleset.schemas}
            words |= {f"refused {code}" for code in ruleset.refusals}
    return {f"{id} {each}" for each in words - {f"refused {code}" for code in unreachable(id)}}


def missing_of(key: RulesetKey, shows: set[str]) -> set[str]:
    """Returns what `shows` lacks of a version and of its ruleset, as features of this version."""
    id, name = key[0], name_of(key)
    words = {feature.split(" ", 1)[1] for feature in shows if feature.split(" ", 1)[0].rpartition("-")[0] == id}
    lacking = {each.removeprefix(id) for each in required_of_ruleset(id)} - {f" {word}" for word in words}
    return (required(key) - shows) | {f"{name}{word}" for word in lacking}


def missing_of_all(shows: set[str]) -> list[str]:
    """Returns what the corpus lacks, if it shows all this."""
    openings = {f"{OPENINGS} refused {code}" for code in REFUSED_OPENINGS}
    return sorted({feature for key in RULESETS for feature in missing_of(key, shows)} | (openings - shows))


# ---- options and events


def options(ruleset: AnyRuleset) -> Iterator[str]:
    """Yields every value of every option that a game can be opened with; of a number, its default."""
    plain = msgspec.to_builtins(ruleset.options())
    listed = choices(ruleset.options)
    for name, default in plain.items():
        for value in listed.get(name, (default,)):
            yield f"option {name}={word(list(value) if isinstance(value, tuple) else value)}"


@cache
def golden_events(key: RulesetKey) -> set[str]:
    """Returns the types of events that the golden games of this version show."""
    lines = (msgspec.json.decode(row, type=Line) for path in files(RULESETS[key]) for row in rows_of(path)[1:])
    return {event["type"] for line in lines for event in line.events}


# ---- endings


@cache
def endings_in(folder: Path, state: type[Any]) -> frozenset[str]:
    """Returns every ending that an `Outcome` in this source can have: a literal, or the values of a field of the
    state."""
    calls = (
        node
        for path in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Outcome"
    )
    return frozenset(ending for call in calls for ending in _endings(call, state) if ending)


def endings(ruleset: AnyRuleset) -> frozenset[str]:
    """Returns every ending of a ruleset."""
    words = endings_in(SOURCE / ruleset.id, ruleset.state)
    assert words, f"the source of {ruleset.id} names no ending"
    return words


def _endings(call: ast.Call, state: type[Any]) -> tuple[str, ...]:
    value = next((each.value for each in call.keywords if each.arg == "ending"), None) or call.args[0]
    match value:
        case ast.Constant(value=str(ending)):
            return (ending,)
        case ast.Attribute(attr=name):
            hint = typing.get_type_hints(state)[name]
            assert typing.get_origin(hint) is Literal, "the endings of a ruleset are words that its types list"
            return typing.get_args(hint)
    raise AssertionError("an ending is a word, or a field of the state: the corpus must be able to list them")


# ---- refusals that no log has


REFUSED_OPENINGS: Final = frozenset(
    {
        "bad_delay",
        "bad_faults",
        "bad_pace",
        "bad_ruling_terms",
        "bad_take_backs",
        "nothing_to_play",
        "seed_without_sandbox",
        "unknown_option",
        "unknown_ruleset",
        "unknown_version",
        "wrong_number_of_seats",
        "expansion_not_available",
        "idle_turns_out_of_range",
        "needs_advanced_rules",
    }
)
"""Codes that only an opening or a fork is refused with: streams of their own have them."""

TEXTS: Final = frozenset({"bad_name", "bad_seed", "bad_title", "name_taken", "share_too_long"})
"""Codes of texts that are checked before the rules: neither they nor their refusals are stored."""


_BEFORE_THE_RULES: Final = frozenset({"bad_note", "unknown_rule"})
"""Codes of rulings that the service gives: whether a rule exists, and how long words are, is not the domain's to know."""


def unreachable(id: str) -> Mapping[str, str]:
    """Returns the refusal codes that no log of this ruleset has, each with the reason."""
    reasons = dict.fromkeys(REFUSED_OPENINGS, "Refused openings are in streams of their own.")
    reasons.update(dict.fromkeys(TEXTS, "The text is checked before the rules, and is not stored."))
    reasons.update(dict.fromkeys(_BEFORE_THE_RULES, "The service checks it before the rules, and stores nothing."))
    reasons["nobody_to_act"] = "No fix of these rulesets was found that leaves nobody to act; it is the last guard."
    reasons["no_such_choice"] = "A choice that stands for no legal command names no command that could be stored."
    reasons.update(_NEVER_STORED.get(id, {}))
    return reasons


_NEVER_STORED: Final[Mapping[str, Mapping[str, str]]] = {
    "brigade": {"deck_empty": "No game that was tried ran out of crew cards while a seat could still recruit."},
    "london": {
        "hospital_taken": "It takes Whitehall, two Hospitals' worth of flips and the same Hospital named twice in a run.",
        "no_building_marker": "It was met only at the end of one of forty games, which would need half a megabyte.",
        "not_near_city": "It takes an Underground marker as the first of a game, in a borough far from City.",
        "not_repeatable": "It takes Whitehall in a run in which nothing else was activated.",
    },
}
