"""What a sentence comes to: every word of the language on the day before, the day, and the day after; its steps."""

import re
from calendar import day_name
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deadlines.ends import calendar
from deadlines.expressions import (
    Named,
    Practicable,
    RuleError,
    names,
    ordinal,
    parse,
    parse_condition,
)
from deadlines.model import Content, Counted, Step
from deadlines.rules import Environment, Point, evaluate, holds

Day = date | datetime


def on(text: str) -> date:
    return date.fromisoformat(text)


def at(sentence: str, days: Mapping[str, Day | None] | None = None, year: int = 2026) -> Point:
    return evaluate(parse(sentence), Environment(year, {Named(name): Point(day) for name, day in (days or {}).items()}))


def stepped(day: date, number: int, direction: str, counts: Callable[[date], bool]) -> date:
    """Walks a day at a time, the day it starts from left out, until so many days have counted."""
    while number:
        day += timedelta(days=1 if direction == "after" else -1)
        number -= counts(day)
    return day


# --- counting ------------------------------------------------------------------------------------

# Each day x that is counted from, with the day that must come out. Published: the State Board's
# calendars of 2015 and 2021, and In re Rogers (Sup. Ct. 1932).
NTH_WEEKDAY = {
    "10th Monday before x": {"2015-09-10": "2015-07-06"},
    "9th Thursday before x": {"2015-09-09": "2015-07-09", "2015-09-10": "2015-07-09", "2015-09-11": "2015-07-16"},
    "8th Thursday before x": {"2015-09-10": "2015-07-16"},
    "7th Thursday before x": {"2015-09-10": "2015-07-23"},
    "5th Tuesday before x": {"1932-11-07": "1932-10-04", "1932-11-08": "1932-10-04", "1932-11-09": "1932-10-11"},
    "23rd Tuesday before x": {"2021-11-02": "2021-05-25"},
    "Tuesday before x": {"2026-06-22": "2026-06-16", "2026-06-23": "2026-06-16", "2026-06-24": "2026-06-23"},
    "1st Tuesday before x": {"2028-02-28": "2028-02-22", "2028-02-29": "2028-02-22", "2028-03-01": "2028-02-29"},
    "Tuesday after x": {"2026-06-22": "2026-06-23", "2026-06-23": "2026-06-30", "2026-06-24": "2026-06-30"},
    "3rd Tuesday after x": {"2026-11-02": "2026-11-17", "2026-11-03": "2026-11-24", "2026-11-04": "2026-11-24"},
    "Monday after x": {"2027-12-31": "2028-01-03", "2100-02-28": "2100-03-01", "2100-03-01": "2100-03-08"},
    "2nd Friday before x": {"2026-12-31": "2026-12-18", "2027-01-01": "2026-12-18", "2027-01-02": "2026-12-25"},
    "53rd Thursday before x": {"2026-01-01": "2024-12-26"},
    "Thursday after x": {"2024-02-28": "2024-02-29", "2024-02-29": "2024-03-07"},
    "Sunday before x": {"2100-02-28": "2100-02-21", "2100-03-01": "2100-02-28"},
}  # fmt: skip
DAYS_AND_WEEKS = {
    "4th day after x": {"2021-03-25": "2021-03-29"},
    "3rd day after 23rd Tuesday before x": {"2021-11-02": "2021-05-28"},
    "1st day after x": {"2026-12-31": "2027-01-01", "2028-02-28": "2028-02-29"},
    "2nd day after x": {"2024-02-28": "2024-03-01", "2026-02-28": "2026-03-02", "2100-02-28": "2100-03-02"},
    "2nd day before x": {"2028-03-01": "2028-02-28", "2026-03-01": "2026-02-27", "2100-03-01": "2100-02-27"},
    "1 days after x": {"2026-06-30": "2026-07-01"},
    "30 days after x": {"2021-06-22": "2021-07-22"},
    "4 days before x": {"2015-09-10": "2015-09-06", "2026-06-23": "2026-06-19", "2027-01-04": "2026-12-31"},
    "10 days after x": {"2027-12-21": "2027-12-31", "2027-12-22": "2028-01-01", "2027-12-23": "2028-01-02"},
    "37 days before x": {"2026-04-02": "2026-02-24"},
    "60 days before x": {"2028-03-01": "2028-01-01", "2100-03-01": "2099-12-31"},
    "73 days after x": {"2020-06-23": "2020-09-04"},
    "74 days after x": {"2020-06-23": "2020-09-05"},
    "365 days after x": {"2027-03-01": "2028-02-29", "2099-03-01": "2100-03-01"},
    "day after x": {"2024-02-28": "2024-02-29", "2026-02-28": "2026-03-01", "2026-12-31": "2027-01-01"},
    "day before x": {"2028-03-01": "2028-02-29", "2100-03-01": "2100-02-28", "2027-01-01": "2026-12-31"},
    "24 weeks before x": {"2021-11-02": "2021-05-18"},
    "23 weeks before x": {"2021-11-02": "2021-05-25"},
    "12 weeks before x": {"2015-11-03": "2015-08-11"},
    "2 weeks before x": {"2026-01-06": "2025-12-23"},
    "1 weeks after x": {"2024-02-22": "2024-02-29", "2028-02-29": "2028-03-07", "2100-02-22": "2100-03-01"},
}  # fmt: skip
MONTHS_OF_A_DAY = {
    "3 months before x": {"2026-11-03": "2026-08-03", "2027-11-02": "2027-08-02", "2027-01-15": "2026-10-15"},
    "1 months after x": {
        "2026-01-28": "2026-02-28", "2026-01-30": "2026-02-28", "2026-01-31": "2026-02-28", "2026-02-01": "2026-03-01",
        "2028-01-31": "2028-02-29", "2100-01-31": "2100-02-28", "2026-03-31": "2026-04-30", "2026-12-31": "2027-01-31",
        "2026-02-28": "2026-03-28", "2026-04-30": "2026-05-30",
    },
    "1 months before x": {"2026-03-31": "2026-02-28", "2028-03-30": "2028-02-29", "2026-07-31": "2026-06-30"},
    "2 months after x": {"2026-12-31": "2027-02-28", "2026-01-31": "2026-03-31"},
    "1 months after 1 months after x": {"2026-01-31": "2026-03-28"},
    "12 months after x": {"2028-02-29": "2029-02-28"},
    "48 months before x": {"2028-02-29": "2024-02-29", "2104-02-29": "2100-02-28"},
}  # fmt: skip
# Over a weekend, over a Sunday holiday kept on Monday, over Election Day, from a closed day; not over
# the Friday before a Saturday holiday, nor over June 19, 2020, when Juneteenth was no holiday yet.
BUSINESS_DAYS = {
    "1 business days after x": {
        "2022-06-17": "2022-06-21", "2022-06-18": "2022-06-21", "2022-06-20": "2022-06-21", "2022-06-21": "2022-06-22",
        "2020-06-18": "2020-06-19", "2021-06-17": "2021-06-18", "2022-12-30": "2023-01-03",
    },
    "1 business days before x": {"2022-06-21": "2022-06-17", "2022-06-20": "2022-06-17", "2023-01-03": "2022-12-30"},
    "2 business days before x": {"2026-11-04": "2026-10-30", "2026-11-03": "2026-10-30", "2026-11-02": "2026-10-29"},
    "3 business days after x": {"2027-07-02": "2027-07-08", "2026-12-31": "2027-01-06"},
    "5 business days after x": {"2026-07-01": "2026-07-08"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "anchor", "expected"),
    [
        (sentence, anchor, expected)
        for table in (NTH_WEEKDAY, DAYS_AND_WEEKS, MONTHS_OF_A_DAY, BUSINESS_DAYS)
        for sentence, days in table.items()
        for anchor, expected in days.items()
    ],
)
def test_count_leaves_out_the_day_counted_from(content: Content, sentence: str, anchor: str, expected: str) -> None:
    env = Environment(2026, {Named("x"): Point(on(anchor))}, calendar(content.law).business_day)
    assert evaluate(parse(sentence), env).day == on(expected)


