"""The law as content states it, made ready to compute: what each edition provides for an election.

An edition's provisions come from the texts of its subdivisions; a rule that follows each case of
another filing (`cases_of`) is written out for each; an exception then changes those of the
elections it names.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from . import wording
from .expressions import Expression, Named, RuleError, names, parse, parse_condition
from .law_tables import Edition, Exception_, MovedRule, Rule, Section, Subdivision, Text
from .model import Caution, Election, Law, Provision
from .vocabulary import WHICH, Basis, Which, in_words

Key = tuple[str, str | None]  # a filing and its case
Provisions = Mapping[Key, Provision]


def provisions(section: Section, subdivisions: list[tuple[str, Subdivision]]) -> dict[str, tuple[Provision, ...]]:
    """Every edition's provisions, from the section's subdivisions, each with the path of its file."""
    return {
        edition.id: tuple(
            _provision(section, subdivision, edition.id, text, rule, f"{path}: text[{t}].deadline[{r}]")
            for path, subdivision in subdivisions
            for t, text in enumerate(subdivision.text)
            if edition.id in text.editions
            for r, rule in enumerate(text.deadline)
            if edition.id in (rule.editions or text.editions)
        )
        for edition in section.edition
    }


def edition_in_words(law: Law, provision: Provision) -> str:
    """`, edition 2022` behind a citation; nothing where a section is known in one wording only."""
    return f", edition {provision.edition}" if len(law.sections[provision.section].edition) > 1 else ""


def basis_of(text: Text, edition: str) -> tuple[Basis, str, str | None]:
    """How sure the words are in an edition: the basis, its source, and what is not certain."""
    for doubt in text.doubt:
        if edition in doubt.editions:
            return doubt.basis, doubt.source, doubt.note
    return text.basis or "unverified", text.source or "", text.note


def _provision(section: Section, sub: Subdivision, edition: str, text: Text, rule: Rule, place: str) -> Provision:
    basis, source, note = basis_of(text, edition)
    if rule.basis:
        basis, note = rule.basis, rule.note
    doubt = _doubt(basis, note or "", source)
    return Provision(
        filing=rule.filing,
        case=rule.case,
        elections=rule.elections,
        kind=rule.kind,
        opens=rule.opens,
        closes=rule.closes,
        when=rule.when,
        applies=rule.applies,
        paragraph=rule.paragraph,
        years=rule.years,
        readings=rule.reading,
        examples=rule.examples,
        basis=basis,
        text_basis=basis_of(text, edition)[0],
        cautions=(doubt,) if doubt else (),
        section=section.id,
        edition=edition,
        citation=f"{section.cite}({sub.subdivision})",
        subdivision=sub.subdivision,
        text=text.text or "",
        words_of=text.words_of,
        source=source,
        place=place,
        follows=rule.cases_of,
        but_for=rule.but_for,
        ordinary_case=rule.ordinary_case,
        status="unknown" if rule.unknown else None,
        reason=rule.unknown,
    )


def _doubt(basis: Basis, note: str, source: str) -> Caution | None:
    return Caution(basis, note, source) if basis in ("inferred", "unverified") else None


def in_force(law: Law, election: Election, edition: str | None = None, exceptions: bool = True) -> Provisions:
    """What governs an election's filings: those of its editions, as changed by its exceptions.

    With another edition of the main section (what if?) exceptions are dropped. Empty where nothing
    is computed. Raises RuleError where two rules set the same deadline.
    """
    if election.edition is None or election.entry.no_deadlines:
        return {}
    editions = {**election.editions, law.main: edition or election.edition}
    mine = [
        each
        for pair in editions.items()
        for each in law.provisions[pair]
        if election.kind in each.elections
        and each.paragraph in (None, election.entry.paragraph)
        and (each.years is None or election.year % 4 == 0)  # "presidential", the only such word
    ]
    found: dict[Key, Provision] = {}
    for each in _written_out(mine):
        key = (each.filing, each.case)
        if key in found:
            other = found[key].place
            raise RuleError(wording.TWICE.format(place=each.place, edition=each.edition, other=other))
        found[key] = each
    if exceptions and edition in (None, election.edition):
        for exception in law.exceptions.values():
            if election.id in exception.elections:
                for n, moved in enumerate(exception.deadline):
                    case = moved.varies if exception.offices else moved.case
                    ordinary = found.get((moved.filing, case))
                    if ordinary:  # or the loader has complained
                        place = f"{law.folder}/exceptions/{exception.id}.toml: deadline[{n}]"
                        found[moved.filing, moved.case] = _moved(ordinary, exception, moved, place)
    return found


def _written_out(mine: list[Provision]) -> Iterator[Provision]:
    """The provisions, those that follow another filing written out for each of its cases.

    What follows may itself be followed: an authorization follows a substitution, which follows a
    nomination (§ 6-120(3), § 6-158(8), (6)).
    """
    done = [each for each in mine if not each.follows]
    yield from done
    waiting = [each for each in mine if each.follows]
    while waiting:
        ready = [each for each in waiting if each.follows not in {other.filing for other in waiting}]
        if not ready:
            raise RuleError(wording.FOLLOWS_ITSELF.format(place=waiting[0].place))
        waiting = [each for each in waiting if each not in ready]
        new = [
            replace(each, case=base.case or each.ordinary_case, such=base.case, years=base.years)
            for each in ready
            for base in done
            if base.filing == each.follows and base.case not in each.but_for
        ]
        yield from new
        done += new


def _moved(ordinary: Provision, exception: Exception_, moved: MovedRule, place: str) -> Provision:
    # The section's own doubts end where the act or order sets the day itself.
    known = bool(moved.opens or moved.closes)
    cautions = [_doubt(exception.basis, exception.note or "", exception.source)]
    if known and moved.unknown:  # one end is known, the other is not
        cautions.append(Caution("unverified", moved.unknown, exception.source))
    added = exception.offices is not None
    return replace(
        ordinary,
        case=moved.case,
        opens=_replaced(None if added else ordinary.opens, moved.opens),
        closes=_replaced(None if added else ordinary.closes, moved.closes),
        when=None if added else ordinary.when,
        applies=exception.offices if added else ordinary.applies,
        readings=(),
        examples=(),
        basis=exception.basis,
        cautions=tuple(each for each in cautions if each),
        place=place,
        exception=exception.id,
        sets=tuple(which for which in WHICH if not known or getattr(moved, which) is not None),
        status="abolished" if moved.abolished else "unknown" if moved.unknown and not known else None,
        reason=exception.act if moved.abolished else moved.unknown,
    )


def _replaced(ordinary: str | None, moved: str | None) -> str | None:
    return ordinary if moved is None else moved or None


def without_absent(own: Provisions, of_primary: Provisions) -> Provisions:
    """The provisions but for those counted from a filing that their edition lacks: they are absent too."""
    left = dict(own)
    while True:
        absent = [key for key, provision in left.items() if not _resolves(provision, left, of_primary)]
        if not absent:
            return left
        for key in absent:
            del left[key]


def _resolves(provision: Provision, own: Provisions, of_primary: Provisions) -> bool:
    try:
        for _, named in references(provision):
            find(named, provision, own, of_primary)
    except KeyError:
        return False
    return True


def sentence(provision: Provision, which: Which) -> str | None:
    """The rule sentence of one end of a provision."""
    return provision.opens if which == "opens" else provision.closes


def find(
    named: Named, provision: Provision | None, own: Provisions, primary: Provisions
) -> tuple[Key, Which, bool] | None:
    """Which end a name means: key, end, and whether it is the primary's; none if it is no end.

    It is one of the same election or, if that has no such filing, of its primary. Raises KeyError
    with the key and the end if neither has it.
    """
    name, _, end = named.name.partition(" ")
    if not end:
        return None
    which: Which = "opens" if end == "opens" else "closes"
    filing, _, case = name.partition("/")
    key = (filing, provision.such if named.such and provision else case or None)
    for where, is_primary in ((own, False), (primary, True)):
        if key in where and (sentence(where[key], which) or where[key].status):
            return key, which, is_primary
    raise KeyError(key, which)


def expressions(provision: Provision) -> Iterator[tuple[str, Expression]]:
    """Each sentence of a provision by the key it stands at. Raises RuleError for a bad one."""
    if provision.opens:
        yield "opens", parse(provision.opens)
    if provision.closes:
        yield "closes", parse(provision.closes)
    for number, reading in enumerate(provision.readings):
        if reading.closes:
            yield f"reading[{number}].closes", parse(reading.closes)
    if provision.when:
        for comparison in parse_condition(provision.when):
            yield "when", Named(comparison.event)
            yield "when", comparison.day


def references(provision: Provision) -> Iterator[tuple[str, Named]]:
    """Every name in a provision's sentences, each with the key that it stands under."""
    for key, expression in expressions(provision):
        for named in names(expression):
            yield key, named


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
