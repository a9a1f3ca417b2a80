"""The description of the HTTP service."""

import json
from typing import Any

from reflex_thinking.api.openapi import openapi
from reflex_thinking.api.routes import Routes


def refs(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        mapped = value.get("mapping", {}).values() if isinstance(value.get("mapping"), dict) else ()
        return own | set(mapped) | {ref for inner in value.values() for ref in refs(inner)}
    return {ref for inner in value for ref in refs(inner)} if isinstance(value, list) else set()


def test_every_route_is_described_with_its_method():
    described = {(path, method.upper()) for path, methods in openapi("/api")["paths"].items() for method in methods}
    routes = Routes(lambda: None).all()  # pyright: ignore[reportArgumentType]
    assert described == {
        (route.path, method) for route in routes for method in (route.methods or ()) if method != "HEAD"
    }


def test_whatever_it_refers_to_is_there():
    description = openapi("/api")
    found = refs(description)
    assert found
    for ref in found:
        assert ref.removeprefix("#/components/schemas/") in description["components"]["schemas"]
    json.dumps(description, allow_nan=False)


def test_requests_are_described_as_they_are_taken():
    request = openapi("/api")["components"]["schemas"]["ChatRequest"]
    assert request["additionalProperties"] is False
    assert set(request["properties"]) == {"message", "threadId", "client"}
    assert request["required"] == ["message"]
