"""`emberlog settings`: every setting and its value, and a warning about settings that do not exist."""

import os
from collections.abc import Mapping
from dataclasses import fields
from urllib.parse import urlsplit

from rich import box
from rich.console import Console
from rich.table import Table as Grid

from infra.cli.options import out
from infra.cli.processes.children import LIFELINE
from infra.settings import Settings, setting_rows, unknown_settings


def show_settings() -> None:
    """Print every setting: its variable, what it is for, its default and its value.

    Addresses are printed without their passwords.
    """
    print_settings(Settings.load(), out)


def print_settings(settings: Settings, out: Console) -> None:
    """Print every setting, in the order in which they are read."""
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("variable", "what it is", "default", "value"):
        grid.add_column(name, overflow="fold", no_wrap=name == "variable")
    for row, each in zip(setting_rows(), fields(settings), strict=True):
        value = getattr(settings, each.name)
        grid.add_row(row.variable, row.what, row.default, "" if value is None else _without_password(str(value)))
    out.print(grid)


def warn_of_unknown_settings(errors: Console, environment: Mapping[str, str] = os.environ) -> None:
    """Warn about each EMBERLOG_ variable that does not name a setting. A child process leaves that to its parent."""
    if LIFELINE in environment:
        return
    for sentence in unknown_settings(environment):
        errors.print(sentence, style="yellow", markup=False, soft_wrap=True)


def _without_password(value: str) -> str:
    parts = urlsplit(value)
    if not parts.password:
        return value
    return parts._replace(netloc=f"{parts.username or ''}:...@{parts.netloc.rpartition('@')[2]}").geturl()
