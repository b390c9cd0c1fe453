"""A second opinion on every date: the law's provisions as plain lines, counted one day at a time.

It shares nothing with the package: no module, no content file, no library but Python's own. Each line was written from
the words of the statute (Election Law, cited by section beside it). The package's answers are held to it by
test_second_opinion.py. Where the law leaves a day open, every reading is kept.
"""

from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from functools import cache
from itertools import product
from typing import NamedTuple

ONE = timedelta(days=1)
L2019_CH5, L2022_CH164 = date(2019, 1, 24), date(2022, 3, 18)
WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

DEPENDS = "depends"
PRACTICABLE = "practicable"
PASSED = "this day had already passed"
NOT_HERE = "not filled at this election"
OTHERWISE = "does not apply"
UNKNOWN = "unknown"
ABOLISHED = "abolished"

Days = frozenset[date] | str | None
"""The days an end can be, one a reading of the law; or why it has none; or no such end at all."""


class Ends(NamedTuple):
    """The first and the last day of one filing."""

    opens: Days = None
    closes: Days = None


# --- General Construction Law § 24, public holidays ---------------------------------------------------------------


def nth_of(year: int, month: int, weekday: str, n: int) -> date:
    """The nth such weekday of a month; -1 is the last."""
    days = [date(year, month, 1) + ONE * i for i in range(monthrange(year, month)[1])]
    return [day for day in days if WEEKDAYS[day.weekday()] == weekday][n - 1 if n > 0 else n]


@cache
def holidays(year: int) -> frozenset[date]:
    """The public holidays of a year, with the Mondays that follow those on a Sunday."""
    fixed = [(1, 1), (2, 12), (7, 4), (11, 11), (12, 25)]
    if year > 2020:  # Juneteenth: L.2020 ch.249, October 2020
        fixed.append((6, 19))
    days = [date(year, month, day) for month, day in fixed]
    days += [day + ONE for day in days if WEEKDAYS[day.weekday()] == "Sunday"]
    days += [
        nth_of(year, 1, "Monday", 3),
        nth_of(year, 2, "Monday", 3),
        nth_of(year, 5, "Monday", -1),
        nth_of(year, 6, "Sunday", 2),
        nth_of(year, 9, "Monday", 1),
        nth_of(year, 10, "Monday", 2),
        nth_of(year, 11, "Thursday", 4),
        general_election_day(year),
    ]
    return frozenset(days)


def business(day: date) -> bool:
    """Neither Saturday, Sunday nor public holiday (§ 1-106(1))."""
    return WEEKDAYS[day.weekday()] not in ("Saturday", "Sunday") and date(day.year, day.month, day.day) not in holidays(
        day.year
    )


# --- Counting: the day counted from is left out (General Construction Law §§ 20, 30) ------------------------------


def after(day: date, days: int) -> date:
    """So many days after a day, one at a time."""
    for _ in range(days):
        day += ONE
    return day


def before(day: date, days: int) -> date:
    """So many days before a day, one at a time."""
    for _ in range(days):
        day -= ONE
    return day


def weekday_before(day: date, n: int, weekday: str) -> date:
    """The nth such weekday strictly before a day."""
    while n:
        day -= ONE
        n -= WEEKDAYS[day.weekday()] == weekday
    return day


def weekday_after(day: date, n: int, weekday: str) -> date:
    """The nth such weekday strictly after a day."""
    while n:
        day += ONE
        n -= WEEKDAYS[day.weekday()] == weekday
    return day


def business_after(day: date, n: int) -> date:
    """The nth business day after a day."""
    while n:
        day += ONE
        n -= business(day)
    return day


def three_months_before(day: date) -> date:
    """The same day number three months earlier, or that month's last day."""
    earlier = day
    for _ in range(3):
        earlier = earlier.replace(day=1) - ONE
    return earlier.replace(day=min(day.day, earlier.day))


def business_on_or_after(day: date) -> date:
    """§ 1-106(1): the next business day shall become the last day for filing."""
    while not business(day):
        day += ONE
    return day


def business_on_or_before(day: date) -> date:
    """The last business day that is not later: the safe side of a day counted backward."""
    while not business(day):
        day -= ONE
    return day


# --- Over readings ------------------------------------------------------------------------------------------------