@pytest.mark.parametrize(
    ("election", "monday_before", "thursday_before", "thursday_after"),
    [
        ("2026-06-22", "2026-04-13", "2026-06-18", "2026-06-25"),  # Monday
        ("2026-06-23", "2026-04-20", "2026-06-18", "2026-06-25"),
        ("2026-06-24", "2026-04-20", "2026-06-18", "2026-06-25"),
        ("2026-06-25", "2026-04-20", "2026-06-18", "2026-07-02"),
        ("2026-06-26", "2026-04-20", "2026-06-25", "2026-07-02"),
        ("2026-06-27", "2026-04-20", "2026-06-25", "2026-07-02"),
        ("2026-06-28", "2026-04-20", "2026-06-25", "2026-07-02"),  # Sunday
    ],
)
def test_election_may_be_on_any_weekday(
    election: str, monday_before: str, thursday_before: str, thursday_after: str
) -> None:
    day = {"election": on(election)}
    assert at("10th Monday before election", day).day == on(monday_before)
    assert at("1st Thursday before election", day).day == on(thursday_before)
    assert at("Thursday after election", day).day == on(thursday_after)


def test_business_days_without_a_calendar_are_refused() -> None:
    with pytest.raises(RuleError, match=r"^business days need a calendar of holidays$"):
        at("3 business days after x", {"x": on("2026-06-23")})


