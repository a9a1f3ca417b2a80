"""The conversation as a provider's message list, with the provider's own words wherever they are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic_core import to_jsonable_python

from ..errors import DataError
from ..providers.values import dict_of, list_of, text_of
from ..runs.endings import ending
from ..runs.steps import plain
from ..runs.turn import Turn
from .form import Answer, Call, Form, Message, Provider
from .forms import FORMS, provider_named

NOT_RUN = "This tool was not run."


def history(turn: Turn, provider: Provider, *, reasoning: bool = True) -> list[Message]:
    """The conversation so far as the provider's message list; its last message is what the user has just said.

    An answer that the same provider gave is sent in its own words, intact: thinking with its signatures, encrypted reasoning,
    tool calls, and what the tools gave. An answer that another one gave, or nobody's model, is sent as its text; its
    reasoning and its tools are left out. An answer that failed before it said anything is left out.

    Args:
        turn: What is to be answered.
        provider: ``"anthropic"`` for ``messages``, ``"openai-responses"`` for ``input``, ``"chat"`` for ``messages``,
            ``"gemini"`` for ``contents``.
        reasoning: Whether the model gets back what it thought in earlier answers. Use False after a change of the model,
            the system prompt or the tools: signed and encrypted reasoning may be refused then.

    Raises:
        ConfigurationError: There is no such provider.
    """
    provider = provider_named("requests.history", provider)
    form = FORMS[provider]
    messages: list[Message] = []
    for stored in turn.history:
        if stored.get("role") == "user":
            messages += [form.user(text)] if (text := _text(stored)) else []
        else:
            own = turn.replies.get(str(stored.get("id")), [])
            messages += _answer(form, provider, stored, own, reasoning)
    return _joined(form, [*messages, form.user(turn.text)])


def tool_results(
    provider: Provider, reply: dict[str, Any] | None, results: Mapping[str, Any] | Sequence[Any]
) -> list[Message]:
    """What to append to the messages when the tools have run: the model's own turn, intact, and what the tools gave.

    ::

        events = rt.events(stream)
        ...
        messages += rt.requests.tool_results("anthropic", events.reply, {call.id: run(call) for call in events.calls})

    Args:
        provider: Who is asked.
        reply: The turn in the provider's own words: ``reply`` of :func:`reflex_thinking.canonical`.
        results: What each tool gave, by the id of its call, or in the order of the calls. An exception stands for a failure:
            the model is told the text of a ``RespondError``, and only the name of any other one.

    Raises:
        ConfigurationError: There is no such provider.
        DataError: The reply is another provider's, or a call has no result, or a result no call.
    """
    provider = provider_named("requests.tool_results", provider)
    form = FORMS[provider]
    found = "nothing" if reply is None else reply.get("provider")
    if reply is None or found != provider:
        msg = f"tool_results({provider!r}, reply): the reply is by {found!r}: give it the reply of the same provider's stream"
        raise DataError(msg)
    message = dict_of(reply.get("message"))
    calls = form.calls(message)
    values = _matched(calls, results)
    answers = [_as_answer(call, value) for call, value in zip(calls, values, strict=True)]
    return [*form.own(message, reasoning=True), *form.results(answers)]


def _answer(
    form: Form, provider: Provider, stored: dict[str, Any], own: list[dict[str, Any]], reasoning: bool
) -> list[Message]:
    text = _text(stored)
    if not own or any(reply.get("provider") != provider for reply in own):
        return [form.assistant(text)] if text.strip() else []
    messages: list[Message] = []
    said = ""
    steps = list(_tools(list_of(stored.get("segments"))))
    for reply in own:
        message = dict_of(reply.get("message"))
        said += form.text(message)
        answers = [_stored_answer(call, steps) for call in form.calls(message)]
        messages += [*form.own(message, reasoning=reasoning), *form.results(answers)]
    # What was said after the last whole call of the model, before the answer failed or was stopped.
    rest = text[len(said) :] if text.startswith(said) else ""
    return [*messages, form.assistant(rest)] if rest.strip() else messages


def _tools(segments: list[Any]) -> Iterable[dict[str, Any]]:
    for segment in map(dict_of, segments):
        if segment.get("type") == "assistant_call":
            yield from _tools(list_of(segment.get("segments")))
        elif segment.get("type") not in ("text", "reasoning", "image", "file"):
            yield segment


def _stored_answer(call: Call, steps: list[dict[str, Any]]) -> Answer:
    """What a tool gave, as it is stored. Every call is answered: one that was not run is said to be so."""
    step = next((step for step in steps if _is_of(step, call)), None)
    if step is None:
        return Answer(call, None, NOT_RUN)
    steps.remove(step)
    if step.get("error") is not None:
        return Answer(call, None, str(step["error"]))
    return Answer(call, step.get("result")) if step.get("status", "done") == "done" else Answer(call, None, NOT_RUN)


def _is_of(step: dict[str, Any], call: Call) -> bool:
    if call.id is None:
        return step.get("name") == call.name
    # Where two model calls of one answer used the same id, the later one has more behind it.
    same_name = step.get("name") == call.name and text_of(step.get("id")).startswith(f"{call.id}-")
    return step.get("id") == call.id or same_name


def _matched(calls: list[Call], results: Mapping[str, Any] | Sequence[Any]) -> list[Any]:
    if not isinstance(results, Mapping):
        if len(results) != len(calls):
            msg = f"tool_results: {len(results)} results for {len(calls)} calls: give one for each"
            raise DataError(msg)
        return list(results)
    unknown = [key for key in results if key not in {call.id for call in calls}]
    values: list[Any] = []
    for call in calls:
        if call.id is None and unknown:
            # The provider gave it no id, so that it has one that was made for it: they stand in the same order.
            values.append(results[unknown.pop(0)])
        elif call.id is not None and call.id in results:
            values.append(results[call.id])
        else:
            msg = f"tool_results: the call {call.id!r} of {call.name!r} has no result: give one, or an exception"
            raise DataError(msg)
    if unknown:
        msg = (
            f"tool_results: there is no call {unknown[0]!r}: the calls are {', '.join(repr(call.id) for call in calls)}"
        )
        raise DataError(msg)
    return values


def _as_answer(call: Call, value: Any) -> Answer:
    if isinstance(value, BaseException):
        _, error = ending(value)
        return Answer(call, None, error or NOT_RUN)
    plain(f"tool_results: the result of {call.name!r}", value)
    return Answer(call, to_jsonable_python(value, inf_nan_mode="null", bytes_mode="base64"))


def _joined(form: Form, messages: list[Message]) -> list[Message]:
    """The messages with those of the user that follow each other joined: some servers take turns strictly."""
    joined: list[Message] = []
    for message in messages:
        follows = bool(joined) and message.get("role") == joined[-1].get("role") == "user"
        if follows and (both := form.joined(joined[-1], message)) is not None:
            joined[-1] = both
        else:
            joined.append(message)
    return joined


def _text(stored: dict[str, Any]) -> str:
    segments = map(dict_of, list_of(stored.get("segments")))
    return "".join(text_of(segment.get("text")) for segment in segments if segment.get("type") == "text")
