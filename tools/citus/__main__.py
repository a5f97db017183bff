"""`python -m tools.citus`: builds Citus, and runs a coordinator and workers until Ctrl-C."""

import argparse
import signal
import sys
from pathlib import Path

from tools.citus.build import COMMIT, REPOSITORY, SOURCE, NoCitus, built
from tools.citus.cluster import Cluster, default_folder


def main() -> int:
    """Returns the exit code: 0 done, 3 Citus cannot be had here."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.citus",
        description="Builds Citus against the embedded Postgres, and runs a coordinator and workers on 127.0.0.1.",
        epilog=f"The source comes from --source, else from {SOURCE}, else from {REPOSITORY} at {COMMIT[:9]}. "
        "Building takes about two minutes, gcc and make. Everybody on this machine may connect to the cluster: it is "
        "for tests.",
    )
    parser.add_argument("action", choices=("build", "up"), help="build: only build; up: serve, too, until Ctrl-C")
    parser.add_argument("--folder", type=Path, default=default_folder(), help="programs and data; default: .citus")
    parser.add_argument("--source", type=Path, help="an archive or a folder with the source of Citus")
    parser.add_argument("--workers", type=int, default=2, help="nodes beside the coordinator; default: 2")
    parser.add_argument("--port", type=int, default=9_700, help="of the coordinator; the workers have the next ones")
    parser.add_argument("--jobs", type=int, default=2, help="how many compilers run at once; default: 2")
    arguments = parser.parse_args()
    folder = arguments.folder.absolute()
    try:
        programs = built(folder / "programs", arguments.source, jobs=arguments.jobs)
        print(f"Citus is in {programs.home}", flush=True)
        if arguments.action == "build":
            return 0
        with Cluster(programs, folder / "data", workers=arguments.workers, first_port=arguments.port) as cluster:
            for name, node in zip(("coordinator", *("worker",) * arguments.workers), cluster.nodes, strict=True):
                print(f"{name}: {node.url()}", flush=True)
            print(
                f"EMBERLOG_DATABASE_URL={cluster.coordinator.url()}\nNext: emberlog migrate --citus. Ctrl-C stops.",
                flush=True,
            )
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            signal.pause()
    except NoCitus as error:
        print(error, file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
