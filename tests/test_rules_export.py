"""rules.json: lean, as its schema says, and with a meaning for every sentence."""

import json
from pathlib import Path
from typing import Any

import jsonschema

from deadlines import wording
from deadlines.expressions import parse
from deadlines.rules_export import tree


def test_rules_json_is_as_its_schema_says(site: Path) -> None:
    data = (site / "api/v1/rules.json").read_bytes()
    assert len(data) < 400_000
    rules: dict[str, Any] = json.loads(data)
    schema = json.loads((site / "api/v1/schema/rules.json").read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(rules)
    assert set(rules["words"]) == set(wording.patterns())
    for section in rules["sections"]:
        for provisions in section["provisions"].values():
            for each in provisions:
                assert {each[end] for end in ("opens", "closes") if end in each} <= set(rules["expressions"])
                assert each.get("when") in {None, *rules["conditions"]}


def test_a_tree_has_the_fields_of_its_expression() -> None:
    assert tree(parse("12th Thursday before election")) == {
        "op": "nth_weekday",
        "nth": 12,
        "weekday": 3,
        "direction": "before",
        "base": {"op": "named", "name": "election"},
    }
    assert tree(parse("later of day after such x closes and September 1")) == {
        "op": "choice",
        "which": "later",
        "items": [
            {
                "op": "count",
                "number": 1,
                "unit": "day",
                "direction": "after",
                "base": {"op": "named", "name": "x closes", "such": True},
                "bare": True,
            },
            {"op": "day_of_month", "month": 9, "day": 1},
        ],
    }
