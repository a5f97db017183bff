"""What README promises of the command line is what the command line does."""

import hashlib
import re

import typer.main

from api.web.verifier import verifier_page
from infra.cli.app import command_line, run
from infra.cli.problems import ExitCode
from infra.settings import setting_rows
from tests.infra.cli.commands import ROOT

README = (ROOT / "README.md").read_text()


def test_the_settings_of_the_readme_are_the_settings():
    for row in setting_rows():
        assert f"| `{row.variable}` | {row.what} | {row.default} |" in README


def test_every_command_is_in_the_readme():
    group = typer.main.get_command(command_line())
    for name in group.commands:
        assert f"`emberlog {name}" in README or f"`{name}`" in README, name


def test_the_page_that_checks_evidence_is_saved_as_the_service_serves_it(tmp_path, capsys):
    page = tmp_path / "page.html"
    assert run(["verify-page", "--to", str(tmp_path / "none" / "page.html")]) == ExitCode.USAGE
    assert run(["verify-page", "--to", str(page)]) == ExitCode.DONE and page.read_bytes() == verifier_page()
    assert hashlib.sha256(page.read_bytes()).hexdigest() in "".join(capsys.readouterr().out.split())


def test_every_make_target_that_documents_name_is_there():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    pages = [
        README,
        *((ROOT / "docs" / name).read_text() for name in ("organisers.md", "spectators.md", "add-a-ruleset.md")),
    ]
    for page in pages:
        named = set(re.findall(r"(?:^|`)make ([a-z-]+)", page, re.MULTILINE))
        assert named <= targets


def test_every_page_that_readme_links_to_is_there():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists() or (ROOT / f"{target}.py").exists(), target


def test_every_place_on_the_map_is_there():
    for target in re.findall(r"`((?:domain|services|projections|api|infra|tests|docs)/[A-Za-z0-9_./-]*)`", README):
        assert (ROOT / target).exists() or (ROOT / f"{target}.py").exists(), target
