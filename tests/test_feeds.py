"""Calendar feeds: right to the byte, read alike by independent readers, and never short of an event.

The lint below is written from RFC 5545 and RFC 7986 and from what calendar programs are known to
choke on. Ready-made readers let most of it pass: a file in LF, a line too long, a last day without
length, a hexadecimal COLOR, a bare comma.
"""

import json
import re
import tomllib
from collections.abc import Callable
from datetime import date, timedelta
from functools import cache
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import icalendar
import pytest
from readers import Row, by_ical, by_vobject

from deadlines import feeds
from deadlines.model import Build, Content, Deadline

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
SITE = "https://example.org/"
STAMP = "20261130T000000Z"  # of the first publication, by the ledger

# --- the lint ------------------------------------------------------------------------------------

# What each must have once, and nothing else: with its value, or none where it is looked at below.
# COLOR is one of CSS3's names, as RFC 7986 5.9 asks; only Apple's takes hexadecimal.
# fmt: off
CALENDAR = {
    "VERSION": "2.0", "PRODID": "-//NY Filing Deadlines//NY Filing Deadlines//EN", "CALSCALE": "GREGORIAN",
    "NAME": None, "X-WR-CALNAME": None, "DESCRIPTION": None, "X-WR-CALDESC": None, "URL": None,
    "SOURCE;VALUE=URI": None, "X-WR-TIMEZONE": "America/New_York", "REFRESH-INTERVAL;VALUE=DURATION": "PT12H",
    "X-PUBLISHED-TTL": "PT12H", "COLOR": "firebrick", "X-APPLE-CALENDAR-COLOR": "#B22222",
}
EVENT = {
    "UID": None, "DTSTART;VALUE=DATE": None, "DTEND;VALUE=DATE": None, "SUMMARY": None, "DESCRIPTION": None,
    "URL": None, "DTSTAMP": STAMP, "LAST-MODIFIED": STAMP, "SEQUENCE": "0", "CLASS": "PUBLIC", "STATUS": "CONFIRMED",
    "TRANSP": "TRANSPARENT", "X-MICROSOFT-CDO-ALLDAYEVENT": "TRUE", "X-MICROSOFT-CDO-BUSYSTATUS": "FREE",
}
# fmt: on
ALARMS = [  # at 9 in the morning, seven days and one day before
    ["ACTION:DISPLAY", "DESCRIPTION:{}", "TRIGGER:-P6DT15H"],
    ["ACTION:DISPLAY", "DESCRIPTION:{}", "TRIGGER:-PT15H"],
]
TEXTS = {"NAME", "X-WR-CALNAME", "DESCRIPTION", "X-WR-CALDESC", "SUMMARY"}
NAME = re.compile(r"[A-Z][A-Z0-9-]*(?:;[A-Z-]+=[A-Z-]+)*\Z")
TEXT = re.compile(r"(?:[^\\,;]|\\[\\,;n])*\Z")  # RFC 5545 3.3.11, and never \N
UID = re.compile(
    r"((?:\d{4}|\d{4}-\d\d-\d\d)-[a-z][a-z0-9-]*(?:\.[a-z][a-z-]*){1,2})\.(?:opens|closes)@ny-filing-deadlines\.invalid\Z"
)
LEFTOVER = re.compile(r"&(?:amp|lt|gt|quot|#\d+);|\bNone\b|\{\{|\}\}")


def unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)


