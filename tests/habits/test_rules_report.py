"""Every rule has a test that names it, and the committed report says so."""

import re
from pathlib import Path

from domain.rulesets import CURRENT
from tests.habits.sources import ROOT
from tests.rules_report import REPORT, by_rule, named_in, report, rule_ids, rulebooks, unknown, untested


def test_every_rule_of_a_registered_ruleset_is_named_by_a_test() -> None:
    assert untested(by_rule()) == []


def test_every_id_that_a_test_names_is_a_rule() -> None:
    assert unknown(by_rule()) == []


def test_the_committed_report_is_up_to_date() -> None:
    assert REPORT.read_text(encoding="utf-8") == report(by_rule()), "run: python -m tests.rules_report"


def test_a_page_of_rules_is_read_with_lists_rows_and_headings(tmp_path: Path) -> None:
    page = tmp_path / "toy.md"
    page.write_text(
        "# Toy\n## 1 Terms\n**TOY-TERM-01** *Die*. \n## 2. Play (TOY-PLAY)\n**TOY-PLAY-01** Roll. See **TOY-PLAY-09**.\n"
        "- **TOY-PLAY-02 (D)** Again.\n| **TOY-CARD-A-B.1** | text |\n"
        '### 12.1 Worked examples\n**TOY-EX-01** So.\nid = "TOY-EX-01a"\n### TOY-EX-02 Thus\n'
    )
    book = rule_ids(page)
    assert book.needed == ("TOY-PLAY-01", "TOY-PLAY-02", "TOY-CARD-A-B.1")
    assert book.known == {*book.needed, "TOY-TERM-01", "TOY-EX-01", "TOY-EX-01a", "TOY-EX-02"}


def test_the_pages_of_rules_are_read_whole() -> None:
    bold = re.compile(r"^(?:[-*] |\| )?\*\*([A-Z]{2,5}-[A-Z0-9.a-z-]+?)(?: \(D\))?\*\*", re.MULTILINE)
    for name in CURRENT:
        ids = bold.findall((ROOT / "domain/rulesets" / name / "rules.md").read_text(encoding="utf-8"))
        assert len(ids) > 100 and set(ids) <= rulebooks()[name].known
        assert len(rulebooks()[name].needed) > len(ids) // 2


def test_rules_of_functions_and_of_cases_are_read_without_an_import() -> None:
    tests_by_rule = dict(named_in(Path(__file__).parents[1] / "rulesets/great_fire/test_board.py"))
    assert "GF-BOARD-01" in tests_by_rule
