"""The pages' shell with a head of its own for each address: title, words and picture for those who run no scripts.

Messengers and search engines read nothing else. It says what a spectator may know (GAME-DELAY-02): no
request for a page has a token.
"""

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from html import escape
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode

from litestar import HttpMethod, Response, route
from litestar.handlers import HTTPRouteHandler

from api.pictures.of_game import PREVIEW, points_of
from api.pictures.routes import AnyRequest, PictureServer, language_of, split
from api.web.pages import ALWAYS, SHELL, SHELL_PATHS, Asset, asset_of, served
from api.web.release import Release
from domain.engine.step import Step
from domain.engine.viewer import SPECTATOR
from domain.rulesets import CURRENT
from services.languages import ENGLISH, UnknownLocale, locale_of
from services.reads.horizon import VisibleGame
from services.reads.look import Look, step_for
from services.reads.preview import standing, where

LOOK_SECONDS_MAX: Final = 1.5
"""A page does not wait longer for its head: without one it is the page of any game."""
SITE: Final = "Emberlog"
WORDS: Final = (
    "Three board games about cities on fire, live and step by step: watch, replay, play. "
    "Nobody needs an account to watch."
)
TEXT_CHARS_MAX: Final = 280

_TERRITORIES: Final[Mapping[str, str]] = {"en": "en_GB", "de": "de_DE", "fr": "fr_FR"}
"""Open Graph names a language with a country."""

_HOST: Final = re.compile(r"[A-Za-z0-9.-]{1,253}(?::\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::\d{1,5})?")
_MAIN: Final = '<main id="page" tabindex="-1">\n'
_HEAD: Final = re.compile(r'<meta name="description"[^>]*>\n<title>[^<]*</title>')
GAME_PATHS: Final = ("/games/{game:str}", "/games/{game:str}/{step:str}")


class Head(NamedTuple):
    """What a page is called. `path`: its address; `picture`: that of its picture; `is_game`: it can be embedded;
    `ruleset`: that of the game; `board`: the address of a drawing of its position, empty before there is one;
    `alt`: what that drawing shows, in the reader's language; `locale`: the language of the other words."""

    title: str = SITE
    words: str = WORDS
    path: str = "/"
    picture: str = "/covers/emberlog.png?size=preview"
    is_game: bool = False
    ruleset: str = ""
    board: str = ""
    alt: str = ""
    locale: str = ENGLISH


def origin_of(request: AnyRequest) -> str:
    """The scheme and host that the caller used, for addresses that leave the site; a host that is none is left out."""
    host = request.headers.get("host", "")
    return f"{request.scope['scheme']}://{host}" if _HOST.fullmatch(host) else ""


def head_markup(head: Head, origin: str) -> str:
    """The head as markup, escaped: titles and names are people's own words."""
    address, picture = f"{origin}{head.path}", f"{origin}{head.picture}"
    title = head.title if head.title == SITE else f"{head.title} · {SITE}"
    named = {"description": head.words, "twitter:card": "summary_large_image"}
    properties = {
        "og:site_name": SITE,
        "og:type": "website",
        "og:title": head.title,
        "og:description": head.words,
        "og:url": address,
        "og:locale": _TERRITORIES[head.locale],
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": str(PREVIEW.pixels),
        "og:image:height": str(PREVIEW.high),
        "og:image:alt": f"The position: {head.words}" if head.is_game else head.title,
    }
    lines = [f'<meta name="{name}" content="{escape(text)}">' for name, text in named.items()]
    lines.append(f"<title>{escape(title)}</title>")
    lines += [f'<meta property="{name}" content="{escape(text)}">' for name, text in properties.items()]
    if head.is_game:
        query = urlencode({"url": address, "format": "json"})
        lines.append(
            f'<link rel="alternate" type="application/json+oembed" href="{escape(f"{origin}/oembed?{query}")}" '
            f'title="{escape(head.title)}">'
        )
    return "\n".join(lines)


def head_of_game(
    look: Look, visible: VisibleGame, step: Step | None, locale: str = ENGLISH, reader: str = ENGLISH
) -> Head:
    """What the page of a game says at a step; a step that nobody may know yet is the last one.

    `locale`: the language of the link and its preview; `reader`: that of the reader, in which the first picture is."""
    version = visible.version if step is None or not 1 <= step <= visible.version else step
    view = look.view(visible, SPECTATOR, version)
    ruleset = CURRENT[visible.state.ruleset].title if visible.state.ruleset in CURRENT else visible.state.ruleset
    line = step_for(visible.history, visible.history.steps[version - 1], SPECTATOR, visible.version).line
    points = points_of(look, visible, version)

    def words_in(language: str) -> str:
        words = [f"{ruleset}, {where(view, language)}.", standing(visible.seat_names, points, view.phase, language)]
        if line is not None and view.position is not None:
            words.append(line.text_in(language))
        return _short(" ".join(filter(None, words)))

    path = f"/games/{visible.game_id}"
    return Head(
        title=f"{visible.names.title}: {ruleset}" if visible.names.title else ruleset,
        words=words_in(locale),
        path=f"{path if step is None else f'{path}/{version}'}{_query(locale)}",
        picture=f"{path}/{version}.png{_query(locale)}",
        is_game=True,
        ruleset=visible.state.ruleset if visible.state.ruleset in CURRENT else "",
        board=f"{path}/{version}.svg{_query(reader)}" if view.position is not None else "",
        alt=words_in(reader),
        locale=locale,
    )


