"""The games, a new game and the rules in a real browser, over a real service. The frame around them: test_frame."""

import re

import pytest
from msgspec import inspect as shape

from domain.engine.options import options_of
from domain.rulesets import CURRENT
from tests.browser.boards import needs_browser
from tests.browser.site import Json, Site

expect = pytest.importorskip("playwright.sync_api", reason="no playwright: it comes with the extra `test`").expect
pytestmark = [needs_browser, pytest.mark.campaign]


def at_a_game(page: Json) -> str:
    """The id of the game whose page is reached. That page adds step and eyes to the address by itself."""
    page.wait_for_url(re.compile(r"/games/[0-9a-f-]{36}"))
    return str(page.url.partition("/games/")[2][:36])


def focused(page: Json) -> str:
    return str(page.evaluate("document.activeElement.textContent.trim()"))


# ---------------------------------------------------------------------------------------------- the list of games


def test_the_list_is_filtered_by_address_and_keeps_itself_fresh(page: Json, site: Site) -> None:
    games = [site.open_game(title=f"Table {name}", bots=1) for name in ("Amber", "Birch")]
    other = site.open_game("brigade", title="Another ruleset", bots=1)
    site.wait(lambda: set(games) | {other} <= set(site.listed(phase="OPEN")))
    page.goto("/")
    page.get_by_role("navigation", name="By ruleset").get_by_role("link", name="London", exact=True).click()
    page.wait_for_url("**/games?ruleset=london")
    page.get_by_role("navigation", name="By phase").get_by_role("link", name="Open", exact=True).click()
    page.wait_for_url("**/games?ruleset=london&phase=OPEN")
    amber, birch = (page.get_by_role("link", name=f"Table {name}") for name in ("Amber", "Birch"))
    expect(page.get_by_role("navigation", name="By phase").get_by_role("link", name="Open", exact=True)).to_be_focused()
    page.get_by_role("region", name="Being played").wait_for(state="detached")
    amber.focus()
    assert page.get_by_role("link", name="Another ruleset").count() == 0
    new = site.open_game(title="Table Cedar")
    page.get_by_role("link", name="Table Cedar").wait_for()
    assert focused(page) == "Table Amber", "the list took the focus away"
    site.begin(games[1])
    birch.wait_for(state="detached")
    assert focused(page) == "Table Amber"
    page.go_back()
    page.get_by_role("region", name="Being played").get_by_role("link", name="Table Birch").wait_for()
    card = page.locator(".card", has=page.locator(f'a[href="/games/{new}"]'))
    assert "free seat" in card.inner_text()
    card.click()
    assert at_a_game(page) == new


def test_finished_games_show_who_won_and_more_come_on_request(page: Json, site: Site) -> None:
    over = site.open_game("brigade", title="To the end", sit=False, bots=2)
    site.begin(over)
    many = [site.open_game(title=f"Row {at}") for at in range(14)]
    site.wait(lambda: over in site.listed(phase="OVER") and set(many) <= set(site.listed(phase="OPEN")))
    page.goto("/games?phase=OVER")
    card = page.locator(".card", has_text="To the end")
    card.wait_for()
    assert "won" in card.inner_text() or "shares the win" in card.inner_text()
    page.goto("/games?phase=OPEN")
    page.get_by_role("button", name="Show more").click()
    cards = page.get_by_role("region", name="Open games").locator(".card")
    cards.nth(13).wait_for()
    # The stream of changes may read the list anew at the same moment and draw it first: the focus follows then.
    expect(cards.nth(12).locator("a")).to_be_focused()


def test_a_full_game_is_apart_from_open_games(page: Json, site: Site) -> None:
    full = site.open_game("brigade", title="Nobody fits in", sit=False, bots=2)
    free = site.open_game("brigade", title="One seat left", bots=0)
    site.wait(lambda: {full, free} <= set(site.listed(phase="OPEN")))
    for address in ("/", "/games?phase=OPEN&ruleset=brigade"):
        page.goto(address)
        apart, offered = (page.get_by_role("region", name=name) for name in ("Full, about to begin", "Open games"))
        expect(apart.get_by_role("link", name="Nobody fits in")).to_be_visible()
        expect(offered.get_by_role("link", name="One seat left")).to_be_visible()
        expect(offered.get_by_role("link", name="Nobody fits in")).to_have_count(0)
    site.begin(full)
    expect(apart.get_by_role("link", name="Nobody fits in")).to_have_count(0)
    page.goto("/games?phase=OPEN&ruleset=great_fire")  # where no full game waits, there is no such part
    expect(offered).to_be_visible()
    expect(apart).to_have_count(0)


