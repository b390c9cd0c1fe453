"""The pages of the law: each section, its subdivisions with their texts side by side, and whom they govern."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from .compare import compared
from .content import edition_on
from .crawlers import legislation
from .law import basis_of
from .law_tables import Section, Subdivision
from .layout import File, Layout
from .model import Build, Election, Provision


def outputs(build: Build, layout: Layout) -> Iterator[File]:
    """The page of every section and of every subdivision."""
    governed = governed_by(build)
    for section in build.content.law.sections.values():
        about = legislation(build, section)
        governs = _governed(build, section)
        yield layout.page(f"law/{section.id}/", "law.html", about=about, section=section, governed=governs)
        for sub in build.content.law.subdivisions[section.id]:
            path = f"law/{section.id}/{sub.subdivision}/"
            side_by_side = texts(section, sub, build.today, governed.get((section.id, sub.subdivision), {}))
            about = legislation(build, section, sub)
            yield layout.page(path, "subdivision.html", about=about, section=section, sub=sub, texts=side_by_side)


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


def _governed(build: Build, section: Section) -> dict[str, list[Election]]:
    """The elections that each edition of a section governs."""
    governed: dict[str, list[Election]] = {edition.id: [] for edition in section.edition}
    for election in build.content.elections.values():
        edition = election.edition if section.id == build.content.law.main else election.editions.get(section.id)
        if edition:
            governed[edition].append(election)
    return governed
