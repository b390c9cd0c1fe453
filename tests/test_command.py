"""The command: its options, its exit status, what it prints."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from build import main

ROOT = Path(__file__).parents[1]


def test_explain_says_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "2027-general/independent-substitution/declination"]) == 0
    assert capsys.readouterr().out.splitlines()[:15] == [
        "Certificate to fill a vacancy in an independent nomination, after a declination",
        "2027 general election, Tuesday, November 2, 2027",
        "Election Law § 6-158(12), edition 2022 (verbatim)",
        "",
        "Last day: Tuesday, June 1, 2027",
        "  6th day after 23rd Tuesday before election",
        "  1. Tuesday, November 2, 2027: 2027 general election: the Tuesday after the first Monday in",
        "     November (Election Law § 8-100(1)(c)).",
        "  2. Tuesday, May 25, 2027: The 23rd Tuesday before that day, which is not counted itself.",
        "  3. Monday, May 31, 2027: The 6th day after that day, which is not counted itself.",
        "  4. Tuesday, June 1, 2027: May 31 is Memorial Day (General Construction Law § 24). The next",
        "     business day becomes the last day (Election Law § 1-106(1)).",
        "",
        "State Board of Elections; county boards outside New York City, except Westchester's: until 5:00",
        "  p.m.; if mailed, postmarked by Tuesday, June 1, 2027 and received by Thursday, June 3, 2027.",
    ]


def test_explain_takes_an_event_with_its_hour(capsys: pytest.CaptureFixture[str]) -> None:
    id_ = "2027-general/judicial-convention-minutes"
    assert main(["explain", id_, "--event", "adjournment=2027-08-11T20:00"]) == 0
    assert "Last day: Friday, August 13, 2027, 5:00 p.m." in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["explain", "2027-primary/designating"], "2027-primary has no deadline 'designating'; it has 2027-primary/"),
        (["explain", "2040-primary/designating-petition"], "no election has the id '2040-primary'; there are 2012-"),
        (
            ["explain", "2027-primary/designating-petition", "--event", "storm=2027-01-01"],
            "no event is called 'storm'; there are death-or-disqualification, vacancy,",
        ),
    ],
)
def test_a_question_that_has_no_answer(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith(message)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--today", "2027-02-30"],
        ["nonsense"],
        ["explain"],
        ["explain", "x", "--event", "vacancy"],
        ["--base-url", "here"],
        ["--colour", "red"],
    ],
)
def test_wrong_usage_is_status_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2


@pytest.mark.figures
def test_check_says_what_it_compared_and_warns_of_short_notices(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0
    told = capsys.readouterr()
    short = (
        "Held 32 days after the proclamation; Public Officers Law § 42(3) says 40 to 50 days. A shorter notice (thirty "
        "days) is allowed for a later vacancy joined to a special election already called."
    )
    assert told.err.splitlines() == [
        f"warning: {id_}: {short}"
        for id_ in (
            "2024-02-13-special-assembly-77",
            "2026-02-03-special-assembly-36",
            "2026-02-03-special-senate-47",
            "2026-02-03-special-senate-61",
        )
    ]
    assert told.out.splitlines() == [
        "60 elections, 1570 deadlines.",
        "Every rule agrees with its text and its worked examples.",
        "115 official dates agree.",
        "1647 published first and last days are as recorded.",
    ]


@pytest.mark.figures
def test_options_go_before_and_after_the_command(own_content: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own_content.joinpath("elections/2028.toml").unlink()
    assert main(["record", "not held", "--quiet", "--content", str(own_content), "--today", "2026-12-01"]) == 0
    for arguments in (["--content", str(own_content), "check"], ["check", "--content", str(own_content)]):
        assert main(arguments) == 0
        assert capsys.readouterr().out.startswith("57 elections")


@pytest.mark.slow
def test_the_command_runs_from_any_folder(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "build.py"), "--today", "2027-03-30", "--output", "here", "--quiet"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert json.loads((tmp_path / "here/build.json").read_text())["built"] == "2027-03-30"


def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tmp_path.joinpath("thesis.txt").write_text("years of work")
    assert main(["--output", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        f"{tmp_path}: holds something that no build wrote (thesis.txt); name an empty folder or a new one\n"
    )
    assert tmp_path.joinpath("thesis.txt").read_text() == "years of work"
