"""The package's answers, held to a second evaluator of the law that shares nothing with it (second_opinion.py).

Every rule under every edition, every reading, every event over its days, the years 2012-2099, and elections on every
weekday. By default a stride over the years; all of them, and every day of every event, with SECOND_OPINION=full
(seven million answers, a quarter of an hour). How many answers agreed is asserted, so that none is silently left out.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime, time
from typing import Any, NamedTuple

import pytest
import second_opinion as so
from second_opinion import ONE, Case, Days, Table

from deadlines.model import Content, Deadline, End, Provision
from deadlines.reader import ContentError
from deadlines.timetable import timetable
from deadlines.vocabulary import Day

FULL = os.environ.get("SECOND_OPINION") == "full"
EDITIONS = ["before-2019", "2019", "2022", "2024"]
PRIMARY, GENERAL, PRESIDENTIAL = "2027-primary", "2027-general", "2028-presidential-primary"
SPECIALS = {"a": "2024-02-13-special-house-3", "b": "2025-05-20-special-senate-22"}
HOURS = [time(0), time(8, 30), time(9), time(12), time(17), time(17, 1), time(20), time(23, 59)]
SAME_DAY = ["death-or-disqualification", "petition-filed", "last-day-to-decline", "objection-filed", "determination"]


# --- comparing ----------------------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """What one end comes to: the day shown, its hour, and the day of every reading."""

    shown: date
    hour: str | None
    readings: frozenset[date]


class Difference(NamedTuple):
    asked: str
    deadline: str
    end: str
    package: object
    opinion: object
    date: Day | None
    """The package's day, though it answers with words."""


class Tally:
    """How many answers agreed, and those that did not."""

    def __init__(self) -> None:
        self.agreed = 0
        self.differences: list[Difference] = []

    def compare(self, content: Content, election: str, table: Table, **asked: Any) -> None:
        """Hold the package's deadlines of an election to the opinion's."""
        found = {each.id.partition("/")[2]: each for each in timetable(content, election=election, **asked)}
        adjourned = table.case.event("adjournment")

        def hold(name: str, end: str, package: object, opinion: object, date: Day | None = None) -> None:
            if package != opinion:
                self.differences.append(Difference(f"{election} {asked}", name, end, package, opinion, date))
            elif package is not None:
                self.agreed += 1

        for name in found.keys() ^ table.keys():
            hold(name, "is there", name in found, name in table)
        for name in found.keys() & table.keys():
            deadline, ends = found[name], table[name]
            for which, end, days in (("opens", deadline.opens, ends.opens), ("closes", deadline.closes, ends.closes)):
                package, opinion = package_of(end, which), opinion_of(days, which)
                hold(name, which, package, opinion, end.date if end else None)
            if isinstance(opinion, Answer) and package == opinion and deadline.provision.kind == "filing":
                hold(name, "receipt", receipts(deadline), so.receipt(election, name, opinion.shown, adjourned))

    @property
    def counts(self) -> Counter[str]:
        """How many agreed, and the differences, each an error."""
        return Counter({"agreed": self.agreed}) + Counter(map(str, self.differences))


def package_of(end: End | None, which: str) -> object:
    """The package's answer for one end."""
    if end is None:
        return None
    if end.answer:
        return so.OTHERWISE if end.answer.startswith(so.OTHERWISE) else end.answer
    if end.date is None:
        return end.status
    others = {each.closes for each in end.cautions if each.kind == "reading" and each.closes}
    if which == "closes":  # a reading under which the day had passed is told, but is no day to file
        others = {day for day in others if day > end.date}
    return Answer(end.date, end.hour, frozenset({end.date, *others}))


def opinion_of(days: Days, which: str) -> object:
    """The opinion's answer for one end: of the readings' days a first day shows the latest, a last day the earliest."""
    if not isinstance(days, frozenset):
        return days
    shown = max(days) if which == "opens" else min(days)
    hour = f"{shown:%H:%M}" if isinstance(shown, datetime) else None
    whole = frozenset(day.date() if isinstance(day, datetime) else day for day in days)
    return Answer(shown.date() if isinstance(shown, datetime) else shown, hour, whole)