def test_sandboxes_are_listed_apart(page: Json, site: Site) -> None:
    over = site.open_game("brigade", title="The real one", sit=False, bots=2)
    site.begin(over)
    site.wait(lambda: site.game(over)["version"] > 40)
    types = "$game: ID!, $at: Int!, $title: String!"
    fork = site.organiser.order("fork", types, game=over, at=30, title="What if")["gameId"]
    site.wait(lambda: {over, fork} <= set(site.listed()))
    page.goto("/")
    page.get_by_role("link", name="The real one").wait_for()
    assert page.get_by_role("link", name="What if").count() == 0
    page.get_by_role("link", name="Sandboxes").click()
    page.wait_for_url("**/games?sandbox=only")
    assert "Sandbox" in page.locator(".card", has_text="What if").inner_text()
    assert page.get_by_role("link", name="The real one").count() == 0


def test_an_empty_list_says_what_to_do(page: Json) -> None:
    page.goto("/games?phase=ABANDONED&ruleset=great_fire")
    page.get_by_text("No game was closed without a result.").wait_for()
    page.get_by_role("link", name="Start one.").click()
    page.wait_for_url("**/new?ruleset=great_fire")


# ---------------------------------------------------------------------------------------------- a new game


def test_three_clicks_from_the_games_to_a_running_game(page: Json, site: Site) -> None:
    page.goto("/")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="New game").click()
    page.get_by_role("link", name="Play against bots – London").click()
    page.get_by_role("button", name="Start", exact=True).click()
    game = site.game(at_a_game(page))
    assert game["phase"] == "PLAYING"
    assert [bool(seat["bot"]) for seat in game["seats"]] == [False, True, True]
    person = page.locator("#person").inner_text()
    assert game["seats"][0]["name"] in person


def test_a_new_game_by_keyboard_alone(page: Json, site: Site) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the page"

    def tab_to(text: str) -> None:
        for _ in range(40):
            if focused(page).startswith(text):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{text} is not reached by Tab")

    tab_to("New game")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="New game", exact=True)).to_be_focused()
    tab_to("Play against bots")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="New game: ")).to_be_focused()
    tab_to("Start")
    page.keyboard.press("Space")
    assert site.game(at_a_game(page))["phase"] == "PLAYING"


@pytest.mark.parametrize("ruleset", tuple(CURRENT))
def test_options_use_the_words_of_their_ruleset(page: Json, ruleset: str) -> None:
    page.goto(f"/new?ruleset={ruleset}")
    page.get_by_text("Options and more").click()
    for option in options_of(CURRENT[ruleset].options):
        lists = isinstance(option.kind, shape.VarTupleType)
        visible = page.get_by_role("group", name=option.title) if lists else page.get_by_label(option.title, exact=True)
        expect(visible).to_be_visible()
        expect(visible).to_have_accessible_description(re.compile(f"^{re.escape(option.description)}"))
        for title in option.titles or ():
            offered = visible.get_by_label(title, exact=True) if lists else visible.locator("option", has_text=title)
            expect(offered).to_have_count(1)
        if option.values and not lists and not isinstance(option.kind, shape.BoolType):
            expect(visible.locator("option:checked")).to_contain_text(" (usual)")
    rule = options_of(CURRENT[ruleset].options)[0].rules[0]
    page.locator(".option-fields").get_by_role("button", name=rule, exact=True).first.click()
    expect(page.get_by_role("dialog")).to_contain_text(rule)


