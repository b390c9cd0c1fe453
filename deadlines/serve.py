"""The site on this machine as it would be published: under its base path, with its 404 page, made anew on change.

A file is made when it is asked for, so that a change is seen at once, not after the whole site is built.
"""

import mimetypes
import sys
import time
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from urllib.parse import unquote, urlsplit

EVERY = 0.1  # seconds between two looks at the files; each request looks too
TYPES = {".ics": "text/calendar", ".json": "application/json", ".xml": "application/xml", ".js": "text/javascript"}

Site = Callable[[str], bytes | None]  # a file's bytes, by its path from the root; none if there is no such file


class Server(ThreadingHTTPServer):
    """Serves a site at http://localhost:PORT/ and its base path.

    `make` gives the site, first and whenever a file of the folders has changed; none leaves the old one.
    """

    daemon_threads = True

    def __init__(self, make: Callable[[], Site | None], folders: list[Path], base: str, port: int) -> None:
        super().__init__(("localhost", port), _Handler)
        self.base = base  # begins and ends in a slash
        self._make, self._folders = make, folders
        self._site: Site = lambda path: None
        self._seen: dict[str, tuple[int, int]] | None = None
        self._lock = Lock()

    def site(self) -> Site:
        """The site as its files are now."""
        with self._lock:
            now = _stamps(self._folders)
            if now != self._seen:
                self._seen = now
                self._site = self._make() or self._site
            return self._site


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        asked = unquote(urlsplit(self.path).path)
        try:
            status, path, content = _answer(self.server.site(), self.server.base, asked)
        except Exception as error:  # of a template, or of prose: whoever wrote it is told, in the browser too
            print(f"{asked}: {error}", file=sys.stderr)
            status, path, content = HTTPStatus.INTERNAL_SERVER_ERROR, "error.txt", f"{error}\n".encode()
        kind = TYPES.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
        self.send_response(status)
        if status == HTTPStatus.MOVED_PERMANENTLY:
            self.send_header("Location", path)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    do_HEAD = do_GET

    def log_message(self, format: str, *values: object) -> None:
        """Say nothing of each request."""


def _answer(site: Site, base: str, asked: str) -> tuple[HTTPStatus, str, bytes]:
    """What a request gets, as GitHub Pages would answer: the status, the file's path (or where to go), its bytes."""
    if asked.startswith(base):
        path = asked.removeprefix(base)
        file = f"{path}index.html" if path == "" or path.endswith("/") else path
        found = site(file)
        if found is not None:
            return HTTPStatus.OK, file, found
        if site(f"{path}/index.html") is not None:
            return HTTPStatus.MOVED_PERMANENTLY, f"{asked}/", b""
    return HTTPStatus.NOT_FOUND, "404.html", site("404.html") or b""


def serve(server: Server) -> None:
    """Serve until interrupted; a change is looked for all the while, so that a mistake is told when it is made."""
    server.site()
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        while True:
            time.sleep(EVERY)
            server.site()
    except KeyboardInterrupt:
        server.shutdown()


def _stamps(folders: list[Path]) -> dict[str, tuple[int, int]]:
    """Each file's last change, in nanoseconds, and its size."""
    found = {}
    for folder in folders:
        for path in folder.rglob("*"):
            try:
                status = path.stat()
            except OSError:  # gone between the two
                continue
            found[str(path)] = status.st_mtime_ns, status.st_size
    return found