@cache  # an election's feed is the same in every year
def lint(raw: bytes, path: str) -> list[str]:
    """What is wrong with the feed of a path, one message a mistake."""
    wrong = _those(
        (raw.startswith(b"\xef\xbb\xbf"), "begins with a BOM"),
        (not raw.endswith(b"\r\n") or re.search(rb"(?<!\r)\n|\r(?!\n)", raw), "a line does not end in CRLF"),
        (len(raw) >= 1_000_000, f"{len(raw)} bytes"),
    )
    lines: list[str] = []
    for number, line in enumerate(raw.removesuffix(b"\r\n").split(b"\r\n"), 1):
        text = line.decode(errors="replace")
        wrong += _those(
            (len(line) > 75, f"line {number}: {len(line)} octets"),
            (not line.strip(), f"line {number}: blank"),
            (re.search(rb"[\x00-\x08\x0a-\x1f\x7f]", line), f"line {number}: a control character"),
            (text.encode() != line, f"line {number}: not UTF-8 by itself"),
        )
        if text.startswith((" ", "\t")) and lines:
            lines[-1] += text[1:]
        else:
            lines.append(text)
    framed = lines[0] == "BEGIN:VCALENDAR" and lines[-1] == "END:VCALENDAR"
    return wrong + _those((not framed, "does not begin and end with the calendar")) + _lint_content(lines[1:-1], path)


def page_of(path: str) -> str:
    """The address of a feed's own page."""
    name = path.removeprefix("feeds/").removesuffix(".ics").removesuffix("-reminders")
    return "" if name == "all" else name.replace("roles/", "subscribe/#") + ("" if name.startswith("roles/") else "/")


def _those(*checks: tuple[object, str]) -> list[str]:
    return [message for bad, message in checks if bad]


def _lint_content(lines: list[str], path: str) -> list[str]:
    wrong: list[str] = []
    calendar: list[tuple[str, str]] = []
    events: list[list[tuple[str, str]]] = []
    alarms: list[list[str]] = []
    inside = in_alarm = False
    for line in lines:
        name, colon, value = line.partition(":")
        if line in ("BEGIN:VALARM", "END:VALARM") and inside and path.endswith("-reminders.ics"):
            in_alarm = name == "BEGIN"
            alarms += [[]] if in_alarm else []
        elif in_alarm:
            alarms[-1].append(line)
        elif line in ("BEGIN:VEVENT", "END:VEVENT"):
            if inside is (name == "BEGIN"):
                wrong.append(f"{line} out of place")
            inside = name == "BEGIN"
            events += [[]] if inside else []
        elif name in ("BEGIN", "END"):
            wrong.append(f"{value} has no place here")
        elif not colon or not NAME.match(name):
            wrong.append(f"{line[:30]!r} is no property")
        elif inside:
            events[-1].append((name, value))
        elif events:
            wrong.append(f"{name} after the events")
        else:
            calendar.append((name, value))
    top = _properties(calendar, CALENDAR, "calendar", wrong)
    page = page_of(path)
    twins = top["NAME"] == top["X-WR-CALNAME"] and top["DESCRIPTION"] == top["X-WR-CALDESC"]
    wrong += _those(
        (inside, "events: the last is not closed"),
        (not 1 <= len(events) < 1000, f"events: {len(events)}"),
        (calendar[:1] != [("VERSION", "2.0")], "calendar: VERSION is not first"),
        (not twins, "calendar: NAME or DESCRIPTION is not as in its X- twin"),
        (top["SOURCE;VALUE=URI"] != SITE + path, f"calendar: SOURCE is {top['SOURCE;VALUE=URI']}"),
        (top["URL"] != SITE + page, f"calendar: URL is {top['URL']}"),
    )
    places = [
        _lint_event(_properties(event, EVENT, f"event {n}", wrong), f"event {n}", wrong)
        for n, event in enumerate(events, 1)
    ]
    if path.endswith("-reminders.ics"):
        due = [[line.format(dict(event)["SUMMARY"]) for line in alarm] for event in events for alarm in ALARMS]
        wrong += _those((alarms != due, "alarms: not the two that each event has"))
    wrong += [f"events: {one} does not come before {next_}" for one, next_ in pairwise(places) if one >= next_]
    return wrong + _those((len({uid for _, uid in places}) < len(places), "events: a UID twice"))


