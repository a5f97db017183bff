"""Two implementations of the rules play the same games and must agree at every step.

They compare what is legal and all that is public.
"""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from domain.engine.chance import Chance
from domain.rulesets.great_fire.components import COLOURS, FIRST_HOUSE, IDS, KINDS
from domain.rulesets.great_fire.evolve import evolve
from domain.rulesets.great_fire.options import Options
from domain.rulesets.great_fire.rules import decide, legal, to_act
from domain.rulesets.great_fire.score import points
from domain.rulesets.great_fire.set_up import initial, set_up
from domain.rulesets.great_fire.state import NOWHERE, State
from tests.rulesets.great_fire.printed import BURNABLE
from tests.rulesets.great_fire.reference import Move, Reference
from tests.rulesets.great_fire.reference_scores import ranking, scores

STEPS_MAX = 3000
OPTIONS = {
    "default": Options(),
    "all": Options(True, True, 100, "one", "stop", "easterly_wind"),
    "stop": Options(stock_exhaustion="stop", more_destruction=True),
    "one": Options(reburn_cones="one", hidden_colours=True),
}
STYLES = ("any", "kind", "brigade", "short")
"""How a seat chooses among the legal commands: any; any kind first; putting out where it can; nothing it need not
do."""


def said(command: msgspec.Struct) -> Move:
    """Returns a command in the words of the reference."""
    return (type(command).__name__, *(getattr(command, name) for name in command.__struct_fields__))


def board(state: State) -> dict[str, Any]:
    """Returns those parts of the state that the reference has, too."""
    row = state.deal.colours_of_houses
    return {
        "phase": state.phase,
        "active": state.active,
        "turn": state.turn,
        "cones": dict(zip(IDS, state.cones, strict=True)),
        "stock": state.stock,
        "houses": {
            id: [COLOURS[colour] for colour in row[FIRST_HOUSE[at] : FIRST_HOUSE[at + 1]]] if state.houses[at] else []
            for at, id in enumerate(IDS)
            if id in BURNABLE and row
        },
        "tokens": {id: KINDS[kind - 1] for id, kind in zip(IDS, state.tokens, strict=True) if kind},
        "demolished": {id for id, flag in zip(IDS, state.demolished, strict=True) if flag},
        "lost": dict(zip(COLOURS, state.lost, strict=True)),
        "bands": Counter(IDS[at] for at in state.bands),
        "landowners": {seat: IDS[at] for seat, at in enumerate(state.landowners) if at != NOWHERE},
        "piles": list(state.piles),
        "hands": [sorted(hand) for hand in state.hands],
        "shown": [sorted(shown) for shown in state.public_cards],
        "held": [Counter({kind: n for kind, n in zip(KINDS, held, strict=True) if n}) for held in state.supplies],
        "hero": state.hero,
        "deck": list(state.deck),
        "stacks": (state.stacks, state.on_stack),
        "played": list(state.played),
        "final_turns": max(0, state.final_turns),
        **({"points": state.points} if state.phase in ("fire", "fire_second", "actions", "no_move") else {}),
        **({"card": state.card or ""} if state.phase in ("fire", "fire_second") else {}),
        **({"cones_to_place": state.cones_to_place} if state.phase in ("no_move", "intensify") else {}),
    }


def remembered(reference: Reference, keys: set[str]) -> dict[str, Any]:
    """Returns the same parts of the reference."""
    found = {key: getattr(reference, key) for key in keys}
    found["bands"] = Counter({id: n for id, n in reference.bands.items() if n})
    found["hands"] = [sorted(hand) for hand in reference.hands]
    found["shown"] = [sorted(shown) for shown in reference.shown]
    found["held"] = [Counter(held) for held in reference.held]
    letters = "".join(letter for letter, _ in reference.stacks)
    found["stacks"] = (letters, reference.stacks[0][1] if letters else 0)
    found["final_turns"] = max(0, reference.final_turns)
    return found


def compare(state: State, reference: Reference) -> None:
    mine = board(state)
    theirs = remembered(reference, set(mine))
    assert {key: value for key, value in mine.items() if value != theirs[key]} == {
        key: theirs[key] for key in mine if mine[key] != theirs[key]
    }
    for seat in range(state.seats):
        listed = [said(command) for command in legal(state, seat)]
        assert len(listed) == len(set(listed)), "a command is listed twice"
        assert set(listed) == reference.legal(seat)


def chosen(commands: tuple[Any, ...], style: str, dice: random.Random) -> Any:
    if style == "short":
        return commands[0] if type(commands[0]).__name__ == "EndActions" else dice.choice(commands)
    if style == "brigade":
        useful = [c for c in commands if type(c).__name__ in ("PutOut", "Demolish", "PlayDoubleMove")]
        if useful and dice.random() < 0.9:
            return dice.choice(useful)
    if style == "any":
        return dice.choice(commands)
    kind = dice.choice(sorted({type(command).__name__ for command in commands}))
    return dice.choice([command for command in commands if type(command).__name__ == kind])


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", range(3, 7))
def test_the_room_and_the_reference_agree_at_every_step(seats: int, options: str, style: str) -> None:
    name = f"{seats} {options} {style}"
    dice = random.Random(name)
    seed = dice.randbytes(32)
    chosen_options = OPTIONS[options]
    state = initial(seats, chosen_options)
    reference = Reference(seats, msgspec.to_builtins(chosen_options))
    events = set_up(state, Chance(seed, 0))
    for step in range(1, STEPS_MAX):
        for event in events:
            state = evolve(state, event)
            reference.learn(msgspec.to_builtins(event))
        compare(state, reference)
        asked = to_act(state)
        if not asked:
            break
        assert asked == (reference.active,)
        command = chosen(legal(state, asked[0]), style, dice)
        events = decide(state, command, Chance(seed, step))
        reference.play(said(command))
    assert state.outcome is not None
    compare_scores(state, reference)


def compare_scores(state: State, reference: Reference) -> None:
    assert state.outcome is not None
    assert [(place.place, place.points) for place in state.outcome.places] == ranking(reference)
    for seat in range(state.seats):
        theirs = scores(reference, seat)
        theirs["fires"] = theirs.pop("cones")
        assert points(state, seat) == theirs
        assert {source.source: source.points for source in state.outcome.places[seat].sources} == theirs
