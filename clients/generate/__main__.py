"""`python -m clients.generate` writes the generated files of both kits; `--check` fails if they are stale."""

import subprocess
import sys
from pathlib import Path

from clients.generate import python, typescript
from clients.generate.model import ROOT, load


def generated() -> dict[Path, str]:
    """The text of every generated file, by its path."""
    model = load()
    clients = ROOT / "clients"
    package = clients / "python" / "src" / "emberlog_client"
    written = {package / name: _formatted(package / name, text) for name, text in python.files(model).items()}
    return written | {clients / "typescript" / "src" / name: text for name, text in typescript.files(model).items()}


def _formatted(path: Path, text: str) -> str:
    """Python as the project's formatter writes it."""
    for command in (["check", "--fix-only", "--select", "F401,I"], ["format"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--quiet", "--stdin-filename", str(path), "-"],
            input=text, capture_output=True, text=True, check=True, cwd=ROOT,
        )  # fmt: skip
        text = done.stdout
    return text


def main() -> int:
    """Write the files, or tell which of them are stale."""
    files = generated()
    stale = [path for path, text in files.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv:
        for path in stale:
            sys.stderr.write(f"{path.relative_to(ROOT)} is stale: run `make kits`\n")
        return 1 if stale else 0
    for path in stale:
        path.write_text(files[path], encoding="utf-8")
        sys.stdout.write(f"{path.relative_to(ROOT)}: {files[path].count(chr(10))} lines\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
