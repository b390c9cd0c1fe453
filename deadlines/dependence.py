"""What hangs on what: the deadlines that a deadline is counted from, those counted from it, and the
words of the law that each of its steps rests on.

It is read off the rule sentences, once for all deadlines; no day is computed here.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from . import law as laws
from .check import numbers
from .model import Content, Counted, Deadline, Provision, Step
from .vocabulary import Which


@dataclass(frozen=True, slots=True)
class Link:
    """One deadline counted from an end of another: `part` is where the sentence that says so stands.

    `part` is `opens`, `closes`, `when` or `reading[0].closes`. Where a sentence names an event or an
    election's day, `base` and `which` are none.
    """

    deadline: Deadline
    part: str
    name: str  # as the sentence has it
    base: Deadline | None = None
    which: Which | None = None


@dataclass(frozen=True)
class Dependence:
    """By the id of a deadline: what it depends on, and what depends on it; by `id()` of a step: whose step it is."""

    on: Mapping[str, list[Link]]
    of: Mapping[str, list[Link]]
    owners: Mapping[int, tuple[Deadline, Which]]

    def owner(self, step: Step) -> tuple[Deadline, Which]:
        """The deadline whose own sentence takes this step; others that are counted from it repeat the step."""
        return self.owners[id(step)]


def dependence(content: Content, deadlines: Iterable[Deadline]) -> Dependence:
    """What each deadline is counted from or held to, and what is counted from it."""
    deadlines = list(deadlines)
    by_election: dict[str, dict[laws.Key, Deadline]] = {}
    for each in deadlines:
        by_election.setdefault(each.election.id, {})[each.filing.id, each.provision.case] = each
    provisions = {id_: {key: each.provision for key, each in keyed.items()} for id_, keyed in by_election.items()}
    on: dict[str, list[Link]] = {}
    of: dict[str, list[Link]] = {}
    owners: dict[int, tuple[Deadline, Which]] = {}
    for each in deadlines:
        primary = each.election.primary or ""
        bases: dict[str, set[int]] = {}
        for part, named in dict.fromkeys(laws.references(each.provision)) if not each.provision.status else ():
            own, of_primary = provisions[each.election.id], provisions.get(primary, {})
            found = laws.find(named, each.provision, own, of_primary)
            if not found:
                link = Link(each, part, named.name)
            else:
                key, which, is_primary = found
                base = by_election[primary if is_primary else each.election.id][key]
                link = Link(each, part, named.name, base, which)
                of.setdefault(base.id, []).append(link)
                end = base.opens if which == "opens" else base.closes
                bases.setdefault(part, set()).update(id(step) for step in (end.steps if end else ()))
            on.setdefault(each.id, []).append(link)
        for which, end in each.ends:
            for step in end.steps:
                if id(step) not in bases.get(which, ()):
                    owners[id(step)] = (each, which)
    return Dependence(on, of, owners)


# --- the words of the law ------------------------------------------------------------------------


Quote = tuple[str, str, str]  # what stands before the words that name the number and the unit, they, and what follows


def words(content: Content, provision: Provision, which: Which, counted: Counted) -> Quote | None:
    """The words of the law that tell a provision's own step what to count: a sentence, or a part of a long one.

    None where the text does not have them, or has them in more than one place.
    """
    if counted.unit == "closed":
        return content.law.filing.rollover.words, "", ""
    text = provision.text
    if provision.exception and which in provision.sets:
        text = content.law.exceptions[provision.exception].text or ""
    return _found(text, counted.number, counted.unit, counted.of)


WHOLE = 45  # words of a sentence that is quoted whole
EVERYWHERE = {"closes", "opens", "filed"}  # words of names that tell no passage from another
FROM = r"(?:(?:not )?(?:earlier|later|less) than |within )?(?:the )?"
UP_TO = r".*?(?=[,.;:]|$| except\b| and an?\b| and the\b| (?:and|or) (?:not |within )?[\w-]+ (?:business )?days?\b)"


@cache
def _found(text: str, number: int, unit: str, of: str) -> Quote | None:
    direction = "before|preceding|prior" if number < 0 else "after|following|thereafter"
    if unit == "date":
        phrases = [f"{of} {word}" for word in numbers(number)] + [f"{word} of {of}" for word in numbers(number)]
    else:
        phrases = [f"{word} {unit}" for word in numbers(abs(number))] + ([f"the {unit}"] if number in (-1, 1) else [])
    for follows in (rf" (?:{direction})\b", ""):  # "twenty-four weeks and not later than ... preceding"
        pattern = rf"{FROM}(?<![\w-])((?:{'|'.join(phrases)})s?){follows}\b{UP_TO}"
        hits = list({hit[0]: hit for hit in re.finditer(pattern, text, re.IGNORECASE)}.values())
        if len(hits) > 1:
            names = [word for word in re.findall("[a-z]+", of.lower()) if len(word) > 3 and word not in EVERYWHERE]
            hits = [hit for hit in hits if any(name in hit[0].lower() for name in names)]
        if len(hits) == 1:
            passage, named = hits[0][0], hits[0][1]
            sentences = [each for each in re.split(r"(?<=\.)\s+(?=[A-Z])", text) if passage in each]
            if len(sentences) == 1 and len(sentences[0].split()) <= WHOLE:
                start = sentences[0].index(passage) + passage.index(named)
                return sentences[0][:start], named, sentences[0][start + len(named) :]
            start = passage.index(named)
            return f"… {passage[:start]}", named, f"{passage[start + len(named) :]} …"
    return None
