""".ics feeds: first and last days as all-day events, one VEVENT an end, the same in every feed.

All-day events have no time zone to go wrong, and the hours differ by place, so they stand in the
description. There is no METHOD (it would demand an ORGANIZER) and no calendar-level UID (vdirsyncer
takes such a feed for one item); alarms are in feeds that say so alone. The stamps come from the
ledger, never from a clock.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any

from icalendar import Alarm, Calendar, Event, vDuration, vText, vUri

from .history import History, last_day
from .model import Build, Content, Deadline
from .notices import notice
from .readable import Readable

END = b"END:VCALENDAR\r\n"
END_OF_EVENT = b"END:VEVENT\r\n"
REFRESH = "PT12H"
COLOR = ("firebrick", "#B22222")  # a CSS3 name for RFC 7986; hexadecimal for Apple's own property
REMINDERS = (timedelta(days=-7, hours=9), timedelta(days=-1, hours=9))  # from the day's midnight: 9 in the morning


@dataclass(frozen=True)
class Entry:
    """A published end that has, or had, a day: as its history has it."""

    day: date
    uid: str
    id: str
    history: History
    deadline: Deadline | None  # none where it is no longer computed

    @property
    def election(self) -> str:
        """The id of its election."""
        return self.id.partition("/")[0]

    @property
    def filing(self) -> str:
        """The id of its filing."""
        return self.id.split("/")[1]

    @property
    def year(self) -> int:
        """Its election's year."""
        return int(self.id[:4])  # an id begins with its election's year


@dataclass(frozen=True)
class Feed:
    """A feed: its address and its page's, from the site's root, and its entries by day and UID.

    `retired` says since when it goes on no further, and where to go.
    """

    path: str
    name: str
    description: str
    page: str
    entries: tuple[Entry, ...]
    retired: tuple[date, str] | None = None
    reminders: bool = False


def feeds(build: Build) -> dict[str, Feed]:
    """Every feed there is, by path: all, one a role, one a filing type, one an election. None is empty.

    An election's own feed keeps its events for ever. The others hold the elections from the
    calendar year before today's on and, if that leaves none, their latest. A feed of an election or
    filing that is no longer in the content is retired: it keeps its events.
    """
    content, site = build.content, build.content.site
    entries = _entries(build)
    by_filing, by_election = _grouped(entries, "filing"), _grouped(entries, "election")
    about = f"Filing deadlines under {content.law.section.cite}"
    found: dict[str, Feed] = {}

    def add(path: str, name: str, of: str, page: str, entries: list[Entry], *, twin: bool = False, **more: Any) -> None:
        if not entries:
            return
        description = f"{about}{of}. {site.disclaimer}"
        found[path] = Feed(path, name, description, page, tuple(entries), **more)
        if twin:
            path, name = path.replace(".ics", "-reminders.ics"), f"{name} (with reminders)"
            found[path] = Feed(path, name, description, page, tuple(entries), reminders=True, **more)

    add("feeds/all.ics", site.name, "", "", _recent(content, entries, build.today), twin=True)
    for role in site.role:
        retired = (role.retired.on, role.retired.text) if role.retired else None
        own = _recent(content, [each for each in entries if role.concerns(each.id, each.history[-1].end)], build.today)
        page, of = f"subscribe/#{role.id}", f": {role.title}. {role.about}".removesuffix(".")
        add(role_path(role.id), f"{site.name}: {role.short}", of, page, own, twin=True, retired=retired)
    for id_ in [*content.filings, *sorted(by_filing.keys() - content.filings.keys())]:
        filing, own = content.filings.get(id_), by_filing.get(id_, [])
        short, title = (filing.short, filing.title) if filing else (id_, id_)
        retired = None if filing else _ended(own, "filings/")
        recent = _recent(content, own, build.today)
        add(filing_path(id_), f"{site.name}: {short}", f": {title}", f"filings/{id_}/", recent, retired=retired)
    for id_ in [*content.elections, *sorted(by_election.keys() - content.elections.keys())]:
        election, own = content.elections.get(id_), by_election.get(id_, [])
        short, title = (election.entry.short, election.entry.title) if election else [_short(own) or id_] * 2
        retired = None if election else _ended(own, "elections/")
        add(election_path(id_), f"{site.name}: {short}", f": {title}", f"elections/{id_}/", own, retired=retired)
    return found


def _entries(build: Build) -> list[Entry]:
    """Every published end that has or had a day, by that day."""
    deadlines = {each.id: each for each in build.deadlines}
    found = [
        Entry(day, f"{id_.replace('/', '.')}.{which}@{build.content.site.uid_domain}", id_, history, deadlines.get(id_))
        for (id_, which), history in build.content.ledger.items()
        for day in [last_day(history)]
        if day
    ]
    return sorted(found, key=lambda entry: (entry.day, entry.uid))


def _grouped(entries: list[Entry], by: str) -> dict[str, list[Entry]]:
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(getattr(entry, by), []).append(entry)
    return groups


def _short(entries: list[Entry]) -> str:
    """What an election was called in the titles of its events, in brackets."""
    return entries[0].history[-1].title.rpartition("(")[2].rstrip(")") if entries else ""


def _ended(entries: list[Entry], see: str) -> tuple[date, str]:
    return max(entry.history[-1].changed for entry in entries), f"What there is now: {{base_url}}{see}"


