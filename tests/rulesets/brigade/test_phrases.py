"""What commands ask, in the printed names of the view, and the answers to decisions with what they decide."""

import re
import typing
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from domain.engine.viewer import ARBITER, SPECTATOR, seat_name
from domain.rulesets.brigade import RULESET
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade import components as box
from domain.rulesets.brigade.agenda import Ask, Decision
from domain.rulesets.brigade.rules import legal
from domain.rulesets.brigade.state import State
from domain.rulesets.brigade.view import View, view
from tests.rulesets.brigade.crews import FAR, HERE, crewed, merchants_won
from tests.rulesets.brigade.lines import asked
from tests.rulesets.brigade.position import ALL, BASE, BLACK, WHITE, at, mask, position
from tests.rulesets.brigade.test_doors import games, long_games, on_every_table
from tests.rulesets.games import Game, Step

CELLS = {"cell", "to", "other"}
MANY = {"via", "pushes"}


def moments(of: tuple[Game, ...]) -> Iterator[tuple[Step, View, list[tuple[Any, str]]]]:
    """Every command met by a state: its view for who may act, what is legal with its sentence."""
    for step in (step for game in of for step in game.steps):
        (seat,) = RULESET.to_act(step.before)
        current = view(step.before, seat)
        yield step, current, [(command, asked(current, command)) for command in legal(step.before, seat)]


def lawful(current: View, phrases: list[tuple[Any, str]]) -> None:
    """Distinct sentences; every tile with its printed name and its cell, every crew card by its name."""
    assert len({words for _, words in phrases}) == len(phrases), sorted(words for _, words in phrases)
    for command, words in phrases:
        assert re.fullmatch(r"[A-Z].*[^.]\.", words) and "  " not in words and "\n" not in words
        assert seat_name(command.seat) not in words and "“" not in words and "{" not in words
        assert not re.match(r"Choose|Accept|Decline", words), (current.pending, words)
        for field in command.__struct_fields__:
            value = getattr(command, field)
            if isinstance(value, str) and value in box.CREW:
                assert box.CREW[value].name in words
            for cell in (value,) if field in CELLS else value if field in MANY else ():
                place = f"{'ABCDEF'[cell % 6]}{cell // 6 + 1}"
                assert f"{current.tiles[cell].name} {place}" in words


@on_every_table
def test_phrases_are_distinct_sentences_that_name_what_is_printed(seats: int, options: Any) -> None:
    decided = set()
    for _, current, phrases in moments(games(seats, options)):
        lawful(current, phrases)
        decided |= {current.pending.decision} if current.pending is not None else set()
    assert {"choose_chief", "recognition"} <= decided


def test_every_answer_of_long_games_says_what_it_decides() -> None:
    decided = set()
    for _, current, phrases in moments(long_games()):
        lawful(current, phrases)
        decided |= {current.pending.decision} if current.pending is not None else set()
    assert len(decided) >= 15, "captains with a whim meet most decisions"


# ---- by hand

