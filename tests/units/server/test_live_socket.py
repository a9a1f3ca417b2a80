"""The live socket: who is shown what, and what becomes of those who send anything else."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.run import Run
from reflex_thinking.runs.shorthand import reasoning
from reflex_thinking.server import grants
from reflex_thinking.server import live_socket as live_socket_module
from reflex_thinking.server.live_socket import MOST_CHATS, LiveSocket
from reflex_thinking.store.memory import MemoryStore

from tests.units.runs.helpers import QUICK, Gate, saying, start, until, within

KEY = b"a key"
ANYTHING: list[Any] = [
    None,
    7,
    True,
    "x",
    [],
    {},
    {"k": None},
    {"k": "1"},
    {"k": True},
    {"k": 1, "grant": []},
    {"k": 1, "ids": 3},
]


class Page:
    """A page that is connected to a live socket."""

    def __init__(self, socket: LiveSocket, sid: str = "page") -> None:
        self.socket = socket
        self.sid = sid
        self.entries: dict[int, list[Any]] = {}
        self.over: list[int] = []

    def take(self, event: str) -> None:
        name, number, *entries = json.loads(event)
        if name == "over":
            self.over.append(number)
        else:
            self.entries.setdefault(number, []).extend(entries[0])

    async def watch(self, grant: str, number: int = 1, **have: Any) -> None:
        await self.socket.on_watch(self.sid, {"k": number, "grant": grant, "have": have})

    def ids(self, number: int = 1) -> list[str] | None:
        """The messages that it was last told of."""
        listed = [entry["ids"] for entry in self.entries.get(number, ()) if isinstance(entry, dict) and "ids" in entry]
        return listed[-1] if listed else None


class Host:
    """A process with runs and a live socket."""

    def __init__(self, store: MemoryStore) -> None:
        self.runs = Runs(store, limits=QUICK)
        self.pages: dict[str, Page] = {}
        self.socket = LiveSocket(KEY, self._get_runs, self._sender)

    async def _get_runs(self) -> Runs:
        return self.runs

    def _sender(self, _: LiveSocket, sid: str) -> Callable[[str], Awaitable[None]]:
        async def send(event: str) -> None:
            self.pages[sid].take(event)

        return send

    async def page(self, sid: str = "page") -> Page:
        self.pages[sid] = page = Page(self.socket, sid)
        await self.socket.on_connect(sid, {"QUERY_STRING": f"token={sid}&EIO=4"})
        return page

    def viewers(self) -> int:
        private: Any = self.socket
        return sum(map(len, private._chats.values()))


@pytest.fixture
def host() -> Host:
    return Host(MemoryStore())


def grant_for(run: Run, *, user_id: str = "", key: bytes = KEY, now: float | None = None) -> str:
    return grants.sign(key, user_id or run.turn.user_id, run.turn.thread_id, "chat", now=now)


async def begun(host: Host) -> tuple[Run, Gate]:
    gate = Gate(reasoning("before"), reasoning("after"))
    run = await start(host.runs, gate)
    await within(gate.reached.wait())
    return run, gate


async def test_who_has_a_grant_is_shown_the_thread(host: Host):
    run, gate = await begun(host)
    page = await host.page()
    await page.watch(grant_for(run))
    await until(lambda: page.ids() == [run.id])
    gate.open.set()
    await within(run.wait())
    await until(lambda: "after" in json.dumps(page.entries))
    assert not page.over
    await host.socket.on_disconnect(page.sid)
    assert host.viewers() == 0


async def test_without_a_grant_that_is_good_nobody_is_shown_anything(host: Host):
    run, _ = await begun(host)
    page = await host.page()
    for grant in (
        "",
        grant_for(run, key=b"another"),
        grant_for(run, now=time.time() - 3600),
        grant_for(run, user_id="eve"),
    ):
        page.over.clear()
        await page.watch(grant)
        assert page.over == [1]
    await page.watch(grants.sign(KEY, "ada", "no-such-thread", "chat"))
    assert page.entries == {} and host.viewers() == 0
    run.cancel()


async def test_any_worker_with_the_key_lets_the_page_in(host: Host):
    run = await start(host.runs, saying("Answer"))
    await within(run.wait())
    other = Host(host.runs.store)  # pyright: ignore[reportArgumentType]
    page = await other.page()
    await page.watch(grant_for(run))
    await until(lambda: "Answer" in json.dumps(page.entries))
    await other.socket.on_disconnect(page.sid)


async def test_showing_ends_with_the_grant_and_goes_on_with_a_new_one(host: Host):
    run, gate = await begun(host)
    page = await host.page()
    almost_over = grant_for(run, now=time.time() - grants.SECONDS + 2)
    await page.watch(almost_over)
    await until(lambda: page.ids() == [run.id])
    await host.socket.on_renew(page.sid, {"k": 1, "grant": grant_for(run)})
    second = await host.page("second")
    await second.watch(almost_over)
    await until(lambda: second.over == [1])
    gate.open.set()
    await within(run.wait())
    await until(lambda: "after" in json.dumps(page.entries))
    assert "after" not in json.dumps(second.entries) and not page.over
    await host.socket.on_disconnect(page.sid)


async def test_a_grant_for_something_else_renews_nothing(host: Host):
    run, gate = await begun(host)
    page = await host.page()
    await page.watch(grant_for(run))
    await host.socket.on_renew(page.sid, {"k": 1, "grant": grants.sign(KEY, "eve", run.turn.thread_id, "chat")})
    await host.socket.on_renew(page.sid, {"k": 2, "grant": grant_for(run)})
    assert page.over == [1, 2]
    gate.open.set()
    await within(run.wait())
    await host.socket.on_disconnect(page.sid)


async def test_whatever_a_page_sends_nothing_raises_and_nothing_is_shown(host: Host):
    page = await host.page()
    for data in ANYTHING:
        await host.socket.on_watch(page.sid, data)
        await host.socket.on_renew(page.sid, data)
        await host.socket.on_fetch(page.sid, data)
        await host.socket.on_got(page.sid, data)
        await host.socket.on_leave(page.sid, data)
    await host.socket.on_disconnect("nobody")
    assert page.entries == {} and host.viewers() == 0


async def test_a_page_has_only_so_many_chats(host: Host):
    page = await host.page()
    for number in range(MOST_CHATS + 5):
        await page.watch(grants.sign(KEY, "ada", "", "chat"), number)
    assert host.viewers() == MOST_CHATS
    await host.socket.on_leave(page.sid, 3)
    assert host.viewers() == MOST_CHATS - 1
    await host.socket.on_disconnect(page.sid)
    assert host.viewers() == 0


async def test_another_thread_takes_the_place_of_the_one_before(host: Host):
    first, gate = await begun(host)
    second = await start(host.runs, saying("Elsewhere"))
    await within(second.wait())
    page = await host.page()
    await page.watch(grant_for(first))
    await until(lambda: page.ids() == [first.id])
    await page.watch(grant_for(second))
    await until(lambda: page.ids() == [second.id])
    gate.open.set()
    await within(first.wait())
    assert host.viewers() == 1 and "after" not in json.dumps(page.entries)
    await host.socket.on_disconnect(page.sid)


async def test_what_is_fetched_belongs_to_the_thread_of_the_grant(host: Host, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(live_socket_module, "MOST_FETCHED", 2)
    mine, other = await start(host.runs, saying("Mine")), await start(host.runs, saying("Other"), user_id="eve")
    for run in (mine, other):
        await within(run.wait())
    page = await host.page()
    await page.watch(grant_for(mine))
    await until(lambda: page.ids() == [mine.id])
    page.entries.clear()
    await host.socket.on_fetch(page.sid, {"k": 1, "ids": [other.id, mine.id, mine.id, {"x": 1}]})
    assert [entry["i"] for entry in page.entries[1]] == [mine.id]
    await host.socket.on_disconnect(page.sid)


async def test_a_page_that_says_nothing_more_is_shown_nothing_more(host: Host, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("reflex_thinking.runs.viewer.SILENT_SECONDS", 0.05)
    monkeypatch.setattr("reflex_thinking.runs.viewer.UNANSWERED", 10)
    run, gate = await begun(host)
    page = await host.page()
    await page.watch(grant_for(run))
    await until(lambda: page.over == [1])
    assert host.viewers() == 0
    gate.open.set()
    await within(run.wait())


async def test_a_page_that_is_gone_leaves_no_task_behind(host: Host):
    run, gate = await begun(host)
    before = asyncio.all_tasks()
    page = await host.page()
    await page.watch(grant_for(run))
    await until(lambda: page.ids() == [run.id])
    await host.socket.on_disconnect(page.sid)
    await until(lambda: not asyncio.all_tasks() - before)
    gate.open.set()
    await within(run.wait())


async def test_whoever_asks_is_told_that_the_server_is_there(host: Host):
    page = await host.page()
    assert await host.socket.on_here(page.sid) is True
    assert await host.socket.on_here(page.sid, {"k": 1}) is True
