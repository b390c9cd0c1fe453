"""All pages but those of deadlines. Templates only lay out; what they show is chosen and worded here."""

import io
from collections.abc import Container, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from itertools import chain, groupby
from typing import Any

import segno
from markupsafe import Markup

from . import cards, deadline_pages, law_pages
from .accuracy import compared
from .corrections import corrections
from .crawlers import dataset, robots, sitemap
from .data import upcoming
from .doubts import doubts
from .editions import Editions
from .embeds import embeds
from .feeds import election_path, filing_path, role_path
from .history import gone
from .law_tables import Section, Subdivision
from .layout import TEMPLATES, File, Layout, from_markdown
from .lists import Row, by_today, dated, grouped
from .model import Build, Caution, Content, Deadline, Election, date_of
from .pictures import timeline
from .reader import ContentError
from .timetable import by_event_day
from .vocabulary import WHICH

MONTHS_AHEAD = 4  # how many of the months in which something ends or begins the home page lists
WIDTHS = (960, 640, 340)  # of the pictures: for a desk, a tablet and a phone; the style sheet shows one


@dataclass(frozen=True)
class Month:
    """The rows of a month; `may_move` if that is said of every one of them."""

    first: date
    rows: tuple[Row, ...]
    may_move: bool


def outputs(build: Build) -> Iterator[File]:
    """Every page but those of deadlines, what all pages load, and the sitemap of them all."""
    layout = Layout(build)
    taken_back = _taken_back(build)
    pages = [*_home(build, layout), *_elections(build, layout, taken_back), *_filings(build, layout, taken_back)]
    paths = [_address(path) for path, _ in pages]
    paths += [deadline_pages.address(each) for same in deadline_pages.alike(build.deadlines) for each in same]
    further = [
        *_withdrawn(build, layout, taken_back),
        *_subscribe(build, layout),
        *law_pages.outputs(build, layout),
        *_about(build, layout),
        *_reuse(build, layout),
    ]
    paths += [_address(path) for path, _ in further]
    prose = list(_prose(build, layout, paths))
    paths += [_address(path) for path, _ in prose]
    yield from chain(layout.files, pages, further, prose, _frames(build, layout), _scripts())
    yield from ((path, partial(_code, address)) for path, address in _codes(build).values())
    yield layout.page("404.html", "404.html")
    yield "sitemap.xml", lambda: sitemap(build, paths)
    yield "robots.txt", lambda: robots(build)


def _address(path: str) -> str:
    return path.removesuffix("index.html")


def _taken_back(build: Build) -> list[tuple[str, str]]:
    """The ids and titles of deadlines that were published and are no longer computed."""
    ledger = build.content.ledger
    ids = gone(ledger, {each.id for each in build.deadlines})
    return [(id, ledger.get((id, "closes"), ledger.get((id, "opens"), ()))[-1].title) for id in ids]


def _home(build: Build, layout: Layout) -> Iterator[File]:
    """What is next, by day and by election."""
    coming, past = by_today(build)
    rows = [row for row in dated(upcoming(build)) if row.day >= build.today]
    first = [row for row in rows if row.day == rows[0].day]
    months = _months(rows)[:MONTHS_AHEAD]
    yield layout.page("", "home.html", accuracy=_accuracy(build), first=first, months=months, coming=coming)
    following = {each.id: next((row for row in rows if row.deadline.election == each), None) for each in coming}
    yield layout.page("elections/", "elections.html", coming=coming, past=past, following=following)


def _elections(build: Build, layout: Layout, taken_back: list[tuple[str, str]]) -> Iterator[File]:
    """Each election's calendar, and its deadlines under each edition of the main section."""
    ahead = {election.id for election in by_today(build)[0]}
    of_election = grouped(build.deadlines, lambda each: each.election.id)
    editions = Editions(build.content)
    for id_, election in build.content.elections.items():
        own = of_election.get(id_, [])
        card = cards.ELECTION.format(id_) if id_ in ahead else cards.COMMON
        yield layout.page(
            f"elections/{id_}/",
            "election.html",
            card,
            late=partial(_shown, build, election, own),
            election=election,
            withdrawn=[(id, title) for id, title in taken_back if id.startswith(f"{id_}/")],
            feed=layout.feeds.get(election_path(id_)),
        )
        if own:
            rows = partial(editions.rows, election, own)
            yield layout.page(f"elections/{id_}/compare/", "compare.html", card, election=election, rows=rows)


def _shown(build: Build, election: Election, own: list[Deadline]) -> dict[str, Any]:
    """What an election's page shows: its calendar, and the picture of it in each width."""
    pictures = [Markup(timeline(election, own, build.today, width)) for width in WIDTHS]
    return {"pictures": pictures, **_calendar(own)}


