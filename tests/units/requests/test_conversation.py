"""The conversation as a provider's message list, and how a turn goes on after its tools have run."""

from __future__ import annotations

import base64
import copy
import datetime
from typing import Any

import pytest
import reflex_thinking as rt
from reflex_thinking.canonical import ToolCallStarted
from reflex_thinking.reducer import Draft, apply_all
from reflex_thinking.stored import final_event, user_event

SIGNATURE = base64.b64encode(bytes(range(200, 256))).decode()

OWN: dict[str, dict[str, Any]] = {
    "anthropic": {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "I look.", "signature": "sig=="},
            {"type": "redacted_thinking", "data": "opaque"},
            {"type": "text", "text": "Let me look. "},
            {"type": "tool_use", "id": "c1", "name": "look", "input": {"at": "x"}},
        ],
    },
    "openai-responses": {
        "output": [
            {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA"},
            {
                "type": "message",
                "id": "msg_1",
                "role": "assistant",
                "content": [{"type": "output_text", "text": "Let me look. ", "annotations": []}],
            },
            {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "look", "arguments": '{"at":"x"}'},
        ]
    },
    "chat": {
        "role": "assistant",
        "content": "Let me look. ",
        "reasoning_content": "I look.",
        "reasoning_details": [{"type": "reasoning.encrypted", "data": "xyz"}],
        "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"at":"x"}'}}],
    },
    "gemini": {
        "role": "model",
        "parts": [
            {"text": "I look.", "thought": True},
            {"text": "Let me look. "},
            {"functionCall": {"name": "look", "args": {"data": "eA=="}}, "thoughtSignature": SIGNATURE},
        ],
    },
}
LAST: dict[str, dict[str, Any]] = {
    "anthropic": {"role": "assistant", "content": [{"type": "text", "text": "It is there."}]},
    "openai-responses": {
        "output": [
            {"type": "message", "id": "msg_2", "content": [{"type": "output_text", "text": "It is there."}]},
        ]
    },
    "chat": {"role": "assistant", "content": "It is there."},
    "gemini": {"role": "model", "parts": [{"text": "It is there."}]},
}
PROVIDERS = list(OWN)


def sent(provider: str) -> list[Any]:
    """The model's own first turn as it is sent back."""
    own = copy.deepcopy(OWN[provider])
    if provider == "openai-responses":
        return own["output"]
    if provider == "gemini":
        own["parts"][2]["thoughtSignature"] = bytes(range(200, 256))
    return [own]


def given(provider: str, text: str, *, failed: bool = False) -> list[Any]:
    """What the tool gave, in the provider's form."""
    match provider:
        case "anthropic":
            block = {
                "type": "tool_result",
                "tool_use_id": "c1",
                "content": text,
                **({"is_error": True} if failed else {}),
            }
            return [{"role": "user", "content": [block]}]
        case "openai-responses":
            return [{"type": "function_call_output", "call_id": "c1", "output": text}]
        case "chat":
            return [{"role": "tool", "tool_call_id": "c1", "content": text}]
        case _:
            response = {"name": "look", "response": {"error" if failed else "result": text}}
            return [{"role": "user", "parts": [{"function_response": response}]}]


def user(provider: str, text: str) -> dict[str, Any]:
    match provider:
        case "anthropic":
            return {"role": "user", "content": [{"type": "text", "text": text}]}
        case "gemini":
            return {"role": "user", "parts": [{"text": text}]}
        case _:
            return {"role": "user", "content": text}


def assistant(provider: str, text: str) -> dict[str, Any]:
    return {**user(provider, text), "role": "model" if provider == "gemini" else "assistant"}


def answer(*segments: dict[str, Any], status: str = "done", message_id: str = "m1") -> dict[str, Any]:
    return {"id": message_id, "role": "assistant", "status": status, "segments": list(segments), "blocks": []}


def text(value: str) -> dict[str, Any]:
    return {"type": "text", "id": "t", "text": value}


def tool(**fields: Any) -> dict[str, Any]:
    return {"type": "tool_call", "id": "c1", "name": "look", "status": "done", **fields}


