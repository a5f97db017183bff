"""What a hostile server sends never reaches the terminal as it is: neither escape sequences nor lines without end."""

import asyncio
import contextlib
import io
import json
import socket
import threading
import time

import pytest
import uvicorn
from rich.table import Table as Grid
from rich.text import Text

from infra.cli import client
from infra.cli.client import Api, ApiProblem
from infra.cli.commands.watch import print_steps
from infra.cli.problems import problem_of
from infra.cli.render.safe import LINE_CHARS_MAX, bounded, safe_console

ESCAPES = "\x1b[31m\x1b]0;owned\x07\x9b2J\x08\x7f\u202e\u2028\r\nFORGED [red]red[/] :smile:"
GAME = "00000000-0000-4000-8000-000000000000"
STEP = {"version": 1, "line": {"text": "Ann moved.", "rules": [{"id": "GAME-PLAY-01"}]}}


def printed(text: str) -> None:
    """Checks that a terminal obeys nothing in what was printed."""
    assert all(each.isprintable() for line in text.split("\n") for each in line), ascii(text)


class Hostile:
    """An ASGI app that answers every query with `data` or `body`, and every websocket with `messages`."""

    def __init__(self, *, data=None, body=None, messages=()) -> None:
        self.body = json.dumps({"data": data}).encode() if body is None else body
        self.messages = messages
        self.headers: list[tuple[bytes, bytes]] = []

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": self.headers})
            await send({"type": "http.response.body", "body": self.body})
        elif scope["type"] == "websocket":
            await self.talk(receive, send)

    async def talk(self, receive, send) -> None:
        await receive()
        await send({"type": "websocket.accept", "subprotocol": "graphql-transport-ws"})
        await receive()
        await send({"type": "websocket.send", "text": '{"type": "connection_ack"}'})
        await receive()
        for message in self.messages:
            text = message if isinstance(message, str) else json.dumps(message)
            await send({"type": "websocket.send", "text": text})
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                await receive()


@contextlib.contextmanager
def serving(app: Hostile):
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_config=None, ws="websockets-sansio"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def watched(app: Hostile) -> str:
    """What `emberlog watch` prints of this server, with its last problem."""
    file = io.StringIO()
    console = safe_console(file=file, width=80)
    console._force_terminal = True
    console._color_system = None

    async def watch(url: str) -> None:
        async with Api(url) as api:
            await print_steps(api, GAME, None, None, console)

    with serving(app) as url:
        try:
            asyncio.run(watch(url))
        except Exception as error:
            problem = problem_of(error)
            assert problem is not None, f"a person at a terminal would get a traceback: {error!r}"
            console.print(problem.text, soft_wrap=True)
    return file.getvalue()


def test_names_titles_and_lines_are_escaped_and_bounded() -> None:
    line = {"text": ESCAPES + "x" * 100_000, "rules": [{"id": ESCAPES}] * 5_000}
    step = {"type": "next", "payload": {"data": {"gameSteps": {"version": 1, "line": line}}}}
    game = {"version": 0, "title": ESCAPES * 5_000, "phase": ESCAPES}
    text = watched(Hostile(data={"game": game}, messages=[step, {"type": "complete"}]))
    printed(text)
    lines = text.rstrip("\n").split("\n")
    assert len(text) < 6 * LINE_CHARS_MAX and not any(each.startswith("FORGED") for each in lines)
    assert "[red]red[/] :smile:" in text, "it is no markup either"


