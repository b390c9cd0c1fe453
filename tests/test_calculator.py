"""The calculator, used through its controls in Chromium as its reader would."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import icalendar
import pytest
from ical.calendar_stream import IcsCalendarStream
from tools import chromium, served

if TYPE_CHECKING:  # the README's test command installs no browser's driver
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def address(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site under a base path, as GitHub Pages serves it."""
    root = tmp_path_factory.mktemp("served")
    (root / "repository").symlink_to(site)
    with served(root) as at:
        yield f"{at}repository/calculator/"


@pytest.fixture(scope="module", params=["America/New_York", "Pacific/Kiritimati"])
def browser_page(request: pytest.FixtureRequest) -> Iterator[Page]:
    with chromium() as browser:
        yield browser.new_context(timezone_id=request.param).new_page()


@pytest.fixture
def page(browser_page: Page, address: str) -> Iterator[Page]:
    """The calculator, freshly opened; at the end nothing may have been complained of in the console."""
    complaints: list[str] = []
    browser_page.on("pageerror", lambda error: complaints.append(str(error)))
    browser_page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    browser_page.goto("about:blank")
    browser_page.goto(address)
    browser_page.wait_for_selector("#calculator:not([hidden])")
    yield browser_page
    assert complaints == []


def ask(page: Page, event: str, election: str, day: str, hour: str = "") -> None:
    page.select_option("#event", event)
    page.select_option("#election", election)
    year, month, number = day.split("-")
    for part, value in (("month", month), ("day", number), ("year", year)):
        page.fill(f"[name=date-{part}]", value.lstrip("0"))
    if hour:
        page.fill("#hour", hour)
    page.click("button[type=submit]")


def found(page: Page) -> list[tuple[str, str]]:
    """What the answer lists: the day (or what stands for it) and the title of each entry."""
    return [
        (
            entry.eval_on_selector(".when", "e => e.querySelector('time')?.dateTime ?? e.textContent"),
            entry.eval_on_selector(".title", "e => e.lastChild.textContent"),
        )
        for entry in page.query_selector_all("#answer-list > .entry")
    ]


def test_a_vacancy_and_all_that_follows_from_it_in_order(page: Page) -> None:
    ask(page, "vacancy", "2027-general", "2027-07-14")
    assert [day for day, _ in found(page)] == [
        "2027-07-26", "2027-07-28", "2027-07-29", "2027-07-30", "2027-08-02", "2027-08-06",
    ]  # fmt: skip
    assert found(page)[0] == ("2027-07-26", "Certificate of party nomination, for an office that fell vacant late")


def test_a_vacancy_too_late_is_not_filled(page: Page) -> None:
    ask(page, "vacancy", "2027-general", "2027-08-10")
    assert {day for day, _ in found(page)} == {"Not filled at this election"}


def test_a_death_after_the_last_day(page: Page) -> None:
    ask(page, "death-or-disqualification", "2027-primary", "2027-06-19")
    assert found(page)[0][0] == "This day had already passed"


def test_the_safe_day_first_and_the_other_readings_beside_it(page: Page) -> None:
    ask(page, "death-or-disqualification", "2026-primary", "2026-06-09")
    assert found(page)[0][0] == "2026-06-18"
    text = page.inner_text("#answer-list > .entry:first-child")
    assert "Friday, June 19, 2026" in text
    assert "Monday, June 22, 2026" in text


def test_the_72_hours_ask_for_the_hour(page: Page) -> None:
    ask(page, "adjournment", "2027-general", "2027-08-11")
    assert page.inner_text("#hour-error") == "Give the hour too."
    assert page.is_hidden("#answer")
    ask(page, "adjournment", "2027-general", "2027-08-11", "20:00")
    assert found(page) == [("2027-08-13", "Minutes of a judicial district convention")]
    assert "5:00 p.m." in page.inner_text("#answer-list .which")


def test_a_new_special_election(page: Page) -> None:
    page.select_option("#event", "proclamation")
    page.select_option("#election", "new-b")
    for name, (month, day, year) in {"date": ("1", "4", "2029"), "held": ("2", "20", "2029")}.items():
        page.fill(f"[name={name}-month]", month)
        page.fill(f"[name={name}-day]", day)
        page.fill(f"[name={name}-year]", year)
    page.click("button[type=submit]")
    days = {title: day for day, title in found(page)}
    assert days["Certificate of party nomination"] == "2029-01-11"
    assert (
        days["Independent nominating petition"] == "2029-01-16"
    )  # nine days end on a Saturday, and Monday is a holiday


def test_what_if_the_election_were_on_another_day_under_an_older_text(page: Page) -> None:
    page.select_option("#event", "day")
    page.select_option("#edition", "before-2019")
    ask(page, "day", "2027-primary", "2027-09-14")
    days = {title: day for day, title in found(page)}
    assert days["Designating petition"] == "2027-07-15"


