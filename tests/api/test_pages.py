"""The pages as files: the shell, the tree below /assets, and what goes over the wire with them. Draws nothing: tests/browser does."""

import asyncio
import hashlib
import re
import socket
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from rjsmin import jsmin

from api.pictures.linker import exported_names, imported, taken
from api.web.pages import FOLDER, POLICY, SHELL_PATHS, Asset, asset_of, read_assets
from api.web.release import release
from domain.rulesets import CURRENT
from tests.api.conftest import Served
from tests.habits.sources import tokens_in
from tests.machine import needs_node

REQUESTS_MAX = 11
BYTES_MAX = 110_000
TREE = read_assets()
RELEASE = release(TREE)
SHELLS = ("/", "/audit/games/0a1b", "/audit/versions", "/audit/versions/0a1b", "/games",
          "/games/0a1b", "/games/0a1b/12", "/games/0a1b/rulings/2", "/learn/london", "/new", "/recover", "/rules",
          "/rules/game", "/schema", "/wall")  # fmt: skip


def raw(served: Served, target: str, method: str = "GET") -> bytes:
    """One request whose target is sent as it stands: clients tidy `..` away before the service could see it."""
    host = urlsplit(served.url)
    with socket.create_connection((host.hostname, host.port), timeout=30) as line:
        line.sendall(f"{method} {target} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n".encode())
        answer = b""
        while piece := line.recv(65536):
            answer += piece
    return answer


async def test_every_page_begins_as_the_shell(served: Served, http: httpx.AsyncClient) -> None:
    shell = RELEASE.named((FOLDER / "index.html").read_text())
    before, rest = re.split(r'<meta name="description".*\n<title>.*</title>', shell)
    links, after = rest.split("</head>")
    for path in SHELLS:
        answer = await http.get(f"{served.url}{path}")
        assert answer.status_code == 200, path
        assert answer.text.startswith(before) and links in answer.text and answer.text.endswith(f"</head>{after}")
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert len(SHELLS) == len(SHELL_PATHS)


async def test_the_files_of_a_release_are_stored_for_good(served: Served, http: httpx.AsyncClient) -> None:
    shell = (await http.get(f"{served.url}/")).text
    named = re.findall(r'(?:href|src)="(/assets/([0-9a-f]{16})/[^"]+)"', shell)
    assert len({of_release for _, of_release in named}) == 1 and any("chunks/frame.js" in path for path, _ in named)
    for path, _ in named:
        answer = await http.get(f"{served.url}{path}")
        assert (answer.status_code, "immutable" in answer.headers["cache-control"]) == (200, True), path
    other = await http.get(f"{served.url}{named[0][0].replace(named[0][1], '0' * 16)}")
    assert (other.status_code, "immutable" in other.headers["cache-control"]) == (200, False)


def code_of(asset: Asset) -> list[str]:
    """What a module says, without comments and layout."""
    return [token.text for token in tokens_in(asset.body.decode()) if token.kind != "comment"]


def test_a_module_exports_the_same_wherever_it_went() -> None:
    for path, asset in TREE.items():
        chunk = RELEASE.chunk_of.get(path)
        if chunk is None:
            sent = RELEASE.files[path]
            assert path.endswith((".css", ".js")) or sent == asset
            continue
        forwarding, names = RELEASE.files[path].body.decode(), exported_names(path, asset.body.decode())
        place = list(RELEASE.chunk_of).index(path)
        assert all(f"own.{name};" in forwarding for name in names) and f"modules[{place}]" in forwarding
        assert RELEASE.files[chunk].body.decode().count(f"modules[{place}]=(") == 1


_HEAD = re.compile(r"import (?:\{ modules \} from )?'/assets/[0-9a-f]+/(chunks/\w+\.js)';\n")
_TAKEN = re.compile(r"\bconst\s*\{([^}]*)\}\s*=\s*modules\[(\d+)\];")


def test_a_module_that_is_loaded_later_takes_what_it_imports_out_of_the_files_that_are_here() -> None:
    joined = list(RELEASE.chunk_of)
    for path, asset in TREE.items():
        if not path.endswith(".js") or path in RELEASE.chunk_of:
            continue
        needed = [each for each in imported(path, asset.body.decode()) if each in RELEASE.chunk_of]
        sent = RELEASE.files[path].body.decode()
        assert set(_HEAD.findall(sent)) == {RELEASE.chunk_of[each] for each in needed}, path
        for names, place in _TAKEN.findall(sent):
            there = exported_names(joined[int(place)], TREE[joined[int(place)]].body.decode())
            assert {name.split(":")[0].strip() for name in names.split(",")} <= set(there), path
        assert sorted(joined[int(place)] for _, place in _TAKEN.findall(sent)) == sorted(needed), path
        expected, _ = taken(path, asset.body.decode(), RELEASE.chunk_of)
        places = re.compile(r"modules\['([^']+)'\]")
        expected = places.sub(lambda match: f"modules[{joined.index(match[1])}]", expected)
        assert code_of(asset_of(_HEAD.sub("", sent).encode(), "text/javascript")) == code_of(
            asset_of(expected.encode(), "text/javascript")
        ), path


