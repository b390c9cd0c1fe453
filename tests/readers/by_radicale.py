"""Radicale: a CalDAV server that takes each feed as a calendar, in place of what it held, and gives it back."""

import socket
import subprocess
import sys
import time
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager

from readers import Row, answer
from readers.by_vobject import read

USER = {"Authorization": "Basic " + b64encode(b"reader:reader").decode(), "Content-Type": "text/calendar"}


def main() -> None:
    with _server() as server:

        def through_the_server(path: str) -> list[Row]:
            calendar = f"{server}reader/{path.replace('/', '_')}/"
            feed = _ask(sys.argv[2] + path)
            _ask(calendar, feed)
            return read(_ask(calendar).decode())

        answer(through_the_server)


def _ask(address: str, body: bytes | None = None) -> bytes:
    request = urllib.request.Request(address, body, USER, method="PUT" if body else "GET")
    with urllib.request.urlopen(request, timeout=30) as response:
        return bytes(response.read())


@contextmanager
def _server() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{free.getsockname()[1]}"
    options = ["--server-hosts", host, "--auth-type", "none", "--storage-filesystem-folder", sys.argv[3]]
    server = subprocess.Popen([sys.executable, "-m", "radicale", *options, "--logging-level", "error"])
    try:
        for _ in range(300):
            try:
                _ask(f"http://{host}/")
                break
            except OSError:
                if server.poll() is not None:
                    raise
                time.sleep(0.1)
        yield f"http://{host}/"
    finally:
        server.terminate()
        server.wait(10)


if __name__ == "__main__":
    main()
