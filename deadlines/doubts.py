"""What is not certain, over all deadlines: each doubt once, with the deadlines that rest on it."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from .model import Caution, Deadline
from .vocabulary import WEEKDAYS

KINDS = ("unverified", "inferred", "reading", "unknown", "may-move")
FROM_A_DAY_ON = re.compile(rf"\s*\b(?:{'|'.join(WEEKDAYS)}), \w+ \d+, \d{{4}}.*", re.DOTALL)


@dataclass(slots=True)
class Doubt:
    """A doubt in words that fit every election: what is not certain, by which source."""

    kind: str
    text: str
    source: str
    deadlines: list[Deadline] = field(default_factory=list)

    @property
    def id(self) -> str:
        """Its anchor on /about/method/: the same for the same doubt, whatever day it comes to."""
        return _id(self.kind, self.text, self.source)


def doubts(deadlines: Iterable[Deadline]) -> dict[str, list[Doubt]]:
    """Every doubt of the deadlines by its kind, in the order in which they have them."""
    found: dict[str, Doubt] = {}
    for deadline in deadlines:
        for kind, text, source in [*map(_said, deadline.cautions), *_unknown(deadline)]:
            doubt = found.setdefault(_id(kind, text, source), Doubt(kind, text, source))
            if deadline not in doubt.deadlines[-1:]:
                doubt.deadlines.append(deadline)
    return {kind: [each for each in found.values() if each.kind == kind] for kind in KINDS}


def doubt_id(caution: Caution) -> str:
    """The id of the doubt that a deadline's caution is an instance of."""
    return _id(*_said(caution))


@cache
def _said(caution: Caution) -> tuple[str, str, str]:
    """A caution without the days that it comes to for its own election."""
    return caution.kind, FROM_A_DAY_ON.sub(" …", caution.text), caution.source


def _unknown(deadline: Deadline) -> Iterable[tuple[str, str, str]]:
    reasons = {end.reason for _, end in deadline.ends if end.status == "unknown" and end.reason}
    return (("unknown", reason, deadline.citation) for reason in sorted(reasons))


@cache
def _id(kind: str, text: str, source: str) -> str:
    return f"{kind}-{hashlib.sha256(f'{text}{source}'.encode()).hexdigest()[:8]}"
