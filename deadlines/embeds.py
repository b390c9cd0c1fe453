"""What other sites frame: the next days of an election, a filing or a role, whatever day it is.

A frame stays right by itself. One of an election that is over goes on with the next of its kind; those
of filings and roles always show what is next. `pages.py` lays them out.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from .history import former
from .lists import Row, by_today, dated
from .model import Build, Election
from .vocabulary import lowered

ELECTION = "embed/{}/"
FILING = "embed/filings/{}/"
ROLE = "embed/roles/{}/"
MOST = 20  # days in a frame: it stays under 15 KB


@dataclass(frozen=True)
class Embed:
    """A frame: its address, the page it is an extract of, whose days it shows, and the days.

    `over` says that what it was made for is over, and `more` how many further days its page has.
    """

    path: str
    page: str
    title: str
    rows: tuple[Row, ...] = ()
    more: int = 0
    over: str | None = None
    with_election: bool = True  # whether each day says of which election it is


def embeds(build: Build) -> Iterator[Embed]:
    """Every frame there is."""
    content, coming = build.content, by_today(build)[0]
    rows = [row for row in dated(build.deadlines) if row.day >= build.today]
    following = {each.id: [row for row in rows if row.deadline.election is each] for each in coming}
    for election in content.elections.values():
        yield _of_election(build, election, coming, following)
    for filing in content.filings.values():
        own = [row for row in rows if row.deadline.filing is filing]
        yield _next(FILING.format(filing.id), f"filings/{filing.id}/", filing.title, own)
    for role in content.site.role:
        own = [row for row in rows if role.concerns(row.deadline.id, row.which)]
        over = role.retired.text if role.retired else None
        known = any(role.concerns(*key) for key in content.ledger)  # or it has no feed yet, and no place there
        yield _next(ROLE.format(role.id), f"subscribe/#{role.id}" if known else "subscribe/", role.title, own, over)
    for pattern, page, ids in _kinds(build):
        for id_ in former(_flat(content.addresses, pattern), pattern, ids):
            yield Embed(pattern.format(id_), page, id_, over="This is no longer among the deadlines computed here.")


def addresses(build: Build) -> Iterable[str]:
    """The frames' paths, which other sites keep for ever."""
    return [embed.path for embed in embeds(build)]


def _of_election(build: Build, own: Election, coming: list[Election], following: dict[str, list[Row]]) -> Embed:
    path, page, title = ELECTION.format(own.id), f"elections/{own.id}/", own.entry.title
    if following.get(own.id):
        return _next(path, page, title, following[own.id], with_election=False)
    if own.date and own.date < build.today:
        over = f"The {lowered(title)} is over."
    else:
        over = own.entry.no_deadlines or f"Every dated deadline of the {lowered(title)} has passed."
    alike = (each for each in coming if each.kind == own.kind != "special")  # a special election is of one seat
    then = next((each for each in alike if following[each.id]), None)
    if not then:
        return Embed(path, page, title, over=over)
    return _next(path, f"elections/{then.id}/", then.entry.title, following[then.id], over, with_election=False)


def _next(
    path: str, page: str, title: str, rows: list[Row], over: str | None = None, *, with_election: bool = True
) -> Embed:
    return Embed(path, page, title, tuple(rows[:MOST]), len(rows[MOST:]), over, with_election)


def _kinds(build: Build) -> Iterator[tuple[str, str, Container[str]]]:
    """Each kind of frame: its address, where to go once one of them is gone, and what there is of it now."""
    yield ELECTION, "elections/", build.content.elections
    yield FILING, "filings/", build.content.filings


def _flat(addresses: Iterable[str], pattern: str) -> list[str]:
    """Those addresses that have as many parts as a pattern: `embed/filings/x/` is no election's."""
    return [each for each in addresses if each.count("/") == pattern.count("/")]
