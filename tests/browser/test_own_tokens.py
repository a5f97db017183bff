"""Tokens of one's own in a real browser: made for a program, ended, renewed; and a recovery link that is used once."""

import pytest

from tests.browser.boards import needs_browser
from tests.browser.site import Json, Site

expect = pytest.importorskip("playwright.sync_api", reason="no playwright: it comes with the extra `test`").expect
pytestmark = [needs_browser, pytest.mark.campaign]

STORED = "localStorage.getItem('emberlog.token')"


def newcomer(page: Json, name: str) -> Json:
    """Takes a name, and opens the list of tokens."""
    page.goto("/")
    page.get_by_role("button", name="Play as …").click()
    page.get_by_role("dialog").get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take this name").click()
    return opened(page, name)


def opened(page: Json, name: str) -> Json:
    page.get_by_role("button", name=name).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Your tokens").click()
    expect(dialog.get_by_text("this browser", exact=True)).to_be_visible()
    return dialog


@pytest.mark.rules("GAME-TOKEN-02", "GAME-TOKEN-06")
def test_a_token_is_made_for_a_program_and_ended(page: Json, site: Site) -> None:
    dialog = newcomer(page, "Ada of Aldgate")
    dialog.get_by_label("A token for a program, called").fill("My bot")
    dialog.get_by_label("It may").select_option("Look as I do")
    dialog.get_by_role("button", name="Make it").click()
    secret = dialog.locator(".secret")
    expect(secret).to_contain_text("emb_")
    expect(dialog.locator("li", has_text="My bot")).to_contain_text("read; until")
    dialog.get_by_role("button", name="End it").click()
    expect(dialog.locator("li", has_text="My bot")).to_have_count(0)
    before = page.evaluate(STORED)
    dialog.get_by_role("button", name="Renew this one").click()
    expect(page.locator(".toast", has_text="This browser has a new token")).to_be_visible()
    assert page.evaluate(STORED) != before


@pytest.mark.rules("GAME-TOKEN-07")
def test_a_recovery_link_is_used_once_and_leaves_the_address_at_once(page: Json, site: Site) -> None:
    dialog = newcomer(page, "Grace of Cheapside")
    dialog.get_by_role("button", name="Make a recovery link").click()
    link = dialog.locator(".secret").inner_text()
    assert "/recover#emr_" in link
    page.evaluate("localStorage.clear()")
    page.goto(link)
    expect(page.get_by_role("heading", name="Come back")).to_be_visible()
    assert page.evaluate("location.hash") == ""
    page.get_by_role("button", name="Use the link").click()
    opened(page, "Grace of Cheapside")
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.goto(link)
    page.get_by_role("button", name="Use the link").click()
    expect(page.get_by_role("alert")).to_contain_text("used")
