"""A caller who sees a game with its delay learns nothing of what lies past it, on any channel: answers, texts, numbers.

The outsiders send every request there is. Then the game continues while their clock stands still, and they repeat their
requests. Whatever has happened in between, they must get the same bytes (GAME-DELAY-02).
"""

import contextlib

import pytest

from tests.api.behind.outsiders import (
    LATE,
    SECONDS,
    Asker,
    another,
    assert_same,
    horizon_of,
    late_client,
    lists,
    move_on,
    orders,
    reads,
)
from tests.api.follow import follow_socket
from tests.api.game_client import ABANDON, BEGIN, FOLLOW_VIEWS, RESIGN, TAKE
from tests.dice import new_id
from tests.services.clock import Clock


@pytest.mark.campaign
@pytest.mark.rules("GAME-DELAY-02")
async def test_outsiders_hear_the_same_whatever_happens_past_their_horizon(asker: Asker, clock: Clock) -> None:
    client = await late_client(asker, clock, seconds=SECONDS)
    await move_on(client, 6, clock)
    clock.now_us += SECONDS * 1_000_000
    player = client.players[(await client.mine("Judge"))["toAct"][0]]
    like = (await client.mine(player))["legal"][0]["json"]
    playing = follow_socket(asker.served, FOLLOW_VIEWS, by=player, game=client.game)
    async with contextlib.aclosing(playing):  # type: ignore[type-var]
        await anext(playing)  # a player watches: that he leaves with the end of the game must not show
        horizon = await horizon_of(asker, client.game)

        async def everything() -> dict[str, str]:
            read = await reads(asker, client.game, horizon)
            return {**read, **await lists(asker), **await orders(asker, client.game, horizon, like)}

        clock.now_us += 1_000_000
        assert await move_on(client, 1) > horizon  # everything so far is visible; from here on the clock stands still
        before = await everything()
        assert f'"version":{horizon}' in before["game None"] and '"watchers":0' in before["game None"]
        assert f"has steps 1 to {horizon}; there is no step {horizon + 1}." in before[f"step {horizon + 1} None"]
        assert '"nothing more"' in before["socket 0 None"] and "You hold no seat" in before["late 1 Stranger"]
        assert await move_on(client, 15) > horizon + 12
        assert_same(await everything(), before)
        assert (await asker(RESIGN, by=client.players[-1], game=client.game, id=new_id()))["answer"][
            "__typename"
        ] == "CommandAccepted"
        assert_same(await everything(), before)
        assert (await asker(ABANDON, by="Judge", game=client.game, id=new_id()))["answer"][
            "__typename"
        ] == "CommandAccepted"
        assert (await client.mine("Judge"))["phase"] == "ABANDONED"
        assert_same(await everything(), before)


@pytest.mark.rules("GAME-DELAY-02")
async def test_a_process_that_has_not_heard_of_the_beginning_tells_nothing_of_it(asker: Asker, clock: Clock) -> None:
    client = await late_client(asker, clock, begin=False, steps=500)
    async with another(asker, asker.served.world) as other:
        # A refused command puts the open game into that process's memory.
        response = (await other(TAKE, by="Stranger", game=client.game, id=new_id(), seat=0))["answer"]
        assert response["__typename"] == "CommandRefused" and response["version"] == 1 + len(client.players)
        assert (await asker(BEGIN, by="Host", game=client.game, id=new_id()))["answer"][
            "__typename"
        ] == "CommandAccepted"
        await move_on(client, 10)
        for version in (None, 1, 1 + len(client.players), 10):
            for by in ("Stranger", "Host"):
                response = await other(LATE, by=by, game=client.game, id=new_id(), version=version)
                assert {answer["__typename"] for answer in response.values()} == {"NotYourSeat"}, (by, version)


async def test_metrics_name_no_game_and_nobody(asker: Asker, clock: Clock) -> None:
    client = await late_client(asker, clock, steps=5)
    await move_on(client, 10)
    text = (await asker.http.get(f"{asker.served.url}/metrics")).text
    assert "emberlog_watchers" in text
    assert client.game not in text and not [name for name in asker.served.tokens if name in text]
