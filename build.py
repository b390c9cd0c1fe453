"""The command: build the site, check the content, or explain one deadline.

python build.py                 build output/ for today (by the site's time zone)
python build.py serve           serve it on this machine, made anew on change
python build.py check           hold rules to their texts, examples and official dates; write nothing
python build.py explain ID      one deadline, step by step
python build.py record "why"    accept new or changed dates into the ledger

Exit status: 0 done; 2 for bad content, unrecorded changes or usage, with one message a mistake.
"""

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import TypeAdapter, ValidationError

from deadlines.check import against_official, check
from deadlines.console import during, refuse, told
from deadlines.content import load
from deadlines.ends import EventError
from deadlines.explain import explain
from deadlines.history import LEDGER
from deadlines.ledger import in_lines, record, refuse_unrecorded, unrecorded, with_lines
from deadlines.model import Build, Content
from deadlines.publish import PublishError, publish
from deadlines.reader import ContentError
from deadlines.tables import Line
from deadlines.timetable import timetable
from deadlines.vocabulary import Day, Reason

HERE = Path(__file__).parent


def main(arguments: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):  # “§” and accents, whatever the terminal's locale
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    options = _options(arguments)
    try:
        with during("reading content", quiet=options.quiet):
            content = load(options.content)
        match options.command:
            case "check":
                _check(content, options)
            case "explain":
                _explain(content, options)
            case "record":
                _record(content, options)
            case "serve":
                _serve(options)
            case _:
                _build(content, options)
    except ContentError as error:
        refuse(error.mistakes)
        return 2
    except (EventError, PublishError) as error:
        refuse([str(error)])
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def _build(content: Content, options: argparse.Namespace) -> None:
    build = _computed(content, options)
    differences = list(against_official(content, build.deadlines))
    if differences:
        raise ContentError(differences)
    with during("comparing with what was published", quiet=options.quiet):
        _refuse_unrecorded(build)
    pages, others = _files(build)
    number = publish(told(pages, "pages of deadlines written", quiet=options.quiet), options.output, others)
    if not options.quiet:
        print(f"{options.output}: {number} files, {len(build.deadlines)} deadlines, as of {build.today}")


def _files(build: Build) -> tuple[Iterator[tuple[str, bytes]], Callable[[], Iterator[tuple[str, bytes]]]]:
    """The pages of deadlines, and what makes all the rest, which takes as long."""
    from deadlines import deadline_pages, pages

    return _made(deadline_pages.outputs(build)), lambda: chain(
        _made(pages.outputs(build)), *(each.outputs(build) for each in _beside_pages())
    )


def _made(files: Iterable[tuple[str, Callable[[], bytes]]]) -> Iterator[tuple[str, bytes]]:
    return ((path, make()) for path, make in files)


def _computed(content: Content, options: argparse.Namespace) -> Build:
    today = options.today or datetime.now(ZoneInfo(content.site.time_zone)).date()
    base_url = (options.base_url or content.site.base_url).rstrip("/") + "/"
    with during("computing deadlines", quiet=options.quiet):
        return Build(content, tuple(timetable(content)), today, base_url)


def _beside_pages() -> tuple[Any, ...]:
    """The modules that make all but pages. Imported here: `check` and `explain` need no calendars and no pictures."""
    from deadlines import badges, cards, corrections, data, feeds, openapi, rules_export

    return corrections, openapi, rules_export, badges, feeds, data, cards


def _refuse_unrecorded(build: Build) -> None:
    """Stop where a date, a rule or the words of an event differ from what was published, or an address is lost."""
    refuse_unrecorded(build.content, unrecorded(build.content, build.deadlines, "", build.today), _addresses(build))


def _addresses(build: Build) -> list[str]:
    """The addresses that others hold on to: no build may lose one."""
    from deadlines import badges, corrections, data, embeds, feeds, openapi, rules_export

    makers = (feeds, data, corrections, rules_export, openapi, embeds, badges)
    return [path for each in makers for path in each.addresses(build)]


def _record(content: Content, options: argparse.Namespace) -> None:
    build = _computed(content, options)
    with during("checking and recording", quiet=options.quiet):
        mistakes = check(content, list(build.deadlines))
        if mistakes:
            raise ContentError(mistakes)
        lines = unrecorded(content, build.deadlines, options.reason, build.today)
        record(options.content, content, lines, _addresses(_with(build, lines)))
    if not options.quiet:
        for each in in_lines(content, lines):
            print(each)
        print(f"{content.folder}/{LEDGER}: {len(lines)} lines recorded: {options.reason}")


