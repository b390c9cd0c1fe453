"""A count drawn on months."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from deadlines.ends import calendar
from deadlines.grids import Grids
from deadlines.model import Content, Counted, Deadline

MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"]
MONTHS += ["November", "December"]
pytestmark = pytest.mark.slow

PETITION = "2027-primary/designating-petition"
SUBSTITUTION = "2027-general/independent-substitution/declination"


class Months(HTMLParser):
    """The cells of the months drawn: day, classes, whether it is crossed out, its number, what it is called."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.cells: dict[date, dict[str, Any]] = {}
        self.columns: list[tuple[date, int]] = []
        self._month: tuple[int, int] | None = None
        self._in: list[str] = []
        self._cell: dict[str, Any] = {}
        self._column = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._in.append(tag)
        if tag == "tr":
            self._column = 0
        if tag == "td":
            self._cell = {"classes": set((given.get("class") or "").split()), "crossed": False, "said": []}
            self._column += int(given.get("colspan") or 1)
        if tag == "s":
            self._cell["crossed"] = True

    def handle_endtag(self, tag: str) -> None:
        self._in.pop()

    def handle_data(self, data: str) -> None:
        if self._in[-1:] == ["caption"]:
            month, year = data.split()
            self._month = int(year), MONTHS.index(month) + 1
        elif "td" in self._in and data.strip():
            if self._in[-1] in ("td", "s") and data.strip().isdecimal():
                assert self._month
                day = date(*self._month, int(data))
                self.cells[day] = self._cell
                self.columns.append((day, self._column))
            else:
                self._cell["said"].append(data.strip())


def drawn(html: str) -> Iterator[Months]:
    for each in re.findall(r'<div class="months">(.*?)</div>(?:<p class="left-out"|<h3|\n)', html, re.S):
        yield Months(each)


def said(months: Months) -> dict[str, list[str]]:
    return {day.isoformat(): cell["said"] for day, cell in sorted(months.cells.items()) if cell["said"]}


def test_the_count_of_a_chain_over_a_holiday(page: Callable[[str], str]) -> None:
    html = page(f"deadlines/{SUBSTITUTION}")
    (months,) = drawn(html)
    assert said(months) == {
        "2027-05-25": ["23rd"], "2027-05-26": ["1"], "2027-05-27": ["2"], "2027-05-28": ["3"], "2027-05-29": ["4"],
        "2027-05-30": ["5"], "2027-05-31": ["6"], "2027-06-01": ["22nd", "last day"], "2027-06-08": ["21st"],
        "2027-06-15": ["20th"], "2027-06-22": ["19th"], "2027-06-29": ["18th"], "2027-11-02": ["from"],
    }  # fmt: skip
    crossed = [day.isoformat() for day, cell in sorted(months.cells.items()) if cell["crossed"]]
    assert crossed == ["2027-05-31", "2027-06-13", "2027-06-19", "2027-11-02", "2027-11-11", "2027-11-25"]
    assert re.findall(r'<p class="shut">(.*?)</p>', html) == [
        "Closed: 31: Memorial Day",
        "Closed: 13: Flag Day; 19: Juneteenth",
        "Closed: 2: Election Day; 11: Veterans&#39; Day; 25: Thanksgiving Day",
    ]
    assert re.findall(r'<p class="left-out">(.*?)</p>', html) == [
        "Not drawn: July 2027, August 2027, September 2027, October 2027 (Tuesdays 1 to 17)."
    ]


@pytest.mark.figures
def test_both_ends_on_the_same_months(page: Callable[[str], str]) -> None:
    (months,) = drawn(page(f"deadlines/{PETITION}"))
    thursdays = [
        "04-01",
        "04-08",
        "04-15",
        "04-22",
        "04-29",
        "05-06",
        "05-13",
        "05-20",
        "05-27",
        "06-03",
        "06-10",
        "06-17",
    ]
    counted = said(months)
    assert [counted[f"2027-{day}"][0] for day in thursdays] == [
        "12th", "11th", "10th", "9th", "8th", "7th", "6th", "5th", "4th", "3rd", "2nd", "1st",
    ]  # fmt: skip
    assert counted["2027-03-29"] == ["13th", "first day"]
    assert counted["2027-04-01"] == ["12th", "last day"]
    assert counted["2027-06-22"] == ["from"]
    assert len(counted) == 13 + 12 + 1


