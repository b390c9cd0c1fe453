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
from itertools import pairwise
from pathlib import Path

import icalendar
import pytest
import vobject
from ical.calendar_stream import IcsCalendarStream

from build import main

ROOT = Path(__file__).parents[1]
SITE = "https://example.org/"
STAMP = f"{tomllib.loads((ROOT / 'content/site.toml').read_text('utf-8'))['stamp']:%Y%m%d}T000000Z"

# --- the lint ------------------------------------------------------------------------------------

CALENDAR = {
    "VERSION": "2.0",
    "PRODID": "-//NY Filing Deadlines//NY Filing Deadlines//EN",
    "CALSCALE": "GREGORIAN",
    "NAME": None,
    "X-WR-CALNAME": None,
    "DESCRIPTION": None,
    "X-WR-CALDESC": None,
    "X-WR-TIMEZONE": "America/New_York",
    "REFRESH-INTERVAL;VALUE=DURATION": "PT12H",
    "X-PUBLISHED-TTL": "PT12H",
    "SOURCE;VALUE=URI": None,
    "URL": None,
    "COLOR": "firebrick",  # one of CSS3's names, as RFC 7986 5.9 asks; only Apple's takes hexadecimal
    "X-APPLE-CALENDAR-COLOR": "#B22222",
}
EVENT = {
    "UID": None,
    "DTSTAMP": STAMP,
    "LAST-MODIFIED": STAMP,
    "SEQUENCE": "0",
    "DTSTART;VALUE=DATE": None,
    "DTEND;VALUE=DATE": None,
    "SUMMARY": None,
    "DESCRIPTION": None,
    "URL": None,
    "CLASS": "PUBLIC",
    "STATUS": "CONFIRMED",
    "TRANSP": "TRANSPARENT",
    "X-MICROSOFT-CDO-ALLDAYEVENT": "TRUE",
    "X-MICROSOFT-CDO-BUSYSTATUS": "FREE",
}
TEXTS = {"NAME", "X-WR-CALNAME", "DESCRIPTION", "X-WR-CALDESC", "SUMMARY"}
NAME = re.compile(r"[A-Z][A-Z0-9-]*(?:;[A-Z-]+=[A-Z-]+)*\Z")
TEXT = re.compile(r"(?:[^\\,;]|\\[\\,;n])*\Z")  # RFC 5545 3.3.11, and never \N
UID = re.compile(
    r"((?:\d{4}|\d{4}-\d\d-\d\d)-[a-z][a-z0-9-]*(?:\.[a-z][a-z-]*){1,2})\.(?:opens|closes)@ny-filing-deadlines\.invalid\Z"
)
LEFTOVER = re.compile(r"&(?:amp|lt|gt|quot|#\d+);|\bNone\b|\{\{|\}\}")


def unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)


def lint(raw: bytes, path: str) -> list[str]:
    """What is wrong with the feed of a path, one message a mistake."""
    wrong = []
    if raw.startswith(b"\xef\xbb\xbf"):
        wrong.append("begins with a BOM")
    if not raw.endswith(b"\r\n") or re.search(rb"(?<!\r)\n|\r(?!\n)", raw):
        wrong.append("a line does not end in CRLF")
    if len(raw) >= 1_000_000:
        wrong.append(f"{len(raw)} bytes")
    lines: list[str] = []
    for number, line in enumerate(raw.removesuffix(b"\r\n").split(b"\r\n"), 1):
        if len(line) > 75:
            wrong.append(f"line {number}: {len(line)} octets")
        if not line.strip():
            wrong.append(f"line {number}: blank")
        if re.search(rb"[\x00-\x08\x0a-\x1f\x7f]", line):
            wrong.append(f"line {number}: a control character")
        try:
            text = line.decode()
        except UnicodeDecodeError:
            wrong.append(f"line {number}: not UTF-8 by itself")
            text = line.decode(errors="replace")
        if text.startswith((" ", "\t")) and lines:
            lines[-1] += text[1:]
        else:
            lines.append(text)
    if lines[0] != "BEGIN:VCALENDAR" or lines[-1] != "END:VCALENDAR":
        wrong.append("does not begin and end with the calendar")
    return wrong + _lint_content(lines[1:-1], path)


