"""What becomes of a last day on which all is closed, and the readings where that is not settled."""

from collections.abc import Mapping
from datetime import date, datetime

import pytest

from deadlines.ends import calendar
from deadlines.expressions import Named, parse
from deadlines.model import Content, Counted, Deadline, Step
from deadlines.rollover import Outcome, outcomes
from deadlines.rules import Environment, Point


def on(text: str) -> date:
    return date.fromisoformat(text)


def come_to(content: Content, sentence: str, named: Mapping[str, str], rolls: bool = True) -> list[Outcome]:
    points = {Named(name): Point(datetime.fromisoformat(day) if "T" in day else on(day)) for name, day in named.items()}
    days = calendar(content.law)
    return outcomes(parse(sentence), Environment(2026, points, days.business_day), content.law.filing, days, rolls)


def test_only_last_days_of_filings_and_court_papers_move(content: Content, deadlines: Mapping[str, Deadline]) -> None:
    moved = {
        (deadline.provision.kind, which)
        for deadline in deadlines.values()
        for which, end in deadline.ends
        if end.moved or end.date != end.before_rollover
    }
    assert set(content.law.filing.rollover.kinds) == {"filing", "court"}
    assert ("filing", "closes") in moved
    assert moved <= {("filing", "closes"), ("court", "closes")}


@pytest.mark.parametrize(
    ("sentence", "x", "counted", "rolled"),
    [
        # published: the calendars of 2021 and 2026, Assembly 27 in 2023
        ("6 days after x", "2021-05-25", "2021-05-31", "2021-06-01"),
        ("3 days after x", "2021-07-22", "2021-07-25", "2021-07-26"),
        ("4 days after x", "2021-07-26", "2021-07-30", "2021-07-30"),
        ("3 days after x", "2021-08-12", "2021-08-15", "2021-08-16"),
        ("3 days after x", "2026-07-23", "2026-07-26", "2026-07-27"),
        ("13 days after x", "2023-07-24", "2023-08-06", "2023-08-07"),
        ("day after x", "2021-04-01", "2021-04-02", "2021-04-02"),
        ("3 days after x", "2026-06-30", "2026-07-03", "2026-07-03"),
        # computed
        ("14 days after x", "2022-06-04", "2022-06-18", "2022-06-21"),
        ("73 days after x", "2020-06-23", "2020-09-04", "2020-09-04"),
        ("74 days after x", "2020-06-23", "2020-09-05", "2020-09-08"),
        ("74 days after x", "2028-06-27", "2028-09-09", "2028-09-11"),
        ("day after x", "2022-12-30", "2022-12-31", "2023-01-03"),
        ("5th day after 2nd Monday before x", "2020-09-15", "2020-09-12", "2020-09-14"),
        ("x", "2026-11-03", "2026-11-03", "2026-11-04"),
    ],
)
def test_last_day_on_a_closed_day_becomes_the_next_business_day(
    content: Content, sentence: str, x: str, counted: str, rolled: str
) -> None:
    (outcome,) = come_to(content, sentence, {"x": x})
    assert (outcome.raw, outcome.date, outcome.reading) == (on(counted), on(rolled), None)
    assert bool(outcome.moved) == (counted != rolled)


@pytest.mark.parametrize(
    ("sentence", "x", "expected"),
    [
        ("16 days before x", "2026-04-06", "2026-03-21"),  # a Saturday
        ("February 1", "2026-01-01", "2026-02-01"),  # a Sunday
        ("4 days before x", "2015-09-10", "2015-09-06"),
        ("6 days after x", "2021-05-25", "2021-05-31"),
    ],
)
def test_day_that_does_not_roll_stays_on_a_closed_day(content: Content, sentence: str, x: str, expected: str) -> None:
    (outcome,) = come_to(content, sentence, {"x": x}, rolls=False)
    assert (outcome.raw, outcome.date, outcome.moved) == (on(expected), on(expected), None)


def test_step_of_a_moved_day_says_why_it_moved(content: Content) -> None:
    (outcome,) = come_to(content, "74 days after x", {"x": "2020-06-23"})
    why = "September 5 is a Saturday; September 6 is a Sunday; September 7 is Labor Day (General Construction Law § 24)"
    assert outcome.moved == why
    assert outcome.steps == (
        Step(on("2020-09-05"), "74 days after that day, which is not counted itself."),
        Step(on("2020-09-08"), f"{why}. The next business day becomes the last day (Election Law § 1-106(1))."),
    )


def readings(found: list[Outcome]) -> list[date]:
    return [each.date for each in found]


