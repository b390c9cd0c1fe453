"""What boards published: reads the calendars in content/official/, and the differences that are explained there."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path

from .model import Election, OfficialDate
from .reader import Reader
from .tables import Difference, Labels
from .vocabulary import MONTHS, WEEKDAYS

COLUMNS = ["election", "election_date", "provision", "date", "source", "note"]


def official_dates(
    reader: Reader, labels: Labels, files: list[tuple[Path, str]], elections: Mapping[str, Election]
) -> Iterator[OfficialDate]:
    """Every date of every calendar, by the names that labels.toml gives."""
    for calendar in sorted(labels.calendars.keys() ^ {path.stem for path, _ in files}):
        message = f"labels.toml and the folder do not both have the calendar {calendar!r}"
        reader.wrong(f"{reader.folder.name}/official/labels.toml: calendars", message)
    for path, text in files:
        rows = csv.DictReader(io.StringIO(text, newline=""))
        name = reader.name(path)
        try:
            if rows.fieldnames != COLUMNS:
                reader.wrong(name, f"the first line is not {','.join(COLUMNS)}")
                continue
            before = len(reader.mistakes)
            found = [
                each
                for row in rows
                for each in _official_date(reader, path.stem, f"{name}: line {rows.line_num}", row, labels, elections)
            ]
        except csv.Error as error:
            reader.wrong(f"{name}: line {rows.line_num}", f"cannot be read: {error}")
            continue
        if not found and len(reader.mistakes) == before:
            reader.wrong(name, "holds no date")
        yield from found


def _official_date(
    reader: Reader, calendar: str, place: str, row: dict[str, str], labels: Labels, elections: Mapping[str, Election]
) -> Iterator[OfficialDate]:
    """The date of a row, if it can be read; its mistake otherwise."""
    label, source = row["provision"], row["source"]
    try:
        day, held = date.fromisoformat(row["date"]), date.fromisoformat(row["election_date"])
        if row["election"] not in labels.elections:
            raise ValueError(f"labels.toml has no election {row['election']!r}")
        id_ = labels.elections[row["election"]].replace("{year}", str(held.year))
        if id_ not in elections:
            raise ValueError(f"no election has the id {id_!r}")
        if elections[id_].date != held:
            raise ValueError(f"{id_} is on {elections[id_].date}, not on {held}")
        prefix = next((each for each in labels.events if each and label.startswith(each)), None)
        if prefix is None and label not in labels.deadlines:
            raise ValueError(f"labels.toml has no provision {label!r}")
        asked = labels.events[prefix] if prefix else None
        event = (asked.event, _day_in_words(label.removeprefix(prefix or ""), held.year)) if asked else None
    except (ValueError, TypeError) as error:
        reader.wrong(place, str(error))
        return
    end = asked.end if asked else labels.deadlines[label]
    for word, name in (("primary", f"{held.year}-primary"), ("general", f"{held.year}-general"), ("special", id_)):
        end = end.replace(f"{{{word}}}", name)
    yield OfficialDate(place, calendar, label, id_, end, event, day, source)


def _day_in_words(words: str, year: int) -> date:
    """`Mon Jul 24` in a year. Raises ValueError if it is no day, or not on that weekday."""
    weekday, month, number = [*words.split(), "", "", ""][:3]
    short = [each[:3] for each in MONTHS]
    if month not in short or not number.isdecimal():
        raise ValueError(f"expected a day like “Mon Jul 24”, found {words!r}")
    found = date(year, short.index(month) + 1, int(number))
    if WEEKDAYS[found.weekday()][:3] != weekday:
        raise ValueError(f"{words} of {year} is a {WEEKDAYS[found.weekday()]}")
    return found


def check_differences(reader: Reader, differences: Iterable[Difference], official: Iterable[OfficialDate]) -> None:
    """That each difference explained is one of a date that its calendar has, and is explained once."""
    place = f"{reader.folder.name}/official/differences.toml: difference"
    known = {(each.calendar, each.label, each.date) for each in official}
    seen: set[tuple[str, str, date]] = set()
    for n, each in enumerate(differences):
        key = (each.calendar, each.provision, each.date)
        if key not in known:
            reader.wrong(f"{place}[{n}]", f"{each.calendar} has no {each.provision!r} on {each.date}")
        if key in seen:
            reader.wrong(f"{place}[{n}]", "explains what another explains already")
        seen.add(key)
