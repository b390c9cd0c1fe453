"""The picture of an election's season: its dated deadlines along a line of time, as SVG."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from textwrap import wrap

from markupsafe import escape

from .model import Deadline, Election
from .vocabulary import MONTHS, in_words

LETTER = 6.9  # a wide estimate of a letter's width at the style sheet's 12 units, whatever the reader's font
LINE, BAR, GAP = 14, 7, 9  # heights: of a line of text, of a bar, between two rows
HEAD = 48  # above the rows: the months' names, the election's, today's
MARK = 8  # the width of a single day's mark
At = Callable[[date], float]  # where a day lies on the line


@dataclass(frozen=True)
class _Block:
    """A bar or mark with its words above it: where it begins and ends, and where its words do."""

    kind: str
    left: float
    right: float
    text_left: float
    text_right: float
    lines: tuple[str, ...]

    @property
    def span(self) -> tuple[float, float]:
        return min(self.left, self.text_left), max(self.right, self.text_right)


def timeline(election: Election, deadlines: Sequence[Deadline], today: date, width: int) -> str:
    """The dated deadlines of an election, and its day, on a line of time; an empty string if none has a day.

    `width` is that of the picture in its own units: each size of screen has its own. What would
    overlap stands in a row below. Today is a line of its own, or an arrow at the edge it lies beyond.
    """
    dated = [each for each in deadlines if any(end.date for _, end in each.ends)]
    if not dated or not election.date:
        return ""
    days = [_day(end.date) for each in dated for _, end in each.ends if end.date]
    first, last = min(days).replace(day=1), max(*days, election.date) + timedelta(days=3)

    def at(day: date) -> float:
        return round((day - first).days / (last - first).days * (width - MARK), 1)

    rows = _rows(sorted((_block(each, at, width) for each in dated), key=lambda block: block.left))
    parts: list[str] = []
    top = HEAD
    for row in rows:
        lines = max(len(block.lines) for block in row)
        for block in row:
            below = top + LINE * lines
            for n, line in enumerate(block.lines):
                y = below - LINE * (len(block.lines) - n) + 11
                parts.append(f'<text x="{block.text_left:g}" y="{y}">{escape(line)}</text>')
            parts.append(_bar(block, below + 2))
        top += LINE * lines + BAR + GAP
    name = f"season-{width}"
    title, told = _told(election, dated, today, min(days))
    return "".join(
        [
            f'<svg class="season w{width}" viewBox="0 0 {width} {top}" role="img" ',
            f'aria-labelledby="{name}-title {name}-desc"><title id="{name}-title">{escape(title)}</title>',
            f'<desc id="{name}-desc">{escape(told)}</desc>',
            *_months(first, last, at, top, width),
            *_line("held", "Election", at(election.date), 28, top, width),
            *_today(today, first, last, at, top, width),
            *parts,
            "</svg>",
        ]
    )


def _block(deadline: Deadline, at: At, width: int) -> _Block:
    days = {which: _day(end.date) for which, end in deadline.ends if end.date}
    kind = "span" if len(days) == 2 else next(iter(days))
    left = at(min(days.values()))
    right = at(max(days.values())) + MARK
    case = deadline.provision.case
    words = deadline.filing.short + (f", {deadline.filing.cases[case].short}" if case else "")
    when = "–".join(_short(day) for day in dict.fromkeys(days.values()))
    lines = tuple(wrap(f"{when} {words}", int(width / LETTER)))
    wide = max(len(line) for line in lines) * LETTER
    text_left = max(0.0, round(min(left, width - wide), 1))
    return _Block(kind, left, right, text_left, text_left + wide, lines)


def _rows(blocks: Sequence[_Block]) -> list[list[_Block]]:
    """Each block in the first row from above in which it is clear of the others."""
    rows: list[list[_Block]] = []
    for block in blocks:
        left, right = block.span
        for row in rows:
            if all(right + MARK < each.span[0] or left > each.span[1] + MARK for each in row):
                row.append(block)
                break
        else:
            rows.append([block])
    return rows


def _bar(block: _Block, y: int) -> str:
    """A bar from first to last day; alone, a first day is a triangle that opens, a last day a square."""
    if block.kind == "opens":
        x = block.left
        return f'<path class="opens" d="M{x:g} {y}L{x + MARK:g} {y + BAR / 2:g}L{x:g} {y + BAR}Z"/>'
    wide = round(block.right - block.left, 1)
    return f'<rect class="{block.kind}" x="{block.left:g}" y="{y}" width="{wide:g}" height="{BAR}"/>'


def _months(first: date, last: date, at: At, height: int, width: int) -> list[str]:
    parts = []
    month, free = first, 0.0
    while month <= last:
        x = at(month)
        name = MONTHS[month.month - 1][:3] + (f" {month.year}" if month in (first, month.replace(month=1)) else "")
        parts.append(f'<path class="month" d="M{x:g} 18V{height}"/>')
        if x >= free and x + len(name) * LETTER <= width:
            parts.append(f'<text class="month" x="{x:g}" y="12">{name}</text>')
            free = x + (len(name) + 1) * LETTER
        month = (month + timedelta(days=31)).replace(day=1)
    return parts


def _today(today: date, first: date, last: date, at: At, height: int, width: int) -> list[str]:
    if today < first:
        return [f'<text class="today" x="0" y="42">← today, {_short(today)}, {today.year}</text>']
    if today > last:
        return [
            f'<text class="today" x="{width}" y="42" text-anchor="end">today, {_short(today)}, {today.year} →</text>'
        ]
    return _line("today", "today", at(today), 42, height, width)


def _line(kind: str, name: str, x: float, y: int, height: int, width: int) -> list[str]:
    anchor = ' text-anchor="end"' if x + len(name) * LETTER > width else ""
    side = -3 if anchor else 3
    return [
        f'<path class="{kind}" d="M{x:g} {y - 10}V{height}"/>',
        f'<text class="{kind}" x="{x + side:g}" y="{y}"{anchor}>{name}</text>',
    ]


def _told(election: Election, dated: Sequence[Deadline], today: date, first: date) -> tuple[str, str]:
    """The picture's name, and what it shows in words."""
    assert election.date
    title = f"The season of the {election.entry.title} on a line of time"
    number = f"{len(dated)} deadline{'s' if len(dated) > 1 else ''}"
    return title, (
        f"{number}, from {in_words(first)}, to the election on {in_words(election.date)}; today is "
        f"{in_words(today)}, when this page was built. The list below gives each of the same days in words."
    )


def _short(day: date) -> str:
    return f"{MONTHS[day.month - 1][:3]} {day.day}"


def _day(day: date) -> date:
    return date(day.year, day.month, day.day)