def _properties(
    found: list[tuple[str, str]], due: dict[str, str | None], where: str, wrong: list[str]
) -> dict[str, str]:
    """The properties by name; each that is due once, no other, and its text escaped."""
    names = [name for name, _ in found]
    wrong += [f"{where}: {name} has no place here" for name in names if name not in due]
    wrong += [f"{where}: {name} {names.count(name)} times" for name in due if names.count(name) != 1]
    for name, value in found:
        leftover = LEFTOVER.search(value) or value != value.strip() or not value
        wrong += _those(
            (due.get(name) not in (None, value), f"{where}: {name} is {value}"),
            (name in TEXTS and not TEXT.match(value), f"{where}: {name} is not escaped"),
            (name in TEXTS and leftover, f"{where}: {name} has a leftover"),
        )
    return dict.fromkeys(due, "") | dict(found)


def _lint_event(event: dict[str, str], where: str, wrong: list[str]) -> tuple[str, str]:
    uid, start, end = event["UID"], event["DTSTART;VALUE=DATE"], event["DTEND;VALUE=DATE"]
    try:
        length = (date.fromisoformat(end) - date.fromisoformat(start)).days
    except ValueError:
        length = 0
    known = UID.match(uid)
    url = f"{SITE}deadlines/{known[1].replace('.', '/')}/" if known else ""
    dated = start in uid or f"{start[:4]}-{start[4:6]}-{start[6:]}" in uid
    summary, description = unescaped(event["SUMMARY"]), unescaped(event["DESCRIPTION"])
    last = description.rpartition("\n")[2]
    wrong += _those(
        (length != 1 or len(start + end) != 16, f"{where}: lasts from {start} to {end}"),
        (not known or dated, f"{where}: UID is {uid}"),
        (event["URL"] != url or last != url, f"{where}: URL or the last line of DESCRIPTION is not {url}"),
        (len(summary) > 80, f"{where}: SUMMARY of {len(summary)} characters: {summary}"),
        (len(description) > 1500, f"{where}: DESCRIPTION of {len(description)} characters"),
        ("Election Law § " not in description, f"{where}: DESCRIPTION cites no law"),
    )
    return start, uid


# --- what is read --------------------------------------------------------------------------------


def paths(site: Path) -> list[str]:
    return sorted(each.relative_to(site).as_posix() for each in site.rglob("*.ics"))


def events(raw: bytes) -> dict[str, bytes]:
    """The bytes of each event but for its alarms, by its UID."""
    raw = re.sub(rb"BEGIN:VALARM\r\n.*?END:VALARM\r\n", b"", raw, flags=re.DOTALL)
    blocks = re.findall(rb"BEGIN:VEVENT\r\n.*?END:VEVENT\r\n", raw, re.DOTALL)
    return {re.search(r"^UID:(.*)", b.replace(b"\r\n ", b"").decode(), re.M)[1].strip(): b for b in blocks}  # type: ignore[index]


def elections_in(feed: Path) -> set[str]:
    return {uid.partition(".")[0] for uid in events(feed.read_bytes())}


TODAYS = ["2027-01-01", "2028-01-01", "2029-01-01", "2030-01-01", "2031-01-01"]


@pytest.fixture(scope="session")
def feeds_as_of(
    site: Path, content: Content, deadlines: dict[str, Deadline], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Path]:
    """The feeds alone as of a day, in a folder; those of the site's own day are the site's."""

    def written(today: str) -> Path:
        if today == "2026-12-02":
            return site
        folder = tmp_path_factory.getbasetemp() / "feeds-as-of" / today
        if not folder.exists():
            build = Build(content, tuple(deadlines.values()), date.fromisoformat(today), SITE)
            for path, raw in feeds.outputs(build):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(raw)
        return folder

    return written


@pytest.mark.figures
@pytest.mark.parametrize("today", ["2026-12-02", *TODAYS])
def test_every_feed_is_right_to_the_byte(feeds_as_of: Callable[[str], Path], today: str) -> None:
    site = feeds_as_of(today)
    found = {path: lint((site / path).read_bytes(), path) for path in paths(site)}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