def test_a_module_loses_its_layout_and_nothing_else() -> None:
    for path, asset in TREE.items():
        if path.endswith(".js"):
            assert code_of(asset_of(jsmin(asset.body.decode()).encode(), asset.media_type)) == code_of(asset), path


def test_a_file_of_modules_needs_no_other_than_those_before_it() -> None:
    before = ["chunks/early.js", "chunks/frame.js", "chunks/opening.js"]
    for path, chunk in RELEASE.chunk_of.items():
        allowed = before[: before.index(chunk) + 1] if chunk in before else [*before, chunk]
        for each in imported(path, TREE[path].body.decode()):
            assert RELEASE.chunk_of[each] in allowed, f"{path} in {chunk} imports {each}"


@pytest.mark.parametrize("ruleset", CURRENT)
def test_a_board_waits_for_two_round_trips_and_few_bytes(ruleset: str) -> None:
    """The page says with its first answer all that its board is made of, so nothing is asked for only after something else."""
    shell = RELEASE.named((FOLDER / "index.html").read_text()) + RELEASE.hints("/games/x", ruleset)
    named = set(re.findall(rf'(?:href|src)="{RELEASE.prefix}([^"]+)"', shell)) - {"icon.svg"}
    board = [f"js/boards/{ruleset}/{name}.js" for name in ("board", "looks", "story")]
    needed = ["js/main.js", "js/pages/game.js", *board]
    assert {RELEASE.chunk_of[path] for path in needed} <= named
    assert RELEASE.chunk_of["js/game/page.js"] not in named, "what is round the board does not share the line with it"
    for path in named & set(RELEASE.chunk_of.values()):
        after = re.findall(r"from '\./([^']+)';", RELEASE.files[path].body.decode())
        assert {f"chunks/{each}" for each in after} <= named, path
        assert " import(" not in RELEASE.files[path].body.decode().split("\n", 4)[-1], (
            "a joined module costs no request"
        )
    assert not named & set(RELEASE.chunk_of), "a module that went into a chunk is not asked for by itself"
    sizes = [len(RELEASE.files[path].gzip or RELEASE.files[path].body) for path in named]
    assert len(sizes) <= REQUESTS_MAX and sum(sizes) <= BYTES_MAX


@needs_node
def test_joined_modules_are_whole(tmp_path: Path) -> None:
    for path, asset in RELEASE.files.items():
        if path.startswith("chunks/"):
            file = tmp_path / Path(path).with_suffix(".mjs").name
            file.write_bytes(asset.body)
            checked = subprocess.run(["node", "--check", file], capture_output=True, text=True, check=False)
            assert checked.returncode == 0, checked.stderr


async def test_an_address_that_is_none_is_a_page_for_readers(served: Served, http: httpx.AsyncClient) -> None:
    for path in ("/none", "/games/a/1/2"):
        page = await http.get(f"{served.url}{path}", headers={"accept": "text/html,*/*;q=0.8"})
        assert page.status_code == 404 and "There is no such page" in page.text
    icon, robots = [await http.get(f"{served.url}/{name}") for name in ("favicon.ico", "robots.txt")]
    assert icon.headers["content-type"] == "image/svg+xml" and robots.text.startswith("User-agent: *")


async def test_pages_may_load_nothing_from_elsewhere(served: Served, http: httpx.AsyncClient) -> None:
    answer = await http.get(f"{served.url}/")
    policy = answer.headers["content-security-policy"]
    assert policy == POLICY
    for response in ("default-src 'self'", "style-src 'self'", "connect-src 'self'; ", "frame-ancestors 'none'"):
        assert response in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    own = answer.text.replace(served.url, "")
    assert not re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=|https?:", own), "the shell breaks its own policy"


async def test_the_shell_names_only_what_is_there(served: Served, http: httpx.AsyncClient) -> None:
    shell = (FOLDER / "index.html").read_text()
    named = re.findall(r'(?:href|src)="(/assets/[^"]+)"', shell)
    assert named
    for path in named:
        assert (await http.get(f"{served.url}{path}")).status_code == 200, path


async def test_the_whole_tree_is_served_as_it_was_read(served: Served, http: httpx.AsyncClient) -> None:
    assets = read_assets()
    kinds = {
        ".js": "text/javascript; charset=utf-8",
        ".txt": "text/plain; charset=utf-8",
        ".json": "application/json",
        ".css": "text/css; charset=utf-8",
        ".svg": "image/svg+xml",
    }
    for path, asset in assets.items():
        if path.endswith(".html"):
            continue
        answer = await http.get(f"{served.url}/assets/{path}", headers={"accept-encoding": "identity"})
        assert answer.content == asset.body == (FOLDER / path).read_bytes()
        assert answer.headers["content-type"] == kinds[Path(path).suffix]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == ("max-age=86400" if path.endswith(".svg") else "no-cache")
        assert answer.headers["etag"] == f'"{hashlib.sha256(asset.body).hexdigest()[:32]}"'


