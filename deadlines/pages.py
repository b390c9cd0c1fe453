"""HTML through Jinja2. Templates only lay out; what they show is chosen and worded here."""

import base64
import hashlib
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, partial
from html import unescape
from itertools import groupby
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import jinja2
import markdown
import segno
from markdown.treeprocessors import Treeprocessor
from markupsafe import Markup

from . import cards
from .accuracy import compared
from .corrections import corrections, of_deadline, recent
from .crawlers import About, dataset, head, legislation, robots, sitemap
from .data import upcoming
from .details import Details, governed_by, texts
from .doubts import doubt_id, doubts
from .editions import Editions
from .embeds import embeds
from .ends import date_of, whole
from .feeds import election_path, feeds, filing_path, role_path
from .history import gone
from .law import edition_in_words
from .lists import Row, by_today, dated, grouped
from .model import Build, Caution, Content, Deadline, Election, End, IfOn, Receipt
from .pictures import timeline
from .readable import Readable
from .reader import ContentError
from .search import index
from .tables import (
    MONTHS,
    WEEKDAYS,
    WHICH,
    Section,
    Subdivision,
    clock_in_words,
    in_words,
    lowered,
    sentence,
)
from .timetable import by_event_day

TEMPLATES = Path(__file__).parents[1] / "site_templates"
STATUSES = {
    "depends": "depends on an event",
    "practicable": "as soon as practicable",
    "unknown": "not known",
    "abolished": "abolished",
    "fixed": "",
}
MONTHS_AHEAD = 4  # how many of the months in which something ends or begins the home page lists
File = tuple[str, bytes]  # a path and its bytes
WIDTHS = (960, 640, 340)  # of the pictures: for a desk, a tablet and a phone; the style sheet shows one


@dataclass(frozen=True)
class Month:
    """The rows of a month; `may_move` if that is said of every one of them."""

    first: date
    rows: tuple[Row, ...]
    may_move: bool


