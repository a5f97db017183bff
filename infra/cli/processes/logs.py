"""Where the processes of the service write their logs."""

import logging
import sys
from typing import Final

from infra.settings import Settings

LOG_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def log_to_stderr(settings: Settings) -> None:
    """Log to standard error, at the level of the settings."""
    logging.basicConfig(level=settings.log_level, format=LOG_FORMAT, stream=sys.stderr)