def _lint_content(lines: list[str], path: str) -> list[str]:
    wrong: list[str] = []
    calendar: list[tuple[str, str]] = []
    events: list[list[tuple[str, str]]] = []
    inside = False
    for line in lines:
        name, colon, value = line.partition(":")
        if line in ("BEGIN:VEVENT", "END:VEVENT"):
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
    if inside or not 1 <= len(events) < 1000:
        wrong.append(f"{len(events)} events, the last {'open' if inside else 'closed'}")
    top = _properties(calendar, CALENDAR, "calendar", wrong)
    if calendar[:1] != [("VERSION", "2.0")]:
        wrong.append("calendar: VERSION is not first")
    if top["NAME"] != top["X-WR-CALNAME"] or top["DESCRIPTION"] != top["X-WR-CALDESC"]:
        wrong.append("calendar: NAME or DESCRIPTION is not as in its X- twin")
    if top["SOURCE;VALUE=URI"] != SITE + path:
        wrong.append(f"calendar: SOURCE is {top['SOURCE;VALUE=URI']}")
    page = "" if path == "feeds/all.ics" else path.removeprefix("feeds/").removesuffix(".ics") + "/"
    if top["URL"] != SITE + page:
        wrong.append(f"calendar: URL is {top['URL']}")
    places = [
        _lint_event(_properties(event, EVENT, f"event {n}", wrong), f"event {n}", wrong)
        for n, event in enumerate(events, 1)
    ]
    for before, after in pairwise(places):
        if before >= after:
            wrong.append(f"events: {before} does not come before {after}")
    if len({uid for _, uid in places}) < len(places):
        wrong.append("events: a UID twice")
    return wrong


def _properties(
    found: list[tuple[str, str]], due: dict[str, str | None], where: str, wrong: list[str]
) -> dict[str, str]:
    """The properties by name; each that is due once, no other, and its text escaped."""
    names = [name for name, _ in found]
    wrong += [f"{where}: {name} has no place here" for name in names if name not in due]
    wrong += [f"{where}: {name} {names.count(name)} times" for name in due if names.count(name) != 1]
    for name, value in found:
        if due.get(name) not in (None, value):
            wrong.append(f"{where}: {name} is {value}")
        if name in TEXTS and not TEXT.match(value):
            wrong.append(f"{where}: {name} is not escaped")
        if name in TEXTS and (LEFTOVER.search(value) or value != value.strip() or not value):
            wrong.append(f"{where}: {name} has a leftover")
    return dict.fromkeys(due, "") | dict(found)


def _lint_event(event: dict[str, str], where: str, wrong: list[str]) -> tuple[str, str]:
    uid, start, end = event["UID"], event["DTSTART;VALUE=DATE"], event["DTEND;VALUE=DATE"]
    try:
        if date.fromisoformat(end) - date.fromisoformat(start) != timedelta(days=1) or len(start + end) != 16:
            wrong.append(f"{where}: lasts from {start} to {end}")
    except ValueError:
        wrong.append(f"{where}: {start} or {end} is no day")
    known = UID.match(uid)
    if not known or start in uid or f"{start[:4]}-{start[4:6]}-{start[6:]}" in uid:
        wrong.append(f"{where}: UID is {uid}")
    url = f"{SITE}deadlines/{known[1].replace('.', '/')}/" if known else ""
    if event["URL"] != url or unescaped(event["DESCRIPTION"]).rpartition("\n")[2] != url:
        wrong.append(f"{where}: URL or the last line of DESCRIPTION is not {url}")
    for name, most in (("SUMMARY", 80), ("DESCRIPTION", 1500)):
        if len(unescaped(event[name])) > most:
            wrong.append(f"{where}: {name} of {len(unescaped(event[name]))} characters: {event[name][:100]}")
    if "Election Law § 6-158(" not in event["DESCRIPTION"]:
        wrong.append(f"{where}: DESCRIPTION cites no law")
    return start, uid


# --- what is read --------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def as_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The site as built for a day, once in a session, whichever test module asks first."""

    def built(today: str) -> Path:
        folder = tmp_path_factory.getbasetemp() / "as-of" / today
        if not folder.exists():
            assert main(["--today", today, "--output", str(folder), "--quiet"]) == 0
        return folder

    return built


def paths(site: Path) -> list[str]:
    return sorted(each.relative_to(site).as_posix() for each in site.rglob("*.ics"))


def events(raw: bytes) -> dict[str, bytes]:
    """The bytes of each event, by its UID."""
    blocks = re.findall(rb"BEGIN:VEVENT\r\n.*?END:VEVENT\r\n", raw, re.DOTALL)
    return {re.search(r"^UID:(.*)", b.replace(b"\r\n ", b"").decode(), re.M)[1].strip(): b for b in blocks}  # type: ignore[index]


def elections_in(feed: Path) -> set[str]:
    return {uid.partition(".")[0] for uid in events(feed.read_bytes())}


