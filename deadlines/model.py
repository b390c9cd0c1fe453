"""The frozen records that everything speaks: elections, the law made ready, deadlines and their ends.

They are computed from the tables of content/ (`law_tables.py`, `tables.py`); nothing here computes a date.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from .law_tables import (
    Doubt,
    ElectionDays,
    Event,
    Example,
    Exception_,
    FilingLaw,
    Holidays,
    Reading,
    Section,
    SpecialElections,
    Subdivision,
)
from .tables import Calendar, Difference, ElectionEntry, Filing, Line, Site, Term
from .vocabulary import Basis, CautionKind, Date, Day, ElectionKind, Kind, Status, Weekday, Which, whole


@dataclass(frozen=True, slots=True)
class OfficialDate:
    """A date that a board published, and the end that it is called here."""

    place: str
    calendar: str  # the file's name
    label: str  # the calendar's own for the provision
    election: str
    end: str
    event: tuple[str, Date] | None  # that the date answers, and its day
    date: Date
    source: str


@dataclass(frozen=True, slots=True)
class Counted:
    """What a step counts: so many of a unit from a day, back if the number is negative.

    A unit of "closed" is a day on which the offices are closed, passed over by rollover. `of` is the
    name that a rule counts from, or the weekday, or empty. A day or a weekday of a
    month is counted in that month: its unit is "date" or the weekday, and `of` the month.
    """

    start: Day | None  # none while an event is awaited, and in a month
    number: int
    unit: Literal["day", "business day", "week", "month", "hour", "date", "closed"] | Weekday
    of: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a count: the day it leads to (none while an event is awaited), and why.

    `counted` is what its text says, for those who draw it; a step is told from another without it.
    """

    date: Day | None
    text: str
    counted: Counted | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Election:
    """An election with its day and the edition that governs it; both none while no act names a day."""

    entry: ElectionEntry
    year: int
    date: Date | None
    why: str  # where its day comes from
    edition: str | None  # of the main section
    editions: Mapping[str, str]  # of every section
    primary: str | None  # the id of the primary that is meant by `primary` in its rules
    may_move: Doubt | None
    places: tuple[str, ...]  # where its papers are filed
    notice: str | None = None  # that its day lies outside the statute's span after the proclamation

    @property
    def id(self) -> str:
        return self.entry.id

    @property
    def kind(self) -> ElectionKind:
        return self.entry.kind


class Caution(NamedTuple):
    """A doubt, said wherever the date is. `rule` and `closes` are only those of another reading."""

    kind: CautionKind
    text: str
    source: str
    rule: str | None = None
    closes: Date | None = None


@dataclass(frozen=True, slots=True)
class Provision:
    """One deadline as an edition of a section sets it, with what its text leaves in doubt.

    `such` is the case that `such <filing>` means in its sentences. An exception replaces its
    sentences, or leaves it without a day (`status` and `reason`).
    """

    filing: str
    case: str | None
    elections: tuple[ElectionKind, ...]
    kind: Kind
    opens: str | None
    closes: str | None
    when: str | None
    applies: str | None
    paragraph: str | None
    years: str | None
    readings: tuple[Reading, ...]
    examples: tuple[Example, ...]
    basis: Basis
    text_basis: Basis  # of the words, whatever an exception does
    cautions: tuple[Caution, ...]
    section: str
    edition: str
    citation: str
    subdivision: str
    text: str
    words_of: str | None  # where the text is not the edition's own: whose it is
    source: str
    place: str  # the file and key it stands at
    follows: str | None = None  # the filing whose cases it follows, before it is written out for each
    but_for: tuple[str, ...] = ()
    ordinary_case: str | None = None
    such: str | None = None
    status: Literal["abolished", "unknown"] | None = None
    reason: str | None = None
    exception: str | None = None
    sets: tuple[Which, ...] = ()  # the ends that the exception sets


@dataclass(frozen=True)
class Law:
    """Everything content/law says, checked and with its names resolved."""

    folder: str  # as messages name it
    main: str  # the section that the site is about
    sections: Mapping[str, Section]  # in their order
    subdivisions: Mapping[str, tuple[Subdivision, ...]]  # of each section, in their order
    provisions: Mapping[tuple[str, str], tuple[Provision, ...]]  # by section and edition
    exceptions: Mapping[str, Exception_]
    holidays: Holidays
    filing: FilingLaw
    election_days: ElectionDays
    events: Mapping[str, Event]
    special_elections: SpecialElections

    @property
    def section(self) -> Section:
        """The section that the site is about."""
        return self.sections[self.main]


