"""Badges: a small picture of each deadline for other sites, with its day, as SVG without any script or font.

A reader's fonts are not known, so lines are wrapped by a wide estimate; a badge is as high as its lines.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from textwrap import wrap

from markupsafe import escape

from .history import former
from .model import Build, Deadline
from .vocabulary import in_words, whole

BADGE = "badges/{}.svg"
WIDTH, MARGIN = 340, 14
WIDE = {"title": 14 * 0.64, "day": 15 * 0.7, "small": 12 * 0.64}  # of a letter: its size in STYLE by a wide share
HIGH = {"title": 19, "day": 22, "small": 18}
STYLE = (
    "rect{fill:#fffdf9;stroke:#8f1d1d}text{fill:#1d2126;font:14px system-ui,sans-serif}"
    ".day{font-size:15px;font-weight:700;fill:#8f1d1d}.small{font-size:12px;fill:#565e67}path{fill:#8f1d1d}"
    "@media(prefers-color-scheme:dark){rect{fill:#15181c;stroke:#f08a80}text{fill:#e8e6e1}"
    ".day{fill:#f08a80}.small{fill:#a7adb4}path{fill:#f08a80}}"
)
WITHOUT = {
    "depends": "Depends on an event",
    "practicable": "As soon as practicable",
    "unknown": "Not known",
    "abolished": "Abolished for this election",
}


def outputs(build: Build) -> Iterator[tuple[str, bytes]]:
    """Every badge's path and bytes."""
    for deadline in build.deadlines:
        yield BADGE.format(deadline.id), badge(deadline, build.today).encode()
    for id_ in _gone(build):
        lines = [("title", id_), ("day", "Withdrawn"), ("small", _as_of(build.today))]
        yield BADGE.format(id_), _drawn(lines, f"{id_}: withdrawn").encode()


def addresses(build: Build) -> Iterable[str]:
    """The badges' paths, which other sites keep for ever."""
    return [BADGE.format(id_) for id_ in [*(each.id for each in build.deadlines), *_gone(build)]]


def badge(deadline: Deadline, today: date) -> str:
    """A deadline's name, election, first and last day (or why there is none), and the day of the build."""
    lines = [("title", deadline.title), ("small", deadline.election.entry.title)]
    days = [(which, whole(end.date)) for which, end in deadline.ends if end.date]
    for which, day in days:
        lines.append(("small", f"{'First' if which == 'opens' else 'Last'} day {deadline.filing.act}"))
        lines.append(("day", in_words(day)))
    if not days:
        lines.append(("day", WITHOUT[deadline.status]))
    notes = [_as_of(today)]
    if days and max(day for _, day in days) < today:
        notes.append("passed")
    lines.append(("small", "; ".join(notes + deadline.uncertain)))
    return _drawn(lines, "; ".join(text for _, text in lines))


def _as_of(today: date) -> str:
    return f"As of {in_words(today, weekday=False)}"


def _drawn(lines: Iterable[tuple[str, str]], told: str) -> str:
    """A picture of lines, each with its class; those too long for the width are wrapped."""
    parts, y = [], 8
    for kind, text in lines:
        for line in wrap(text, int((WIDTH - 2 * MARGIN) / WIDE[kind])):
            y += HIGH[kind]
            parts.append(f'<text class="{kind}" x="{MARGIN}" y="{y - 5}">{escape(line)}</text>')
    high, size = y + 8, f'width="{WIDTH}" height="{y + 8}" viewBox="0 0 {WIDTH} {y + 8}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{escape(told)}</title><style>{STYLE}</style>'
        f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{high - 1}" rx="5"/>'
        f'<path d="M0 5a5 5 0 0 1 5-5v{high}a5 5 0 0 1-5-5z"/>{"".join(parts)}</svg>\n'
    )


def _gone(build: Build) -> list[str]:
    return former(build.content.addresses, BADGE, {each.id for each in build.deadlines})