CLOSES = b"UID:2027-primary.designating-petition.closes@"
SPOILS: list[tuple[bytes, bytes, str]] = [
    (b"\r\n", b"\n", "CRLF"),
    (b"\r\nCALSCALE", b"\nCALSCALE", "CRLF"),
    (b"END:VCALENDAR\r\n", b"END:VCALENDAR", "CRLF"),
    (b"END:VCALENDAR\r\n", b"", "does not begin and end with the calendar"),
    (b"BEGIN:VCALENDAR", b"\xef\xbb\xbfBEGIN:VCALENDAR", "BOM"),
    (b"BEGIN:VCALENDAR", b"<!DOCTYPE html>\r\nBEGIN:VCALENDAR", "does not begin and end with the calendar"),
    (b"\r\n ction. Not", b"ction. Not", "octets"),
    (b"BEGIN:VEVENT", b"\r\nBEGIN:VEVENT", "blank"),
    (b"CLASS:PUBLIC", b"CLASS:PUBLIC\r\n ", "blank"),
    (b"First day: ", b"First\x07day: ", "a control character"),
    (b"\xc2\xa7", b"\xa7", "not UTF-8"),
    (b"\xc2\xa7", b"\xc2\r\n \xa7", "not UTF-8 by itself"),
    (b"Election Law \xc2\xa7 2-120", b"Election Law S 2-120", "event 2: DESCRIPTION cites no law"),
    (b"VERSION:2.0\r\n", b"", "calendar: VERSION 0 times"),
    (b"CALSCALE:", b"METHOD:PUBLISH\r\nCALSCALE:", "calendar: METHOD has no place here"),
    (b"CALSCALE:", b"UID:8f1c\r\nCALSCALE:", "calendar: UID has no place here"),
    (b"COLOR:firebrick", b"COLOR:#B22222", "calendar: COLOR is #B22222"),
    (b"REFRESH-INTERVAL;VALUE=DURATION:", b"REFRESH-INTERVAL:", "calendar: REFRESH-INTERVAL has no place here"),
    (b"REFRESH-INTERVAL;VALUE=DURATION:", b"REFRESH-INTERVAL:VALUE=DURATION:", "REFRESH-INTERVAL has no place here"),
    (b"X-PUBLISHED-TTL:PT12H", b"X-PUBLISHED-TTL:P1W", "X-PUBLISHED-TTL is P1W"),
    (b"X-WR-CALNAME:New", b"X-WR-CALNAME:Old", "twin"),
    (b"SOURCE;VALUE=URI:https://example.org/feeds/", b"SOURCE;VALUE=URI:https://example.org/", "SOURCE is"),
    (b"URL:https://example.org/elections/", b"URL:https://example.org/filings/", "calendar: URL is"),
    (b"BEGIN:VEVENT", b"BEGIN:VTIMEZONE\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT", "VTIMEZONE has no place here"),
    (b"END:VEVENT", b"BEGIN:VALARM\r\nEND:VALARM\r\nEND:VEVENT", "VALARM has no place here"),
    (b"END:VEVENT\r\nBEGIN:VEVENT\r\n", b"", "event 1: SUMMARY 2 times"),
    (b"END:VEVENT\r\n", b"", "BEGIN:VEVENT out of place"),
    (b"DTSTAMP:" + STAMP.encode() + b"\r\n", b"", "event 1: DTSTAMP 0 times"),
    (b"DTSTAMP:" + STAMP.encode(), b"DTSTAMP:" + STAMP[:-1].encode(), "event 1: DTSTAMP is"),
    (b"LAST-MODIFIED:2", b"LAST-MODIFIED:3", "event 1: LAST-MODIFIED is 3"),
    (b"SEQUENCE:0", b"SEQUENCE:one", "event 1: SEQUENCE is one"),
    (b"STATUS:CONFIRMED", b"STATUS:POSTPONED", "event 1: STATUS is POSTPONED"),
    (b"TRANSP:TRANSPARENT", b"TRANSP:OPAQUE", "event 1: TRANSP is OPAQUE"),
    (CLOSES, b"UID:2027-primary.designating-petition.opens@", "events: a UID twice"),
    (CLOSES, b"UID:2027-primary.designating-petition.20270401.closes@", "event 7: UID is"),
    (CLOSES, b"UID:2027-04-01-primary.designating-petition.closes@", "event 7: UID is"),
    (b"DTEND;VALUE=DATE:20270402", b"DTEND;VALUE=DATE:20270401", "event 7: lasts from 20270401 to 20270401"),
    (b"DTSTART;VALUE=DATE:20270401", b"DTSTART;VALUE=DATE:2027-04-01", "event 7: lasts from"),
    (b"DTSTART;VALUE=DATE:20270401", b"DTSTART;VALUE=DATE:20270231", "event 7: lasts from 20270231"),
    (b"DTSTART;VALUE=DATE:20270401", b"DTSTART:20270401", "event 7: DTSTART has no place here"),
    (b"DTSTART;VALUE=DATE:20270329", b"DTSTART;VALUE=DATE:20270601", "does not come before"),
    (b"Thursday\\, April", b"Thursday, April", "event 7: DESCRIPTION is not escaped"),
    (b"rule\\; a", b"rule; a", "DESCRIPTION is not escaped"),
    (b"2027.\\nElection", b"2027.\\NElection", "DESCRIPTION is not escaped"),
    (b"2027.\\nElection", b"2027.\r\nElection", "is no property"),
    (b"elections' own", b"elections&#39; own", "has a leftover"),
    (b"SUMMARY:First day: ", b"SUMMARY:First day: " + b"long" * 10, "event 1: SUMMARY of 89 characters"),
    (b"DESCRIPTION:Designating", b"DESCRIPTION:" + 30 * (b"\r\n " + 60 * b"x") + b"Designating", "DESCRIPTION of 2"),
    (b"party-call/\r\nLAST", b"party-call/ \r\nLAST", "DESCRIPTION has a leftover"),
    (b"party-call/\r\nLAST", b"party-call/\\nBye\r\nLAST", "the last line of DESCRIPTION is not"),
    (b"URL:https://example.org/deadlines/2027", b"URL:https://example.org/deadlines/2028", "event 1: URL or"),
]  # fmt: skip


