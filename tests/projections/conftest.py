"""The two stores that the runner's contract is tested on."""

import pytest

from tests.projections.fake_store import FakeStore


@pytest.fixture(params=["fake", "postgres"])
def stage(request):
    """A store with no games in it. Not async, so that it may ask for the async `pool` where it is wanted."""
    if request.param == "fake":
        return FakeStore()
    from tests.projections.postgres_stage import PostgresStage

    return PostgresStage(request.getfixturevalue("pool"))
