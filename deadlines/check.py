"""What `check` adds to loading: the text guards the rule, and known dates come out.

Three independent holds on a rule sentence: the words of the statute above it, worked examples done
by hand from the text, and the dates that boards published.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime

from .accuracy import compared
from .days import Days
from .ends import calendar
from .expressions import (
    Choice,
    Count,
    DayOfMonth,
    Expression,
    Hours,
    Named,
    NthWeekday,
    RuleError,
    WeekdayOfMonth,
    names,
    ordinal,
    parse,
    parse_condition,
)
from .law_tables import Example
from .model import Content, Deadline, Provision, date_of
from .rollover import outcomes
from .rules import Environment, Point, evaluate, holds
from .vocabulary import MONTHS, WEEKDAYS, Which

ONES = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen""".split()  # noqa: SIM905 - shorter so
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
ODD = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
SAID = {"day": ["day", "calendar day"], "business day": ["business day", "working day"]}  # other units as they are


def cardinal_words(number: int) -> str:
    """`seventy-four`, for a number from 0 to 999."""
    if number > 99:
        hundreds, rest = divmod(number, 100)
        return f"{ONES[hundreds]} hundred" + (f" {cardinal_words(rest)}" if rest else "")
    if number < 20:
        return ONES[number]
    tens, ones = divmod(number, 10)
    return TENS[tens - 2] + (f"-{ONES[ones]}" if ones else "")


def ordinal_words(number: int) -> str:
    """`twenty-third`, for a number from 0 to 999."""
    words = cardinal_words(number)
    last = re.split("[ -]", words)[-1]
    nth = ODD.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")
    return words.removesuffix(last) + nth


def numbers(number: int) -> list[str]:
    """The ways in which a text says a number: `four`, `fourth`, `4`, `4th`."""
    figures = [str(number), ordinal(number)]
    if number > 999:
        return figures
    words = [cardinal_words(number), ordinal_words(number)]
    return words + [each.replace("hundred ", "hundred and ") for each in words] * (number > 100) + figures


def guarded(expression: Expression) -> Iterator[tuple[str, list[str]]]:
    """Each part of a sentence that its text must say, with the phrases any one of which says it.

    A number is guarded together with what it counts. "Day before" and "day after" without a number
    count nothing, and are left out.
    """

    match expression:
        case NthWeekday(nth, weekday, _, base):
            name = WEEKDAYS[weekday]
            yield f"{ordinal(nth)} {name}", [f"{word} {name}" for word in numbers(nth)] if nth > 1 else [f"{name}"]
            yield from guarded(base)
        case WeekdayOfMonth(nth, weekday, month):
            name = WEEKDAYS[weekday]
            yield MONTHS[month - 1], [MONTHS[month - 1]]
            words = ["last"] if nth == -1 else numbers(nth)
            yield f"{'last' if nth == -1 else ordinal(nth)} {name}", [f"{word} {name}" for word in words]
        case DayOfMonth(month, day):
            yield MONTHS[month - 1], [MONTHS[month - 1]]
            yield f"{MONTHS[month - 1]} {day}", [f"{MONTHS[month - 1]} {word}" for word in numbers(day)]
        case Count(number, unit, _, base, bare=bare):
            if not bare:
                said = SAID.get(unit, [unit])
                yield (
                    f"{number} {unit}s",
                    [f"{word} {each}{s}" for word in numbers(number) for each in said for s in ("", "s")],
                )
            yield from guarded(base)
        case Hours(number, _, _):
            yield f"{number} hours", [f"{word} hour{s}" for word in numbers(number) for s in ("", "s")]
        case Choice(which, items):
            yield f"{which} of", [f"whichever is {which}", f"the {which} of"]
            for item in items:
                yield from guarded(item)


def unguarded(text: str, expression: Expression) -> list[str]:
    """The parts of a rule sentence that do not stand in its text."""
    text = re.sub(r" \(\d+\)", "", text)  # `sixty (60) days`
    whole = r"(?<![\w-])(?<!hundred )(?<!hundred and ){}(?![\w-])"  # not the twenty of one hundred twenty
    return [
        part
        for part, phrases in guarded(expression)
        if not any(re.search(whole.format(re.escape(phrase)), text, re.IGNORECASE) for phrase in phrases)
    ]


def check(content: Content, deadlines: list[Deadline]) -> list[str]:
    """Every mistake found: rules against their texts and examples, dates against official ones."""
    days = calendar(content.law)
    found: list[str] = []
    for provisions in content.law.provisions.values():
        for provision in provisions:
            found += against_text(provision)
            found += against_examples(content, provision, days)
    found += against_official(content, deadlines)
    found += _after_the_election(deadlines)
    if content.law.filing.rollover.words not in content.law.filing.text:
        found.append(f"{content.law.folder}/filing.toml: rollover.words do not stand in the text")
    return list(dict.fromkeys(found))


