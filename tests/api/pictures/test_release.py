"""The joined modules of the pages: each finds what it imports in its own file, or in one that is there before."""

import pytest

from api.pictures.linker import imported
from api.web.pages import read_assets
from api.web.release import release
from domain.rulesets import CURRENT


@pytest.mark.parametrize("ruleset", CURRENT)
def test_a_board_needs_no_file_of_another_board(ruleset: str) -> None:
    tree = read_assets()
    joined = release(tree)
    chunk = f"chunks/{ruleset}.js"
    there = {chunk, "chunks/early.js", "chunks/frame.js", "chunks/opening.js"}
    own = [path for path, of in joined.chunk_of.items() if of == chunk]
    assert f"js/boards/{ruleset}/board.js" in own
    for path in own:
        for needed in imported(path, tree[path].body.decode()):
            assert joined.chunk_of[needed] in there, f"{path} imports {needed} from {joined.chunk_of[needed]}"
