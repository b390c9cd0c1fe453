"""The open data: JSON and CSV of every deadline. The formats are permanent; one type a field.

The records below are the formats' definition: the published JSON Schema is made from them.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, cast

from pydantic import ConfigDict, TypeAdapter, WithJsonSchema, with_config
from typing_extensions import TypedDict  # pydantic asks for this one before Python 3.12

from .history import gone, standing_since
from .model import Build, Deadline, Election, End
from .tables import WHICH, Basis, CautionKind, Day, ElectionKind, Kind, Line, Status, Which

DEADLINES = "api/v1/deadlines.json"
UPCOMING = "api/v1/upcoming.json"
CSV = "api/v1/deadlines.csv"
SCHEMA = "api/v1/schema/{}.json"
Date = Annotated[str, WithJsonSchema({"type": "string", "format": "date"})]
STRICT = ConfigDict(extra="forbid")
NO_END = End("unknown")  # of a deadline that has no first day, or no last one


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


class DeadlinesFile(TypedDict):
    """deadlines.json: every election and every deadline."""

    schema: str
    built: Date
    content: str
    elections: list[ElectionRecord]
    deadlines: list[DeadlineRecord]


class UpcomingFile(TypedDict):
    """upcoming.json: the deadlines with an end on or after the day of the build, soonest first."""

    schema: str
    built: Date
    content: str
    deadlines: list[DeadlineRecord]


def outputs(build: Build) -> Iterator[tuple[str, bytes]]:
    """The data files' paths and bytes."""
    records = {deadline.id: record(build, deadline) for deadline in build.deadlines}
    records |= {id_: _withdrawn(build, id_) for id_ in gone(build.content.ledger, records)}
    head = {"built": build.today.isoformat(), "content": build.content.digest}

    def schema_url(name: str) -> dict[str, str]:
        return {"schema": build.base_url + SCHEMA.format(name)}

    elections = [election_record(build, election) for election in build.content.elections.values()]
    deadlines = list(records.values())
    yield DEADLINES, _json(schema_url("deadlines") | head | {"elections": elections, "deadlines": deadlines})
    coming = [records[deadline.id] for deadline in upcoming(build)]
    yield UPCOMING, _json(schema_url("upcoming") | head | {"deadlines": coming})
    yield CSV, _csv(build, deadlines)
    for name, file in (("deadlines", DeadlinesFile), ("upcoming", UpcomingFile)):
        address = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": schema_url(name)["schema"]}
        yield SCHEMA.format(name), _json(address | TypeAdapter(file).json_schema())
    yield "build.json", _json(head)


def addresses(build: Build) -> Iterable[str]:
    """The data files' paths, which programs keep for ever."""
    return (DEADLINES, UPCOMING, CSV, *(SCHEMA.format(name) for name in ("deadlines", "upcoming")))


def upcoming(build: Build) -> list[Deadline]:
    """The deadlines that have an end on or after the day of the build, by the first such end."""

    def days(deadline: Deadline) -> list[Day]:
        return [end.date for _, end in deadline.ends if end.date and end.date >= build.today]

    return sorted(
        (deadline for deadline in build.deadlines if days(deadline)), key=lambda each: (min(days(each)), each.id)
    )


def election_record(build: Build, election: Election) -> ElectionRecord:
    return {
        "id": election.id,
        "kind": election.kind,
        "title": election.entry.title,
        "year": election.year,
        "date": _iso(election.date),
        "date_source": election.why,
        "edition": election.edition,
        "primary": election.primary,
        "proclamation": _iso(election.entry.proclamation),
        "filed_with": list(election.places),
        "note": election.entry.note,
        "no_deadlines": election.entry.no_deadlines,
        "url": f"{build.base_url}elections/{election.id}/",
    }


def record(build: Build, deadline: Deadline) -> DeadlineRecord:
    provision, opens, closes = deadline.provision, deadline.opens or NO_END, deadline.closes or NO_END
    main = deadline.closes or opens
    current = {which: build.content.ledger.get((deadline.id, which), (None,))[-1] for which in WHICH}
    without = deadline.without_exception
    return {
        "id": deadline.id,
        "election": deadline.election.id,
        "election_date": _iso(deadline.election.date),
        "filing": provision.filing,
        "case": provision.case,
        "title": deadline.title,
        "kind": provision.kind,
        "citation": deadline.citation,
        "edition": provision.edition,
        "exception": deadline.exception,
        "without_exception": {"opens": _iso(without[0]), "closes": _iso(without[1])} if without else None,
        "basis": provision.basis,
        "status": deadline.status,
        "reason": main.reason,
        "opens": _iso(opens.date),
        "closes": _iso(closes.date),
        "closes_before_rollover": _iso(closes.before_rollover),
        "moved": closes.moved,
        "receipt": [
            {
                "place": receipt.place,
                "closes_at": receipt.closes_at,
                "postmarked_by": _iso(receipt.postmarked_by),
                "received_by": _iso(receipt.received_by),
            }
            for receipt in deadline.receipt
        ],
        "rule": {
            "opens": opens.rule,
            "closes": closes.rule,
            "when": deadline.when,
            "applies": provision.applies,
        },
        "needs": list(deadline.needs),
        "earliest": _iso(main.earliest),
        "latest": _iso(main.latest),
        "cautions": [
            {
                "kind": caution.kind,
                "text": caution.text,
                "source": caution.source,
                "rule": caution.rule,
                "closes": _iso(caution.closes),
            }
            for caution in deadline.cautions
        ],
        "steps": [
            {"end": which, "date": _iso(step.date), "text": step.text}
            for which, end in deadline.ends
            for step in end.steps
        ],
        "sequence": {"opens": _sequence(current["opens"]), "closes": _sequence(current["closes"])},
        "changed": {"opens": _changed(current["opens"]), "closes": _changed(current["closes"])},
        "url": f"{build.base_url}deadlines/{deadline.id}/",
    }