@pytest.mark.figures
@pytest.mark.parametrize(("good", "bad", "message"), SPOILS)
def test_the_lint_reports_a_feed_that_is_spoilt(site: Path, good: bytes, bad: bytes, message: str) -> None:
    path = "feeds/elections/2027-primary.ics"
    raw = (site / path).read_bytes()
    assert good in raw
    spoilt = raw.replace(good, bad, -1 if good == b"\r\n" else 1)
    assert any(message in wrong for wrong in lint(spoilt, path)), lint(spoilt, path)


def test_the_lint_reports_a_feed_without_events(site: Path) -> None:
    raw = (site / "feeds/all.ics").read_bytes()
    empty = raw[: raw.index(b"BEGIN:VEVENT")] + b"END:VCALENDAR\r\n"
    assert lint(empty, "feeds/all.ics") == ["events: 0"]


# --- independent readers -------------------------------------------------------------------------


def read_by_icalendar(feed: str) -> list[Row]:
    calendar = icalendar.Calendar.from_ical(feed)
    assert [error for component in calendar.walk() for error in component.errors] == []
    found: list[Any] = calendar.walk("VEVENT")
    return [
        (e["uid"], str(e["dtstart"].dt), str(e["dtend"].dt), str(e["summary"]), str(e["description"])) for e in found
    ]


