"""The chat state: what it is made of, and what browsers may call."""

import pickle

import pytest
import reflex as rx
import reflex_thinking as rt


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
    assert list(Chat.live.base_vars) == ["patch"]


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
    assert set(Chat.live.event_handlers) - {"setvar"} == {"view", "acknowledge", "fetch"}


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


def test_the_live_state_can_be_pickled_and_does_not_grow():
    live = Chat.live(_reflex_internal_init=True)
    sizes = []
    for number in range(100, 1000):
        live.patch = [["m12345678901", number, 7, ["about two hundred characters of text " * 5]]]
        sizes.append(len(pickle.dumps(live)))
    assert max(sizes) - min(sizes) < 16
    assert pickle.loads(pickle.dumps(live)).patch == live.patch


def test_an_unknown_option_or_value_is_refused():
    with pytest.raises(rt.ConfigurationError, match="no option 'lvie'"):
        rt.configure(lvie="expanded")
    with pytest.raises(rt.ConfigurationError, match=r"configure\(live='open'\)"):
        rt.configure(live="open")
