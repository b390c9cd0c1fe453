"""What tests share: the real content, its timetable, and the site built from it once."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from pathlib import Path

import jinja2
import pytest

from build import main
from deadlines.content import load
from deadlines.model import Content, Deadline
from deadlines.timetable import timetable

ROOT = Path(__file__).parents[1]
SMALL = ROOT / "tests/small_content"  # an invented town's, built in a moment
TODAY = date(2026, 12, 2)
EXAMPLE = "https://example.org/"  # the address that sites are built for here, whatever their owner has set


@pytest.fixture(scope="session", autouse=True)
def templates_compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compiling the templates is most of a small build's time, and tests build hundreds."""
    cache = jinja2.FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jinja2, "Environment", partial(jinja2.Environment, bytecode_cache=cache))
        yield


@pytest.fixture(scope="session")
def content() -> Content:
    return load(ROOT / "content")


@pytest.fixture(scope="session")
def deadlines(content: Content) -> dict[str, Deadline]:
    """Every deadline of the real content, by id."""
    return {deadline.id: deadline for deadline in timetable(content)}


@pytest.fixture(scope="session")
def as_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The site as built for a day, once in a session, whichever test asks first."""

    def built(today: str) -> Path:
        folder = tmp_path_factory.getbasetemp() / "as-of" / today
        if not folder.exists():
            assert main(["--today", today, "--output", str(folder), "--base-url", EXAMPLE, "--quiet"]) == 0
        return folder

    return built


@pytest.fixture(scope="session")
def site(as_of: Callable[[str], Path]) -> Path:
    """The real site as of TODAY: built by the command, or in BUILT_SITE, where test_workflows.py left one."""
    left = os.environ.get("BUILT_SITE")
    return Path(left) if left else as_of(TODAY.isoformat())


@pytest.fixture(scope="session")
def page(site: Path) -> Callable[[str], str]:
    """The HTML of a page of the real site, by its address."""
    return lambda path: (site / path / "index.html").read_text("utf-8")


@pytest.fixture(scope="session")
def base_url(site: Path) -> str:
    """The address that the real site was built for."""
    (found,) = re.findall('<link rel="canonical" href="(.*?)">', (site / "index.html").read_text("utf-8"))
    return str(found)


@pytest.fixture
def own_content(tmp_path: Path) -> Path:
    """A copy of the real content, to be spoilt."""
    folder = Path(shutil.copytree(ROOT / "content", tmp_path / "content"))
    addressed(folder, EXAMPLE)
    return folder


def addressed(content: Path, address: str) -> None:
    """Set the address of the site in its content."""
    site = content / "site.toml"
    site.write_text(re.sub('(?m)^(base_url *= *)".*"', rf'\1"{address}"', site.read_text("utf-8")), "utf-8")
