"""Whatever is done in whatever order: the store in memory and the one in a file give the same."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from reflex_thinking.errors import ThinkingError
from reflex_thinking.store.base import Store, ThreadInfo
from reflex_thinking.store.database import DatabaseStore
from reflex_thinking.store.memory import MemoryStore

# Mostly what works, so that there is something to differ.
USERS = st.sampled_from([*["ada"] * 6, "eve", "", "a\0", "\ud800"])
WORKSPACES = st.sampled_from([*[""] * 5, "lab", "w" * 300])
THREADS = st.sampled_from([0, 0, 0, 1, 1, 2, 9])
MESSAGES = st.sampled_from([*["m1", "m2", "m3", "m4"] * 2, "\0"])
TEXT = st.text(st.characters(exclude_categories=()), max_size=20)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
DATA = st.dictionaries(TEXT, JSON, max_size=3)


class Pair(RuleBasedStateMachine):
    """Does everything to two stores. A thread goes by its number, because the stores give it different ids."""

    template: Path | None = None

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.Runner()
        self.folder = Path(tempfile.mkdtemp())
        if Pair.template is not None:  # tables that are there already: making them takes most of the time
            shutil.copy(Pair.template, self.folder / "chat.db")
        self.stores: tuple[Store, ...] = (MemoryStore(), DatabaseStore(f"sqlite:///{self.folder}/chat.db"))
        self.ids: tuple[list[str], ...] = ([], [])

    def teardown(self) -> None:
        database = self.stores[1]
        assert isinstance(database, DatabaseStore)
        self.loop.run(database.close())
        self.loop.close()
        shutil.rmtree(self.folder)

    def both(self, name: str, thread: int | None, *arguments: Any, **options: Any) -> Any:
        """What both give; threads as their numbers."""
        results: list[Any] = []
        for store, ids in zip(self.stores, self.ids, strict=True):
            place = [] if thread is None else [ids[thread] if thread < len(ids) else "no such thread"]
            try:
                result = self.loop.run(getattr(store, name)(*place, *arguments, **options))
            except ThinkingError as error:
                result = type(error)
            results.append(self.named(result, ids, is_new=name == "create_thread"))
        assert repr(results[0]) == repr(results[1])
        return results[0]

    def named(self, result: Any, ids: list[str], *, is_new: bool) -> Any:
        if is_new and isinstance(result, str):
            ids.append(result)
            return len(ids)
        if isinstance(result, ThreadInfo):
            return (ids.index(result.id), result.user_id, result.workspace_id, result.title)
        if isinstance(result, list | tuple):
            return [self.named(inner, ids, is_new=False) for inner in result]
        return result

    @initialize()
    def begin(self) -> None:
        for thread, title in enumerate(("first", "second")):
            self.both("create_thread", None, "ada", "", title)
            for message in ("m1", "m2", "m3"):
                self.both("add_message", thread, {"id": message}, [{"of": title}])

    @rule(user=USERS, workspace=WORKSPACES, title=TEXT)
    def create_thread(self, user: str, workspace: str, title: str) -> None:
        if len(self.ids[0]) < 5:
            self.both("create_thread", None, user, workspace, title)

    @rule(thread=THREADS, messages=st.lists(MESSAGES, max_size=4), data=DATA, replies=st.none() | st.lists(DATA))
    def add_messages(self, thread: int, messages: list[str], data: dict[str, Any], replies: Any) -> None:
        for message in messages:
            self.both("add_message", thread, {**data, "id": message}, replies)

    @rule(thread=THREADS, message=MESSAGES)
    def remove_message(self, thread: int, message: str) -> None:
        self.both("remove_message", thread, message)

    @rule(thread=THREADS, message=MESSAGES)
    def truncate(self, thread: int, message: str) -> None:
        self.both("truncate", thread, message)

    @rule(thread=THREADS, user=USERS, title=TEXT)
    def rename_thread(self, thread: int, user: str, title: str) -> None:
        self.both("rename_thread", thread, user, title)

    @rule(thread=THREADS, user=st.sampled_from([*["eve", "\0"] * 4, "ada"]))
    def delete_thread(self, thread: int, user: str) -> None:
        self.both("delete_thread", thread, user)

    @rule(user=USERS, workspace=WORKSPACES, data=DATA)
    def preferences(self, user: str, workspace: str, data: dict[str, Any]) -> None:
        self.both("set_preferences", None, user, workspace, data)
        self.both("get_preferences", None, user, workspace)

    @rule(user=USERS, workspace=WORKSPACES, limit=st.integers(-1, 3))
    def pages(self, user: str, workspace: str, limit: int) -> None:
        found = self.both("threads", None, user, workspace, limit=limit)
        while isinstance(found, list) and found:
            results: list[Any] = []
            for store, ids in zip(self.stores, self.ids, strict=True):
                infos = self.loop.run(store.threads(user, workspace))
                last = next(info for info in infos if info.id == ids[found[-1][0]])
                page = self.loop.run(store.threads(user, workspace, limit=limit, before=last))
                results.append(self.named(page, ids, is_new=False))
            assert results[0] == results[1]
            found = results[0]

    @rule(message=MESSAGES)
    def find_message(self, message: str) -> None:
        # Which of several it is when threads share an id is not promised; that there is one, is.
        found = [self.loop.run(store.find_message(message)) is None for store in self.stores]
        assert found[0] == found[1]

    @invariant()
    def all_is_the_same(self) -> None:
        for thread in range(len(self.ids[0])):
            for message in self.both("messages", thread):
                if not isinstance(message, type):
                    self.both("message", thread, message["id"])
            self.both("replies", thread)
            for user in ("ada", "eve"):
                self.both("thread", thread, user)
        for user in ("ada", "eve", ""):
            self.both("threads", None, user)


def test_random_work_gives_the_same_in_memory_and_in_a_file(tmp_path: Path):
    template = tmp_path / "chat.db"

    async def make() -> None:
        store = DatabaseStore(f"sqlite:///{template}")
        await store.start()
        await store.close()

    asyncio.run(make())
    Pair.template = template
    checks = settings(
        max_examples=20, stateful_step_count=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    run_state_machine_as_test(Pair, settings=checks)
