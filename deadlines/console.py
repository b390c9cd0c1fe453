"""What the command says to whoever started it: how far long work has come, and in plain words why it stopped."""

import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from threading import Timer
from typing import TextIO, TypeVar

from .reader import ODD

T = TypeVar("T")
PATIENCE = 1.0  # seconds that nobody need be told about
EVERY_LINE = 10.0  # seconds between two lines in a log
EVERY_SIGHT = 0.1  # and between two sights of a line that is rewritten on a terminal
RED, PLAIN, REWRITE = "\x1b[31m", "\x1b[0m", "\r\x1b[K"


def refuse(mistakes: Iterable[str], stream: TextIO | None = None) -> None:
    """Say each mistake in a line of its own: in red on a terminal, unless NO_COLOR is set."""
    stream = stream or sys.stderr
    red, plain = (RED, PLAIN) if stream.isatty() and not os.environ.get("NO_COLOR") else ("", "")
    for mistake in mistakes:
        print(f"{red}{one_line(mistake)}{plain}", file=stream)


def one_line(text: str) -> str:
    """A text with what would break its line, or make a terminal do something, written as an escape."""
    return re.sub(rf"[\n\r\t\u2028\u2029]|{ODD.pattern}", lambda odd: ascii(odd[0])[1:-1], text)


@contextmanager
def during(doing: str, *, quiet: bool, stream: TextIO | None = None) -> Iterator[None]:
    """Say what is being done, if it takes more than a second: work whose parts are not counted.

    On a terminal it is taken away at the end; in a log it is a plain line, after ten seconds.
    """
    if quiet:
        yield
        return
    stream = stream or sys.stderr
    terminal, shown = stream.isatty(), False

    def say() -> None:
        nonlocal shown
        shown = True
        print(f"{REWRITE}{doing}" if terminal else doing, end="" if terminal else "\n", file=stream, flush=True)

    timer = Timer(PATIENCE if terminal else EVERY_LINE, say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if terminal and shown:
            print(REWRITE, end="", file=stream, flush=True)


def told(work: Iterable[T], doing: str, *, quiet: bool, stream: TextIO | None = None) -> Iterator[T]:
    """The work's items one by one; if it takes more than a second, how many there are so far.

    On a terminal in one line, which is taken away at the end; in a log a plain line every ten seconds.
    """
    if quiet:
        yield from work
        return
    stream = stream or sys.stderr
    terminal = stream.isatty()
    every = EVERY_SIGHT if terminal else EVERY_LINE
    due = time.monotonic() + (PATIENCE if terminal else EVERY_LINE)
    shown = False
    items = iter(work)
    with during(f"{doing}: 0 so far", quiet=False, stream=stream):  # the first can take long
        first = list(islice(items, 1))
    try:
        for number, item in enumerate(chain(first, items), 1):
            now = time.monotonic()
            if now >= due:
                due, shown = now + every, True
                line = f"{doing}: {number} so far"
                print(f"{REWRITE}{line}" if terminal else line, end="" if terminal else "\n", file=stream, flush=True)
            yield item
    finally:
        if terminal and shown:
            print(REWRITE, end="", file=stream, flush=True)
