"""What a calendar event says of an end of a deadline: its title, and the lines of its description."""

from collections.abc import Iterator
from datetime import date

from .history import History, last_day, standing_since
from .law import edition_in_words
from .model import Content, Deadline
from .readable import Readable
from .vocabulary import Which, clock_in_words, in_words, sentence

ROOM = 1150  # characters for all but the last two lines: calendar programs cut what passes some 1,500
WITHDRAWN = {  # by what became of an end that once had a day
    "withdrawn": "It is no longer among the deadlines computed here.",
    "abolished": "An act or order has abolished it for this election.",
    "unknown": "Its day is not known now.",
    "depends": "It depends on an event now, and has no day beforehand.",
    "practicable": "It has no day now: as soon as practicable.",
}


def notice(content: Content, say: Readable, history: History, deadline: Deadline | None) -> tuple[str, list[str]]:
    """The title and description of an end's event, as its history and the deadline stand.

    The page's address is left out: it is the site's, and may change with it. Where there is no day
    yet there is no event: the words are only held against those recorded.
    """
    now, day = history[-1], last_day(history)
    if deadline and (now.status == "fixed" or (day is None and now.status not in ("abolished", "withdrawn"))):
        lines = [*_moved(history), *_words(content, say, deadline, now.end)]
        return now.title, [*lines, *_doubts(deadline, bool(day), ROOM - sum(map(len, lines))), _reminder(content)]
    since, was = standing_since(history), f"It was {in_words(day)}." if day else "It had no day."
    why = sentence(f"Withdrawn on {in_words(since.changed, weekday=False)}: {since.reason}")
    heading = f"WITHDRAWN: {now.title}"
    if len(heading) > 80:
        heading = f"{heading[:79]}…"
    return heading, [why, was, WITHDRAWN[now.status], _reminder(content)]


def title(deadline: Deadline, which: Which) -> str:
    """At most 80 characters, the meaning first: `Last day: independent petition (2027 general)`."""
    case = deadline.provision.case
    what = f"{deadline.filing.short}, {deadline.filing.cases[case].short}" if case else deadline.filing.short
    return f"{'First' if which == 'opens' else 'Last'} day: {what} ({deadline.election.entry.short})"


def _moved(history: History) -> Iterator[str]:
    """That an end has been moved, or has its day again after it was withdrawn: the last time, if ever."""
    moves = [
        line for line in history if line.status == "fixed" and standing_since(history[: line.revision + 1]) is line
    ]
    if len(moves) > 1 and moves[-1].day:
        was, now = moves[-2], moves[-1]
        on = in_words(now.changed, weekday=False)
        if was.date == now.date:
            yield sentence(f"Withdrawn for a time, and restored on {on}: {now.reason}")
        else:
            yield sentence(f"Moved from {_day(was.date)} to {_day(now.date)} on {on}: {now.reason}")


def _day(iso: str) -> str:
    return in_words(date.fromisoformat(iso))


def _words(content: Content, say: Readable, deadline: Deadline, which: Which) -> Iterator[str]:
    """The day, the law, the hours of each place."""
    provision, end = deadline.provision, deadline.opens if which == "opens" else deadline.closes
    assert end is not None
    held = f", {in_words(deadline.election.date)}" if deadline.election.date else ""
    yield f"{deadline.title} - {deadline.election.entry.title}{held}"
    if end.date:
        yield f"{'First' if which == 'opens' else 'Last'} day {deadline.filing.act}: {in_words(end.date)}."
    rule = say.rule(end.rule, provision.such) if end.rule else end.reason
    yield f"{deadline.citation}{edition_in_words(content.law, provision)}: {rule}."
    if not end.date:
        yield f"Not before {end.earliest}, not after {end.latest}."
    if deadline.when:
        yield f"Only if {say.condition(deadline.when, provision.such)}."
    if provision.applies:
        yield f"For: {provision.applies}."
    if deadline.exception:
        yield f"By exception: {content.law.exceptions[deadline.exception].act}."
    if end.moved and end.before_rollover:
        yield f"Moved from {in_words(end.before_rollover)}: {end.moved}."
    if which == "closes":
        yield from _hours(content, deadline)
    if deadline.election.entry.note:
        yield deadline.election.entry.note


def _hours(content: Content, deadline: Deadline) -> Iterator[str]:
    law = content.law.filing
    for receipt in deadline.receipt:
        place = next(each for each in law.place if each.id == receipt.place)
        where = f"{place.short}: until {clock_in_words(receipt.closes_at)}"
        if receipt.postmarked_by and receipt.received_by:
            posted = in_words(receipt.postmarked_by, year=False)
            arrived = in_words(receipt.received_by, year=False)
            yield f"{where}; if mailed, postmarked by {posted} and received by {arrived}."
        elif receipt.received_by:
            yield f"{where}; must be received by {in_words(receipt.received_by, year=False)}."
        else:
            yield f"{where}."
    if law.objection and deadline.filing.id in law.objection.filings:
        yield f"{law.objection.text} ({law.objection.source})."


def _doubts(deadline: Deadline, brief: bool, room: int) -> Iterator[str]:
    """The doubts for which there is room; that there are more, if there are."""
    rules = ["" if brief or not each.rule else f" ({each.rule})" for each in deadline.cautions]
    doubts = [f"Doubt: {each.text}{rule}" for each, rule in zip(deadline.cautions, rules, strict=True)]
    while doubts and len(doubts[0]) <= room:
        room -= len(doubts[0])
        yield doubts.pop(0)
    if doubts:
        yield f"{len(doubts)} further {'doubt' if len(doubts) == 1 else 'doubts'}: see the page."


def _reminder(content: Content) -> str:
    return f"{content.site.disclaimer} Calendar programs may lag: see the page when the day is near."
