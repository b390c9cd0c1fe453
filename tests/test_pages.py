"""What pages show besides the days themselves: pictures, the search's index, terms, doubts, and what they weigh."""

import gzip
import json
import re
from datetime import date
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from deadlines.model import Content, Deadline
from deadlines.pictures import timeline

pytestmark = pytest.mark.slow
TODAY = date(2026, 12, 2)


def of(deadlines: dict[str, Deadline], election: str, *filings: str) -> list[Deadline]:
    return [deadlines[f"{election}/{each}"] for each in filings]


# --- pictures ------------------------------------------------------------------------------------


@pytest.mark.figures
def test_a_picture_of_one_petition(content: Content, deadlines: dict[str, Deadline]) -> None:
    """March 1 to June 25, three days after the election, are 116 days on 340 - 8 units."""
    election = content.elections["2027-primary"]
    picture = timeline(election, of(deadlines, "2027-primary", "designating-petition"), date(2027, 4, 30), 340)
    assert picture == (
        '<svg class="season w340" viewBox="0 0 340 78" role="img" aria-labelledby="season-340-title season-340-desc">'
        '<title id="season-340-title">The season of the 2027 primary election on a line of time</title>'
        '<desc id="season-340-desc">1 deadline, from Monday, March 29, 2027, to the election on Tuesday, June 22, 2027; '
        "today is Friday, April 30, 2027, when this page was built. The list below gives each of the same days in words.</desc>"
        '<path class="month" d="M0 18V78"/><text class="month" x="0" y="12">Mar 2027</text>'
        '<path class="month" d="M88.7 18V78"/><text class="month" x="88.7" y="12">Apr</text>'
        '<path class="month" d="M174.6 18V78"/><text class="month" x="174.6" y="12">May</text>'
        '<path class="month" d="M263.3 18V78"/><text class="month" x="263.3" y="12">Jun</text>'
        '<path class="held" d="M323.4 18V78"/><text class="held" x="320.4" y="28" text-anchor="end">Election</text>'
        '<path class="today" d="M171.7 32V78"/><text class="today" x="174.7" y="42">today</text>'
        '<text x="80.1" y="59">Mar 29–Apr 1 designating petition</text>'
        '<rect class="span" x="80.1" y="64" width="16.6" height="7"/></svg>'
    )


@pytest.mark.parametrize(
    ("today", "says"),
    [
        (date(2026, 12, 31), '<text class="today" x="0" y="42">← today, Dec 31, 2026</text>'),
        (date(2028, 1, 1), '<text class="today" x="960" y="42" text-anchor="end">today, Jan 1, 2028 →</text>'),
    ],
)
def test_today_beyond_the_season_is_an_arrow(
    content: Content, deadlines: dict[str, Deadline], today: date, says: str
) -> None:
    own = of(deadlines, "2027-primary", "designating-petition")
    assert says in timeline(content.elections["2027-primary"], own, today, 960)


@pytest.mark.figures
def test_near_dates_have_rows_of_their_own_and_far_ones_share_one(
    content: Content, deadlines: dict[str, Deadline]
) -> None:
    own = of(deadlines, "2027-general", "offices-certificate", "vacancy-cutoff", "party-nomination", "town-caucus")
    picture = timeline(content.elections["2027-general"], own, TODAY, 960)
    assert re.findall(r'<text x="[\d.]+" y="(\d+)">(.*?)<', picture) == [
        ("59", "Feb 1 certificate of offices"),
        ("59", "Jul 22 party nomination"),
        ("89", "Feb 23 town caucus"),
        ("89", "Aug 2 vacancy cutoff"),
    ]
    assert re.findall(r'class="(opens|closes|span)"', picture) == ["closes", "closes", "opens", "closes"]


def test_what_has_no_day_has_no_picture(content: Content, deadlines: dict[str, Deadline]) -> None:
    assert timeline(content.elections["2028-presidential-primary"], [], TODAY, 960) == ""
    assert timeline(content.elections["2027-general"], of(deadlines, "2027-general", "objection"), TODAY, 960) == ""


# --- search --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def index(site: Path) -> Any:
    (path,) = site.glob("search-*.json")
    return json.loads(path.read_text("utf-8"))


