"""What `emberlog person rename` and `erase` print, and how they end."""

import errno
import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from infra.cli.app import run
from infra.cli.commands.person import GAMES_NAMED_MAX, erase, rename, stored_name
from infra.cli.problems import ExitCode, Problem
from services.names import Person
from services.ports import Principal
from services.world import World
from tests.api.memory import memory_world
from tests.dice import new_id
from tests.fakes import FakeNames
from tests.infra.cli.commands import ANSWER_SECONDS, Emberlog

CTRL_C, CTRL_D = "\x03", "\x04"


@pytest.fixture
def memory() -> World:
    return memory_world()


@pytest.fixture
async def ada(memory: World) -> Principal:
    return (await memory.principals.create("Ada", frozenset()))[0]


class Answering:
    """Answers the question, and remembers it."""

    def __init__(self, answer: bool) -> None:
        self.answer = answer
        self.questions: list[str] = []

    async def __call__(self, question: str) -> bool:
        self.questions.append(question)
        return self.answer


def console() -> Console:
    return Console(file=io.StringIO(), force_terminal=False, width=120, color_system=None)


def printed(out: Console) -> str:
    assert isinstance(out.file, io.StringIO)
    return out.file.getvalue()


async def erased(memory: World, principal: str, confirm: Answering) -> str:
    out = console()
    await erase(memory.names, principal, out, confirm)
    return printed(out)


async def test_a_person_is_renamed(memory: World, ada: Principal) -> None:
    out = console()
    await rename(memory.names, ada.id, "Augusta", out)
    assert printed(out) == f"{ada.id} is called Augusta now. Before: Ada.\n"
    assert await memory.names.person(ada.id) == Person("Augusta")


@pytest.mark.parametrize("text", ["", "  ", "x" * 41, "a\nb", "\u200b"])
def test_a_name_that_cannot_be_is_refused_with_the_limit(text: str) -> None:
    with pytest.raises(Problem, match="1 to 40 printable characters") as caught:
        stored_name(text)
    assert caught.value.code == ExitCode.USAGE


def test_a_name_is_cleaned_as_everywhere() -> None:
    assert stored_name(" «Ada» \u00a0".replace("\u00a0", "")) == "Ada"


async def test_nobody_unknown_is_renamed_or_erased(memory: World) -> None:
    confirm = Answering(True)
    for change in (rename(memory.names, "p_nobody", "Ada", console()), erased(memory, "p_nobody", confirm)):
        with pytest.raises(Problem, match="no principal p_nobody") as caught:
            await change
        assert caught.value.code == ExitCode.NOT_THERE
    assert confirm.questions == []


async def test_a_person_is_erased_after_a_question_and_the_answer_says_what_went(memory: World, ada: Principal) -> None:
    for number in range(2):
        await memory.names.put_title(new_id(), f"Evening {number}", ada.id)
    await memory.names.put_seat_name(new_id(), ada.id, "The Countess")
    confirm = Answering(True)
    text = await erased(memory, ada.id, confirm)
    [question] = confirm.questions
    assert all(word in question for word in ("Ada", ada.id, "former player", "cannot be undone", "tokens"))
    assert "1 name of seats, 2 titles, 0 notes, 1 token." in text and "Backups" in text
    assert "Ada" not in text, "what was printed may be stored somewhere"
    person = await memory.names.person(ada.id)
    assert person is not None and person.name is None


async def test_without_a_yes_nothing_is_erased(memory: World, ada: Principal) -> None:
    with pytest.raises(Problem, match="Nothing was erased") as caught:
        await erased(memory, ada.id, Answering(False))
    assert caught.value.code == ExitCode.CHECK_FAILED
    assert await memory.names.person(ada.id) == Person("Ada")


async def test_a_second_time_says_since_when_and_is_no_problem(memory: World, ada: Principal) -> None:
    await erased(memory, ada.id, Answering(True))
    confirm = Answering(False)
    text = await erased(memory, ada.id, confirm)
    assert text.startswith(f"{ada.id} was erased on 20") and "Nothing is left" in text
    assert confirm.questions == []
    with pytest.raises(Problem, match="was erased") as caught:
        await rename(memory.names, ada.id, "Ada", console())
    assert caught.value.code == ExitCode.CHECK_FAILED


