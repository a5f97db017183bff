"""The key of snapshots changes with every source file that can change a fold, wherever the file is."""

import pytest

from domain.rulesets import RULESETS
from infra import fingerprint as keys
from infra.fingerprint import fingerprint, fingerprint_of


@pytest.fixture
def root(tmp_path):
    (tmp_path / "ruleset" / "rules").mkdir(parents=True)
    (tmp_path / "ruleset" / "state.py").write_text("a")
    (tmp_path / "ruleset" / "rules" / "chapter.py").write_text("b")
    return tmp_path


@pytest.mark.parametrize("file", ["state.py", "rules/chapter.py"])
def test_a_changed_file_changes_it_in_a_subfolder_too(root, file):
    before = fingerprint_of(root, ["ruleset"])
    (root / "ruleset" / file).write_text("changed")
    assert fingerprint_of(root, ["ruleset"]) != before


@pytest.mark.parametrize("file", ["rules/more.py", "components.toml"])
def test_a_new_file_changes_it(root, file):
    before = fingerprint_of(root, ["ruleset"])
    (root / "ruleset" / file).write_text("")
    assert fingerprint_of(root, ["ruleset"]) != before


def test_a_moved_file_changes_it(root):
    before = fingerprint_of(root, ["ruleset"])
    (root / "ruleset" / "rules" / "chapter.py").rename(root / "ruleset" / "chapter.py")
    assert fingerprint_of(root, ["ruleset"]) != before


def test_other_files_do_not_change_it(root):
    before = fingerprint_of(root, ["ruleset"])
    (root / "ruleset" / "rules.md").write_text("# Rules")
    assert fingerprint_of(root, ["ruleset"]) == before


def test_every_version_of_every_ruleset_has_its_own():
    assert len({fingerprint(each) for each in RULESETS}) == len(RULESETS)


def test_it_covers_everything_of_the_domain_but_other_rulesets_and_proof():
    """Proof checks evidence that somebody else has: no stored state goes through it."""
    folders = {path.name for path in (keys._ROOT / "domain").iterdir() if (path / "__init__.py").is_file()}
    assert {f"domain/{name}" for name in folders - {"rulesets", "proof"}} == set(keys._SHARED)
