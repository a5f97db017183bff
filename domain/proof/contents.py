"""Which files a bundle has, and its manifest: the first things that a verifier checks in it."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from domain.proof import bundle as form
from domain.proof.beside import is_in_order, may_be
from domain.proof.canonical import read
from domain.proof.faults import Fault
from domain.proof.packed import unpacked
from domain.proof.records import check_fields

_OF_BOTH: Final[Mapping[str, type]] = {
    "files": dict, "format": str, "game": str, "head": str, "ruleset": str, "ruleset_version": int, "steps": int,
}  # fmt: skip
_OF_WHOLE: Final[Mapping[str, type]] = {**_OF_BOTH, "commands": int, "link": str}
_OF_PART: Final[Mapping[str, type]] = {**_OF_BOTH, "viewer": str}


def files_of(data: bytes) -> Mapping[str, bytes]:
    """The files of a bundle, which are those that it must and may have, in their order. Raises Fault."""
    files = unpacked(data)
    needed = form.PART_FILES if is_part(files) else form.FILES
    for name in needed:
        if name not in files:
            raise Fault("files", f"the file {name} is missing")
    for name in files:
        if name not in (*needed, *form.SINCE) and not may_be(name):
            raise Fault("files", f"the file {name} does not belong into it")
    rest = tuple(files)[len(needed) :]
    if rest[:2] == form.SINCE:
        rest = rest[2:]
    if tuple(files)[: len(needed)] != needed or not is_in_order(rest):
        raise Fault("files", "its files are in another order, or one of them is there without another")
    return files


def is_part(files: Mapping[str, bytes]) -> bool:
    """Whether these are the files of a part of a game."""
    return form.HASHES in files


def manifest_of(files: Mapping[str, bytes]) -> Mapping[str, Any]:
    """The manifest, which names just these files. Raises Fault."""
    fields, known = (_OF_PART, form.PART_FORMAT) if is_part(files) else (_OF_WHOLE, form.FORMAT)
    manifest = read(files[form.MANIFEST], "manifest", "the manifest")
    check_fields(manifest, {name: (kind,) for name, kind in fields.items()}, "manifest", "the manifest")
    if manifest["format"] != known:
        raise Fault("manifest", f"its format is not {known}")
    if set(manifest["files"]) != set(files) - {form.MANIFEST}:
        raise Fault("manifest", "the manifest names other files than there are")
    for name, digest in manifest["files"].items():
        if hashlib.sha256(files[name]).hexdigest() != digest:
            raise Fault("digest", f"the file {name} is not the one that the manifest names")
    return manifest
