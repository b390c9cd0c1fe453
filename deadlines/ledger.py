"""What has been published, held against what is computed now: nothing changes before it is recorded.

`unrecorded` gives the lines that content/ledger.csv lacks; a build with any of them stops. `record`
writes them down with their reason, like a lock file.
"""

import csv
import hashlib
import io
import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path

from .history import ADDRESSES, COLUMNS, LEDGER, History, Key, Ledger
from .model import Content, Deadline, End
from .notices import notice, title
from .readable import Readable
from .reader import ContentError
from .tables import Line


def unrecorded(content: Content, deadlines: Iterable[Deadline], reason: str, on: date) -> list[Line]:
    """The lines that would bring the ledger up to what is computed, by id and end.

    An end that is no longer computed is withdrawn: it keeps its last date and title. One that was
    never published and is abolished has no line.
    """
    computed = {(each.id, which): (each, end) for each in deadlines for which, end in each.ends}
    say = Readable(content)
    found = (_next(content, say, key, computed, reason, on) for key in sorted(content.ledger.keys() | computed.keys()))
    return [line for line in found if line]


def _next(
    content: Content, say: Readable, key: Key, computed: Mapping[Key, tuple[Deadline, End]], reason: str, on: date
) -> Line | None:
    """The line that an end's history lacks, if it lacks one."""
    history = content.ledger.get(key, ())
    last = history[-1] if history else None
    found = computed.get(key)
    deadline = None
    if found is None or found[1].status == "abolished":
        if last is None:
            return None
        said = ("abolished" if found else "withdrawn", last.date, last.title)
    else:
        deadline, end = found
        said = (end.status, end.date.isoformat() if end.date else end.rule or "", title(deadline, key[1]))
    if last and (last.status, last.date, last.title) == said and _hash(content, say, history, deadline) == last.text:
        return None
    status, day, words = said
    line = Line.model_construct(
        id=key[0],
        end=key[1],
        revision=last.revision + 1 if last else 0,
        sequence=last.sequence + ((last.status, last.date) != (status, day)) if last else 0,
        status=status,
        date=day,
        title=words,
        published=last.published if last else on,
        changed=on,
        reason=reason,
    )
    return line.model_copy(update={"text": _hash(content, say, (*history, line), deadline)})


def _hash(content: Content, say: Readable, history: History, deadline: Deadline | None) -> str:
    heading, lines = notice(content, say, history, deadline)
    return hashlib.sha256("\n".join([heading, *lines]).encode()).hexdigest()[:12]


def with_lines(ledger: Ledger, lines: Iterable[Line]) -> Ledger:
    """The ledger with further lines, sorted."""
    found = dict(ledger)
    for line in lines:
        found[line.id, line.end] = (*found.get((line.id, line.end), ()), line)
    return dict(sorted(found.items()))


def in_lines(content: Content, lines: Iterable[Line]) -> Iterator[str]:
    """What is recorded and what is computed, side by side, a line for each difference."""
    for line in lines:
        history = content.ledger.get((line.id, line.end))
        yield f"{line.id} {line.end}: {_side_by_side(history[-1] if history else None, line)}"


def _side_by_side(was: Line | None, now: Line) -> str:
    if was is None:
        return f"not recorded; computed {_value(now)}"
    if (was.status, was.date) != (now.status, now.date):
        what = "no longer computed" if now.status == "withdrawn" else f"computed {_value(now)}"
        return f"recorded {_value(was)}; {what}"
    if was.title != now.title:
        return f"recorded as {was.title!r}; now {now.title!r}"
    return f"the words of its event are not those recorded (recorded {was.text}, now {now.text})"


def _value(line: Line) -> str:
    return line.date if line.status == "fixed" else f"{line.date!r} ({line.status})" if line.date else line.status


def refuse_unrecorded(content: Content, lines: list[Line], paths: Iterable[str]) -> None:
    """Raise ContentError if there is a line to record, or if `paths` lack a published address or have a new one."""
    paths, ledger = set(paths), f"{content.folder}/{LEDGER}"
    mistakes = _lost(content)
    if lines and not content.ledger and not mistakes:
        mistakes = [f'{ledger}: nothing is recorded yet; run: python build.py record "first publication"']
    if mistakes:
        raise ContentError(mistakes)
    mistakes = [f"{ledger}: {each}" for each in in_lines(content, lines)] + dropped(content, paths)
    new = sorted(paths - set(content.addresses))
    mistakes += [f"{content.folder}/{ADDRESSES}: {path} is not recorded" for path in new]
    if mistakes:
        raise ContentError([*mistakes, 'if these are meant, write them down: python build.py record "why"'])


def _lost(content: Content) -> list[str]:
    """A mistake if the ledger is empty though something was published."""
    what = f"holds nothing, though {ADDRESSES} tells of a publication: bring it back"
    published = any(path.startswith("feeds/elections/") for path in content.addresses)
    return [f"{content.folder}/{LEDGER}: {what}"] if published and not content.ledger else []


def dropped(content: Content, paths: Iterable[str]) -> list[str]:
    """A mistake for each address once published that the site would have no more."""
    gone = sorted(set(content.addresses) - set(paths))
    return [f"{content.folder}/{ADDRESSES}: {path} was published, and would be no more" for path in gone]


def record(folder: Path, content: Content, lines: list[Line], paths: Iterable[str]) -> None:
    """Write further lines and addresses into a content folder. Raises ContentError for an address dropped."""
    paths = set(paths)
    mistakes = [*_lost(content), *dropped(content, paths)]
    last = max((line.changed for history in content.ledger.values() for line in history), default=date.min)
    if lines and lines[0].changed < last:
        mistakes.append(
            f"{content.folder}/{LEDGER}: its last change is of {last}; one of {lines[0].changed} cannot follow"
        )
    if mistakes:
        raise ContentError(mistakes)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for history in with_lines(content.ledger, lines).values():
        writer.writerows([getattr(line, column) for column in COLUMNS] for line in history)
    _replace(folder / LEDGER, text.getvalue())
    _replace(folder / ADDRESSES, "".join(f"{path}\n" for path in sorted({*content.addresses, *paths})))


def _replace(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    new = path.with_name(f".{path.name}-new")
    new.write_bytes(text.encode())
    os.replace(new, path)