TODAYS = ["2027-01-01", "2028-01-01", "2029-01-01", "2030-01-01", "2031-01-01"]


def test_every_feed_is_right_to_the_byte(site: Path) -> None:
    found = {path: lint((site / path).read_bytes(), path) for path in paths(site)}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("today", TODAYS)
def test_every_feed_is_right_to_the_byte_in_later_years(as_of: Callable[[str], Path], today: str) -> None:
    site = as_of(today)
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
    (b"2027.\\nElection Law \xc2\xa7", b"2027.\\nElection Law S", "event 1: DESCRIPTION cites no law"),
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
    (CLOSES, b"UID:2027-primary.designating-petition.20270401.closes@", "event 2: UID is"),
    (CLOSES, b"UID:2027-04-01-primary.designating-petition.closes@", "event 2: UID is"),
    (b"DTEND;VALUE=DATE:20270402", b"DTEND;VALUE=DATE:20270401", "event 2: lasts from 20270401 to 20270401"),
    (b"DTSTART;VALUE=DATE:20270401", b"DTSTART;VALUE=DATE:2027-04-01", "event 2: lasts from"),
    (b"DTSTART;VALUE=DATE:20270401", b"DTSTART;VALUE=DATE:20270231", "event 2: 20270231 or"),
    (b"DTSTART;VALUE=DATE:20270401", b"DTSTART:20270401", "event 2: DTSTART has no place here"),
    (b"DTSTART;VALUE=DATE:20270329", b"DTSTART;VALUE=DATE:20270601", "does not come before"),
    (b"Thursday\\, April", b"Thursday, April", "event 2: DESCRIPTION is not escaped"),
    (b"rule\\; a", b"rule; a", "DESCRIPTION is not escaped"),
    (b"2027.\\nElection", b"2027.\\NElection", "DESCRIPTION is not escaped"),
    (b"2027.\\nElection", b"2027.\r\nElection", "is no property"),
    (b"elections' own", b"elections&#39; own", "has a leftover"),
    (b"SUMMARY:First day: ", b"SUMMARY:First day: " + b"long" * 10, "event 1: SUMMARY of 88 characters"),
    (b"DESCRIPTION:Designating", b"DESCRIPTION:" + 30 * (b"\r\n " + 60 * b"x") + b"Designating", "DESCRIPTION of 2"),
    (b"designating-petition/\r\nLAST", b"designating-petition/ \r\nLAST", "DESCRIPTION has a leftover"),
    (b"designating-petition/\r\nLAST", b"designating-petition/\\nBye\r\nLAST", "the last line of DESCRIPTION is not"),
    (b"URL:https://example.org/deadlines/2027", b"URL:https://example.org/deadlines/2028", "event 1: URL or"),
]  # fmt: skip


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
    assert lint(empty, "feeds/all.ics") == ["0 events, the last closed"]


# --- independent readers -------------------------------------------------------------------------


def read_by_ical(raw: bytes) -> list[tuple[str, date, date]]:
    calendar = IcsCalendarStream.calendar_from_ics(raw.decode())
    return [(each.uid, each.dtstart, each.dtend) for each in calendar.events]  # type: ignore[misc]


def read_by_vobject(raw: bytes) -> list[tuple[str, date, date]]:
    calendar = vobject.readOne(raw.decode())
    assert calendar.validate(raiseException=True)
    return [(each.uid.value, each.dtstart.value, each.dtend.value) for each in calendar.vevent_list]


def read_by_icalendar(raw: bytes) -> list[tuple[str, date, date]]:
    calendar = icalendar.Calendar.from_ical(raw)
    assert [error for each in calendar.walk() for error in each.errors] == []
    return [(str(each["uid"]), each["dtstart"].dt, each["dtend"].dt) for each in calendar.events]  # type: ignore[union-attr]


@pytest.fixture(scope="session")
def due(site: Path) -> dict[str, list[tuple[str, date, date]]]:
    """What each feed must hold as of 2026-12-02, taken from the data: UID, day, next day, by day and UID."""
    data = json.loads((site / "api/v1/deadlines.json").read_text("utf-8"))
    years = {each["id"]: each["year"] for each in data["elections"]}
    found: dict[str, list[tuple[str, date, date]]] = {}
    for each in data["deadlines"]:
        for which in ("opens", "closes"):
            if each[which]:
                day = date.fromisoformat(each[which])
                event = (
                    f"{each['id'].replace('/', '.')}.{which}@ny-filing-deadlines.invalid",
                    day,
                    day + timedelta(days=1),
                )
                found.setdefault(f"feeds/elections/{each['election']}.ics", []).append(event)
                if years[each["election"]] >= 2025:
                    found.setdefault("feeds/all.ics", []).append(event)
                    found.setdefault(f"feeds/filings/{each['filing']}.ics", []).append(event)
    return {path: sorted(events, key=lambda event: (event[1], event[0])) for path, events in found.items()}


