"""The log of a child process: a pipe that this process reads, and files of bounded size and number that it writes.

The child has only the pipe. So it cannot touch a file, its log can be rotated while it runs, and no line is lost by
that. What it writes may hold what strangers chose: a line is cut, and control characters are replaced.
"""

import contextlib
import fcntl
import os
import threading
from pathlib import Path
from typing import Final

FILE_BYTES_MAX: Final = 5_000_000
FILES_MAX: Final = 5
"""`api.log`, then `api.log.1` to `api.log.4`, the oldest last."""
LINE_BYTES_MAX: Final = 16_384
READ_BYTES: Final = 65_536
_CUT: Final = b" [cut]"
_NEWLINE: Final = ord("\n")
_REPLACED: Final = bytes(byte if byte >= ord(" ") or byte in b"\n\t" else ord("?") for byte in range(256)).replace(
    b"\x7f", b"?"
)


class LogFile:
    """One log in files that only this user may read. Several processes may write to the same one.

    A full disk loses lines and raises nothing; the next line that is written says how many bytes were lost.
    """

    def __init__(self, path: Path, *, bytes_max: int = FILE_BYTES_MAX, files_max: int = FILES_MAX) -> None:
        self._path = path
        self._bytes_max = bytes_max
        self._files_max = files_max
        self._column = 0
        self._lost = 0
        self._descriptor = _opened(path)

    def write(self, chunk: bytes) -> None:
        """Append a chunk, which may end within a line."""
        if self._column == 0:
            self._rotate_if_due()
        for line in chunk.translate(_REPLACED).splitlines(keepends=True):
            self._write_piece(line)

    def close(self) -> None:
        """Close the file. A second call does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _write_piece(self, piece: bytes) -> None:
        """Append a line or a part of one."""
        ends = piece.endswith(b"\n")
        allowed = LINE_BYTES_MAX - self._column
        fits = len(piece) - ends <= allowed
        if fits:
            self._put(piece)
        elif allowed >= 0:
            self._put(piece[:allowed] + _CUT + b"\n")
        self._column = 0 if ends else min(self._column + len(piece), LINE_BYTES_MAX + 1)

    def _put(self, text: bytes) -> None:
        report = b"%d bytes of this log were lost: it could not be written.\n" % self._lost if self._lost else b""
        try:
            written = os.write(self._descriptor, report + text)
        except OSError:
            written = 0
        missing = len(report) + len(text) - written
        if missing:
            self._lost += min(missing, len(text))
        else:
            self._lost = 0

    def _rotate_if_due(self) -> None:
        """Begin a new file when this one is large. Another process may have begun one already."""
        with contextlib.suppress(OSError):
            current = self._path.stat() if self._path.exists() else None
            if current is None or current.st_ino != os.fstat(self._descriptor).st_ino:
                self._reopen()
            elif current.st_size >= self._bytes_max:
                self._rotate()

    def _rotate(self) -> None:
        folder = os.open(self._path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            if self._path.stat().st_size >= self._bytes_max:
                self._numbered(self._files_max - 1).unlink(missing_ok=True)
                for number in reversed(range(self._files_max - 1)):
                    with contextlib.suppress(FileNotFoundError):
                        self._numbered(number).rename(self._numbered(number + 1))
            self._reopen()
        finally:
            os.close(folder)

    def _numbered(self, number: int) -> Path:
        return self._path.with_name(f"{self._path.name}.{number}") if number else self._path

    def _reopen(self) -> None:
        before, self._descriptor = self._descriptor, _opened(self._path)
        os.close(before)


class LogPump(threading.Thread):
    """Copies what a child writes into its log, until the child has ended. `end`: the child's end of the pipe."""

    def __init__(self, log: LogFile) -> None:
        super().__init__(daemon=True, name="log-pump")
        self._log = log
        self._read, self.end = os.pipe()
        with contextlib.suppress(AttributeError, OSError):  # so that a busy parent does not stop its children
            fcntl.fcntl(self.end, fcntl.F_SETPIPE_SZ, 1_048_576)

    def run(self) -> None:
        with contextlib.suppress(OSError):
            while chunk := os.read(self._read, READ_BYTES):
                self._log.write(chunk)
        os.close(self._read)
        self._log.close()

    def close_end(self) -> None:
        """Close the child's end in this process. From then on the pipe ends with the child."""
        os.close(self.end)


def _opened(path: Path) -> int:
    """A file of ours to append to. A link in its place is not followed."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(path, flags, 0o600)
    os.fchmod(descriptor, 0o600)
    return descriptor
