"""What if an election were on another day, or under another edition?"""

from datetime import date

import pytest

from deadlines.model import Content, Deadline
from deadlines.timetable import timetable
from deadlines.vocabulary import Day


def asked(content: Content, election: str, day: date, **events: Day) -> dict[str, Deadline]:
    found = timetable(content, election=election, day=day, events=events)
    return {each.id.partition("/")[2]: each for each in found}


def closes(deadline: Deadline) -> date:
    assert deadline.closes and isinstance(deadline.closes.date, date)
    return deadline.closes.date


def test_a_primary_on_another_day(content: Content) -> None:
    found = asked(content, "2027-primary", date(2027, 6, 29))
    petition = found["designating-petition"]
    assert petition.opens and petition.opens.date == date(2027, 4, 5) and closes(petition) == date(2027, 4, 8)
    assert petition.closes and petition.closes.steps[0].text == "Primary election: the day that is asked about."
    assert not any(caution.kind == "may-move" for caution in petition.cautions)


def test_the_editions_are_those_of_that_day(content: Content) -> None:
    found = asked(content, "2027-primary", date(2015, 9, 10))
    assert closes(found["designating-petition"]) == date(2015, 7, 9)


def test_a_general_election_of_another_year_follows_its_primary(content: Content) -> None:
    found = asked(content, "2027-general", date(2031, 11, 4))  # its primary: the fourth Tuesday of June, the 24th
    assert closes(found["party-nomination"]) == date(2031, 7, 24)
    assert closes(asked(content, "2027-general", date(2017, 11, 7))["party-nomination"]) == date(2017, 9, 19)


def test_a_presidential_primary_whose_day_no_act_has_named(content: Content) -> None:
    assert timetable(content, election="2028-presidential-primary") == []
    found = asked(content, "2028-presidential-primary", date(2024, 4, 2))
    assert closes(found["designating-petition"]) == date(2024, 1, 18)


def test_a_special_election_keeps_its_proclamation_where_it_can_be_its(content: Content) -> None:
    id_ = "2023-09-12-special-assembly-27"
    assert closes(asked(content, id_, date(2023, 9, 19))["party-nomination"]) == date(2023, 7, 31)
    later = asked(content, id_, date(2027, 3, 2))["party-nomination"]
    assert later.needs == ("proclamation",)
    known = asked(content, id_, date(2027, 3, 2), proclamation=date(2027, 1, 11))
    assert closes(known["party-nomination"]) == date(2027, 1, 19)


def test_exceptions_are_dropped(content: Content) -> None:
    ordinary = {each.id: each for each in timetable(content, election="2026-primary")}
    assert any(each.exception for each in ordinary.values())
    for found in (
        timetable(content, election="2026-primary", edition="2022"),
        timetable(content, election="2026-primary", day=date(2026, 6, 23)),
    ):
        assert found and not any(each.exception for each in found)


def test_a_day_needs_its_election(content: Content) -> None:
    with pytest.raises(ValueError, match="needs one election"):
        timetable(content, day=date(2027, 6, 29))
