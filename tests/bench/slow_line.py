"""What a reader of a game's page waits for on a slow line with a slow processor: `python -m tests.bench.slow_line`.

400 kbit/s with 400 ms of latency and a processor four times slower, by Chromium's own emulation. It says when the board was
on the screen, first as the picture of the first answer and then as the page's own, and what had come over the line by then."""

from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from domain.rulesets import CURRENT
from tests.browser.boards import browser
from tests.browser.games import Stage, stage

LATENCY_MS: Final = 400
BYTES_PER_SECOND: Final = 400_000 / 8
SLOWER: Final = 4
VISITS: Final = 3

_WATCH: Final = """() => {
  const times = {};
  window.slowLine = times;
  const look = () => {
    const picture = document.querySelector('.first-board img, img.first-board');
    if (!times.picture && picture?.complete && picture.naturalWidth) times.picture = performance.now();
    if (!times.board && document.querySelector('.game-board svg')) times.board = performance.now();
    requestAnimationFrame(look);
  };
  look();
}"""
_THERE: Final = "() => window.slowLine.board && window.slowLine.picture"


@dataclass(frozen=True)
class Opening:
    """One visit. Milliseconds after the address was entered; `requests`: end in ms and bytes of each, in the order of their ends."""

    picture: float
    board: float
    requests: list[tuple[float, int, str]]

    def before(self, ms: float) -> tuple[int, int]:
        """Requests and kilobytes that had come by then."""
        come = [size for end, size, _ in self.requests if end <= ms]
        return len(come), sum(come) // 1000


def visit(chromium: Any, site: Stage, game: str, *, slow: bool = True) -> Opening:
    """Open the page of a game in a browser that was never here."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, base_url=site.url)
    page = context.new_page()
    session = context.new_cdp_session(page)
    begun: dict[str, str] = {}
    ended: list[tuple[float, int, str]] = []
    zero: list[float] = []

    def sent(message: Any) -> None:
        zero.append(message["timestamp"])
        begun[message["requestId"]] = message["request"]["url"].removeprefix(site.url)

    def finished(message: Any) -> None:
        url = begun.get(message["requestId"], "")
        ended.append((1000 * (message["timestamp"] - zero[0]), int(message["encodedDataLength"]), url))

    session.on("Network.requestWillBeSent", sent)
    session.on("Network.loadingFinished", finished)
    session.send("Network.enable")
    if slow:
        line = {"downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND}
        session.send("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY_MS, **line})
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(f"({_WATCH})()")
    page.goto(f"/games/{game}", wait_until="commit")
    page.wait_for_function(_THERE, timeout=120_000)
    times = page.evaluate("window.slowLine")
    context.close()
    return Opening(times["picture"], times["board"], ended)


def main() -> None:
    """Print a line for each ruleset: the middle of some visits."""
    with stage() as site, browser() as chromium:
        for ruleset in CURRENT.values():
            game = site.client(ruleset.id, ruleset.seats_max, commands=120).game
            visits = [visit(chromium, site, game) for _ in range(VISITS)]
            one = sorted(visits, key=lambda each: each.picture)[len(visits) // 2]
            for name in ("picture", "board"):
                number, kilobytes = one.before(getattr(one, name))
                ms = median(getattr(each, name) for each in visits)
                print(
                    f"{ruleset.id}: {name} after {ms:,.0f} ms; {number} answers and {kilobytes} KB by then", flush=True
                )
            for end, size, url in one.requests[:40]:
                print(f"    {end:6.0f} ms {size:7d} B {url}")


if __name__ == "__main__":
    main()
