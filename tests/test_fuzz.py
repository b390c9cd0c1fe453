"""Broken content, thousands of times: each variant builds a right site, or is refused by file and changes nothing.

Two ways to break it: single bytes and lines of the real files of `small_content` (seeded), and values
of its tables replaced by others of any kind (hypothesis). What is only not recorded is recorded, and built.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, SMALL
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from lint import unsound

from build import main

pytestmark = pytest.mark.trials

SEED = 6158
BYTES = int(os.environ.get("FUZZ_BYTES", "1300"))
VALUES = int(os.environ.get("FUZZ_VALUES", "750"))
COMMANDS = 50
FILES = sorted(
    each.relative_to(SMALL).as_posix() for each in SMALL.rglob("*") if each.suffix in (".toml", ".md", ".csv", ".txt")
)
FILES.remove("README.md")
TABLES = [each for each in FILES if each.endswith(".toml")]
PLACE = re.compile(r"small_content/|if these are meant, write them down: ")
HOSTILE = [
    "<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "=cmd|' /C calc'!A0", "]]>&amp;&lt;", "{{ 7 * 7 }}",
    "../../../etc/passwd", "\\N\\,;\r\nX-EVIL:1", "\u202etxt.exe", "\u2028", "a" * 3000, "", " ", "-", "0", "\U0001f600",
    "javascript:alert(1)", "https://x.example/\"onclick=\"alert(1)", "day before " * 60 + "election", "\ud7ff\ue000", "'''", '"""',
]  # fmt: skip


class Trial:
    """A copy of the small content, its site, and what became of each variant."""

    def __init__(self, folder: Path) -> None:
        self.content, self.output = folder / "small_content", folder / "output"
        self.found: Counter[str] = Counter()
        shutil.copytree(SMALL, self.content)
        assert self._command() == 0

    def _command(self, *more: str) -> int:
        where = ["--content", str(self.content), "--output", str(self.output), "--today", "2026-12-02", "--quiet"]
        return main([*more, *where])

    def of(self, path: str, raw: bytes, capsys: pytest.CaptureFixture[str]) -> None:
        """Build with a file's bytes replaced, and put it back."""
        file, was = self.content / path, (SMALL / path).read_bytes()
        before = self.output.stat()
        file.write_bytes(raw)
        try:
            status = self._command()
            told = capsys.readouterr().err
            if status == 2 and told.endswith('write them down: python build.py record "why"\n'):
                self.refused(told, before)
                recorded = self._command("record", "a trial")
                told = capsys.readouterr().err
                status = self._command() if recorded == 0 else recorded
                told += capsys.readouterr().err
            assert "Traceback" not in told
            if status == 0:
                assert told == ""
                if self.output.stat().st_ino != before.st_ino:
                    assert unsound(self.output) == []
                self.found["built"] += 1
            else:
                assert status == 2
                self.refused(told, before)
                self.found["refused"] += 1
        finally:
            file.write_bytes(was)
            for each in ("ledger.csv", "addresses.txt"):
                shutil.copy(SMALL / each, self.content)

    def refused(self, told: str, before: os.stat_result) -> None:
        assert told
        assert [line for line in told.splitlines() if not PLACE.match(line)] == []
        after = self.output.stat()
        assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Trial:
    return Trial(tmp_path_factory.mktemp("fuzz"))


def mutated(raw: bytes, chance: random.Random) -> bytes:
    """A file with one to three small changes."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        at = chance.randrange(len(raw) + 1)
        lines = raw.split(b"\n")
        n = chance.randrange(len(lines))
        match chance.randrange(9):
            case 0:
                raw = raw[:at] + raw[at + 1 :]
            case 1:
                raw = raw[:at] + bytes([chance.randrange(256)]) + raw[at:]
            case 2:
                raw = raw[:at] + bytes([chance.choice(b"0123456789-\"'=[]{},.#\n\\ <&")]) + raw[at + 1 :]
            case 3:
                raw = b"\n".join(lines[:n] + lines[n + 1 :])
            case 4:
                raw = b"\n".join([*lines[:n], lines[n], *lines[n:]])
            case 5:
                raw = raw[:at]
            case 6:
                words = re.findall(rb"[\w-]+", raw) or [b"x"]
                raw = raw.replace(chance.choice(words), chance.choice(words), 1)
            case 7:
                numbers = re.findall(rb"\d+", raw) or [b"0"]
                new = chance.choice((b"0", b"-1", b"1", b"9999", b"99999999999999999999", b"29", b"2028"))
                raw = raw.replace(chance.choice(numbers), new, 1)
            case 8:
                quoted = re.findall(rb'"[^"\n]*"', raw) or [b'""']
                raw = raw.replace(chance.choice(quoted), value(chance.choice(HOSTILE)).encode(), 1)
    return raw


def value(found: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(found, bool):
        return str(found).lower()
    if isinstance(found, dict):
        return "{ " + ", ".join(f"{value(str(key))} = {value(inner)}" for key, inner in found.items()) + " }"
    if isinstance(found, list):
        return "[" + ", ".join(map(value, found)) + "]"
    if isinstance(found, str):
        return '"' + re.sub(r'[\\"\x00-\x1f\x7f]', lambda odd: f"\\u{ord(odd[0]):04x}", found) + '"'
    return found.isoformat() if isinstance(found, date) else str(found)


def places(found: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value of a table."""
    keys = found if isinstance(found, dict) else range(len(found)) if isinstance(found, list) else ()
    for key in keys:
        yield (*way, key)
        yield from places(found[key], (*way, key))