def _filings(build: Build, layout: Layout, taken_back: list[tuple[str, str]]) -> Iterator[File]:
    """What each paper is, and its deadlines in every election."""
    content = build.content
    ahead = {election.id for election in by_today(build)[0]}
    of_filing = grouped(build.deadlines, lambda each: each.filing.id)
    yield layout.page("filings/", "filings.html")
    for filing in content.filings.values():
        own = of_filing.get(filing.id, [])
        yield layout.page(
            f"filings/{filing.id}/",
            "filing.html",
            cards.FILING.format(filing.id),
            filing=filing,
            withdrawn=[(id, title) for id, title in taken_back if id.split("/")[1] == filing.id],
            body=partial(from_markdown, f"{content.folder}/filings/{filing.id}.md", filing.body),
            feed=layout.feeds.get(filing_path(filing.id)),
            coming=[each for each in own if each.election.id in ahead],
            past=[each for each in reversed(own) if each.election.id not in ahead],
        )


def _withdrawn(build: Build, layout: Layout, taken_back: list[tuple[str, str]]) -> Iterator[File]:
    """At the addresses of what is no more: what it was, and what was corrected since."""
    ledger = build.content.ledger
    for id_, _ in taken_back:
        histories = [ledger[id_, which] for which in WHICH if (id_, which) in ledger]
        yield layout.page(f"deadlines/{id_}/", "withdrawn.html", histories=histories)
    for feed in layout.feeds.values():
        if feed.retired and not feed.path.startswith("feeds/roles/"):
            name = feed.name.removeprefix(f"{build.content.site.name}: ")
            yield layout.page(feed.page, "retired.html", feed=feed, name=name)
    yield layout.page("corrections/", "corrections.html", corrections=corrections(ledger))


def _subscribe(build: Build, layout: Layout) -> Iterator[File]:
    """Every feed, and how programs take it."""
    content, found = build.content, layout.feeds
    coming, past = by_today(build)
    yield layout.page(
        "subscribe/",
        "subscribe.html",
        all=[found[path] for path in ("feeds/all.ics", "feeds/all-reminders.ics") if path in found],
        roles=[
            (role, found.get(role_path(role.id)), found.get(role_path(f"{role.id}-reminders")))
            for role in content.site.role
        ],
        filings=[(filing, found.get(filing_path(filing.id))) for filing in content.filings.values()],
        elections=[(election, found.get(election_path(election.id))) for election in [*coming, *past]],
        body=layout.prose("subscribe"),
        code=lambda address: Markup(_code(address).decode()),
    )


def _about(build: Build, layout: Layout) -> Iterator[File]:
    """How far the dates can be relied on, what the words mean, and the calculator."""
    coming, past = by_today(build)
    yield layout.page("about/method/", "method.html", doubts=doubts(build.deadlines))
    yield layout.page("accuracy/", "accuracy.html", body=layout.prose("accuracy"), **_accuracy(build))
    yield layout.page("terms/", "terms.html", letters=_letters(build.content), sections=_sections(build))
    yield layout.page("calculator/", "calculator.html", coming=coming, past=past)


def _reuse(build: Build, layout: Layout) -> Iterator[File]:
    """The open data, and what other sites can take."""
    coming = by_today(build)[0]
    ahead = {election.id for election in coming}
    of_filing = grouped((each for each in build.deadlines if each.election.id in ahead), lambda each: each.filing.id)
    with_deadlines = {each.election.id for each in build.deadlines}
    yield layout.page("data/", "data.html", about=dataset(build), **_examples(build))
    yield layout.page(
        "link/",
        "link.html",
        elections=[(each, layout.feeds.get(election_path(each.id))) for each in coming if each.id in with_deadlines],
        of_filing=of_filing,
        feeds=layout.feeds,
        codes=_codes(build),
    )


def _prose(build: Build, layout: Layout, taken: Container[str]) -> Iterator[File]:
    """The pages of `content/pages/` that are none of those above."""
    content = build.content
    for name, text in content.pages.items():
        if name in ("subscribe", "accuracy"):  # within pages of their own
            continue
        if f"{name}/" in taken:
            raise ContentError([f"{content.folder}/pages/{name}.md: the site has a page of this address already"])
        title = text.partition("\n")[0].lstrip("# ")
        yield layout.page(f"{name}/", "prose.html", title=title, body=layout.prose(name))


def _frames(build: Build, layout: Layout) -> Iterator[File]:
    return (layout.page(frame.path, "embed.html", frame=frame) for frame in embeds(build))


