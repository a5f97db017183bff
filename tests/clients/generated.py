"""What GraphQL Code Generator makes of the committed schema with the guide's own configuration. Compiles nothing."""

import json
import re
import subprocess
from typing import Any, Final

from tests.docs.pages import ROOT, examples, in_language
from tests.machine import NODE_FOLDER

GUIDE: Final = "docs/guide-typescript.md"
IN_TYPESCRIPT: Final = re.compile(r"/\* GraphQL \*/ `([^`]+)`")


def _guide_config() -> dict[str, Any]:
    """`codegen.json`, as the guide shows it."""
    matches: dict[str, Any] = next(
        json.loads(each.text) for each in examples() if each.page == GUIDE and each.language == "json"
    )
    return matches


GUIDE_CONFIG: Final = _guide_config()


def operations(page: str | None = None) -> dict[str, str]:
    """The operations that the documentation shows, by place; all pages if none is named."""
    matches = {}
    for name, blocks in in_language("graphql").items():
        matches.update({each.place: each.text for each in blocks if page in (None, name)})
    for name, blocks in in_language("typescript").items():
        for each in blocks:
            if page in (None, name):
                matches.update({f"{each.place}/{n}": text for n, text in enumerate(IN_TYPESCRIPT.findall(each.text))})
    return matches


def generated(request: dict[str, str]) -> dict[str, str]:
    """TypeScript, by the names of the files."""
    sent = {
        "sdl": (ROOT / "docs" / "schema.graphql").read_text(),
        "operations": [{"place": place, "text": text} for place, text in request.items()],
        "generates": GUIDE_CONFIG["generates"],
        "config": GUIDE_CONFIG["config"],
    }
    done = subprocess.run(
        ["node", "codegen.mjs"],
        cwd=NODE_FOLDER,
        input=json.dumps(sent),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    matches: dict[str, str] = json.loads(done.stdout)
    return matches
