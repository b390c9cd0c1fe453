"""The open data: JSON and CSV of every deadline, and of each election's and filing's alone.

The records that define the formats are in `records.py`.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from pydantic import TypeAdapter

from .history import former, gone, standing_since
from .model import Build, Deadline, Election, End
from .records import (
    BuildFile,
    DeadlineRecord,
    DeadlinesFile,
    ElectionFile,
    ElectionRecord,
    FilingFile,
    FilingRecord,
    UpcomingFile,
)
from .tables import Filing, Line
from .vocabulary import WHICH, Day

DEADLINES = "api/v1/deadlines.json"
UPCOMING = "api/v1/upcoming.json"
CSV = "api/v1/deadlines.csv"
ELECTION = "api/v1/elections/{}.json"
FILING = "api/v1/filings/{}.json"
BUILD = "build.json"
SCHEMA = "api/v1/schema/{}.json"
NO_END = End("unknown")  # of a deadline that has no first day, or no last one
FILES = {
    "deadlines": DeadlinesFile,
    "upcoming": UpcomingFile,
    "election": ElectionFile,
    "filing": FilingFile,
    "build": BuildFile,
}


def outputs(build: Build) -> Iterator[tuple[str, bytes]]:
    """The data files' paths and bytes."""
    content = build.content
    records = {deadline.id: record(build, deadline) for deadline in build.deadlines}
    records |= {id_: _withdrawn(build, id_) for id_ in gone(content.ledger, records)}
    lines = {id_: json.dumps(each, ensure_ascii=False) for id_, each in records.items()}
    dated = {"built": build.today.isoformat(), "content": content.digest}

    def file(schema: str, ids: Iterable[str], **more: Any) -> bytes:
        head = {"schema": build.base_url + SCHEMA.format(schema), "license": content.site.data_license.url}
        return _json(head | dated | more, [lines[id_] for id_ in ids])

    elections = {id_: election_record(build, election) for id_, election in content.elections.items()}
    yield DEADLINES, file("deadlines", records, elections=list(elections.values()))
    yield UPCOMING, file("upcoming", [deadline.id for deadline in upcoming(build)])
    yield CSV, _csv(build, list(records.values()))
    by_election, by_filing = _ids(records, 0), _ids(records, 1)
    for id_ in [*elections, *former(content.addresses, ELECTION, elections)]:
        yield ELECTION.format(id_), file("election", by_election.get(id_, ()), election=elections.get(id_))
    filings = {id_: _filing_record(build, filing) for id_, filing in content.filings.items()}
    for id_ in [*filings, *former(content.addresses, FILING, filings)]:
        yield FILING.format(id_), file("filing", by_filing.get(id_, ()), filing=filings.get(id_))
    for name, kind in FILES.items():
        address = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": build.base_url + SCHEMA.format(name),
        }
        yield SCHEMA.format(name), _json(address | TypeAdapter(kind).json_schema())
    yield BUILD, _json(dated)


def addresses(build: Build) -> Iterable[str]:
    """The data files' paths, which programs keep for ever."""
    content = build.content
    yield from (DEADLINES, UPCOMING, CSV, *(SCHEMA.format(name) for name in FILES))
    for pattern, ids in ((ELECTION, content.elections), (FILING, content.filings)):
        yield from (pattern.format(id_) for id_ in [*ids, *former(content.addresses, pattern, ids)])


def _ids(records: Iterable[str], part: int) -> dict[str, list[str]]:
    """The ids of deadlines by their election (the first part) or filing (the second)."""
    groups: dict[str, list[str]] = {}
    for id_ in records:
        groups.setdefault(id_.split("/")[part], []).append(id_)
    return groups


def upcoming(build: Build) -> list[Deadline]:
    """The deadlines that have an end on or after the day of the build, by the first such end."""

    def days(deadline: Deadline) -> list[Day]:
        return [end.date for _, end in deadline.ends if end.date and end.date >= build.today]

    return sorted(
        (deadline for deadline in build.deadlines if days(deadline)), key=lambda each: (min(days(each)), each.id)
    )


def election_record(build: Build, election: Election) -> ElectionRecord:
    """An election as the data has it."""
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


def _filing_record(build: Build, filing: Filing) -> FilingRecord:
    return {
        "id": filing.id,
        "title": filing.title,
        "short": filing.short,
        "what": filing.what,
        "act": filing.act,
        "cases": [{"id": id_, "title": case.title} for id_, case in filing.cases.items()],
        "url": f"{build.base_url}filings/{filing.id}/",
    }


def record(build: Build, deadline: Deadline) -> DeadlineRecord:
    """A deadline as the data has it: every day in ISO 8601, hours as `17:00`."""
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


def _json(value: Mapping[str, Any], deadlines: list[str] | None = None) -> bytes:
    """JSON with one line a record, so that two versions compare line by line; `deadlines` are such lines."""
    fields = []
    for key, inner in value.items():
        if isinstance(inner, list) and inner:
            fields.append(_lines(key, [json.dumps(each, ensure_ascii=False) for each in inner]))
        else:
            fields.append(f"{json.dumps(key)}: {json.dumps(inner, ensure_ascii=False)}")
    if deadlines is not None:
        fields.append(_lines("deadlines", deadlines))
    return ("{\n" + ",\n".join(fields) + "\n}\n").encode()


def _lines(key: str, lines: list[str]) -> str:
    inner = ",\n".join(lines)
    return f"{json.dumps(key)}: [\n{inner}\n]" if lines else f"{json.dumps(key)}: []"


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
