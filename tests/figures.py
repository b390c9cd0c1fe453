"""How much of the package the tests reach, and how much they would notice: the figures in the README.

python tests/figures.py              both
python tests/figures.py coverage     lines and branches that the README's tests reach (some minutes)
python tests/figures.py mutation     one small fault at a time in what computes the dates, caught or not (an hour)

They want `pip install -e '.[test,thorough]'`. Faults that nothing can notice stand in harmless.toml, with the reason.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
CAUGHT = {1, 2, 3, -24, 24, 36, 152, 255, -9, -11}  # pytest's failures; timeouts and crashes, by signal or status


def main(arguments: list[str]) -> int:
    chosen = arguments or ["coverage", "mutation"]
    with tempfile.TemporaryDirectory() as name:
        folder = copied(Path(name))
        return max({"coverage": coverage, "mutation": mutation}[each](folder) for each in chosen)


def copied(folder: Path) -> Path:
    """A copy of the project's own files, which may be spoilt."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for path in filter(None, listed.split("\0")):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / path)
    return folder


def run(folder: Path, *command: str) -> int:
    """Run a module of Python in the copy."""
    environment = os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{folder / 'tests'}", "PYTHONDONTWRITEBYTECODE": ""}
    return subprocess.run([sys.executable, "-m", *command], cwd=folder, env=environment, check=False).returncode


def coverage(folder: Path) -> int:
    """The tests of the README, also of the processes that they start; the figure must be at least 98 %."""
    failed = run(folder, "pytest", "--cov", "--cov-report=", "-q", "-m", "not browser and not readers and not trials")
    return run(folder, "coverage", "report", "--skip-covered", "--show-missing") or failed


def mutation(folder: Path) -> int:
    """mutmut over the modules that pyproject.toml names; at least 95 % must be caught, and the rest be explained."""
    run(folder, "mutmut", "run")
    faults = tomllib.loads((ROOT / "tests/harmless.toml").read_text("utf-8"))["harmless"]
    harmless = Counter(mutant for each in faults for mutant in each["mutants"])
    caught: Counter[str] = Counter()
    every: Counter[str] = Counter()
    unexplained = []
    for module, text, status in verdicts(folder):
        every[module] += 1
        caught[module] += status in CAUGHT
        if status not in CAUGHT and not harmless[text]:
            unexplained.append(text)
        harmless[text] -= status not in CAUGHT
    for module, number in every.items():
        print(f"{module}: {caught[module]} of {number} caught")
    rate = caught.total() / every.total()
    print(f"together: {caught.total()} of {every.total()}, {rate:.1%}")
    print(*(f"not caught, and not explained: {text}" for text in unexplained), sep="\n")
    return int(rate < 0.95 or bool(unexplained))


def verdicts(folder: Path) -> Iterator[tuple[str, str, int]]:
    """Each mutant's module, what is other about it, and with which status its tests ended."""
    os.chdir(folder)
    from mutmut.mutation.diff_apply import get_diff_for_mutant

    for meta in sorted(folder.glob("mutants/deadlines/*.meta")):
        path = Path("deadlines") / meta.name.removesuffix(".meta")
        for name, status in json.loads(meta.read_text("utf-8"))["exit_code_by_key"].items():
            lines = get_diff_for_mutant(name, path=path).split("\n")[2:]
            new = [line[1:].strip() for line in lines if line.startswith("+")]
            old = [line[1:].strip() for line in lines if line.startswith("-")]
            function = (
                name.removeprefix("deadlines.").partition("__mutmut")[0].replace("x_", "", 1).replace("xǁ", "", 1)
            )
            what = " ".join(new) if new else f"without {' '.join(old)}"
            yield path.stem, f"{function.replace('ǁ', '.')}: {what}", status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
