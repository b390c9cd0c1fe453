"""The tables of content/, one strict frozen record for each: unknown keys and wrong types are mistakes.

Nothing here computes; the vocabulary that all modules share (kinds, statuses, words for days) is
here too, as the records are made of it.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Literal, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, Strict

T = TypeVar("T")
Many = Annotated[tuple[T, ...], Strict(False)]  # a TOML array is a list; inside it, all stays strict

Which = Literal["opens", "closes"]
WHICH: tuple[Which, ...] = ("opens", "closes")
Kind = Literal["filing", "court", "signing", "meeting", "cutoff", "duty"]
Basis = Literal["verbatim", "read", "inferred", "unverified"]
Status = Literal["fixed", "depends", "practicable", "unknown", "abolished", "withdrawn"]
ElectionKind = Literal["primary", "presidential-primary", "general", "special"]
CautionKind = Literal["reading", "unverified", "inferred", "may-move"]
Date = date  # for fields that are called `date` themselves
Day = date | datetime  # a datetime is an instant, New York time, and comes only from an event with an hour

Weekday = Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
WEEKDAYS: tuple[Weekday, ...] = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip
Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Clock = Annotated[str, Field(pattern=r"^([01]\d|2[0-4]):[0-5]\d$")]  # 24:00 is the day's last midnight
Paragraph = Annotated[str, Field(pattern=r"^[a-z0-9]+$")]
Https = Annotated[str, Field(pattern=r"^https?://[^\s<>\"]+$")]
Address = Annotated[str, Field(pattern=r"^(https?://[^\s<>\"]+|mailto:[^\s<>\"]+|)$")]
Base = Annotated[str, Field(pattern=r"^https?://[^\s<>\"?#\[\]]+$")]
ONE_LINE = AfterValidator(lambda words: " ".join(words.split()))
Words = Annotated[str, Field(pattern=r"\S"), ONE_LINE]  # something other than white space
Reason = Annotated[str, Field(pattern=r"^\S[^\x00-\x1f\x7f]*$", max_length=200)]  # why a published value changed
DaysOfAYear = Annotated[int, Field(ge=0, le=366)]
Quotation = Annotated[str, ONE_LINE, Field(min_length=1)]
OneOrMany = Annotated[
    tuple[ElectionKind, ...],
    BeforeValidator(lambda found: (found,) if isinstance(found, str) else found),
    Strict(False),
]


def in_words(day: Day, *, weekday: bool = True, year: bool = True) -> str:
    """`Tuesday, June 1, 2027`, whatever the machine's locale; an instant with its hour after it."""
    text = f"{WEEKDAYS[day.weekday()]}, " if weekday else ""
    text += f"{MONTHS[day.month - 1]} {day.day}"
    text += f", {day.year}" if year else ""
    return f"{text}, {clock_in_words(f'{day:%H:%M}')}" if isinstance(day, datetime) else text


def sentence(text: str) -> str:
    """With a full stop at its end, but not two of them."""
    return text if text.endswith((".", ".”")) else f"{text}."


def lowered(title: str) -> str:
    """A title inside a sentence: its first letter small."""
    return title[0].lower() + title[1:]


def clock_in_words(clock: str) -> str:
    """`5:00 p.m.` for `17:00`; `midnight` for `24:00`."""
    hour, minute = map(int, clock.split(":"))
    if hour == 24:
        return "midnight"
    return f"{hour % 12 or 12}:{minute:02} {'a.m.' if hour < 12 else 'p.m.'}"


class Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, populate_by_name=True)


class Span(Record):
    """The days on which an edition is in force, both ends included; an end left out is open."""

    first: Date | None = Field(default=None, alias="from")
    last: Date | None = Field(default=None, alias="to")


class Edition(Record):
    id: Slug
    title: Words
    spans: Many[Span]
    made_by: Words
    differs: Words  # what is different in it, in words


class Section(Record):
    """A section of the law: its name, and the editions its texts are known in, oldest first."""

    id: str
    cite: Words
    title: Words
    source: Https
    looked_at: Date | None = None  # when its source was last held against the texts here
    edition: Many[Edition]


class Reading(Record):
    """Another way to read an unsettled rule: the other sentence (or none), and who holds it."""

    text: Words
    source: Words
    closes: str | None = None


class Example(Record):
    """A case worked out by hand from the text: the days given, and those that must come out."""

    election: Date | None = None
    given: Mapping[str, Day] = Field(default_factory=dict)
    opens: Date | None = None
    closes: Date | None = None


class Rule(Record):
    """One deadline as a text sets it ([[text.deadline]])."""

    filing: Slug
    elections: OneOrMany = Field(alias="for")
    case: Slug | None = None
    opens: str | None = None
    closes: str | None = None
    kind: Kind = "filing"
    paragraph: Paragraph | None = None
    years: Literal["presidential"] | None = None
    when: str | None = None
    applies: Words | None = None
    basis: Basis | None = None
    note: Words | None = None
    unknown: Words | None = None  # why the rule itself is not known
    editions: Many[str] = ()  # where only some of its text's have the rule
    cases_of: Slug | None = None
    but_for: Many[Slug] = ()  # cases that are not followed
    ordinary_case: Slug | None = None
    reading: Many[Reading] = ()
    examples: Many[Example] = ()


