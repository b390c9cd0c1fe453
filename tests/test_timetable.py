"""The deadlines of the real elections: dates, what is inherited, limits, readings, exceptions."""

from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest

from deadlines.content import load
from deadlines.model import Content, Deadline
from deadlines.timetable import timetable


def day(text: str) -> date:
    return date.fromisoformat(text)


def ends(deadline: Deadline) -> tuple[str | None, str | None]:
    opens, closes = (end.date.isoformat() if end and end.date else None for end in (deadline.opens, deadline.closes))
    return opens, closes


def with_event(content: Content, id_: str, **events: str) -> Deadline:
    given = {
        name.replace("_", "-"): datetime.fromisoformat(text) if "T" in text else day(text)
        for name, text in events.items()
    }
    found = timetable(content, election=id_.partition("/")[0], events=given)
    return next(deadline for deadline in found if deadline.id == id_)


@pytest.mark.figures
@pytest.mark.parametrize(
    ("id_", "opens", "closes"),
    [
        ("2012-primary/designating-petition", "2012-07-09", "2012-07-12"),
        ("2013-primary/designating-petition", "2013-07-08", "2013-07-11"),
        ("2015-primary/designating-petition", "2015-07-06", "2015-07-09"),
        ("2018-06-26-primary/designating-petition", "2018-04-09", "2018-04-12"),
        ("2018-06-26-primary/designation-acceptance", None, "2018-04-16"),
        ("2018-06-26-primary/opportunity-to-ballot-petition", None, "2018-04-19"),
        ("2019-primary/designating-petition", "2019-04-01", "2019-04-04"),
        ("2020-primary/designating-petition", "2020-03-17", "2020-03-20"),
        ("2020-primary/designation-acceptance", None, "2020-03-24"),
        ("2020-general/independent-petition", "2020-07-27", "2020-07-30"),
        ("2020-general/independent-acceptance", None, "2020-08-03"),
        ("2020-general/party-nomination/presidential-electors", None, "2020-09-08"),
        ("2022-08-23-primary/designating-petition", "2022-06-08", "2022-06-10"),
        ("2022-08-23-primary/opportunity-to-ballot-petition", "2022-06-08", "2022-06-10"),
        ("2022-08-23-primary/designation-acceptance", None, "2022-06-13"),
        ("2022-08-23-primary/designation-substitution/declination", None, "2022-06-15"),
        ("2023-primary/designating-petition", "2023-04-03", "2023-04-10"),
        ("2023-primary/designation-acceptance", None, "2023-04-14"),
        ("2023-primary/opportunity-to-ballot-petition", None, "2023-04-13"),
        ("2024-presidential-primary/designating-petition", "2024-01-08", "2024-01-18"),
        ("2024-presidential-primary/designation-acceptance", None, "2024-01-22"),
        ("2024-presidential-primary/designation-substitution/declination", None, "2024-01-26"),
        ("2024-general/party-nomination/presidential-electors", None, "2024-09-06"),
        ("2026-primary/designating-petition", "2026-03-30", "2026-04-06"),
        ("2026-primary/designation-acceptance", None, "2026-04-10"),
        ("2026-primary/opportunity-to-ballot-petition", None, "2026-04-09"),
        ("2027-primary/designating-petition", "2027-03-29", "2027-04-01"),
        ("2027-general/independent-petition", "2027-05-18", "2027-05-25"),
        ("2027-general/independent-substitution/declination", None, "2027-06-01"),
        ("2027-general/party-nomination", None, "2027-07-22"),
        ("2027-general/judicial-convention", "2027-08-05", "2027-08-11"),
        ("2028-general/party-nomination/presidential-electors", None, "2028-09-11"),
        ("2028-general/party-nomination-acceptance/presidential-electors", None, "2028-09-14"),
        ("2017-general/independent-petition", "2017-08-15", "2017-08-22"),
        ("2017-general/judicial-convention", "2017-09-19", "2017-09-25"),
        ("2017-general/vacancy-cutoff", None, "2017-09-19"),
        ("2012-general/independent-acceptance/after-primary", None, "2012-09-17"),
        ("2018-general/independent-petition/federal-offices", "2018-07-24", "2018-07-31"),
        ("2018-general/independent-petition", "2018-08-14", "2018-08-21"),
        ("2022-general/independent-petition", "2022-05-24", "2022-05-31"),
        ("2022-general/independent-petition/congress-and-state-senate", None, "2022-07-05"),
        ("2022-08-23-special-house-19/party-nomination", None, "2022-06-14"),
        ("2022-08-23-special-house-19/party-nomination-acceptance", None, "2022-06-16"),
        ("2022-08-23-special-house-19/party-nomination-substitution/declination", None, "2022-06-21"),
        ("2022-08-23-special-house-23/independent-substitution/declination", None, "2022-06-21"),
        ("2026-02-03-special-senate-61/party-nomination", None, "2026-01-09"),
        ("2026-02-03-special-senate-61/party-nomination-acceptance", None, "2026-01-12"),
        ("2026-02-03-special-assembly-74/independent-petition", None, "2025-12-24"),
        ("2021-11-02-special-senate-30/party-nomination", None, "2021-09-28"),
        ("2021-11-02-special-senate-30/independent-petition", None, "2021-09-30"),
        ("2018-04-24-special-legislature/party-nomination-acceptance", None, "2018-02-20"),
        ("2020-04-28-special-house-27/independent-petition", None, "2020-02-24"),
    ],
)
def test_first_and_last_days(deadlines: dict[str, Deadline], id_: str, opens: str | None, closes: str | None) -> None:
    assert deadlines[id_].status == "fixed"
    assert ends(deadlines[id_]) == (opens, closes)


