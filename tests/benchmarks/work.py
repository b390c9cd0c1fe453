"""The work that is measured: content with many elections, and the deadlines' pages as data for other generators."""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from html import unescape
from pathlib import Path
from time import perf_counter
from typing import Any

from deadlines.content import load
from deadlines.deadline_pages import Details, address, alike
from deadlines.feeds import election_path, filing_path
from deadlines.layout import Layout
from deadlines.lists import by_today
from deadlines.model import Build, Content, Deadline
from deadlines.timetable import timetable
from deadlines.vocabulary import WEEKDAYS, in_words

HERE = Path(__file__).parent
CONTENT = HERE.parents[1] / "content"
FIRST = 2027  # the year of the first generated election
SHARE = 100  # a year has a primary, a general election and 98 special ones


def many(elections: int, folder: Path) -> None:
    """Content with so many elections (a multiple of a hundred), and the real law, papers and pages; no ledger yet."""
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(CONTENT, folder)
    for name in ("elections", "law/exceptions"):
        shutil.rmtree(folder / name)
        (folder / name).mkdir()
    for each in [*folder.glob("official/*.csv"), folder / "ledger.csv", folder / "addresses.txt"]:
        each.unlink()
    for name in ("labels.toml", "differences.toml"):
        (folder / "official" / name).write_text("[calendars]\n[elections]\n[deadlines]\n" * (name == "labels.toml"))
    for n in range(elections // SHARE):
        year = FIRST + n
        (folder / f"elections/{year}.toml").write_text("\n".join([f"year = {year}\n", *_year(year)]))


def _year(year: int) -> Iterator[str]:
    for kind in ("primary", "general"):
        yield f'[[election]]\nid = "{year}-{kind}"\nkind = "{kind}"\ntitle = "{year} {kind}"\nshort = "{year} {kind}"\n'
    for n in range(SHARE - 2):
        day = date(year, 2, 2) + timedelta(days=3 * n)  # every weekday
        title = f"Special election of {year} for Assembly district {n + 1}"
        yield (
            f'[[election]]\nid = "{day}-special-assembly-{n + 1}"\nkind = "special"\ntitle = "{title}"\n'
            f'short = "{year} special, Assembly {n + 1}"\ndate = {day}\ndate_source = "the proclamation"\n'
            f'proclamation = {day - timedelta(days=42)}\nparagraph = "b"\n'
        )


# --- the pages of deadlines, as data -------------------------------------------------------------


def exported(content: Content, site: Path, today: date) -> dict[str, Any]:
    """What the pages of deadlines show: plain words, days and lists, taken from what our templates are given.

    What we make as one string (months, tables, lists of links) is read back from the built pages as rows and cells.
    """
    build = Build(content, tuple(timetable(content)), today, content.site.base_url.rstrip("/") + "/")
    layout = Layout(build)
    details = Details(build, layout.readable)
    ahead = {election.id for election in by_today(build)[0]}
    lists: dict[str, int] = {}  # of the same in other elections: most are on many pages
    return {
        "site": {
            "name": content.site.name,
            "base": build.base_url,
            "today": _day(today),
            "digest": content.digest,
            "disclaimer": content.site.disclaimer,
            "official": content.site.official_calendar,
            "authority": content.site.authority,
            "contact": content.site.contact,
            "webcal": "webcal" + build.base_url.removeprefix("https"),
            "menus": layout.menus,
            "weekdays": [day[:3] for day in (WEEKDAYS[-1], *WEEKDAYS[:-1])],
            "files": [path for path, _ in layout.files],
        },
        "pages": [
            _page(build, layout, details, each, (site / address(each) / "index.html").read_text("utf-8"), lists)
            | {"ahead": each.election.id in ahead}
            for group in alike(build.deadlines)
            for each in group
        ],
        "same": [json.loads(each) for each in lists],
    }


def _day(day: date | None) -> dict[str, str] | None:
    return {"iso": day.isoformat(), "words": in_words(day)} if day else None


def _others(own: str, html: str) -> str:
    (inside,) = re.findall(r'<ul class="same">(.*?)</ul>', html, re.DOTALL)
    found = re.findall(r'<li.*?>(?:<a href="[./]*deadlines/(.*?)/">)?(.*?)(?:</a>)? <span>(.*?)</span></li>', inside)
    return json.dumps([{"id": id_ or own, "short": unescape(short), "day": unescape(day)} for id_, short, day in found])


def _page(
    build: Build, layout: Layout, details: Details, d: Deadline, html: str, lists: dict[str, int]
) -> dict[str, Any]:
    shown, provision = details.of(d), d.provision
    found = (layout.feeds.get(path) for path in (election_path(d.election.id), filing_path(d.filing.id)))
    return {
        "id": d.id,
        "root": "../" * (d.id.count("/") + 2),
        "title": d.title,
        "election": {"id": d.election.id, "title": d.election.entry.title, "day": _day(d.election.date)},
        "filing": {"id": d.filing.id, "title": d.filing.title},
        "status": d.status,
        "citation": d.citation,
        "answer": shown["answer"],
        "linked_data": re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)[0],
        "applies": provision.applies,
        "cautions": [
            {"kind": each.kind, "text": each.text, "source": each.source, "rule": each.rule} for each in d.cautions
        ],
        "receipt": [
            {
                "place": each.place,
                "closes": each.closes_at,
                "postmarked": _day(each.postmarked_by),
                "received": _day(each.received_by),
                "how": next(place.how for place in build.content.law.filing.place if place.id == each.place),
            }
            for each in d.receipt
        ],
        "ends": [
            {
                "name": {"opens": "First day", "closes": "Last day"}[each["which"]],
                "rule": each["rule"],
                "exact": each["end"].rule,
                "reason": each["end"].reason,
                "limits": [_day(limit) for limit in (each["end"].earliest, each["end"].latest) if limit],
                "steps": each["steps"],
            }
            for each in shown["ends"]
        ],
        "questions": [build.content.law.events[need].question for need in d.needs],
        "months": [_month(found) for found in re.findall(r'<div class="month-grid">(.*?)</div>', html)],
        "if_on": [
            {"changes": bool(changes), "when": when, "then": then}
            for changes, when, then in re.findall(
                r'<tr( class="changes")?><th scope="row">(.*?)</th><td>(.*?)</td></tr>', html
            )
        ],
        "law": {
            "href": f"law/{provision.section}/{provision.subdivision}/",
            "text": provision.text,
            "source": provision.source,
            "edition": shown["which_edition"],
            "act": build.content.law.exceptions[d.exception].act if d.exception else None,
        },
        "bases": [each | {"day": _day(each["day"])} for each in shown["depends_on"]],
        "dependents": [each | {"day": _day(each["day"])} for each in shown["depended_on_by"]],
        "same": lists.setdefault(_others(d.id, html), len(lists)),
        "feeds": [{"path": feed.path, "name": feed.name} for feed in found if feed],
    }


