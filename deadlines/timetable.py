"""Elections x law -> deadlines, put together from their ends (`ends.py`); and what if?"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime, time

from . import law as laws
from . import wording
from .content import election_of
from .days import ONE_DAY
from .ends import Ends, PlacedError
from .expressions import Named, parse
from .model import Caution, Content, Deadline, Election, End, IfOn, Provision, Receipt, date_of
from .reader import ContentError
from .rules import Environment, Point, evaluate
from .tables import ElectionEntry
from .vocabulary import WHICH, Day, once, whole


def timetable(
    content: Content,
    *,
    election: str | None = None,
    edition: str | None = None,
    events: Mapping[str, Day] | None = None,
    day: date | None = None,
) -> list[Deadline]:
    """Every deadline of every configured election (or of one), in the order of elections and filings.

    `events` gives days (with an hour where the event has one) to events that nobody knows beforehand.
    Two ask "what if?", and drop exceptions: `edition`, under another edition of the main section (or
    the plain words of its own); `day`, if the one election named were on that day, under the editions
    in force then. Raises ContentError where the content gives no timetable, EventError for an event's
    day that cannot be.
    """
    events = events or {}
    what_if = edition is not None or day is not None
    if day:
        if not election:
            raise ValueError("what if on this day? It needs one election")
        content = _moved_to(content, content.elections[election], day, events)
    ends = Ends(content, edition, events, what_if, exceptions=not what_if)
    plain = Ends(content, edition, events, what_if, exceptions=False)
    chosen = [content.elections[election]] if election else list(content.elections.values())
    found: list[Deadline] = []
    wrong: dict[str, str] = {}  # one mistake a place, though it is one for many elections
    for each in chosen:
        own = ends.provisions(each)
        for filing, case in sorted(own, key=lambda key: _order(content, key)):
            try:
                found.append(_deadline(each, own[filing, case], ends, plain))
            except PlacedError as error:
                wrong.setdefault(error.place, str(error))
    if wrong:
        raise ContentError(list(wrong.values()))
    return found


def by_event_day(content: Content, deadlines: Iterable[Deadline]) -> dict[str, tuple[IfOn, ...]]:
    """For each deadline that waits for one event: what it comes to for every day that matters.

    The days are those on which the event can fall under the rule's own condition, the day before
    them where that has an answer, and the day after on which it comes too late. An event with an
    hour is asked at noon and at eight in the evening.
    """
    found: dict[str, list[IfOn]] = {}
    groups: dict[tuple[str, str], list[Deadline]] = {}
    for deadline in deadlines:
        if deadline.status == "depends" and len(deadline.needs) == 1:
            groups.setdefault((deadline.election.id, deadline.needs[0]), []).append(deadline)
    for (id_, name), waiting in groups.items():
        election, event = content.elections[id_], content.law.events[name]
        base = Ends(content, None, {}, False, True)  # one an election: each day asked copies its ends
        for each in waiting:
            base.end(election, (each.filing.id, each.provision.case), "closes")
        last = base.event_limit(election, name, "last")
        starts = {each.id: base.admissible(election, each.provision, name, "earliest") for each in waiting}
        firsts = {id_: whole(start) - ONE_DAY for id_, start in starts.items() if start}
        if last is None or not firsts:
            continue
        day = min(firsts.values())
        while day <= last + ONE_DAY:
            for moment in [datetime.combine(day, hour) for hour in (time(12), time(20))] if event.hour else [day]:
                asked = base.asked(name, moment)
                for each in waiting:
                    if each.id in firsts and day >= firsts[each.id]:
                        answer = asked.if_on(each, moment)
                        if answer:
                            found.setdefault(each.id, []).append(answer)
            day += ONE_DAY
    return {id_: tuple(answers) for id_, answers in found.items()}


def _order(content: Content, key: laws.Key) -> tuple[int, int]:
    filing, case = content.filings[key[0]], key[1]
    return filing.order, list(filing.cases).index(case) if case else -1


def _moved_to(content: Content, election: Election, day: date, events: Mapping[str, Day]) -> Content:
    """The content as if an election were on another day: what was particular to its own day is gone.

    A special election's proclamation stays if it can be that of the new day. A general election of
    another year follows that year's primary, which is on the law's day unless it is configured.
    """
    law, year, elections = content.law, day.year, dict(content.elections)
    proclaimed = election.entry.proclamation
    if proclaimed and day != election.date:
        at = Environment(year, {Named("election"): Point(day)})
        limits = law.events["proclamation"]
        first, last = (evaluate(parse(each["special"]), at).day for each in (limits.first, limits.last))
        proclaimed = proclaimed if first and last and first <= proclaimed <= last else None
    if election.kind == "special" and "proclamation" in events:
        proclaimed = whole(events["proclamation"])
    entry = election.entry.model_copy(
        update={
            "title": wording.WHAT_IF_TITLE[election.kind],
            "date": day,
            "date_source": wording.WHAT_IF,
            "proclamation": proclaimed,
            "primary": election.entry.primary if year == election.year else None,
            "edition": None,
            "caution": None,
            "no_deadlines": None,
        }
    )
    moved = elections[election.id] = election_of(law, year, entry)
    if moved.primary and moved.primary not in elections:
        title = wording.PRIMARY_OF.format(year=year)
        ordinary = election_of(law, year, ElectionEntry(id=moved.primary, kind="primary", title=title, short=title))
        if ordinary.date is None:
            raise ContentError([wording.NO_ELECTION_DAY.format(kind="primary", year=year)])
        elections[ordinary.id] = ordinary
    return replace(content, elections=elections)


# --- deadlines -----------------------------------------------------------------------------------


def _deadline(election: Election, provision: Provision, ends: Ends, plain: Ends) -> Deadline:
    """A deadline put together from its ends; `plain` computes them as if there were no exceptions."""
    content = ends.content
    key = (provision.filing, provision.case)
    opens, closes = (ends.end(election, key, which) for which in WHICH)
    found = [end for end in (closes, opens) if end]
    if opens and closes and opens.date and closes.date and opens.date > closes.date:
        days = {"opens": opens.date, "closes": closes.date}
        message = wording.CONTRADICTION.format(place=provision.place, election=election.id, **days)
        raise PlacedError(f"{provision.place}.opens", message)
    exception = next((end.exception for end in found if end.exception), None)
    without = None
    if exception and key in plain.provisions(election):
        without = date_of(plain.end(election, key, "opens")), date_of(plain.end(election, key, "closes"))
    cautions = [caution for end in found for caution in end.cautions]
    status = found[0].status
    if election.entry.caution:
        cautions.append(Caution("unverified", election.entry.caution.text, election.entry.caution.source))
    if election.may_move and not exception and status in ("fixed", "depends"):
        cautions.append(Caution("may-move", election.may_move.text, election.may_move.source))
    received = provision.kind == "filing" and status != "abolished"
    received_only = content.law.filing.received_only
    if received_only and provision.filing in received_only.filings and received:
        cautions.append(Caution("reading", received_only.text, received_only.source))
    return Deadline(
        id="/".join(part for part in (election.id, *key) if part),
        election=election,
        filing=content.filings[provision.filing],
        provision=provision,
        opens=opens,
        closes=closes,
        status=status,
        exception=exception,
        without_exception=without,
        when=" and ".join(once(each for end in found for each in end.when)) or None,
        needs=once(need for end in found for need in end.needs),
        cautions=once(cautions),
        receipt=tuple(_receipt(election, provision, closes, ends)) if received else (),
    )


def _receipt(election: Election, provision: Provision, closes: End | None, ends: Ends) -> Iterator[Receipt]:
    """What each place asks on the last day: its hour, and by when mail must arrive."""
    law = ends.law.filing
    last = date_of(closes)
    for place in law.place:
        if place.id not in election.places:
            continue
        late = place.closes_late_at if provision.filing in place.closes_late_for else None
        hour = late or place.closes_at
        if closes and closes.until:
            hour = min(hour, closes.until)
        by_hand = law.received_only and provision.filing in law.received_only.filings
        by_mail = None if by_hand else place.received_within
        received_by = ends.days.business_day(last, by_mail) if last and by_mail else last
        yield Receipt(place.id, hour, last if by_mail else None, received_by)