TABLE = position(
    3,
    tiles={HERE: ("merchants", 3), FAR: ("nobles", 4)},
    players={
        WHITE: {"at": HERE, "crew": ["ash", "lumen"], "cubes": {HERE: 1}},
        BLACK: {"at": at(1, 3), "wagon_at": at(1, 3), "crew": ["ebenezer"]},
        2: {"at": at(1, 3)},
    },
    fire={HERE: 3, FAR: 1},
    first=1,
)
SEEN = view(TABLE, WHITE)
X, Y = f"{SEEN.tiles[HERE].name} C2", f"{SEEN.tiles[FAR].name} C6"
BESIDE = f"{SEEN.tiles[at(1, 3)].name} D2"
CASTLE = "Pyromancer University C3"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (c.MoveBrigade(0, kind="paid", to=HERE), f"Move the brigade to {X}."),
        (c.MoveBrigade(0, kind="pink", to=at(2, 2)), f"Move the brigade to {CASTLE} for free."),
        (
            c.MoveBrigade(0, kind="ethereal", to=HERE, via=(at(2, 2), FAR)),
            f"Move the brigade to {X} in ethereal form by way of {CASTLE} and {Y}.",
        ),
        (
            c.MoveBrigade(0, kind="paid", to=at(1, 3), via=(), pushes=(HERE, FAR)),
            f"Move the brigade to {BESIDE}, pushing the brigade of «1» to {X} and the brigade of «2» to {Y}.",
        ),
        (c.MoveBrigade(0, kind="paid", to=HERE, via=(), pushes=(FAR,)), f"Move the brigade to {X}, pushing to {Y}."),
        (c.MoveWagon(0, kind="paid", to=HERE), f"Move the wagon to {X}."),
        (c.MoveWagon(0, kind="morgana", to=HERE), f"Move the wagon to {X} by Morgana Magos."),
        (c.MoveWagon(0, kind="ride", to=HERE), f"Let the wagon ride along to {X}."),
        (
            c.Extinguish(0, kind="brigade", cell=HERE, wagon=2, chief=1, crew=(0, 1)),
            f"Extinguish {X} with 2 water from the wagon, 1 from Frith Goldmane and 1 from Lumen.",
        ),
        (
            c.Extinguish(0, kind="copied_ash", cell=HERE, wagon=0, chief=1),
            f"Extinguish {X} with 1 water from Frith Goldmane, by the copy of Ash.",
        ),
        (c.Extinguish(0, kind="brigade", cell=at(2, 2), wagon=0, chief=0), f"Extinguish {CASTLE} with no water."),
        (
            c.Extinguish(99, kind="brigade", cell=HERE, wagon=0, chief=1, crew=(1,)),
            f"Extinguish {X} with 1 water from the chief and 1 from crew card 1.",
        ),
        (c.Refill(0, cell=at(0, 0)), "Refill the wagon at White Firehouse A1."),
        (c.Refill(0, cell=HERE, for_cube=True), f"Refill the brigade at {X} for your cube there."),
        (c.Refill(1, cell=at(1, 3)), f"Refill the brigade and wagon at {BESIDE}."),
        (
            c.Transfer(0, wagon=0, chief=2, crew=(1, 0)),
            "Transfer to have 2 water on Frith Goldmane and 1 on Ash, none elsewhere.",
        ),
        (c.Upgrade(0, "leadership"), "Upgrade Leadership."),
        (c.ChooseTrack(0, "crew"), "Upgrade Crew capacity for free."),
        (c.DiscardSirPrecious(0), "Get rid of Sir Precious."),
        (c.SendWagon(0, FAR), f"Send the wagon to put out {Y}."),
        (c.Polymorph(0, cell=HERE, other=FAR), f"Exchange the fires of {X} and {Y}."),
        (c.Poach(0, card="ebenezer", replaced="lumen"), "Take Ebenezer from «1» in place of Lumen for a cube."),
        (c.Poach(0, card="nobody"), "Take “nobody” for a cube."),
        (c.PlaceMimic(0, "ebenezer"), "Copy Ebenezer of «1»."),
        (c.PlaceMimic(0, "ash"), "Copy Ash."),
        (c.ChangeSide(0), "Turn White Fang over to the werewolf side."),
        (c.ChooseChief(0, chief="ester", firehouse="pink"), "Lead the Pink Firehouse with Ester."),
        (c.ChooseDirection(0, "north"), "Let Old Tom Oak fall north."),
        (c.TakeWater(0, chief=1, crew=(0, 1)), "Take 1 water on Frith Goldmane and 1 on Lumen."),
        # No decision waits: the answer is phrased by its own fields.
        (c.ChooseCell(0, HERE), f"Choose {X}."),
        (c.ChooseCube(0, HERE), f"Take your cube from {X}."),
        (c.ChooseRival(0, 2), "Choose «2»."),
        (c.LoseWater(0, "ash"), "Lose 1 water from Ash."),
        (c.Accept(0), "Accept."),
        (c.Decline(0), "Decline."),
        # Off the board.
        (c.ChooseCell(0, 99), "Choose 99."),
        (
            c.MoveBrigade(0, kind="paid", to=-1, via=(36,), pushes=(40,)),
            "Move the brigade to -1 by way of 36, pushing to 40.",
        ),
    ],
)
def test_a_phrase_names_what_is_printed(command: c.Command, words: str) -> None:
    assert asked(SEEN, command) == words


