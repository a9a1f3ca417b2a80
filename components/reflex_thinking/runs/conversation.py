"""What a page and the HTTP service do alike: say something in a thread, rename it, delete it."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ..errors import ThinkingError
from ..store.base import ThreadInfo, ThreadNotFoundError
from ..store.ids import is_new_id, new_id
from ..stored import user_event
from .compose import now_ms
from .plain import whole
from .registry import Runs, threads_of
from .respond import Respond
from .run import Run
from .turn import Turn

Refusal = Literal[
    "unknown_user",
    "empty_message",
    "message_too_long",
    "message_not_found",
    "thread_not_found",
    "thread_busy",
    "too_many_runs",
]

TITLE_LENGTH = 80


class TurnRefusedError(ThinkingError):
    """A turn that cannot begin. The text may be shown to the user; ``code`` is for programs."""

    def __init__(self, code: Refusal, message: str) -> None:
        """Say why."""
        super().__init__(message)
        self.code: Refusal = code


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, where, and how the answer is wanted."""

    user_id: str
    workspace_id: str = ""
    thinking_enabled: bool = True
    locale: str = "en-US"
    options: dict[str, Any] = field(default_factory=dict[str, Any])


async def say(
    runs: Runs,
    respond: Respond,
    asker: Asker,
    text: str,
    *,
    thread_id: str = "",
    max_length: int = 32_000,
    runs_at_once: int | None = None,
    ids: Sequence[object] = (),
) -> Run:
    """Write down what a user says and start the answer.

    Args:
        runs: The runs of this process.
        respond: Makes the answer.
        asker: Who says it.
        text: What is said.
        thread_id: The thread; empty for a new one.
        max_length: How many characters it may have.
        runs_at_once: How many answers may be made for this user at the same time, if fewer than for any user.
        ids: Under which ids a page shows the message and its answer already. Used if they are well-formed and free.

    Raises:
        TurnRefusedError: Nothing was written and nothing was started.
    """
    if not asker.user_id:
        raise TurnRefusedError("unknown_user", "It is not known who you are.")
    text = _sayable(text, max_length)
    store = runs.store
    if thread_id:
        await owned_thread(runs, thread_id, asker.user_id)
    await _quiet(runs, thread_id)
    with _place(runs, asker, thread_id, runs_at_once):
        if not thread_id:
            title = " ".join(text.split())[:TITLE_LENGTH]
            thread_id = await store.create_thread(asker.user_id, asker.workspace_id, title)
        history = await store.messages(thread_id)
        message_id, answer_id = await _ids(runs, ids)
        await _write_down(runs, thread_id, message_id, text)
        return await _start(runs, respond, asker, thread_id, answer_id, text, history)


async def heard_before(runs: Runs, user_id: str, ids: Sequence[object]) -> str | None:
    """The thread in which something was said under these ids already, or None.

    A page whose line broke says it once more under the same ids.
    """
    if not user_id or not ids or not is_new_id(ids[-1], "m"):
        return None
    answer_id = str(ids[-1])
    run = runs.get(answer_id)
    found = None if run else await runs.store.find_message(answer_id)
    thread_id = run.turn.thread_id if run else found[0].id if found else ""
    return thread_id if thread_id and await runs.store.thread(thread_id, user_id) is not None else None


async def say_instead(
    runs: Runs,
    respond: Respond,
    asker: Asker,
    thread_id: str,
    message_id: str,
    text: str,
    *,
    max_length: int = 32_000,
    ids: Sequence[object] = (),
) -> Run:
    """Say something else instead of what a user said before: that message and all after it are removed.

    ``ids`` are those of :func:`say`.

    Raises:
        TurnRefusedError: Nothing was removed, nothing was written and nothing was started.
    """
    text = _sayable(text, max_length)
    await owned_thread(runs, thread_id, asker.user_id)
    await _quiet(runs, thread_id)
    with _place(runs, asker, thread_id):
        history = await runs.store.messages(thread_id)
        said = (number for number, event in enumerate(history) if (event["id"], event["role"]) == (message_id, "user"))
        if (before := next(said, None)) is None:
            raise TurnRefusedError("message_not_found", "This message is not there any more.")
        new_message_id, answer_id = await _ids(runs, ids)
        await runs.store.truncate(thread_id, message_id)
        await _write_down(runs, thread_id, new_message_id, text)
        return await _start(runs, respond, asker, thread_id, answer_id, text, history[:before])


async def say_again(
    runs: Runs, respond: Respond, asker: Asker, thread_id: str, *, ids: Sequence[object] = ()
) -> Run | None:
    """Answer the last question of a thread again, in place of the last answer; None when there is no question.

    ``ids`` has the id under which a page shows the new answer already, as in :func:`say`.

    Raises:
        TurnRefusedError: Nothing was removed and nothing was started.
    """
    await owned_thread(runs, thread_id, asker.user_id)
    await _quiet(runs, thread_id)
    with _place(runs, asker, thread_id):
        history = await runs.store.messages(thread_id)
        while history and history[-1]["role"] == "assistant":
            await runs.store.remove_message(thread_id, history.pop()["id"])
        if not history:
            return None
        (answer_id,) = await _ids(runs, ids, "m")
        return await _start(runs, respond, asker, thread_id, answer_id, text_of(history[-1]), history[:-1])


