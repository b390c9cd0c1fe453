"""The built folder is replaced whole or not at all, and nothing is left beside it."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from deadlines.publish import PublishError, publish

OLD = [("build.json", b"{}"), ("index.html", b"old"), ("gone/index.html", b"gone"), ("deep/er/x.ics", b"\r\n\xc2\xa7")]
OLD_TREE = {
    ".gitignore": b"# The built site: made by build.py, not kept.\n*\n!.gitignore\n",
    "build.json": b"{}",
    "index.html": b"old",
    "gone/index.html": b"gone",
    "deep/er/x.ics": b"\r\n\xc2\xa7",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder, alone in its parent, that a build has filled."""
    folder = tmp_path.resolve() / "output"
    publish(OLD, folder)
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    return {each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def beside(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.parent.iterdir())


def raising(error: BaseException) -> Iterator[tuple[str, bytes]]:
    yield "index.html", b"new"
    raise error


# --- what is written -----------------------------------------------------------------------------


def test_every_file_is_written_with_its_bytes_and_counted_with_the_gitignore(tmp_path: Path) -> None:
    folder = tmp_path / "output"
    assert publish(OLD, folder) == 5
    assert tree(folder) == OLD_TREE
    assert beside(folder) == ["output"]


def test_gitignore_has_its_exact_bytes_even_in_a_site_without_files(tmp_path: Path) -> None:
    assert publish([], tmp_path / "output") == 1
    assert tree(tmp_path / "output") == {
        ".gitignore": b"# The built site: made by build.py, not kept.\n*\n!.gitignore\n"
    }


def test_the_tracked_gitignore_is_the_one_that_every_build_writes() -> None:
    tracked = Path(__file__).parents[1] / "output" / ".gitignore"
    assert tracked.read_bytes() == b"# The built site: made by build.py, not kept.\n*\n!.gitignore\n"


def test_a_second_build_removes_what_is_no_longer_made(folder: Path) -> None:
    assert publish([("build.json", b"{}"), ("index.html", b"new"), ("come/index.html", b"come")], folder) == 4
    assert tree(folder) == {
        ".gitignore": b"# The built site: made by build.py, not kept.\n*\n!.gitignore\n",
        "build.json": b"{}",
        "index.html": b"new",
        "come/index.html": b"come",
    }
    assert not (folder / "gone").exists()
    assert beside(folder) == ["output"]


def test_a_file_can_take_a_folders_place_and_a_folder_a_files(folder: Path) -> None:
    publish([("build.json", b"{}"), ("deep", b"file"), ("index.html/x", b"folder")], folder)
    assert (folder / "deep").read_bytes() == b"file"
    assert (folder / "index.html/x").read_bytes() == b"folder"


def test_the_same_build_twice_gives_the_same_tree(folder: Path) -> None:
    publish(OLD, folder)
    assert tree(folder) == OLD_TREE


def test_an_unchanged_file_is_the_same_one_and_is_not_written_again(folder: Path) -> None:
    before = {path: (folder / path).stat().st_ino for path, _ in OLD}
    publish([("build.json", b"[]"), *OLD[1:]], folder)
    after = {path: (folder / path).stat().st_ino for path, _ in OLD}
    assert {path for path in before if before[path] != after[path]} == {"build.json"}
    assert tree(folder) == OLD_TREE | {"build.json": b"[]"}


def test_a_link_in_an_unchanged_files_place_is_not_kept(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(b"old")
    (folder / "index.html").unlink()
    (folder / "index.html").symlink_to(tmp_path / "elsewhere")
    publish(OLD, folder)
    assert not (folder / "index.html").is_symlink()
    assert tree(folder) == OLD_TREE


def test_the_old_site_stands_whole_until_the_last_file_is_written(folder: Path) -> None:
    seen = []

    def files() -> Iterator[tuple[str, bytes]]:
        for path in ("build.json", "index.html", "z.html"):
            seen.append(tree(folder))
            yield path, b"new"

    publish(files(), folder)
    assert seen == [OLD_TREE, OLD_TREE, OLD_TREE]
    assert set(tree(folder)) == {".gitignore", "build.json", "index.html", "z.html"}


def test_parents_of_the_folder_are_made(tmp_path: Path) -> None:
    publish(OLD, tmp_path / "a" / "b" / "output")
    assert tree(tmp_path / "a" / "b" / "output") == OLD_TREE


def test_a_relative_folder_is_taken_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    publish(OLD, Path("output"))
    assert tree(tmp_path / "output") == OLD_TREE


def test_behind_a_symbolic_link_its_target_is_replaced_and_the_link_stays(folder: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(folder)
    publish([("build.json", b"new")], link)
    assert link.is_symlink()
    assert (folder / "build.json").read_bytes() == b"new"
    assert beside(folder) == ["link", "output"]


@pytest.mark.parametrize("held", [[], [".gitignore"]])
def test_an_empty_folder_or_one_with_only_a_gitignore_is_filled(tmp_path: Path, held: list[str]) -> None:
    folder = tmp_path / "output"
    folder.mkdir()
    for name in held:
        (folder / name).write_text("*\n")
    publish(OLD, folder)
    assert tree(folder) == OLD_TREE


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        (["index.html", "index.html"], "index.html: written twice"),
        (["a/index.html", "b", "a/index.html"], "a/index.html: written twice"),
        ([".gitignore"], ".gitignore: written twice"),
        (["../x"], "../x: outside the site"),
        (["a/../../x"], "a/../../x: outside the site"),
        (["a/.."], "a/..: outside the site"),
        (["/x"], "/x: outside the site"),
        (["//x"], "//x: outside the site"),
        ([""], ": outside the site"),
        (["."], ".: outside the site"),
    ],
)
def test_a_path_twice_or_outside_is_refused_and_the_old_site_untouched(
    folder: Path, paths: list[str], message: str
) -> None:
    with pytest.raises(PublishError) as refused:
        publish([("build.json", b"new"), *((path, b"new") for path in paths)], folder)
    assert str(refused.value) == message
    assert tree(folder) == OLD_TREE
    assert beside(folder) == ["output"]


@pytest.mark.parametrize("again", ["./index.html", "a//b.html", "a/./b.html"])
def test_one_file_by_two_spellings_is_refused_and_the_old_site_untouched(folder: Path, again: str) -> None:
    with pytest.raises(PublishError):
        publish([("index.html", b"1"), ("a/b.html", b"1"), (again, b"2")], folder)
    assert tree(folder) == OLD_TREE
    assert beside(folder) == ["output"]


def test_a_folder_that_holds_foreign_files_is_refused_and_untouched(tmp_path: Path) -> None:
    folder = tmp_path.resolve() / "papers"
    (folder / "sub").mkdir(parents=True)
    (folder / "notes.txt").write_bytes(b"mine")
    (folder / "sub" / "z").write_bytes(b"mine too")
    with pytest.raises(PublishError) as refused:
        publish(OLD, folder)
    assert str(refused.value) == (
        f"{folder}: holds something that no build wrote (notes.txt); name an empty folder or a new one"
    )
    assert tree(folder) == {"notes.txt": b"mine", "sub/z": b"mine too"}
    assert beside(folder) == ["papers"]


def test_a_file_in_the_folders_place_is_refused_and_untouched(tmp_path: Path) -> None:
    file = tmp_path.resolve() / "output"
    file.write_bytes(b"mine")
    with pytest.raises(PublishError) as refused:
        publish(OLD, file)
    assert str(refused.value) == f"{file}: is a file, not a folder"
    assert file.read_bytes() == b"mine"
    assert beside(file) == ["output"]


# --- what goes wrong in the middle ---------------------------------------------------------------


def test_an_error_of_the_system_is_named_with_the_folder_and_changes_nothing(folder: Path) -> None:
    with pytest.raises(PublishError) as refused:
        publish(raising(OSError("no space left on device")), folder)
    assert str(refused.value) == f"{folder}: no space left on device"
    assert tree(folder) == OLD_TREE
    assert beside(folder) == ["output"]


@pytest.mark.parametrize(
    "files",
    [
        [("build.json", b"new"), ("a", b"a file"), ("a/b", b"its parent is a file")],
        [("build.json", b"new"), ("a/b", b"in a folder"), ("a", b"is a folder")],
        [("build.json", b"new"), ("a/b/", b"ends in a slash")],
        [("build.json", b"new"), ("x" * 300, b"a name too long for any disk")],
    ],
)
def test_a_file_that_cannot_be_written_leaves_the_old_site_as_it_was(
    folder: Path, files: list[tuple[str, bytes]]
) -> None:
    with pytest.raises(PublishError):
        publish(files, folder)
    assert tree(folder) == OLD_TREE
    assert beside(folder) == ["output"]


@pytest.mark.parametrize("error", [ValueError("a bug"), KeyError("a bug"), KeyboardInterrupt(), SystemExit(3)])
def test_any_other_error_passes_through_and_changes_nothing(folder: Path, error: BaseException) -> None:
    with pytest.raises(type(error)) as raised:
        publish(raising(error), folder)
    assert raised.value is error
    assert tree(folder) == OLD_TREE
    assert beside(folder) == ["output"]


@pytest.mark.parametrize("error", [OSError("full"), ValueError("a bug"), PublishError("a refusal")])
def test_a_first_build_that_fails_leaves_nothing_at_all(tmp_path: Path, error: Exception) -> None:
    with pytest.raises((PublishError, ValueError)):
        publish(raising(error), tmp_path / "output")
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_build_left_beside_the_folder_is_cleared_away(folder: Path) -> None:
    for name in (".output-new", ".output-old"):
        (folder.parent / name / "sub").mkdir(parents=True)
        (folder.parent / name / "sub" / "half.html").write_bytes(b"half")
        (folder.parent / name / ".gitignore").write_bytes(OLD_TREE[".gitignore"])
    publish([("build.json", b"new")], folder)
    assert set(tree(folder)) == {".gitignore", "build.json"}
    assert beside(folder) == ["output"]


def test_a_site_that_a_killed_build_had_set_aside_outlives_the_next_build_that_fails(folder: Path) -> None:
    """Killed between its two renames, a build leaves the only whole site under the other name."""
    aside = folder.rename(folder.with_name(".output-old"))
    with pytest.raises(PublishError):
        publish(raising(OSError("no space left on device")), folder)
    assert OLD_TREE in (tree(folder), tree(aside))


@pytest.mark.parametrize("name", [".output-new", ".output-old", "output"])
def test_a_folder_of_somebody_else_is_never_deleted_even_with_a_build_json_in_it(tmp_path: Path, name: str) -> None:
    tmp_path = tmp_path.resolve()
    theirs = tmp_path / name
    theirs.mkdir()
    (theirs / "build.json").write_bytes(b"{}")
    (theirs / "thesis.txt").write_bytes(b"years of work")
    with pytest.raises(PublishError) as error:
        publish(OLD, tmp_path / "output")
    assert str(error.value) == (
        f"{theirs}: holds something that no build wrote (build.json); name an empty folder or a new one"
    )
    assert tree(theirs) == {"build.json": b"{}", "thesis.txt": b"years of work"}


def test_of_two_builds_at_once_the_second_waits_and_each_is_whole(folder: Path) -> None:
    started, go_on = Event(), Event()

    def slow() -> Iterator[tuple[str, bytes]]:
        yield "index.html", b"first"
        started.set()
        assert go_on.wait(10)
        yield "other.html", b"first"

    first = Thread(target=publish, args=(slow(), folder))
    second = Thread(target=publish, args=([("index.html", b"second")], folder))
    first.start()
    assert started.wait(10)
    second.start()
    second.join(0.2)
    assert second.is_alive()
    assert tree(folder) == OLD_TREE
    go_on.set()
    first.join(10)
    second.join(10)
    assert {name: content for name, content in tree(folder).items() if name != ".gitignore"} == {
        "index.html": b"second"
    }
    assert beside(folder) == ["output"]
