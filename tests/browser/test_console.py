"""The console and the schema beside it, in a real browser: what is asked, followed, saved, linked, completed and inserted."""

import re

import pytest

from tests.api.game_client import BEGIN
from tests.browser.boards import needs_browser
from tests.browser.games import Stage
from tests.browser.site import Json
from tests.browser.visits import Visits
from tests.dice import new_id

expect = pytest.importorskip("playwright.sync_api", reason="no playwright: it comes with the extra `test`").expect
pytestmark = [needs_browser, pytest.mark.campaign]

BOX = "Query, mutation or subscription"


def opened(visits: Visits, path: str = "/schema", *, token: str = "", width: int = 1280) -> Json:
    page = visits.page(path, token=token, width=width)
    expect(page.get_by_role("tree")).to_be_visible()
    return page


def answer(page: Json) -> Json:
    return page.get_by_role("region", name="Answer")


def test_a_query_says_what_it_cost_and_an_error_where_it_is(visits: Visits) -> None:
    page = opened(visits)
    box = page.get_by_label(BOX)
    box.fill("{ rulesets { id } }")
    box.press("Control+Enter")
    answer(page).get_by_text('"great_fire"').wait_for()
    expect(page.get_by_text(re.compile(r"Answered in \d+ ms, .* It cost [\d,.\s]+ points"))).to_be_visible()
    box.fill("{\n  rulesets { id }\n  nothing\n}")
    page.get_by_role("button", name="Run").click()
    page.get_by_role("link", name="GRAPHQL_VALIDATION_FAILED").wait_for()
    assert page.locator(".ink-wrong").all_inner_texts() == ["nothing"]
    page.get_by_role("button", name="Line 3, column 3").click()
    expect(box).to_be_focused()
    assert box.evaluate("box => box.value.slice(box.selectionStart).startsWith('nothing')")


def test_variables_are_checked_while_they_are_written(visits: Visits) -> None:
    page = opened(visits)
    variables = page.get_by_label("Variables, as JSON")
    variables.fill('{"game": ')
    expect(variables).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("The variables are not JSON")).to_be_visible()
    page.get_by_role("button", name="Run").click()
    expect(variables).to_be_focused()
    variables.fill("[]")
    expect(page.get_by_text("The variables are not a JSON object")).to_be_visible()
    variables.fill("{}")
    expect(variables).to_have_attribute("aria-invalid", "false")


@pytest.mark.parametrize("transport", ["Websocket", "Server-sent events"])
def test_a_subscription_is_live_until_it_is_stopped(visits: Visits, stage_in_memory: Stage, transport: str) -> None:
    game = stage_in_memory.against_bots("london", 2, "Console", begin=False)
    page = opened(visits)
    page.get_by_label("Subscribe by").select_option(label=transport)
    page.get_by_label("Examples").select_option(label="Follow a game")
    variables = page.get_by_label("Variables, as JSON")
    expect(variables).to_have_value(re.compile(r'"game": "[0-9a-f-]{36}"'))
    variables.fill(f'{{"game": "{game}", "after": "0"}}')
    page.get_by_role("button", name="Run").click()
    expect(page.locator(".events li")).to_have_count(3)
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_text("No event yet.")).to_be_visible()
    stage_in_memory.ask(BEGIN, by="Console", game=game, id=new_id())
    expect(page.locator(".events li").nth(2)).to_be_visible()
    assert page.locator(".events").evaluate("box => box.scrollHeight - box.clientHeight - box.scrollTop < 50")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped.")).to_be_visible()
    expect(page.get_by_role("button", name="Run")).to_be_focused()


def test_names_are_completed_by_keyboard(visits: Visits) -> None:
    page = opened(visits)
    box = page.get_by_label(BOX)
    box.fill("")
    box.press_sequentially("{ rules")
    names = page.get_by_role("listbox", name="Names")
    expect(names.get_by_role("option").first).to_contain_text("rulesets")
    box.press("Enter")
    box.press_sequentially(" { ")
    box.press("Control+Space")
    expect(names.get_by_role("option", name="seatsMin")).to_be_visible()
    box.press("Escape")
    expect(names).to_be_hidden()
    box.press_sequentially("id } }")
    assert box.input_value() == "{ rulesets { id } }"
    box.press("Alt+Shift+F")
    assert box.input_value() == "{\n  rulesets {\n    id\n  }\n}\n"
    box.press("Control+z")
    assert box.input_value() == "{ rulesets { id } }", "tidying can be undone"
    box.press("Tab")
    expect(box).not_to_be_focused()


