"""Both client kits work as packages: installed elsewhere, typed for those who use them, and with nothing that is not theirs."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.habits.sources import ROOT
from tests.machine import NODE_PACKAGES, needs_node

pytestmark = pytest.mark.campaign

TYPED_PYTHON = """
import asyncio
from emberlog_client import Backoff, Client, Refused

async def first_step(game: str) -> str:
    async with Client("http://127.0.0.1:9", backoff=Backoff(give_up_seconds=0)) as client:
        try:
            await client.submit(game, command={"london": {"endTurn": "YES"}})
        except Refused as refusal:
            return refusal.rules[0].id
        async for step in client.steps(game):
            return step.line.text if step.line else "hidden"
    return "nothing"

async def main() -> None:
    try:
        await first_step("g")
    except Exception as error:
        print(type(error).__name__)

asyncio.run(main())
"""
MISTYPED_PYTHON = (
    'from emberlog_client import Client\nasync def f(c: Client) -> int: return (await c.game("g")).title\n'
)

TYPED_TYPESCRIPT = """
import { Client, Unreachable, type Phase, type Step } from "emberlog-client";
const client = new Client("http://127.0.0.1:9", { backoff: { giveUpMs: 0 } });
const phase: Phase = "OVER";
const text = (step: Step): string => step.line?.text ?? "hidden";
try {
  await client.submit("g", { command: { london: { endTurn: "YES" } } });
  for await (const step of client.steps("g")) console.log(phase, text(step));
} catch (failure) {
  console.log(failure instanceof Unreachable);
}
"""
MISTYPED_TYPESCRIPT = (
    'import type { Game } from "emberlog-client";\nexport const f = (game: Game): number => game.title;\n'
)


def run(command: list[str], folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    named = {**os.environ, "NO_PROXY": "*", **environment}
    return subprocess.run(command, cwd=folder, env=named, capture_output=True, text=True, check=False, timeout=180)


def well(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_holds_the_kit_alone_and_types_its_users(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    well(run(build, ROOT / "clients" / "python"))
    [wheel] = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"emberlog_client"}
    assert {"emberlog_client/py.typed", "emberlog_client/operations.py", "emberlog_client/bot.py"} <= set(names)
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    (tmp_path / "program.py").write_text(TYPED_PYTHON)
    (tmp_path / "wrong.py").write_text(MISTYPED_PYTHON)
    installed = {"PYTHONPATH": str(tmp_path / "installed"), "MYPYPATH": str(tmp_path / "installed")}
    assert well(run([sys.executable, "program.py"], tmp_path, **installed)) == "Unreachable\n"
    mypy = [sys.executable, "-m", "mypy", "--strict", "--no-incremental"]
    well(run([*mypy, "program.py"], tmp_path, **installed))
    assert 'got "str", expected "int"' in run([*mypy, "wrong.py"], tmp_path, **installed).stdout


@needs_node
def test_the_npm_package_holds_the_kit_alone_and_types_its_users(tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    kit.mkdir()
    for name in ("package.json", "tsconfig.json", "README.md"):
        shutil.copy(ROOT / "clients" / "typescript" / name, kit / name)
    for name in ("src", "bots"):
        shutil.copytree(ROOT / "clients" / "typescript" / name, kit / name)
    tsc = str(NODE_PACKAGES / ".bin" / "tsc")
    well(run([tsc, "-p", ".", "--outDir", str(kit / "dist")], kit))
    well(run(["npm", "pack", "--ignore-scripts", "--pack-destination", str(tmp_path)], kit))
    [package] = tmp_path.glob("*.tgz")
    user = tmp_path / "user"
    user.mkdir()
    (user / "package.json").write_text('{"type": "module"}')
    well(run(["npm", "install", "--offline", "--no-audit", "--no-fund", str(package)], user))
    files = {path.relative_to(user / "node_modules" / "emberlog-client").parts[0]
             for path in (user / "node_modules" / "emberlog-client").rglob("*") if path.is_file()}  # fmt: skip
    assert files <= {"dist", "src", "bots", "package.json", "README.md"} and {"dist", "README.md"} <= files
    (user / "program.ts").write_text(TYPED_TYPESCRIPT)
    (user / "wrong.ts").write_text(MISTYPED_TYPESCRIPT)
    strict = ["--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2023,dom", "--types", ""]
    well(run([tsc, *strict, "program.ts"], user))
    assert well(run(["node", "program.js"], user)) == "true\n"
    assert "not assignable to type 'number'" in run([tsc, *strict, "wrong.ts"], user).stdout
