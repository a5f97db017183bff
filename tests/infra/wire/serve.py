"""A process that serves the API over a world in memory, for attacks on its wire: `python -m tests.infra.wire.serve JSON`.

Prints its port. `limits`, `proxies`: of the wire; `api`: limits of the API; `files`: how many this process may open.
`send_buffer`: bytes that the system takes before a writer has to wait.
"""

import dataclasses
import json
import logging
import resource
import socket
import sys
from typing import Any

from api.app import create_app
from api.limits import ApiLimits
from infra.wire.limits import WireLimits
from infra.wire.proxies import Proxies
from infra.wire.refusals import Refusals
from infra.wire.server import wire_server
from tests.api.conftest import services_over
from tests.api.memory import memory_world


def serve(
    limits: dict[str, Any], proxies: str, api: dict[str, Any], files: int | None, send_buffer: int | None
) -> None:
    logging.basicConfig(level="INFO", stream=sys.stderr)
    refusals = Refusals()
    services = services_over(memory_world(), ApiLimits(**api))
    app = create_app(dataclasses.replace(services, wire_refusals=refusals.totals))
    if files is not None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    server = wire_server(app, limits=WireLimits(**limits), proxies=Proxies.parse(proxies), refusals=refusals)
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if send_buffer is not None:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    listener.bind(("127.0.0.1", 0))
    listener.listen(2_048)
    print(listener.getsockname()[1], flush=True)
    server.run(sockets=[listener])


if __name__ == "__main__":
    serve(**json.loads(sys.argv[1]))
