"""Clients that read slowly, or not at all, or go away."""

import asyncio
import gc
import socket
from typing import Any

import reflex_thinking as rt
from reflex_thinking.settings import close_runs, get_runs

from .hosting import PATIENCE, Host, said, sent, serve, until

MUCH = "x" * 20_000


def tasks() -> set[asyncio.Task[Any]]:
    """What goes on in this event loop, apart from what serves all streams together."""
    return {task for task in asyncio.all_tasks() if "_shutdown_watcher" not in repr(task.get_coro())}


class Talker:
    """A ``respond`` that says as much as it is told to."""

    def __init__(self, count: int = 200) -> None:
        self.count = count
        self.said = 0
        self.go_on = asyncio.Event()

    async def __call__(self, turn: rt.Turn):
        for number in range(self.count):
            yield f"{number} {MUCH}"
            self.said = number + 1
            await asyncio.sleep(0)
        await self.go_on.wait()
        yield "end"


async def connect(host: Host, path: str = "/api/chat") -> socket.socket:
    """A client with a small window that reads nothing."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(client, ("127.0.0.1", int(host.url.rpartition(":")[2])))
    body = b'{"message": "Go"}'
    head = f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    await loop.sock_sendall(client, head.encode() + body)
    return client


async def test_a_client_that_reads_nothing_holds_nothing_up_and_is_given_up():
    talker = Talker()
    async with serve(talker, send_seconds=0.2, heartbeat_seconds=0.05) as host:
        before = tasks()
        client = await connect(host)
        try:
            await until(lambda: talker.said == talker.count)
            # Others are served meanwhile.
            other = host.client()
            assert (await asyncio.wait_for(other.get("/"), PATIENCE)).status_code == 200
            talker.go_on.set()
            [run] = [*(await get_runs())._active.values(), *(await get_runs())._kept.values()]
            message = await asyncio.wait_for(run.wait(), PATIENCE)
            assert message["status"] == "done"
            await until(lambda: not tasks() - before)
        finally:
            client.close()


async def test_a_client_that_goes_away_leaves_nothing_behind_and_the_run_goes_on():
    for path in ("/api/chat", "/api/chat/stream"):
        talker = Talker(count=2)
        async with serve(talker) as host:
            await host.client().get("/")
            before = tasks()
            client = host.client()
            async with client.stream("POST", path, json={"message": "Go"}) as response:
                event_id = response.headers["x-message-id"]
                async for _ in sent(response):
                    break
            run = (await get_runs()).get(event_id)
            assert run is not None and not run.is_done
            waiting: Any = run.log
            await until(lambda: not waiting.listeners)  # noqa: B023
            talker.go_on.set()
            message = await asyncio.wait_for(run.wait(), PATIENCE)
            assert message["status"] == "done" and message["segments"][-1]["text"].endswith("end")
            await until(lambda: not tasks() - before)  # noqa: B023
            gc.collect()


async def test_a_client_that_is_cut_off_while_nothing_happens_is_noticed():
    gate = asyncio.Event()

    async def quiet(turn: rt.Turn):
        yield "A"
        await gate.wait()

    async with serve(quiet) as host:
        client = await connect(host)
        runs = await get_runs()
        await until(lambda: bool(runs._active))
        [run] = runs._active.values()
        await until(lambda: bool(run.log.listeners))
        client.close()
        await until(lambda: not run.log.listeners)
        assert not run.is_done
        gate.set()
        await asyncio.wait_for(run.wait(), PATIENCE)


async def test_one_who_waits_for_json_and_goes_away_costs_nothing_after_the_run():
    gate = asyncio.Event()

    async def quiet(turn: rt.Turn):
        yield "A"
        await gate.wait()

    async with serve(quiet) as host:
        before = tasks()
        client = host.client()
        waiting = asyncio.create_task(
            client.post("/api/chat", json={"message": "Go"}, headers={"accept": "application/json"})
        )
        runs = await get_runs()
        await until(lambda: bool(runs._active))
        waiting.cancel()
        await client.aclose()
        gate.set()
        await until(lambda: not tasks() - before - {waiting})


async def test_when_the_server_stops_what_was_said_is_stored_and_told():
    async def endless(turn: rt.Turn):
        yield "So far"
        await asyncio.Event().wait()

    async with serve(endless) as host:
        client = host.client()
        async with client.stream("POST", "/api/chat", json={"message": "Go"}) as response:
            events, stopping = [], []
            async for event in sent(response):
                events.append(event)
                if event.event == "text_delta":
                    stopping.append(asyncio.create_task(close_runs()))
            await asyncio.gather(*stopping)
        assert events[-1].event == "message_final" and events[-1].data["persisted"]
        assert events[-1].data["event"]["status"] == "cancelled"
        assert events[-1].data["event"]["segments"][0]["text"] == "So far"


async def test_a_run_that_says_very_much_is_read_whole_by_who_comes_late():
    async def long(turn: rt.Turn):
        for number in range(5000):
            yield f"{number} "

    async with serve(long) as host:
        client = host.client()
        events = await said(client, "Go")
        async with client.stream("GET", f"/api/chat/{events[0].data['event_id']}/events") as response:
            again = [event async for event in sent(response)]
    assert len(events) > 5000 and again == events