def asking(kind: Decision, **words: Any) -> State:
    """A position with a decision of White about HERE, with FAR to choose from."""
    ask = Ask(kind, WHITE, cell=HERE, left=3, cells=mask((FAR,)), brigade=True, wagon=True, by=BLACK, **words)
    return replace(TABLE, agenda=(ask,), drawn=("mal-candor", "pep-overclock"))


ANSWERS: list[tuple[Decision, dict[str, str], c.Answer, str]] = [
    ("choose_chief", {}, c.ChooseChief(0, chief="ester", firehouse="pink"), "Lead the Pink Firehouse with Ester."),
    ("recognition", {}, c.PlaceCubes(0, cell=HERE, number=2), f"Place 2 cubes of recognition at {X}."),
    ("recognition", {}, c.Decline(0), "Place no more cubes of recognition."),
    ("recruit", {}, c.ChooseRecruit(0, card="mal-candor", replaced="ash"), "Keep Mal Candor in place of Ash."),
    ("recruit", {}, c.Decline(0), "Keep none of the drawn crew cards."),
    ("give_precious", {}, c.ChooseRival(0, 2), "Give Sir Precious to «2»."),
    ("relocate", {}, c.ChooseCell(0, FAR), f"Move your loyalty token from {Y} to {X}."),
    ("event_cube", {}, c.ChooseCell(0, FAR), f"Place your cube at {Y}."),
    ("event_cube", {}, c.Decline(0), "Place no cube."),
    ("redirect", {}, c.ChooseCell(0, FAR), f"Let the fire meant for {X} spread to {Y}."),
    ("redirect", {}, c.Decline(0), f"Do not redirect the fire meant for {X}."),
    ("stoke", {}, c.ChooseCell(0, FAR), f"Raise the fire at {Y} by 2."),
    ("stoke", {}, c.Decline(0), "Raise no fire."),
    ("douse", {}, c.ChooseCell(0, FAR), f"Lower the fire at {Y} by 1."),
    ("douse", {}, c.ChooseCell(0, HERE), f"Lower the fire at {X} by 2."),
    ("noble_cube", {}, c.ChooseCell(0, FAR), f"Place your cube at {Y}."),
    ("merchant_cube", {}, c.ChooseCell(0, FAR), f"Place your cube at {Y}."),
    ("merchant_cube", {}, c.Decline(0), "Place no cube."),
    ("merchant_choice", {}, c.ChooseCell(0, FAR), f"Lower the fire at {Y} by 1."),
    ("merchant_choice", {}, c.ChooseCube(0, HERE), f"Move your cube at {X} to another tile."),
    ("moved_cube", {}, c.ChooseCell(0, FAR), f"Move your cube from {X} to {Y}."),
    ("free_recruit", {}, c.Accept(0), "Recruit for free."),
    ("free_recruit", {}, c.Decline(0), "Recruit nobody."),
    ("free_upgrade", {}, c.ChooseTrack(0, "crew"), "Upgrade Crew capacity for free."),
    ("free_upgrade", {}, c.Decline(0), "Take no free upgrade."),
    ("name_rival", {}, c.ChooseRival(0, 1), "Let «1» discard a crew card."),
    ("name_rival", {}, c.Decline(0), "Let nobody discard a crew card."),
    ("discard_crew", {}, c.ChooseCard(0, "lumen"), "Discard Lumen."),
    ("second_cube", {}, c.Accept(0), f"Place a second cube at {X}."),
    ("second_cube", {}, c.Decline(0), f"Place no second cube at {X}."),
    ("refill_tax", {}, c.LoseWater(0, "wagon"), "Lose 1 water from the wagon to Walder Ranier."),
    ("stolen_water", {}, c.LoseWater(0, "chief"), "Let Aurath Ether steal 1 water from Frith Goldmane."),
    (
        "remove_cube",
        {"ability": "poach_crew"},
        c.ChooseCube(0, HERE),
        f"Give up your cube at {X} for the rival's crew card.",
    ),
    ("remove_cube", {"ability": "extra_upgrade"}, c.ChooseCube(0, HERE), f"Give up your cube at {X} for the upgrade."),
    ("fallen_tree", {}, c.ChooseDirection(0, "north"), "Let Old Tom Oak fall north."),
    ("dirty_dealings", {}, c.ChooseCell(0, FAR), f"Raise the fire at {Y} by 1."),
    ("dirty_dealings", {}, c.Decline(0), "Raise no fire."),
    ("pyro_cube", {}, c.ChooseCell(0, FAR), f"Place your cube at {Y}."),
]


