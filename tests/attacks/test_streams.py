"""Random operations of all kinds over the two transports that stream: server-sent events and websockets."""

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from typing import Any, Final

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.attacks.conftest import share, together
from tests.attacks.documents import Fuzzer
from tests.attacks.judge import Judge, Verdict
from tests.attacks.test_wire import _socket
from tests.attacks.wire import client

pytestmark = [pytest.mark.campaign, pytest.mark.xdist_group("attacks")]

WEIGHTS: Final = (4, 1, 6)
STREAM_SECONDS: Final = 0.4
EVENTS_MAX: Final = 40


def _fuzzer(dice: random.Random, game: str) -> Fuzzer:
    return Fuzzer(dice, {"game": json.dumps(game), "id": json.dumps(game), "ruleset": '"london"', "after": '"5"'})


def _read(verdict: Verdict, data: str, what: str) -> str:
    """A payload of a stream: JSON with published codes. Returns its first code, or `data`."""
    codes = verdict.answer(200, data.encode(), what)
    return codes[0] if codes else "data"


async def _events(judge: Judge, verdict: Verdict, query: str, what: str) -> list[str]:
    """What comes as server-sent events in a moment."""
    words: list[str] = []
    async with client() as http:
        headers = {"accept": "text/event-stream"}
        async with http.stream("POST", f"{judge.target.url}/graphql", json={"query": query}, headers=headers) as answer:
            if answer.status_code != 200:
                codes = verdict.answer(answer.status_code, await answer.aread(), what)
                return [*codes, str(answer.status_code)]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(STREAM_SECONDS):
                    async for line in answer.aiter_lines():
                        data = line.removeprefix("data:").strip() if line.startswith("data:") else ""
                        words += [_read(verdict, data, what)] if data else []
                        if line == "event: complete" or len(words) > EVENTS_MAX:
                            break
    return words or ["nothing"]


def test_random_operations_over_events_are_answered_in_type(judge: Judge, long_game: str, dice: random.Random) -> None:
    fuzzer = _fuzzer(dice, long_game)
    with judge.attack("random operations over events") as verdict:

        async def attack() -> Counter[str]:
            words: Counter[str] = Counter()
            begun, number = time.monotonic(), 0
            while time.monotonic() - begun < share(0.15):
                number += 1
                try:
                    words.update(await _events(judge, verdict, fuzzer.document(weights=WEIGHTS), f"operation {number}"))
                except httpx.TransportError as error:
                    verdict.expect(False, f"operation {number}: {type(error).__name__}")
            return words

        verdict.figures = dict(together(attack()))


def test_random_operations_over_a_websocket_are_answered_in_type(
    judge: Judge, long_game: str, dice: random.Random
) -> None:
    fuzzer = _fuzzer(dice, long_game)
    with judge.attack("random operations over websockets") as verdict:

        async def one(query: str, what: str) -> Counter[str]:
            kinds: Counter[str] = Counter()
            async with _socket(judge.target) as socket:
                await socket.send(json.dumps({"type": "subscribe", "id": "1", "payload": {"query": query}}))
                with contextlib.suppress(TimeoutError, ConnectionClosed):
                    async with asyncio.timeout(STREAM_SECONDS):
                        while kinds.total() < EVENTS_MAX:
                            message: Any = json.loads(await socket.recv())
                            kinds[message["type"]] += 1
                            errors = message["payload"] if message["type"] == "error" else []
                            payload = {"errors": errors} if errors else message.get("payload") or {}
                            _read(verdict, json.dumps(payload), what)
                            if message["type"] in ("complete", "error"):
                                break
                verdict.expect(socket.close_code not in (1006, 1011), f"{what}: closed with {socket.close_code}")
            return kinds

        async def attack() -> Counter[str]:
            kinds: Counter[str] = Counter()
            begun, number = time.monotonic(), 0
            while time.monotonic() - begun < share(0.15):
                number += 1
                kinds += await one(fuzzer.document(weights=WEIGHTS), f"operation {number}")
            return kinds

        verdict.figures = dict(together(attack()))
