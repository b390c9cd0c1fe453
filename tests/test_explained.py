"""Whole explanations, word for word: `explained.txt` holds what `build.py explain` says of deadlines of every kind.

They were read against the statute when they were put in. Whoever changes the law or its words sees here,
as a reader would, all that changes with it.
"""

from datetime import date, datetime
from pathlib import Path

import pytest

from deadlines.explain import explain
from deadlines.model import Content
from deadlines.timetable import timetable
from deadlines.vocabulary import Day

EXPLAINED = (Path(__file__).parent / "explained.txt").read_text("utf-8")


def on(text: str) -> Day:
    return datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text)


@pytest.mark.figures
@pytest.mark.parametrize(
    ("command", "text"), [each.split("\n", 1) for each in EXPLAINED.removeprefix("$ explain ").split("\n$ explain ")]
)
def test_a_deadline_is_explained_in_these_words(content: Content, command: str, text: str) -> None:
    id_, *given = command.split(" --event ")
    events = {name: on(day) for name, day in (each.split("=") for each in given)}
    found = {each.id: each for each in timetable(content, election=id_.partition("/")[0], events=events)}
    assert explain(content, found[id_]).removesuffix(f"\n{content.site.disclaimer}\n").rstrip("\n") == text.rstrip("\n")
