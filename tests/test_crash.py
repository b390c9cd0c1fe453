"""Builds that are killed, run out of disk, meet what they may not touch, or run at once: the site is old or new."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from conftest import ROOT, SMALL
from test_publish import beside, tree

from deadlines.publish import GITIGNORE, PublishError, publish

pytestmark = pytest.mark.trials

SEED, KILLED = 61581, 200
NOBODY = 65534
Files = list[tuple[str, bytes]]


def site(word: str, number: int) -> Files:
    """A site of so many pages in folders, as a build makes them, with files that only it has."""
    pages = [(f"deadlines/{n // 3}/{n % 3}/index.html", f"{word} {n} ".encode() * 100) for n in range(number)]
    return [("build.json", word.encode()), *pages, (f"{word}/only.txt", b"x")]


OLD, NEW = site("old", 100), site("new", 110)


def whole(files: Files) -> dict[str, bytes]:
    return {".gitignore": GITIGNORE} | dict(files)


def in_a_child(work: Callable[[], object]) -> int:
    """Do it in a child process; its number. It ends with status 0 if all went well, 2 if the system refused."""
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        except PublishError:
            os._exit(2)
        finally:
            os._exit(1)
    return child


def killed_at(event: int) -> None:
    """Kill this process when it next touches the system for the nth time."""
    left = [event]

    def count(name: str, _: object) -> None:
        if name.startswith(("open", "os.", "shutil.", "ctypes.")):
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)


def build_until(event: int, folder: Path) -> None:
    killed_at(event)
    publish(NEW, folder)


def events(files: Files, folder: Path) -> list[str]:
    """What a build asks of the system, one after the other."""
    found: list[str] = []
    on = True

    def add(name: str, _: object) -> None:
        if on and name.startswith(("open", "os.", "shutil.", "ctypes.")):
            found.append(name)

    sys.addaudithook(add)  # it stays as long as the process, so it can be switched off
    publish(files, folder)
    on = False
    return found


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder in memory, where there is one: hundreds of sites are written and removed."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        yield Path(folder).resolve()


def test_a_build_killed_at_any_moment_leaves_the_old_site_or_the_new_one(memory: Path) -> None:
    """Half over an older site. A third by a signal from outside, a third at a call of the system chosen by
    lot, a third close to where the new site takes the old one's place."""
    chance = random.Random(SEED)
    folder = memory / "output"
    started = time.perf_counter()
    first = events(NEW, folder)
    lasts = time.perf_counter() - started
    publish(OLD, folder)
    over = events(NEW, folder)
    swap = {True: over.index("ctypes.dlopen") + 1, False: first.index("os.rename") + 1}
    found = {"old": 0, "new": 0, "none": 0}
    killed = tried = 0
    while killed < KILLED and tried < 10 * KILLED:
        over_an_older = tried % 2 == 0
        shutil.rmtree(folder, ignore_errors=True)
        if over_an_older:
            publish(OLD, folder)
            assert tree(folder) == whole(OLD)
        match tried // 2 % 3:
            case 0:
                child = in_a_child(partial(publish, NEW, folder))
                time.sleep(chance.uniform(0, lasts))
                os.kill(child, signal.SIGKILL)
            case 1:
                event = chance.randint(1, len(over if over_an_older else first))
                child = in_a_child(partial(build_until, event, folder))
            case _:
                event = swap[over_an_older] + chance.randint(-3, 6)
                child = in_a_child(partial(build_until, event, folder))
        status = os.waitpid(child, 0)[1]
        tried += 1
        assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
        served = tree(folder) if folder.exists() else {}
        state = "old" if served == whole(OLD) else "new" if served == whole(NEW) else "none" if not served else "half"
        assert state in (("old", "new") if over_an_older else ("none", "new")), f"seed {SEED}, build {tried}: {state}"
        publish(OLD, folder)  # the next build clears away what was left
        assert (tree(folder), beside(folder)) == (whole(OLD), ["output"]), f"seed {SEED}, build {tried}"
        if os.WIFSIGNALED(status):
            killed += 1
            found[state] += 1
    print(f"\n{killed} builds killed of {tried} (seed {SEED}): {found}")
    assert killed == KILLED
    assert min(found.values()) > 5


def test_there_is_no_moment_without_a_whole_page(tmp_path: Path) -> None:
    folder = tmp_path / "output"
    publish(OLD[:50], folder)
    seen: dict[str, int] = {}
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            try:
                word = (folder / "build.json").read_text()
            except OSError as error:
                word = str(error)
            seen[word] = seen.get(word, 0) + 1

    reader = threading.Thread(target=read)
    reader.start()
    for n in range(60):
        publish((OLD if n % 2 else NEW)[:50], folder)
    done.set()
    reader.join()
    assert set(seen) == {"old", "new"}


