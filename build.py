"""The command: build the site, check the content, or explain one deadline.

python build.py                 build output/ for today (New York)
python build.py check           hold rules to their texts, examples and official dates; write nothing
python build.py explain ID      one deadline, step by step

Exit status: 0 done; 2 for bad content or usage, with one message a mistake.
"""

import argparse
import io
import re
import sys
from datetime import date, datetime
from itertools import chain
from pathlib import Path
from zoneinfo import ZoneInfo

from deadlines.check import check
from deadlines.content import load
from deadlines.ends import EventError
from deadlines.explain import explain
from deadlines.model import Build, Content
from deadlines.publish import PublishError, publish
from deadlines.reader import ContentError
from deadlines.tables import Day
from deadlines.timetable import timetable

HERE = Path(__file__).parent


def main(arguments: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):  # “§” and accents, whatever the terminal's locale
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    options = _options(arguments)
    try:
        content = load(options.content)
        match options.command:
            case "check":
                _check(content, options)
            case "explain":
                _explain(content, options)
            case _:
                _build(content, options)
    except ContentError as error:
        return _refuse(error.mistakes)
    except (EventError, PublishError) as error:
        return _refuse([str(error)])
    except KeyboardInterrupt:
        return 130
    return 0


def _build(content: Content, options: argparse.Namespace) -> None:
    # Imported here: `check` and `explain` need neither templates nor calendars.
    from deadlines import data, feeds, pages, rules_export

    today = options.today or datetime.now(ZoneInfo(content.site.time_zone)).date()
    base_url = (options.base_url or content.site.base_url).rstrip("/") + "/"
    build = Build(content, tuple(timetable(content)), today, base_url)
    number = publish(
        chain.from_iterable(each.outputs(build) for each in (pages, feeds, data, rules_export)), options.output
    )
    if not options.quiet:
        print(f"{options.output}: {number} files, {len(build.deadlines)} deadlines, as of {today}")


def _check(content: Content, options: argparse.Namespace) -> None:
    deadlines = timetable(content)
    mistakes = check(content, deadlines)
    if mistakes:
        raise ContentError(mistakes)
    for id_, election in content.elections.items():
        if election.notice:
            print(f"warning: {id_}: {election.notice}", file=sys.stderr)
    if not options.quiet:
        print(f"{len(content.elections)} elections, {len(deadlines)} deadlines.")
        print("Every rule agrees with its text and its worked examples.")
        print(f"{len(content.official)} official dates agree.")


def _explain(content: Content, options: argparse.Namespace) -> None:
    election, _, rest = options.id.partition("/")
    if election not in content.elections:
        raise EventError(f"no election has the id {election!r}; there are {', '.join(content.elections)}")
    events = dict(options.event)
    for name in events:
        if name not in content.law.events:
            raise EventError(f"no event is called {name!r}; there are {', '.join(content.law.events)}")
    if len(events) < len(options.event):
        raise EventError("an event is given twice")
    found = {each.id: each for each in timetable(content, election=election, events=events)}
    if options.id not in found:
        known = ", ".join(found) or "none"
        raise EventError(f"{election} has no deadline {rest!r}; it has {known}")
    sys.stdout.write(explain(content, found[options.id]))


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="build.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    _common(parser, {})
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _common(commands.add_parser("check", help="check the content; writes nothing"), None)
    explained = commands.add_parser("explain", help="one deadline, step by step")
    explained.add_argument("id", metavar="ID", help="ELECTION/FILING[/CASE], as 2027-primary/designating-petition")
    explained.add_argument(
        "--event",
        action="append",
        default=[],
        type=_event,
        metavar="NAME=DATE[THH:MM]",
        help="the day of an event it depends on",
    )
    _common(explained, None)
    return parser.parse_args(arguments)


def _common(parser: argparse.ArgumentParser, defaults: dict[str, object] | None) -> None:
    """Options that go before or after the command's name; after it they have no default of their own."""
    absent = argparse.SUPPRESS

    def default(value: object) -> object:
        return value if defaults is not None else absent

    parser.add_argument(
        "--today", type=_date, default=default(None), metavar="DATE", help="the day to build for (default: New York's)"
    )
    parser.add_argument(
        "--output", type=Path, default=default(HERE / "output"), metavar="DIR", help="where the site is written"
    )
    parser.add_argument(
        "--content", type=Path, default=default(HERE / "content"), metavar="DIR", help="where the content stands"
    )
    parser.add_argument(
        "--base-url",
        type=_address,
        default=default(None),
        metavar="URL",
        help="the site's address (default: content/site.toml's)",
    )
    parser.add_argument("--quiet", action="store_true", default=default(False), help="say nothing when all is well")


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day; expected one like 2027-04-01") from None


def _address(text: str) -> str:
    if not re.fullmatch(r"https?://[^\s<>\"?#\[\]]+", text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no address; expected one like https://name.github.io/repository/"
        )
    return text


def _event(text: str) -> tuple[str, Day]:
    name, _, day = text.partition("=")
    try:
        if not re.fullmatch(r"\d{4}-\d\d-\d\d(T\d\d:\d\d)?", day):
            raise ValueError
        return name, datetime.fromisoformat(day) if "T" in day else date.fromisoformat(day)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: expected NAME=2027-08-11 or NAME=2027-08-11T20:00") from None


def _refuse(mistakes: list[str]) -> int:
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
