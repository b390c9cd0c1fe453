"""A jurisdiction's days: its public holidays, its business days, and how a last day moves.

The holidays, the weekend and what a Sunday does to a holiday are content (General Construction
Law § 24 in content/law/holidays.toml); this module only counts.
"""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import cache

from . import wording
from .expressions import RuleError, names, parse
from .law_tables import Holidays
from .rules import Environment, Point, evaluate
from .vocabulary import WEEKDAYS, Date, in_words

ONE_DAY = timedelta(days=1)


class Days:
    """Which days are open. Years are worked out as they are asked for."""

    def __init__(self, holidays: Holidays, election_day: Callable[[str, int], date]) -> None:
        """`election_day("general", year)` is what a holiday's rule means by `general`."""
        self._holidays = holidays
        self._election_day = election_day
        self._weekend = frozenset(WEEKDAYS.index(day) for day in holidays.weekend)
        self._moved = {WEEKDAYS.index(day): days for day, days in holidays.moved.items()}
        self._proclaimed = {day.date: day.name for day in holidays.proclaimed}
        earlier = any(days < 0 for days in self._moved.values())
        # Of one year, holidays of late December may be kept in the next, and of early January in the one before.
        self._years = (0, -1, 1) if earlier else (0, -1)
        self._year = cache(self._holidays_of)

    def _holidays_of(self, year: int) -> Mapping[Date, str]:
        found: dict[date, str] = {}
        for holiday in self._holidays.holiday:
            if holiday.first_year and year < holiday.first_year:
                continue
            rule, name = parse(holiday.rule), holiday.name
            try:
                elections = {each: Point(self._election_day(each.name, year)) for each in names(rule)}
                day = evaluate(rule, Environment(year, elections)).day
            except RuleError as error:
                raise RuleError(f"the holiday {name}: {error}") from None
            if day is None:
                raise RuleError(f"the holiday {name}: {holiday.rule!r} gives no day")
            found.setdefault(day, name)
            later = self._moved.get(day.weekday()) if holiday.moves else None
            if later:
                kept = wording.HOLIDAY_KEPT.format(holiday=name, weekday=WEEKDAYS[day.weekday()])
                found.setdefault(day + later * ONE_DAY, kept)
        return found

    def holiday(self, day: date) -> str | None:
        """The name of the public holiday on this day, if it is one (a day to which one moves too)."""
        found = (self._year(day.year + years).get(day) for years in self._years)
        return self._proclaimed.get(day) or next(filter(None, found), None)

    def why_closed(self, day: date) -> str | None:
        """Why this is no business day, in words ("May 31 is Memorial Day"); none if it is one."""
        holiday = self.holiday(day)
        if not holiday and day.weekday() not in self._weekend:
            return None
        words = in_words(day, weekday=False, year=False)
        if holiday:
            return wording.HOLIDAY.format(day=words, holiday=holiday, cite=self._holidays.cite)
        return wording.WEEKEND.format(day=words, weekday=WEEKDAYS[day.weekday()])

    def is_business_day(self, day: date) -> bool:
        """Whether a day is no weekend day and no public holiday (General Construction Law § 24)."""
        return self.why_closed(day) is None

    def next_open(self, day: date) -> date:
        """The day itself if it is a business day, else the next one."""
        while not self.is_business_day(day):
            day += ONE_DAY
        return day

    def last_open(self, day: date) -> date:
        """The day itself if it is a business day, else the last one before it."""
        while not self.is_business_day(day):
            day -= ONE_DAY
        return day

    def business_day(self, start: date, number: int) -> date:
        """The nth business day after `start`, which is not counted; before it if n is negative.

        Raises RuleError for n = 0: there is no zeroth business day.
        """
        if number == 0:
            raise RuleError("there is no zeroth business day")
        day, step = start, ONE_DAY if number > 0 else -ONE_DAY
        for _ in range(abs(number)):
            day += step
            while not self.is_business_day(day):
                day += step
        return day

    def closed_days(self, first: date, last: date) -> list[str]:
        """Why each closed day from the first to the last is closed, in words."""
        reasons = (self.why_closed(first + days * ONE_DAY) for days in range((last - first).days + 1))
        return [reason for reason in reasons if reason]
