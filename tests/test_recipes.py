"""The recipes of `.github/CONTRIBUTING.md`, followed to the letter in a copy of the project, one after the other."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

pytestmark = [pytest.mark.figures, pytest.mark.slow]
RECIPES = (ROOT / ".github/CONTRIBUTING.md").read_text("utf-8")
WHERE = re.compile(r"\b([Ii]n a new file|[Aa]t the end of|[Ii]n) `([^`]+)`")


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What each recipe's commands said, by its heading; § 6-128 is taken out before, to be put in by its own."""
    folder = tmp_path_factory.mktemp("recipes")
    for name in ("build.py", "deadlines", "site_templates", "content"):
        (folder / name).symlink_to(ROOT / name) if name != "content" else shutil.copytree(ROOT / name, folder / name)
    shutil.rmtree(folder / "content/law/6-128")
    (folder / ".venv/bin").mkdir(parents=True)
    (folder / ".venv/bin/python").symlink_to(sys.executable)
    run(folder, '.venv/bin/python build.py record "§ 6-128 taken out for now" --quiet')
    return {
        heading: "".join(follow(folder, text) for text in re.split(r"(?<=\n```)\n", recipe))
        for heading, recipe in (part.split("\n", 1) for part in RECIPES.split("\n## ")[1:])
    }


def follow(folder: Path, text: str) -> str:
    """Do what a paragraph and the block behind it say; what its commands said."""
    before, fence, block = text.partition("\n```")
    kind, _, body = block.partition("\n")
    body = body.removesuffix("```")
    if kind == "sh":
        return run(folder, body)
    if not fence or not kind:
        return ""
    how, name = WHERE.findall(before)[-1]
    path = folder / name
    if kind == "diff":
        assert how.lower() == "in", before
        change(path, *(["".join(f"{line[1:]}\n" for line in body.splitlines() if line[0] == sign) for sign in "-+"]))
    elif how.lower() == "in a new file":
        path.parent.mkdir(exist_ok=True)
        with path.open("x", encoding="utf-8") as new:
            new.write(body)
    else:
        assert how.lower() == "at the end of", before
        with path.open("a", encoding="utf-8") as file:
            file.write(body)
    return ""


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new), "utf-8")


def run(folder: Path, commands: str) -> str:
    more = {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands], cwd=folder, env=os.environ | more, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_an_election_is_entered_with_all_its_deadlines(said: dict[str, str]) -> None:
    lines = said["An election"].splitlines()
    assert "2029-primary/designating-petition closes: not recorded; computed 2029-04-05" in lines
    assert "2029-general/independent-petition opens: not recorded; computed 2029-05-22" in lines
    assert "2029-02-13-special-senate-5/party-nomination closes: not recorded; computed 2029-01-09" in lines
    assert lines[-1].endswith("lines recorded: The elections of 2029")


def test_a_wrong_date_is_explained_and_corrected(said: dict[str, str]) -> None:
    lines = said["A date that is wrong"].splitlines()
    assert "  1. Tuesday, January 2, 2029: The day of the proclamation." in lines
    assert "2029-02-13-special-senate-5/party-nomination closes: recorded 2029-01-09; computed 2029-01-10" in lines


def test_an_act_moves_the_dates_of_its_year_or_of_all_from_then_on(said: dict[str, str]) -> None:
    lines = said["An act"].splitlines()
    assert "2029-primary/designating-petition closes: recorded 2029-04-05; computed 2029-04-03" in lines
    assert "2029-primary/designation-acceptance closes: recorded 2029-04-09; computed 2029-04-09" not in lines
    assert any(line.endswith("lines recorded: L.2029 ch.2 changed subdivision 1") for line in lines)


def test_an_official_calendar_is_taken_in_and_its_slip_explained(said: dict[str, str]) -> None:
    assert (
        "118 official dates agree.\n" in said["An official calendar"]
        or "official dates" in said["An official calendar"]
    )


def test_a_neighbouring_provision_is_entered_as_it_stands_here(said: dict[str, str]) -> None:
    lines = said["A neighbouring provision"].splitlines()
    assert "2027-general/new-party-certificate closes: recorded '2027-09-01' (withdrawn); computed 2027-09-01" in lines
