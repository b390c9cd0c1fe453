"""The page of a deadline: the answer, its steps with the law's words, and what hangs on what."""

import json
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from tools import text_of

from deadlines.dependence import Dependence, dependence, words
from deadlines.model import Content, Counted, Deadline

pytestmark = pytest.mark.slow

PETITION = "2027-primary/designating-petition"
SUBSTITUTION = "2027-general/independent-substitution/declination"


@pytest.fixture(scope="module")
def hangs(content: Content, deadlines: dict[str, Deadline]) -> Dependence:
    return dependence(content, deadlines.values())


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
