"""Rules in readers' words."""

import re
from pathlib import Path

import pytest
from tools import text_of

from deadlines.model import Content
from deadlines.readable import ANY, Readable

pytestmark = pytest.mark.slow


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