@pytest.fixture(scope="session")
def due(site: Path) -> dict[str, list[tuple[date, str]]]:
    """The days and UIDs that each feed must hold as of 2026-12-02, in their order, taken from the data."""
    data = json.loads((site / "api/v1/deadlines.json").read_text("utf-8"))
    recent = {each["id"] for each in data["elections"] if each["year"] >= 2025}
    roles = tomllib.loads((ROOT / "content/site.toml").read_text("utf-8"))["role"]
    found: dict[str, list[tuple[date, str]]] = {}
    for each in data["deadlines"]:
        for which in ("opens", "closes"):
            if each[which]:
                uid = f"{each['id'].replace('/', '.')}.{which}@ny-filing-deadlines.invalid"
                within = ["all", "all-reminders", f"filings/{each['filing']}"] if each["election"] in recent else []
                if within:
                    names = {each["filing"], f"{each['filing']}/{each['case']}"}
                    mine = [r["id"] for r in roles if names & set(r["filings"]) and which in r.get("ends", [which])]
                    within += [f"roles/{role}{twin}" for role in mine for twin in ("", "-reminders")]
                for feed in (f"elections/{each['election']}", *within):
                    found.setdefault(f"feeds/{feed}.ics", []).append((date.fromisoformat(each[which]), uid))
    return {path: sorted(entries) for path, entries in found.items()}


def test_three_readers_find_in_every_feed_the_same_events_as_in_the_data(
    site: Path, due: dict[str, list[tuple[date, str]]]
) -> None:
    assert sorted(due) == paths(site)
    for path, entries in due.items():
        feed = (site / path).read_bytes().decode()
        # Some give the events in an order of their own.
        one, two, three = (sorted(read(feed)) for read in (by_ical.read, by_vobject.read, read_by_icalendar))
        assert one == two == three, path
        days = [(date.fromisoformat(first), date.fromisoformat(after), uid) for uid, first, after, _, _ in one]
        assert sorted((first, uid) for first, _, uid in days) == entries, path
        assert {after - first for first, after, _ in days} == {timedelta(days=1)}, path


@pytest.mark.figures
def test_one_event_to_the_letter(site: Path) -> None:
    raw = (site / "feeds/elections/2027-primary.ics").read_bytes()
    event = events(raw)["2027-primary.designating-petition.closes@ny-filing-deadlines.invalid"]
    assert event.decode().replace("\r\n ", "").split("\r\n") == [
        "BEGIN:VEVENT",
        "SUMMARY:Last day: designating petition (2027 primary)",
        "DTSTART;VALUE=DATE:20270401",
        "DTEND;VALUE=DATE:20270402",
        f"DTSTAMP:{STAMP}",
        "UID:2027-primary.designating-petition.closes@ny-filing-deadlines.invalid",
        "SEQUENCE:0",
        "CLASS:PUBLIC",
        r"DESCRIPTION:Designating petition - 2027 primary election\, Tuesday\, June 22\, 2027\n"
        r"Last day to file: Thursday\, April 1\, 2027.\n"
        r"Election Law § 6-158(1)\, edition 2022: the 12th Thursday before the election.\n"
        r"State Board and counties: until 5:00 p.m.\; if mailed\, postmarked by Thursday\, April 1 "
        r"and received by Monday\, April 5.\n"
        r"New York City: until midnight\; must be received by Thursday\, April 1.\n"
        r"Westchester: until midnight\; if mailed\, postmarked by Thursday\, April 1 and received by Monday\, April 5.\n"
        r"Objections run three days from the actual filing\, which may be earlier (Election Law § 6-154(2)).\n"
        r"Doubt: No official calendar for 2027 was found by November 2026. "
        r"This is the plain rule\; a one-year act may still move it\, as acts and orders did in 2014\, 2020\, 2021\, "
        r"2023 and 2026.\n"
        r"Not legal advice. The board of elections' own calendar and the courts govern: check with the board before "
        r"you file. Calendar programs may lag: see the page when the day is near.\n"
        r"https://example.org/deadlines/2027-primary/designating-petition/",
        f"LAST-MODIFIED:{STAMP}",
        "STATUS:CONFIRMED",
        "TRANSP:TRANSPARENT",
        "URL:https://example.org/deadlines/2027-primary/designating-petition/",
        "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
        "X-MICROSOFT-CDO-BUSYSTATUS:FREE",
        "END:VEVENT",
        "",
    ]