def _with(build: Build, lines: list[Line]) -> Build:
    """The build with further lines in its ledger."""
    return replace(build, content=replace(build.content, ledger=with_lines(build.content.ledger, lines)))


def _serve(options: argparse.Namespace) -> None:
    """Serve the site as it would be; what is not recorded is said and marked, not refused."""
    from jinja2 import TemplateError

    from deadlines.serve import Server, serve

    address = urlsplit(options.base_url or load(options.content).site.base_url)
    base = f"{address.path.rstrip('/')}/"

    def made() -> Callable[[str], bytes | None] | None:
        options.base_url = f"http://localhost:{server.server_port}{base}"
        try:
            build = _computed(load(options.content), options)
            lines = unrecorded(build.content, build.deadlines, "not recorded yet", build.today)
            site = _when_asked(_with(build, lines))
        except (ContentError, TemplateError) as error:
            print(f"{error}\nthe site is as it was before", file=sys.stderr)
            return None
        for each in in_lines(build.content, lines):
            print(each, file=sys.stderr)
        print(options.base_url, flush=True)
        return site

    try:
        server = Server(made, [options.content, HERE / "site_templates"], base, options.port)
    except (OSError, OverflowError) as error:
        raise PublishError(f"port {options.port}: {error}; name another with --port, or 0 for any free one") from None
    serve(server)


def _when_asked(build: Build) -> Callable[[str], bytes | None]:
    """Makes a page when it is asked for; feeds, data and the like are made together with others of their kind."""
    from deadlines import deadline_pages, pages

    makers = dict(chain(pages.outputs(build), deadline_pages.outputs(build)))
    others = [cache(partial(_all_of, module, build)) for module in _beside_pages()]

    def site(path: str) -> bytes | None:
        if path in makers:
            return makers[path]()
        return next((files()[path] for files in others if path in files()), None)

    return site


def _all_of(module: Any, build: Build) -> dict[str, bytes]:
    return dict(module.outputs(build))


def _check(content: Content, options: argparse.Namespace) -> None:
    build = _computed(content, options)
    with during("checking", quiet=options.quiet):
        mistakes = check(content, list(build.deadlines))
        if mistakes:
            raise ContentError(mistakes)
        _refuse_unrecorded(build)
    for id_, election in content.elections.items():
        if election.notice:
            print(f"warning: {id_}: {election.notice}", file=sys.stderr)
    if not options.quiet:
        print(f"{len(content.elections)} elections, {len(build.deadlines)} deadlines.")
        print("Every rule agrees with its text and its worked examples.")
        explained = len(content.differences)
        but = f"; {explained} {'does' if explained == 1 else 'do'} not, which is explained" if explained else ""
        print(f"{len(content.official) - explained} official dates agree{but}.")
        print(f"{len(content.ledger)} published first and last days are as recorded.")


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
    recorded = commands.add_parser("record", help="accept new or changed dates into the ledger")
    recorded.add_argument("reason", type=_reason, metavar="WHY", help="why they are new or changed: readers see it")
    _common(recorded, None)
    served = commands.add_parser("serve", help="the site on this machine, made anew on change")
    served.add_argument("--port", type=int, default=8000, metavar="N", help="default: 8000; 0 for any free one")
    _common(served, None)
    return parser.parse_args(arguments)


def _common(parser: argparse.ArgumentParser, defaults: dict[str, object] | None) -> None:
    """Options that go before or after the command's name; after it they have no default of their own."""
    absent = argparse.SUPPRESS

    def default(value: object) -> object:
        return value if defaults is not None else absent

    parser.add_argument(
        "--today",
        type=_date,
        default=default(None),
        metavar="DATE",
        help="the day to build for (default: its own today)",
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


def _reason(text: str) -> str:
    try:
        return TypeAdapter(Reason).validate_python(text)
    except ValidationError:
        raise argparse.ArgumentTypeError(f"{text!r}: say why in one line of at most 200 characters") from None


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


if __name__ == "__main__":
    if sys.flags.optimize > 1:  # it takes the docstrings away, which the published schemas say to their readers
        ordinary = {key: value for key, value in os.environ.items() if key != "PYTHONOPTIMIZE"}
        os.execve(sys.executable, [sys.executable, *sys.argv], ordinary)
    sys.exit(main(sys.argv[1:]))
