"""Pelican with nothing but pages: no articles, lists, feeds, archives or cache."""

import json
from pathlib import Path

HERE = Path(__file__).parent
SITENAME = "Deadlines"
SITEURL = ""
THEME = str(HERE)
PATH = str(HERE / "content")
PAGE_PATHS = ["pages"]
ARTICLE_PATHS: list[str] = []
STATIC_PATHS: list[str] = []
DIRECT_TEMPLATES: list[str] = []
TIMEZONE = "America/New_York"
PLUGINS: list[str] = []
FEED_ALL_ATOM = CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = AUTHOR_FEED_ATOM = AUTHOR_FEED_RSS = None
TAG_SAVE_AS = CATEGORY_SAVE_AS = AUTHOR_SAVE_AS = ""
LOAD_CONTENT_CACHE = CACHE_CONTENT = False
data = json.loads((HERE / "data.json").read_text("utf-8"))
JINJA_ENVIRONMENT = {"trim_blocks": True, "lstrip_blocks": True, "autoescape": True}
JINJA_GLOBALS = {
    "site": data["site"],
    "same": data["same"],
    "pages_of": {page["id"].replace("/", "--"): page for page in data["pages"]},
}
