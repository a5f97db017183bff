"""The settings, read from the environment once. README and `emberlog settings` print the table of this module."""

import difflib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from domain.proof.note import is_name
from infra.signer.witnesses import WitnessAddress, witnesses_of
from infra.wire.proxies import Proxies

DATABASE_SCHEMES: Final = ("postgresql", "postgres")
REDIS_SCHEMES: Final = ("redis", "rediss", "unix")
OF_ADDRESS: Final = {
    "pooler": ("transaction",),
    "target_session_attrs": ("read-write", "read-only", "primary", "standby", "prefer-standby", "any"),
    "sslmode": ("disable", "allow", "prefer", "require", "verify-ca", "verify-full"),
}
"""What may stand behind the question mark of an address of Postgres and has few values."""
LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
ANALYSES: Final = ("NO", "FINISHED", "WATCHED", "ALL")
CLIENT_VARIABLES: Final = ("EMBERLOG_URL", "EMBERLOG_TOKEN", "EMBERLOG_LOCALE")
"""Options of the command line that may come from the environment."""
PORT_DEFAULT: Final = 8_000
PORT_MAX: Final = 65_535


PROCESSES_MAX: Final = 64
READER_LAG_MAX: Final = 60


def processes_default() -> int:
    """How many API processes use this machine well: the other half of the cores is for Postgres and the workers."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores // 2, PROCESSES_MAX))


class SettingsError(Exception):
    """A setting has an impossible value. The text names the variable and what to do, and never holds a password."""


def _setting(variable: str, what: str, default: str) -> Any:  # noqa: ANN401  a dataclass field
    return field(metadata={"variable": variable, "what": what, "default": default})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of the service. `repr` leaves out the addresses, which hold passwords."""

    database_url: str | None = _setting(
        "EMBERLOG_DATABASE_URL", "Postgres, as postgresql://user:password@host:port/database", "an embedded one"
    )
    reader_url: str | None = _setting(
        "EMBERLOG_READER_URL", "A streaming replica of that Postgres, from which the API reads games and lists", "none"
    )
    reader_lag: int = _setting(
        "EMBERLOG_READER_MAX_LAG", "By how much a list from that replica may be older than the primary, in s", "2"
    )
    redis_url: str | None = _setting("EMBERLOG_REDIS_URL", "Redis or Valkey, as redis://host:port/0", "an embedded one")
    data: Path = _setting(  # noqa: RUF009
        "EMBERLOG_DATA", "Folder of the embedded servers' data and of the logs", ".emberlog"
    )
    host: str = _setting("EMBERLOG_HOST", "Address the API listens on", "127.0.0.1")
    port_required: int | None = _setting(
        "EMBERLOG_PORT", "Port the API listens on", f"{PORT_DEFAULT}, or a free one when it is taken"
    )
    log_level: str = _setting("EMBERLOG_LOG_LEVEL", f"How much is logged: {', '.join(LOG_LEVELS)}", "INFO")
    processes: int = _setting(
        "EMBERLOG_PROCESSES",
        "API processes that `emberlog up` starts behind one address, with half as many workers",
        "half of the cores",
    )
    connections_max: int = _setting("EMBERLOG_DB_CONNECTIONS_MAX", "Connections to Postgres per process", "12")
    newcomers: bool = _setting(
        "EMBERLOG_NEWCOMERS", "Whether anybody may get a player's token on the pages: YES or NO", "YES"
    )
    visits: bool = _setting(
        "EMBERLOG_VISITS", "Whether arbiters learn for 30 days from which addresses tokens are used: YES or NO", "NO"
    )

    deserted_hours: int = _setting(
        "EMBERLOG_DESERTED_HOURS",
        "After how many hours a game that nobody but its host has joined is closed; 0: never",
        "24",
    )
    bot_pace_ms: int = _setting(
        "EMBERLOG_BOT_PACE_MS",
        "How long a bot waits before each command while somebody watches the game, in ms; 0: never",
        "900",
    )
    exhibition: bool = _setting(
        "EMBERLOG_EXHIBITION", "Whether bots always play a game of each ruleset for those who watch: YES or NO", "YES"
    )
    analysis: str = _setting(
        "EMBERLOG_ANALYSIS",
        "Whose win chances are computed: NO games, FINISHED ones, also those that somebody watches (WATCHED), or ALL",
        "WATCHED",
    )
    playouts: int = _setting("EMBERLOG_ANALYSIS_PLAYOUTS", "How many playouts the win chances of a step rest on", "40")
    signer: bool = _setting("EMBERLOG_SIGNER", "Whether `emberlog up` starts a signer of the log: YES or NO", "YES")
    tree: Path = _setting(  # noqa: RUF009
        "EMBERLOG_TREE", "Folder of the signed tree; the API reads what is public in it", "`tree` in the data folder"
    )
    origin: str | None = _setting(
        "EMBERLOG_ORIGIN", "The name that the signer signs by, such as log.example.org/games", "a random one"
    )
    signer_seconds: int = _setting("EMBERLOG_SIGNER_EVERY", "How often the tree is signed while it grows, in s", "1")
    signer_ml_dsa: bool = _setting(
        "EMBERLOG_SIGNER_ML_DSA", "Whether the signer also signs with ML-DSA-44 (extra `post-quantum`): YES or NO", "NO"
    )
    witnesses: tuple[WitnessAddress, ...] = _setting(
        "EMBERLOG_WITNESSES", "Who cosigns the tree: an address, a space and a key; commas between them", "nobody"
    )
    dumps: Path | None = _setting(  # noqa: RUF009
        "EMBERLOG_DUMPS", "Folder of nightly dumps of finished games", "no dumps"
    )
    dump_hour: int = _setting("EMBERLOG_DUMP_HOUR", "From which hour on, in UTC, a worker makes the dump of a day", "3")
    dump_days: int = _setting("EMBERLOG_DUMP_DAYS", "For how many days nightly dumps are kept", "30")
    proxies: Proxies = _setting(  # noqa: RUF009
        "EMBERLOG_PROXIES", "Proxies that are believed about a caller's address: addresses or networks", "nobody"
    )

    def __repr__(self) -> str:
        return f"Settings(data={str(self.data)!r}, host={self.host!r}, port={self.port})"

    @property
    def port(self) -> int:
        """The port to try first."""
        return PORT_DEFAULT if self.port_required is None else self.port_required

    @property
    def api_url(self) -> str:
        """The usual address of the API for clients on this machine."""
        return f"http://{self.host}:{self.port}"

    @classmethod
    def load(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """The settings of this environment. Raises SettingsError for the first impossible value."""
        values = {name: value.strip() for name, value in environment.items() if name.startswith("EMBERLOG_")}
        data = Path(values.get("EMBERLOG_DATA") or ".emberlog").expanduser().absolute()
        return cls(
            database_url=_url("EMBERLOG_DATABASE_URL", values, DATABASE_SCHEMES),
            reader_url=_url("EMBERLOG_READER_URL", values, DATABASE_SCHEMES),
            reader_lag=_number("EMBERLOG_READER_MAX_LAG", values, 1, READER_LAG_MAX) or 2,
            redis_url=_url("EMBERLOG_REDIS_URL", values, REDIS_SCHEMES),
            data=data,
            host=values.get("EMBERLOG_HOST") or "127.0.0.1",
            port_required=_number("EMBERLOG_PORT", values, 1, PORT_MAX),
            log_level=_one_of("EMBERLOG_LOG_LEVEL", values, LOG_LEVELS, "INFO"),
            processes=_number("EMBERLOG_PROCESSES", values, 1, PROCESSES_MAX) or processes_default(),
            connections_max=_number("EMBERLOG_DB_CONNECTIONS_MAX", values, 2, 500) or 12,
            newcomers=_one_of("EMBERLOG_NEWCOMERS", values, ("YES", "NO"), "YES") == "YES",
            visits=_one_of("EMBERLOG_VISITS", values, ("YES", "NO"), "NO") == "YES",
            deserted_hours=24 if (hours := _number("EMBERLOG_DESERTED_HOURS", values, 0, 8_760)) is None else hours,
            bot_pace_ms=900 if (pace := _number("EMBERLOG_BOT_PACE_MS", values, 0, 10_000)) is None else pace,
            exhibition=_one_of("EMBERLOG_EXHIBITION", values, ("YES", "NO"), "YES") == "YES",
            analysis=_one_of("EMBERLOG_ANALYSIS", values, ANALYSES, "WATCHED"),
            playouts=_number("EMBERLOG_ANALYSIS_PLAYOUTS", values, 4, 10_000) or 40,
            signer=_one_of("EMBERLOG_SIGNER", values, ("YES", "NO"), "YES") == "YES",
            tree=Path(values.get("EMBERLOG_TREE") or data / "tree").expanduser().absolute(),
            origin=_origin("EMBERLOG_ORIGIN", values),
            signer_seconds=_number("EMBERLOG_SIGNER_EVERY", values, 1, 3_600) or 1,
            signer_ml_dsa=_one_of("EMBERLOG_SIGNER_ML_DSA", values, ("YES", "NO"), "NO") == "YES",
            witnesses=_witnesses("EMBERLOG_WITNESSES", values),
            dumps=Path(dumps).expanduser().absolute() if (dumps := values.get("EMBERLOG_DUMPS")) else None,
            dump_hour=3 if (hour := _number("EMBERLOG_DUMP_HOUR", values, 0, 23)) is None else hour,
            dump_days=_number("EMBERLOG_DUMP_DAYS", values, 1, 3_650) or 30,
            proxies=_proxies("EMBERLOG_PROXIES", values),
        )


@dataclass(frozen=True)
class SettingRow:
    """One setting as it is documented."""

    variable: str
    what: str
    default: str


def setting_rows() -> tuple[SettingRow, ...]:
    """Every setting, in the order in which they are read."""
    return tuple(
        SettingRow(each.metadata["variable"], each.metadata["what"], each.metadata["default"])
        for each in fields(Settings)
    )


def unknown_settings(environment: Mapping[str, str]) -> list[str]:
    """A sentence for each EMBERLOG_ variable that does not name a setting, with the setting of the nearest name."""
    known = [*(row.variable for row in setting_rows()), *CLIENT_VARIABLES]
    sentences = []
    for name in sorted(environment):
        if not name.startswith("EMBERLOG_") or name in known:
            continue
        nearest = difflib.get_close_matches(name, known, n=1)
        advice = f"Did you mean {nearest[0]}?" if nearest else "`emberlog settings` lists all settings."
        sentences.append(f"{name} is not a setting and is ignored. {advice}")
    return sentences


def _url(variable: str, values: Mapping[str, str], schemes: tuple[str, ...]) -> str | None:
    value = values.get(variable)
    if not value:
        return None
    try:
        parts = urlsplit(value)
        for host in parts.netloc.rpartition("@")[2].split(","):
            _ = urlsplit(f"//{host}").port  # raises unless the port is a number
    except ValueError:
        raise SettingsError(f"{variable} is not an address. It begins with {schemes[0]}:// and names a host.") from None
    if parts.scheme not in schemes:
        raise SettingsError(f"{variable} must begin with {schemes[0]}://, not with “{parts.scheme or 'nothing'}”.")
    if "," in parts.netloc.rpartition("@")[2] and "target_session_attrs=" not in parts.query:
        raise SettingsError(
            f"{variable} names several servers. Say which of them is meant: end it with "
            "?target_session_attrs=read-write for the primary, or with prefer-standby for a replica."
        )
    if schemes is DATABASE_SCHEMES:
        _check_query(variable, parts.query)
    return value


def _check_query(variable: str, query: str) -> None:
    """Refuses what stands behind the question mark where it is nearly one of `OF_ADDRESS`, or has another value."""
    for name, value in parse_qsl(query, keep_blank_values=True):
        nearest = difflib.get_close_matches(name, OF_ADDRESS, n=1, cutoff=0.8)
        if name not in OF_ADDRESS and nearest:
            raise SettingsError(f"{variable} ends with “{name}=”. Did you mean “{nearest[0]}=”?")
        if name in OF_ADDRESS and value not in OF_ADDRESS[name]:
            raise SettingsError(
                f"{variable} ends with {name}=“{value}”; {name} must be one of {', '.join(OF_ADDRESS[name])}."
            )


def _proxies(variable: str, values: Mapping[str, str]) -> Proxies:
    try:
        return Proxies.parse(values.get(variable, ""))
    except ValueError as error:
        raise SettingsError(f"{variable} must be a comma-separated list of proxies: {error}") from None


def _origin(variable: str, values: Mapping[str, str]) -> str | None:
    value = values.get(variable)
    if value and not is_name(value):
        raise SettingsError(f"{variable} has 1 to 200 ASCII characters, without spaces and plus signs.")
    return value or None


def _witnesses(variable: str, values: Mapping[str, str]) -> tuple[WitnessAddress, ...]:
    try:
        return witnesses_of(values.get(variable, ""))
    except ValueError as error:
        raise SettingsError(f"{variable} is wrong: {error}.") from None


def _number(variable: str, values: Mapping[str, str], least: int, most: int) -> int | None:
    value = values.get(variable)
    if not value:
        return None
    if not value.isascii() or not value.isdigit() or not least <= int(value) <= most:
        raise SettingsError(f"{variable} is “{value}”; it must be a whole number from {least} to {most}.")
    return int(value)


def _one_of(variable: str, values: Mapping[str, str], known: tuple[str, ...], default: str) -> str:
    value = (values.get(variable) or default).upper()
    if value not in known:
        raise SettingsError(f"{variable} is “{value}”; it must be one of {', '.join(known)}.")
    return value
