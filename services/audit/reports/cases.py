"""Which report answers which complaint."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from services.audit.reports.engine import engine
from services.audit.reports.not_me import not_me
from services.audit.reports.report import Case, Desk, ReportRequest
from services.audit.reports.shuffle import shuffle
from services.audit.reports.site_down import site_down
from services.audit.reports.undone import undone

_REPORTS: Final[Mapping[Case, Callable[[Desk, ReportRequest], Awaitable[bytes]]]] = {
    "undone": undone,
    "not-me": not_me,
    "site-down": site_down,
    "engine": engine,
    "shuffle": shuffle,
}


async def report_of(desk: Desk, request: ReportRequest) -> bytes:
    """The report as canonical JSON. Raises ViewerNotAllowed and BadReport."""
    return await _REPORTS[request.case](desk, request)
