"""What must hold between the parts of content/, beyond the form of each file.

Each function adds its mistakes to the reader's: editions without a gap, sentences of the language,
names that mean something, no end that is counted from itself, exceptions that move what there is.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

from . import law as laws
from .expressions import Named, RuleError, end_name, names, parse, parse_condition
from .law_tables import ElectionDays, Events, FilingLaw, Holidays, Section, Subdivision
from .model import Election, Law, Provision
from .reader import Reader
from .rules import Environment, Point, evaluate
from .tables import Filing, Site
from .vocabulary import WHICH, Which


def check_section(
    reader: Reader, path: Path, section: Section, subs: list[tuple[Path, Subdivision]], filings: Mapping[str, Filing]
) -> None:
    """Note a mistake for what does not fit in a section: its folder, its editions' spans, its texts and rules."""
    place = reader.name(path)
    if section.id != path.parent.name:
        reader.wrong(f"{place}: id", f"found {section.id!r}; it is the folder's name, {path.parent.name!r}")
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
                check_filing(reader, where, rule.filing, rule.case, filings)
                if rule.ordinary_case:
                    check_filing(reader, where, rule.filing, rule.ordinary_case, filings)
                if rule.cases_of and rule.cases_of not in filings:
                    reader.wrong(f"{where}.cases_of", f"no filing is called {rule.cases_of!r}")
                if not (rule.opens or rule.closes or rule.unknown):
                    reader.wrong(where, "neither opens nor closes")
                for edition in set(rule.editions) - set(text.editions):
                    reader.wrong(f"{where}.editions", f"the text above is not of edition {edition!r}")
                if rule.basis in ("inferred", "unverified") and not rule.note:
                    reader.wrong(f"{where}.note", f"a rule that is {rule.basis} says in a note what is not certain")


def check_sentences(
    reader: Reader,
    provisions: Mapping[tuple[str, str], tuple[Provision, ...]],
    holidays: Holidays,
    election_days: ElectionDays,
    events: Events,
) -> None:
    """Note a mistake for each sentence of a rule, holiday, election day or event that is not of the language."""
    for each in provisions.values():
        for provision in each:
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
        if set(event.first) != set(event.last):
            reader.wrong(f"{folder}/events.toml: event[{n}].last", "is not for the same kinds of election as first")
        for key, limits in (("first", event.first), ("last", event.last)):
            for kind, limit in limits.items():
                _check_sentence(reader, f"{folder}/events.toml: event[{n}].{key}.{kind}", limit)


def _check_sentence(reader: Reader, place: str, sentence: str | None, parser: Callable[[str], Any] = parse) -> None:
    try:
        if sentence:
            parser(sentence)
    except RuleError as error:
        reader.wrong(place, str(error))


def check_days(reader: Reader, law: Law, years: set[int]) -> None:
    """That every holiday, and every election day that a rule gives, exists in the years configured."""
    some_day = date(min(years, default=1), 1, 1)
    for n, holiday in enumerate(law.holidays.holiday):
        known = {named: Point(some_day) for named in names(parse(holiday.rule)) if named.name == "general"}
        _exists(reader, f"{law.folder}/holidays.toml: holiday[{n}].rule", holiday.rule, years, known)
    for n, day in enumerate(law.election_days.day):
        span = {year for year in years if (day.first_year or year) <= year <= (day.last_year or year)}
        _exists(reader, f"{law.folder}/election-days.toml: day[{n}].rule", day.rule, span, {})


def _exists(reader: Reader, place: str, rule: str, years: set[int], known: Mapping[Named, Point]) -> None:
    for year in sorted(years):
        try:
            if evaluate(parse(rule), Environment(year, known)).day is None:
                raise RuleError(f"{rule!r} gives no day")
        except RuleError as error:
            reader.wrong(place, str(error))
            return


def check_exceptions(
    reader: Reader, law: Law, filings: Mapping[str, Filing], elections: Mapping[str, Election]
) -> None:
    """Note a mistake for each exception that moves what there is not, or what another one moves too."""
    moved_by: dict[tuple[str, str, str | None], str] = {}
    for exception in law.exceptions.values():
        place = f"{law.folder}/exceptions/{exception.id}.toml"
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
            try:
                ordinary = laws.in_force(law, election, exceptions=False)
            except RuleError as error:
                reader.mistakes.append(str(error))
                continue
            for n, moved in enumerate(exception.deadline):
                where = f"{place}: deadline[{n}]"
                check_filing(reader, where, moved.filing, moved.case, filings)
                for key in ("opens", "closes"):
                    _check_sentence(reader, f"{where}.{key}", getattr(moved, key))
                if not (moved.opens is not None or moved.closes is not None or moved.abolished or moved.unknown):
                    reader.wrong(where, "gives no day, and is neither abolished nor unknown")
                first = moved_by.setdefault((id_, moved.filing, moved.case), exception.id)
                if first != exception.id:
                    reader.wrong(where, f"{first}.toml moves this deadline of {id_} already")
                has = (moved.filing, moved.case) in ordinary
                kept = ordinary.get((moved.filing, moved.case)) if not exception.offices else None
                left = [
                    given if given is not None else kept and laws.sentence(kept, which)
                    for which, given in zip(WHICH, (moved.opens, moved.closes), strict=True)
                ]
                if not any(left) and not (moved.abolished or moved.unknown):
                    reader.wrong(where, "takes away its only day; say abolished = true, or unknown")
                if exception.offices and (has or not moved.case):
                    reader.wrong(f"{where}.case", "an exception for some offices only adds a case of its own")
                if exception.offices and (moved.filing, moved.varies) not in ordinary:
                    reader.wrong(f"{where}.varies", f"{id_} has no {moved.filing} of that case to vary")
                if not exception.offices and not has:
                    reader.wrong(where, f"{id_} has no such deadline to move")