def receipts(deadline: Deadline) -> dict[str, so.Receipt]:
    """The package's last hour and the days for mail, by place."""
    return {each.place: so.Receipt(each.closes_at, each.postmarked_by, each.received_by) for each in deadline.receipt}


# --- the elections there are --------------------------------------------------------------------------------------


@pytest.mark.figures
def test_every_configured_election(content: Content) -> None:
    tally, without = Tally(), []
    for name, election in content.elections.items():
        if election.date is None or election.entry.no_deadlines:
            without.append(name)
            assert timetable(content, election=name) == []
            continue
        case = so.election(name)
        entry = election.entry
        assert (election.date, election.edition) == (case.day, case.edition)
        assert (entry.proclamation, entry.paragraph) == (case.proclaimed, case.paragraph if case.proclaimed else None)
        tally.compare(content, name, so.opinion(name, case))
    assert without == [
        "2012-presidential-primary",
        "2012-06-26-primary",
        "2014-06-24-primary",
        "2016-presidential-primary",
        "2016-06-28-primary",
        "2020-presidential-primary",
        "2028-presidential-primary",
    ]
    assert tally.counts == {"agreed": 2221}


# --- what if: other days, other editions --------------------------------------------------------------------------


def primary_in(year: int, offset: int, edition: str | None) -> Case:
    day = so.primary_day(year) + ONE * offset
    return Case(day, edition or so.edition_on(day))


def general_in(year: int, offset: int, edition: str | None) -> Case:
    day = so.general_election_day(year) + ONE * offset
    return Case(day, edition or so.edition_on(day))


@pytest.mark.slow
def test_every_weekday_of_an_election_and_every_edition(content: Content) -> None:
    tally = Tally()
    for year in range(2012, 2100, 1 if FULL else 23):
        for offset in range(-3, 4):
            for edition in (None, *EDITIONS):
                primary, general = primary_in(year, offset, edition), general_in(year, offset, edition)
                tally.compare(content, PRIMARY, so.primary_table(primary), day=primary.day, edition=edition)
                table = so.general_table(general, so.primary_table(primary_in(year, 0, edition)))
                tally.compare(content, GENERAL, table, day=general.day, edition=edition)
    assert tally.counts == ({"agreed": 305942} if FULL else {"agreed": 13832})


@pytest.mark.slow
def test_presidential_primaries_through_the_year(content: Content) -> None:
    tally = Tally()
    day = date(2012, 1, 1)
    while day.year < 2100:
        for edition in (None, "2022", "2024"):
            case = Case(day, edition or so.edition_on(day))
            tally.compare(content, PRESIDENTIAL, so.primary_table(case, True), day=day, edition=edition)
        day += ONE * (5 if FULL else 331)
    assert tally.counts == ({"agreed": 245842} if FULL else {"agreed": 3752})


@pytest.mark.slow
@pytest.mark.parametrize("paragraph", ["a", "b"])
def test_special_elections_proclaimed_through_the_year(content: Content, paragraph: str) -> None:
    tally = Tally()
    proclaimed = date(2012, 1, 1)
    while proclaimed.year < 2100:
        day = so.after(proclaimed, 75 if paragraph == "a" else 45)
        for edition in (None, *EDITIONS):
            case = Case(day, edition or so.edition_on(proclaimed), proclaimed, paragraph)
            events = {"proclamation": proclaimed}
            tally.compare(content, SPECIALS[paragraph], so.special_table(case), day=day, edition=edition, events=events)
        proclaimed += ONE * (5 if FULL else 331)
    agreed = {"a": 932205, "b": 875375} if FULL else {"a": 14210, "b": 13350}
    assert tally.counts == {"agreed": agreed[paragraph]}


# --- events -------------------------------------------------------------------------------------------------------

Spans = dict[str, tuple[date, date]]


