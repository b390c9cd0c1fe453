"""What the pages of one deadline and of the law show, chosen and worded: the answer to quote, each
step with the words it rests on, what hangs on what, and texts compared."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from markupsafe import Markup, escape

from .compare import compared
from .content import edition_on
from .dependence import Dependence, Link, dependence, words
from .ends import calendar, date_of
from .grids import Grids
from .law import basis_of
from .model import Build, Deadline, Election, End, Provision, Step
from .readable import Readable
from .tables import Basis, Edition, Section, Subdivision, Which, in_words, lowered

PARTS = {"opens": "the first day", "closes": "the last day", "when": "the condition"}
DOUBTS = {
    "may-move": "may still move",
    "reading": "is not settled",
    "unverified": "rests on words that were not verified",
    "inferred": "rests on an inference",
}


AS_READ = {"read": "as read, not word for word", "inferred": "inferred", "unverified": "not verified"}
DAY = Markup('<b><time datetime="{}">{}</time></b> ')
WORDS = Markup('<span class="words">{}</span>')


class Details:
    """What is shown of the deadlines of a build; what is the same for many of them is made once."""

    def __init__(self, build: Build, readable: Readable) -> None:
        self._content, self._today, self._readable = build.content, build.today, readable
        self._dependence: Dependence = dependence(build.content, build.deadlines)
        self._made: dict[tuple[int, str], tuple[Markup, Markup]] = {}
        self._grids = Grids(calendar(build.content.law))

    def of(self, deadline: Deadline) -> dict[str, Any]:
        """What a deadline's page shows beyond the deadline itself, by the names its template uses."""
        own = self._dependence.owners
        return {
            "answer": self._answer(deadline),
            "which_edition": self._edition(deadline),
            "ends": [self._end(deadline, which) for which, _ in deadline.ends],
            "months": self._grids.of(deadline, lambda step: own[id(step)][0] is deadline),
            "depends_on": self._bases(deadline),
            "depended_on_by": list(self._dependents(deadline)),
        }

    def _answer(self, deadline: Deadline) -> str:
        """The deadline in one sentence that can stand alone: for what, of which election, as of when, how sure."""
        opens, closes = date_of(deadline.opens), date_of(deadline.closes)
        election = lowered(deadline.election.entry.title)
        as_of = f"As of {in_words(self._today)},"
        first, last = (
            f"{self._readable.end(deadline.filing.id, deadline.provision.case, which)} for the {election}"
            for which in ("opens", "closes")
        )
        match deadline.status:
            case "fixed" if opens and closes:
                text = f"{first} is {in_words(opens)}; the last day is {in_words(closes)}"
            case "fixed" if closes:
                text = f"{last} is {in_words(closes)}"
            case "fixed" if opens:
                text = f"{first} is {in_words(opens)}"
            case "practicable":
                return f"{as_of} there is no fixed {last.removeprefix('the ')}: as soon as practicable."
            case "unknown":
                return f"{as_of} {last} is not known."
            case "abolished":
                return f"{as_of} there is no {last.removeprefix('the ')}: it was abolished for that election."
            case _:
                events = " and ".join(self._content.law.events[need].title for need in deadline.needs)
                return f"{as_of} {last} depends on {events}, and is not known beforehand."
        doubts = [said for kind, said in DOUBTS.items() if kind in {each.kind for each in deadline.cautions}]
        *some, other = doubts or [""]
        doubt = f"{', '.join(some)} and {other}" if some else other
        return f"{as_of} {text}" + (f"; this {doubt}." if doubt else ".")

    def _edition(self, deadline: Deadline) -> str:
        """Which edition of the section governs, when it is in force, and what picks it."""
        law, provision, election = self._content.law, deadline.provision, deadline.election
        section = law.sections[provision.section]
        if len(section.edition) == 1:
            return f"{section.cite} is known here in one wording only."
        edition = next(each for each in section.edition if each.id == provision.edition)
        if election.entry.edition and section.id == law.main:
            by = "it is named for this election"
        elif election.entry.proclamation:
            by = f"the governor's proclamation, of {in_words(election.entry.proclamation)}, falls into it"
        else:
            by = "the election’s own day falls into it"
        return f"Edition {edition.id} of {section.cite}, in force {spans(edition)}: {by}."

    # --- steps ---

    def _end(self, deadline: Deadline, which: Which) -> dict[str, Any]:
        """An end with its rule in a reader's words, and its steps."""
        end = dict(deadline.ends)[which]
        such = deadline.provision.such
        return {
            "which": which,
            "end": end,
            "rule": self._readable.rule(end.rule, such) if end.rule else None,
            "steps": self._steps(deadline, which, end),
        }

    def _steps(self, deadline: Deadline, which: Which, end: End) -> list[dict[str, Any]]:
        """An end's steps by their ids; the last of those that are another deadline's says what day it has reached."""
        root = "../" * (deadline.id.count("/") + 2)
        owners = [self._dependence.owners[id(step)] for step in end.steps]
        steps = []
        for number, (step, (owner, of)) in enumerate(zip(end.steps, owners, strict=True), 1):
            text, rests_on = self._step(step, root)
            last = owner is not deadline and owners[number : number + 1] != [(owner, of)]
            steps.append(
                {
                    "id": f"step-{which}-{number}",
                    "number": number,
                    "text": text,
                    "rests_on": rests_on,
                    "reached": self._readable.end(owner.filing.id, owner.provision.case, of) if last else None,
                    "page": f"deadlines/{owner.id}/",
                }
            )
        return steps

    def _step(self, step: Step, root: str) -> tuple[Markup, Markup]:
        """A step, and for a count what it rests on; made once for all the deadlines that repeat it."""
        slot = (id(step), root)
        if slot not in self._made:
            day = DAY.format(step.date.isoformat(), in_words(step.date)) if step.date else Markup()
            self._made[slot] = day + step.text, self._rests_on(step, root)
        return self._made[slot]

    def _rests_on(self, step: Step, root: str) -> Markup:
        """The words of the law that ask for a count, how sure they are, and where they stand."""
        if step.counted is None:
            return Markup()
        law = self._content.law
        deadline, which = self._dependence.owners[id(step)]
        provision = deadline.provision
        basis: Basis = provision.text_basis
        cite, href = provision.citation, f"law/{provision.section}/{provision.subdivision}/"
        if step.counted.unit == "closed":
            basis, cite, href = "verbatim", law.filing.rollover.cite, f"law/{law.main}/#filing"
        elif provision.exception and which in provision.sets:
            exception = law.exceptions[provision.exception]
            basis, cite, href = exception.basis, exception.act, f"law/{law.main}/#exception-{exception.id}"
        link = Markup('<a href="{}">{}</a>').format(root + href, cite)
        quote = words(self._content, provision, which, step.counted)
        if quote is None:
            return WORDS.format(link)
        before, named, after = quote
        said = escape(before) + (Markup("<b>{}</b>").format(named) if named else "") + after
        said = Markup("<q>{}</q>").format(said) if basis == "verbatim" else said + f" ({AS_READ[basis]})"
        return WORDS.format(said + " " + link)

    # --- what hangs on what ---

    def _bases(self, deadline: Deadline) -> list[dict[str, Any]]:
        """What a deadline is counted from, once each, with the parts of it that are."""
        found: dict[str, dict[str, Any]] = {}
        for link in self._dependence.on.get(deadline.id, ()):
            shown = self._base(link)
            parts = found.setdefault(shown["name"], shown | {"parts": []})["parts"]
            part = PARTS.get(link.part, "another reading")
            parts += [part] if part not in parts else []
        return list(found.values())

    def _base(self, link: Link) -> dict[str, Any]:
        """The name of the day that a deadline is counted from, the day, and where its page is."""
        shown: dict[str, Any] = {"day": None, "href": None}
        if link.base and link.which:
            base = link.base
            name = self._readable.end(base.filing.id, base.provision.case, link.which)
            day = date_of(base.opens if link.which == "opens" else base.closes)
            return shown | {"name": name, "day": day, "href": f"deadlines/{base.id}/"}
        own = link.deadline.election
        of = {"election": own.id, "primary": own.primary, "general": f"{own.year}-general"}.get(link.name)
        election = self._content.elections.get(of or "")
        if election:
            name = f"the day of the {lowered(election.entry.title)}"
            return shown | {"name": name, "day": election.date, "href": f"elections/{election.id}/"}
        return shown | {"name": self._content.law.events[link.name].title}

    def _dependents(self, deadline: Deadline) -> Iterator[dict[str, Any]]:
        """What is counted from a deadline: title, election where it is another one, which part, its day, its page."""
        for link in self._dependence.of.get(deadline.id, ()):
            other = link.deadline
            end = other.opens if link.part == "opens" else other.closes if link.part == "closes" else None
            election = other.election.entry.short if other.election is not deadline.election else None
            part = PARTS.get(link.part, "another reading")
            yield {
                "part": part,
                "title": other.title,
                "election": election,
                "day": date_of(end),
                "href": f"deadlines/{other.id}/",
            }


