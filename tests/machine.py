"""What the tests need of a machine beside Python: Node with its packages, a browser, curl. Installs nothing.

A test that finds a part missing is left out, and the end of the run says so in one line. With `EMBERLOG_TEST_ALL` set (as `.ci/run`
does) nothing is left out: a test that would be is a failure. Only containers and what takes root are exceptions.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import pytest

NODE_FOLDER: Final = Path(__file__).parent / "clients" / "node"
NODE_PACKAGES: Final = NODE_FOLDER / "node_modules"
ARIADNE: Final = Path(__file__).parents[1] / ".venv-clients" / "bin" / "ariadne-codegen"
ALL: Final = "EMBERLOG_TEST_ALL"
NO_ENGINE: Final = "no container engine"
NO_ROOT: Final = "not root"
NO_CITUS: Final = "no Citus"
NO_POOLER: Final = "no PgBouncer"
"""How the reasons begin for which tests may be left out everywhere: many machines cannot run a container engine, many do not
allow root, or not all that root does elsewhere, and some have neither the source of Citus nor a compiler, or no pooler."""


def node_missing() -> str:
    """Why the tests with Node cannot run; empty if they can."""
    if shutil.which("node") is None:
        return "no Node: install it, then `make clients`"
    return "" if (NODE_PACKAGES / ".package-lock.json").is_file() else "no packages for Node: run `make clients`"


def ariadne_missing() -> str:
    """Why the tests with ariadne-codegen cannot run; empty if they can."""
    return "" if ARIADNE.is_file() else "no ariadne-codegen: run `make clients`"


def node_flags() -> list[str]:
    """The flags with which Node 18, the one of Debian 12, has a global `crypto` as later ones do."""
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    return ["--experimental-global-webcrypto"] if version.startswith("v18.") else []


@cache
def cannot_mount() -> str:
    """Why no small disk can be mounted for a test; empty if it can."""
    if os.geteuid() != 0 or not sys.platform.startswith("linux"):
        return f"{NO_ROOT}: only root on Linux can mount a small disk"
    with tempfile.TemporaryDirectory() as folder:
        for command in (["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], ["umount", folder]):
            if shutil.which(command[0]) is None or subprocess.run(command, capture_output=True, check=False).returncode:
                return f"{NO_ROOT} with the right to mount a disk"
    return ""


def free_port() -> int:
    """A port of the loopback that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


needs_node = pytest.mark.skipif(bool(node_missing()), reason=node_missing())
needs_ariadne = pytest.mark.skipif(bool(ariadne_missing()), reason=ariadne_missing())
needs_nginx = pytest.mark.skipif(shutil.which("nginx") is None, reason="no nginx")
needs_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="no curl")


def nothing_left_out(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Where everything has to be there, make a test that was left out a failure with the same reason."""
    if not os.environ.get(ALL) or not report.skipped or hasattr(report, "wasxfail"):
        return
    if not reason(report).startswith((NO_ENGINE, NO_ROOT, NO_CITUS, NO_POOLER)):
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
