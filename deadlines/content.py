"""content/ -> records. Every mistake is found before anything is computed, and named by file and key."""

import re
from collections.abc import Mapping
from datetime import date
from itertools import pairwise
from pathlib import Path

from . import consistency, wording
from . import law as laws
from .expressions import RuleError, parse
from .history import read_addresses, read_ledger
from .law_tables import (
    Doubt,
    ElectionDays,
    Events,
    Exception_,
    FilingLaw,
    Holidays,
    Section,
    SpecialElections,
    Subdivision,
)
from .model import Content, Election, Law, Provision
from .official import check_differences, official_dates
from .reader import ContentError, Reader
from .rules import Environment, evaluate
from .tables import Differences, ElectionEntry, Filing, Labels, Site, Term, Terms, Year

PRIMARIES = ("primary", "presidential-primary")


def load(folder: Path) -> Content:
    """Everything in a content folder, checked. Raises ContentError with every mistake there is."""
    reader = Reader(folder)
    folder = reader.folder
    if not folder.is_dir():
        raise ContentError([f"{folder}: there is no such folder"])
    site = reader.toml(folder / "site.toml", Site)
    filings = {each.id: each for each in _filings(reader)}
    law = _law(reader, site, filings) if site else None
    years = list(reader.tomls("elections", Year))
    labels = reader.toml(folder / "official/labels.toml", Labels)
    differences = reader.toml(folder / "official/differences.toml", Differences)
    terms = reader.toml(folder / "terms.toml", Terms)
    pages = {path.stem: reader.text(path) or "" for path in reader.files("pages", "*.md")}
    rows = [(path, reader.text(path) or "") for path in reader.files("official", "*.csv")]
    ledger, addresses = read_ledger(reader), read_addresses(reader)
    for page in pages:
        if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", page):
            reader.wrong(
                f"{folder.name}/pages/{page}.md", "a page's name is its address: small letters, digits, hyphens"
            )
    for page in ("about", "accuracy", "subscribe"):  # the pages that every page links to
        if not pages.get(page, "").strip():
            reader.wrong(f"{folder.name}/pages/{page}.md", "is missing or empty")
    reader.stop_if_wrong()
    assert site is not None
    assert law is not None
    assert labels is not None
    assert terms is not None

    in_order = _terms(reader, terms, filings)
    consistency.check_days(reader, law, {year.year for _, year in years})
    reader.stop_if_wrong()
    elections = _elections(reader, law, years)
    reader.stop_if_wrong()
    consistency.check_exceptions(reader, law, filings, elections)
    reader.stop_if_wrong()
    consistency.check_names(reader, law, filings, elections)
    consistency.check_roles(reader, site, law.filing, filings)
    official = tuple(official_dates(reader, labels, rows, elections))
    check_differences(reader, differences.difference if differences else (), official)
    reader.stop_if_wrong()
    return Content(
        folder=folder.name,
        site=site,
        law=law,
        elections=elections,
        filings=filings,
        pages=pages,
        terms=in_order,
        calendars=labels.calendars,
        official=official,
        differences=differences.difference if differences else (),
        ledger=ledger,
        addresses=addresses,
        digest=reader.digest,
    )


# --- filings -------------------------------------------------------------------------------------


def _filings(reader: Reader) -> list[Filing]:
    found = []
    for path in reader.files("filings", "*.md"):
        text = reader.text(path)
        if text is None:
            continue
        parts = re.fullmatch(r"\+\+\+\n(.*?\n)\+\+\+\n(.*)", text, re.DOTALL)
        if not parts:
            reader.wrong(reader.name(path), "begins with no TOML between two lines of +++")
            continue
        head = f"id = {path.stem!r}\nbody = ''\n{parts[1]}"
        filing = reader.toml(path, Filing, head)
        if filing:
            found.append(filing.model_copy(update={"body": parts[2]}))
            if filing.id in ("opens", "closes") or {"opens", "closes"} & set(filing.cases):
                reader.wrong(reader.name(path), "no filing or case is called opens or closes")
    found.sort(key=lambda filing: (filing.order, filing.id))
    for before, after in pairwise(found):
        if before.order == after.order:
            reader.wrong(f"{reader.folder.name}/filings/{after.id}.md: order", f"is that of {before.id} too")
    return found


def _terms(reader: Reader, terms: Terms, filings: Mapping[str, Filing]) -> tuple[Term, ...]:
    """The terms by the alphabet, once each is one of a kind and its filings are known."""
    ids = [term.id for term in terms.term]
    for n, term in enumerate(terms.term):
        place = f"{reader.folder.name}/terms.toml: term[{n}]"
        if term.id in ids[:n]:
            reader.wrong(f"{place}.id", f"{term.id!r} is the id of another term too")
        for each in set(term.filings) - set(filings):
            reader.wrong(f"{place}.filings", f"no filing has the id {each!r}")
    return tuple(sorted(terms.term, key=lambda term: term.title.casefold()))


