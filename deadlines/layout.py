"""What all pages are made with: their templates and what these know, style sheet, scripts, prose from Markdown."""

import base64
import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import cache, partial
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import jinja2
import markdown
from markdown.treeprocessors import Treeprocessor
from markupsafe import Markup, escape

from . import cards
from .corrections import of_deadline, recent
from .crawlers import About, head
from .doubts import doubt_id
from .feeds import feeds
from .law import edition_in_words
from .model import Build, Content, Deadline, Receipt
from .readable import Readable
from .reader import ContentError
from .search import index
from .vocabulary import MONTHS, WEEKDAYS, clock_in_words, in_words, lowered, sentence

TEMPLATES = Path(__file__).parents[1] / "site_templates"
STATUSES = {
    "depends": "depends on an event",
    "practicable": "as soon as practicable",
    "unknown": "not known",
    "abolished": "abolished",
    "fixed": "",
}
MENUS = (
    ("elections/", "Elections"),
    ("filings/", "Filings"),
    ("calculator/", "Calculator"),
    ("subscribe/", "Subscribe"),
    ("terms/", "Terms"),
    ("{law}", "The law"),
    ("about/", "About"),
)
File = tuple[str, Callable[[], bytes]]  # a path, and what makes its bytes when they are wanted


class Layout:
    """Lays out the pages of a build. `files` are what every page loads: style sheet, script, search index, icon."""

    def __init__(self, build: Build) -> None:
        self.feeds = feeds(build)
        self.readable = Readable(build.content)
        named = sorted(
            [
                _hashed("style.css", (TEMPLATES / "style.css").read_bytes()),
                _hashed("site.js", (TEMPLATES / "site.js").read_bytes()),
                _hashed("search.json", index(build)),
            ]
        )
        self.files: list[File] = [ready(path, raw) for _, path, raw in named]
        self.files.append(("icon.svg", (TEMPLATES / "icon.svg").read_bytes))
        self._env = _environment(build, {name: path for name, path, _ in named}, self.readable)
        law = f"law/{build.content.law.main}/"
        self.menus = [(href.format(law=law), name) for href, name in MENUS]
        self._env.globals |= {"subscribable": bool(self.feeds), "menus": self.menus}
        macros: Any = self._env.get_template("macros.html").module
        for name in ("masthead", "foot", "subscribe"):  # the same on many pages: made once
            self._env.globals[name] = cache(getattr(macros, name))
        self._content = build.content

    def page(
        self,
        path: str,
        template: str,
        card: str = cards.COMMON,
        about: About | None = None,
        late: Callable[[], dict[str, Any]] = dict,
        **shown: Any,
    ) -> File:
        """The page of an address, with the picture and the linked data that other sites show of it.

        `late` gives more of what it shows, and is called only when the page is laid out: for what takes long.
        """

        def made() -> bytes:
            root = "../" * path.count("/")
            menu = next((href for href, _ in self.menus if path.startswith(href)), None)
            html = self._env.get_template(template).render(
                root=root, path=path, menu=menu, shown_as=card, about=about, **shown, **late()
            )
            return html.encode()

        return path if path.endswith(".html") else f"{path}index.html", made

    def prose(self, name: str) -> Markup:
        """A text of `content/pages/` without its heading."""
        return from_markdown(f"{self._content.folder}/pages/{name}.md", self._content.pages[name].partition("\n")[2])


def ready(path: str, raw: bytes) -> File:
    """A file whose bytes are there already."""
    return path, lambda: raw


def _hashed(name: str, raw: bytes) -> tuple[str, str, bytes]:
    """A file's name, the path that changes with its bytes, and the bytes."""
    stem, _, ending = name.partition(".")
    return name, f"{stem}-{hashlib.sha256(raw).hexdigest()[:8]}.{ending}", raw


