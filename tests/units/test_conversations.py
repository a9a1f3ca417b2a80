"""A user's threads in the chat state: the list, the address, renaming, deleting, editing, and whose they are."""

from typing import Any
from urllib.parse import urlencode

import pytest
import reflex as rx
import reflex_thinking as rt
from reflex.istate.data import RouterData
from reflex_thinking import settings as app_settings
from reflex_thinking.conversations import PAGE
from reflex_thinking.identity import USER_COOKIE, digest
from reflex_thinking.runs.registry import Runs
from reflex_thinking.settings import settings
from reflex_thinking.store.memory import MemoryStore
from reflex_thinking.stored import user_event

from tests.units.states import in_tree, notes


class Threads(rt.ThinkingState, rx.State):
    """A chat."""

    @staticmethod
    async def respond(turn: rt.Turn):
        """Answer."""
        yield f"{turn.text} {turn.thinking_enabled} {turn.locale} {turn.options}"


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> MemoryStore:
    """A store of its own for the test, and runs that use it."""
    made = MemoryStore()
    monkeypatch.setattr(settings, "store", made)
    monkeypatch.setattr(app_settings, "_runs", Runs(made, summarise=None))
    monkeypatch.setattr(app_settings, "_ready", None)
    return made


def router(user: str, thread: str = "") -> RouterData:
    """What Reflex says of a page of a user with this address."""
    query = f"?{urlencode({'thread': thread})}" if thread else ""
    headers = {"cookie": f"{USER_COOKIE}={user}", "origin": "http://localhost:3000"}
    data = {"pathname": "/", "asPath": f"/{query}", "token": f"token-{user}", "headers": headers}
    return RouterData.from_router_data(data)


def visit(user: str, thread: str = "") -> Any:
    """The state of a user whose page has this address."""
    state = in_tree(Threads)
    state.router = router(user, thread)
    return state


async def new_thread(store: MemoryStore, user: str, title: str = "A thread") -> str:
    thread_id = await store.create_thread(digest(user), "", title)
    await store.add_message(thread_id, user_event(f"u-{thread_id}", "Hello", thread_id, 1))
    return thread_id


async def test_the_address_names_the_thread_that_is_shown(store: MemoryStore):
    thread_id = await new_thread(store, "ann", "Lisbon")
    state = visit("ann", thread_id)
    await state.follow_address()
    assert (state.thread_id, state.thread_missing, state.thread_title) == (thread_id, False, "Lisbon")
    assert [(row.id, row.title) for row in state.threads] == [(thread_id, "Lisbon")]


@pytest.mark.parametrize("named", ["nothing-of-the-kind", "", "../../etc/passwd", "x" * 10_000])
async def test_a_thread_that_is_not_there_is_missing(store: MemoryStore, named: str):
    state = visit("ann", named)
    await state.follow_address()
    assert (state.thread_id, state.thread_missing) == ("", bool(named))


async def test_a_thread_of_somebody_else_is_missing_and_stays_as_it_is(store: MemoryStore):
    thread_id = await new_thread(store, "ann", "Private")
    stranger = visit("bob", thread_id)
    await stranger.follow_address()
    assert (stranger.thread_id, stranger.thread_missing, stranger.threads) == ("", True, [])
    await stranger.rename_thread(thread_id, "Mine now")
    await stranger.delete_thread(thread_id)
    stranger.thread_id = thread_id
    await stranger.edit(f"u-{thread_id}", "Changed")
    assert notes(stranger) == [
        {"refused": True, "unsent": "Changed"},
        {"notice": {"code": "thread_not_found", "text": "This conversation was not found."}},
    ]
    info = await store.thread(thread_id, digest("ann"))
    assert info is not None
    assert info.title == "Private"
    assert [event["id"] for event in await store.messages(thread_id)] == [f"u-{thread_id}"]


async def test_a_thread_begun_here_stays_until_its_address_arrived(store: MemoryStore):
    state = visit("ann")
    await state.follow_address()
    state.thread_id = await new_thread(store, "ann")
    await state.follow_address()
    assert state.thread_id
    state.router = router("ann", state.thread_id)
    await state.list_threads()
    state.router = router("ann")
    await state.follow_address()
    assert state.thread_id == ""


