"""Names, hosts, lists, evidence and projections on a cluster, by the suites that hold on one server."""

import pytest

from tests.infra.postgres.test_hosting_contract import *
from tests.infra.postgres.test_list_changes import *
from tests.infra.postgres.test_names_contract import *
from tests.infra.postgres.test_public_events import *
from tests.infra.postgres.test_sightings_contract import *
from tests.projections.test_reader import *
from tests.projections.test_runner import *

# These damage the log past what guards it, which a trigger on every shard refuses here.
del test_the_lag_is_that_of_the_slowest_game  # noqa: F821
del test_a_changed_step_parks_its_game_and_no_other  # noqa: F821
del test_a_log_changed_behind_the_cursor_is_detected_by_a_worker_without_memory  # noqa: F821
del test_a_rebuild_forgets_games_that_the_log_does_not_have  # noqa: F821

pytestmark = pytest.mark.citus
