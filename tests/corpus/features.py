"""What a stream shows: versions, seats, options, events, endings, refusals and terms, read from its rows alone."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from domain.engine.ruleset import RulesetKey
from services.ports import RawStep, StoredCommand
from tests.corpus.rows import Stream, what_of

Fields = Mapping[str, Any]
"""A decoded object of JSON."""

OPENINGS: Final = "openings"
"""What streams of refused openings show is of no ruleset: the same codes for all."""

VIEWERS: Final = {-1: "a spectator", -2: "an arbiter"}


def name_of(key: RulesetKey) -> str:
    """A version of a ruleset in the names of features and files."""
    return f"{key[0]}-{key[1]}"


def features_of(stream: Stream) -> set[str]:
    """Returns all features of a stream."""
    head = stream.head
    if head.kind == "openings":
        return set(Tracker(OPENINGS).of_commands(stream.commands))
    assert head.ruleset is not None and head.ruleset_version is not None, "a game has a ruleset in a version"
    tracker = Tracker(name_of((head.ruleset, head.ruleset_version)))
    return {*tracker.of_steps(stream.steps), *tracker.of_commands(stream.commands), *tracker.unfinished()}


def features(streams: Iterable[Stream]) -> set[str]:
    """Returns all features of several streams."""
    return {feature for stream in streams for feature in features_of(stream)}


def features_in(paths: Iterable[Path]) -> set[str]:
    """Returns the features in the headers of files."""
    return {feature for path in paths for feature in what_of(path)}


class Tracker:
    """Reads the rows of one stream as they come. `name`: of the ruleset and its version."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._seats = 0
        self._begun = False
        self._over = False

    def of_steps(self, rows: Iterable[RawStep]) -> Iterator[str]:
        """Yields what the next steps show."""
        for row in rows:
            yield self._word(f"event {row.type}" + (f" schema {row.schema}" if row.schema > 1 else ""))
            if row.type.startswith("game."):
                data = msgspec.json.decode(row.body)["data"]
                yield from map(self._word, self._of_game(row.type.removeprefix("game."), data))

    def of_commands(self, commands: Iterable[StoredCommand]) -> Iterator[str]:
        """Yields what the next commands show, beside their events."""
        for command in commands:
            yield self._word("command " + str(msgspec.json.decode(command.body)["type"]))
            if command.outcome == "refused":
                yield self._word("refused " + str(msgspec.json.decode(command.answer)["code"]))
            elif command.received_us < command.time_us:
                yield self._word("received before the last step")

    def unfinished(self) -> Iterator[str]:
        """Yields that a game is not over, if it is not."""
        if self._begun and not self._over:
            yield self._word("unfinished")

    def _word(self, feature: str) -> str:
        return f"{self._name} {feature}"

    def _of_game(self, event: str, data: Fields) -> Iterator[str]:
        match event:
            case "GameOpened":
                self._seats = data["seats"]
                yield from (f"option {name}={word(value)}" for name, value in data["options"].items())
                yield from terms(data.get("terms") or {})
                yield from later_terms(data.get("terms") or {})
            case "GameForked":
                self._begun = True
                yield from fork(data["origin"])
            case "GameBegun":
                self._begun = True
                yield f"{self._seats} seats"
            case "GameEnded":
                self._over = True
                yield f"ending {data['outcome']['ending']}"
            case "GameAbandoned":
                self._over = True
                yield "abandoned during play" if self._begun else "abandoned before play"
            case "BotSeated" if self._begun:
                yield "a bot took over"
            case "GameStopped" | "GameResumed":
                yield f"{event.removeprefix('Game').lower()} by {data['why']}"
                if data.get("until_us"):
                    yield "stopped until a moment"
            case "TimeAdjusted" if data["ruling"]:
                yield "time by a ruling"
            case "FlagFell":
                yield f"flag for {data['policy']}"
            case "StepsTakenBack":
                yield f"taken back by {data['why']}"
                kinds = {each["kind"] for each in data["crossed"]}
                yield from (f"crossed {kind}" for kind in sorted(kinds))
                if kinds & {"chance", "knowledge"}:
                    yield "dealt again"
            case "MotionMade":
                yield f"motion to {data['kind']}"


def word(value: object) -> str:
    """The value of an option as JSON, a text without its quotes."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def terms(terms: Fields) -> Iterator[str]:
    """Yields what the terms of a game show: a delay, a sandbox."""
    delay = terms.get("delay") or {}
    yield from (f"delay in {unit}" for unit in ("steps", "seconds") if delay.get(unit))
    sandbox: Fields | None = terms.get("sandbox")
    if sandbox is not None:
        yield "sandbox with a seed" if sandbox.get("seeded") else "sandbox without a seed"
        yield from (f"sandbox with {what}" for what in ("pace_ms", "faults") if sandbox.get(what))


def later_terms(terms: Fields) -> Iterator[str]:
    """Yields the kind of clock and the take-backs that the terms of a game name."""
    clock: Fields | None = terms.get("clock")
    if clock is not None:
        yield f"clock {clock['kind']}"
        yield f"clock with flag {clock['flag']}"
    take_backs: Fields | None = terms.get("take_backs")
    if take_backs is not None:
        yield f"take-backs {take_backs['policy']}"


def fork(origin: Fields) -> Iterator[str]:
    """Yields whose view a fork continues from."""
    yield "fork as " + VIEWERS.get(origin["viewer"], "a seat")
    if origin.get("sealed"):
        yield "fork of a step that a delay hides"
