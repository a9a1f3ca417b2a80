"""Whose conversation it is."""

import asyncio
import http.cookies
from collections.abc import Mapping
from typing import Any

import pytest
import reflex_thinking as rt
from reflex_thinking.api.visitors import Visitors
from reflex_thinking.identity import USER_COOKIE, identity_of
from reflex_thinking.settings import settings
from reflex_thinking.store.memory import MemoryStore

from .hosting import said, sent, serve


async def echo(turn: rt.Turn):
    yield f"You said {turn.text}"


def cookie_of(header: str) -> http.cookies.Morsel[str]:
    return http.cookies.SimpleCookie(header)[USER_COOKIE]


async def test_another_user_sees_nothing_and_can_do_nothing():
    gate = asyncio.Event()

    async def slow(turn: rt.Turn):
        yield "A secret"
        await gate.wait()

    async with serve(slow) as host:
        ada, bob = host.client(), host.client()
        await bob.get("/")
        async with ada.stream("POST", "/api/chat", json={"message": "Mine"}) as response:
            event_id, thread_id = response.headers["x-message-id"], response.headers["x-thread-id"]

            async def tried() -> list[tuple[int, str]]:
                responses = [
                    await bob.get(f"/api/chat/{event_id}/events"),
                    await bob.post(f"/api/chat/{event_id}/cancel"),
                    await bob.get(f"/api/threads/{thread_id}"),
                    await bob.post("/api/chat", json={"message": "x", "threadId": thread_id}),
                    await bob.post("/api/chat/stream", json={"message": "x", "threadId": thread_id}),
                ]
                unknown = [
                    await bob.get("/api/chat/m12345678901/events"),
                    await bob.post("/api/chat/m12345678901/cancel"),
                    await bob.get("/api/threads/t12345678901"),
                    await bob.post("/api/chat", json={"message": "x", "threadId": "t12345678901"}),
                    await bob.post("/api/chat/stream", json={"message": "x", "threadId": "t12345678901"}),
                ]
                # Not even that it exists can be seen.
                assert [one.text for one in responses] == [one.text for one in unknown]
                return [(one.status_code, one.json()["error"]["code"]) for one in responses]

            assert await tried() == [(404, "not_found")] * 5
            gate.set()
            events = [event async for event in sent(response)]
            assert events[-1].data["event"]["status"] == "done"
        assert await tried() == [(404, "not_found")] * 5
        assert (await ada.get(f"/api/threads/{thread_id}")).status_code == 200


async def test_the_cookie_is_a_secret_that_scripts_cannot_read(store: MemoryStore):
    async with serve(echo) as host:
        response = await host.client().get("/")
        cookie = cookie_of(response.headers["set-cookie"])
        assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["path"] == "/"
        assert not cookie["secure"] and int(cookie["max-age"]) > 30 * 24 * 3600
        assert len(cookie.value) == 43
        others = {cookie_of((await host.client().get("/")).headers["set-cookie"]).value for _ in range(20)}
        assert len(others) == 20


async def test_behind_https_the_cookie_is_for_https_only():
    async with serve(echo) as host:
        response = await host.client().get("/", headers={"x-forwarded-proto": "https"})
    assert cookie_of(response.headers["set-cookie"])["secure"]


async def test_nobody_may_keep_the_answer_that_sets_the_cookie():
    async with serve(echo) as host:
        client = host.client()
        first = await client.get("/")
        assert first.headers["cache-control"] == "private, no-cache"
        again = await client.get("/")
        assert "set-cookie" not in again.headers and again.headers["cache-control"] == "public, max-age=3600"


async def test_the_cookie_is_set_by_pages_and_by_the_service_but_not_by_files():
    async with serve(echo) as host:
        assert "set-cookie" in (await host.client().get("/api/threads/t")).headers
        assert "set-cookie" in (await host.client().post("/api/chat", json={"message": "a"})).headers
        assert "set-cookie" not in (await host.client().get("/asset.js")).headers
        assert "set-cookie" not in (await host.client().get("/nothing")).headers


async def test_neither_the_store_nor_what_is_below_sees_the_secret(
    store: MemoryStore, caplog: pytest.LogCaptureFixture
):
    caplog.set_level("DEBUG")
    async with serve(echo) as host:
        client = host.client()
        events = await said(client, "Hello")
        secret = client.cookies[USER_COOKIE]
        seen = (await client.get("/api/own", headers={"cookie": f"a=b; {USER_COOKIE}={secret}; c=d"})).json()["cookie"]
    assert "a=b" in seen and "c=d" in seen and USER_COOKIE in seen
    assert secret not in seen
    [thread] = [thread.info for thread in store._threads.values()]
    assert secret not in repr(thread)
    assert identity_of({"cookie": seen}).user_id == thread.user_id
    assert secret not in repr([event.data for event in events])
    assert secret not in "".join(record.getMessage() for record in caplog.records if "httpc" not in record.name)


async def test_neither_a_users_id_nor_what_is_below_can_be_used_as_the_cookie(store: MemoryStore):
    async with serve(echo) as host:
        client = host.client()
        thread_id = (await said(client, "Hello"))[0].data["thread_id"]
        seen = (await client.get("/api/own")).json()["cookie"].partition("=")[2]
        user_id = store._threads[thread_id].info.user_id
        for stolen in (seen, user_id):
            thief = host.client(cookies={USER_COOKIE: stolen})
            assert (await thief.get(f"/api/threads/{thread_id}")).status_code == 404


