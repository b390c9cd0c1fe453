"""What the command says on a terminal and in a log."""

import io
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest
from conftest import ROOT, SMALL

from deadlines import console


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which each look is 0.6 seconds after the last."""
    looks = iter(range(1000))
    monkeypatch.setattr("time.monotonic", lambda: next(looks) * 0.6)


@pytest.mark.usefixtures("seconds")
def test_long_work_is_told_in_one_line_of_a_terminal_and_taken_away() -> None:
    stream = Terminal()
    assert list(console.told("abc", "letters", quiet=False, stream=stream)) == ["a", "b", "c"]
    assert stream.getvalue() == "\r\x1b[Kletters: 2 so far\r\x1b[Kletters: 3 so far\r\x1b[K"


@pytest.mark.usefixtures("seconds")
def test_in_a_log_it_is_a_plain_line_every_ten_seconds() -> None:
    stream = io.StringIO()
    assert sum(console.told([1] * 40, "things", quiet=False, stream=stream)) == 40
    assert stream.getvalue() == "things: 17 so far\nthings: 34 so far\n"


@pytest.mark.usefixtures("seconds")
@pytest.mark.parametrize("stream", [Terminal(), io.StringIO()])
def test_quiet_says_nothing(stream: io.StringIO) -> None:
    assert sum(console.told([1] * 40, "things", quiet=True, stream=stream)) == 40
    assert stream.getvalue() == ""


@pytest.mark.parametrize(("stream", "said"), [(Terminal(), "\r\x1b[Kreading\r\x1b[K"), (io.StringIO(), "reading\n")])
def test_work_whose_parts_are_not_counted_is_named(
    stream: io.StringIO, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "PATIENCE", 0.01)
    monkeypatch.setattr(console, "EVERY_LINE", 0.01)
    with console.during("reading", quiet=False, stream=stream):
        sleep(0.2)
    assert stream.getvalue() == said
    with console.during("more", quiet=True, stream=stream):
        sleep(0.2)
    assert stream.getvalue() == said


def test_the_first_item_is_waited_for_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow() -> Iterator[str]:
        sleep(0.2)
        yield "a"

    monkeypatch.setattr(console, "PATIENCE", 0.05)
    stream = Terminal()
    assert list(console.told(slow(), "letters", quiet=False, stream=stream)) == ["a"]
    assert stream.getvalue().startswith("\r\x1b[Kletters: 0 so far\r\x1b[K")


def test_short_work_says_nothing() -> None:
    stream = Terminal()
    with console.during("reading", quiet=False, stream=stream):
        pass
    assert list(console.told("abc", "letters", quiet=False, stream=stream)) == ["a", "b", "c"]
    assert stream.getvalue() == ""


@pytest.mark.usefixtures("seconds")
def test_work_that_fails_leaves_a_clean_line() -> None:
    stream = Terminal()
    with pytest.raises(ZeroDivisionError):
        list(console.told((1 // n for n in (1, 1, 0)), "parts", quiet=False, stream=stream))
    assert stream.getvalue() == "\r\x1b[Kparts: 2 so far\r\x1b[K"


@pytest.mark.parametrize(
    ("stream", "no_color", "said"),
    [
        (Terminal(), "", "\x1b[31ma: b\x1b[0m\n"),
        (Terminal(), "1", "a: b\n"),
        (io.StringIO(), "", "a: b\n"),
    ],
)
def test_mistakes_are_red_on_a_terminal_alone(
    stream: io.StringIO, no_color: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    console.refuse(["a: b"], stream)
    assert stream.getvalue() == said


def test_a_mistake_is_one_line_and_moves_no_cursor() -> None:
    assert console.one_line("a\nb\x1b[2Jc\u202ed\u2028é “§”") == "a\\nb\\x1b[2Jc\\u202ed\\u2028é “§”"


@pytest.mark.parametrize(("no_color", "begins"), [("", "\x1b[31mpages/"), ("1", "pages/")])
def test_the_command_on_a_real_terminal(tmp_path: Path, no_color: str, begins: str) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, str(ROOT / "build.py"), "check", "--content", str(SMALL / "pages")]
    run = subprocess.run(command, stdout=theirs, stderr=theirs, env=os.environ | {"NO_COLOR": no_color})
    os.close(theirs)
    said = os.read(ours, 4096).decode()
    os.close(ours)
    assert run.returncode == 2
    assert said.splitlines()[0].startswith(begins)
    assert re.search("site.toml: this file is missing", said)
