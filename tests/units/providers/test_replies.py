"""What a follow-up request must send back: the turn in the provider's own words, with every signature in its place."""

from __future__ import annotations

from typing import Any

import pytest

from tests.units.providers.expected import RED
from tests.units.providers.reading import read, read_file


def reply(name: str) -> Any:
    found = read_file(name).reply
    assert found is not None
    return found["message"]


def function(call_id: str, name: str, arguments: str, **rest: Any) -> dict[str, Any]:
    return {**rest, "id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def assistant(**fields: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": None, **fields}


RED_DATA = f"data:image/png;base64,{RED}"
BLUE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC"

REPLIES: dict[str, Any] = {
    "anthropic-signature-only.sse": {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "", "signature": "b25l"},
            {"type": "redacted_thinking", "data": "aGlkZGVu"},
            {"type": "text", "text": "Yes."},
        ],
    },
    "responses-hidden-reasoning.sse": {
        "output": [
            {"id": "rs_1", "type": "reasoning", "summary": [], "encrypted_content": "gAAAA"},
            {
                "id": "msg_1",
                "type": "message",
                "role": "assistant",
                "content": [{"type": "output_text", "text": "Yes."}],
            },
        ]
    },
    "chat-deepseek.sse": assistant(content="Twelve.", reasoning_content="Three times four."),
    "chat-openrouter.sse": assistant(
        tool_calls=[function("toolu_1", "weather", '{"city": "Rome"}')],
        reasoning_details=[
            {
                "type": "reasoning.text",
                "text": "The city is Rome.",
                "format": "anthropic-claude-v1",
                "index": 0,
                "signature": "c2lnbmVk",
            }
        ],
    ),
    "chat-mistral.sse": assistant(
        content=[
            {"type": "thinking", "thinking": [{"type": "text", "text": "Twelve squared."}], "closed": True},
            {"type": "text", "text": "144"},
        ]
    ),
    "chat-vllm-tags-split.sse": assistant(content="<think>\nLet me count: a < b</think>\n\nTwo < three.!"),
    "chat-copilot.jsonl": assistant(
        tool_calls=[function("tooluse_1", "look", "{}")], reasoning_text="Look twice.", reasoning_opaque="b3BhcXVl"
    ),
    "chat-gemini-compatible.sse": assistant(
        content="Let me look.",
        tool_calls=[
            function("f-1", "weather", '{"city":"Rome"}', extra_content={"google": {"thought_signature": "c2ln"}}),
            function("f-2", "weather", '{"city":"Oslo"}'),
        ],
    ),
    "chat-litellm.sse": assistant(
        content="Done.", thinking_blocks=[{"type": "thinking", "thinking": "Think hard.", "signature": "c2ln"}]
    ),
    "chat-function-call.sse": assistant(function_call={"name": "look", "arguments": '{"at": 4}'}),
    "chat-custom-tool.jsonl": assistant(
        tool_calls=[{"id": "call_c", "type": "custom", "custom": {"name": "sql", "input": "select 1"}}]
    ),
    "chat-refusal.json": assistant(refusal="I cannot help with that."),
    "gemini-thoughts.sse": {
        "role": "model",
        "parts": [
            {"text": "**Adding**\n\nTwo and two.", "thought": True},
            {"text": "Four"},
            {"text": ".", "thoughtSignature": "c2ln"},
            {"text": "", "thoughtSignature": "bGFzdA=="},
        ],
    },
    "gemini-partial-args.jsonl": {
        "role": "model",
        "parts": [
            {
                "functionCall": {
                    "name": "book",
                    "args": {"rooms": [{"name": "Blue room", "beds": 2}, {"sea view": True}], "note": None},
                },
                "thoughtSignature": "c2ln",
            },
            {"functionCall": {"name": "wait", "args": {}}},
        ],
    },
    "interactions.sse": {
        "interaction_id": "v1_a",
        "steps": [
            {"type": "thought", "signature": "c2ln", "summary": [{"type": "text", "text": "**Looking** up."}]},
            {"type": "model_output", "content": [{"type": "text", "text": "One moment."}]},
            {"type": "function_call", "id": "f1", "name": "look", "arguments": {"at": "sea"}},
        ],
    },
    "bedrock.jsonl": {
        "role": "assistant",
        "content": [
            {"reasoningContent": {"reasoningText": {"text": "I should look.", "signature": "c2ln"}}},
            {"text": "<thinking>plain</thinking> Looking."},
            {"toolUse": {"toolUseId": "tooluse_1", "name": "look", "input": {"at": 3}}},
        ],
    },
    "chat-openrouter-image.sse": assistant(
        content="Red and a half tag <thBlue:",
        images=[
            {"type": "image_url", "image_url": {"url": url}, "index": index}
            for index, url in ((0, RED_DATA), (0, RED_DATA), (1, "https://images.example/blue.png"))
        ],
    ),
    "chat-image-parts.json": assistant(
        content=[
            {"type": "text", "text": "Red:"},
            {"type": "image_url", "image_url": RED_DATA},
            {"type": "text", "text": "Done."},
        ]
    ),
    "gemini-image.sse": {
        "role": "model",
        "parts": [
            {"text": "Which red?", "thought": True},
            {"inlineData": {"mimeType": "image/png", "data": BLUE}, "thought": True},
            {"text": "Red:"},
            {"inlineData": {"mimeType": "image/png", "data": RED}, "thoughtSignature": "c2ln"},
            {"inlineData": {"mimeType": "audio/L16;rate=24000", "data": "AAAA"}},
            {"fileData": {"mimeType": "application/pdf", "fileUri": "https://files.example/v1/files/abc"}},
            {"text": "Done."},
        ],
    },
    "interactions-image.jsonl": {
        "interaction_id": "v1_a",
        "steps": [
            {"type": "thought", "summary": [{"type": "text", "text": "Which red?"}]},
            {
                "type": "model_output",
                "content": [
                    {"type": "text", "text": "Red:"},
                    {"type": "image", "mime_type": "image/png", "data": RED},
                    {"type": "video", "mime_type": "video/mp4", "uri": "https://files.example/v1/files/abc"},
                    {"type": "text", "text": "Done."},
                ],
            },
        ],
    },
    "bedrock-image.jsonl": {
        "role": "assistant",
        "content": [
            {"text": "Red:"},
            {"image": {"format": "png", "source": {"bytes": RED}}},
            {"image": {"source": {"s3Location": {"uri": "s3://bucket/blue.png"}}}},
            {"text": "And blue."},
        ],
    },
    "cohere.sse": {
        "role": "assistant",
        "content": [{"type": "thinking", "thinking": "Which tool?"}],
        "tool_calls": [function("look_1", "look", '{"at":1}'), function("wait_1", "wait", "{}")],
    },
    "ollama.jsonl": {
        "role": "assistant",
        "content": "",
        "thinking": "Which one?",
        "tool_calls": [{"function": {"index": 0, "name": "look", "arguments": {"at": [1, 2]}}}],
    },
}


