"""What the cards do: the printed line of every face (LON-CARD), the paupers, and what is alike in all colours. The special texts of a
colour stand in a file of their own."""

import re
from pathlib import Path
from typing import Any

import pytest

from domain.rulesets.london.commands import (
    Activate,
    GiveUp,
    OfferCard,
    PlaceCard,
    SpendCard,
    TakeInExchange,
)
from domain.rulesets.london.components import FACES, Effect, Face
from domain.rulesets.london.state import Turn
from tests.rulesets.london.position import (
    c,
    play,
    position,
    seat,
)

PAGE = (Path(__file__).parents[3] / "domain/rulesets/london/rules.md").read_text(encoding="utf-8")
LINES = [
    [cell.strip() for cell in line.strip("| \n").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| **LON-CARD-")
]


def said(effect: Effect) -> str:
    """An effect as the table of the rules writes it, where it does so in numbers."""
    match effect.kind:
        case "gain_money":
            return f"+£{effect.amount}"
        case "gain_vp":
            return f"+{effect.amount} VP"
        case "lose_poverty":
            return f"−{effect.amount} PP"
        case "gain_poverty":
            return f"+{effect.amount} PP"
        case _:
            return ""


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0].strip("*"))
def test_the_printed_line_of_every_face(line: list[str]) -> None:
    rule, name, colour, decks, cost, vp, act, effect, flip = line[:9]
    face = next(face for face in FACES.values() if f"**{face.rule}**" == rule)
    assert name.startswith(face.name)
    assert (face.colour, "/".join(str(face.decks[deck]) for deck in "ABC")) == (colour, decks)
    assert (f"£{face.place_cost}" if face.place_cost else "0") == (cost if face.placeable else "0")
    assert str(face.vp) == vp
    assert _cost(face) == act
    assert (flip == "yes") == face.flips
    assert all(said(each) in effect for each in face.effects)
    plain = re.sub(r"[+−]£?\d+(?: VP)? per |opponent [+]\d+", "", effect)
    assert len(re.findall(r"[+−]£?\d+", plain)) == sum(bool(said(each)) for each in face.effects)


def _cost(face: Face) -> str:
    if not face.activatable:
        return "–"
    if face.activation.spend != "none":
        return face.activation.spend
    return f"£{face.activation.pay}" if face.activation.pay else "free"


def test_the_table_of_the_rules_has_every_face() -> None:
    assert len(LINES) == len(FACES) == 72


SIMPLE = [face for face in FACES.values() if face.activatable and all(said(effect) for effect in face.effects)]


@pytest.mark.parametrize("face", SIMPLE, ids=lambda face: face.id)
def test_every_plain_card_gives_what_is_printed_and_flips_or_not(face: Face) -> None:
    given = position(seat(stacks=[face.id], hand=["lords", "paupers"] if face.id != "lords" else [], money=20))
    order = [Activate(0, 0)]
    if face.activation.spend != "none":
        order.append(SpendCard(0, c("lords")))
    after = play(given, *order).players[0]
    amount = {effect.kind: effect.amount for effect in face.effects}
    assert after.money == 20 - face.activation.pay + amount.get("gain_money", 0)
    assert after.vp == amount.get("gain_vp", 0)
    assert after.poverty == 5 - amount.get("lose_poverty", 0) + amount.get("gain_poverty", 0)
    assert after.stacks[0].face_up != face.flips


@pytest.mark.rules("LON-CARD-PAUPERS.1")
def test_paupers_serve_in_every_other_way() -> None:
    school = position(seat(hand=["grocers", "paupers"], stacks=["school_blue"]))
    assert play(school, PlaceCard(0, c("grocers")), SpendCard(0, c("paupers"), True)).display[0][0] == c("paupers")
    prison = play(position(seat(stacks=["brixton_prison"], hand=["paupers"])), Activate(0, 0))
    assert play(prison, SpendCard(0, c("paupers"))).players[0].poverty == 4
    exchange = position(seat(stacks=["stock_exchange"], hand=["paupers"]), top=["lords"])
    assert play(exchange, OfferCard(0, c("paupers")), TakeInExchange(0, c("lords"))).display[0][0] == c("paupers")
    held = [f"paupers/{number}" for number in range(1, 11)]
    check = position(seat(hand=held), phase="hand_check", turn=Turn())
    assert play(check, GiveUp(0, c("paupers/4"))).display[0][0] == c("paupers/4")


@pytest.mark.rules("LON-CARD-LEATHER-INDUSTRY.1", "LON-CARD-STREET-LIGHTS.1", "LON-CARD-WOOLWICH-ARSENAL.1")
@pytest.mark.parametrize(
    ("name", "money", "vp", "poverty", "face_up"),
    [
        ("leather_industry", 17, 0, 6, False),
        ("street_lights", 6, 1, 3, True),
        ("woolwich_arsenal", 3, 5, 5, False),
    ],
)
def test_leather_street_lights_and_arsenal(name: str, money: int, vp: int, poverty: int, face_up: bool) -> None:
    after: Any = play(position(seat(stacks=[name], money=10)), Activate(0, 0)).players[0]
    assert (after.money, after.vp, after.poverty, after.stacks[0].face_up) == (money, vp, poverty, face_up)
