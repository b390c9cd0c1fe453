"""One deadline, step by step, for the terminal."""

import textwrap
from collections.abc import Iterator

from .law import edition_in_words
from .model import Content, Deadline
from .vocabulary import clock_in_words, in_words


def explain(content: Content, deadline: Deadline) -> str:
    """A deadline in words: the answer, its steps, the hours of each place, the doubts."""
    return "\n".join(_lines(content, deadline)) + "\n"


def _lines(content: Content, deadline: Deadline) -> Iterator[str]:
    election, provision = deadline.election, deadline.provision
    yield f"{deadline.title}"
    yield f"{election.entry.title}" + (f", {in_words(election.date)}" if election.date else "")
    yield f"{deadline.citation}{edition_in_words(content.law, provision)} ({provision.basis})"
    if deadline.exception:
        yield from _wrapped(f"By exception: {content.law.exceptions[deadline.exception].act}.")
    if provision.applies:
        yield from _wrapped(f"For: {provision.applies}.")
    if deadline.when:
        yield f"When: {deadline.when}."
    for which, end in deadline.ends:
        yield ""
        yield f"{'First' if which == 'opens' else 'Last'} day: {_day(deadline, which)}"
        if end.rule:
            yield f"  {end.rule}"
        for number, step in enumerate(end.steps, 1):
            day = f"{in_words(step.date)}: " if step.date else ""
            yield from _wrapped(f"{day}{step.text}", f"  {number}. ", "     ")
        if end.earliest:
            yield f"  Whatever the event, no earlier than {in_words(end.earliest)}."
        if end.latest:
            yield f"  Whatever the event, no later than {in_words(end.latest)}."
    for need in deadline.needs:
        yield ""
        event = content.law.events[need]
        yield f"{event.question}"
        yield f"  Answer with --event {need}=DATE{'THH:MM' if event.hour else ''}"
    if deadline.receipt and deadline.status == "fixed":
        yield ""
        names = {place.id: place.name for place in content.law.filing.place}
        for receipt in deadline.receipt:
            text = f"{names[receipt.place]}: until {clock_in_words(receipt.closes_at)}"
            if receipt.postmarked_by and receipt.received_by:
                text += f"; if mailed, postmarked by {in_words(receipt.postmarked_by)}"
                text += f" and received by {in_words(receipt.received_by)}"
            elif receipt.received_by:
                text += f"; received by {in_words(receipt.received_by)}"
            yield from _wrapped(f"{text}.")
    for caution in deadline.cautions:
        yield ""
        yield from _wrapped(f"Not certain ({caution.kind}): {caution.text} Source: {caution.source}.")
    yield ""
    yield content.site.disclaimer


def _day(deadline: Deadline, which: str) -> str:
    end = deadline.opens if which == "opens" else deadline.closes
    assert end is not None
    if end.answer:
        known = f" ({in_words(end.date)})" if end.date else ""
        return f"{end.answer}{known}"
    if end.date:
        return in_words(end.date) + (f", {clock_in_words(end.hour)}" if end.hour else "")
    reason = f": {end.reason}" if end.reason else ""
    return {
        "depends": "depends on an event",
        "practicable": "as soon as practicable",
        "unknown": "not known",
        "abolished": "abolished for this election",
    }[end.status] + reason


def _wrapped(text: str, first: str = "", rest: str = "  ") -> list[str]:
    return textwrap.wrap(text, 96, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
