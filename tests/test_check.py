"""`check`: the text guards the rule, worked examples come out, official dates agree."""

import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from mutants import caught_by, mutants

from deadlines.accuracy import computed
from deadlines.check import cardinal_words, check, ordinal_words, unguarded
from deadlines.content import load
from deadlines.expressions import parse
from deadlines.model import Content, Deadline
from deadlines.reader import ContentError
from deadlines.timetable import timetable


def mistakes(folder: Path) -> list[str]:
    content = load(folder)
    return check(content, timetable(content))


def spoil(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))


def test_the_real_content_is_without_mistakes(content: Content, deadlines: dict[str, Deadline]) -> None:
    assert check(content, list(deadlines.values())) == []


@pytest.mark.parametrize(
    ("number", "cardinal", "ordinal"),
    [
        (1, "one", "first"),
        (2, "two", "second"),
        (3, "three", "third"),
        (5, "five", "fifth"),
        (8, "eight", "eighth"),
        (9, "nine", "ninth"),
        (12, "twelve", "twelfth"),
        (13, "thirteen", "thirteenth"),
        (20, "twenty", "twentieth"),
        (23, "twenty-three", "twenty-third"),
        (30, "thirty", "thirtieth"),
        (74, "seventy-four", "seventy-fourth"),
        (80, "eighty", "eightieth"),
        (99, "ninety-nine", "ninety-ninth"),
        (100, "one hundred", "one hundredth"),
        (120, "one hundred twenty", "one hundred twentieth"),
        (213, "two hundred thirteen", "two hundred thirteenth"),
        (341, "three hundred forty-one", "three hundred forty-first"),
    ],
)
def test_numbers_in_words(number: int, cardinal: str, ordinal: str) -> None:
    assert (cardinal_words(number), ordinal_words(number)) == (cardinal, ordinal)


@pytest.mark.parametrize(
    ("sentence", "text", "missing"),
    [
        ("12th Thursday before election", "not later than the twelfth Thursday preceding", []),
        ("12th Thursday before election", "not later than the 12th Thursday preceding", []),
        ("12th Thursday before election", "not later than the thirteenth Thursday preceding", ["12th Thursday"]),
        ("12th Thursday before election", "the twelfth Monday before a Thursday", ["12th Thursday"]),
        ("2nd Thursday before election", "the twenty-second Thursday before", ["2nd Thursday"]),
        ("30 days after primary", "not later than thirty days after", []),
        ("30 days after primary", "not later than thirty weeks after", ["30 days"]),
        ("7 days before primary", "after the seventh day preceding such primary election", []),
        ("120 days before primary", "the one hundred twentieth day before", []),
        ("120 days before primary", "one hundred and twenty days before", []),
        ("120 days before primary", "the 120th day before", []),
        ("20 days before primary", "one hundred twenty days before", ["20 days"]),
        ("20 days before primary", "one hundred and twenty days before", ["20 days"]),
        ("60 days before primary", "sixty (60) calendar days before", []),
        ("6 days before primary", "sixty (6) days before", ["6 days"]),
        ("3 business days after primary", "within three working days", []),
        ("3 days after primary", "within three working days", ["3 days"]),
        ("3 business days after primary", "within three calendar days", ["3 business days"]),
        ("earlier of 3 days after primary and 9 days before general", "the earlier of three days or nine days", []),
        ("earlier of 3 days after primary and 9 days before general", "the later of three or nine days", ["earlier of", "3 days"]),
        ("3 months before election", "three months before", []),
        ("72 hours after adjournment", "within seventy-two hours after adjournment", []),
        ("72 hours after adjournment", "within seventy-two days after adjournment", ["72 hours"]),
        ("Tuesday after 3rd Monday of September", "the Tuesday following the third Monday in September", []),
        ("Tuesday after 3rd Monday of September", "the third Monday in August", ["1st Tuesday", "September"]),
        ("day before September 20", "before September twentieth of any year", []),
        ("day before September 20", "before September tenth of any year", ["September 20"]),
        ("6th day after 23rd Tuesday before election", "the sixth day after the twenty-third Tuesday", []),
        ("6th day after 23rd Tuesday before election", "the fifth day after the twenty-first Tuesday",
         ["6 days", "23rd Tuesday"]),
        ("earlier of 10 days after vacancy and 4 days before election", "ten days or four days, whichever is earlier", []),
        ("later of 10 days after vacancy and 4 days before election", "ten days or four days, whichever is earlier",
         ["later of"]),
    ],
)  # fmt: skip
def test_the_text_guards_the_rule(sentence: str, text: str, missing: list[str]) -> None:
    assert unguarded(text, parse(sentence)) == missing


def test_a_number_that_is_not_in_the_text_is_found(own_content: Path) -> None:
    spoil(own_content, "law/6-158/06.toml", '"7 days after primary"', '"8 days after primary"')
    assert mistakes(own_content)[0] == (
        "content/law/6-158/06.toml: text[0].deadline[0].closes: “8 days” does not stand in the text, "
        "and the rule is not inferred"
    )


def test_a_condition_is_guarded_too(own_content: Path) -> None:
    spoil(
        own_content,
        "law/6-158/06.toml",
        '"vacancy after 7 days before primary"',
        '"vacancy after 9 days before primary"',
    )
    assert mistakes(own_content) == [
        "content/law/6-158/06.toml: text[0].deadline[1].when: “9 days” does not stand in the text, "
        "and the rule is not inferred"
    ]


