"""The ends of deadlines: the first and the last day of each, as the law makes them for an election.

What the law adds to a rule sentence is here: what its names mean, what is inherited from the
deadline counted from, the limits of what hangs on an event, and which day is the safe one where
readings differ. The day itself is the sentence's (`rules.py`), moved as `rollover.py` says.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from datetime import date, datetime, time
from typing import Literal

from . import law as laws
from . import wording
from .content import election_day
from .days import ONE_DAY, Days
from .expressions import (
    Expression,
    Hours,
    Named,
    Practicable,
    RuleError,
    names,
    parse,
    parse_condition,
)
from .model import Caution, Content, Deadline, Election, End, IfOn, Law, Provision, Step, date_of
from .readings import Read, day_and_hour, in_words_alone, moment_of, safe, told_on
from .rollover import Outcome, outcomes
from .rules import Environment, Point, evaluate, holds
from .vocabulary import Day, Which, in_words, once, sentence, whole

LIMITS: tuple[Literal["earliest", "latest"], ...] = ("earliest", "latest")
Bases = Mapping[Named, End]  # what a sentence counts from


class PlacedError(RuleError):
    """A RuleError that names the place of its sentence already."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(message)
        self.place = place


class EventError(ValueError):
    """An event's day that cannot be: in words, with what is expected."""


def calendar(law: Law) -> Days:
    """The days of the law's jurisdiction."""

    def day_of(kind: str, year: int) -> date:
        found = election_day(law.election_days, kind, year)
        if found is None:
            raise RuleError(wording.NO_ELECTION_DAY.format(kind=kind, year=year))
        return found[0]

    return Days(law.holidays, day_of)


