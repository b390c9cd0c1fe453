"""The pages of deadlines: the answer to quote, each step with the words it rests on, the count on months,
what hangs on what, and the same in other elections."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cache, partial
from typing import Any

from markupsafe import Markup, escape

from . import cards
from .corrections import of_deadline
from .dependence import Dependence, Link, dependence, words
from .ends import calendar
from .feeds import election_path, filing_path
from .grids import Grids
from .law import spans
from .layout import STATUSES, File, Layout
from .lists import by_today, grouped
from .model import Build, Deadline, End, IfOn, Step, date_of
from .readable import Readable
from .timetable import by_event_day
from .vocabulary import Basis, Which, in_words, lowered, whole

PARTS = {"opens": "the first day", "closes": "the last day", "when": "the condition"}
DOUBTS = {
    "may-move": "may still move",
    "reading": "is not settled",
    "unverified": "rests on words that were not verified",
    "inferred": "rests on an inference",
}
NEAREST = 25  # elections that the page of a deadline lists; the page of the filing lists all

AS_READ = {"read": "as read, not word for word", "inferred": "inferred", "unverified": "not verified"}
DAY = Markup('<b><time datetime="%s">%s</time></b> ')  # filled in with `%`, which is three times as fast as `format`
WORDS = Markup('<span class="words">%s</span>')
LINK = Markup('<a href="%s">%s</a>')
NAMED = Markup("<b>%s</b>")
QUOTE = Markup("<q>%s</q>")
OTHER = Markup('<li><a href="%sdeadlines/%s/">%s</a> <span>%s</span></li>')
HERE = Markup('<li aria-current="page">%s <span>%s</span></li>')


def outputs(build: Build) -> Iterator[File]:
    """The page of every deadline, with what it comes to for every day of its event while that is still to come."""
    layout, content = Layout(build), build.content
    details = Details(build, layout.readable)
    ahead = {election.id for election in by_today(build)[0]}
    of_election = grouped(build.deadlines, lambda each: each.election.id)
    if_on = cache(lambda election: by_event_day(content, of_election[election]) if election in ahead else {})

    def late(same: list[Deadline], at: int) -> dict[str, Any]:
        each = same[at]
        others, cut = _others(same, at)
        return details.of(each) | {
            "others": others,
            "cut": cut,
            "if_on": _runs(if_on(each.election.id).get(each.id, ())),
            "changes": of_deadline(content.ledger, each.id),
            "election_feed": layout.feeds.get(election_path(each.election.id)),
            "filing_feed": layout.feeds.get(filing_path(each.filing.id)),
        }

    for same in alike(build.deadlines):
        for at, each in enumerate(same):
            card = cards.ELECTION.format(each.election.id) if each.election.id in ahead else cards.COMMON
            yield layout.page(address(each), "deadline.html", card, late=partial(late, same, at), deadline=each)


def address(deadline: Deadline) -> str:
    """The address of a deadline's page, from the site's root."""
    return f"deadlines/{deadline.id}/"


def alike(deadlines: Iterable[Deadline]) -> Iterable[list[Deadline]]:
    """The deadlines that are the same in different elections, in the order in which the site lists their pages."""
    return grouped(deadlines, lambda each: f"{each.filing.id}/{each.provision.case}").values()


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
            day = DAY % (step.date.isoformat(), in_words(step.date)) if step.date else Markup()
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
        link = LINK % (root + href, cite)
        quote = words(self._content, provision, which, step.counted)
        if quote is None:
            return WORDS % link
        before, named, after = quote
        said = escape(before) + (NAMED % named if named else "") + after
        said = QUOTE % said if basis == "verbatim" else said + f" ({AS_READ[basis]})"
        return WORDS % (said + " " + link)

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


# --- lists ---------------------------------------------------------------------------------------


def _others(same: list[Deadline], at: int) -> tuple[Markup, bool]:
    """The list, newest first, that links the deadline at a place among the same of all elections with the nearest;
    and whether it leaves some out."""
    root = "../" * (same[0].id.count("/") + 2)
    last = min(max(at + NEAREST // 2 + 1, NEAREST), len(same))
    nearest = same[max(last - NEAREST, 0) : last]
    items = []
    for each in reversed(nearest):
        short, day = each.election.entry.short, _last_day(each)
        items.append(HERE % (short, day) if each is same[at] else OTHER % (root, each.id, short, day))
    return Markup("").join(items), len(nearest) < len(same)


def _last_day(deadline: Deadline) -> str:
    """A deadline's last day (its first, if it has no last) in a few words, or why it has none."""
    day = (deadline.closes or deadline.opens or End("unknown")).date
    return in_words(whole(day)) if day else STATUSES[deadline.status]


def _runs(answers: tuple[IfOn, ...]) -> list[dict[str, Any]]:
    """The answers with days that have the same one joined, and a mark where the kind of answer changes."""
    runs: list[dict[str, Any]] = []
    kind: tuple[bool, str | None] | None = None
    for each in answers:
        same = runs and not isinstance(each.event, datetime)
        if same and (runs[-1]["closes"], runs[-1]["answer"], runs[-1]["settled"]) == (
            each.closes,
            each.answer,
            each.settled,
        ):
            runs[-1]["until"] = each.event
        else:
            changes = kind is not None and kind != (each.settled, each.answer)
            runs.append(
                {"since": each.event, "until": None, "closes": each.closes, "hour": each.hour, "answer": each.answer}
                | {"settled": each.settled, "changes": changes}
            )
        kind = (each.settled, each.answer)
    return runs
