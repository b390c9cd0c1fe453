"""The language of the rules: a sentence, its expression, and the day and steps it comes to.

The grammar is `rules.lark`. Nothing here knows any law: a sentence is evaluated over an
environment of named days, and what those names mean, and whether a day then moves, is for others.
"""

from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cache
from importlib import resources
from typing import Any, Literal, cast

from dateutil.relativedelta import relativedelta, weekday
from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.exceptions import VisitError

from . import wording
from .model import Counted, Step
from .tables import MONTHS, WEEKDAYS, Day, Which, in_words

Direction = Literal["before", "after"]
Unit = Literal["day", "business day", "week", "month"]
Relation = Literal["before", "on or before", "after", "on or after"]

LONGEST = 500  # characters of a sentence: far from what nests too deep to be computed
MOST = 999  # of any unit: the count of days of two and a half years, or of weekdays of nineteen


class RuleError(ValueError):
    """A sentence that is not of the language, or that asks for a day there is not."""


# --- expressions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fixed:
    date: date


@dataclass(frozen=True, slots=True)
class Named:
    """An election, an event, or `filing[/case] opens|closes`; `such` follows the case being defined."""

    name: str
    such: bool = False


@dataclass(frozen=True, slots=True)
class DayOfMonth:
    month: int
    day: int


@dataclass(frozen=True, slots=True)
class WeekdayOfMonth:
    """`nth` is -1 for the last."""

    nth: int
    weekday: int
    month: int


@dataclass(frozen=True, slots=True)
class NthWeekday:
    nth: int
    weekday: int
    direction: Direction
    base: "Expression"


@dataclass(frozen=True, slots=True)
class Count:
    """So many units from a day; `bare` for "day after", said without a number."""

    number: int
    unit: Unit
    direction: Direction
    base: "Expression"
    ordinal: bool = False
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    which: Literal["earlier", "later"]
    items: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class Hours:
    number: int
    direction: Direction
    base: Named


@dataclass(frozen=True, slots=True)
class Practicable:
    pass


Expression = Fixed | Named | DayOfMonth | WeekdayOfMonth | NthWeekday | Count | Choice | Hours | Practicable


@dataclass(frozen=True, slots=True)
class Comparison:
    event: str
    relation: Relation
    day: Expression


# --- from a sentence to its expression -----------------------------------------------------------


class _Build(Transformer[Token, Any]):
    """The parse tree, turned into expressions from the leaves up."""

    def practicable(self, _: list[Token]) -> Practicable:
        return Practicable()

    def hours(self, found: list[Any]) -> Hours:
        number, direction, name = found
        return Hours(_positive(number), direction, Named(str(name)))

    def earlier(self, items: list[Any]) -> Choice:
        return Choice("earlier", tuple(items))

    def later(self, items: list[Any]) -> Choice:
        return Choice("later", tuple(items))

    def nth_weekday(self, found: list[Any]) -> NthWeekday:
        nth, day, direction, base = found
        return NthWeekday(_ordinal(nth) if nth else 1, WEEKDAYS.index(day), direction, base)

    def nth_day(self, found: list[Any]) -> Count:
        nth, _, direction, base = found
        return Count(_ordinal(nth), "day", direction, base, ordinal=True)

    def next_day(self, found: list[Any]) -> Count:
        _, direction, base = found
        return Count(1, "day", direction, base, bare=True)

    def count(self, found: list[Any]) -> Count:
        number, unit, direction, base = found
        return Count(_positive(number), unit, direction, base)

    def weekday_of_month(self, found: list[Any]) -> WeekdayOfMonth:
        nth, day, month = found
        return WeekdayOfMonth(_ordinal(nth), WEEKDAYS.index(day), MONTHS.index(month) + 1)

    def last_weekday_of_month(self, found: list[Any]) -> WeekdayOfMonth:
        return WeekdayOfMonth(-1, WEEKDAYS.index(found[0]), MONTHS.index(found[1]) + 1)

    def day_of_month(self, found: list[Any]) -> DayOfMonth:
        month, day = MONTHS.index(found[0]) + 1, int(found[1])
        if not 1 <= day <= monthrange(2024, month)[1]:
            raise RuleError(f"{found[0]} has no day {day}")
        return DayOfMonth(month, day)

    def fixed(self, found: list[Any]) -> Fixed:
        try:
            return Fixed(date.fromisoformat(found[0]))
        except ValueError:
            raise RuleError(wording.NO_DAY.format(day=found[0])) from None

    def named(self, found: list[Any]) -> Named:
        return Named(str(found[0]))

    def end_of_deadline(self, found: list[Any]) -> Named:
        return Named(f"{found[0]} {found[1]}")

    def end_of_such_deadline(self, found: list[Any]) -> Named:
        return Named(f"{found[0]} {found[1]}", such=True)

    def comparison(self, found: list[Any]) -> Comparison:
        return Comparison(str(found[0]), found[1], found[2])

    def condition(self, found: list[Any]) -> tuple[Comparison, ...]:
        return tuple(found)

    def days(self, _: list[Any]) -> Unit:
        return "day"

    def business_days(self, _: list[Any]) -> Unit:
        return "business day"

    def weeks(self, _: list[Any]) -> Unit:
        return "week"

    def months(self, _: list[Any]) -> Unit:
        return "month"

    def before(self, _: list[Any]) -> str:
        return "before"

    def after(self, _: list[Any]) -> str:
        return "after"

    def on_or_before(self, _: list[Any]) -> str:
        return "on or before"

    def on_or_after(self, _: list[Any]) -> str:
        return "on or after"

    def opens(self, _: list[Any]) -> str:
        return "opens"

    def closes(self, _: list[Any]) -> str:
        return "closes"


