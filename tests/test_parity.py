"""evaluate.js computes what Python does, to the day and to the word, wherever the browser stands.

Python and the module, in Chromium set to Pacific/Kiritimati and to America/New_York, answer the same
questions; the whole answers (every field of every record, with the hour and the answer of each end)
or the error's message must be equal. 4,483 questions, each asked in both browsers: every election x
edition; what-if days (leap days, year ends, every weekday, 2012 to 2060; where a proclamation can just,
and just not, be of the day) x each kind of election; days at the edges of conditions; and by hypothesis
elections x editions x what-if days x events inside, at and outside their limits.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, TODAY
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tools import chromium, served

from deadlines.content import load
from deadlines.data import record
from deadlines.ends import EventError
from deadlines.model import Build, Content, End
from deadlines.reader import ContentError
from deadlines.timetable import timetable
from deadlines.vocabulary import Day

MODULES = [ROOT / f"site_templates/{name}.js" for name in ("days", "rules", "law", "ends", "evaluate")]
ZONES = ("Pacific/Kiritimati", "America/New_York")
PETITION = "independent-petition"
EDITIONS = (None, "before-2019", "2019", "2022", "2024")
BATCH = 75
PAGE = """<!doctype html><title>parity</title><script type="module">
import { timetable } from "./evaluate.js";
const rules = await (await fetch("./rules.json")).json();
const answer = (asked) => {
  try {
    return JSON.stringify(timetable(rules, asked));
  } catch (error) {
    return `${error.constructor.name}: ${error.message}`;
  }
};
const digest = async (text) => {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};
window.ask = answer;
window.start = (batch) => {
  window.digests = new Promise((done) => setTimeout(() => done(Promise.all(batch.map((each) => digest(answer(each)))))));
};
document.title = "ready";
</script>"""


@dataclass(frozen=True)
class Question:
    election: str
    edition: str | None = None
    day: date | None = None
    events: tuple[tuple[str, Day], ...] = ()

    def asked(self) -> dict[str, Any]:
        """As the module takes it."""
        events = {name: day.isoformat() for name, day in self.events}
        day = self.day and self.day.isoformat()
        return {"election": self.election, "edition": self.edition, "day": day, "events": events}


@dataclass
class Browsers:
    content: Content
    base_url: str
    pages: list[Any]
    asked: Counter[str] = field(default_factory=Counter)

    def answer(self, question: Question) -> str:
        """Python's answer, as JSON.stringify would write it."""
        build = Build(self.content, (), TODAY, self.base_url)
        found: list[dict[str, Any]] = []
        try:
            for each in timetable(
                self.content,
                election=question.election,
                edition=question.edition,
                day=question.day,
                events=dict(question.events),
            ):
                ends: dict[str, End | None] = {"opens": each.opens, "closes": each.closes}
                hours = {which: end and end.hour for which, end in ends.items()}
                answers = {which: end and end.answer for which, end in ends.items()}
                said = {key: value for key, value in record(build, each).items() if key not in ("sequence", "changed")}
                found.append({**said, "hour": hours, "answer": answers})
        except (EventError, ContentError) as error:
            self.asked["refused"] += 1
            return f"Error: {error}"
        self.asked["events given"] += bool(question.events)
        self.asked["days"] += sum(bool(each["opens"]) + bool(each["closes"]) for each in found)
        self.asked["answers"] += sum(any(each["answer"].values()) for each in found)
        self.asked["readings"] += sum(bool(each["cautions"]) for each in found)
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    def agree(self, questions: list[Question]) -> None:
        batch = [each.asked() for each in questions]
        for page in self.pages:  # both browsers compute while Python does
            page.evaluate("batch => start(batch)", batch)
        expected = [self.answer(each) for each in questions]
        digests = [hashlib.sha256(each.encode()).hexdigest() for each in expected]
        for page, zone in zip(self.pages, ZONES, strict=True):
            for question, wanted, mine, theirs in zip(
                questions, expected, digests, page.evaluate("() => digests"), strict=True
            ):
                if mine != theirs:
                    raise AssertionError(
                        f"{zone}: {question}: {_difference(wanted, page.evaluate('ask', question.asked()))}"
                    )
        self.asked["questions"] += len(questions)