@pytest.mark.parametrize("count", [1, GAMES_NAMED_MAX, GAMES_NAMED_MAX + 5])
async def test_a_seated_person_is_not_erased_and_the_games_are_listed(
    memory: World, ada: Principal, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    games = [new_id() for _ in range(count)]

    async def running(self: FakeNames, principal: str) -> list[str]:
        return games

    monkeypatch.setattr(FakeNames, "running_games", running)
    confirm = Answering(True)
    with pytest.raises(Problem) as caught:
        await erased(memory, ada.id, confirm)
    text = caught.value.text
    assert caught.value.code == ExitCode.CHECK_FAILED and confirm.questions == []
    assert [game for game in games if game in text] == games[:GAMES_NAMED_MAX]
    assert (f"and {count - GAMES_NAMED_MAX} more" in text) is (count > GAMES_NAMED_MAX)
    assert all(word in text for word in ("resign", "leaveSeat", "seatBot", "abandonGame"))
    assert await memory.names.person(ada.id) == Person("Ada")


async def test_a_seat_taken_while_the_question_waits_is_noticed(
    memory: World, ada: Principal, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [[], [new_id()]]

    async def running(self: FakeNames, principal: str) -> list[str]:
        return answers.pop(0)

    monkeypatch.setattr(FakeNames, "running_games", running)
    with pytest.raises(Problem, match="not over"):
        await erased(memory, ada.id, Answering(True))
    assert await memory.names.person(ada.id) == Person("Ada")


@pytest.mark.parametrize("command", [["person"], ["person", "rename"], ["person", "erase"]])
def test_the_commands_on_persons_have_help(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command, "--help"]) == ExitCode.DONE
    assert "Usage: emberlog person" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [["erase"], ["rename", "p_1"], ["rename", "p_1", " "], ["frobnicate"]])
def test_a_wrong_command_line_on_persons_is_reported(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["person", *wrong]) == ExitCode.USAGE
    assert capsys.readouterr().err


@pytest.mark.campaign
def test_the_command_line_renames_and_erases_a_person(database_url: str, redis_url: str, tmp_path: Path) -> None:
    emberlog = Emberlog(tmp_path, {"EMBERLOG_DATABASE_URL": database_url, "EMBERLOG_REDIS_URL": redis_url})

    def ends(*arguments: str, typed: str | None = None) -> tuple[int, str]:
        if typed is not None:
            return on_terminal(emberlog, arguments, typed)
        done: subprocess.CompletedProcess[str] = emberlog.run("person", *arguments)
        return done.returncode, done.stdout + done.stderr

    created = emberlog.run("token", "create", "Ze\u0301 Secret")
    principal = created.stderr.split(" is principal ")[1].split(".")[0]
    assert created.stderr.startswith("Zé Secret")

    code, text = ends("erase", principal)
    assert code == ExitCode.USAGE and "--yes" in text, "there is no terminal"
    assert ends("rename", "p_nobody", "Ada")[0] == ends("erase", "p_nobody", "--yes")[0] == ExitCode.NOT_THERE
    assert ends("rename", principal, "Zoë")[0] == ExitCode.DONE
    for typed in ("\n", "n\n", CTRL_D):
        code, text = ends("erase", principal, typed=typed)
        assert code == ExitCode.CHECK_FAILED and "Nothing was erased" in text and "Zoë" in text
    assert ends("erase", principal, typed=CTRL_C)[0] == ExitCode.STOPPED
    code, text = ends("erase", principal, typed="y\n")
    assert code == ExitCode.DONE and "1 token." in text
    code, text = ends("erase", principal, "--yes")
    assert code == ExitCode.DONE and "Nothing is left" in text
    assert ends("rename", principal, "Zoë")[0] == ExitCode.CHECK_FAILED
    assert emberlog.run("games", EMBERLOG_TOKEN=created.stdout.strip()).returncode == ExitCode.DONE


def on_terminal(emberlog: Emberlog, arguments: tuple[str, ...], typed: str) -> tuple[int, str]:
    """The command on a terminal of its own; `typed` once it has put its question. Ctrl-C is a signal."""
    mine, its = os.openpty()
    command = [sys.executable, "-P", "-m", "infra.cli", "person", *arguments]
    before = signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # children of background jobs inherit that they ignore it
    process = subprocess.Popen(command, env=emberlog.environment(), stdin=its, stdout=its, stderr=its)
    signal.signal(signal.SIGINT, before)
    os.close(its)
    text, is_typed = b"", False
    with os.fdopen(mine, "rb+", buffering=0) as screen:
        while part := _read(screen):
            text += part
            if not is_typed and b"[y/N]" in text:
                is_typed = True
                if typed == CTRL_C:
                    process.send_signal(signal.SIGINT)
                else:
                    screen.write(typed.encode())
        return process.wait(ANSWER_SECONDS), text.decode()


def _read(screen: io.FileIO) -> bytes:
    """The next part of what is printed; nothing when the other end was closed."""
    try:
        return screen.read(4_096)
    except OSError as error:
        assert error.errno == errno.EIO
        return b""