@pytest.mark.parametrize(
    ("sentence", "x", "safe", "stands", "rolled"),
    [
        ("4 days before x", "2015-09-10", "2015-09-04", "2015-09-06", "2015-09-08"),
        ("4 days before x", "2012-09-13", "2012-09-07", "2012-09-09", "2012-09-10"),
        ("4th day before x", "2018-09-13", "2018-09-07", "2018-09-09", "2018-09-10"),
        ("4 days before x", "2026-06-23", "2026-06-18", "2026-06-19", "2026-06-22"),
        ("day before x", "2026-06-22", "2026-06-18", "2026-06-21", "2026-06-22"),
        ("2 weeks before x", "2019-02-26", "2019-02-11", "2019-02-12", "2019-02-13"),
        ("2 weeks before x", "2030-02-26", "2030-02-11", "2030-02-12", "2030-02-13"),
        ("2nd Monday before x", "2020-09-15", "2020-09-04", "2020-09-07", "2020-09-08"),
    ],
)
def test_closed_day_counted_backward_has_three_readings(
    content: Content, sentence: str, x: str, safe: str, stands: str, rolled: str
) -> None:
    found, words = come_to(content, sentence, {"x": x}), content.law.filing.backward
    assert readings(found) == [on(safe), on(stands), on(rolled)]
    assert words
    assert [each.reading for each in found] == [words.read_back, words.as_it_stands, words.rolled]
    assert {(each.raw, each.source) for each in found} == {(on(stands), words.source)}


@pytest.mark.parametrize(
    ("sentence", "x", "expected"),
    [
        ("4 days before x", "2020-06-23", "2020-06-19"),  # Juneteenth was no holiday yet
        ("4 days before x", "2027-06-22", "2027-06-18"),  # the Friday before a Saturday holiday
        ("2 weeks before x", "2026-03-10", "2026-02-24"),
    ],
)
def test_business_day_counted_backward_is_settled(content: Content, sentence: str, x: str, expected: str) -> None:
    (outcome,) = come_to(content, sentence, {"x": x})
    assert (outcome.date, outcome.moved, outcome.reading) == (on(expected), None, None)


@pytest.mark.parametrize(
    ("sentence", "death", "primary", "expected"),
    [
        ("earlier", "2015-08-20", "2015-09-10", ["2015-08-31"]),  # ten days end on a Sunday, long before
        ("earlier", "2015-08-25", "2015-09-10", ["2015-09-04"]),
        ("earlier", "2015-08-26", "2015-09-10", ["2015-09-04", "2015-09-06", "2015-09-08"]),
        ("earlier", "2015-08-27", "2015-09-10", ["2015-09-04", "2015-09-06", "2015-09-08"]),
        ("later", "2015-08-26", "2015-09-10", ["2015-09-08"]),
        ("later", "2015-08-20", "2015-09-10", ["2015-09-04", "2015-09-06", "2015-09-08"]),
        ("earlier", "2026-06-08", "2026-06-23", ["2026-06-18"]),
        ("earlier", "2026-06-09", "2026-06-23", ["2026-06-18", "2026-06-19", "2026-06-22"]),
        ("earlier", "2026-06-10", "2026-06-23", ["2026-06-18", "2026-06-19", "2026-06-22"]),
    ],
)
def test_readings_are_those_of_the_whole_sentence(
    content: Content, sentence: str, death: str, primary: str, expected: list[str]
) -> None:
    days = {"death": death, "primary": primary}
    for items in ("10 days after death and 4 days before primary", "4 days before primary and 10 days after death"):
        assert readings(come_to(content, f"{sentence} of {items}", days)) == [on(day) for day in expected]


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ("4 days before x and 2 days before x", ["2015-09-04", "2015-09-06", "2015-09-08"]),
        ("2 days before x and 4 days before x", ["2015-09-04", "2015-09-06", "2015-09-08"]),
        ("5 days before x and 4 days before x", ["2015-09-04", "2015-09-05", "2015-09-08"]),
        ("4 days before x and 5 days before x", ["2015-09-04", "2015-09-05", "2015-09-08"]),
    ],
)
def test_two_days_counted_backward_are_each_read(content: Content, items: str, expected: list[str]) -> None:
    found = come_to(content, f"earlier of {items}", {"x": "2015-09-10"})
    assert readings(found) == [on(day) for day in expected]
    assert found[0].moved


def test_a_reading_is_told_with_its_steps_and_what_they_count(content: Content) -> None:
    words = content.law.filing.backward
    assert words
    found = come_to(content, "4 days before x", {"x": "2026-06-23"})
    counted = Step(on("2026-06-19"), "4 days before that day, which is not counted itself.")
    why = "June 19 is Juneteenth (General Construction Law § 24)"
    back = Step(on("2026-06-18"), f"{why}. {words.read_back} Thursday, June 18, 2026.")
    onward = Step(
        on("2026-06-22"),
        f"{why}; June 20 is a Saturday; June 21 is a Sunday. "
        "The next business day becomes the last day (Election Law § 1-106(1)).",
    )
    day, moved = on("2026-06-19"), f"{why}; June 20 is a Saturday; June 21 is a Sunday"
    assert found == [
        Outcome(on("2026-06-18"), day, (counted, back), why, reading=words.read_back, source=words.source),
        Outcome(day, day, (counted,), reading=words.as_it_stands, source=words.source),
        Outcome(on("2026-06-22"), day, (counted, onward), moved, reading=words.rolled, source=words.source),
    ]
    assert [each.steps[-1].counted for each in found] == [
        Counted(day, -1, "closed", ""),
        Counted(on("2026-06-23"), -4, "day", "x"),
        Counted(day, 3, "closed", ""),
    ]


