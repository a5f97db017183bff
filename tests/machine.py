"""What the tests need of a machine beside Python: Node with its packages, a browser, curl. Installs nothing.

A test that finds a part missing is left out, and the end of the run says so in one line. With `EMBERLOG_TEST_ALL` set (as `.ci/run`
does) nothing is left out: a test that would be is a failure. Only containers are an exception.
"""

import os
import shutil
import socket
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

NODE_FOLDER: Final = Path(__file__).parent / "clients" / "node"
NODE_PACKAGES: Final = NODE_FOLDER / "node_modules"
ALL: Final = "EMBERLOG_TEST_ALL"
NO_ENGINE: Final = "no container engine"
"""How the one reason begins for which tests may be left out everywhere: many machines cannot run a container engine."""


def node_missing() -> str:
    """Why the tests with Node cannot run; empty if they can."""
    if shutil.which("node") is None:
        return "no Node: install it, then `make clients`"
    return "" if (NODE_PACKAGES / ".package-lock.json").is_file() else "no packages for Node: run `make clients`"


def node_flags() -> list[str]:
    """The flags with which Node 18, the one of Debian 12, has a global `crypto` as later ones do."""
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    return ["--experimental-global-webcrypto"] if version.startswith("v18.") else []


def free_port() -> int:
    """A port of the loopback that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


needs_node = pytest.mark.skipif(bool(node_missing()), reason=node_missing())
needs_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="no curl")


def nothing_left_out(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Where everything has to be there, make a test that was left out a failure with the same reason."""
    if not os.environ.get(ALL) or not report.skipped or hasattr(report, "wasxfail"):
        return
    if not reason(report).startswith(NO_ENGINE):
        report.outcome = "failed"
        report.longrepr = f"{reason(report)}; with {ALL} set nothing may be left out"


def left_out(reports: Iterable[pytest.TestReport | pytest.CollectReport]) -> str:
    """One line on what was left out and why; empty if nothing was."""
    reasons = Counter(reason(report) for report in reports)
    if not reasons:
        return ""
    parts = "; ".join(f"{number} ({why})" for why, number in reasons.most_common())
    return f"emberlog: left out {reasons.total()} tests: {parts}"


def reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """The reason for a skipped test, as its mark states it."""
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return text.removeprefix("Skipped: ")