def test_options_seats_and_title_are_what_the_game_gets(page: Json, site: Site) -> None:
    page.goto("/new?ruleset=great_fire&with=others")
    page.get_by_label("Your name").fill("Host")
    page.get_by_label("Players").select_option("4")
    page.get_by_label("Seat 4").select_option(label="Bot: Random")
    page.get_by_text("Options and more").click()
    page.get_by_label("Hidden colours").check()
    page.get_by_label("Fire cones").select_option(label="100")
    page.get_by_label("Title of the game").fill("Thursday")
    page.get_by_label("Delay for spectators").select_option("steps")
    page.get_by_label("How many").fill("5")
    page.get_by_role("button", name="Open the game").click()
    id = at_a_game(page)
    game = site.game(id)
    assert game["phase"] == "OPEN"
    assert [(seat["taken"], seat["bot"]) for seat in game["seats"]] == [
        (True, ""),
        (False, ""),
        (False, ""),
        (True, "random"),
    ]
    assert (game["options"]["hidden_colours"], game["options"]["fire_cones"]) == (True, 100)
    delay = site.ask("query($id: ID!) { game(id: $id) { title delay { steps seconds } } }", id=id)["game"]
    assert delay == {"title": "Thursday", "delay": {"steps": 5, "seconds": 0}}


def test_a_refusal_has_its_rules_and_can_be_corrected(page: Json) -> None:
    page.goto("/new?ruleset=brigade")
    page.get_by_text("Options and more").click()
    page.get_by_label("Special events").check()
    page.get_by_role("button", name="Start", exact=True).click()
    alert = page.get_by_role("alert")
    alert.locator(".rule-link").first.wait_for()
    alert.locator(".rule-link").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("link", name="This rule on its page").wait_for()
    page.keyboard.press("Escape")
    page.get_by_label("Special events").uncheck()
    page.get_by_role("button", name="Try again").click()
    at_a_game(page)


def test_a_connection_lost_after_every_command_makes_one_game(page: Json, site: Site) -> None:
    lost: set[str] = set()

    def through_a_bad_line(route: Json) -> None:
        body = route.request.post_data or ""
        if "commandId" not in body or body in lost:
            route.continue_()
            return
        lost.add(body)
        route.fetch()  # it arrives, but its answer does not
        route.abort()

    page.goto("/new?ruleset=london")
    page.route("**/graphql", through_a_bad_line)
    page.get_by_role("button", name="Start", exact=True).click()
    game = at_a_game(page)
    page.unroute("**/graphql")
    assert len(lost) >= 4, "open, sit, one bot at least, begin"
    site.wait(lambda: game in site.listed())
    person = page.locator("#person").inner_text()  # games of earlier tests may come into the list only now
    first = {each: site.game(each)["seats"][0]["name"] for each in site.listed()}
    assert [each for each, name in first.items() if name and name in person] == [game]


# ---------------------------------------------------------------------------------------------- rules


def test_rules_have_anchors_labels_and_a_filter(page: Json, site: Site) -> None:
    request = '{ rules(ruleset: "london", first: 500) { edges { node { id reconstructed } } } }'
    rules = [edge["node"] for edge in site.ask(request)["rules"]["edges"]]
    page.goto("/rules/london#LON-MAP-03")
    rule = page.locator("#LON-MAP-03")
    rule.wait_for()
    page.locator("#LON-MAP-03:target").wait_for()
    assert page.locator(".rule").count() == len(rules)
    assert page.locator(".rule .tag-warn").count() == sum(rule["reconstructed"] for rule in rules)
    assert rule.evaluate("rule => rule.getBoundingClientRect().top < innerHeight")
    page.get_by_label("Find rules").fill("bridge thames")
    page.get_by_text(f"of {len(rules)}").wait_for()
    visible = page.locator(".rule:visible")
    assert 0 < visible.count() < 20
    assert all("bridge" in text.lower() and "thames" in text.lower() for text in visible.all_inner_texts())
    page.get_by_label("Find rules").fill("")
    page.get_by_label("Only rules that this project reconstructed").check()
    assert page.locator(".rule:visible").count() == sum(rule["reconstructed"] for rule in rules)
    assert page.locator(".rule em").count() > 0, "emphasis is shown, not its stars"
    assert "**" not in page.locator("main").inner_text()


def test_a_rule_leads_to_the_games_where_it_fired(page: Json, site: Site) -> None:
    game = site.open_game(title="Where it fired", bots=1)
    site.wait(lambda: game in site.listed(phase="OPEN"))
    page.goto("/rules/game#GAME-SEAT-01")
    rule = page.locator("#GAME-SEAT-01")
    rule.get_by_text("Games where it fired").click()
    rule.get_by_role("link", name="Where it fired, step").first.wait_for()
