"""Going on with a stream that was cut."""

import asyncio
import json

import httpx
import pytest
import reflex_thinking as rt
from reflex_thinking import canonical as ev
from reflex_thinking.settings import get_runs, settings

from .hosting import Sent, said, sent, serve, until


async def thorough(turn: rt.Turn):
    yield rt.reasoning("First ")
    yield rt.reasoning("this.")
    yield ev.ToolCallStarted(call_id="c1", name="search")
    yield ev.ToolCallUpdate(call_id="c1", args_delta='{"q": 1}')
    yield ev.ToolResult(call_id="c1", result="found")
    for word in ["The", "answer", "is", "four", "."]:
        yield f"{word} "
        await asyncio.sleep(0)


async def resume(client: httpx.AsyncClient, event_id: str, last: str | None = None) -> list[Sent]:
    headers = {} if last is None else {"last-event-id": last}
    async with client.stream("GET", f"/api/chat/{event_id}/events", headers=headers) as response:
        assert response.status_code == 200, await response.aread()
        return [event async for event in sent(response)]


async def test_after_a_cut_at_any_event_nothing_is_lost_or_doubled():
    async with serve(thorough) as host:
        client = host.client()
        whole = await said(client, "Go")
        event_id = whole[0].data["event_id"]
        assert len(whole) > 12
        for cut in range(len(whole)):
            rest = await resume(client, event_id, str(cut) if cut else None)
            assert [*whole[:cut], *rest] == whole


async def test_a_client_that_loses_its_connection_after_every_event_gets_all_of_a_run_that_goes_on():
    step = asyncio.Event()

    async def stepwise(turn: rt.Turn):
        for number in range(8):
            yield rt.reasoning(f"{number} ") if number < 4 else f"{number} "
            await step.wait()
            step.clear()

    async with serve(stepwise) as host:
        client = host.client()
        seen: list[Sent] = []
        async with client.stream("POST", "/api/chat", json={"message": "Go"}) as response:
            event_id = response.headers["x-message-id"]
            async for event in sent(response):
                seen.append(event)
                break
        while seen[-1].event != "message_final":
            async with client.stream(
                "GET", f"/api/chat/{event_id}/events", headers={"last-event-id": seen[-1].id or ""}
            ) as response:
                assert response.status_code == 200
                step.set()
                async for event in sent(response):
                    seen.append(event)
                    break
        [run] = [run for run in [(await get_runs()).get(event_id)] if run]
        log = [json.loads(line) async for batch in run.log.follow() for line in batch]
    assert [event.data for event in seen] == log


async def test_many_clients_read_the_same_run():
    gate = asyncio.Event()

    async def respond(turn: rt.Turn):
        yield "One "
        await gate.wait()
        yield "two."

    async with serve(respond) as host:
        client = host.client()
        async with client.stream("POST", "/api/chat", json={"message": "Go"}) as response:
            event_id = response.headers["x-message-id"]
            others = [asyncio.create_task(resume(client, event_id)) for _ in range(5)]
            run = (await get_runs()).get(event_id)
            assert run is not None
            await until(lambda: len(run.log.listeners) == 6)
            gate.set()
            first = [event async for event in sent(response)]
        assert [await other for other in others] == [first] * 5


async def test_who_has_everything_is_told_that_there_is_no_more():
    async with serve(thorough) as host:
        client = host.client()
        whole = await said(client, "Go")
        response = await client.get(
            f"/api/chat/{whole[0].data['event_id']}/events", headers={"last-event-id": whole[-1].id or ""}
        )
    assert response.status_code == 204


async def forgotten() -> None:
    """Let the runs be forgotten, as after a restart of the server."""
    runs = await get_runs()
    runs._kept.clear()


@pytest.mark.parametrize("last", [None, "3", "999"])
async def test_of_a_run_whose_log_is_gone_the_end_is_left(last: str | None):
    async with serve(thorough) as host:
        client = host.client()
        whole = await said(client, "Go")
        await forgotten()
        [final] = await resume(client, whole[0].data["event_id"], last)
        assert final.event == "message_final" and final.id is None
        assert final.data["event"] == whole[-1].data["event"] and final.data["persisted"] is True
        assert (await client.post(f"/api/chat/{whole[0].data['event_id']}/cancel")).status_code == 202


@pytest.mark.parametrize("last", ["x", "-1", "1.5", "0x1", "1 2", "٣", "9" * 16, "5000"])
async def test_an_id_that_was_never_sent_is_refused(last: str):
    async with serve(thorough) as host:
        client = host.client()
        event_id = (await said(client, "Go"))[0].data["event_id"]
        response = await client.get(f"/api/chat/{event_id}/events", headers={b"last-event-id": last.encode()})
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "invalid_last_event_id"


async def test_an_empty_id_is_none():
    async with serve(thorough) as host:
        client = host.client()
        whole = await said(client, "Go")
        assert await resume(client, whole[0].data["event_id"], "") == whole


@pytest.mark.parametrize("event_id", ["m00000000000", "x", "a" * 500, "%00", "..%2f", "%f0%9f%98%80", "stream"])
async def test_a_message_that_does_not_exist_is_not_found(event_id: str):
    async with serve(thorough) as host:
        client = host.client()
        for response in (
            await client.get(f"/api/chat/{event_id}/events"),
            await client.post(f"/api/chat/{event_id}/cancel"),
            await client.get(f"/api/threads/{event_id}"),
        ):
            assert response.status_code == 404
            assert response.json()["error"]["code"] == "not_found"


async def test_a_users_own_message_is_no_run():
    async with serve(thorough) as host:
        client = host.client()
        thread_id = (await said(client, "Go"))[0].data["thread_id"]
        [question, _] = await settings.store.messages(thread_id)
        assert (await client.get(f"/api/chat/{question['id']}/events")).status_code == 404