def _withdrawn(build: Build, id_: str) -> DeadlineRecord:
    """The record of a deadline that was published and is no longer computed: nothing of it stands any more."""
    lines = {which: build.content.ledger.get((id_, which), (None,))[-1] for which in WHICH}
    now = lines["closes"] or lines["opens"]
    assert now is not None
    election, filing, *case = id_.split("/")
    configured = build.content.elections.get(election)
    on = standing_since(build.content.ledger[id_, now.end])
    return {
        "id": id_,
        "election": election,
        "election_date": _iso(configured.date) if configured else None,
        "filing": filing,
        "case": case[0] if case else None,
        "title": now.title,
        "kind": None,
        "citation": None,
        "edition": None,
        "exception": None,
        "without_exception": None,
        "basis": None,
        "status": "withdrawn",
        "reason": f"withdrawn on {on.changed}: {on.reason}",
        "opens": None,
        "closes": None,
        "closes_before_rollover": None,
        "moved": None,
        "receipt": [],
        "rule": {"opens": None, "closes": None, "when": None, "applies": None},
        "needs": [],
        "earliest": None,
        "latest": None,
        "cautions": [],
        "steps": [],
        "sequence": {"opens": _sequence(lines["opens"]), "closes": _sequence(lines["closes"])},
        "changed": {"opens": _changed(lines["opens"]), "closes": _changed(lines["closes"])},
        "url": f"{build.base_url}deadlines/{id_}/",
    }


def _sequence(line: Line | None) -> int | None:
    return line.sequence if line else None


def _changed(line: Line | None) -> str | None:
    return line.changed.isoformat() if line else None


def _iso(day: Day | None) -> str | None:
    return day.isoformat() if day else None


def _json(value: dict[str, Any]) -> bytes:
    """JSON with one line a record, so that two versions compare line by line."""
    fields = []
    for key, inner in value.items():
        if isinstance(inner, list) and inner:
            lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in inner)
            fields.append(f"{json.dumps(key)}: [\n{lines}\n]")
        else:
            fields.append(f"{json.dumps(key)}: {json.dumps(inner, ensure_ascii=False)}")
    return ("{\n" + ",\n".join(fields) + "\n}\n").encode()


def _csv(build: Build, records: list[DeadlineRecord]) -> bytes:
    """The same records, flat: nested fields by dotted names, receipts by place, lists joined."""
    places = [place.id for place in build.content.law.filing.place]
    rows = [_flat(each, places) for each in records]
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]) if rows else ["id"], lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({key: _no_formula(value) for key, value in row.items()} for row in rows)
    return text.getvalue().encode()


def _no_formula(value: str | int | None) -> str | int | None:
    """A cell that a spreadsheet would take for a formula gets an apostrophe, by which it is words."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


def _flat(each: DeadlineRecord, places: list[str]) -> dict[str, str | int | None]:
    row: dict[str, str | int | None] = {}
    receipts = {receipt["place"]: receipt for receipt in each["receipt"]}
    without = each["without_exception"] or {"opens": None, "closes": None}
    for key, value in cast(dict[str, Any], each).items():
        if key == "receipt":
            for place in places:
                for field in ("closes_at", "postmarked_by", "received_by"):
                    row[f"{place}.{field}"] = receipts[place][field] if place in receipts else None
        elif key == "without_exception":
            row |= {f"{key}.opens": without["opens"], f"{key}.closes": without["closes"]}
        elif key == "cautions":
            row[key] = " | ".join(caution["text"] for caution in each["cautions"])
        elif key == "steps":
            row[key] = " | ".join(f"{step['date'] or '?'} {step['text']}" for step in each["steps"])
        elif key == "needs":
            row[key] = " ".join(each["needs"])
        elif isinstance(value, dict):
            row |= {f"{key}.{name}": inner for name, inner in value.items()}
        else:
            row[key] = value
    return row
