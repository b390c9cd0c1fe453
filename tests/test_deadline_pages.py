"""The pages of a deadline, a filing and the law: rules in readers' words, steps with the law's, counts drawn, texts compared."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from deadlines.compare import compared
from deadlines.dependence import Dependence, dependence, words
from deadlines.ends import calendar
from deadlines.grids import Grids
from deadlines.model import Content, Counted, Deadline
from deadlines.readable import ANY, Readable

MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"]
MONTHS += ["November", "December"]
pytestmark = pytest.mark.slow

PETITION = "2027-primary/designating-petition"
SUBSTITUTION = "2027-general/independent-substitution/declination"


@pytest.fixture(scope="module")
def hangs(content: Content, deadlines: dict[str, Deadline]) -> Dependence:
    return dependence(content, deadlines.values())


@pytest.fixture(scope="module")
def page(site: Path) -> Callable[[str], str]:
    return lambda path: (site / path / "index.html").read_text("utf-8")


def text_of(html: str) -> str:
    return " ".join(Markup(html).striptags().split())


# --- the same in other elections -----------------------------------------------------------------


@pytest.mark.figures
@pytest.mark.parametrize(
    ("path", "number", "newest", "here", "oldest", "cut"),
    [
        ("2027-primary/designating-petition", 20, "2028 primary", 1, "2012 primary", False),
        ("2028-general/party-nomination", 25, "2028 general", 0, "2019 general", True),
        ("2022-general/party-nomination", 25, "2026 special, Senate 47", 12, "2016 general", True),
        ("2012-general/party-nomination", 25, "2025 special, Assembly 115", 24, "2012 general", True),
    ],
)
def test_the_nearest_elections_are_listed(
    page: Callable[[str], str], path: str, number: int, newest: str, here: int, oldest: str, cut: bool
) -> None:
    (section,) = re.findall('<h2 id="others">.*?</section>', page(f"deadlines/{path}"), re.DOTALL)
    items = re.findall("<li(.*?)>(?:<a[^>]*>)?(.*?)[<]", section)
    listed = [text.strip() for _, text in items]
    assert (len(listed), listed[0], listed[-1]) == (number, newest, oldest)
    assert [at for at, (mark, _) in enumerate(items) if "aria-current" in mark] == [here]
    lists_all = '<a href="../../../filings/party-nomination/">'
    assert (lists_all in section.partition("</ul>")[2]) == cut


# --- rules in a reader's words -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "such", "said"),
    [
        ("12th Thursday before election", ANY, "the 12th Thursday before the election"),
        ("4th day after designating-petition closes", ANY, "the 4th day after the last day to file the designating petition"),
        ("day after judicial-convention closes", ANY, "the day after the last day to hold the judicial district convention"),
        ("3 days after last-day-to-decline", ANY, "3 days after the last day to decline the nomination"),
        ("2 weeks before designating-petition-signatures opens", ANY, "2 weeks before the first day to sign designating petitions"),
        ("6th day after 23rd Tuesday before election", ANY, "the 6th day after the 23rd Tuesday before the election"),
        ("Thursday after 1st Monday of August", ANY, "the first Thursday after the 1st Monday of August"),
        ("last Monday of May", ANY, "the last Monday of May"),
        ("72 hours after adjournment", ANY, "72 hours after the convention's adjournment"),
        ("3 business days after determination", ANY, "3 business days after the board's determination"),
        ("day before September 20", ANY, "the day before September 20"),
        ("2022-06-10", ANY, "Friday, June 10, 2022"),
        ("as soon as practicable", ANY, "as soon as practicable"),
        (
            "later of 30 days after primary and 10 days after vacancy", ANY,
            "the later of 30 days after the primary and 10 days after the vacancy in the office",
        ),
        (
            "earlier of general, primary and election", ANY,
            "the earlier of the general election; the primary; and the election",
        ),
        (
            "4 days after designation-substitution/declination closes", ANY,
            "4 days after the last day to file the certificate to fill a vacancy in a designation (after a declination)",
        ),
        (
            "3rd day after such party-nomination closes", ANY,
            "the 3rd day after the last day to file the certificate of party nomination (of the same kind)",
        ),
        (
            "3rd day after such party-nomination closes", None,
            "the 3rd day after the last day to file the certificate of party nomination",
        ),
        (
            "3rd day after such party-nomination closes", "judicial-convention",
            "the 3rd day after the last day to file the certificate of party nomination (made at a judicial convention)",
        ),
    ],
)  # fmt: skip
def test_a_rule_in_a_readers_words(content: Content, sentence: str, such: str | None, said: str) -> None:
    assert Readable(content).rule(sentence, such) == said


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("vacancy after 7 days before primary", "the vacancy in the office falls after the day 7 days before the primary"),
        (
            "last-day-to-decline on or after primary and vacancy before day after general",
            "the last day to decline the nomination falls on or after the primary and the vacancy in the office falls "
            "before the day after the general election",
        ),
    ],
)  # fmt: skip
def test_a_condition_in_a_readers_words(content: Content, sentence: str, said: str) -> None:
    assert Readable(content).condition(sentence) == said


def test_no_page_shows_the_name_that_a_rule_has_for_a_day_but_as_the_computer_reads_it(
    content: Content, site: Path
) -> None:
    events = "|".join(each for each in content.law.events if "-" in each)
    machine = re.compile(
        rf"\b(?:{'|'.join(content.filings)})(?:/[a-z-]+)? (?:opens|closes)\b|(?<![\w=-])(?:{events})(?![\w-])"
    )
    shown = 0
    for path in site.rglob("*.html"):
        html = path.read_text("utf-8")
        shown += html.count("<code>")
        if path.parent.name != "data":  # there the names are what a program asks for
            assert machine.findall(text_of(re.sub(r"<(code|script)\b.*?</\1>", "", html, flags=re.DOTALL))) == [], path
    assert shown > 1900


# --- the answer ----------------------------------------------------------------------------------


@pytest.mark.figures
@pytest.mark.parametrize(
    ("id_", "answer"),
    [
        (
            PETITION,
            "As of Wednesday, December 2, 2026, the first day to file the designating petition for the 2027 primary "
            "election is Monday, March 29, 2027; the last day is Thursday, April 1, 2027; this may still move.",
        ),
        (
            "2015-primary/designation-acceptance",
            "As of Wednesday, December 2, 2026, the last day to accept or decline a designation for the 2015 primary "
            "election is Monday, July 13, 2015.",
        ),
        (
            "2021-primary/opportunity-to-ballot-petition",
            "As of Wednesday, December 2, 2026, there is no last day to file the opportunity-to-ballot petition for "
            "the 2021 primary election: it was abolished for that election.",
        ),
        (
            "2020-general/independent-substitution/declination",
            "As of Wednesday, December 2, 2026, the last day to file the certificate to fill a vacancy in an independent "
            "nomination (after a declination) for the 2020 general election is not known.",
        ),
        (
            "2027-general/vacancy-too-late",
            "As of Wednesday, December 2, 2026, there is no fixed last day to file the papers for a vacancy that comes "
            "too late for the 2027 general election: as soon as practicable.",
        ),
        (
            "2027-general/party-nomination/late-vacancy",
            "As of Wednesday, December 2, 2026, the last day to file the certificate of party nomination (for an office "
            "that fell vacant late) for the 2027 general election depends on the vacancy in the office, and is not known "
            "beforehand.",
        ),
    ],
)
def test_the_answer_is_one_sentence_to_quote(page: Callable[[str], str], id_: str, answer: str) -> None:
    found = re.findall(r'<p class="answer">(.*?)</p>', page(f"deadlines/{id_}"))
    assert [text_of(each) for each in found] == [answer]


# --- steps ---------------------------------------------------------------------------------------


@pytest.mark.figures
def test_every_step_of_the_data_is_on_the_page_with_an_anchor_of_its_own(
    site: Path, page: Callable[[str], str]
) -> None:
    data = json.loads((site / "api/v1/deadlines.json").read_text("utf-8"))["deadlines"]
    steps = 0
    for each in data:
        found = re.findall(
            r'<li id="step-(opens|closes)-(\d+)">(.*?)<a class="here" href="#step-\1-\2"',
            page(f"deadlines/{each['id']}"),
        )
        expected: list[tuple[str, str]] = []
        numbers = {"opens": 0, "closes": 0}
        for step in each["steps"]:
            numbers[step["end"]] += 1
            expected.append((f"{step['end']}-{numbers[step['end']]}", step["text"]))
        assert [(f"{which}-{number}", text_of(said)) for which, number, said in found] == [
            (name, text_of(f"{_long(step['date'])} {text}"))
            for (name, text), step in zip(expected, each["steps"], strict=True)
        ], each["id"]
        steps += len(found)
    assert steps == 4982


def _long(iso: str | None) -> str:
    day = date.fromisoformat(iso) if iso else None
    return f"{day:%A}, {day:%B} {day.day}, {day.year}" if day else ""


def test_each_step_shows_the_words_of_the_law_it_uses(page: Callable[[str], str]) -> None:
    found = re.findall(r'<span class="words">(.*?)</span>', page(f"deadlines/{SUBSTITUTION}"))
    sentence = (
        "A certificate to fill a vacancy caused by a declination of an independent nomination for an office to be filled "
        "at the time of a general election shall be filed not later than the {}sixth day{} after the {}twenty-third "
        "Tuesday{} preceding such election."
    )
    here = '<a href="../../../../law/6-158/12/">Election Law § 6-158(12)</a>'
    assert found == [
        f"<q>{sentence.format('', '', '<b>', '</b>')}</q> {here}",
        f"<q>{sentence.format('<b>', '</b>', '', '')}</q> {here}",
        "<q>If the last day for filing shall fall on a Saturday, Sunday or legal holiday, the next business day shall "
        'become the last day for filing.</q> <a href="../../../../law/6-158/#filing">Election Law § 1-106(1)</a>',
    ]


def test_a_step_of_the_deadline_counted_from_says_what_day_it_reaches(page: Callable[[str], str]) -> None:
    html = page("deadlines/2027-primary/designation-substitution/declination")
    assert re.findall(r'<span class="reaches">This is <a href="(.*?)">(.*?)</a>', html) == [
        ("../../../../deadlines/2027-primary/designating-petition/", "the last day to file the designating petition"),
        (
            "../../../../deadlines/2027-primary/designation-acceptance/",
            "the last day to accept or decline a designation",
        ),
    ]


@pytest.mark.parametrize(
    ("id_", "number", "unit", "of", "quote"),
    [
        # the section has "ten days" twice: for a vacancy, and for a proclamation
        ("2027-general/party-nomination/late-vacancy", 10, "day", "vacancy", ("… ", "ten days", " after the creation of such vacancy …")),
        # "seventh day preceding" is no "seven days after"
        ("2014-general/party-nomination", 7, "day", "primary", ("… not later than ", "seven days", " after the fall primary election …")),
        # a limit of weeks that shares its "preceding" with the next one
        (
            "2027-general/independent-petition", -24, "week", "election",
            (
                "A petition for an independent nomination for an office to be filled at the time of a general election "
                "shall be filed not earlier than ", "twenty-four weeks",
                " and not later than twenty-three weeks preceding such election.",
            ),
        ),
        ("2027-general/independent-petition", -25, "week", "election", None),
        ("2027-general/independent-petition", 24, "day", "election", None),
    ],
)  # fmt: skip
def test_the_words_of_a_count(
    content: Content, deadlines: dict[str, Deadline], id_: str, number: int, unit: Any, of: str, quote: Any
) -> None:
    assert words(content, deadlines[id_].provision, "closes", Counted(None, number, unit, of)) == quote


@pytest.mark.figures
def test_what_is_quoted_stands_in_the_law(content: Content, deadlines: dict[str, Deadline], hangs: Dependence) -> None:
    without = set()
    quoted = 0
    for each in deadlines.values():
        for _, end in each.ends:
            for step in end.steps:
                owner, of = hangs.owners[id(step)]
                if owner is not each or step.counted is None:
                    continue
                quote = words(content, owner.provision, of, step.counted)
                if quote is None:
                    without.add((owner.citation, owner.provision.basis, owner.provision.exception))
                    continue
                law, exception = content.law, content.law.exceptions.get(owner.provision.exception or "")
                texts = [owner.provision.text, law.filing.text, (exception and exception.text) or ""]
                assert any("".join(quote).strip("… ") in text for text in texts), each.id
                quoted += 1
    assert quoted == 1690
    assert without == {
        ("Election Law § 16-102(2)", "read", None),  # "three business days" twice, for two kinds of election
        ("Election Law § 2-120(1)", "read", "2014-party-call"),
        ("Election Law § 6-134(4)", "inferred", "2026-designating"),
        ("Election Law § 6-134(4)", "read", "2014-signing"),
        ("Election Law § 6-134(4)", "verbatim", "2023-designating"),
        ("Election Law § 6-154(2)", "read", None),
        ("Election Law § 6-158(1)", "inferred", "2026-designating"),
        ("Election Law § 6-158(10)", "unverified", None),
        ("Election Law § 6-158(10)", "verbatim", None),
        ("Election Law § 6-158(14)", "verbatim", None),  # "before September twentieth": the day before is ours
        ("Election Law § 6-158(7)", "inferred", None),
        ("Election Law § 6-158(8)", "inferred", None),
    }


# --- what hangs on what --------------------------------------------------------------------------


def test_what_a_deadline_depends_on_and_what_depends_on_it(hangs: Dependence) -> None:
    assert [(link.part, link.name, link.base and link.base.id) for link in hangs.on["2027-primary/designation-acceptance"]] == [
        ("closes", "designating-petition closes", PETITION)
    ]  # fmt: skip
    assert [(link.deadline.id, link.part, link.which) for link in hangs.of["2027-primary/designation-acceptance"]] == [
        ("2027-primary/designation-substitution/declination", "closes", "closes")
    ]
    # a condition, and the filing of the primary that a general election's deadline is counted from
    assert [(link.part, link.name) for link in hangs.on["2027-general/party-nomination/late-vacancy"]] == [
        ("closes", "primary"),
        ("closes", "vacancy"),
        ("when", "vacancy"),
        ("when", "primary"),
    ]
    caucus = hangs.on["2027-general/town-caucus"]
    assert [(link.name, link.base and link.base.id, link.which) for link in caucus] == [
        ("designating-petition-signatures opens", "2027-primary/designating-petition-signatures", "opens")
    ]
    # `such`: the substitution after a declination follows the nomination of its own kind
    (such,) = hangs.on["2027-general/party-nomination-acceptance/judicial-convention"]
    assert such.base
    assert such.base.id == "2027-general/party-nomination/judicial-convention"


@pytest.mark.figures
def test_every_link_has_its_other_side(deadlines: dict[str, Deadline], hangs: Dependence) -> None:
    on = [(link.deadline.id, link.base.id, link.part) for links in hangs.on.values() for link in links if link.base]
    of = [(link.deadline.id, base, link.part) for base, links in hangs.of.items() for link in links]
    assert sorted(on) == sorted(of)
    assert len(on) == 690
    for each, base, part in on:
        end, other = deadlines[each].closes, deadlines[base].closes
        if part == "closes" and end and other and other.date and end.date and len(hangs.on[each]) == 1:
            assert any(step in end.steps for step in other.steps), (each, base)


@pytest.mark.figures
def test_the_page_lists_both(page: Callable[[str], str]) -> None:
    html = page(f"deadlines/{PETITION}")
    section = re.findall(r'<section aria-labelledby="depends-on">(.*?)</section>', html, re.S)[0]
    assert [text_of(each) for each in re.findall(r"<li>(.*?)</li>", section)] == [
        "The first day and the last day: the day of the 2027 primary election, Tuesday, June 22, 2027.",
        "Certificate of acceptance or declination of a designation: the last day, Monday, April 5, 2027.",
        "Signatures on a designating petition: the first day, Tuesday, February 23, 2027.",
        "Certificate of authorization of a designation: the last day, Monday, April 5, 2027.",
        "Signatures on an opportunity-to-ballot petition: the first day, Tuesday, March 16, 2027.",
        "Court proceeding on a petition: the last day, Thursday, April 15, 2027.",
        "Court proceeding on a petition, after the board's determination: the last day.",
    ]


# --- months --------------------------------------------------------------------------------------


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


# --- texts compared ------------------------------------------------------------------------------


def plain(html: Markup) -> str:
    return str(html).replace('<span class="unseen">', "").replace("</span>", "")


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        ("the tenth Monday before", "the ninth Monday before", "the <del>[gone: tenth]</del> Monday before", "the <ins>[new: ninth]</ins> Monday before"),
        ("one two three four", "one two three four", "one two three four", "one two three four"),
        ("such election", "such election, provided", "such <del>[gone: election]</del>", "such <ins>[new: election, provided]</ins>"),
        # a word or two alike between changes go with them
        ("a b c x d e f", "a b c y d z f", "a b c <del>[gone: x d e]</del> f", "a b c <ins>[new: y d z]</ins> f"),
        ("a < b", "a > b", "a <del>[gone: &lt;]</del> b", "a <ins>[new: &gt;]</ins> b"),
    ],
)  # fmt: skip
def test_words_compared(old: str, new: str, before: str, after: str) -> None:
    assert tuple(map(plain, compared(old, new))) == (before, after)


@pytest.mark.figures
def test_a_subdivision_shows_what_changed(page: Callable[[str], str]) -> None:
    html = page("law/6-158/1")
    assert [text_of(each) for each in re.findall(r"<ins><span.*?</ins>", html)] == [
        "[new: thirteenth]",
        "[new: twelfth]",
    ]
    assert [text_of(each) for each in re.findall(r"<del><span.*?</del>", html)] == ["[gone: tenth]", "[gone: ninth]"]
    assert re.findall(r'<h2 id="text-\d">(.*?)</h2>', html) == [
        "Editions 2019, 2022, 2024, of which 2022 is in force today",
        "Edition before-2019",
    ]
    assert "Edition 2024: " in text_of(html)
    assert [text_of(each) for each in re.findall(r"<p>Edition 20\d\d: .*?</p>", html)] == [
        "Edition 2019: 2019 primary, 2020 primary, 2021 primary.",
        "Edition 2022: 2022 primary, 2022 August primary, 2023 primary, 2025 primary, 2026 primary, 2027 primary, 2028 primary.",
        "Edition 2024: 2024 primary.",
    ]


def test_the_marked_text_is_the_text(content: Content) -> None:
    pairs = 0
    for subdivisions in content.law.subdivisions.values():
        for sub in subdivisions:
            for old, new in zip(sub.text, sub.text[1:], strict=False):
                if old.text and new.text:
                    left, right = compared(old.text, new.text)
                    unmarked = [re.sub(r'<span class="unseen">.*?</span>', "", str(each)) for each in (left, right)]
                    assert [Markup(each).striptags() for each in unmarked] == [old.text, new.text]
                    pairs += 1
    assert pairs > 20


# --- filings -------------------------------------------------------------------------------------


def test_a_filings_days_are_tables_with_a_caption_and_scopes(content: Content, page: Callable[[str], str]) -> None:
    for filing in content.filings.values():
        html = page(f"filings/{filing.id}")
        tables = re.findall(r"<table>\n<caption>(.*?)</caption>\n(.*?)</table>", html, re.S)
        assert 1 <= len(tables) <= 2, filing.id
        for caption, body in tables:
            assert caption.endswith(("days in elections to come", "days in past elections")), filing.id
            assert re.findall(r"<th(?:>| (?!scope))", body) == [], filing.id


HEADINGS = [
    "What it is",
    "Who signs and files it",
    "Where it goes",
    "What must be with it",
    "If it is late or wrong",
    "First time?",
    "What comes next",
]


def test_every_filing_says_what_it_is_who_files_it_where_with_what_and_what_if_it_is_late(content: Content) -> None:
    kinds: dict[str, set[str]] = {}
    for provisions in content.law.provisions.values():
        for provision in provisions:
            kinds.setdefault(provision.filing, set()).add(provision.kind)
    nobodys = {"duty", "cutoff"}  # a board's own, or nobody's: there is nothing to bring
    for filing in content.filings.values():
        found = re.findall(r"^## (.*)$", filing.body, re.M)
        due = [each for each in HEADINGS if each not in HEADINGS[1:4]] if kinds[filing.id] <= nobodys else HEADINGS
        if kinds[filing.id] == {"meeting"} and filing.id != "judicial-convention":  # a meeting, not a paper
            due = [each for each in HEADINGS if each != "What must be with it"]
        assert found == due, filing.id


def test_every_filing_cites_the_law_in_every_part_that_tells_what_to_do(content: Content) -> None:
    for filing in content.filings.values():
        parts = re.split(r"^## (.*)\n", filing.body, flags=re.M)
        said = dict(zip(parts[1::2], parts[2::2], strict=True))
        for heading in HEADINGS[1:5]:
            assert re.search("§|https://", said.get(heading, "§")), f"{filing.id}: {heading}"
        assert re.search(r"\b(?:board|Board|lawyer)\b", said["First time?"]), filing.id
