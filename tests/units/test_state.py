"""The chat state: what it is made of, and what browsers may call."""

import pickle
from typing import Any

import pytest
import reflex as rx
import reflex_thinking as rt

from tests.units.states import in_tree


class Chat(rt.ThinkingState, rx.State):
    """A chat."""

    @staticmethod
    async def respond(turn: rt.Turn):
        """Answer."""
        yield turn.text


class Silent(rt.ThinkingState, rx.State):
    """A chat that has nothing to answer with yet."""


def test_each_chat_has_a_live_state_of_its_own():
    assert Chat.live.__name__ == "ChatLive"
    assert Silent.live.__name__ == "SilentLive"
    assert Chat.live is not Silent.live
    assert Chat.live.get_parent_state() is rx.State
    assert list(Chat.live.base_vars) == ["grant", "notes"]


def test_browsers_may_call_only_what_is_meant_for_them():
    assert set(Chat.event_handlers) - {"setvar"} == {
        "send",
        "stop",
        "retry",
        "open_thread",
        "set_collapsed",
        "set_live_mode",
        "set_auto_close",
        "set_locale",
        "set_thinking",
        "set_option",
        "follow_address",
        "list_threads",
        "rename_thread",
        "delete_thread",
        "edit",
    }
    assert set(Chat.live.event_handlers) - {"setvar"} == {"admit", "choose"}


def test_respond_stays_a_function():
    assert Chat.respond is Chat._respond
    assert Silent._respond is None


def test_a_respond_that_browsers_could_call_is_refused():
    with pytest.raises(rt.ConfigurationError, match=r"Wrong\.respond must be a @staticmethod"):

        class Wrong(rt.ThinkingState, rx.State):
            async def respond(self, turn):
                yield turn.text


def test_any_callable_can_answer():
    async def answer(turn: rt.Turn):
        yield "yes"

    rt.respond_with(Silent, answer)
    assert Silent._respond is answer


def test_what_a_page_is_told_does_not_grow():
    live = in_tree(Chat.live)
    for number in range(100):
        live._note({"move": [[("m:0",), True]]})
        live._note({"refused": True, "unsent": "long " * 1000})
        assert live.notes[-1][0] == 2 * number + 2
    assert len(pickle.dumps(live.notes)) < 10_000
    assert pickle.loads(pickle.dumps(live)).notes == live.notes


def test_an_unknown_option_or_value_is_refused():
    with pytest.raises(rt.ConfigurationError, match="no option 'lvie'"):
        rt.configure(lvie="expanded")
    with pytest.raises(rt.ConfigurationError, match=r"configure\(live='open'\)"):
        rt.configure(live="open")


# What a reader opened and closed ------------------------------------------------------------------------------------------


def chat_state() -> Any:
    return in_tree(Chat)


async def test_blocks_are_remembered_by_their_id():
    chat = chat_state()
    assert chat._is_collapsed("m:0") is None
    await chat.set_collapsed("m:0", True)
    assert chat._is_collapsed("m:0") is True
    assert chat._is_collapsed("m:1") is None
    await chat.set_collapsed("m:0", False)
    assert chat._is_collapsed("m:0") is False


async def test_steps_with_the_same_id_are_remembered_apart():
    chat = chat_state()
    await chat.set_collapsed("m:0", False, ["call-1"])
    await chat.set_collapsed("m:0", True, ["agent-1", "call-1"])
    assert chat._is_collapsed("m:0", "call-1") is False
    assert chat._is_collapsed("m:0", "agent-1", "call-1") is True
    for path in (("m:0",), ("m:1", "call-1"), ("n:0", "call-1"), ("m:0", "agent-2", "call-1"), ("m:0/call-1",)):
        assert chat._is_collapsed(*path) is None


async def test_each_chat_remembers_for_itself():
    chat, other = chat_state(), in_tree(Silent)
    await chat.set_collapsed("m:0", True)
    assert other._is_collapsed("m:0") is None


async def test_what_is_remembered_has_a_limit():
    chat = chat_state()
    await chat.set_collapsed("first:0", True)
    for number in range(600):
        await chat.set_collapsed(f"m{number}:0", True)
    await chat.set_collapsed("m550:0", False)
    assert chat._is_collapsed("first:0") is chat._is_collapsed("m99:0") is None
    assert chat._is_collapsed("m100:0") is True and chat._is_collapsed("m550:0") is False
    await chat.set_collapsed("x" * 60_000, True)
    await chat.set_collapsed("y" * 60_000, True)
    assert chat._is_collapsed("y" * 60_000) is True
    assert chat._is_collapsed("x" * 60_000) is None
    await chat.set_collapsed("z" * 1_000_000, True)
    assert chat._is_collapsed("y" * 60_000) is True
    assert len(pickle.dumps(chat._collapsed)) < 200_000


async def test_ids_that_are_none_are_refused():
    chat = chat_state()
    for block_id, steps in ((None, None), (7, None), ("m:0", [7]), ("m:0", [None])):
        await chat.set_collapsed(block_id, True, steps)
    assert not chat._collapsed
