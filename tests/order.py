"""Which test files begin first. A run hands whole files to two workers: a long file that begins last is waited for alone."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

LONGEST: Final = (
    "tests/browser/test_traffic.py",
    "tests/infra/demo/test_demo.py",
    "tests/browser/test_access.py",
    "tests/browser/test_whole_games.py",
    "tests/browser/test_game_page.py",
    "tests/browser/test_great_fire_board.py",
    "tests/attacks/test_floods.py",
    "tests/docs/test_site.py",
    "tests/browser/test_play.py",
    "tests/browser/test_brigade_board.py",
    "tests/interference/test_twins_campaign.py",
    "tests/browser/test_london_board.py",
    "tests/projections/test_delayed_lists.py",
    "tests/faults/test_database.py",
    "tests/api/test_what_if.py",
    "tests/api/test_stretch_bounds.py",
    "tests/browser/test_frame.py",
    "tests/faults/test_chance.py",
    "tests/permissions/test_matrix.py",
    "tests/browser/test_delayed_traffic.py",
    "tests/packaging/test_wheel.py",
    "tests/faults/test_commands.py",
    "tests/attacks/test_cost.py",
    "tests/infra/redis/test_idle_worker.py",
    "tests/faults/test_projections.py",
    "tests/docs/test_examples.py",
    "tests/corpus/test_one_byte.py",
    "tests/browser/test_pages.py",
    "tests/infra/cli/test_kills.py",
    "tests/faults/test_order.py",
    "tests/browser/test_one_screen.py",
    "tests/browser/test_drawing.py",
    "tests/attacks/test_wire.py",
    "tests/faults/test_crowd.py",
    "tests/browser/test_sharing.py",
    "tests/api/test_subscriptions.py",
    "tests/clients/test_schemathesis.py",
    "tests/infra/wire/test_slow.py",
    "tests/infra/cli/test_rights.py",
    "tests/faults/test_arbiter.py",
    "tests/api/behind/test_damaged_and_parked.py",
    "tests/clients/test_whole.py",
    "tests/clients/checks/test_checks.py",
    "tests/infra/wire/test_many.py",
    "tests/faults/test_clock.py",
    "tests/faults/test_damage.py",
    "tests/services/test_flag_kills.py",
    "tests/faults/test_feeds.py",
    "tests/infra/cli/test_many_processes.py",
    "tests/faults/test_replica.py",
    "tests/habits/test_words.py",
    "tests/clients/kits/test_evidence.py",
    "tests/clients/kits/test_lobby_and_rulings.py",
    "tests/api/test_my_games.py",
    "tests/infra/wire/test_refusals.py",
    "tests/infra/redis/test_worker.py",
    "tests/api/behind/test_outsiders.py",
    "tests/infra/wire/test_proxies.py",
    "tests/browser/test_page_units.py",
    "tests/api/test_whole_game.py",
)
"""The files that took the most time when campaigns and fast tests were last measured, the longest first. The others begin by the
number of their tests."""


def longest_first(files: Sequence[str]) -> list[int]:
    """The places of the tests in the order in which they begin. `files`: the file of each test."""
    counts = Counter(files)
    ranks = {name: (LONGEST.index(name) if name in LONGEST else len(LONGEST), -counts[name], name) for name in counts}
    return sorted(range(len(files)), key=lambda at: ranks[files[at]])
