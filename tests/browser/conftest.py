"""A service, a browser, and a page of a reader who was never here before. For the pages but the game's own, which brings its own."""

from collections.abc import Iterator

import pytest

from tests.api.game_client import GameClient
from tests.browser.boards import CHROMIUM, CHROMIUM_FLAGS
from tests.browser.boards import browser as chromium
from tests.browser.games import Stage, stage
from tests.browser.site import Json, Site
from tests.browser.visits import Visits
from tests.clients.running import Caller, running
from tests.conftest import Servers


@pytest.fixture(scope="module")
def site(servers: Servers, template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """API and worker as processes of their own, over a database of this file's own."""
    with (
        running(servers, template, tmp_path_factory.mktemp("pages")) as started,
        Caller(started.url, "Organiser") as organiser,
    ):
        yield Site(started.url, organiser)


@pytest.fixture(scope="module")
def browser(site: Site) -> Iterator[Json]:
    """One Chromium. Started after the service: while Playwright runs, nothing else here may run an event loop."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=str(CHROMIUM), args=CHROMIUM_FLAGS)
        yield running
        running.close()


@pytest.fixture
def page(browser: Json, site: Site) -> Iterator[Json]:
    """A page of a reader who was never here before; it must end without an error, and without a token in any address."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, base_url=site.url, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    page = context.new_page()
    troubles: list[str] = []
    urls: list[str] = []
    page.on("pageerror", lambda error: troubles.append(f"{error}\n{error.stack}"))
    page.on(
        "console",
        lambda message: (
            troubles.append(message.text)
            if message.type == "error" and not message.text.startswith("Failed to load resource")
            else None
        ),
    )
    page.on("request", lambda request: urls.append(request.url))
    yield page
    token = page.evaluate("localStorage.getItem('emberlog.token')")
    assert not troubles
    assert all(url.startswith((site.url, "data:")) for url in urls), "a page loads from elsewhere"
    if token:
        assert not any(token in url for url in [*urls, page.url])
        assert token not in page.content()
    context.close()


# ---- the game page: a service in this process, and readers of it


@pytest.fixture(scope="module")
def stage_in_memory() -> Iterator[Stage]:
    with stage() as running:
        yield running


@pytest.fixture(scope="module")
def readers_browser(stage_in_memory: Stage) -> Iterator[Json]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def finished(stage_in_memory: Stage) -> GameClient:
    """A whole game of three."""
    return stage_in_memory.client("great_fire", 3)


@pytest.fixture
def visits(readers_browser: Json, stage_in_memory: Stage) -> Iterator[Visits]:
    readers = Visits(readers_browser, stage_in_memory)
    yield readers
    for context in readers.contexts:
        context.close()
    assert not readers.troubles, "\n".join(readers.troubles)
