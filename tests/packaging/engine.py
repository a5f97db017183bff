"""A Docker engine of the tests' own, with stand-ins for the images that no registry brings. Leaves other engines alone."""

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.habits.sources import ROOT

NEEDED: Final = ("dockerd", "docker", "docker-compose", "debootstrap", "iptables")
START_SECONDS_MAX: Final = 30
IMAGES_SECONDS_MAX: Final = 600
BUILD_SECONDS_MAX: Final = 900
REGISTRY_CHECK: Final = "python -m venv /tmp/v && /tmp/v/bin/pip download --quiet --no-deps --dest /tmp/d msgspec"


class NoEngine(Exception):
    """Why no container can run on this machine."""


@dataclass(frozen=True)
class Engine:
    """An engine that runs, by its socket."""

    socket: str

    def run(self, *command: str, seconds: float = 120, check: bool = True, **variables: str) -> str:
        """What a client of the engine prints, its errors included. `check` raises AssertionError when it fails."""
        environment = {**os.environ, "DOCKER_HOST": self.socket, "DOCKER_BUILDKIT": "0", **variables}
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True,
        )  # fmt: skip
        try:
            printed, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
        assert not check or process.returncode == 0, f"{' '.join(command)}\n{printed}"
        return printed


@contextmanager
def own_engine() -> Iterator[Engine]:
    """An engine with the base images; stopped and removed at the end. Raises NoEngine."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing or os.geteuid() != 0 or sys.platform != "linux":
        raise NoEngine(f"missing {', '.join(missing)}" if missing else "it takes root, on Linux")
    # Layers of the engine may be mounted for a moment longer than it runs.
    temporary = tempfile.TemporaryDirectory(prefix="emberlog-docker-", ignore_cleanup_errors=True)
    with temporary as folder, _daemon(Path(folder)) as engine:
        _make_images(engine, Path(folder))
        yield engine


@contextmanager
def _daemon(folder: Path) -> Iterator[Engine]:
    socket = f"unix://{folder}/docker.sock"
    # It chooses overlay2 where the kernel has it; copying whole layers (vfs) would take ten times as long.
    command = ["dockerd", f"--data-root={folder}/data", f"--exec-root={folder}/exec"]
    command += [f"--pidfile={folder}/pid", f"--host={socket}"]
    with (folder / "dockerd.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        engine = Engine(socket)
        until = time.monotonic() + START_SECONDS_MAX
        while "Server Version" not in engine.run("docker", "info", check=False):
            if process.poll() is not None or time.monotonic() > until:
                raise NoEngine("dockerd does not start here")
            time.sleep(0.2)
        yield engine
    finally:
        process.terminate()
        process.wait(60)


def _make_images(engine: Engine, folder: Path) -> None:
    """The images of this machine's making, and whether one runs and reaches the registry of packages."""
    script = str(ROOT / "tests/packaging/docker/stand_ins.sh")
    try:
        engine.run(script, str(folder), sysconfig.get_path("platlib"), seconds=IMAGES_SECONDS_MAX)
        engine.run("docker", "run", "--rm", "--network", "host", "python:3.11-slim", "sh", "-c", REGISTRY_CHECK)
    except (AssertionError, subprocess.TimeoutExpired) as error:
        lines = str(error).strip().splitlines()
        raise NoEngine(f"no image can be made or run: {lines[-1] if lines else error}") from error