def test_ends_that_would_give_a_day_two_numbers_are_drawn_apart(page: Callable[[str], str]) -> None:
    first, last = drawn(page("deadlines/2026-primary/designating-petition-signatures"))
    assert said(first)["2026-04-02"] == ["4"]
    assert said(first)["2026-02-24"] == ["41", "first day"]
    assert said(last)["2026-04-02"] == ["12th", "last day"]


def test_a_last_day_moved_over_a_weekend_crosses_it_out(page: Callable[[str], str]) -> None:
    html = page("deadlines/2021-general/party-nomination-acceptance")
    (months,) = drawn(html)
    assert said(months) == {
        "2021-07-22": ["from"], "2021-07-23": ["1"], "2021-07-24": ["2"], "2021-07-25": ["3"], "2021-07-26": ["last day"],
    }  # fmt: skip
    assert [day.day for day, cell in sorted(months.cells.items()) if cell["crossed"]] == [4, 5, 25]
    assert "Closed: 4: Independence Day; 5: Independence Day, which fell on a Sunday; 25: Sunday" in html


@pytest.mark.figures
def test_every_months_last_day_is_the_datas_and_every_column_its_weekday(
    site: Path, page: Callable[[str], str]
) -> None:
    data = json.loads((site / "api/v1/deadlines.json").read_text("utf-8"))["deadlines"]
    pages = 0
    for each in data:
        months = list(drawn(page(f"deadlines/{each['id']}")))
        pages += bool(months)
        for which, name in (("opens", "first day"), ("closes", "last day")):
            reached = {d.isoformat() for m in months for d, c in m.cells.items() if any(name in s for s in c["said"])}
            assert reached <= {each[which]}, each["id"]
        for month in months:
            assert all(column == day.isoweekday() % 7 + 1 for day, column in month.columns), each["id"]
            assert all(cell["crossed"] for cell in month.cells.values() if "closed" in cell["classes"]), each["id"]
        if each["closes_before_rollover"] and each["closes"] != each["closes_before_rollover"]:
            before = date.fromisoformat(each["closes_before_rollover"])
            assert any(month.cells[before]["crossed"] for month in months if before in month.cells), each["id"]
    assert pages == 784


@pytest.mark.parametrize("unit", ["day", "week", "month", "business day", "Thursday"])
def test_a_count_is_drawn_as_far_as_its_number(content: Content, deadlines: dict[str, Deadline], unit: Any) -> None:
    petition = deadlines[PETITION]
    assert petition.closes
    expected = {
        "day": (date(2027, 3, 31), date(2027, 3, 30), date(2027, 3, 29)),
        "week": (date(2027, 3, 25), date(2027, 3, 18), date(2027, 3, 11)),
        "month": (date(2027, 3, 1), date(2027, 2, 1), date(2027, 1, 1)),
        "business day": (date(2027, 3, 31), date(2027, 3, 30), date(2027, 3, 29)),
        "Thursday": (date(2027, 3, 25), date(2027, 3, 18), date(2027, 3, 11)),
    }[unit]
    step = replace(petition.closes.steps[-1], date=expected[-1], counted=Counted(date(2027, 4, 1), -3, unit))
    end = petition.closes._replace(date=expected[-1], before_rollover=expected[-1], steps=(step,))
    html = str(Grids(calendar(content.law)).of(replace(petition, opens=None, closes=end), lambda _: True))
    months = Months(html)
    assert [months.cells[day]["said"][0][0] for day in expected] == ["1", "2", "3"]
    assert months.cells[expected[-1]]["said"][-1] == "last day"
    assert months.cells[date(2027, 4, 1)]["said"] == ["from"]
    assert len(said(months)) == 4


def test_the_months_can_be_skipped(page: Callable[[str], str]) -> None:
    html = page(f"deadlines/{PETITION}")
    assert re.findall(r'<a class="pass" href="#(.*?)">(.*?)</a>', html) == [("law", "Skip the calendar")]
    assert html.index('class="pass"') < html.index('class="months"') < html.index('<h2 id="law">')
