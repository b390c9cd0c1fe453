"""The calendar of General Construction Law § 24: holidays, business days, and why a day is closed."""

from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deadlines.content import load
from deadlines.days import Days
from deadlines.ends import calendar
from deadlines.expressions import RuleError
from deadlines.law_tables import Holiday
from deadlines.model import Content
from deadlines.timetable import timetable

ONE_DAY = timedelta(days=1)


def on(text: str) -> date:
    return date.fromisoformat(text)


def span(first: date, last: date) -> Iterable[date]:
    while first <= last:
        yield first
        first += ONE_DAY


@pytest.fixture(scope="module")
def days(content: Content) -> Days:
    return calendar(content.law)


# --- public holidays -----------------------------------------------------------------------------

NAMES = {
    "New Year's Day", "Dr. Martin Luther King, Jr. Day", "Lincoln's Birthday", "Washington's Birthday", "Memorial Day",
    "Flag Day", "Juneteenth", "Independence Day", "Labor Day", "Columbus Day", "Election Day", "Veterans' Day",
    "Thanksgiving Day", "Christmas Day",
}  # fmt: skip
# By hand from § 24, in its order: New Year, King, Lincoln, Washington, Memorial, Flag, Juneteenth,
# Independence, Labor, Columbus, Election, Veterans', Thanksgiving, Christmas; a Monday kept for a Sunday after it.
HOLIDAYS = {
    2015: "01-01 01-19 02-12 02-16 05-25 06-14 07-04 09-07 10-12 11-03 11-11 11-26 12-25",
    2020: "01-01 01-20 02-12 02-17 05-25 06-14 07-04 09-07 10-12 11-03 11-11 11-26 12-25",
    2021: "01-01 01-18 02-12 02-15 05-31 06-13 06-19 07-04 07-05 09-06 10-11 11-02 11-11 11-25 12-25",
    2022: "01-01 01-17 02-12 02-21 05-30 06-12 06-19 06-20 07-04 09-05 10-10 11-08 11-11 11-24 12-25 12-26",
    2023: "01-01 01-02 01-16 02-12 02-13 02-20 05-29 06-11 06-19 07-04 09-04 10-09 11-07 11-11 11-23 12-25",
    2027: "01-01 01-18 02-12 02-15 05-31 06-13 06-19 07-04 07-05 09-06 10-11 11-02 11-11 11-25 12-25",
    2028: "01-01 01-17 02-12 02-21 05-29 06-11 06-19 07-04 09-04 10-09 11-07 11-11 11-23 12-25",
}


@pytest.mark.parametrize("year", HOLIDAYS)
def test_public_holidays_of_a_year_are_those_of_the_section(days: Days, year: int) -> None:
    found = {day: days.holiday(day) for day in span(date(year, 1, 1), date(year, 12, 31)) if days.holiday(day)}
    assert [f"{day:%m-%d}" for day in found] == HOLIDAYS[year].split()
    own_days = {name for name in found.values() if name and ", which fell on" not in name}
    assert own_days == (NAMES if year > 2020 else NAMES - {"Juneteenth"})


@pytest.mark.parametrize(
    ("day", "name"),
    [
        ("2021-06-19", "Juneteenth"),
        ("2022-06-19", "Juneteenth"),
        ("2022-06-20", "Juneteenth, which fell on a Sunday"),
        ("2023-01-02", "New Year's Day, which fell on a Sunday"),
        ("2023-02-13", "Lincoln's Birthday, which fell on a Sunday"),
        ("2023-02-20", "Washington's Birthday"),
        ("2027-06-13", "Flag Day"),
        ("2027-06-14", None),
        ("2027-07-05", "Independence Day, which fell on a Sunday"),
        ("2018-11-12", "Veterans' Day, which fell on a Sunday"),
        ("2022-12-26", "Christmas Day, which fell on a Sunday"),
        ("2013-11-05", "Election Day"),
    ],
)
def test_holiday_is_kept_under_its_name(days: Days, day: str, name: str | None) -> None:
    assert days.holiday(on(day)) == name


def test_holiday_of_december_may_be_kept_in_january(content: Content) -> None:
    eve = Holiday(name="New Year's Eve", rule="December 31")
    days = Days(content.law.holidays.model_copy(update={"holiday": (eve,)}), lambda kind, year: date(year, 11, 3))
    assert days.holiday(on("2029-01-01")) == "New Year's Eve, which fell on a Sunday"
    assert days.next_open(on("2028-12-30")) == on("2029-01-02")


