"""`emberlog signer`: one signer in this process. It listens nowhere, and has the rights of the user who starts it."""

from infra.cli.processes.children import stop_with_parent
from infra.cli.servers import for_service, servers
from infra.logs import log_to_stderr
from infra.priority import BEHIND_API, go_behind
from infra.settings import Settings
from infra.signer.run import run_signer


def sign(settings: Settings) -> None:
    """Sign until told to stop. Raises Problem when the signer refuses to go on."""
    go_behind(BEHIND_API)
    stop_with_parent()
    log_to_stderr(settings.log_level)
    with servers(settings) as owned:
        run_signer(settings, for_service(owned, settings).database_url)
