"""Every rule that can explain something is cited by a line, a refusal or an outcome."""

from tests.rulesets.great_fire.citations import SILENT, cited, explaining


def test_every_rule_that_explains_something_is_cited() -> None:
    never = set(explaining()) - set(cited())
    assert sorted(never - set(SILENT)) == [], "cite it, or say in SILENT why it explains nothing"
    assert set(SILENT) <= set(explaining())
