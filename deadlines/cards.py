"""The pictures that other services show beside a link to a page: PNG, 1200 by 630.

One for each election to come and each filing, a common one for all else. The fonts come with the
site, so a card does not hang on the machine's; its bytes do hang on Pillow's version.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .lists import Row, by_today, dated
from .model import Build
from .vocabulary import in_words

if TYPE_CHECKING:
    from PIL import Image
    from PIL.ImageFont import FreeTypeFont

COMMON = "cards/site.png"
ELECTION = "cards/{}.png"
FILING = "cards/filings/{}.png"
FONTS = Path(__file__).parents[1] / "site_templates" / "fonts"
SIZE, MARGIN = (1200, 630), 80
PAPER, INK, SOFT = 255, 34, 102  # shades of grey
LINES = 3  # of a title; a longer one is set smaller


def outputs(build: Build) -> Iterator[tuple[str, bytes]]:
    """Every card's path and bytes."""
    site, coming = build.content.site, by_today(build)[0]
    draw, as_of = Drawing(site.name), f"As of {in_words(build.today, weekday=False)}"

    def foot(row: Row | None) -> str:
        return "; ".join([as_of, *(row.deadline.uncertain if row else [])])

    rows = [row for row in dated(build.deadlines) if row.day >= build.today]
    yield COMMON, draw.card(site.name, site.description, "", as_of)
    for election in coming:
        first = next((row for row in rows if row.deadline.election is election), None)
        held = in_words(election.date) if election.date else "No day named yet"
        title = election.entry.title
        yield ELECTION.format(election.id), draw.card(title, held, _next(first, title), foot(first))
    for filing in build.content.filings.values():
        first = next((row for row in rows if row.deadline.filing is filing), None)
        yield FILING.format(filing.id), draw.card(filing.title, _of(first), _next(first, filing.title), foot(first))


def _of(row: Row | None) -> str:
    return row.deadline.election.entry.title if row else ""


def _next(row: Row | None, title: str) -> str:
    """`Next: last day to file, Thursday, April 1, 2027`; with the paper where the title does not name it."""
    if not row:
        return ""
    what = "" if row.deadline.filing.title == title else f": {row.deadline.filing.short}"
    return f"Next: {'first' if row.which == 'opens' else 'last'} day{what}, {in_words(row.day)}"


class Drawing:
    """Draws cards with fonts that are read once."""

    def __init__(self, name: str) -> None:
        from PIL import Image, ImageDraw, ImageFont

        serif, sans = FONTS / "source-serif-4-latin-600-normal.woff", FONTS / "source-sans-3-latin-400-normal.woff"
        self._new = Image.frombytes
        self._titles = [ImageFont.truetype(str(serif), size) for size in (78, 66, 54)]
        self._text = ImageFont.truetype(str(sans), 40)
        self._small = ImageFont.truetype(str(sans), 32)
        self._blank = Image.new("L", SIZE, PAPER)
        draw = ImageDraw.Draw(self._blank)
        draw.rectangle((0, 0, SIZE[0], 16), INK)
        draw.text((MARGIN, 64), name, SOFT, self._small)

    def card(self, title: str, under: str, last: str, foot: str) -> bytes:
        """A card with a title, a line or more under it, what is next, and as of which day."""
        from PIL import ImageDraw

        picture = self._blank.copy()
        draw = ImageDraw.Draw(picture)
        draw.text((MARGIN, SIZE[1] - 84), foot, SOFT, self._small)
        for font in self._titles:  # from the largest: the first in which the title has room
            lines = self.wrapped(title, font)
            if len(lines) <= LINES:
                break
        y = 128
        for line in lines:
            draw.text((MARGIN, y), line, INK, font)
            y += round(font.size * 1.15)
        y += 20
        for text, shade in ((under, SOFT), (last, INK)):
            for line in self.wrapped(text, self._text):
                draw.text((MARGIN, y), line, shade, self._text)
                y += 50
        return self._png(picture)

    def _png(self, picture: Image.Image) -> bytes:
        """In 16 shades of a palette, which take half the time and space of 256 of grey."""
        shades = self._new("P", SIZE, picture.point([shade // 17 for shade in range(256)]).tobytes())
        shades.putpalette([17 * shade for shade in range(16) for _ in "rgb"])
        raw = io.BytesIO()
        shades.save(raw, "png", bits=4, compress_level=2)
        return raw.getvalue()

    def wrapped(self, text: str, font: FreeTypeFont) -> list[str]:
        """A text in lines that fit between the margins."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and font.getlength(longer) <= SIZE[0] - 2 * MARGIN:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines
