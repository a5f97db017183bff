"""What a spectator may know of a game, as a request to draw it, and the pictures that were drawn lately."""

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from api.execution.encode import encoded_value
from api.pictures.painter import Job
from api.pictures.studio import Studio
from api.pictures.texts import renamed, texts_of
from domain.engine.step import Step
from domain.engine.viewer import SPECTATOR
from domain.rulesets import CURRENT, RULESETS
from services.languages import ENGLISH
from services.reads.horizon import VisibleGame
from services.reads.look import Look, within
from services.reads.preview import where

Kind = Literal["svg", "png"]


class Size(NamedTuple):
    """How large a picture is drawn, in CSS pixels, and how wide its PNG is."""

    width: int
    height: int
    pixels: int

    @property
    def high(self) -> int:
        """How high the PNG is."""
        return self.height * self.pixels // self.width


SIZES: Final[Mapping[str, Size]] = {
    "preview": Size(1200, 630, 920),
    "board": Size(1000, 800, 1000),
    "miniature": Size(240, 160, 480),
    "cover": Size(600, 400, 900),
}
PREVIEW: Final = SIZES["preview"]
"""What messengers fetch: some leave out a picture of more than 600 KB, which a burning city had at 1200 pixels."""
CACHE_BYTES_MAX: Final = 24_000_000

_log = logging.getLogger("emberlog.pictures")


class Wanted(NamedTuple):
    """One picture: how large, in which format, and what to draw. `tag` names its bytes before they are drawn."""

    tag: str
    ruleset: str
    request: Callable[[], Mapping[str, Any]]
    size: str
    kind: Kind


@dataclass
class Pictures:
    """Draws each picture once, and remembers it for a while. `release`: what the drawing functions are a part of."""

    look: Look
    studio: Studio
    release: str
    _drawn: OrderedDict[str, bytes] = field(default_factory=OrderedDict)
    _bytes: int = 0
    _drawing: dict[str, asyncio.Task[bytes]] = field(default_factory=dict)

    def of_game(self, visible: VisibleGame, step: Step | None, size: str, kind: Kind, locale: str = ENGLISH) -> Wanted:
        """The picture of a game after a step (None: the last one). Raises NoSuchStep for one that is not known yet."""
        version = within(visible, step)
        names, link = visible.seat_names, visible.history.steps[version - 1].hash.hex()
        tag = self._tag(visible.game_id, link, str(version == visible.version), *names, size, kind, locale)
        return Wanted(tag, visible.state.ruleset, partial(_request_of, self.look, visible, version, locale), size, kind)

    def of_ruleset(self, ruleset: str, size: str, kind: Kind, locale: str = ENGLISH) -> Wanted:
        """The cover of a ruleset; of the site itself for a word that is none's."""
        title = CURRENT[ruleset].title if ruleset in CURRENT else "Emberlog"
        texts = texts_of(ruleset, locale) if ruleset in CURRENT else {}
        request = {
            "components": None,
            "view": None,
            "names": (),
            "points": (),
            "title": title,
            "note": "",
            "texts": texts,
        }
        return Wanted(self._tag(ruleset, size, kind, locale), ruleset, lambda: request, size, kind)

    def _tag(self, *parts: str) -> str:
        return hashlib.blake2b("\0".join((self.release, *parts)).encode(), digest_size=16).hexdigest()

    def is_drawn(self, wanted: Wanted) -> bool:
        """Whether the picture costs nothing any more."""
        return wanted.tag in self._drawn

    async def drawn(self, wanted: Wanted) -> bytes:
        """The picture's bytes. All who want it at once share one drawing. Raises what `Studio.paint` raises."""
        body = self._drawn.get(wanted.tag)
        if body is not None:
            self._drawn.move_to_end(wanted.tag)
            return body
        task = self._drawing.get(wanted.tag)
        if task is None:
            task = self._drawing[wanted.tag] = asyncio.create_task(self._draw(wanted))
            task.add_done_callback(lambda done: self._done(wanted.tag, done))
        return await asyncio.shield(task)

    async def _draw(self, wanted: Wanted) -> bytes:
        size = SIZES[wanted.size]
        request = {**wanted.request(), "size": wanted.size, "width": size.width, "height": size.height}
        pixels = size.pixels if wanted.kind == "png" else 0
        body = await self.studio.paint(Job(wanted.ruleset, encoded_value(request), pixels))
        self._drawn[wanted.tag] = body
        self._bytes += len(body)
        while self._bytes > CACHE_BYTES_MAX:
            self._bytes -= len(self._drawn.popitem(last=False)[1])
        return body

    def _done(self, tag: str, task: asyncio.Task[bytes]) -> None:
        self._drawing.pop(tag, None)
        if not task.cancelled() and task.exception() is not None:
            _log.warning("a picture could not be drawn: %s", task.exception())

    async def close(self) -> None:
        """Ends the process that draws, and drops what waits for it."""
        for task in tuple(self._drawing.values()):
            task.cancel()
        await asyncio.gather(*self._drawing.values(), return_exceptions=True)
        await self.studio.close()


def _request_of(look: Look, visible: VisibleGame, version: Step, locale: str) -> Mapping[str, Any]:
    """What a spectator knows after a step, as `drawing/still.js` takes it."""
    view = look.view(visible, SPECTATOR, version)
    ruleset = RULESETS[visible.state.ruleset, visible.state.ruleset_version]
    texts = texts_of(ruleset.id, locale)
    return {
        "components": renamed(ruleset.printed(), texts) if texts else ruleset.printed(),
        "texts": texts,
        "view": view,
        "names": visible.seat_names,
        "points": points_of(look, visible, version),
        "title": ruleset.title,
        "note": where(view, locale),
    }


def points_of(look: Look, visible: VisibleGame, version: Step) -> tuple[int | None, ...]:
    """The points of each seat after a step, if the game ended there; None before anybody may have any."""
    state = visible.history.state_at(version)
    if state.position is None:
        return tuple(None for _ in state.seats)
    tracks = look.live_tracks(visible, SPECTATOR, version)
    return tuple(sum(each.if_over for each in tracks if each.seat == seat) for seat in range(len(state.seats)))


__all__ = ["PREVIEW", "SIZES", "Kind", "Pictures", "Wanted", "points_of"]