async def test_titles_are_one_line_and_not_too_long(store: MemoryStore):
    thread_id = await new_thread(store, "ann")
    state = visit("ann", thread_id)
    await state.rename_thread(thread_id, "  two\n lines ")
    assert state.threads[0].title == "two lines"
    await state.rename_thread(thread_id, " \n ")
    assert state.threads[0].title == "two lines"
    await state.rename_thread(thread_id, "x" * 5000)
    assert len(state.threads[0].title) == 200


async def test_the_list_is_long_only_when_it_is_asked_for(store: MemoryStore):
    for number in range(PAGE + 3):
        await new_thread(store, "ann", f"Thread {number}")
    state = visit("ann")
    await state.list_threads()
    assert (len(state.threads), state.has_more_threads) == (PAGE, True)
    await state.list_threads(True)
    assert (len(state.threads), state.has_more_threads) == (PAGE + 3, False)


async def test_the_thread_that_is_shown_can_be_deleted(store: MemoryStore):
    thread_id, other = await new_thread(store, "ann"), await new_thread(store, "ann")
    state = visit("ann", thread_id)
    await state.follow_address()
    await state.delete_thread(other)
    assert state.thread_id == thread_id
    await state.delete_thread(thread_id)
    assert (state.thread_id, state.threads) == ("", [])
    assert await store.thread(thread_id, digest("ann")) is None


async def test_choices_go_with_what_is_said(store: MemoryStore):
    state = visit("ann")
    state.set_thinking(False)
    await state.set_locale("de")
    await state.set_locale("tlh")
    await state.set_option("model", "fast")
    await state.set_option("", "x")
    await state.set_option("n" * 1000, "v" * 1000)
    await state.send("Hello")
    runs = await app_settings.get_runs()
    [run] = runs.active_in(state.thread_id)
    assert run.turn.thinking_enabled is False
    assert run.turn.locale == "de"
    assert run.turn.options == {"model": "fast", "n" * 64: "v" * 200}
    await run.wait()
    other = visit("ann")
    other._use_preferences(await store.get_preferences(digest("ann"), ""))
    assert (other.locale, other.options["model"]) == ("de", "fast")


async def test_what_is_said_instead_takes_the_place_of_what_followed(store: MemoryStore):
    state = visit("ann")
    await state.send("First")
    runs = await app_settings.get_runs()
    [run] = runs.active_in(state.thread_id)
    await run.wait()
    first = (await store.messages(state.thread_id))[0]["id"]
    await state.edit(first, " ")
    await state.edit("not-there", "x")
    gone = {"code": "message_not_found", "text": "This message is not there any more."}
    assert notes(state) == [{"refused": True, "unsent": "x"}, {"notice": gone}]
    assert len(await store.messages(state.thread_id)) == 2
    await state.edit(first, "Second")
    assert [event["role"] for event in await store.messages(state.thread_id)] == ["user"]
    [run] = runs.active_in(state.thread_id)
    assert (run.turn.text, run.turn.history) == ("Second", [])
    await state.edit(first, "While it runs")
    busy = {"code": "thread_busy", "text": "An answer is still being made in this conversation."}
    assert notes(state) == [{"refused": True, "unsent": "While it runs"}, {"notice": busy}]
    await run.wait()
    assert [event["role"] for event in await store.messages(state.thread_id)] == ["user", "assistant"]


async def test_what_is_not_taken_comes_back_whatever_went_wrong(store: MemoryStore, monkeypatch):
    state = visit("ann")
    await state.send("x" * 32_001)
    problem = "A message can have 32,000 characters; this one has 32,001."
    assert notes(state) == [
        {"refused": True, "unsent": "x" * 32_001},
        {"notice": {"code": "message_too_long", "text": problem}},
    ]
    assert await state.send(" ") is None

    async def broken(*_: Any) -> str:
        raise ConnectionError("the database is away")

    monkeypatch.setattr(store, "create_thread", broken)
    with pytest.raises(ConnectionError):
        await state.send("Hello")
    assert notes(state) == [{"refused": True, "unsent": "Hello"}]


