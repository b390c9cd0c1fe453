"""What the law makes of a counted day: rollover, and the readings where it is not settled.

A last day for filing on a closed day moves to the next business day (in New York: Election Law § 1-106(1)).
Where that is unsettled (a day counted backward; a period of hours) there is an outcome for each
reading. Which kinds of day move, and the words for each reading, are in content/law/filing.toml.
"""

from collections.abc import Callable
from datetime import date, datetime, time
from typing import NamedTuple, cast

from . import wording
from .days import ONE_DAY, Days
from .expressions import Choice, Expression, counted_backward, limbs
from .law_tables import FilingLaw, Hours
from .model import Counted, Step
from .rules import Environment, Point, evaluate
from .vocabulary import Date, in_words, sentence


class Outcome(NamedTuple):
    """A day that a sentence comes to under one reading of what becomes of a closed day."""

    date: Date
    raw: Date  # the day before it was moved
    steps: tuple[Step, ...]
    moved: str | None = None
    hour: str | None = None
    until: str | None = None  # the hour at which a period of hours itself ends, if it ends on this day
    reading: str | None = None  # the reading in words, up to its day; none for the ordinary one
    source: str = ""


def outcomes(
    expression: Expression, env: Environment, law: FilingLaw, days: Days, rolls: bool, point: Point | None = None
) -> list[Outcome]:
    """The days a sentence comes to: one, or one for each reading where the law is unsettled.

    Only a last day that `rolls` moves from a closed day, to the next business day or to the one before
    as the law says. If it was counted backward, or is a period of hours, where it goes may be unsettled:
    then the law's file has the words for each reading. `point` is what
    the expression comes to, if that is known already.
    """
    point = point or evaluate(expression, env)
    assert point.day is not None
    if isinstance(point.day, datetime):
        return _ends_of_hours(point, law.hours, days) if rolls and law.hours else [_at(point.day, point)]
    if not rolls:
        return [Outcome(point.day, point.day, point.steps)]
    if not law.backward or not any(counted_backward(part) for part in limbs(expression)):
        return [_rolled(point, law, days)]
    parts = [(part, cast(date, evaluate(part, env).day)) for part in limbs(expression)]
    closed = [day for part, day in parts if counted_backward(part) and not days.is_business_day(day)]
    if not closed:
        return [_rolled(point, law, days)]

    def whole(treat: Callable[[date], date]) -> date:
        """The whole sentence's day, with a day counted backward treated so, and any other rolled."""
        later = isinstance(expression, Choice) and expression.which == "later"
        treated = [treat(day) if counted_backward(part) else _open(law, days, day) for part, day in parts]
        return max(treated) if later else min(treated)

    rolled, read_back, stands = _rolled(point, law, days), whole(days.last_open), whole(lambda day: day)
    if rolled.date == read_back == stands:
        return [rolled]
    words, backward = law.backward, min(closed)
    reason = "; ".join(days.closed_days(days.last_open(backward), backward))
    text = wording.READ_BACK.format(reason=reason, reading=words.read_back, day=in_words(read_back))
    step = Step(read_back, sentence(text), Counted(point.day, (read_back - point.day).days, "closed"))
    return [
        Outcome(read_back, point.day, (*point.steps, step), reason, reading=words.read_back, source=words.source),
        Outcome(stands, point.day, point.steps, reading=words.as_it_stands, source=words.source),
        rolled._replace(reading=words.rolled, source=words.source),
    ]


def _at(moment: datetime, point: Point, *more: Step, reading: str | None = None, source: str = "") -> Outcome:
    """The outcome that ends at a moment of the period of hours that a point ends."""
    instant = cast(datetime, point.day)
    until = f"{instant:%H:%M}" if instant.date() == moment.date() else None
    steps = (*point.steps, *more)
    return Outcome(moment.date(), instant.date(), steps, None, f"{moment:%H:%M}", until, reading, source)


def _rolled(point: Point, law: FilingLaw, days: Days) -> Outcome:
    day = cast(date, point.day)
    to = _open(law, days, day)
    if to == day:
        return Outcome(day, day, point.steps)
    reason = "; ".join(days.closed_days(min(day, to), max(day, to)))
    text = wording.ROLLED.format(reason=reason, becomes=law.rollover.becomes, cite=law.rollover.cite)
    step = Step(to, text, Counted(day, (to - day).days, "closed"))
    return Outcome(to, day, (*point.steps, step), reason)


def _open(law: FilingLaw, days: Days, day: date) -> date:
    """The business day that a day moves to: itself if it is one."""
    return days.last_open(day) if law.rollover.direction == "previous" else days.next_open(day)


def _ends_of_hours(point: Point, words: Hours, days: Days) -> list[Outcome]:
    """A period of hours ends at an instant; the safe end is the last open moment up to it."""
    instant = cast(datetime, point.day)
    opens, closes = time.fromisoformat(words.opens_at), time.fromisoformat(words.closes_at)
    day = instant.date()
    if days.is_business_day(day) and instant.time() >= opens:
        safe = datetime.combine(day, min(instant.time(), closes))
    else:
        safe = datetime.combine(days.last_open(day - ONE_DAY), closes)
    if safe == instant:
        return [_at(instant, point)]
    step = Step(safe, sentence(wording.READING.format(reading=words.safe, day=in_words(safe))))
    found = [
        _at(safe, point, step, reading=words.safe, source=words.source),
        _at(instant, point, reading=words.the_instant, source=words.source),
    ]
    if not days.is_business_day(day):
        later = datetime.combine(days.next_open(day), instant.time())
        found.append(_at(later, point, reading=words.same_hour_later, source=words.source))
    return found
