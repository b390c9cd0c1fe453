"""output/ replaced whole or not at all, and no path written twice."""

import ctypes
import fcntl
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from .beside import beside

# It stands in every built folder, and is the only file of it that is tracked: by it a build knows its own.
MARK = ".gitignore"
GITIGNORE = b"# The built site: made by build.py, not kept.\n*\n!.gitignore\n"


class PublishError(Exception):
    """Why the site could not be written; the old one is as it was."""


File = tuple[str, bytes]  # its path from the folder, and its bytes


def publish(files: Iterable[File], folder: Path, others: Callable[[], Iterable[File]] = tuple) -> int:
    """Put the files, and what `others` gives in a process of its own, in place of what a folder holds.

    Returns how many there are, the mark among them. They are first written to a new folder beside it,
    which then takes its name in one step; of two builds at once the second waits. What a killed build
    left is cleared away first. Raises PublishError for a path twice or outside the folder, for a folder
    that holds something a build did not write, and for what the system refuses.
    """
    try:
        folder = folder.resolve()
        new, old = (folder.with_name(f".{folder.name}-{word}") for word in ("new", "old"))
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _alone(folder.parent):
            for each in (folder, new, old):
                _refuse_foreign(each)
            if old.exists() and not folder.exists():  # a build was killed between its two renames
                old.rename(folder)
            for left_over in (new, old):
                _remove(left_over)
            return _replace(files, others, folder, new, old)
    except (OSError, RuntimeError) as error:  # RuntimeError: a link that leads to itself
        raise PublishError(f"{folder}: {error}") from None


def _replace(files: Iterable[File], others: Callable[[], Iterable[File]], folder: Path, new: Path, old: Path) -> int:
    try:
        new.mkdir()
        (new / MARK).write_bytes(GITIGNORE)
        paths = list(beside(lambda: _written(files, new, folder), lambda: _written(others(), new, folder)))
        if not folder.exists():
            new.rename(folder)
        elif not _exchange(new, folder):
            folder.rename(old)
            try:
                new.rename(folder)
            except OSError:
                old.rename(folder)
                raise
    finally:
        for replaced_or_failed in (new, old):
            with suppress(OSError):  # the site is as it is; what cannot be removed, the next build names
                _remove(replaced_or_failed)
    return len(paths) + 1


def _exchange(one: Path, other: Path) -> bool:
    """Let two folders take each other's name at once; False where the system has no such step.

    In between two renames there would be no site, and a build killed there would leave none.
    """
    at_here, exchange = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of Linux
    renameat2 = getattr(ctypes.CDLL(None), "renameat2", None)
    if renameat2 is None:
        return False
    return bool(renameat2(at_here, os.fsencode(one), at_here, os.fsencode(other), exchange) == 0)


def _remove(folder: Path) -> None:
    """Remove a folder that a build wrote, its mark last: a build killed meanwhile leaves one that is known."""
    if folder.exists():
        for each in folder.iterdir():
            if each.is_dir() and not each.is_symlink():
                shutil.rmtree(each)
            elif each.name != MARK:
                each.unlink()
        (folder / MARK).unlink(missing_ok=True)
        folder.rmdir()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the lock that all builds into this folder's children take."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _refuse_foreign(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise PublishError(f"{folder}: is a file, not a folder")
    if folder.exists():
        mark = folder / MARK
        ours = mark.is_file() and mark.read_bytes() == GITIGNORE
        foreign = sorted(each.name for each in folder.iterdir() if each != mark)
        if foreign and not ours:
            what = f"holds something that no build wrote ({foreign[0]})"
            raise PublishError(f"{folder}: {what}; name an empty folder or a new one")


def _written(files: Iterable[File], folder: Path, old: Path) -> Iterator[str]:
    """Write the files into a new folder; gives each path when it is done."""
    folders: set[str] = set()
    for path, content in files:
        parts = PurePosixPath(path).parts
        if not parts or path.startswith("/") or ".." in parts or "\0" in path:
            raise PublishError(f"{path}: outside the site")
        target = f"{folder}/{path}"
        parent = os.path.dirname(target)
        if parent not in folders:
            os.makedirs(parent, exist_ok=True)
            folders.add(parent)
        if not _kept(f"{old}/{path}", content, target):
            try:
                with open(target, "xb") as file:
                    file.write(content)
            except FileExistsError:
                raise PublishError(f"{path}: written twice") from None
        yield path


def _kept(old: str, content: bytes, target: str) -> bool:
    """Give an unchanged file of the old site a name in the new one too: on a disk that is far less than to write it."""
    try:
        descriptor = os.open(old, os.O_RDONLY | os.O_NOFOLLOW)
        with open(descriptor, "rb", buffering=0) as file:
            same = os.fstat(descriptor).st_size == len(content) and file.read() == content
        if same:
            os.link(old, target)
        return same
    except OSError:  # there was none, or it is on a file system without such names
        return False
