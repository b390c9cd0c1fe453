"""Reads the files of content/, each into its record, and collects the mistakes in them."""

import hashlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

R = TypeVar("R", bound=BaseModel)
# Control characters and what XML cannot hold, and marks by which words would be shown in another order.
ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")


class ContentError(Exception):
    """Mistakes in the content, each a line that begins with its file and key."""

    def __init__(self, mistakes: list[str]) -> None:
        super().__init__(mistakes)
        self.mistakes = mistakes

    def __str__(self) -> str:
        return "\n".join(self.mistakes)


class Reader:
    """Reads the files of a content folder, and collects the mistakes in them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.mistakes: list[str] = []
        self._hash = hashlib.sha256()

    def name(self, path: Path) -> str:
        """A file as messages name it: from the content folder's own name on."""
        return f"{self.folder.name}/{path.relative_to(self.folder).as_posix()}"

    def wrong(self, place: str, message: str) -> None:
        """Note a mistake at a place: a file, and a key or line in it."""
        self.mistakes.append(f"{place}: {message}")

    def stop_if_wrong(self) -> None:
        """Raise ContentError with every mistake noted so far, each once."""
        if self.mistakes:
            raise ContentError(sorted(set(self.mistakes)))

    def text(self, path: Path) -> str | None:
        """A file's text; none, with a mistake noted, if it is not UTF-8 or holds a control character."""
        try:
            found = path.read_bytes()
            self._hash.update(f"{path.relative_to(self.folder).as_posix()}\0{len(found)}\0".encode() + found)
            text = found.decode("utf-8-sig").replace("\r\n", "\n")
            odd = ODD.search(text)
            if odd:
                line = text.count("\n", 0, odd.start()) + 1
                self.wrong(f"{self.name(path)}: line {line}", f"has the control character {odd[0]!a}")
                return None
            return text
        except FileNotFoundError:
            self.wrong(self.name(path), "this file is missing")
        except (OSError, UnicodeDecodeError) as error:
            self.wrong(self.name(path), f"cannot be read: {error}")
        return None

    def toml(self, path: Path, record: type[R], source: str | None = None) -> R | None:
        """The record a TOML file holds (or a text already read from it)."""
        text = self.text(path) if source is None else source
        if text is None:
            return None
        try:
            table = tomllib.loads(text)
            for key, odd in _odd(table):
                self.wrong(f"{self.name(path)}: {key}", f"has the character {odd!a}")
            return record.model_validate(table)
        except RecursionError:
            self.wrong(self.name(path), "is not TOML that can be read: its brackets are nested too deep")
        except tomllib.TOMLDecodeError as error:
            self.wrong(self.name(path), f"is not TOML: {error}")
        except ValidationError as error:
            for each in error.errors():
                self.wrong(f"{self.name(path)}: {_key(each['loc'])}", complaint(each))
        except ValueError as error:  # a day that no calendar has, a number of more digits than Python reads
            self.wrong(self.name(path), f"is not TOML: {error}")
        return None

    def tomls(self, folder: str, record: type[R], pattern: str = "*.toml") -> Iterator[tuple[Path, R]]:
        """Every file of a folder as a record; one that is none is a mistake, and left out."""
        for path in self.files(folder, pattern):
            found = self.toml(path, record)
            if found is not None:
                yield path, found

    def files(self, folder: str, pattern: str) -> list[Path]:
        """The files of a folder by name, hidden ones left out; a folder that is not there is a mistake."""
        try:
            if not (self.folder / folder).is_dir():
                raise NotADirectoryError("there is no such folder")
            list((self.folder / folder).iterdir())  # glob passes over a folder that it may not read
            found = sorted((self.folder / folder).glob(pattern))
        except OSError as error:
            self.wrong(f"{self.folder.name}/{folder}", str(error))
            return []
        return [path for path in found if not path.name.startswith(".")]

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that stand for every byte read so far."""
        return self._hash.hexdigest()[:16]


def _odd(found: Any, *way: int | str) -> Iterator[tuple[str, str]]:
    """Each string of a table that holds an odd character (escapes of TOML can bring any), by key."""
    if isinstance(found, str) and (odd := ODD.search(found)):
        yield _key(way), odd[0]
    elif isinstance(found, dict | list):
        for key, inner in found.items() if isinstance(found, dict) else enumerate(found):
            yield from _odd(inner, *way, key)


def _key(location: tuple[int | str, ...]) -> str:
    """`text[1].deadline[0].closes`"""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location).lstrip(".")


def complaint(error: Any) -> str:
    """A mistake that pydantic found, as a message says it: what was found, and what is expected."""
    found = repr(error["input"])
    found = found if len(found) <= 80 else found[:77] + "..."
    match error["type"]:
        case "extra_forbidden":
            return f"unknown key (its value is {found})"
        case "missing":
            return "this key is missing"
        case _:
            return f"found {found}; {error['msg'][0].lower()}{error['msg'][1:]}"