# --- which feeds there are, and what they hold ---------------------------------------------------

# fmt: off
NO_FEED = {
    "elections/2012-presidential-primary/", "elections/2012-06-26-primary/", "elections/2014-06-24-primary/",
    "elections/2016-presidential-primary/", "elections/2016-06-28-primary/", "elections/2020-presidential-primary/",
    "elections/2028-presidential-primary/", "filings/judicial-convention-minutes/", "filings/vacancy-too-late/",
    "filings/objection/", "filings/objection-specifications/", "filings/petition-cure/",
}
FILINGS = {  # by the elections that have them
    "primary": {
        "designating-petition", "designation-acceptance", "designation-substitution", "opportunity-to-ballot-petition",
        "party-call", "state-committee-meeting", "designating-petition-signatures", "designation-authorization",
        "designation-substitution-authorization", "opportunity-to-ballot-signatures", "opportunity-to-ballot-acceptance",
    },
    "general": {
        "judicial-convention", "vacancy-cutoff", "town-caucus", "party-nomination-authorization",
        "party-nomination-substitution-authorization", "primary-loser-declination", "primary-loser-substitution",
        "primary-loser-substitution-authorization", "offices-certificate", "new-party-certificate",
    },
    "general and special": {
        "independent-acceptance", "independent-petition", "independent-substitution",
        "party-nomination", "party-nomination-acceptance", "party-nomination-substitution",
        "independent-petition-signatures",
    },
    "primary and general": {"county-ballot-certification"},
    "all": {"court-proceeding", "state-ballot-certification"},
    "2028": {"presidential-write-in-certificate"},
}
SPECIALS = {f"2026-02-03-special-{seat}" for seat in ("assembly-36", "assembly-74", "senate-47", "senate-61")}
WINDOWS = [  # --today, then the primaries, the generals, the specials in the feeds of filings, and all in that of all
    ("2027-01-01", {"2026-primary", "2027-primary", "2028-primary"}, {"2026-general", "2027-general", "2028-general"},
     SPECIALS, {"2026-primary", "2027-primary", "2028-primary", "2026-general", "2027-general", "2028-general"} | SPECIALS),
    ("2028-01-01", {"2027-primary", "2028-primary"}, {"2027-general", "2028-general"}, set(),
     {"2027-primary", "2028-primary", "2027-general", "2028-general"}),
    ("2029-01-01", {"2028-primary"}, {"2028-general"}, set(), {"2028-primary", "2028-general"}),
    # None is left: each feed keeps its own latest election.
    ("2030-01-01", {"2028-primary"}, {"2028-general"}, set(), {"2028-general"}),
    ("2031-01-01", {"2028-primary"}, {"2028-general"}, set(), {"2028-general"}),
]
# fmt: on


@pytest.mark.figures
@pytest.mark.parametrize(("today", "primaries", "generals", "specials", "everything"), WINDOWS)
def test_a_feed_begins_with_last_years_elections_or_keeps_its_latest(
    feeds_as_of: Callable[[str], Path],
    today: str,
    primaries: set[str],
    generals: set[str],
    specials: set[str],
    everything: set[str],
) -> None:
    folder = feeds_as_of(today) / "feeds"
    windows = {
        "primary": primaries,
        "general": generals,
        "general and special": generals | specials,
        "primary and general": everything - specials,
        "all": everything,
        "2028": {"2028-general"},
    }
    due = {filing: windows[kind] for kind, filings in FILINGS.items() for filing in filings}
    assert {each.stem: elections_in(each) for each in (folder / "filings").iterdir()} == due
    assert elections_in(folder / "all.ics") == everything


