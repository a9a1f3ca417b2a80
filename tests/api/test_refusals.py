"""What the HTTP service does not take, and how it says so."""

import asyncio
import json
from typing import Any

import pytest
import reflex_thinking as rt
from reflex_thinking.api.limits import ApiLimits, RateLimiter
from reflex_thinking.settings import settings

from .hosting import PATIENCE, Host, said, sent, serve


async def echo(turn: rt.Turn):
    yield turn.text


async def refused(host: Host, **request: Any) -> tuple[int, str]:
    """Status and code of the answer to a request, which must be an error as documented."""
    response = await host.client().request(**{"method": "POST", "url": "/api/chat", **request})
    body = response.json()
    assert response.headers["content-type"] == "application/json"
    assert body["error"].keys() == {"code", "message"} and body["error"]["message"]
    assert len(response.content) < 2000
    return response.status_code, body["error"]["code"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"message": None},
        {"message": 5},
        {"message": ["a"]},
        {"message": ""},
        {"message": "a", "unknown": 1},
        {"message": "a", "threadId": 5},
        {"message": "a", "thread_id": "t"},
        {"message": "a", "threadId": "t" * 201},
        {"message": "a", "client": []},
        {"message": "a", "client": {"thinkingEnabled": "yes"}},
        {"message": "a", "client": {"thinkingEnabled": 1}},
        {"message": "a", "client": {"thinking_enabled": True}},
        {"message": "a", "client": {"locale": "../../etc"}},
        {"message": "a", "client": {"locale": 1}},
        {"message": "a", "client": {"workspaceId": "\x00"}},
        {"message": "a", "client": {"workspaceId": "w" * 201}},
        {"message": "a", "x" * 100_000: "y"},
        [],
        "text",
        None,
        5,
    ],
)
async def test_a_body_that_is_not_what_it_should_be_is_refused(body: Any):
    async with serve(echo) as host:
        for path in ("/api/chat", "/api/chat/stream"):
            assert await refused(host, url=path, json=body) == (422, "invalid_request") or (
                await refused(host, url=path, content=json.dumps(body), headers={"content-type": "application/json"})
            ) == (422, "invalid_request")


async def test_a_refusal_names_the_field_the_value_and_the_rule():
    async with serve(echo) as host:
        response = await host.client().post("/api/chat", json={"message": "a", "client": {"thinkingEnabled": "yes"}})
    assert response.json()["error"]["message"] == (
        "request: client.thinkingEnabled = 'yes': Input should be a valid boolean"
    )


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'{"message": "a"',
        b"\xff\xfe",
        b'{"message": "\xff"}',
        b'{"message": "\\ud800"}',
        b"[" * 100_000,
        b"NaN,",
    ],
)
async def test_what_is_no_json_is_refused(body: bytes):
    async with serve(echo) as host:
        assert await refused(host, content=body, headers={"content-type": "application/json"}) == (400, "invalid_json")


@pytest.mark.parametrize(
    "kind", [None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "json"]
)
async def test_only_json_is_taken_so_that_no_form_of_another_site_can_speak_for_a_user(kind: str | None):
    async with serve(echo) as host:
        headers = {} if kind is None else {"content-type": kind}
        assert await refused(host, content=b'{"message": "a"}', headers=headers) == (415, "unsupported_media_type")
        event_id = (await said(client := host.client(), "Go"))[0].data["event_id"]
        if kind:
            response = await client.post(f"/api/chat/{event_id}/cancel", content=b"", headers=headers)
            assert response.status_code == 415


async def test_json_with_a_character_set_is_json():
    async with serve(echo) as host:
        response = await host.client().post(
            "/api/chat", content=b'{"message": "a"}', headers={"content-type": "Application/JSON; charset=utf-8"}
        )
    assert response.status_code == 200


async def test_an_empty_or_too_long_message_is_refused():
    async with serve(echo, message_length=5) as host:
        assert await refused(host, json={"message": " \n\t "}) == (422, "empty_message")
        assert await refused(host, json={"message": "sixsix"}) == (422, "message_too_long")
        assert (await host.client().post("/api/chat", json={"message": " five5 "})).status_code == 200


