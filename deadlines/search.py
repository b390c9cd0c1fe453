"""The index that the search field loads: titles, other names and section numbers; no text of pages."""

import json
import re
from collections.abc import Iterable

from .model import Build, Content, Deadline


def index(build: Build) -> bytes:
    """The index as JSON.

    `places`: address, title, what it is, other words. `papers`: filing or filing/case, title, other
    words. `elections`: id, title, and for each of its deadlines which paper (by its number), the last
    day, and the first if there is no last; "" where there is none. A deadline's address is made of
    its election and its paper.
    """
    content = build.content
    words = _words(content, build.deadlines)
    numbers: dict[str, int] = {}
    papers: list[list[str]] = []
    elections: dict[str, list[tuple[int, str, str]]] = {id_: [] for id_ in content.elections}
    for each in build.deadlines:
        paper = each.id.partition("/")[2]
        if paper not in numbers:
            numbers[paper] = len(papers)
            papers.append([paper, each.title, words[each.filing.id]])
        last, first = (end.date.isoformat()[:10] if end and end.date else "" for end in (each.closes, each.opens))
        elections[each.election.id].append((numbers[paper], last, "" if last else first))
    found = {
        "places": list(_places(content, words)),
        "papers": papers,
        "elections": [[id_, content.elections[id_].entry.title, own] for id_, own in elections.items()],
    }
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


def _words(content: Content, deadlines: Iterable[Deadline]) -> dict[str, str]:
    """For each filing the other words it is found by: its short name, its terms' names, its sections."""
    found: dict[str, dict[str, None]] = {id_: {each.short: None} for id_, each in content.filings.items()}
    for term in content.terms:
        for filing in term.filings:
            found[filing] |= dict.fromkeys((term.title, *term.also))
    prefix = "".join(content.law.section.cite.partition("§ ")[:2])  # in front of most section numbers
    for deadline in deadlines:
        found[deadline.filing.id][deadline.citation.removeprefix(prefix)] = None
    return {id_: " ".join(each) for id_, each in found.items()}


def _places(content: Content, words: dict[str, str]) -> Iterable[tuple[str, str, str, str]]:
    for filing in content.filings.values():
        yield f"filings/{filing.id}/", filing.title, "paper", words[filing.id]
    for term in content.terms:
        yield f"terms/#{term.id}", term.title, "term", " ".join((*term.also, term.cite))
    for election in content.elections.values():
        yield f"elections/{election.id}/", election.entry.title, "election", election.entry.short
    for section in content.law.sections.values():
        yield f"law/{section.id}/", section.cite, "law", section.title
        for sub in content.law.subdivisions[section.id]:
            cite = f"{section.cite}({sub.subdivision})"
            yield f"law/{section.id}/{sub.subdivision}/", cite, "law", sub.heading
    yield "calculator/", "Calculator", "tool", " ".join(event.said for event in content.law.events.values())
    for name, text in content.pages.items():
        yield f"{name}/", re.sub(r"^#+ *", "", text.partition("\n")[0]), "page", ""
