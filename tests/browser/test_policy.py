"""The content security policy, as a browser applies it: a page reaches its own service and nothing else."""

from tests.browser.boards import needs_browser
from tests.browser.games import Stage
from tests.browser.site import Json

pytestmark = needs_browser

TRY = """([url, protocol]) => new Promise((done) => {
  document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective));
  const socket = new WebSocket(url, protocol);
  socket.onopen = () => done('open');
  socket.onclose = () => done('closed');
})"""


def test_a_page_opens_websockets_to_its_own_service_only(readers_browser: Json, stage_in_memory: Stage) -> None:
    context = readers_browser.new_context(base_url=stage_in_memory.url)
    page = context.new_page()
    assert page.goto("/").headers["content-security-policy"].count("ws") == 0
    own = stage_in_memory.url.replace("http", "ws") + "/graphql"
    protocol = "graphql-transport-ws"
    for elsewhere in ("ws://127.0.0.1:9", "wss://example.org", own.replace("127.0.0.1", "localhost")):
        assert page.evaluate(TRY, [elsewhere, protocol]) == "connect-src"
    page.reload()
    assert page.evaluate(TRY, [own, protocol]) == "open"
    context.close()
