"""The ends of deadlines put together: what `general` means, what is inherited, and what cannot be."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest
from test_timetable import GENERAL

from deadlines.ends import Ends, EventError, PlacedError, calendar
from deadlines.expressions import RuleError
from deadlines.law_tables import Reading
from deadlines.model import Caution, Content, Deadline, End, Provision, Step
from deadlines.reader import ContentError
from deadlines.readings import Read, safe
from deadlines.rollover import Outcome
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


def test_general_is_the_day_of_a_second_general_election_for_its_own_rules(content: Content) -> None:
    own = content.elections["2027-general"]
    entry = own.entry.model_copy(update={"id": "2027-11-09-general"})
    second = replace(own, entry=entry, date=on("2027-11-09"))
    changed = with_rules(content, {"party-nomination": {"closes": "15 weeks before general"}})
    changed = replace(changed, elections={**changed.elections, second.id: second})
    closes = deadline(changed, f"{second.id}/party-nomination").closes
    assert closes and closes.steps[0].date == on("2027-11-09")


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


@pytest.mark.parametrize(
    ("first", "last", "day", "message"),
    [
        ("proclamation", "election", "2026-02-04", "it falls to 2026-02-03"),
        ("80 days before election", "proclamation", "2025-11-14", "it falls from 2025-11-15"),
        ("80 days before election", "election", "2025-11-14", "it falls from 2025-11-15 to 2026-02-03"),
    ],
)
def test_an_event_is_refused_by_the_limits_that_are_known(
    content: Content, first: str, last: str, day: str, message: str
) -> None:
    special = content.elections["2026-02-03-special-senate-61"]
    entry = special.entry.model_copy(update={"proclamation": None})
    event = content.law.events["objection-filed"].model_copy(
        update={"first": {"special": first}, "last": {"special": last}}
    )
    changed = replace(
        content,
        elections={**content.elections, special.id: replace(special, entry=entry)},
        law=replace(content.law, events={**content.law.events, "objection-filed": event}),
    )
    with pytest.raises(EventError) as error:
        timetable(changed, election=special.id, events={"objection-filed": on(day)})
    assert str(error.value) == f"objection-filed={day}: for {special.id} {message}"


def test_what_hangs_on_an_unknown_day_cannot_be_told(content: Content) -> None:
    when = "vacancy before 7 days before petition-filed"
    changed = with_rules(content, {"party-nomination/late-vacancy": {"when": when}})
    found = deadline(changed, "2027-general/party-nomination/late-vacancy", {"vacancy": on("2027-07-14")})
    assert (
        found.closes
        and found.closes.answer == f"cannot be told: its condition ({when}) hangs on a day that is not known"
    )


def test_holidays_of_a_law_without_an_election_day_are_refused(content: Content) -> None:
    none = content.law.election_days.model_copy(update={"day": []})
    with pytest.raises(RuleError) as error:
        calendar(replace(content.law, election_days=none)).holiday(on("2026-05-01"))
    assert str(error.value) == "the holiday Election Day: no rule gives the day of the general election of 2026"


# --- what is inherited and gathered --------------------------------------------------------------


def test_the_conditions_of_what_it_counts_from_hold_too(content: Content) -> None:
    changed = with_rules(
        content, {"party-nomination-acceptance": {"when": "petition-filed before such party-nomination closes"}}
    )
    found = deadline(changed, "2027-general/party-nomination-acceptance/late-vacancy")
    assert found.when == "petition-filed before such party-nomination closes and vacancy after 7 days before primary"
    assert found.needs == ("vacancy",)


def test_the_order_is_that_of_filings_and_their_cases(content: Content) -> None:
    found = [each.id.partition("/")[2] for each in timetable(content, election="2027-general")]
    assert found[:14] == GENERAL[:14]


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


def test_a_last_day_that_was_moved_keeps_the_day_it_was_moved_from(content: Content) -> None:
    end = deadline(content, "2026-02-03-special-senate-61/party-nomination-acceptance").closes
    assert end
    assert (end.date, end.before_rollover, end.moved) == (on("2026-01-12"), on("2026-01-11"), "January 11 is a Sunday")
    assert end.cautions[-1] == Caution(
        "reading",
        "The older text says twelve days: Wednesday, January 14, 2026.",
        "Election Law § 6-158(7) as it stood before 2019",
        "12 days after proclamation",
        on("2026-01-14"),
    )


def test_a_reading_whose_day_is_not_known_keeps_its_rule(content: Content) -> None:
    filed = {"petition-filed": on("2026-06-12")}
    end = deadline(content, "2026-general/independent-acceptance/late-vacancy", filed).closes
    assert end
    assert [(each.rule, each.closes) for each in end.cautions if each.kind == "reading"] == [
        ("2 days after independent-petition/late-vacancy closes", None),
        ("2 business days after petition-filed", on("2026-06-16")),
    ]


def test_a_reading_of_a_case_is_counted_from_its_own_case(content: Content) -> None:
    reading = Reading(text="Some read four days", source="a book", closes="4 days after such party-nomination closes")
    changed = with_rules(content, {"party-nomination-acceptance": {"readings": (reading,)}})
    id_ = "2027-general/party-nomination-acceptance/late-vacancy"
    end = deadline(changed, id_, {"vacancy": on("2027-07-14")}).closes  # party nominations: Monday, July 26
    assert end
    assert end.cautions[-1] == Caution(
        "reading",
        "Some read four days: Friday, July 30, 2027.",
        "a book",
        "4 days after such party-nomination closes",
        on("2027-07-30"),
    )


def test_a_first_day_counted_from_a_doubtful_one_is_the_latest_with_all_its_steps(content: Content) -> None:
    changed = with_rules(
        content, {"independent-acceptance": {"opens": "day after party-nomination-acceptance closes", "closes": None}}
    )
    end = deadline(changed, "2026-02-03-special-senate-61/independent-acceptance").opens
    assert end
    assert (end.date, [each.closes for each in end.cautions if each.closes]) == (on("2026-01-15"), [on("2026-01-13")])
    assert [each.text for each in end.steps] == [
        "The day of the proclamation.",
        "9 days after that day, which is not counted itself.",
        "January 11 is a Sunday. The next business day becomes the last day (Election Law § 1-106(1)).",
        "The day after that day.",
    ]


def test_a_reading_of_the_day_counted_from_is_counted_on(content: Content) -> None:
    first, last = "day after party-nomination-acceptance closes", "4 days after party-nomination-acceptance closes"
    rules: dict[str, dict[str, Any]] = {"independent-acceptance": {"opens": first, "closes": last}}
    rules["vacancy-too-late"] = {"closes": "day after independent-acceptance opens", "elections": ("special",)}
    changed, id_ = with_rules(content, rules), "2026-02-03-special-senate-61"
    end = deadline(changed, f"{id_}/independent-acceptance").closes
    assert end and end.date == on("2026-01-16")
    assert end.cautions[-1] == Caution(
        "reading",
        "The older text says twelve days: Wednesday, January 14, 2026. Counted on from there, the day is "
        "Tuesday, January 20, 2026.",
        "Election Law § 6-158(7) as it stood before 2019",
        last,
        on("2026-01-20"),
    )
    after = deadline(changed, f"{id_}/vacancy-too-late").closes  # from the first day, which has an earlier reading
    assert after and (after.date, [each.closes for each in after.cautions if each.closes]) == (
        on("2026-01-14"), [on("2026-01-16")],
    )  # fmt: skip


def test_a_reading_that_had_passed_is_not_counted_on(content: Content) -> None:
    death = {"death-or-disqualification": on("2026-06-19")}
    for case, closes, readings in (
        ("designation-substitution", "2026-06-19", ["2026-06-18", "2026-06-22"]),
        ("designation-substitution-authorization", "2026-06-23", ["2026-06-26"]),
    ):
        end = deadline(content, f"2026-primary/{case}/death-or-disqualification", death).closes
        assert end and (str(end.date), [str(each.closes) for each in end.cautions if each.closes]) == (closes, readings)


def test_the_doubts_of_an_events_last_day_are_those_of_an_event_that_can_come_too_late(content: Content) -> None:
    doubt = Caution("unverified", "Not read.", "nowhere")
    changed = with_rules(
        content, {"judicial-convention": {"cautions": (doubt,)}, "vacancy-cutoff": {"cautions": (doubt,)}}
    )
    assert doubt not in deadline(changed, "2027-general/judicial-convention-minutes").cautions
    assert doubt in deadline(changed, "2027-general/party-nomination/late-vacancy").cautions


def test_the_safe_one_of_several_readings() -> None:
    def read(day: str, raw: str | None = None, hour: str | None = None) -> Read:
        return Read(Outcome(on(day), on(raw or day), (), hour=hour), f"As {day} {hour}", "", "a rule")

    days = [read("2027-04-02"), read("2027-04-01"), read("2027-04-01", hour="17:00"), read("2027-04-05", "2027-03-30")]
    own = End("fixed", "the rule")
    last = safe(own, "closes", days, on("2027-01-01"))
    assert (last.date, last.hour, last.answer) == (on("2027-04-01"), "17:00", None)  # a day without an hour ends later
    assert last.cautions == (
        Caution("reading", "As 2027-04-02 None Friday, April 2, 2027.", "a rule", "a rule", on("2027-04-02")),
        Caution("reading", "As 2027-04-01 None Thursday, April 1, 2027.", "a rule", "a rule", on("2027-04-01")),
        Caution("reading", "As 2027-04-05 None Monday, April 5, 2027.", "a rule", "a rule", on("2027-04-05")),
    )
    first = safe(own, "opens", days, on("2027-01-01"))
    assert (first.date, first.before_rollover) == (on("2027-04-05"), on("2027-03-30"))
    later = safe(
        own, "closes", days, on("2027-04-02")
    )  # told of on April 2: what ended or was counted before has passed
    assert (later.date, later.answer) == (on("2027-04-02"), None)
    passed = safe(own, "closes", days, on("2027-04-03"))
    assert (passed.date, passed.hour, passed.answer) == (on("2027-04-01"), "17:00", "this day had already passed")


# --- the limits of what waits for an event -------------------------------------------------------


@pytest.mark.parametrize(
    ("when", "earliest", "latest"),
    [
        ("vacancy before 2027-07-20", "2026-11-12", "2027-07-29"),
        ("vacancy on or before 2027-07-20", "2026-11-12", "2027-07-30"),
        ("vacancy after 2027-07-20", "2027-08-02", "2027-08-12"),
        ("vacancy on or after 2027-07-20", "2027-07-30", "2027-08-12"),
        ("vacancy after 2027-07-20 and petition-filed before 2027-07-01", "2027-08-02", "2027-08-12"),
        ("vacancy after 2027-07-20 and vacancy before 2027-07-01", None, None),
        ("vacancy after 2026-01-01 and vacancy before 2028-07-01", "2026-11-12", "2027-08-12"),
    ],
)
def test_a_condition_limits_the_day_of_its_event(
    content: Content, when: str, earliest: str | None, latest: str | None
) -> None:
    changed = with_rules(content, {"party-nomination/late-vacancy": {"when": when, "closes": "10 days after vacancy"}})
    end = deadline(changed, "2027-general/party-nomination/late-vacancy").closes
    assert end
    assert (end.earliest, end.latest) == (earliest and on(earliest), latest and on(latest))


def test_an_event_with_an_hour_falls_between_midnight_and_the_last_minute(content: Content) -> None:
    ends, election = Ends(content, None, {}, False, True), content.elections["2027-general"]
    provision = ends.provisions(election)["judicial-convention-minutes", None]
    assert ends.admissible(election, provision, "adjournment", "earliest") == datetime(2027, 8, 5)
    assert ends.admissible(election, provision, "adjournment", "latest") == datetime(2027, 8, 11, 23, 59)


def test_an_event_that_has_one_day_only_limits_by_that_day(content: Content) -> None:
    one_day = {"opens": "2027-08-10", "closes": "2027-08-10"}
    end = deadline(
        with_rules(content, {"judicial-convention": one_day}), "2027-general/judicial-convention-minutes"
    ).closes
    assert end and (end.earliest, end.latest) == (on("2027-08-12"), on("2027-08-13"))


def test_a_limit_on_election_day_is_one_and_a_later_one_is_not(content: Content) -> None:
    name = "designation-substitution/death-or-disqualification"
    for rule, latest in (
        ("death-or-disqualification", on("2027-06-22")),
        ("1 days after death-or-disqualification", None),
    ):
        end = deadline(with_rules(content, {name: {"closes": rule}}), f"2027-primary/{name}").closes
        assert end and end.latest == latest


def test_the_readings_of_the_latest_day_stand_beside_it(deadlines: dict[str, Deadline], content: Content) -> None:
    words = content.law.filing.backward
    end = deadlines["2015-primary/designation-substitution/death-or-disqualification"].closes
    assert end and words
    rule = "earlier of 10 days after death-or-disqualification and 4 days before election"
    assert end.cautions[-2:] == (
        Caution(
            "reading",
            f"For the latest day: {words.rolled} Tuesday, September 8, 2015.",
            words.source,
            rule,
            on("2015-09-08"),
        ),
        Caution(
            "reading",
            f"For the latest day: {words.read_back} Friday, September 4, 2015.",
            words.source,
            rule,
            on("2015-09-04"),
        ),
    )


def test_the_last_day_of_an_event_may_hang_on_no_deadline(content: Content) -> None:
    event = content.law.events["vacancy"].model_copy(update={"last": {"general": "92 days before election"}})
    changed = replace(content, law=replace(content.law, events={**content.law.events, "vacancy": event}))
    found = deadline(changed, "2027-general/party-nomination/late-vacancy")
    assert not any(caution.text.startswith("The last day for the vacancy") for caution in found.cautions)
    assert found.closes and found.closes.latest == on("2027-08-12")


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
