"""vdirsyncer subscribes to the feeds and keeps them as files; khal says what they hold.

The UIDs are left empty: vdirsyncer puts a hash of the content in their place in what it fetches by HTTP.
"""

import json
import re
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

from readers import Row, answer

PROGRAMS = Path(sys.executable).parent
FIELDS = ("calendar", "start-date", "end-date", "title", "description")


def main() -> None:
    url, state = sys.argv[2], Path(sys.argv[3])
    sync = ["[general]", f'status_path = "{state}/status"']
    show = ["[locale]", "local_timezone = America/New_York", "default_timezone = America/New_York"]
    show += [f"{each} = %Y-%m-%d" for each in ("dateformat", "longdateformat")]
    show += ["[sqlite]", f"path = {state}/khal.db", "[calendars]"]
    names = {re.sub(r"\W", "_", path): path for path in sys.argv[4:]}
    for name, path in names.items():
        kept = state / "calendars" / name
        kept.mkdir(parents=True, exist_ok=True)
        sync += [f"[pair {name}]", f'a = "{name}_feed"', f'b = "{name}_files"', "collections = null"]
        sync += [f"[storage {name}_feed]", 'type = "http"', f'url = "{url}{path}"']
        sync += [f"[storage {name}_files]", 'type = "filesystem"', f'path = "{kept}"', 'fileext = ".ics"']
        show += [f"[[{name}]]", f"path = {kept}"]
    (state / "vdirsyncer.conf").write_text("\n".join(sync) + "\n")
    (state / "khal.conf").write_text("\n".join(show) + "\n")

    for step in ("discover", "sync"):
        _run("vdirsyncer", "-v", "WARNING", "-c", str(state / "vdirsyncer.conf"), step)
    fields = [word for field in FIELDS for word in ("--json", field)]
    listed = _run("khal", "-c", str(state / "khal.conf"), "list", "2010-01-01", "2040-01-01", *fields)
    found: dict[str, list[Row]] = {path: [] for path in names.values()}
    for line in listed.splitlines():  # one a day
        for event in json.loads(line):
            calendar, first, last, *words = (event[field] for field in FIELDS)
            found[names[calendar]].append(("", first, str(date.fromisoformat(last) + timedelta(days=1)), *words))
    answer(found.__getitem__)


def _run(program: str, *words: str) -> str:
    command = [str(PROGRAMS / program), *words]
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True, text=True).stdout


if __name__ == "__main__":
    main()