def test_an_example_that_does_not_come_out_is_found(own_content: Path) -> None:
    spoil(
        own_content,
        "law/6-158/12.toml",
        "election = 2027-11-02, closes = 2027-06-01",
        "election = 2027-11-02, closes = 2027-05-31",
    )
    assert mistakes(own_content) == [
        "content/law/6-158/12.toml: text[2].deadline[0].examples[0].closes: found 2027-05-31; "
        "'6th day after 23rd Tuesday before election' comes to 2027-06-01"
    ]


def test_a_rule_without_an_example_is_found(own_content: Path) -> None:
    spoil(
        own_content,
        "law/6-158/01.toml",
        "examples = [{ election = 2015-09-10, opens = 2015-07-06, closes = 2015-07-09 }]",
        "",
    )
    assert mistakes(own_content) == [
        "content/law/6-158/01.toml: text[0].deadline[0].examples: no worked example gives a day on which it opens",
        "content/law/6-158/01.toml: text[0].deadline[0].examples: no worked example gives a day on which it closes",
    ]


def test_an_official_date_that_differs_is_found(own_content: Path) -> None:
    spoil(own_content, "official/2026-state-board.csv", "6-158(12),2026-06-01", "6-158(12),2026-06-02")
    assert mistakes(own_content) == [
        "content/official/2026-state-board.csv: line 23: 2026-general/independent-substitution/declination closes "
        "is 2026-06-02 there, and computed as 2026-06-01"
    ]


def test_every_official_date_comes_out(content: Content, deadlines: dict[str, Deadline]) -> None:
    ends = computed(content, list(deadlines.values()))
    for official in content.official:
        known = ends
        if official.event:
            answered = timetable(content, election=official.election, events=dict([official.event]))
            known = computed(content, answered)
        assert official.end
        assert (official.place, official.end, known[official.end]) == (official.place, official.end, official.date)


def test_no_row_of_an_official_calendar_is_left_out(content: Content) -> None:
    rows: dict[str, int] = {}
    for official in content.official:
        name = official.place.partition(":")[0].rpartition("/")[2]
        rows[name] = rows.get(name, 0) + 1
    lines = {
        path.name: len(path.read_text().splitlines()) - 1
        for path in (Path(__file__).parents[1] / "content/official").glob("*.csv")
    }
    assert (
        rows
        == lines
        == {
            "2015-state-board.csv": 19,
            "2021-state-board.csv": 35,
            "2023-assembly-27-nyc-board.csv": 20,
            "2026-state-board.csv": 41,
        }
    )
    assert sum(1 for official in content.official if official.event) == 14


# --- official dates that differ ------------------------------------------------------------------

DIFFERENCE = """[[difference]]
calendar  = "2026-state-board"
provision = "6-158(2)"
date      = 2026-04-11
kind      = "slip"
text      = "The sheet says Saturday."
source    = "this test"
"""


def test_a_difference_stops_the_check_until_it_is_explained(own_content: Path) -> None:
    spoil(own_content, "official/2026-state-board.csv", "6-158(2),2026-04-10", "6-158(2),2026-04-11")
    (found,) = mistakes(own_content)
    assert re.fullmatch(
        r"content/official/2026-state-board\.csv: line \d+: 2026-primary/designation-acceptance closes is 2026-04-11 "
        r"there, and computed as 2026-04-10",
        found,
    )
    (own_content / "official/differences.toml").write_text(DIFFERENCE, "utf-8")
    assert mistakes(own_content) == []


def test_an_explanation_of_no_difference_is_a_mistake(own_content: Path) -> None:
    path = own_content / "official/differences.toml"
    path.write_text(DIFFERENCE.replace("2026-04-11", "2026-04-10"), "utf-8")
    (found,) = mistakes(own_content)
    assert found.endswith("designation-acceptance closes agrees, and differences.toml explains a difference")
    path.write_text(DIFFERENCE + DIFFERENCE, "utf-8")
    with pytest.raises(ContentError) as error:
        load(own_content)
    assert error.value.mistakes == [
        "content/official/differences.toml: difference[0]: 2026-state-board has no '6-158(2)' on 2026-04-11",
        "content/official/differences.toml: difference[1]: 2026-state-board has no '6-158(2)' on 2026-04-11",
        "content/official/differences.toml: difference[1]: explains what another explains already",
    ]


def test_a_calendar_says_what_it_is(own_content: Path) -> None:
    (own_content / "official/2029-state-board.csv").write_text("election,election_date,provision,date,source,note\n")
    with pytest.raises(ContentError) as error:
        load(own_content)
    assert error.value.mistakes == [
        "content/official/2029-state-board.csv: holds no date",
        "content/official/labels.toml: calendars: labels.toml and the folder do not both have the calendar "
        "'2029-state-board'",
    ]


@pytest.mark.slow
def test_one_changed_word_of_a_rule_is_caught(content: Content) -> None:
    """A sample of what tests/mutants.py does whole: the text, the examples, the calendars and the ledger hold a rule."""
    caught = Counter(caught_by(*each) for each in islice(mutants(content), 0, None, 9))
    assert caught == {
        "the words of the text above it": 36,
        "a worked example": 32,
        "the ledger": 3,
        "no timetable comes out of it": 1,
    }
