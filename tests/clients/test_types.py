"""GraphQL Code Generator over the committed schema, with the operations of the documentation; tsc --strict over what it writes."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.clients.generated import GUIDE_CONFIG, generated, operations
from tests.docs.pages import ROOT
from tests.machine import NODE_PACKAGES, needs_node

pytestmark = [needs_node, pytest.mark.xdist_group("clients")]


@pytest.mark.parametrize("page", ["docs/client-developers.md", "docs/guide-typescript.md"])
def test_the_generated_types_compile_strictly(page: str, tmp_path: Path) -> None:
    asked = operations(page)
    names = {name for text in asked.values() for name in re.findall(r"(?:query|mutation|subscription) (\w+)", text)}
    assert {"Mine", "Follow"} <= names
    (tmp_path / "emberlog.ts").write_text(generated(asked))
    options = ["--strict", "--noUnusedLocals", "--target", "es2022", "--module", "nodenext", "--noEmit"]
    done = subprocess.run(
        [str(NODE_PACKAGES / ".bin" / "tsc"), *options, "emberlog.ts"],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    text = (tmp_path / "emberlog.ts").read_text()
    for name in (f"{each}{kind}" for each, kind in (("Mine", "Query"), ("Follow", "Subscription"))):
        assert re.search(rf"export type {name}\b", text), name


def test_the_guide_names_plugins_and_a_schema_that_are_there() -> None:
    assert set(GUIDE_CONFIG["plugins"]) == {"typescript", "typescript-operations"}
    assert set(GUIDE_CONFIG["config"]["scalars"]) <= set(
        re.findall(r"^scalar (\w+)", (ROOT / "docs/schema.graphql").read_text(), re.MULTILINE)
    )