class TextDoubt(Record):
    """Editions in which a text is less certain than its `basis` says, and why."""

    editions: Many[str]
    basis: Basis
    source: Words
    note: Words


class Text(Record):
    """The words of a subdivision in some editions, and the rules that encode them."""

    editions: Many[str]
    absent: bool = False
    basis: Basis | None = None
    source: str | None = None
    words_of: str | None = None  # where the words are not those of the edition itself: whose they are
    note: str | None = None  # what is not certain about the words; shown with every date that rests on them
    text: Quotation | None = None
    doubt: Many[TextDoubt] = ()
    deadline: Many[Rule] = ()


class Subdivision(Record):
    subdivision: str
    heading: Words
    text: Many[Text]


class MovedRule(Record):
    """What an exception does to one deadline: gives it new ends, abolishes it, or leaves it unknown."""

    filing: Slug
    case: Slug | None = None
    varies: Slug | None = None  # for a case added: the case of the filing that it varies, if it has one
    opens: str | None = None  # "" takes the end away
    closes: str | None = None
    abolished: bool = False
    unknown: Words | None = None  # beside an end that is known: why the other one is not
    kind: Kind = "filing"


class Exception_(Record):
    """An act or order that moved days of named elections without changing the section."""

    id: Slug
    title: Words
    act: Words
    source: Words
    basis: Basis
    elections: Many[Slug]
    edition: str
    offices: str | None = None
    note: Words | None = None
    text: Quotation | None = None
    deadline: Many[MovedRule]


class Holiday(Record):
    name: Words
    rule: Words
    first_year: int | None = None
    moves: bool = True  # whether the table of moved weekdays applies to it
    note: str | None = None


class ProclaimedDay(Record):
    date: Date
    name: Words
    source: Words


class Holidays(Record):
    cite: Words
    source: Https
    text: Quotation
    weekend: Annotated[Many[Weekday], Field(max_length=6)]
    moved: Mapping[Weekday, Annotated[int, Field(ge=-7, le=7)]]  # one on this weekday is kept so many days later
    holiday: Many[Holiday]
    proclaimed: Many[ProclaimedDay] = ()


class Place(Record):
    """Where papers are filed: its hours, and whether a paper may be mailed on the last day."""

    id: Slug
    name: Words
    short: Words
    opens_at: Clock
    closes_at: Clock
    closes_late_at: Clock | None = None
    closes_late_for: Many[Slug] = ()
    received_within: Annotated[int, Field(ge=1, le=30)] | None = (
        None  # business days after the last day; none: on the last day itself
    )
    how: Words


class Doubt(Record):
    """An unsettled point in words, with its authority."""

    text: Words
    source: Words


class ReceivedOnly(Doubt):
    filings: Many[Slug]


class Backward(Record):
    """Readings of a last day that is counted backward and falls on a closed day."""

    source: Words
    as_it_stands: Words
    rolled: Words
    read_back: Words


class Hours(Record):
    """Readings of a period of hours that ends while the office is closed."""

    opens_at: Clock
    closes_at: Clock
    source: Words
    doubt: Words
    the_instant: Words
    same_hour_later: Words
    safe: Words


class Rollover(Record):
    """Which last days move off a closed day, and whether to the next business day or to the one before."""

    kinds: Many[Kind]
    direction: Literal["next", "previous"] = "next"
    cite: Words
    words: Words  # the sentence of the law
    becomes: Words


class Objection(Record):
    """The papers that an objection may be aimed at, and what is said of it beside their last day."""

    filings: Many[Slug]
    text: Words
    source: Words


class FilingLaw(Record):
    cite: Words
    source: Https
    text: Quotation
    late: Quotation
    in_short: Words  # the same, for the foot of an election's calendar
    rollover: Rollover
    place: Many[Place]
    received_only: ReceivedOnly | None = None
    backward: Backward | None = None  # none: a day counted backward moves like any other
    hours: Hours | None = None  # none: a period of hours ends when it ends
    objection: Objection | None = None


class Event(Record):
    """Something whose day nobody knows beforehand, and the days between which it can fall."""

    name: Slug
    said: Words  # as a person would say that it happened
    title: Words  # as it reads after "the day of"
    question: Words
    hour: bool = False
    first: Mapping[ElectionKind, Words]
    last: Mapping[ElectionKind, Words]
    too_late: str | None = None  # the answer when it falls after its last day


class ElectionDay(Record):
    """On which day an election of this kind falls, from one year to another."""

    kind: ElectionKind
    rule: Words
    first_year: int | None = None
    last_year: int | None = None
    cite: Words
    basis: Basis
    text: Words


class NoticeSpan(Span):
    """How many days after a proclamation of these days the election is held."""

    paragraph: Paragraph | None = None
    least: DaysOfAYear
    most: DaysOfAYear


class SpecialParagraph(Record):
    """A kind of special election that the law tells apart: its provision, and which office it is for."""

    id: Paragraph
    cite: Words
    said: Words  # as "A new special election ..." goes on


class SpecialElections(Record):
    cite: Words
    paragraph: Many[SpecialParagraph] = ()
    exception: Words = Field(alias="except")
    shortest: DaysOfAYear  # days from the proclamation to the election, at the very least
    span: Many[NoticeSpan]


class ElectionDays(Record):
    day: Many[ElectionDay]


class Events(Record):
    event: Many[Event]


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
