"""What somebody should look at in content/, as Markdown; nothing if there is nothing.

python .github/scripts/to_look_at.py [DAY]
"""

import sys
from datetime import date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from deadlines.content import editions_on, load
from deadlines.law import basis_of
from deadlines.model import Content

FRESH = timedelta(days=180)


def missing(content: Content, today: date) -> list[str]:
    """Elections of this year and the next that are not configured, or have no day."""
    wanted = []
    for year in (today.year, today.year + 1):
        wanted += [f"{year}-primary", f"{year}-general"]
        wanted += [f"{year}-presidential-primary"] if year % 4 == 0 else []
    lines = [f"`{id_}` is not configured" for id_ in wanted if id_ not in content.elections]
    for id_, election in content.elections.items():
        if election.date is None and election.year >= today.year:
            lines.append(f"`{id_}` has no day yet: {election.why}")
    return lines


def unverified(content: Content, today: date) -> list[str]:
    """Texts in force that nobody has read word for word."""
    law, lines = content.law, []
    for section, edition in editions_on(law, today).items():
        for sub in law.subdivisions[section]:
            for text in sub.text:
                if edition in text.editions and not text.absent:
                    basis, source, note = basis_of(text, edition)
                    if basis == "unverified":
                        cite = f"{law.sections[section].cite}({sub.subdivision})"
                        lines.append(f"{cite}, edition {edition}: {note} ({source})")
    return lines


def stale(content: Content, today: date) -> list[str]:
    """Sections whose source nobody has looked at for 180 days, or ever."""
    sections = content.law.sections.values()
    never = ", ".join(f"[{each.cite}]({each.source})" for each in sections if not each.looked_at)
    return [f"Nobody has said of these that they were ever looked at: {never}"] * bool(never) + [
        f"[{each.cite}]({each.source}): last looked at on {each.looked_at}"
        for each in sections
        if each.looked_at and today - each.looked_at >= FRESH
    ]


def to_look_at(content: Content, today: date) -> str:
    parts = {
        "Elections that are missing (`content/elections/`)": missing(content, today),
        "Texts that were not verified (`content/law/`)": unverified(content, today),
        f"Sources not looked at for {FRESH.days} days (then set `looked_at` in the `section.toml`)": stale(
            content, today
        ),
    }
    shown = [f"## {title}\n\n" + "\n".join(f"- {line}" for line in lines) for title, lines in parts.items() if lines]
    return "\n\n".join(shown) + "\n" if shown else ""


def main(arguments: list[str]) -> int:
    content = load(Path(__file__).parents[2] / "content")
    today = datetime.now(ZoneInfo(content.site.time_zone)).date()
    sys.stdout.write(to_look_at(content, date.fromisoformat(arguments[0]) if arguments else today))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