@pytest.mark.parametrize(
    ("id_", "status"),
    [
        ("2020-primary/opportunity-to-ballot-petition", "abolished"),
        ("2020-primary/opportunity-to-ballot-petition/after-substitution", "abolished"),
        ("2021-primary/opportunity-to-ballot-petition", "abolished"),
        ("2020-primary/designation-substitution/declination", "unknown"),
        ("2020-general/independent-acceptance/after-primary", "unknown"),
        ("2020-general/independent-substitution/declination", "unknown"),
        ("2018-06-26-primary/opportunity-to-ballot-petition/after-substitution", "unknown"),
        ("2022-08-23-primary/opportunity-to-ballot-petition/after-substitution", "unknown"),
        ("2018-general/independent-acceptance/federal-offices", "unknown"),
        ("2022-general/independent-substitution/congress-and-state-senate", "unknown"),
        ("2027-general/vacancy-too-late", "practicable"),
        ("2027-general/independent-substitution/after-primary", "practicable"),
        ("2027-general/judicial-convention-minutes", "depends"),
        ("2027-general/party-nomination-substitution/made-at-primary", "depends"),
    ],
)
def test_what_has_no_day_says_why(deadlines: dict[str, Deadline], id_: str, status: str) -> None:
    deadline = deadlines[id_]
    assert (deadline.status, ends(deadline)) == (status, (None, None))
    if status in ("abolished", "unknown"):
        assert deadline.closes and deadline.closes.reason
    assert (deadline.receipt == ()) is (status == "abolished")


