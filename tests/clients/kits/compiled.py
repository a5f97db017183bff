"""The kit in TypeScript, compiled strictly into a folder of the test, and programs that use it as a package."""

import shutil
import subprocess
from pathlib import Path

from tests.docs.pages import ROOT
from tests.machine import NODE_PACKAGES

KIT = ROOT / "clients" / "typescript"
STRICT = ["--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext", "--types", "node"]


def tsc(folder: Path, *arguments: str) -> None:
    done = subprocess.run(
        [str(NODE_PACKAGES / ".bin" / "tsc"), *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout


def compiled(folder: Path, *programs: Path) -> Path:
    """The kit below `folder/node_modules`, and these programs beside it; the path of the last one, or of the kit's own."""
    kit = folder / "node_modules" / "emberlog-client"
    for name in ("src", "test"):
        shutil.copytree(KIT / name, kit / name)
    for name in ("package.json", "tsconfig.json"):
        shutil.copy(KIT / name, kit / name)
    tsc(kit, "-p", ".")
    for package in NODE_PACKAGES.iterdir():
        (folder / "node_modules" / package.name).symlink_to(package)
    (folder / "package.json").write_text('{"type": "module"}')
    for program in programs:
        shutil.copy(program, folder)
        tsc(folder, *STRICT, program.name)
    return folder / programs[-1].with_suffix(".js").name if programs else kit
