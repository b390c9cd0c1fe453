"""The language of the rules: from a sentence to its expression.

The grammar is `rules.lark`. Nothing here knows any law or any day: `rules.py` evaluates an expression.
"""

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from typing import Any, Literal, NamedTuple, cast

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.exceptions import VisitError

from . import wording
from .vocabulary import MONTHS, WEEKDAYS, Which

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
    """A day named outright: `2022-06-10`."""

    date: date


class Named(NamedTuple):
    """An election, an event, or `filing[/case] opens|closes`; `such` follows the case being defined."""

    name: str
    such: bool = False


@dataclass(frozen=True, slots=True)
class DayOfMonth:
    """`September 20`, of the election's year."""

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
    """`12th Thursday before election`."""

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
    """`later of 30 days after primary and 10 days after vacancy`."""

    which: Literal["earlier", "later"]
    items: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class Hours:
    """`72 hours after adjournment`."""

    number: int
    direction: Direction
    base: Named


@dataclass(frozen=True, slots=True)
class Practicable:
    """`as soon as practicable`: no day at all."""


Expression = Fixed | Named | DayOfMonth | WeekdayOfMonth | NthWeekday | Count | Choice | Hours | Practicable


@dataclass(frozen=True, slots=True)
class Comparison:
    """One part of a condition: `vacancy after 7 days before primary`."""

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


def _positive(token: str) -> int:
    if int(token) < 1:
        raise RuleError(f"{token} is no count: counting begins at 1")
    if int(token) > MOST:
        raise RuleError(f"{token} is more than anything counted here: {MOST} is the most")
    return int(token)


def _ordinal(token: str) -> int:
    number = _positive(token[:-2])
    if ordinal(number) != token:
        raise RuleError(f"{token} should be {ordinal(number)}")
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


def end_name(filing: str, case: str | None, which: Which) -> str:
    """`independent-petition/late-vacancy closes`: how a sentence names the end of a deadline."""
    return f"{filing}/{case} {which}" if case else f"{filing} {which}"
