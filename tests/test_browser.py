"""The pages in Chromium, as their readers use them; and what four checkers that others wrote say of them.

The checkers are Node packages (`npm install --prefix tests`; the Nu checker wants Java too). A test
whose tool is missing is skipped and says so; with REQUIRE_ALL=1 it fails.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from conftest import ROOT
from tools import Quiet, chromium, need, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NODE = Path(__file__).parent / "node_modules"
AXE, NU, LIGHTHOUSE = (NODE / each for each in ("axe-core/axe.min.js", "vnu-jar/build/dist/vnu.jar", "lighthouse"))
TSC = NODE / "typescript/bin/tsc"
DEBUGGER = 9347
KINDS = {  # one page or more of each kind
    "home": "",
    "elections": "elections/",
    "general election": "elections/2027-general/",
    "primary": "elections/2026-primary/",
    "special election": "elections/2026-02-03-special-senate-61/",
    "election without a day": "elections/2028-presidential-primary/",
    "filings": "filings/",
    "filing": "filings/designating-petition/",
    "fixed deadline": "deadlines/2027-primary/designating-petition/",
    "deadline of an event": "deadlines/2027-general/party-nomination/late-vacancy/",
    "section": "law/6-158/",
    "subdivision": "law/6-158/4/",
    "terms": "terms/",
    "subscribe": "subscribe/",
    "corrections": "corrections/",
    "accuracy": "accuracy/",
    "method": "about/method/",
    "compare": "elections/2027-general/compare/",
    "about": "about/",
    "calculator": "calculator/",
    "link": "link/#election-2027-primary",
    "data": "data/",
    "frame": "embed/2027-primary/",
}


class Compressed(Quiet):
    """Sends files compressed, as GitHub Pages does."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return super().do_GET()
        raw = gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        for name, value in (("Type", self.guess_type(path)), ("Encoding", "gzip"), ("Length", str(len(raw)))):
            self.send_header(f"Content-{name}", value)
        self.end_headers()
        self.wfile.write(raw)


@pytest.fixture(scope="module")
def address(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site under a base path, as GitHub Pages serves it."""
    root = tmp_path_factory.mktemp("served")
    (root / "repository").symlink_to(site)
    with served(root, Compressed) as at:
        yield f"{at}repository/"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium(f"--remote-debugging-port={DEBUGGER}") as browser:
        yield browser


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Opens a page of the site in a window of its own; at the end nothing may have gone wrong or left the site."""
    contexts, wrong = [], []

    def asked(url: str) -> None:
        if not url.startswith((address, "data:")):
            wrong.append(f"asked for {url}")

    def at(path: str, **options: Any) -> Page:
        now = options.pop("now", None)
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: asked(request.url))
        if now:
            page.clock.set_fixed_time(datetime.fromisoformat(now).replace(tzinfo=ZoneInfo("America/New_York")))
        page.goto(address + path)
        return page

    yield at
    for context in contexts:
        context.close()
    assert wrong == []


def test_the_policy_forbids_what_is_not_the_sites_and_nothing_else(browser: Browser, address: str) -> None:
    page, said = browser.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    for path in KINDS.values():
        page.goto(address + path, wait_until="networkidle")
        assert said == [], path
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), {textContent: 'evil = 1'}))")
    assert page.evaluate("typeof evil") == "undefined"
    assert "violates the following Content Security Policy" in said[0]
    page.close()


# --- checkers that others wrote ------------------------------------------------------------------


# Of files it cannot tell what is the site's own, nor does it know the hash by which a frame's policy lets in
# its style; that browsers see no violation is looked at here and in test_frames.py.
POLICY = ".*violates Content Security Policy.*"


def test_the_nu_checker_has_nothing_to_say_of_any_page(site: Path) -> None:
    need(shutil.which("java") and NU.exists(), "the Nu checker (Java, and npm install --prefix tests)")
    run = subprocess.run(
        ["java", "-jar", str(NU), "--skip-non-html", "--Werror", "--filterpattern", POLICY, str(site)],
        capture_output=True,
        text=True,
    )
    assert (run.returncode, run.stdout + run.stderr) == (0, "")


