"""A process that imports the service's code once, and forks the API or a worker when it is ordered to.

A test that kills the API many times would otherwise spend its time on imports. The children run what `emberlog api` and
`emberlog worker` run. Orders are lines of JSON on stdin, and each gets one line on stdout as its answer. When stdin
ends, the fork server ends its children by their ids. The children also read the lifeline of the process that started
it.
"""

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from infra.cli.processes.api import serve_api
from infra.cli.processes.worker import work
from infra.settings import Settings
from tests.faults import parts


def _forked(part: Callable[[], object], log: str) -> int:
    """Fork a child that runs `part` and then exits. Its output is appended to `log`. Returns its process id."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        null = os.open(os.devnull, os.O_RDONLY)
        output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        for target, source in ((0, null), (1, output), (2, output)):
            os.dup2(source, target)
        code = int(bool(part()))
    except BaseException:  # the parent's loop must not continue in the child
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _part(name: str, *, port: int = 0, before: Mapping[str, Any] | None = None) -> Callable[[], object]:
    """A part of the service. `before`: what tests/faults/parts.py changes in its process first, with arguments."""

    def run() -> object:
        for change, argument in (before or {}).items():
            getattr(parts, change)(argument)
        match name:
            case "api":
                return serve_api(Settings.load(), host="127.0.0.1", port=port, descriptor=None)
            case "worker":
                return work(Settings.load())
            case "sequencer":
                return parts.sequence(Settings.load())
        raise ValueError(f"unknown part: {name}")

    return run


def _ended(child: int, number: int) -> int:
    """Kill a child and wait for its end. Returns its exit code; a negative one is the signal that ended it."""
    os.kill(child, number)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> None:
    """Carry out orders until stdin ends."""
    children: set[int] = set()
    print(json.dumps({"ready": True}), flush=True)
    try:
        for line in sys.stdin:
            answer: dict[str, int] = {}
            match json.loads(line):
                case {"start": str(name), "log": str(log), **more}:
                    answer["child"] = _forked(_part(name, **more), log)
                    children.add(answer["child"])
                case {"ask": int(child)} if child in children:
                    os.kill(child, signal.SIGTERM)
                case {"end": int(child)} if child in children:
                    children.discard(child)
                    answer["code"] = _ended(child, signal.SIGKILL)
                case order:
                    raise ValueError(f"unknown order: {order}")
            print(json.dumps(answer), flush=True)
    finally:
        for child in children:
            _ended(child, signal.SIGKILL)


if __name__ == "__main__":
    main()
