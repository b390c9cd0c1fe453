"""Holds what is served against what was built: build.json, every feed and every data file.

python .github/scripts/verify.py BUILT ADDRESS

A deployment can take its time to be served everywhere: build.json is asked for until it is the one
just built, for at most VERIFY_SECONDS (1200). Then each file's type, first bytes, length and hash are
compared. Exit status 1 if anything differs, with a line for each file.
"""

import hashlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

TYPES = {
    ".ics": ("text/calendar",),
    ".json": ("application/json",),
    ".csv": ("text/csv",),
    ".xml": ("application/xml", "text/xml", "application/atom+xml"),
}
FIRST = 15  # bytes: as many as BEGIN:VCALENDAR has
EVERY = 10  # seconds between two questions


def published(built: Path) -> list[str]:
    """The paths of the feeds and data files of a built site."""
    files = (each for each in built.rglob("*") if each.suffix in TYPES and each.name != "build.json")
    return sorted(each.relative_to(built).as_posix() for each in files)


def fetch(address: str) -> tuple[str, bytes]:
    """A file's media type and bytes, past any cache."""
    request = Request(address, headers={"Cache-Control": "no-cache", "User-Agent": "verify"})
    with urlopen(request, timeout=30) as answer:
        return answer.headers.get_content_type(), answer.read()


def differences(path: str, built: bytes, kind: str, served: bytes) -> Iterator[str]:
    """What differs between a file as built and as served."""
    if kind not in TYPES[Path(path).suffix]:
        yield f"{path}: is served as {kind}"
    if served[:FIRST] != built[:FIRST]:
        yield f"{path}: begins with {served[:FIRST]!r}, not {built[:FIRST]!r}"
    if len(served) != len(built):
        yield f"{path}: {len(served)} bytes, not {len(built)}"
    if hashlib.sha256(served).digest() != hashlib.sha256(built).digest():
        yield f"{path}: is not the file that was built"


def is_there(built: Path, address: str, seconds: float) -> bool:
    """Whether the build.json just built is served, within so many seconds."""
    expected, until = (built / "build.json").read_bytes(), time.monotonic() + seconds
    while True:
        try:
            served = fetch(f"{address}build.json")[1]
            if served == expected:
                return True
            print(f"served: {served[:200]!r}", flush=True)
        except (URLError, OSError) as error:
            print(error, flush=True)
        if time.monotonic() >= until:
            print(f"::error::{address}build.json is not the one just built: {expected.decode()}")
            return False
        time.sleep(min(EVERY, seconds))


def main(built: Path, address: str) -> int:
    address = address.rstrip("/") + "/"
    if f'"{address}api/v1/'.encode() not in (built / "api/v1/deadlines.json").read_bytes():
        print(f"::error file=content/site.toml::base_url is not the address of the site, {address}")
        return 1
    if not is_there(built, address, float(os.environ.get("VERIFY_SECONDS", "1200"))):
        return 1
    paths = published(built)
    wrong: list[str] = []
    for path in paths:
        try:
            wrong += differences(path, (built / path).read_bytes(), *fetch(address + path))
        except (URLError, OSError) as error:
            wrong.append(f"{path}: {error}")
    for each in wrong:
        print(f"::error::{each}")
    print(f"{len(paths)} feeds and data files compared, {len(wrong)} differences")
    return 1 if wrong or not paths else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
