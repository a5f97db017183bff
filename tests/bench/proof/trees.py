"""The tree beside pymerkle, in one run: leaves a second that are appended, and proofs of inclusion a second.

pymerkle is no dependency of the project: `--pymerkle FOLDER` names the folder of an environment that has it, such as
`venv/lib/python3.11/site-packages`. Without it only the own figures are printed.
"""

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from domain.proof.tiles import GrowingTiles, TileTree
from domain.proof.tree import check_consistency, consistency_path, inclusion_path, root_by_inclusion

AT_ONCE: Final = 4_096
PROOFS: Final = 300
SPREAD: Final = "proofs of inclusion made and checked, each in another tile"
NEIGHBOURS: Final = "proofs of inclusion made and checked, of neighbours"
"""Whose tiles are at hand, as those of one game are; pymerkle holds all inner nodes in memory."""


def rate(count: int, work: Callable[[], object]) -> float:
    """How often a second of the processor, when the work does it `count` times."""
    start = time.process_time()
    work()
    return count / (time.process_time() - start)


def grown(leaves: list[bytes]) -> TileTree:
    """The tree over leaves, as the signer grows it: in tiles, by blocks."""
    growing, tiles = GrowingTiles(), dict[tuple[int, int], bytes]()
    for start in range(0, len(leaves), AT_ONCE):
        tiles |= growing.append(leaves[start : start + AT_ONCE])
    tiles |= growing.edge()
    return TileTree(len(leaves), lambda level, index, width: tiles.get((level, index)))


def ours(entries: list[bytes]) -> tuple[dict[str, float], bytes]:
    """Our figures, and the root."""
    made = list[TileTree]()
    size = len(entries)
    appended = rate(size, lambda: made.append(grown([hashlib.sha256(b"\0" + entry).digest() for entry in entries])))
    tree, places = made[0], [at * size // PROOFS for at in range(PROOFS)]
    root, roots = tree.root(), {old: TileTree.of(tree, 0, old) for old in (1 << size.bit_length() - 2,)}

    def inclusion(places: Iterable[int]) -> None:
        for at in places:
            path = inclusion_path(at, size, tree.of)
            assert root_by_inclusion(tree.leaf(at), at, size, path) == root

    def consistency() -> None:
        for _ in places:
            for old, old_root in roots.items():
                check_consistency(old, old_root, size, root, consistency_path(old, size, tree.of))

    figures = {
        "leaves appended": appended,
        SPREAD: rate(PROOFS, lambda: inclusion(places)),
        NEIGHBOURS: rate(PROOFS, lambda: inclusion(range(PROOFS))),
        "proofs of consistency made and checked": rate(PROOFS, consistency),
    }
    return figures, root


def theirs(entries: list[bytes], pymerkle: Any) -> tuple[dict[str, float], bytes]:
    """pymerkle's figures for the same entries, in memory, and the root."""
    tree, size = pymerkle.InmemoryTree(algorithm="sha256"), len(entries)

    def append() -> None:
        for entry in entries:
            tree.append_entry(entry)

    appended = rate(size, append)
    root, old = tree.get_state(), 1 << size.bit_length() - 2
    old_root = tree.get_state(old)

    def inclusion(places: Iterable[int]) -> None:
        for index in places:
            pymerkle.verify_inclusion(tree.get_leaf(index), root, tree.prove_inclusion(index))

    def consistency() -> None:
        for _ in range(PROOFS):
            pymerkle.verify_consistency(old_root, root, tree.prove_consistency(old, size))

    figures = {
        "leaves appended": appended,
        SPREAD: rate(PROOFS, lambda: inclusion([at * size // PROOFS + 1 for at in range(PROOFS)])),
        NEIGHBOURS: rate(PROOFS, lambda: inclusion(range(1, PROOFS + 1))),
        "proofs of consistency made and checked": rate(PROOFS, consistency),
    }
    return figures, root


def run(wanted: argparse.Namespace) -> None:
    """Print one line for each figure."""
    entries = [hashlib.sha256(at.to_bytes(8, "big")).digest() for at in range(wanted.leaves)]
    own, root = ours(entries)
    other: dict[str, float] = {}
    if wanted.pymerkle:
        sys.path.append(wanted.pymerkle)
        import pymerkle

        other, same = theirs(entries, pymerkle)
        assert same == root, "both have the same root"
    for what, figure in own.items():
        beside = f"; pymerkle {other[what]:,.0f}; ratio {figure / other[what]:.2f}" if other else ""
        print(f"  {what}, tree of {wanted.leaves:,}: {figure:,.0f} a second of one core{beside}", flush=True)
