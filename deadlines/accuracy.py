"""The dates that boards published beside the computed ones."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from .model import Content, Deadline, OfficialDate, date_of
from .tables import Difference
from .timetable import timetable
from .vocabulary import WHICH


@dataclass(frozen=True, slots=True)
class Compared:
    """A date that a board published, what is computed for it, and why the two differ if that is known."""

    official: OfficialDate
    computed: date | None
    explanation: Difference | None

    @property
    def page(self) -> str:
        """The page of what the date is called here: a deadline's or an election's."""
        name, _, end = self.official.end.rpartition(" ")
        return f"{'deadlines' if end in WHICH else 'elections'}/{name}/"

    @property
    def agrees(self) -> bool:
        """Whether the board's date and the computed one are the same day."""
        return self.computed == self.official.date


def compared(content: Content, deadlines: Iterable[Deadline]) -> list[Compared]:
    """Every official date beside the computed one, in the calendars' order."""
    ends = computed(content, deadlines)
    explained = {(each.calendar, each.provision, each.date): each for each in content.differences}
    found = []
    for official in content.official:
        known = ends
        if official.event:
            known = computed(content, timetable(content, election=official.election, events=dict([official.event])))
        why = explained.get((official.calendar, official.label, official.date))
        found.append(Compared(official, known.get(official.end), why))
    return found


def computed(content: Content, deadlines: Iterable[Deadline]) -> dict[str, date | None]:
    """Every date that can be compared, by the name that labels.toml gives it."""
    found: dict[str, date | None] = {}
    for deadline in deadlines:
        found |= {f"{deadline.id} {which}": date_of(end) for which, end in deadline.ends}
    for id_, election in content.elections.items():
        found |= {f"{id_} day": election.date, f"{id_} proclamation": election.entry.proclamation}
    return found
