"""The laws of `informs` and of what is dealt again for all seats, for one game at a time."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from domain.engine.chance import Chance
from domain.engine.codec import canonical
from domain.engine.refusal import Refused
from domain.engine.ruleset import AnyRuleset
from domain.engine.viewer import ALL_SEATS, SPECTATOR, Seat, Viewer, seats_of
from domain.game.take_back.commands import TakeBack
from domain.game.take_back.past import Done, after
from domain.game.terms import TakeBacks
from tests.game.taking_back import opened
from tests.rulesets import games

WORLDS: Final = 8
"""Worlds in which a command is tried for a viewer."""

Lines = tuple[tuple[str, bytes], ...]
"""The name of each event, and its line."""


class InformsMiss(Exception):
    """An event taught somebody something, and `informs` does not say so; or a deal changed what somebody sees."""


class Dealing(Chance):
    """Chance that deals worlds. No log has its draws, so it needs no HMAC, which took a third of the time."""

    __slots__ = ("_random",)

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed, 0)
        self._random = random.Random(seed).random

    def below(self, bound: int) -> int:
        return int(self._random() * bound)


@dataclass
class Figures:
    """What was tried. `marks`: by event type, how often a viewer that `informs` names saw a world that differs."""

    games: int = 0
    commands: int = 0
    worlds: int = 0
    deals: int = 0
    marks: Counter[str] = field(default_factory=Counter)
    named: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.commands} commands, {self.worlds} worlds, {self.deals} deals for all seats, "
            f"marks {dict(sorted(self.marks.items()))}"
        )

    @property
    def needless(self) -> set[str]:
        """The events that are said to teach something and never did."""
        return set(self.named) - set(self.marks)


def choose(_state: Any, _seat: Seat, legal: tuple[Any, ...], dice: random.Random, chance: Chance) -> Any:
    """A quick player: half of the time any command, else first a kind of command."""
    return dice.choice(legal) if dice.random() < 0.5 else games.by_kind(_state, _seat, legal, dice, chance)


def a_game(box: AnyRuleset, name: str) -> games.Game:
    """A game in which everything follows from its name."""
    dice = random.Random(name)
    options = dice.choice(games.option_sets(box.id))
    return games.play(box, dice.randint(box.seats_min, box.seats_max), options, name, choose)


def check_game(box: AnyRuleset, name: str, tries: int, figures: Figures) -> None:
    """Both laws on as many commands of a game. Raises InformsMiss."""
    played, dice = a_game(box, name), random.Random(f"{name} laws")
    figures.games += 1
    for step in dice.sample(played.steps, min(tries, len(played.steps))):
        check_deal(played, step, dice, figures)
        check_command(played, step, dice, figures)


def check_deal(played: games.Game, step: games.Step, dice: random.Random, figures: Figures) -> None:
    """view(redeal(state, ALL_SEATS), viewer) == view(state, viewer) for all seats and spectators."""
    box = played.ruleset
    seed = dice.randbytes(32)
    dealt = box.redeal(step.before, ALL_SEATS, Dealing(seed))
    for viewer in _viewers(played):
        if canonical(box.view(step.before, viewer)) != canonical(box.view(dealt, viewer)):
            raise InformsMiss(f"{_place(played, step)}: dealt again for all seats, viewer {viewer} sees something else")
    if box.redeal(dealt, ALL_SEATS, Dealing(seed)) != dealt:
        raise InformsMiss(f"{_place(played, step)}: what is dealt depends on what was there before")
    figures.deals += 1


def check_command(played: games.Game, step: games.Step, dice: random.Random, figures: Figures) -> None:
    """Who learns nothing by a command sees the same in every world that was possible to them before."""
    box = played.ruleset
    figures.commands += 1
    for viewer in _viewers(played):
        marks = {type(event).__name__ for event in step.events if box.informs(event).teaches(viewer)}
        figures.named.update(marks)
        if marks and all(figures.marks[mark] for mark in marks):
            continue  # each of these has been seen to differ
        real = _seen(played, step.command, step.before, viewer, _chance(played, step))
        for world in _worlds(played, step, viewer, dice):
            figures.worlds += 1
            if not marks and world == step.before:
                continue  # the same command on the same state with the same chance cannot differ
            seed = dice.randbytes(32) if marks else played.seed
            if _is_possible(played, step, world, viewer, real, Chance(seed, step.version)):
                continue
            if not marks:
                raise InformsMiss(f"{_place(played, step)}: viewer {viewer} learns something by {step.command}")
            figures.marks.update(
                _borne_out(real, _seen(played, step.command, world, viewer, Chance(seed, step.version)), marks)
            )


def _borne_out(real: "Seen | None", other: "Seen | None", marks: set[str]) -> set[str]:
    """The marks whose lines differ between the game and a world; the only one, where the world refuses the command."""
    if real is None or other is None or len(marks) == 1:
        return marks if len(marks) == 1 else set()
    return {
        mark for mark in marks if [each for each in real[0] if each[0] == mark] != [e for e in other[0] if e[0] == mark]
    }


def _worlds(played: games.Game, step: games.Step, viewer: Viewer, dice: random.Random) -> Iterator[Any]:
    for _ in range(WORLDS):
        yield played.ruleset.redeal(step.before, viewer, Dealing(dice.randbytes(32)))


def _is_possible(
    played: games.Game, step: games.Step, world: Any, viewer: Viewer, real: "Seen | None", chance: Chance
) -> bool:
    """Whether a viewer could get in this world what they got. Where another seat cannot give the same command, because
    it holds other cards, it may give another one that looks the same to them."""
    same = _gets(played, step.command, world, viewer, real, chance)
    if same is not None or viewer == step.command.seat:
        return same is True or (same is None and real is None)
    others = (each for each in played.ruleset.legal(world, step.command.seat) if type(each) is type(step.command))
    return any(_gets(played, each, world, viewer, real, _chance(played, step)) for each in others)


Seen = tuple[Lines, bytes]
"""The lines and the view that a viewer gets by a command."""


def _seen(played: games.Game, command: Any, before: Any, viewer: Viewer, chance: Chance) -> Seen | None:
    """What a viewer gets when the command is given in a world; None where it is refused."""
    box = played.ruleset
    try:
        events = box.decide(before, command, chance)
    except Refused:
        return None
    for event in events:
        before = box.evolve(before, event)
    lines = tuple((type(event).__name__, canonical(box.tell(event, viewer))) for event in events)
    return lines, canonical(box.view(before, viewer))


def _gets(
    played: games.Game, command: Any, before: Any, viewer: Viewer, real: Seen | None, chance: Chance
) -> bool | None:
    """Whether `_seen` would be `real`; None where the command is refused. It ends at the first line that differs, and
    the view, which costs most, comes last."""
    box = played.ruleset
    try:
        events = box.decide(before, command, chance)
    except Refused:
        return None
    if real is None or len(events) != len(real[0]):
        return False
    for event, (name, line) in zip(events, real[0], strict=True):
        if type(event).__name__ != name or canonical(box.tell(event, viewer)) != line:
            return False
        before = box.evolve(before, event)
    return canonical(box.view(before, viewer)) == real[1]


def _chance(played: games.Game, step: games.Step) -> Chance:
    """The chance that the command had. What was drawn is a crossing of its own."""
    return Chance(played.seed, step.version)


def _viewers(played: games.Game) -> tuple[Viewer, ...]:
    return (*seats_of(played.seats), SPECTATOR)


def _place(played: games.Game, step: games.Step) -> str:
    return f"{played.ruleset.id} version {played.ruleset.version}, {played.seats} seats, step {step.version}"


def check_redo_in_worlds(box: AnyRuleset, name: str, *, commands: int, worlds: int) -> int:
    """Plays with free take-backs. After each the seat's view is byte-equal to the one before; and what the seat did in
    between gives it the same lines and views in every world that was possible then. Returns how many were taken."""
    dice, tried = random.Random(name), 0
    played = opened(box.id, TakeBacks("free"), box=box, secret=dice.randbytes(32))
    for _ in range(commands):
        if played.state.over:
            break
        seat = played.to_act
        played.play(dice)
        line = played.frontier(seat)
        if played.state.over or not line.decisions or dice.random() < 0.3:
            continue
        to = dice.choice(line.decisions)
        stretch = list(reversed(after(played.past, to)))
        before = stretch[0].before()
        view = canonical(box.view(before.position, seat))
        _in_worlds(box, seat, stretch, dice, worlds)
        played.take(TakeBack(f"p{seat}", seat, to))
        assert canonical(box.view(played.state.position, seat)) == view
        assert canonical(played.state.position) == canonical(before.position)
        tried += 1
    return tried


def _in_worlds(box: AnyRuleset, seat: Seat, stretch: list[Done], dice: random.Random, worlds: int) -> None:
    for _ in range(worlds):
        world = box.redeal(stretch[0].before().position, seat, Dealing(dice.randbytes(32)))
        for done in stretch:
            if not done.by_ruleset:
                continue
            events = box.decide(world, done.command, Chance(dice.randbytes(32), 0))
            for event in events:
                world = box.evolve(world, event)
            lines = [[canonical(box.tell(event, seat)) for event in each] for each in (events, done.events)]
            if lines[0] != lines[1]:
                raise InformsMiss(f"{box.id}: seat {seat} learns something by {done.command} and may take it back")