def outputs(build: Build) -> Iterator[tuple[str, bytes]]:
    """Every page's path and bytes, and those of the style sheet, the scripts and the search's index."""
    named = {
        _hashed("style.css", (TEMPLATES / "style.css").read_bytes()),
        _hashed("site.js", (TEMPLATES / "site.js").read_bytes()),
        _hashed("search.json", index(build)),
    }
    yield from ((path, raw) for _, path, raw in sorted(named))
    yield "icon.svg", (TEMPLATES / "icon.svg").read_bytes()
    readable = Readable(build.content)
    content, found = build.content, feeds(build)
    env = _environment(build, {name: path for name, path, _ in named}, readable)
    env.globals["subscribable"] = bool(found)

    paths: list[str] = []

    def prose(name: str) -> Markup:
        """A page of prose without its heading."""
        return _markdown(f"{content.folder}/pages/{name}.md", content.pages[name].partition("\n")[2])

    def page(path: str, template: str, card: str = cards.COMMON, about: About | None = None, **shown: Any) -> File:
        root = "../" * path.count("/")
        html = env.get_template(template).render(root=root, path=path, shown_as=card, about=about, **shown)
        if path.endswith(".html"):
            return path, html.encode()
        if template != "embed.html":
            paths.append(path)
        return f"{path}index.html", html.encode()

    coming, past = by_today(build)
    ahead = {election.id for election in coming}
    of_election, of_filing = (
        grouped(build.deadlines, lambda each: each.election.id),
        grouped(build.deadlines, lambda each: each.filing.id),
    )
    rows = [row for row in dated(upcoming(build)) if row.day >= build.today]
    first = [row for row in rows if row.day == rows[0].day]
    months = _months(rows)[:MONTHS_AHEAD]
    accuracy = _accuracy(build)
    yield page("", "home.html", accuracy=accuracy, first=first, months=months, coming=coming)
    following = {each.id: next((row for row in rows if row.deadline.election == each), None) for each in coming}
    yield page("elections/", "elections.html", coming=coming, past=past, following=following)
    editions = Editions(content)
    taken_back = [
        (id, content.ledger.get((id, "closes"), content.ledger.get((id, "opens"), ()))[-1].title)
        for id in gone(content.ledger, {each.id for each in build.deadlines})
    ]
    for id_, election in content.elections.items():
        own = of_election.get(id_, [])
        pictures = [Markup(timeline(election, own, build.today, width)) for width in WIDTHS]
        feed = found.get(election_path(id_))
        withdrawn = [(id, title) for id, title in taken_back if id.startswith(f"{id_}/")]
        calendar: dict[str, Any] = {"withdrawn": withdrawn, "election": election, "feed": feed, "pictures": pictures}
        calendar |= _calendar(own)
        card = cards.ELECTION.format(id_) if id_ in ahead else cards.COMMON
        yield page(f"elections/{id_}/", "election.html", card, **calendar)
        if own:
            path, compared_rows = f"elections/{id_}/compare/", editions.rows(election, own)
            yield page(path, "compare.html", card, election=election, rows=compared_rows)
    yield page("filings/", "filings.html")
    for filing in content.filings.values():
        own = of_filing.get(filing.id, [])
        yield page(
            f"filings/{filing.id}/",
            "filing.html",
            cards.FILING.format(filing.id),
            filing=filing,
            withdrawn=[(id, title) for id, title in taken_back if id.split("/")[1] == filing.id],
            body=_markdown(f"{content.folder}/filings/{filing.id}.md", filing.body),
            feed=found.get(filing_path(filing.id)),
            coming=[each for each in own if each.election.id in ahead],
            past=[each for each in reversed(own) if each.election.id not in ahead],
        )
    details = Details(build, readable)
    if_on = by_event_day(content, [each for each in build.deadlines if each.election.id in ahead])
    for same in grouped(build.deadlines, lambda each: f"{each.filing.id}/{each.provision.case}").values():
        for each, others in zip(same, _others(same), strict=True):
            yield page(
                f"deadlines/{each.id}/",
                "deadline.html",
                cards.ELECTION.format(each.election.id) if each.election.id in ahead else cards.COMMON,
                deadline=each,
                **details.of(each),
                others=others,
                if_on=_runs(if_on.get(each.id, ())),
                changes=of_deadline(content.ledger, each.id),
                election_feed=found.get(election_path(each.election.id)),
                filing_feed=found.get(filing_path(each.filing.id)),
            )
    for id_, _ in taken_back:
        histories = [content.ledger[id_, which] for which in WHICH if (id_, which) in content.ledger]
        yield page(f"deadlines/{id_}/", "withdrawn.html", histories=histories)
    for retired in (each for each in found.values() if each.retired and not each.path.startswith("feeds/roles/")):
        name = retired.name.removeprefix(f"{content.site.name}: ")
        yield page(retired.page, "retired.html", feed=retired, name=name)
    yield page("corrections/", "corrections.html", corrections=corrections(content.ledger))
    yield page(
        "subscribe/",
        "subscribe.html",
        all=[found[path] for path in ("feeds/all.ics", "feeds/all-reminders.ics") if path in found],
        roles=[
            (role, found.get(role_path(role.id)), found.get(role_path(f"{role.id}-reminders")))
            for role in content.site.role
        ],
        filings=[(filing, found.get(filing_path(filing.id))) for filing in content.filings.values()],
        elections=[(election, found.get(election_path(election.id))) for election in [*coming, *past]],
        body=prose("subscribe"),
        code=_code,
    )
    law, governed = content.law, governed_by(build)
    for section in law.sections.values():
        about = legislation(build, section)
        yield page(f"law/{section.id}/", "law.html", about=about, section=section, governed=_governed(build, section))
        for sub in law.subdivisions[section.id]:
            path = f"law/{section.id}/{sub.subdivision}/"
            side_by_side = texts(section, sub, build.today, governed.get((section.id, sub.subdivision), {}))
            about = legislation(build, section, sub)
            yield page(path, "subdivision.html", about=about, section=section, sub=sub, texts=side_by_side)
    yield page("about/method/", "method.html", doubts=doubts(build.deadlines))
    yield page("accuracy/", "accuracy.html", body=prose("accuracy"), **accuracy)
    yield page("terms/", "terms.html", letters=_letters(content), sections=_sections(build))
    yield page("calculator/", "calculator.html", coming=coming, past=past)
    for script in sorted(set(TEMPLATES.glob("*.js")) - {TEMPLATES / "site.js"}):
        yield f"calculator/{script.name}", script.read_bytes()
    yield page("data/", "data.html", about=dataset(build), **_examples(build, if_on))
    frames = list(embeds(build))
    for frame in frames:
        yield page(frame.path, "embed.html", frame=frame)
    codes = _codes(build, coming)
    ahead_of = {id_: [each for each in own if each.election.id in ahead] for id_, own in of_filing.items()}
    choices = [(each, found.get(election_path(each.id))) for each in coming if of_election.get(each.id)]
    yield page("link/", "link.html", elections=choices, of_filing=ahead_of, feeds=found, codes=codes)
    yield from ((path, _code(address).encode()) for path, address in codes.values())
    for name, text in content.pages.items():
        if name in ("subscribe", "accuracy"):  # within pages of their own
            continue
        if f"{name}/" in paths:
            raise ContentError([f"{content.folder}/pages/{name}.md: the site has a page of this address already"])
        yield page(f"{name}/", "prose.html", title=text.partition("\n")[0].lstrip("# "), body=prose(name))
    yield page("404.html", "404.html")
    yield "sitemap.xml", sitemap(build, paths)
    yield "robots.txt", robots(build)


