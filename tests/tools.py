"""What tests need of the world outside: programs, a server on this machine, a browser."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from markupsafe import Markup

if TYPE_CHECKING:  # the README's test command installs no browser's driver
    from playwright.sync_api import Browser

CHROMIUM = os.environ.get("CHROME_PATH", "/usr/bin/chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]


def need(found: object, what: str) -> None:
    """Skip the test if what it needs was not found, and say so; fail it where all is required (REQUIRE_ALL=1)."""
    if not found:
        (pytest.fail if os.environ.get("REQUIRE_ALL") == "1" else pytest.skip)(f"{what} is not to be had")


def text_of(html: str) -> str:
    """HTML as it reads, without its tags."""
    return " ".join(Markup(html).striptags().split())


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Requests are not worth a line each."""


@contextmanager
def served(folder: Path, handler: type[SimpleHTTPRequestHandler] = Quiet) -> Iterator[str]:
    """The address at which a folder is served."""
    server = ThreadingHTTPServer(("localhost", 0), partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()


@contextmanager
def chromium(*flags: str) -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags])
        yield browser
        browser.close()