# --- the law -------------------------------------------------------------------------------------


def spans(edition: Edition) -> str:
    """The days on which an edition is in force: `until January 23, 2019`."""
    return ", and ".join(
        " ".join(
            f"{word} {in_words(day, weekday=False)}"
            for word, day in (("from", span.first), ("until", span.last))
            if day
        )
        for span in edition.spans
    )


def texts(
    section: Section, sub: Subdivision, today: date, governed: Mapping[str, list[Election]]
) -> list[dict[str, Any]]:
    """A subdivision's texts, the one in force today first: editions, basis, rules, what changed, whom it governs.

    `in_force` is the edition of today, if it is one of the text's; `changed` is the text and the one
    before it with their differences marked, or none if there was none.
    """
    editions = {edition.id: edition for edition in section.edition}
    now = edition_on(section, today)
    shown: list[dict[str, Any]] = []
    for before, text in zip((None, *sub.text), sub.text, strict=False):
        changed = compared(before.text, text.text) if before and before.text and text.text else None
        shown.append(
            {
                "text": text,
                "in_force": now if now in text.editions else None,
                "bases": [(editions[id_], *basis_of(text, id_)) for id_ in text.editions],
                "before": before,
                "changed": changed,
                "governs": {id_: governed[id_] for id_ in text.editions if governed.get(id_)},
            }
        )
    shown.reverse()
    return sorted(shown, key=lambda each: not each["in_force"])


def governed_by(build: Build) -> dict[tuple[str, str], dict[str, list[Election]]]:
    """By section and subdivision, and then by edition: the elections with a deadline under those words."""
    found: dict[tuple[str, str], dict[str, dict[str, Election]]] = {}
    for deadline in build.deadlines:
        provision: Provision = deadline.provision
        editions = found.setdefault((provision.section, provision.subdivision), {})
        editions.setdefault(provision.edition, {})[deadline.election.id] = deadline.election
    return {key: {id_: list(each.values()) for id_, each in editions.items()} for key, editions in found.items()}
