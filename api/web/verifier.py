"""The verifier for browsers: one page with its script in it, which needs no network once it is saved."""

import base64
import hashlib
import json
import re
from functools import cache
from typing import Any, Final

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from api.pictures.linker import linked
from api.web.pages import ALWAYS, FOLDER, asset_of, served
from domain.proof.faults import ADVICE

PAGE: Final = "verify.html"
ADDRESS: Final = "/verify.html"
LANGUAGES: Final = FOLDER / "languages"
_ENTRY: Final = "js/proof/page.js"
_STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@cache
def verifier_page() -> bytes:
    """The page. Its policy allows its own script and style, and nothing else: not even a request."""
    script = linked(_ENTRY, lambda path: (FOLDER / path).read_text(encoding="utf-8"))
    page = (FOLDER / PAGE).read_text(encoding="utf-8")
    style, texts, advice = _STYLE.search(page), _texts(), json.dumps(ADVICE)
    assert style is not None and "</script" not in script + texts + advice, "the script ends where the page says"
    page = page.replace("POLICY", _policy(script, style[1])).replace(">ADVICE<", f">{advice}<")
    return page.replace(">TEXTS<", f">{texts}<").replace(">SCRIPT<", f">{script}<").encode()


def _texts() -> str:
    """Its texts in the other languages, by language. The page keeps them, so that it speaks them offline."""
    texts = {path.name.split(".")[1]: json.loads(path.read_bytes()) for path in sorted(LANGUAGES.glob("verify.*.json"))}
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":"))


def _policy(script: str, style: str) -> str:
    return f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'"


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def verifier_routes() -> list[HTTPRouteHandler]:
    """Serve the page. Who saves it has the whole verifier."""
    headers = {**ALWAYS, "content-security-policy": "sandbox allow-scripts allow-forms allow-downloads"}

    @route(ADDRESS, http_method=[HttpMethod.GET, HttpMethod.HEAD], sync_to_thread=False)
    def verifier(request: Request[Any, Any, State]) -> Response[bytes]:
        """The verifier for browsers."""
        return served(request, asset_of(verifier_page(), "text/html"), more=headers)

    return [verifier]