@pytest.mark.parametrize("value", ["", "x", "a" * 42, "a" * 44, "ä" * 43, "a b" * 15])
async def test_a_cookie_that_was_never_given_out_is_replaced(value: str):
    async with serve(echo) as host:
        header = f"{USER_COOKIE}={value}; other=1".encode()
        response = await host.client().get("/", headers={b"cookie": header})
        assert len(cookie_of(response.headers["set-cookie"]).value) == 43


async def test_of_two_cookies_of_the_name_only_one_counts():
    async with serve(echo) as host:
        client = host.client()
        await client.get("/")
        secret = client.cookies[USER_COOKIE]
        seen = await host.client().get(
            "/api/own", headers=[("cookie", f"{USER_COOKIE}={secret}"), ("cookie", f"{USER_COOKIE}={'b' * 43}")]
        )
        assert seen.json()["cookie"].count(USER_COOKIE) == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site", "origin": "https://evil.example"},
    ],
)
async def test_pages_of_other_sites_may_not_use_a_visitors_cookie(headers: dict[str, str]):
    async with serve(echo) as host:
        client = host.client()
        thread_id = (await said(client, "Hello"))[0].data["thread_id"]
        responses = [
            await client.post("/api/chat", json={"message": "a"}, headers=headers),
            await client.get(f"/api/threads/{thread_id}", headers=headers),
        ]
        assert [one.status_code for one in responses] == [403, 403]
        assert responses[0].json()["error"]["code"] == "cross_origin"
        assert "access-control-allow-origin" not in responses[0].headers


async def test_our_own_pages_and_those_that_are_allowed_may():
    async with serve(echo, origins=["https://chat.example.com"]) as host:
        client = host.client()
        for headers in (
            {},
            {"origin": host.url},
            {"sec-fetch-site": "same-origin", "origin": host.url},
            {"sec-fetch-site": "none"},
            {"sec-fetch-site": "same-site", "origin": "https://chat.example.com"},
            {"origin": "https://chat.example.com"},
        ):
            assert (await client.post("/api/chat", json={"message": "a"}, headers=headers)).status_code == 200


def by_token(headers: Mapping[str, str]) -> tuple[str, str] | None:
    users = {"Bearer ada": ("ada", "lab"), "Bearer bob": ("bob", "")}
    return users.get(headers.get("authorization", ""))


async def test_an_app_can_say_itself_who_users_are(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(settings, "identify", by_token)
    turns: list[rt.Turn] = []

    async def respond(turn: rt.Turn):
        turns.append(turn)
        yield "Yes."

    async with serve(respond) as host:
        nobody = host.client()
        page = await nobody.get("/")
        assert "set-cookie" not in page.headers
        response = await nobody.post("/api/chat", json={"message": "a"})
        assert (response.status_code, response.json()["error"]["code"]) == (401, "unauthorized")
        ada = host.client(headers={"authorization": "Bearer ada"})
        bob = host.client(headers={"authorization": "Bearer bob"})
        thread_id = (await said(ada, "Hello"))[0].data["thread_id"]
        assert (turns[0].user_id, turns[0].workspace_id) == ("ada", "lab")
        assert (await ada.get(f"/api/threads/{thread_id}")).status_code == 200
        assert (await bob.get(f"/api/threads/{thread_id}")).status_code == 404


async def test_a_workspace_that_the_app_knows_is_not_for_the_client_to_choose(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(settings, "identify", by_token)
    async with serve(echo) as host:
        ada = host.client(headers={"authorization": "Bearer ada"})
        body = {"message": "a", "client": {"workspaceId": "other"}}
        response = await ada.post("/api/chat", json=body)
        assert (response.status_code, response.json()["error"]["code"]) == (403, "wrong_workspace")
        body["client"] = {"workspaceId": "lab"}
        assert (await ada.post("/api/chat", json=body)).status_code == 200


async def handshake(*cookies: bytes) -> tuple[dict[bytes, bytes], list[tuple[bytes, bytes]]]:
    """What an app sees of a websocket's handshake, and what it is answered."""
    scopes, messages = [], []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        scopes.append(scope)
        await send({"type": "websocket.accept"})

    async def send(message: Any) -> None:
        messages.append(message)

    headers = [(b"cookie", cookie) for cookie in cookies]
    scope = {"type": "websocket", "path": "/_event", "scheme": "ws", "headers": headers}
    await Visitors(app, ("/api/", "/_event"))(scope, None, send)  # pyright: ignore[reportArgumentType]
    return dict(scopes[0]["headers"]), messages[0].get("headers", [])


async def test_the_handshake_of_a_websocket_renews_the_cookie_and_hides_it_from_the_app():
    secret = "s" * 43
    seen, [(name, value)] = await handshake(f"x=1; {USER_COOKIE}={secret}".encode())
    assert name == b"set-cookie" and cookie_of(value.decode()).value == secret
    assert secret not in repr(seen) and seen[b"cookie"].startswith(b"x=1; ")
    again, _ = await handshake(f"{USER_COOKIE}={secret}".encode())
    users = [identity_of({"cookie": each[b"cookie"].decode()}, fallback="tab") for each in (seen, again)]
    assert users[0] == users[1] != ("tab", "")


@pytest.mark.parametrize("cookies", [[], [b"x=1"], [f"{USER_COOKIE}=forged; x=1".encode()]])
async def test_a_websocket_without_the_cookie_belongs_to_its_tab(cookies: list[bytes]):
    seen, answered = await handshake(*cookies)
    assert answered == []
    assert identity_of({"cookie": seen.get(b"cookie", b"").decode()}, fallback="tab") == ("tab", "")
