"""Pages, feeds and data: one set of dates, sound links, a format that holds, the same bytes from any machine."""

import ast
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from jsonschema import Draft202012Validator

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
EXAMPLE, PROJECT = "https://example.org/", "https://name.github.io/repository/"
STAMP = "2026-11-30"  # of the first publication, by the ledger
VOID = {"base", "meta", "link", "br", "img", "hr", "input", "col", "wbr"}
DAY = re.compile(
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?(?:[A-Z][a-z]+ \d+|\d+ [A-Z][a-z]+)(?:,? \d{4})?\Z"
)
End = tuple[str, str, str]  # a deadline's id, opens or closes, the day


class Page(HTMLParser):
    """What a page says, read by the standard library alone."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str, str]] = []  # tag, rel, address
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.times: list[tuple[str, str]] = []  # datetime, the words shown
        self.entries: list[list[str]] = []  # class, first day, first link
        self.texts: dict[str, str] = {}  # by tag, the text of all of them
        self.text = ""
        self.lang: str | None = None
        self.astray: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        self.astray += self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        self._open += [] if tag in VOID else [tag]
        self.ids += [given["id"]] if "id" in given else []
        self.lang = given.get("lang") if tag == "html" else self.lang
        for address in (given[name] for name in ("href", "src") if name in given):
            self.links.append((tag, given.get("rel", ""), address))
            if tag == "a" and self.entries and not self.entries[-1][2]:
                self.entries[-1][2] = address
        if tag == "li" and given.get("class", "").startswith("entry "):
            self.entries.append([given["class"].removeprefix("entry "), "", ""])
        if tag == "time":
            self.times.append((given["datetime"], ""))
            if self.entries and not self.entries[-1][1]:
                self.entries[-1][1] = given["datetime"]

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.astray.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        if not {"style", "script", "pre"} & set(self._open):  # code to copy is no text of the page's own
            self.text += data
        for tag in self._open[-1:]:
            self.texts[tag] = self.texts.get(tag, "") + data
        if "time" in self._open:
            self.times[-1] = (self.times[-1][0], self.times[-1][1] + data)

    def dated(self, path: str) -> list[End]:
        """The dated ends it lists, in its order."""
        found = [(urljoin(EXAMPLE + path, link), which, day) for which, day, link in self.entries if which != "undated"]
        return [(link.removeprefix(f"{EXAMPLE}deadlines/").rstrip("/"), which, day) for link, which, day in found]


def read(site: Path) -> dict[str, Page]:
    """Every page by its address from the root: `` for the home page, `404.html`, `filings/`."""
    found = {each.relative_to(site).as_posix(): each for each in site.rglob("*.html")}
    return {
        re.sub(r"(?:^|(?<=/))index\.html$", "", path): Page(each.read_text("utf-8")) for path, each in found.items()
    }


def tree(folder: Path) -> dict[str, bytes]:
    return {each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


@pytest.fixture(scope="session")
def pages(site: Path) -> dict[str, Page]:
    return read(site)


@pytest.fixture(scope="session")
def data(site: Path) -> dict[str, Any]:
    return json.loads((site / "api/v1/deadlines.json").read_text("utf-8"))  # type: ignore[no-any-return]


@pytest.fixture(scope="session")
def ends(data: dict[str, Any]) -> set[End]:
    """Every dated end there is, by the data."""
    return {(each["id"], w, each[w]) for each in data["deadlines"] for w in ("opens", "closes") if each[w]}


@pytest.fixture(scope="session")
def twins(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The site under a base path, built at the same time by two machines as unlike as can be."""
    folder = tmp_path_factory.mktemp("twins")
    unlike = [
        {"PYTHONHASHSEED": "0", "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONHASHSEED": "4242", "TZ": "America/New_York", "LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "1"},
    ]  # fmt: skip
    command = [sys.executable, str(ROOT / "build.py"), "--quiet", "--today", "2026-12-02", "--base-url", PROJECT]
    started = [
        subprocess.Popen([*command, "--output", str(folder / str(n) / "output")], env=os.environ | each, cwd=cwd)
        for n, (each, cwd) in enumerate(zip(unlike, (folder, ROOT), strict=True))
    ]
    assert [each.wait() for each in started] == [0, 0]
    return folder / "0/output", folder / "1/output"


# --- one set of dates ----------------------------------------------------------------------------


def test_the_csv_has_the_same_dated_ends(site: Path, ends: set[End]) -> None:
    rows = list(csv.DictReader((site / "api/v1/deadlines.csv").open(encoding="utf-8", newline="")))
    assert {(row["id"], which, row[which]) for row in rows for which in ("opens", "closes") if row[which]} == ends


@pytest.mark.figures
def test_the_elections_feeds_have_the_same_dated_ends(site: Path, ends: set[End]) -> None:
    found = []
    for feed in (site / "feeds/elections").iterdir():
        text = feed.read_bytes().decode().replace("\r\n ", "")
        for day, uid in re.findall(r"^DTSTART;VALUE=DATE:(\d{8})\r\n(?:.*\r\n)*?UID:(.*)@", text, re.M):
            id_, _, which = uid.rpartition(".")
            found.append((id_.replace(".", "/"), which, date.fromisoformat(day).isoformat()))
    assert len(found) == len(ends) == 945
    assert set(found) == ends


def test_every_elections_page_lists_its_dated_ends_once_each_and_by_day(
    pages: dict[str, Page], data: dict[str, Any], ends: set[End]
) -> None:
    for election in (each["id"] for each in data["elections"]):
        path = f"elections/{election}/"
        listed = pages[path].dated(path)
        assert sorted(listed) == sorted(end for end in ends if end[0].startswith(f"{election}/")), path
        assert [day for _, _, day in listed] == sorted(day for _, _, day in listed), path


def test_every_deadlines_page_shows_its_days_and_says_them_in_its_answer(
    pages: dict[str, Page], data: dict[str, Any], ends: set[End]
) -> None:
    assert {path for path in pages if path.startswith("deadlines/")} == {
        f"deadlines/{e['id']}/" for e in data["deadlines"]
    }
    for id_, which, iso in ends:
        page, day = pages[f"deadlines/{id_}/"], date.fromisoformat(iso)
        words = f"{day:%A}, {day:%B} {day.day}, {day.year}"
        assert (iso, words) in page.times, (id_, which)
        assert re.search(rf"{'first' if which == 'opens' else 'last'} day\b[^.;]* is {words}[.;]", page.text, re.I), id_


@pytest.mark.figures
def test_home_lists_the_next_ends_and_upcoming_begins_with_them(
    site: Path, pages: dict[str, Page], data: dict[str, Any], ends: set[End]
) -> None:
    upcoming = json.loads((site / "api/v1/upcoming.json").read_text("utf-8"))["deadlines"]
    ahead = sorted(end[2] for end in ends if end[2] >= "2026-12-02")
    assert len(set(ahead)) > 40
    assert [day for _, _, day in pages[""].dated("")] == [day for day in ahead if day < "2027-06-01"]  # four months
    assert pages[""].dated("")[:3] == [
        ("2027-general/offices-certificate", "closes", "2027-02-01"),
        ("2027-primary/state-committee-meeting", "opens", "2027-02-02"),
        ("2027-primary/party-call", "closes", "2027-02-09"),
    ]
    assert {each["id"] for each in upcoming} == {id_ for id_, _, day in ends if day >= "2026-12-02"}
    assert all(each in data["deadlines"] for each in upcoming)
    firsts = [min(d for d in (each["opens"], each["closes"]) if d and d >= "2026-12-02") for each in upcoming]
    assert firsts == sorted(firsts)
    assert upcoming[0]["id"] == "2027-general/offices-certificate"


@pytest.mark.figures
@pytest.mark.parametrize(
    ("today", "first"),
    [
        ("2027-01-01", ("2027-general/offices-certificate", "closes", "2027-02-01")),
        ("2028-01-01", ("2028-general/offices-certificate", "closes", "2028-02-01")),
        ("2029-01-01", "No deadline of a configured election falls on or after Monday, January 1, 2029."),
        ("2030-01-01", "No deadline of a configured election falls on or after Tuesday, January 1, 2030."),
        ("2031-01-01", "No deadline of a configured election falls on or after Wednesday, January 1, 2031."),
    ],
)
def test_home_on_new_years_day_says_what_is_next_or_that_nothing_is(
    as_of: Callable[[str], Path], today: str, first: End | str
) -> None:
    home = Page((as_of(today) / "index.html").read_text("utf-8"))
    assert home.dated("")[:1] == ([] if isinstance(first, str) else [first])
    assert ("No deadline of a configured election" in home.text) is isinstance(first, str)
    if isinstance(first, str):
        assert first in home.text
        upcoming = json.loads((as_of(today) / "api/v1/upcoming.json").read_text("utf-8"))
        assert upcoming["deadlines"] == []


@pytest.mark.parametrize("today", ["2029-01-01", "2031-01-01"])
def test_an_election_of_a_year_gone_by_is_not_to_come_even_if_no_act_ever_named_its_day(
    as_of: Callable[[str], Path], today: str
) -> None:
    home = (as_of(today) / "index.html").read_text("utf-8")
    assert "elections/2028-presidential-primary/" not in home


@pytest.mark.figures
def test_what_waits_for_an_event_has_its_days_in_a_table_until_the_election_is_held(
    pages: dict[str, Page], data: dict[str, Any]
) -> None:
    held = {each["id"] for each in data["elections"] if each["date"] and each["date"] < "2026-12-02"}
    waiting = [each for each in data["deadlines"] if each["status"] == "depends"]
    assert len(waiting) == 587
    for each in waiting:
        text = pages[f"deadlines/{each['id']}/"].text
        assert ("If it happens on this day" in text) is (each["election"] not in held), each["id"]
        assert ("This election has been held" in text) is (each["election"] in held), each["id"]


# --- the data's format ---------------------------------------------------------------------------

NULL = type(None)
TYPES: dict[str, tuple[type, ...]] = {  # design: one type a field, always
    "id": (str,), "election": (str,), "election_date": (str, NULL), "filing": (str,), "case": (str, NULL),
    "title": (str,), "kind": (str,), "citation": (str,), "edition": (str,), "exception": (str, NULL),
    "without_exception": (dict, NULL), "basis": (str,), "status": (str,), "opens": (str, NULL), "closes": (str, NULL),
    "closes_before_rollover": (str, NULL), "moved": (str, NULL), "receipt": (list,), "rule": (dict,), "needs": (list,),
    "earliest": (str, NULL), "latest": (str, NULL), "cautions": (list,), "steps": (list,), "sequence": (dict,),
    "changed": (dict,), "url": (str,),
}  # fmt: skip
INNER: dict[str, dict[str, tuple[type, ...]]] = {
    "receipt": {"place": (str,), "closes_at": (str,), "postmarked_by": (str, NULL), "received_by": (str, NULL)},
    "rule": {"opens": (str, NULL), "closes": (str, NULL), "when": (str, NULL), "applies": (str, NULL)},
    "cautions": {"kind": (str,), "text": (str,), "source": (str,), "rule": (str, NULL), "closes": (str, NULL)},
    "steps": {"date": (str, NULL), "text": (str,)},
    "sequence": {"opens": (int, NULL), "closes": (int, NULL)},
    "changed": {"opens": (str, NULL), "closes": (str, NULL)},
    "without_exception": {"opens": (str, NULL), "closes": (str, NULL)},
}
CSV = (
    "id,election,election_date,filing,case,title,kind,citation,edition,exception,without_exception.opens,"
    "without_exception.closes,basis,status,reason,opens,closes,closes_before_rollover,moved,"
    "state-and-counties.closes_at,state-and-counties.postmarked_by,state-and-counties.received_by,"
    "new-york-city.closes_at,new-york-city.postmarked_by,new-york-city.received_by,"
    "westchester.closes_at,westchester.postmarked_by,westchester.received_by,"
    "rule.opens,rule.closes,rule.when,rule.applies,needs,earliest,latest,cautions,steps,"
    "sequence.opens,sequence.closes,changed.opens,changed.closes,url"
)
RECEIPT = [
    {"place": "state-and-counties", "closes_at": "17:00", "postmarked_by": "2027-04-01", "received_by": "2027-04-05"},
    {"place": "new-york-city", "closes_at": "24:00", "postmarked_by": None, "received_by": "2027-04-01"},
    {"place": "westchester", "closes_at": "24:00", "postmarked_by": "2027-04-01", "received_by": "2027-04-05"},
]


def validator(site: Path, name: str) -> Draft202012Validator:
    schema = json.loads((site / f"api/v1/schema/{name}.json").read_text("utf-8"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("name", ["deadlines", "upcoming"])
def test_the_data_keeps_to_its_published_schema(site: Path, name: str) -> None:
    data = json.loads((site / f"api/v1/{name}.json").read_text("utf-8"))
    assert (data["schema"], data["built"]) == (f"https://example.org/api/v1/schema/{name}.json", "2026-12-02")
    assert validator(site, name).schema["$id"] == data["schema"]
    assert [error.message for error in validator(site, name).iter_errors(data)] == []


@pytest.mark.parametrize(
    "spoilt",
    [
        {"closes": 20270401}, {"closes": False}, {"status": "maybe"}, {"kind": "party"}, {"basis": "rumour"}, {"needs": None},
        {"id": None}, {"extra": 1}, {"sequence": {"opens": "0", "closes": 0}}, {"cautions": ["doubt"]}, {"receipt": {}},
        {"cautions": [{"kind": "rumour", "text": "", "source": "", "rule": None, "closes": None}]}, {"steps": [{"text": ""}]},
    ],
)  # fmt: skip
def test_the_schema_refuses_a_record_of_another_shape(site: Path, data: dict[str, Any], spoilt: dict[str, Any]) -> None:
    one = data | {"deadlines": [data["deadlines"][0] | spoilt]}
    assert not validator(site, "deadlines").is_valid(one)
    assert validator(site, "deadlines").is_valid(data | {"deadlines": data["deadlines"][:1]})


@pytest.mark.parametrize("key", list(TYPES))
def test_every_record_has_every_field_in_its_type(site: Path, data: dict[str, Any], key: str) -> None:
    values = [each[key] for each in data["deadlines"]]
    assert {type(value) for value in values} <= set(TYPES[key])
    inner = [i for v in values if v for i in (v if isinstance(v, list) else [v])]
    for name, types in INNER.get(key, {}).items():
        assert {type(each[name]) for each in inner} <= set(types), name
    less = data | {"deadlines": [{k: v for k, v in data["deadlines"][0].items() if k != key}]}
    assert [e.message for e in validator(site, "deadlines").iter_errors(less)] == [f"{key!r} is a required property"]


def test_the_csv_says_the_same_as_the_json_row_by_row(site: Path, data: dict[str, Any]) -> None:
    raw = (site / "api/v1/deadlines.csv").read_bytes()
    assert raw.decode().partition("\r\n")[0] == CSV
    rows = list(csv.DictReader(raw.decode().splitlines(keepends=True)))
    assert [row["id"] for row in rows] == [each["id"] for each in data["deadlines"]]
    for row, each in zip(rows, data["deadlines"], strict=True):
        flat = {k: v for k, v in each.items() if isinstance(v, str | NULL) and k in row}
        flat |= {f"{k}.{n}": each[k][n] for k in ("rule", "sequence", "changed") for n in each[k]}
        flat |= {f"{r['place']}.{n}": r[n] for r in each["receipt"] for n in r if n != "place"}
        assert {k: row[k] for k in flat} == {k: "" if v is None else str(v) for k, v in flat.items()}
        assert row["needs"].split() == each["needs"]


@pytest.mark.figures
def test_receipt_of_the_designating_petition_of_2027(data: dict[str, Any]) -> None:
    found = {each["id"]: each for each in data["deadlines"]}["2027-primary/designating-petition"]
    assert found["receipt"] == RECEIPT


@pytest.mark.figures
def test_one_whole_record(data: dict[str, Any]) -> None:
    id_ = "2027-general/independent-substitution/declination"
    mail = {"closes_at": "17:00", "postmarked_by": "2027-06-01", "received_by": "2027-06-03"}
    assert {each["id"]: each for each in data["deadlines"]}[id_] == {
        "id": id_, "election": "2027-general", "election_date": "2027-11-02",
        "filing": "independent-substitution", "case": "declination", "kind": "filing",
        "title": "Certificate to fill a vacancy in an independent nomination, after a declination",
        "citation": "Election Law § 6-158(12)", "edition": "2022", "exception": None, "without_exception": None,
        "basis": "verbatim", "status": "fixed", "reason": None,
        "opens": None, "closes": "2027-06-01", "closes_before_rollover": "2027-05-31",
        "moved": "May 31 is Memorial Day (General Construction Law § 24)",
        "receipt": [
            {"place": "state-and-counties", **mail},
            {"place": "new-york-city", "closes_at": "24:00", "postmarked_by": None, "received_by": "2027-06-01"},
            {"place": "westchester", **mail},
        ],
        "rule": {"opens": None, "closes": "6th day after 23rd Tuesday before election", "when": None, "applies": None},
        "needs": [], "earliest": None, "latest": None,
        "cautions": [{
            "kind": "may-move", "rule": None, "closes": None, "source": "no act and no calendar found as of November 2026",
            "text": "No official calendar for 2027 was found by November 2026. This is "
            "the plain rule; a one-year act may still move it, as acts and orders did in 2014, 2020, 2021, 2023 and 2026.",
        }],
        "steps": [
            {"end": "closes", "date": "2027-11-02", "text": "2027 general election: the Tuesday after the first Monday in November "
             "(Election Law § 8-100(1)(c))."},
            {"end": "closes", "date": "2027-05-25", "text": "The 23rd Tuesday before that day, which is not counted itself."},
            {"end": "closes", "date": "2027-05-31", "text": "The 6th day after that day, which is not counted itself."},
            {"end": "closes", "date": "2027-06-01", "text": "May 31 is Memorial Day (General Construction Law § 24). The next business day "
             "becomes the last day (Election Law § 1-106(1))."},
        ],
        "sequence": {"opens": None, "closes": 0}, "changed": {"opens": None, "closes": STAMP},
        "url": "https://example.org/deadlines/2027-general/independent-substitution/declination/",
    }  # fmt: skip


def test_no_deadline_opens_after_it_closes_and_no_paper_is_due_before_the_last_day(data: dict[str, Any]) -> None:
    for each in data["deadlines"]:
        assert not each["opens"] or not each["closes"] or each["opens"] <= each["closes"], each["id"]
        for receipt in each["receipt"]:
            assert not each["closes"] or receipt["received_by"] >= each["closes"], each["id"]
            assert receipt["postmarked_by"] in (None, each["closes"]), each["id"]


def test_every_day_in_the_data_is_a_day(data: dict[str, Any]) -> None:
    keys = {"date", "election_date", "opens", "closes", "closes_before_rollover", "earliest", "latest", "proclamation"}

    def days(value: Any, key: str = "") -> list[str]:
        if isinstance(value, dict):
            return [day for name, each in value.items() if key != "rule" for day in days(each, name)]
        if isinstance(value, list):
            return [day for each in value for day in days(each, key)]
        return [value] if isinstance(value, str) and key in keys else []

    found = [day for part in ("elections", "deadlines") for each in data[part] for day in days(each)]
    assert len(found) > 4000
    assert [day for day in found if date.fromisoformat(day).isoformat() != day] == []


# --- the pages -----------------------------------------------------------------------------------


def unsound(site: Path, pages: dict[str, Page], base: str) -> list[str]:
    """Links that lead nowhere, and those that are absolute in a page that can stand anywhere (or the reverse)."""
    wrong = []
    for path, page in pages.items():
        for tag, rel, link in page.links:
            where = link if ":" in link else urljoin(base + path, link)
            where = re.sub("^webcal:", base.partition("//")[0], where)
            if not where.startswith(base):
                wrong += [] if tag == "a" and re.match("https://(?!example)", link) else [f"{path}: {link} leads out"]
                continue
            file, _, fragment = where.removeprefix(base).partition("#")
            file_path = site / file / "index.html" if not file or file.endswith("/") else site / file
            if not file_path.is_file():
                wrong.append(f"{path}: {link} is no file")
            elif fragment and file == "calculator/" != path:  # a question, not a place
                wrong += (
                    []
                    if re.fullmatch("event=[a-z-]+&election=[a-z0-9-]+", fragment)
                    else [f"{path}: {link} asks nothing"]
                )
            elif fragment and fragment not in (pages[file].ids if file != path else page.ids):
                wrong.append(f"{path}: {link} is no place in the page")
            absolute = link.startswith(("https:", "webcal:", "http:")) or link.startswith("/")
            due = (path == "404.html" and not link.startswith("#")) or rel in ("alternate", "canonical")
            due = due or link.startswith("webcal:")
            if absolute is not due:
                wrong.append(f"{path}: {link} is {'' if absolute else 'not '}absolute")
    return wrong


@pytest.mark.parametrize(
    ("link", "wrong"),
    [
        ("../b/", ["a/: ../b/ is no file"]),
        ("../a", ["a/: ../a is no file"]),
        ("../../a/", ["a/: ../../a/ leads out"]),
        ("#there", ["a/: #there is no place in the page"]),
        ("/repository/a/", ["a/: /repository/a/ is absolute"]),
        ("https://name.github.io/repository/a/", ["a/: https://name.github.io/repository/a/ is absolute"]),
        ("https://example.org/a/", ["a/: https://example.org/a/ leads out"]),
        ("webcal://name.github.io/repository/b.ics", ["a/: webcal://name.github.io/repository/b.ics is no file"]),
        ("javascript:void(0)", ["a/: javascript:void(0) leads out"]),
        ("../a/#here", []),
        ("https://www.nysenate.gov/", []),
    ],
)
def test_the_link_checker_reports_a_bad_link(tmp_path: Path, link: str, wrong: list[str]) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/index.html").write_text(f'<p id="here"><a href="{link}">x</a></p>')
    assert unsound(tmp_path, read(tmp_path), PROJECT) == wrong


def test_every_link_and_fragment_leads_somewhere(site: Path, pages: dict[str, Page]) -> None:
    assert sum(len(page.links) for page in pages.values()) > 20_000
    assert unsound(site, pages, EXAMPLE) == []


def test_under_a_base_path_every_link_and_fragment_leads_somewhere(twins: tuple[Path, Path]) -> None:
    assert unsound(twins[0], read(twins[0]), PROJECT) == []


def test_under_a_base_path_no_file_speaks_of_another_address(twins: tuple[Path, Path]) -> None:
    assert [path for path, raw in tree(twins[0]).items() if b"example.org" in raw.replace(b"\r\n ", b"")] == []


@pytest.mark.figures
def test_every_page_is_whole(pages: dict[str, Page]) -> None:
    assert len(pages) == 1887
    for path, page in pages.items():
        assert page.astray == [], path
        assert page.lang == "en", path
        assert page.tags.count("h1") == 1, path
        assert page.texts["h1"].strip(), path
        assert page.texts["title"].strip(" ·\n"), path
        assert len(page.ids) == len(set(page.ids)), path
        frame = path.startswith("embed/")
        scripts = 0 if frame else 1 + (path != "404.html") + (path == "calculator/")
        assert page.tags.count("script") == scripts, path
        assert page.tags.count("style") == frame, path
        if scripts > 1:  # one is data: what search engines are told
            assert json.loads(page.texts["script"])["url"] == EXAMPLE + path
        assert "Not legal advice. The board of elections' own calendar and the courts govern" in page.text, path
        assert "As of Wednesday, December 2, 2026." in page.text, path
        left = re.findall(r"\bNone\b(?! is (?:known|configured))|\{[{%]|[%}]\}|\bundefined\b|[<>]|&\w+;", page.text)
        assert left == [], path


def test_every_page_has_a_title_of_its_own(pages: dict[str, Page]) -> None:
    titles = [page.texts["title"] for page in pages.values()]
    assert [title for title in set(titles) if titles.count(title) > 1] == []


def test_the_words_of_every_time_are_its_day_with_the_right_weekday(pages: dict[str, Page]) -> None:
    shown = {time for page in pages.values() for time in page.times}
    assert len(shown) > 1000
    for iso, words in shown:
        day = date.fromisoformat(iso)
        assert DAY.match(words), words
        weekday = re.match(r"\w+day\b", words)
        assert not weekday or weekday[0] == f"{day:%A}", (iso, words)
        assert f"{day:%B}" in words, (iso, words)
        numbers = re.findall(r"\d+", words)
        assert numbers == [str(day.day), str(day.year)][: len(numbers)], (iso, words)


# --- the same bytes from any machine -------------------------------------------------------------


@pytest.mark.figures
def test_two_machines_build_the_same_bytes(twins: tuple[Path, Path]) -> None:
    one, other = map(tree, twins)
    assert len(one) == 3770
    assert one.keys() == other.keys()
    assert [path for path in one if one[path] != other[path]] == []


def test_no_file_tells_of_the_machine_that_built_it(twins: tuple[Path, Path]) -> None:
    told = [str(each).encode() for each in (ROOT, sys.prefix, twins[0].parents[1], tempfile.gettempdir())]
    assert [path for path, raw in tree(twins[0]).items() if any(each in raw for each in told)] == []


def test_only_the_command_looks_at_a_clock_and_only_to_know_what_day_it_is() -> None:
    clocks = {"now", "utcnow", "today", "time_ns", "perf_counter", "localtime", "gmtime", "ctime", "getmtime", "stat"}
    found = [
        (file.name, node.func.attr)
        for file in (ROOT / "build.py", *sorted((ROOT / "deadlines").glob("*.py")))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in clocks
    ]
    assert found == [("build.py", "now"), ("serve.py", "stat")]  # to see that a file has changed


@pytest.mark.parametrize("today", ["2027-01-01", "2031-01-01"])
def test_another_days_site_says_that_day_and_no_other(as_of: Callable[[str], Path], today: str) -> None:
    site = as_of(today)
    for name in ("build.json", "api/v1/deadlines.json", "api/v1/upcoming.json"):
        assert json.loads((site / name).read_text("utf-8"))["built"] == today
    said = {
        day for path in site.rglob("*.html") for day in re.findall(r'As of <time datetime="(.*?)">', path.read_text())
    }
    assert said == {today}


def test_build_json_says_the_day_and_the_contents_digest(site: Path, data: dict[str, Any]) -> None:
    build = json.loads((site / "build.json").read_text("utf-8"))
    assert set(build) == {"built", "content"}
    assert build["built"] == "2026-12-02"
    assert re.fullmatch(r"[0-9a-f]{16}", build["content"])
    assert build["content"] == data["content"]