@pytest.mark.parametrize(
    ("event", "election", "day", "message"),
    [
        ("vacancy", "2027-general", "2027-02-31", "February 2027 has no day 31."),
        ("vacancy", "2027-general", "2027-13-1", "There is no month 13."),
        ("vacancy", "2027-general", "2027-x-1", "Use numbers, and four of them for the year: 7 20 2027."),
        ("vacancy", "2027-general", "27-7-1", "Use numbers, and four of them for the year: 7 20 2027."),
        (
            "death-or-disqualification", "2027-primary", "2027-06-23",
            "The election is on Tuesday, June 22, 2027: give a day up to it.",
        ),
        (
            "death-or-disqualification", "2027-primary", "2027-03-28",
            "That cannot be: in this election it falls from Monday, March 29, 2027 to Tuesday, June 22, 2027.",
        ),
        ("vacancy", "2027-general", "9999-12-31", "Give a year from 2012 to 2099."),
        ("vacancy", "2027-general", "2028-07-20", "The election is on Tuesday, November 2, 2027: give a day up to it."),
        (
            "vacancy", "2027-general", "2026-11-01",
            "That cannot be: in this election it falls from Monday, November 2, 2026 to Monday, August 2, 2027.",
        ),
    ],
)  # fmt: skip
def test_a_day_that_cannot_be_is_said_beside_the_field_and_nothing_is_computed(
    page: Page, event: str, election: str, day: str, message: str
) -> None:
    ask(page, event, election, day)
    assert page.inner_text("#date-error") == message
    assert page.is_hidden("#answer")
    assert page.evaluate("document.activeElement.name") == "date-month"
    assert page.get_attribute("[name=date-month]", "aria-invalid") == "true"


def test_a_link_reproduces_the_answer(page: Page, address: str) -> None:
    ask(page, "vacancy", "2027-general", "2027-07-14")
    before, link = found(page), page.eval_on_selector("#answer-link", "e => e.href")
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector("#answer:not([hidden])")
    assert found(page) == before


@pytest.mark.parametrize(
    "fragment",
    [
        "event=nope&election=nope&date-year=x",
        "event=%3Cscript%3E&date-year=1",
        "election=nope&date-year=2027",
        "event=vacancy&election=2027-primary&date-month=7&date-day=14&date-year=2027",
        "event=day&election=2027-general&edition=zzz&date-month=7&date-day=14&date-year=2027",
    ],
)
def test_a_link_that_asks_for_what_is_not_there_says_so_and_leaves_no_old_answer(page: Page, fragment: str) -> None:
    ask(page, "vacancy", "2027-general", "2027-07-14")
    page.evaluate("fragment => { location.hash = fragment }", fragment)
    page.wait_for_selector("#link-error:not(:empty)")
    assert page.inner_text("#link-error") == "The link asks for something that is not here. Choose again."
    assert page.is_hidden("#answer")
    ask(page, "vacancy", "2027-general", "2027-07-14")
    assert found(page)[0][0] == "2027-07-26"


def test_an_answer_goes_when_the_question_changes_and_comes_back_with_the_back_button(page: Page) -> None:
    ask(page, "vacancy", "2027-general", "2027-07-14")
    ask(page, "vacancy", "2027-general", "2027-07-20")
    assert found(page)[0][0] == "2027-07-30"
    page.select_option("#event", "petition-filed")
    assert page.is_hidden("#answer")
    page.go_back()
    page.wait_for_selector("#answer:not([hidden])")
    assert found(page)[0][0] == "2027-07-26"


def test_a_new_special_election_too_soon_after_its_proclamation(page: Page) -> None:
    page.select_option("#event", "proclamation")
    page.select_option("#election", "new-b")
    for name, day in {"date": "6", "held": "7"}.items():
        page.fill(f"[name={name}-month]", "7")
        page.fill(f"[name={name}-day]", day)
        page.fill(f"[name={name}-year]", "2027")
    page.click("button[type=submit]")
    assert (
        page.inner_text("#held-error") == "A special election is held 30 to 80 days after its proclamation; this is 1."
    )
    assert page.is_hidden("#answer")


def test_by_keyboard_alone(page: Page) -> None:
    page.focus("#event")
    page.keyboard.type("An office")
    page.keyboard.press("Tab")
    page.keyboard.type("2027 general")
    for text in ("7", "14", "2027"):
        page.keyboard.press("Tab")
        page.keyboard.type(text)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "answer"
    assert found(page)[0][0] == "2027-07-26"


def test_the_copy_for_a_calendar_says_that_it_will_not_update(page: Page) -> None:
    ask(page, "vacancy", "2027-general", "2027-07-14")
    assert page.inner_text("#answer-copy") == "Download a copy for your calendar (it will not update)"
    href = page.eval_on_selector("#answer-copy", "e => e.href")
    kind, _, text = href.partition(",")
    assert kind == "data:text/calendar;charset=utf-8"
    raw = unquote(text).encode()
    assert all(len(line) <= 75 for line in raw.split(b"\r\n"))
    assert raw.count(b"\n") == raw.count(b"\r\n")
    events = IcsCalendarStream.calendar_from_ics(raw.decode()).events
    assert [str(event.dtstart) for event in events] == [day for day, _ in found(page)]
    assert all("It will not update" in (event.description or "") for event in events)
    parsed = icalendar.Calendar.from_ical(raw)
    assert [component.errors for component in parsed.walk()] == [[] for _ in parsed.walk()]


def test_without_javascript_it_says_where_to_look(browser_page: Page, address: str) -> None:
    browser = browser_page.context.browser
    assert browser
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(address)
    assert page.is_hidden("#calculator")
    assert "The calculator needs JavaScript." in page.inner_text("main")
