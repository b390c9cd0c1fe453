"""The language of the rules: what is a sentence of it, and what is not."""

import re
from calendar import day_name, month_name
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deadlines.expressions import (
    LONGEST,
    RuleError,
    counted_backward,
    end_name,
    limbs,
    names,
    ordinal,
    parse,
    parse_condition,
)


def on(text: str) -> date:
    return date.fromisoformat(text)


# --- what a sentence names, and its parts --------------------------------------------------------


def test_end_name_is_what_a_sentence_calls_it() -> None:
    assert end_name("independent-petition", None, "opens") == "independent-petition opens"
    assert end_name("independent-petition", "late-vacancy", "closes") == "independent-petition/late-vacancy closes"


def test_condition_may_have_several_comparisons() -> None:
    found = parse_condition("vacancy after 7 days before primary and declination-filed on or before May 1")
    assert [(each.event, each.relation) for each in found] == [
        ("vacancy", "after"),
        ("declination-filed", "on or before"),
    ]


def test_only_a_last_step_before_is_counted_backward() -> None:
    sentence = "earlier of 10 days after x, 2nd Monday before x and 3 days after 9th Monday before x"
    assert [counted_backward(each) for each in limbs(parse(sentence))] == [False, True, False]
    assert [counted_backward(parse(each)) for each in ("x", "day before x", "May 1")] == [False, True, False]


def test_counts_have_their_endings_and_bounds() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 111, 112, 113, 121)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "101st", "111th", "112th", "113th", "121st",
    ]  # fmt: skip
    assert parse("999 days after x") and parse("999th day after x")
    for sentence, message in (
        ("0 days after x", "0 is no count: counting begins at 1"),
        ("1000 days after x", "1000 is more than anything counted here: 999 is the most"),
        ("1000th day after x", "1000 is more than anything counted here: 999 is the most"),
        ("2st day after x", "2st should be 2nd"),
    ):
        with pytest.raises(RuleError) as error:
            parse(sentence)
        assert str(error.value) == f"{sentence!r}: {message}"


def test_a_sentence_has_its_longest() -> None:
    longest = f"4 days after {'x' * (LONGEST - 13)}"
    assert len(longest) == LONGEST and parse(longest)
    with pytest.raises(RuleError) as error:
        parse(f"{longest}x")
    assert str(error.value) == f"'4 days after {'x' * 27}'... has 501 characters; a sentence has at most 500"


# --- what is not of the language -------------------------------------------------------------


STARTS = "a date (2022-06-10) or a month or a number or a weekday or an ordinal (9th)"
NAME = "the name of an election, an event or a filing"


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("", f" is not understood at its end; expected {STARTS} or {NAME} or “as” or “day” or “earlier” or “last” or “later” or “such”"),
        ("9th Thrusday before election", " is not understood at “Thrusday before election” (character 5); expected a weekday or “day”"),
        ("9th Thursday before", f" is not understood at its end; expected {STARTS} or {NAME} or “day” or “last” or “such”"),
        ("9th Thursday before Election", f" is not understood at “Election” (character 21); expected {STARTS} or {NAME}"),
        ("9th Thursday before election please", " is not understood at “please” (character 30); expected the end of the sentence or “closes” or “opens”"),
        ("4 day after vacancy", " is not understood at “day after vacancy” (character 3); expected “business” or “days” or “hours” or “months” or “weeks”"),
        ("3 days on or after vacancy", " is not understood at “on or after vacancy” (character 8); expected “after” or “before”"),
        ("3 business weeks after vacancy", " is not understood at “weeks after vacancy” (character 12); expected “days”"),
        ("5th Monday of Feb", " is not understood at “Feb” (character 15); expected a month"),
        ("last Monday before election", " is not understood at “before election” (character 13); expected “of”"),
        ("earlier of election", " is not understood at its end; expected a comma or “and”"),
        ("earlier of election, vacancy", " is not understood at its end; expected a comma or “and”"),
        ("later of primary and general and vacancy", " is not understood at “and vacancy” (character 30); expected the end of the sentence"),
        ("as soon as possible", " is not understood at “possible” (character 12); expected “practicable”"),
        ("72 hours after 2022-06-10", f" is not understood at “2022-06-10” (character 16); expected {NAME}"),
        ("72 hours after 3 days after adjournment", f" is not understood at “3 days after adjournment” (character 16); expected {NAME}"),
        ("such designating-petition", " is not understood at its end; expected “closes” or “opens”"),
        ("9st Thursday before election", ": 9st should be 9th"),
        ("11st Thursday before election", ": 11st should be 11th"),
        ("22th day after election", ": 22th should be 22nd"),
        ("0th Thursday before election", ": 0 is no count: counting begins at 1"),
        ("0 days after vacancy", ": 0 is no count: counting begins at 1"),
        ("0 business days after vacancy", ": 0 is no count: counting begins at 1"),
        ("0 hours after adjournment", ": 0 is no count: counting begins at 1"),
        ("2022-02-30", ": there is no day 2022-02-30"),
        ("2100-02-29", ": there is no day 2100-02-29"),
        ("February 30", ": February has no day 30"),
        ("April 31", ": April has no day 31"),
        ("January 0", ": January has no day 0"),
    ],
)  # fmt: skip
def test_malformed_sentence_is_refused_with_what_was_expected(sentence: str, message: str) -> None:
    with pytest.raises(RuleError) as refused:
        parse(sentence)
    assert str(refused.value) == f"'{sentence}'{message}"


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("vacancy", " is not understood at its end; expected “after” or “before” or “on”"),
        ("vacancy on before primary", " is not understood at “before primary” (character 12); expected “or”"),
        ("3 days after vacancy before primary", f" is not understood at “3 days after vacancy before primary” (character 1); expected {NAME}"),
        ("vacancy before 0 days before primary", ": 0 is no count: counting begins at 1"),
    ],
)  # fmt: skip
def test_malformed_condition_is_refused_with_what_was_expected(sentence: str, message: str) -> None:
    with pytest.raises(RuleError) as refused:
        parse_condition(sentence)
    assert str(refused.value) == f"'{sentence}'{message}"