def test_operations_are_saved_in_this_browser_and_shared_by_link_without_the_token(
    visits: Visits, stage_in_memory: Stage
) -> None:
    token = stage_in_memory.player("Saver")
    page = opened(visits, token=token)
    box = page.get_by_label(BOX)
    box.fill("{ me { name } }")
    page.get_by_label("Save as").fill("Who am I")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Run").click()
    answer(page).get_by_text('"Saver"').wait_for()
    page.get_by_role("button", name="Copy a link").click()
    expect(page).to_have_url(re.compile(r"/schema#operation=[\w-]+$"))
    link = page.url
    page.get_by_label("Variables, as JSON").fill(f'{{"token": "{token}"}}')
    page.get_by_role("button", name="Copy a link").click()
    expect(page.get_by_text("A link would show your token")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("It contains your token, so it is not stored.")).to_be_visible()
    page.get_by_role("button", name="Run").click()
    stored = page.evaluate("JSON.stringify({...localStorage, 'emberlog.token': ''})")
    assert token not in stored and token not in page.url
    page.goto("/schema")
    page.get_by_role("button", name="Who am I", exact=True).click()
    expect(box).to_have_value("{ me { name } }")
    page.get_by_text("History (1)").click()
    expect(page.locator(".library li")).to_have_count(2)
    page.get_by_role("button", name="Remove Who am I").click()
    expect(page.get_by_text("Saved operations (0)")).to_be_visible()
    stranger = opened(visits, link.removeprefix(stage_in_memory.url))
    expect(stranger.get_by_label(BOX)).to_have_value("{ me { name } }")
    expect(answer(stranger)).to_have_text("No request yet.")


@pytest.mark.parametrize("width", [360, 1280])
def test_the_tree_opens_shows_and_inserts_by_keyboard(visits: Visits, width: int) -> None:
    page = opened(visits, width=width)
    box = page.get_by_label(BOX)
    box.fill("")
    page.get_by_label("Find types and fields").focus()
    page.keyboard.press("Tab")
    tree = page.get_by_role("tree")
    expect(tree.get_by_role("treeitem", name="Query")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(tree.get_by_role("treeitem", name="game Game", exact=True)).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("s")
    while "steps" not in page.evaluate("document.activeElement.textContent"):
        page.keyboard.press("s")
    page.keyboard.press("Enter")
    expect(page.locator('[id="field-Game.steps"]')).to_have_attribute("aria-current", "true")
    page.keyboard.press("+")
    expect(box).to_be_focused()
    assert re.search(r"query\(\$id: ID!\) \{\n  game\(id: \$id\) \{\n    steps \{", box.input_value())
    expect(page.get_by_label("Variables, as JSON")).to_have_value(re.compile('"id": ""'))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out sideways"


def test_the_schema_is_searched_linked_and_inserted_with_the_mouse(visits: Visits) -> None:
    page = opened(visits)
    chosen = page.get_by_role("region", name="The chosen type")
    page.get_by_label("Find types and fields").fill("whyNot")
    page.get_by_role("link", name="Game.whyNot", exact=True).click()
    chosen.get_by_role("heading", name="type Game").wait_for()
    assert page.url.endswith("/schema#Game.whyNot")
    chosen.get_by_role("link", name="Objection").first.click()
    chosen.get_by_role("heading", name="type Objection").wait_for()
    page.go_back()
    chosen.get_by_role("heading", name="type Game", exact=True).wait_for()
    page.reload()
    expect(chosen.locator('[id="field-Game.whyNot"]')).to_have_attribute("aria-current", "true")
    box = page.get_by_label(BOX)
    box.fill('{ game(id: "x") { id } }')
    box.evaluate("box => box.setSelectionRange(20, 20)")
    chosen.get_by_role("button", name="Insert title").click()
    assert "    id\n    title\n" in box.input_value()
    page.get_by_label("Find types and fields").fill("")
    page.get_by_role("treeitem", name="rulesets [Ruleset!]!").locator(".tree-insert").click()
    assert "rulesets {" in box.input_value()


def test_what_is_written_stays_while_an_example_is_filled_in(visits: Visits, stage_in_memory: Stage) -> None:
    stage_in_memory.against_bots("london", 2, "Example", begin=False)
    page = opened(visits)
    pending: list[Json] = []
    page.route(
        "**/graphql",
        lambda route: pending.append(route) if "first: 1" in route.request.post_data else route.continue_(),
    )
    page.get_by_label("Examples").select_option(label="Follow a game")
    variables = page.get_by_label("Variables, as JSON")
    expect(variables).to_have_value(re.compile("GAME"))
    variables.fill('{"game": "mine"}')
    for _ in range(100):
        if pending:
            break
        page.wait_for_timeout(50)
    with page.expect_response("**/graphql"):
        pending.pop().continue_()
    page.get_by_role("button", name="Run").focus()
    assert variables.input_value() == '{"game": "mine"}'
