"""What has been corrected since it was first published: what it was, what it is, why, since when; and its Atom feed."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby, pairwise
from xml.etree import ElementTree as xml

from .history import Key, Ledger
from .model import Build
from .tables import Line
from .vocabulary import WHICH

ATOM = "corrections/feed.xml"
RECENT = timedelta(days=60)  # how long a deadline's page says at its top that it was corrected


@dataclass(frozen=True, slots=True)
class Change:
    """A recorded value and the one before it."""

    was: Line | None  # none of an end that its deadline got after it was published
    now: Line

    @property
    def moved(self) -> bool:
        """Whether its date or status changed, and not its words alone."""
        return self.was is None or self.was.sequence != self.now.sequence

    @property
    def in_words(self) -> str:
        """`was Thursday, April 1, 2027; now Thursday, April 8, 2027`"""
        if not self.moved:
            return "its date is as it was; what its calendar event says has changed"
        return f"was {self.was.in_words if self.was else 'not given'}; now {self.now.in_words}"


@dataclass(frozen=True, slots=True)
class Correction:
    """What was recorded on one day for one reason."""

    on: date
    reason: str
    changes: tuple[Change, ...]

    @property
    def id(self) -> str:
        """Its anchor on the page and its identity in the Atom feed: never that of another."""
        return f"{self.on}-{hashlib.sha256(self.reason.encode()).hexdigest()[:8]}"


def corrections(ledger: Ledger) -> list[Correction]:
    """Every correction, the latest first. A first publication is none."""
    changes = [change for key in ledger for change in _changes(ledger, key)]
    changes.sort(key=lambda change: (change.now.changed, change.now.reason))
    groups = groupby(changes, lambda change: (change.now.changed, change.now.reason))
    return [Correction(on, reason, _joined(group)) for (on, reason), group in groups][::-1]


def _changes(ledger: Ledger, key: Key) -> Iterator[Change]:
    """The changes of an end; its first line is one if the deadline's other end was published before."""
    history = ledger[key]
    other = ledger.get((key[0], "closes" if key[1] == "opens" else "opens"))
    if other and other[0].published < history[0].published:
        yield Change(None, history[0])
    yield from (Change(was, now) for was, now in pairwise(history))


def _joined(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes with those of one end made one, from its first value to its last."""
    found: dict[Key, Change] = {}
    for each in changes:
        key = (each.now.id, each.now.end)
        found[key] = Change(found[key].was if key in found else each.was, each.now)
    return tuple(found.values())


def of_deadline(ledger: Ledger, id_: str) -> list[Change]:
    """The changes of date or status of a deadline's ends, the latest first."""
    changes = [change for which in WHICH if (id_, which) in ledger for change in _changes(ledger, (id_, which))]
    moved = [change for change in changes if change.moved]
    return sorted(moved, key=lambda change: (change.now.changed, change.now.revision), reverse=True)


def recent(changes: Iterable[Change], today: date) -> list[Change]:
    """Those of the last 60 days."""
    return [each for each in changes if each.now.changed >= today - RECENT]


def addresses(build: Build) -> Iterable[str]:
    """The path of the Atom feed."""
    return (ATOM,)


def outputs(build: Build) -> Iterator[tuple[str, bytes]]:
    """The Atom feed of the corrections."""
    site, ledger = build.content.site, build.content.ledger
    found = corrections(ledger)
    page = f"{build.base_url}corrections/"
    first = min((history[0].published for history in ledger.values()), default=date.min)
    newest = max((_updated(each) for each in found), default=f"{first}T00:00:00Z")
    feed = xml.Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", "xml:lang": site.language})
    _add(feed, "title", f"{site.name}: corrections")
    _add(feed, "subtitle", "Dates that were published and have since changed. " + site.disclaimer)
    _add(feed, "id", f"tag:{site.uid_domain},{first.year}:corrections")
    _add(feed, "link", rel="self", href=build.base_url + ATOM, type="application/atom+xml")
    _add(feed, "link", rel="alternate", href=page, type="text/html")
    _add(feed, "updated", newest)
    _add(_add(feed, "author"), "name", site.name)
    for each in found:
        entry = _add(feed, "entry")
        _add(entry, "title", each.reason)
        _add(entry, "id", f"tag:{site.uid_domain},{each.on.year}:corrections/{each.id}")
        _add(entry, "link", rel="alternate", href=f"{page}#{each.id}", type="text/html")
        _add(entry, "published", f"{each.on}T00:00:00Z")
        _add(entry, "updated", _updated(each))
        _add(
            entry,
            "content",
            "\n".join(f"{change.now.title}: {change.in_words}." for change in each.changes),
            type="text",
        )
    xml.indent(feed)
    yield ATOM, xml.tostring(feed, "utf-8", xml_declaration=True) + b"\n"


def _updated(correction: Correction) -> str:
    """As its events' LAST-MODIFIED: the day, and a second for each revision."""
    return f"{max(change.now.stamp for change in correction.changes):%Y-%m-%dT%H:%M:%SZ}"


def _add(parent: xml.Element, name: str, text: str | None = None, **attributes: str) -> xml.Element:
    child = xml.SubElement(parent, name, attributes)
    child.text = text
    return child
