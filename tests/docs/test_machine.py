"""One line names what a machine lacks, and a missing part is a failure where everything has to be there."""

from types import SimpleNamespace

import pytest

from tests.machine import ALL, NO_ENGINE, left_out, nothing_left_out


def skipped(why: str, **more: object) -> pytest.TestReport:
    report = SimpleNamespace(skipped=True, outcome="skipped", longrepr=("a_test.py", 7, f"Skipped: {why}"), **more)
    return report  # type: ignore[return-value]


def test_what_was_left_out_is_one_line() -> None:
    line = left_out([skipped("no browser"), skipped("no Node"), skipped("no browser")])
    assert line == "emberlog: left out 3 tests: 2 (no browser); 1 (no Node)"
    assert left_out([]) == ""


def test_where_everything_has_to_be_there_a_missing_tool_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALL, "1")
    report = skipped("no Node")
    nothing_left_out(report)
    assert report.outcome == "failed" and str(report.longrepr).startswith("no Node;")


def test_a_declared_gap_is_no_missing_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALL, "1")
    report = skipped("known", wasxfail="a link")
    nothing_left_out(report)
    assert report.outcome == "skipped"


def test_a_machine_without_containers_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALL, "1")
    report = skipped(f"{NO_ENGINE}: it takes root, on Linux")
    nothing_left_out(report)
    assert report.outcome == "skipped"


def test_elsewhere_a_test_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ALL, raising=False)
    report = skipped("no Node")
    nothing_left_out(report)
    assert report.outcome == "skipped"
