"""The HTTP service over a database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
import reflex_thinking as rt
from reflex_thinking.settings import close_runs, get_runs, settings
from reflex_thinking.store.database import DatabaseStore

from .hosting import said, sent, serve

HOSTILE = "zero \x00 line\u2028 '; drop table messages; -- 😀 \U0010ffff </script>"


async def echo(turn: rt.Turn):
    yield rt.reasoning(turn.text)
    yield turn.text


@pytest_asyncio.fixture
async def database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Path]:
    path = tmp_path / "chat.db"
    monkeypatch.setattr(settings, "store", DatabaseStore(f"sqlite:///{path}"))
    yield path
    await close_runs()


async def test_conversations_outlive_the_server(database: Path):
    async with serve(echo) as host:
        client = host.client()
        events = await said(client, HOSTILE)
        cookies = client.cookies
    thread_id, event_id = events[0].data["thread_id"], events[0].data["event_id"]
    await close_runs()
    async with serve(echo) as host:
        client, other = host.client(cookies=cookies), host.client()
        thread = (await client.get(f"/api/threads/{thread_id}")).json()
        assert thread["messages"][1] == events[-1].data["event"]
        assert thread["messages"][0]["segments"][0]["text"] == HOSTILE
        async with client.stream("GET", f"/api/chat/{event_id}/events", headers={"last-event-id": "3"}) as response:
            [final] = [event async for event in sent(response)]
        assert final.data["event"] == events[-1].data["event"]
        again = await said(client, "And?", threadId=thread_id)
        assert again[0].data["thread_id"] == thread_id
        assert (await other.get(f"/api/threads/{thread_id}")).status_code == 404
        assert (await other.get(f"/api/chat/{event_id}/events")).status_code == 404


async def test_the_database_never_holds_the_cookie(database: Path):
    async with serve(echo) as host:
        client = host.client()
        await said(client, "Hello")
        [secret] = client.cookies.values()
    await close_runs()
    kept = b"".join(path.read_bytes() for path in database.parent.rglob("*") if path.is_file())
    assert b"Hello" in kept and secret.encode() not in kept


async def test_a_database_that_cannot_be_used_is_told_without_its_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    path = tmp_path / "broken.db"
    path.write_text("not a database " * 1000)
    monkeypatch.setattr(settings, "store", DatabaseStore(f"sqlite:///{path}"))
    await get_runs()
    async with serve(echo) as host:
        client = host.client()
        for response in (
            await client.post("/api/chat", json={"message": "Hello"}),
            await client.get("/api/threads/t1"),
            await client.get("/api/chat/m1/events"),
        ):
            assert (response.status_code, response.json()["error"]["code"]) == (503, "store_unavailable")
            assert "broken" not in response.text and int(response.headers["retry-after"]) > 0
