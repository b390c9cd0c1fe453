"""libical: the reader of GNOME's calendar. It comes with the system, and so does the Python that has it."""

import gi

from readers import Row, answer, text

gi.require_version("ICalGLib", "3.0")
from gi.repository import ICalGLib  # noqa: E402


def read(feed: str) -> list[Row]:
    calendar = ICalGLib.Component.new_from_string(feed)
    if calendar.count_errors() or not calendar.check_restrictions():
        raise ValueError(f"{calendar.count_errors()} errors")
    rows = []
    event = calendar.get_first_component(ICalGLib.ComponentKind.VEVENT_COMPONENT)
    while event:
        days = _day(event.get_dtstart()), _day(event.get_dtend())
        rows.append((event.get_uid(), *days, event.get_summary(), event.get_description()))
        event = calendar.get_next_component(ICalGLib.ComponentKind.VEVENT_COMPONENT)
    return rows


def _day(time: ICalGLib.Time) -> str:
    if not time.is_date():
        raise ValueError(f"{time.as_ical_string()} is no whole day")
    return f"{time.get_year():04}-{time.get_month():02}-{time.get_day():02}"


if __name__ == "__main__":
    answer(lambda path: read(text(path)))