def check_roles(reader: Reader, site: Site, law: FilingLaw, filings: Mapping[str, Filing]) -> None:
    """That the roles' feeds, and what the law says of some papers, name filings and cases that there are."""
    place = f"{reader.folder.name}/site.toml: role"
    known = {"/".join(each) for id_, filing in filings.items() for each in [(id_,), *((id_, c) for c in filing.cases)]}
    ids = [role.id for role in site.role]
    for n, role in enumerate(site.role):
        if role.id in ids[:n] or role.id.endswith("-reminders"):
            reader.wrong(f"{place}[{n}].id", f"{role.id!r} would be another feed's address too")
        for each in role.filings:
            if each not in known:
                reader.wrong(f"{place}[{n}].filings", f"there is no filing {each!r}")
    named = {"received_only": law.received_only, "objection": law.objection}
    lists = {key: each.filings for key, each in named.items() if each}
    lists |= {f"place[{n}].closes_late_for": each.closes_late_for for n, each in enumerate(law.place)}
    for key, papers in lists.items():
        for each in papers:
            if each not in filings:
                reader.wrong(f"{reader.folder.name}/law/filing.toml: {key}", f"there is no filing {each!r}")


def check_names(reader: Reader, law: Law, filings: Mapping[str, Filing], elections: Mapping[str, Election]) -> None:
    """That every name in a sentence means something, and no end is counted from itself.

    In the edition that governs an election its names must be ends of that election or its primary.
    In the others, which matter only for comparison, a filing that the edition lacks may be named.
    """
    told: set[str] = set()

    def wrong(place: str, complaint: str | None) -> None:
        if complaint and place not in told:  # once, though it is so for many elections and editions
            told.add(place)
            reader.wrong(place, complaint)

    anywhere = {each.filing for edition in law.provisions.values() for each in edition}
    for election in elections.values():
        primary = elections.get(election.primary or "", election)
        for edition in (each.id for each in law.sections[law.main].edition):
            try:
                own = laws.in_force(law, election, edition)
                of_primary = laws.in_force(law, primary, edition)
            except RuleError as error:
                reader.mistakes.append(str(error))
                continue
            compared = edition != election.edition or election.entry.edition
            elsewhere = anywhere if compared else set()
            for place, named in _event_limits(law, election) if own else ():
                if named.name in law.events and named.name != "proclamation":
                    wrong(place, f"an event's limit hangs on another event, {named.name!r}")
                else:
                    wrong(place, _reference(law, election, named, None, own, of_primary, elsewhere))
            for key, provision in own.items():
                if key[1] and key[1] not in filings[key[0]].cases:
                    wrong(provision.place, f"sets {key[0]}/{key[1]}, but content/filings/{key[0]}.md has no such case")
                for where, named in laws.references(provision):
                    complaint = _reference(law, election, named, provision, own, of_primary, elsewhere)
                    wrong(f"{provision.place}.{where}", complaint)
                for which in WHICH:
                    circle = _circle(own, key, which, ())
                    if circle and circle[0] == end_name(*key, which):  # and not only counted from a circle
                        wrong(f"{provision.place}.{which}", f"runs in a circle: {' <- '.join(circle)}")


def _event_limits(law: Law, election: Election) -> Iterator[tuple[str, Named]]:
    """The names that the limits of events are counted from, with the place of each."""
    for n, event in enumerate(law.events.values()):
        for key, limits in (("first", event.first), ("last", event.last)):
            if election.kind in limits:
                for named in names(parse(limits[election.kind])):
                    yield f"{law.folder}/events.toml: event[{n}].{key}.{election.kind}", named


def _reference(
    law: Law,
    election: Election,
    named: Named,
    provision: Provision | None,
    own: laws.Provisions,
    of_primary: laws.Provisions,
    elsewhere: set[str],
) -> str | None:
    """What is wrong with a name in a sentence, if anything."""
    try:
        found = laws.find(named, provision, own, of_primary)
    except KeyError as error:
        (filing, case), which = error.args
        if filing in elsewhere:
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


def check_filing(reader: Reader, place: str, filing: str, case: str | None, filings: Mapping[str, Filing]) -> None:
    """Note a mistake if no filing is called so, or if it has no such case."""
    if filing not in filings:
        reader.wrong(f"{place}.filing", f"no filing is called {filing!r} (content/filings has no such page)")
    elif case and case not in filings[filing].cases:
        known = ", ".join(filings[filing].cases) or "none"
        reader.wrong(f"{place}.case", f"{filing} has no case {case!r}; it has {known}")
