"""Content that means harm: everything is escaped where it goes, and no name of a file leads out of the site."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import icalendar
import lint
import pytest
from conftest import ROOT, SMALL

from build import main
from deadlines.expressions import RuleError, parse
from deadlines.publish import PublishError, publish

# What would be markup, an attribute's end, a formula, a calendar's property, an entity, a template.
EVIL = "=\"'><script>alert(1)</script><img src=x onerror=alert(2)>&amp;]]>{{7*7}}\\n;X-EVIL:1,|`"
SAFE = re.compile(r'^(?:title|short|what|about|text|note|heading|name|said|question|how|act|disclaimer|description|cite|source|act|made_by|differs|becomes|late|doubt|safe)\s*=\s*"(.*)"$', re.M)  # fmt: skip


@pytest.fixture
def content(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SMALL, tmp_path / "small_content"))


def build(content: Path, *more: str) -> int:
    where = ["--content", str(content), "--output", str(content.parent / "output"), "--today", "2026-12-02", "--quiet"]
    return main([*more, *where])


def spoil(text: str) -> str:
    """Every string that is free words, with the harm before it."""
    evil = EVIL.replace("\\", "\\\\").replace('"', '\\"')
    return SAFE.sub(lambda found: found[0].replace(f'"{found[1]}"', f'"{evil} {found[1]}"'), text)


@pytest.fixture
def evil_site(content: Path) -> Path:
    for path in [*content.rglob("*.toml"), *content.glob("filings/*.md")]:
        text = path.read_text()
        kept = [("source", "https:"), ("short", ""), ("name", "paper-filed"), ("act", "to file")]
        spoilt = "\n".join(
            line if any(line.startswith(key) and word in line for key, word in kept) else spoil(line)
            for line in text.split("\n")
        )
        path.write_text(spoilt)
    filing = content / "law/filing.toml"  # `check` holds these words to stand in the text
    filing.write_text(
        re.sub(r"(?m)^words .*", 'words   = "Papers are filed between nine and five."', filing.read_text())
    )
    for path in content.glob("pages/*.md"):
        path.write_text(
            f"{path.read_text()}\n{EVIL}\n\n<iframe src=//x></iframe>\n\n| a | {EVIL.replace('|', '')} |\n| - | - |\n| b | c |\n"
        )
    assert build(content, "record", f"{EVIL[1:]}") == 0
    assert build(content) == 0
    return content.parent / "output"


def test_what_means_harm_is_words_everywhere(evil_site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lint.unsound(evil_site) == []
    shown = {path for path in evil_site.rglob("*.html") if "alert(1)" in path.read_text()}
    assert len(shown) == len(list(evil_site.rglob("*.html")))  # it is on every page, and nowhere markup
    for path in shown:
        assert not re.search(
            r"<script>|<img(?! src=\"[./]*(badges|link/codes|codes)/)|<iframe(?! src=\"[./]*embed/)|onerror=alert\(2\)>(?!&)|7\*7(?!}})",
            path.read_text(),
        ), path
    record = json.loads((evil_site / "api/v1/deadlines.json").read_text())["deadlines"][0]
    assert record["title"].startswith(EVIL)
    rows = list(csv.DictReader(io.StringIO((evil_site / "api/v1/deadlines.csv").read_bytes().decode(), newline="")))
    assert rows[0]["title"] == f"'{record['title']}"
    feed = icalendar.Calendar.from_ical((evil_site / "feeds/all.ics").read_bytes())
    assert {str(event["uid"]) for event in feed.walk("VEVENT")} == {
        "2027-primary.acceptance.closes@lower-harbor.invalid",
        "2027-primary.nominating-paper.closes@lower-harbor.invalid",
        "2027-primary.nominating-paper.opens@lower-harbor.invalid",
    }
    assert all("<script>alert(1)</script>" in str(event["description"]) for event in feed.walk("VEVENT"))
    assert ElementTree.parse(evil_site / "corrections/feed.xml").getroot().tag.endswith("feed")


@pytest.mark.parametrize(
    ("link", "refused"),
    [
        ("https://a.example/", False),
        ("mailto:a@b.example", False),
        ("../filings/", False),
        ("#here", False),
        ("javascript:alert(1)", True),
        ("JaVaScRiPt:alert(1)", True),
        ("&#106;avascript:alert(1)", True),
        ("data:text/html,<b>", True),
        ("vbscript:x", True),
        ("http://a.example/", True),
        ("file:///etc/passwd", True),
    ],
)
def test_the_links_of_prose(content: Path, link: str, refused: bool, capsys: pytest.CaptureFixture[str]) -> None:
    page = content / "pages/about.md"
    page.write_text(f"# About\n\n[a]({link})\n\n<{link}>\n\n[b]: {link}\n\n[c][b]\n")
    assert build(content) == (2 if refused else 0)
    told = capsys.readouterr().err
    assert told.startswith("small_content/pages/about.md: links to") is refused
    if not refused:
        assert lint.unsound(content.parent / "output") == []


@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        (lambda to: (to / "pages/Ab out.md").write_text("# x\n"), "small_content/pages/Ab out.md: "),
        (lambda to: (to / "pages/..md").write_text("# x\n"), None),
        (lambda to: (to / "pages/elections.md").write_text("# x\n"), "small_content/pages/elections.md: "),
        (lambda to: (to / "pages/build.json.md").write_text("# x\n"), "small_content/pages/build.json.md: "),
        (lambda to: (to / "filings/a b.md").write_text("+++\n+++\n"), "small_content/filings/a b.md: "),
        (lambda to: shutil.copytree(to / "law/5-20", to / "law/..5"), "small_content/law/..5/section.toml: id"),
        (lambda to: shutil.copytree(to / "law/5-20", to / "law/a b"), "small_content/law/a b/section.toml: id"),
        (
            lambda to: (to / "elections/2027.toml").write_text((SMALL / "elections/2027.toml").read_text().replace('"2027-primary"', '"../x"')),
            "small_content/elections/2027.toml: election[0].id",
        ),
        (
            lambda to: (to / "law/5-20/01.toml").write_text((SMALL / "law/5-20/01.toml").read_text().replace('n = "1"', 'n = "../1"')),
            "small_content/law/5-20/01.toml: subdivision",
        ),
    ],
)  # fmt: skip
def test_no_name_leads_out_of_the_site(
    content: Path, spoilt: Callable[[Path], object], told: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name that begins with a dot is passed over, as hidden ones are."""
    spoilt(content)
    assert build(content) == (2 if told else 0)
    assert capsys.readouterr().err.startswith(told or "")
    assert {path.name for path in content.parent.iterdir()} <= {"small_content", "output"}


