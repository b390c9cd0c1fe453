"""Bad content is refused with exit status 2, a message that names file and key, and the old site untouched."""

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from build import main
from deadlines.content import load
from deadlines.reader import ContentError

ROOT = Path(__file__).parents[1]
Spoil = Callable[[Path], None]


def swap(name: str, old: str, new: str) -> Spoil:
    def spoil(folder: Path) -> None:
        path = folder / name
        text = path.read_text()
        assert text.count(old) >= 1, f"{name} has no {old!r}"
        path.write_text(text.replace(old, new, 1))

    return spoil


def add(name: str, text: str) -> Spoil:
    def spoil(folder: Path) -> None:
        path = folder / name
        path.write_text((path.read_text() if path.exists() else "") + text)

    return spoil


def drop(name: str) -> Spoil:
    return lambda folder: (folder / name).unlink()


EXCEPTION = """id = "2027-test"
title = "t"
act = "an act"
source = "s"
basis = "read"
elections = ["2027-primary"]
edition = "2022"

[[deadline]]
filing = "designating-petition"
closes = "2027-04-05"
"""
SENTENCE = 'closes   = "12th Thursday before election"'
RULE = "law/6-158/01.toml"

BAD: dict[str, tuple[Spoil, str]] = {
    "an unknown key": (
        swap("elections/2027.toml", 'short = "2027 primary"', 'short = "2027 primary"\ncloses = "x"'),
        "content/elections/2027.toml: election[0].closes: unknown key (its value is 'x')",
    ),
    "a term of a filing that is not there": (
        swap("terms.toml", '"designation-acceptance", "party', '"designation-yes", "party'),
        "content/terms.toml: term[0].filings: no filing has the id 'designation-yes'",
    ),
    "a term twice": (
        swap("terms.toml", 'id      = "acknowledged"', 'id      = "acceptance"'),
        "content/terms.toml: term[1].id: 'acceptance' is the id of another term too",
    ),
    "no terms": (drop("terms.toml"), "content/terms.toml: this file is missing"),
    "a contact that is no address": (
        swap("site.toml", 'contact = ""', 'contact = "javascript:x"'),
        "content/site.toml: contact: found 'javascript:x'; string should match pattern "
        r"""'^(https?://[^\s<>\"]+|mailto:[^\s<>\"]+|)$'""",
    ),
    "an unknown key of a rule": (
        swap(RULE, SENTENCE, f'{SENTENCE}\n    closs = "x"'),
        "content/law/6-158/01.toml: text[1].deadline[0].closs: unknown key (its value is 'x')",
    ),
    "a missing key": (
        swap("elections/2027.toml", 'title = "2027 primary election"\n', ""),
        "content/elections/2027.toml: election[0].title: this key is missing",
    ),
    "a value of the wrong type": (
        swap("elections/2027.toml", "year = 2027", 'year = "2027"'),
        "content/elections/2027.toml: year: found '2027'; input should be a valid integer",
    ),
    "a kind that is none": (
        swap("elections/2027.toml", 'kind  = "primary"', 'kind  = "primery"'),
        "content/elections/2027.toml: election[0].kind: found 'primery'; "
        "input should be 'primary', 'presidential-primary', 'general' or 'special'",
    ),
    "a file that is not TOML": (
        add("elections/2027.toml", "\n[[election"),
        "content/elections/2027.toml: is not TOML: Expected ']]' at the end of an array declaration (at end of document)",
    ),
    "a file that is missing": (drop("law/filing.toml"), "content/law/filing.toml: this file is missing"),
    "a misspelt filing": (
        swap(RULE, 'filing   = "designating-petition"', 'filing   = "designating-petitoin"'),
        "content/law/6-158/01.toml: text[0].deadline[0].filing: no filing is called 'designating-petitoin' "
        "(content/filings has no such page)",
    ),
    "a misspelt case": (
        swap("law/6-158/03.toml", 'case     = "declination"', 'case     = "declined"'),
        "content/law/6-158/03.toml: text[0].deadline[0].case: designation-substitution has no case 'declined'; "
        "it has declination, death-or-disqualification",
    ),
    "a rule that does not parse": (
        swap(RULE, SENTENCE, 'closes   = "12th Thrusday before election"'),
        "content/law/6-158/01.toml: text[1].deadline[0].closes: '12th Thrusday before election' is not understood "
        "at “Thrusday before election” (character 6); expected a weekday or “day”",
    ),
    "a condition that does not parse": (
        swap("law/6-158/10.toml", "vacancy after 14 days before", "vacancy since 14 days before"),
        "content/law/6-158/10.toml: text[0].deadline[0].when: 'vacancy since 14 days before independent-petition closes' "
        "is not understood at “since 14 days before independent-petition closes” (character 9); "
        "expected “after” or “before” or “on”",
    ),
    "a name that refers to nothing": (
        swap(RULE, SENTENCE, 'closes   = "12th Thursday before lection"'),
        "content/law/6-158/01.toml: text[1].deadline[0].closes: 'lection' is neither an election nor an event "
        "nor the end of a deadline",
    ),
    "an end that refers to nothing": (
        swap("law/6-158/02.toml", "after designating-petition closes", "after opportunity-to-ballot opens"),
        "content/law/6-158/02.toml: text[0].deadline[0].closes: 'opportunity-to-ballot opens' is no end of a deadline "
        "of 2012-primary, nor of its primary",
    ),
    "an end that runs in a circle": (
        swap(RULE, SENTENCE, 'closes   = "4 days before designation-acceptance closes"'),
        "content/law/6-158/01.toml: text[1].deadline[0].closes: runs in a circle: designating-petition closes <- "
        "designation-acceptance closes <- designating-petition closes",
    ),
    "an edition gap in time": (
        swap("law/6-158/section.toml", "to = 2022-03-17", "to = 2022-03-10"),
        "content/law/6-158/section.toml: edition: no edition is in force between 2022-03-10 (2019) and 2022-03-18 (2022)",
    ),
    "two editions at once": (
        swap("law/6-158/section.toml", "to = 2022-03-17", "to = 2022-03-20"),
        "content/law/6-158/section.toml: edition: 2019 and 2022 are both in force on 2022-03-18",
    ),
    "an edition that a subdivision has no text for": (
        swap("law/6-158/02.toml", '["before-2019", "2019", "2022", "2024"]', '["before-2019", "2019", "2022"]'),
        "content/law/6-158/02.toml: text: edition 2024 has no text (absent = true says that it lacks it)",
    ),
    "an opens after its closes": (
        swap(RULE, 'opens    = "13th Monday before election"', 'opens    = "11th Monday before election"'),
        "content/law/6-158/01.toml: text[1].deadline[0].opens: for 2019-primary it opens on 2019-04-15, "
        "after it closes on 2019-04-04",
    ),
    "an exception whose opens is after its closes": (
        add("law/exceptions/2027-test.toml", EXCEPTION.replace("2027-04-05", "2027-03-26")),
        "content/law/exceptions/2027-test.toml: deadline[0].opens: for 2027-primary it opens on 2027-03-29, "
        "after it closes on 2027-03-26",
    ),
    "a proclamation after its election": (
        swap("elections/2026.toml", "proclamation = 2026-01-02", "proclamation = 2026-02-03"),
        "content/elections/2026.toml: election[0].proclamation: found 2026-02-03; "
        "a proclamation comes before its election, 2026-02-03",
    ),
    "two elections with one id": (
        swap("elections/2026.toml", "2026-02-03-special-senate-61", "2026-02-03-special-senate-47"),
        "content/elections/2026.toml: election[1].id: '2026-02-03-special-senate-47' is the id of another election too, "
        "at content/elections/2026.toml: election[0]",
    ),
    "an id that is not of its kind": (
        swap("elections/2027.toml", '"2027-primary"\nkind', '"2027-primaries"\nkind'),
        "content/elections/2027.toml: election[0].id: found '2027-primaries'; "
        "expected 2027-primary or 2027-MM-DD-primary",
    ),
    "a year that is not the file's": (
        swap("elections/2027.toml", "year = 2027", "year = 2026"),
        "content/elections/2027.toml: year: found 2026; the file is called 2027.toml",
    ),
    "an edition that is none": (
        swap("elections/2023.toml", 'edition = "2022"', 'edition = "2023"'),
        "content/elections/2023.toml: election[2].edition: no edition is called '2023'; "
        "there are before-2019, 2019, 2022, 2024",
    ),
    "a primary that is none": (
        swap("elections/2027.toml", 'short = "2027 general"', 'short = "2027 general"\nprimary = "2027-general"'),
        "content/elections/2027.toml: election[1].primary: '2027-general' is no primary that is configured",
    ),
    "a day without its source": (
        swap("elections/2027.toml", 'short = "2027 primary"', 'short = "2027 primary"\ndate = 2027-06-29'),
        "content/elections/2027.toml: election[0].date_source: a day that election-days.toml does not give has its source",
    ),
    "an exception of another edition": (
        add("law/exceptions/2027-test.toml", EXCEPTION.replace('edition = "2022"', 'edition = "2019"')),
        "content/law/exceptions/2027-test.toml: edition: found '2019'; 2027-primary is governed by '2022'",
    ),
    "an exception to no election": (
        add("law/exceptions/2027-test.toml", EXCEPTION.replace("2027-primary", "2027-primaries")),
        "content/law/exceptions/2027-test.toml: elections: no election has the id '2027-primaries'",
    ),
    "an exception to a deadline that is not there": (
        add("law/exceptions/2027-test.toml", EXCEPTION.replace('"designating-petition"', '"independent-petition"')),
        "content/law/exceptions/2027-test.toml: deadline[0]: 2027-primary has no such deadline to move",
    ),
    "an exception with a misspelt rule": (
        add("law/exceptions/2027-test.toml", EXCEPTION.replace("2027-04-05", "2027-04-31")),
        "content/law/exceptions/2027-test.toml: deadline[0].closes: '2027-04-31': there is no day 2027-04-31",
    ),
    "a rule twice": (
        add("law/6-158/05.toml", '\n    [[text.deadline]]\n    filing = "vacancy-cutoff"\n    for = "general"\n    '
            'opens = "September 1"\n'),
        "content/law/6-158/14.toml: text[1].deadline[0]: edition 2019 has this deadline already, "
        "at content/law/6-158/05.toml: text[1].deadline[1]",
    ),
    "an unverified text without a note": (
        swap("law/6-158/13.toml", "note     = ", "# note   = "),
        "content/law/6-158/13.toml: text[1].note: a text that is unverified says in a note what is not certain",
    ),
    "a holiday that no year has": (
        swap("law/holidays.toml", "3rd Monday of January", "5th Monday of February"),
        "content/law/holidays.toml: holiday[1].rule: February 2012 has no 5th Monday",
    ),
    "an election day that no year has": (
        swap("law/election-days.toml", "4th Tuesday of June", "5th Tuesday of June"),
        "content/law/election-days.toml: day[1].rule: June 2019 has no 5th Tuesday",
    ),
    "an election day counted from a name": (
        swap("law/election-days.toml", "4th Tuesday of June", "4th Tuesday before general"),
        "content/law/election-days.toml: day[1].rule: nothing here is called 'general'",
    ),
    "an event whose limit is no day": (
        swap("law/events.toml", 'general = "12 months before election" }', 'general = "12 months before lection" }'),
        "content/law/events.toml: event[1].first.general: 'lection' is neither an election nor an event "
        "nor the end of a deadline",
    ),
    "an event whose limit hangs on an event": (
        swap("law/events.toml", 'general = "12 months before election" }', 'general = "adjournment" }'),
        "content/law/events.toml: event[1].first.general: an event's limit hangs on another event, 'adjournment'",
    ),
    "an event with a first day and no last one": (
        swap("law/events.toml", 'last     = { special = "day before election" }', "last     = {}"),
        "content/law/events.toml: event[7].last: is not for the same kinds of election as first",
    ),
    "a time zone that is none": (
        swap("site.toml", "America/New_York", "America/New_Yorck"),
        "content/site.toml: time_zone: found 'America/New_Yorck'; value error, expected the name of a time zone, "
        "like America/New_York",
    ),
    "a folder that is missing": (
        lambda folder: shutil.rmtree(folder / "law/exceptions"),
        "content/law/exceptions: there is no such folder",
    ),
    "a subdivision that is no number": (
        swap("law/6-158/01.toml", 'subdivision = "1"', 'subdivision = "one"'),
        "content/law/6-158/01.toml: subdivision: found 'one'; expected one like 1 or 1-b",
    ),
    "a case that its filing's page does not have": (
        swap("filings/party-nomination-acceptance.md", "[cases.judicial-convention]", "[cases.convention]"),
        "content/law/6-158/07.toml: text[0].deadline[0]: sets party-nomination-acceptance/judicial-convention, "
        "but content/filings/party-nomination-acceptance.md has no such case",
    ),
    "a control character": (
        swap("elections/2027.toml", "2027 primary election", "2027 primary\x07election"),
        "content/elections/2027.toml: line 11: has the control character '\\x07'",
    ),
    "a title of white space": (
        swap("elections/2027.toml", '"2027 primary election"', '"  "'),
        "content/elections/2027.toml: election[0].title: found '  '; string should match pattern '\\S'",
    ),
    "a link that runs a script": (
        add("filings/party-call.md", "\n[here](javascript:alert(1))\n"),
        "content/filings/party-call.md: links to 'javascript:alert(1)'; expected https, mailto or a relative address",
    ),
    "an official calendar without its first line": (
        swap("official/2015-state-board.csv", "election,election_date,", "election,day,"),
        "content/official/2015-state-board.csv: the first line is not election,election_date,provision,date,source,note",
    ),
    "an official calendar of another day": (
        swap("official/2026-state-board.csv", "primary,2026-06-23,2-120(1)", "primary,2026-06-24,2-120(1)"),
        "content/official/2026-state-board.csv: line 3: 2026-primary is on 2026-06-23, not on 2026-06-24",
    ),
    "an official calendar without a date": (
        add("official/empty.csv", "election,election_date,provision,date,source,note\n"),
        "content/official/empty.csv: holds no date",
    ),
    "a special election of another year": (
        swap("elections/2026.toml", "date = 2026-02-03", "date = 2027-02-02"),
        "content/elections/2026.toml: election[0].date: found 2027-02-02; the file is of 2026",
    ),
    "a page that every page links to is missing": (drop("pages/about.md"), "content/pages/about.md: is missing or empty"),
    "a filing page without a heading": (
        swap("filings/vacancy-cutoff.md", "+++\n", "---\n"),
        "content/filings/vacancy-cutoff.md: begins with no TOML between two lines of +++",
    ),
    "a short title that is too long": (
        swap("filings/vacancy-cutoff.md", '"vacancy cutoff"', '"cutoff for vacancies that are filled then"'),
        "content/filings/vacancy-cutoff.md: short: found 'cutoff for vacancies that are filled then'; "
        "string should have at most 32 characters",
    ),
    "an official date of an unknown provision": (
        add("official/2026-state-board.csv", "general,2026-11-03,6-158(99),2026-02-01,https://example.com,\n"),
        "content/official/2026-state-board.csv: line 43: labels.toml has no provision '6-158(99)'",
    ),
    "an official date that is none": (
        add("official/2026-state-board.csv", "general,2026-11-03,6-158(7),2026-02-30,https://example.com,\n"),
        "content/official/2026-state-board.csv: line 43: day is out of range for month",
    ),
    "a ledger of other columns": (
        swap("ledger.csv", "id,end,revision", "id,revision,end"),
        "content/ledger.csv: the first line is not id,end,revision,sequence,status,date,title,text,published,changed,reason",
    ),
    "a ledger line cut short": (
        swap("ledger.csv", ",2026-11-30,2026-11-30,first publication", ",2026-11-30"),
        "content/ledger.csv: line 2: has not 11 fields",
    ),
    "a ledger date that is none": (
        swap("ledger.csv", "fixed,2012-10-02", "fixed,2012-10-32"),
        "content/ledger.csv: line 2: date: found '2012-10-32'; expected a day like 2027-04-01",
    ),
    "a ledger status that is none": (
        swap("ledger.csv", "closes,0,0,fixed", "closes,0,0,firm"),
        "content/ledger.csv: line 2: status: found 'firm'; input should be 'fixed', 'depends', 'practicable', 'unknown', 'abolished' or 'withdrawn'",
    ),
    "a ledger that begins in the middle": (
        swap("ledger.csv", "closes,0,0,fixed", "closes,1,0,fixed"),
        "content/ledger.csv: 2012-general/county-ballot-certification closes, revision 1,: a first line has revision 0, sequence 0, and is published when changed",
    ),
    "a ledger line out of its order": (
        swap("ledger.csv", "2012-general/county-ballot-certification", "2013-general/county-ballot-certification"),
        "content/ledger.csv: 2012-general/court-proceeding closes, revision 0, stands after 2013-general/county-ballot-certification closes, revision 0,; lines are sorted by id, end, revision",
    ),
    "a blank line in the ledger": (
        swap("ledger.csv", "2012-general/county", "\n2012-general/county"),
        "content/ledger.csv: line 2: is empty",
    ),
    "two exceptions for one deadline": (
        add("law/exceptions/2026-test.toml", EXCEPTION.replace("2027", "2026").replace('"2022"', '"2024"')),
        "content/law/exceptions/2026-test.toml: deadline[0]: 2026-designating.toml moves this deadline of 2026-primary already",
    ),
    "a merge conflict in the ledger": (
        swap("ledger.csv", "2012-general/county", "<<<<<<< HEAD\n2012-general/county"),
        "content/ledger.csv: line 2: a merge conflict; take the published file whole, then record your change again (see README.md)",
    ),
    "an address that is none": (
        swap("addresses.txt", "feeds/all.ics", "../feeds/all.ics"),
        "content/addresses.txt: line 1784: found '../feeds/all.ics'; expected a path like feeds/all.ics",
    ),
    "addresses in another order": (
        swap("addresses.txt", "feeds/all.ics\n", "feeds/all.ics\nfeeds/all.ics\n"),
        "content/addresses.txt: its lines are not sorted, or one stands twice",
    ),
    "a role for a filing that there is not": (
        swap("site.toml", '"party-call", "state-committee-meeting"', '"party-calls", "state-committee-meeting"'),
        "content/site.toml: role[2].filings: there is no filing 'party-calls'",
    ),
    "two roles of one name": (
        swap("site.toml", 'id      = "objector"', 'id      = "judicial-convention"'),
        "content/site.toml: role[4].id: 'judicial-convention' would be another feed's address too",
    ),
    "a paper open to objection that there is not": (
        swap("law/filing.toml", '"opportunity-to-ballot-petition", "opportunity-to-ballot-acceptance",', '"otb",'),
        "content/law/filing.toml: objection: there is no filing 'otb'",
    ),
}  # fmt: skip


