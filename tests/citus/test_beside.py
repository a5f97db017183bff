"""Names, hosts, lists, evidence and projections on a cluster, by the suites that hold on one server."""

import pytest

from tests.infra.postgres.test_hosting_contract import *
from tests.infra.postgres.test_list_changes import *
from tests.infra.postgres.test_names_contract import *
from tests.infra.postgres.test_public_events import *
from tests.infra.postgres.test_sightings_contract import *
from tests.projections.test_reader import *
from tests.projections.test_runner import *

pytestmark = pytest.mark.citus