def skeletons(site: Path) -> dict[str, str]:
    """One page of each set of elements that a page is made of, by its address: the first by the alphabet."""
    found: dict[frozenset[str], str] = {}
    for path in sorted(site.rglob("index.html")):
        body = path.read_text("utf-8").partition("<body")[2]
        found.setdefault(frozenset(re.findall(r"<([a-z0-9]+)", body)), path.parent.relative_to(site).as_posix() + "/")
    return {path: path for path in found.values()}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_on_any_kind_of_page(opened: Callable[..., Page], site: Path, scheme: str) -> None:
    need(AXE.exists(), "axe (npm install --prefix tests)")
    page = opened("", color_scheme=scheme)
    home = page.url
    found: dict[tuple[str, str, str], list[str]] = {}
    of_this_scheme = dict(list(skeletons(site).items())[scheme == "dark" :: 2])  # every other one, for time's sake
    for kind, path in (KINDS | of_this_scheme).items():
        page.goto(home + path)
        if kind == "home":
            page.fill("#query", "petition")
            page.wait_for_selector("#found li")
        if kind == "primary":
            page.check("#view-kind")
        if kind == "calculator":
            page.goto(f"{home}{path}#event=vacancy&election=2027-general&date-month=7&date-day=14&date-year=2027")
            page.wait_for_selector("#answer-list .entry")
        page.evaluate(AXE.read_text("utf-8"))
        ran = page.evaluate("axe.run()")
        assert len(ran["passes"]) > 10
        found |= {
            (kind, each["id"], node["html"]): node["target"] for each in ran["violations"] for node in each["nodes"]
        }
    assert found == {}


