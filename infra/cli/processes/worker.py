"""`emberlog worker`: one worker in this process."""

from infra.cli.processes.children import stop_with_parent
from infra.cli.processes.rights import give_rights_away
from infra.cli.servers import for_service, servers
from infra.logs import log_to_stderr
from infra.priority import BEHIND_ALL, BEHIND_API, go_behind
from infra.settings import Settings
from infra.worker import run_worker


def analyse_games(settings: Settings) -> int:
    """Compute win chances until told to stop. Returns 0, or another number when the analyst could not continue."""
    from infra.analyst import run_analyst

    go_behind(BEHIND_ALL)
    lifeline = stop_with_parent()
    log_to_stderr(settings.log_level)
    with servers(settings) as owned:
        running = for_service(owned, settings)
        give_rights_away(settings.data, ["analyst"], running, lifeline)
        return run_analyst(settings, running.database_url, running.redis_url)


def work(settings: Settings) -> int:
    """Work until told to stop. Returns 0, or another number when the worker could not start or continue."""
    go_behind(BEHIND_API)
    lifeline = stop_with_parent()
    log_to_stderr(settings.log_level)
    with servers(settings) as owned:
        running = for_service(owned, settings)
        give_rights_away(settings.data, ["worker"], running, lifeline)
        return run_worker(running)
