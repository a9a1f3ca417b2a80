"""Measure how many live streams one process carries, beside bare websockets in the same run.

Usage: python -m bench.load [--streams N] [--rate 30] [--seconds 10] [--json FILE]

Without `--streams` it looks for the largest number that each holds with a lag of at most 150 ms at the 95th percentile.
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

from bench.processes import cpu_seconds
from bench.targets import Served, environment, process, serve_reflex
from bench.work import ANSWER, LOAD_WORDS, Load
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
MOST = 2_000


@dataclass
class Seen:
    """What the clients of a run saw."""

    streams: int
    lags: list[float] = field(default_factory=list)
    deltas: dict[int, int] = field(default_factory=dict)
    frames: int = 0
    bytes: int = 0
    failures: list[str] = field(default_factory=list)

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
        await go.wait()
        await asyncio.sleep(number % 50 * STAGGER / 50)
        await socket.send_str(load.message)
        async for message in socket:
            seen.take(number, message.data)
            if f'"{ANSWER}"' in message.data:
                return


async def our_client(
    session: aiohttp.ClientSession, url: str, number: int, load: Load, seen: Seen, go: asyncio.Event
) -> None:
    """Watch one stream of the kit, as a page does."""
    router = {"pathname": "/", "asPath": "/", "query": {}}
    token = uuid.uuid4()
    async with session.ws_connect(f"{url}/_event/?token={token}&EIO=4&transport=websocket", max_msg_size=0) as socket:

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
                    if len(grants) == 1:
                        await socket.send_str("40/_rt,")
                        continue
                await say("watch", {"k": 1, "grant": grants[-1], "have": {"thread": "", "seen": {}}})
                if not asked:
                    asked = True
                    seen.deltas[number] = 0
                    await go.wait()
                    await asyncio.sleep(number % 50 * STAGGER / 50)
                    await event(f"{CHAT}.send", {"message": load.message})


async def drive(client: Client, served: Served, streams: int, load: Load) -> dict[str, Any]:
    """Watch so many streams at once."""
    seen = Seen(streams)
    go = asyncio.Event()

    async def watch(session: aiohttp.ClientSession, number: int) -> None:
        try:
            await client(session, served.url, number, load, seen, go)
        except (aiohttp.ClientError, OSError) as error:
            seen.failures.append(repr(error)[:100])

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        tasks = [asyncio.create_task(watch(session, number)) for number in range(streams)]
        await asyncio.sleep(2 + streams / 100)
        before = cpu_seconds(served.group)
        go.set()
        _, late = await asyncio.wait(tasks, timeout=load.deltas / load.rate * 3 + 30)
        cpu = cpu_seconds(served.group) - before
        for task in late:
            task.cancel()
    return seen.result(load, cpu)


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

            def measure(
                streams: int, name: str = name, client: Client = client, served: Served = served
            ) -> dict[str, Any]:
                result = uvloop.run(drive(client, served, streams, load))
                print(f"{name}: {json.dumps(result)}", flush=True)
                return result

            results[name] = measure(options.streams) if options.streams else largest(measure, start)
    if {"floor", "ours"} <= results.keys() and results["floor"]["streams"]:
        results["share"] = round(results["ours"]["streams"] / results["floor"]["streams"], 2)
    print(json.dumps(results, indent=1))
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
