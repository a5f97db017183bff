"""The contract suite of the log, and of all that stands beside it, on a cluster."""

import pytest

from tests.infra.postgres.test_caches_and_principals_contract import *
from tests.infra.postgres.test_event_log_contract import *
from tests.infra.postgres.test_moves_contract import *
from tests.infra.postgres.test_parkings_contract import *
from tests.infra.postgres.test_streams_contract import *

pytestmark = pytest.mark.citus
