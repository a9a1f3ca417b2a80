"""Streams of any length in every wire format, made up: the same reasoning, the same answer and one long call."""

import json
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

Frame = dict[str, Any]
Stream = Callable[[int], Iterator[Frame]]

REASONING = "Some words about it, "
ANSWER = "more of the answer, "
ARGUMENT = "a word "


def shares(n: int) -> tuple[range, range, range]:
    """Half of n chunks are reasoning, a third is the answer and the rest a call's input."""
    return range(n // 2), range(n // 3), range(n - n // 2 - n // 3)


def anthropic(n: int) -> Iterator[Frame]:
    """Anthropic Messages."""
    thinking, answer, call = shares(n)
    blocks: list[tuple[Frame, Frame, range]] = [
        ({"type": "thinking", "thinking": "", "signature": ""}, {"type": "thinking_delta", "thinking": REASONING}, thinking),
        ({"type": "text", "text": ""}, {"type": "text_delta", "text": ANSWER}, answer),
        ({"type": "tool_use", "id": "t", "name": "note", "input": {}}, {"type": "input_json_delta", "partial_json": ARGUMENT}, call),
    ]  # fmt: skip
    yield {"type": "message_start", "message": {"id": "m", "type": "message", "model": "claude", "content": []}}
    for index, (block, delta, chunks) in enumerate(blocks):
        yield {"type": "content_block_start", "index": index, "content_block": block}
        for _ in chunks:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": n}}
    yield {"type": "message_stop"}


def responses(n: int) -> Iterator[Frame]:
    """OpenAI Responses."""
    thinking, answer, call = shares(n)
    items: list[tuple[Frame, Frame, range]] = [
        ({"id": "r", "type": "reasoning", "summary": []}, {"type": "response.reasoning_summary_text.delta", "item_id": "r", "summary_index": 0, "delta": REASONING}, thinking),
        ({"id": "a", "type": "message", "role": "assistant", "content": []}, {"type": "response.output_text.delta", "item_id": "a", "content_index": 0, "delta": ANSWER}, answer),
        ({"id": "f", "type": "function_call", "call_id": "c", "name": "note", "arguments": ""}, {"type": "response.function_call_arguments.delta", "item_id": "f", "delta": ARGUMENT}, call),
    ]  # fmt: skip
    yield {"type": "response.created", "response": {"id": "m", "object": "response", "model": "gpt", "output": []}}
    for index, (item, delta, chunks) in enumerate(items):
        yield {"type": "response.output_item.added", "output_index": index, "item": item}
        for _ in chunks:
            yield {**delta, "output_index": index}
    yield {
        "type": "response.completed",
        "response": {"id": "m", "object": "response", "status": "completed", "output": []},
    }


def _chat(*deltas: tuple[Frame, range]) -> Iterator[Frame]:
    for delta, chunks in deltas:
        for _ in chunks:
            yield {
                "id": "m",
                "object": "chat.completion.chunk",
                "model": "x",
                "choices": [{"index": 0, "delta": delta}],
            }
    yield {
        "id": "m",
        "object": "chat.completion.chunk",
        "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}],
    }


def _note(arguments: str) -> Frame:
    return {"tool_calls": [{"index": 0, "id": "c", "function": {"name": "note", "arguments": arguments}}]}


def chat(n: int) -> Iterator[Frame]:
    """Chat completions, as DeepSeek and many others send them."""
    thinking, answer, call = shares(n)
    return _chat(({"reasoning_content": REASONING}, thinking), ({"content": ANSWER}, answer), (_note(ARGUMENT), call))


def chat_details(n: int) -> Iterator[Frame]:
    """Chat completions, as OpenRouter sends them."""
    thinking, answer, call = shares(n)
    detail = {"type": "reasoning.text", "text": REASONING, "index": 0}
    delta = {"reasoning": REASONING, "reasoning_details": [detail]}
    return _chat((delta, thinking), ({"content": ANSWER}, answer), (_note(ARGUMENT), call))


def chat_tags(n: int) -> Iterator[Frame]:
    """Chat completions with the reasoning between tags, and much that looks like a tag."""
    thinking, answer, call = shares(n)
    once = range(1)
    return _chat(
        ({"content": "<think>"}, once),
        ({"content": "Is `a` </ b < c? "}, thinking),
        ({"content": "</think>"}, once),
        ({"content": "It is `b` <th, "}, answer),
        (_note(ARGUMENT), call),
    )


def chat_mistral(n: int) -> Iterator[Frame]:
    """Chat completions, as Mistral sends them."""
    thinking, answer, _ = shares(n)
    part = {"type": "thinking", "thinking": [{"type": "text", "text": REASONING}], "closed": True}
    return _chat(({"content": [part]}, thinking), ({"content": ANSWER}, answer))


def gemini(n: int) -> Iterator[Frame]:
    """Gemini's generateContent."""
    thinking, answer, call = shares(n)
    value = {"jsonPath": "$.text", "stringValue": ARGUMENT, "willContinue": True}
    parts: list[tuple[Frame, range]] = [
        ({"text": REASONING, "thought": True}, thinking),
        ({"text": ANSWER}, answer),
        ({"functionCall": {"name": "note", "willContinue": True}}, range(1)),
        ({"functionCall": {"partialArgs": [value], "willContinue": True}}, call),
        ({"functionCall": {}}, range(1)),
    ]
    for part, chunks in parts:
        for _ in chunks:
            yield {"candidates": [{"content": {"role": "model", "parts": [part]}, "index": 0}], "responseId": "m"}
    yield {"candidates": [{"finishReason": "STOP", "index": 0}], "usageMetadata": {"thoughtsTokenCount": n}}


def interactions(n: int) -> Iterator[Frame]:
    """Gemini's Interactions."""
    thinking, answer, call = shares(n)
    steps: list[tuple[Frame, Frame, range]] = [
        ({"type": "thought"}, {"type": "thought_summary", "content": {"type": "text", "text": REASONING}}, thinking),
        ({"type": "model_output"}, {"type": "text", "text": ANSWER}, answer),
        (
            {"type": "function_call", "id": "c", "name": "note"},
            {"type": "arguments_delta", "arguments": ARGUMENT},
            call,
        ),
    ]
    yield {"event_type": "interaction.created", "interaction": {"id": "m", "status": "in_progress"}}
    for index, (step, delta, chunks) in enumerate(steps):
        yield {"event_type": "step.start", "index": index, "step": step}
        for _ in chunks:
            yield {"event_type": "step.delta", "index": index, "delta": delta}
        yield {"event_type": "step.stop", "index": index}
    yield {"event_type": "interaction.completed", "interaction": {"id": "m", "status": "completed"}}


def bedrock(n: int) -> Iterator[Frame]:
    """Bedrock's ConverseStream."""
    thinking, answer, call = shares(n)
    deltas: list[tuple[Frame, range]] = [
        ({"reasoningContent": {"text": REASONING}}, thinking),
        ({"text": ANSWER}, answer),
        ({"toolUse": {"input": ARGUMENT}}, call),
    ]
    yield {"messageStart": {"role": "assistant"}}
    for index, (delta, chunks) in enumerate(deltas):
        if "toolUse" in delta:
            start = {"toolUse": {"toolUseId": "c", "name": "note"}}
            yield {"contentBlockStart": {"contentBlockIndex": index, "start": start}}
        for _ in chunks:
            yield {"contentBlockDelta": {"contentBlockIndex": index, "delta": delta}}
        yield {"contentBlockStop": {"contentBlockIndex": index}}
    yield {"messageStop": {"stopReason": "tool_use"}}


def cohere(n: int) -> Iterator[Frame]:
    """Cohere's chat."""
    thinking, answer, call = shares(n)
    yield {"type": "message-start", "id": "m", "delta": {"message": {"role": "assistant"}}}
    for index, (content, chunks) in enumerate([({"thinking": REASONING}, thinking), ({"text": ANSWER}, answer)]):
        for _ in chunks:
            yield {"type": "content-delta", "index": index, "delta": {"message": {"content": content}}}
    first = {"id": "c", "type": "function", "function": {"name": "note", "arguments": ""}}
    yield {"type": "tool-call-start", "index": 0, "delta": {"message": {"tool_calls": first}}}
    for _ in call:
        piece = {"function": {"arguments": ARGUMENT}}
        yield {"type": "tool-call-delta", "index": 0, "delta": {"message": {"tool_calls": piece}}}
    yield {"type": "message-end", "delta": {"finish_reason": "TOOL_CALL"}}


def ollama(n: int) -> Iterator[Frame]:
    """Ollama's own chat."""
    thinking, answer, call = shares(n)
    pieces = chain(({"thinking": REASONING} for _ in thinking), ({"content": ANSWER} for _ in chain(answer, call)))
    for piece in pieces:
        yield {"model": "x", "message": {"role": "assistant", **piece}, "done": False}
    yield {"model": "x", "message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop"}


STREAMS: dict[str, Stream] = {
    "anthropic": anthropic,
    "openai-responses": responses,
    "chat": chat,
    "chat, details": chat_details,
    "chat, tags": chat_tags,
    "chat, Mistral": chat_mistral,
    "gemini": gemini,
    "gemini-interactions": interactions,
    "bedrock-converse": bedrock,
    "cohere": cohere,
    "ollama": ollama,
}
"""The streams, by wire format and dialect."""


def as_sent(stream: Stream, n: int) -> bytes:
    """A stream of n chunks as a server sends it."""
    return "".join(f"data: {json.dumps(frame)}\n\n" for frame in stream(n)).encode()
