"""`emberlog witness`: cosigns the checkpoints of logs, on a machine that is not their operator's."""

import os
import secrets
import time
from pathlib import Path
from typing import Annotated, Final

import typer

from domain.proof.note import COSIGNATURE, ED25519, BadNote, Key, SecretKey, is_name
from infra.cli.options import out
from infra.cli.problems import ExitCode, Problem

PORT_DEFAULT: Final = 8_100


def witness(
    log: Annotated[list[str], typer.Option("--log", help="The public key of a log to cosign; may be repeated.")],
    name: Annotated[str, typer.Option("--name", help="The name that the witness signs by, at its first start.")] = "",
    folder: Annotated[Path, typer.Option("--folder", help="Where its key and its memory are.")] = Path("witness"),
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to listen on.")] = PORT_DEFAULT,
) -> None:
    """Cosign the checkpoints of logs, each only if it continues the one before, until Ctrl-C.

    Run it on a machine of your own. The operator of the log names its address and key in EMBERLOG_WITNESSES. Two
    signers with two histories then cannot both have your cosignature.

    Example: `emberlog witness --name witness.example --log KEY`
    """
    import uvicorn

    from infra.signer.witness import Witness, witness_app

    logs = {key.name: key for key in map(_log_key, log)}
    key = _own_key(folder, name)
    out.print(f"Cosigns with the key {key.public}", markup=False, highlight=False, soft_wrap=True)
    app = witness_app(Witness(key, logs, folder / "memory.sqlite", lambda: int(time.time())))
    uvicorn.run(app, host=host, port=port, log_level="warning", lifespan="off", limit_concurrency=64)


def _log_key(text: str) -> Key:
    try:
        key = Key.parse(text)
    except BadNote as bad:
        raise Problem(f"The key of a log cannot be read: {bad.why}.", ExitCode.USAGE) from None
    if key.kind != ED25519:
        raise Problem(f"{key.name} is the key of a witness, not of a log.", ExitCode.USAGE)
    return key


def _own_key(folder: Path, name: str) -> SecretKey:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / "key"
    if path.exists():
        try:
            return SecretKey.parse(path.read_text(encoding="utf-8"))
        except (BadNote, UnicodeDecodeError):
            raise Problem(f"The key in {path} cannot be read.", ExitCode.TREE_DAMAGED) from None
    if not is_name(name):
        raise Problem("Name the witness with --name, for example witness.example.", ExitCode.USAGE)
    key = SecretKey(name, COSIGNATURE, secrets.token_bytes(32))
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(f"{key.text()}\n")
    return key