def over(rule: Callable[..., date], *bases: Days) -> Days:
    """The rule at each reading of its bases; a base without a day hands on its reason."""
    for reason in (UNKNOWN, ABOLISHED, NOT_HERE, OTHERWISE, PASSED, PRACTICABLE, DEPENDS, None):
        if any(base == reason for base in bases):
            return reason
    return frozenset(rule(*days) for days in product(*(base for base in bases if isinstance(base, frozenset))))


def one(day: date | None) -> Days:
    """A day that admits one reading; None is an event not told."""
    return DEPENDS if day is None else frozenset({day})


def last(n: int, base: Days) -> Days:
    """The last day to file when it is the nth day after another day."""
    return over(lambda day: business_on_or_after(after(day, n)), base)


def last_on(day: date) -> Days:
    """The last day to file, the law naming the day itself."""
    return one(business_on_or_after(day))


def last_back(day: date | Days) -> Days:
    """The last day to file when it is counted backward: nobody has settled where it goes from a closed day."""
    days = frozenset({day}) if isinstance(day, date) else day
    return frozenset(reading for each in days for reading in backward(each)) if isinstance(days, frozenset) else days


def backward(day: date) -> frozenset[date]:
    """The last business day before, the statute's own day, and the day to which § 1-106(1) would move it."""
    return frozenset({business_on_or_before(day), day, business_on_or_after(day)})


# --- Elections ----------------------------------------------------------------------------------------------------


def general_election_day(year: int) -> date:
    """§ 8-100: the Tuesday after the first Monday in November."""
    return weekday_after(nth_of(year, 11, "Monday", 1), 1, "Tuesday")


def primary_day(year: int) -> date:
    """§ 8-100(1)(a), and the acts that named another day."""
    moved = {2012: date(2012, 9, 13), 2015: date(2015, 9, 10), 2018: date(2018, 9, 13)}
    if year in moved:
        return moved[year]
    if year < 2019:
        return weekday_after(nth_of(year, 9, "Monday", 2), 1, "Tuesday")
    return nth_of(year, 6, "Tuesday", 4)


def edition_on(day: date) -> str:
    """Which § 6-158 was in force (L.2019 ch.5, L.2022 ch.164, L.2023 ch.474)."""
    if day < L2019_CH5:
        return "before-2019"
    if day < L2022_CH164:
        return "2019"
    return "2024" if date(2023, 7, 1) <= day <= date(2024, 12, 30) else "2022"


class Case(NamedTuple):
    """One election under one edition of § 6-158, with the events that are told."""

    day: date
    edition: str
    proclaimed: date | None = None
    paragraph: str | None = None
    """"a" or "b" of Public Officers Law § 42(3)."""
    events: Mapping[str, date] = {}
    moved: Mapping[str, Days] = {}
    """Ends that an act or order named, as "<filing>[/<case>] opens" or "closes"."""

    @property
    def old(self) -> bool:
        return self.edition == "before-2019"

    @property
    def governed(self) -> date:
        """The day that picks the editions: the proclamation's for a special election, the election's for another."""
        return self.proclaimed or self.day

    def event(self, name: str) -> date | None:
        return self.events.get(name)


class Table(dict[str, Ends]):
    """The ends of one election's filings."""

    def __init__(self, case: Case) -> None:
        super().__init__()
        self.case = case

    def finished(self) -> "Table":
        """With the cases that an act or order added for some offices, without what has no end."""
        for end in self.case.moved:
            name, _, _ = end.partition(" ")
            if name not in self:
                self.put(name)
        for name in [name for name, ends in self.items() if ends == Ends()]:
            del self[name]
        return self

    def put(self, name: str, opens: Days = None, closes: Days = None) -> Ends:
        """Enter a filing's ends, as an act or order moved them."""
        moved = self.case.moved
        self[name] = Ends(moved.get(f"{name} opens", opens), moved.get(f"{name} closes", closes))
        return self[name]


# --- The primary --------------------------------------------------------------------------------------------------