GENERAL = [
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
    "independent-petition/late-vacancy",
    "independent-acceptance",
    "independent-acceptance/after-primary",
    "independent-acceptance/late-vacancy",
    "independent-substitution/declination",
    "independent-substitution/late-vacancy",
    "independent-substitution/after-primary",
    "independent-substitution/death-or-disqualification",
    "vacancy-too-late",
    "vacancy-cutoff",
    "town-caucus",
    "party-nomination-authorization",
    "party-nomination-authorization/late-vacancy",
    "party-nomination-substitution-authorization/declination",
    "party-nomination-substitution-authorization/late-vacancy",
    "party-nomination-substitution-authorization/made-at-primary",
    "party-nomination-substitution-authorization/death-or-disqualification",
    "independent-petition-signatures",
    "objection",
    "objection/certificate-not-filed",
    "objection/later-party-nomination",
    "objection-specifications",
    "court-proceeding",
    "court-proceeding/after-determination",
    "offices-certificate",
    "state-ballot-certification",
    "county-ballot-certification",
    "new-party-certificate",
]
SINCE_2022 = ["primary-loser-declination", "primary-loser-substitution", "primary-loser-substitution-authorization"]
ELECTORS = [
    "party-nomination/presidential-electors",
    "party-nomination-acceptance/presidential-electors",
    "party-nomination-substitution/presidential-electors",
    "party-nomination-authorization/presidential-electors",
    "party-nomination-substitution-authorization/presidential-electors",
    "presidential-write-in-certificate",
]
PRIMARY = [
    "designating-petition",
    "designation-acceptance",
    "designation-substitution/declination",
    "designation-substitution/death-or-disqualification",
    "opportunity-to-ballot-petition",
    "opportunity-to-ballot-petition/after-substitution",
    "party-call",
    "state-committee-meeting",
    "designating-petition-signatures",
    "designation-authorization",
    "designation-substitution-authorization",
    "designation-substitution-authorization/death-or-disqualification",
    "opportunity-to-ballot-signatures",
    "opportunity-to-ballot-acceptance",
    "opportunity-to-ballot-acceptance/after-substitution",
    "petition-cure",
    "objection",
    "objection/certificate-not-filed",
    "objection-specifications",
    "court-proceeding",
    "court-proceeding/after-determination",
    "state-ballot-certification",
    "county-ballot-certification",
]
SPECIAL = [
    "party-nomination",
    "party-nomination-acceptance",
    "party-nomination-substitution/declination",
    "party-nomination-substitution/death-or-disqualification",
    "independent-petition",
    "independent-acceptance",
    "independent-substitution/declination",
    "independent-substitution/death-or-disqualification",
    "vacancy-too-late",
    "party-nomination-authorization",
    "party-nomination-substitution-authorization/declination",
    "party-nomination-substitution-authorization/death-or-disqualification",
    "independent-petition-signatures",
    "objection",
    "objection/certificate-not-filed",
    "objection/later-party-nomination",
    "objection-specifications",
    "court-proceeding",
    "court-proceeding/after-determination",
    "state-ballot-certification",
    "county-ballot-certification",
]


@pytest.mark.parametrize(
    ("election", "expected"),
    [
        ("2017-general", [*GENERAL, "independent-petition/lipa-trustee"]),
        ("2020-general", [*GENERAL, *ELECTORS]),
        ("2027-general", [*GENERAL, *SINCE_2022]),
        ("2028-general", [*GENERAL, *SINCE_2022, *ELECTORS]),
        ("2027-primary", PRIMARY),
        ("2024-primary", [*PRIMARY, "designating-petition-signatures/congress"]),
        ("2018-04-24-special-legislature", SPECIAL),
        ("2026-02-03-special-senate-61", SPECIAL),
    ],
)
def test_every_filing_and_case_of_an_election(
    deadlines: dict[str, Deadline], election: str, expected: list[str]
) -> None:
    assert {id_.removeprefix(f"{election}/") for id_ in deadlines if id_.startswith(f"{election}/")} == set(expected)


def test_elections_without_deadlines(content: Content, deadlines: dict[str, Deadline]) -> None:
    with_some = {deadline.election.id for deadline in deadlines.values()}
    assert set(content.elections) - with_some == {
        "2012-06-26-primary",
        "2014-06-24-primary",
        "2016-06-28-primary",
        "2012-presidential-primary",
        "2016-presidential-primary",
        "2020-presidential-primary",
        "2028-presidential-primary",
    }


@pytest.mark.parametrize(
    ("id_", "edition", "election_day"),
    [
        ("2018-06-26-primary", "before-2019", "2018-06-26"),
        ("2019-primary", "2019", "2019-06-25"),
        ("2020-04-28-special-house-27", "2019", "2020-06-23"),
        ("2021-11-02-special-assembly-86", "2019", "2021-11-02"),
        ("2022-primary", "2022", "2022-06-28"),
        ("2023-primary", "2022", "2023-06-27"),
        ("2023-09-12-special-assembly-27", "2024", "2023-09-12"),
        ("2023-general", "2022", "2023-11-07"),
        ("2024-presidential-primary", "2024", "2024-04-02"),
        ("2024-general", "2024", "2024-11-05"),
        ("2025-05-20-special-senate-22", "2022", "2025-05-20"),
        ("2026-general", "2022", "2026-11-03"),
        ("2028-primary", "2022", "2028-06-27"),
        ("2028-presidential-primary", None, None),
    ],
)
def test_edition_and_day_of_an_election(
    content: Content, id_: str, edition: str | None, election_day: str | None
) -> None:
    election = content.elections[id_]
    assert (election.edition, election.date and election.date.isoformat()) == (edition, election_day)


