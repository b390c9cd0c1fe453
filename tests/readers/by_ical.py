"""Home Assistant's reader."""

from ical.calendar_stream import IcsCalendarStream

from readers import Row, answer, text


def read(feed: str) -> list[Row]:
    events = IcsCalendarStream.calendar_from_ics(feed).events
    return [
        (str(each.uid), str(each.dtstart), str(each.dtend), str(each.summary), str(each.description)) for each in events
    ]


if __name__ == "__main__":
    answer(lambda path: read(text(path)))
