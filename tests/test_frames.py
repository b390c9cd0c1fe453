"""Frames and badges on somebody else's page, and /link/, as readers see them in Chromium."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tools import chromium, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as at:
        yield at


@pytest.fixture(scope="module")
def elsewhere(site: Path, base_url: str, address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A page on another origin that holds what /link/ gives to copy: a frame and a badge."""
    html = (site / "link/index.html").read_text("utf-8")
    codes = re.findall(r'<pre class="code"><code>(.*?)</code>', html, re.DOTALL)
    found = [unescape(code).replace(base_url, address) for code in codes]
    framed = next(code for code in found if "embed/2027-primary/" in code)
    badge = next(code for code in found if "badges/2027-primary/designating-petition.svg" in code)
    folder = tmp_path_factory.mktemp("elsewhere")
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>A party</title><link rel="icon" href="data:,">'
    (folder / "index.html").write_text(f"{head}<body style='margin:0'>{framed}{badge}</body></html>", "utf-8")
    with served(folder) as at:
        yield at


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens an address in a window of its own; at the end no console may have said anything."""
    contexts, said = [], []

    def at(url: str, **options: Any) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda message: said.append(message.text))
        page.goto(url)
        page.wait_for_load_state("networkidle")
        return page

    yield at
    for context in contexts:
        context.close()
    assert said == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [300, 600])
def test_a_page_of_another_origin_frames_it_and_shows_the_badge(
    opened: Callable[..., Page], elsewhere: str, width: int, scheme: str
) -> None:
    page = opened(elsewhere, viewport={"width": width, "height": 900}, color_scheme=scheme)
    frame = page.frame_locator("iframe")
    assert frame.locator("h1").inner_text() == "2027 primary election: filing deadlines"
    assert frame.locator("li time").first.get_attribute("datetime") == "2027-02-02"
    inner = page.frames[1]
    assert inner.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [width, width]
    assert inner.evaluate("document.documentElement.scrollHeight > innerHeight")  # it scrolls inside
    assert inner.evaluate("getComputedStyle(document.body).backgroundColor") == (
        "rgb(255, 253, 249)" if scheme == "light" else "rgb(21, 24, 28)"
    )
    badge = page.locator("img")
    assert page.evaluate("document.documentElement.scrollWidth") == width  # nor is the badge too wide
    assert badge.evaluate("e => [e.complete, e.naturalWidth]") == [True, 340]
    assert badge.get_attribute("alt") == "Designating petition, 2027 primary election: its present days"
    with page.context.expect_page() as other:
        frame.locator("li a").first.click()
    assert other.value.url.endswith("/deadlines/2027-primary/state-committee-meeting/")


def test_a_frame_at_200_percent_in_a_narrow_column_is_not_cut_off(opened: Callable[..., Page], address: str) -> None:
    page = opened(f"{address}embed/roles/board-of-elections/", viewport={"width": 300, "height": 600})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("getComputedStyle(document.body).fontSize") == "32px"
    assert page.evaluate("document.documentElement.scrollWidth") == 300


@pytest.mark.parametrize("family", ["", "DejaVu Serif", "DejaVu Sans Mono"])
def test_no_words_of_any_badge_run_off_it(opened: Callable[..., Page], site: Path, family: str) -> None:
    """Whatever the reader's font: the system's own, a serif and the widest there is on this machine."""
    page = opened("about:blank")
    badges = {each.relative_to(site).as_posix(): each.read_text("utf-8") for each in (site / "badges").rglob("*.svg")}
    cut_off, widest = page.evaluate(
        """([badges, family]) => {
            const host = document.body.appendChild(document.createElement("div"));
            const cut = [];
            let widest = 0;
            for (const [path, svg] of Object.entries(badges)) {
                host.innerHTML = family ? svg.replaceAll("system-ui,sans-serif", `"${family}"`) : svg;
                const { width, height } = host.firstChild.viewBox.baseVal;
                for (const text of host.querySelectorAll("text")) {
                    const box = text.getBBox();
                    widest = Math.max(widest, box.width);
                    if (box.x < 8 || box.x + box.width > width - 4 || box.y < 0 || box.y + box.height > height)
                        cut.push([path, text.textContent, box.width]);
                }
            }
            host.remove();
            return [cut, widest];
        }""",
        [badges, family],
    )
    assert cut_off == []
    assert widest > 230  # of the 312 that there are


def test_the_choice_is_there_without_javascript(opened: Callable[..., Page], address: str, base_url: str) -> None:
    page = opened(f"{address}link/", java_script_enabled=False)
    page.click("summary:text-is('2027 general election')")
    panel = page.locator("#election-2027-general")
    assert panel.frame_locator("iframe").locator("h1").inner_text() == "2027 general election: filing deadlines"
    assert panel.locator("pre.code").first.inner_text().startswith(f'<iframe src="{base_url}embed/2027-general/"')
    calendar = f"webcal:{base_url.partition(':')[2]}feeds/elections/2027-general.ics"
    assert panel.locator("a[href^='webcal:']").get_attribute("href") == calendar
    assert panel.locator(".qr img").evaluate("e => e.naturalWidth > 0")


def test_copying_and_a_link_to_one_choice(opened: Callable[..., Page], address: str) -> None:
    page = opened(f"{address}link/#filing-party-call", permissions=["clipboard-read", "clipboard-write"])
    panel = page.locator("#filing-party-call")
    assert panel.get_attribute("open") is not None
    panel.locator("button").first.click()
    panel.locator("button:text-is('Copied')").first.wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == panel.locator("pre.code").first.inner_text().strip()
