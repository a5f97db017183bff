"""`python3 emberlog-verify.pyz [--key KEY] FILE`: checks the evidence of a game, and ends with a code of its own."""

import argparse
import importlib.util
import sys
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from domain.proof.faults import ADVICE, EXIT_CODES, Fault
from domain.proof.log_depth import Checked, Trusted, check
from domain.proof.ml_dsa import Required, parse_key
from domain.proof.note import COSIGNATURE, ED25519, BadNote, Key
from domain.proof.packed import BYTES_MAX
from verifier import ml_dsa

HOLDS: Final = 0
KEY_NOT_NAMED: Final = 1
USAGE: Final = 2
NOT_POSSIBLE: Final = 3
FAILED: Final = 70
INSTALL: Final = "python3 -m pip install 'msgspec>=0.22,<0.23'"


class _Usage(Exception):
    """The command line is wrong, or a file cannot be read."""


def main(arguments: Sequence[str] | None = None, say: Callable[[str], object] = print) -> int:
    """Verify a bundle. Returns the exit code."""
    wanted = _parser().parse_args(arguments)
    try:
        return _verify(wanted, say)
    except Exception as error:  # Python's own code for it is 1, which here says that a bundle holds
        say(f"NOT verified: this verifier failed ({type(error).__name__}: {error}). Keep the file and report it.")
        return FAILED


def _verify(wanted: argparse.Namespace, say: Callable[[str], object]) -> int:
    try:
        trusted = _trusted(wanted)
        checked = check(_bytes(wanted.file), trusted)
        _tell_log(checked, say)
        if trusted.earlier is not None:
            say("  The log continues the checkpoint that you have: nothing before it was changed.")
        if trusted.part is not None:
            say("  It goes on from the part that you have: those steps are the same.")
        if wanted.depth == "rules" and checked.is_part:
            say("The rules were not checked: a part of a game has no commands to decide once more.")
            return NOT_POSSIBLE
        if wanted.depth == "rules":
            if importlib.util.find_spec("msgspec") is None:
                say(f"The rules were not checked: msgspec is not installed. This installs it: {INSTALL}")
                return NOT_POSSIBLE
            _tell_rules(checked, say)
    except _Usage as error:
        say(str(error))
        return USAGE
    except Fault as fault:
        say(f"NOT verified ({fault.kind}): {fault}.")
        say(ADVICE[fault.kind])
        return fault.exit_code
    code = _tell_key(checked, trusted, say)
    if wanted.ml_dsa_key is not None and trusted.ml_dsa is None:
        say(f"The ML-DSA-44 line was NOT checked: cryptography is not installed. This installs it: {ml_dsa.INSTALL}")
        return NOT_POSSIBLE
    return code


def _parser() -> argparse.ArgumentParser:
    codes = ", ".join(f"{code} {kind}" for kind, code in EXIT_CODES.items())
    parser = argparse.ArgumentParser(
        prog="emberlog-verify",
        description="Checks the evidence of a game: every byte, every chain, and its place in the signed log.",
        epilog="Exit codes: 0 it holds; 1 it holds by a key that you have not named; 2 usage; 3 not possible: a "
        "library is missing, or the rules of a part of a game were asked for; "
        f"{codes}; {FAILED} the verifier failed, so nothing is verified.",
    )
    parser.add_argument("file", type=Path, help="the bundle, a file with the ending .emberlog")
    parser.add_argument("--key", help="the public key of the log, from somebody you trust")
    parser.add_argument("--witness", action="append", default=[], help="the key of a witness who must have cosigned")
    parser.add_argument(
        "--ml-dsa-key", type=Path, help="a file with the log's ML-DSA-44 key, which must have signed, too"
    )
    parser.add_argument(
        "--part", type=Path, help="a file with a part of this game, from when it was running, which it must go on from"
    )
    parser.add_argument("--earlier", type=Path, help="a file with a checkpoint that the log must continue")
    parser.add_argument(
        "--depth", choices=("log", "rules"), default="log",
        help="log: bytes, chains and the signed tree; rules: every command is also decided once more",
    )  # fmt: skip
    return parser


def _trusted(wanted: argparse.Namespace) -> Trusted:
    try:
        key = None if wanted.key is None else Key.parse(wanted.key)
        witnesses = tuple(map(Key.parse, wanted.witness))
        second = None if wanted.ml_dsa_key is None else parse_key(_bytes(wanted.ml_dsa_key).decode(errors="replace"))
    except BadNote as bad:
        raise _Usage(f"A key on the command line cannot be read: {bad.why}. It is one line; copy all of it.") from None
    if (key is not None and key.kind != ED25519) or any(each.kind != COSIGNATURE for each in witnesses):
        raise _Usage("A key on the command line is of the other kind: a log's is not a witness's.")
    required = None if second is None or not ml_dsa.is_possible() else Required(second, ml_dsa.verify)
    earlier, part = (None if path is None else _bytes(path) for path in (wanted.earlier, wanted.part))
    return Trusted(key, witnesses, earlier, required, part)


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > BYTES_MAX:
            raise Fault("size", f"the file is larger than {BYTES_MAX} bytes")
        return path.read_bytes()
    except OSError as error:
        raise _Usage(f"{path} cannot be read: {error.strerror}.") from None


def _tell_log(checked: Checked, say: Callable[[str], object]) -> None:
    assert checked.signed is not None
    manifest, checkpoint = checked.manifest, checked.signed.checkpoint
    say(f"Game {checked.game}, {manifest['ruleset']} version {manifest['ruleset_version']}:")
    if checked.is_part:
        say(f"  It has a part of the game, as {manifest['viewer']}: the hashes of {len(checked.hashes)} steps hold.")
        say("  What its lines say of the steps is not proved before the game is over. Keep this file until then.")
    else:
        say(
            f"  {len(checked.hashes)} steps and {len(checked.links)} commands, {checked.refused} of them refused, hold."
        )
    if checked.notes:
        say(f"  {checked.notes} notes have the words that were hashed.")
    say(f"  All of them are in the log {checkpoint.origin}, in the tree of size {checkpoint.size}.")


def _tell_rules(checked: Checked, say: Callable[[str], object]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        _unpack(Path(folder))
        from domain.proof.rules_depth import check_rules

        decided = check_rules(checked)
    say(f"  {decided.commands} commands were decided once more, with {decided.draws} draws from the revealed secret.")
    if decided.is_fork:
        say("  It was forked from another game, and begins with a position that was taken as written.")


def _unpack(folder: Path) -> None:
    """The rulesets read tables beside their modules, so the verifier unpacks itself. It unpacks nothing of a bundle."""
    own = Path(sys.argv[0])
    if not zipfile.is_zipfile(own):
        return
    with zipfile.ZipFile(own) as archive:
        archive.extractall(folder)
    sys.path.insert(0, str(folder))
    for name in [name for name in sys.modules if name == "domain" or name.startswith("domain.")]:
        module = sys.modules[name]
        if hasattr(module, "__path__"):
            module.__path__ = [str(folder.joinpath(*name.split(".")))]


def _tell_key(checked: Checked, trusted: Trusted, say: Callable[[str], object]) -> int:
    if trusted.ml_dsa is not None:
        say("Verified: signed by the ML-DSA-44 key that you named.")
    if trusted.key is not None:
        say("Verified: signed by the key that you named.")
    if trusted.ml_dsa is not None or trusted.key is not None:
        return HOLDS
    say(f"It holds by the key {checked.key}")
    say("Somebody else could have made a bundle with a key of their own: name the one that you trust with --key.")
    return KEY_NOT_NAMED


__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