async def test_the_apps_limit_of_a_message_counts_unless_another_is_given(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(settings, "max_message_length", 3)
    async with serve(echo) as host:
        assert await refused(host, json={"message": "four"}) == (422, "message_too_long")


async def test_a_body_that_is_too_long_is_refused_whatever_it_says_about_its_length():
    async with serve(echo, body_bytes=1000) as host:
        long = json.dumps({"message": "x" * 2000}).encode()

        async def pieces():
            for start in range(0, len(long), 100):
                yield long[start : start + 100]

        headers = {"content-type": "application/json"}
        assert await refused(host, content=long, headers=headers) == (413, "body_too_large")
        assert await refused(host, content=pieces(), headers=headers) == (413, "body_too_large")
        event_id = (await said(client := host.client(), "Go"))[0].data["event_id"]
        response = await client.post(f"/api/chat/{event_id}/cancel", content=long, headers=headers)
        assert response.status_code == 413


async def raw(host: Host, request: bytes) -> bytes:
    """Send bytes as they are, and read what comes until the server closes or says no more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(host.url.rpartition(":")[2]))
    writer.write(request)
    await writer.drain()
    answer = b""
    try:
        async with asyncio.timeout(PATIENCE):
            while b"\r\n\r\n" not in answer and (more := await reader.read(65536)):
                answer += more
    finally:
        writer.close()
    return answer


async def test_a_body_that_stops_halfway_is_not_waited_for_for_ever():
    head = b"POST /api/chat HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n"
    async with serve(echo, body_seconds=0.1) as host:
        assert (await raw(host, head + b'{"message": ')).startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("length", [b"-1", b"x", b"99999999999999999999999999", b"1e3"])
async def test_a_length_that_is_none_does_no_harm(length: bytes):
    head = b"POST /api/chat HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: " + length
    async with serve(echo) as host:
        answer = await raw(host, head + b'\r\n\r\n{"message": "a"}')
        assert answer == b"" or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4"))
        assert (await host.client().post("/api/chat", json={"message": "still there"})).status_code == 200


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/chat"),
        ("PUT", "/api/chat"),
        ("DELETE", "/api/chat/stream"),
        ("POST", "/api/chat/m1/events"),
        ("GET", "/api/chat/m1/cancel"),
        ("POST", "/api/threads/t1"),
        ("POST", "/api/openapi.json"),
    ],
)
async def test_a_wrong_method_is_named(method: str, path: str):
    async with serve(echo) as host:
        assert await refused(host, method=method, url=path) == (405, "method_not_allowed")
        assert (await host.client().request(method, path)).headers["allow"]


@pytest.mark.parametrize("path", ["/api/", "/api/nothing", "/api/chat/", "/api/chat/a/b/c", "/api/threads", "/api/%00"])
async def test_an_unknown_path_is_not_found(path: str):
    async with serve(echo) as host:
        for method in ("GET", "POST"):
            assert await refused(host, method=method, url=path) == (404, "not_found")


async def test_the_apps_own_routes_beside_the_service_work():
    async with serve(echo) as host:
        client = host.client()
        assert (await client.get("/api/own")).status_code == 200
        assert (await client.get("/")).text.startswith("<!doctype html>")
        missing = await client.get("/nothing")
        assert missing.status_code == 404 and missing.headers["content-type"].startswith("text/plain")


async def test_a_user_has_only_so_many_runs_at_once():
    gate = asyncio.Event()

    async def slow(turn: rt.Turn):
        yield "A"
        await gate.wait()

    async with serve(slow, runs_at_once=2) as host:
        client = host.client()
        client.cookies = (await client.get("/")).cookies
        async with (
            client.stream("POST", "/api/chat", json={"message": "1"}) as first,
            client.stream("POST", "/api/chat", json={"message": "2"}),
        ):
            response = await client.post("/api/chat", json={"message": "3"})
            assert (response.status_code, response.json()["error"]["code"]) == (429, "too_many_runs")
            assert int(response.headers["retry-after"]) > 0
            other = host.client()
            async with other.stream("POST", "/api/chat", json={"message": "I am another"}) as stream:
                assert stream.status_code == 200
            gate.set()
            async for _ in sent(first):
                pass
        assert (await client.post("/api/chat", json={"message": "4"})).status_code == 200


async def test_a_user_can_ask_only_so_often():
    async with serve(echo, requests_per_minute=3) as host:
        client = host.client()
        await client.get("/")
        statuses = [(await client.get("/api/threads/t")).status_code for _ in range(4)]
        assert statuses == [404, 404, 404, 429]
        response = await client.post("/api/chat", json={"message": "x"})
        assert response.json()["error"]["code"] == "too_many_requests"
        assert 0 < int(response.headers["retry-after"]) <= 20
        other = host.client()
        await other.get("/")
        assert (await other.get("/api/threads/t")).status_code == 404


async def test_who_throws_the_cookie_away_cannot_ask_more_often():
    async with serve(echo, newcomers_per_minute=3) as host:
        statuses = [(await host.client().get("/api/threads/t")).status_code for _ in range(5)]
    assert statuses == [404, 404, 404, 429, 429]


def test_requests_are_counted_over_time():
    now = 0.0
    limiter = RateLimiter(60, clock=lambda: now)
    assert [limiter.take("ada") for _ in range(61)] == [0] * 60 + [1]
    assert limiter.take("bob") == 0
    now = 1.0
    assert [limiter.take("ada") for _ in range(2)] == [0, 1]
    now = 3600.0
    assert [limiter.take("ada") for _ in range(61)] == [0] * 60 + [1]


def test_only_so_many_users_are_remembered(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("reflex_thinking.api.limits.MOST_KEYS", 10)
    limiter = RateLimiter(1, clock=lambda: 0.0)
    for number in range(1000):
        limiter.take(str(number))
    assert len(limiter._left) == 10


@pytest.mark.parametrize("name", ["body_bytes", "requests_per_minute", "heartbeat_seconds", "runs_at_once"])
def test_a_limit_of_nothing_is_refused(name: str):
    with pytest.raises(rt.ConfigurationError, match=rf"ApiLimits\({name}=0\)"):
        ApiLimits(**{name: 0})


async def test_a_bug_in_the_service_says_nothing_of_itself(monkeypatch: pytest.MonkeyPatch):
    async def broken(*_: Any) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(settings.store, "thread", broken)
    async with serve(echo) as host:
        assert await refused(host, method="GET", url="/api/threads/t1") == (500, "internal_error")
