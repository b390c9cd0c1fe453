"""The histories of published ends and addresses, as content/ledger.csv and content/addresses.txt have them."""

import csv
import io
import re
from collections.abc import Container, Iterable, Mapping
from datetime import date
from itertools import groupby, pairwise

from pydantic import ValidationError

from .reader import Reader, complaint
from .tables import Line
from .vocabulary import Which

LEDGER = "ledger.csv"
ADDRESSES = "addresses.txt"
COLUMNS = list(Line.model_fields)

Key = tuple[str, Which]  # a deadline's id and its end
History = tuple[Line, ...]  # its recorded values, the current one last
Ledger = Mapping[Key, History]


def last_day(history: History) -> date | None:
    """The last day that an end was published with, though it may have none now."""
    return next((line.day for line in reversed(history) if line.day), None)


def standing_since(history: History) -> Line:
    """The line since which an end has had its present date and status."""
    now = history[-1]
    return next(line for line in history if line.sequence == now.sequence)


def gone(ledger: Ledger, ids: Container[str]) -> list[str]:
    """The ids of deadlines once published that are not among those computed now."""
    return sorted({id_ for id_, _ in ledger if id_ not in ids})


def former(addresses: Iterable[str], pattern: str, ids: Container[str]) -> list[str]:
    """What stands for `{}` of a pattern in the addresses once published, and is not among the ids of now."""
    before, after = pattern.split("{}")
    found = (each[len(before) : -len(after)] for each in addresses if each.startswith(before) and each.endswith(after))
    return [id_ for id_ in found if id_ not in ids]


def read_ledger(reader: Reader) -> Ledger:
    """Every end's history; empty before a first publication."""
    path = reader.folder / LEDGER
    text = reader.text(path) if path.exists() else None
    name = reader.name(path)
    if not text:
        return {}
    if _conflicts(reader, name, text):
        return {}
    for number, written in enumerate(text.splitlines(), 1):
        if not written.strip():  # the reader of CSV passes over it
            reader.wrong(f"{name}: line {number}", "is empty")
            return {}
    rows = csv.DictReader(io.StringIO(text, newline=""), restkey="more", restval=None)
    lines: list[Line] = []
    try:
        if rows.fieldnames != COLUMNS:
            reader.wrong(name, f"the first line is not {','.join(COLUMNS)}")
            return {}
        for row in rows:
            line = _line(reader, f"{name}: line {rows.line_num}", row)
            if line:
                lines.append(line)
    except csv.Error as error:
        reader.wrong(f"{name}: line {rows.line_num}", f"cannot be read: {error}")
        return {}
    if len(lines) < rows.line_num - 1:
        return {}
    for one, other in pairwise(lines):
        if (one.id, one.end, one.revision) >= (other.id, other.end, other.revision):
            reader.wrong(name, f"{_called(other)} stands after {_called(one)}; lines are sorted by id, end, revision")
            return {}
    ledger = {key: tuple(group) for key, group in groupby(lines, lambda line: (line.id, line.end))}
    for history in ledger.values():
        _check(reader, name, history)
    return ledger


def _line(reader: Reader, place: str, row: dict[str, str | None]) -> Line | None:
    if "more" in row or None in row.values():
        reader.wrong(place, f"has not {len(COLUMNS)} fields")
        return None
    try:
        line = Line.model_validate(row)
    except ValidationError as error:
        for each in error.errors():
            reader.wrong(f"{place}: {each['loc'][0]}", complaint(each))
        return None
    if line.status == "fixed":
        try:
            date.fromisoformat(line.date)
        except ValueError:
            reader.wrong(f"{place}: date", f"found {line.date!r}; expected a day like 2027-04-01")
            return None
    return line


def _check(reader: Reader, name: str, history: History) -> None:
    """That a history counts on from its first line as `record` counts."""
    first = history[0]
    if (first.revision, first.sequence, first.published) != (0, 0, first.changed):
        reader.wrong(name, f"{_called(first)}: a first line has revision 0, sequence 0, and is published when changed")
    for was, now in pairwise(history):
        moved = (was.status, was.date) != (now.status, now.date)
        wrong = [
            ("revision", now.revision != was.revision + 1),
            ("sequence", now.sequence != was.sequence + moved),
            ("published", now.published != first.published),
            ("changed", now.changed < was.changed),
        ]
        for key, bad in wrong:
            if bad:
                found = getattr(now, key)
                reader.wrong(name, f"{_called(now)}: {key} {found} does not follow from {getattr(was, key)} before it")


def _called(line: Line) -> str:
    return f"{line.id} {line.end}, revision {line.revision},"


def read_addresses(reader: Reader) -> tuple[str, ...]:
    """The paths of every feed, data file, embed and badge ever published, from the site's root.

    A line may say after the path what stands there: the filings of a role's feed, the identities of all.
    """
    path = reader.folder / ADDRESSES
    text = reader.text(path) if path.exists() else None
    name = reader.name(path)
    if not text or _conflicts(reader, name, text):
        return ()
    found = text.splitlines()
    for number, line in enumerate(found, 1):
        if not re.fullmatch(r"[a-z0-9][a-z0-9./-]*( \S.*)?", line):
            reader.wrong(f"{name}: line {number}", f"found {line!r}; expected a path like feeds/all.ics")
    if found != sorted(set(found)):
        reader.wrong(name, "its lines are not sorted, or one stands twice")
    return tuple(found)


def _conflicts(reader: Reader, name: str, text: str) -> bool:
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(("<<<<<<<", "=======", ">>>>>>>")):
            what = "a merge conflict; take the published file whole, then record your change again (see README.md)"
            reader.wrong(f"{name}: line {number}", what)
            return True
    return False
