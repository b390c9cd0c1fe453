"""Calendar programs that others wrote see in every feed the same events on the same days, and keep up.

Parsers read the built files. Subscribers fetch them from http://localhost, and again after each chapter of a
site's life: a deadline moves by a correction, one is withdrawn, a new year begins. `readers/` makes each say
what it holds. They run apart (`-m readers`), since they are programs of their own and need installing: in
an environment of its own for each that would disturb the project's, kept in pytest's cache. Where one is
not to be had its tests are skipped; with REQUIRE_ALL=1 they fail.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import venv
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import pytest
import tools
from conftest import EXAMPLE, addressed
from readers import Row
from test_feeds import unescaped
from test_ledger import ACT, current, run, write
from tools import need

pytestmark = [pytest.mark.readers, pytest.mark.slow]

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
SYSTEM_PYTHON = "/usr/bin/python3"  # the one to which Debian's packages belong
DOMAIN = "@ny-filing-deadlines.invalid"
PETITION = f"2027-primary.designating-petition.closes{DOMAIN}"
CAUCUS = f"2027-general.town-caucus.opens{DOMAIN}"

Table = dict[str, list[Row]]  # by the feed's path

# --- a site's life -------------------------------------------------------------------------------


@dataclass
class Chapter:
    """The site as built, and what its feeds say."""

    folder: Path
    table: Table
    ledger: dict[tuple[str, str], dict[str, str]]


@pytest.fixture(scope="module")
def life(site: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Chapter]:
    """As published; after a move; after a withdrawal; after New Year of 2029, with that year's elections."""
    folder = tmp_path_factory.mktemp("life")
    content = Path(shutil.copytree(ROOT / "content", folder / "content"))
    addressed(content, EXAMPLE)
    chapters = [Chapter(site, plain(site), current(content))]

    def chapter(name: str, path: str, change: str, why: str, today: str) -> None:
        write(content / path, change)
        assert run(content, "--output", str(folder / name), today=today) == 2  # not before it is recorded
        assert run(content, "record", why, today=today) == 0
        assert run(content, "--output", str(folder / name), today=today) == 0
        chapters.append(Chapter(folder / name, plain(folder / name), current(content)))

    act = ACT.format("2027-04-08")
    chapter("moved", "law/exceptions/2027-test.toml", act, "L.2027 ch.1 moved it a week", "2026-12-06")
    act = ACT.replace("2027-test", "2027-caucus").replace("2027-primary", "2027-general")
    act = act.replace("designating-petition", "town-caucus").replace('closes = "{}"', "abolished = true")
    chapter("withdrawn", "law/exceptions/2027-caucus.toml", act, "L.2027 ch.2 abolished it", "2026-12-20")
    year = (
        (ROOT / ".github/CONTRIBUTING.md").read_text("utf-8").partition("```toml\nyear = 2029")[2].partition("```")[0]
    )
    chapter("new-year", "elections/2029.toml", f"year = 2029{year}", "the elections of 2029", "2029-01-02")
    return chapters


def plain(folder: Path) -> Table:
    """What every feed of a folder says, by its plain text."""
    return {each.relative_to(folder).as_posix(): _rows(each.read_bytes().decode()) for each in folder.rglob("*.ics")}


def _rows(feed: str) -> list[Row]:
    text = re.sub(r"BEGIN:VALARM.*?END:VALARM\r\n", "", feed.replace("\r\n ", ""), flags=re.DOTALL)
    rows = []
    for event in re.findall(r"BEGIN:VEVENT\r\n(.*?)END:VEVENT", text, re.DOTALL):
        value = dict(line.split(":", 1) for line in event.splitlines())
        first, after = (str(date.fromisoformat(value[f"{name};VALUE=DATE"])) for name in ("DTSTART", "DTEND"))
        rows.append((value["UID"], first, after, unescaped(value["SUMMARY"]), unescaped(value["DESCRIPTION"])))
    return sorted(rows)


def days(table: Table, path: str = "feeds/all.ics") -> dict[str, tuple[str, str]]:
    """The day and title of each event of a feed, by its UID."""
    return {uid: (first, title) for uid, first, _, title, _ in table[path]}