# --- exceptions ----------------------------------------------------------------------------------


def test_an_exception_is_inherited_and_says_what_would_stand_without_it(deadlines: dict[str, Deadline]) -> None:
    petition = deadlines["2026-primary/designating-petition"]
    acceptance = deadlines["2026-primary/designation-acceptance"]
    assert (petition.exception, petition.without_exception) == (
        "2026-designating",
        (day("2026-03-30"), day("2026-04-02")),
    )
    assert (acceptance.exception, acceptance.without_exception) == ("2026-designating", (None, day("2026-04-06")))
    assert "inferred" in [caution.kind for caution in acceptance.cautions]
    untouched = deadlines["2026-primary/opportunity-to-ballot-petition"]
    assert (untouched.exception, untouched.without_exception) == (None, None)


@pytest.mark.parametrize("case", ["2018-general/{}/federal-offices", "2022-general/{}/congress-and-state-senate"])
@pytest.mark.parametrize(
    ("filing", "citation"),
    [
        ("independent-petition", "Election Law § 6-158(9)"),
        ("independent-acceptance", "Election Law § 6-158(11)"),
        ("independent-substitution", "Election Law § 6-158(12)"),
    ],
)
def test_a_case_added_by_an_exception_varies_the_ordinary_one(
    deadlines: dict[str, Deadline], case: str, filing: str, citation: str
) -> None:
    deadline = deadlines[case.format(filing)]
    assert (deadline.citation, deadline.when, deadline.needs) == (citation, None, ())


def test_a_condition_passes_its_exception_on(deadlines: dict[str, Deadline]) -> None:
    assert deadlines["2020-general/independent-petition/late-vacancy"].exception == "2020-independents"


def test_an_exception_for_some_offices_leaves_the_ordinary_case_alone(deadlines: dict[str, Deadline]) -> None:
    assert deadlines["2022-general/independent-petition"].exception is None
    added = deadlines["2022-general/independent-petition/congress-and-state-senate"]
    assert (added.exception, added.without_exception) == ("2022-independents", None)
    assert added.opens and (added.opens.status, added.opens.date) == ("unknown", None)
    assert "The first day to file was set by the order, and was not found." in [each.text for each in added.cautions]


@pytest.mark.figures
def test_what_is_counted_from_an_abolished_or_unknown_end_is_so_too(own_content: Path) -> None:
    exceptions = own_content / "law/exceptions"
    exceptions.joinpath("2027-test.toml").write_text(
        """id = "2027-test"\ntitle = "t"\nact = "an act"\nsource = "s"\nbasis = "read"\nelections = ["2027-primary"]
edition = "2022"\n[[deadline]]\nfiling = "designating-petition"\nunknown = "Not found."\n"""
    )
    unknown = {each.id: each for each in timetable(load(own_content), election="2027-primary")}
    for case in ("designation-acceptance", "designation-substitution/declination"):
        assert unknown[f"2027-primary/{case}"].status == "unknown"
        assert unknown[f"2027-primary/{case}"].closes.reason == "Not found."  # type: ignore[union-attr]
        assert unknown[f"2027-primary/{case}"].exception == "2027-test"
    text = exceptions.joinpath("2027-test.toml").read_text()
    exceptions.joinpath("2027-test.toml").write_text(text.replace('unknown = "Not found."', "abolished = true"))
    abolished = {each.id: each for each in timetable(load(own_content), election="2027-primary")}
    assert abolished["2027-primary/designation-substitution/declination"].status == "abolished"
    assert abolished["2027-primary/opportunity-to-ballot-petition"].status == "fixed"


