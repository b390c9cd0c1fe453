"""Calendar programs that others wrote, each made to say what it finds in the built feeds.

Each script takes FOLDER URL STATE PATH...: the site's folder, where the same folder is served, a folder to
keep what it remembers, and the feeds to read. It prints JSON: for each path [[UID, first day, the day after, title, description],
...], or in place of the list why the feed was not read. Parsers read the files; subscribers fetch the addresses.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path

Row = tuple[str, str, str, str, str]  # UID, first day, the day after, title, description


def answer(read: Callable[[str], list[Row]]) -> None:
    """Print what is read at each path."""
    found: dict[str, list[Row] | str] = {}
    for path in sys.argv[4:]:
        try:
            found[path] = read(path)
        except Exception as error:
            found[path] = f"{type(error).__name__}: {error}"
    print(json.dumps(found))


def text(path: str) -> str:
    """A feed of the folder, its line ends untouched."""
    return (Path(sys.argv[1]) / path).read_bytes().decode()
