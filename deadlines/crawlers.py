"""What search engines and other services are told: linked data in each page (JSON-LD), the sitemap, robots.txt."""

import json
import xml.etree.ElementTree as xml
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from .cards import COMMON
from .data import CSV, DEADLINES, UPCOMING
from .law_tables import Section, Subdivision
from .model import Build
from .rules_export import RULES

FORMATS = {DEADLINES: "application/json", UPCOMING: "application/json", RULES: "application/json", CSV: "text/csv"}
About = Mapping[str, Any]


HEAD = Markup("""\
<link rel="canonical" href="%(url)s">
<meta property="og:type" content="website">
<meta property="og:site_name" content="%(site)s">
<meta property="og:title" content="%(title)s">
<meta property="og:description" content="%(description)s">
<meta property="og:url" content="%(url)s">
<meta property="og:image" content="%(card)s">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="%(title)s">
<meta name="twitter:card" content="summary_large_image">
<script type="application/ld+json">%(data)s</script>""")


def head(build: Build, path: str, title: Markup, description: Markup, card: str, about: About | None = None) -> Markup:
    """What a page's head tells services of it: its address, its card (Open Graph), and JSON-LD."""
    return HEAD % {
        "url": build.base_url + path,
        "site": build.content.site.name,
        "title": title,
        "description": description,
        "card": build.base_url + card,
        "data": webpage(build, path, title, description, about),
    }


def webpage(build: Build, path: str, title: Markup, description: Markup, about: About | None = None) -> Markup:
    """A page as JSON-LD, with what it is about, safe inside a script element."""
    site, url = build.content.site, build.base_url + path
    page = {
        "@context": "https://schema.org",
        "@type": "WebPage",
        "@id": url,
        "url": url,
        "name": title.unescape().strip(),
        "description": description.unescape().strip(),
        "inLanguage": site.language,
        "isPartOf": {"@type": "WebSite", "name": site.name, "url": build.base_url},
    }
    text = json.dumps(page | ({"mainEntity": about} if about else {}), ensure_ascii=False)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)


def legislation(build: Build, section: Section, sub: Subdivision | None = None) -> About:
    """A section of the law, or a subdivision of it."""
    whole = {
        "@type": "Legislation",
        "name": f"{section.cite}: {section.title}",
        "legislationIdentifier": section.cite,
        "legislationJurisdiction": build.content.site.jurisdiction,
        "sameAs": section.source,
    }
    if not sub:
        return whole
    cite = f"{section.cite}({sub.subdivision})"
    return {
        "@type": "Legislation",
        "name": f"{cite}: {sub.heading}",
        "legislationIdentifier": cite,
        "legislationJurisdiction": build.content.site.jurisdiction,
        "isPartOf": whole,
    }


def dataset(build: Build) -> About:
    """The open data."""
    site, years = build.content.site, [election.year for election in build.content.elections.values()]
    return {
        "@type": "Dataset",
        "name": site.name,
        "description": site.description,
        "url": f"{build.base_url}data/",
        "image": build.base_url + COMMON,
        "license": site.data_license.url,
        "isAccessibleForFree": True,
        "creator": {"@type": "Organization", "name": site.name, "url": build.base_url},
        "spatialCoverage": site.jurisdiction,
        "temporalCoverage": f"{min(years)}/{max(years)}" if years else "",
        "version": build.content.digest,
        "distribution": [
            {"@type": "DataDownload", "contentUrl": build.base_url + path, "encodingFormat": kind}
            for path, kind in FORMATS.items()
        ],
    }


def sitemap(build: Build, paths: Iterable[str]) -> bytes:
    """The addresses of all pages, for sitemap.xml."""
    root = xml.Element("urlset", {"xmlns": "http://www.sitemaps.org/schemas/sitemap/0.9"})
    for path in paths:
        xml.SubElement(xml.SubElement(root, "url"), "loc").text = build.base_url + path
    return bytes(xml.tostring(root, "utf-8", xml_declaration=True)) + b"\n"


def robots(build: Build) -> bytes:
    """robots.txt: nothing is barred, above all no feed, which calendar programs could then not fetch."""
    return f"User-agent: *\nDisallow:\n\nSitemap: {build.base_url}sitemap.xml\n".encode()