@given(
    start=st.dates(date(1990, 1, 1), date(2100, 12, 31)),
    nth=st.integers(1, 60),
    weekday=st.integers(0, 6),
    direction=st.sampled_from(["before", "after"]),
)
@settings(deadline=None)
def test_counts_agree_with_walking_day_by_day(start: date, nth: int, weekday: int, direction: str) -> None:
    def come_to(words: str) -> Day | None:
        return at(f"{words} {direction} x", {"x": start}).day

    days = stepped(start, nth, direction, lambda _: True)
    assert come_to(f"{nth} days") == come_to(f"{ordinal(nth)} day") == days
    assert come_to(f"{nth} weeks") == stepped(start, 7 * nth, direction, lambda _: True)
    walked = stepped(start, nth, direction, lambda day: day.weekday() == weekday)
    assert come_to(f"{ordinal(nth)} {day_name[weekday]}") == walked


# --- days of a year, and days with a name --------------------------------------------------------

OF_THE_YEAR = {
    "1st Monday of September": {2026: "2026-09-07"},
    "4th Tuesday of June": {2026: "2026-06-23", 2027: "2027-06-22"},
    "4th Thursday of November": {2026: "2026-11-26"},
    "5th Monday of May": {2027: "2027-05-31"},
    "5th Thursday of February": {2024: "2024-02-29"},
    "last Monday of May": {2026: "2026-05-25", 2027: "2027-05-31"},
    "last Tuesday of February": {2028: "2028-02-29", 2027: "2027-02-23"},
    "last Sunday of February": {2100: "2100-02-28"},
    "last Friday of December": {2027: "2027-12-31"},
    "Tuesday after 1st Monday of November": {2022: "2022-11-08", 2026: "2026-11-03", 2027: "2027-11-02"},
    "Tuesday after 2nd Monday of September": {2015: "2015-09-15"},
    "January 1": {2026: "2026-01-01"},
    "September 20": {2026: "2026-09-20"},
    "December 31": {2026: "2026-12-31"},
    "February 29": {2024: "2024-02-29", 2028: "2028-02-29"},
    "day after February 28": {2027: "2027-03-01", 2028: "2028-02-29", 2100: "2100-03-01"},
    "2022-06-10": {2026: "2022-06-10"},
    "2028-02-29": {2026: "2028-02-29"},
    "day after 2022-12-31": {2026: "2023-01-01"},
}


@pytest.mark.parametrize(
    ("sentence", "year", "expected"), [(each, *pair) for each, days in OF_THE_YEAR.items() for pair in days.items()]
)
def test_day_of_the_elections_year_or_a_fixed_day(sentence: str, year: int, expected: str) -> None:
    assert at(sentence, year=year).day == on(expected)


@pytest.mark.parametrize(
    ("sentence", "year", "message"),
    [
        ("5th Monday of May", 2026, "May 2026 has no 5th Monday"),
        ("5th Thursday of February", 2023, "February 2023 has no 5th Thursday"),
        ("5th Monday of December", 2026, "December 2026 has no 5th Monday"),
        ("6th Monday of May", 2027, "May 2027 has no 6th Monday"),
        ("53rd Monday of January", 2026, "January 2026 has no 53rd Monday"),
        ("February 29", 2026, "February 2026 has no day 29"),
        ("February 29", 2100, "February 2100 has no day 29"),
        ("day after 9999-12-31", 2026, "the count leaves the years 1 to 9999"),
        ("Monday before 0001-01-01", 2026, "the count leaves the years 1 to 9999"),
        ("999 months after 9950-01-01", 2026, "the count leaves the years 1 to 9999"),
        ("1 months before 0001-01-01", 2026, "the count leaves the years 1 to 9999"),
    ],
)
def test_day_that_does_not_exist_is_refused(sentence: str, year: int, message: str) -> None:
    with pytest.raises(RuleError, match=f"^{re.escape(message)}$"):
        at(sentence, year=year)


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ("proclamation", Named("proclamation")),
        ("last-day-to-decline", Named("last-day-to-decline")),
        ("independent-petition opens", Named("independent-petition opens")),
        ("independent-petition closes", Named("independent-petition closes")),
        ("independent-petition/late-vacancy closes", Named("independent-petition/late-vacancy closes")),
        ("such designation-substitution closes", Named("designation-substitution closes", such=True)),
    ],
)
def test_named_day_is_that_day_itself(sentence: str, named: Named) -> None:
    others = {Named(named.name, such): Point(on("2026-05-01")) for such in (True, False)}
    point = Point(on("2026-04-06"), (Step(on("2026-04-06"), "Because."),))
    env = Environment(2026, {**others, named: point})
    assert list(names(parse(sentence))) == [named]
    assert evaluate(parse(sentence), env) == point
    assert evaluate(parse(f"4 days after {sentence}"), env).day == on("2026-04-10")


