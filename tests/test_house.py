"""The code itself: its modules in their order, of a size to be read, and nothing named that is not there."""

import ast
import re
import tomllib
from pathlib import Path

import pytest
from conftest import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import deadlines

PACKAGE = ROOT / "deadlines"
TEMPLATES = ROOT / "site_templates"
MODULES = sorted(path.stem for path in PACKAGE.glob("*.py") if path.stem != "__init__")


def listed() -> list[str]:
    """The modules in the order of the package's own list."""
    lines = [line for line in (deadlines.__doc__ or "").splitlines() if line.startswith("    ")]
    return [
        name
        for line in lines
        for name in re.findall(r"[a-z_]+", re.split(r"  +|\(.*?\)", line.strip())[0])
        if name in MODULES
    ]


def test_every_module_is_listed_once_behind_those_it_knows() -> None:
    order = listed()
    assert sorted(order) == MODULES
    for name in MODULES:
        tree = ast.parse((PACKAGE / f"{name}.py").read_text("utf-8"))
        imports = [each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom) and each.level]
        known = {
            found for each in imports for found in ([each.module] if each.module else [a.name for a in each.names])
        }
        assert {each for each in known if order.index(each) >= order.index(name)} == set(), name


@pytest.mark.parametrize("path", [*PACKAGE.glob("*.py"), ROOT / "build.py"], ids=lambda path: path.name)
def test_a_module_and_a_function_can_be_read_without_losing_the_thread(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= 400
    functions = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.FunctionDef)]
    long = {each.name: 1 + (each.end_lineno or 0) - each.lineno for each in functions}
    assert {name: lines for name, lines in long.items() if lines > 65} == {}


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("*.py")), ids=lambda path: path.name)
def test_a_public_function_says_what_it_gives(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    classes = [each for each in tree.body if isinstance(each, ast.ClassDef) and not each.name.startswith("_")]
    bodies = [tree.body, *(each.body for each in classes)]
    functions = [each for body in bodies for each in body if isinstance(each, ast.FunctionDef)]
    silent = [each.name for each in functions if not each.name.startswith("_") and not ast.get_docstring(each)]
    # A server's methods are called as the library says; an election's id and kind are what they are called.
    assert set(silent) <= ({"id", "kind"} if path.stem == "model" else {"do_GET", "log_message"}), path.name


def test_every_file_that_is_named_to_a_newcomer_is_there() -> None:
    for document in ("README.md", ".github/CONTRIBUTING.md"):
        text = (ROOT / document).read_text("utf-8")
        named = re.findall(r"`([\w./-]+\.(?:py|js|toml|lark|csv|md|txt|yml|json))`", text)
        here = [
            PACKAGE,
            TEMPLATES,
            ROOT,
            ROOT / "content",
            ROOT / "content/law",
            ROOT / "content/elections",
            ROOT / "tests",
        ]
        here += [ROOT / ".github/workflows", ROOT / "tests/benchmarks"]
        made = ("2029", "section.toml", "/api/v1/rules.json", "ical.js")  # by a recipe, by a build, by others
        missing = [name for name in named if not any((folder / name).exists() for folder in here)]
        assert [name for name in missing if not any(word in name for word in made)] == [], document


def test_every_dependency_is_held_to_a_release_within_its_bounds() -> None:
    lines = (ROOT / ".github/constraints.txt").read_text("utf-8").splitlines()
    pins = {canonicalize_name(name): Version(version) for name, version in (line.split("==") for line in lines[2:])}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for each in map(Requirement, [*project["dependencies"], *project["optional-dependencies"]["test"]]):
        assert pins[canonicalize_name(each.name)] in each.specifier, each
        kinds = {specifier.operator for specifier in each.specifier}
        assert kinds == {">=", "<"} or each.name == "tzdata", each  # of the newest rules of time zones


def test_the_style_sheets_name_nothing_that_no_page_has() -> None:
    sources = [*TEMPLATES.glob("*.html"), *TEMPLATES.glob("*.js"), *PACKAGE.glob("*.py")]
    text = "\n".join(path.read_text("utf-8") for path in sources)
    for name in ("style.css", "embed.css"):
        style = re.sub(r"/\*.*?\*/", "", (TEMPLATES / name).read_text("utf-8"), flags=re.DOTALL)
        selectors = [each for each in re.findall(r"([^{}]+)\{", style) if not each.strip().startswith("@")]
        for word in {found for each in selectors for found in re.findall(r"[.#]([A-Za-z][\w-]*)", each)}:
            pattern = "w{" if re.fullmatch(r"w\d+", word) else word  # the pictures' widths are made by a pattern
            assert re.search(rf"(?<![\w-]){re.escape(pattern)}", text), f"{name}: {word}"
        for variable in set(re.findall(r"(--[\w-]+)\s*:", style)):
            assert f"var({variable}" in style, f"{name}: {variable}"
