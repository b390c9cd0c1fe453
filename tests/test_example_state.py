"""All law is content: a small invented state, with nothing of New York in it, is built by `--content` alone."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from jsonschema import Draft202012Validator
from tools import need

from build import main

STATE = ROOT / "tests/example_state"
TODAY = "2027-12-01"
NEW_YORK = re.compile(  # its names, its sections, its offices
    r"New York|Albany|Westchester|\bboroughs?\b|State Board|county|\bSenate\b|\bAssembly\b|Election Law|Public Officers|"
    r"General Construction|\b6-158|§ ?1-106|§ ?8-100|§ ?24\b",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("state") / "output"
    assert main(["--content", str(STATE), "--today", TODAY, "--output", str(folder), "--quiet"]) == 0
    return folder


@pytest.fixture(scope="module")
def records(site: Path) -> dict[str, dict[str, Any]]:
    found = json.loads((site / "api/v1/deadlines.json").read_text("utf-8"))["deadlines"]
    return {each["id"]: each for each in found}


def test_its_days_are_those_counted_by_hand(records: dict[str, dict[str, Any]]) -> None:
    """March 7 and the first Monday of October are its holidays, Sunday alone is its weekend: a last day moves back."""
    assert {id_: (each["opens"], each["closes"], each["closes_before_rollover"]) for id_, each in records.items()} == {
        "2028-primary/petition": ("2028-02-08", "2028-03-06", "2028-03-07"),
        "2028-primary/withdrawal": (None, "2028-03-10", "2028-03-10"),
        "2028-general/statement": (None, "2028-09-30", "2028-10-02"),  # over a Sunday, to a Saturday
    }
    statement = records["2028-general/statement"]
    assert statement["moved"] == "October 1 is a Sunday; October 2 is Harvest Day (Example Code § 1-3)"
    assert statement["steps"][-1]["text"].endswith("The last open day before it is the last day (Example Code § 1-4).")
    assert statement["receipt"] == [
        {"place": "secretary", "closes_at": "12:00", "postmarked_by": None, "received_by": "2028-09-30"}
    ]
    assert [each["cautions"] for each in records.values()] == [[], [], []]


def test_nothing_of_new_york_is_in_its_site(site: Path) -> None:
    files = [
        each
        for each in site.rglob("*")
        if each.suffix in {".html", ".ics", ".json", ".csv", ".js", ".svg", ".xml", ".txt"}
    ]
    assert len(files) > 60
    found = {
        (path.relative_to(site).as_posix(), hit[0])
        for path in files
        for hit in NEW_YORK.finditer(path.read_text("utf-8"))
    }
    assert found == set()


def test_its_calendar_and_pages_say_its_hours(site: Path) -> None:
    calendar = (site / "feeds/elections/2028-general.ics").read_bytes().decode().replace("\r\n ", "")
    assert "DTSTART;VALUE=DATE:20280930" in calendar
    assert "Secretary: until 12:00 p.m." in calendar
    assert (
        'The official calendar is the <a href="https://example-state.example/calendar">Secretary of State’s</a>; this is'
        in (site / "index.html").read_text("utf-8")
    )


def test_the_browsers_evaluator_computes_the_same(
    site: Path, records: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    need(shutil.which("node"), "Node")
    for script in (site / "calculator").glob("*.js"):
        shutil.copy(script, tmp_path)
    shutil.copy(site / "api/v1/rules.json", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    code = (
        'import { readFileSync } from "node:fs"; import { timetable } from "./evaluate.js";'
        'console.log(JSON.stringify(timetable(JSON.parse(readFileSync("rules.json", "utf8")))))'
    )
    ran = subprocess.run(
        ["node", "--input-type=module", "-e", code], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert ran.stderr == ""
    found = {each["id"]: each for each in json.loads(ran.stdout)}
    assert found.keys() == records.keys()
    for id_, each in records.items():
        same = each.keys() & found[id_].keys() - {"sequence", "changed"}
        assert len(same) > 25
        assert {key: found[id_][key] for key in same} == {key: each[key] for key in same}


def test_its_data_keeps_to_its_schemas(site: Path) -> None:
    for name in ("deadlines", "upcoming", "rules"):
        schema = json.loads((site / f"api/v1/schema/{name}.json").read_text("utf-8"))
        found = json.loads((site / f"api/v1/{name}.json").read_text("utf-8"))
        assert [error.message for error in Draft202012Validator(schema).iter_errors(found)] == []


def test_its_content_is_checked_like_any_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--content", str(STATE), "--today", TODAY, "check"]) == 0
    own = Path(shutil.copytree(STATE, tmp_path / "state"))
    law = own / "law/filing.toml"
    law.write_text(law.read_text("utf-8").replace('direction = "previous"', 'direction = "next"'), "utf-8")
    capsys.readouterr()
    assert main(["--content", str(own), "--today", TODAY, "check"]) == 2
    assert (
        "12-3/1.toml: text[0].deadline[0].examples[0].closes: found 2028-03-06; '56 days before election' comes to 2028-03-08"
        in capsys.readouterr().err
    )