@pytest.mark.parametrize(
    "messages",
    [
        [{"type": "error", "payload": [{"message": ESCAPES * 5_000}]}],
        [{"type": "next", "payload": {"errors": [{"message": ESCAPES * 5_000}]}}],
        [{"type": "error", "payload": []}],
        [{"type": "error", "payload": ESCAPES}],
        [{"type": "next"}],
        [{"type": "next", "payload": {"data": {"other": 1}}}],
        [{"type": "next", "payload": {"data": {"gameSteps": None}}}],
        [{"type": "next", "payload": {"data": {"gameSteps": STEP | {"version": ESCAPES}}}}],
        [{"type": "next", "payload": {"data": {"gameSteps": STEP | {"line": [ESCAPES]}}}}],
        ["[" * 100_000],
        ["\x1b[31m"],
        [{"no": "type"}],
    ],
)
def test_a_message_that_is_no_step_is_a_problem_in_one_short_line(messages) -> None:
    text = watched(Hostile(data={"game": {"version": 0, "title": "", "phase": "PLAYING"}}, messages=messages))
    printed(text)
    assert len(text) < 3 * LINE_CHARS_MAX and text.count("\n") <= 2
    assert "The API answered with an error" in text


@pytest.mark.parametrize(
    "body",
    [
        json.dumps({"errors": [{"message": ESCAPES * 5_000}]}).encode(),
        json.dumps({"errors": ESCAPES}).encode(),
        json.dumps({"errors": [ESCAPES]}).encode(),
        json.dumps({"detail": ESCAPES * 5_000}).encode(),
        json.dumps({"data": {"game": ESCAPES}}).encode(),
        json.dumps({"data": {"game": {"version": ESCAPES, "title": None, "phase": 1}}}).encode(),
        b'{"data": ' + b"[" * 100_000,
        b"\x1b[31m\xff",
        b'{"data": "\\ud800"}',
        b"",
    ],
)
def test_an_answer_that_is_no_data_is_a_problem_in_one_short_line(body: bytes) -> None:
    text = watched(Hostile(body=body))
    printed(text)
    assert len(text) < 2 * LINE_CHARS_MAX and text.count("\n") == 1
    assert "The API answered with an error" in text


def test_an_answer_without_end_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "ANSWER_BYTES_MAX", 1_000_000)
    assert "more than 1000000 bytes" in watched(Hostile(body=b" " * 3_000_000))


def test_packed_nonsense_is_a_problem() -> None:
    app = Hostile(body=b"not packed")
    app.headers = [(b"content-encoding", b"gzip")]
    assert "The API answered with an error" in watched(app)


def test_a_redirect_gets_no_token() -> None:
    """A websocket that is sent elsewhere would carry the header `Authorization` along."""
    met = []

    async def app(scope, receive, send) -> None:
        met.append(scope["type"])
        location = [(b"location", elsewhere.encode())]
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.http.response.start", "status": 307, "headers": location})
            await send({"type": "websocket.http.response.body", "body": b""})

    async def follow(url: str) -> None:
        async with Api(url, "secret") as api:
            async for _ in api.follow("subscription { x }", field="x", after=0):
                raise AssertionError("a step from elsewhere")

    target = Hostile(messages=[{"type": "next", "payload": {"data": {"x": STEP}}}])
    with serving(target) as other, serving(app) as url, pytest.MonkeyPatch.context() as patch:
        elsewhere = other.replace("http", "ws") + "/graphql"
        patch.setattr(client, "RECONNECT_SECONDS", ())
        with pytest.raises(Exception, match="307"):
            asyncio.run(follow(url))
    assert met == ["websocket"]


def test_everything_on_a_console_is_printable_whatever_prints_it() -> None:
    file = io.StringIO()
    console = safe_console(file=file, width=200)
    grid = Grid()
    grid.add_column("name")
    grid.add_row("\x1b[31m[/] Ann")
    for each in (ESCAPES, Text(ESCAPES), grid, Text.assemble((ESCAPES, "bold"))):
        console.print(each, style="red")
    console.print(ESCAPES, markup=False, soft_wrap=True)
    printed(file.getvalue())
    assert "[/] Ann" in file.getvalue()


def test_what_is_bounded_is_one_line() -> None:
    assert bounded("Ann’s game") == "Ann’s game"
    assert len(bounded("x" * 10**6)) == LINE_CHARS_MAX
    began = time.process_time()
    bounded("\x1b" * 10**7)
    assert time.process_time() - began < 1
    assert "\n" not in bounded("a\nb") and str(ApiProblem("a\nb")).count("\n") == 0