# --- the steps of the way ------------------------------------------------------------------------

SAID = Step(on("2026-06-23"), "The day of x.")


def counted(day: str | datetime, text: str, start: str | datetime | None, *what: Any) -> Step:
    """A step with what it counted: `what` is the number, the unit and the name of the day it starts from."""
    days = [on(each) if isinstance(each, str) else each for each in (day, start)]
    assert days[0] is not None
    return Step(days[0], text, Counted(days[1], *what))


@pytest.mark.parametrize(
    ("sentence", "steps"),
    [
        ("as soon as practicable", [Step(None, "No day is fixed: as soon as practicable.")]),
        ("2022-06-10", [Step(on("2022-06-10"), "The day is named in the rule itself.")]),
        ("x", [SAID]),
        ("September 20", [counted("2026-09-20", "September 20 of that year.", None, 20, "date", "September")]),
        ("1st Monday of May", [counted("2026-05-04", "The 1st Monday of May 2026.", None, 1, "Monday", "May")]),
        ("last Sunday of May", [counted("2026-05-31", "The last Sunday of May 2026.", None, -1, "Sunday", "May")]),
        (
            "Thursday after x",
            [SAID, counted("2026-06-25", "The first Thursday after that day, which is not counted itself.", "2026-06-23", 1, "Thursday", "x")],
        ),
        (
            "Monday before 2nd Tuesday before x",
            [
                SAID,
                counted("2026-06-09", "The 2nd Tuesday before that day, which is not counted itself.", "2026-06-23", -2, "Tuesday", "x"),
                counted("2026-06-08", "The first Monday before that day, which is not counted itself.", "2026-06-09", -1, "Monday", "Tuesday"),
            ],
        ),
        ("day before x", [SAID, counted("2026-06-22", "The day before that day.", "2026-06-23", -1, "day", "x")]),
        (
            "3rd day after day after x",
            [
                SAID,
                counted("2026-06-24", "The day after that day.", "2026-06-23", 1, "day", "x"),
                counted("2026-06-27", "The 3rd day after that day, which is not counted itself.", "2026-06-24", 3, "day", ""),
            ],
        ),
        ("1 days after x", [SAID, counted("2026-06-24", "1 day after that day, which is not counted itself.", "2026-06-23", 1, "day", "x")]),
        ("4 days before x", [SAID, counted("2026-06-19", "4 days before that day, which is not counted itself.", "2026-06-23", -4, "day", "x")]),
        (
            "2 business days after x",
            [SAID, counted("2026-06-25", "2 business days after that day, which is not counted itself.", "2026-06-23", 2, "business day", "x")],
        ),
        ("2 weeks before x", [SAID, counted("2026-06-09", "2 weeks before that day, so on the same weekday.", "2026-06-23", -2, "week", "x")]),
        (
            "1 months after x",
            [
                SAID,
                counted(
                    "2026-07-23", "1 month after that day, on the same day of the month, or on its last day if it has no such day.",
                    "2026-06-23", 1, "month", "x",
                ),
            ],
        ),
        (
            "earlier of x, day before y and 2026-07-01",
            [
                SAID,
                Step(on("2026-07-04"), "The day of y."),
                counted("2026-07-03", "The day before that day.", "2026-07-04", -1, "day", "y"),
                Step(on("2026-07-01"), "The day is named in the rule itself."),
                Step(on("2026-06-23"), "The earlier of Tuesday, June 23, 2026; Friday, July 3, 2026 and Wednesday, July 1, 2026."),
            ],
        ),
        (
            "later of x and 2026-07-01",
            [
                SAID,
                Step(on("2026-07-01"), "The day is named in the rule itself."),
                Step(on("2026-07-01"), "The later of Tuesday, June 23, 2026 and Wednesday, July 1, 2026."),
            ],
        ),
        (
            "later of x, z and 2026-07-01",
            [
                SAID,
                Step(None, "Not known."),
                Step(on("2026-07-01"), "The day is named in the rule itself."),
                Step(None, "The later of these days, once all are known."),
            ],
        ),
        ("2nd Monday after z", [Step(None, "Not known."), Step(None, "The 2nd Monday after that day, which is not counted itself.", Counted(None, 2, "Monday", "z"))]),
        ("4 days before z", [Step(None, "Not known."), Step(None, "4 days before that day, which is not counted itself.", Counted(None, -4, "day", "z"))]),
        ("72 hours after z", [Step(None, "Not known."), Step(None, "72 hours after that hour.", Counted(None, 72, "hour", "z"))]),
        (
            "2 hours before h",
            [
                Step(datetime(2026, 6, 23, 20), "The hour of h."),
                counted(datetime(2026, 6, 23, 18), "2 hours before that hour.", datetime(2026, 6, 23, 20), -2, "hour", "h"),
            ],
        ),
    ],
)  # fmt: skip
def test_each_step_says_what_was_counted_from_which_day(content: Content, sentence: str, steps: list[Step]) -> None:
    day = on("2026-07-04")
    named = {
        Named("x"): Point(SAID.date, (SAID,)),
        Named("y"): Point(day, (Step(day, "The day of y."),)),
        Named("z"): Point(None, (Step(None, "Not known."),)),
        Named("h"): Point(datetime(2026, 6, 23, 20), (Step(datetime(2026, 6, 23, 20), "The hour of h."),)),
    }
    found = evaluate(parse(sentence), Environment(2026, named, calendar(content.law).business_day))
    assert [(each.date, each.text, each.counted) for each in found.steps] == [
        (each.date, each.text, each.counted) for each in steps
    ]
    assert found.day == steps[-1].date