def primary_table(case: Case, presidential: bool = False) -> Table:
    """Every filing of a primary."""
    table, day = Table(case), case.day
    death = case.event("death-or-disqualification")

    # § 6-158(1): "not earlier than the thirteenth Monday before, and not later than the twelfth Thursday preceding"
    monday, thursday = (10, 9) if case.old else (13, 12)
    if presidential:  # § 6-158(1-b), 2024: "thirteenth Monday before ... eleventh Thursday preceding"
        monday, thursday = 13, 11
    opens = one(weekday_before(day, monday, "Monday"))
    closes = last_back(weekday_before(day, thursday, "Thursday"))
    if presidential and case.edition != "2024":
        opens = closes = None  # each had an act of its own
    petition = table.put("designating-petition", opens, closes)
    # § 6-158(2): "not later than the fourth day after the last day to file such designation"
    acceptance = table.put("designation-acceptance", closes=last(4, petition.closes))
    # § 6-158(3): "the fourth day after the last day to decline"; "ten days after such death or disqualification or
    # four days before the primary election, whichever is earlier"
    substitution = table.put("designation-substitution/declination", closes=last(4, acceptance.closes))
    table.put("designation-substitution/death-or-disqualification", closes=after_death(death, day))
    if not presidential:
        opportunity_to_ballot(table)
    # § 6-134(4): signatures made more than 37 days before the last day to file do not count
    signing = table.put("designating-petition-signatures", opens=over(lambda d: before(d, 37), petition.closes))
    if not presidential:
        # § 2-120(1): "not later than two weeks before the first day on which designating petitions ... may be signed"
        table.put("party-call", closes=last_back(over(lambda d: before(d, 14), signing.opens)))
        # § 6-104(6): from 21 days before the first day to sign to that day
        table.put("state-committee-meeting", over(lambda d: before(d, 21), signing.opens), signing.opens)
    # § 6-120(3): 4 days after the last day to file the petition, or the certificate of substitution
    table.put("designation-authorization", closes=last(4, petition.closes))
    table.put("designation-substitution-authorization", closes=last(4, substitution.closes))
    dead = table["designation-substitution/death-or-disqualification"].closes
    table.put("designation-substitution-authorization/death-or-disqualification", closes=last(4, dead))
    # § 16-102(2): the later of 14 days after the last day to file the petition, (from 2024) 4 days after the last day to
    # fill a vacancy in a designation, and 3 business days after the determination
    limbs = [over(lambda d: after(d, 14), petition.closes)]
    if day.year >= 2024:
        limbs.append(over(lambda d: after(d, 4), substitution.closes))
    court(table, limbs)
    # § 6-134(2): 3 business days after the determination
    table.put("petition-cure", closes=over(lambda d: business_after(d, 3), one(case.event("determination"))))
    objections(table)
    certify(table)
    return table.finished()


def opportunity_to_ballot(table: Table) -> None:
    """Petitions for an opportunity to ballot, and what goes with them."""
    case, day, petition = table.case, table.case.day, table["designating-petition"]
    # § 6-158(4): "not later than the eleventh Thursday preceding"; after a substitution "the tenth Thursday"
    ballot = table.put(
        "opportunity-to-ballot-petition", closes=last_back(weekday_before(day, 8 if case.old else 11, "Thursday"))
    )
    late_ballot = table.put(
        "opportunity-to-ballot-petition/after-substitution",
        closes=last_back(weekday_before(day, 7 if case.old else 10, "Thursday")),
    )
    # § 6-164: 16 days before the last day to file designating petitions
    table.put("opportunity-to-ballot-signatures", opens=over(lambda d: before(d, 16), petition.closes))
    # § 6-166(3): 4th day after the last day to file that petition
    table.put("opportunity-to-ballot-acceptance", closes=last(4, ballot.closes))
    table.put("opportunity-to-ballot-acceptance/after-substitution", closes=last(4, late_ballot.closes))


def after_death(death: date | None, election: date) -> Days:
    """Ten days after a death or disqualification or four days before the election, whichever is earlier (3), (8)."""
    if death is None:
        return DEPENDS
    tenth, fourth = business_on_or_after(after(death, 10)), before(election, 4)
    if death > fourth:
        return PASSED
    # Nothing can be filed before the death: a reading whose day lies before it falls away
    return frozenset(min(tenth, limb) for limb in backward(fourth) if limb >= death)


def union(*readings: Days) -> Days:
    """Readings of the same end."""
    for each in readings:
        if not isinstance(each, frozenset):
            return each
    return frozenset(day for each in readings if isinstance(each, frozenset) for day in each)


def court(table: Table, limbs: list[Days]) -> None:
    """§ 16-102(2), with and without a determination."""
    if None in limbs:
        return
    determined = over(lambda d: business_after(d, 3), one(table.case.event("determination")))
    table.put("court-proceeding", closes=over(lambda *days: business_on_or_after(max(days)), *limbs))
    table.put(
        "court-proceeding/after-determination",
        closes=over(lambda *days: business_on_or_after(max(days)), *limbs, determined),
    )