@pytest.mark.figures
@pytest.mark.parametrize("today", TODAYS)
def test_an_elections_own_feed_is_the_same_for_ever(site: Path, feeds_as_of: Callable[[str], Path], today: str) -> None:
    now, then = (folder / "feeds/elections" for folder in (site, feeds_as_of(today)))
    assert len(list(now.iterdir())) == 53
    assert {each.name: each.read_bytes() for each in then.iterdir()} == {
        each.name: each.read_bytes() for each in now.iterdir()
    }


@pytest.mark.figures
def test_an_event_is_the_same_to_the_byte_in_every_feed_and_year(
    site: Path, feeds_as_of: Callable[[str], Path]
) -> None:
    versions: dict[str, set[bytes]] = {}
    for each in (site, *map(feeds_as_of, TODAYS)):
        for path in paths(each):
            for uid, event in events((each / path).read_bytes()).items():
                versions.setdefault(uid, set()).add(event)
    assert len(versions) == 945
    assert [uid for uid, found in versions.items() if len(found) != 1] == []


# --- the pages' links ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, str]:
    """The HTML of every page, by its address from the root; the home page's is `./`."""
    return {
        each.parent.relative_to(site).as_posix() + "/": each.read_text("utf-8") for each in site.rglob("index.html")
    }


def test_pages_link_to_every_feed_and_to_none_that_does_not_exist(site: Path, pages: dict[str, str]) -> None:
    links = {link for html in pages.values() for link in re.findall(r"feeds/[^\s\"<>&;]*", unquote(html))}
    found = {link for link in links if link.endswith(".ics")}
    assert sorted(found) == paths(site)


def test_the_elections_and_filings_without_a_feed_are_these_and_say_so(site: Path, pages: dict[str, str]) -> None:
    about = {page for page in pages if re.fullmatch(r"(elections|filings)/[^/]+/", page)}
    assert {page for page in about if not (site / "feeds" / f"{page[:-1]}.ics").exists()} == NO_FEED
    assert {page for page in about if "has no calendar feed" in pages[page]} == NO_FEED
    assert {page for page in about if 'type="text/calendar"' not in pages[page]} == NO_FEED


def test_a_feed_is_announced_by_its_own_page_under_its_name(site: Path, pages: dict[str, str]) -> None:
    for path in paths(site):
        name = re.search(r"\r\nNAME:(.*)\r\n", (site / path).read_bytes().decode().replace("\r\n ", ""))
        assert name
        html = unescape(pages[page_of(path).partition("#")[0] or "./"])
        link = f'<link rel="alternate" type="text/calendar" href="https://example.org/{path}" title="{unescaped(name[1])}">'
        assert (link in html) is ("roles/" not in path and "reminders" not in path), path
        if path.startswith(("feeds/roles/", "feeds/all")):
            html = unescape(pages["subscribe/"])
        copied, encoded = quote(f"webcal://example.org/{path}", ""), quote(f"https://example.org/{path}", "")
        for address in (
            f'<code class="address">https://example.org/{path}</code>',
            f'href="webcal://example.org/{path}"',
            f'href="https://calendar.google.com/calendar/r?cid={copied}"',
            f'href="https://outlook.live.com/calendar/0/addfromweb?url={encoded}&name=',
            f'href="https://outlook.office.com/calendar/0/addfromweb?url={encoded}&name=',
        ):
            assert address in html, (path, address)


def test_a_deadlines_page_announces_its_elections_and_its_filings_feed(pages: dict[str, str]) -> None:
    for page, html in pages.items():
        if page.startswith("deadlines/"):
            _, election, filing, *_ = page.split("/")
            due = [each for each in (f"elections/{election}", f"filings/{filing}") if f"{each}/" not in NO_FEED]
            links = re.findall(r'<link rel="alternate" type="text/calendar" href="([^"]*)"', html)
            assert links == [f"https://example.org/feeds/{each}.ics" for each in due], page