@pytest.mark.parametrize(("kind", "ask", "command", "words"), ANSWERS)
def test_an_answer_says_what_it_decides_to_everybody(
    kind: Decision, ask: dict[str, str], command: c.Answer, words: str
) -> None:
    state = asking(kind, **ask)
    assert [asked(view(state, viewer), command) for viewer in (0, 1, SPECTATOR, ARBITER)] == [words] * 4


@pytest.mark.parametrize("kind", typing.get_args(Decision))
def test_all_answers_to_every_decision_are_said_apart(kind: Decision) -> None:
    state = asking(kind)
    answers = legal(state, WHITE)
    assert answers or kind in ("choose_chief", "free_recruit")
    lawful(view(state, WHITE), [(answer, asked(view(state, WHITE), answer)) for answer in answers])
    assert kind in {case[0] for case in ANSWERS}


@pytest.mark.rules("BRI-GEO-01")
def test_rare_positions_have_a_sentence_for_each_command() -> None:
    mog = crewed("mog-the-heavy", at=at(1, 1), players={BLACK: {"at": at(1, 2)}})
    ali = merchants_won("ali-ahmar", fire={at(1, 3): 2, FAR: 1}, water=0)
    for state in (mog, ali):
        current = view(state, WHITE)
        phrases = [(command, asked(current, command)) for command in legal(state, WHITE)]
        lawful(current, phrases)
        assert len(phrases) >= 3
    assert any("pushing the brigade of «1» to" in asked(view(mog, WHITE), order) for order in legal(mog, WHITE))
    assert any(asked(view(ali, WHITE), order).startswith("Take ") for order in legal(ali, WHITE))


def test_a_long_way_is_named_by_its_cells() -> None:
    state = position(4, big={HERE: "frost_burst", at(2, 1): "four_winds"}, options=ALL)
    way = (HERE, at(2, 1), at(1, 1), at(1, 3), at(3, 1))
    words = asked(view(state, WHITE), c.MoveBrigade(0, kind="ethereal", to=at(0, 2), via=way, pushes=(at(0, 3),)))
    assert len(words) <= 200 and "by way of C2, B3, B2, D2 and B4, pushing to D1." in words


def test_before_the_city_is_laid_out_cells_are_named() -> None:
    current = view(RULESET.initial(2, BASE), SPECTATOR)
    assert current.tiles == () and asked(current, c.MoveWagon(0, kind="paid", to=HERE)) == "Move the wagon to C2."
    assert asked(current, c.LoseWater(0, "chief")) == "Lose 1 water from the chief."
