"""A count drawn on months: the days counted with their numbers, the closed days crossed out, the day reached.

Everything drawn is taken from the steps of a computed end (`Step.counted`); no day is computed here
but those passed on the way.
"""

from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta
from markupsafe import Markup, escape

from .days import ONE_DAY, Days
from .expressions import Direction, ordinal
from .model import Counted, Deadline, End, Step, date_of
from .rules import nth_weekday
from .vocabulary import MONTHS, WEEKDAYS, Which, whole

MOST = 4  # months that are all drawn; of more, those in which something begins or ends
HEAD = "".join(f'<th scope="col">{day[:3]}</th>' for day in (WEEKDAYS[-1], *WEEKDAYS[:-1]))
COUNTS = {"day", "week", "month", "business day", *WEEKDAYS}
CALLED: Mapping[Which, str] = {"opens": "first day", "closes": "last day"}
Month = tuple[int, int]


@dataclass
class Drawing:
    """What the months of a deadline show, by day."""

    numbers: dict[date, list[str]] = field(default_factory=dict)  # counted, each number once
    starts: set[date] = field(default_factory=set)
    reached: dict[date, str] = field(default_factory=dict)  # what the day is
    passed: set[date] = field(default_factory=set)  # closed days that rollover passed over
    counts: list[tuple[str, list[date]]] = field(default_factory=list)  # of what unit, in their order

    @property
    def marked(self) -> set[date]:
        """The days that are shown as more than days of a month."""
        return {*self.numbers, *self.starts, *self.reached, *self.passed}

    @property
    def turns(self) -> set[date]:
        """The days at which something begins or ends."""
        return {*self.starts, *self.reached, *self.passed, *(days[-1] for _, days in self.counts)}


class Grids:
    """Draws the months of deadlines. A month without marks is made once, and its cells are used again."""

    def __init__(self, days: Days) -> None:
        self._days = days
        self._bare: dict[Month, tuple[list[str], list[str], dict[int, str], str]] = {}

    def of(self, deadline: Deadline, own: Callable[[Step], bool]) -> Markup:
        """The months of a deadline's own counts; nothing where none of its days was counted or moved.

        Both ends are drawn on the same months, unless a day would have two numbers. `own` says whether
        a step is the deadline's own, and not of the one it is counted from.
        """
        ends = [(which, end, list(_counts(end, own))) for which, end in deadline.ends if end.date]
        ends = [each for each in ends if each[1].moved or each[2]]
        together = Drawing()
        for which, end, counts in ends:
            self._draw(together, which, end, counts)
        if not ends:
            return Markup()
        if len(ends) == 1 or all(len(numbers) == 1 for numbers in together.numbers.values()):
            return Markup(self._drawn(together))
        drawn = []
        for which, end, counts in ends:
            self._draw(drawing := Drawing(), which, end, counts)
            drawn.append(f"<h3>{CALLED[which].capitalize()}</h3>{self._drawn(drawing)}")
        return Markup("".join(drawn))

    def _draw(self, drawing: Drawing, which: Which, end: End, counts: list[Counted]) -> None:
        day = date_of(end)
        assert day
        for counted in counts:
            self._count(drawing, counted)
        drawing.reached[day] = " and ".join([*filter(None, [drawing.reached.get(day)]), CALLED[which]])
        if end.moved and end.before_rollover:
            first, until = sorted((end.before_rollover, day))
            drawing.passed |= {first + n * ONE_DAY for n in range((until - first).days + 1)} - {day}

    def _drawn(self, drawing: Drawing) -> str:
        months = _months(min(drawing.turns), max(drawing.turns))
        shown = months if len(months) <= MOST else sorted({(day.year, day.month) for day in drawing.turns})
        left_out = _left_out(drawing, [month for month in months if month not in shown])
        drawn = "".join(self._month(month, drawing) for month in shown)
        return f'<div class="months">{drawn}</div>{left_out}'

    def _count(self, drawing: Drawing, counted: Counted) -> None:
        assert counted.start
        start, sign = whole(counted.start), 1 if counted.number > 0 else -1
        direction: Direction = "after" if sign > 0 else "before"
        passed: list[date] = []
        for n in range(1, abs(counted.number) + 1):
            match counted.unit:
                case "day":
                    day = start + sign * n * ONE_DAY
                case "week":
                    day = start + timedelta(weeks=sign * n)
                case "month":
                    day = start + relativedelta(months=sign * n)
                case "business day":
                    day = self._days.business_day(start, sign * n)
                case weekday:
                    day = nth_weekday(start, 1, WEEKDAYS.index(weekday), direction) + sign * timedelta(weeks=n - 1)
            passed.append(day)
            number = ordinal(n) if counted.unit in WEEKDAYS else str(n)
            numbers = drawing.numbers.setdefault(day, [])
            if number not in numbers:
                numbers.append(number)
        drawing.starts.add(start)
        drawing.counts.append((counted.unit, passed))

    def _month(self, month: Month, drawing: Drawing) -> str:
        cells, breaks, holidays, end = self._bare_month(month)
        cells, closed = cells.copy(), dict(holidays)
        for day in drawing.marked:
            if (day.year, day.month) == month:
                if day in drawing.passed:
                    closed.setdefault(day.day, WEEKDAYS[day.weekday()])
                cells[day.day] = breaks[day.day] + _cell(day, drawing, day.day in closed)
        names = "; ".join(f"{number}: {name}" for number, name in sorted(closed.items()))
        note = f'<p class="shut">Closed: {names}</p>' if names else ""
        caption = f"<caption>{MONTHS[month[1] - 1]} {month[0]}</caption>"
        body = f"<tbody><tr>{''.join(cells)}{end}</tr></tbody>"
        return f'<div class="month-grid"><table>{caption}<thead><tr>{HEAD}</tr></thead>{body}</table>{note}</div>'

    def _bare_month(self, month: Month) -> tuple[list[str], list[str], dict[int, str], str]:
        """A month's cells and row breaks by day, its holidays, and what fills its last row; made once."""
        if month not in self._bare:
            first = date(*month, 1)
            lead, last = (first.weekday() + 1) % 7, monthrange(*month)[1]
            breaks = ["", _blank(lead), *("</tr><tr>" if (lead + n) % 7 == 0 else "" for n in range(1, last))]
            cells = [""]
            closed: dict[int, str] = {}
            for number in range(1, last + 1):
                day = date(*month, number)
                holiday = self._days.holiday(day)
                cell = f"<td>{number}</td>" if self._days.is_business_day(day) else f'<td class="weekend">{number}</td>'
                if holiday:
                    closed[number] = escape(holiday)
                    cell = f'<td class="closed"><s>{number}</s></td>'
                cells.append(breaks[number] + cell)
            self._bare[month] = cells, breaks, closed, _blank(-(lead + last) % 7)
        return self._bare[month]


