"""content/ -> records. Every mistake is found before anything is computed, and named by file and key."""

import csv
import hashlib
import io
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from . import law as laws
from .model import (
    Content,
    Doubt,
    Election,
    ElectionDays,
    ElectionEntry,
    Events,
    Exception_,
    Filing,
    FilingLaw,
    Holidays,
    Labels,
    Law,
    OfficialDate,
    Provision,
    Section,
    Site,
    Subdivision,
    Which,
    Year,
)
from .rules import Environment, Named, RuleError, end_name, evaluate, names, parse, parse_condition

R = TypeVar("R", bound=BaseModel)
WHICH: tuple[Which, Which] = ("opens", "closes")
PRIMARIES = ("primary", "presidential-primary")


class ContentError(Exception):
    """Mistakes in the content, each a line that begins with its file and key."""

    def __init__(self, mistakes: list[str]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes


class Reader:
    """Reads the files of a content folder, and collects the mistakes in them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mistakes: list[str] = []
        self._hash = hashlib.sha256()

    def name(self, path: Path) -> str:
        """A file as messages name it: from the content folder's own name on."""
        return f"{self.folder.name}/{path.relative_to(self.folder).as_posix()}"

    def wrong(self, place: str, message: str) -> None:
        self.mistakes.append(f"{place}: {message}")

    def stop_if_wrong(self) -> None:
        if self.mistakes:
            raise ContentError(sorted(set(self.mistakes)))

    def text(self, path: Path) -> str | None:
        try:
            found = path.read_bytes()
            self._hash.update(f"{self.name(path)}\0{len(found)}\0".encode() + found)
            return found.decode("utf-8").replace("\r\n", "\n")
        except FileNotFoundError:
            self.wrong(self.name(path), "this file is missing")
        except (OSError, UnicodeDecodeError) as error:
            self.wrong(self.name(path), f"cannot be read: {error}")
        return None

    def toml(self, path: Path, record: type[R], source: str | None = None) -> R | None:
        """The record a TOML file holds (or a text already read from it)."""
        text = self.text(path) if source is None else source
        if text is None:
            return None
        try:
            return record.model_validate(tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            self.wrong(self.name(path), f"is not TOML: {error}")
        except ValidationError as error:
            for each in error.errors():
                self.wrong(f"{self.name(path)}: {_key(each['loc'])}", _complaint(each))
        return None

    def tomls(self, folder: str, record: type[R], pattern: str = "*.toml") -> Iterator[tuple[Path, R]]:
        for path in sorted((self.folder / folder).glob(pattern)):
            found = self.toml(path, record)
            if found is not None:
                yield path, found

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()[:16]


def _key(location: tuple[int | str, ...]) -> str:
    """`text[1].deadline[0].closes`"""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location).lstrip(".")


def _complaint(error: Any) -> str:
    found = repr(error["input"])
    found = found if len(found) <= 80 else found[:77] + "..."
    match error["type"]:
        case "extra_forbidden":
            return f"unknown key (its value is {found})"
        case "missing":
            return "this key is missing"
        case _:
            return f"found {found}; {error['msg'][0].lower()}{error['msg'][1:]}"


def load(folder: Path) -> Content:
    """Everything in a content folder, checked. Raises ContentError with every mistake there is."""
    reader = Reader(folder)
    site = reader.toml(folder / "site.toml", Site)
    filings = {each.id: each for each in _filings(reader)}
    law = _law(reader, site, filings) if site else None
    years = list(reader.tomls("elections", Year))
    labels = reader.toml(folder / "official/labels.toml", Labels)
    pages = {path.stem: reader.text(path) or "" for path in sorted((folder / "pages").glob("*.md"))}
    rows = [(path, reader.text(path) or "") for path in sorted((folder / "official").glob("*.csv"))]
    reader.stop_if_wrong()
    assert site is not None
    assert law is not None
    assert labels is not None

    elections = _elections(reader, law, years)
    reader.stop_if_wrong()
    _check_exceptions(reader, law, filings, elections)
    reader.stop_if_wrong()
    _check_names(reader, law, elections)
    official = tuple(_official(reader, labels, rows, elections))
    reader.stop_if_wrong()
    return Content(site, law, elections, filings, pages, official, reader.digest)


# --- filings -------------------------------------------------------------------------------------


def _filings(reader: Reader) -> list[Filing]:
    found = []
    for path in sorted((reader.folder / "filings").glob("*.md")):
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


def _check_filing(reader: Reader, place: str, filing: str, case: str | None, filings: Mapping[str, Filing]) -> None:
    if filing not in filings:
        reader.wrong(f"{place}.filing", f"no filing is called {filing!r} (content/filings has no such page)")
    elif case and case not in filings[filing].cases:
        known = ", ".join(filings[filing].cases) or "none"
        reader.wrong(f"{place}.case", f"{filing} has no case {case!r}; it has {known}")


# --- the law -------------------------------------------------------------------------------------


def _law(reader: Reader, site: Site, filings: Mapping[str, Filing]) -> Law | None:
    folder = reader.folder / "law"
    holidays = reader.toml(folder / "holidays.toml", Holidays)
    filing = reader.toml(folder / "filing.toml", FilingLaw)
    election_days = reader.toml(folder / "election-days.toml", ElectionDays)
    events = reader.toml(folder / "events.toml", Events)
    exceptions = dict(reader.tomls("law/exceptions", Exception_))
    section = reader.toml(folder / site.section / "section.toml", Section)
    subs = list(reader.tomls(f"law/{site.section}", Subdivision, "[0-9]*.toml"))
    if reader.mistakes or not (holidays and filing and election_days and events and section):
        return None
    _check_section(reader, section, subs, filings)
    reader.stop_if_wrong()
    provisions = laws.provisions(section, tuple((reader.name(path), sub) for path, sub in subs))
    for path, exception in exceptions.items():
        if exception.id != path.stem:
            reader.wrong(f"{reader.name(path)}: id", f"found {exception.id!r}; it is the file's name, {path.stem!r}")
    _check_sentences(reader, provisions, holidays, election_days, events)
    return Law(
        section,
        tuple(sorted((sub for _, sub in subs), key=_subdivision_order)),
        provisions,
        {each.id: each for each in exceptions.values()},
        holidays,
        filing,
        election_days,
        {each.name: each for each in events.event},
    )


def _subdivision_order(sub: Subdivision) -> tuple[int, str]:
    number, _, letter = sub.subdivision.partition("-")
    return int(number), letter


def _check_section(
    reader: Reader, section: Section, subs: list[tuple[Path, Subdivision]], filings: Mapping[str, Filing]
) -> None:
    place = f"{reader.folder.name}/law/{section.id}/section.toml"
    spans = sorted(
        (span.first or date.min, span.last or date.max, edition.id)
        for edition in section.edition
        for span in edition.spans
    )
    if not spans or spans[0][0] != date.min:
        reader.wrong(f"{place}: edition", "no edition is in force from the beginning (a span without `from`)")
    if spans and spans[-1][1] != date.max:
        reader.wrong(f"{place}: edition", f"no edition is in force after {spans[-1][1]} (a span without `to`)")
    for (_, last, before), (first, _, after) in pairwise(spans):
        if first <= last:
            reader.wrong(f"{place}: edition", f"{before} and {after} are both in force on {first}")
        elif first != last + timedelta(days=1):
            reader.wrong(f"{place}: edition", f"no edition is in force between {last} ({before}) and {first} ({after})")

    known = [edition.id for edition in section.edition]
    for sub_path, sub in subs:
        place = reader.name(sub_path)
        if not re.fullmatch(r"\d+(-[a-z])?", sub.subdivision):
            reader.wrong(f"{place}: subdivision", f"found {sub.subdivision!r}; expected one like 1 or 1-b")
        covered = [edition for text in sub.text for edition in text.editions]
        for edition in known:
            if covered.count(edition) != 1:
                times = "no text" if edition not in covered else "more than one text"
                reader.wrong(f"{place}: text", f"edition {edition} has {times} (absent = true says that it lacks it)")
        for t, text in enumerate(sub.text):
            here = f"{place}: text[{t}]"
            for edition in set(text.editions) - set(known):
                reader.wrong(f"{here}.editions", f"no edition is called {edition!r}; there are {', '.join(known)}")
            if text.absent:
                if text.text or text.deadline:
                    reader.wrong(f"{here}.absent", "a subdivision that is absent has no text and no deadline")
                continue
            for key in ("basis", "source", "text"):
                if not getattr(text, key):
                    reader.wrong(f"{here}.{key}", "this key is missing")
            if text.basis in ("inferred", "unverified") and not text.note:
                reader.wrong(f"{here}.note", f"a text that is {text.basis} says in a note what is not certain")
            for r, rule in enumerate(text.deadline):
                where = f"{here}.deadline[{r}]"
                _check_filing(reader, where, rule.filing, rule.case, filings)
                if rule.ordinary_case:
                    _check_filing(reader, where, rule.filing, rule.ordinary_case, filings)
                if rule.cases_of and rule.cases_of not in filings:
                    reader.wrong(f"{where}.cases_of", f"no filing is called {rule.cases_of!r}")
                if not (rule.opens or rule.closes):
                    reader.wrong(where, "neither opens nor closes")
                if rule.basis in ("inferred", "unverified") and not rule.note:
                    reader.wrong(f"{where}.note", f"a rule that is {rule.basis} says in a note what is not certain")


def _check_sentences(
    reader: Reader,
    provisions: Mapping[str, tuple[Provision, ...]],
    holidays: Holidays,
    election_days: ElectionDays,
    events: Events,
) -> None:
    for edition, each in provisions.items():
        seen: dict[tuple[str, ...], str] = {}
        for provision in each:
            for kind in provision.elections:
                slot = (kind, provision.filing, provision.case or "", provision.paragraph or "")
                if slot in seen:
                    reader.wrong(provision.place, f"edition {edition} has this deadline already, at {seen[slot]}")
                seen[slot] = provision.place
            _check_sentence(reader, f"{provision.place}.opens", provision.opens)
            _check_sentence(reader, f"{provision.place}.closes", provision.closes)
            _check_sentence(reader, f"{provision.place}.when", provision.when, parse_condition)
            for n, reading in enumerate(provision.readings):
                _check_sentence(reader, f"{provision.place}.reading[{n}].closes", reading.closes)
    folder = f"{reader.folder.name}/law"
    for n, holiday in enumerate(holidays.holiday):
        _check_sentence(reader, f"{folder}/holidays.toml: holiday[{n}].rule", holiday.rule)
    for n, day in enumerate(election_days.day):
        _check_sentence(reader, f"{folder}/election-days.toml: day[{n}].rule", day.rule)
    for n, event in enumerate(events.event):
        for key, limits in (("first", event.first), ("last", event.last)):
            for kind, limit in limits.items():
                _check_sentence(reader, f"{folder}/events.toml: event[{n}].{key}.{kind}", limit)


def _check_sentence(reader: Reader, place: str, sentence: str | None, parser: Callable[[str], Any] = parse) -> None:
    try:
        if sentence:
            parser(sentence)
    except RuleError as error:
        reader.wrong(place, str(error))


# --- elections -----------------------------------------------------------------------------------


def election_day(election_days: ElectionDays, kind: str, year: int) -> tuple[date, str] | None:
    """The day § 8-100 gives an election of this kind, and why; none where it has no rule for it."""
    for day in election_days.day:
        if day.kind == kind and (day.first_year or year) <= year <= (day.last_year or year):
            found = evaluate(parse(day.rule), Environment(year)).day
            assert found
            words = f"“{day.text}”" if day.basis == "verbatim" else day.text
            return found, f"{words} ({day.cite})"
    return None


def edition_on(section: Section, day: date) -> str:
    return next(
        edition.id
        for edition in section.edition
        for span in edition.spans
        if (span.first or date.min) <= day <= (span.last or date.max)
    )


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
                    f"{place}.id", f"{entry.id!r} is the id of another election already, at {entries[entry.id][0]}"
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
    for key in ("proclamation", "paragraph", "date"):
        if special and getattr(entry, key) is None:
            reader.wrong(f"{place}.{key}", "a special election has this key")
        if not special and key != "date" and getattr(entry, key) is not None:
            reader.wrong(f"{place}.{key}", "only a special election has this key")
    if entry.date and not entry.date_source:
        reader.wrong(f"{place}.date_source", "a day that § 8-100 does not give has its source")
    if entry.proclamation and entry.date and entry.proclamation >= entry.date:
        message = f"found {entry.proclamation}; a proclamation comes before its election, {entry.date}"
        reader.wrong(f"{place}.proclamation", message)
    if entry.edition is not None and entry.edition not in law.provisions:
        reader.wrong(
            f"{place}.edition", f"no edition is called {entry.edition!r}; there are {', '.join(law.provisions)}"
        )
    places = [each.id for each in law.filing.place]
    for each in set(entry.filed_with) - set(places):
        reader.wrong(f"{place}.filed_with", f"no place is called {each!r}; there are {', '.join(places)}")

    by_law = election_day(law.election_days, entry.kind, year)
    day, why = (entry.date, entry.date_source or "") if entry.date else by_law or (None, "no act has named its day")
    if day is None and not entry.no_deadlines:
        reader.wrong(f"{place}.no_deadlines", "an election without a day says why it has no deadlines")
    if len(reader.mistakes) > wrong:
        return None
    edition = entry.edition or (edition_on(law.section, entry.proclamation or day) if day else None)
    if special:
        primary = None
    elif entry.kind in PRIMARIES:
        primary = entry.id
    else:
        primary = entry.primary or f"{year}-primary"
    return Election(entry, year, day, why, edition, primary, doubt, tuple(entry.filed_with or places))


# --- what holds between the parts ----------------------------------------------------------------


def _check_exceptions(
    reader: Reader, law: Law, filings: Mapping[str, Filing], elections: Mapping[str, Election]
) -> None:
    for exception in law.exceptions.values():
        place = f"{reader.folder.name}/law/exceptions/{exception.id}.toml"
        if exception.basis in ("inferred", "unverified") and not exception.note:
            reader.wrong(f"{place}: note", f"an exception that is {exception.basis} says in a note what is not certain")
        for id_ in exception.elections:
            if id_ not in elections:
                reader.wrong(f"{place}: elections", f"no election has the id {id_!r}")
                continue
            election = elections[id_]
            if election.edition != exception.edition:
                found = f"found {exception.edition!r}; {id_} is governed by {election.edition!r}"
                reader.wrong(f"{place}: edition", found)
            ordinary = laws.in_force(law, election, exceptions=False)
            for n, moved in enumerate(exception.deadline):
                where = f"{place}: deadline[{n}]"
                _check_filing(reader, where, moved.filing, moved.case, filings)
                for key in ("opens", "closes"):
                    _check_sentence(reader, f"{where}.{key}", getattr(moved, key))
                if not (moved.opens is not None or moved.closes is not None or moved.abolished or moved.unknown):
                    reader.wrong(where, "gives no day, and is neither abolished nor unknown")
                has = (moved.filing, moved.case) in ordinary
                if exception.offices and (has or not moved.case):
                    reader.wrong(f"{where}.case", "an exception for some offices only adds a case of its own")
                if not exception.offices and not has:
                    reader.wrong(where, f"{id_} has no such deadline to move")


def _check_names(reader: Reader, law: Law, elections: Mapping[str, Election]) -> None:
    """That every name in a sentence means something, and no end is counted from itself.

    In the edition that governs an election its names must be ends of that election or its primary.
    In the others, which matter only for comparison, a filing that the edition lacks may be named.
    """
    anywhere = {(each.filing, each.case) for edition in law.provisions.values() for each in edition}
    for election in elections.values():
        primary = elections.get(election.primary or "", election)
        for edition in law.provisions:
            own = laws.in_force(law, election, edition)
            of_primary = laws.in_force(law, primary, edition)
            elsewhere = set() if edition == election.edition else anywhere
            for key, provision in own.items():
                for where, named in laws.references(provision):
                    complaint = _reference(law, election, named, provision, own, of_primary, elsewhere)
                    if complaint:
                        reader.wrong(f"{provision.place}.{where}", complaint)
                for which in WHICH:
                    circle = _circle(own, key, which, ())
                    if circle:
                        reader.wrong(f"{provision.place}.{which}", f"runs in a circle: {' <- '.join(circle)}")


def _reference(
    law: Law,
    election: Election,
    named: Named,
    provision: Provision,
    own: laws.Provisions,
    of_primary: laws.Provisions,
    elsewhere: set[laws.Key],
) -> str | None:
    """What is wrong with a name in a sentence, if anything."""
    try:
        found = laws.find(named, provision, own, of_primary)
    except KeyError as error:
        (filing, case), which = error.args
        if (filing, case) in elsewhere:
            return None
        return f"{end_name(filing, case, which)!r} is no end of a deadline of {election.id}, nor of its primary"
    if found or named.name in ("election", "general", "proclamation") or (named.name == "primary" and election.primary):
        return None
    if named.name not in law.events:
        return f"{named.name!r} is neither an election nor an event nor the end of a deadline"
    if election.kind not in law.events[named.name].first:
        return f"the event {named.name!r} has no first and last day for a {election.kind} election"
    return None


def _circle(own: laws.Provisions, key: laws.Key, which: Which, way: tuple[str, ...]) -> tuple[str, ...] | None:
    """The ends in a circle that an end is counted through, if there is one."""
    here = end_name(*key, which)
    if here in way:
        return (*way[way.index(here) :], here)
    sentence = laws.sentence(own[key], which)
    for named in names(parse(sentence)) if sentence else ():
        try:
            found = laws.find(named, own[key], own, {})
        except KeyError:  # an end of the primary, whose own ends never count from a general election's
            continue
        circle = _circle(own, found[0], found[1], (*way, here)) if found else None
        if circle:
            return circle
    return None


def _official(
    reader: Reader, labels: Labels, files: list[tuple[Path, str]], elections: Mapping[str, Election]
) -> Iterator[OfficialDate]:
    for path, text in files:
        for number, row in enumerate(csv.DictReader(io.StringIO(text)), 2):
            place = f"{reader.name(path)}: line {number}"
            try:
                day = date.fromisoformat(row["date"])
                year = date.fromisoformat(row["election_date"]).year
                election = labels.elections[row["election"]].format(year=year)
                label, source = row["provision"], row["source"]
            except (KeyError, ValueError, TypeError) as error:
                reader.wrong(place, f"cannot be read: {error}")
                continue
            end = labels.deadlines.get(label)
            if end is None and not label.startswith(tuple(labels.not_computed)):
                reader.wrong(place, f"labels.toml has no provision {label!r}")
            elif election not in elections:
                reader.wrong(place, f"no election has the id {election!r}")
            elif end:
                end = end.format(primary=f"{year}-primary", general=f"{year}-general", special=election)
                yield OfficialDate(place, election, end, day, source)
            else:
                yield OfficialDate(place, election, None, day, source)