def test_a_name_that_means_nothing_is_refused() -> None:
    with pytest.raises(RuleError, match=r"^nothing here is called 'y'$"):
        at("4 days after y", {"x": on("2026-06-23")})


# --- choices, hours, conditions ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "x", "y", "expected"),
    [
        ("earlier of 10 days after x and 4 days before y", "2026-06-08", "2026-06-23", "2026-06-18"),
        ("earlier of 10 days after x and 4 days before y", "2026-06-09", "2026-06-23", "2026-06-19"),
        ("earlier of 10 days after x and 4 days before y", "2026-06-10", "2026-06-23", "2026-06-19"),
        ("later of 30 days after x and 10 days after y", "2026-06-23", "2026-07-12", "2026-07-23"),
        ("later of 30 days after x and 10 days after y", "2026-06-23", "2026-07-13", "2026-07-23"),
        ("later of 30 days after x and 10 days after y", "2026-06-23", "2026-07-14", "2026-07-24"),
        ("earlier of x, y and 2026-07-01", "2026-07-02", "2026-06-30", "2026-06-30"),
        ("earlier of x, y and 2026-07-01", "2026-07-02", "2026-07-03", "2026-07-01"),
        ("later of x, y and 2026-07-01", "2026-07-02", "2026-06-30", "2026-07-02"),
        ("later of x, day before y and 2026-07-01", "2026-06-29", "2026-06-30", "2026-07-01"),
        ("earlier of September 20, last Monday of May and x", "2026-05-26", "2026-05-01", "2026-05-25"),
    ],
)
def test_earlier_and_later_choose_among_their_items(sentence: str, x: str, y: str, expected: str) -> None:
    assert at(sentence, {"x": on(x), "y": on(y)}).day == on(expected)


@pytest.mark.parametrize(
    ("sentence", "adjournment", "expected"),
    [
        ("72 hours after adjournment", datetime(2007, 9, 24, 20), datetime(2007, 9, 27, 20)),
        ("24 hours after adjournment", datetime(2028, 2, 28, 20), datetime(2028, 2, 29, 20)),
        ("4 hours after adjournment", datetime(2026, 12, 31, 20, 30), datetime(2027, 1, 1, 0, 30)),
        ("1 hours before adjournment", datetime(2027, 1, 1, 0, 30), datetime(2026, 12, 31, 23, 30)),
    ],
)
def test_hours_run_from_the_instant_itself(sentence: str, adjournment: datetime, expected: datetime) -> None:
    assert at(sentence, {"adjournment": adjournment}).day == expected


