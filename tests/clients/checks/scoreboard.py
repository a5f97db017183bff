"""A scoreboard: the score of a running game after every step, and the places when it is over."""

from collections import Counter

from emberlog_client import Client


async def follow_scores(client: Client, game: str) -> list[tuple[int, dict[str, int]]]:
    """(step, points by name) whenever the score changed: looked at once a turn."""
    rows: list[tuple[int, dict[str, int]]] = []
    names = {seat.seat: seat.name for seat in (await client.game(game)).seats}
    turn = 0
    async for step in client.steps(game):
        if step.turn == turn:
            continue
        turn = step.turn
        points: Counter[str] = Counter()
        now = await client.scores(game)
        for score in now.points:
            points[names[score.seat]] += score.if_over
        if not rows or rows[-1][1] != points:
            rows.append((now.version, dict(points)))
    return rows


async def places(client: Client, game: str) -> list[str]:
    """One line for each seat, the winner first."""
    now = await client.game(game)
    if now.result is None:
        return []
    names = {seat.seat: seat.name for seat in now.seats}
    rows = sorted(now.result.places, key=lambda place: place.place)
    return [f"{row.place}. {names[row.seat]}: {row.points}" for row in rows]
