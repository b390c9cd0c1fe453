"""Where the law can be read in several ways: the safe day, and the others beside it."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from . import wording
from .expressions import Expression, Named, counted_backward, limbs, names
from .law_tables import Reading
from .model import Caution, End
from .rollover import Outcome
from .vocabulary import Day, Which, clock_in_words, in_words, once, sentence, whole


class Read(NamedTuple):
    """What a sentence comes to as somebody reads it: none of the text is the rule as it is stated."""

    outcome: Outcome
    text: str | None
    source: str
    rule: str


def safe(own: End, which: Which, read: Iterable[Read], told: date) -> End:
    """An end with the safe one of all its readings, the others beside it as cautions.

    Safe is the earliest last day that had not passed on the day on which its events were told of, and
    the latest first day.
    """
    read = list(read)
    open_still = [each.outcome for each in read if told <= each.outcome.raw and told <= each.outcome.date]
    choose = max if which == "opens" else min
    found = choose(open_still or [each.outcome for each in read], key=moment_of)
    others = {
        moment_of(outcome): Caution(
            "reading",
            sentence(wording.READING.format(reading=text or wording.AS_STATED, day=day_and_hour(outcome))),
            source or rule,
            rule,
            outcome.date,
        )
        for outcome, text, source, rule in reversed(read)
        if moment_of(outcome) != moment_of(found)
    }
    return own._replace(
        date=found.date,
        before_rollover=found.raw,
        moved=found.moved,
        hour=found.hour,
        until=found.until,
        steps=found.steps,
        cautions=once([*own.cautions, *reversed(others.values())]),
        answer=None if open_still else wording.PASSED,
    )


def told_on(expression: Expression, events: Mapping[Named, Day | None]) -> date:
    """The day on which the last of the events that a sentence counts on from is known of.

    One that is counted back from (a vote already called) is known before its day.
    """
    forward = {named for limb in limbs(expression) if not counted_backward(limb) for named in names(limb)}
    return max((whole(day) for named, day in events.items() if day and named in forward), default=date.min)


def in_words_alone(reading: Reading) -> Caution:
    """A reading whose own day is not known, as a caution."""
    return Caution("reading", sentence(reading.text), reading.source, reading.closes)


def moment_of(outcome: Outcome) -> tuple[date, str]:
    """When an outcome ends; one without an hour with its day."""
    return outcome.date, outcome.hour or "24:00"


def day_and_hour(outcome: Outcome) -> str:
    """An outcome's day in words, with its hour if it has one."""
    day = in_words(outcome.date)
    return wording.DAY_AND_HOUR.format(day=day, hour=clock_in_words(outcome.hour)) if outcome.hour else day