@pytest.mark.parametrize("read", [read_by_ical, read_by_vobject, read_by_icalendar])
def test_a_reader_finds_in_every_feed_just_the_ends_that_the_data_has(
    site: Path,
    due: dict[str, list[tuple[str, date, date]]],
    read: Callable[[bytes], list[tuple[str, date, date]]],
) -> None:
    assert paths(site) == sorted(due)
    for path, events in due.items():
        # `ical` and vobject may give them in an order of their own.
        found = sorted(read((site / path).read_bytes()), key=lambda event: (event[1], event[0]))
        assert found == events, path


def test_readers_get_the_words_as_they_were_written(site: Path) -> None:
    raw = (site / "feeds/elections/2027-primary.ics").read_bytes()
    uid = "2027-primary.designation-acceptance.closes@ny-filing-deadlines.invalid"
    words = {
        next(each.description for each in IcsCalendarStream.calendar_from_ics(raw.decode()).events if each.uid == uid),
        next(each.description.value for each in vobject.readOne(raw.decode()).vevent_list if each.uid.value == uid),
        next(str(each["description"]) for each in icalendar.Calendar.from_ical(raw).events if each["uid"] == uid),  # type: ignore[union-attr]
    }
    assert len(words) == 1
    assert (words.pop() or "").split("\n")[:4] == [
        "Certificate of acceptance or declination of a designation - 2027 primary election",
        "Last day to file: Monday, April 5, 2027.",
        "Election Law § 6-158(2), edition 2022: 4th day after designating-petition closes.",
        "State Board and counties: until 5:00 p.m.; if mailed, postmarked by April 5 and received by April 7.",
    ]


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
        r"DESCRIPTION:Designating petition - 2027 primary election\n"
        r"Last day to file: Thursday\, April 1\, 2027.\n"
        r"Election Law § 6-158(1)\, edition 2022: 12th Thursday before election.\n"
        r"State Board and counties: until 5:00 p.m.\; if mailed\, postmarked by April 1 and received by April 5.\n"
        r"New York City: until midnight\; must be received by April 1.\n"
        r"Westchester: until midnight\; if mailed\, postmarked by April 1 and received by April 5.\n"
        r"Not certain: No official calendar for 2027 has been published yet\, as far as was found by November 2026. "
        r"This is the plain rule\; a one-year act may still move it\, as acts and orders did in 2014\, 2020\, 2021\, "
        r"2023 and 2026.\n"
        r"Not legal advice. The board of elections' own calendar and the courts govern: check with the board before "
        r"you file. Calendar programs may lag behind: look at the page when the day is near.\n"
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


NO_FEED = {
    "elections/2012-presidential-primary/",
    "elections/2012-06-26-primary/",
    "elections/2014-06-24-primary/",
    "elections/2016-presidential-primary/",
    "elections/2016-06-28-primary/",
    "elections/2020-presidential-primary/",
    "elections/2028-presidential-primary/",
    "filings/judicial-convention-minutes/",
    "filings/vacancy-too-late/",
}
SPECIALS = {f"2026-02-03-special-{seat}" for seat in ("assembly-36", "assembly-74", "senate-47", "senate-61")}
WINDOWS: dict[str, dict[str, set[str]]] = {  # by --today: the elections of each kind of feed
    "2027-01-01": {
        "primary": {"2026-primary", "2027-primary", "2028-primary"},
        "general": {"2026-general", "2027-general", "2028-general"},
        "special": SPECIALS,
    },
    "2028-01-01": {
        "primary": {"2027-primary", "2028-primary"},
        "general": {"2027-general", "2028-general"},
        "special": set(),
    },
    "2029-01-01": {"primary": {"2028-primary"}, "general": {"2028-general"}, "special": set()},
    # Nothing is left: each feed keeps the latest election it has.
    "2030-01-01": {"primary": {"2028-primary"}, "general": {"2028-general"}, "special": set()},
    "2031-01-01": {"primary": {"2028-primary"}, "general": {"2028-general"}, "special": set()},
}
KINDS = {
    "designating-petition": ["primary"],
    "designation-acceptance": ["primary"],
    "designation-substitution": ["primary"],
    "independent-acceptance": ["general", "special"],
    "independent-petition": ["general", "special"],
    "independent-substitution": ["general", "special"],
    "judicial-convention": ["general"],
    "opportunity-to-ballot-petition": ["primary"],
    "party-nomination": ["general", "special"],
    "party-nomination-acceptance": ["general", "special"],
    "party-nomination-substitution": ["general", "special"],
    "vacancy-cutoff": ["general"],
}


