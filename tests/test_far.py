"""Far and odd dates: elections from 1980 to 2099 on every weekday, on holidays, at year ends, on 29 February; none."""

import json
import re
import shutil
from datetime import date, timedelta
from pathlib import Path

import lint
import pytest
import test_outputs
from conftest import SMALL

from build import main

ODD = [
    (1, 1),
    (12, 31),
    (2, 28),
    (2, 29),
    (3, 1),
    (7, 4),
    (9, 1),
    (9, 5),
    (11, 8),
    (12, 25),
    (1, 2),
    (12, 30),
    (10, 31),
]
FLOOD = date(2027, 9, 8)
Odd = dict[date, dict[str, str | None]]


def days() -> list[date]:
    """A day of each year from 1980 to 2099; 29 February in those that have it, at least every eighth year."""
    found = []
    for year in range(1980, 2100):
        month, number = ODD[year % len(ODD)]
        leap = year % 4 == 0 and year % 8 == 0
        found.append(date(year, 2, 29) if leap else date(year, month, 28 if (month, number) == (2, 29) else number))
    return found


def shut(day: date) -> bool:
    """Whether Lower Harbor's offices are shut: counted from its code's words, one day at a time."""
    if day.weekday() >= 5 or (day.month, day.day) in ((1, 1), (12, 31)) or day == FLOOD:
        return True
    if day.month == 9 and day.weekday() == 0 and day.day <= 7:
        return True
    return (day.month, day.day) == (1, 2) and day.weekday() == 0  # New Year's Day was a Sunday


def before(day: date, weekday: int, nth: int) -> date:
    while nth:
        day -= timedelta(1)
        nth -= day.weekday() == weekday
    return day


def expected(held: date) -> dict[str, tuple[str | None, str | None]]:
    """First and last day by filing. A day counted backward that is shut: the open one before it is shown."""
    paper = before(held, 3, 9)
    while shut(paper):
        paper -= timedelta(1)
    acceptance = paper + timedelta(4)
    while shut(acceptance):
        acceptance += timedelta(1)
    return {
        "nominating-paper": (before(held, 0, 10).isoformat(), paper.isoformat()),
        "acceptance": (None, acceptance.isoformat()),
        "objection": (None, None),
    }


@pytest.fixture
def content(tmp_path: Path) -> Path:
    folder = Path(shutil.copytree(SMALL, tmp_path / "small_content"))
    for each in ("ledger.csv", "addresses.txt", "law/exceptions/2027-storm.toml", "official/2027-clerk.csv"):
        (folder / each).unlink()
    labels = folder / "official/labels.toml"
    labels.write_text(re.sub(r'"2027-clerk" = .*', "", labels.read_text("utf-8")), "utf-8")
    return folder


def build(content: Path, today: str, *more: str) -> int:
    where = ["--content", str(content), "--output", str(content.parent / "output"), "--today", today, "--quiet"]
    return main([*more, *where])


def dead_links(output: Path) -> list[str]:
    found = test_outputs.unsound(output, test_outputs.read(output), "https://deadlines.lower-harbor.example/")
    return [each for each in found if "mailto:" not in each]


def held_on(content: Path, all_days: list[date]) -> None:
    """Elections on those days, each in its year's file."""
    shutil.rmtree(content / "elections")
    (content / "elections").mkdir()
    for day in all_days:
        id_ = f"{day}-primary"
        words = f'id = "{id_}"\nkind = "primary"\ntitle = "Election of {day}"\nshort = "{day}"\ndate = {day}\ndate_source = "the mayor"\n'
        (content / f"elections/{day.year}.toml").write_text(f"year = {day.year}\n\n[[election]]\n{words}")


def test_the_days_tried_are_odd_ones() -> None:
    found = days()
    assert {day.weekday() for day in found} == set(range(7))
    assert sum((day.month, day.day) == (2, 29) for day in found) == 15
    assert sum(shut(day) for day in found) > 30
    assert {(1, 1), (12, 31)} <= {(day.month, day.day) for day in found}


@pytest.mark.trials
def test_elections_from_1980_to_2099(content: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held_on(content, days())
    assert build(content, "1979-06-01", "record", "first publication") == 0
    for today in ("2100-01-01", "2072-02-29"):
        assert build(content, today) == 0
        assert capsys.readouterr().err == ""
        output = content.parent / "output"
        assert lint.unsound(output) == []
        data = json.loads((output / "api/v1/deadlines.json").read_text())
        found: dict[str, dict[str, tuple[str | None, str | None]]] = {}
        for each in data["deadlines"]:
            found.setdefault(each["election_date"], {})[each["filing"]] = (each["opens"], each["closes"])
        assert found == {day.isoformat(): expected(day) for day in days()}
        home = (output / "index.html").read_text()
        assert ("No deadline of a configured election falls on or after" in home) == (today == "2100-01-01")
    assert dead_links(output) == []


@pytest.mark.parametrize("today", ["0001-01-01", "9999-12-31"])
def test_today_before_all_and_after_all(content: Path, today: str, tmp_path: Path) -> None:
    assert build(content, "2026-12-02", "record", "first publication") == 0
    assert build(content, today) == 0
    assert lint.unsound(tmp_path / "output") == []
    assert json.loads((tmp_path / "output/build.json").read_text())["built"] == today


def test_a_site_without_an_election_says_so(content: Path, tmp_path: Path) -> None:
    held_on(content, [])
    assert build(content, "2026-12-02", "record", "first publication") == 0
    assert build(content, "2026-12-02") == 0
    output = tmp_path / "output"
    assert lint.unsound(output) == []
    assert dead_links(output) == []
    assert not (output / "feeds").exists()
    text = re.sub("<.*?>", "", (output / "index.html").read_text())
    assert "No deadline of a configured election falls on or after Wednesday, December 2, 2026" in text
    assert "None is configured." in text


def test_a_site_whose_elections_were_all_taken_back(content: Path, tmp_path: Path) -> None:
    assert build(content, "2026-12-02", "record", "first publication") == 0
    held_on(content, [])
    assert build(content, "2026-12-03") == 2
    assert build(content, "2026-12-03", "record", "all called off") == 0
    assert build(content, "2026-12-03") == 0
    output = tmp_path / "output"
    assert lint.unsound(output) == []
    assert dead_links(output) == []
    assert "withdrawn" in (output / "deadlines/2027-primary/acceptance/index.html").read_text()


@pytest.mark.parametrize("year", [1, 1799, 2200, 9999, 10000])
def test_a_year_beyond_the_calendars_is_refused(content: Path, year: int, capsys: pytest.CaptureFixture[str]) -> None:
    (content / "elections/2027.toml").write_text(f"year = {year}\nelection = []\n")
    assert build(content, "2026-12-02") == 2
    assert capsys.readouterr().err.startswith(f"small_content/elections/2027.toml: year: found {year}; input should be")
