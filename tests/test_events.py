"""What hangs on an event: limits, answers for a day given, and the day-by-day tables."""

from pathlib import Path

import pytest
from test_timetable import day, ends, with_event

from deadlines.content import load
from deadlines.days import ONE_DAY
from deadlines.ends import EventError
from deadlines.model import Content, Deadline
from deadlines.timetable import by_event_day

# --- events --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id_", "needs", "earliest", "latest"),
    [
        (
            "2026-primary/designation-substitution/death-or-disqualification",
            ("death-or-disqualification",), "2026-04-09", "2026-06-19",
        ),
        (
            "2015-primary/designation-substitution/death-or-disqualification",
            ("death-or-disqualification",), "2015-07-16", "2015-09-06",
        ),
        (
            "2020-04-28-special-house-27/independent-substitution/death-or-disqualification",
            ("death-or-disqualification",), "2020-02-20", "2020-06-19",
        ),
        ("2026-general/party-nomination/late-vacancy", ("vacancy",), "2026-07-23", "2026-08-13"),
        ("2026-general/party-nomination-acceptance/late-vacancy", ("vacancy",), "2026-07-27", "2026-08-17"),
        ("2017-general/party-nomination/late-vacancy", ("vacancy",), "2017-09-20", "2017-10-03"),
        ("2017-general/independent-petition/late-vacancy", ("vacancy",), "2017-08-23", "2017-10-03"),
        ("2027-general/judicial-convention-minutes", ("adjournment",), "2027-08-06", "2027-08-13"),
        ("2027-general/party-nomination-substitution/made-at-primary", ("last-day-to-decline",), "2027-07-02", None),
    ],
)  # fmt: skip
def test_limits_whatever_the_event(
    deadlines: dict[str, Deadline], id_: str, needs: tuple[str, ...], earliest: str, latest: str | None
) -> None:
    deadline = deadlines[id_]
    assert deadline.needs == needs
    assert deadline.closes
    assert (deadline.closes.earliest, deadline.closes.latest) == (day(earliest), latest and day(latest))


@pytest.mark.parametrize(
    ("id_", "event", "closes"),
    [
        ("2026-primary/designation-substitution/death-or-disqualification", "2026-06-07", "2026-06-17"),
        ("2026-primary/designation-substitution/death-or-disqualification", "2026-06-08", "2026-06-18"),
        ("2026-primary/designation-substitution/death-or-disqualification", "2026-06-09", "2026-06-18"),
        ("2015-primary/designation-substitution/death-or-disqualification", "2015-08-25", "2015-09-04"),
        ("2015-primary/designation-substitution/death-or-disqualification", "2015-08-26", "2015-09-04"),
        ("2027-general/party-nomination-substitution/death-or-disqualification", "2027-09-01", "2027-09-13"),
    ],
)
def test_a_death(content: Content, id_: str, event: str, closes: str) -> None:
    found = with_event(content, id_, death_or_disqualification=event)
    assert ends(found) == (None, closes)
    assert found.closes and found.closes.answer is None


@pytest.mark.parametrize(
    ("event", "others"),
    [
        ("2026-06-07", []),
        ("2026-06-08", []),
        ("2026-06-09", ["2026-06-19", "2026-06-22"]),
        ("2026-06-15", ["2026-06-19", "2026-06-22"]),
    ],
)
def test_readings_stand_beside_the_safe_day(content: Content, event: str, others: list[str]) -> None:
    id_ = "2026-primary/designation-substitution/death-or-disqualification"
    found = with_event(content, id_, death_or_disqualification=event)
    readings = [caution for caution in found.cautions if caution.closes]
    assert [str(each.closes) for each in readings] == others
    assert {each.rule for each in readings} <= {
        "earlier of 10 days after death-or-disqualification and 4 days before election"
    }


def test_a_death_after_its_last_day_had_already_passed(content: Content) -> None:
    id_ = "2026-primary/designation-substitution/death-or-disqualification"
    found = with_event(content, id_, death_or_disqualification="2026-06-20")
    assert found.closes and found.closes.answer == "this day had already passed"


