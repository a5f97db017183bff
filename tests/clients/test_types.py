"""GraphQL Code Generator over the committed schema, with the operations of the documentation; tsc --strict over what it writes."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.clients.generated import GUIDE_CONFIG, generated, operations
from tests.docs.pages import ROOT
from tests.machine import NODE_PACKAGES, needs_node

pytestmark = [needs_node, pytest.mark.xdist_group("clients"), pytest.mark.campaign]


@pytest.mark.parametrize("page", ["docs/client-developers.md", "docs/guide-typescript.md"])
def test_the_generated_types_compile_strictly(page: str, tmp_path: Path) -> None:
    request = operations(page)
    names = re.findall(r"(query|mutation|subscription) (\w+)", "\n".join(request.values()))
    assert {("subscription", "Follow")} < set(names)
    files = generated(request)
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    options = ["--strict", "--noUnusedLocals", "--target", "es2022", "--module", "nodenext", "--noEmit"]
    done = subprocess.run(
        [str(NODE_PACKAGES / ".bin" / "tsc"), *options, *files],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    for type_ in ("GreatFireView", "CommandInput", "Step"):
        assert re.search(rf"^export type {type_}\b", files["schema.ts"], re.MULTILINE), type_
    for kind, name in names:
        assert re.search(rf"^export type {name}{kind.title()}\b", files["emberlog.ts"], re.MULTILINE), name


def test_the_guide_names_both_plugins_and_scalars_that_are_there() -> None:
    plugins = {plugin for file in GUIDE_CONFIG["generates"].values() for plugin in file["plugins"]}
    assert plugins == {"typescript", "typescript-operations"}
    scalars = re.findall(r"^scalar (\w+)", (ROOT / "docs" / "schema.graphql").read_text(), re.MULTILINE)
    assert set(GUIDE_CONFIG["config"]["scalars"]) <= set(scalars)