class _Compiled(jinja2.FileSystemBytecodeCache):
    """Compiled templates, kept where Python keeps its compiled modules; where nothing can be kept, they are not."""

    def __init__(self) -> None:
        super().__init__(str(Path(__file__).with_name("__pycache__")), f"%s.jinja-{jinja2.__version__}")

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _environment(build: Build, assets: dict[str, str], readable: Readable) -> jinja2.Environment:
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=_Compiled(),
    )
    content, style = build.content, (TEMPLATES / "embed.css").read_text("utf-8")
    env.filters |= {
        "words": cache(in_words),
        "clock": cache(clock_in_words),
        "doubt_id": doubt_id,
        "sentence": sentence,
        "filing_title": lambda filing: content.filings[filing].title.lower(),
        "filing_of": lambda paper: paper.partition("/")[0],
        "iso": lambda day: day.isoformat(),
        "weekday": lambda day: WEEKDAYS[day.weekday()],
        "month": lambda day: MONTHS[day.month - 1],
        "rule": readable.rule,
        "condition": readable.condition,
        "lowered": lowered,
    }
    env.globals |= {
        "site": content.site,
        "law": content.law,
        "content": content,
        "today": build.today,
        "base_url": build.base_url,
        "webcal": "webcal" + build.base_url[build.base_url.index(":") :],
        "assets": assets,
        "day": _day,
        "statuses": STATUSES,
        "told": partial(head, build),
        "frame_style": Markup(style),
        "frame_style_hash": base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
        "places": {place.id: place for place in content.law.filing.place},
        "recent": lambda changes: recent(changes, build.today),
        "corrected": lambda deadline: recent(of_deadline(content.ledger, deadline.id), build.today),
        "windows": _windows,
        "usual": lambda deadline: _usual(content, deadline),
        "edition": lambda deadline: edition_in_words(content.law, deadline.provision),
    }
    return env


@cache
def _day(day: date, *, weekday: bool = True, year: bool = True) -> Markup:
    """A day in words, and as machines read it."""
    return Markup(f'<time datetime="{day.isoformat()}">{escape(in_words(day, weekday=weekday, year=year))}</time>')


def _windows(deadline: Deadline) -> list[tuple[Receipt, list[str]]]:
    """What is asked on the last day, and by which places: those that ask the same are put together."""
    found: dict[tuple[Any, ...], tuple[Receipt, list[str]]] = {}
    for each in deadline.receipt:
        asked = (each.closes_at, each.postmarked_by, each.received_by)
        found.setdefault(asked, (each, []))[1].append(each.place)
    return list(found.values())


def _usual(content: Content, deadline: Deadline) -> bool:
    """Whether every place takes the paper until its usual hour, and by mail if it takes any so."""
    places = {place.id: place for place in content.law.filing.place}
    return any(each.postmarked_by for each in deadline.receipt) and all(
        each.closes_at == places[each.place].closes_at for each in deadline.receipt
    )


class _OnlySafeLinks(Treeprocessor):
    """Refuses a link or picture whose address is not https, mailto or relative."""

    def run(self, root: Element) -> None:
        for element in root.iter():
            for key in ("href", "src"):
                address = unescape(element.get(key) or "").strip()
                if re.match(r"[^/?#]*:", address) and not re.match(r"(https://|mailto:)", address, re.IGNORECASE):
                    raise ValueError(f"links to {address!r}; expected https, mailto or a relative address")


def from_markdown(place: str, text: str) -> Markup:
    """Prose as HTML. Raw HTML in it is shown as it is written, never passed on.

    Raises ContentError for a link that is no https, mailto or relative address.
    """
    converter = markdown.Markdown(extensions=["tables", "sane_lists"], output_format="html")
    converter.preprocessors.deregister("html_block")
    converter.inlinePatterns.deregister("html")
    converter.treeprocessors.register(_OnlySafeLinks(converter), "only-safe-links", 0)
    try:
        return Markup(converter.convert(text))  # the converter has escaped it
    except ValueError as error:
        raise ContentError([f"{place}: {error}"]) from None