def turn(*history: dict[str, Any], replies: dict[str, list[dict[str, Any]]] | None = None) -> rt.Turn:
    return rt.Turn(
        text="And now?", history=list(history), thread_id="t", message_id="m9", user_id="ada", replies=replies or {}
    )


QUESTION = user_event("u1", "Where?", "t", 1)
THOUGHT = {"type": "reasoning", "id": "r1", "combined_text": "I look.", "parts": []}


def replies(provider: str, *messages: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {"m1": [{"provider": provider, "message": copy.deepcopy(message)} for message in messages]}


# History ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_first_question_is_the_whole_history(provider: Any):
    assert rt.requests.history(turn(), provider) == [user(provider, "And now?")]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_an_answer_goes_back_in_the_providers_own_words_with_what_its_tools_gave(provider: Any):
    stored = answer(THOUGHT, text("Let me look. "), tool(result="here"), text("It is there."))
    asked = turn(QUESTION, stored, replies=replies(provider, OWN[provider], LAST[provider]))
    last = LAST[provider]["output"] if provider == "openai-responses" else [LAST[provider]]
    assert rt.requests.history(asked, provider) == [
        user(provider, "Where?"),
        *sent(provider),
        *given(provider, "here"),
        *last,
        user(provider, "And now?"),
    ]
    assert asked.replies == replies(provider, OWN[provider], LAST[provider]), "nothing was changed in what is stored"


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("own", PROVIDERS)
def test_an_answer_of_another_provider_is_its_text(provider: Any, own: str):
    if own == provider:
        return
    stored = answer(THOUGHT, text("Let me look. "), tool(result="here"), text("It is there."))
    asked = turn(QUESTION, stored, replies=replies(own, OWN[own], LAST[own]))
    assert rt.requests.history(asked, provider) == [
        user(provider, "Where?"),
        assistant(provider, "Let me look. It is there."),
        user(provider, "And now?"),
    ]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_mixture_of_providers_is_its_text(provider: Any):
    other = next(name for name in PROVIDERS if name != provider)
    mixed = {"m1": replies(provider, OWN[provider])["m1"] + replies(other, LAST[other])["m1"]}
    asked = turn(QUESTION, answer(tool(result="here"), text("It is there.")), replies=mixed)
    assert rt.requests.history(asked, provider)[1] == assistant(provider, "It is there.")


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    ("segments", "told"),
    [
        ([], "This tool was not run."),
        ([tool(status="cancelled")], "This tool was not run."),
        ([tool(status="error", error="No such place.")], "No such place."),
    ],
)
def test_every_call_is_answered_also_one_that_was_stopped(provider: Any, segments: list[Any], told: str):
    stored = answer(text("Let me look. "), *segments, text("I am"), status="cancelled")
    asked = turn(QUESTION, stored, replies=replies(provider, OWN[provider]))
    made = rt.requests.history(asked, provider)
    assert made == [
        user(provider, "Where?"),
        *sent(provider),
        *given(provider, told, failed=True),
        assistant(provider, "I am"),
        user(provider, "And now?"),
    ]


def test_results_and_the_next_question_are_one_message_where_turns_are_strict():
    asked = turn(
        QUESTION, answer(text("Let me look. "), status="cancelled"), replies=replies("anthropic", OWN["anthropic"])
    )
    *_, last = rt.requests.history(asked, "anthropic")
    assert [block["type"] for block in last["content"]] == ["tool_result", "text"]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_an_answer_that_said_nothing_is_left_out(provider: Any):
    made = rt.requests.history(turn(QUESTION, answer(THOUGHT, status="error")), provider)
    if provider == "openai-responses":
        assert made == [user(provider, "Where?"), user(provider, "And now?")]
    elif provider == "chat":
        assert made == [user(provider, "Where?\n\nAnd now?")]
    else:
        assert [len(message.get("content") or message["parts"]) for message in made] == [2]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_reasoning_can_be_left_out_of_the_providers_own_words(provider: Any):
    stored = answer(THOUGHT, text("Let me look. "), tool(result="here"))
    asked = turn(QUESTION, stored, replies=replies(provider, OWN[provider]))
    made = repr(rt.requests.history(asked, provider, reasoning=False))
    for secret in ("I look.", "sig==", "opaque", "gAAA", "xyz", "rs_1", "fc_1", "thoughtSignature"):
        assert secret not in made
    assert "look" in made and "here" in made


