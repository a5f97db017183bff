"""What one principal may take of the service: games that they host, and refused commands. Each answer says what to do."""

import pytest

from services.commands import refusal_limits, reservations
from services.commands.refusal_limits import Allowance
from services.hosting import HostingLimits
from tests.api.conftest import Ask, Served
from tests.api.test_sandbox import OPEN, TAKE, begun
from tests.dice import new_id


async def test_a_game_too_many_says_which_kind_and_what_to_do(
    served: Served, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = HostingLimits(open_games=1, running=9, bot_games=9, sandboxes=9)
    monkeypatch.setattr(reservations, "limits_of", lambda principal: limits)
    await served.principal("Ann")
    assert (await ask(OPEN, by="Ann", id=new_id()))["answer"]["__typename"] == "CommandAccepted"
    (error,) = (await ask(OPEN, by="Ann", id=new_id(), errors=True))["errors"]
    assert error["extensions"] == {"code": "TOO_MANY_GAMES", "kind": "open", "left": 0, "limit": 1}
    assert "abandonGame" in error["message"]


async def test_a_refusal_too_many_says_when_the_next_is_taken(
    served: Served, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refusal_limits, "IN_ONE_GAME", Allowance(1, 0.01))
    game, used = await begun(served, ask), new_id()
    first = (await ask(TAKE, by="Ann", game=game, id=used))["answer"]
    assert first["__typename"] == "CommandRefused"
    (error,) = (await ask(TAKE, by="Ann", game=game, id=new_id(), errors=True))["errors"]
    facts = error["extensions"]
    assert (facts["code"], facts["left"], facts["limit"]) == ("RATE_LIMITED", 0, 1)
    assert 0 < facts["retryAfterMs"] <= 100_000
    repeat = (await ask(TAKE, by="Ann", game=game, id=used))["answer"]
    assert repeat["__typename"] == "CommandRefused" and repeat["code"] == first["code"]
