"""Measure how many live streams one process carries, beside bare websockets in the same run.

Usage: python -m bench.load [--streams N] [--rate 30] [--seconds 10] [--json FILE]

Without `--streams` it looks for the largest number that each holds with a lag of at most 150 ms at the 95th percentile, and
measures what one more viewer of the same run costs, and how much memory a long stream takes.
"""

import argparse
import asyncio
import contextlib
import json
import re
import sys
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import uvloop

from bench.processes import cpu_seconds, resident_bytes
from bench.targets import Served, environment, process, serve_reflex
from bench.work import ANSWER, FOLLOW, LOAD_WORDS, Load
from tools import frontend
from tools.serve import free_port

HELD_MS = 150
"""A number of streams is held when all are complete with at most this lag at the 95th percentile."""
STAGGER = 1.0
"""The streams begin within so many seconds, not all in one moment."""
STAMP = re.compile(rf"(\d{{10}}\.\d{{3}}) {LOAD_WORDS}")
CHAT = "reflex___state____state.ours___ours____chat"
LIVE = "reflex___state____state.rt_live____chat_live"
GRANT = re.compile(r'"grant_rx_state_":\s*"([^"]+)"')
THREAD = re.compile(r'"thread_id_rx_state_":\s*"([^"]+)"')
MOST = 2_000
VIEWERS = 51
"""So many watch one run, to be held against one viewer."""
LONG_STREAMS = 10
LONG_TEXT = 450_000
USER = "reflex_thinking_user=" + "bench".ljust(43, "0")