def _scripts() -> Iterator[File]:
    """The calculator's modules."""
    for script in sorted(set(TEMPLATES.glob("*.js")) - {TEMPLATES / "site.js"}):
        yield f"calculator/{script.name}", script.read_bytes


def _codes(build: Build) -> dict[str, tuple[str, str]]:
    """For what /link/ offers, the path of a QR code, and the address that it holds."""
    pages = [f"elections/{each.id}/" for each in by_today(build)[0]] + [
        f"filings/{id_}/" for id_ in build.content.filings
    ]
    pages += [f"subscribe/#{role.id}" for role in build.content.site.role if not role.retired]
    return {page: (f"link/codes/{page.replace('/#', '/').rstrip('/')}.svg", build.base_url + page) for page in pages}


def _examples(build: Build) -> dict[str, Any]:
    """What the examples on /data/ ask for: a deadline with a last day; one that waits for an event, and an answer."""
    fixed = next((each for each in [*upcoming(build), *build.deadlines] if date_of(each.closes)), None)
    ahead = {election.id for election in by_today(build)[0]}
    answers = (
        (deadline, answer)
        for deadline in build.deadlines
        if deadline.election.id in ahead
        for answer in by_event_day(build.content, [deadline]).get(deadline.id, ())
        if answer.closes and not isinstance(answer.event, datetime)
    )
    return {"fixed": fixed, "waiting": next(answers, None)}


def _accuracy(build: Build) -> dict[str, Any]:
    """How the dates that boards published agree with the computed ones, by calendar."""
    found = compared(build.content, build.deadlines)
    calendars = [
        (id_, calendar, [each for each in found if each.official.calendar == id_])
        for id_, calendar in build.content.calendars.items()
    ]
    return {"agreed": sum(each.agrees for each in found), "total": len(found), "calendars": calendars}


def _months(rows: list[Row]) -> list[Month]:
    """Rows, which are in order, by their month."""
    months = []
    for first, group in groupby(rows, key=lambda row: row.day.replace(day=1)):
        own = tuple(group)
        months.append(Month(first, own, all(_may_move(row.deadline) for row in own)))
    return months


def _may_move(deadline: Deadline) -> bool:
    return any(caution.kind == "may-move" for caution in deadline.cautions)


def _calendar(own: list[Deadline]) -> dict[str, Any]:
    """An election's deadlines by date and by kind, and its doubts, numbered as the page meets them."""
    rows = dated(own)
    undated = [each for each in own if not any(end.date for _, end in each.ends)]
    doubts: dict[Caution, int] = {}
    for deadline in [row.deadline for row in rows] + undated:
        for caution in deadline.cautions:
            if caution.kind != "may-move":  # said once for the whole election
                doubts.setdefault(caution, len(doubts) + 1)
    kinds = [list(group) for _, group in groupby(own, key=lambda each: each.filing.id)]
    return {"months": _months(rows), "kinds": kinds, "undated": undated, "doubts": doubts}


def _letters(content: Content) -> list[tuple[str, list[tuple[str, str, Any]]]]:
    """The index from A to Z: under each letter its terms, other names and papers, as (name, what it is, which)."""
    terms, papers = content.terms, content.filings.values()
    titles = {term.title for term in terms}
    named: list[tuple[str, str, Any]] = [(term.title, "term", term) for term in terms]
    named += [(each.title, "paper", each) for each in papers if each.title not in titles]
    taken = {name for name, _, _ in named}
    named += [(name, "see", term) for term in terms for name in term.also if name not in taken]
    named.sort(key=lambda each: each[0].casefold())
    return [(letter, list(group)) for letter, group in groupby(named, key=lambda each: each[0][0].upper())]


def _sections(build: Build) -> list[tuple[Section, list[tuple[Subdivision, list[str]]]]]:
    """Each section's subdivisions, with the filings whose days they set."""
    filings: dict[tuple[str, str], dict[str, None]] = {}
    for each in build.deadlines:
        filings.setdefault((each.provision.section, each.provision.subdivision), {})[each.filing.id] = None
    law = build.content.law
    return [
        (section, [(sub, list(filings.get((id_, sub.subdivision), ()))) for sub in law.subdivisions[id_]])
        for id_, section in law.sections.items()
    ]


def _code(address: str) -> bytes:
    """A QR code of an address, as an SVG picture. Any mask can be read; to weigh all eight takes ten times as long."""
    drawn = io.BytesIO()
    segno.make(address, error="m", mask=0).save(drawn, kind="svg", xmldecl=False, svgns=True, omitsize=True, nl=False)
    return drawn.getvalue()
