"""The fold, the parts of a refusal, and the engine's independence of rulesets."""

from pathlib import Path

import pytest

from domain.engine.components import printed_components
from domain.engine.fold import fold
from domain.engine.message import Message
from domain.engine.refusal import Refused
from domain.rulesets import CURRENT

ENGINE = Path(__file__).parents[2] / "domain/engine"


def test_a_fold_applies_events_in_order() -> None:
    assert fold(lambda state, event: f"{state}{event}", "", "abc") == "abc"
    assert fold(lambda state, _event: state, "start", ()) == "start"


def test_a_refusal_carries_code_rules_and_facts() -> None:
    no = Refused("not_your_turn", "It is the turn of «1».", rules=("TOY-01", "TOY-02"), to_act=(1,))
    assert (no.code, no.text, no.rules, dict(no.facts)) == (
        "not_your_turn",
        "It is the turn of «1».",
        ("TOY-01", "TOY-02"),
        {"to_act": (1,)},
    )
    assert str(no) == "not_your_turn [TOY-01, TOY-02]"
    assert no.message == Message("refusal-not_your_turn", {"to_act": (1,)})


def test_printed_components_are_read_with_their_sources(tmp_path: Path) -> None:
    (tmp_path / "components.toml").write_text('[meta]\ngame = "Toy"\nsource = "rulebook"\n', encoding="utf-8")
    assert printed_components(str(tmp_path / "components.py")) == {"meta": {"game": "Toy", "source": "rulebook"}}


@pytest.mark.parametrize("source", sorted(ENGINE.glob("*.py")), ids=lambda path: path.name)
def test_the_engine_names_no_ruleset(source: Path) -> None:
    text = source.read_text(encoding="utf-8").lower()
    names = {word for ruleset in CURRENT for word in (ruleset, ruleset.replace("_", " "))}
    assert not {name for name in names if f"rulesets.{name}" in text or f'"{name}"' in text}