@pytest.mark.parametrize("name", list(REPLIES))
def test_a_turn_is_sent_back_as_it_came(name: str):
    assert reply(name) == REPLIES[name]


@pytest.mark.parametrize("name", list(REPLIES))
def test_no_signature_is_in_what_is_shown(name: str):
    final = str(read_file(name).final).replace(RED, "")
    for secret in ("c2ln", "b25l", "aGlkZGVu", "gAAAA", "b3BhcXVl", "bGFzdA"):
        assert secret not in final


def test_calls_that_share_an_id_are_told_apart_in_the_call_and_in_the_reply():
    normaliser = read_file("chat-mistral-tools.sse")
    calls = normaliser.calls
    assert [call.input for call in calls] == [{"at": 1}, {"at": 2}]
    assert [call.id for call in calls] == [call["id"] for call in reply("chat-mistral-tools.sse")["tool_calls"]]
    assert len({call.id for call in calls}) == 2


def test_bytes_of_a_client_are_sent_back_as_base64():
    hidden = {"contentBlockIndex": 0, "delta": {"reasoningContent": {"redactedContent": b"hidden"}}}
    found = read([{"contentBlockDelta": hidden}, {"messageStop": {"stopReason": "end_turn"}}]).reply
    assert found is not None
    assert found["message"]["content"] == [{"reasoningContent": {"redactedContent": "aGlkZGVu"}}]
