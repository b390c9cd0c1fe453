"""The ledger line by line, on the invented town's content: what is recorded, refused, and said side by side."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from conftest import SMALL

from deadlines.content import load
from deadlines.ledger import dropped, in_lines, record, refuse_unrecorded, unrecorded, with_lines
from deadlines.model import Content, Deadline
from deadlines.reader import ContentError
from deadlines.tables import Line
from deadlines.timetable import timetable
from deadlines.vocabulary import Which

ON = date(2027, 3, 1)
BEGAN = date(2026, 11, 30)
ACCEPTANCE: tuple[str, Which] = ("2027-primary/acceptance", "closes")
PAPER: tuple[str, Which] = ("2027-primary/nominating-paper", "closes")
OBJECTION: tuple[str, Which] = ("2027-primary/objection", "closes")


@pytest.fixture(scope="module")
def town() -> Content:
    return load(SMALL)


@pytest.fixture(scope="module")
def computed(town: Content) -> list[Deadline]:
    return timetable(town)


def with_history(town: Content, key: tuple[str, Which], *history: Mapping[str, Any]) -> Content:
    """The content with another history of an end: each line as it is recorded, but for what is given."""
    (own,) = town.ledger[key]
    lines = tuple(own.model_copy(update={"revision": n, **each}) for n, each in enumerate(history))
    return replace(town, ledger={**town.ledger, key: lines})


def changed(computed: list[Deadline], key: tuple[str, Which], **end: Any) -> list[Deadline]:
    """The deadlines with something else about one end."""
    id_, which = key

    def other(each: Deadline) -> Deadline:
        own = each.opens if which == "opens" else each.closes
        assert own
        return (
            replace(each, opens=own._replace(**end)) if which == "opens" else replace(each, closes=own._replace(**end))
        )

    return [other(each) if each.id == id_ else each for each in computed]


def lacking(town: Content, computed: list[Deadline]) -> list[dict[str, Any]]:
    return [line.model_dump() for line in unrecorded(town, computed, "the storm", ON)]


def test_what_is_recorded_lacks_nothing(town: Content, computed: list[Deadline]) -> None:
    assert unrecorded(town, computed, "why", ON) == []


def test_what_was_never_published_is_recorded_as_it_is(town: Content, computed: list[Deadline]) -> None:
    left = {key: history for key, history in town.ledger.items() if key not in (PAPER, OBJECTION)}
    assert lacking(replace(town, ledger=left), computed) == [
        {
            "id": "2027-primary/nominating-paper", "end": "closes", "revision": 0, "sequence": 0, "status": "fixed",
            "date": "2027-09-02", "title": "Last day: nominating paper (2027 town primary)", "text": "e882d02e70bc",
            "published": ON, "changed": ON, "reason": "the storm",
        },
        {
            "id": "2027-primary/objection", "end": "closes", "revision": 0, "sequence": 0, "status": "depends",
            "date": "3 days after paper-filed", "title": "Last day: objection (2027 town primary)", "text": "c954c0138c6d",
            "published": ON, "changed": ON, "reason": "the storm",
        },
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("was", "revision", "sequence"),
    [
        ({"date": "2027-09-06"}, 1, 1),
        ({"status": "depends"}, 1, 1),
        ({"title": "Last day: paper"}, 1, 0),
        ({"text": "000000000000"}, 1, 0),
    ],
)
def test_a_change_is_a_further_line_and_a_new_version_if_the_day_is_another(
    town: Content, computed: list[Deadline], was: dict[str, Any], revision: int, sequence: int
) -> None:
    (found,) = lacking(with_history(town, ACCEPTANCE, was), computed)
    (own,) = town.ledger[ACCEPTANCE]
    kept = {
        "id": own.id,
        "end": own.end,
        "status": own.status,
        "date": own.date,
        "title": own.title,
        "published": BEGAN,
    }
    assert {name: found[name] for name in kept} == kept
    assert (found["revision"], found["sequence"]) == (revision, sequence)
    assert (found["changed"], found["reason"]) == (ON, "the storm")


def test_words_that_tell_of_a_move_are_those_recorded_with_it(town: Content, computed: list[Deadline]) -> None:
    moved = with_history(town, ACCEPTANCE, {"date": "2027-09-06"})
    lines = unrecorded(moved, computed, "the storm", ON)
    assert lines[0].text != town.ledger[ACCEPTANCE][0].text  # they say from which day it was moved, and why
    recorded = replace(moved, ledger=with_lines(moved.ledger, lines))
    assert unrecorded(recorded, computed, "again", date(2027, 4, 1)) == []
    second = replace(
        recorded, ledger=with_lines(recorded.ledger, [lines[0].model_copy(update={"revision": 2, "sequence": 5})])
    )
    (found,) = unrecorded(second, changed(computed, ACCEPTANCE, date=date(2027, 9, 9)), "once more", date(2027, 4, 1))
    assert (found.revision, found.sequence, found.date, found.published) == (3, 6, "2027-09-09", BEGAN)


def test_what_is_no_longer_computed_is_withdrawn_with_its_last_day(town: Content, computed: list[Deadline]) -> None:
    (found,) = lacking(town, [each for each in computed if each.id != ACCEPTANCE[0]])
    assert (found["status"], found["date"], found["title"]) == (
        "withdrawn", "2027-09-07", "Last day: acceptance (2027 town primary)",
    )  # fmt: skip
    assert (found["revision"], found["sequence"], found["published"], found["changed"]) == (1, 1, BEGAN, ON)
    withdrawn = replace(town, ledger=with_lines(town.ledger, [Line.model_construct(**found)]))
    assert lacking(withdrawn, [each for each in computed if each.id != ACCEPTANCE[0]]) == []


def test_what_is_abolished_keeps_its_last_day_and_has_no_line_if_it_was_never_published(
    town: Content, computed: list[Deadline]
) -> None:
    abolished = changed(computed, ACCEPTANCE, status="abolished", date=None, reason="the flood")
    (found,) = lacking(town, abolished)
    assert (found["status"], found["date"]) == ("abolished", "2027-09-07")
    never = replace(town, ledger={key: each for key, each in town.ledger.items() if key != ACCEPTANCE})
    assert lacking(never, abolished) == []


def test_an_end_without_day_or_rule_is_recorded_by_its_status(town: Content, computed: list[Deadline]) -> None:
    (found,) = lacking(town, changed(computed, ACCEPTANCE, status="unknown", date=None, rule=None, reason="lost"))
    assert (found["status"], found["date"]) == ("unknown", "")


@pytest.mark.parametrize(
    ("was", "end", "said"),
    [
        ({"date": "2027-09-06"}, {}, "recorded 2027-09-06; computed 2027-09-07"),
        ({"status": "depends", "date": "a rule"}, {}, "recorded 'a rule' (depends); computed 2027-09-07"),
        ({"status": "unknown", "date": ""}, {}, "recorded unknown; computed 2027-09-07"),
        ({"title": "Last day: x"}, {}, "recorded as 'Last day: x'; now 'Last day: acceptance (2027 town primary)'"),
        ({"text": "000000000000"}, {}, "the words of its event are not those recorded (recorded 000000000000, now 8ee6c0acf691)"),
        ({}, {"status": "unknown", "date": None, "rule": None}, "recorded 2027-09-07; computed unknown"),
        ({}, {"status": "abolished"}, "recorded 2027-09-07; computed '2027-09-07' (abolished)"),
    ],
)  # fmt: skip
def test_what_is_recorded_and_what_is_computed_are_said_side_by_side(
    town: Content, computed: list[Deadline], was: dict[str, Any], end: dict[str, Any], said: str
) -> None:
    content = with_history(town, ACCEPTANCE, was)
    lines = unrecorded(content, changed(computed, ACCEPTANCE, **end), "why", ON)
    assert list(in_lines(content, lines)) == [f"2027-primary/acceptance closes: {said}"]


def test_what_is_withdrawn_or_new_is_said_so(town: Content, computed: list[Deadline]) -> None:
    lines = unrecorded(town, [each for each in computed if each.id != ACCEPTANCE[0]], "why", ON)
    assert list(in_lines(town, lines)) == ["2027-primary/acceptance closes: recorded 2027-09-07; no longer computed"]
    content = replace(town, ledger={key: each for key, each in town.ledger.items() if key != OBJECTION})
    lines = unrecorded(content, computed, "why", ON)
    said = "2027-primary/objection closes: not recorded; computed '3 days after paper-filed' (depends)"
    assert list(in_lines(content, lines)) == [said]


def test_lines_are_sorted_into_the_ledger_behind_those_of_their_end(town: Content) -> None:
    (own,) = town.ledger[ACCEPTANCE]
    further, first = own.model_copy(update={"revision": 1}), own.model_copy(update={"id": "2026-a"})
    found = with_lines(town.ledger, [further, first])
    assert list(found) == [("2026-a", "closes"), *town.ledger]
    assert (found[ACCEPTANCE], found["2026-a", "closes"]) == ((own, further), (first,))
    assert town.ledger[ACCEPTANCE] == (own,)


# --- refused -------------------------------------------------------------------------------------


def mistakes_of(content: Content, lines: list[Line], paths: list[str]) -> list[str]:
    with pytest.raises(ContentError) as error:
        refuse_unrecorded(content, lines, paths)
    return error.value.mistakes


def test_a_line_or_an_address_too_many_or_too_few_is_refused(town: Content) -> None:
    paths = list(town.addresses)
    refuse_unrecorded(town, [], paths)
    (own,) = town.ledger[PAPER]
    found = mistakes_of(
        town, [own.model_copy(update={"date": "2027-09-03"})], ["feeds/b.ics", "feeds/a.ics", *paths[1:]]
    )
    assert found == [
        "small_content/ledger.csv: 2027-primary/nominating-paper closes: recorded 2027-09-02; computed 2027-09-03",
        "small_content/addresses.txt: api/v1/deadlines.csv was published, and would be no more",
        "small_content/addresses.txt: feeds/a.ics is not recorded",
        "small_content/addresses.txt: feeds/b.ics is not recorded",
        'if these are meant, write them down: python build.py record "why"',
    ]
    assert dropped(town, paths[2:]) == [
        "small_content/addresses.txt: api/v1/deadlines.csv was published, and would be no more",
        "small_content/addresses.txt: api/v1/deadlines.json was published, and would be no more",
    ]


def test_before_a_first_publication_only_that_is_said(town: Content) -> None:
    new = replace(town, ledger={}, addresses=())
    (own,) = town.ledger[PAPER]
    said = 'small_content/ledger.csv: nothing is recorded yet; run: python build.py record "first publication"'
    assert mistakes_of(new, [own], ["feeds/a.ics"]) == [said]
    refuse_unrecorded(new, [], [])


def test_a_lost_ledger_is_told_from_a_new_one(town: Content, tmp_path: Path) -> None:
    lost = replace(town, ledger={})
    (own,) = town.ledger[PAPER]
    said = "small_content/ledger.csv: holds nothing, though addresses.txt tells of a publication: bring it back"
    assert mistakes_of(lost, [own], list(town.addresses)) == [said]
    with pytest.raises(ContentError) as error:
        record(tmp_path, lost, [own], town.addresses)
    assert error.value.mistakes == [said]
    refuse_unrecorded(replace(lost, addresses=("api/x.json",)), [], ["api/x.json"])


# --- written -------------------------------------------------------------------------------------


def test_a_record_is_written_behind_what_stands(town: Content, tmp_path: Path) -> None:
    (own,) = town.ledger[ACCEPTANCE]
    line = own.model_copy(
        update={"revision": 1, "sequence": 1, "date": "2027-09-08", "changed": BEGAN, "reason": "a, “storm”"}
    )
    record(tmp_path, town, [line], [*town.addresses, "feeds/a.ics"])
    before = (SMALL / "ledger.csv").read_text("utf-8").splitlines(keepends=True)
    row = "2027-primary/acceptance,closes,1,1,fixed,2027-09-08,Last day: acceptance (2027 town primary),8ee6c0acf691,"
    row += '2026-11-30,2026-11-30,"a, “storm”"\n'
    assert (tmp_path / "ledger.csv").read_bytes().decode() == "".join([*before[:2], row, *before[2:]])
    addresses = (SMALL / "addresses.txt").read_text("utf-8").splitlines()
    assert (tmp_path / "addresses.txt").read_bytes().decode() == "".join(
        f"{each}\n" for each in sorted([*addresses, "feeds/a.ics"])
    )
    assert sorted(each.name for each in tmp_path.iterdir()) == ["addresses.txt", "ledger.csv"]


def test_a_record_before_the_last_change_is_refused(town: Content, tmp_path: Path) -> None:
    (own,) = town.ledger[ACCEPTANCE]
    early = own.model_copy(update={"revision": 1, "changed": date(2026, 11, 29)})
    with pytest.raises(ContentError) as error:
        record(tmp_path, town, [early], town.addresses[1:])
    assert error.value.mistakes == [
        "small_content/addresses.txt: api/v1/deadlines.csv was published, and would be no more",
        "small_content/ledger.csv: its last change is of 2026-11-30; one of 2026-11-29 cannot follow",
    ]
    assert list(tmp_path.iterdir()) == []
