"""A lobby: shows the games that wait for players as they come and go, sits down in one, and begins it when it is full."""

from emberlog_client import Client, Refused


async def waiting(client: Client, ruleset: str) -> list[str]:
    """The games with a free seat, by id; a line for each is printed."""
    games = []
    async for game in client.games(ruleset=ruleset, phase="OPEN"):
        free = game.seats.count("")
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
    """Open a game and begin it when everybody is there."""
    game = (await client.open_game(ruleset, seats, title="Lobby")).game_id
    await client.take_seat(game)
    async for step in client.steps(game):
        if step.line and step.line.type == "game.SeatTaken":
            now = await client.game(game)
            if all(seat.taken for seat in now.seats):
                return (await client.begin(game)).game_id
    raise AssertionError("the game ended before it began")


async def watch_list(client: Client, until: str) -> list[str]:
    """What a lobby shows as it happens, until one game is no longer open."""
    rows = []
    async for change in client.live_games(phase="OPEN"):
        rows.append(f"{change.game.title}: {'open' if change.is_listed else 'gone'}")
        if change.game.title == until and not change.is_listed:
            return rows
    return rows
