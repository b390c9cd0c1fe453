"""vobject: many a CalDAV server's reader."""

import vobject

from readers import Row, answer, text


def read(feed: str) -> list[Row]:
    calendar = vobject.readOne(feed)
    calendar.validate(raiseException=True)
    return [
        (each.uid.value, str(each.dtstart.value), str(each.dtend.value), each.summary.value, each.description.value)
        for each in calendar.vevent_list
    ]


if __name__ == "__main__":
    answer(lambda path: read(text(path)))