def certify(table: Table) -> None:
    """§ 4-110, § 4-112(1), § 4-114: 55 and 54 days before the election; before 2019, 36 and 35. A duty never rolls."""
    state, county = (36, 35) if table.case.governed < L2019_CH5 else (55, 54)
    table.put("state-ballot-certification", closes=one(before(table.case.day, state)))
    table.put("county-ballot-certification", closes=one(before(table.case.day, county)))


def objections(table: Table) -> None:
    """§ 6-154(2): 3 days after the petition was filed; specifications 6 days after the objection."""
    case = table.case
    if "independent-petition" in table:  # whose candidate a party later nominates
        table.put("objection/later-party-nomination", closes=last(3, one(case.event("party-certificate-filed"))))
    table.put("objection", closes=last(3, one(case.event("petition-filed"))))
    # a certificate that was not filed: 3 days after the last day to file it
    table.put("objection/certificate-not-filed", closes=last(3, one(case.event("last-day-to-decline"))))
    table.put("objection-specifications", closes=last(6, one(case.event("objection-filed"))))


# --- The general election -----------------------------------------------------------------------------------------


def general_table(case: Case, primary: Table) -> Table:
    """Every filing of a general election that follows a primary."""
    table, day = Table(case), case.day
    primary_election = primary.case.day
    death = case.event("death-or-disqualification")
    presidential = day.year % 4 == 0

    table.put("vacancy-cutoff", closes=one(cutoff(case)))

    # § 6-158(5): from the Tuesday following the third Monday in September to the fourth Monday; since 2019 from the
    # Thursday following the first Monday in August to six days thereafter. A meeting's days never roll
    if case.old:
        first = weekday_after(nth_of(day.year, 9, "Monday", 3), 1, "Tuesday")
        end = nth_of(day.year, 9, "Monday", 4)
    else:
        first = weekday_after(nth_of(day.year, 8, "Monday", 1), 1, "Thursday")
        end = after(first, 6)
    convention = table.put("judicial-convention", one(first), one(end))

    # § 6-158(6): seven days after the fall primary; since 2019 thirty days after the primary
    party: dict[str, Days] = {"": last(7 if case.old else 30, one(primary_election))}
    # "an office which becomes vacant after the seventh day preceding such primary election": fourteen days after the
    # vacancy; since 2019 "thirty days after the primary election or ten days after ... such vacancy, whichever is later"
    party["late-vacancy"] = arising(
        case,
        before(primary_election, 7),
        lambda day: last_on(after(day, 14) if case.old else max(after(primary_election, 30), after(day, 10))),
    )
    # electors: fourteen days after the fall primary; since 2019 seventy-four, in the 2024 edition seventy-three
    if presidential:
        days = {"before-2019": 14, "2019": 74, "2022": 74, "2024": 73}[case.edition]
        party["presidential-electors"] = last(days, one(primary_election))
    # "not later than the day after the last day to hold such convention"
    party["judicial-convention"] = last(1, convention.closes)
    # "the minutes ... within seventy-two hours after adjournment of the convention"
    table.put("judicial-convention-minutes", closes=minutes(case.event("adjournment")))

    declined: dict[str, Days] = {}
    substituted: dict[str, Days] = {}
    for name, closes in party.items():
        tail = f"/{name}" if name else ""
        party[name] = table.put(f"party-nomination{tail}", closes=closes).closes
        # § 6-158(7): "the third day after the last day to file the certificate of such party nomination"
        declined[name] = table.put(f"party-nomination-acceptance{tail}", closes=last(3, party[name])).closes
        # § 6-158(8): "four days after the last day to file such declination"
        end_name = f"party-nomination-substitution/{name or 'declination'}"
        substituted[name] = table.put(end_name, closes=last(4, declined[name])).closes
    # § 6-158(8): made at the primary, "ten days after the last day to file such declination"
    known = case.event("last-day-to-decline")
    made = last(10, one(known)) if known is None or known >= primary_election else OTHERWISE
    substituted["made-at-primary"] = table.put("party-nomination-substitution/made-at-primary", closes=made).closes
    # § 6-158(8): "ten days after such death or disqualification or four days before the election"
    substituted["death-or-disqualification"] = table.put(
        "party-nomination-substitution/death-or-disqualification", closes=after_death(death, day)
    ).closes
    table.put("independent-substitution/death-or-disqualification", closes=after_death(death, day))

    # § 6-158(9): "not earlier than twenty-four weeks and not later than twenty-three weeks preceding such election"
    opening, closing = (12, 11) if case.old else (24, 23)
    petition = table.put("independent-petition", one(before(day, opening * 7)), last_back(before(day, closing * 7)))
    if case.old:  # "A petition for trustee of the Long Island Power Authority": seven weeks to six weeks preceding
        trustees = one(case.event("trustee-election"))
        opens, closes = over(lambda d: before(d, 49), trustees), last_back(over(lambda d: before(d, 42), trustees))
        table.put("independent-petition/lipa-trustee", opens, closes)
    # § 6-158(10): a vacancy "less than fourteen days before the last day" or after it: "within fourteen days after"
    assert isinstance(petition.closes, frozenset)
    vacant = arising(case, before(min(petition.closes), 14), lambda day: last(14, one(day)))
    table.put("independent-petition/late-vacancy", closes=vacant)
    # "acceptance or declination ... within two days thereafter" and "within two days after such declination has been
    # filed": two days, or two business days if General Construction Law § 20 leaves out weekends and holidays. The first
    # may also run from the last day to file the petition
    filed = two_days(case.event("petition-filed"))
    if isinstance(filed, frozenset) and isinstance(vacant, frozenset):
        filed = union(filed, last(2, vacant))
    table.put("independent-acceptance/late-vacancy", closes=filed)
    table.put("independent-substitution/late-vacancy", closes=two_days(case.event("declination-filed")))

    # § 6-158(11): "the third day after the twenty-third Tuesday preceding"; "the third day after the primary election"
    tuesday = one(weekday_before(day, 11 if case.old else 23, "Tuesday"))
    table.put("independent-acceptance", closes=last(3, tuesday))
    table.put("independent-acceptance/after-primary", closes=last(3, one(primary_election)))
    # § 6-158(12): "the sixth day after the twenty-third Tuesday preceding"; § 6-158(13) after a late declination
    table.put("independent-substitution/declination", closes=last(6, tuesday))
    table.put("independent-substitution/after-primary", closes=PRACTICABLE)
    table.put("vacancy-too-late", closes=PRACTICABLE)

    # § 6-120(3): 4 days after the last day to file the certificate of nomination or of substitution
    for name in party:
        tail = f"/{name}" if name else ""
        if name != "judicial-convention":  # § 6-120(4): not for judicial offices
            table.put(f"party-nomination-authorization{tail}", closes=last(4, party[name]))
    for name, closes in substituted.items():
        if name != "judicial-convention":
            end_name = f"party-nomination-substitution-authorization/{name or 'declination'}"
            table.put(end_name, closes=last(4, closes))
    if day.year >= 2022:  # § 6-146(6): 10 days after the primary
        loser = table.put("primary-loser-declination", closes=last(10, one(primary_election)))
        if case.edition in ("2022", "2024"):
            # § 6-158(3) as the State Board counts it, 4 days; or (8), 10 days
            filled = union(last(4, loser.closes), last(10, loser.closes))
            table.put("primary-loser-substitution", closes=filled)
            table.put("primary-loser-substitution-authorization", closes=last(4, filled))
    # § 6-108: not before the first day to sign designating petitions
    table.put("town-caucus", opens=primary["designating-petition-signatures"].opens)
    # § 6-138(4): six weeks before the last day to file them
    table.put("independent-petition-signatures", opens=over(lambda d: before(d, 42), petition.closes))
    court(table, [over(lambda d: after(d, 14), petition.closes)])
    objections(table)
    # § 4-106: by 1 February of the year of the general election
    table.put("offices-certificate", closes=one(date(day.year, 2, 1)))
    certify(table)
    if presidential:  # § 6-153(1): the third Tuesday before the general election
        table.put("presidential-write-in-certificate", closes=last_back(weekday_before(day, 3, "Tuesday")))
    # § 6-128(2): 1 September
    table.put("new-party-certificate", closes=last_on(date(day.year, 9, 1)))
    return table.finished()


