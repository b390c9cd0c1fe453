"""What lists are made of: the dated ends of deadlines by day, and the elections to come and past."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

from .model import Build, Deadline, Election, End
from .vocabulary import Which, whole


@dataclass(frozen=True)
class Row:
    """A dated end of a deadline, as lists show it."""

    day: date
    deadline: Deadline
    which: Which
    end: End


def dated(deadlines: Iterable[Deadline]) -> list[Row]:
    """Every dated end of some deadlines, by day."""
    found = [Row(whole(end.date), each, which, end) for each in deadlines for which, end in each.ends if end.date]
    return sorted(found, key=lambda row: row.day)


def by_today(build: Build) -> tuple[list[Election], list[Election]]:
    """The elections to come (those without a day last), and those past, latest first."""
    elections = list(build.content.elections.values())
    coming = [each for each in elections if (each.date or date(each.year, 12, 31)) >= build.today]
    return coming, [each for each in reversed(elections) if each not in coming]


def grouped(deadlines: Iterable[Deadline], key: Callable[[Deadline], str]) -> dict[str, list[Deadline]]:
    """Deadlines by a key, in the order in which each key first comes."""
    groups: dict[str, list[Deadline]] = {}
    for deadline in deadlines:
        groups.setdefault(key(deadline), []).append(deadline)
    return groups