def test_another_edition_keeps_the_day_and_drops_exceptions(content: Content) -> None:
    found = {each.id: each for each in timetable(content, election="2026-primary", edition="2019")}
    assert ends(found["2026-primary/designating-petition"]) == ("2026-03-30", "2026-04-02")
    earlier = {each.id: each for each in timetable(content, election="2027-general", edition="before-2019")}
    assert ends(earlier["2027-general/independent-petition"]) == ("2027-08-10", "2027-08-17")
    assert ends(earlier["2027-general/vacancy-cutoff"]) == (None, "2027-09-19")


def test_what_an_edition_lacks_is_absent_when_compared(content: Content) -> None:
    assert timetable(content, election="2024-presidential-primary", edition="before-2019") != []
    lacking = {
        each.id.partition("/")[2] for each in timetable(content, election="2024-presidential-primary", edition="2019")
    }
    assert not {"designating-petition", "designation-acceptance", "designation-substitution/declination"} & lacking


def test_an_election_may_name_its_edition(own_content: Path) -> None:
    year = own_content / "elections/2027.toml"
    year.write_text(
        year.read_text().replace('short = "2027 general"', 'short = "2027 general"\nedition = "before-2019"')
    )
    found = {each.id: each for each in timetable(load(own_content), election="2027-general")}
    assert ends(found["2027-general/independent-acceptance"]) == (None, "2027-08-20")


# --- doubts --------------------------------------------------------------------------------------


def test_paragraph_b_shows_the_older_and_longer_time_beside_the_inferred_one(deadlines: dict[str, Deadline]) -> None:
    for filing, closes, other in (
        ("party-nomination-acceptance", "2026-01-12", "2026-01-14"),
        ("party-nomination-substitution/declination", "2026-01-13", "2026-01-16"),
    ):
        deadline = deadlines[f"2026-02-03-special-senate-61/{filing}"]
        assert deadline.provision.basis == "inferred"
        assert ends(deadline) == (None, closes)
        assert [each.closes for each in deadline.cautions if each.closes] == [day(other)]
        assert [each.kind for each in deadline.cautions] == ["inferred", "reading"]


@pytest.mark.figures
@pytest.mark.parametrize(
    ("id_", "kinds"),
    [
        ("2024-presidential-primary/designating-petition", ["unverified"]),
        ("2026-general/party-nomination/late-vacancy", ["reading", "unverified", "reading"]),
        ("2026-general/party-nomination-substitution/death-or-disqualification", ["unverified", "reading"]),
        ("2026-general/party-nomination-substitution/made-at-primary", ["unverified", "reading"]),
        ("2026-general/primary-loser-substitution", ["inferred", "reading"]),
        ("2015-primary/designating-petition", []),
        ("2019-primary/designating-petition", ["inferred"]),
        ("2019-primary/designation-acceptance", ["inferred"]),
        ("2021-general/independent-petition", []),
        ("2025-primary/designating-petition", []),
        ("2025-general/party-nomination", []),
        ("2025-general/party-nomination-acceptance", ["unverified"]),
        ("2025-general/vacancy-cutoff", ["unverified", "reading"]),
        ("2025-primary/opportunity-to-ballot-petition", ["reading"]),
        ("2027-primary/designating-petition", ["may-move"]),
        ("2027-general/party-nomination-substitution/declination", ["unverified", "may-move"]),
        ("2028-general/independent-petition", ["may-move"]),
    ],
)
def test_doubts_of_a_deadline(deadlines: dict[str, Deadline], id_: str, kinds: list[str]) -> None:
    assert [caution.kind for caution in deadlines[id_].cautions] == kinds


def test_a_reading_of_the_base_is_counted_on(own_content: Path) -> None:
    # A filing counted from the acceptance under paragraph b has that deadline's two readings.
    path = own_content / "law/6-158/13.toml"
    path.write_text(
        path.read_text().replace(
            'for      = ["general", "special"]\n    applies  = "a vacancy that occurs too late to comply with the other '
            'subdivisions"\n    closes   = "as soon as practicable"',
            'for      = "special"\n    closes   = "4 days after party-nomination-acceptance closes"',
        )
    )
    found = {each.id: each for each in timetable(load(own_content), election="2026-02-03-special-senate-61")}
    deadline = found["2026-02-03-special-senate-61/vacancy-too-late"]
    assert ends(deadline) == (None, "2026-01-16")
    assert [each.closes for each in deadline.cautions if each.closes] == [day("2026-01-20")]  # 18th + MLK Day


