"""The documents at /docs: files by the keys that were listed at start, pages without a suffix, and a page for what is not there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from api.web.docs import NOT_BUILT, POLICY_OF_DOCS, docs_routes
from api.web.pages import POLICY

FILES = {
    "index.html": "<h1>Index</h1>",
    "404.html": "<h1>No such page</h1>",
    "schema/Game.html": "<h1>Game</h1>",
    "rules/index.html": "<h1>Rules</h1>",
    "_static/site.css": "body {}",
    "files/LICENSE.txt": "words",
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    folder = tmp_path_factory.mktemp("docs")
    (folder / "secret.txt").write_text("not a part of the site")
    for name, text in FILES.items():
        path = folder / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    with TestClient(Litestar(docs_routes(folder / "site"), openapi_config=None)) as running:
        yield running


@pytest.mark.parametrize("path", ["/docs/nowhere", "/docs/schema", "/docs/schema/game", "/docs/%2e%2e/secret.txt",
                                  "/docs/..%2fsecret.txt", "/docs//etc/passwd", "/docs/schema/Game.html.html"])  # fmt: skip
def test_what_is_not_there_is_a_page_that_says_so(client: TestClient[Litestar], path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.text) == (404, FILES["404.html"])
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == POLICY_OF_DOCS


@pytest.mark.parametrize(
    ("path", "name", "media_type"),
    [
        ("/docs", "index.html", "text/html; charset=utf-8"),
        ("/docs/", "index.html", "text/html; charset=utf-8"),
        ("/docs/schema/Game", "schema/Game.html", "text/html; charset=utf-8"),
        ("/docs/schema/Game.html", "schema/Game.html", "text/html; charset=utf-8"),
        ("/docs/_static/site.css", "_static/site.css", "text/css; charset=utf-8"),
        ("/docs/files/LICENSE.txt", "files/LICENSE.txt", "text/plain; charset=utf-8"),
    ],
)
def test_pages_and_files_have_their_kinds_and_are_not_sent_twice(
    client: TestClient[Litestar], path: str, name: str, media_type: str
) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.text) == (200, FILES[name])
    assert answer.headers["content-type"] == media_type
    assert answer.headers["content-security-policy"] == POLICY_OF_DOCS
    assert client.head(path).content == b""
    known = client.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")


@pytest.mark.parametrize("path", ["/docs/rules", "/docs/rules/"])
def test_a_folder_leads_to_its_first_page(client: TestClient[Litestar], path: str) -> None:
    answer = client.get(path, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (302, "/docs/rules/index")
    assert client.get(path).text == FILES["rules/index.html"]


def test_a_checkout_that_has_not_built_them_says_how(tmp_path: Path) -> None:
    with TestClient(Litestar(docs_routes(tmp_path / "site"), openapi_config=None)) as client:
        for path in ("/docs", "/docs/schema/Game"):
            answer = client.get(path)
            assert (answer.status_code, answer.content) == (404, NOT_BUILT.body)
            assert "make docs" in answer.text


def test_their_policy_is_the_pages_and_a_sandbox_without_their_origin() -> None:
    own, _, sandbox = POLICY_OF_DOCS.partition("; sandbox ")
    assert own == POLICY
    assert "allow-scripts" in sandbox and "allow-same-origin" not in sandbox
