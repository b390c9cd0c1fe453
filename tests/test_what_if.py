"""What if an election were on another day, or under another edition?"""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from deadlines.model import Content, Deadline, Step
from deadlines.reader import ContentError
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


def test_a_proclamation_is_kept_from_eighty_days_before_to_the_day_before(content: Content) -> None:
    id_ = "2023-09-12-special-assembly-27"
    proclaimed = content.elections[id_].entry.proclamation
    assert proclaimed == date(2023, 7, 24)
    for days, kept in ((81, False), (80, True), (1, True), (0, False)):
        found = asked(content, id_, proclaimed + timedelta(days=days))["party-nomination"]
        assert found.election.entry.proclamation == (proclaimed if kept else None)


def test_a_special_election_is_under_the_edition_of_its_proclamation(content: Content) -> None:
    id_, day = "2018-04-24-special-legislature", date(2019, 3, 5)
    before = asked(content, id_, day, proclamation=date(2019, 1, 20))["party-nomination"]
    after = asked(content, id_, day, proclamation=date(2019, 1, 24))["party-nomination"]
    assert (before.provision.edition, after.provision.edition) == ("before-2019", "2019")
    assert asked(content, id_, day)["party-nomination"].provision.edition == "2019"  # none known: that of its day
    own = asked(content, "2023-09-12-special-assembly-27", date(2023, 9, 19))["party-nomination"]
    assert own.provision.edition == content.elections["2023-09-12-special-assembly-27"].edition
    primary = asked(content, "2027-primary", date(2019, 3, 5), proclamation=date(2018, 12, 1))
    assert primary["designating-petition"].provision.edition == "2019"


def test_nothing_of_the_elections_own_day_is_left(content: Content) -> None:
    for id_, day in (
        ("2024-presidential-primary", date(2024, 4, 9)),
        ("2023-09-12-special-assembly-27", date(2023, 9, 19)),
    ):
        election = next(iter(asked(content, id_, day).values())).election
        own = content.elections[id_]
        assert (election.id, election.year, election.date, election.kind) == (id_, day.year, day, own.kind)
        assert (election.may_move, election.entry.edition, election.entry.caution) == (None, None, None)
        assert (election.entry.date, election.why) == (day, "the day that is asked about")
        assert election.places == own.places
        assert election.primary == (id_ if own.kind == "presidential-primary" else None)
    assert content.elections["2024-presidential-primary"].entry.caution is not None


def test_a_general_election_of_its_own_year_keeps_its_primary(content: Content) -> None:
    entry = content.elections["2027-general"].entry.model_copy(update={"primary": "2026-primary", "edition": "2019"})
    own = replace(content.elections["2027-general"], entry=entry)
    changed = replace(content, elections={**content.elections, own.id: own})
    for day, primary in ((date(2027, 11, 9), "2026-primary"), (date(2028, 11, 7), "2028-primary")):
        found = asked(changed, "2027-general", day)["party-nomination"]
        assert found.election.primary == primary
        assert (found.provision.edition, found.election.entry.edition) == ("2022", None)


def test_a_proclamations_first_day_may_be_a_day_of_the_year_asked_for(content: Content) -> None:
    event = content.law.events["proclamation"].model_copy(update={"first": {"special": "July 25"}})
    changed = replace(content, law=replace(content.law, events={**content.law.events, "proclamation": event}))
    found = asked(changed, "2023-09-12-special-assembly-27", date(2023, 9, 19))["party-nomination"]
    assert found.election.entry.proclamation is None  # it was proclaimed on July 24


def test_the_primary_of_another_year_is_on_the_laws_day(content: Content) -> None:
    found = asked(content, "2027-general", date(2031, 11, 4))
    late = found["party-nomination/late-vacancy"]
    assert late.closes and late.closes.steps[0] == Step(
        date(2031, 6, 24),
        "2031 primary election: “the fourth Tuesday in June before every general election unless otherwise changed by an "
        "act of the legislature” (Election Law § 8-100(1)(a)).",
    )
    loser = found["primary-loser-declination"]
    assert loser.closes and loser.closes.date == date(2031, 7, 7)  # ten days after are July 4


def test_a_year_without_a_primary_is_refused(content: Content) -> None:
    law = content.law
    days = [
        each.model_copy(update={"first_year": 2012}) if each.last_year == 2018 else each
        for each in law.election_days.day
    ]
    changed = replace(content, law=replace(law, election_days=law.election_days.model_copy(update={"day": days})))
    with pytest.raises(ContentError, match=r"^no rule gives the day of the primary election of 2011$"):
        timetable(changed, election="2027-general", day=date(2011, 11, 8))


def test_exceptions_are_dropped(content: Content) -> None:
    ordinary = {each.id: each for each in timetable(content, election="2026-primary")}
    assert any(each.exception for each in ordinary.values())
    for found in (
        timetable(content, election="2026-primary", edition="2022"),
        timetable(content, election="2026-primary", day=date(2026, 6, 23)),
    ):
        assert found and not any(each.exception for each in found)


def test_a_day_needs_its_election(content: Content) -> None:
    with pytest.raises(ValueError, match=r"^what if on this day\? It needs one election$"):
        timetable(content, day=date(2027, 6, 29))