@pytest.mark.parametrize("path", ["../x", "/x", "a/../../x", "a\0b"])
def test_a_path_that_leads_out_is_refused_whoever_makes_it(path: str, tmp_path: Path) -> None:
    with pytest.raises(PublishError):
        publish([("index.html", b""), (path, b"")], tmp_path / "output")
    assert list(tmp_path.iterdir()) == []


def test_a_sentence_that_is_too_long_or_counts_too_far() -> None:
    with pytest.raises(RuleError, match="has 5508 characters; a sentence has at most 500"):
        parse("day before " * 500 + "election")
    with pytest.raises(RuleError, match="1000 is more than anything counted here: 999 is the most"):
        parse("1000 days before election")
    assert parse("999 days before election")


@pytest.mark.parametrize("nested", ["[" * 5000 + "]" * 5000, "{a=" * 3000 + "1" + "}" * 3000])
def test_brackets_nested_thousands_deep(content: Path, nested: str, capsys: pytest.CaptureFixture[str]) -> None:
    (content / "terms.toml").write_text(f"term = {nested}\n")
    assert build(content) == 2
    assert capsys.readouterr().err.startswith("small_content/terms.toml: is not TOML that can be read: ")


def test_a_terminal_is_not_moved_by_what_content_says(content: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (content / "elections/2027.toml").write_text('year = 2027\n"\\u001b[2J" = 1\nelection = []\n')
    assert build(content) == 2
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.trials
def test_the_optimiser_changes_no_byte(content: Path, tmp_path: Path) -> None:
    """PYTHONOPTIMIZE=2 takes the docstrings away, and the schemas' descriptions must not go with them."""
    found = []
    for level in ("0", "2"):
        where = ["--content", str(content), "--output", str(tmp_path / level), "--today", "2026-12-02", "--quiet"]
        env = os.environ | {"PYTHONOPTIMIZE": level, "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run([sys.executable, ROOT / "build.py", *where], env=env, check=True)
        files = (each for each in (tmp_path / level).rglob("*") if each.is_file())
        found.append({each.relative_to(tmp_path / level): each.read_bytes() for each in files})
    assert found[0] == found[1]