def _query(locale: str) -> str:
    return "" if locale == ENGLISH else f"?lang={locale}"


def _short(text: str) -> str:
    return text if len(text) <= TEXT_CHARS_MAX else f"{text[: TEXT_CHARS_MAX - 1].rstrip()}…"


def head_of_page(path: str) -> Head:
    """What any other page says."""
    parts = path.strip("/").split("/")
    title = CURRENT[parts[1]].title if len(parts) == 2 and parts[1] in CURRENT else ""
    if title and parts[0] in ("rules", "learn"):
        words = {
            "rules": f"The rules of {title} by number, with the games in which each one fired.",
            "learn": f"Learn {title} in three minutes: a recorded game with captions.",
        }[parts[0]]
        return Head(f"{title}: rules" if parts[0] == "rules" else f"Learn {title}", words, path,
                    f"/covers/{parts[1]}.png?size=preview")  # fmt: skip
    return Head(path=quote(path))


class Shells:
    """Makes the shell of an address. `tree`: the files of the pages."""

    def __init__(self, server: PictureServer, look: Look, tree: Mapping[str, Asset], of_release: Release) -> None:
        self._server = server
        self._look = look
        self._release = of_release
        text = of_release.named(tree[SHELL].body.decode())
        match = _HEAD.search(text)
        assert match is not None, "the shell has a description and a title, in this order"
        self._before, rest = text[: match.start()], text[match.end() :]
        self._rest, self._body = rest.split("</head>", 1)
        assert _MAIN in self._body, "the shell has a place for the page"

    async def of_game(self, request: AnyRequest, game_id: str, step: str | None, locale: str) -> Head:
        """The head of a game's page; the site's own where there is no such game, or while nobody can tell."""
        try:
            async with asyncio.timeout(LOOK_SECONDS_MAX):
                visible = await self._server.visible(request, game_id)
            if visible is not None:
                at = Step(int(step)) if step and _is_step(step) else None
                head = head_of_game(self._look, visible, at, locale, _reader_language(request))
                return head if self._server.draws_for(request) else head._replace(board="")
        except Exception:
            pass  # whatever is wrong with the game, its page says so in words
        return Head(path=quote(request.url.path))

    def page(self, request: AnyRequest, head: Head, status: int = 200) -> Response[bytes]:
        """The shell with this head, and with hints of what its page will load."""
        hints = self._release.hints(request.url.path, head.ruleset)
        head_lines = f"{self._before}{_preload(head)}{head_markup(head, origin_of(request))}{self._rest}"
        body = f"{head_lines}{hints}\n</head>{self._body.replace(_MAIN, _MAIN + _first_board(head), 1)}"
        response = served(request, asset_of(body.encode(), "text/html"), status, more=ALWAYS)
        if head.board:
            response.headers["vary"] = "Accept-Encoding, Accept-Language"
        return response


def _reader_language(request: AnyRequest) -> str:
    """That of the address, else the first of the browser's that the catalogues have, as the page itself will choose."""
    if "lang" in request.query_params:
        return language_of(request.query_params)
    for each in request.headers.get("accept-language", "").split(","):
        with suppress(UnknownLocale):
            return locale_of(each.split(";")[0])
    return ENGLISH


def _preload(head: Head) -> str:
    return f'<link rel="preload" as="image" href="{escape(head.board)}" fetchpriority="high">\n' if head.board else ""


def _first_board(head: Head) -> str:
    """The board as a drawing, as spectators know it: on a slow line it is there before any script is."""
    if not head.board:
        return ""
    return (
        f'<div class="first-board"><h1 class="unseen busy">Loading the game</h1>'
        f'<img src="{escape(head.board)}" alt="{escape(head.alt)}" fetchpriority="high"></div>\n'
    )


def _is_step(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


def shell_routes(shells: Shells, server: PictureServer) -> list[HTTPRouteHandler]:
    """Serve the shell at the addresses of the pages, and at those of games their pictures too."""

    methods: Any = [HttpMethod.GET, HttpMethod.HEAD]

    @route([path for path in SHELL_PATHS if path not in GAME_PATHS], http_method=methods, sync_to_thread=False)
    def page(request: AnyRequest) -> Response[bytes]:
        """The page that every page begins as."""
        return shells.page(request, head_of_page(request.url.path))

    @route(GAME_PATHS[0], http_method=methods)
    async def game_page(request: AnyRequest) -> Response[bytes]:
        """The page of a game, or the picture of its last step."""
        game = str(request.path_params["game"])
        game_id, kind = split(game)
        if kind is not None:
            return await server.of_game(request, game_id, None, kind)
        return shells.page(request, await shells.of_game(request, game, None, language_of(request.query_params)))

    @route(GAME_PATHS[1], http_method=methods)
    async def step_page(request: AnyRequest) -> Response[bytes]:
        """The page of a step, or its picture."""
        game, step = str(request.path_params["game"]), str(request.path_params["step"])
        version, kind = split(step)
        if kind is not None:
            return await server.of_game(request, game, version, kind)
        return shells.page(request, await shells.of_game(request, game, step, language_of(request.query_params)))

    return [page, game_page, step_page]


__all__ = ["Head", "Shells", "head_markup", "head_of_game", "head_of_page", "origin_of", "shell_routes"]
