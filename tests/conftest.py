"""What tests share: the real content, its timetable, and the site built from it once."""

import shutil
from datetime import date
from pathlib import Path

import pytest

from deadlines.content import load
from deadlines.model import Content, Deadline
from deadlines.timetable import timetable

ROOT = Path(__file__).parents[1]
TODAY = date(2026, 12, 2)


@pytest.fixture(scope="session")
def content() -> Content:
    return load(ROOT / "content")


@pytest.fixture(scope="session")
def deadlines(content: Content) -> dict[str, Deadline]:
    """Every deadline of the real content, by id."""
    return {deadline.id: deadline for deadline in timetable(content)}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real site, built by the command as of TODAY."""
    from build import main

    folder = tmp_path_factory.mktemp("site") / "output"
    assert main(["--today", TODAY.isoformat(), "--output", str(folder), "--quiet"]) == 0
    return folder


@pytest.fixture
def own_content(tmp_path: Path) -> Path:
    """A copy of the real content, to be spoilt."""
    return Path(shutil.copytree(ROOT / "content", tmp_path / "content"))