def cutoff(case: Case) -> date:
    """§ 6-158(14): three months before the general election; in the old text "before September twentieth"."""
    return date(case.day.year, 9, 19) if case.old else three_months_before(case.day)


def arising(case: Case, boundary: date, closes: Callable[[date], Days]) -> Days:
    """What a vacancy in an office comes to, under a rule for those that arise after a boundary."""
    vacancy = case.event("vacancy")
    if vacancy is None:
        return DEPENDS
    if vacancy <= boundary:
        return OTHERWISE
    return closes(vacancy) if vacancy <= cutoff(case) else NOT_HERE


def two_days(event: date | None) -> Days:
    """The "two days" of § 6-158(10), both readings."""
    if event is None:
        return DEPENDS
    return frozenset({business_on_or_after(after(event, 2)), business_after(event, 2)})


def seventy_two_hours_after(adjourned: datetime) -> datetime:
    for _ in range(72):
        adjourned += timedelta(hours=1)
    return adjourned


def minutes(adjourned: date | None) -> Days:
    """Seventy-two hours: the last moment at which the office is open, the instant itself, and (General
    Construction Law § 25-a) the same hour of the next business day."""
    if not isinstance(adjourned, datetime):
        return DEPENDS
    instant = seventy_two_hours_after(adjourned)
    day, hour = instant.date(), instant.time()
    if business(day) and time(9) <= hour <= time(17):
        return frozenset({instant})
    # § 1-106(1): between nine A.M. and five P.M.
    safe = day if business(day) and hour > time(17) else business_on_or_before(day - ONE)
    return frozenset({datetime.combine(safe, time(17)), instant, datetime.combine(business_on_or_after(day), hour)})


