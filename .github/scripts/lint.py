"""Whether a built site is sound, whatever was in its content: its files parse, and nothing came through as markup.

python .github/scripts/lint.py output
"""

import csv
import io
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import icalendar

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'self'"
)
OF_A_FRAME = re.compile(r"default-src 'none'; style-src 'sha256-[\w+/]+='; base-uri 'none'; form-action 'none'")
SCHEME = re.compile(r"[^/?#]*:")
KNOWN_SCHEME = re.compile(r"(https?|mailto|webcal):", re.IGNORECASE)
TAGS = """
    a abbr article aside b blockquote body br button caption cite code dd del desc details div dl dt em
    fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label
    legend li line link main meta nav noscript ol optgroup option output p path pre q rect s script search
    section select small span strong summary svg table tbody td text th thead time title tr ul""".split()  # noqa: SIM905 - shorter so


class _Page(HTMLParser):
    def __init__(self, frame: bool) -> None:
        super().__init__()
        self.frame = frame  # that other sites show: with its style inside, without a script
        self.linked = False  # inside linked data
        self.wrong: list[str] = []
        self.policies: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        if tag not in TAGS and not (self.frame and tag in ("base", "style")):
            self.wrong.append(f"<{tag}>")
        self.linked = tag == "script" and named == {"type": "application/ld+json"}
        if tag == "script" and not self.linked:
            self.scripts += 1
            if set(named) != {"type", "src"}:
                self.wrong.append(f"a script with {sorted(named)}")
        if tag == "meta" and named.get("http-equiv"):
            self.policies.append(named.get("content") or "")
        for key, value in attributes:
            if key.startswith("on") or key in ("style", "srcdoc", "formaction", "action"):
                self.wrong.append(f"{tag} {key}")
            address = (value or "").strip()
            if key in ("href", "src", "xlink:href") and SCHEME.match(address) and not KNOWN_SCHEME.match(address):
                self.wrong.append(f"{tag} {key}={address[:60]}")

    def handle_endtag(self, tag: str) -> None:
        self.linked = False

    def handle_data(self, data: str) -> None:
        if self.linked:
            json.loads(data)
        elif self.cdata_elem and data.strip() and not (self.frame and self.cdata_elem == "style"):
            self.wrong.append(f"words inside a {self.cdata_elem}")


def unsound(site: Path) -> list[str]:
    """What is wrong with the files of a site, by file."""
    wrong: list[str] = []
    for path in sorted(each for each in site.rglob("*") if each.is_file()):
        name, raw = path.relative_to(site).as_posix(), path.read_bytes()
        try:
            wrong += [f"{name}: {each}" for each in _of_file(path.suffix, name, raw)]
        except (ValueError, ElementTree.ParseError) as error:
            wrong.append(f"{name}: {error}")
    return wrong


def _of_file(suffix: str, name: str, raw: bytes) -> list[str]:
    if suffix in (".png", ".woff"):
        return []
    text = raw.decode()
    match suffix:
        case ".html":
            frame = name.startswith("embed/")
            page = _Page(frame)
            page.feed(text)
            page.close()
            meant = OF_A_FRAME if frame else re.compile(re.escape(POLICY))
            sound = len(page.policies) == 1 and meant.fullmatch(page.policies[0])
            found = page.wrong + ([] if sound else [f"policies {page.policies}"])
            scripts = 0 if frame else 1 + (name == "calculator/index.html")
            return found + ([] if page.scripts == scripts else [f"{page.scripts} scripts"])
        case ".ics":
            return _of_calendar(raw)
        case ".json":
            json.loads(text)
        case ".xml" | ".svg":
            ElementTree.fromstring(text)
        case ".csv":
            return _of_csv(text)
    return []


def _of_calendar(raw: bytes) -> list[str]:
    wrong = [] if raw.endswith(b"\r\nEND:VCALENDAR\r\n") else ["does not end as a calendar"]
    for line in raw.split(b"\r\n"):
        if b"\n" in line or b"\r" in line or len(line) > 75:
            wrong.append(f"line {line[:80]!r}")
    unfolded = raw.replace(b"\r\n ", b"").decode()
    names = {re.split("[:;]", line, maxsplit=1)[0] for line in unfolded.split("\r\n") if line}
    wrong += [f"property {each}" for each in names if not re.fullmatch(r"[A-Z-]+", each) or each.startswith("X-EVIL")]
    calendar = icalendar.Calendar.from_ical(raw)
    if len(list(calendar.walk("VEVENT"))) != raw.count(b"\r\nBEGIN:VEVENT\r\n"):
        wrong.append("an event more or less")
    return wrong


def _of_csv(text: str) -> list[str]:
    rows = list(csv.reader(io.StringIO(text, newline="")))
    wrong = [f"a row of {len(row)} fields" for row in rows if len(row) != len(rows[0])]
    formula = [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    return wrong + [f"a formula {cell[:40]!r}" for cell in formula]


def main(folder: str) -> int:
    site = Path(folder)
    wrong = unsound(site)
    for each in wrong:
        print(f"::error::{each}")
    feeds, data = (sum(1 for _ in site.rglob(pattern)) for pattern in ("*.ics", "*.json"))
    if not (feeds and data):
        print(f"::error::{folder} holds {feeds} feeds and {data} data files")
        return 1
    print(f"{folder}: {feeds} feeds and {data} data files, {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