class Probe(NamedTuple):
    """An election asked about, and the days on which its events can fall."""

    election: str
    case: Case
    edition: str | None
    primary: Case | None
    spans: Spans

    def table(self, events: Mapping[str, Day]) -> Table:
        return so.opinion(self.election, self.case._replace(events=events), self.primary)

    def compare(self, tally: Tally, content: Content, events: Mapping[str, Day]) -> None:
        known = {**events, "proclamation": self.case.proclaimed} if self.case.proclaimed else events
        asked = {"day": self.case.day, "edition": self.edition, "events": known}
        tally.compare(content, self.election, self.table(events), **asked)

    def on(self, day: date) -> dict[str, Day]:
        """All events that can fall on that day."""
        return {event: day for event, (first, last) in self.spans.items() if first <= day <= last}

    def questions(self, stride: int) -> Iterator[dict[str, Day]]:
        """Its events on each of their days (or every so many), and a convention's adjournment at every hour."""
        day, last = min(first for first, _ in self.spans.values()), max(last for _, last in self.spans.values())
        while day <= last:
            yield self.on(day)
            day += ONE * stride
        yield from self.adjournments()

    def adjournments(self) -> Iterator[dict[str, Day]]:
        """Hours on each day of the convention, if there is one."""
        ends = self.table({}).get("judicial-convention")
        if ends:
            day = the(ends.opens)
            while day <= the(ends.closes):
                for hour in HOURS:
                    yield {"adjournment": datetime.combine(day, hour)}
                day += ONE


def the(days: Days) -> date:
    assert isinstance(days, frozenset) and len(days) == 1
    return min(days)


def of_primary(year: int, offset: int, edition: str | None) -> Probe:
    case = primary_in(year, offset, edition)
    first = the(so.primary_table(case)["designating-petition"].opens)
    return Probe(PRIMARY, case, edition, None, dict.fromkeys(SAME_DAY, (first, case.day)))


def of_general(year: int, offset: int, edition: str | None) -> Probe:
    case, primary = general_in(year, offset, edition), primary_in(year, 0, edition)
    signing = so.primary_table(primary)["designating-petition-signatures"].opens
    assert isinstance(signing, frozenset)
    first = min(signing)
    spans: Spans = dict.fromkeys([*SAME_DAY, "declination-filed", "party-certificate-filed"], (first, case.day))
    spans["vacancy"] = so.before(case.day, 365), so.after(so.cutoff(case), 20)  # and some that come too late
    if case.old:
        spans["trustee-election"] = date(year, 1, 1), date(year, 12, 31)
    return Probe(GENERAL, case, edition, primary, spans)


def of_special(proclaimed: date, paragraph: str, edition: str | None) -> Probe:
    day = so.after(proclaimed, 75 if paragraph == "a" else 45)
    case = Case(day, edition or so.edition_on(proclaimed), proclaimed, paragraph)
    spans = dict.fromkeys([*SAME_DAY, "party-certificate-filed"], (proclaimed, day))
    return Probe(SPECIALS[paragraph], case, edition, None, spans)


def of_presidential_primary(year: int) -> Probe:
    case = Case(date(year, 4, 2), "2024")
    first = the(so.primary_table(case, True)["designating-petition"].opens)
    return Probe(PRESIDENTIAL, case, "2024", None, dict.fromkeys(SAME_DAY, (first, case.day)))


def probes(year: int) -> Iterator[tuple[Probe, int]]:
    """Each kind of election once a year, and again with its weekday and its edition changing from year to year.

    With each: every how many days its events are asked of in the full sweep.
    """
    offset, edition = (-3, -2, -1, 1, 2, 3)[year % 6], (None, *EDITIONS)[year % 5]
    yield of_primary(year, 0, None), 1
    yield of_general(year, 0, None), 1
    yield of_presidential_primary(year), 2
    yield of_special(date(year, 1 + year % 12, 1 + year % 28), "ab"[year % 2], edition), 2
    yield of_primary(year, offset, edition), 2
    yield of_general(year, offset, edition), 2


@pytest.mark.slow
def test_every_event_over_its_days(content: Content) -> None:
    tally = Tally()
    for year in range(2012, 2100, 1 if FULL else 29):
        for probe, stride in probes(year):
            for events in probe.questions(stride if FULL else 17):
                probe.compare(tally, content, events)
    assert tally.counts == ({"agreed": 4881713} if FULL else {"agreed": 45410})


