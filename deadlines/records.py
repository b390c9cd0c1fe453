"""The formats of the open data, which are permanent; one type a field. The published JSON Schema is made from them."""

from typing import Annotated

from pydantic import ConfigDict, WithJsonSchema, with_config
from typing_extensions import TypedDict  # pydantic asks for this one before Python 3.12

from .vocabulary import Basis, CautionKind, ElectionKind, Kind, Status, Which

Date = Annotated[str, WithJsonSchema({"type": "string", "format": "date"})]
STRICT = ConfigDict(extra="forbid")


@with_config(STRICT)
class ElectionRecord(TypedDict):
    id: str
    kind: ElectionKind
    title: str
    year: int
    date: Date | None
    date_source: str
    edition: str | None
    primary: str | None
    proclamation: Date | None
    filed_with: list[str]
    note: str | None
    no_deadlines: str | None
    url: str


class CaseRecord(TypedDict):
    id: str
    title: str


@with_config(STRICT)
class FilingRecord(TypedDict):
    id: str
    title: str
    short: str
    what: str
    act: str
    cases: list[CaseRecord]
    url: str


class ReceiptRecord(TypedDict):
    place: str
    closes_at: str
    postmarked_by: Date | None
    received_by: Date | None


class RuleRecord(TypedDict):
    opens: str | None
    closes: str | None
    when: str | None
    applies: str | None


class CautionRecord(TypedDict):
    kind: CautionKind
    text: str
    source: str
    rule: str | None
    closes: Date | None


class StepRecord(TypedDict):
    end: Which
    date: str | None  # with an hour where an event has one
    text: str


class EndsRecord(TypedDict):
    opens: Date | None
    closes: Date | None


class SequenceRecord(TypedDict):
    opens: int | None
    closes: int | None


@with_config(STRICT)
class DeadlineRecord(TypedDict):
    id: str
    election: str
    election_date: Date | None
    filing: str
    case: str | None
    title: str
    kind: Kind | None  # this, the citation, the edition and the basis are none of a withdrawn one
    citation: str | None
    edition: str | None
    exception: str | None
    without_exception: EndsRecord | None
    basis: Basis | None
    status: Status
    reason: str | None
    opens: Date | None
    closes: Date | None
    closes_before_rollover: Date | None
    moved: str | None
    receipt: list[ReceiptRecord]
    rule: RuleRecord
    needs: list[str]
    earliest: Date | None
    latest: Date | None
    cautions: list[CautionRecord]
    steps: list[StepRecord]
    sequence: SequenceRecord
    changed: EndsRecord
    url: str


class BuildFile(TypedDict):
    """build.json: the day of the build, and a hash of all content that it was made from."""

    built: Date
    content: str


class File(BuildFile):
    schema: str
    license: str  # the address of the terms under which the data is given


class DeadlinesFile(File):
    """deadlines.json: every election and every deadline."""

    elections: list[ElectionRecord]
    deadlines: list[DeadlineRecord]


class UpcomingFile(File):
    """upcoming.json: the deadlines with an end on or after the day of the build, soonest first."""

    deadlines: list[DeadlineRecord]


class ElectionFile(File):
    """elections/<election>.json: an election (null once it is no longer computed) and its deadlines."""

    election: ElectionRecord | None
    deadlines: list[DeadlineRecord]


class FilingFile(File):
    """filings/<filing>.json: a filing (null once it is no longer computed) and its deadlines in every election."""

    filing: FilingRecord | None
    deadlines: list[DeadlineRecord]