def test_elections_feeds_hold_what_the_ledger_does(life: list[Chapter]) -> None:
    for chapter in life:
        due: dict[str, list[tuple[str, ...]]] = {}
        for (id_, end), line in chapter.ledger.items():
            if re.fullmatch(r"\d{4}-\d\d-\d\d", line["date"]):
                after = str(date.fromisoformat(line["date"]) + timedelta(days=1))
                title = line["title"] if line["status"] == "fixed" else f"WITHDRAWN: {line['title']}"
                event = (f"{id_.replace('/', '.')}.{end}{DOMAIN}", line["date"], after, title)
                due.setdefault(f"feeds/elections/{id_.partition('/')[0]}.ics", []).append(event)
        elections = {path: rows for path, rows in chapter.table.items() if path.startswith("feeds/elections/")}
        assert {path: [row[:4] for row in rows] for path, rows in elections.items()} == {
            path: sorted(rows) for path, rows in due.items()
        }


def test_the_chapters_are_what_they_are_called(life: list[Chapter]) -> None:
    published, moved, withdrawn, new_year = (days(chapter.table) for chapter in life)
    assert published.keys() == moved.keys() == withdrawn.keys()
    petition = "Last day: designating petition (2027 primary)"
    assert (published[PETITION], moved[PETITION]) == (("2027-04-01", petition), ("2027-04-08", petition))
    caucus = "First day: town caucus (2027 general)"
    assert {uid for uid in moved if moved[uid] != withdrawn[uid]} == {CAUCUS}
    assert (moved[CAUCUS], withdrawn[CAUCUS]) == (("2027-03-02", caucus), ("2027-03-02", f"WITHDRAWN: {caucus}"))
    assert {uid[:4] for uid in withdrawn} == {"2025", "2026", "2027", "2028"}
    assert {uid[:4] for uid in new_year} == {"2028", "2029"}


# --- the readers ---------------------------------------------------------------------------------

PARSERS = ("ical", "vobject", "libical", "ical_js")
SUBSCRIBERS = ("khal", "radicale", "thunderbird")
Seen = dict[str, list[Row] | str]
Reader = Callable[[Path, Iterable[str]], Seen]