def _codes(build: Build, coming: list[Election]) -> dict[str, tuple[str, str]]:
    """For what /link/ offers, the path of a QR code, and the address that it holds."""
    pages = [f"elections/{each.id}/" for each in coming] + [f"filings/{id_}/" for id_ in build.content.filings]
    pages += [f"subscribe/#{role.id}" for role in build.content.site.role if not role.retired]
    return {page: (f"link/codes/{page.replace('/#', '/').rstrip('/')}.svg", build.base_url + page) for page in pages}


def _examples(build: Build, if_on: Mapping[str, tuple[IfOn, ...]]) -> dict[str, Any]:
    """What the examples on /data/ ask for: a deadline with a last day; one that waits for an event, and an answer."""
    fixed = next((each for each in [*upcoming(build), *build.deadlines] if date_of(each.closes)), None)
    answers = (
        (deadline, answer)
        for deadline in build.deadlines
        for answer in if_on.get(deadline.id, ())
        if answer.closes and not isinstance(answer.event, datetime)
    )
    return {"fixed": fixed, "waiting": next(answers, None)}


def _hashed(name: str, raw: bytes) -> tuple[str, str, bytes]:
    """A file's name, the path that changes with its bytes, and the bytes."""
    stem, _, ending = name.partition(".")
    return name, f"{stem}-{hashlib.sha256(raw).hexdigest()[:8]}.{ending}", raw


def _environment(build: Build, assets: dict[str, str], readable: Readable) -> jinja2.Environment:
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    content, style = build.content, (TEMPLATES / "embed.css").read_text("utf-8")
    env.filters |= {
        "words": in_words,
        "clock": clock_in_words,
        "doubt_id": doubt_id,
        "sentence": sentence,
        "filing_title": lambda filing: content.filings[filing].title.lower(),
        "filing_of": lambda paper: paper.partition("/")[0],
        "iso": lambda day: day.isoformat(),
        "weekday": lambda day: WEEKDAYS[day.weekday()],
        "month": lambda day: MONTHS[day.month - 1],
        "time": cache(lambda day: Markup('<time datetime="{}">{}</time>').format(day.isoformat(), in_words(day))),
        "rule": readable.rule,
        "condition": readable.condition,
        "lowered": lowered,
    }
    env.globals |= {
        "site": content.site,
        "law": content.law,
        "content": content,
        "today": build.today,
        "base_url": build.base_url,
        "webcal": "webcal" + build.base_url[build.base_url.index(":") :],
        "assets": assets,
        "statuses": STATUSES,
        "told": partial(head, build),
        "frame_style": Markup(style),
        "frame_style_hash": base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
        "places": {place.id: place for place in content.law.filing.place},
        "recent": lambda changes: recent(changes, build.today),
        "corrected": lambda deadline: recent(of_deadline(content.ledger, deadline.id), build.today),
        "windows": _windows,
        "usual": lambda deadline: _usual(content, deadline),
        "edition": lambda deadline: edition_in_words(content.law, deadline.provision),
    }
    return env


def _accuracy(build: Build) -> dict[str, Any]:
    """How the dates that boards published agree with the computed ones, by calendar."""
    found = compared(build.content, build.deadlines)
    calendars = [
        (id_, calendar, [each for each in found if each.official.calendar == id_])
        for id_, calendar in build.content.calendars.items()
    ]
    return {"agreed": sum(each.agrees for each in found), "total": len(found), "calendars": calendars}