def _difference(python: str, browser: str) -> str:
    if not (python.startswith("[") and browser.startswith("[")):
        return f"Python says {python[:400]!r}, the browser {browser[:400]!r}"
    ours, theirs = json.loads(python), json.loads(browser)
    if [each["id"] for each in ours] != [each["id"] for each in theirs]:
        return f"Python has {[each['id'] for each in ours]}, the browser {[each['id'] for each in theirs]}"
    for one, other in zip(ours, theirs, strict=True):
        for key in one:
            if one[key] != other.get(key):
                return f"{one['id']}: {key}: Python says {one[key]!r}, the browser {other.get(key)!r}"
    return "the fields stand in another order"


@pytest.fixture(scope="module")
def browsers(site: Path, content: Content, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browsers]:
    folder = tmp_path_factory.mktemp("parity")
    (folder / "index.html").write_text(PAGE)
    for module in MODULES:
        (folder / module.name).write_bytes(module.read_bytes())
    rules = (site / "api/v1/rules.json").read_bytes()
    (folder / "rules.json").write_bytes(rules)
    with ExitStack() as stack:
        at = stack.enter_context(served(folder))
        browser = stack.enter_context(chromium())
        pages = []
        for zone in ZONES:
            page = browser.new_context(timezone_id=zone).new_page()
            page.goto(f"{at}index.html")
            page.wait_for_function("document.title === 'ready'")
            assert page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone") == zone
            pages.append(page)
        found = Browsers(content, json.loads(rules)["base_url"], pages)
        yield found
        print(f"\nparity in {' and '.join(ZONES)}: {dict(found.asked)}")


@pytest.mark.browser
@pytest.mark.slow
def test_every_election_under_every_edition(browsers: Browsers) -> None:
    questions = [Question(id_, edition) for id_ in browsers.content.elections for edition in EDITIONS]
    for first in range(0, len(questions), BATCH):
        browsers.agree(questions[first : first + BATCH])


@pytest.mark.browser
@pytest.mark.slow
def test_what_if_days(browsers: Browsers) -> None:
    days = [date(year, 2, 29) for year in range(2012, 2061, 4)]
    days += [date(year, month, day) for year in range(2012, 2061, 3) for month, day in ((1, 1), (12, 31))]
    days += [date(2027, 6, 22) + timedelta(days=n) for n in range(7)]
    elections = ("2027-primary", "2028-presidential-primary", "2027-general", "2023-09-12-special-assembly-27")
    questions = [Question(id_, None, day) for day in days for id_ in elections]
    for election in browsers.content.elections.values():  # where a proclamation can just, and just not, be of the day
        if election.entry.proclamation:
            for distance in (0, 1, 80, 81):
                questions.append(Question(election.id, None, election.entry.proclamation + timedelta(days=distance)))
    for first in range(0, len(questions), BATCH):
        browsers.agree(questions[first : first + BATCH])


@pytest.mark.browser
@pytest.mark.slow
def test_the_edges_of_conditions(browsers: Browsers) -> None:
    """Days just at, before and after those that a rule's condition compares an event with."""
    elections, questions = browsers.content.elections, []
    for id_, election in elections.items():
        primary = elections.get(election.primary or "")
        if election.kind == "general" and primary and primary.date:
            petition = next(each for each in timetable(browsers.content, election=id_) if each.filing.id == PETITION)
            assert petition.closes and isinstance(petition.closes.date, date)
            for around, event in (
                (primary.date - timedelta(days=7), "vacancy"),
                (petition.closes.date - timedelta(days=14), "vacancy"),
                (primary.date, "last-day-to-decline"),
            ):
                days = [around + timedelta(days=n) for n in (-1, 0, 1)]
                questions += [Question(id_, None, None, ((event, day),)) for day in days]
    browsers.agree(questions)


