"""A lobby: shows the games that wait for players, sits down in one, and begins it as its host when it is full."""

from emberlog_client import Client, Refused


async def waiting(client: Client, ruleset: str) -> list[str]:
    """The games with a free seat, by id; a line for each is printed."""
    games = []
    async for game in client.games(ruleset=ruleset, phase="OPEN"):
        seats = (await client.game(game.id)).seats
        free = sum(not seat.taken for seat in seats)
        print(f"{game.title or ruleset}: {', '.join(game.seats) or 'nobody'}; {free} free")
        games += [game.id] if free else []
    return games


async def sit_down(client: Client, games: list[str]) -> str | None:
    """A seat in the first game that still has one."""
    for game in games:
        try:
            return (await client.take_seat(game)).game_id
        except Refused as refusal:
            print(game, refusal.text)
    return None


async def host(client: Client, ruleset: str, seats: int) -> str:
    """Open a game and begin it when everybody is there: the feed says when somebody came."""
    game = (await client.open_game(ruleset, seats, title="Lobby")).game_id
    await client.take_seat(game)
    async for step in client.steps(game):
        if step.line and step.line.type == "game.SeatTaken":
            now = await client.game(game)
            if all(seat.taken for seat in now.seats):
                await client.begin(game)
                return game
    raise AssertionError("the game ended before it began")
