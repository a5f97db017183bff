"""A corpus file with one byte changed is named, with the game and the step, whichever byte it is."""

import random
import re
from pathlib import Path

import pytest

from tests.corpus.check import check_header, check_order, check_stream, restored
from tests.corpus.rows import BadCorpus, files, parse, save, unpack

each_file = pytest.mark.parametrize("path", files(), ids=lambda path: path.name.removesuffix(".jsonl.xz"))
KINDS = ("head", "step", "command", "place")
COLUMNS = {
    "head": ("version", "hash", "commands", "command_link", "ruleset_version"),
    "step": ("body", "hash", "prev_hash", "type", "schema", "version"),
    "command": ("body", "answer", "link", "ordinal", "token_id", "received_us", "request_hash", "principal"),
    "place": ("pos", "number", "kind", "game_id"),
}
"""Columns of each kind of row in which a byte is changed."""
LINES = 3
"""Lines of each kind that are changed in a file."""
PACKED = 40
"""Places of a compressed file that are changed."""


async def first_problem(name: str, text: bytes, line: int) -> str:
    """What is wrong with a file whose given line was changed; verifies the game of that line only."""
    try:
        corpus = parse(name, text)
        check_order(corpus)
        world, before = restored(corpus.streams), 1
        for stream in corpus.streams:
            rows = sum(1 for _ in stream.rows())
            if before <= line < before + rows:
                await check_stream(world, name, stream)
            before += rows
        check_header(corpus)
    except BadCorpus as bad:
        return str(bad)
    return ""


def lines_of(path: Path) -> list[bytes]:
    """The lines of a file."""
    return unpack(path.name, path.read_bytes()).split(b"\n")


def changed(line: bytes, column: str, dice: random.Random) -> bytes:
    """The line with one byte changed inside a column; the line itself when the column is empty there."""
    match = re.search(rb'"%s":("(?:[^"\\]|\\.)+"|[0-9]+)' % column.encode(), line)
    if match is None:
        return line
    quoted = line[match.start(1)] == ord('"')
    at = dice.randrange(match.start(1) + quoted, match.end(1) - quoted)
    digits = b"0123456789" if quoted or match.end(1) - match.start(1) > 1 else b"2345678"
    replacement = dice.choice([each for each in digits if each != line[at]])
    return line[:at] + bytes([replacement]) + line[at + 1 :]


@each_file
@pytest.mark.campaign
async def test_one_changed_byte_of_the_text_is_named(path: Path) -> None:
    lines = lines_of(path)
    dice = random.Random(path.name)
    tried = 0
    for kind in KINDS:
        numbers = [at for at, line in enumerate(lines) if line.startswith(b'{"%s":' % kind.encode())]
        for number in dice.sample(numbers, min(LINES, len(numbers))):
            column = dice.choice(COLUMNS[kind])
            line = changed(lines[number], column, dice)
            if line == lines[number]:
                continue
            text = b"\n".join((*lines[:number], line, *lines[number + 1 :]))
            problem = await first_problem(path.name, text, number)
            assert path.name in problem, f"line {number + 1}, {column}: {lines[number]!r} -> {line!r} was not noticed"
            assert re.search(r"(game|stream|place|line|step) [0-9a-f]", problem), problem
            tried += 1
    assert tried >= LINES * len(KINDS) // 2


async def test_every_column_of_every_kind_of_row_counts() -> None:
    """One small game: a byte of each column of each row, one after the other."""
    path = min(files(), key=lambda each: each.stat().st_size)
    lines = lines_of(path)
    for kind in KINDS:
        number = next(at for at, line in enumerate(lines) if line.startswith(b'{"%s":' % kind.encode()))
        for column in re.findall(
            rb'"([a-z_]+)":', re.sub(rb'"(body|answer)":"(?:[^"\\]|\\.)*"', rb'"\1":""', lines[number])
        ):
            line = changed(lines[number], column.decode(), random.Random(column))
            text = b"\n".join((*lines[:number], line, *lines[number + 1 :]))
            problem = await first_problem(path.name, text, number)
            assert line == lines[number] or path.name in problem, (kind, column, line)


@each_file
@pytest.mark.campaign
def test_one_changed_byte_of_the_compressed_file_is_named(path: Path) -> None:
    packed, dice = path.read_bytes(), random.Random(path.name)
    for at in (0, len(packed) - 1, *(dice.randrange(len(packed)) for _ in range(PACKED))):
        flipped = packed[:at] + bytes([packed[at] ^ 1 << dice.randrange(8)]) + packed[at + 1 :]
        with pytest.raises(BadCorpus, match=rf"^{re.escape(path.name)} is damaged: it cannot be unpacked"):
            unpack(path.name, flipped)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: text.replace(b'"format":1', b'"format":2', 1), "is of format 2, not 1"),
        (lambda text: text.replace(b'{"format"', b'{"formaT"', 1), "line 1 is damaged: it is not a header"),
        (lambda text: text.replace(b'"what":["', b'"what":["x', 1), "line 1 names other features"),
        (lambda text: text.replace(b'"head"', b'"haed"', 1), "line 2 is damaged: it is not a row of the log"),
        (lambda text: text[:-1], "its last line has no end"),
        (lambda text: text.replace(b"\n", b"\n ", 1), "line 2 is damaged: it is not what its row is written as"),
        (lambda text: b"\n".join(text.split(b"\n")[:1] + text.split(b"\n")[2:]), "line 2 is damaged: a row without"),
    ],
)
async def test_a_file_of_another_shape_is_named(change, why) -> None:
    path = files()[0]
    problem = await first_problem(path.name, change(b"\n".join(lines_of(path))), -1)
    assert problem.startswith(path.name) and why in problem


def test_a_file_cut_short_is_named(tmp_path: Path) -> None:
    whole = files()[0].read_bytes()
    with pytest.raises(BadCorpus, match=r"^some is damaged: it cannot be unpacked"):
        unpack("some", whole[: len(whole) // 2])
    assert save(tmp_path / "empty", ()) > 0