@dataclass
class Seen:
    """What the clients of a run saw."""

    streams: int
    lags: list[float] = field(default_factory=list)
    deltas: dict[int, int] = field(default_factory=dict)
    frames: int = 0
    bytes: int = 0
    failures: list[str] = field(default_factory=list)
    thread: asyncio.Future[str] | None = None
    """Of the first stream, where the others follow that one."""

    def take(self, number: int, text: str) -> None:
        """A client received a frame."""
        now = time.time()
        self.frames += 1
        self.bytes += len(text)
        stamps = STAMP.findall(text)
        self.deltas[number] = self.deltas.get(number, 0) + len(stamps)
        self.lags += [now - float(stamp) for stamp in stamps]

    def result(self, load: Load, cpu: float) -> dict[str, Any]:
        """The numbers of the run."""
        lags = sorted(self.lags) or [float("inf")]
        complete = sum(count == load.deltas for count in self.deltas.values())
        return {
            "streams": self.streams,
            "complete": complete,
            **{f"lag_p{share}_ms": round(lags[len(lags) * share // 100] * 1000) for share in (50, 95, 99) if self.lags},
            "server_cpu_s": round(cpu, 2),
            "frames": self.frames,
            "bytes": self.bytes,
            **({"failures": self.failures[:3]} if self.failures else {}),
        }


Client = Callable[[aiohttp.ClientSession, str, int, Load, Seen, asyncio.Event], Awaitable[None]]


async def floor_client(
    session: aiohttp.ClientSession, url: str, number: int, load: Load, seen: Seen, go: asyncio.Event
) -> None:
    """Watch one stream of the bare server."""
    async with session.ws_connect(f"{url}/socket") as socket:
        follows = seen.thread is not None and number > 0
        if not follows:
            await go.wait()
            await asyncio.sleep(number % 50 * STAGGER / 50)
        await socket.send_str(FOLLOW if follows else load.message)
        async for message in socket:
            seen.take(number, message.data)
            if f'"{ANSWER}"' in message.data:
                return


async def our_client(
    session: aiohttp.ClientSession, url: str, number: int, load: Load, seen: Seen, go: asyncio.Event
) -> None:
    """Watch one stream of the kit, as a page does."""
    router = {"pathname": "/", "asPath": "/", "query": {}}
    address = f"{url}/_event/?token={uuid.uuid4()}&EIO=4&transport=websocket"
    headers = {"Cookie": USER} if seen.thread else {}
    async with session.ws_connect(address, headers=headers, max_msg_size=0) as socket:

        async def event(name: str, payload: dict[str, Any]) -> None:
            await socket.send_str(
                "42/_event," + json.dumps(["event", {"name": name, "payload": payload, "router_data": router}])
            )

        async def say(name: str, data: Any) -> None:
            await socket.send_str("42/_rt," + json.dumps([name, data]))

        await socket.receive()
        hydrate = {"name": "reflex___state____state.hydrate_and_load", "payload": {"hashes": []}, "router_data": router}
        await socket.send_str("40/_event," + json.dumps({"event": hydrate}))
        grants: list[str] = []
        acknowledged = time.monotonic()
        asked = False
        await event(f"{LIVE}.admit", {})
        async for message in socket:
            text = message.data
            if text == "2":
                await socket.send_str("3")
            elif text.startswith("42/_rt,"):
                seen.take(number, text)
                if f'"{ANSWER}"' in text:
                    return
                if time.monotonic() - acknowledged > 1:
                    acknowledged = time.monotonic()
                    await say("got", 1)
            elif (found := GRANT.search(text)) is not None or text.startswith("40/_rt,"):
                if text.startswith("42/_event,") and found is not None:
                    grants.append(found[1])
                    if seen.thread and number == 0 and (thread := THREAD.search(text)) is not None:
                        seen.thread.set_result(thread[1])
                    if len(grants) == 1:
                        await socket.send_str("40/_rt,")
                        continue
                await say("watch", {"k": 1, "grant": grants[-1], "have": {"thread": "", "seen": {}}})
                if not asked:
                    asked = True
                    seen.deltas[number] = 0
                    if seen.thread and number:
                        await event(f"{CHAT}.open_thread", {"thread_id": await seen.thread})
                        continue
                    await go.wait()
                    await asyncio.sleep(number % 50 * STAGGER / 50)
                    await event(f"{CHAT}.send", {"message": load.message})


async def drive(client: Client, served: Served, streams: int, load: Load, *, same: bool = False) -> dict[str, Any]:
    """Watch so many streams at once, or one so many times."""
    seen = Seen(streams, thread=asyncio.get_running_loop().create_future() if same else None)
    go = asyncio.Event()

    async def watch(session: aiohttp.ClientSession, number: int) -> None:
        try:
            await client(session, served.url, number, load, seen, go)
        except (aiohttp.ClientError, OSError) as error:
            seen.failures.append(repr(error)[:100])

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        tasks = [asyncio.create_task(watch(session, number)) for number in range(streams)]
        await asyncio.sleep(2 + streams / 100)
        before, resident = cpu_seconds(served.group), resident_bytes(served.group)
        most = asyncio.create_task(largest_memory(served.group))
        go.set()
        _, late = await asyncio.wait(tasks, timeout=load.deltas / load.rate * 3 + 30)
        cpu = cpu_seconds(served.group) - before
        most.cancel()
        for task in late:
            task.cancel()
    grown = max(resident_bytes(served.group), await most) - resident
    return {**seen.result(load, cpu), "memory_grown_bytes": grown}


async def largest_memory(group: int) -> int:
    """Look at the memory of a server until this is cancelled; the most that it took."""
    most = 0
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            most = max(most, resident_bytes(group))
            await asyncio.sleep(0.25)
    return most


def further_viewer(run: Callable[..., dict[str, Any]], load: Load) -> dict[str, Any]:
    """What one more viewer of the same run costs the server."""
    run(1, load, same=True)  # whatever is done once
    one, many = run(1, load, same=True), run(VIEWERS, load, same=True)
    cost = (many["server_cpu_s"] - one["server_cpu_s"]) / (VIEWERS - 1)
    return {"viewers": VIEWERS, "complete": many["complete"], "cpu_ms_per_viewer": round(cost * 1000, 1)}


def long_streams(run: Callable[..., dict[str, Any]]) -> dict[str, Any]:
    """How much memory long streams take, each with one viewer."""
    result = run(LONG_STREAMS, Load(300, 30, LONG_TEXT // 300))
    return {
        "streams": LONG_STREAMS,
        "complete": result["complete"],
        "text_bytes": LONG_TEXT,
        "memory_per_text": round(result["memory_grown_bytes"] / LONG_STREAMS / LONG_TEXT, 2),
    }


def holds(result: dict[str, Any]) -> bool:
    """Whether all streams were complete and in time."""
    return result["complete"] == result["streams"] and result.get("lag_p95_ms", HELD_MS + 1) <= HELD_MS


def largest(measure: Callable[[int], dict[str, Any]], start: int) -> dict[str, Any]:
    """The result with the most streams that hold, to about a tenth."""
    best: dict[str, Any] | None = None
    low, high = 0, start
    while high <= MOST and holds(result := measure(high)):
        best, low, high = result, high, high * 2
    while high - low > max(5, low // 10):
        middle = (low + high) // 2
        if holds(result := measure(middle)):
            best, low = result, middle
        else:
            high = middle
    return best or {"streams": 0, "complete": 0}


def ratios(ours: dict[str, Any], floor: dict[str, Any]) -> dict[str, float]:
    """Ours against the floor."""
    cost = "cpu_ms_per_viewer"
    return {
        "streams": round(ours["streams"] / max(1, floor["streams"]), 2),
        cost: round(ours["further_viewer"][cost] / max(0.1, floor["further_viewer"][cost]), 2),
    }


@contextlib.contextmanager
def serve_load_floor() -> Iterator[Served]:
    """Serve the bare websockets."""
    port = free_port()
    command = [sys.executable, "-m", "bench.apps.load_floor", str(port)]
    with process(command, port, "load-floor", cwd=frontend.ROOT, env=environment()) as served:
        yield served


def main() -> int:
    """Measure and print what was found."""
    parser = argparse.ArgumentParser(description="Measure how many live streams one process carries.")
    parser.add_argument("--streams", type=int, help="so many streams; without it, the largest number that holds")
    parser.add_argument("--rate", type=float, default=30, help="deltas a second of each (30)")
    parser.add_argument("--seconds", type=float, default=10, help="how long each streams (10)")
    parser.add_argument("--only", choices=("floor", "ours"), help="only one of the two")
    parser.add_argument("--json", type=Path, help="where the result goes, beside the screen")
    options = parser.parse_args()
    load = Load(round(options.rate * options.seconds), options.rate)
    servers = {"floor": (serve_load_floor, floor_client, 200), "ours": (lambda: serve_reflex("ours"), our_client, 50)}
    results: dict[str, Any] = {}
    for name, (serve, client, start) in servers.items():
        if options.only not in (None, name):
            continue
        with serve() as served:

            def run(streams: int, load: Load = load, **more: Any) -> dict[str, Any]:
                result = uvloop.run(drive(client, served, streams, load, **more))  # noqa: B023  it is called in this turn of the loop
                print(f"{name}: {json.dumps(result)}", flush=True)  # noqa: B023
                return result

            if options.streams:
                results[name] = run(options.streams)
                continue
            viewer, memory = further_viewer(run, Load(900, 30)), long_streams(run)
            results[name] = {**largest(run, start), "further_viewer": viewer, "long_streams": memory}
    if {"floor", "ours"} <= results.keys() and not options.streams:
        results["ratios"] = ratios(results["ours"], results["floor"])
    print(json.dumps(results, indent=1))
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