# --- Special elections --------------------------------------------------------------------------------------------


def special_table(case: Case) -> Table:
    """Every filing of a special election: § 6-158(6)-(9), (11), (12), days following the proclamation."""
    table, day = Table(case), case.day
    proclaimed = one(case.proclaimed)
    short = case.paragraph == "b" and case.edition in ("2022", "2024")  # L.2022 ch.164

    def days(long: int, shorter: int, settled: bool = True) -> Days:
        """Days following the issuance of the proclamation; an inferred shorter time stands beside the long one."""
        if not short:
            return last(long, proclaimed)
        return last(shorter, proclaimed) if settled else union(last(shorter, proclaimed), last(long, proclaimed))

    party = table.put("party-nomination", closes=days(10, 7))  # (6)
    table.put("party-nomination-acceptance", closes=days(12, 9, settled=False))  # (7)
    filled = table.put("party-nomination-substitution/declination", closes=days(14, 11, settled=False))  # (8)
    petition = table.put("independent-petition", closes=days(12, 9))  # (9)
    table.put("independent-acceptance", closes=days(14, 11))  # (11)
    table.put("independent-substitution/declination", closes=days(16, 13))  # (12)
    death = case.event("death-or-disqualification")
    dead = table.put("party-nomination-substitution/death-or-disqualification", closes=after_death(death, day))  # (8)
    table.put("independent-substitution/death-or-disqualification", closes=after_death(death, day))
    table.put("vacancy-too-late", closes=PRACTICABLE)  # (13)

    # § 6-120(3); its proviso was not read, so under paragraph b the day is unknown
    since_2022 = case.governed >= L2022_CH164
    authorized = UNKNOWN if since_2022 and case.paragraph == "b" else None
    table.put("party-nomination-authorization", closes=authorized or last(4, party.closes))
    table.put("party-nomination-substitution-authorization/declination", closes=authorized or last(4, filled.closes))
    table.put(
        "party-nomination-substitution-authorization/death-or-disqualification",
        closes=authorized or last(4, dead.closes),
    )
    # § 6-138(4): the day of the proclamation
    table.put("independent-petition-signatures", opens=proclaimed)
    # § 16-102(2): since 2022 seven days
    court(table, [over(lambda d: after(d, 7 if since_2022 else 14), petition.closes)])
    objections(table)
    # § 4-112(1), § 4-114: since 2022 53 days before, under paragraph b 24
    if since_2022:
        table.put("state-ballot-certification", closes=one(before(day, 24 if case.paragraph == "b" else 53)))
        table.put("county-ballot-certification", closes=UNKNOWN)
    else:
        certify(table)
    return table.finished()


# --- The elections there were, and what acts and orders moved (exceptions to named elections only) ----------------


