"""Reads a corpus file and verifies every stream in it. What does not hold is named: the file, the game, the step."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from services.errors import UnsupportedVersion
from services.log.findings import Finding
from services.log.openings import verify_openings
from services.log.verify import verify_game
from services.streams import Head
from services.world import World
from tests.api.memory import memory_world
from tests.corpus.features import features
from tests.corpus.rows import FOLDER, BadCorpus, CorpusFile, Stream, parse, unpack
from tests.fakes import FakeEventLog

RELEASED: Final = "released files never change"


def digests() -> Path:
    """Where the digests of all files are."""
    return FOLDER / "SHA256SUMS"


class RestoredLog(FakeEventLog):
    """A log with the rows of a file exactly as they are. Nothing can be appended to it."""

    def __init__(self, streams: Sequence[Stream]) -> None:
        super().__init__()
        self._heads = {stream.id: stream.head for stream in streams}
        self.rows = {stream.id: list(stream.steps) for stream in streams}
        self.stored = {stream.id: {each.command_id: each for each in stream.commands} for stream in streams}
        self.order = sorted((place for stream in streams for place in stream.places), key=lambda place: place.pos)

    async def head(self, game_id: str) -> Head | None:
        """The head that was recorded."""
        return self._heads.get(game_id)


def restored(streams: Sequence[Stream]) -> World:
    """A world whose log has these streams."""
    return replace(memory_world(), log=RestoredLog(streams))


async def check(name: str, packed: bytes) -> CorpusFile:
    """Reads and verifies a whole file. Raises BadCorpus."""
    corpus = parse(name, unpack(name, packed))
    check_order(corpus)
    world = restored(corpus.streams)
    for stream in corpus.streams:
        await check_stream(world, name, stream)
    check_header(corpus)
    return corpus


def check_order(corpus: CorpusFile) -> None:
    """Raises BadCorpus unless the places of all streams are 1 to n, each once, and belong to the stream they are in."""
    places = sorted((place.pos, stream.id) for stream in corpus.streams for place in stream.places)
    for expected, (pos, id) in enumerate(places, start=1):
        if pos != expected:
            raise BadCorpus(f"{corpus.name} is damaged: game {id}: place {expected} of the global order is missing")
    for stream in corpus.streams:
        for row in (*stream.commands, *stream.places):
            if row.game_id != stream.id:
                raise BadCorpus(f"{corpus.name} is damaged: game {stream.id}: a row of game {row.game_id}")
        if len(stream.places) != len(stream.steps) + len(stream.commands):
            raise BadCorpus(f"{corpus.name} is damaged: game {stream.id}: a step or a command has no place")


def check_header(corpus: CorpusFile) -> None:
    """Raises BadCorpus unless the header has the features of the streams, which are verified already."""
    wrong = sorted(set(corpus.what) ^ features(corpus.streams))
    if wrong or list(corpus.what) != sorted(set(corpus.what)):
        raise BadCorpus(f"{corpus.name} is damaged: line 1 names other features than it has: {', '.join(wrong)}")


async def check_stream(world: World, name: str, stream: Stream) -> None:
    """Verifies one stream: every step is decided and folded anew. Raises BadCorpus with the first that does not
    hold."""
    if stream.head.kind == "openings":
        openings = await verify_openings(world, stream.id)
        assert openings is not None, "the restored log has the stream"
        _hold(name, stream, openings.finding, (0, openings.refusals))
        return
    try:
        verdict = await verify_game(world, stream.id)
    except UnsupportedVersion as unsupported:
        raise BadCorpus(f"{name}: {unsupported}") from None
    if verdict is None:
        raise BadCorpus(f"{name} is damaged: game {stream.id} has no head")
    _hold(name, stream, verdict.finding, (verdict.steps, verdict.commands + verdict.refusals))


def _hold(name: str, stream: Stream, finding: Finding | None, verified: tuple[int, int]) -> None:
    """Raises BadCorpus for a finding, and when not every step and command was verified."""
    if finding is not None:
        where = f"game {stream.id}, step {finding.version}"
        raise BadCorpus(f"{name} is damaged: {where}: {finding.check}: {finding.why}")
    if verified != (len(stream.steps), len(stream.commands)):
        raise BadCorpus(f"{name} is damaged: game {stream.id}: not every row was verified")


def wrong_digests() -> list[str]:
    """Returns a sentence for each file that is not the one whose digest was written down."""
    written = {name: digest for digest, name in (line.split("  ") for line in digests().read_text().splitlines())}
    here = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(FOLDER.glob("*.xz"))}
    return [
        *(
            f"corpus file {name} was changed; {RELEASED}"
            for name in here
            if written.get(name, here[name]) != here[name]
        ),
        *(f"corpus file {name} is gone; {RELEASED}" for name in written if name not in here),
        *(f"corpus file {name} has no digest in {digests().name}" for name in here if name not in written),
    ]
