"""What refusals say to the player whom they refuse."""

import re

from domain.engine.refusal import Refused
from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.components import tile_at
from domain.rulesets.brigade.refusals import REFUSALS
from domain.rulesets.brigade.rules import objections
from domain.rulesets.brigade.state import State
from tests.lines import english
from tests.rules_report import ROOT
from tests.rulesets.brigade.crews import FAR, HERE, won_fire
from tests.rulesets.brigade.position import WHITE, position


def refusal(state: State, command: c.Command) -> Refused:
    """The objection that a command is refused with."""
    return objections(state, command)[0]


def test_a_refusal_speaks_to_the_player_and_names_tiles() -> None:
    state = position(tiles={HERE: ("nobles", 2)}, fire={FAR: 1})
    here = f"{tile_at(state.tiles, HERE).name} C2"

    def text(command: c.Command, of: State = state) -> str:
        return english(refusal(of, command), "brigade")

    assert text(c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=0, chief=1)) == f"Your brigade is not at {here}."
    assert text(c.Refill(WHITE, cell=HERE)) == f"Neither your brigade nor your wagon is at {here}."
    assert text(c.MoveBrigade(WHITE, kind="pink", to=HERE)) == "You have no free move."
    assert text(c.Recruit(WHITE)) == "Your crew track allows no crew card yet."
    assert text(c.MoveWagon(WHITE, kind="morgana", to=HERE)) == "Morgana Magos is not active in your brigade."
    wet = position(players={WHITE: {"at": HERE}}, fire={HERE: 1, FAR: 1})
    too_much = c.Extinguish(WHITE, kind="brigade", cell=HERE, wagon=0, chief=2)
    assert text(too_much, wet) == "This fire takes 1 water."


def test_a_decision_that_is_due_is_named_in_the_refusal() -> None:
    state = won_fire(2)
    waiting = refusal(state, c.EndTurn(WHITE))
    assert waiting.code == "decision_pending"
    assert english(waiting, "brigade") == "«0» has to decide first whether to place cubes of recognition."
    other = refusal(state, c.ChooseTrack(WHITE, "crew"))
    assert english(other, "brigade") == "This is not possible now: you may place cubes of recognition."
    lost = refusal(state, c.LoseWater(WHITE, "wagon"))
    assert english(lost, "brigade") == english(other, "brigade")
    assert (
        english(refusal(state, c.PlaceCubes(WHITE, cell=HERE, number=3)), "brigade")
        == "You may place from 1 to 2 cubes."
    )


def test_the_rules_list_the_codes_of_the_catalogue() -> None:
    text = (ROOT / "domain" / "rulesets" / "brigade" / "rules.md").read_text(encoding="utf-8")
    listed = text.partition("### 15.3 Refusal codes")[2].partition("A refused command")[0]
    assert set(re.findall(r"`(\w+)`", listed)) == set(REFUSALS)