def _positive(token: Token) -> int:
    if int(token) < 1:
        raise RuleError(f"{token} is no count: counting begins at 1")
    if int(token) > MOST:
        raise RuleError(f"{token} is more than anything counted here: {MOST} is the most")
    return int(token)


def _ordinal(token: Token) -> int:
    number = _positive(Token("NUMBER", token[:-2]))
    if ordinal(number) != token:
        raise RuleError(f"{token!s} should be {ordinal(number)}")
    return number


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`, `23rd`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


EXPECTED = {  # the grammar's terminals, as a message says them
    "NUMBER": "a number",
    "ORDINAL": "an ordinal (9th)",
    "WEEKDAY": "a weekday",
    "MONTH": "a month",
    "DATE": "a date (2022-06-10)",
    "NAME": "the name of an election, an event or a filing",
    "COMMA": "a comma",
    "$END": "the end of the sentence",
}


@cache
def _grammar() -> Lark:
    text = resources.files(__package__).joinpath("rules.lark").read_text("utf-8")
    return Lark(text, parser="lalr", start=["sentence", "condition"], maybe_placeholders=True)


def _parse(text: str, start: str) -> Any:
    if len(text) > LONGEST:
        raise RuleError(f"{text[:40]!r}... has {len(text)} characters; a sentence has at most {LONGEST}")
    try:
        return _Build().transform(_grammar().parse(text, start=start))
    except VisitError as error:
        raise RuleError(f"{text!r}: {error.orig_exc}") from None
    except UnexpectedInput as error:
        wanted, column = set(), error.column
        if isinstance(error, UnexpectedToken):
            wanted = error.accepts or error.expected
            if error.token.type == "$END":
                column = len(text) + 1
        elif isinstance(error, UnexpectedCharacters):
            wanted = error.allowed or set()
        names = sorted(EXPECTED.get(name, f"“{name.lower()}”") for name in wanted)
        rest = text[column - 1 :]
        place = f"at “{repr(rest)[1:-1]}” (character {column})" if rest else "at its end"
        raise RuleError(f"{text!r} is not understood {place}; expected {' or '.join(names)}") from None


@cache
def parse(sentence: str) -> Expression:
    """The expression of a rule sentence. Raises RuleError, saying where and what was expected."""
    return cast(Expression, _parse(sentence, "sentence"))


@cache
def parse_condition(sentence: str) -> tuple[Comparison, ...]:
    """The comparisons of a condition, all of which must hold. Raises RuleError likewise."""
    return cast(tuple[Comparison, ...], _parse(sentence, "condition"))


def names(expression: Expression) -> Iterator[Named]:
    """Every named day an expression counts from, in the order in which it names them."""
    match expression:
        case Named():
            yield expression
        case NthWeekday(base=base) | Count(base=base) | Hours(base=base):
            yield from names(base)
        case Choice(items=items):
            for item in items:
                yield from names(item)


def limbs(expression: Expression) -> tuple[Expression, ...]:
    """What an `earlier of` or `later of` chooses from; any other expression by itself."""
    return expression.items if isinstance(expression, Choice) else (expression,)


def counted_backward(expression: Expression) -> bool:
    """Whether the last thing an expression does is to count back from a later day."""
    return getattr(expression, "direction", None) == "before"


# --- from an expression to its day ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Point:
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
            found = nth_weekday(_whole_day(start.day), nth, day_of_week, direction) if start.day else None
            text = wording.NTH_WEEKDAY.format(
                nth=wording.FIRST if nth == 1 else ordinal(nth), weekday=WEEKDAYS[day_of_week], direction=direction
            )
            counted = Counted(start.day, _signed(nth, direction), WEEKDAYS[day_of_week], _name(base))
            return Point(found, (*start.steps, Step(found, text, counted)))
        case Count():
            start = _evaluate(expression.base, env)
            found = _count(expression, _whole_day(start.day), env) if start.day else None
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
            days = [_whole_day(point.day) for point in points if point.day]
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


def _whole_day(day: Day) -> date:
    return day.date() if isinstance(day, datetime) else day


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


def end_name(filing: str, case: str | None, which: Which) -> str:
    """`independent-petition/late-vacancy closes`: how a sentence names the end of a deadline."""
    return f"{filing}/{case} {which}" if case else f"{filing} {which}"