def exceptions(election: str) -> dict[str, Days]:
    """The ends that a one-year act or a court's or governor's order named for an election."""
    year = int(election[:4])

    def d(month: int, day: int) -> Days:
        return frozenset({date(year, month, day)})

    petition, signing = "designating-petition", "designating-petition-signatures"
    independent = "independent-petition"
    no_ballot: dict[str, Days] = {
        f"{name} {end}": ABOLISHED
        for name, end in (
            ("opportunity-to-ballot-petition", "closes"),
            ("opportunity-to-ballot-petition/after-substitution", "closes"),
            ("opportunity-to-ballot-signatures", "opens"),
            ("opportunity-to-ballot-signatures", "closes"),
            ("opportunity-to-ballot-acceptance", "closes"),
            ("opportunity-to-ballot-acceptance/after-substitution", "closes"),
        )
    }
    match election:
        case "2014-primary":  # L.2014 ch.20; A9407 of 2014
            return {"party-call closes": d(5, 20), f"{signing} opens": d(5, 29)}
        case "2018-06-26-primary":  # N.D.N.Y. 1:10-cv-1214
            return {
                f"{signing} opens": d(3, 6),
                f"{petition} opens": d(4, 9),
                f"{petition} closes": d(4, 12),
                "opportunity-to-ballot-signatures opens": d(3, 27),
                "opportunity-to-ballot-petition closes": d(4, 19),
                "opportunity-to-ballot-petition/after-substitution closes": UNKNOWN,
            }
        case "2018-general":  # the same order, for federal offices
            return {
                f"{independent}-signatures/federal-offices opens": d(6, 19),
                f"{independent}/federal-offices opens": d(7, 24),
                f"{independent}/federal-offices closes": d(7, 31),
                "independent-acceptance/federal-offices closes": UNKNOWN,
                "independent-substitution/federal-offices closes": UNKNOWN,
            }
        case "2020-primary":  # L.2020 ch.24, Executive Order 202.2
            return no_ballot | {
                f"{petition} opens": d(3, 17),
                f"{petition} closes": d(3, 20),
                f"{signing} opens": d(2, 25),
                f"{signing} closes": d(3, 17),
                "designation-acceptance closes": d(3, 24),
                "designation-substitution/declination closes": UNKNOWN,
                "designation-substitution/death-or-disqualification closes": UNKNOWN,
                "designation-authorization closes": UNKNOWN,
                "designation-substitution-authorization closes": UNKNOWN,
                "court-proceeding closes": UNKNOWN,
                "court-proceeding/after-determination closes": UNKNOWN,
            }
        case "2020-general":  # Executive Orders 202.13, 202.46
            return {
                "independent-petition-signatures opens": d(7, 1),
                f"{independent} opens": d(7, 27),
                f"{independent} closes": d(7, 30),
                "independent-acceptance closes": d(8, 3),
                "independent-acceptance/after-primary closes": UNKNOWN,
                "independent-substitution/declination closes": UNKNOWN,
            }
        case "2021-primary":  # L.2021 ch.22, ch.69
            return no_ballot | {
                f"{signing} opens": d(3, 2),
                f"{petition} opens": d(3, 22),
                f"{petition} closes": d(3, 25),
            }
        case "2022-08-23-primary":  # Harkenrider v Hochul
            return {
                f"{signing} opens": d(5, 21),
                f"{petition} opens": d(6, 8),
                f"{petition} closes": d(6, 10),
                "opportunity-to-ballot-petition opens": d(6, 8),
                "opportunity-to-ballot-petition closes": d(6, 10),
                "opportunity-to-ballot-signatures opens": UNKNOWN,
                "opportunity-to-ballot-signatures closes": UNKNOWN,
                "opportunity-to-ballot-acceptance closes": UNKNOWN,
                "opportunity-to-ballot-petition/after-substitution closes": UNKNOWN,
                "designation-acceptance closes": d(6, 13),
                "designation-authorization closes": d(6, 13),
                "designation-substitution/declination closes": d(6, 15),
                "designation-substitution-authorization closes": UNKNOWN,
            }
        case "2022-general":  # the same order, for Congress and State Senate
            return {
                f"{independent}-signatures/congress-and-state-senate opens": d(5, 21),
                f"{independent}/congress-and-state-senate opens": UNKNOWN,
                f"{independent}/congress-and-state-senate closes": d(7, 5),
                "independent-acceptance/congress-and-state-senate closes": UNKNOWN,
                "independent-substitution/congress-and-state-senate closes": UNKNOWN,
            }
        case "2024-primary":  # S8664 of 2024
            return {f"{signing}/congress opens": d(2, 29)}
        case "2023-primary" | "2026-primary":  # L.2023 ch.120; the 2025 act for 2026
            monday = weekday_before(primary_day(year), 12, "Monday")
            return {
                f"{petition} closes": one(monday),
                f"{signing} opens": one(before(monday, 41)),
                f"{signing} closes": one(weekday_before(primary_day(year), 12, "Thursday")),
            }
    return {}