WAYS = [(path, way) for path in TABLES for way in places(tomllib.loads((SMALL / path).read_text()))]
SENTENCES = st.sampled_from([
    "4th Thursday before election", "3 days after nominating-paper closes", "as soon as practicable", "February 29",
    "5th Monday of February", "999 weeks after election", "9999999 days before election", "day after acceptance closes",
    "such acceptance closes", "72 hours after paper-filed", "general", "primary", "0th Monday before election", "2027-02-29",
    "earlier of 3 days after election and 2 days before election", "999 business days after election",
])  # fmt: skip
WORDS = st.sampled_from(HOSTILE) | SENTENCES | st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
NUMBERS = st.integers(-3, 40) | st.sampled_from([10**9, -(10**30), 2028])
ANY_KIND = st.recursive(
    WORDS | NUMBERS | st.dates() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc-", min_size=1, max_size=5), inner, max_size=2)
    ),
    max_leaves=4,
)


def at(path: str, way: tuple[Any, ...]) -> Any:
    """The value that stands there now."""
    found = tomllib.loads((SMALL / path).read_text())
    for key in way:
        found = found[key]
    return found


def another(place: tuple[str, tuple[Any, ...]]) -> st.SearchStrategy[tuple[tuple[str, tuple[Any, ...]], Any]]:
    """A value to put there: of the same kind three times in four."""
    same = {str: WORDS, int: NUMBERS, date: st.dates() | st.dates(date(2026, 1, 1), date(2028, 12, 31))}
    found = same.get(type(at(*place)), ANY_KIND)
    return st.tuples(st.just(place), st.one_of(found, found, found, ANY_KIND))


def replaced(path: str, way: tuple[Any, ...], new: Any) -> bytes:
    """A table with one of its values replaced, as TOML."""
    whole = tomllib.loads((SMALL / path).read_text())
    inner = whole
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = new
    return "".join(f"{value(key)} = {value(each)}\n" for key, each in whole.items()).encode()


def test_a_table_is_written_as_it_was_read() -> None:
    for path in TABLES:
        whole = tomllib.loads((SMALL / path).read_text())
        way = next(places(whole), None)
        if way:
            assert tomllib.loads(replaced(path, way, whole[way[0]]).decode()) == whole


def test_bytes_and_lines(trial: Trial, capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(SEED)
    trial.found.clear()
    for n in range(BYTES):
        path = chance.choice(FILES)
        raw = mutated((SMALL / path).read_bytes(), chance)
        try:
            trial.of(path, raw, capsys)
        except BaseException as error:
            error.add_note(f"variant {n} of seed {SEED}: {path}\n{raw.decode(errors='replace')}")
            raise
    print(f"\n{BYTES} variants of bytes and lines, seed {SEED}: {dict(trial.found)}")
    assert trial.found["built"] > BYTES * 0.05
    assert trial.found["refused"] > BYTES * 0.3


def test_values_of_any_kind(trial: Trial, capsys: pytest.CaptureFixture[str]) -> None:
    trial.found.clear()

    @seed(SEED)
    @settings(max_examples=VALUES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(WAYS).flatmap(another))
    def each(chosen: tuple[tuple[str, tuple[Any, ...]], Any]) -> None:
        place, new = chosen
        trial.of(place[0], replaced(*place, new), capsys)

    each()
    print(f"\n{sum(trial.found.values())} variants of values, seed {SEED}: {dict(trial.found)}")
    assert sum(trial.found.values()) >= VALUES
    assert trial.found["built"] > 20


@pytest.mark.skipif("FUZZ_BYTES" in os.environ, reason="a short run")
def test_the_command_itself(tmp_path: Path) -> None:
    chance = random.Random(SEED + 1)
    content, output = Path(shutil.copytree(SMALL, tmp_path / "small_content")), tmp_path / "output"
    where = ["--content", str(content), "--output", str(output), "--today", "2026-12-02", "--quiet"]
    found: Counter[int] = Counter()
    for n in range(COMMANDS):
        path = chance.choice(FILES)
        raw = mutated((SMALL / path).read_bytes(), chance)
        (content / path).write_bytes(raw)
        before = output.stat().st_ino if output.exists() else None
        done = subprocess.run([sys.executable, ROOT / "build.py", *where], capture_output=True, text=True)
        about = f"variant {n} of seed {SEED + 1}: {path}: {done.stderr}"
        assert done.returncode in (0, 2), about
        assert "Traceback" not in done.stderr, about
        if done.returncode == 2:
            assert all(PLACE.match(line) for line in done.stderr.splitlines()) and done.stderr, about
            assert (output.stat().st_ino if output.exists() else None) == before, about
        found[done.returncode] += 1
        shutil.copy(SMALL / path, content / path)
    print(f"\n{COMMANDS} commands, seed {SEED + 1}: {dict(found)}")
    assert found[0] and found[2]