def against_text(provision: Provision) -> Iterator[str]:
    """A mistake for each part of a rule that does not stand in its text."""
    if provision.basis == "inferred":
        return
    sentences: list[tuple[str, Expression]] = [(which, parse(rule)) for which, rule in _sentences(provision)]
    if provision.when:
        sentences += [("when", comparison.day) for comparison in parse_condition(provision.when)]
    for which, expression in sentences:
        for part in unguarded(provision.text, expression):
            yield f"{provision.place}.{which}: “{part}” does not stand in the text, and the rule is not inferred"


def _sentences(provision: Provision) -> list[tuple[Which, str]]:
    pairs: list[tuple[Which, str | None]] = [("opens", provision.opens), ("closes", provision.closes)]
    return [(which, sentence) for which, sentence in pairs if sentence]


def against_examples(content: Content, provision: Provision, days: Days) -> Iterator[str]:
    """A mistake for each worked example that does not come out."""
    sentences = [pair for pair in _sentences(provision) if pair[1] != "as soon as practicable"]
    for which, _ in sentences:
        if not any(getattr(example, which) for example in provision.examples):
            yield f"{provision.place}.examples: no worked example gives a day on which it {which}"
    for number, example in enumerate(provision.examples):
        place = f"{provision.place}.examples[{number}]"
        try:
            if provision.when:
                _example_meets_condition(provision.when, example, days)
            for which, sentence in sentences:
                expected = getattr(example, which)
                if expected:
                    rolls = which == "closes" and provision.kind in content.law.filing.rollover.kinds
                    found = _worked_out(content, sentence, example, days, rolls)
                    found = min([found, *_other_readings(content, provision, example, days, rolls)])
                    if found != expected:
                        yield f"{place}.{which}: found {expected}; {sentence!r} comes to {found}"
        except RuleError as error:
            yield f"{place}: {error}"


def _example_meets_condition(when: str, example: Example, days: Days) -> None:
    for comparison in parse_condition(when):
        env = _environment(example, comparison.day, days)
        event, day = example.given.get(comparison.event), evaluate(comparison.day, env).day
        if event is None or day is None or not holds(comparison, event, day):
            raise RuleError(f"does not meet the condition {when!r}")


def _other_readings(
    content: Content, provision: Provision, example: Example, days: Days, rolls: bool
) -> Iterator[date]:
    for reading in provision.readings:
        if reading.closes and all(named.name in example.given for named in names(parse(reading.closes))):
            yield _worked_out(content, reading.closes, example, days, rolls)


def _worked_out(content: Content, sentence: str, example: Example, days: Days, rolls: bool) -> date:
    expression = parse(sentence)
    env = _environment(example, expression, days)
    return min(each.date for each in outcomes(expression, env, content.law.filing, days, rolls))


def _environment(example: Example, expression: Expression, days: Days) -> Environment:
    points: dict[Named, Point] = {}
    for named in names(expression):
        day = example.election if named.name in ("election", "general") else example.given.get(named.name)
        if day is None:
            raise RuleError(f"gives no day to {named.name!r}")
        points[named] = Point(day)
    given = [day for day in (example.election, *example.given.values()) if day]
    year = given[0].year if given else datetime.min.year
    return Environment(year, points, days.business_day)


def _after_the_election(deadlines: Iterable[Deadline]) -> Iterator[str]:
    """A mistake for each filing that an exception puts after its election: most likely a slip of the year."""
    for deadline in deadlines:
        held = deadline.election.date
        for which, end in deadline.ends:
            day = date_of(end)
            if deadline.provision.exception and deadline.provision.kind == "filing" and day and held and day > held:
                place = f"{deadline.provision.place}: {deadline.id} {which}"
                yield f"{place} is {day}, after the election of {held}"


def against_official(content: Content, deadlines: Iterable[Deadline]) -> Iterator[str]:
    """A mistake for each date of a board that is not the computed one, and whose difference is not explained."""
    for each in compared(content, deadlines):
        official, found = each.official, each.computed
        if each.agrees and each.explanation:
            yield f"{official.place}: {official.end} agrees, and differences.toml explains a difference"
        elif not each.agrees and not each.explanation:
            computed = f"computed as {found}" if found else "nothing is computed for it"
            yield f"{official.place}: {official.end} is {official.date} there, and {computed}"
