"""What the site says of itself: how its dates agree with the boards', its doubts, and its law's editions."""

import re
from html import unescape
from pathlib import Path

from deadlines.content import load
from deadlines.doubts import doubt_id, doubts
from deadlines.editions import Editions
from deadlines.model import Content, Deadline

ROOT = Path(__file__).parents[1]


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


# --- accuracy ------------------------------------------------------------------------------------


def test_every_date_of_every_calendar_stands_on_the_accuracy_page(site: Path) -> None:
    html = (site / "accuracy/index.html").read_text("utf-8")
    assert "115 of the 115 dates in 4 calendars that boards of elections published" in words(html)
    rows = sum(len(path.read_text("utf-8").splitlines()) - 1 for path in (ROOT / "content/official").glob("*.csv"))
    assert html.count('<tr><th scope="row">') == rows == 115
    assert html.count(">the same</a>") == 115
    assert "115 of 115 dates that boards published" in words((site / "index.html").read_text("utf-8"))


# --- doubts --------------------------------------------------------------------------------------


def test_every_doubt_of_every_deadline_stands_on_the_method_page_and_is_linked(
    site: Path, deadlines: dict[str, Deadline]
) -> None:
    method = (site / "about/method/index.html").read_text("utf-8")
    anchors = set(re.findall(r'<li id="([a-z-]+-[0-9a-f]{8})">', method))
    found = doubts(deadlines.values())
    assert {each.id for kind in found.values() for each in kind} == anchors
    assert {kind: len(each) for kind, each in found.items()} == {
        "unverified": 7, "inferred": 10, "reading": 17, "unknown": 19, "may-move": 2,
    }  # fmt: skip
    linked = 0
    for id_, deadline in deadlines.items():
        html = (site / "deadlines" / id_ / "index.html").read_text("utf-8")
        for caution in deadline.cautions:
            assert f'about/method/#{doubt_id(caution)}"' in html, id_
            linked += 1
    assert linked > 1000


def test_a_reading_is_one_doubt_whatever_day_it_comes_to(deadlines: dict[str, Deadline]) -> None:
    calls = [deadlines[f"{year}-primary/party-call"] for year in ("2019", "2022-08-23")]
    ids = [{doubt_id(each) for each in call.cautions if each.closes} for call in calls]
    assert ids[0] == ids[1]
    assert len(ids[0]) == 2


# --- editions ------------------------------------------------------------------------------------


def test_an_election_under_every_edition(content: Content, deadlines: dict[str, Deadline]) -> None:
    """Election Law § 6-158 as it stood before 2019 and since; a general election's petitions of 2027."""
    election = content.elections["2027-general"]
    own = [each for each in deadlines.values() if each.election is election]
    rows = {(row.filing, row.case): row for row in Editions(content).rows(election, own)}
    petition = rows["independent-petition", None]
    assert [(str(each.opens.date), str(each.closes.date)) for each in petition.under if each.opens and each.closes] == [
        ("2027-08-10", "2027-08-17"),
        ("2027-05-18", "2027-05-25"),
        ("2027-05-18", "2027-05-25"),
        ("2027-05-18", "2027-05-25"),
    ]
    assert [petition.differs(each) for each in petition.under] == [True, False, False, False]
    trustees = rows["independent-petition", "lipa-trustee"]
    assert trustees.deadline is None
    assert [each.closes is None for each in trustees.under] == [False, True, True, True]
    assert [trustees.differs(each) for each in trustees.under] == [True, False, False, False]


def test_an_exception_stands_in_the_first_column_alone(content: Content, deadlines: dict[str, Deadline]) -> None:
    election = content.elections["2026-primary"]
    own = [each for each in deadlines.values() if each.election is election]
    row = next(row for row in Editions(content).rows(election, own) if row.filing == "designating-petition")
    assert row.deadline and row.deadline.closes and str(row.deadline.closes.date) == "2026-04-06"
    assert [str(each.closes.date) for each in row.under if each.closes] == [
        "2026-04-23", "2026-04-02", "2026-04-02", "2026-04-02",
    ]  # fmt: skip


def test_every_election_with_deadlines_has_its_comparison(site: Path, content: Content) -> None:
    for id_, election in content.elections.items():
        page = site / "elections" / id_ / "compare/index.html"
        assert page.exists() is not bool(election.entry.no_deadlines), id_
    shown = words((site / "elections/2027-general/compare/index.html").read_text("utf-8"))
    assert "Edition 2022 governs the 2027 general election. The other columns are what other texts would say" in shown
    assert (
        "Independent nominating petition First: Tuesday, May 18, 2027 Last: Tuesday, May 25, 2027 "
        "First: Tuesday, August 10, 2027 Last: Tuesday, August 17, 2027 differs First: Tuesday, May 18, 2027"
    ) in shown
    assert load(ROOT / "content").law.section.edition[0].id == "before-2019"
