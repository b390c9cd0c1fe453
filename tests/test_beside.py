"""Two halves of the work, one of them in a process of its own."""

import os
import signal
from collections.abc import Iterator

import pytest

from deadlines.beside import beside
from deadlines.reader import ContentError


def test_what_both_make_comes_in_order_and_is_made_in_two_processes() -> None:
    here, there = beside(lambda: [os.getpid()], lambda: [os.getpid()])
    assert here == os.getpid()
    assert there != here


def test_what_goes_wrong_there_is_raised_here_whole_after_what_was_made_here() -> None:
    def there() -> Iterator[str]:
        yield "lost"
        raise ContentError(["a.toml: one", "b.toml: two"])

    made = beside(lambda: ["kept"], there)
    assert next(made) == "kept"
    with pytest.raises(ContentError) as caught:
        next(made)
    assert caught.value.mistakes == ["a.toml: one", "b.toml: two"]
    assert str(caught.value) == "a.toml: one\nb.toml: two"


def test_a_process_that_was_stopped_is_said_in_plain_words() -> None:
    def there() -> Iterator[str]:
        os.kill(os.getpid(), signal.SIGKILL)
        yield "never"

    with pytest.raises(RuntimeError, match=r"^the process that made one half of the site was stopped$"):
        list(beside(lambda: ["here"], there))


def test_a_mistake_here_ends_the_process_there() -> None:
    receiver, sender = os.pipe()

    def here() -> Iterator[str]:
        yield "one"
        raise KeyboardInterrupt

    def there() -> Iterator[str]:
        os.write(sender, b"begun")
        signal.pause()
        yield "never"

    made = beside(here, there)
    os.close(sender)
    assert os.read(receiver, 5) == b"begun"
    with pytest.raises(KeyboardInterrupt):
        list(made)
    assert os.read(receiver, 1) == b""  # the last who could have written is gone
    os.close(receiver)
