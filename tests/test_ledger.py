"""A published date is a promise: no change without a record, and what is recorded is told everywhere alike."""

import csv
import json
import re
import shutil
from dataclasses import dataclass
from datetime import date
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest
from conftest import EXAMPLE, addressed

from build import main
from deadlines.content import load
from deadlines.corrections import corrections

ROOT = Path(__file__).parents[1]
ATOM = {"a": "http://www.w3.org/2005/Atom"}
PETITION = "2027-primary/designating-petition"
NOMINATION = "2027-general/party-nomination/late-vacancy"
ACT = """id = "2027-test"
title = "Designating petitions in 2027"
act = "L.2027 ch.1"
source = "this test"
basis = "read"
elections = ["2027-primary"]
edition = "2022"

[[deadline]]
filing = "designating-petition"
closes = "{}"
"""


def run(content: Path, *arguments: str, today: str) -> int:
    return main([*arguments, "--content", str(content), "--today", today, "--quiet"])


def write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    write(path, text.replace(old, new, 1))


def event(site: Path, feed: str, uid: str) -> str:
    """An event of a feed, unfolded."""
    text = (site / "feeds" / feed).read_bytes().decode().replace("\r\n ", "")
    found = [each for each in re.findall(r"BEGIN:VEVENT.*?END:VEVENT", text, re.DOTALL) if f"UID:{uid}@" in each]
    assert len(found) == 1, (uid, len(found))
    return str(found[0])


def events(site: Path) -> dict[str, str]:
    """Every event of the elections' feeds by its UID."""
    text = b"".join(each.read_bytes() for each in sorted((site / "feeds/elections").iterdir())).decode()
    found = re.findall(r"BEGIN:VEVENT.*?END:VEVENT", text.replace("\r\n ", ""), re.DOTALL)
    return {re.findall("UID:(.*?)@", each)[0]: each for each in found}


def record_of(site: Path, id_: str) -> dict[str, object]:
    data = json.loads((site / "api/v1/deadlines.json").read_text("utf-8"))
    return next(each for each in data["deadlines"] if each["id"] == id_)


def page(site: Path, path: str) -> str:
    """A page's words, without its tags."""
    html = (site / path / "index.html").read_text("utf-8")
    return (
        " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
        .replace(" .", ".")
        .replace(" ,", ",")
        .replace(" :", ":")
    )


def atom(site: Path) -> list[tuple[str, str, str]]:
    """The title, stamp and words of each entry."""
    feed = xml.fromstring((site / "corrections/feed.xml").read_bytes())
    found = feed.findall("a:entry", ATOM)
    return [tuple(each.findtext(f"a:{name}", "", ATOM) for name in ("title", "updated", "content")) for each in found]  # type: ignore[misc]


def current(content: Path) -> dict[tuple[str, str], dict[str, str]]:
    """The ledger's last line of each end."""
    with (content / "ledger.csv").open(encoding="utf-8", newline="") as file:
        return {(line["id"], line["end"]): line for line in csv.DictReader(file)}


slow = pytest.mark.slow

# --- refusal -------------------------------------------------------------------------------------


