"""What goes another way on Citus stands twice, and is changed twice.

`on_citus.sha256` has a digest of both sides of each pair, as it was when somebody last compared them. A side that
changes alone fails here, by its name.
"""

import hashlib
import re
from collections.abc import Mapping
from typing import NamedTuple

from infra.postgres import projection_rows, projection_store
from infra.postgres.feeds import moves
from tests.docs.pages import ROOT

LEDGER = ROOT / "tests/infra/postgres/on_citus.sha256"
FOLDER = ROOT / "infra/postgres"
MODULES = {projection_store: ("_WAITING_FOR_BOTS", "_FLAGS_DUE", "_TO_ANALYSE"), moves: ("_MOVED", "_BACKLOG")}


class Pair(NamedTuple):
    """A statement or function on one server, and what takes its place on Citus."""

    plain: str
    on_citus: str


def function(name: str, text: str) -> str:
    """The last definition of a function in some SQL."""
    *_, last = re.findall(rf"FUNCTION {name}\(.*?\nEND \$\$;", text, re.DOTALL)
    return last


def pairs() -> Mapping[str, Pair]:
    migrations = "\n".join(path.read_text(encoding="utf-8") for path in sorted((FOLDER / "migrations").glob("*.sql")))
    on_citus = "\n".join(path.read_text(encoding="utf-8") for path in sorted((FOLDER / "citus").glob("*.sql")))
    by_name = {
        name: Pair(function(name, migrations), function(other, on_citus))
        for name, other in (
            ("append_commands", "append_commands_on_node"), ("sequence_pending", "sequence_pending"), ("publish_log", "publish_log"),
        )
    }  # fmt: skip
    for module, names in MODULES.items():
        by_name |= {name: Pair(getattr(module, name), getattr(module, f"{name}_ON_CITUS")) for name in names}
    return by_name | {"MOVE": Pair(projection_rows.MOVE, projection_rows._MOVE_ON_CITUS)}


def digest(text: str) -> str:
    """Comments and spaces do not count."""
    return hashlib.sha256(" ".join(re.sub(r"--[^\n]*", "", text).split()).encode()).hexdigest()[:16]


def lines(by_name: Mapping[str, Pair]) -> str:
    return "".join(f"{name} {digest(pair.plain)} {digest(pair.on_citus)}\n" for name, pair in by_name.items())


def complaints(by_name: Mapping[str, Pair], ledger: str) -> list[str]:
    """What to do about each pair that is not as somebody has compared it."""
    noted = {name: Pair(*digests) for name, *digests in map(str.split, ledger.splitlines())}
    advice = [
        f"{name} is in the ledger and no longer in the code: take its line out." for name in noted.keys() - by_name
    ]
    for name, pair in by_name.items():
        now = Pair(digest(pair.plain), digest(pair.on_citus))
        changed = [side for side in Pair._fields if getattr(now, side) != getattr(noted.get(name, Pair("", "")), side)]
        if len(changed) == 1:
            advice.append(f"{name} changed on the side {changed[0]} alone: change the other, or see that it need not.")
        if changed:
            advice.append(f"Then note both sides of {name}: {name} {now.plain} {now.on_citus}")
    return advice


def test_a_side_that_changes_alone_is_named():
    by_name = {"_MOVED": Pair("SELECT 1", "SELECT 2")}
    ledger = lines(by_name)
    assert complaints({"_MOVED": Pair("SELECT 1  -- one\n", "SELECT 2")}, ledger) == []
    assert "side plain alone" in complaints({"_MOVED": Pair("SELECT 3", "SELECT 2")}, ledger)[0]
    assert "side on_citus alone" in complaints({"_MOVED": Pair("SELECT 1", "SELECT 3")}, ledger)[0]
    both = complaints({"_MOVED": Pair("SELECT 3", "SELECT 4")}, ledger)
    assert len(both) == 1 and both[0].startswith("Then note both")
    assert "no longer" in complaints({}, ledger)[0]


def test_both_sides_of_each_pair_are_as_somebody_has_compared_them():
    assert complaints(pairs(), LEDGER.read_text(encoding="utf-8")) == []


def test_every_function_that_replaces_another_is_in_a_pair():
    """A function of the folder that no migration has is the long way of one, or prepares the nodes, or calls what was
    prepared there."""
    names = {
        name
        for path in (FOLDER / "citus").glob("*.sql")
        for name in re.findall(r"^CREATE OR REPLACE FUNCTION (\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert names == {"append_commands_on_node", "sequence_pending", "publish_log", "ready_shard", "append_at_shards"}
