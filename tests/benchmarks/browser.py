"""The built pages in Chromium: when something is seen, what is sent, how soon the calculator and the search answer."""

import gzip
import statistics
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from work import HERE

sys.path.insert(0, str(HERE.parent))
from tools import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KINDS = {
    "home": "",
    "election": "elections/2027-primary/",
    "deadline": "deadlines/2027-primary/designating-petition/",
    "filing": "filings/designating-petition/",
    "calculator": "calculator/",
    "subscribe": "subscribe/",
    "law": "law/6-158/",
    "terms": "terms/",
    "link": "link/",
}
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"

# From the press of the button to the answer laid out, in one go: reading the form, two or three timetables, the
# list of what follows, the address, the copy for calendars. Painting it, up to the next frame, is not counted.
CALCULATOR = """
() => {
  const form = document.getElementById("calculator");
  const field = (name) => form.elements.namedItem(name);
  const set = (name, [year, month, day]) => {
    for (const [part, value] of [["year", year], ["month", month], ["day", day]]) field(`${name}-${part}`).value = value;
  };
  const found = [];
  for (const event of [...field("event").options].map((each) => each.value)) {
    field("event").value = event;
    field("event").dispatchEvent(new Event("change", { bubbles: true }));
    for (const election of [...field("election").options].filter((each) => !each.disabled)) {
      field("election").value = election.value;
      field("election").dispatchEvent(new Event("change", { bubbles: true }));
      const year = Number(election.value.slice(0, 4)) || 2027;
      for (const day of [[year, 1, 5], [year, 5, 20], [year, 7, 20], [year, 10, 12]]) {
        set("date", day);
        set("held", [day[0], day[1] + 1, 25]);
        field("hour").value = "20:00";
        const start = performance.now();
        form.requestSubmit();
        document.getElementById("answer").getBoundingClientRect();
        const took = performance.now() - start;
        if (!document.getElementById("answer").hidden) found.push([event, took]);
      }
    }
  }
  return found;
}
"""

# From a key to the results, laid out; the first one of a page also fetches the index.
SEARCH = """
async (texts) => {
  const input = document.getElementById("query");
  const list = document.getElementById("found");
  const found = [];
  input.focus();
  for (const text of texts)
    for (let n = 1; n <= text.length; n++) {
      const changed = new Promise((done) => {
        const observer = new MutationObserver(() => (observer.disconnect(), done()));
        observer.observe(list, { childList: true });
      });
      const start = performance.now();
      input.value = text.slice(0, n);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      await changed;
      list.getBoundingClientRect();
      found.push(performance.now() - start);
    }
  return found;
}
"""
SEARCHED = ["designating petition 2027", "objection", "6-158(4)", "assembly 36"]


class Counted(SimpleHTTPRequestHandler):
    """Sends files compressed, as GitHub Pages does, and notes each one's bytes: as they are, and as sent."""

    protocol_version = "HTTP/1.1"
    sent: list[tuple[int, int]] = []  # noqa: RUF012 - the server makes a handler for each connection

    def handle(self) -> None:
        with suppress(ConnectionError):  # a closed page lets go of its connections
            super().handle()

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return super().do_GET()
        plain = path.read_bytes()
        raw = gzip.compress(plain, 6)
        self.sent.append((len(plain), len(raw)))
        self.send_response(200)
        for name, value in (("Type", self.guess_type(path)), ("Encoding", "gzip"), ("Length", str(len(raw)))):
            self.send_header(f"Content-{name}", value)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *_: object) -> None:
        """Requests are not worth a line each."""


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("localhost", 0), partial(Counted, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()


def measured(site: Path, loads: int) -> dict[str, list[list[str]]]:
    """Rows of the tables: pages, events, keys."""
    with _served(site) as address, chromium() as browser:
        _opened(browser, address, lambda page: None)  # the first page of a browser waits for the browser
        return {
            "pages": [[kind, *_loaded(browser, address + path, loads)] for kind, path in KINDS.items()],
            "events": list(_events(browser, f"{address}calculator/")),
            "keys": list(_keys(browser, address, loads)),
        }


def _opened(browser: "Browser", address: str, ask: Any) -> Any:
    """What is asked of a page that is loaded with nothing kept from earlier."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    found = ask(page)
    context.close()
    return found


def _loaded(browser: "Browser", address: str, loads: int) -> list[str]:
    paints = []
    for _ in range(loads):
        Counted.sent.clear()
        paints.append(_opened(browser, address, lambda page: page.wait_for_function(PAINT).json_value()))
    plain, compressed = (sum(each) / 1000 for each in zip(*Counted.sent, strict=True))
    return [f"{statistics.median(paints):.0f} ms", f"{plain:,.0f} KB", f"{compressed:,.0f} KB", f"{len(Counted.sent)}"]


def _events(browser: "Browser", address: str) -> Iterator[list[str]]:
    times: dict[str, list[float]] = {}

    def ask(page: Any) -> None:
        page.wait_for_selector("#calculator:not([hidden])")
        for event, took in page.evaluate(CALCULATOR):
            times.setdefault(event, []).append(took)

    _opened(browser, address, ask)
    for event, each in times.items():
        yield [
            event,
            f"{len(each)}",
            f"{statistics.median(each):.1f} ms",
            f"{_most(each):.1f} ms",
            f"{max(each):.1f} ms",
        ]


def _keys(browser: "Browser", address: str, loads: int) -> Iterator[list[str]]:
    found = [_opened(browser, address, lambda page: page.evaluate(SEARCH, SEARCHED)) for _ in range(loads)]
    first, later = [each[0] for each in found], [took for each in found for took in each[1:]]
    for name, times in (("the first, which fetches the index", first), ("any later one", later)):
        yield [
            name,
            f"{len(times)}",
            f"{statistics.median(times):.1f} ms",
            f"{_most(times):.1f} ms",
            f"{max(times):.1f} ms",
        ]


def _most(times: list[float]) -> float:
    """What 95 of a hundred keep within."""
    return sorted(times)[int(0.95 * (len(times) - 1))]
