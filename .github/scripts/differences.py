"""The dates that a branch changes, in words, from the ledger: Markdown for a pull request's summary.

python .github/scripts/differences.py BASE

Exit status 1 where a line that stands on BASE was changed or removed: what was published stays.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from deadlines.corrections import Change
from deadlines.history import LEDGER, Ledger, read_ledger
from deadlines.reader import ContentError, Reader

SHOWN = 50  # of the lines that were lost


def ledger(text: str) -> Ledger:
    """The histories that a ledger's text holds. Raises ContentError if it is none."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "content"
        folder.mkdir()
        (folder / LEDGER).write_text(text, "utf-8", newline="")
        reader = Reader(folder)
        found = read_ledger(reader)
        reader.stop_if_wrong()
        return found


def in_words(old: Ledger, new: Ledger) -> list[str]:
    """A line for each value that the new ledger has beyond the old one."""
    lines = []
    for key, history in new.items():
        before = len(old.get(key, ()))
        for n in range(before, len(history)):
            now = history[n]
            said = Change(history[n - 1], now).in_words if n else f"new: {now.in_words}"
            lines.append(f"- `{now.id}` {now.end}: {said}. “{_plain(now.reason)}”")
    return lines


def _plain(text: str) -> str:
    """Words that Markdown takes for words."""
    return "".join(f"\\{each}" if each in r"\`*_{}[]<>()#+-.!|&~" else each for each in text)


def main(base: str) -> int:
    path = f"content/{LEDGER}"
    shown = subprocess.run(["git", "show", f"{base}:{path}"], capture_output=True, text=True)
    there = subprocess.run(["git", "cat-file", "-e", base], capture_output=True).returncode == 0
    if not there:
        print(f"there is no {base} to compare with", file=sys.stderr)
        return 1
    old, new = shown.stdout, Path(path).read_text("utf-8") if Path(path).exists() else ""
    lost = sorted(set(old.splitlines()) - set(new.splitlines()))
    try:
        lines = in_words(ledger(old), ledger(new))
    except ContentError as error:
        print(error, file=sys.stderr)
        return 1
    print("## Dates that change\n")
    print("\n".join(lines) if lines else "None.")
    if lost:
        print("\n## Lines of the ledger that were changed or removed\n")
        print("\n".join(f"    {line}" for line in lost[:SHOWN]))
        if len(lost) > SHOWN:
            print(f"\nand {len(lost) - SHOWN} more")
        print(f"::error file={path}::{len(lost)} lines that stand on {base} were changed or removed", file=sys.stderr)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
