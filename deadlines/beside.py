"""Work for a second processor: a process of its own makes one part while this one makes another."""

import os
import pickle
import signal
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from typing import TypeVar

T = TypeVar("T")


def beside(make: Callable[[], Iterable[T]], there: Callable[[], Iterable[T]]) -> Iterator[T]:
    """What `make` gives here, then what `there` has meanwhile given in a process of its own.

    What goes wrong there is raised here. The process has begun when this returns, so that it holds
    nothing which is opened later; when this one ends, whatever the reason, it ends before its next item.
    """
    receiver, sender = os.pipe()
    parent, child = os.getpid(), os.fork()
    if not child:
        os.close(receiver)
        _send(there, sender, parent)
    os.close(sender)
    return _both(make, child, receiver)


def _send(there: Callable[[], Iterable[T]], sender: int, parent: int) -> None:
    """In the process beside: make it all while somebody waits for it, hand it over, end."""
    try:
        try:
            made: list[T] | Exception = list(takewhile(lambda _: os.getppid() == parent, there()))
        except Exception as error:
            made = error
        with open(sender, "wb") as pipe:
            pickle.dump(made, pipe, pickle.HIGHEST_PROTOCOL)
    finally:
        os._exit(0)


def _both(make: Callable[[], Iterable[T]], child: int, receiver: int) -> Iterator[T]:
    try:
        yield from make()
        with open(receiver, "rb") as pipe:
            made = pickle.load(pipe)
    except BaseException as error:
        os.kill(child, signal.SIGKILL)
        if isinstance(error, EOFError):
            raise RuntimeError("the process that made one half of the site was stopped") from None
        raise
    finally:
        os.waitpid(child, 0)
    if isinstance(made, Exception):
        raise made
    yield from made