# --- the last day at each place ------------------------------------------------------------------


def receipts(deadline: Deadline) -> list[tuple[str, str, str | None, str | None]]:
    def iso(found: date | None) -> str | None:
        return found.isoformat() if found else None

    return [(each.place, each.closes_at, iso(each.postmarked_by), iso(each.received_by)) for each in deadline.receipt]


@pytest.mark.figures
def test_hours_and_receipt_of_each_place(deadlines: dict[str, Deadline]) -> None:
    assert receipts(deadlines["2027-primary/designating-petition"]) == [
        ("state-and-counties", "17:00", "2027-04-01", "2027-04-05"),
        ("new-york-city", "24:00", None, "2027-04-01"),
        ("westchester", "24:00", "2027-04-01", "2027-04-05"),
    ]
    assert receipts(deadlines["2027-general/independent-substitution/declination"]) == [
        ("state-and-counties", "17:00", "2027-06-01", "2027-06-03"),
        ("new-york-city", "24:00", None, "2027-06-01"),
        ("westchester", "17:00", "2027-06-01", "2027-06-03"),
    ]


def test_mail_arrives_within_two_business_days_over_a_holiday(deadlines: dict[str, Deadline]) -> None:
    # Friday, February 16, 2018; Monday was Washington's Birthday.
    assert receipts(deadlines["2018-04-24-special-legislature/party-nomination"])[0] == (
        "state-and-counties", "17:00", "2018-02-15", "2018-02-20",
    )  # fmt: skip


def test_opportunity_to_ballot_petitions_must_be_there_on_the_last_day(deadlines: dict[str, Deadline]) -> None:
    assert receipts(deadlines["2027-primary/opportunity-to-ballot-petition"]) == [
        ("state-and-counties", "17:00", None, "2027-04-08"),
        ("new-york-city", "24:00", None, "2027-04-08"),
        ("westchester", "17:00", None, "2027-04-08"),
    ]


def test_an_election_wholly_in_new_york_city_files_there(deadlines: dict[str, Deadline]) -> None:
    assert receipts(deadlines["2023-09-12-special-assembly-27/independent-petition"]) == [
        ("new-york-city", "24:00", None, "2023-08-02")
    ]


def test_conventions_and_cutoffs_are_no_filings(deadlines: dict[str, Deadline]) -> None:
    for id_ in ("2027-general/judicial-convention", "2027-general/vacancy-cutoff"):
        assert deadlines[id_].receipt == ()


# --- what holds for all --------------------------------------------------------------------------


def test_opens_is_never_after_closes_and_last_days_for_filing_are_business_days(
    content: Content, deadlines: dict[str, Deadline]
) -> None:
    from deadlines.ends import calendar

    days = calendar(content.law)
    for deadline in deadlines.values():
        opens, closes = (end.date if end else None for end in (deadline.opens, deadline.closes))
        assert not (opens and closes) or opens <= closes
        if closes and deadline.provision.kind == "filing":
            assert days.is_business_day(closes), deadline.id


@pytest.mark.parametrize("weekday", range(7))
@pytest.mark.parametrize("edition", ["before-2019", "2019", "2022", "2024"])
def test_an_election_on_any_weekday_has_all_its_deadlines(content: Content, edition: str, weekday: int) -> None:
    for id_, first in (("2027-primary", date(2027, 6, 21)), ("2027-general", date(2027, 11, 1))):
        election = replace(content.elections[id_], date=date.fromordinal(first.toordinal() + weekday))
        moved = replace(content, elections={**content.elections, id_: election})
        for deadline in timetable(moved, election=id_, edition=edition):
            assert deadline.status in ("fixed", "depends", "practicable")
            assert not (deadline.opens and deadline.opens.date and deadline.closes and deadline.closes.date) or (
                deadline.opens.date <= deadline.closes.date
            )
