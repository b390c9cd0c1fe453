"""An election's deadlines under each edition of the main section, its day kept and exceptions dropped."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .ends import Ends, PlacedError
from .law import Key
from .model import Content, Deadline, Election, End


@dataclass(frozen=True, slots=True)
class Under:
    """A deadline under one edition: its ends; both none where that edition has no such deadline."""

    opens: End | None = None
    closes: End | None = None

    @property
    def answer(self) -> tuple[object, ...]:
        """What can be compared: the day of each end, or the rule and status that stand in its place."""
        ends = (self.opens, self.closes)
        return tuple(end and (end.date or (end.status, end.rule)) for end in ends)


@dataclass(frozen=True, slots=True)
class Row:
    """A filing (and case) of an election: what stands now, and what each edition makes of it."""

    filing: str
    case: str | None
    deadline: Deadline | None  # none where only other editions have it
    under: tuple[Under, ...]  # by the editions' order

    def differs(self, other: Under) -> bool:
        """Whether the deadline as it stands now is another one than under an edition."""
        now = Under(self.deadline.opens, self.deadline.closes) if self.deadline else Under()
        return now.answer != other.answer


class Editions:
    """Compares the elections of some content under each edition of its main section."""

    def __init__(self, content: Content) -> None:
        self._content = content
        self._ends = [
            Ends(content, edition.id, {}, what_if=True, exceptions=False) for edition in content.law.section.edition
        ]

    def rows(self, election: Election, deadlines: Iterable[Deadline]) -> list[Row]:
        """A row for each filing of the main section that an edition or the election itself has, in order."""
        main = self._content.law.main
        now = {(each.filing.id, each.provision.case): each for each in deadlines if each.provision.section == main}
        own = [
            {key for key, provision in ends.provisions(election).items() if provision.section == main}
            for ends in self._ends
        ]
        keys = sorted(set(now).union(*own), key=self._order)
        return [Row(*key, now.get(key), tuple(self._under(election, key, own))) for key in keys]

    def _order(self, key: Key) -> tuple[int, int]:
        filing = self._content.filings[key[0]]
        return filing.order, list(filing.cases).index(key[1]) if key[1] else -1

    def _under(self, election: Election, key: Key, own: list[set[Key]]) -> Iterator[Under]:
        for ends, keys in zip(self._ends, own, strict=True):
            try:
                yield (
                    Under(*(ends.end(election, key, which) for which in ("opens", "closes")))
                    if key in keys
                    else Under()
                )
            except PlacedError as error:  # a day that this edition's words do not give for this election
                yield Under(closes=End("unknown", reason=str(error)))