async def test_messages_get_the_ids_under_which_the_page_shows_them(store: MemoryStore):
    state = visit("ann")
    runs = await app_settings.get_runs()

    async def ids() -> list[str]:
        [run] = runs.active_in(state.thread_id)
        await run.wait()
        return [event["id"] for event in await store.messages(state.thread_id)]

    await state.send("First", ["u1234567890a", "m1234567890a"])
    assert await ids() == ["u1234567890a", "m1234567890a"]
    await state.retry(["m1234567890b"])
    assert await ids() == ["u1234567890a", "m1234567890b"]
    await state.edit("u1234567890a", "Second", ["u1234567890c", "m1234567890c"])
    assert await ids() == ["u1234567890c", "m1234567890c"]


async def test_what_a_page_says_once_more_under_the_same_ids_is_heard_once(store: MemoryStore):
    state = visit("ann")
    runs = await app_settings.get_runs()
    ids = ["u1234567890a", "m1234567890a"]
    await state.send("First", ids)
    thread_id = state.thread_id
    await state.send("First", ids)  # while the answer is being made
    [run] = runs.active_in(thread_id)
    await run.wait()
    state.thread_id = ""  # the page never learned of the thread
    await state.send("First", ids)
    assert state.thread_id == thread_id
    await state.retry(["m1234567890b"])
    await runs.active_in(thread_id)[0].wait()
    await state.retry(["m1234567890b"])
    assert [event["id"] for event in await store.messages(thread_id)] == ["u1234567890a", "m1234567890b"]
    await state.edit("u1234567890a", "Second", ["u1234567890c", "m1234567890c"])
    await runs.active_in(thread_id)[0].wait()
    await state.edit("u1234567890a", "Second", ["u1234567890c", "m1234567890c"])
    assert not runs.active_in(thread_id)
    assert [event["id"] for event in await store.messages(thread_id)] == ["u1234567890c", "m1234567890c"]
    assert notes(state) == []


@pytest.mark.parametrize(
    "asked",
    [
        ["u1234567890a", "m1234567890a"],  # those of another user's messages
        ["u1234567890a"],
        ["m1234567890z", "u1234567890z"],
        ["u../../../etc", "m\n1234567890"],
        ["u" * 10_000, "m" * 10_000],
        [{"id": "u1234567890a"}, None],
        {"u": "u1234567890z"},
        "u1234567890z",
        7,
    ],
)
async def test_a_page_cannot_choose_ids_that_are_taken_or_malformed(store: MemoryStore, asked: Any):
    ann, bob = visit("ann"), visit("bob")
    runs = await app_settings.get_runs()
    await ann.send("Mine", ["u1234567890a", "m1234567890a"])
    await runs.active_in(ann.thread_id)[0].wait()
    await bob.send("Hello", asked)
    await runs.active_in(bob.thread_id)[0].wait()
    mine, others = await store.messages(ann.thread_id), await store.messages(bob.thread_id)
    assert [event["id"] for event in mine] == ["u1234567890a", "m1234567890a"]
    assert [(event["id"][0], len(event["id"])) for event in others] == [("u", 12), ("m", 12)]
    assert not {event["id"] for event in mine} & {event["id"] for event in others}


async def test_a_thread_that_is_not_there_cannot_be_opened(store: MemoryStore):
    state = visit("ann")
    state.thread_id = await new_thread(store, "ann")
    shown = state.thread_id
    await state.open_thread(await new_thread(store, "bob"))
    assert notes(state) == [{"notice": {"code": "thread_not_found", "text": "This conversation was not found."}}]
    assert state.thread_id == shown


async def test_another_answer_that_does_not_begin_is_taken_back(store: MemoryStore):
    state = visit("ann")
    state.thread_id = await store.create_thread(digest("ann"))
    assert await state.retry(["m1234567890a"]) is None
    state.thread_id = "nowhere"
    await state.retry(["m1234567890a"])
    gone = {"code": "thread_not_found", "text": "This conversation was not found."}
    assert notes(state) == [{"refused": True}, {"refused": True}, {"notice": gone}]
