"""Twins: two positions that differ only in what one viewer cannot know, and all channels through which that viewer could tell.

Works on the functions of the domain, so that thousands of games can be tried.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.step import Step
from domain.engine.viewer import SPECTATOR, Seat, Viewer, own_seat, seats_of
from domain.game import ForkGame, Game, GameState, SeatState
from domain.game.names import NO_NAMES
from services.reads import trial as what_if
from tests.coroutines import no_pause, run_at_once
from tests.rulesets import games
from tests.rulesets.games import choices, mixed
from tests.rulesets.near_legal import Pools, any_commands, pools

POINTS: Final = 4
"""Steps of each game at which it is dealt anew."""
COMMANDS_AFTER: Final = 6
"""Commands that both twins go on with."""
TRIED: Final = 8
"""Commands that are tried as refusals, and as dry runs."""
DRY_RUNS: Final = 2
OPTIONS_TRIES_MAX: Final = 20
PART_CHARS: Final = 160


class TwinsDiffer(Exception):
    """A channel tells twins apart. Its text is all that is needed to see it again."""


@dataclass
class Figures:
    """What was tried. `differing`: twins whose hidden part really is another; `channels`: comparisons by channel."""

    games: int = 0
    twins: int = 0
    differing: int = 0
    followed: int = 0
    channels: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        compared = ", ".join(f"{name} {number:,}" for name, number in sorted(self.channels.items()))
        return f"{self.games:,} games, {self.twins:,} twins ({self.differing:,} differ), {self.followed:,} commands after; {compared}"


def random_game(box: AnyRuleset, name: str) -> games.Game:
    """A whole game whose seats, options, chance and choices follow from its name."""
    dice = random.Random(name)
    listed = choices(box.options)
    for _ in range(OPTIONS_TRIES_MAX):
        seats = dice.randint(box.seats_min, box.seats_max)
        options = box.options(**{option: dice.choice(values) for option, values in listed.items()})
        try:
            box.initial(seats, options)
        except Refused:
            continue
        return games.play(box, seats, options, name, mixed(box))
    raise AssertionError(f"{box.id} refuses all options")


@dataclass
class Trial:
    """One game, dealt anew at some steps for every viewer who cannot know everything."""

    box: AnyRuleset
    name: str
    figures: Figures

    def run(self) -> None:
        """Raises TwinsDiffer for the first channel that tells twins apart."""
        played = random_game(self.box, self.name)
        dice, values = random.Random(f"points of {self.name}"), pools(played)
        self.figures.games += 1
        for at in sorted(dice.sample(range(len(played.steps)), min(POINTS, len(played.steps)))):
            for viewer in (*seats_of(played.seats), SPECTATOR):
                twin = self.box.redeal(played.steps[at].before, viewer, Chance(dice.randbytes(32), 0))
                self.figures.twins += 1
                self.figures.differing += twin != played.steps[at].before
                Pair(self, played, at, viewer, twin, dice, values).compare()


@dataclass
class Pair:
    """A position of a game at step `at`, and its twin for a viewer."""

    trial: Trial
    played: games.Game
    at: int
    viewer: Viewer
    twin: Any
    dice: random.Random
    values: Pools

    @property
    def box(self) -> AnyRuleset:
        """The ruleset and its version."""
        return self.trial.box

    @property
    def step(self) -> games.Step:
        """The step before which the two differ."""
        return self.played.steps[self.at]

    def compare(self) -> None:
        """All channels at this step, and after it as long as nothing hidden is turned up."""
        one, two = self.step.before, self.twin
        self._still(one, two, "at")
        self._refusals(one, two)
        self._forked(one, two)
        self._followed(one, two)

    def _same(self, channel: str, one: Any, two: Any) -> None:
        channels = self.trial.figures.channels
        channels[channel] = channels.get(channel, 0) + 1
        first, second = canonical(one), canonical(two)
        if first == second:
            return
        place = next((at for at, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]), 0)
        start = max(0, place - 40)
        raise TwinsDiffer(
            f"{self.box.id} version {self.box.version}, game {self.trial.name!r} ({self.played.seats} seats, "
            f"{self.played.options}), step {self.at}, viewer {self.viewer}, channel {channel}, {len(first)} and "
            f"{len(second)} bytes:\n  {first[start : place + PART_CHARS].decode()}\n  {second[start : place + PART_CHARS].decode()}"
        )

    def _still(self, one: Any, two: Any, when: str) -> None:
        """What can be read of a position: view, score tracks, who may act, the turn, and the own legal list."""
        box, viewer = self.box, self.viewer
        self._same(f"view {when}", box.view(one, viewer), box.view(two, viewer))
        tracks = [[each for each in box.tracks(state) if each.is_visible_to(viewer)] for state in (one, two)]
        self._same(f"tracks {when}", *tracks)
        self._same(f"to act {when}", box.to_act(one), box.to_act(two))
        self._same(f"turn {when}", box.turn(one), box.turn(two))
        seat = own_seat(viewer)
        if seat is not None:
            self._same(f"legal {when}", box.legal(one, seat), box.legal(two, seat))

    def _refusals(self, one: Any, two: Any) -> None:
        """Refusals, why not and dry runs of the viewer's own commands, legal and not."""
        seat = own_seat(self.viewer)
        if seat is None:
            return
        commands = [replace(each, seat=seat) for each in any_commands(self.played, self.step, self.dice, self.values)]
        for command in self.dice.sample(commands, min(TRIED, len(commands))):
            self._same("refusal", self._refusal(one, command), self._refusal(two, command))
            why_not = [[_refused(each) for each in self.box.objections(state, command)] for state in (one, two)]
            self._same("why not", *why_not)
        legal = self.box.legal(one, seat)
        for command in self.dice.sample([*legal, *commands], min(DRY_RUNS, len(legal) + len(commands))):
            self._same("dry run", self._dry_run(one, seat, command), self._dry_run(two, seat, command))
        for before in self.dice.sample(legal, min(1, len(legal))):
            ahead = self._planned(one, seat, before).legal
            for command in self.dice.sample(ahead, min(1, len(ahead))):
                plans = [self._answer(self._planned(state, seat, command, before)) for state in (one, two)]
                self._same("plan", *plans)

    def _refusal(self, state: Any, command: Any) -> Any:
        try:
            self.box.decide(state, command, Chance(self.played.seed, self.step.version))
        except Refused as refused:
            return _refused(refused)
        return None

    def _dry_run(self, state: Any, seat: Seat, command: Any) -> Any:
        return self._answer(self._planned(state, seat, command))

    def _planned(self, state: Any, seat: Seat, command: Any, *before: Any) -> what_if.Trial:
        game_state, seats = self._game_state(state), range(self.played.seats)
        visible: Any = SimpleNamespace(
            game=Game(self.box), state=game_state, version=game_state.version,
            seat_names=tuple(f"Seat {number}" for number in seats), names=NO_NAMES,
        )  # fmt: skip
        return run_at_once(what_if.dry_run(visible, seat, command, no_pause, before))

    @staticmethod
    def _answer(trial: what_if.Trial) -> Any:
        """All that the API sends of it."""
        refused = None if trial.refused is None else _refused(trial.refused)
        events = [(each.line, each.certain) for each in trial.events]
        scores = [(each.seat, each.source, each.banked, each.if_over, each.certain) for each in trial.scores]
        plan = [trial.depth, trial.plan_end and trial.plan_end.value, trial.view, trial.legal]
        return [refused, events, scores, trial.ends, trial.worlds, plan]

    def _game_state(self, position: Any) -> GameState:
        seats = tuple(SeatState(principal=f"p{seat}", person=f"p{seat}") for seat in range(self.played.seats))
        options = msgspec.to_builtins(self.played.options)
        return GameState(
            version=Step(self.step.version), phase="playing", ruleset=self.box.id, ruleset_version=self.box.version,
            at_us=0, host="p0", options=options, seats=seats, commitment="", secret=bytes(32).hex(),
            seed=self.played.seed.hex(), position=position,
        )  # fmt: skip

    def _forked(self, one: Any, two: Any) -> None:
        """A fork as this viewer begins as the viewer saw the game, and goes on the same from the same chance."""
        if not self.box.to_act(one):
            return
        game, seed = Game(self.box), self.dice.randbytes(32)
        views = []
        for state in (one, two):
            command = ForkGame("p0", "a game", Step(1), self.viewer, seats_of(1)[0], False)
            _, forked = game.fork(command, self._game_state(state), bytes(32), Chance(seed, 0), 0)
            views.append(game.view(forked, self.viewer))
        self._same("fork", *views)
        self._same("fork and game", views[0].position, self.box.view(one, self.viewer))

    def _followed(self, one: Any, two: Any) -> None:
        """The commands that were played next, as far as the twin allows them and no line turns something hidden up."""
        for step in self.played.steps[self.at : self.at + COMMANDS_AFTER]:
            if step.command not in self.box.legal(two, step.command.seat):
                if step.command.seat == self.viewer:
                    self._same("legal after", True, False)
                return
            events = [
                self.box.decide(state, step.command, Chance(self.played.seed, step.version)) for state in (one, two)
            ]
            for event, twin_event in zip(*events, strict=False):
                lines = [canonical(self.box.tell(each, self.viewer)) for each in (event, twin_event)]
                if lines[0] != lines[1]:
                    return
                one, two = self.box.evolve(one, event), self.box.evolve(two, twin_event)
            self._same("number of lines", len(events[0]), len(events[1]))
            self._still(one, two, "after")
            self.trial.figures.followed += 1


def _refused(refused: Refused) -> Any:
    return [refused.code, refused.rules, dict(refused.facts)]


def trials(box: AnyRuleset, names: Iterator[str], figures: Figures) -> None:
    """One trial for each name."""
    for name in names:
        Trial(box, name, figures).run()
