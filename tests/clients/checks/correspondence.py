"""A correspondence client: started now and then, it shows where it is your turn, plays there, and remembers where it was.

    python correspondence.py STATE.json

`STATE.json` has the token and the cursor of the last turn. The program ends when nothing waits for you.
"""

import asyncio
import json
import sys
from pathlib import Path

from emberlog_client import Client


def load(path: Path) -> dict[str, str]:
    """The token and the cursor; empty at the first visit."""
    state: dict[str, str] = json.loads(path.read_text()) if path.is_file() else {}
    return state


async def visit(path: Path) -> int:
    """Play everything that waits; how many moves that were."""
    state, moves = load(path), 0
    async with Client(token=state.get("token")) as client:
        async for turn in client.my_turns(after=state.get("cursor"), follow=False):
            answer = await client.decide(turn.game, lambda game: game.legal[0])
            if answer is not None:
                moves += 1
                print(turn.game.title, answer.steps[-1].line.text if answer.steps[-1].line else "")
            path.write_text(json.dumps({**state, "cursor": turn.cursor}))  # noqa: ASYNC240  a small file
    return moves


if __name__ == "__main__":
    print(asyncio.run(visit(Path(sys.argv[1]))), "moves")
