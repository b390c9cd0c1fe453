"""The law as content states it, made ready to compute: what each edition provides for an election.

An edition's provisions come from the texts of its subdivisions; a rule that follows each case of
another filing (`cases_of`) is written out for each; an exception then changes those of the
elections it names.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from .model import Caution, Election, Law, Provision
from .rules import Expression, Named, names, parse, parse_condition
from .tables import Basis, Exception_, MovedRule, Rule, Section, Subdivision, Text, Which

Key = tuple[str, str | None]  # a filing and its case
Provisions = Mapping[Key, Provision]


def provisions(section: Section, subdivisions: tuple[tuple[str, Subdivision], ...]) -> dict[str, tuple[Provision, ...]]:
    """Every edition's provisions, from the section's subdivisions, each with the path of its file."""
    found: dict[str, tuple[Provision, ...]] = {}
    for edition in section.edition:
        single: list[Provision] = []
        following: list[tuple[Rule, Provision]] = []
        for path, subdivision in subdivisions:
            for t, text in enumerate(subdivision.text):
                if edition.id not in text.editions:
                    continue
                for r, rule in enumerate(text.deadline):
                    place = f"{path}: text[{t}].deadline[{r}]"
                    provision = _provision(section, subdivision, edition.id, text, rule, place)
                    if rule.cases_of:
                        following.append((rule, provision))
                    else:
                        single.append(provision)
        written_out = [each for rule, provision in following for each in _follow(rule, provision, single)]
        found[edition.id] = (*single, *written_out)
    return found


def basis_of(text: Text, edition: str) -> tuple[Basis, str, str | None]:
    """How sure the words are in an edition: the basis, its source, and what is not certain."""
    for doubt in text.doubt:
        if edition in doubt.editions:
            return doubt.basis, doubt.source, doubt.note
    return text.basis or "unverified", text.source or "", text.note


def _provision(section: Section, sub: Subdivision, edition: str, text: Text, rule: Rule, place: str) -> Provision:
    basis, source, note = basis_of(text, edition)
    cautions = [_doubt(basis, note or "", source)]
    if rule.basis:
        basis = rule.basis
        cautions.append(_doubt(basis, rule.note or "", source))
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
        cautions=tuple(each for each in cautions if each),
        section=section.id,
        subdivision=sub.subdivision,
        text=text.text or "",
        words_of=text.words_of,
        source=source,
        place=place,
    )


def _doubt(basis: Basis, note: str, source: str) -> Caution | None:
    return Caution(basis, note, source) if basis in ("inferred", "unverified") else None


def _follow(rule: Rule, provision: Provision, single: list[Provision]) -> Iterator[Provision]:
    """The provision written out for each case of the filing it follows (subdivisions 7 and 8)."""
    for base in single:
        if base.filing == rule.cases_of and set(base.elections) & set(rule.elections):
            case = base.case or rule.ordinary_case
            yield replace(provision, case=case, such=base.case, years=base.years)


def in_force(law: Law, election: Election, edition: str | None = None, exceptions: bool = True) -> Provisions:
    """What governs an election's filings: those of its edition, as changed by its exceptions.

    With another edition (what if?) exceptions are dropped. Empty where nothing is computed.
    """
    chosen = edition or election.edition
    if chosen is None or election.entry.no_deadlines:
        return {}
    found: dict[Key, Provision] = {
        (each.filing, each.case): each
        for each in law.provisions[chosen]
        if election.kind in each.elections
        and each.paragraph in (None, election.entry.paragraph)
        and (each.years is None or election.year % 4 == 0)  # "presidential", the only such word
    }
    if exceptions and edition in (None, election.edition):
        for exception in law.exceptions.values():
            if election.id in exception.elections:
                for n, moved in enumerate(exception.deadline):
                    key = (moved.filing, moved.case)
                    ordinary = found.get(key) or _ordinary(found, moved)
                    if ordinary:
                        place = f"{law.folder}/exceptions/{exception.id}.toml: deadline[{n}]"
                        found[key] = _moved(ordinary, exception, moved, place)
    return found


def _ordinary(found: Provisions, moved: MovedRule) -> Provision | None:
    """The provision that a case added by an exception varies: another of the same filing."""
    return next((found[key] for key in sorted(found, key=str) if key[0] == moved.filing), None)


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
        applies=exception.offices if added else ordinary.applies,
        readings=(),
        examples=(),
        basis=exception.basis,
        cautions=tuple(each for each in cautions if each),
        place=place,
        exception=exception.id,
        status="abolished" if moved.abolished else "unknown" if moved.unknown and not known else None,
        reason=exception.act if moved.abolished else moved.unknown,
    )


def _replaced(ordinary: str | None, moved: str | None) -> str | None:
    return ordinary if moved is None else moved or None


def sentence(provision: Provision, which: Which) -> str | None:
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
    for key, expression in expressions(provision):
        for named in names(expression):
            yield key, named