@pytest.mark.figures
@pytest.mark.parametrize(
    ("path", "change", "messages"),
    [
        (
            "law/exceptions/2027-test.toml",
            ACT.format("2027-04-08"),
            [
                "content/ledger.csv: 2027-primary/designating-petition closes: recorded 2027-04-01; computed 2027-04-08",
                "content/ledger.csv: 2027-primary/designation-acceptance closes: recorded 2027-04-05; computed 2027-04-12",
            ],
        ),
        (
            "law/exceptions/2027-test.toml",
            ACT.replace("2027-primary", "2027-general")
            .replace('"designating-petition"', '"party-nomination"\ncase = "late-vacancy"')
            .format("11 days after vacancy"),
            [
                "content/ledger.csv: 2027-general/party-nomination/late-vacancy closes: recorded 'later of "
                "30 days after primary and 10 days after vacancy' (depends); computed '11 days after vacancy' (depends)",
            ],
        ),
        (
            "elections/2029.toml",
            'year = 2029\n[[election]]\nid = "2029-primary"\nkind = "primary"\ntitle = "t"\nshort = "2029 primary"\n',
            [
                "content/ledger.csv: 2029-primary/designating-petition closes: not recorded; computed 2029-04-05",
            ],
        ),
    ],
)
@pytest.mark.parametrize("command", ["build", "check"])
def test_an_unrecorded_change_stops_a_build_and_a_check(
    own_content: Path, path: str, change: str, messages: list[str], command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(own_content / path, change)
    output = own_content.parent / "output"
    output.mkdir()
    output.joinpath(".gitignore").write_bytes((ROOT / "output/.gitignore").read_bytes())
    output.joinpath("index.html").write_text("the old site")
    arguments = ["check"] if command == "check" else ["--output", str(output)]
    assert run(own_content, *arguments, today="2026-12-02") == 2
    told = capsys.readouterr().err.splitlines()
    assert [each for each in messages if each not in told] == []
    assert told[-1] == 'if these are meant, write them down: python build.py record "why"'
    assert sorted(each.name for each in output.iterdir()) == [".gitignore", "index.html"]
    assert output.joinpath("index.html").read_text() == "the old site"


def test_the_words_of_an_event_are_held_too(own_content: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(own_content / "filings/town-caucus.md", '"to hold the caucus"', '"to meet in caucus"')
    assert run(own_content, "check", today="2026-12-02") == 2
    told = capsys.readouterr().err.splitlines()
    caucus = "2027-general/town-caucus"
    was = current(own_content)[caucus, "opens"]["text"]
    assert re.fullmatch(
        rf"content/ledger\.csv: {caucus} opens: the words of its event are not those recorded "
        rf"\(recorded {was}, now [0-9a-f]{{12}}\)",
        next(each for each in told if f"{caucus} opens" in each),
    )
    assert {each.split(": ")[1].split("/")[1].split(" ")[0] for each in told[:-1]} == {"town-caucus"}


def test_a_deadline_that_is_gone_is_told(own_content: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own_content.joinpath("elections/2028.toml").unlink()
    assert run(own_content, "check", today="2026-12-02") == 2
    assert (
        "content/ledger.csv: 2028-primary/designating-petition closes: recorded 2028-04-06; no longer computed"
        in capsys.readouterr().err.splitlines()
    )


def test_a_published_address_is_not_dropped(own_content: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = own_content / "site.toml"
    text = site.read_text("utf-8")
    role = text[text.index('[[role]]\nid      = "objector"') : text.index('[[role]]\nid      = "board-of-elections"')]
    edit(site, role, "")
    gone = ["content/addresses.txt: embed/roles/objector/ was published, and would be no more"]
    gone += [
        f"content/addresses.txt: feeds/roles/objector{rest} was published, and would be no more"
        for rest in ("-reminders.ics", ".ics", ".ics court-proceeding closes", ".ics designating-petition closes")
    ]
    assert run(own_content, "check", today="2026-12-02") == 2
    told = capsys.readouterr().err.splitlines()
    assert [each for each in gone if each not in told] == []
    assert len(told) == 25
    before = own_content.joinpath("ledger.csv").read_bytes()
    assert run(own_content, "record", "away with it", today="2026-12-02") == 2
    assert capsys.readouterr().err.splitlines() == told[:-1]
    assert own_content.joinpath("ledger.csv").read_bytes() == before


def test_a_roles_feed_keeps_what_it_holds(own_content: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(
        own_content / "site.toml",
        '"designating-petition-signatures", "designating-petition", "petition-cure"',
        '"petition-cure"',
    )
    assert run(own_content, "check", today="2026-12-02") == 2
    role = "content/addresses.txt: feeds/roles/candidate-in-a-primary.ics"
    assert capsys.readouterr().err.splitlines()[:-1] == [
        f"{role} {filing} {end} was published, and would be no more"
        for filing in ("designating-petition", "designating-petition-signatures")
        for end in ("closes", "opens")
    ]


def test_the_identity_of_every_event_is_kept(own_content: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(own_content / "site.toml", "ny-filing-deadlines.invalid", "deadlines.invalid")
    assert run(own_content, "check", today="2026-12-02") == 2
    assert capsys.readouterr().err.splitlines()[0] == (
        "content/addresses.txt: feeds/all.ics uid ny-filing-deadlines.invalid was published, and would be no more"
    )


def test_a_lost_ledger_is_not_begun_anew(own_content: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lost = "content/ledger.csv: holds nothing, though addresses.txt tells of a publication: bring it back\n"
    own_content.joinpath("ledger.csv").unlink()
    for command in (["check"], ["record", "anew"]):
        assert run(own_content, *command, today="2026-12-02") == 2
        assert capsys.readouterr().err == lost
    assert not own_content.joinpath("ledger.csv").exists()


def test_a_moved_election_is_told_by_every_event_and_limit_of_it(
    own_content: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(
        own_content / "elections/2027.toml",
        'short = "2027 primary"',
        'short = "2027 primary"\ndate = 2027-06-29\ndate_source = "an act"',
    )
    assert run(own_content, "check", today="2026-12-02") == 2
    told = {each.split(": ")[1] for each in capsys.readouterr().err.splitlines()[:-1]}
    ends = {f"{id_} {end}" for id_, end in current(own_content) if id_.startswith("2027-primary/")}
    assert ends - told == set()


@pytest.mark.figures
def test_a_first_day_that_comes_later_is_a_correction(own_content: Path) -> None:
    write(
        own_content / "law/exceptions/2027-test.toml",
        ACT.replace("designating-petition", "designation-acceptance").replace('closes = "{}"', 'opens = "2027-03-30"'),
    )
    assert run(own_content, "record", "a first day", today="2026-12-05") == 0
    found = [each for each in corrections(load(own_content).ledger) if each.reason == "a first day"]
    assert [(each.now.end, each.in_words) for each in found[0].changes if each.moved] == [
        ("opens", "was not given; now Tuesday, March 30, 2027")
    ]


def test_nothing_is_recorded_that_is_wrong(own_content: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        own_content / "law/exceptions/2026-test.toml",
        ACT.replace("2027", "2026").replace('"2022"', '"2024"').format("2026-04-08"),
    )
    before = own_content.joinpath("ledger.csv").read_bytes()
    assert run(own_content, "record", "a wrong act", today="2026-12-02") == 2
    assert capsys.readouterr().err != ""
    assert own_content.joinpath("ledger.csv").read_bytes() == before


@pytest.mark.parametrize("reason", ["", " ", "two\nlines", "x" * 201])
def test_a_record_says_why_in_one_line(own_content: Path, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        run(own_content, "record", reason, today="2026-12-02")
    assert stopped.value.code == 2
    assert "say why in one line of at most 200 characters" in capsys.readouterr().err


@pytest.mark.figures
def test_a_record_does_not_go_back_in_time(own_content: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own_content.joinpath("elections/2028.toml").unlink()
    assert run(own_content, "record", "not held", today="2026-11-29") == 2
    assert capsys.readouterr().err == (
        "content/ledger.csv: its last change is of 2026-11-30; one of 2026-11-29 cannot follow\n"
    )


@pytest.mark.figures
def test_a_first_publication_is_recorded_and_no_correction(
    own_content: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    published = own_content.joinpath("ledger.csv").read_bytes(), own_content.joinpath("addresses.txt").read_bytes()
    own_content.joinpath("ledger.csv").unlink()
    own_content.joinpath("addresses.txt").unlink()
    assert run(own_content, "check", today="2026-11-30") == 2
    assert capsys.readouterr().err == (
        'content/ledger.csv: nothing is recorded yet; run: python build.py record "first publication"\n'
    )
    assert run(own_content, "record", "first publication", today="2026-11-30") == 0
    recorded = own_content.joinpath("ledger.csv").read_bytes(), own_content.joinpath("addresses.txt").read_bytes()
    assert recorded == published


# --- a published site through a year -------------------------------------------------------------


@dataclass
class Story:
    """The site as it was published, after each of the changes recorded, and the ledger then."""

    published: Path
    moved: Path
    withdrawn: Path
    content: Path


@pytest.fixture(scope="module")
def story(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Story:
    folder = tmp_path_factory.mktemp("story")
    content = Path(shutil.copytree(ROOT / "content", folder / "content"))
    addressed(content, EXAMPLE)
    act = content / "law/exceptions/2027-test.toml"

    write(act, ACT.format("2027-04-08"))
    assert run(content, "record", "L.2027 ch.1 moved it a week", today="2026-12-05") == 0
    write(act, ACT.format("2027-04-09"))
    assert run(content, "record", "L.2027 ch.1 says Friday", today="2026-12-05") == 0
    assert run(content, "--output", str(folder / "moved"), today="2026-12-06") == 0

    write(act, ACT.replace('closes = "{}"', "abolished = true"))
    content.joinpath("elections/2028.toml").unlink()
    text = content.joinpath("site.toml").read_text("utf-8")
    retired = 'retired = { on = 2027-01-10, text = "Candidates find their dates at {base_url}feeds/all.ics" }\n'
    write(content / "site.toml", text.replace('id      = "objector"\n', f'id      = "objector"\n{retired}'))
    assert run(content, "record", "taken back by L.2027 ch.2", today="2027-01-10") == 0
    write(
        content / "elections/2029.toml",
        "year = 2029\n"
        + "".join(
            f'[[election]]\nid = "2029-{kind}"\nkind = "{kind}"\ntitle = "2029 {kind} election"\nshort = "2029 {kind}"\n'
            for kind in ("primary", "general")
        ),
    )
    assert run(content, "record", "the elections of 2029", today="2027-01-10") == 0
    assert (
        run(content, "--output", str(folder / "withdrawn"), "--base-url", "https://b.test/x/", today="2027-03-01") == 0
    )
    return Story(site, folder / "moved", folder / "withdrawn", content)


@pytest.mark.figures
@slow
def test_a_recorded_move_is_told_alike_by_page_feed_data_corrections_and_atom(story: Story) -> None:
    site = story.moved
    moved = (
        "was Thursday, April 8, 2027; now Friday, April 9, 2027",
        "was Thursday, April 1, 2027; now Thursday, April 8, 2027",
    )
    told = event(site, "elections/2027-primary.ics", "2027-primary.designating-petition.closes")
    assert "DTSTART;VALUE=DATE:20270409\r\nDTEND;VALUE=DATE:20270410\r\n" in told
    assert "DTSTAMP:20261205T000002Z" in told
    assert "LAST-MODIFIED:20261205T000002Z" in told
    assert "SEQUENCE:2" in told
    assert "STATUS:CONFIRMED" in told
    assert re.search("DESCRIPTION:(.*?)\\\\n", told)[1] == (  # type: ignore[index]
        r"Moved from Thursday\, April 8\, 2027 to Friday\, April 9\, 2027 on December 5\, 2026: L.2027 ch.1 says Friday."
    )
    data = record_of(site, PETITION)
    assert (data["status"], data["closes"], data["exception"]) == ("fixed", "2027-04-09", "2027-test")
    assert (data["sequence"], data["changed"]) == (
        {"opens": 0, "closes": 2},
        {"opens": "2026-12-05", "closes": "2026-12-05"},  # its words name the act
    )
    shown = page(site, f"deadlines/{PETITION}")
    assert f"Corrected on December 5, 2026. The last day {moved[0]}. Why: L.2027 ch.1 says Friday." in shown
    assert f"December 5, 2026: the last day {moved[1]}. Why: L.2027 ch.1 moved it a week." in shown
    corrections = page(site, "corrections")
    assert [f"Last day: designating petition (2027 primary): {each}." in corrections for each in moved] == [True, True]
    friday, week = atom(site)
    assert friday[:2] == ("L.2027 ch.1 says Friday", "2026-12-05T00:00:02Z")
    assert week[:2] == ("L.2027 ch.1 moved it a week", "2026-12-05T00:00:01Z")
    assert f"Last day: designating petition (2027 primary): {moved[0]}." in friday[2].splitlines()
    assert f"Last day: designating petition (2027 primary): {moved[1]}." in week[2].splitlines()


@pytest.mark.figures
@slow
def test_two_corrections_on_one_day_give_two_stamps(story: Story) -> None:
    with (story.content / "ledger.csv").open(encoding="utf-8", newline="") as file:
        lines = [line for line in csv.DictReader(file) if (line["id"], line["end"]) == (PETITION, "closes")]
    assert [(each["revision"], each["sequence"], each["status"], each["date"], each["changed"]) for each in lines] == [
        ("0", "0", "fixed", "2027-04-01", "2026-11-30"),
        ("1", "1", "fixed", "2027-04-08", "2026-12-05"),
        ("2", "2", "fixed", "2027-04-09", "2026-12-05"),
        ("3", "3", "abolished", "2027-04-09", "2027-01-10"),
    ]
    assert {each["published"] for each in lines} == {"2026-11-30"}


@pytest.mark.figures
@slow
def test_a_notice_stands_on_a_corrected_deadlines_page_for_sixty_days(story: Story, tmp_path: Path) -> None:
    shown = page(story.withdrawn, "deadlines/2027-primary/designation-acceptance")
    assert "Corrected on January 10, 2027." in shown
    assert "Corrected on December 5, 2026." not in shown  # 86 days before
    assert "December 5, 2026: the last day was" in shown


@pytest.mark.figures
@slow
def test_what_is_withdrawn_stays_and_says_so(story: Story) -> None:
    site = story.withdrawn
    for feed, uid, title, day in (
        ("elections/2028-primary.ics", "2028-primary.designating-petition.closes", "designating petition (2028 primary)", "20280406"),
        ("filings/designating-petition.ics", "2027-primary.designating-petition.closes", "designating petition (2027 primary)", "20270409"),
    ):  # fmt: skip
        told = event(site, feed, uid)
        assert f"SUMMARY:WITHDRAWN: Last day: {title}\r\n" in told
        assert f"DTSTART;VALUE=DATE:{day}\r\n" in told
        assert "STATUS:CONFIRMED" in told
        assert r"DESCRIPTION:Withdrawn on January 10\, 2027: taken back by L.2027 ch.2.\n" in told
        assert "BEGIN:VALARM" not in told
    assert "SEQUENCE:1" in event(site, "all.ics", "2028-primary.designating-petition.closes")
    gone, abolished = record_of(site, "2028-primary/designating-petition"), record_of(site, PETITION)
    assert (gone["status"], gone["closes"], gone["reason"]) == (
        "withdrawn", None, "withdrawn on 2027-01-10: taken back by L.2027 ch.2",
    )  # fmt: skip
    assert (abolished["status"], abolished["closes"]) == ("abolished", None)
    shown = page(site, "deadlines/2028-primary/designating-petition")
    assert "This deadline was published here and has been withdrawn. Do not rely on it." in shown
    assert "Published on November 30, 2026: Thursday, April 6, 2028. Why: first publication." in shown
    alarms = (site / "feeds/all-reminders.ics").read_bytes().decode()
    for each in re.findall(r"BEGIN:VEVENT.*?END:VEVENT", alarms, re.DOTALL):
        assert ("BEGIN:VALARM" in each) is ("SUMMARY:WITHDRAWN" not in each)


@pytest.mark.figures
@slow
def test_nothing_ever_leaves_an_elections_feed(story: Story) -> None:
    first, now = events(story.published), events(story.withdrawn)
    assert first.keys() - now.keys() == set()
    assert {each.split(".")[0] for each in now.keys() - first.keys()} == {"2029-primary", "2029-general", "retired"}


@pytest.mark.figures
@slow
def test_events_that_did_not_change_are_the_same_to_the_byte_a_year_later_and_at_another_address(story: Story) -> None:
    first, now = events(story.published), events(story.withdrawn)
    ledger = current(story.content)
    same = 0
    for uid, text in now.items():
        *id_, end = uid.split(".")
        line = ledger.get(("/".join(id_), end))
        if line and line["revision"] == "0" and line["published"] == "2026-11-30":
            assert text.replace("https://b.test/x/", "https://example.org/") == first[uid]
            same += 1
    assert same == 882


@pytest.mark.figures
@slow
def test_a_retired_feed_keeps_its_events_and_says_where_to_go(story: Story) -> None:
    last = "BEGIN:VEVENT" + (story.withdrawn / "feeds/roles/objector.ics").read_bytes().decode().replace("\r\n ", "").rpartition("BEGIN:VEVENT")[2]  # fmt: skip
    assert "UID:retired.roles.objector@ny-filing-deadlines.invalid\r\n" in last
    assert "SUMMARY:This calendar has ended: objector\r\n" in last
    assert "DTSTART;VALUE=DATE:20270110\r\n" in last
    assert (
        r"DESCRIPTION:Candidates find their dates at https://b.test/x/feeds/all.ics\nhttps://b.test/x/subscribe/"
        in last
    )
    of_2028 = (story.withdrawn / "feeds/elections/2028-primary.ics").read_bytes().decode().replace("\r\n ", "")
    assert "UID:retired.elections.2028-primary@ny-filing-deadlines.invalid\r\n" in of_2028
    assert "WITHDRAWN" in page(story.withdrawn, "elections/2028-primary").upper()
    assert of_2028.count("SUMMARY:WITHDRAWN: ") == of_2028.count("BEGIN:VEVENT") - 1 == 18


@pytest.mark.figures
@slow
def test_a_days_recorded_site_can_be_built_again_and_again(story: Story) -> None:
    before = story.content.joinpath("ledger.csv").read_bytes()
    assert run(story.content, "record", "nothing new", today="2027-03-01") == 0
    assert story.content.joinpath("ledger.csv").read_bytes() == before
    assert max(date.fromisoformat(line["changed"]) for line in current(story.content).values()) == date(2027, 1, 10)
