"""The words of steps, cautions, answers and reasons: each a pattern with named {fields}, in one place.

Python fills them by `str.format`; `rules.json` carries them to the browser, so that both say the same.
What is New York's own (the words for a reading, a holiday's name) is content and fills a field.
"""

from collections.abc import Mapping

# --- counting (rules) ---

PRACTICABLE = "No day is fixed: as soon as practicable."
FIXED = "The day is named in the rule itself."
DAY_OF_MONTH = "{month} {day} of that year."
WEEKDAY_OF_MONTH = "The {nth} {weekday} of {month} {year}."
NTH_WEEKDAY = "The {nth} {weekday} {direction} that day, which is not counted itself."
FIRST = "first"
LAST = "last"
NEXT_DAY = "The day {direction} that day."
NTH_DAY = "The {nth} day {direction} that day, which is not counted itself."
COUNT: Mapping[str, str] = {  # by the unit
    "day": "{number} {units} {direction} that day, which is not counted itself.",
    "business day": "{number} {units} {direction} that day, which is not counted itself.",
    "week": "{number} {units} {direction} that day, so on the same weekday.",
    "month": "{number} {units} {direction} that day, on the same day of the month, or on its last day if it has no such day.",  # noqa: E501
}
HOURS = "{number} hours {direction} that hour."
CHOICE = "The {which} of {days} and {last}."
CHOICE_WAITS = "The {which} of these days, once all are known."
NO_DAY = "there is no day {day}"
NO_DAY_OF_MONTH = "{month} {year} has no day {day}"
NO_WEEKDAY_OF_MONTH = "{month} {year} has no {nth} {weekday}"
NO_NAME = "nothing here is called '{name}'"
NO_HOUR = "{name} needs its hour"
NO_YEAR = "the count leaves the years 1 to 9999"

# --- closed days (days, rollover) ---

HOLIDAY = "{day} is {holiday} ({cite})"
HOLIDAY_KEPT = "{holiday}, which fell on a {weekday}"
WEEKEND = "{day} is a {weekday}"
ROLLED = "{reason}. {becomes} ({cite})."
READ_BACK = "{reason}. {reading} {day}"
READING = "{reading} {day}"

# --- elections and events (content, timetable) ---

QUOTED = "“{text}” ({cite})"
NOT_QUOTED = "{text} ({cite})"
ELECTION = "{title}: {why}."
GENERAL = "The day of the general election: {why}."
PROCLAMATION = "The day of the proclamation."
EVENT = "The day of {event}."
EVENT_WAITS = "The day of {event}, which is not known beforehand."
NO_ELECTION_DAY = "no rule gives the day of the {kind} election of {year}"
EVENT_WITHOUT_HOUR = "{name}: give its hour too, as {name}={day}T20:00"
EVENT_WITH_HOUR = "{name}: give the day without an hour, as {name}={day}"
EVENT_FROM = "{name}={day}: for {election} it falls from {first}"
EVENT_TO = "{name}={day}: for {election} it falls to {last}"
EVENT_FROM_TO = "{name}={day}: for {election} it falls from {first} to {last}"
LIMIT_IS_FOR = "The last day for {event} ({citation}) is for {applies}."
WHAT_IF = "the day that is asked about"
WHAT_IF_TITLE: Mapping[str, str] = {  # by the kind of election
    "primary": "Primary election",
    "presidential-primary": "Presidential primary",
    "general": "General election",
    "special": "Special election",
}
PRIMARY_OF = "{year} primary election"

# --- deadlines (law, timetable) ---

SET_BY = "Set for this election by {act}."
READING_WITH_RULE = "{reading}:"
COUNTED_ON = "{reading} Counted on from there, the day is"
AS_STATED = "By the rule as it is stated here, the day is"
AT_LATEST = "For the latest day: {reading} {day}"
DAY_AND_HOUR = "{day}, {hour}"
PASSED = "this day had already passed"
UNTOLD = "cannot be told: its condition ({when}) hangs on a day that is not known"
UNMET = "does not apply: it is for {event} {relation} {day}"
WRONG = "{place}.{end}: '{rule}' for {election}: {error}"
CONTRADICTION = "{place}.opens: for {election} it opens on {opens}, after it closes on {closes}"
TWICE = "{place}: edition {edition} has this deadline already, at {other}"
FOLLOWS_ITSELF = "{place}.cases_of: follows itself"


def patterns() -> dict[str, str | Mapping[str, str]]:
    """Every pattern by its name in small letters."""
    return {name.lower(): value for name, value in globals().items() if name.isupper()}
