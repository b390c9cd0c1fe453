"""The tables of content/ beside the law's: elections, papers, terms, official calendars, the site, the ledger.

Each is a strict frozen record: unknown keys and wrong types are mistakes. Nothing here computes.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, ConfigDict, Field

from .law_tables import Doubt
from .vocabulary import (
    ONE_LINE,
    WHICH,
    Address,
    Base,
    Date,
    ElectionKind,
    Https,
    Many,
    Paragraph,
    Quotation,
    Reason,
    Record,
    Slug,
    Status,
    Which,
    Words,
    in_words,
)


class MayMove(Doubt):
    elections: Many[Slug]


class ElectionEntry(Record):
    """An election as its year's file has it. `date` is given where election-days.toml does not give it."""

    id: Slug
    kind: ElectionKind
    title: Words
    short: Words
    date: Date | None = None
    date_source: str | None = None
    edition: str | None = None
    primary: Slug | None = None
    proclamation: Date | None = None
    paragraph: Paragraph | None = None
    filed_with: Many[Slug] = ()
    note: Words | None = None
    caution: Doubt | None = None  # of every deadline of the election
    no_deadlines: Words | None = None


class Year(Record):
    year: Annotated[int, Field(ge=1800, le=2199)]
    may_move: MayMove | None = None
    election: Many[ElectionEntry]


class FilingCase(Record):
    title: Words
    short: Annotated[str, Field(pattern=r"\S", max_length=26), ONE_LINE]


class Filing(Record):
    """A petition or certificate type; `body` is Markdown."""

    id: Slug
    title: Words
    short: Annotated[str, Field(pattern=r"\S", max_length=32), ONE_LINE]
    order: int
    what: Words
    act: Words
    act_in_full: Words | None = None  # where `act` and "the" before the title do not say it
    cases: Mapping[Slug, FilingCase] = Field(default_factory=dict)
    body: str


class Term(Record):
    """A word of the trade in plain language; `also` are its other names."""

    id: Slug
    title: Words
    also: Many[Words] = ()
    text: Words
    quote: Quotation | None = None
    cite: Words
    source: Https | None = None
    filings: Many[Slug] = ()


class Terms(Record):
    term: Many[Term]


class EventLabel(Record):
    event: Slug
    end: Words


class Calendar(Record):
    title: Words
    note: Words | None = None  # how it was come by


class Difference(Record):
    """Why a date that a board published is not the one computed."""

    calendar: str
    provision: str  # the calendar's own label
    date: Date  # the calendar's
    kind: Literal["exception", "slip", "not-updated"]  # an act moved it; its publisher erred; its page is old
    text: Words
    source: Words


class Differences(Record):
    difference: Many[Difference] = ()


class Labels(Record):
    """How the provisions and elections that official calendars name are called here, and what the calendars are."""

    calendars: Mapping[str, Calendar]  # by the file's name
    elections: Mapping[str, str]
    deadlines: Mapping[str, str]
    events: Mapping[str, EventLabel] = Field(default_factory=dict)  # by what stands before the event's day


def _time_zone(name: str) -> str:
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("expected the name of a time zone, like America/New_York") from None


class Retired(Record):
    """That a feed goes on no further: since when, and where its readers find what they need."""

    on: Date
    text: Words


class Role(Record):
    """Whom a feed is for, and what is in it: filings (`filing`, or `filing/case` for one case alone)."""

    id: Slug
    title: Words
    short: Annotated[str, Field(pattern=r"\S", max_length=32), ONE_LINE]
    about: Words
    filings: Annotated[Many[str], Field(min_length=1)]
    ends: Many[Which] = WHICH
    retired: Retired | None = None

    def concerns(self, id_: str, which: Which) -> bool:
        """Whether an end of the deadline with this id is among those it is about."""
        paper = id_.partition("/")[2]
        return which in self.ends and (paper in self.filings or paper.partition("/")[0] in self.filings)


class License(Record):
    """The terms under which the data is given, in one sentence that ends in their name."""

    name: Words
    url: Https
    text: Words


class Site(Record):
    name: Words
    description: Words
    base_url: Base
    language: Words
    time_zone: Annotated[str, AfterValidator(_time_zone)]
    section: Words  # the section the site is about, a folder of law/
    prodid: Words
    uid_domain: Words
    not_covered: Many[Words]
    disclaimer: Words
    settled_by: Mapping[Literal["unverified", "inferred", "reading", "unknown", "may-move"], Words]  # doubts, by kind
    role: Many[Role] = ()
    official_calendar: Https
    jurisdiction: Words  # whose elections these are
    authority: Words  # whose calendar is the official one, as "The official calendar is the ..." goes on
    or_authority: str = ""  # and whose else it may be
    data_license: License
    contact: Address = ""  # where mistakes are reported, a page or mailto:; empty: nothing is said of it


class Line(Record):
    """One line of content/ledger.csv: a value that was published of an end of a deadline, as recorded."""

    model_config = ConfigDict(strict=False)  # in a CSV file all is text

    id: Annotated[str, Field(pattern=r"^\d{4}-[a-z0-9-]+(/[a-z0-9-]+){1,2}$")]
    end: Which
    revision: Annotated[int, Field(ge=0, le=9999)]  # counts every change
    sequence: Annotated[int, Field(ge=0)]  # counts those of date or status
    status: Status
    date: str  # the day; where there is none yet, the rule sentence
    title: Words
    text: Annotated[str, Field(pattern=r"^[0-9a-f]{12}$")]  # a hash of what its event says
    published: Date
    changed: Date
    reason: Reason

    @property
    def stamp(self) -> datetime:
        """When it changed, as calendar programs are told: the day, and a second for each revision."""
        return datetime.combine(self.changed, time(), UTC) + timedelta(seconds=self.revision)

    @property
    def day(self) -> Date | None:
        """The day that stood: none where the end had no day, or was taken back."""
        return Date.fromisoformat(self.date) if self.status == "fixed" else None

    @property
    def in_words(self) -> str:
        """`Thursday, April 1, 2027`; what stands in place of a day that there is not."""
        words = {
            "depends": f"“{self.date}”, after an event",
            "practicable": "as soon as practicable",
            "unknown": "not known",
        }
        return in_words(self.day) if self.day else words.get(self.status, self.status)