@pytest.mark.slow
def test_the_limits_of_what_waits_for_an_event(content: Content) -> None:
    """The earliest and the latest that any day of its event makes of a deadline; none after the election."""
    counts = Counter[str]()
    for year in range(2012, 2100) if FULL else (2018, 2027):
        for probe in (*(each for each, _ in probes(year)), of_general(year, 0, "before-2019")):
            shown: dict[str, list[date]] = {}
            for events in probe.questions(1):
                for name, ends in probe.table(events).items():
                    answer = opinion_of(ends.closes, "closes")
                    if isinstance(answer, Answer) and events:
                        shown.setdefault(name, []).append(answer.shown)
            known: dict[str, Day] = {"proclamation": probe.case.proclaimed} if probe.case.proclaimed else {}
            for each in timetable(
                content, election=probe.election, day=probe.case.day, edition=probe.edition, events=known
            ):
                name = each.id.partition("/")[2]
                if not each.closes or each.closes.status != "depends":
                    continue
                days = shown.get(name, [])
                limits = (
                    [day if day <= probe.case.day else None for day in (min(days), max(days))] if days else [None, None]
                )
                assert [each.closes.earliest, each.closes.latest] == limits, (name, probe)
                counts["agreed"] += 1
    assert counts == ({"agreed": 7642} if FULL else {"agreed": 174})


# --- the comparison notices ---------------------------------------------------------------------------------------

WORDS = {
    "earlier": "later",
    "later": "earlier",
    "before": "after",
    "after": "before",
    "opens": "closes",
    "closes": "opens",
    "business days": "days",
    "days": "weeks",
    "weeks": "days",
    "months": "weeks",
    "hours": "days",
    "August": "September",
    "September": "October",
    **dict(zip(so.WEEKDAYS, [*so.WEEKDAYS[1:], so.WEEKDAYS[0]], strict=True)),
}