async def test_a_browser_gets_the_tree_in_a_third_of_its_bytes(served: Served, http: httpx.AsyncClient) -> None:
    plain = packed = 0
    for path, asset in read_assets().items():
        if path.endswith(".html"):
            continue
        answer = await http.get(f"{served.url}/assets/{path}", headers={"accept-encoding": "gzip, br"})
        assert (answer.content, answer.headers["vary"]) == (asset.body, "Accept-Encoding")
        assert answer.headers["etag"] == (asset.etag if asset.gzip is None else f'{asset.etag[:-1]}-gzip"')
        plain, packed = plain + len(asset.body), packed + answer.num_bytes_downloaded
    assert packed < plain * 0.4


@pytest.mark.parametrize("path", ["/", "/assets/css/base.css"])
async def test_what_a_browser_has_is_not_sent_twice(served: Served, http: httpx.AsyncClient, path: str) -> None:
    first = await http.get(f"{served.url}{path}")
    tag = first.headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        repeat = await http.get(f"{served.url}{path}", headers={"if-none-match": known})
        assert (repeat.status_code, repeat.content) == (304, b""), known
        assert repeat.headers["etag"] == tag
        assert repeat.headers["cache-control"] == "no-cache"
    other = await http.get(f"{served.url}{path}", headers={"if-none-match": '"other"'})
    assert other.status_code == 200


@pytest.mark.parametrize("path", ["/", "/games/0a1b/3", "/assets/js/main.js"])
async def test_a_head_tells_what_a_get_would(served: Served, http: httpx.AsyncClient, path: str) -> None:
    got, received = await http.get(f"{served.url}{path}"), await http.head(f"{served.url}{path}")
    assert (received.status_code, received.content) == (200, b"")
    for name in ("etag", "content-type", "content-length", "content-security-policy"):
        assert received.headers[name] == got.headers[name], name


@pytest.mark.parametrize(
    "path",
    [
        "/assets",
        "/assets/",
        "/assets/js",
        "/assets/js/",
        "/assets/js/none.js",
        "/assets/index.html",
        "/assets/embed.html",
        "/none",
        "/games/a/1/2",
        "/new/x",
    ],
)
async def test_what_is_not_there(served: Served, http: httpx.AsyncClient, path: str) -> None:
    answer = await http.get(f"{served.url}{path}")
    assert answer.status_code == 404
    assert answer.json()["code"] == "NOT_FOUND"


@pytest.mark.parametrize(
    "target",
    [
        "/assets/../pages.py",
        "/assets/..%2fpages.py",
        "/assets/%2e%2e/pages.py",
        "/assets/js/../../pages.py",
        "/assets/js/%2e%2e/%2e%2e/pages.py",
        "/assets/..%5cpages.py",
        "/assets//etc/passwd",
        "/assets/%2fetc%2fpasswd",
        "/assets/js/main.js%00.css",
        "/../../etc/passwd",
    ],
)
async def test_nothing_outside_the_tree(served: Served, target: str) -> None:
    answer = await asyncio.to_thread(raw, served, target)
    assert answer.split(b" ", 2)[1] in (b"404", b"400"), answer[:200]
    assert b"root:" not in answer
    assert b"read_assets" not in answer


async def test_pages_are_only_read(served: Served, http: httpx.AsyncClient) -> None:
    for path in ("/", "/assets/js/main.js"):
        assert (await http.post(f"{served.url}{path}")).status_code == 405


def test_a_strange_file_is_an_error_at_start(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / ".hidden").write_text("an editor's own")
    assert list(read_assets(tmp_path)) == ["index.html"]
    (tmp_path / "page.exe").write_bytes(b"MZ")
    with pytest.raises(ValueError, match=r"page\.exe"):
        read_assets(tmp_path)


def test_scripts_load_nothing_from_elsewhere() -> None:
    for path, asset in read_assets().items():
        text = asset.body.decode()
        imported = r"""(?m)^(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]"""
        for matches in ("".join(pair) for pair in re.findall(imported, text) if path.endswith(".js")):
            assert matches.startswith("."), f"{path} imports {matches}"
        for address in re.findall(r"https?://[^\s'\"`)]+", text):
            assert address == "http://www.w3.org/2000/svg", f"{path} names {address}"
        assert "innerHTML" not in text, f"{path} parses markup"
        if path.endswith(".js"):
            assert text.count("\n") < 400, f"{path} is too long"