def _recent(content: Content, entries: list[Entry], today: date) -> list[Entry]:
    def held(entry: Entry) -> date:
        election = content.elections.get(entry.election)
        return election.date if election and election.date else date(entry.year, 12, 31)

    recent = [entry for entry in entries if entry.year >= today.year - 1]
    latest = max(map(held, entries), default=today)
    return recent or [entry for entry in entries if held(entry) == latest]


def role_path(role: str) -> str:
    """The path of a role's feed."""
    return f"feeds/roles/{role}.ics"


def filing_path(filing: str) -> str:
    """The path of a filing's feed."""
    return f"feeds/filings/{filing}.ics"


def election_path(election: str) -> str:
    """The path of an election's feed."""
    return f"feeds/elections/{election}.ics"


def addresses(build: Build) -> Iterable[str]:
    """The feeds' paths, which subscribers keep for ever; and what of their making may not change."""
    site = build.content.site
    yield from (f"feeds/all.ics {name} {value}" for name, value in (("prodid", site.prodid), ("uid", site.uid_domain)))
    for role in site.role:
        path = role_path(role.id)
        yield from (f"{path} {filing} {which}" for filing in role.filings for which in role.ends)
        if role.retired:
            yield f"{path} retired {role.retired.on}"
    yield from feeds(build)


def outputs(build: Build) -> Iterator[tuple[str, bytes]]:
    """Every feed's path and bytes."""
    say = Readable(build.content)
    made: dict[str, bytes] = {}
    with_alarms: dict[str, bytes] = {}
    for feed in feeds(build).values():
        for entry in feed.entries:
            if entry.uid not in made:
                made[entry.uid] = _event(build, say, entry).to_ical()
            if feed.reminders and entry.uid not in with_alarms:
                with_alarms[entry.uid] = _with_alarms(entry, made[entry.uid])
        frame = _calendar(build, feed).to_ical()
        events = with_alarms if feed.reminders else made
        body = b"".join(events[entry.uid] for entry in feed.entries)
        yield feed.path, frame.removesuffix(END) + body + _farewell(build, feed) + END


def _calendar(build: Build, feed: Feed) -> Calendar:
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", build.content.site.prodid)
    calendar.add("calscale", "GREGORIAN")
    for key in ("name", "x-wr-calname"):
        calendar.add(key, vText(feed.name))
    for key in ("description", "x-wr-caldesc"):
        calendar.add(key, vText(feed.description))
    calendar.add("x-wr-timezone", vText(build.content.site.time_zone))
    # icalendar leaves out VALUE=DURATION, which RFC 7986 requires here.
    calendar.add("refresh-interval", vDuration(timedelta(hours=12)), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vText(REFRESH))
    calendar.add("source", vUri(build.base_url + feed.path), parameters={"VALUE": "URI"})
    calendar.add("url", vUri(build.base_url + feed.page))
    calendar.add("color", vText(COLOR[0]))
    calendar.add("x-apple-calendar-color", vText(COLOR[1]))
    return calendar


def _event(build: Build, say: Readable, entry: Entry) -> Event:
    now = entry.history[-1]
    heading, lines = notice(build.content, say, entry.history, entry.deadline)
    page = f"{build.base_url}deadlines/{entry.id}/"
    return _all_day(entry.uid, entry.day, now.stamp, now.sequence, heading, [*lines, page], page)


def _all_day(uid: str, day: date, stamp: datetime, sequence: int, heading: str, lines: list[str], page: str) -> Event:
    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", stamp)
    event.add("last-modified", stamp)
    event.add("sequence", sequence)
    event.add("dtstart", day)
    event.add("dtend", day + timedelta(days=1))  # exclusive
    event.add("summary", heading)
    event.add("description", "\n".join(lines))
    event.add("url", vUri(page))
    event.add("class", "PUBLIC")
    event.add("status", "CONFIRMED")  # a withdrawn one too: Google hides what is cancelled
    event.add("transp", "TRANSPARENT")
    event.add("x-microsoft-cdo-alldayevent", vText("TRUE"))
    event.add("x-microsoft-cdo-busystatus", vText("FREE"))
    return event


def _with_alarms(entry: Entry, event: bytes) -> bytes:
    """An event that reminds; one that was withdrawn does not."""
    if entry.history[-1].status != "fixed":
        return event
    return event.removesuffix(END_OF_EVENT) + _alarms(entry.history[-1].title) + END_OF_EVENT


@cache
def _alarms(title: str) -> bytes:
    alarms = b""
    for trigger in REMINDERS:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", title)
        alarm.add("trigger", trigger)
        alarms += alarm.to_ical()
    return alarms


def _farewell(build: Build, feed: Feed) -> bytes:
    """The last event of a retired feed: where to go."""
    if not feed.retired:
        return b""
    on, text = feed.retired
    name = feed.path.removeprefix("feeds/").removesuffix(".ics").replace("/", ".")
    uid = f"retired.{name}@{build.content.site.uid_domain}"
    page = f"{build.base_url}subscribe/"
    short = feed.name.removeprefix(f"{build.content.site.name}: ")
    heading, stamp = f"This calendar has ended: {short}", datetime.combine(on, time(), UTC)
    return bytes(
        _all_day(uid, on, stamp, 0, heading, [text.replace("{base_url}", build.base_url), page], page).to_ical()
    )