def spoilt(sentence: str) -> Iterator[str]:
    """A rule sentence with one number, weekday, month, unit or direction changed."""
    for found in re.finditer(r"business days|[A-Za-z-]+|\d+[a-z]*", sentence):
        word = found[0]
        number = re.match(r"\d+", word)
        if number:
            n = int(number[0]) + 1
            ordinal = {1: "st", 2: "nd", 3: "rd"}.get(n % 10 if n // 10 != 1 else 0, "th")
            other = f"{n}{ordinal}" if number[0] != word else f"{n}"
        else:
            other = WORDS.get(word, "")
        if other:
            yield sentence[: found.start()] + other + sentence[found.end() :]


def spoilt_rules(rule: Provision) -> Iterator[Provision]:
    for sentence in spoilt(rule.opens or ""):
        yield replace(rule, opens=sentence)
    for sentence in spoilt(rule.closes or ""):
        yield replace(rule, closes=sentence)
    for sentence in spoilt(rule.when or ""):
        yield replace(rule, when=sentence)
    for n, reading in enumerate(rule.readings):
        for sentence in spoilt(reading.closes or ""):
            other = reading.model_copy(update={"closes": sentence})
            yield replace(rule, readings=(*rule.readings[:n], other, *rule.readings[n + 1 :]))


Question = tuple[Probe, dict[str, Day]]


def questions_of(edition: str) -> Iterator[Question]:
    """Enough to tell every rule of an edition from a spoilt one."""
    for year, offset in ((2012, 0), (2034, 0), (2024, 1), (2027, -3), (2026, 2)):
        general, primary = of_general(year, offset, edition), of_primary(year, offset, edition)
        proclaimed = date(year, 2, 10 + offset)
        for probe in (primary, general, of_special(proclaimed, "a", edition), of_special(proclaimed, "b", edition)):
            yield probe, {}
            yield probe, probe.on(so.before(probe.case.day, 12))
            yield probe, probe.on(so.before(probe.case.day, 20))
        presidential = Case(date(year, 4, 2), edition)
        yield of_presidential_primary(year)._replace(edition=edition, case=presidential), {}
        petitions = general.table({})["independent-petition"].closes
        assert general.primary and isinstance(petitions, frozenset)
        boundaries = so.before(general.primary.day, 7), so.before(min(petitions), 14), so.cutoff(general.case)
        for day in (so.after(boundary, n) for boundary in boundaries for n in (0, 1, 2, 9, 30)):
            yield general, general.on(day)
        yield from ((general, events) for events in general.adjournments())


@pytest.mark.slow
def test_one_changed_word_of_any_rule_is_noticed(content: Content) -> None:
    """Every rule of § 6-158: each number, weekday, month, unit and direction changed in turn."""
    law, outcomes, unnoticed = content.law, Counter[str](), []
    for edition in EDITIONS if FULL else ["2022"]:
        key, questions = (law.main, edition), list(questions_of(edition))
        for n, rule in enumerate(law.provisions[key]):
            for other in spoilt_rules(rule):
                rules = (*law.provisions[key][:n], other, *law.provisions[key][n + 1 :])
                changed = replace(content, law=replace(law, provisions={**law.provisions, key: rules}))
                outcome = noticed(changed, other, questions)
                outcomes[outcome] += 1
                if outcome == "unnoticed":
                    unnoticed.append((edition, rule.filing, rule.case, other.opens, other.closes, other.when))
    assert unnoticed == []
    assert outcomes == ({"differs": 616, "refused": 29} if FULL else {"differs": 169, "refused": 6})


def noticed(content: Content, rule: Provision, questions: list[Question]) -> str:
    """Whether the opinion differs from a content with a spoilt rule, or the package refuses the rule itself."""
    words = " ".join(filter(None, [rule.opens, rule.closes, rule.when]))
    event = next((name for name in content.law.events if name != "proclamation" and name in words), None)
    for probe, events in questions:
        if content.elections[probe.election].kind in rule.elections and (event in events if event else not events):
            tally = Tally()
            try:
                probe.compare(tally, content, events)
            except (ContentError, RecursionError):
                return "refused"
            if tally.differences:
                return "differs"
    return "unnoticed"


# --- where the two differ, and the opinion has the law's words on its side ----------------------------------------


def closes_of(content: Content, name: str, **asked: Any) -> End:
    election, _, deadline = name.partition("/")
    (found,) = (each for each in timetable(content, election=election, **asked) if each.id == name)
    assert deadline and found.closes
    return found.closes


def test_a_trustees_petition_has_not_passed_when_the_election_is_told(content: Content) -> None:
    """§ 6-158(9): seven to six weeks preceding the day of the trustees' election, a day known long before."""
    told = {"trustee-election": date(2017, 5, 2)}
    assert closes_of(content, "2017-general/independent-petition/lipa-trustee", events=told).answer is None


@pytest.mark.parametrize(
    ("election", "death"), [("2026-primary", date(2026, 6, 19)), ("2015-primary", date(2015, 9, 5))]
)
def test_a_death_on_or_before_the_fourth_day_leaves_a_day(content: Content, election: str, death: date) -> None:
    """§ 6-158(3): the fourth day before is a closed day; it has not passed, nor has the day § 1-106(1) makes of it."""
    name = f"{election}/designation-substitution/death-or-disqualification"
    assert closes_of(content, name, events={"death-or-disqualification": death}).answer is None


def test_the_safe_first_day_to_sign_is_the_latest(content: Content) -> None:
    """§ 6-138(4): signatures made before it do not count. A general election on a Saturday; last day to file, Saturday."""
    found = timetable(content, election="2027-general", day=date(2027, 10, 30))
    (signing,) = (each for each in found if each.filing.id == "independent-petition-signatures")
    assert signing.opens and signing.opens.date == date(2027, 4, 12)


def test_what_no_vacancy_can_reach_has_no_limits(content: Content) -> None:
    """§ 6-158(6), (14) of 2022 on a September primary: the vacancy after September 8, 2015, and by August 3."""
    end = closes_of(content, "2015-general/party-nomination/late-vacancy", edition="2022")
    assert (end.earliest, end.latest) == (None, None)