def test_hours_need_an_hour_and_days_only_the_day() -> None:
    with pytest.raises(RuleError, match=r"^adjournment needs its hour$"):
        at("72 hours after adjournment", {"adjournment": on("2027-08-09")})
    day = at("3 days after adjournment", {"adjournment": datetime(2027, 8, 9, 23, 59)}).day
    assert (day, type(day)) == (on("2027-08-12"), date)


@pytest.mark.parametrize(
    ("relation", "day_before", "that_day", "day_after"),
    [
        ("before", True, False, False),
        ("on or before", True, True, False),
        ("after", False, False, True),
        ("on or after", False, True, True),
    ],
)
def test_condition_holds_up_to_or_from_its_day(
    relation: str, day_before: bool, that_day: bool, day_after: bool
) -> None:
    (comparison,) = parse_condition(f"vacancy {relation} 7 days before primary")
    day = evaluate(comparison.day, Environment(2026, {Named("primary"): Point(on("2026-06-23"))})).day
    assert (comparison.event, day) == ("vacancy", on("2026-06-16"))
    found = [holds(comparison, on(event), on("2026-06-16")) for event in ("2026-06-15", "2026-06-16", "2026-06-17")]
    assert found == [day_before, that_day, day_after]


# --- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "steps"),
    [
        ("9th Thursday before x", [("2015-07-09", "The 9th Thursday before that day, which is not counted itself.")]),
        ("Tuesday after September 14", [
            ("2015-09-14", "September 14 of that year."),
            ("2015-09-15", "The first Tuesday after that day, which is not counted itself."),
        ]),
        ("3rd day after 11th Tuesday before x", [
            ("2015-06-30", "The 11th Tuesday before that day, which is not counted itself."),
            ("2015-07-03", "The 3rd day after that day, which is not counted itself."),
        ]),
        ("1 days before x", [("2015-09-09", "1 day before that day, which is not counted itself.")]),
        ("day after x", [("2015-09-11", "The day after that day.")]),
        ("12 weeks before x", [("2015-06-18", "12 weeks before that day, so on the same weekday.")]),
        ("3 months before x", [
            ("2015-06-10", "3 months before that day, on the same day of the month, or on its last day if it has no such day."),
        ]),
        ("day before last Monday of May", [
            ("2015-05-25", "The last Monday of May 2015."),
            ("2015-05-24", "The day before that day."),
        ]),
        ("later of 2nd Monday of September and 2015-09-12", [
            ("2015-09-14", "The 2nd Monday of September 2015."),
            ("2015-09-12", "The day is named in the rule itself."),
            ("2015-09-14", "The later of Monday, September 14, 2015 and Saturday, September 12, 2015."),
        ]),
    ],
)  # fmt: skip
def test_steps_say_in_words_how_the_day_was_counted(sentence: str, steps: list[tuple[str, str]]) -> None:
    expected = tuple(Step(on(day), text) for day, text in steps)
    assert at(sentence, {"x": on("2015-09-10")}, 2015) == Point(expected[-1].date, expected)


def test_steps_begin_with_those_of_the_named_day() -> None:
    first = Step(on("2026-04-09"), "As another rule says.")
    point = evaluate(parse("day after x closes"), Environment(2026, {Named("x closes"): Point(first.date, (first,))}))
    assert point.steps == (first, Step(on("2026-04-10"), "The day after that day."))


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("9th Thursday before x", ["The 9th Thursday before that day, which is not counted itself."]),
        ("2nd day after x", ["The 2nd day after that day, which is not counted itself."]),
        ("3 business days after x", ["3 business days after that day, which is not counted itself."]),
        ("72 hours after x", ["72 hours after that hour."]),
        ("x", []),
        ("earlier of 10 days after x and 2nd day before x", [
            "10 days after that day, which is not counted itself.",
            "The 2nd day before that day, which is not counted itself.",
            "The earlier of these days, once all are known.",
        ]),
    ],
)  # fmt: skip
def test_steps_say_what_is_counted_while_a_day_is_not_known(sentence: str, said: list[str]) -> None:
    point = at(sentence, {"x": None})
    assert point == Point(None, tuple(Step(None, text) for text in said))


def test_as_soon_as_practicable_has_words_and_no_day() -> None:
    assert parse("as soon as practicable") == Practicable()
    assert at("as soon as practicable") == Point(None, (Step(None, "No day is fixed: as soon as practicable."),))