def test_a_death_on_a_closed_last_day_has_the_readings_that_had_not_passed(content: Content) -> None:
    """The fourth day before is Juneteenth: read back to Thursday it had passed; as it stands and rolled on it had not."""
    found = with_event(
        content,
        "2026-primary/designation-substitution/death-or-disqualification",
        death_or_disqualification="2026-06-19",
    )
    assert found.closes and (found.closes.date, found.closes.answer) == (day("2026-06-19"), None)
    assert [str(each.closes) for each in found.closes.cautions if each.closes] == ["2026-06-18", "2026-06-22"]


@pytest.mark.parametrize(
    ("adjournment", "closes", "hour", "new_york_city", "others"),
    [
        ("2027-08-11T20:00", "2027-08-13", "17:00", "24:00", ["2027-08-14", "2027-08-16"]),
        ("2027-08-09T08:30", "2027-08-11", "17:00", "24:00", ["2027-08-12"]),
        ("2027-08-09T16:15", "2027-08-12", "16:15", "16:15", []),
        ("2027-08-09T17:00", "2027-08-12", "17:00", "17:00", []),
        ("2027-08-09T20:00", "2027-08-12", "17:00", "20:00", ["2027-08-12"]),
    ],
)
def test_the_72_hours(
    content: Content, adjournment: str, closes: str, hour: str, new_york_city: str, others: list[str]
) -> None:
    found = with_event(content, "2027-general/judicial-convention-minutes", adjournment=adjournment)
    assert found.closes
    assert (ends(found), found.closes.hour) == ((None, closes), hour)
    assert [caution.closes.isoformat() for caution in found.cautions if caution.closes] == others
    assert [receipt.closes_at for receipt in found.receipt] == [hour, new_york_city, hour]


def test_the_convention_of_2007_adjourned_in_the_evening(own_content: Path) -> None:
    # Matter of Thomas, 44 AD3d 1155 (3d Dept 2007).
    own_content.joinpath("elections/2007.toml").write_text(
        'year = 2007\n[[election]]\nid = "2007-primary"\nkind = "primary"\ntitle = "2007 primary election"\n'
        'short = "2007 primary"\n[[election]]\nid = "2007-general"\nkind = "general"\n'
        'title = "2007 general election"\nshort = "2007 general"\n'
    )
    id_ = "2007-general/judicial-convention-minutes"
    found = with_event(load(own_content), id_, adjournment="2007-09-24T20:00")
    assert found.closes
    assert (found.closes.date, found.closes.hour, found.closes.until) == (day("2007-09-27"), "17:00", "20:00")
    assert [(each.place, each.closes_at) for each in found.receipt] == [
        ("state-and-counties", "17:00"),
        ("new-york-city", "20:00"),
        ("westchester", "17:00"),
    ]


@pytest.mark.parametrize(
    ("year", "vacancy", "closes"),
    [
        ("2027", "2027-06-15", "does not apply: it is for the vacancy in the office after Tuesday, June 15, 2027"),
        ("2027", "2027-06-16", "2027-07-22"),
        ("2027", "2027-07-12", "2027-07-22"),
        ("2027", "2027-07-13", "2027-07-23"),
        ("2027", "2027-07-14", "2027-07-26"),
        ("2027", "2027-08-02", "2027-08-12"),
        ("2027", "2027-08-10", "not filled at this election"),
        ("2017", "2017-09-05", "does not apply: it is for the vacancy in the office after Tuesday, September 5, 2017"),
        ("2017", "2017-09-06", "2017-09-20"),
    ],
)
def test_a_late_vacancy_day_by_day(content: Content, year: str, vacancy: str, closes: str) -> None:
    closed = with_event(content, f"{year}-general/party-nomination/late-vacancy", vacancy=vacancy).closes
    assert closed
    assert (closed.answer or str(closed.date)) == closes


