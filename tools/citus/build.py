"""Builds Citus against the embedded Postgres. The result is a folder with a Postgres that has Citus.

The source of Citus does not belong to this project. It comes from an archive or a folder that somebody has, or from its
repository.
"""

import contextlib
import importlib.util
import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools.citus.programs import PACKAGE, Programs

SOURCE: Final = "EMBERLOG_CITUS_SOURCE"
REPOSITORY: Final = "https://github.com/citusdata/citus.git"
COMMIT: Final = "a3d5708a6ae8bc8ed7129f8256b4585c01b917f3"
"""Supports PostgreSQL 16 to 18."""
_NEEDED: Final = ("gcc", "make")
_GCC_14_FLAG: Final = "-Wmissing-variable-declarations"
_OPTIONS: Final = ("--without-lz4", "--without-zstd", "--without-libcurl")
_BUILD_SECONDS_MAX: Final = 1_800
_FETCH_SECONDS_MAX: Final = 120


class NoCitus(Exception):
    """Citus cannot be built here. The text says why, and what to do."""


def built(into: Path, source: Path | None = None, *, jobs: int = 2) -> Programs:
    """The programs in the folder `into`, which are built unless they are there. Raises NoCitus."""
    programs = Programs(into)
    if programs.complete:
        return programs
    for name in _NEEDED:
        if shutil.which(name) is None:
            raise NoCitus(f"There is no {name} here, which building Citus takes. Install it.")
    package = _package()
    into.mkdir(parents=True, exist_ok=True)
    with _draft(into) as draft:
        tree = _source_tree(draft, source)
        for folder in (package, package.with_name(f"{PACKAGE}.libs")):
            shutil.rmtree(into / folder.name, ignore_errors=True)
            shutil.copytree(folder, into / folder.name, symlinks=True)
        _without_newer_flags(programs.home / "lib" / "pgxs" / "src" / "Makefile.global")
        log = into / "build.log"
        for command in (
            ["./configure", f"PG_CONFIG={programs.bin / 'pg_config'}", *_OPTIONS],
            ["make", f"-j{jobs}"],
            ["make", "install"],
        ):
            _run(command, tree, programs.environment, log)
    if not programs.complete:
        raise NoCitus(f"Citus was built, but {programs.extension} is not there. See {into / 'build.log'}.")
    return programs


def _package() -> Path:
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise NoCitus('The embedded Postgres is not installed. Run: pip install "emberlog[embedded]"')
    return Path(spec.origin).parent


@contextlib.contextmanager
def _draft(into: Path) -> Iterator[Path]:
    """A folder for the source, which is removed afterwards."""
    folder = into / "source"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _source_tree(draft: Path, source: Path | None) -> Path:
    """A copy of the source to build in."""
    if source is None and os.environ.get(SOURCE):
        source = Path(os.environ[SOURCE])
    if source is None:
        _clone(draft / "citus")
    elif source.is_dir():
        shutil.copytree(source, draft / "citus", symlinks=True)
    elif source.is_file():
        with tarfile.open(source) as archive:
            archive.extractall(draft, filter="data")
    else:
        raise NoCitus(f"There is no source of Citus at {source}. Name its archive or its folder in {SOURCE}.")
    configure = next(draft.glob("*/configure"), None)
    if configure is None:
        raise NoCitus(f"{source or REPOSITORY} holds no source of Citus: it has no file `configure`.")
    return configure.parent


def _clone(tree: Path) -> None:
    if shutil.which("git") is None:
        raise NoCitus(f"There is no git here to get the source of Citus with. Name its archive in {SOURCE}.")
    try:
        for command in (
            ["git", "init", "--quiet", str(tree)],
            ["git", "-C", str(tree), "fetch", "--quiet", "--depth=1", REPOSITORY, COMMIT],
            ["git", "-C", str(tree), "checkout", "--quiet", "FETCH_HEAD"],
        ):
            subprocess.run(
                command, check=True, capture_output=True, timeout=_FETCH_SECONDS_MAX,
                env={**os.environ, "GIT_TERMINAL_PROMPT": "0"},
            )  # fmt: skip
    except (subprocess.SubprocessError, OSError):
        raise NoCitus(
            f"The source of Citus cannot be got from {REPOSITORY}. Name an archive or a folder of it in {SOURCE}."
        ) from None


def _without_newer_flags(makefile: Path) -> None:
    """The embedded Postgres was built by a later compiler than many machines have."""
    makefile.write_text(makefile.read_text().replace(_GCC_14_FLAG, ""))


def _run(command: list[str], folder: Path, environment: dict[str, str], log: Path) -> None:
    with log.open("ab") as output:
        try:
            done = subprocess.run(
                command, cwd=folder, env=environment, stdout=output, stderr=output, check=False,
                timeout=_BUILD_SECONDS_MAX,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise NoCitus(f"{command[0]} took more than {_BUILD_SECONDS_MAX} s. See {log}.") from None
    if done.returncode:
        raise NoCitus(f"{command[0]} failed with exit code {done.returncode}. The end of {log} says why.")
