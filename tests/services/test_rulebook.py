"""Rules read from their pages: every form that a page may have, and what is no rule."""

import pytest

from services.rulebook import Pages, Rule, read_rules

PAGE = """# A page
## 1 Moving
**GF-MOVE-01** One step. It may be
written on two lines. [EN/DE; ruling GF-RULING-01]

A sentence that is no rule.
- **BRI-EVENT-01** [FR+RECON] A wind card names (0, 1) and [0,1].
- **LON-RULING-07 (D)** *Why?* Because. [PUB:p1-3]
| **LON-FLOW-01** | START | `draw` | ACTION |
### LON-EX-16 Wren [FR]
The deck is empty.
"""


def texts(page: str) -> dict[str, str]:
    return {rule.id: rule.text for rule in read_rules("page", page)}


@pytest.mark.parametrize(
    "line",
    [
        "As **GF-MOVE-01** says, a step is short.",
        "**Not a rule** One step.",
        "**gf-move-01** One step.",
        "**GF** One step.",
        "GF-MOVE-01 One step.",
        "## Moving, by GF-MOVE-01",
        "",
    ],
)
def test_what_does_not_begin_with_a_bold_id_is_no_rule(line: str) -> None:
    assert texts(f"# A page\n{line}\n") == {}


@pytest.mark.parametrize("end", ["", "\n", "\n\nNo rule.", "\n```\ncode\n```", "\n## 2 Fire\nNo rule."])
def test_a_rule_ends_with_its_paragraph(end: str) -> None:
    assert texts(f"**GF-MOVE-01** One step.{end}") == {"GF-MOVE-01": "One step."}


def test_rules_may_follow_each_other_without_an_empty_line() -> None:
    page = "- **GF-MOVE-01** One step.\n  Then another.\n- **GF-MOVE-02** Two steps.\n"
    assert texts(page) == {"GF-MOVE-01": "One step. Then another.", "GF-MOVE-02": "Two steps."}


@pytest.mark.parametrize("id", ["GF-MOVE-01", "GF-EX-03.2", "GF-EX-03a", "BRI-CREW-KULARI-ONE-SHOE"])
def test_an_id_may_have_parts_and_letters(id: str) -> None:
    assert texts(f"**{id}** One step.") == {id: "One step."}


@pytest.mark.parametrize(
    ("id", "title", "text", "source", "reconstructed"),
    [
        ("GF-MOVE-01", "Moving", "One step. It may be written on two lines.", "EN/DE; ruling GF-RULING-01", True),
        ("BRI-EVENT-01", "Moving", "A wind card names (0, 1) and [0,1].", "FR+RECON", True),
        ("LON-RULING-07", "Moving", "*Why?* Because.", "PUB:p1-3", False),
        ("LON-FLOW-01", "Moving", "START — `draw` — ACTION", "", False),
        ("LON-EX-16", "Moving", "Wren. The deck is empty.", "FR", False),
    ],
)
def test_rules_are_read_in_every_form_the_pages_have(
    id: str, title: str, text: str, source: str, reconstructed: bool
) -> None:
    rules = {rule.id: rule for rule in read_rules("page", PAGE)}
    assert rules[id] == Rule(id, "page", title, text, source, reconstructed)
    assert len(rules) == 5


@pytest.mark.parametrize(
    ("brackets", "source", "reconstructed"),
    [
        ("", "", False),
        ("[FR]", "FR", False),
        ("[ruling GF-RULING-01]", "ruling GF-RULING-01", True),
        ("[EN] [RECON]", "EN; RECON", True),
        ("[public, reconsidered]", "public, reconsidered", False),
    ],
)
def test_brackets_say_where_a_rule_comes_from_and_whether_it_was_decided_here(
    brackets: str, source: str, reconstructed: bool
) -> None:
    (rule,) = read_rules("page", f"**GF-MOVE-01** One step. {brackets}")
    assert (rule.text, rule.source, rule.reconstructed) == ("One step.", source, reconstructed)


def test_a_title_is_the_heading_above_without_its_number_and_source() -> None:
    page = "**GF-MOVE-01** One.\n## 2.1 Fire [EN]\n**GF-FIRE-01** Two.\n### Wind\n**GF-WIND-01** Three.\n"
    assert [rule.title for rule in read_rules("page", page)] == ["page", "Fire", "Wind"]


def test_the_rulebook_finds_a_rule_on_any_page_and_none_that_no_page_states() -> None:
    book = Pages({"one": "**GF-MOVE-02** Two.\n\n**GF-MOVE-01** One.\n", "two": "**LON-MOVE-01** Walk.\n"})
    rule = book.rule("LON-MOVE-01")
    assert rule is not None and (rule.page, rule.text) == ("two", "Walk.")
    assert book.rule("GF-MOVE-03") is None and book.rule("") is None


def test_the_rules_of_a_page_come_in_its_order_and_a_page_that_does_not_exist_has_none() -> None:
    book = Pages({"one": "**GF-MOVE-02** Two.\n\n**GF-MOVE-01** One.\n", "empty": "# Nothing\n"})
    assert [rule.id for rule in book.rules("one")] == ["GF-MOVE-02", "GF-MOVE-01"]
    assert (*book.rules("empty"), *book.rules("nowhere")) == ()