@pytest.mark.figures
@pytest.mark.parametrize("name", BAD)
def test_bad_content_is_refused_by_file_and_key(
    own_content: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil, message = BAD[name]
    spoil(own_content)
    output = own_content.parent / "output"
    output.mkdir()
    output.joinpath(".gitignore").write_bytes((ROOT / "output/.gitignore").read_bytes())
    output.joinpath("index.html").write_text("the old site")
    before = tree(own_content.parent)

    assert main(["--content", str(own_content), "--output", str(output)]) == 2
    told = capsys.readouterr().err.splitlines()
    assert message in told
    assert len(told) <= 4, "one mistake is told many times"
    assert tree(own_content.parent) == before


def tree(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_all_mistakes_are_told_at_once(own_content: Path) -> None:
    for name in ("an unknown key", "a misspelt filing", "an edition gap in time"):
        BAD[name][0](own_content)
    swap("elections/2028.toml", "year = 2028", 'year = "2028"')(own_content)
    with pytest.raises(ContentError) as error:
        load(own_content)
    assert len(error.value.mistakes) >= 2


def test_the_digest_is_of_every_byte(own_content: Path) -> None:
    before = load(own_content).digest
    assert load(own_content).digest == before
    for name in ("site.toml", "pages/about.md", "filings/party-nomination.md", "official/2015-state-board.csv"):
        add(name, "\n")(own_content)
        after = load(own_content).digest
        assert after != before
        before = after