class Calendars(tools.Quiet):
    extensions_map = tools.Quiet.extensions_map | {".ics": "text/calendar; charset=utf-8"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A folder, and the address at which it is served."""
    folder = tmp_path_factory.mktemp("served")
    with tools.served(folder, Calendars) as at:
        yield folder, at


@pytest.fixture(scope="module")
def cache(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where environments are kept from one session to the next."""
    try:
        return Path(request.config.cache.mkdir("readers"))
    except (AttributeError, OSError):
        return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module", params=PARSERS + SUBSCRIBERS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def command(name: str, cache: Path) -> list[str]:
    """How to start a reader; it is installed if need be."""
    script = ["-m", f"readers.by_{name}"]
    match name:
        case "ical" | "vobject":  # in the project's own environment, where they disturb nothing
            return [sys.executable, *script]
        case "libical":
            seen = [SYSTEM_PYTHON, "-c", "import gi; gi.require_version('ICalGLib', '3.0')"]
            found = Path(SYSTEM_PYTHON).exists() and subprocess.run(seen, stderr=subprocess.DEVNULL).returncode == 0
            need(found, "Debian's gir1.2-ical-3.0 and python3-gi")
            return [SYSTEM_PYTHON, *script]
        case "ical_js":
            need(shutil.which("node"), "Node")
            need((TESTS / "node_modules/ical.js").exists(), "ical.js (npm install --prefix tests)")
            return ["node", "readers/by_ical_js.mjs"]
        case "thunderbird":
            need(shutil.which("thunderbird"), "Thunderbird")
    environment = cache / name
    _install(environment, TESTS / f"readers/{name}.txt", _environment)
    return [str(environment / "bin/python"), *script]


def _install(folder: Path, wanted: Path, make: Callable[[Path, Path], None]) -> None:
    """Make a folder of what a file asks for, unless it was made for the same words."""
    words, made = f"{sys.version}\n{wanted.read_text('utf-8')}", folder / "made-for.txt"
    if made.exists() and made.read_text("utf-8") == words:
        return
    shutil.rmtree(folder, ignore_errors=True)
    try:
        make(folder, wanted)
    except (OSError, subprocess.SubprocessError) as error:
        need(None, f"{wanted.name} ({error})")
    made.write_text(words, "utf-8")


def _environment(folder: Path, requirements: Path) -> None:
    venv.create(folder, with_pip=True)
    pip = [str(folder / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", str(requirements)], check=True, timeout=300)


@pytest.fixture
def reader(command: list[str], served: tuple[Path, str], tmp_path: Path) -> Reader:
    """A reader as new, that gives what it sees at the paths of a site's folder; a subscriber finds all at one address."""
    root, url = served
    address, state = root / tmp_path.name, tmp_path / "state"
    state.mkdir()

    def read(folder: Path, paths: Iterable[str]) -> Seen:
        address.unlink(missing_ok=True)
        address.symlink_to(folder)
        found = json.loads(_output([*command, str(folder), f"{url}{address.name}/", str(state), *paths], state))
        return {path: sorted(map(tuple, rows)) if isinstance(rows, list) else rows for path, rows in found.items()}

    return read


def _output(command: list[str], home: Path) -> str:
    local = dict.fromkeys(("NO_PROXY", "no_proxy"), "localhost,127.0.0.1")
    with subprocess.Popen(
        command,
        cwd=TESTS,
        env={**os.environ, **local, "HOME": str(home), "TZ": "America/New_York"},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=240)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # it, and what it started
            raise
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return output


def visible(table: Table, name: str) -> Table:
    """What a reader is asked for and can give.

    Subscribers leave out the feeds of elections before 2025, which never change: parsers read them.
    vdirsyncer puts hashes in the place of the UIDs of what it fetches.
    """
    if name in SUBSCRIBERS:
        table = {path: rows for path, rows in table.items() if not re.match(r"feeds/elections/20(1\d|2[0-4])", path)}
    if name == "khal":
        table = {path: sorted(("", *row[1:]) for row in rows) for path, rows in table.items()}
    return table


def seen_by(reader: Reader, folder: Path, due: Table) -> Seen:
    """What a reader sees, at its second attempt if the first fails or differs (a port taken, a slow refresh)."""
    try:
        seen = reader(folder, due)
        if seen == due:
            return seen
        why: object = [path for path in due if seen.get(path) != due[path]]
    except (subprocess.SubprocessError, ValueError) as error:
        why = error
    warnings.warn(f"a second attempt, after: {why}", stacklevel=2)
    return reader(folder, due)


# --- what they see -------------------------------------------------------------------------------


def test_a_reader_sees_every_event_and_keeps_up(reader: Reader, name: str, life: list[Chapter]) -> None:
    for chapter in life:
        due = visible(chapter.table, name)
        assert due and all(due.values())
        seen = seen_by(reader, chapter.folder, due)
        assert seen.keys() == due.keys(), chapter.folder
        assert {path: rows for path, rows in seen.items() if rows != due[path]} == {}, chapter.folder


def test_a_reader_would_notice(reader: Reader, name: str, site: Path, tmp_path: Path) -> None:
    """Of four feeds three are spoilt: an event is missing, one is a day late, one comes twice."""
    good = (site / "feeds/elections/2027-primary.ics").read_bytes()
    (event,) = re.findall(
        rb"BEGIN:VEVENT\r\n(?:(?!END:).*\r\n)*?UID:%b(?:.*\r\n)*?END:VEVENT\r\n" % PETITION[:40].encode(), good
    )
    late = event.replace(b":20270402", b":20270403").replace(b":20270401", b":20270402")
    assert event in good and late != event
    feeds = {
        "whole": good,
        "missing": good.replace(event, b""),
        "late": good.replace(event, late),
        "twice": good.replace(event, event + late),
    }
    folder = tmp_path / "spoilt"
    folder.mkdir()
    for path, raw in feeds.items():
        (folder / f"{path}.ics").write_bytes(raw)
    due = visible(dict.fromkeys((f"{path}.ics" for path in feeds), _rows(good.decode())), name)
    seen = reader(folder, due)
    assert [path for path in due if seen[path] == due[path]] == ["whole.ics"]
