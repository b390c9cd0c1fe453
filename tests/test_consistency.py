"""What does not fit together is refused by file and key: on the invented town's content, a mistake at a time."""

import shutil
from pathlib import Path

import pytest
from conftest import SMALL

from deadlines.check import check
from deadlines.content import load
from deadlines.reader import ContentError
from deadlines.timetable import timetable

SECTION, ONE, TWO = "law/5-20/section.toml", "law/5-20/01.toml", "law/5-20/02.toml"
STORM, YEAR, FILING = "law/exceptions/2027-storm.toml", "elections/2027.toml", "law/filing.toml"
SHORT = 'short = "2027 town primary"'


@pytest.mark.parametrize(
    ("path", "old", "new", "mistake"),
    [
        (SECTION, "{ to = 1999-12-31 }", "{ from = 1990-01-01, to = 1999-12-31 }", "edition: no edition is in force from the beginning (a span without `from`)"),
        (SECTION, "{ from = 2000-01-01 }", "{ from = 2000-01-01, to = 2030-12-31 }", "edition: no edition is in force after 2030-12-31 (a span without `to`)"),
        (SECTION, "{ from = 2000-01-01 }", "{ from = 2000-01-02 }", "edition"),
        (ONE, '["first", "second"]', '["first", "second", "third"]', "text[0].editions: no edition is called 'third'; there are first, second"),
        (TWO, 'editions = ["first"]\n', 'editions = ["first"]\nabsent = true\n', "text[0].absent: a subdivision that is absent has no text and no deadline"),
        (TWO, 'note     = "The ordinance was not read."\n', "", "text[1].note: a text that is unverified says in a note what is not certain"),
        (TWO, 'basis    = "read"\n', "", "text[0].basis: this key is missing"),
        (ONE, 'filing   = "acceptance"', 'filing   = "acceptance"\n    cases_of = "withdrawal"', "text[0].deadline[1].cases_of: no filing is called 'withdrawal'"),
        (ONE, 'filing   = "acceptance"', 'filing   = "acceptance"\n    ordinary_case = "late"', "text[0].deadline[1].case: acceptance has no case 'late'; it has by-mail"),
        (ONE, 'filing   = "acceptance"', 'filing   = "withdrawal"', "text[0].deadline[1].filing: no filing is called 'withdrawal' (content/filings has no such page)"),
        (ONE, '    closes   = "4 days after nominating-paper closes"\n', "", "text[0].deadline[1]: neither opens nor closes"),
        (TWO, 'filing   = "objection"', 'filing   = "objection"\n    editions = ["second"]', "text[0].deadline[0].editions: the text above is not of edition 'second'"),
        (TWO, 'filing   = "objection"', 'filing   = "objection"\n    basis    = "inferred"', "text[0].deadline[0].note: a rule that is inferred says in a note what is not certain"),
        ("law/holidays.toml", '"January 1"', '"as soon as practicable"', "'as soon as practicable' gives no day"),
        ("law/election-days.toml", '"Tuesday after 1st Monday of November"', '"as soon as practicable"', "'as soon as practicable' gives no day"),
        (STORM, 'note      = "The ordinance was not read."\n', "", "2027-storm.toml: note: an exception that is inferred says in a note what is not certain"),
        (STORM, 'id        = "2027-storm"', 'id        = "2027-flood"', "2027-storm.toml: id: found '2027-flood'; it is the file's name, '2027-storm'"),
        (STORM, 'closes    = "5 days after nominating-paper closes"\n', "", "gives no day, and is neither abolished nor unknown"),
        (STORM, 'closes    = "5 days after nominating-paper closes"', 'closes    = ""', "deadline[0]"),
        (STORM, "[[deadline]]", 'offices   = "the mayor"\n\n[[deadline]]', "deadline[0].case: an exception for some offices only adds a case of its own"),
        (YEAR, SHORT, f'{SHORT}\nproclamation = 2027-01-02', "election[0].proclamation: only a special election has this key"),
        (YEAR, SHORT, f'{SHORT}\nparagraph = "z"', "election[0].paragraph: found 'z'; there are "),
        (YEAR, SHORT, f'{SHORT}\ndate = 2028-11-02\ndate_source = "s"', "election[0].date: found 2028-11-02; the file is of 2027"),
        (YEAR, SHORT, f'{SHORT}\ndate = 2027-11-03', "election[0].date_source: a day that election-days.toml does not give has its source"),
        (YEAR, SHORT, f'{SHORT}\nedition = "third"', "election[0].edition: no edition is called 'third'; there are first, second"),
        (YEAR, SHORT, f'{SHORT}\nfiled_with = ["harbor"]', "election[0].filed_with: no place is called 'harbor'; there are town-hall"),
        (YEAR, 'id    = "2027-primary"', 'id    = "2027-13-01-primary"', "election[0].id: found '2027-13-01-primary'; there is no day 2027-13-01"),
        (YEAR, 'kind  = "primary"', 'kind  = "general"', "2027-primary"),
        ("law/events.toml", '{ primary = "nominating-paper opens" }\nlast     = { primary', '{ general = "nominating-paper opens" }\nlast     = { general', "the event 'paper-filed' has no first and last day for a primary election"),
        ("site.toml", '"5-20"', '"5-21"', "section: law/5-21 has no section.toml"),
        ("filings/acceptance.md", "order = ", "order = 1\nx = ", "filings/acceptance.md"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(tmp_path: Path, path: str, old: str, new: str, mistake: str) -> None:
    folder = Path(shutil.copytree(SMALL, tmp_path / "town"))
    text = (folder / path).read_text("utf-8")
    assert old in text, path
    (folder / path).write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError) as error:
        load(folder)
    assert any(mistake in each for each in error.value.mistakes), error.value.mistakes


def test_a_folder_or_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"none: there is no such folder$"):
        load(tmp_path / "none")
    folder = Path(shutil.copytree(SMALL, tmp_path / "town"))
    (folder / "site.toml").unlink()
    with pytest.raises(ContentError, match=r"^town/site.toml: this file is missing$"):
        load(folder)


@pytest.mark.parametrize(
    ("raw", "mistake"),
    [
        (b"\xff", "site.toml: cannot be read: 'utf-8' codec"),
        (b"name = 2027-13-01", "site.toml: is not TOML: "),
        (b'name = "\\u0007"', "site.toml: name: has the character '\\x07'"),
    ],
)
def test_a_file_that_is_no_text_is_named(tmp_path: Path, raw: bytes, mistake: str) -> None:
    folder = Path(shutil.copytree(SMALL, tmp_path / "town"))
    (folder / "site.toml").write_bytes(raw)
    with pytest.raises(ContentError) as error:
        load(folder)
    assert mistake in str(error.value)


def test_two_filings_of_one_order_and_a_case_called_as_an_end_are_refused(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SMALL, tmp_path / "town"))
    path = folder / "filings/acceptance.md"
    order = next(line for line in (folder / "filings/objection.md").read_text("utf-8").splitlines() if "order" in line)
    lines = [order if line.startswith("order") else line for line in path.read_text("utf-8").splitlines()]
    lines.insert(lines.index("+++", 1), '[cases.opens]\ntitle = "t"\nshort = "s"')
    path.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(ContentError) as error:
        load(folder)
    assert "town/filings/acceptance.md: no filing or case is called opens or closes" in error.value.mistakes
    assert any("order: is that of" in each for each in error.value.mistakes)


def test_the_words_on_rollover_stand_in_the_text(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SMALL, tmp_path / "town"))
    path = folder / FILING
    path.write_text(path.read_text("utf-8").replace('words   = "If', 'words   = "Whenever'), "utf-8")
    content = load(folder)
    assert "town/law/filing.toml: rollover.words do not stand in the text" in check(content, timetable(content))