def _events(content: Content) -> dict[str, list[str]]:
    """The events that can fall for each kind of election."""
    kinds = ("primary", "presidential-primary", "general", "special")
    return {kind: [name for name, each in content.law.events.items() if kind in each.first] for kind in kinds}


_content = cache(lambda: load(ROOT / "content"))


@cache
def _turning_days(id_: str, edition: str | None, day: date | None) -> list[date]:
    """Days on which an election's answers may change: its own, its primary's, and those of its deadlines."""
    content = _content()
    found = {day or content.elections[id_].date, date(2027, 6, 22)}
    if primary := content.elections.get(content.elections[id_].primary or ""):
        found.add(primary.date)
    for each in timetable(content, election=id_, edition=edition, day=day):
        for _, end in each.ends:
            found |= {end.date, end.earliest, end.latest}
    return sorted(each for each in found if each)


EARLIEST = {"primary": -120, "presidential-primary": -100, "general": -250, "special": -78}


@st.composite
def questions(draw: st.DrawFn, content: Content) -> Question:
    """A question; most of its events are on days that can be, some are not."""
    election = content.elections[draw(st.sampled_from(list(content.elections)))]
    edition = draw(st.sampled_from((None, None, *EDITIONS)))
    day = draw(st.none() | st.dates(date(2012, 1, 1), date(2060, 12, 31)))
    about = day or election.date or date(2028, 4, 4)
    events: dict[str, Day] = {}
    for name in draw(st.lists(st.sampled_from(_events(content)[election.kind]), unique=True, max_size=2)):
        wild = draw(st.integers(0, 29))
        if wild > 17:
            found = draw(st.sampled_from(_turning_days(election.id, edition, day)))
            found += timedelta(days=draw(st.sampled_from((-14, -8, -7, -1, 0, 0, 1))))
        elif wild == 0:
            found = about + timedelta(days=draw(st.integers(-500, 60)))
        elif name == "adjournment":  # within the week of the conventions, before 2019 in September
            later = (edition or ("before-2019" if about < date(2019, 1, 24) else "")) == "before-2019"
            found = date(about.year, *((9, 22) if later else (8, 8))) + timedelta(days=draw(st.integers(0, 3)))
        elif name == "vacancy":
            found = about + timedelta(days=draw(st.integers(-360, -30)))
        elif name == "trustee-election":
            found = date(about.year, 1, 1) + timedelta(days=draw(st.integers(0, 364)))
        else:
            found = about + timedelta(days=draw(st.integers(EARLIEST[election.kind], 0)))
        hour = content.law.events[name].hour != (wild == 1)
        events[name] = datetime.combine(found, draw(st.times()).replace(second=0, microsecond=0)) if hour else found
    return Question(election.id, edition, day, tuple(events.items()))


@pytest.mark.browser
@pytest.mark.slow
def test_questions_drawn_by_hypothesis(browsers: Browsers) -> None:
    @settings(
        max_examples=50,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],  # a difference is reported by its one question already
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(questions(browsers.content), min_size=BATCH, max_size=BATCH))
    def agree(batch: list[Question]) -> None:
        browsers.agree(batch)

    agree()
    assert browsers.asked["questions"] > 4000
    assert browsers.asked["refused"] < browsers.asked["questions"] / 3
    assert browsers.asked["answers"] > 100


def test_no_local_time_in_the_modules() -> None:
    source = "".join(module.read_text("utf-8") for module in MODULES)
    local = r"\.(get|set)(?!UTC)(Date|Day|Hours|Minutes|Month|FullYear|Year|Time\w*)\(|toLocale|Intl|Date\.(now|parse)"
    assert re.findall(local, source) == []
    assert set(re.findall(r"(?:new )?\bDate\([^)]*\)", source)) == {"new Date(day * MILLISECONDS)"}
    assert set(re.findall(r"\bDate\.\w+", source)) == {"Date.UTC"}
    evaluate = MODULES[-1].read_text("utf-8")
    assert re.findall(r"^export .*?(?=[({])", evaluate, re.MULTILINE) == ["export function timetable"]
