"""JSON schemas in the form that all providers take for structured output."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

_NOT_TAKEN = frozenset(
    {"default", "title", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "pattern", "format"}
)
"""What some provider refuses. The answer is checked against the whole schema when it is here."""


def strict_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of a model with everything required, nothing else allowed, and no references."""
    schema = model.model_json_schema()
    return _strict(schema, schema.get("$defs", {}))


def _strict(node: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in node:
        target = definitions[node["$ref"].rsplit("/", 1)[-1]]
        return _strict({**target, **{key: value for key, value in node.items() if key != "$ref"}}, definitions)
    made: dict[str, Any] = {}
    for key, value in node.items():
        if key in _NOT_TAKEN or key == "$defs":
            continue
        if key == "properties":
            made[key] = {name: _strict(each, definitions) for name, each in value.items()}
        elif key == "items":
            made[key] = _strict(value, definitions)
        elif key == "anyOf":
            made[key] = [_strict(each, definitions) for each in value]
        else:
            made[key] = value
    if made.get("type") == "object":
        made["required"] = list(made.get("properties", {}))
        made["additionalProperties"] = False
    return made
