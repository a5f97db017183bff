"""Every connection to Redis says how long it waits: redis-py has a default of its own, which changed with a release."""

import ast

from tests.habits.sources import LAYERS, files, name_of, tree_of

NAMED = {"socket_timeout", "socket_connect_timeout"}


def test_no_connection_has_the_timeouts_of_the_library():
    calls = {
        f"{name_of(path)}:{node.lineno}": {keyword.arg for keyword in node.keywords}
        for path in files(".py", *LAYERS)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "from_url"
    }
    assert len(calls) >= 4, "nobody connects any more, or this test does not see it"
    assert {where for where, named in calls.items() if not named >= NAMED} == set()
