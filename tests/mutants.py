"""What `check` notices: every rule of the main section with one word changed, and what catches it.

.venv/bin/python tests/mutants.py        prints how many mutants there are, and how many are caught by what
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from test_second_opinion import spoilt_rules

from deadlines.check import against_examples, against_official, against_text
from deadlines.content import load
from deadlines.ends import calendar
from deadlines.expressions import RuleError
from deadlines.ledger import unrecorded
from deadlines.model import Content, Provision
from deadlines.reader import ContentError
from deadlines.timetable import timetable

ROOT = Path(__file__).parents[1]


def mutants(content: Content) -> Iterator[tuple[Provision, Content]]:
    """Each spoilt rule of each edition of the main section, and the content with it."""
    law = content.law
    for key in [(law.main, edition.id) for edition in law.section.edition]:
        for n, rule in enumerate(law.provisions[key]):
            for other in spoilt_rules(rule):
                rules = (*law.provisions[key][:n], other, *law.provisions[key][n + 1 :])
                yield other, replace(content, law=replace(law, provisions={**law.provisions, key: rules}))


def caught_by(rule: Provision, content: Content) -> str:
    """What notices a spoilt rule first, in the order in which `check` looks."""
    try:
        if list(against_text(rule)):
            return "the words of the text above it"
        if list(against_examples(content, rule, calendar(content.law))):
            return "a worked example"
        deadlines = timetable(content)
        if list(against_official(content, deadlines)):
            return "an official calendar"
        return "the ledger" if unrecorded(content, deadlines, "", date.max) else "nothing"
    except (RuleError, ContentError, RecursionError, KeyError):  # some of them the loader refuses before
        return "no timetable comes out of it"


def main() -> int:
    content = load(ROOT / "content")
    caught: Counter[str] = Counter()
    for rule, changed in mutants(content):
        by = caught_by(rule, changed)
        caught[by] += 1
        if by == "nothing":
            print(f"not caught: {rule.place}: {rule.opens} / {rule.closes} / {rule.when}")
    print(f"{caught.total()} mutants")
    for by, number in caught.most_common():
        print(f"{number:5}  {by}")
    return 1 if caught["nothing"] else 0


if __name__ == "__main__":
    sys.exit(main())
