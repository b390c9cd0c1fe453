""".ics feeds: first and last days as all-day events, one VEVENT an end, the same in every feed.

All-day events have no time zone to go wrong, and the hours differ by place, so they stand in the
description. There is no METHOD (it would demand an ORGANIZER), no calendar-level UID (vdirsyncer
takes such a feed for one item), and no alarm. The stamps come from the content, never from a clock.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from icalendar import Calendar, Event, vDuration, vText, vUri

from .law import edition_in_words
from .model import Build, Deadline, End
from .tables import Which, clock_in_words, in_words

END = b"END:VCALENDAR\r\n"
REFRESH = "PT12H"
COLOR = ("firebrick", "#B22222")  # a CSS3 name for RFC 7986; hexadecimal for Apple's own property


@dataclass(frozen=True)
class Entry:
    """An end of a deadline in a feed."""

    day: date
    uid: str
    deadline: Deadline
    which: Which

    @property
    def election_day(self) -> date:
        assert self.deadline.election.date is not None  # or nothing of it has a day
        return self.deadline.election.date


@dataclass(frozen=True)
class Feed:
    """A feed: its address and its page's, from the site's root, and its entries by day and UID."""

    path: str
    name: str
    description: str
    page: str
    entries: tuple[Entry, ...]


def feeds(build: Build) -> dict[str, Feed]:
    """Every feed there is, by path: all, one a filing type, one an election. None is empty.

    An election's own feed keeps its events for ever. The others hold the elections from the
    calendar year before today's on and, if that leaves none, their latest.
    """
    dated = sorted(
        (
            Entry(end.date, uid(build, deadline, which), deadline, which)
            for deadline in build.deadlines
            for which, end in deadline.ends
            if end.date and deadline.election.date
        ),
        key=lambda entry: (entry.day, entry.uid),
    )
    found: dict[str, Feed] = {}

    def add(path: str, name: str, about: str, page: str, entries: list[Entry]) -> None:
        if entries:
            found[path] = Feed(path, name, f"{about}. {site.disclaimer}", page, tuple(entries))

    site = build.content.site
    about = f"Filing deadlines under {build.content.law.section.cite}"
    add("feeds/all.ics", site.name, about, "", _recent(dated, build.today))
    for filing in build.content.filings.values():
        entries = _recent([entry for entry in dated if entry.deadline.filing is filing], build.today)
        add(
            filing_path(filing.id),
            f"{site.name}: {filing.short}",
            f"{about}: {filing.title}",
            f"filings/{filing.id}/",
            entries,
        )
    for id_, election in build.content.elections.items():
        entries = [entry for entry in dated if entry.deadline.election is election]
        title = election.entry.title
        add(
            election_path(id_),
            f"{site.name}: {election.entry.short}",
            f"{about}: {title}",
            f"elections/{id_}/",
            entries,
        )
    return found


def _recent(entries: list[Entry], today: date) -> list[Entry]:
    recent = [entry for entry in entries if entry.election_day.year >= today.year - 1]
    latest = max((entry.election_day for entry in entries), default=today)
    return recent or [entry for entry in entries if entry.election_day == latest]


def filing_path(filing: str) -> str:
    return f"feeds/filings/{filing}.ics"


def election_path(election: str) -> str:
    return f"feeds/elections/{election}.ics"


def outputs(build: Build) -> Iterator[tuple[str, bytes]]:
    """Every feed's path and bytes."""
    made: dict[str, bytes] = {}
    for feed in feeds(build).values():
        for entry in feed.entries:
            if entry.uid not in made:
                made[entry.uid] = _event(build, entry.deadline, entry.which).to_ical()
        frame = _calendar(build, feed).to_ical()
        body = b"".join(made[entry.uid] for entry in feed.entries)
        yield feed.path, frame.removesuffix(END) + body + END


def uid(build: Build, deadline: Deadline, which: Which) -> str:
    """The event's identity for ever: the deadline's id and end, never its date or title."""
    return f"{deadline.id.replace('/', '.')}.{which}@{build.content.site.uid_domain}"


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


def _event(build: Build, deadline: Deadline, which: Which) -> Event:
    end = deadline.opens if which == "opens" else deadline.closes
    assert end is not None
    assert end.date is not None
    stamp = datetime.combine(build.content.site.stamp, datetime.min.time(), UTC)
    event = Event()
    event.add("uid", uid(build, deadline, which))
    event.add("dtstamp", stamp)
    event.add("last-modified", stamp)
    event.add("sequence", 0)
    event.add("dtstart", end.date)
    event.add("dtend", end.date + timedelta(days=1))  # exclusive
    event.add("summary", summary(deadline, which))
    event.add("description", description(build, deadline, which, end))
    event.add("url", vUri(page_of(build, deadline)))
    event.add("class", "PUBLIC")
    event.add("status", "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    event.add("x-microsoft-cdo-alldayevent", vText("TRUE"))
    event.add("x-microsoft-cdo-busystatus", vText("FREE"))
    return event


def page_of(build: Build, deadline: Deadline) -> str:
    return f"{build.base_url}deadlines/{deadline.id}/"


def summary(deadline: Deadline, which: Which) -> str:
    """At most 80 characters, the meaning first: `Last day: independent petition (2027 general)`."""
    case = deadline.provision.case
    what = f"{deadline.filing.short}, {deadline.filing.cases[case].short}" if case else deadline.filing.short
    return f"{'First' if which == 'opens' else 'Last'} day: {what} ({deadline.election.entry.short})"


def description(build: Build, deadline: Deadline, which: Which, end: End) -> str:
    """What an event says: the day, the law, the hours of each place, the doubts, the page."""
    site, provision = build.content.site, deadline.provision
    assert end.date is not None
    lines = [
        f"{deadline.title} - {deadline.election.entry.title}",
        f"{'First' if which == 'opens' else 'Last'} day {deadline.filing.act}: {in_words(end.date)}.",
        f"{deadline.citation}{edition_in_words(build.content.law, provision)}: {end.rule}.",
    ]
    if provision.applies:
        lines.append(f"For: {provision.applies}.")
    if deadline.exception:
        lines.append(f"By exception: {build.content.law.exceptions[deadline.exception].act}.")
    if end.moved and end.before_rollover:
        lines.append(f"Moved from {in_words(end.before_rollover)}: {end.moved}.")
    if which == "closes":
        places = {place.id: place for place in build.content.law.filing.place}
        for receipt in deadline.receipt:
            where = f"{places[receipt.place].short}: until {clock_in_words(receipt.closes_at)}"
            if receipt.postmarked_by and receipt.received_by:
                posted = in_words(receipt.postmarked_by, year=False)
                arrived = in_words(receipt.received_by, year=False)
                lines.append(f"{where}; if mailed, postmarked by {posted} and received by {arrived}.")
            elif receipt.received_by:
                lines.append(f"{where}; must be received by {in_words(receipt.received_by, year=False)}.")
    if deadline.election.entry.note:
        lines.append(deadline.election.entry.note)
    lines += [f"Doubt: {caution.text}" for caution in deadline.cautions]
    lines.append(f"{site.disclaimer} Calendar programs may lag: see the page when the day is near.")
    lines.append(page_of(build, deadline))
    return "\n".join(lines)