# --- any sentence --------------------------------------------------------------------------------


WORDS = re.compile(
    "after|and|as|before|business|closes|days?|earlier|hours|last|later|months|o[fnr]|opens|practicable|soon|such|weeks"
)
SLUG = "[a-z0-9]{1,4}(-[a-z0-9]{1,4}){0,2}"
a_name = st.from_regex(f"[a-z]{SLUG}(/{SLUG})?", fullmatch=True).filter(lambda name: not WORDS.fullmatch(name))
a_number, an_ordinal = st.integers(1, 400).map(str), st.integers(1, 400).map(ordinal)
a_weekday, a_month = st.sampled_from(day_name[:]), st.sampled_from(month_name[1:])
a_direction = st.sampled_from(["before", "after"])


def said(*parts: str | st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """The parts with a space between them."""
    return st.tuples(*(st.just(part) if isinstance(part, str) else part for part in parts)).map(" ".join)


a_day = st.one_of(
    a_name,
    said(a_name, st.sampled_from(["opens", "closes"])),
    said("such", a_name, st.sampled_from(["opens", "closes"])),
    said(an_ordinal | st.just("last"), a_weekday, "of", a_month),
    said(a_month, st.integers(1, 29).map(str)),
    st.dates().map(date.isoformat),
)
a_unit = st.sampled_from(["days", "business days", "weeks", "months"])
a_step = st.recursive(
    a_day,
    lambda base: st.one_of(
        said(an_ordinal, a_weekday | st.just("day"), a_direction, base),
        said(a_weekday | st.just("day"), a_direction, base),
        said(a_number, a_unit, a_direction, base),
    ),
)
a_sentence = st.one_of(
    a_step,
    said(a_number, "hours", a_direction, a_name),
    said(st.sampled_from(["earlier of", "later of"]), st.lists(a_step, min_size=1).map(", ".join), "and", a_step),
)
a_comparison = said(a_name, st.sampled_from(["before", "on or before", "after", "on or after"]), a_step)


@given(sentence=a_sentence.filter(lambda sentence: len(sentence) <= LONGEST))
@settings(deadline=None)
def test_every_sentence_of_the_grammar_is_understood(sentence: str) -> None:
    named = [f"such {name.name}" if name.such else name.name for name in names(parse(sentence))]
    assert all(name in sentence for name in named)


@given(comparisons=st.lists(a_comparison, min_size=1, max_size=3).filter(lambda found: sum(map(len, found)) < 480))
@settings(deadline=None)
def test_every_condition_of_the_grammar_is_understood(comparisons: list[str]) -> None:
    assert len(parse_condition(" and ".join(comparisons))) == len(comparisons)