def _month(html: str) -> dict[str, Any]:
    caption, body = re.findall(r"<caption>(.*?)</caption>.*<tbody>(.*?)</tbody>", html)[0]
    shut = re.findall(r'<p class="shut">(.*?)</p>', html)
    weeks = [
        [
            {
                "class": kind,
                "span": span,
                "number": re.sub(r" .*|</?s>", "", inside),
                "struck": inside.startswith("<s>"),
                "small": re.findall(r"<small>(.*?)</small>", inside),
                "bold": re.findall(r"<b>(.*?)</b>", inside),
            }
            for kind, span, inside in re.findall(r'<td(?: class="([^"]*)")?(?: colspan="(\d)")?>(.*?)</td>', week)
        ]
        for week in re.findall(r"<tr>(.*?)</tr>", body)
    ]
    return {"caption": caption, "weeks": weeks, "shut": shut[0] if shut else None}


def _main(command: str, folder: str, *rest: str) -> None:
    """`export CONTENT SITE DAY FILE`, or `timetable CONTENT`, which prints seconds, elections and deadlines."""
    content = load(Path(folder))
    if command == "export":
        site, day, file = rest
        data = exported(content, Path(site), date.fromisoformat(day))
        Path(file).write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    else:
        start = perf_counter()
        number = sum(1 for _ in timetable(content))
        print(perf_counter() - start, len(content.elections), number)


if __name__ == "__main__":
    _main(*sys.argv[1:])
