"""The frame of the pages in a real browser: where one is, who one is, streams that outlive their sockets, and what it all weighs."""

import gzip

import pytest

from tests.browser.boards import needs_browser
from tests.browser.site import Json, Site
from tests.docs.pages import ROOT

expect = pytest.importorskip("playwright.sync_api", reason="no playwright: it comes with the extra `test`").expect
pytestmark = [needs_browser, pytest.mark.campaign]

WIDTHS = (390, 1280, 1920)
PATHS = ("/", "/new", "/new?ruleset=brigade", "/recover", "/rules", "/rules/game", "/schema")


def focused(page: Json) -> str:
    return str(page.evaluate("document.activeElement.textContent.trim()"))


# ---------------------------------------------------------------------------------------------- frame


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_fits_and_says_where_one_is(page: Json, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    for path in PATHS:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.locator("h1").count() == 1, path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.title().endswith("Emberlog")
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (dark == "rgb(21, 17, 14)") is (scheme == "dark")


def test_going_from_page_to_page_takes_focus_title_and_history_along(page: Json) -> None:
    page.goto("/")
    page.evaluate("window.sameDocument = true")
    for link, title in (("Rules", "Rules"), ("API", "The API"), ("New game", "New game")):
        page.get_by_role("navigation", name="Pages").get_by_role("link", name=link, exact=True).click()
        expect(page).to_have_title(f"{title} · Emberlog")
        expect(page.get_by_role("heading", name=title, level=1)).to_be_focused()
    page.go_back()
    expect(page).to_have_title("The API · Emberlog")
    page.go_forward()
    expect(page).to_have_title("New game · Emberlog")
    assert page.evaluate("window.sameDocument"), "a link loaded the whole document anew"
    current = page.locator("nav [aria-current=page]")
    assert current.inner_text() == "New game"


def test_colours_can_be_chosen_and_are_remembered(page: Json) -> None:
    page.emulate_media(color_scheme="light")
    page.goto("/")
    page.get_by_role("button", name="Use dark colours").click()
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 17, 14)"
    page.get_by_role("button", name="Use light colours").click()
    assert page.evaluate("document.documentElement.dataset.theme") is None, "back to what the system says"


def test_a_page_that_cannot_be_fetched_says_so_and_can_be_retried(page: Json) -> None:
    page.route("**/graphql", lambda route: route.abort())
    page.goto("/rules/game")
    page.get_by_role("alert").get_by_text("The service does not answer").wait_for()
    page.unroute("**/graphql")
    page.get_by_role("button", name="Try again").click()
    page.locator("#GAME-OPEN-01").wait_for()


# ---------------------------------------------------------------------------------------------- who I am


def test_a_newcomer_takes_a_name_and_leaves(page: Json) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play as …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("Ada of Aldgate")
    dialog.get_by_role("button", name="Take this name").click()
    page.get_by_role("button", name="Ada of Aldgate").click()
    token = page.evaluate("localStorage.getItem('emberlog.token')")
    visible = page.get_by_role("dialog").inner_text()
    assert token[-4:] in visible and token[:-4] not in visible
    page.get_by_role("button", name="Forget it here").click()
    page.get_by_role("button", name="Forget it: without a copy").click()
    page.get_by_role("button", name="Play as …").wait_for()
    assert page.evaluate("localStorage.getItem('emberlog.token')") is None


def test_a_token_is_pasted_and_a_wrong_one_refused(page: Json, site: Site) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play as …").click()
    page.get_by_text("I have a token").click()
    field = page.get_by_label("Token")
    assert field.get_attribute("type") == "password"
    field.fill(site.organiser.token)
    page.get_by_role("button", name="Use this token").click()
    page.get_by_role("button", name="You are Organiser").wait_for()


def test_a_token_that_is_no_longer_known_locks_nobody_out(page: Json, site: Site) -> None:
    page.goto("/rules")
    page.evaluate("localStorage.setItem('emberlog.token', 'emb_of_another_time')")
    page.goto("/rules/game")
    page.get_by_role("button", name="What you can do").click()
    page.get_by_role("button", name="Forget it here").click()
    page.get_by_role("button", name="Forget it: without a copy").click()
    page.locator("#GAME-OPEN-01").wait_for()


def test_a_dialog_gives_focus_back(page: Json) -> None:
    page.goto("/")
    button = page.get_by_role("button", name="Play as …")
    button.focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()


# ---------------------------------------------------------------------------------------------- streams

FOLLOWED = """async ([game, count]) => {
  const { steps } = await import('/assets/js/api.js');
  const heard = [], states = [];
  await new Promise((resolve) => {
    const open = steps(game, { after: 0, fields: 'hash' }, (step) => {
      heard.push(step.version);
      if (step.version >= count) { resolve(); open.close(); }
    }, (state) => { states.push(state); if (state === 'ended') resolve(); });
  });
  return { heard, states };
}"""


def test_a_stream_goes_on_where_its_sockets_broke(page: Json, site: Site) -> None:
    game = site.open_game("brigade", title="Followed", sit=False, bots=2)
    site.begin(game)
    count = site.wait(lambda: (reply := site.game(game))["version"] > 120 and reply["version"])
    sockets = []

    def breaking(socket: Json) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)
        cursors = 0

        def heard(message: str) -> None:
            nonlocal cursors
            cursors += 1
            socket.send(message)
            if cursors > 30:
                socket.close(code=1012, reason="the service restarts")

        server.on_message(heard)

    page.goto("/rules")
    page.route_web_socket("**/graphql", breaking)
    reply = page.evaluate(FOLLOWED, [game, count])
    assert reply["heard"] == list(range(1, count + 1))
    assert len(sockets) >= count // 31


def test_a_stream_comes_by_events_where_no_socket_comes_through(page: Json, site: Site) -> None:
    game = site.open_game("brigade", title="Followed by events", sit=False, bots=2)
    site.begin(game)
    page.goto("/rules")
    page.route_web_socket("**/graphql", lambda socket: socket.close(code=1011, reason="no sockets here"))
    site.wait(lambda: site.game(game)["phase"] == "OVER")
    reply = page.evaluate(FOLLOWED, [game, 10**6])
    assert reply["heard"] == list(range(1, site.game(game)["version"] + 1))
    assert reply["states"][-1] == "ended"


def test_no_page_weighs_too_much(page: Json, site: Site) -> None:
    """Before compression; but for the text of the schema, which is what its page shows, and grows with the API."""
    loaded: dict[str, int] = {}
    page.on("response", lambda answer: loaded.update({answer.url.removeprefix(site.url): len(answer.body())}))
    for path in PATHS:
        loaded.clear()
        page.goto(path)
        page.wait_for_load_state("networkidle")
        schema = loaded.pop("/schema.graphql", 0)
        assert sum(loaded.values()) < 300_000 and (schema > 0) == (path == "/schema"), loaded
    compressed = gzip.compress((ROOT / "docs" / "schema.graphql").read_bytes())
    assert len(compressed) < 60_000, "the page of the schema loads all of it"
