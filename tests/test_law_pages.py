"""Texts of the law compared, and the pages of filings."""

import re
from collections.abc import Callable

import pytest
from markupsafe import Markup
from tools import text_of

from deadlines.compare import compared
from deadlines.model import Content

pytestmark = pytest.mark.slow


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