async def owned_thread(runs: Runs, thread_id: str, user_id: str) -> ThreadInfo:
    """A thread that belongs to a user.

    Raises:
        TurnRefusedError: There is none, or it belongs to somebody else; nobody is told which.
    """
    found = await runs.store.thread(thread_id, user_id) if thread_id and user_id else None
    if found is None:
        raise no_thread()
    return found


async def rename_thread(runs: Runs, thread_id: str, user_id: str, title: str) -> bool:
    """Give a user's thread another title, and let the user's tabs know; False when there is no such thread."""
    is_renamed = await runs.store.rename_thread(thread_id, user_id, title)
    if is_renamed:
        runs.ring(threads_of(user_id))
    return is_renamed


async def delete_thread(runs: Runs, thread_id: str, user_id: str) -> bool:
    """Delete a user's thread, and let the user's tabs know; False when there is no such thread.

    Answers that are being made in it are stopped first.
    """
    if await runs.store.thread(thread_id, user_id) is None:
        return False
    for run in runs.active_in(thread_id):
        run.cancel()
        await run.wait(hurry=True)
    is_deleted = await runs.store.delete_thread(thread_id, user_id)
    runs.ring(thread_id, threads_of(user_id))
    return is_deleted


def text_of(event: dict[str, Any]) -> str:
    """The text of a stored message."""
    return "".join(segment.get("text", "") for segment in event.get("segments", ()) if segment.get("type") == "text")


async def _quiet(runs: Runs, thread_id: str) -> None:
    """Let answers that failed or were stopped be stored: their users see the end before that, and may speak again."""
    for run in runs.active_in(thread_id):
        if run.is_ending:
            await run.wait(hurry=True)


@contextlib.contextmanager
def _place(runs: Runs, asker: Asker, thread_id: str, runs_at_once: int | None = None) -> Generator[None]:
    """Hold the place of a run while the store is asked, so that of two who ask at once only one gets it."""
    if thread_id and (runs.active_in(thread_id) or any(thread_id == thread for _, thread in runs.reserved)):
        raise TurnRefusedError("thread_busy", "An answer is still being made in this conversation.")
    going = len(runs.active_of(asker.user_id)) + sum(asker.user_id == user for user, _ in runs.reserved)
    most = min(runs_at_once or runs.limits.runs_at_once, runs.limits.runs_at_once)
    if going >= most:
        msg = f"No more than {most:,} answers can be made at once. Try again when one has ended."
        raise TurnRefusedError("too_many_runs", msg)
    place = (asker.user_id, thread_id)
    runs.reserved.append(place)
    try:
        yield
    finally:
        runs.reserved.remove(place)


def _sayable(text: str, max_length: int) -> str:
    text = whole(text.strip())
    if not text:
        raise TurnRefusedError("empty_message", "The message is empty.")
    if len(text) > max_length:
        msg = f"A message can have {max_length:,} characters; this one has {len(text):,}."
        raise TurnRefusedError("message_too_long", msg)
    return text


async def _ids(runs: Runs, wanted: Sequence[object], prefixes: str = "um") -> list[str]:
    """The ids that a page asks for, or new ones: a page may ask for anything, also for ids of other messages."""
    asked = list(wanted) if len(wanted) == len(prefixes) else [None] * len(prefixes)
    return [
        value if is_new_id(value, prefix) and await _is_free(runs, value) else new_id(prefix)
        for value, prefix in zip(asked, prefixes, strict=True)
    ]


async def _is_free(runs: Runs, message_id: str) -> bool:
    return runs.get(message_id) is None and await runs.store.find_message(message_id) is None


async def _write_down(runs: Runs, thread_id: str, message_id: str, text: str) -> None:
    try:
        await runs.store.add_message(thread_id, user_event(message_id, text, thread_id, now_ms()))
    except ThreadNotFoundError:  # it was deleted just now
        raise no_thread() from None


def no_thread() -> TurnRefusedError:
    """There is no such thread, or it belongs to somebody else; nobody is told which."""
    return TurnRefusedError("thread_not_found", "This conversation was not found.")


async def _start(
    runs: Runs,
    respond: Respond,
    asker: Asker,
    thread_id: str,
    answer_id: str,
    text: str,
    history: list[dict[str, Any]],
) -> Run:
    turn = Turn(
        text=text,
        history=history,
        thread_id=thread_id,
        message_id=answer_id,
        user_id=asker.user_id,
        workspace_id=asker.workspace_id,
        thinking_enabled=asker.thinking_enabled,
        locale=asker.locale,
        options=asker.options,
        replies=await runs.store.replies(thread_id),
    )
    return await runs.start(turn, respond)