def test_structured_results_are_json_for_the_model():
    stored = answer(tool(result={"found": ["ä"]}), text("Let me look. "))
    asked = turn(QUESTION, stored, replies=replies("anthropic", OWN["anthropic"]))
    assert rt.requests.history(asked, "anthropic")[2]["content"][0]["content"] == '{"found": ["ä"]}'
    asked = turn(QUESTION, stored, replies=replies("gemini", OWN["gemini"]))
    response = rt.requests.history(asked, "gemini")[2]["parts"][0]["function_response"]
    assert response["response"] == {"found": ["ä"]}


def test_calls_that_gemini_gave_no_id_are_answered_in_order():
    call = {"functionCall": {"name": "look", "args": {}}}
    message = {"role": "model", "parts": [call, call]}
    stored = answer(tool(id="call-1", result="one"), tool(id="call-2", result="two"))
    made = rt.requests.history(turn(stored, replies=replies("gemini", message)), "gemini")
    results = [part["function_response"]["response"] for part in made[1]["parts"][:2]]
    assert results == [{"result": "one"}, {"result": "two"}]


def test_a_file_that_is_called_like_a_tool_answers_no_call():
    message = {"role": "model", "parts": [{"functionCall": {"name": "look", "args": {}}}]}
    file = {"type": "file", "id": "file-1", "name": "look", "file_id": "f"}
    asked = turn(answer(file, tool(id="call-1", result="one")), replies=replies("gemini", message))
    [_, answered] = rt.requests.history(asked, "gemini")
    assert answered["parts"][0]["function_response"]["response"] == {"result": "one"}


async def test_calls_that_two_model_calls_named_alike_are_answered_each():
    call = {"id": "call-1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    trace = rt.Trace()
    for result in ("one", "two"):
        await trace.forward([ToolCallStarted(call_id="call-1", name="look")])
        with trace.tool("look", call_id="call-1") as running:
            running.result = result
    draft = Draft("m1")
    apply_all(draft, trace.events)
    made = rt.requests.history(turn(final_event(draft), replies=replies("chat", message, message)), "chat")
    assert [entry["content"] for entry in made if entry["role"] == "tool"] == ["one", "two"]


def test_blocks_that_the_api_would_refuse_are_mended_or_left_out():
    message = {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "cut o", "signature": ""},
            {"type": "text", "text": ""},
            {"type": "tool_use", "id": "c1", "name": "look", "input": '{"at'},
        ],
    }
    made = rt.requests.history(turn(QUESTION, answer(tool()), replies=replies("anthropic", message)), "anthropic")
    assert made[1]["content"] == [{"type": "tool_use", "id": "c1", "name": "look", "input": {"INVALID_JSON": '{"at'}}]


def test_a_tool_inside_an_assistant_is_found():
    helper = {"type": "assistant_call", "id": "a1", "name": "Bo", "segments": [tool(result="deep")]}
    made = rt.requests.history(turn(answer(helper), replies=replies("chat", OWN["chat"])), "chat")
    assert made[1] == {"role": "tool", "tool_call_id": "c1", "content": "deep"}


def test_damaged_data_does_no_harm():
    stored = {"id": "m1", "role": "assistant", "segments": [None, {"type": "text"}, 5]}
    broken = {"m1": [{"provider": "anthropic", "message": {"content": [None, 5, {"type": "thinking"}]}}]}
    assert rt.requests.history(turn({"role": "user"}, stored, replies=broken), "anthropic")[-1]["role"] == "user"


