"""The tree against RFC 9162 word for word: roots, proofs, and every kind of wrong proof."""

import hashlib
import random

import pytest

from domain.proof.tiles import GrowingTiles, TileTree, tile_name, tile_named
from domain.proof.tree import (
    Edge,
    ProofFails,
    batch_path,
    check_consistency,
    consistency_path,
    inclusion_path,
    root_by_batch,
    root_by_inclusion,
    root_of,
)
from tests.proof import naive

LEAVES = [hashlib.sha256(bytes([0, at % 256, at // 256])).digest() for at in range(700)]
SIZES = [*range(1, 40), 63, 64, 65, 255, 256, 257, 511, 513, 700]


def of(low: int, high: int) -> bytes:
    return naive.root(LEAVES[low:high])


@pytest.mark.parametrize("size", SIZES)
def test_roots_and_proofs_are_those_of_the_standard(size: int) -> None:
    leaves, chance = LEAVES[:size], random.Random(size)
    root = naive.root(leaves)
    assert root_of(leaves) == root
    for index in {0, size - 1, chance.randrange(size)}:
        path = naive.path(index, leaves)
        assert inclusion_path(index, size, of) == path
        assert root_by_inclusion(leaves[index], index, size, path) == root
    for old in {1, size, chance.randrange(1, size + 1)}:
        proof = naive.proof(old, leaves)
        assert consistency_path(old, size, of) == proof
        check_consistency(old, naive.root(LEAVES[:old]), size, root, proof)
    some = sorted(chance.sample(range(size), chance.randrange(1, size + 1)))
    path = batch_path(some, size, of)
    assert root_by_batch([(at, leaves[at]) for at in some], size, path) == root


def test_an_empty_tree_has_the_root_of_nothing() -> None:
    assert root_of([]).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize("size", [2, 7, 8, 33, 256, 300])
def test_a_wrong_proof_fails(size: int) -> None:
    leaves, root, chance = LEAVES[:size], of(0, size), random.Random(size)
    index = chance.randrange(size)
    path = inclusion_path(index, size, of)
    for wrong in (path[:-1], [*path, bytes(32)]):
        with pytest.raises(ProofFails, match="hashes, and must have"):
            root_by_inclusion(leaves[index], index, size, wrong)
    assert root_by_inclusion(leaves[index], index, size, [bytes(32), *path[1:]]) != root
    with pytest.raises(ProofFails, match="outside"):
        root_by_inclusion(leaves[index], size, size, path)
    old = chance.randrange(1, size)
    proof = consistency_path(old, size, of)
    for wrong in (proof[:-1], [*proof, bytes(32)], [bytes(32)] * len(proof)):
        with pytest.raises(ProofFails):
            check_consistency(old, of(0, old), size, root, wrong)
    with pytest.raises(ProofFails, match=r"tree|too"):
        check_consistency(old, bytes(32), size, root, proof)
    with pytest.raises(ProofFails, match="cannot continue"):
        check_consistency(size, root, old, of(0, old), proof)
    with pytest.raises(ProofFails, match="different roots"):
        check_consistency(size, root, size, bytes(32), [])
    with pytest.raises(ProofFails, match="do not rise"):
        root_by_batch([(1, leaves[1]), (1, leaves[1])], size, [])
    with pytest.raises(ProofFails, match="must have"):
        root_by_batch([(0, leaves[0])], size, [])


@pytest.mark.parametrize("steps", [(1,), (255, 1, 1), (256,), (100, 300, 299), (700,)])
def test_tiles_hold_the_tree_at_every_size(steps: tuple[int, ...]) -> None:
    growing, whole, edge, done = GrowingTiles(), {}, Edge(), 0
    for count in steps:
        whole |= growing.append(LEAVES[done : done + count])
        for leaf in LEAVES[done : done + count]:
            edge.append(leaf)
        done += count
        tiles = {**whole, **growing.edge()}
        tree = TileTree(done, lambda level, index, width, tiles=tiles: tiles.get((level, index)))
        assert tree.root() == growing.root() == edge.root() == naive.root(LEAVES[:done])
        assert consistency_path(1, done, tree.of) == naive.proof(1, LEAVES[:done])
        assert tree.leaf(done - 1) == LEAVES[done - 1]


def test_tiles_have_the_names_of_the_specification() -> None:
    assert tile_name(0, 0) == "tile/0/000"
    assert tile_name(1, 1_234_067) == "tile/1/x001/x234/067"
    assert tile_name(0, 273, 17) == "tile/0/273.p/17"
    for name in ("tile/0/000", "tile/2/x001/234", "tile/0/273.p/255"):
        assert tile_named(name) is not None and tile_name(*tile_named(name)) == name
    wrong = ("tile/0/0", "tile/00/000", "tile/0/x000/001", "tile/0/000.p/256", "tile/0/000.p/0", "tile/9/000",
             "tile/0/../000", "tile/0/000.p/01", "tile/entries/000", "tile/0/000/", "tile/-1/000", "tile/0/٠٠٠")  # fmt: skip
    assert [name for name in wrong if tile_named(name) is not None] == []
