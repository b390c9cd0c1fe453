"""The tables of content/law/, one strict frozen record for each: unknown keys and wrong types are mistakes."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from .vocabulary import (
    Basis,
    Clock,
    Date,
    Day,
    DaysOfAYear,
    ElectionKind,
    Https,
    Kind,
    Many,
    OneOrMany,
    Paragraph,
    Quotation,
    Record,
    Slug,
    Weekday,
    Words,
)


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