# --- the law -------------------------------------------------------------------------------------


def _law(reader: Reader, site: Site, filings: Mapping[str, Filing]) -> Law | None:
    folder = reader.folder / "law"
    holidays = reader.toml(folder / "holidays.toml", Holidays)
    filing = reader.toml(folder / "filing.toml", FilingLaw)
    election_days = reader.toml(folder / "election-days.toml", ElectionDays)
    events = reader.toml(folder / "events.toml", Events)
    special_elections = reader.toml(folder / "special-elections.toml", SpecialElections)
    exceptions = dict(reader.tomls("law/exceptions", Exception_))
    sections: dict[str, Section] = {}
    subdivisions: dict[str, tuple[Subdivision, ...]] = {}
    provisions: dict[tuple[str, str], tuple[Provision, ...]] = {}
    for path, section in reader.tomls("law", Section, "*/section.toml"):
        subs = list(reader.tomls(f"law/{path.parent.name}", Subdivision, "[0-9]*.toml"))
        wrong = len(reader.mistakes)
        consistency.check_section(reader, path, section, subs, filings)
        if len(reader.mistakes) > wrong:
            continue
        sections[section.id] = section
        subdivisions[section.id] = tuple(sorted((sub for _, sub in subs), key=_subdivision_order))
        found = laws.provisions(section, [(reader.name(path), sub) for path, sub in subs])
        provisions |= {(section.id, edition): each for edition, each in found.items()}
    if site.section not in sections and not reader.mistakes:
        reader.wrong(f"{reader.folder.name}/site.toml: section", f"law/{site.section} has no section.toml")
    if reader.mistakes or not (holidays and filing and election_days and events and special_elections):
        return None
    for path, exception in exceptions.items():
        if exception.id != path.stem:
            reader.wrong(f"{reader.name(path)}: id", f"found {exception.id!r}; it is the file's name, {path.stem!r}")
    consistency.check_sentences(reader, provisions, holidays, election_days, events)
    return Law(
        f"{reader.folder.name}/law",
        site.section,
        dict(sorted(sections.items(), key=lambda pair: _section_order(pair[0]))),
        subdivisions,
        provisions,
        {each.id: each for each in exceptions.values()},
        holidays,
        filing,
        election_days,
        {each.name: each for each in events.event},
        special_elections,
    )


def _section_order(section: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdigit() else 0 for part in section.split("-"))


def _subdivision_order(sub: Subdivision) -> tuple[int, str]:
    number, _, letter = sub.subdivision.partition("-")
    return int(number), letter


# --- elections -----------------------------------------------------------------------------------


def election_day(election_days: ElectionDays, kind: str, year: int) -> tuple[date, str] | None:
    """The day the law gives an election of this kind, and why; none where it has no rule for it."""
    for day in election_days.day:
        if day.kind == kind and (day.first_year or year) <= year <= (day.last_year or year):
            found = evaluate(parse(day.rule), Environment(year)).day
            if found is None:
                raise RuleError(f"{day.rule!r} gives no day")
            words = wording.QUOTED if day.basis == "verbatim" else wording.NOT_QUOTED
            return found, words.format(text=day.text, cite=day.cite)
    return None


def _notice(law: Law, entry: ElectionEntry) -> str | None:
    """That a special election's day lies outside the statute's span if it does."""
    if not (entry.proclamation and entry.date):
        return None
    first_appointed = date.fromisoformat(entry.id[:10])  # the id keeps it when the election moves
    days = (first_appointed - entry.proclamation).days
    for span in law.special_elections.span:
        on_time = (span.first or date.min) <= entry.proclamation <= (span.last or date.max)
        if on_time and span.paragraph in (None, entry.paragraph) and not span.least <= days <= span.most:
            found = f"Held {days} days after the proclamation; {law.special_elections.cite} says"
            return f"{found} {span.least} to {span.most} days. {law.special_elections.exception}."
    return None


def edition_on(section: Section, day: date) -> str:
    """The edition of a section that is in force on a day; its spans cover every day."""
    return next(
        edition.id
        for edition in section.edition
        for span in edition.spans
        if (span.first or date.min) <= day <= (span.last or date.max)
    )


def editions_on(law: Law, day: date) -> dict[str, str]:
    """The edition of every section that is in force on a day."""
    return {id_: edition_on(section, day) for id_, section in law.sections.items()}