def test_a_moved_day_is_told_with_the_days_it_passes_over(content: Content) -> None:
    day, step = on("2020-09-05"), "74 days after that day, which is not counted itself."
    (found,) = come_to(content, "74 days after x", {"x": "2020-06-23"})
    assert (found.raw, found.steps[0], found.steps[0].counted) == (
        day,
        Step(day, step),
        Counted(on("2020-06-23"), 74, "day", "x"),
    )
    assert found.steps[1].counted == Counted(day, 3, "closed", "")


def test_where_a_closed_day_goes_back_the_day_before_it_is_the_last(content: Content) -> None:
    rollover = content.law.filing.rollover.model_copy(
        update={"direction": "previous", "becomes": "The day before it is the last"}
    )
    law = content.law.filing.model_copy(update={"rollover": rollover, "backward": None})
    env = Environment(2026, {Named("x"): Point(on("2026-06-19"))})
    (found,) = outcomes(parse("2 days after x"), env, law, calendar(content.law), True)
    why = "June 19 is Juneteenth (General Construction Law § 24); June 20 is a Saturday; June 21 is a Sunday"
    assert (found.date, found.raw, found.moved) == (on("2026-06-18"), on("2026-06-21"), why)
    assert found.steps[-1] == Step(on("2026-06-18"), f"{why}. The day before it is the last (Election Law § 1-106(1)).")
    assert found.steps[-1].counted == Counted(on("2026-06-21"), -3, "closed", "")


def test_where_the_law_has_no_readings_a_day_counted_backward_moves_as_any_other(content: Content) -> None:
    law = content.law.filing.model_copy(update={"backward": None})
    env = Environment(2026, {Named("x"): Point(on("2026-06-23"))})
    (found,) = outcomes(parse("4 days before x"), env, law, calendar(content.law), True)
    assert (found.raw, found.date, found.reading) == (on("2026-06-19"), on("2026-06-22"), None)


def test_a_period_of_hours_is_told_with_each_reading(content: Content) -> None:
    words = content.law.filing.hours
    assert words
    x = datetime(2027, 8, 11, 20)
    hours = Step(datetime(2027, 8, 14, 20), "72 hours after that hour.")
    env = Environment(2027, {Named("x"): Point(x)})
    found = outcomes(parse("72 hours after x"), env, content.law.filing, calendar(content.law), True)
    safe = Step(datetime(2027, 8, 13, 17), f"{words.safe} Friday, August 13, 2027, 5:00 p.m.")
    day, source = on("2027-08-14"), words.source
    assert found == [
        Outcome(on("2027-08-13"), day, (hours, safe), None, "17:00", None, words.safe, source),
        Outcome(day, day, (hours,), None, "20:00", "20:00", words.the_instant, source),
        Outcome(on("2027-08-16"), day, (hours,), None, "20:00", None, words.same_hour_later, source),
    ]
    found = outcomes(parse("72 hours after x"), env, content.law.filing, calendar(content.law), False)
    assert found == [Outcome(day, day, (hours,), None, "20:00", "20:00", None, "")]


@pytest.mark.parametrize(
    ("adjournment", "expected"),
    [
        ("2027-08-11T20:00", ["2027-08-13 17:00", "2027-08-14 20:00", "2027-08-16 20:00"]),
        ("2027-09-03T08:00", ["2027-09-03 17:00", "2027-09-06 08:00", "2027-09-07 08:00"]),
        ("2027-08-09T08:30", ["2027-08-11 17:00", "2027-08-12 08:30"]),
        ("2027-08-09T08:59", ["2027-08-11 17:00", "2027-08-12 08:59"]),
        ("2027-08-09T09:00", ["2027-08-12 09:00"]),
        ("2027-08-09T16:15", ["2027-08-12 16:15"]),
        ("2027-08-09T17:00", ["2027-08-12 17:00"]),
        ("2027-08-09T17:01", ["2027-08-12 17:00", "2027-08-12 17:01"]),
        ("2007-09-24T20:00", ["2007-09-27 17:00", "2007-09-27 20:00"]),  # Matter of Thomas
    ],
)
def test_hours_end_safely_while_the_office_is_open(content: Content, adjournment: str, expected: list[str]) -> None:
    found, words = come_to(content, "72 hours after x", {"x": adjournment}), content.law.filing.hours
    assert [f"{each.date} {each.hour}" for each in found] == expected
    assert words
    said = [words.safe, words.the_instant, words.same_hour_later][: len(found)]
    assert [each.reading for each in found] == (said if len(found) > 1 else [None])


def test_every_reading_of_hours_keeps_the_day_that_was_counted(content: Content) -> None:
    found = come_to(content, "72 hours after x", {"x": "2027-08-11T20:00"})
    assert [each.raw for each in found] == [on("2027-08-14")] * 3


def test_hours_that_do_not_roll_end_at_their_instant(content: Content) -> None:
    found = come_to(content, "72 hours after x", {"x": "2027-08-11T20:00"}, rolls=False)
    assert [(each.date, each.hour, each.reading) for each in found] == [(on("2027-08-14"), "20:00", None)]