def command(folder: Path, *more: str) -> list[str]:
    where = ["--content", str(SMALL), "--output", str(folder), "--today", "2026-12-02"]
    return [sys.executable, str(ROOT / "build.py"), *where, *more]


def run(folder: Path, *more: str, **options: object) -> tuple[int, str]:
    done = subprocess.run(command(folder, *more), capture_output=True, text=True, **options)  # type: ignore[call-overload]
    return done.returncode, done.stderr


def test_the_command_killed_at_random_moments(tmp_path: Path) -> None:
    """The same for the whole command, with its interpreter's start and end."""
    chance = random.Random(SEED)
    folder, other = tmp_path / "output", tmp_path / "other"
    assert run(folder)[0] == 0
    assert run(other, "--base-url", "https://other.example/")[0] == 0
    old, new = tree(folder), tree(other)
    started = time.perf_counter()
    run(other, "--base-url", "https://other.example/")
    lasts = time.perf_counter() - started
    for _ in range(12):
        child = subprocess.Popen(command(folder, "--base-url", "https://other.example/", "--quiet"))
        time.sleep(chance.uniform(lasts * 0.5, lasts))
        child.kill()
        child.wait()
        assert tree(folder) in (old, new)
    assert run(folder)[0] == 0
    assert (tree(folder), beside(folder)) == (old, ["other", "output"])


def test_a_file_larger_than_the_system_allows(tmp_path: Path) -> None:
    folder = tmp_path / "output"
    assert run(folder)[0] == 0
    old = tree(folder)
    limit = 20_000
    status, told = run(
        folder,
        "--base-url",
        "https://other.example/",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert (status, told) == (2, f"{folder}: [Errno 27] File too large\n")
    assert (tree(folder), beside(folder)) == (old, ["output"])


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(disk)], capture_output=True).returncode:
        pytest.skip("only root may mount a small disk, and not in every container")
    try:
        folder = disk / "output"
        small, large = site("old", 100), site("new", 5000)
        publish(small, folder)
        with pytest.raises(PublishError) as refused:
            publish(large, folder)
        assert str(refused.value) == f"{folder}: [Errno 28] No space left on device"
        assert (tree(folder), beside(folder)) == (whole(small), ["output"])
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_file_that_may_not_be_removed(tmp_path: Path) -> None:
    """The new site stands; what is left of the old one is named by the next build, which changes nothing."""
    parent = tmp_path / "theirs"
    parent.mkdir()
    folder = parent / "output"
    publish(OLD[:20], folder)
    locked = folder / "deadlines/0/0"

    def build(files: Files) -> int:
        def work() -> None:
            if os.geteuid() == 0:
                os.setuid(NOBODY)
            publish(files, folder)

        return os.waitstatus_to_exitcode(os.waitpid(in_a_child(work), 0)[1])

    if os.geteuid() == 0:
        for each in (parent, folder, *folder.rglob("*")):
            os.chown(each, NOBODY, NOBODY)
        for each in (tmp_path, *tmp_path.parents[:-2]):
            each.chmod(0o755)
    locked.chmod(0o555)
    assert build(NEW[:20]) == 0
    assert tree(folder) == whole(NEW[:20])
    assert (parent / ".output-new/deadlines/0/0/index.html").exists()
    assert build(OLD[:20]) == 2
    assert tree(folder) == whole(NEW[:20])
    (parent / ".output-new/deadlines/0/0").chmod(0o755)
    assert build(OLD[:20]) == 0
    assert (tree(folder), beside(folder)) == (whole(OLD[:20]), ["output"])


def test_a_folder_in_which_nothing_may_be_made(tmp_path: Path) -> None:
    parent = tmp_path / "theirs"
    publish(OLD[:20], parent / "output")
    mount_point = subprocess.run(["mount", "--bind", "-o", "ro", str(parent), str(parent)], capture_output=True)
    if mount_point.returncode:
        parent.chmod(0o555)
        if os.geteuid() == 0:
            pytest.skip("root may write everywhere, and may not mount here")
    try:
        with pytest.raises(PublishError):
            publish(NEW[:20], parent / "output")
        assert (tree(parent / "output"), beside(parent / "output")) == (whole(OLD[:20]), ["output"])
    finally:
        parent.chmod(0o755) if mount_point.returncode else subprocess.run(["umount", str(parent)], check=True)


def test_two_commands_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "output"
    other = ("--base-url", "https://other.example/")
    assert run(folder, *other)[0] == 0
    second = tree(folder)
    assert run(folder)[0] == 0
    first = tree(folder)
    for _ in range(3):
        both = [subprocess.Popen(command(folder, "--quiet", *more)) for more in ((), other)]
        assert [each.wait() for each in both] == [0, 0]
        assert tree(folder) in (first, second)
        assert beside(folder) == ["output"]