@pytest.mark.figures
def test_every_deadline_is_in_the_index_under_its_own_address_and_with_its_day(
    site: Path, index: Any, deadlines: dict[str, Deadline]
) -> None:
    found = {
        f"{election}/{index['papers'][number][0]}": (last, first)
        for election, _, own in index["elections"]
        for number, last, first in own
    }
    assert found.keys() == deadlines.keys()
    assert found["2027-primary/designating-petition"] == ("2027-04-01", "")
    assert found["2027-general/town-caucus"] == ("", "2027-02-23")
    assert found["2027-general/objection"] == ("", "")


@pytest.mark.figures
def test_every_place_in_the_index_is_there(site: Path, index: Any) -> None:
    kinds = [kind for _, _, kind, _ in index["places"]]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "paper": 37, "term": 43, "election": 60, "law": 51, "tool": 1, "page": 3,
    }  # fmt: skip
    for address, *_ in index["places"]:
        path, _, fragment = address.partition("#")
        html = (site / path / "index.html").read_text("utf-8")
        assert not fragment or f'id="{fragment}"' in html, address


def test_a_paper_is_found_by_its_short_name_its_other_names_and_its_sections(index: Any) -> None:
    words = {address: more for address, _, _, more in index["places"]}
    assert words["filings/designation-authorization/"] == (
        "designation authorization Authorization Wilson-Pakula Certificate of authorization Designation Enrolled "
        "Party member 6-120(3)"
    )


# --- elections and terms -------------------------------------------------------------------------


def test_an_elections_page_has_every_deadline_by_date_and_once_by_kind(
    site: Path, deadlines: dict[str, Deadline]
) -> None:
    for election in ("2027-general", "2026-primary", "2026-02-03-special-senate-61"):
        html = (site / f"elections/{election}/index.html").read_text("utf-8")
        by_date, by_kind = html.split('class="by-kind"')
        own = [id_ for id_ in deadlines if id_.startswith(f"{election}/")]
        assert re.findall(r'<th scope="row"><a href="../../deadlines/([^"]+)/"', by_kind) == own
        assert {id_ for id_ in own if f'href="../../deadlines/{id_}/"' in by_date} == set(own)


def test_each_doubt_is_explained_once_and_named_at_every_day_it_touches(
    site: Path, deadlines: dict[str, Deadline]
) -> None:
    html = (site / "elections/2027-general/index.html").read_text("utf-8")
    explained = re.findall(r'<li id="doubt-(\d+)" tabindex="-1"><b>(.*?)\.</b> (.*?) <span', html)
    assert [int(number) for number, _, _ in explained] == list(range(1, 18))
    assert len({text for _, _, text in explained}) == 16  # two rest on Potter v Heffernan, with rules of their own
    by_date, _ = html.split('class="by-kind"')
    rows = {
        re.search(r"deadlines/([^\"]+)/", row)[1]: set(re.findall(r'href="#doubt-(\d+)">\s*([a-z ]+?) <', row))  # type: ignore[index]
        for row in re.findall(r'<li class="entry .*?</div>\n</li>', by_date, re.DOTALL)
    }
    names = {number: name.lower() for number, name, _ in explained}
    for id_, flagged in rows.items():
        doubts = [each for each in deadlines[id_].cautions if each.kind != "may-move"]
        assert len(flagged) == len(set(doubts)), id_
        assert all(names[number] == name for number, name in flagged), id_


def test_terms_are_in_order_and_each_other_name_leads_to_its_term(site: Path, content: Content) -> None:
    html = (site / "terms/index.html").read_text("utf-8")
    names = [
        unescape(re.sub("<.*?>", "", each))
        for each in re.findall(r"<dt[^>]*>(.*?)</dt>", html.split('id="sections"')[0])
    ]
    assert names == sorted(names, key=str.casefold)
    assert len(names) == len(set(names))
    assert {term.title for term in content.terms} | {each.title for each in content.filings.values()} <= set(names)
    assert '<dt>Wilson-Pakula</dt>\n<dd>See <a href="#authorization">Authorization</a>.</dd>' in html


def test_a_first_view_of_any_page_needs_less_than_30_kb(site: Path) -> None:
    """HTML, style sheet and script, compressed as servers do."""

    def weight(path: Path) -> int:
        return len(gzip.compress(path.read_bytes(), 6))

    shared = sum(weight(path) for path in (*site.glob("style-*.css"), *site.glob("site-*.js")))
    heavy = {path: weight(path) for path in site.rglob("*.html")}
    heaviest = max(heavy, key=lambda path: heavy[path])
    assert shared + heavy[heaviest] < 30_000, heaviest