@pytest.mark.parametrize("today", TODAYS)
def test_a_filings_feed_begins_with_last_years_elections_or_keeps_its_latest(
    as_of: Callable[[str], Path], today: str
) -> None:
    folder = as_of(today) / "feeds/filings"
    assert {each.stem: elections_in(each) for each in folder.iterdir()} == {
        filing: set().union(*(WINDOWS[today][kind] for kind in kinds)) for filing, kinds in KINDS.items()
    }


@pytest.mark.parametrize("today", TODAYS)
def test_the_feed_of_all_begins_with_last_years_elections_or_keeps_the_latest(
    as_of: Callable[[str], Path], today: str
) -> None:
    nothing_left = today in ("2030-01-01", "2031-01-01")
    due = {"2028-general"} if nothing_left else set().union(*WINDOWS[today].values())
    assert elections_in(as_of(today) / "feeds/all.ics") == due


@pytest.mark.parametrize("today", TODAYS)
def test_an_elections_own_feed_is_the_same_for_ever(site: Path, as_of: Callable[[str], Path], today: str) -> None:
    own, later = (
        {each.name: each.read_bytes() for each in (s / "feeds/elections").iterdir()} for s in (site, as_of(today))
    )
    assert len(own) == 53
    assert own == later


def test_an_event_is_the_same_to_the_byte_in_every_feed_and_year(site: Path, as_of: Callable[[str], Path]) -> None:
    versions: dict[str, set[bytes]] = {}
    for each in (site, *map(as_of, TODAYS)):
        for path in paths(each):
            for uid, event in events((each / path).read_bytes()).items():
                versions.setdefault(uid, set()).add(event)
    assert len(versions) == 462
    assert [uid for uid, found in versions.items() if len(found) != 1] == []


# --- the pages' links ----------------------------------------------------------------------------


def page_links(site: Path) -> dict[str, str]:
    return {
        each.parent.relative_to(site).as_posix() + "/": each.read_text("utf-8") for each in site.rglob("index.html")
    }


def test_pages_link_to_every_feed_and_to_none_that_does_not_exist(site: Path) -> None:
    found = {
        re.sub(r"^(?:(?:https|webcal)://example\.org/|(?:\.\./)*)", "", link)
        for html in page_links(site).values()
        for link in re.findall(r'[^\s"\'<>]*feeds/[^\s"\'<>]*', html)
    }
    assert sorted(found) == paths(site)


def test_the_elections_and_filings_without_a_feed_are_these_and_say_so(site: Path) -> None:
    about = {page for page in page_links(site) if re.fullmatch(r"(elections|filings)/[^/]+/", page)}
    without = {page for page in about if not (site / "feeds" / f"{page[:-1]}.ics").exists()}
    assert without == NO_FEED
    html = page_links(site)
    assert {page for page in about if "has no calendar feed" in html[page]} == NO_FEED
    assert [page for page in about if ('rel="alternate"' in html[page]) is (page in NO_FEED)] == []


def test_a_feed_is_announced_by_the_page_it_belongs_to_under_its_name(site: Path) -> None:
    html = page_links(site)
    for path in paths(site):
        name = unescaped(re.search(r"^NAME:(.*)\r$", (site / path).read_text("utf-8", newline=""), re.M)[1])
        page = "./" if path == "feeds/all.ics" else path.removeprefix("feeds/").removesuffix(".ics") + "/"
        link = f'<link rel="alternate" type="text/calendar" href="https://example.org/{path}" title="{name}">'
        assert link in html[page]
        assert f'href="webcal://example.org/{path}"' in html[page]
        assert f">https://example.org/{path}</a>" in html[page]


def test_a_deadlines_page_announces_its_elections_and_its_filings_feed(site: Path) -> None:
    for page, html in page_links(site).items():
        if page.startswith("deadlines/"):
            _, election, filing, *_ = page.split("/")
            links = re.findall(r'<link rel="alternate" type="text/calendar" href="([^"]*)"', html)
            due = [
                f"https://example.org/feeds/{each}.ics"
                for each in (f"elections/{election}", f"filings/{filing}")
                if f"{each}/" not in NO_FEED
            ]
            assert links == due, page