def _cell(day: date, drawing: Drawing, closed: bool) -> str:
    """The cell of a marked day."""
    numbers, reached = drawing.numbers.get(day), drawing.reached.get(day)
    start = day in drawing.starts
    kinds = {"closed": closed, "counted": numbers, "start": start, "reached": reached}
    shown = f"<s>{day.day}</s>" if closed else str(day.day)
    if numbers:
        shown += f" <small>{' · '.join(numbers)}</small>"
    if start and not numbers:
        shown += " <small>from</small>"
    if reached:
        shown += f" <b>{reached}</b>"
    return f'<td class="{" ".join(name for name, has in kinds.items() if has)}">{shown}</td>'


def _blank(cells: int) -> str:
    return f'<td colspan="{cells}"></td>' if cells else ""


def _counts(end: End, own: Callable[[Step], bool]) -> Iterator[Counted]:
    """The counts of an end's own sentence that lead to its day before it was moved, from the last to the first.

    Of several limbs it is the one whose day was taken; a longer count stands right before the one that goes on.
    """
    target, found = end.before_rollover, False
    for step in reversed(end.steps):
        counted, day = step.counted, step.date
        if counted and counted.start and day and whole(day) == target and counted.unit in COUNTS and own(step):
            yield counted
            target, found = whole(counted.start), True
        elif found:
            return


def _months(first: date, last: date) -> list[Month]:
    count = (last.year - first.year) * 12 + last.month - first.month + 1
    return [(first.year + n // 12, n % 12 + 1) for n in range(first.month - 1, first.month - 1 + count)]


def _left_out(drawing: Drawing, months: list[Month]) -> str:
    """A sentence on the months that are not drawn, and what is counted in them."""
    if not months:
        return ""
    said = []
    for unit, days in drawing.counts:
        numbers = [n for n, day in enumerate(days, 1) if (day.year, day.month) in months]
        if numbers:
            said.append(f"{unit}s {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"{unit} {numbers[0]}")
    names = ", ".join(f"{MONTHS[month - 1]} {year}" for year, month in months)
    return f'<p class="left-out">Not drawn: {names}' + (f" ({'; '.join(said)})" if said else "") + ".</p>"
