"""What others take: frames, badges, cards, a data file of each election and filing, and what is told of them."""

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml
from collections import Counter
from collections.abc import Callable, Iterator
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from conftest import EXAMPLE, ROOT, TODAY
from jsonschema import Draft202012Validator
from markupsafe import Markup
from PIL import Image
from PIL.ImageFont import FreeTypeFont
from tools import need, served

from deadlines import cards
from deadlines.badges import badge
from deadlines.crawlers import webpage
from deadlines.data import outputs
from deadlines.embeds import embeds
from deadlines.model import Build, Content, Deadline

pytestmark = pytest.mark.slow

SVG = "{http://www.w3.org/2000/svg}"


def load(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


@pytest.fixture(scope="module")
def data(site: Path) -> dict[str, Any]:
    return load(site / "api/v1/deadlines.json")  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def build(content: Content, deadlines: dict[str, Deadline]) -> Build:
    return Build(content, tuple(deadlines.values()), TODAY, EXAMPLE)


# --- data ----------------------------------------------------------------------------------------


@pytest.mark.figures
def test_every_json_file_keeps_to_the_schema_that_it_names(site: Path) -> None:
    schemas = {path.stem: load(path) for path in (site / "api/v1/schema").iterdir()}
    assert sorted(schemas) == ["build", "deadlines", "election", "filing", "rules", "upcoming"]
    validators = {schema["$id"]: Draft202012Validator(schema) for schema in schemas.values()}
    files = sorted({*site.glob("api/v1/*.json"), *site.glob("api/v1/*/*.json"), site / "build.json"})
    used: Counter[str] = Counter()
    for path in files:
        if path.parent.name == "schema" or path.name == "openapi.json":
            continue
        found = load(path)
        schema = found.get("schema", f"{EXAMPLE}api/v1/schema/build.json")
        assert [error.message for error in validators[schema].iter_errors(found)] == [], path
        used[schema.rpartition("/")[2]] += 1
    assert used == {
        "deadlines.json": 1, "upcoming.json": 1, "rules.json": 1, "build.json": 1, "election.json": 60, "filing.json": 37,
    }  # fmt: skip


def test_an_elections_and_a_filings_file_have_their_records_and_no_other(site: Path, data: dict[str, Any]) -> None:
    for part in ("election", "filing"):
        files = {path.stem: load(path) for path in (site / f"api/v1/{part}s").iterdir()}
        assert {each[part] for each in data["deadlines"]} <= set(files)
        for id_, file in files.items():
            assert file["deadlines"] == [each for each in data["deadlines"] if each[part] == id_]
            assert file[part]["id"] == id_
            assert file["license"] == "https://creativecommons.org/publicdomain/zero/1.0/"
        if part == "election":
            assert [file[part] for file in files.values()].sort(key=str) == data["elections"].sort(key=str)
    petition = load(site / "api/v1/filings/opportunity-to-ballot-petition.json")["filing"]
    assert petition == {
        "id": "opportunity-to-ballot-petition",
        "title": "Opportunity-to-ballot petition",
        "short": petition["short"],
        "what": petition["what"],
        "act": "to file",
        "cases": [{"id": "after-substitution", "title": "after a substitution"}],
        "url": "https://example.org/filings/opportunity-to-ballot-petition/",
    }


def test_what_is_no_longer_computed_keeps_its_files(content: Content, build: Build) -> None:
    from dataclasses import replace

    fewer = replace(
        content,
        elections={id_: each for id_, each in content.elections.items() if id_ != "2028-primary"},
        filings={id_: each for id_, each in content.filings.items() if id_ != "party-call"},
    )
    left = [each for each in build.deadlines if each.election.id in fewer.elections and each.filing.id in fewer.filings]
    made = dict(outputs(replace(build, content=fewer, deadlines=tuple(left))))
    election = json.loads(made["api/v1/elections/2028-primary.json"])
    assert election["election"] is None
    assert {each["status"] for each in election["deadlines"]} == {"withdrawn"}
    assert json.loads(made["api/v1/filings/party-call.json"])["filing"] is None
    frames = {each.path: each for each in embeds(replace(build, content=fewer, deadlines=tuple(left)))}
    assert frames["embed/2028-primary/"].over == "This is no longer among the deadlines computed here."
    assert frames["embed/filings/party-call/"].page == "filings/"


def test_the_openapi_description_is_one_and_describes_every_file_once(site: Path) -> None:
    found = load(site / "api/v1/openapi.json")
    schema = load(ROOT / "tests/openapi-3.1.json")
    assert [error.message for error in Draft202012Validator(schema).iter_errors(found)] == []
    patterns = {
        path: re.compile(re.sub(r"\{\w+\}", "[a-z0-9-]+", path[1:]) + r"(index\.html)?") for path in found["paths"]
    }
    paths = [each.relative_to(site).as_posix() for each in site.rglob("*") if each.is_file()]
    described = ("api/", "feeds/", "embed/", "badges/", "corrections/feed.xml", "build.json")
    for path in paths:
        fits = [name for name, pattern in patterns.items() if pattern.fullmatch(path)]
        of_its_own = "schema/" in path or path.endswith(("openapi.json", "-reminders.ics"))
        assert len(fits) == (path.startswith(described) and not of_its_own) or of_its_own, (path, fits)
    for name, pattern in patterns.items():
        assert any(pattern.fullmatch(path) for path in paths), name
    refs = re.findall(r'"\$ref": "(?!#)([^"]+)"', json.dumps(found))
    assert refs
    assert [ref for ref in refs if not (site / "api/v1" / ref).is_file()] == []
    for parameter in found["components"]["parameters"].values():
        assert re.fullmatch(parameter["schema"]["pattern"], parameter["example"])


def test_the_data_page_explains_every_kind_of_expression(site: Path) -> None:
    page = (site / "data/index.html").read_text("utf-8")
    schema = load(site / "api/v1/schema/rules.json")
    ops = {each["properties"]["op"]["const"] for each in schema["$defs"].values() if "op" in each.get("properties", {})}
    assert set(re.findall(r'<th scope="row"><code>(\w+)</code></th>', page)) == ops
    assert len(ops) == 9
    columns = (site / "api/v1/deadlines.csv").read_text("utf-8").partition("\n")[0].split(",")
    assert columns["ABCDEFGHIJKLMNOPQ".index("Q")] == "closes"


# --- the examples --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as at:
        yield at


@pytest.mark.figures
@pytest.mark.parametrize("kind", ["sh", "python", "javascript", "node"])
def test_the_examples_run(site: Path, address: str, tmp_path: Path, kind: str) -> None:
    commands = {
        "sh": ["bash", "-e", "-c"],
        "python": [sys.executable, "-c"],
        "javascript": ["node", "--input-type=module", "-e"],
    }
    command = commands.get(kind, commands["sh"])
    need(shutil.which(command[0]), command[0])
    page = (site / "data/index.html").read_text("utf-8")
    (text,) = re.findall(rf'data-example="{kind}"><code>(.*?)</code>', page, re.DOTALL)
    code = unescape(text).replace(EXAMPLE, address)
    assert address in code
    ran = subprocess.run([*command, code], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
    if kind == "sh":
        assert (tmp_path / "deadlines.csv").read_bytes() == (site / "api/v1/deadlines.csv").read_bytes()
    elif kind == "python":
        assert "2027-07-22 Certificate of party nomination" in ran.stdout.splitlines()
    elif kind == "javascript":
        assert ran.stdout.startswith("- 2027-02-01 Certificate of offices to be filled (2027-general)\n")
    else:
        (day,) = re.findall(r"It prints <code>(.*?)</code>", page)
        assert ran.stdout.split(" ")[0] == day == "2027-04-08"


@pytest.mark.figures
def test_the_readmes_examples_print_what_stands_in_them() -> None:
    section = (ROOT / "README.md").read_text("utf-8").partition("## As a library")[2].partition("\n## ")[0]
    examples = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    assert len(examples) == 3
    for code in examples:
        ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert (ran.stdout, ran.stderr) == ("".join(f"{line}\n" for line in re.findall(r"^# (.*)", code, re.M)), "")


# --- frames --------------------------------------------------------------------------------------


def frame(site: Path, path: str) -> str:
    html = (site / path / "index.html").read_text("utf-8")
    return " ".join(unescape(re.sub("<[^>]+>", " ", html.partition("<body>")[2])).split())


@pytest.mark.figures
def test_every_frame_is_whole_in_itself_and_small(site: Path) -> None:
    frames = list((site / "embed").rglob("index.html"))
    assert len(frames) == 60 + 37 + 6
    for path in frames:
        html = path.read_text("utf-8")
        assert len(html.encode()) < 15_000, path
        (style,) = re.findall("<style>(.*?)</style>", html, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        assert (
            f"content=\"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'\"" in html
        )
        assert re.findall(r"<script|<img|<link rel=\"stylesheet|style=|@import|url\(|src=", html) == [], path


@pytest.mark.figures
def test_an_elections_frame_shows_its_next_days(site: Path) -> None:
    assert frame(site, "embed/2027-primary").startswith(
        "2027 primary election: filing deadlines Tuesday, February 2, 2027 First day to hold the meeting: State committee "
        "meeting to designate candidates may still move Tuesday, February 9, 2027 Last day to file: Party call State Board "
        "and counties, Westchester until 5:00 p.m.; New York City until midnight may still move"
    )


@pytest.mark.figures
def test_the_frame_of_an_election_that_is_over_goes_on_with_the_next_of_its_kind(site: Path) -> None:
    text = frame(site, "embed/2026-primary")
    assert text.startswith(
        "The 2026 primary election is over. Next: 2027 primary election: filing deadlines Tuesday, Feb"
    )
    html = (site / "embed/2026-primary/index.html").read_text("utf-8")
    assert '<a href="../../elections/2027-primary/">' in html
    assert frame(site, "embed/2026-02-03-special-senate-61").startswith(
        "The special election of 2026 for State Senate district 61 is over. Special election of 2026 for State Senate "
        "district 61: filing deadlines All days, with hours, mail and law As of Wednesday, December 2, 2026 ."
    )


@pytest.mark.figures
def test_a_frame_moves_on_by_itself(as_of: Callable[[str], Path]) -> None:
    later = as_of("2027-04-02")
    assert frame(later, "embed/filings/designating-petition").startswith(
        "Designating petition: filing deadlines Monday, April 3, 2028 First day to file: Designating petition , 2028 primary"
    )
    assert "April 1, 2027" not in frame(later, "embed/2027-primary")
    end = as_of("2031-01-01")
    assert frame(end, "embed/2028-general").startswith(
        "The 2028 general election is over. 2028 general election: filing"
    )
    assert "No day of a configured election lies ahead." in frame(end, "embed/roles/objector")


def test_a_roles_frame_has_the_ends_that_its_calendar_has(site: Path) -> None:
    html = (site / "embed/roles/objector/index.html").read_text("utf-8")
    assert html.count('<li class="closes">') == 20
    assert '<li class="opens">' not in html
    assert re.search(r'<a href="../../../subscribe/#objector">\d+ more, and what hangs on an event</a>', html)


# --- badges --------------------------------------------------------------------------------------


def lines(svg: str) -> list[tuple[str, str]]:
    return [(each.attrib["class"], each.text or "") for each in xml.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.figures
def test_a_badge_says_what_when_and_as_of_which_day(deadlines: dict[str, Deadline]) -> None:
    assert lines(badge(deadlines["2027-primary/designating-petition"], TODAY)) == [
        ("title", "Designating petition"),
        ("small", "2027 primary election"),
        ("small", "First day to file"),
        ("day", "Monday, March 29, 2027"),
        ("small", "Last day to file"),
        ("day", "Thursday, April 1, 2027"),
        ("small", "As of December 2, 2026; may still move"),
    ]
    assert lines(badge(deadlines["2028-general/judicial-convention-minutes"], TODAY))[3:5] == [
        ("day", "Depends on an event"),
        ("small", "As of December 2, 2026; may still move;"),
    ]
    assert lines(badge(deadlines["2015-primary/designating-petition"], TODAY))[-1] == (
        "small",
        "As of December 2, 2026; passed",
    )


@pytest.mark.figures
def test_every_deadline_has_a_badge_with_its_days(site: Path, data: dict[str, Any]) -> None:
    assert sum(1 for _ in (site / "badges").rglob("*.svg")) == len(data["deadlines"]) == 1570
    for each in data["deadlines"]:
        said = [text for kind, text in lines((site / f"badges/{each['id']}.svg").read_text("utf-8")) if kind == "day"]
        days = [each[which] for which in ("opens", "closes") if each[which]]
        assert len(said) == max(len(days), 1), each["id"]
        assert [re.findall(r"\d+", text) for text in said if days] == [[str(int(day[8:])), day[:4]] for day in days]


# --- cards ---------------------------------------------------------------------------------------


@pytest.mark.figures
def test_a_card_for_each_election_to_come_each_filing_and_all_else(site: Path, content: Content) -> None:
    found = {each.relative_to(site).as_posix() for each in (site / "cards").rglob("*.png")}
    coming = ["2027-primary", "2027-general", "2028-presidential-primary", "2028-primary", "2028-general"]
    assert found == {"cards/site.png", *(f"cards/{each}.png" for each in coming)} | {
        f"cards/filings/{each}.png" for each in content.filings
    }


def test_no_words_of_a_card_run_off_it_or_into_each_other(build: Build) -> None:
    for path, raw in cards.outputs(build):
        picture = Image.open(BytesIO(raw)).convert("L")
        assert picture.size == (1200, 630), path
        assert len(raw) < 40_000, path
        ink = picture.point([255 if shade < 200 else 0 for shade in range(256)])
        box = ink.crop((0, 20, 1200, 630)).getbbox()
        assert box is not None
        left, _, right, bottom = box
        assert left >= 76, path
        assert right <= 1122, path
        assert bottom + 20 <= 600, path
        assert ink.crop((0, 532, 1200, 552)).getbbox() is None, path  # between the words and the foot


@pytest.mark.figures
def test_a_card_says_at_its_foot_what_is_not_certain(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    feet: dict[str, str] = {}

    def drawn(_: cards.Drawing, title: str, under: str, last: str, foot: str) -> bytes:
        feet[title] = foot
        return b""

    monkeypatch.setattr(cards.Drawing, "card", drawn)
    list(cards.outputs(build))
    assert feet["New York filing deadlines"] == "As of December 2, 2026"
    assert feet["2027 primary election"] == "As of December 2, 2026; may still move"
    assert feet["Opportunity-to-ballot petition"] == (
        "As of December 2, 2026; may still move; not certain: see the page"
    )
    assert feet["Objection"] == "As of December 2, 2026"


def test_the_fonts_have_every_sign_that_a_card_shows(build: Build) -> None:
    draw = cards.Drawing("x")
    content = build.content
    titles = [each.title for each in content.filings.values()]
    titles += [each.entry.title for each in content.elections.values()]
    signs = {*"".join(titles), *"0123456789:,§–—’“”é", *content.site.description, *content.site.name}
    for font in (draw._text, draw._titles[0]):

        def drawn(sign: str, font: FreeTypeFont = font) -> tuple[object, bytes]:
            mask = font.getmask(sign)
            return mask.size, bytes(mask)

        assert drawn("→") == drawn("\uffff")  # the sign for what the font lacks
        assert [sign for sign in signs if drawn(sign) == drawn("→")] == []


# --- what is told of pages -----------------------------------------------------------------------


def test_every_page_says_its_own_address_and_its_card(site: Path) -> None:
    for path in site.rglob("*.html"):
        html, at = path.read_text("utf-8"), path.relative_to(site).as_posix().removesuffix("index.html")
        canonical = re.findall(r'<link rel="canonical" href="(.*?)">', html)
        if at == "404.html":
            assert canonical == []
        elif at.startswith("embed/"):
            assert canonical != [EXAMPLE + at]
            assert '<meta name="robots" content="noindex">' in html
        else:
            assert canonical == [EXAMPLE + at] == re.findall(r'property="og:url" content="(.*?)"', html)
            (card,) = re.findall(r'property="og:image" content="https://example.org/(.*?)"', html)
            assert (site / card).is_file(), at
            (title,) = re.findall(r'property="og:title" content="(.*?)"', html)
            assert title in re.findall("<title>(.*?)</title>", html, re.DOTALL)[0]
    petition = (site / "deadlines/2027-primary/designating-petition/index.html").read_text("utf-8")
    assert 'content="https://example.org/cards/2027-primary.png"' in petition


@pytest.mark.figures
def test_the_law_is_legislation_and_the_data_a_dataset(site: Path) -> None:
    def told(path: str) -> Any:
        html = (site / path / "index.html").read_text("utf-8")
        return json.loads(re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)[0])

    page = told("law/6-158/1")
    assert (page["@type"], page["url"]) == ("WebPage", "https://example.org/law/6-158/1/")
    assert page["mainEntity"]["@type"] == "Legislation"
    assert page["mainEntity"]["legislationIdentifier"] == "Election Law § 6-158(1)"
    assert page["mainEntity"]["isPartOf"]["legislationJurisdiction"] == "New York"
    data = told("data")["mainEntity"]
    assert (data["@type"], data["license"]) == ("Dataset", "https://creativecommons.org/publicdomain/zero/1.0/")
    assert data["temporalCoverage"] == "2012/2028"
    for each in data["distribution"]:
        assert (site / each["contentUrl"].removeprefix(EXAMPLE)).is_file()
    assert "mainEntity" not in told("about")


def test_nothing_ends_the_script_that_the_linked_data_stands_in(build: Build) -> None:
    hostile = '</script><script>alert(1)</script>&"<!--'
    text = webpage(build, "x/", Markup.escape(hostile), Markup.escape(hostile), {"name": hostile})
    assert not set("<>&") & set(text)
    assert json.loads(text)["name"] == hostile == json.loads(text)["mainEntity"]["name"]


def test_the_sitemap_has_every_page_but_frames_and_robots_bars_nothing(site: Path) -> None:
    locations = [
        each.text or ""
        for each in xml.parse(site / "sitemap.xml").iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")
    ]
    pages = {each.relative_to(site).as_posix().removesuffix("index.html") for each in site.rglob("index.html")}
    assert len(locations) == len(set(locations))
    assert set(locations) == {EXAMPLE + page for page in pages if not page.startswith("embed/")}
    assert (site / "robots.txt").read_text() == "User-agent: *\nDisallow:\n\nSitemap: https://example.org/sitemap.xml\n"


def test_every_frame_badge_and_data_file_is_among_the_addresses_that_are_kept(site: Path) -> None:
    lines = (ROOT / "content/addresses.txt").read_text("utf-8").splitlines()
    kept = {line for line in lines if " " not in line}  # others say more of an address
    found = {each.relative_to(site).as_posix().removesuffix("index.html") for each in site.rglob("*") if each.is_file()}
    assert kept == {
        path for path in found if path.startswith(("feeds/", "api/", "corrections/feed", "embed/", "badges/"))
    }


@pytest.mark.figures
def test_what_can_be_copied_is_sound_code_that_leads_to_the_site(site: Path) -> None:
    html = (site / "link/index.html").read_text("utf-8")
    codes = [unescape(code) for code in re.findall(r'<pre class="code"><code>(.*?)</code>', html, re.DOTALL)]
    assert len(codes) > 100
    for code in codes:
        closed = re.sub(r"(<img [^>]*)>", r"\1/>", code)
        xml.fromstring(f"<p>{closed}</p>")  # every element closed, every sign escaped
        for link in re.findall(r'(?:href|src)="(.*?)"', code):
            path = link.removeprefix(EXAMPLE).partition("#")[0]
            assert (site / path / "index.html").is_file() or (path.endswith(".svg") and (site / path).is_file()), link
    assert any(
        '<a href="https://example.org/deadlines/2027-primary/designating-petition/">Designating petition, 2027 primary '
        "election: first day Monday, March 29, 2027; last day Thursday, April 1, 2027</a> "
        "(as of December 2, 2026; may still move)" in code
        for code in codes
    )
