"""The site on this machine as it would be published: under its base path, with its 404 page, made anew on change."""

import hashlib
import mimetypes
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

EVERY = 0.3  # seconds between two looks at the files
TYPES = {".ics": "text/calendar", ".json": "application/json", ".xml": "application/xml", ".js": "text/javascript"}

Site = Mapping[str, bytes]  # each file's bytes, by its path from the root


class Server(ThreadingHTTPServer):
    """Serves a site from memory at http://localhost:PORT/ and its base path; `site` may be replaced at any time."""

    daemon_threads = True

    def __init__(self, site: Site, base: str, port: int) -> None:
        super().__init__(("localhost", port), _Handler)
        self.site = site
        self.base = base  # begins and ends in a slash


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        status, path, content = _answer(self.server.site, self.server.base, unquote(urlsplit(self.path).path))
        self.send_response(status)
        if status == HTTPStatus.MOVED_PERMANENTLY:
            self.send_header("Location", path)
        kind = TYPES.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
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
    path = asked.removeprefix(base) if asked.startswith(base) else None
    if path is None:
        return HTTPStatus.NOT_FOUND, "404.html", site.get("404.html", b"")
    file = f"{path}index.html" if path == "" or path.endswith("/") else path
    if file in site:
        return HTTPStatus.OK, file, site[file]
    if f"{path}/index.html" in site:
        return HTTPStatus.MOVED_PERMANENTLY, f"{asked}/", b""
    return HTTPStatus.NOT_FOUND, "404.html", site.get("404.html", b"")


def serve(server: Server, make: Callable[[], Site | None], folders: list[Path], said: str) -> None:
    """Serve until interrupted; when a file of the folders changes, make the site anew (none: keep the old one).

    Each time a new site is there, `said` is printed.
    """
    seen = _bytes(folders)  # before the site is made: what changes meanwhile is seen
    Thread(target=server.serve_forever, daemon=True).start()
    _renew(server, make, said)
    try:
        while True:
            time.sleep(EVERY)
            now = _bytes(folders)
            if now != seen:
                seen = now
                _renew(server, make, said)
    except KeyboardInterrupt:
        server.shutdown()


def _renew(server: Server, make: Callable[[], Site | None], said: str) -> None:
    site = make()
    if site is not None:
        server.site = site
        print(said, flush=True)


def _bytes(folders: list[Path]) -> str:
    """A hash of every file's path and bytes."""
    found = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            try:
                found.update(f"{path}\0".encode() + (path.read_bytes() if path.is_file() else b""))
            except OSError:  # gone between the two
                found.update(b"gone")
    return found.hexdigest()