class Ends:
    """The ends of every election's deadlines, each computed once, when it is first asked for."""

    def __init__(
        self, content: Content, edition: str | None, events: Mapping[str, Day], what_if: bool, exceptions: bool
    ) -> None:
        self.content = content
        self.law = content.law
        self.days = calendar(content.law)
        self.events = events
        self._edition = edition
        self._what_if = what_if
        self._exceptions = exceptions
        self._provisions: dict[str, laws.Provisions] = {}
        self._ends: dict[tuple[str, laws.Key, Which], End | None] = {}
        self._event_limits: dict[tuple[str, str, str], date | None] = {}
        self._doubts_of_limits: dict[tuple[str, str], tuple[Caution, ...]] = {}

    def asked(self, event: str, day: Day) -> "Ends":
        """The same ends for an event of that day; those that do not wait for it are not computed again."""
        fork = copy(self)
        fork.events = {**self.events, event: day}
        fork._ends = {slot: end for slot, end in self._ends.items() if end is None or event not in end.needs}
        return fork

    def if_on(self, deadline: Deadline, moment: Day) -> IfOn | None:
        """What a deadline comes to if its event falls on this moment; none for a day on which it cannot fall."""
        try:
            end = self.end(deadline.election, (deadline.filing.id, deadline.provision.case), "closes")
        except EventError:  # the day before the first, where no condition gives it an answer
            return None
        assert end is not None
        settled = not any(caution.closes for caution in end.cautions)
        return IfOn(moment, None if end.answer else date_of(end), end.hour, end.answer, settled)

    def provisions(self, election: Election) -> laws.Provisions:
        """What governs an election, by filing and case: under the edition compared, if one is."""
        if election.id not in self._provisions:
            found = laws.in_force(self.law, election, self._edition, self._exceptions)
            if self._what_if or election.entry.edition:  # what its edition lacks is absent
                primary = self.content.elections.get(election.primary or "", election)
                of_primary = self.provisions(primary) if primary is not election else {}
                found = laws.without_absent(found, of_primary)
            self._provisions[election.id] = found
        return self._provisions[election.id]

    def end(self, election: Election, key: laws.Key, which: Which) -> End | None:
        """One end of a deadline; none if the deadline has no such end."""
        slot = (election.id, key, which)
        if slot not in self._ends:
            provision = self.provisions(election)[key]
            rule = laws.sentence(provision, which)
            try:
                self._ends[slot] = self._compute(election, provision, which, rule)
            except PlacedError:
                raise
            except (RuleError, OverflowError) as error:
                where = {"place": provision.place, "end": which, "rule": rule, "election": election.id}
                raise PlacedError(f"{provision.place}.{which}", wording.WRONG.format(error=error, **where)) from None
        return self._ends[slot]

    def _compute(self, election: Election, provision: Provision, which: Which, rule: str | None) -> End | None:
        if rule is None and not (provision.reason and (which == "closes" or not provision.status)):
            return None
        when = (provision.when,) if provision.when else ()
        exception = provision.exception if which in provision.sets else None
        act = self.law.exceptions[exception].act if exception else ""
        own = End("fixed", rule, cautions=provision.cautions, exception=exception, when=when)
        if provision.status or rule is None:
            return own._replace(status=provision.status or "unknown", reason=provision.reason)
        expression = parse(rule)
        bases = self._bases(election, expression, provision)
        own = _inherit(own, [*bases.values(), *self._conditions(election, provision)])
        for base in bases.values():
            if base.status in ("abolished", "unknown"):
                return own._replace(status=base.status, reason=base.reason)
        point = evaluate(expression, self._environment(election, bases))
        if isinstance(expression, Practicable):
            return own._replace(status="practicable", steps=point.steps)
        answer = self._unmet(election, provision) or next((base.answer for base in bases.values() if base.answer), None)
        if answer:
            return own._replace(status="depends", steps=point.steps, answer=answer)
        rolls = which == "closes" and provision.kind in self.law.filing.rollover.kinds
        if point.day is None:
            own = own._replace(status="depends", steps=point.steps)
            return self._bounded(election, provision, own, expression, bases, rolls)
        end = self._settled(election, provision, which, own, expression, bases, rolls, point)
        return end._replace(steps=(Step(None, wording.SET_BY.format(act=act)), *end.steps)) if act else end

    def _conditions(self, election: Election, provision: Provision) -> list[End]:
        """The ends that a condition compares its event with."""
        comparisons = parse_condition(provision.when) if provision.when else ()
        return [end for each in comparisons for end in self._bases(election, each.day, provision).values()]

    def _bases(self, election: Election, expression: Expression, provision: Provision | None = None) -> Bases:
        return {named: self._named(election, named, provision) for named in names(expression)}

    def _environment(
        self, election: Election, bases: Bases, instead: Mapping[Named, Day | None] | None = None
    ) -> Environment:
        """The bases as named days, with other days instead of some of them."""
        points = {named: Point(base.date, base.steps) for named, base in bases.items()}
        for named, day in (instead or {}).items():
            points[named] = Point(day, bases[named].steps)
        return Environment(election.year, points, self.days.business_day)

    def _settled(
        self,
        election: Election,
        provision: Provision,
        which: Which,
        own: End,
        expression: Expression,
        bases: Bases,
        rolls: bool,
        point: Point,
    ) -> End:
        """An end whose day is known: the safe one of all readings, the others beside it as cautions.

        Safe is the earliest last day that had not passed when the event happened, and the latest first day.
        """

        def come_to(
            other: Expression, bases: Bases, instead: Mapping[Named, Day | None] | None = None
        ) -> list[Outcome]:
            return outcomes(other, self._environment(election, bases, instead), self.law.filing, self.days, rolls)

        rule = own.rule or ""
        env = self._environment(election, bases)
        own_days = outcomes(expression, env, self.law.filing, self.days, rolls, point)
        read = [Read(each, each.reading, each.source, rule) for each in own_days]
        without_a_day = []
        for reading in provision.readings:
            other = parse(reading.closes) if reading.closes else None
            others = self._bases(election, other, provision) if other else {}
            if other and all(base.date for base in others.values()):
                text = wording.READING_WITH_RULE.format(reading=reading.text)
                read += [Read(each, text, reading.source, reading.closes or "") for each in come_to(other, others)]
            else:
                without_a_day.append(in_words_alone(reading))
        for named, base in bases.items():
            for caution in base.cautions:
                # Counted on from the day that another reading gives the base, but for one that had passed.
                if caution.closes and (named.name.endswith(" opens") or caution.closes > whole(base.date or date.min)):
                    text = wording.COUNTED_ON.format(reading=caution.text)
                    counted_on = come_to(expression, bases, {named: caution.closes})
                    read += [Read(each, text, caution.source, rule) for each in counted_on]
        told = told_on(expression, {named: base.date for named, base in bases.items() if named.name in self.events})
        return safe(own._replace(cautions=(*own.cautions, *without_a_day)), which, read, told)

    def _bounded(
        self, election: Election, provision: Provision, own: End, expression: Expression, bases: Bases, rolls: bool
    ) -> End:
        """An end that waits for an event: its limits, whatever the event.

        Every sentence grows with the days it counts from, so the first and the last day of an
        event give the earliest and the latest end. A limit after the election limits nothing.
        """

        def at(limit: Literal["earliest", "latest"]) -> list[Outcome]:
            days: dict[Named, Day | None] = {}
            for named, base in bases.items():
                if named.name in self.law.events and not base.date:
                    first, last = (self.admissible(election, provision, named.name, each) for each in LIMITS)
                    never = first and last and whole(first) > whole(last)
                    days[named] = None if never else first if limit == "earliest" else last
                else:
                    days[named] = base.date or (base.earliest if limit == "earliest" else base.latest)
            if not all(days.values()):
                return []
            env = self._environment(election, bases, days)
            told = told_on(expression, {named: day for named, day in days.items() if named.name in self.law.events})
            found = outcomes(expression, env, self.law.filing, self.days, rolls)
            found.sort(key=lambda outcome: (outcome.date < min(told, outcome.raw), moment_of(outcome)))
            return found if election.date and found[0].date <= election.date else []

        earliest, latest = at("earliest"), at("latest")
        cautions = [in_words_alone(reading) for reading in provision.readings]
        hours = self.law.filing.hours
        if isinstance(expression, Hours) and hours:
            cautions.append(Caution("reading", hours.doubt, hours.source))
        for outcome in latest[1:]:
            if not outcome.hour:  # a period of hours is doubtful whenever it ends, not only at its limit
                text = wording.AT_LATEST.format(reading=outcome.reading, day=day_and_hour(outcome))
                cautions.append(Caution("reading", sentence(text), outcome.source, own.rule, outcome.date))
        return own._replace(
            cautions=once([*own.cautions, *cautions]),
            earliest=earliest[0].date if earliest else None,
            latest=latest[0].date if latest else None,
        )

    # --- what a name means ---

    def _named(self, election: Election, named: Named, provision: Provision | None) -> End:
        primary = self.content.elections.get(election.primary or "")
        match named.name:
            case "election":
                return _day_of(election)
            case "primary" if primary:
                return _day_of(primary)
            case "general":
                return self._general(election)
            case "proclamation" if election.entry.proclamation and "proclamation" not in self.events:
                day = election.entry.proclamation
                return End("fixed", date=day, steps=(Step(day, wording.PROCLAMATION),))
            case name if name in self.law.events:
                return self._event(election, name)
        of_primary = self.provisions(primary) if primary and primary is not election else {}
        found = laws.find(named, provision, self.provisions(election), of_primary)
        assert found is not None  # the loader has looked every name up
        key, which, is_primary = found
        end = self.end(primary if is_primary and primary else election, key, which)
        assert end is not None
        return end

    def _general(self, election: Election) -> End:
        if election.kind == "general":
            return _day_of(election)
        general = self.content.elections.get(f"{election.year}-general")
        if general:
            return _day_of(general)
        found = election_day(self.law.election_days, "general", election.year)
        if found is None:
            raise RuleError(wording.NO_ELECTION_DAY.format(kind="general", year=election.year))
        return End("fixed", date=found[0], steps=(Step(found[0], wording.GENERAL.format(why=found[1])),))

    # --- events ---

    def _event(self, election: Election, name: str) -> End:
        event = self.law.events[name]
        end = End("depends", needs=(name,), cautions=self._limit_doubts(election, name) if event.too_late else ())
        if name not in self.events:
            step = Step(None, wording.EVENT_WAITS.format(event=event.title))
            return end._replace(steps=(step,))
        day = self.events[name]
        on = whole(day)
        if event.hour and not isinstance(day, datetime):
            raise EventError(wording.EVENT_WITHOUT_HOUR.format(name=name, day=on))
        if not event.hour and isinstance(day, datetime):
            raise EventError(wording.EVENT_WITH_HOUR.format(name=name, day=on))
        first, last = (self.event_limit(election, name, which) for which in ("first", "last"))
        too_late = event.too_late if last and on > last else None
        if (first and on < first) or (last and on > last and not too_late):
            words = wording.EVENT_FROM if not last else wording.EVENT_TO if not first else wording.EVENT_FROM_TO
            raise EventError(words.format(name=name, day=on, election=election.id, first=first, last=last))
        steps = (Step(day, wording.EVENT.format(event=event.title)),)
        return end._replace(status="fixed", date=day, needs=(), steps=steps, answer=too_late)

    def _limit_doubts(self, election: Election, name: str) -> tuple[Caution, ...]:
        """The doubts of the deadline after which an event comes too late (§ 6-158(14)), and whom it is for."""
        if (election.id, name) in self._doubts_of_limits:
            return self._doubts_of_limits[election.id, name]
        cautions: list[Caution] = []
        for named, base in self._bases(election, parse(self.law.events[name].last[election.kind])).items():
            found = laws.find(named, None, self.provisions(election), {})
            provision = self.provisions(election)[found[0]] if found else None
            if provision and provision.applies:
                text = wording.LIMIT_IS_FOR.format(
                    event=self.law.events[name].title, citation=provision.citation, applies=provision.applies
                )
                cautions.append(Caution("reading", text, provision.citation))
            cautions += base.cautions
        return self._doubts_of_limits.setdefault((election.id, name), tuple(cautions))

    def event_limit(self, election: Election, name: str, which: str) -> date | None:
        """The `first` or `last` day on which an event can fall, whatever the rule; none if it is not known."""
        slot = (election.id, name, which)
        if slot not in self._event_limits:
            limit = getattr(self.law.events[name], which)[election.kind]
            try:
                self._event_limits[slot] = self._day(election, parse(limit))
            except KeyError:  # counted from a filing that an edition compared lacks
                self._event_limits[slot] = None
        return self._event_limits[slot]

    def admissible(self, election: Election, provision: Provision, name: str, limit: str) -> Day | None:
        """The first (`earliest`) or the last day of an event that a rule's own condition lets pass.

        None where it is counted from a day that is not known. An event with an hour falls between
        the first day's midnight and the last minute of the last.
        """
        day = self.event_limit(election, name, "first" if limit == "earliest" else "last")
        if day is None:
            return None
        for comparison in parse_condition(provision.when) if provision.when else ():
            other = self._day(election, comparison.day) if comparison.event == name else None
            if other:
                if limit == "earliest":
                    day = max(day, {"after": other + ONE_DAY, "on or after": other}.get(comparison.relation, day))
                else:
                    day = min(day, {"before": other - ONE_DAY, "on or before": other}.get(comparison.relation, day))
        if not self.law.events[name].hour:
            return day
        return datetime.combine(day, time(0, 0) if limit == "earliest" else time(23, 59))

    def _day(self, election: Election, expression: Expression) -> date | None:
        """The day of an event's limit, or of a condition's other side; none if it is not known."""
        day = evaluate(expression, self._environment(election, self._bases(election, expression))).day
        return whole(day) if day else None

    def _unmet(self, election: Election, provision: Provision) -> str | None:
        """Why the events that are given rule a deadline out by its condition, if they do."""
        for comparison in parse_condition(provision.when) if provision.when else ():
            if comparison.event in self.events:
                compared = self._day(election, comparison.day)
                if compared is None:
                    return wording.UNTOLD.format(when=provision.when)
                if not holds(comparison, whole(self.events[comparison.event]), compared):
                    event = self.law.events[comparison.event].title
                    return wording.UNMET.format(event=event, relation=comparison.relation, day=in_words(compared))
        return None


def _inherit(own: End, bases: Iterable[End]) -> End:
    """What is counted from a deadline inherits its events, conditions, exception and doubts."""
    bases = list(bases)
    # A reading's own day is a day of the base, not of this end: `_settled` counts on from it.
    cautions = [each for base in bases for each in base.cautions if each.closes is None]
    return own._replace(
        needs=once(need for base in bases for need in base.needs),
        when=once([*own.when, *(each for base in bases for each in base.when)]),
        exception=own.exception or next((base.exception for base in bases if base.exception), None),
        cautions=once([*own.cautions, *cautions]),
    )


def _day_of(election: Election) -> End:
    assert election.date is not None  # an election without a day has no deadlines
    text = wording.ELECTION.format(title=election.entry.title, why=election.why)
    return End("fixed", date=election.date, steps=(Step(election.date, text),))