def test_lighthouse_gives_full_marks(browser: Browser, address: str) -> None:
    need(shutil.which("node") and LIGHTHOUSE.exists(), "Lighthouse (npm install --prefix tests)")
    paths = [KINDS[kind] for kind in ("home", "general election", "fixed deadline", "calculator")]
    full = {"performance": 100, "accessibility": 100, "best-practices": 100, "seo": 100}
    left = [address + path for path in paths]
    for _ in range(3):  # performance is measured, and the machine may be busy
        script = str(Path(__file__).with_name("lighthouse.mjs"))
        run = subprocess.run(["node", script, str(DEBUGGER), *left], capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        scores = json.loads(run.stdout)
        left = [
            each for each in left if scores[each].items() < full.items() or not full.items() <= scores[each].items()
        ]
        if not left:
            return
    assert {each: scores[each] for each in left} == {}


TYPED = "--noEmit --allowJs --checkJs --strict --target es2022 --module es2022 --moduleResolution bundler"
TYPED += " --lib es2022,dom,dom.iterable --typeRoots /nonexistent"


def test_the_scripts_types_are_sound() -> None:
    need(shutil.which("node") and TSC.exists(), "TypeScript (npm install --prefix tests)")
    scripts = sorted(map(str, (ROOT / "site_templates").glob("*.js")))
    run = subprocess.run(["node", str(TSC), *TYPED.split(), *scripts], capture_output=True, text=True)
    assert (run.returncode, run.stdout + run.stderr) == (0, "")


# --- screens and paper ---------------------------------------------------------------------------


def test_nothing_scrolls_sideways_at_320_pixels(opened: Callable[..., Page]) -> None:
    """Which is also 1,280 pixels at 400 %."""
    page = opened("", viewport={"width": 320, "height": 640})
    home, wide = page.url, {}
    for kind, path in KINDS.items():
        page.goto(home + path)
        if kind == "primary":
            page.check("#view-kind")
        wide[kind] = page.evaluate("document.documentElement.scrollWidth")
    assert wide == dict.fromkeys(KINDS, 320)


@pytest.mark.parametrize("election", ["2028-general", "2024-general", "2012-general", "2020-general", "2027-primary"])
def test_an_election_is_printed_on_two_letter_pages_by_date(opened: Callable[..., Page], election: str) -> None:
    page = opened(f"elections/{election}/", java_script_enabled=True)
    page.check("#view-kind")
    pdf = page.pdf(format="Letter", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == (2 if "general" in election else 1)
    page.emulate_media(media="print")
    assert page.locator(".by-date .entry").first.is_visible()
    assert page.locator(".by-kind").is_hidden()


@pytest.mark.parametrize("width", [360, 700, 1280])
def test_in_the_picture_of_a_season_no_words_overlap_or_are_cut_off(opened: Callable[..., Page], width: int) -> None:
    page = opened("", viewport={"width": width, "height": 900})
    home = page.url
    for election in ("2028-general", "2026-general", "2026-primary", "2012-primary", "2026-02-03-special-senate-61"):
        page.goto(f"{home}elections/{election}/")
        assert page.locator("svg.season:visible").count() == 1
        wrong = page.evaluate("""() => {
            const svg = [...document.querySelectorAll("svg.season")].find((each) => each.clientWidth);
            const whole = svg.getBoundingClientRect();
            const texts = [...svg.querySelectorAll("text")].map((each) => [each.textContent, each.getBoundingClientRect()]);
            const wrong = texts.filter(([, box]) => box.left < whole.left - 1 || box.right > whole.right + 1).map(([text]) => text);
            for (const [one, a] of texts) for (const [other, b] of texts)
                if (one !== other && a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom)
                    wrong.push(`${one} | ${other}`);
            return wrong;
        }""")
        assert wrong == [], election


# --- finding a deadline --------------------------------------------------------------------------

FOUND = "deadlines/2027-primary/designating-petition/"


def test_by_search_in_two_steps(opened: Callable[..., Page]) -> None:
    page = opened("")
    home = page.url
    page.fill("#query", "designating petition 2027")  # one
    page.click("#found a:has-text('Designating petition, 2027 primary election')")  # two
    assert page.url == home + FOUND
    assert page.inner_text("h1") == "Designating petition"


def test_by_its_election_in_two_steps(opened: Callable[..., Page]) -> None:
    page = opened("")
    home = page.url
    page.click("main a:text-is('2027 primary election') >> nth=0")
    page.click(".entry.closes a:text-is('Designating petition')")
    assert page.url == home + FOUND


def test_by_role_in_three_steps(opened: Callable[..., Page]) -> None:
    page = opened("")
    home = page.url
    page.click('summary:text-is("Candidates in a party\'s primary")')  # one
    page.click("#role-candidate-in-a-primary a:text-is('Designating petition')")  # two
    page.click("th a:text-is('2027 primary')")  # three
    assert page.url == home + FOUND


@pytest.mark.parametrize(
    ("query", "first", "leads_to"),
    [
        ("Wilson-Pakula", "Authorization what it means", "terms/#authorization"),
        ("wilson pakula", "Authorization what it means", "terms/#authorization"),
        ("6-158(4)", "Election Law § 6-158(4) the law", "law/6-158/4/"),
        ("designating petition", "Designating petition petition or certificate", "filings/designating-petition/"),
        ("OTB", "Opportunity to ballot what it means", "terms/#opportunity-to-ballot"),
        ("party’s new", "Certificate of a new party's first nominations petition or certificate", "filings/new-party-certificate/"),
        ("2026 special senate 61", "Special election of 2026 for State Senate district 61 election", "elections/2026-02-03-special-senate-61/"),
        ("certificate of party nomination 2028", "Certificate of party nomination, 2028 general election last day July 27, 2028", "deadlines/2028-general/party-nomination/"),
        ("zzz", "Nothing found. Look in the list from A to Z", "terms/"),
    ],
)  # fmt: skip
def test_what_the_search_finds_first(opened: Callable[..., Page], query: str, first: str, leads_to: str) -> None:
    page = opened("about/")
    home = page.url.removesuffix("about/")
    page.fill("#query", query)
    page.wait_for_selector("#found li")
    link = page.locator("#found a").first
    assert " ".join(link.inner_text().split()) == first
    assert link.evaluate("e => e.href") == home + leads_to


def test_the_search_by_keyboard_alone(opened: Callable[..., Page]) -> None:
    page = opened("")
    home = page.url
    keys = page.keyboard
    keys.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    keys.press("Tab")
    keys.press("Tab")
    assert page.evaluate("document.activeElement.id") == "query"
    keys.type("designating petition 2027 prim")
    page.wait_for_selector("#found li")
    assert page.inner_text("[role=status]") == "2 found"
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("ArrowUp")
    assert "Designating petition, 2027 primary" in page.evaluate("document.activeElement.textContent")
    keys.press("Escape")
    assert page.evaluate("document.activeElement.id") == "query"
    assert page.is_hidden("#found")
    keys.type("ary")
    page.wait_for_selector("#found li")
    keys.press("Enter")
    page.wait_for_url(home + FOUND)


def test_the_search_says_so_when_its_index_cannot_be_had(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.route("**/search-*.json", lambda route: route.abort())
    page.goto(f"{address}about/")
    page.fill("#query", "petition")
    page.wait_for_selector("#found li")
    assert page.inner_text("[role=status]") == "The search could not be loaded."
    page.click("#found a")
    assert page.url == f"{address}terms/"
    page.close()


def test_without_javascript_all_is_there(opened: Callable[..., Page]) -> None:
    page = opened("", java_script_enabled=False)
    home = page.url
    assert page.locator(".next time").first.get_attribute("datetime") == "2027-02-01"
    assert page.is_hidden("#query")
    page.click("#search a")
    assert page.url == f"{home}terms/"
    page.click("a:text-is('Designating petition')")
    page.click("th a:text-is('2027 primary')")
    assert page.url == home + FOUND
    page.goto(f"{home}elections/2027-general/")
    assert page.locator(".by-kind").is_hidden()
    page.click("text=by kind")
    assert page.locator(".by-kind table").is_visible()
    assert page.locator(".by-date").is_hidden()
    page.click(".by-kind a.flag >> nth=0")
    assert page.locator("#doubt-8:target").count() == 1


# --- days left -----------------------------------------------------------------------------------


def on_top(page: Page) -> list[tuple[str | None, str]]:
    """The days on top of the home page, and what is said of how far they are."""
    return [
        (each.get_attribute("data-day"), each.locator(".in").inner_text())
        for each in page.locator("#next-list > :not([hidden])").all()
    ]


@pytest.mark.parametrize("zone", ["America/New_York", "Pacific/Kiritimati", "Pacific/Midway"])
@pytest.mark.parametrize(
    ("now", "top"),
    [
        ("2026-12-02T12:00", [("2027-02-01", "in 61 days")]),
        ("2027-01-31T23:59", [("2027-02-01", "tomorrow")]),
        ("2027-02-01T00:00", [("2027-02-01", "today")]),
        ("2027-02-01T23:59", [("2027-02-01", "today")]),
        ("2027-02-02T00:00", [("2027-02-02", "today")]),
        ("2027-02-09T23:59", [("2027-02-09", "today")]),
        ("2027-02-10T00:00", [("2027-02-23", "in 13 days")] * 3),
        ("2027-03-13T12:00", [("2027-03-16", "in 3 days")]),  # clocks go forward on the 14th
        ("2027-06-01T00:00", []),
    ],
)
def test_home_counts_by_new_yorks_day_wherever_the_reader_is(
    opened: Callable[..., Page], zone: str, now: str, top: list[tuple[str, str]]
) -> None:
    assert on_top(opened("", timezone_id=zone, now=now)) == top


@pytest.mark.parametrize(
    ("now", "shut"),
    [
        ("2027-04-01T16:59", []),
        ("2027-04-01T17:00", ["State Board and counties"]),
        ("2027-04-01T23:59", ["State Board and counties"]),
    ],
)
def test_the_last_day_is_open_until_the_offices_close(opened: Callable[..., Page], now: str, shut: list[str]) -> None:
    page = opened("", now=now)
    assert on_top(page) == [("2027-04-01", "today")]
    assert page.locator("#next-list .places li.over b").all_inner_texts() == shut


def test_a_page_more_than_three_days_old_says_so(opened: Callable[..., Page]) -> None:
    assert opened("about/", now="2026-12-05T23:59").is_hidden("#stale")
    old = opened("about/", now="2026-12-06T00:00")
    assert old.inner_text("#stale").startswith(
        "This page was built on Wednesday, December 2, 2026, more than three days ago."
    )