def test_what_follows_a_late_vacancy(content: Content) -> None:
    for filing, closes in (
        ("party-nomination-acceptance", "2027-07-29"),
        ("party-nomination-substitution", "2027-08-02"),
    ):
        found = with_event(content, f"2027-general/{filing}/late-vacancy", vacancy="2027-07-14")
        assert ends(found) == (None, closes)
    last = with_event(content, "2027-general/party-nomination/late-vacancy", vacancy="2027-08-02")
    assert "Whether a vacancy that occurs on that very day is filled at this election is not settled." in [
        caution.text for caution in last.cautions
    ]


@pytest.mark.parametrize(
    ("vacancy", "closes"),
    [
        ("2027-05-11", "does not apply: it is for the vacancy in the office after Tuesday, May 11, 2027"),
        ("2027-05-12", "2027-05-26"),
        ("2027-06-21", "2027-07-06"),
    ],
)
def test_a_late_vacancy_for_independents(content: Content, vacancy: str, closes: str) -> None:
    closed = with_event(content, "2027-general/independent-petition/late-vacancy", vacancy=vacancy).closes
    assert closed
    assert (closed.answer or str(closed.date)) == closes


def test_the_acceptance_of_a_late_independent_petition(content: Content) -> None:
    found = with_event(content, "2027-general/independent-acceptance/late-vacancy", petition_filed="2027-07-16")
    assert ends(found) == (None, "2027-07-19")
    assert [caution.closes for caution in found.cautions if caution.closes] == [day("2027-07-20")]


@pytest.mark.parametrize(
    ("death", "closes"), [("2027-06-07", "2027-06-17"), ("2027-06-08", "2027-06-18"), ("2027-06-19", "passed")]
)
def test_a_death_before_the_primary_of_2027(content: Content, death: str, closes: str) -> None:
    id_ = "2027-primary/designation-substitution/death-or-disqualification"
    closed = with_event(content, id_, death_or_disqualification=death).closes
    assert closed
    assert ("passed" if closed.answer == "this day had already passed" else str(closed.date)) == closes


@pytest.mark.parametrize(
    ("vacancy", "closes"),
    [
        ("2026-06-17", "2026-07-23"),
        ("2026-07-13", "2026-07-23"),
        ("2026-07-14", "2026-07-24"),
        ("2026-08-03", "2026-08-13"),
    ],
)
def test_a_late_vacancy(content: Content, vacancy: str, closes: str) -> None:
    assert ends(with_event(content, "2026-general/party-nomination/late-vacancy", vacancy=vacancy)) == (None, closes)


@pytest.mark.parametrize(
    ("vacancy", "answer"),
    [
        ("2026-06-16", "does not apply: it is for the vacancy in the office after Tuesday, June 16, 2026"),
        ("2026-08-04", "not filled at this election"),
    ],
)
def test_a_vacancy_that_the_rule_is_not_for(content: Content, vacancy: str, answer: str) -> None:
    for id_ in ("2026-general/party-nomination/late-vacancy", "2026-general/party-nomination-acceptance/late-vacancy"):
        found = with_event(content, id_, vacancy=vacancy)
        assert found.closes and (found.closes.answer, found.closes.date, found.status) == (answer, None, "depends")


def test_readings_of_the_two_days(content: Content) -> None:
    id_ = "2026-general/independent-acceptance/late-vacancy"
    found = with_event(content, id_, petition_filed="2026-06-17", vacancy="2026-06-10")
    assert ends(found) == (None, "2026-06-22")  # two days after Wednesday are Juneteenth, then a weekend
    # Two business days come to the same day; counted from the last day to file, it is later.
    assert [(each.rule, each.closes) for each in found.cautions if each.closes] == [
        ("2 days after independent-petition/late-vacancy closes", day("2026-06-26")),
    ]
    friday = with_event(content, id_, petition_filed="2026-06-12")
    assert ends(friday) == (None, "2026-06-15")
    assert [(each.rule, each.closes) for each in friday.cautions if each.closes] == [
        ("2 business days after petition-filed", day("2026-06-16")),
    ]