def _elections(reader: Reader, law: Law, years: list[tuple[Path, Year]]) -> dict[str, Election]:
    entries: dict[str, tuple[str, int, ElectionEntry, Doubt | None]] = {}
    for path, year in years:
        name = reader.name(path)
        if path.stem != str(year.year):
            reader.wrong(f"{name}: year", f"found {year.year}; the file is called {path.name}")
        may_move = year.may_move
        ids = [entry.id for entry in year.election]
        for id_ in set(may_move.elections if may_move else ()) - set(ids):
            reader.wrong(f"{name}: may_move.elections", f"no election of this file has the id {id_!r}")
        for n, entry in enumerate(year.election):
            place = f"{name}: election[{n}]"
            if entry.id in entries:
                reader.wrong(
                    f"{place}.id", f"{entry.id!r} is the id of another election too, at {entries[entry.id][0]}"
                )
            doubt = may_move if may_move and entry.id in may_move.elections else None
            entries[entry.id] = (place, year.year, entry, doubt)
    found = {}
    for place, number, entry, reason in entries.values():
        election = _election(reader, law, place, number, entry, reason)
        if election:
            found[election.id] = election
    for election in found.values():
        place = entries[election.id][0]
        if election.primary and (election.primary not in found or found[election.primary].kind not in PRIMARIES):
            reader.wrong(f"{place}.primary", f"{election.primary!r} is no primary that is configured")
    return dict(sorted(found.items(), key=lambda pair: (pair[1].date or date.max, pair[1].year, pair[0])))


def _election(
    reader: Reader, law: Law, place: str, year: int, entry: ElectionEntry, doubt: Doubt | None
) -> Election | None:
    wrong = len(reader.mistakes)
    special = entry.kind == "special"
    by_day = rf"{year}-\d\d-\d\d-{entry.kind}" + ("-[a-z0-9-]+" if special else "")
    if not (re.fullmatch(by_day, entry.id) or (entry.id == f"{year}-{entry.kind}" and not special)):
        expected = f"{year}-MM-DD-special-SEAT" if special else f"{year}-{entry.kind} or {year}-MM-DD-{entry.kind}"
        reader.wrong(f"{place}.id", f"found {entry.id!r}; expected {expected}")
    paragraphs = [each.id for each in law.special_elections.paragraph]
    for key in ("proclamation", "paragraph", "date"):
        if special and getattr(entry, key) is None and (key != "paragraph" or paragraphs):
            reader.wrong(f"{place}.{key}", "a special election has this key")
        if not special and key != "date" and getattr(entry, key) is not None:
            reader.wrong(f"{place}.{key}", "only a special election has this key")
    if entry.paragraph and entry.paragraph not in paragraphs:
        reader.wrong(f"{place}.paragraph", f"found {entry.paragraph!r}; there are {', '.join(paragraphs)}")
    if re.fullmatch(by_day, entry.id):
        try:
            date.fromisoformat(entry.id[:10])
        except ValueError:
            reader.wrong(f"{place}.id", f"found {entry.id!r}; there is no day {entry.id[:10]}")
    if entry.date and entry.date.year != year:
        reader.wrong(f"{place}.date", f"found {entry.date}; the file is of {year}")
    if entry.date and not entry.date_source:
        reader.wrong(f"{place}.date_source", "a day that election-days.toml does not give has its source")
    if entry.proclamation and entry.date and entry.proclamation >= entry.date:
        message = f"found {entry.proclamation}; a proclamation comes before its election, {entry.date}"
        reader.wrong(f"{place}.proclamation", message)
    known = [edition.id for edition in law.section.edition]
    if entry.edition is not None and entry.edition not in known:
        reader.wrong(f"{place}.edition", f"no edition is called {entry.edition!r}; there are {', '.join(known)}")
    places = [each.id for each in law.filing.place]
    for each in set(entry.filed_with) - set(places):
        reader.wrong(f"{place}.filed_with", f"no place is called {each!r}; there are {', '.join(places)}")

    election = election_of(law, year, entry, doubt)
    if election.date is None and not entry.no_deadlines:
        reader.wrong(f"{place}.no_deadlines", "an election without a day says why it has no deadlines")
    return election if len(reader.mistakes) == wrong else None


def election_of(law: Law, year: int, entry: ElectionEntry, may_move: Doubt | None = None) -> Election:
    """An election of a year as its entry says, with its day and the editions that govern it.

    A special election is governed by those in force at its proclamation. The day is none where
    neither the entry nor the law names one.
    """
    by_law = election_day(law.election_days, entry.kind, year)
    day, why = (entry.date, entry.date_source or "") if entry.date else by_law or (None, "no act has named its day")
    governs = entry.proclamation or day
    editions = editions_on(law, governs) if governs else {}
    edition = entry.edition or editions.get(law.main)
    if entry.kind == "special":
        primary = None
    elif entry.kind in PRIMARIES:
        primary = entry.id
    else:
        primary = entry.primary or f"{year}-primary"
    filed_with = tuple(entry.filed_with or [place.id for place in law.filing.place])
    return Election(entry, year, day, why, edition, editions, primary, may_move, filed_with, _notice(law, entry))
