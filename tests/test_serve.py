"""`serve`: what GitHub Pages would answer, from this machine, made anew when a file changes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread, Timer

import pytest

from build import main
from deadlines.serve import Server

ROOT = Path(__file__).parents[1]
SITE = {"index.html": b"home", "a/index.html": b"a", "404.html": b"no", "feeds/all.ics": b"BEGIN", "x.css": b"*{}"}


@pytest.fixture
def port() -> Iterator[int]:
    server = Server(lambda: SITE.get, [], "/repository/", 0)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def ask(port: int, path: str, method: str = "GET") -> tuple[int, str | None, str | None, bytes]:
    connection = HTTPConnection("localhost", port, timeout=10)
    connection.request(method, path)
    answer = connection.getresponse()
    found = answer.status, answer.getheader("Content-Type"), answer.getheader("Location"), answer.read()
    connection.close()
    return found


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("/repository/", (200, "text/html; charset=utf-8", None, b"home")),
        ("/repository/a/?x=1", (200, "text/html; charset=utf-8", None, b"a")),
        ("/repository/feeds/all.ics", (200, "text/calendar; charset=utf-8", None, b"BEGIN")),
        ("/repository/x.css", (200, "text/css; charset=utf-8", None, b"*{}")),
        ("/repository/none/at/all/", (404, "text/html; charset=utf-8", None, b"no")),
        ("/", (404, "text/html; charset=utf-8", None, b"no")),
        ("/repository/../index.html", (404, "text/html; charset=utf-8", None, b"no")),
    ],
)
def test_a_path_is_answered_as_the_public_site_would(port: int, path: str, answer: tuple[object, ...]) -> None:
    assert ask(port, path) == answer


def test_a_folder_without_its_slash_is_sent_on(port: int) -> None:
    assert ask(port, "/repository/a")[::2] == (301, "/repository/a/")


def test_a_head_request_has_no_body(port: int) -> None:
    assert ask(port, "/repository/", "HEAD") == (200, "text/html; charset=utf-8", None, b"")


def test_a_port_that_is_taken_is_told(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", str(port)]) == 2
    assert capsys.readouterr().err.startswith(f"port {port}: ")


def put(path: Path, text: str) -> None:
    """Write a file at one stroke, so that no half of it is seen."""
    aside = next(each for each in path.parents if each.name == "content").parent / "aside"
    aside.write_text(text, "utf-8")
    aside.replace(path)


@pytest.mark.figures
@pytest.mark.slow
def test_a_change_is_served_marked_and_a_mistake_keeps_the_site(own_content: Path) -> None:
    command = [sys.executable, str(ROOT / "build.py"), "serve", "--port", "0", "--content", str(own_content)]
    more = ["--base-url", "https://name.github.io/repository/", "--today", "2026-12-02"]
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [*command, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as served:
        watchdog = Timer(120, served.kill)
        watchdog.start()
        try:
            assert served.stdout is not None
            assert served.stderr is not None
            port = int(served.stdout.readline().split(":")[2].split("/")[0])
            path = "/repository/deadlines/2027-primary/designating-petition/"
            assert b"Thursday, April 1, 2027" in ask(port, path)[3]

            site = own_content / "site.toml"
            good = site.read_text("utf-8")
            put(site, good + "\nbad =")
            assert served.stderr.readline().startswith("content/site.toml: is not TOML")
            assert served.stderr.readline() == "the site is as it was before\n"
            assert b"Thursday, April 1, 2027" in ask(port, path)[3]

            put(site, good)
            assert served.stdout.readline() == f"http://localhost:{port}/repository/\n"
            act = own_content / "law/exceptions/2027-test.toml"
            put(
                act,
                'id = "2027-test"\ntitle = "t"\nact = "an act"\nsource = "s"\nbasis = "read"\n'
                'elections = ["2027-primary"]\nedition = "2022"\n'
                '[[deadline]]\nfiling = "designating-petition"\ncloses = "2027-04-08"\n',
            )
            assert served.stdout.readline() == f"http://localhost:{port}/repository/\n"
            page = ask(port, path)[3].decode()
            assert "not recorded yet" in page
            assert "2027-04-08" in page
            assert served.stderr.readline().startswith("2027-general/independent-acceptance/late-vacancy closes: ")
        finally:
            watchdog.cancel()
            served.terminate()
