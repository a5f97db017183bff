"""Logs of child processes: bounded in size and number, private, and complete."""

import os
import stat
import subprocess
import sys

import pytest

from infra.cli.processes.log_files import LINE_BYTES_MAX, LogFile, LogPump

BYTES_MAX = 10_000
FILES_MAX = 3


@pytest.fixture
def path(tmp_path):
    return tmp_path / "api.log"


@pytest.fixture
def log(path):
    each = LogFile(path, bytes_max=BYTES_MAX, files_max=FILES_MAX)
    yield each
    each.close()


def stored(path) -> bytes:
    """All files, the oldest first."""
    numbered = sorted(path.parent.glob("api.log.*"), reverse=True)
    return b"".join(each.read_bytes() for each in (*numbered, path))


def test_size_and_number_are_bounded_and_the_last_lines_are_there(log, path):
    written = [b"line %06d\n" % number for number in range(20_000)]
    for line in written:
        log.write(line)
    files = sorted(each.name for each in path.parent.iterdir())
    assert files == ["api.log", "api.log.1", "api.log.2"]
    assert all(each.stat().st_size <= BYTES_MAX + len(written[0]) for each in path.parent.iterdir())
    text = stored(path)
    assert text == b"".join(written)[-len(text) :], "no line is lost or cut between two files"
    assert len(text) > (FILES_MAX - 1) * BYTES_MAX


def test_nobody_else_may_read_them(path):
    path.write_bytes(b"of an earlier build\n")
    path.chmod(0o644)
    log = LogFile(path, bytes_max=BYTES_MAX, files_max=FILES_MAX)
    for _ in range(2_000):
        log.write(b"something secret enough\n")
    log.close()
    assert {stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()} == {0o600}


def test_a_link_in_its_place_is_not_followed(path, tmp_path):
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic link"):
        LogFile(path)
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("pieces", [1, 7, 1_000])
def test_a_long_line_is_cut_once_and_the_next_is_whole(log, path, pieces):
    long = b"x" * 1_000_000
    for number in range(pieces):
        log.write(long[number * len(long) // pieces : (number + 1) * len(long) // pieces])
    log.write(b"\nnext\n")
    first, second = stored(path).splitlines()
    assert first == b"x" * LINE_BYTES_MAX + b" [cut]"
    assert second == b"next"


def test_a_line_that_just_fits_is_not_cut(log, path):
    log.write(b"y" * LINE_BYTES_MAX + b"\n")
    assert stored(path) == b"y" * LINE_BYTES_MAX + b"\n"


def test_control_characters_do_not_reach_a_terminal(log, path):
    log.write("a\x1b[31mb\rc\x00d\x7f\té\n".encode())
    assert stored(path).decode() == "a?[31mb?c?d?\té\n"


def test_two_processes_may_write_to_the_same_log(log, path):
    other = LogFile(path, bytes_max=BYTES_MAX, files_max=FILES_MAX)
    total = []
    for number in range(400):
        for each in (log, other):
            total.append(b"line %06d\n" % number)
            each.write(total[-1])
    other.close()
    assert stored(path) == b"".join(total)


def test_a_full_disk_raises_nothing_and_is_reported_later(log, path, monkeypatch):
    write = os.write

    def full(descriptor: int, text: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    log.write(b"lost\n")
    monkeypatch.setattr(os, "write", write)
    log.write(b"back\n")
    assert stored(path) == b"5 bytes of this log were lost: it could not be written.\nback\n"


def test_what_a_process_writes_is_there_when_it_has_ended(path):
    pump = LogPump(LogFile(path))
    pump.start()
    script = "import sys; [print(number) for number in range(50_000)]; sys.exit('the end')"
    subprocess.run([sys.executable, "-c", script], stdout=pump.end, stderr=pump.end, check=False)
    pump.close_end()
    pump.join(20)
    assert not pump.is_alive()
    assert set(path.read_text().splitlines()) == {*map(str, range(50_000)), "the end"}
