"""From an expression of the rule language to the day it comes to, with each step of the way.

Nothing here knows any law: a sentence is evaluated over an environment of named days, and what those
names mean, and whether a day then moves, is for others.
"""

from calendar import monthrange
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import NamedTuple

from dateutil.relativedelta import relativedelta, weekday

from . import wording
from .expressions import (
    Choice,
    Comparison,
    Count,
    DayOfMonth,
    Direction,
    Expression,
    Fixed,
    Hours,
    Named,
    NthWeekday,
    Practicable,
    RuleError,
    WeekdayOfMonth,
    ordinal,
)
from .model import Counted, Step
from .vocabulary import MONTHS, WEEKDAYS, Day, in_words, whole


class Point(NamedTuple):
    """A named day: the day, or none while it is not known, and the steps that lead to it."""

    day: Day | None
    steps: tuple[Step, ...] = ()


def _no_business_days(start: date, number: int) -> date:
    raise RuleError("business days need a calendar of holidays")


@dataclass(frozen=True, slots=True)
class Environment:
    """What a sentence is evaluated over: the election's year, the named days, business days.

    `business_day(start, n)` is the nth business day after `start` (before it, if n is negative).
    """

    year: int
    named: Mapping[Named, Point] = field(default_factory=dict)
    business_day: Callable[[date, int], date] = _no_business_days


def evaluate(expression: Expression, env: Environment) -> Point:
    """The day an expression comes to, with each step of the way.

    The day is none where a named day is not known; the steps then say in words what is counted.
    Raises RuleError for a day that does not exist in that year (the fifth Monday of a month with
    four; February 29) and for one that the calendar's years do not reach.
    """
    try:
        return _evaluate(expression, env)
    except RuleError:
        raise
    except (OverflowError, ValueError):  # from datetime and dateutil
        raise RuleError(wording.NO_YEAR) from None


def _evaluate(expression: Expression, env: Environment) -> Point:
    match expression:
        case Practicable():
            return Point(None, (Step(None, wording.PRACTICABLE),))
        case Fixed(day):
            return Point(day, (Step(day, wording.FIXED),))
        case Named(name):
            if expression not in env.named:
                raise RuleError(wording.NO_NAME.format(name=name))
            return env.named[expression]
        case DayOfMonth(month, number):
            if number > monthrange(env.year, month)[1]:
                raise RuleError(wording.NO_DAY_OF_MONTH.format(month=MONTHS[month - 1], year=env.year, day=number))
            day = date(env.year, month, number)
            text = wording.DAY_OF_MONTH.format(month=MONTHS[month - 1], day=number)
            return Point(day, (Step(day, text, Counted(None, number, "date", MONTHS[month - 1])),))
        case WeekdayOfMonth(nth, day_of_week, month):
            day = _weekday_of_month(nth, day_of_week, env.year, month)
            text = wording.WEEKDAY_OF_MONTH.format(
                nth=wording.LAST if nth == -1 else ordinal(nth),
                weekday=WEEKDAYS[day_of_week],
                month=MONTHS[month - 1],
                year=env.year,
            )
            return Point(day, (Step(day, text, Counted(None, nth, WEEKDAYS[day_of_week], MONTHS[month - 1])),))
        case NthWeekday(nth, day_of_week, direction, base):
            start = _evaluate(base, env)
            found = nth_weekday(whole(start.day), nth, day_of_week, direction) if start.day else None
            text = wording.NTH_WEEKDAY.format(
                nth=wording.FIRST if nth == 1 else ordinal(nth), weekday=WEEKDAYS[day_of_week], direction=direction
            )
            counted = Counted(start.day, _signed(nth, direction), WEEKDAYS[day_of_week], _name(base))
            return Point(found, (*start.steps, Step(found, text, counted)))
        case Count():
            start = _evaluate(expression.base, env)
            found = _count(expression, whole(start.day), env) if start.day else None
            number = _signed(expression.number, expression.direction)
            counted = Counted(start.day, number, expression.unit, _name(expression.base))
            return Point(found, (*start.steps, Step(found, _count_in_words(expression), counted)))
        case Hours(number, direction, base):
            start = _evaluate(base, env)
            text = wording.HOURS.format(number=number, direction=direction)
            counted = Counted(start.day, _signed(number, direction), "hour", base.name)
            if start.day is None:
                return Point(None, (*start.steps, Step(None, text, counted)))
            if not isinstance(start.day, datetime):
                raise RuleError(wording.NO_HOUR.format(name=base.name))
            hours = timedelta(hours=number)
            moment = start.day + hours if direction == "after" else start.day - hours
            return Point(moment, (*start.steps, Step(moment, text, counted)))
        case Choice(which, items):
            points = [_evaluate(item, env) for item in items]
            days = [whole(point.day) for point in points if point.day]
            steps = tuple(step for point in points for step in point.steps)
            if len(days) < len(points):
                return Point(None, (*steps, Step(None, wording.CHOICE_WAITS.format(which=which))))
            day = min(days) if which == "earlier" else max(days)
            *first, last = [in_words(each) for each in days]
            text = wording.CHOICE.format(which=which, days="; ".join(first), last=last)
            return Point(day, (*steps, Step(day, text)))


def _name(base: Expression) -> str:
    match base:
        case Named(name):
            return name
        case NthWeekday(_, day_of_week):
            return WEEKDAYS[day_of_week]
        case _:
            return ""


def _signed(number: int, direction: Direction) -> int:
    return number if direction == "after" else -number


def nth_weekday(start: date, nth: int, day_of_week: int, direction: Direction) -> date:
    """The nth such weekday strictly after (before) a day: the day itself never counts."""
    sign = 1 if direction == "after" else -1
    return start + relativedelta(days=sign, weekday=weekday(day_of_week, sign * nth))


def _weekday_of_month(nth: int, day_of_week: int, year: int, month: int) -> date:
    if nth == -1:
        return date(year, month, 1) + relativedelta(day=31, weekday=weekday(day_of_week, -1))
    day = date(year, month, 1) + relativedelta(weekday=weekday(day_of_week, nth))
    if (day.year, day.month) != (year, month):
        words = {"month": MONTHS[month - 1], "year": year, "nth": ordinal(nth), "weekday": WEEKDAYS[day_of_week]}
        raise RuleError(wording.NO_WEEKDAY_OF_MONTH.format(**words))
    return day


def _count(count: Count, start: date, env: Environment) -> date:
    signed = _signed(count.number, count.direction)
    match count.unit:
        case "day":
            return start + timedelta(days=signed)
        case "week":
            return start + timedelta(weeks=signed)
        case "month":  # the same day number, or the month's last day
            return start + relativedelta(months=signed)
        case "business day":
            return env.business_day(start, signed)


def _count_in_words(count: Count) -> str:
    if count.bare:
        return wording.NEXT_DAY.format(direction=count.direction)
    if count.ordinal:
        return wording.NTH_DAY.format(nth=ordinal(count.number), direction=count.direction)
    units = count.unit if count.number == 1 else f"{count.unit}s"
    return wording.COUNT[count.unit].format(number=count.number, units=units, direction=count.direction)


def holds(comparison: Comparison, event: date, day: date) -> bool:
    """Whether an event of that day meets a condition, given the day it is compared with."""
    match comparison.relation:
        case "before":
            return event < day
        case "on or before":
            return event <= day
        case "after":
            return event > day
        case "on or after":
            return event >= day