def _others(same: list[Deadline]) -> Iterator[Markup]:
    """For each of the same deadlines of all elections, the list that links it with the others.

    The list is made once: in a template, for each page anew, it would take a third of a build.
    """
    root = "../" * (same[0].id.count("/") + 2)
    item = Markup('<li><a href="{}deadlines/{}/">{}</a> <span>{}</span></li>')
    days = {each.id: _last_day(each) for each in same}
    items = [item.format(root, each.id, each.election.entry.short, days[each.id]) for each in reversed(same)]
    whole = Markup("").join(items)
    for each, own in zip(same, reversed(items), strict=True):
        here = Markup('<li aria-current="page">{} <span>{}</span></li>').format(
            each.election.entry.short, days[each.id]
        )
        yield Markup(whole.replace(own, here))


def _runs(answers: tuple[IfOn, ...]) -> list[dict[str, Any]]:
    """The answers with days that have the same one joined, and a mark where the kind of answer changes."""
    runs: list[dict[str, Any]] = []
    kind: tuple[bool, str | None] | None = None
    for each in answers:
        same = runs and not isinstance(each.event, datetime)
        if same and (runs[-1]["closes"], runs[-1]["answer"], runs[-1]["settled"]) == (
            each.closes,
            each.answer,
            each.settled,
        ):
            runs[-1]["until"] = each.event
        else:
            changes = kind is not None and kind != (each.settled, each.answer)
            runs.append(
                {"since": each.event, "until": None, "closes": each.closes, "hour": each.hour, "answer": each.answer}
                | {"settled": each.settled, "changes": changes}
            )
        kind = (each.settled, each.answer)
    return runs


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


def _windows(deadline: Deadline) -> list[tuple[Receipt, list[str]]]:
    """What is asked on the last day, and by which places: those that ask the same are put together."""
    found: dict[tuple[Any, ...], tuple[Receipt, list[str]]] = {}
    for each in deadline.receipt:
        asked = (each.closes_at, each.postmarked_by, each.received_by)
        found.setdefault(asked, (each, []))[1].append(each.place)
    return list(found.values())


def _usual(content: Content, deadline: Deadline) -> bool:
    """Whether every place takes the paper until its usual hour, and by mail if it takes any so."""
    places = {place.id: place for place in content.law.filing.place}
    return any(each.postmarked_by for each in deadline.receipt) and all(
        each.closes_at == places[each.place].closes_at for each in deadline.receipt
    )


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


def _governed(build: Build, section: Section) -> dict[str, list[Election]]:
    """The elections that each edition of a section governs."""
    governed: dict[str, list[Election]] = {edition.id: [] for edition in section.edition}
    for election in build.content.elections.values():
        edition = election.edition if section.id == build.content.law.main else election.editions.get(section.id)
        if edition:
            governed[edition].append(election)
    return governed


def _last_day(deadline: Deadline) -> str:
    """A deadline's last day (its first, if it has no last) in a few words, or why it has none."""
    day = (deadline.closes or deadline.opens or End("unknown")).date
    return in_words(whole(day)) if day else STATUSES[deadline.status]


def _code(address: str) -> Markup:
    """A QR code of an address, as an SVG picture. Any mask can be read; to weigh all eight takes ten times as long."""
    drawn = io.BytesIO()
    segno.make(address, error="m", mask=0).save(drawn, kind="svg", xmldecl=False, svgns=True, omitsize=True, nl=False)
    return Markup(drawn.getvalue().decode())


class _OnlySafeLinks(Treeprocessor):
    """Refuses a link or picture whose address is not https, mailto or relative."""

    def run(self, root: Element) -> None:
        for element in root.iter():
            for key in ("href", "src"):
                address = unescape(element.get(key) or "").strip()
                if re.match(r"[^/?#]*:", address) and not re.match(r"(https://|mailto:)", address, re.IGNORECASE):
                    raise ValueError(f"links to {address!r}; expected https, mailto or a relative address")


def _markdown(place: str, text: str) -> Markup:
    """Prose as HTML. Raw HTML in it is shown as it is written, never passed on.

    Raises ContentError for a link that is no https, mailto or relative address.
    """
    converter = markdown.Markdown(extensions=["tables", "sane_lists"], output_format="html")
    converter.preprocessors.deregister("html_block")
    converter.inlinePatterns.deregister("html")
    converter.treeprocessors.register(_OnlySafeLinks(converter), "only-safe-links", 0)
    try:
        return Markup(converter.convert(text))  # the converter has escaped it
    except ValueError as error:
        raise ContentError([f"{place}: {error}"]) from None
