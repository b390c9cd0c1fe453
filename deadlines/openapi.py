"""The static files described in OpenAPI 3.1, for the programs that make clients from such a description."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from .data import BUILD, CSV, DEADLINES, ELECTION, FILING, SCHEMA, UPCOMING
from .model import Build
from .rules_export import RULES

OPENAPI = "api/v1/openapi.json"
SLUG = "^[a-z0-9]+(-[a-z0-9]+)*$"


def outputs(build: Build) -> Iterator[tuple[str, bytes]]:
    """The description's path and bytes."""
    text = json.dumps(description(build), ensure_ascii=False, indent=1)
    yield OPENAPI, (text + "\n").encode()


def addresses(build: Build) -> Iterable[str]:
    """The path of the description."""
    return (OPENAPI,)


def description(build: Build) -> dict[str, Any]:
    """Every data file, calendar, frame and badge, with the schema of each and an example of each name."""
    content = build.content
    election = next(reversed(list(content.elections)), "")
    filing, role = next(iter(content.filings), ""), next((each.id for each in content.site.role), "")
    names = {
        "election": _name("The id of an election.", election),
        "filing": _name("The id of a petition or certificate type.", filing),
        "case": _name("The id of a case of the filing.", next(iter(content.filings[filing].cases), "case")),
        "role": _name("The id of a role.", role),
    }
    paths = {
        DEADLINES: _get("deadlines", "Every election and every deadline", "application/json", "deadlines"),
        UPCOMING: _get("upcoming", "What is next, soonest first", "application/json", "upcoming"),
        CSV: _get("table", "Every deadline as a table", "text/csv"),
        ELECTION.format("{election}"): _get("election", "One election", "application/json", "election"),
        FILING.format("{filing}"): _get("filing", "One filing, in every election", "application/json", "filing"),
        RULES: _get("rules", "The law as rules", "application/json", "rules"),
        BUILD: _get("build", "The day of the last build", "application/json", "build"),
        "feeds/all.ics": _get("calendar", "A calendar of every deadline", "text/calendar"),
        "feeds/elections/{election}.ics": _get("electionCalendar", "A calendar of one election", "text/calendar"),
        "feeds/filings/{filing}.ics": _get("filingCalendar", "A calendar of one filing", "text/calendar"),
        "feeds/roles/{role}.ics": _get("roleCalendar", "A calendar for one role", "text/calendar"),
        "corrections/feed.xml": _get("corrections", "What was changed, as Atom", "application/atom+xml"),
        "embed/{election}/": _get("electionFrame", "A frame of one election", "text/html"),
        "embed/filings/{filing}/": _get("filingFrame", "A frame of one filing", "text/html"),
        "embed/roles/{role}/": _get("roleFrame", "A frame for one role", "text/html"),
        "badges/{election}/{filing}.svg": _get("badge", "A badge of one deadline", "image/svg+xml"),
        "badges/{election}/{filing}/{case}.svg": _get("caseBadge", "A badge of one case", "image/svg+xml"),
    }
    for path, operation in paths.items():
        used = [{"$ref": f"#/components/parameters/{name}"} for name in names if f"{{{name}}}" in path]
        operation["get"] |= {"parameters": used} if used else {}
        operation["get"]["responses"] |= {"404": {"description": "There is no such file."}} if used else {}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": content.site.name,
            "summary": content.site.description,
            "description": content.site.disclaimer,
            "version": "1",
            "license": {"name": content.site.data_license.name, "url": content.site.data_license.url},
        },
        "servers": [{"url": build.base_url}],
        "externalDocs": {"url": f"{build.base_url}data/", "description": "Fields, examples, what is promised"},
        "paths": {f"/{path}": operation for path, operation in paths.items()},
        "components": {"parameters": {name: {"name": name} | each for name, each in names.items()}},
    }


def _name(about: str, example: str) -> dict[str, Any]:
    return {
        "in": "path",
        "required": True,
        "description": about,
        "schema": {"type": "string", "pattern": SLUG},
        "example": example,
    }


def _get(name: str, summary: str, kind: str, schema: str | None = None) -> dict[str, Any]:
    """A file that can be had; its schema's address is relative to the description's."""
    path = SCHEMA.format(schema).removeprefix("api/v1/") if schema else None
    content = {"schema": {"$ref": path}} if path else {}
    return {
        "get": {
            "operationId": name,
            "summary": summary,
            "responses": {"200": {"description": summary, "content": {kind: content}}},
        }
    }
