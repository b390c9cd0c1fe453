"""output/ replaced whole or not at all, and no path written twice."""

import os
import shutil
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

GITIGNORE = b"# The built site: made by build.py, not kept.\n*\n!.gitignore\n"
MARK = "build.json"  # every build writes it: a folder that holds something else is not ours to replace


class PublishError(Exception):
    """Why the site could not be written; the old one is as it was."""


def publish(files: Iterable[tuple[str, bytes]], folder: Path) -> int:
    """Put the files in place of what a folder holds, and return their number.

    They are first written to a new folder beside it, which then takes its name. Raises
    PublishError for a path twice or outside the folder, and for a folder that holds something a
    build did not write.
    """
    folder = folder.resolve()
    _refuse_foreign(folder)
    new, old = (folder.with_name(f".{folder.name}-{word}") for word in ("new", "old"))
    if old.exists() and not folder.exists():  # a build was killed between its two renames
        old.rename(folder)
    for left_over in (new, old):
        shutil.rmtree(left_over, ignore_errors=True)
    try:
        number = _write(files, new)
        if folder.exists():
            folder.rename(old)
        try:
            new.rename(folder)
        except OSError:
            if old.exists():
                old.rename(folder)
            raise
    except OSError as error:
        raise PublishError(f"{folder}: {error}") from None
    finally:
        shutil.rmtree(new, ignore_errors=True)
    shutil.rmtree(old, ignore_errors=True)
    return number


def _refuse_foreign(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise PublishError(f"{folder}: is a file, not a folder")
    if folder.exists() and not (folder / MARK).exists():
        foreign = sorted(each.name for each in folder.iterdir() if each.name != ".gitignore")
        if foreign:
            raise PublishError(
                f"{folder}: holds something that no build wrote ({foreign[0]}); name an empty folder or a new one"
            )


def _write(files: Iterable[tuple[str, bytes]], folder: Path) -> int:
    folder.mkdir(parents=True)
    written: set[str] = set()
    folders: set[str] = set()
    for path, content in ((".gitignore", GITIGNORE), *files):
        parts = PurePosixPath(path).parts
        if path in written or not parts or path.startswith("/") or ".." in parts:
            raise PublishError(f"{path}: written twice" if path in written else f"{path}: outside the site")
        written.add(path)
        target = f"{folder}/{path}"
        parent = os.path.dirname(target)
        if parent not in folders:
            os.makedirs(parent, exist_ok=True)
            folders.add(parent)
        with open(target, "xb") as file:
            file.write(content)
    return len(written)
