"""The start page: what this is and where to go on. One plain page that loads nothing from anywhere."""

from html import escape

from domain.rulesets import SHELF

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Emberlog</title>
<style>
  body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }}
  code, pre {{ font-family: ui-monospace, monospace; background: #8882; border-radius: 4px; }}
  code {{ padding: 0 .25em; }} pre {{ padding: .75em; overflow-x: auto; }}
  :root {{ color-scheme: light dark; }}
</style>
<h1>Emberlog</h1>
<p>An event-sourced game service: play, watch live, and step through every game afterwards.</p>
<h2>On the shelf</h2>
<ul>{rulesets}</ul>
<h2>The API</h2>
<p>Everything goes through GraphQL at <code>/graphql</code>: queries and mutations by POST, live steps by
<code>graphql-transport-ws</code> or server-sent events. The whole schema: <a href="/schema.graphql">/schema.graphql</a>.
Spectators need no token. How to play, follow and check a game is in <code>docs/client-developers.md</code>.</p>
<p>The games that moved last, as JSON: <a href="{games}">{games_shown}</a></p>
<pre>curl -s {host}/graphql -H 'content-type: application/json' \\
  -d '{{"query":"{{ games(first: 10) {{ edges {{ node {{ id title phase version }} }} }} }}"}}'</pre>
<p>For those who run it: <a href="/health">/health</a>, <a href="/ready">/ready</a>, <a href="/metrics">/metrics</a>.</p>
</html>
"""


def start_page(host: str) -> str:
    """The page, with addresses of this `host` (`http://name:port`)."""
    query = "{games(first:20){edges{node{id ruleset title phase version seats}}}}"
    rulesets = "".join(
        f"<li>{escape(house.title)} (<code>{escape(house.id)}</code>, {house.seats_min} to {house.seats_max} players)</li>"
        for house in SHELF.values()
    )
    games = (
        "/graphql?query=%7Bgames(first:20)%7Bedges%7Bnode%7Bid%20ruleset%20title%20phase%20version%20seats%7D%7D%7D%7D"
    )
    return _PAGE.format(rulesets=rulesets, games=games, games_shown=escape(query), host=escape(host))
