"""The ends of deadlines put together: what `general` means, what is inherited, and what cannot be."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from deadlines.ends import Ends, EventError, PlacedError
from deadlines.model import Caution, Content, Deadline, Provision, Step
from deadlines.reader import ContentError
from deadlines.timetable import by_event_day, timetable
from deadlines.vocabulary import Day


def on(text: str) -> date:
    return date.fromisoformat(text)


def with_rules(content: Content, changes: Mapping[str, Mapping[str, Any]], edition: str = "2022") -> Content:
    """The content with some rules of an edition of the section changed: by filing (and case), what is other."""

    def changed(provision: Provision) -> Provision:
        name = provision.filing + (f"/{provision.case}" if provision.case else "")
        return replace(provision, **changes[name]) if name in changes else provision

    law = content.law
    provisions = {
        (section, id_): tuple(changed(each) for each in own) if (section, id_) == (law.main, edition) else own
        for (section, id_), own in law.provisions.items()
    }
    return replace(content, law=replace(law, provisions=provisions))


def deadline(content: Content, id_: str, events: Mapping[str, Day] | None = None) -> Deadline:
    found = {each.id: each for each in timetable(content, election=id_.partition("/")[0], events=events)}
    return found[id_]


# --- the general election ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def counted_from_general(content: Content) -> Content:
    return with_rules(content, {"designating-petition": {"closes": "30 weeks before general", "opens": None}})


BY_LAW = "the Tuesday after the first Monday in November (Election Law § 8-100(1)(c))"


def test_general_is_the_configured_election_of_that_year(counted_from_general: Content) -> None:
    closes = deadline(counted_from_general, "2027-primary/designating-petition").closes
    assert closes and closes.date == on("2027-04-06")
    assert closes.steps[0] == Step(on("2027-11-02"), f"2027 general election: {BY_LAW}.")


def test_general_is_the_laws_day_where_none_is_configured(counted_from_general: Content) -> None:
    elections = {id_: each for id_, each in counted_from_general.elections.items() if id_ != "2027-general"}
    closes = deadline(replace(counted_from_general, elections=elections), "2027-primary/designating-petition").closes
    assert closes and closes.date == on("2027-04-06")
    assert closes.steps[0] == Step(on("2027-11-02"), f"The day of the general election: {BY_LAW}.")


def test_general_of_a_general_election_is_its_own_day(content: Content) -> None:
    moved = replace(content.elections["2027-general"], date=on("2027-11-09"))
    changed = with_rules(content, {"party-nomination": {"closes": "15 weeks before general"}})
    changed = replace(changed, elections={**changed.elections, "2027-general": moved})
    closes = deadline(changed, "2027-general/party-nomination").closes
    assert closes and (closes.date, closes.steps[0].date) == (on("2027-07-27"), on("2027-11-09"))


def test_a_year_without_a_general_election_is_refused(counted_from_general: Content) -> None:
    law = counted_from_general.law
    days = law.election_days.model_copy(
        update={"day": [each for each in law.election_days.day if each.kind != "general"]}
    )
    elections = {id_: each for id_, each in counted_from_general.elections.items() if each.kind == "primary"}
    content = replace(counted_from_general, law=replace(law, election_days=days), elections=elections)
    with pytest.raises(ContentError) as error:
        timetable(content, election="2027-primary")
    assert error.value.mistakes[0] == (
        "content/law/6-158/01.toml: text[1].deadline[0].closes: '30 weeks before general' for 2027-primary: "
        "no rule gives the day of the general election of 2027"
    )


# --- what cannot be ------------------------------------------------------------------------------


def test_every_rule_without_a_day_is_told_once_with_its_place(content: Content) -> None:
    changes = {
        "designating-petition": {"closes": "5th Monday of February"},
        "opportunity-to-ballot-petition": {"opens": "February 29"},
    }
    with pytest.raises(ContentError) as error:
        timetable(with_rules(content, changes))
    first, second = error.value.mistakes
    assert first == (
        "content/law/6-158/01.toml: text[1].deadline[0].closes: '5th Monday of February' for 2022-primary: "
        "February 2022 has no 5th Monday"
    )
    assert second == (
        "content/law/6-158/04.toml: text[1].deadline[0].opens: 'February 29' for 2022-primary: "
        "February 2022 has no day 29"
    )


def test_a_count_out_of_the_calendar_is_told_with_its_place(content: Content) -> None:
    changed = with_rules(content, {"designating-petition": {"closes": "day after 9999-12-31"}})
    with pytest.raises(ContentError, match=r"for 2027-primary: the count leaves the years 1 to 9999$"):
        timetable(changed, election="2027-primary")


def test_a_first_day_after_the_last_is_refused_and_one_on_it_is_not(content: Content) -> None:
    changed = with_rules(content, {"designating-petition": {"opens": "12th Thursday before election"}})
    found = deadline(changed, "2027-primary/designating-petition")
    assert found.opens and found.closes and found.opens.date == found.closes.date == on("2027-04-01")
    changed = with_rules(content, {"designating-petition": {"opens": "82 days before election"}})
    assert deadline(changed, "2027-primary/designating-petition").opens
    changed = with_rules(content, {"designating-petition": {"opens": "81 days before election"}})
    with pytest.raises(ContentError) as error:
        timetable(changed, election="2027-primary")
    assert error.value.mistakes == [
        "content/law/6-158/01.toml: text[1].deadline[0].opens: for 2027-primary it opens on 2027-04-02, "
        "after it closes on 2027-04-01"
    ]
    both = {"designating-petition": {"opens": "election"}, "opportunity-to-ballot-petition": {"opens": "election"}}
    with pytest.raises(ContentError) as error:
        timetable(with_rules(content, both), election="2027-primary")
    assert [each.partition(": for")[0] for each in error.value.mistakes] == [
        "content/law/6-158/01.toml: text[1].deadline[0].opens",
        "content/law/6-158/04.toml: text[1].deadline[0].opens",
    ]


def test_an_error_keeps_its_place_and_its_words() -> None:
    error = PlacedError("a.toml.closes", "a.toml.closes: no")
    assert (error.place, str(error)) == ("a.toml.closes", "a.toml.closes: no")


@pytest.mark.parametrize(
    ("id_", "name", "day", "message"),
    [
        ("2027-general", "vacancy", "2026-11-01", "vacancy=2026-11-01: for 2027-general it falls from 2026-11-02 to 2027-08-02"),
        ("2027-primary", "death-or-disqualification", "2027-06-23", "death-or-disqualification=2027-06-23: for 2027-primary it falls from 2027-03-29 to 2027-06-22"),
    ],
)  # fmt: skip
def test_an_event_out_of_its_days_is_refused(content: Content, id_: str, name: str, day: str, message: str) -> None:
    with pytest.raises(EventError) as error:
        timetable(content, election=id_, events={name: on(day)})
    assert str(error.value) == message
    assert timetable(content, election=id_, events={name: on(message[-10:])})  # the last day itself can be


# --- what is inherited and gathered --------------------------------------------------------------


def test_the_conditions_of_what_it_counts_from_hold_too(content: Content) -> None:
    changed = with_rules(
        content, {"party-nomination-acceptance": {"when": "petition-filed before 7 days before election"}}
    )
    found = deadline(changed, "2027-general/party-nomination-acceptance/late-vacancy")
    assert found.when == "petition-filed before 7 days before election and vacancy after 7 days before primary"
    assert found.needs == ("vacancy",)


def test_the_order_is_that_of_filings_and_their_cases(content: Content) -> None:
    found = [each.id.partition("/")[2] for each in timetable(content, election="2027-general")]
    assert found[:14] == [
        "judicial-convention",
        "judicial-convention-minutes",
        "party-nomination",
        "party-nomination/late-vacancy",
        "party-nomination/judicial-convention",
        "party-nomination-acceptance",
        "party-nomination-acceptance/late-vacancy",
        "party-nomination-acceptance/judicial-convention",
        "party-nomination-substitution/declination",
        "party-nomination-substitution/late-vacancy",
        "party-nomination-substitution/judicial-convention",
        "party-nomination-substitution/made-at-primary",
        "party-nomination-substitution/death-or-disqualification",
        "independent-petition",
    ]


def test_cautions_of_the_deadline_and_of_its_election(content: Content) -> None:
    received = content.law.filing.received_only
    election = content.elections["2027-primary"]
    doubt = election.may_move
    assert received and doubt
    found = deadline(content, "2027-primary/opportunity-to-ballot-petition")
    assert found.cautions == (
        Caution("may-move", doubt.text, doubt.source),
        Caution("reading", received.text, received.source),
    )
    entry = election.entry.model_copy(update={"caution": doubt})
    changed = replace(content, elections={**content.elections, "2027-primary": replace(election, entry=entry)})
    assert deadline(changed, "2027-primary/designating-petition").cautions == (
        Caution("unverified", doubt.text, doubt.source),
        Caution("may-move", doubt.text, doubt.source),
    )


def test_what_has_no_day_may_not_move(content: Content) -> None:
    kinds = {
        each.id: [caution.kind for caution in each.cautions] for each in timetable(content, election="2028-general")
    }
    assert "may-move" not in kinds["2028-general/vacancy-too-late"]  # as soon as practicable
    assert "may-move" in kinds["2028-general/judicial-convention-minutes"]


# --- by the day of an event ----------------------------------------------------------------------


def test_deadlines_that_wait_for_one_event_are_each_told_from_their_own_first_day(
    content: Content, deadlines: dict[str, Deadline]
) -> None:
    ids = ["2027-general/party-nomination/late-vacancy", "2027-general/independent-petition/late-vacancy"]
    together = by_event_day(content, [deadlines[id_] for id_ in ids])
    assert {id_: str(answers[0].event) for id_, answers in together.items()} == {
        ids[0]: "2027-06-15",
        ids[1]: "2027-05-11",
    }
    for id_ in ids:
        assert together[id_] == by_event_day(content, [deadlines[id_]])[id_]


def test_a_table_ends_with_the_events_last_day_or_the_one_that_is_too_late(
    content: Content, deadlines: dict[str, Deadline]
) -> None:
    death = "2027-primary/designation-substitution/death-or-disqualification"
    vacancy = "2027-general/party-nomination/late-vacancy"
    found = by_event_day(content, [deadlines[death], deadlines[vacancy]])
    assert str(found[death][-1].event) == "2027-06-22"  # the election
    assert (str(found[vacancy][-1].event), found[vacancy][-1].closes) == ("2027-08-03", None)


def test_a_table_is_of_what_waits_for_one_event_only(content: Content, deadlines: dict[str, Deadline]) -> None:
    fixed = deadlines["2027-primary/designating-petition"]
    given = deadline(content, "2027-general/party-nomination/late-vacancy", {"vacancy": on("2027-07-14")})
    assert (given.status, given.needs) == ("fixed", ())
    assert by_event_day(content, [fixed, given, replace(fixed, needs=("vacancy",))]) == {}


def test_what_cannot_be_told_yet_does_not_hide_the_rest(content: Content, deadlines: dict[str, Deadline]) -> None:
    special = content.elections["2026-02-03-special-senate-61"]
    entry = special.entry.model_copy(update={"proclamation": None})
    changed = replace(content, elections={**content.elections, special.id: replace(special, entry=entry)})
    objection = deadline(changed, f"{special.id}/objection")
    assert objection.needs == ("petition-filed",)
    later = deadlines["2027-primary/objection"]
    assert list(by_event_day(changed, [objection, later])) == [later.id]


def test_a_table_counts_by_the_exceptions_of_its_election(content: Content) -> None:
    found = {each.id: each for each in timetable(content, election="2020-general")}
    id_ = "2020-general/independent-petition/late-vacancy"
    assert found[id_].exception == "2020-independents"
    (table,) = by_event_day(content, [found[id_]]).values()
    assert [(str(each.event), str(each.closes)) for each in table if each.closes][:1] == [("2020-07-17", "2020-07-31")]


def test_an_end_asked_for_another_day_of_an_event_keeps_what_does_not_wait_for_it(content: Content) -> None:
    ends = Ends(content, None, {}, False, True)
    election = content.elections["2027-general"]
    waiting, fixed = ("party-nomination", "late-vacancy"), ("party-nomination", None)
    assert ends.end(election, waiting, "closes") and (kept := ends.end(election, fixed, "closes"))
    asked = ends.asked("vacancy", on("2027-07-14"))
    assert asked.end(election, fixed, "closes") is kept
    again = asked.end(election, waiting, "closes")
    assert again and again.date == on("2027-07-26")
    was = ends.end(election, waiting, "closes")
    assert was and was.date is None
