"""A finished game checked by an independent program, written from domain/game/rules.md and the public API alone."""

import hashlib
import hmac
import json
from typing import Any

import pytest

from domain.engine.chance import Chance, bot_seed, play_seed, salt
from tests.api.conftest import Ask, Served
from tests.api.game_client import ABANDON, open_game

# ---------------------------------------------------------------- section 3 of the page, and nothing else


def mac(key: bytes, *parts: bytes) -> bytes:
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def four(number: int) -> bytes:
    return number.to_bytes(4, "big")


def eight(number: int) -> bytes:
    return number.to_bytes(8, "big")


def seed_of(secret: bytes, shares: list[str]) -> bytes:
    words = [share.encode() for share in shares]
    return mac(secret, b"emberlog.play", *(four(len(word)) + word for word in words))


class Draws:
    """The draws of one command."""

    def __init__(self, seed: bytes, step: int) -> None:
        self.seed, self.step, self.index = seed, step, 0

    def below(self, bound: int) -> int:
        block = 0
        while True:
            digest = mac(self.seed, b"emberlog.draw", eight(self.step), four(self.index), four(block))
            for at in range(0, 32, 8):
                number = int.from_bytes(digest[at : at + 8], "big")
                if number < 2**64 - 2**64 % bound:
                    self.index += 1
                    return number % bound
            block += 1

    def shuffled(self, things: list[Any]) -> list[Any]:
        things = list(things)
        for place in range(len(things) - 1, 0, -1):
            other = self.below(place + 1)
            things[place], things[other] = things[other], things[place]
        return things


# ---------------------------------------------------------------- the checks


@pytest.mark.rules("GAME-CHANCE-01", "GAME-CHANCE-02", "GAME-CHANCE-03")
async def test_a_finished_game_keeps_what_its_commitment_promised(served: Served, ask: Ask) -> None:
    client = await open_game(served, ask)
    before = (await ask("query($g: ID!) { game(id: $g) { commitment secret } }", g=client.game))["game"]
    assert before["secret"] is None
    await client.play(10)
    await served.principal("Arbiter", "arbiter")
    await ask(ABANDON, by="Arbiter", game=client.game, id="00000000-0000-4000-8000-000000000001")
    last = (await client.steps())[-1]["line"]["facts"]
    secret = bytes.fromhex(last["secret"])
    assert hashlib.sha256(b"emberlog.commitment" + secret).hexdigest() == before["commitment"]
    game = (await ask("query($g: ID!) { game(id: $g) { secret seats { share } } }", g=client.game))["game"]
    assert bytes.fromhex(game["secret"]) == secret
    assert (
        [seat["share"] for seat in game["seats"]]
        == last["shares"]
        == [hashlib.sha256(f"share {at}".encode()).hexdigest() for at in range(3)]
    )
    assert seed_of(secret, last["shares"]) == play_seed(secret, last["shares"])


@pytest.mark.rules("GAME-CHANCE-03")
def test_the_page_tells_every_draw() -> None:
    secret = hashlib.sha256(b"a secret").digest()
    for shares in ([], ["", ""], ["a", "bc", "zwölf", "💧"]):
        seed = seed_of(secret, shares)
        assert seed == play_seed(secret, shares)
        for step in (0, 1, 77, 2**40):
            ours, theirs = Draws(seed, step), Chance(seed, step)
            for bound in (1, 2, 3, 52, 2**32, 2**63 + 1, 2**64 - 1):
                assert ours.below(bound) == theirs.below(bound)
            assert tuple(ours.shuffled(list(range(60)))) == theirs.shuffled(range(60))
    assert mac(secret, b"emberlog.bot", four(3)) == bot_seed(secret, 3)
    assert mac(secret, b"emberlog.salt", eight(12))[:16].hex() == salt(secret, 12)


async def test_the_chain_of_hashes_holds_for_everybody(served: Served, ask: Ask) -> None:
    client = await open_game(served, ask)
    await client.play(10)
    steps = await client.steps()
    previous = "00" * 32
    for step in steps:
        assert step["prevHash"] == previous
        previous = step["hash"]
    assert (await client.mine(None))["headHash"] == previous
    assert json.dumps(await client.steps("Player0"))  # the hashes are the same for every viewer
    assert [step["hash"] for step in await client.steps("Player0")] == [step["hash"] for step in steps]
