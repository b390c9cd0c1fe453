"""The law and its wording for the browser: `rules.json`, from which `evaluate.js` computes what Python does.

A sentence stands in a provision as it is written; `expressions` and `conditions` hold what each one
means, once. A field that would be null, false or empty is left out. The records below are the format's
definition: the published JSON Schema is made from them.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Literal, NotRequired

from pydantic import BaseModel, TypeAdapter, with_config
from typing_extensions import TypedDict

from . import wording
from .data import SCHEMA
from .expressions import Comparison, Direction, Expression, Relation, Unit, parse, parse_condition
from .law_tables import Doubt, ElectionDay, Event, Exception_, FilingLaw, Holidays, Reading, Section
from .model import Build, Caution, Content, Election, Provision
from .records import STRICT, Date
from .tables import FilingCase
from .vocabulary import MONTHS, WEEKDAYS, Basis, CautionKind, ElectionKind, Kind

RULES = "api/v1/rules.json"

# --- expressions: the classes of expressions.py, each with its name as `op` ------------------------


class FixedTree(TypedDict):
    op: Literal["fixed"]
    date: Date


class NamedTree(TypedDict):
    op: Literal["named"]
    name: str
    such: NotRequired[bool]


class DayOfMonthTree(TypedDict):
    op: Literal["day_of_month"]
    month: int
    day: int


class WeekdayOfMonthTree(TypedDict):
    """`nth` is -1 for the last; weekdays count from Monday, 0."""

    op: Literal["weekday_of_month"]
    nth: int
    weekday: int
    month: int


class NthWeekdayTree(TypedDict):
    op: Literal["nth_weekday"]
    nth: int
    weekday: int
    direction: Direction
    base: "Tree"


class CountTree(TypedDict):
    op: Literal["count"]
    number: int
    unit: Unit
    direction: Direction
    base: "Tree"
    ordinal: NotRequired[bool]
    bare: NotRequired[bool]


class ChoiceTree(TypedDict):
    op: Literal["choice"]
    which: Literal["earlier", "later"]
    items: list["Tree"]


class HoursTree(TypedDict):
    op: Literal["hours"]
    number: int
    direction: Direction
    base: NamedTree


class PracticableTree(TypedDict):
    op: Literal["practicable"]


Tree = (
    FixedTree
    | NamedTree
    | DayOfMonthTree
    | WeekdayOfMonthTree
    | NthWeekdayTree
    | CountTree
    | ChoiceTree
    | HoursTree
    | PracticableTree
)


class ComparisonTree(TypedDict):
    event: str
    relation: Relation
    day: Tree


def tree(expression: Expression | Comparison) -> Any:
    """An expression as JSON: its fields, after the name of its kind (a comparison has none)."""
    kind = re.sub(r"(?<!^)(?=[A-Z])", "_", type(expression).__name__).lower()
    found: dict[str, Any] = {} if isinstance(expression, Comparison) else {"op": kind}
    for name in expression.__match_args__:
        value = getattr(expression, name)
        if isinstance(value, Expression):
            value = tree(value)
        elif isinstance(value, tuple):
            value = [tree(each) for each in value]
        elif isinstance(value, date):
            value = value.isoformat()
        if value is not False:
            found[name] = value
    return found


# --- the file ------------------------------------------------------------------------------------


class DoubtRecord(TypedDict):
    kind: CautionKind
    text: str
    source: str


@with_config(STRICT)
class ProvisionRecord(TypedDict):
    filing: str
    case: NotRequired[str]
    elections: list[ElectionKind]
    kind: Kind
    opens: NotRequired[str]
    closes: NotRequired[str]
    when: NotRequired[str]
    applies: NotRequired[str]
    paragraph: NotRequired[str]
    years: NotRequired[Literal["presidential"]]
    readings: NotRequired[list[Reading]]
    basis: Basis
    cautions: NotRequired[list[DoubtRecord]]
    citation: str
    place: str
    follows: NotRequired[str]
    but_for: NotRequired[list[str]]
    ordinary_case: NotRequired[str]
    status: NotRequired[Literal["abolished", "unknown"]]
    reason: NotRequired[str]


class SectionRecord(TypedDict):
    """A section with the provisions of each of its editions."""

    section: Section
    provisions: dict[str, list[ProvisionRecord]]


@with_config(STRICT)
class ConfiguredElection(TypedDict):
    """An election as it was resolved. `compared`: its file sets an edition, which may lack a filing."""

    id: str
    kind: ElectionKind
    title: str
    short: str
    year: int
    date: NotRequired[Date]
    why: str
    edition: NotRequired[str]
    editions: NotRequired[dict[str, str]]
    compared: NotRequired[bool]
    primary: NotRequired[str]
    proclamation: NotRequired[Date]
    paragraph: NotRequired[str]
    places: list[str]
    note: NotRequired[str]
    caution: NotRequired[Doubt]
    may_move: NotRequired[Doubt]
    no_deadlines: NotRequired[str]


class FilingRecord(TypedDict):
    id: str
    title: str
    short: str
    order: int
    what: str
    act: str
    cases: NotRequired[dict[str, FilingCase]]


class RulesFile(TypedDict):
    """rules.json: everything that a deadline is computed from, and said with."""

    schema: str
    built: Date
    content: str
    base_url: str
    stamp: Date
    weekdays: list[str]
    months: list[str]
    words: dict[str, str | dict[str, str]]
    expressions: dict[str, Tree]
    conditions: dict[str, list[ComparisonTree]]
    holidays: Holidays
    filing_law: FilingLaw
    election_days: list[ElectionDay]
    events: list[Event]
    main: str
    sections: list[SectionRecord]
    exceptions: list[Exception_]
    elections: list[ConfiguredElection]
    filings: list[FilingRecord]


def addresses(build: Build) -> Iterable[str]:
    """The paths of rules.json and its schema."""
    return RULES, SCHEMA.format("rules")


def outputs(build: Build) -> Iterator[tuple[str, bytes]]:
    """rules.json and its schema."""
    content, law = build.content, build.content.law
    schema = build.base_url + SCHEMA.format("rules")
    file = {
        "schema": schema,
        "built": build.today,
        "content": content.digest,
        "base_url": build.base_url,
        "stamp": max((history[-1].changed for history in content.ledger.values()), default=build.today),
        "weekdays": WEEKDAYS,
        "months": MONTHS,
        "words": wording.patterns(),
        "expressions": {each: tree(parse(each)) for each in sorted(_sentences(content))},
        "conditions": {
            each: [tree(comparison) for comparison in parse_condition(each)] for each in sorted(_conditions(content))
        },
        "holidays": law.holidays,
        "filing_law": law.filing,
        "election_days": law.election_days.day,
        "events": list(law.events.values()),
        "main": law.main,
        "sections": [
            {
                "section": section,
                "provisions": {
                    edition.id: [_provision(each) for each in law.provisions[id_, edition.id]]
                    for edition in section.edition
                },
            }
            for id_, section in law.sections.items()
        ],
        "exceptions": list(law.exceptions.values()),
        "elections": [_election(each) for each in content.elections.values()],
        "filings": [each.model_dump(exclude={"body", "act_in_full"}) for each in content.filings.values()],
    }
    lean = {key: _lean(each) for key, each in file.items()}  # these themselves are always there
    text = json.dumps(lean, ensure_ascii=False, separators=(",", ":"))
    yield RULES, (text + "\n").encode()
    described = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": schema}
    described |= TypeAdapter(RulesFile).json_schema()
    yield SCHEMA.format("rules"), (json.dumps(described, ensure_ascii=False, indent=1) + "\n").encode()


def _sentences(content: Content) -> set[str]:
    """Every rule sentence that is evaluated anywhere."""
    law = content.law
    found: set[str | None] = {each.rule for each in law.holidays.holiday}
    found |= {each.rule for each in law.election_days.day}
    for event in law.events.values():
        found |= {*event.first.values(), *event.last.values()}
    for provisions in law.provisions.values():
        for provision in provisions:
            found |= {provision.opens, provision.closes, *(each.closes for each in provision.readings)}
    for exception in law.exceptions.values():
        for moved in exception.deadline:
            found |= {moved.opens, moved.closes}
    return {each for each in found if each}


def _conditions(content: Content) -> set[str]:
    return {each.when for provisions in content.law.provisions.values() for each in provisions if each.when}


def _provision(each: Provision) -> dict[str, Any]:
    fields = [key for key in ProvisionRecord.__annotations__ if key != "cautions"]
    return {key: getattr(each, key) for key in fields} | {"cautions": [_doubt(doubt) for doubt in each.cautions]}


def _doubt(caution: Caution) -> DoubtRecord:
    return {"kind": caution.kind, "text": caution.text, "source": caution.source}


def _election(election: Election) -> dict[str, Any]:
    entry, doubt = election.entry, election.may_move
    return {
        "id": election.id,
        "kind": election.kind,
        "title": entry.title,
        "short": entry.short,
        "year": election.year,
        "date": election.date,
        "why": election.why,
        "edition": election.edition,
        "editions": election.editions,
        "compared": entry.edition is not None or None,
        "primary": election.primary,
        "proclamation": entry.proclamation,
        "paragraph": entry.paragraph,
        "places": election.places,
        "note": entry.note,
        "caution": entry.caution,
        "may_move": doubt and {"text": doubt.text, "source": doubt.source},
        "no_deadlines": entry.no_deadlines,
    }


def _lean(value: Any) -> Any:
    """A value as JSON, without its fields that are null or empty, or as the tables have them by default."""
    match value:
        case BaseModel():
            return _lean(value.model_dump(mode="json", by_alias=True, exclude_defaults=True))
        case Mapping():
            lean = {key: _lean(each) for key, each in value.items()}
            return {key: each for key, each in lean.items() if each is not None and each != [] and each != {}}
        case list() | tuple():
            return [_lean(each) for each in value]
        case date():
            return value.isoformat()
        case _:
            return value