@pytest.mark.parametrize(
    ("id_", "events", "message"),
    [
        (
            "2027-general/judicial-convention-minutes", {"adjournment": "2027-08-11"},
            "adjournment: give its hour too, as adjournment=2027-08-11T20:00",
        ),
        (
            "2027-general/judicial-convention-minutes", {"adjournment": "2027-08-12T01:00"},
            "adjournment=2027-08-12: for 2027-general it falls from 2027-08-05 to 2027-08-11",
        ),
        (
            "2027-general/party-nomination/late-vacancy", {"vacancy": "2027-07-01T10:00"},
            "vacancy: give the day without an hour, as vacancy=2027-07-01",
        ),
        (
            "2027-primary/designation-substitution/death-or-disqualification",
            {"death_or_disqualification": "2027-03-28"},
            "death-or-disqualification=2027-03-28: for 2027-primary it falls from 2027-03-29 to 2027-06-22",
        ),
    ],
)  # fmt: skip
def test_an_event_that_cannot_be(content: Content, id_: str, events: dict[str, str], message: str) -> None:
    with pytest.raises(EventError) as error:
        with_event(content, id_, **events)
    assert str(error.value) == message


def test_another_day_of_proclamation_moves_the_special_election_papers(content: Content) -> None:
    found = with_event(content, "2026-02-03-special-senate-61/party-nomination", proclamation="2026-01-05")
    assert ends(found) == (None, "2026-01-12")


# --- what becomes of it on each day --------------------------------------------------------------


def test_a_day_by_day_table_agrees_with_asking_for_each_day(content: Content, deadlines: dict[str, Deadline]) -> None:
    id_ = "2026-primary/designation-substitution/death-or-disqualification"
    table = by_event_day(content, [deadlines[id_]])[id_]
    assert [each.event for each in table] == [day("2026-03-30") + number * ONE_DAY for number in range(86)]
    for each in table:
        closed = with_event(content, id_, death_or_disqualification=str(each.event)).closes
        assert closed
        assert (closed.answer or closed.date) == (each.answer or each.closes)
    by_day = {str(each.event): (each.answer or str(each.closes), each.settled) for each in table}
    assert by_day["2026-06-08"] == ("2026-06-18", True)
    assert by_day["2026-06-09"] == ("2026-06-18", False)
    assert by_day["2026-06-19"] == ("2026-06-19", False)
    assert by_day["2026-06-20"] == ("this day had already passed", False)
    assert next(each.closes for each in table if str(each.event) == "2026-06-20") is None


def test_a_day_by_day_table_begins_and_ends_where_the_answer_changes(
    content: Content, deadlines: dict[str, Deadline]
) -> None:
    id_ = "2027-general/party-nomination/late-vacancy"
    table = by_event_day(content, [deadlines[id_]])[id_]
    assert (table[0].event, table[0].answer) == (
        day("2027-06-15"),
        "does not apply: it is for the vacancy in the office after Tuesday, June 15, 2027",
    )
    assert (table[1].event, table[1].closes) == (day("2027-06-16"), day("2027-07-22"))
    assert (table[-2].event, table[-2].closes) == (day("2027-08-02"), day("2027-08-12"))
    assert (table[-1].event, table[-1].answer) == (day("2027-08-03"), "not filled at this election")


def test_a_day_by_day_table_asks_for_noon_and_evening_where_the_hour_counts(
    content: Content, deadlines: dict[str, Deadline]
) -> None:
    id_ = "2027-general/judicial-convention-minutes"
    table = by_event_day(content, [deadlines[id_]])[id_]
    assert [(f"{each.event:%d %H}", str(each.closes), each.hour, each.settled) for each in table][:4] == [
        ("05 12", "2027-08-06", "17:00", False),
        ("05 20", "2027-08-06", "17:00", False),
        ("06 12", "2027-08-09", "12:00", True),
        ("06 20", "2027-08-09", "17:00", False),
    ]