def special_elections() -> Iterator[tuple[str, date, date, str]]:
    """The special elections of 2018-2026: id, day, proclaimed, paragraph of Public Officers Law § 42(3)."""
    yield "2018-04-24-special-legislature", date(2018, 4, 24), date(2018, 2, 5), "b"
    yield "2020-04-28-special-house-27", date(2020, 6, 23), date(2020, 2, 10), "a"
    yield "2021-11-02-special-assembly-86", date(2021, 11, 2), date(2021, 9, 18), "b"
    yield "2021-11-02-special-senate-30", date(2021, 11, 2), date(2021, 9, 18), "b"
    yield "2022-08-23-special-house-19", date(2022, 8, 23), date(2022, 6, 4), "a"
    yield "2022-08-23-special-house-23", date(2022, 8, 23), date(2022, 6, 4), "a"
    yield "2023-09-12-special-assembly-27", date(2023, 9, 12), date(2023, 7, 24), "b"
    yield "2024-02-13-special-assembly-77", date(2024, 2, 13), date(2024, 1, 12), "b"
    yield "2024-02-13-special-house-3", date(2024, 2, 13), date(2023, 12, 5), "a"
    yield "2024-04-30-special-house-26", date(2024, 4, 30), date(2024, 2, 12), "a"
    yield "2025-05-20-special-senate-22", date(2025, 5, 20), date(2025, 4, 10), "b"
    yield "2025-11-04-special-assembly-115", date(2025, 11, 4), date(2025, 9, 15), "b"
    yield "2026-02-03-special-assembly-74", date(2026, 2, 3), date(2025, 12, 15), "b"
    for seat in ("assembly-36", "senate-47", "senate-61"):
        yield f"2026-02-03-special-{seat}", date(2026, 2, 3), date(2026, 1, 2), "b"


def election(name: str) -> Case:
    """A configured election by its id, as it was held."""
    year, _, kind = name.partition("-")
    moved = exceptions(name)
    for special, day, proclaimed, paragraph in special_elections():
        if name == special:
            return Case(day, edition_on(proclaimed), proclaimed=proclaimed, paragraph=paragraph)
    if kind == "general":
        day = general_election_day(int(year))
        # The petitions of 2023 were filed before the 2024 edition
        return Case(day, "2022" if year == "2023" else edition_on(day), moved=moved)
    other = {
        "2018-06-26-primary": date(2018, 6, 26),
        "2022-08-23-primary": date(2022, 8, 23),
        "2024-presidential-primary": date(2024, 4, 2),
    }
    day = other.get(name) or primary_day(int(year))
    return Case(day, edition_on(day), moved=moved)


def opinion(name: str, case: Case, primary: Case | None = None) -> Table:
    """Every filing of an election, of the kind its id tells; a general election's primary as held, or another."""
    if "-special-" in name:
        return special_table(case)
    if name.endswith("-general"):
        return general_table(case, primary_table(primary or election(f"{case.day.year}-primary")))
    return primary_table(case, presidential=name.endswith("presidential-primary"))


# --- What each place asks on a last day: § 1-106(1) ---------------------------------------------------------------


class Receipt(NamedTuple):
    """The last hour (24:00 is midnight), and by when mail must be postmarked and received."""

    hour: str
    postmarked: date | None
    received: date | None


def receipt(election: str, name: str, last_day: date, adjourned: date | None) -> dict[str, Receipt]:
    """By place; minutes also within their hours.

    § 1-106(1) does not name opportunity-to-ballot petitions and minutes in its rule for mail.
    """
    filing = name.partition("/")[0]
    petition = filing in ("designating-petition", "independent-petition")
    mailed: tuple[date | None, date] = (
        last_day,
        business_after(last_day, 2),
    )  # "no later than two business days after"
    if filing in ("opportunity-to-ballot-petition", "judicial-convention-minutes"):
        mailed = (None, last_day)
    places = {
        "state-and-counties": Receipt("17:00", *mailed),
        "new-york-city": Receipt("24:00", None, last_day),  # open until midnight; "must be actually received"
        "westchester": Receipt("24:00" if petition else "17:00", *mailed),
    }
    if filing == "judicial-convention-minutes" and isinstance(adjourned, datetime):
        instant = seventy_two_hours_after(adjourned)
        if instant.date() == last_day:
            places = {place: asks._replace(hour=min(asks.hour, f"{instant:%H:%M}")) for place, asks in places.items()}
    if election == "2023-09-12-special-assembly-27":  # a district within the city: § 6-144
        return {"new-york-city": places["new-york-city"]}
    return places