def test_holiday_of_january_may_be_kept_in_december(content: Content) -> None:
    """As under federal law, where one on a Saturday is kept on the Friday before."""
    law = content.law.holidays
    days = Days(law.model_copy(update={"moved": {"Saturday": -1}}), lambda kind, year: date(year, 11, 3))
    assert days.holiday(on("2027-12-31")) == "New Year's Day, which fell on a Saturday"
    assert days.last_open(on("2028-01-01")) == on("2027-12-30")
    assert days.holiday(on("2027-06-18")) == "Juneteenth, which fell on a Saturday"


@pytest.mark.parametrize(
    "day",
    [
        # the Friday before a Saturday holiday
        "2020-07-03", "2021-06-18", "2021-12-24", "2021-12-31", "2022-02-11", "2023-11-10", "2026-07-03", "2027-06-18",
        "2027-12-24", "2027-12-31", "2028-02-11", "2028-11-10", "2032-06-18", "2032-12-24", "2032-12-31",
        # Susan B. Anthony's day, in years in which it is not Washington's Birthday as well
        "2022-02-15", "2023-02-15", "2024-02-15", "2028-02-15", "2029-02-15", "2030-02-15",
        # before its law; the Monday after Flag Day; Good Friday; a Tuesday that is the first of November
        "2020-06-19", "2015-06-15", "2021-04-02", "2022-11-01", "2016-11-01",
    ],
)  # fmt: skip
def test_day_that_holiday_libraries_close_is_a_business_day(days: Days, day: str) -> None:
    assert days.is_business_day(on(day))
    assert days.next_open(on(day)) == days.last_open(on(day)) == on(day)


@pytest.mark.parametrize(
    "day", ["2023-01-02", "2023-02-13", "2027-07-05", "2018-11-12", "2022-11-08", "2016-11-08", "2013-11-05"]
)
def test_day_that_holiday_libraries_lose_is_closed(days: Days, day: str) -> None:
    assert not days.is_business_day(on(day))


def closed_by_the_section(day: date) -> bool:
    """§ 24 once more, in other words: by the number of the day and of its weekday in the month."""
    month, number, weekday = day.month, day.day, day.weekday()
    kept = [(1, 1), (2, 12), (7, 4), (11, 11), (12, 25)] + ([(6, 19)] if day.year >= 2021 else [])
    return (
        weekday >= 5
        or (month, number) in kept
        or (weekday == 0 and (month, number - 1) in kept)
        or (weekday == 0 and month in (1, 2) and 15 <= number <= 21)
        or (weekday == 0 and month == 5 and number >= 25)
        or (weekday == 0 and month == 9 and number <= 7)
        or (weekday == 0 and month == 10 and 8 <= number <= 14)
        or (weekday == 1 and month == 11 and 2 <= number <= 8)
        or (weekday == 3 and month == 11 and 22 <= number <= 28)
    )


def test_business_days_of_ninety_years_are_those_of_the_section(days: Days) -> None:
    wrong = [
        day
        for day in span(on("2012-01-01"), on("2099-12-31"))
        if days.is_business_day(day) == closed_by_the_section(day)
    ]
    assert wrong == []


@given(day=st.dates(date(2012, 1, 1), date(2099, 12, 31)))
@settings(deadline=None)
def test_next_and_last_open_day_pass_over_closed_days_only(days: Days, day: date) -> None:
    following, preceding = days.next_open(day), days.last_open(day)
    assert preceding <= day <= following
    assert not closed_by_the_section(following)
    assert not closed_by_the_section(preceding)
    assert all(closed_by_the_section(each) for each in span(day, following - ONE_DAY))
    assert all(closed_by_the_section(each) for each in span(preceding + ONE_DAY, day))


# --- business days -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "last_open", "next_open"),
    [
        ("2022-06-17", "2022-06-17", "2022-06-17"),
        ("2022-06-18", "2022-06-17", "2022-06-21"),
        ("2022-06-20", "2022-06-17", "2022-06-21"),
        ("2022-06-21", "2022-06-21", "2022-06-21"),
        ("2022-12-24", "2022-12-23", "2022-12-27"),
        ("2022-12-31", "2022-12-30", "2023-01-03"),
        ("2023-01-02", "2022-12-30", "2023-01-03"),
        ("2020-09-05", "2020-09-04", "2020-09-08"),
        ("2023-02-11", "2023-02-10", "2023-02-14"),
        ("2027-07-03", "2027-07-02", "2027-07-06"),
        ("2027-12-25", "2027-12-24", "2027-12-27"),
        ("2028-01-01", "2027-12-31", "2028-01-03"),
        ("2026-11-03", "2026-11-02", "2026-11-04"),
    ],
)
def test_chain_of_closed_days_is_passed_over_whole(days: Days, day: str, last_open: str, next_open: str) -> None:
    assert (days.last_open(on(day)), days.next_open(on(day))) == (on(last_open), on(next_open))


