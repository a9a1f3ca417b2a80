"""The description of the HTTP service, for programs: OpenAPI 3.2, which knows event streams."""

from __future__ import annotations

import json
from typing import Any

from ..canonical import event_json_schema
from .requests import ChatRequest

_ID = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}
_TEXT = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 0}

_ERRORS = {
    "400": "The body is no JSON, or a header has a value that cannot be.",
    "401": "It is not known who asks.",
    "403": "The request comes from a page of another site, or is about a workspace that is not the user's.",
    "404": "There is no such thing, or it belongs to somebody else.",
    "408": "The body took too long.",
    "409": "An answer is still being made in this thread; or the answer was stopped.",
    "413": "The body is too long.",
    "415": "The body is not said to be JSON.",
    "422": "The body is not what it should be.",
    "429": "Too many requests, or too many answers at once. `Retry-After` says when to try again.",
    "502": "The answer failed. The code is that of the run's own error.",
    "503": "The server shuts down, or its database cannot be used.",
}


def openapi(prefix: str) -> dict[str, Any]:
    """The description of the routes under ``prefix``."""
    one = f"{prefix}/chat/{{event_id}}"
    return {
        "openapi": "3.2.0",
        "info": {
            "title": "Chat",
            "version": "1",
            "description": "Users are known by a cookie that the first answer sets, unless the app says otherwise.",
        },
        "paths": {
            f"{prefix}/chat": {
                "post": _operation(
                    "say",
                    "Say something. The answer comes as canonical events, or as a finished response if you accept only JSON.",
                    {"200": _content("What is said.", _ref("Response"), _ref("Event"))},
                    ["400", "404", "408", "409", "413", "415", "422", "429", "502", "503"],
                    body="ChatRequest",
                )
            },
            f"{prefix}/chat/stream": {
                "post": _operation(
                    "sayAndStream",
                    "Say something. The answer comes simply: `thinking` and `text` with a `delta`, then `done` or `error`.",
                    {
                        "200": _content(
                            "What is said.", None, {"anyOf": [_ref("Delta"), _ref("Response"), _ref("Failure")]}
                        )
                    },
                    ["400", "404", "408", "409", "413", "415", "422", "429", "503"],
                    body="ChatRequest",
                )
            },
            f"{one}/events": {
                "get": _operation(
                    "resume",
                    "Go on reading an answer after the event that `Last-Event-ID` names. Of one that was made long ago only "
                    "`message_final` is left.",
                    {
                        "200": _content("What is said after that event.", None, _ref("Event")),
                        "204": {"description": "The answer has ended, and you have all of it."},
                    },
                    ["400", "404", "429"],
                    parameters=[
                        _parameter("event_id", "path", _ID),
                        _parameter("Last-Event-ID", "header", {"type": "string", "pattern": "^[0-9]{1,15}$"}),
                    ],
                )
            },
            f"{one}/cancel": {
                "post": _operation(
                    "cancel",
                    "Stop an answer. What was said so far is kept. It does no harm when the answer has ended.",
                    {"202": _content("It ends soon, or has ended.", _object({"messageId": _ID}))},
                    ["404", "408", "413", "415", "429"],
                    parameters=[_parameter("event_id", "path", _ID)],
                )
            },
            f"{prefix}/threads/{{thread_id}}": {
                "get": _operation(
                    "thread",
                    "A conversation with its messages, as they are stored.",
                    {"200": _content("The conversation.", _ref("Thread"))},
                    ["404", "429"],
                    parameters=[_parameter("thread_id", "path", _ID)],
                )
            },
            f"{prefix}/openapi.json": {
                "get": {
                    "operationId": "description",
                    "summary": "This description.",
                    "responses": {"200": _content("It.", {"type": "object"})},
                }
            },
            f"{prefix}/visitor.js": {
                "get": {
                    "operationId": "visitor",
                    "summary": "An empty script that sets the cookie, for pages that come from another server.",
                    "responses": {
                        "200": {"description": "Nothing.", "content": {"text/javascript": {"schema": _TEXT}}}
                    },
                }
            },
        },
        "components": {"schemas": _schemas()},
    }


def _operation(
    name: str,
    summary: str,
    responses: dict[str, Any],
    errors: list[str],
    *,
    body: str | None = None,
    parameters: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    refused = {status: _content(_ERRORS[status], _ref("Error")) for status in sorted({"401", "403", "503", *errors})}
    return {
        "operationId": name,
        "summary": summary,
        **({"parameters": parameters} if parameters else {}),
        **(
            {"requestBody": {"required": True, "content": {"application/json": {"schema": _ref(body)}}}} if body else {}
        ),
        "responses": {**responses, **refused},
    }


def _content(
    description: str, json_schema: dict[str, Any] | None, events: dict[str, Any] | None = None
) -> dict[str, Any]:
    content: dict[str, Any] = {}
    if events is not None:
        data = {**_TEXT, "contentMediaType": "application/json", "contentSchema": events}
        event = _object({"event": _TEXT, "data": data}, {"id": _TEXT})
        content["text/event-stream"] = {"itemSchema": {"anyOf": [event, _object({"retry": _COUNT})]}}
    if json_schema is not None:
        content["application/json"] = {"schema": json_schema}
    return {"description": description, "content": content}


def _parameter(name: str, place: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": place, "required": place == "path", "schema": schema}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def _object(properties: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"type": "object", "properties": {**properties, **(optional or {})}, "required": list(properties)}


def _schemas() -> dict[str, Any]:
    request = ChatRequest.model_json_schema(ref_template="#/components/schemas/{model}")
    events = json.loads(event_json_schema().replace("#/$defs/", "#/components/schemas/"))
    error = _object({"code": _TEXT, "message": _TEXT})
    return {
        **request.pop("$defs"),
        **events.pop("$defs"),
        "ChatRequest": request,
        "Event": {key: value for key, value in events.items() if not key.startswith("$")},
        "Delta": _object({"delta": _TEXT}),
        "Failure": error,
        "Error": _object({"error": error}, {"threadId": _ID, "messageId": _ID}),
        "Response": _object(
            {
                "assistant": _object({"text": _TEXT}),
                "chips": {"type": "array", "items": _TEXT},
                "threadId": _ID,
                "messageId": _ID,
                "content": {
                    "type": "array",
                    "items": {
                        "anyOf": [
                            _object({"type": {"const": "text"}, "text": _TEXT}),
                            _ref("ImagePart"),
                            _ref("FilePart"),
                        ]
                    },
                },
                "reasoning_content": {"type": ["string", "null"]},
                "reasoning_meta": _object(
                    {
                        "model_supports": {"type": "boolean"},
                        "duration_ms": _COUNT,
                        "tokens": {"type": ["integer", "null"]},
                    }
                ),
            },
            {"thinking": _TEXT, "ui": {}, "fitBrief": {}, "relevantExperience": {}},
        ),
        "Thread": _object({"id": _ID, "title": _TEXT, "messages": {"type": "array", "items": {"type": "object"}}}),
    }
