"""A process that has read the service's code once, and forks a part of it whenever it is told to. Decides nothing.

A test that kills the API again and again would spend its time on imports. What is forked is what `emberlog api` and
`emberlog worker` run; each is a process of its own with an id of its own. Orders come as lines of JSON on stdin, each is answered by
one line on stdout. When stdin ends the children are ended, each by its id; they also hold the lifeline of whoever started us.
"""

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable

from infra.cli.processes.api import serve_api
from infra.cli.processes.worker import work
from infra.settings import Settings


def _forked(part: Callable[[], object], log: str) -> int:
    """The id of a child that runs `part` and nothing after it; what it says goes to the end of `log`."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        silence = os.open(os.devnull, os.O_RDONLY)
        said = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        for target, source in ((0, silence), (1, said), (2, said)):
            os.dup2(source, target)
        code = int(bool(part()))
    except BaseException:  # the mother's loop must not go on in the child
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _ended(child: int, number: int) -> int:
    """Kill a child of ours and wait for its end; gives its exit code, below 0 for the signal that ended it."""
    os.kill(child, number)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> None:
    """Do as told until nobody can tell us any more."""
    children: set[int] = set()
    print(json.dumps({"ready": True}), flush=True)
    try:
        for line in sys.stdin:
            answer: dict[str, int] = {}
            match json.loads(line):
                case {"start": "api", "port": int(port), "log": str(log)}:
                    settings = Settings.load()
                    answer["child"] = _forked(
                        lambda port=port, settings=settings: serve_api(
                            settings, host="127.0.0.1", port=port, descriptor=None
                        ),
                        log,
                    )
                    children.add(answer["child"])
                case {"start": "worker", "log": str(log)}:
                    answer["child"] = _forked(lambda: work(Settings.load()), log)
                    children.add(answer["child"])
                case {"ask": int(child)} if child in children:
                    os.kill(child, signal.SIGTERM)
                case {"end": int(child)} if child in children:
                    children.discard(child)
                    answer["code"] = _ended(child, signal.SIGKILL)
                case order:
                    raise ValueError(f"an order nobody knows: {order}")
            print(json.dumps(answer), flush=True)
    finally:
        for child in children:
            _ended(child, signal.SIGKILL)


if __name__ == "__main__":
    main()