@pytest.mark.parametrize(
    ("start", "number", "expected"),
    [
        ("2027-07-01", 1, "2027-07-02"),
        ("2027-07-02", 1, "2027-07-06"),
        ("2027-07-03", 1, "2027-07-06"),
        ("2027-07-05", 1, "2027-07-06"),
        ("2027-07-06", -1, "2027-07-02"),
        ("2027-07-04", -1, "2027-07-02"),
        ("2026-11-25", 2, "2026-11-30"),
        ("2022-12-30", 1, "2023-01-03"),
        ("2023-01-03", -3, "2022-12-28"),
        ("2027-12-23", 10, "2028-01-06"),
        ("2028-01-06", -10, "2027-12-23"),
    ],
)
def test_nth_business_day_leaves_out_closed_days_and_the_first(
    days: Days, start: str, number: int, expected: str
) -> None:
    assert days.business_day(on(start), number) == on(expected)


def test_zeroth_business_day_is_refused(days: Days) -> None:
    with pytest.raises(RuleError, match=r"^there is no zeroth business day$"):
        days.business_day(on("2027-07-01"), 0)


@pytest.mark.parametrize(
    ("day", "why"),
    [
        ("2022-06-17", None),
        ("2022-06-18", "June 18 is a Saturday"),
        ("2022-06-26", "June 26 is a Sunday"),
        ("2022-06-19", "June 19 is Juneteenth (General Construction Law § 24)"),
        ("2022-06-20", "June 20 is Juneteenth, which fell on a Sunday (General Construction Law § 24)"),
        ("2027-05-31", "May 31 is Memorial Day (General Construction Law § 24)"),
        ("2022-11-08", "November 8 is Election Day (General Construction Law § 24)"),
    ],
)
def test_closed_day_says_why(days: Days, day: str, why: str | None) -> None:
    assert days.why_closed(on(day)) == why


@pytest.mark.figures
def test_proclaimed_day_is_closed_and_moves_what_falls_on_it(own_content: Path, content: Content) -> None:
    def closes(content: Content) -> list[date | None]:
        found = {each.id: each.closes for each in timetable(content, election="2027-primary")}
        ends = [found[f"2027-primary/{filing}"] for filing in ("designating-petition", "designation-acceptance")]
        return [end.date for end in ends if end]

    with (own_content / "law/holidays.toml").open("a", encoding="utf-8") as holidays:
        holidays.write(
            '\n[[proclaimed]]\ndate = 2027-04-05\nname = "A Day of Thanksgiving"\nsource = "A proclamation"\n'
        )
    own = load(own_content)
    why = "April 5 is A Day of Thanksgiving (General Construction Law § 24)"
    assert [calendar(each.law).why_closed(on("2027-04-05")) for each in (content, own)] == [None, why]
    assert calendar(own.law).next_open(on("2027-04-03")) == on("2027-04-06")
    assert closes(content) == [on("2027-04-01"), on("2027-04-05")]
    assert closes(own) == [on("2027-04-01"), on("2027-04-06")]


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("5th Monday of May", "the holiday Harbor Day: May 2026 has no 5th Monday"),
        ("as soon as practicable", "the holiday Harbor Day: 'as soon as practicable' gives no day"),
        ("day after general", "the holiday Harbor Day: no rule"),
    ],
)
def test_a_holiday_without_a_day_is_refused_by_its_name(content: Content, rule: str, message: str) -> None:
    def no_election(kind: str, year: int) -> date:
        raise RuleError("no rule")

    holidays = content.law.holidays.model_copy(update={"holiday": (Holiday(name="Harbor Day", rule=rule),)})
    with pytest.raises(RuleError) as error:
        Days(holidays, no_election).holiday(on("2026-05-01"))
    assert str(error.value) == message


def test_closed_days_are_told_from_the_first_to_the_last(days: Days) -> None:
    told = [
        "September 5 is a Saturday",
        "September 6 is a Sunday",
        "September 7 is Labor Day (General Construction Law § 24)",
    ]
    assert days.closed_days(on("2020-09-05"), on("2020-09-07")) == told
    assert days.closed_days(on("2020-09-04"), on("2020-09-09")) == told  # the Friday and the Tuesday are open
    assert days.closed_days(on("2020-09-05"), on("2020-09-05")) == told[:1]
    assert days.closed_days(on("2020-09-04"), on("2020-09-04")) == []
