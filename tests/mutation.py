"""A plugin of pytest for mutmut: which tests reach which function, and a mutant asked in little time.

A function counts as reached by every test that uses what it made (through a fixture of the session,
or a cache), not only by the first to ask for it. `figures.py` runs it.
"""

import os
import sys
from collections.abc import Generator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from mutmut.state import state

from deadlines import content, expressions

LONG = ("test_a_day_by_day_table_agrees", "test_every_sentence", "test_every_condition", "test_every_configured")
AFTER_LOADING = (
    "deadlines.rollover",
    "deadlines.readings",
    "deadlines.ends",
    "deadlines.timetable",
    "deadlines.ledger",
)
CONTENT = Path("content").resolve()

loaded = content.load(CONTENT)  # once, for the mutants of what has no part in loading
reached: dict[str, set[str]] = {}


def pytest_configure(config: pytest.Config) -> None:
    # A folder of its own: pytest else clears away what all earlier runs left, which takes as long as a test.
    config.option.basetemp = f"/tmp/mutant-{os.getpid()}"


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
    stats = state()._stats
    before = set(stats)
    stats.clear()
    made = yield
    reached[fixturedef.argname] = set(stats)
    stats |= before
    return made


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    for cached in (expressions.parse, expressions.parse_condition):
        cached.cache_clear()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    for name in item.fixturenames:  # type: ignore[attr-defined]
        state()._stats.update(reached.get(name, set()))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The quick ones first."""
    items.sort(
        key=lambda item: (
            any(name in item.nodeid for name in LONG),
            "deadlines" in item.fixturenames,  # type: ignore[attr-defined]
        )
    )


def pytest_collection_finish() -> None:
    """Put the mutant, and the other functions as they were, in the place of mutmut's dispatching, which takes long."""
    mutated, _, mutant = os.environ.get("MUTANT_UNDER_TEST", "").rpartition(".")
    if not mutated:
        return
    modules = [module for module in list(sys.modules.values()) if isinstance(module, ModuleType)]
    ours = [module for module in modules if module.__name__.startswith("deadlines.")]
    instead = {
        (module.__name__, name.removeprefix("mutants_").removesuffix("__mutmut")): each.get(
            mutant if module.__name__ == mutated else "", each["_mutmut_orig"]
        )
        for module in ours
        for name, each in vars(module).items()
        if name.startswith("mutants_") and "_mutmut_orig" in each
    }
    classes = [each for module in ours for each in vars(module).values() if isinstance(each, type)]
    for place in [*modules, *classes]:
        for name, each in list(vars(place).items()):
            if isinstance(each, FunctionType) and each.__code__.co_name == "_trampoline_wrapper":
                own = each.__wrapped__.__qualname__  # type: ignore[attr-defined]
                mangled = "xǁ" + own.replace(".", "ǁ") if "." in own else f"x_{own}"
                setattr(place, name, instead[each.__module__, mangled])
    if mutated in AFTER_LOADING:
        load = content.load
        for module in modules:
            if getattr(module, "load", None) is load:
                module.load = lambda folder: loaded if folder.resolve() == CONTENT else load(folder)  # type: ignore[attr-defined]