@dataclass(frozen=True)
class Content:
    folder: str  # as messages name it
    site: Site
    law: Law
    elections: Mapping[str, Election]
    filings: Mapping[str, Filing]  # in their order
    pages: Mapping[str, str]  # Markdown
    terms: tuple[Term, ...]  # by the alphabet
    calendars: Mapping[str, Calendar]  # official ones, by the name of their file
    official: tuple[OfficialDate, ...]
    differences: tuple[Difference, ...]  # of official dates from those computed, explained
    ledger: Mapping[tuple[str, Which], tuple[Line, ...]]  # every published end's history, its last line current
    addresses: tuple[str, ...]  # of feeds, data, embeds and badges ever published
    digest: str  # of every byte of content/


class End(NamedTuple):
    """One end of a deadline, the first day or the last; or a day that one is counted from.

    `date` is the day as moved by rollover, and the safe one where readings differ. It is none
    unless the status is `fixed`; `earliest` and `latest` then bound it whatever the events in
    `needs`. `answer` stands in place of a date that events have made impossible.
    """

    status: Status
    rule: str | None = None
    date: Day | None = None
    before_rollover: Date | None = None
    moved: str | None = None  # why the day moved
    hour: str | None = None  # the hour of the day at which it ends, for a period of hours
    until: str | None = None  # the hour at which the period itself ends, if it ends on that day
    steps: tuple[Step, ...] = ()
    needs: tuple[str, ...] = ()
    earliest: Day | None = None
    latest: Day | None = None
    cautions: tuple[Caution, ...] = ()
    exception: str | None = None
    when: tuple[str, ...] = ()
    reason: str | None = None  # why it is unknown or abolished
    answer: str | None = None


def date_of(end: End | None) -> Date | None:
    """The day of an end, if it has one."""
    return whole(end.date) if end and end.date else None


@dataclass(frozen=True, slots=True)
class Receipt:
    """What one place asks of a paper on the last day. Hours are New York's, `24:00` is midnight."""

    place: str
    closes_at: str
    postmarked_by: Date | None
    received_by: Date | None


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline of an election, with everything that is known and not known about it."""

    id: str
    election: Election
    filing: Filing
    provision: Provision
    opens: End | None
    closes: End | None
    status: Status
    exception: str | None
    without_exception: tuple[Date | None, Date | None] | None  # opens and closes, had there been none
    when: str | None
    needs: tuple[str, ...]
    cautions: tuple[Caution, ...]
    receipt: tuple[Receipt, ...]

    @property
    def citation(self) -> str:
        """The provision that sets it: `Election Law § 6-158(1)`."""
        return self.provision.citation

    @property
    def title(self) -> str:
        """The paper, and the case if it is of one."""
        case = self.provision.case
        return f"{self.filing.title}, {self.filing.cases[case].title}" if case else self.filing.title

    @property
    def ends(self) -> tuple[tuple[Which, End], ...]:
        """The ends that it has, the first day before the last."""
        pairs: tuple[tuple[Which, End | None], ...] = (("opens", self.opens), ("closes", self.closes))
        return tuple((which, end) for which, end in pairs if end)

    @property
    def uncertain(self) -> list[str]:
        """That it is not certain, in a few words: where others show its day, and its cautions have no room."""
        kinds = {caution.kind for caution in self.cautions}
        moves = ["may still move"] if "may-move" in kinds else []
        return moves + (["not certain: see the page"] if kinds - {"may-move"} else [])


class IfOn(NamedTuple):
    """What becomes of a deadline if the event it waits for falls on this day (at this hour)."""

    event: Day
    closes: Date | None
    hour: str | None
    answer: str | None  # in place of the day
    settled: bool  # whether all readings agree


@dataclass(frozen=True)
class Build:
    """What every output is made from: one list of deadlines, and the day and address of the build."""

    content: Content
    deadlines: tuple[Deadline, ...]
    today: Date
    base_url: str  # ends in a slash
