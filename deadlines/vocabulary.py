"""The vocabulary that all modules share: kinds and statuses, words for days, and what the tables are made of."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, Strict

T = TypeVar("T")
Many = Annotated[tuple[T, ...], Strict(False)]  # a TOML array is a list; inside it, all stays strict

Which = Literal["opens", "closes"]
WHICH: tuple[Which, ...] = ("opens", "closes")
Kind = Literal["filing", "court", "signing", "meeting", "cutoff", "duty"]
Basis = Literal["verbatim", "read", "inferred", "unverified"]
Status = Literal["fixed", "depends", "practicable", "unknown", "abolished", "withdrawn"]
ElectionKind = Literal["primary", "presidential-primary", "general", "special"]
CautionKind = Literal["reading", "unverified", "inferred", "may-move"]
Date = date  # for fields that are called `date` themselves
Day = date | datetime  # a datetime is an instant, New York time, and comes only from an event with an hour

Weekday = Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
WEEKDAYS: tuple[Weekday, ...] = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip
Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Clock = Annotated[str, Field(pattern=r"^([01]\d|2[0-4]):[0-5]\d$")]  # 24:00 is the day's last midnight
Paragraph = Annotated[str, Field(pattern=r"^[a-z0-9]+$")]
Https = Annotated[str, Field(pattern=r"^https?://[^\s<>\"]+$")]
Address = Annotated[str, Field(pattern=r"^(https?://[^\s<>\"]+|mailto:[^\s<>\"]+|)$")]
Base = Annotated[str, Field(pattern=r"^https?://[^\s<>\"?#\[\]]+$")]
ONE_LINE = AfterValidator(lambda words: " ".join(words.split()))
Words = Annotated[str, Field(pattern=r"\S"), ONE_LINE]  # something other than white space
Reason = Annotated[str, Field(pattern=r"^\S[^\x00-\x1f\x7f]*$", max_length=200)]  # why a published value changed
DaysOfAYear = Annotated[int, Field(ge=0, le=366)]
Quotation = Annotated[str, ONE_LINE, Field(min_length=1)]
OneOrMany = Annotated[
    tuple[ElectionKind, ...],
    BeforeValidator(lambda found: (found,) if isinstance(found, str) else found),
    Strict(False),
]


def whole(day: Day) -> date:
    """The day of an instant; of a day, the day itself."""
    return day.date() if isinstance(day, datetime) else day


def once(values: Iterable[T]) -> tuple[T, ...]:
    """Each value once, in the order in which it first comes."""
    return tuple(dict.fromkeys(values))


def in_words(day: Day, *, weekday: bool = True, year: bool = True) -> str:
    """`Tuesday, June 1, 2027`, whatever the machine's locale; an instant with its hour after it."""
    text = f"{WEEKDAYS[day.weekday()]}, " if weekday else ""
    text += f"{MONTHS[day.month - 1]} {day.day}"
    text += f", {day.year}" if year else ""
    return f"{text}, {clock_in_words(f'{day:%H:%M}')}" if isinstance(day, datetime) else text


def sentence(text: str) -> str:
    """With a full stop at its end, but not two of them."""
    return text if text.endswith((".", ".”")) else f"{text}."


def lowered(title: str) -> str:
    """A title inside a sentence: its first letter small."""
    return title[0].lower() + title[1:]


def clock_in_words(clock: str) -> str:
    """`5:00 p.m.` for `17:00`; `midnight` for `24:00`."""
    hour, minute = map(int, clock.split(":"))
    if hour == 24:
        return "midnight"
    return f"{hour % 12 or 12}:{minute:02} {'a.m.' if hour < 12 else 'p.m.'}"


class Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, populate_by_name=True)