def test_a_provider_that_does_not_exist_is_named():
    for name in ("nobody", "cohere"):
        with pytest.raises(rt.ConfigurationError, match=rf"history\(provider='{name}'\): use one of 'anthropic'"):
            rt.requests.history(turn(), name)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("name", "provider"), [("openai", "openai-responses"), ("deepseek", "chat"), ("google", "gemini")]
)
def test_other_names_of_a_provider_are_known(name: Any, provider: str):
    asked = turn(QUESTION, answer(text("Let me look. ")), replies=replies(provider, OWN[provider]))
    assert rt.requests.history(asked, name) == rt.requests.history(asked, provider)  # pyright: ignore[reportArgumentType]
    reply = {"provider": provider, "message": OWN[provider]}
    assert rt.requests.tool_results(name, reply, ["x"])


def test_reasoning_in_a_chat_servers_own_forms_can_be_left_out():
    message = {
        "role": "assistant",
        "content": [{"type": "thinking", "thinking": []}, {"type": "text", "text": "Yes."}],
        "reasoning_opaque": "x",
        "thinking_blocks": [],
    }
    asked = turn(answer(text("Yes.")), replies=replies("chat", message))
    assert rt.requests.history(asked, "chat", reasoning=False)[0] == {
        "role": "assistant",
        "content": [{"type": "text", "text": "Yes."}],
    }


# Tool loops -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("results", [{"c1": "here"}, ["here"]])
def test_a_turn_goes_on_with_the_models_own_turn_and_what_the_tools_gave(provider: Any, results: Any):
    reply = {"provider": provider, "message": OWN[provider]}
    before = copy.deepcopy(reply)
    assert rt.requests.tool_results(provider, reply, results) == [*sent(provider), *given(provider, "here")]
    assert reply == before


@pytest.mark.parametrize("provider", PROVIDERS)
def test_an_exception_is_a_failure_whose_text_is_told_only_if_it_was_meant_to_be(provider: Any):
    reply = {"provider": provider, "message": OWN[provider]}
    told = rt.requests.tool_results(provider, reply, {"c1": rt.RespondError("Closed at night.")})
    assert told[-1:] == given(provider, "Closed at night.", failed=True)
    hidden = rt.requests.tool_results(provider, reply, {"c1": OSError("/etc/passwd")})
    assert hidden[-1:] == given(provider, "This step failed: OSError.", failed=True)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_turn_without_calls_is_sent_back_alone(provider: Any):
    last = LAST[provider]
    made = rt.requests.tool_results(provider, {"provider": provider, "message": last}, {})
    assert made == (last["output"] if provider == "openai-responses" else [last])


def test_custom_tools_have_an_output_of_their_own():
    reply = {
        "provider": "openai-responses",
        "message": {"output": [{"type": "custom_tool_call", "call_id": "c1", "name": "sql", "input": "select 1"}]},
    }
    assert rt.requests.tool_results("openai-responses", reply, {"c1": datetime.date(2025, 1, 2)})[-1] == {
        "type": "custom_tool_call_output",
        "call_id": "c1",
        "output": "2025-01-02",
    }


@pytest.mark.parametrize(
    ("reply", "results", "message"),
    [
        (None, {}, "the reply is by 'nothing'"),
        ({"provider": "chat", "message": {}}, {}, "the reply is by 'chat'"),
        ({"provider": "anthropic", "message": OWN["anthropic"]}, {}, "the call 'c1' of 'look' has no result"),
        ({"provider": "anthropic", "message": OWN["anthropic"]}, [], "0 results for 1 calls"),
        (
            {"provider": "anthropic", "message": OWN["anthropic"]},
            {"c1": 1, "c2": 2},
            "there is no call 'c2': the calls are 'c1'",
        ),
        ({"provider": "anthropic", "message": OWN["anthropic"]}, {"c1": object()}, "use a value that JSON knows"),
    ],
)
def test_what_does_not_fit_is_named(reply: Any, results: Any, message: str):
    with pytest.raises(rt.DataError) as caught:
        rt.requests.tool_results("anthropic", reply, results)
    assert message in str(caught.value)
