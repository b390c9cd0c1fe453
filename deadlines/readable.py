"""Rule sentences in a reader's words: `4th day after designating-petition closes` is "the 4th day after the
last day to file the designating petition".

The one place where the names of rule sentences are turned into titles. What a rule computes, and
the exact sentence, stay as they are.
"""

from functools import cache

from .expressions import (
    Choice,
    Count,
    DayOfMonth,
    Expression,
    Fixed,
    Hours,
    Named,
    NthWeekday,
    Practicable,
    WeekdayOfMonth,
    ordinal,
    parse,
    parse_condition,
)
from .model import Content
from .tables import Filing
from .vocabulary import MONTHS, WEEKDAYS, Which, in_words, lowered

ELECTIONS = {"election": "the election", "primary": "the primary", "general": "the general election"}
DAY = {"opens": "the first day", "closes": "the last day"}
ANY = "*"  # no case is called so


class Readable:
    """Says the rule sentences of some content, each made once.

    `such` is the case that `such` means in a sentence: none for the ordinary one, `ANY` in a rule that
    is written once for all of them.
    """

    def __init__(self, content: Content) -> None:
        self._filings = content.filings
        self._events = content.law.events
        self.rule = cache(self._rule)
        self.condition = cache(self._condition)

    def end(self, filing: str, case: str | None, which: Which) -> str:
        """`the last day to file the certificate of party nomination (made at a judicial convention)`."""
        known = self._filings[filing]
        return f"{DAY[which]} {act(known)}" + (f" ({known.cases[case].title})" if case else "")

    def _rule(self, sentence: str, such: str | None = ANY) -> str:
        return self._words(parse(sentence), such)

    def _condition(self, sentence: str, such: str | None = ANY) -> str:
        """`the vacancy in the office falls after the day 7 days before the primary`."""
        parts = []
        for each in parse_condition(sentence):
            day = self._words(each.day, such)
            exact = "the day " if isinstance(each.day, Count) and not (each.day.bare or each.day.ordinal) else ""
            parts.append(f"{self._events[each.event].title} falls {each.relation} {exact}{day}")
        return " and ".join(parts)

    def _words(self, expression: Expression, such: str | None) -> str:
        match expression:
            case Practicable():
                return "as soon as practicable"
            case Fixed(day):
                return in_words(day)
            case Named():
                return self._name(expression, such)
            case DayOfMonth(month, day):
                return f"{MONTHS[month - 1]} {day}"
            case WeekdayOfMonth(nth, weekday, month):
                which = "last" if nth == -1 else ordinal(nth)
                return f"the {which} {WEEKDAYS[weekday]} of {MONTHS[month - 1]}"
            case NthWeekday(nth, weekday, direction, base):
                which = "first" if nth == 1 else ordinal(nth)
                return f"the {which} {WEEKDAYS[weekday]} {direction} {self._words(base, such)}"
            case Count(number, unit, direction, base):
                if expression.bare:
                    count = "the day"
                elif expression.ordinal:
                    count = f"the {ordinal(number)} day"
                else:
                    count = f"{number} {unit}" + ("" if number == 1 else "s")
                return f"{count} {direction} {self._words(base, such)}"
            case Hours(number, direction, base):
                return f"{number} hours {direction} {self._words(base, such)}"
            case Choice(which, items):
                *first, last = [self._words(item, such) for item in items]
                joined = f"{first[0]} and" if len(first) == 1 else f"{'; '.join(first)}; and"
                return f"the {which} of {joined} {last}"

    def _name(self, named: Named, such: str | None) -> str:
        name, _, end = named.name.partition(" ")
        if not end:
            return ELECTIONS.get(name) or self._events[name].title
        filing, _, case = name.partition("/")
        which: Which = "opens" if end == "opens" else "closes"
        if named.such and such == ANY:
            return f"{self.end(filing, None, which)} (of the same kind)"
        return self.end(filing, such if named.such else case or None, which)


def act(filing: Filing) -> str:
    """What is done by the last day: `to file the designating petition`."""
    if filing.act_in_full or filing.act.startswith("for "):
        return filing.act_in_full or filing.act
    return f"{filing.act} the {lowered(filing.title)}"
