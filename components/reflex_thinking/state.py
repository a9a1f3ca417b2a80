"""The state behind a chat: a mixin that gives your state a thread, its runs and the line to the browser.

::

    class Chat(rt.ThinkingState, rx.State):
        @staticmethod
        async def respond(turn: rt.Turn):
            yield rt.reasoning("Let me see. ")
            yield "Here you are."

Only ids and what the user opened or closed are kept in the state. What is said lives in the run's log while it is said and
in the store afterwards; the browser gets it through the small sibling state ``Chat.live``.
"""

import inspect
import itertools
import sys
import types
import weakref
from collections.abc import Callable
from typing import Any, ClassVar, cast

import reflex as rx

from . import reflex_bridge
from .choices import Choices
from .conversations import Conversations
from .errors import ConfigurationError
from .identity import identity_of
from .reducer import Draft
from .runs.conversation import Asker, TurnRefusedError, heard_before, no_thread, say, say_again, say_instead
from .runs.respond import Respond
from .runs.turn import Turn
from .server import grants
from .server.live_socket import LiveSocket
from .settings import LIVE_MODES, get_runs, reader_locale, secret_key, settings
from .stored import draft_from_event
from .toggles import MOST_CHOICES, Toggles, newest, path_of

MOST_NOTES = 32


class LiveFields(rx.State, mixin=True):
    """What lets a page in at the live socket; each concrete chat state has one such state beside it."""

    grant: str = ""
    notes: list[Any] = []  # noqa: RUF012
    """What the page is told once, each with its number."""

    _owner: ClassVar[type[Any]]

    @rx.event(background=True)
    async def admit(self):
        """Give the page a grant to watch the thread that it shows. Asked for by the page itself, and again in time."""
        async with self:
            chat = await self.get_state(self._owner)
            user_id, workspace_id = chat._identify()
            times_chosen = chat._times_chosen
        await open_live_socket()
        preferred = await settings.store.get_preferences(user_id, workspace_id)
        async with self:
            chat = await self.get_state(self._owner)
            # What the user chose while the store was asked counts more.
            if chat._times_chosen == times_chosen:
                chat.live_mode = preferred.get("live", settings.live)
                chat.auto_close = preferred.get("auto_close", settings.auto_close)
                chat._use_preferences(preferred)
            # Only now: while the store was asked, the user may have said the first thing in a new thread.
            thread_id = chat.thread_id
            self.grant = grants.sign(secret_key(), user_id, thread_id, self._owner.get_full_name())
        if not thread_id:
            return None
        if await settings.store.thread(thread_id, user_id) is None:  # it was deleted, or is somebody else's
            async with self:
                chat = await self.get_state(self._owner)
                return await chat._leave_thread(thread_id)
        chosen = await (await get_runs()).choices.get(thread_id, self._owner.get_full_name())
        async with self:
            chat = await self.get_state(self._owner)
            known = {path: not is_open for path, is_open in chosen.items()}
            chat._collapsed = newest({**known, **chat._collapsed})
        return None

    @rx.event
    async def choose(self, choices: list[Any]):
        """Remember what the user opened or closed. Sent by the page itself.

        Args:
            choices: Pairs of a path and whether it is open now.
        """
        if not isinstance(choices, list):
            return
        chosen = [pair for pair in choices[-MOST_CHOICES:] if isinstance(pair, list) and len(pair) == 2]
        chat = await self.get_state(self._owner)
        collapsed = {path: not is_open for ids, is_open in chosen if (path := path_of(ids)) is not None}
        await chat._remember(collapsed, page=self.router.session.client_token)

    def _note(self, *entries: dict[str, Any]) -> None:
        """Tell the page something, once: entries as ``client/store.js`` reads them."""
        number = self.notes[-1][0] + 1 if self.notes else 1
        # Texts that were not taken may be long, and only the last one can still be of use.
        kept = [note for note in self.notes if not any("unsent" in entry for entry in note[1])]
        self.notes = [*kept, [number, list(entries)]][-MOST_NOTES:]


class ThinkingState(Conversations, Choices, Toggles, rx.State, mixin=True):
    """Mix this into a state of yours, and define ``respond`` as a static async generator."""

    thread_id: str = ""
    live_mode: str = settings.live
    auto_close: bool = settings.auto_close

    live: ClassVar[Any]
    _respond: ClassVar[Callable[[Turn], Any] | None] = None

    @classmethod
    def __init_subclass__(cls, mixin: bool = False, **kwargs: Any):
        """Check ``respond`` and make the live state."""
        own = cls.__dict__.get("respond")
        if own is not None and not isinstance(own, staticmethod):
            msg = f"{cls.__name__}.respond must be a @staticmethod: any other function of a state can be called by browsers"
            raise ConfigurationError(msg)
        super().__init_subclass__(mixin=mixin, **kwargs)
        if mixin:
            return
        respond = inspect.getattr_static(cls, "respond", None)
        cls._respond = respond.__func__ if isinstance(respond, staticmethod) else None
        cls.live = _live_state(cls)

    # What browsers may call -------------------------------------------------------------------------------------------

    @rx.event
    async def send(self, message: str | dict[str, Any], ids: Any = None):
        """Say something and start an answer.

        Args:
            message: The text, or the data of a form whose field is called ``message``.
            ids: Under which ids the page shows the message and its answer already.
        """
        text = message.get("message", "") if isinstance(message, dict) else message
        if not isinstance(text, str) or not text.strip():
            return None
        runs = await get_runs()
        asker = self._asker()
        if heard := await heard_before(runs, asker.user_id, _listed(ids)):
            return await self._show(heard)
        thread_id = self.thread_id if await self._owns(asker.user_id) else ""
        respond, most = respond_of(type(self)), settings.max_message_length
        try:
            run = await say(runs, respond, asker, text, thread_id=thread_id, max_length=most, ids=_listed(ids))
        except Exception as error:
            return await self._refused(error, text)
        return await self._show(run.turn.thread_id)

    @rx.event
    async def stop(self):
        """Stop the answer that is being made; what was said so far is kept."""
        runs = await get_runs()
        if await self._owns(self._identify()[0]):
            for run in runs.active_in(self.thread_id):
                run.cancel()

    @rx.event
    async def retry(self, ids: Any = None):
        """Answer the last question again, in place of the last answer.

        Args:
            ids: Under which id the page shows the new answer already.
        """
        runs, respond = await get_runs(), respond_of(type(self))
        if heard := await heard_before(runs, self._identify()[0], _listed(ids)):
            return await self._show(heard)
        try:
            run = await say_again(runs, respond, self._asker(), self.thread_id, ids=_listed(ids))
        except Exception as error:
            return await self._refused(error)
        return await self._show(run.turn.thread_id) if run else await self._take_back()

    @rx.event
    async def edit(self, message_id: str, text: str, ids: Any = None):
        """Say something else instead of an earlier message: that message and all that follows it are removed.

        Args:
            message_id: A message of the user's in this thread.
            text: What is said instead.
            ids: Under which ids the page shows the new message and its answer already.
        """
        if not isinstance(text, str) or not text.strip():  # pyright: ignore[reportUnnecessaryIsInstance]
            return None
        runs, respond, most = await get_runs(), respond_of(type(self)), settings.max_message_length
        if heard := await heard_before(runs, self._identify()[0], _listed(ids)):
            return await self._show(heard)
        try:
            run = await say_instead(
                runs,
                respond,
                self._asker(),
                self.thread_id,
                str(message_id),
                text,
                max_length=most,
                ids=_listed(ids),
            )
        except Exception as error:
            return await self._refused(error, text)
        return await self._show(run.turn.thread_id)

    @rx.event
    async def open_thread(self, thread_id: str):
        """Show another thread; one that belongs to somebody else is not found.

        Args:
            thread_id: The thread, or an empty text for a new one.
        """
        await get_runs()
        found = thread_id and await settings.store.thread(str(thread_id), self._identify()[0])
        if thread_id and not found:
            await self._tell({"notice": _notice(no_thread())})
        else:
            await self._show(str(thread_id))

    @rx.event
    async def set_live_mode(self, mode: str):
        """Choose what is shown while the assistant thinks; kept for this user and workspace.

        Args:
            mode: ``"expanded"``, ``"collapsed"``, ``"overlay"`` or ``"progress"``.
        """
        if mode in LIVE_MODES:
            self.live_mode = mode
            await self._keep_preference("live", mode)

    @rx.event
    async def set_auto_close(self, auto_close: bool):
        """Choose whether thinking closes by itself at its end; kept for this user and workspace.

        Args:
            auto_close: Whether it does.
        """
        self.auto_close = bool(auto_close)
        await self._keep_preference("auto_close", bool(auto_close))

    # What the host app may call or override -----------------------------------------------------------------------------

    def _identify(self) -> tuple[str, str]:
        """Who this is, and in which workspace; nobody has an empty id and owns nothing."""
        session = self.router.session
        return identity_of(self.router.headers.raw_headers, settings.identify, fallback=session.client_token)

    def _asker(self) -> Asker:
        """Who asks, and how the answer is wanted."""
        user_id, workspace_id = self._identify()
        locale = self.locale or reader_locale(self.router.headers.raw_headers)
        return Asker(user_id, workspace_id, self.thinking_enabled, locale, dict(self.options))

    async def _message(self, message_id: str) -> dict[str, Any] | None:
        """A message of this thread as it is now, or None."""
        draft = await self._draft(message_id)
        return draft.snapshot() if draft else None

    async def _block(self, block_id: str) -> dict[str, Any] | None:
        """A thinking block of this thread as it is now, with its steps, or None."""
        message = await self._message(block_id.rpartition(":")[0])
        for block in message["blocks"] if message else ():
            if block["id"] == block_id:
                return {**block, "steps": message["parts"][block["start"] : block["end"] + 1]}  # pyright: ignore[reportOptionalSubscript]
        return None

    async def _buffer(self, message_id: str) -> str:
        """The answer's text so far."""
        draft = await self._draft(message_id)
        return draft.answer() if draft else ""

    # Inside -------------------------------------------------------------------------------------------------------------

    async def _owns(self, user_id: str) -> bool:
        return bool(self.thread_id) and await settings.store.thread(self.thread_id, user_id) is not None

    async def _draft(self, message_id: str) -> Draft | None:
        if not await self._owns(self._identify()[0]):
            return None
        run = (await get_runs()).get(message_id)
        if run is not None and run.turn.thread_id == self.thread_id:
            return run.draft
        event = await settings.store.message(self.thread_id, message_id)
        return draft_from_event(event) if event else None

    async def _show(self, thread_id: str) -> None:
        """Have the page show a thread."""
        if self.thread_id != thread_id:
            await open_live_socket()
            self.thread_id = thread_id
            live = await self.get_state(self.live)
            live.grant = grants.sign(secret_key(), self._identify()[0], thread_id, self.get_full_name())

    async def _refused(self, error: Exception, text: str = "") -> None:
        """Say why a turn did not begin, and give its text back."""
        if not isinstance(error, TurnRefusedError):
            await self._take_back(text)
            raise error
        await self._take_back(text, {"notice": _notice(error)})

    async def _take_back(self, text: str = "", *more: dict[str, Any]) -> None:
        """Let the page show no longer what it showed ahead of an answer that did not begin."""
        await self._tell({"refused": True, **({"unsent": text} if text else {})}, *more)

    async def _tell(self, *entries: dict[str, Any]) -> None:
        """Tell the page something, once."""
        live = await self.get_state(self.live)
        live._note(*entries)


_live_sockets: weakref.WeakKeyDictionary[Any, LiveSocket] = weakref.WeakKeyDictionary()


async def open_live_socket() -> None:
    """Open the live socket of the app that is running, if nobody has yet."""
    server = reflex_bridge.socket_server()
    if server is not None and server not in _live_sockets:
        _live_sockets[server] = LiveSocket(secret_key(), get_runs, reflex_bridge.raw_sender)
        server.register_namespace(_live_sockets[server])
    await get_runs()


def _notice(refused: TurnRefusedError) -> dict[str, str]:
    """Why something was not done, for the page to say in its reader's language."""
    return {"code": refused.code, "text": str(refused)}


def _listed(ids: object) -> list[object]:
    """What a browser sent as a list of ids. It may send anything: a button of the host app's own sends its click."""
    return cast("list[object]", ids)[:2] if isinstance(ids, list) else []


_live_states = types.ModuleType("rt_live", "The live state of each chat state.")
sys.modules[_live_states.__name__] = _live_states


def _live_state(owner: type[ThinkingState]) -> Any:
    """Make the live state of a chat state, and put it where pickle finds it."""
    taken = vars(_live_states)
    names = (f"{owner.__name__}Live{number or ''}" for number in itertools.count())
    name = next(name for name in names if name not in taken)
    live = type(name, (LiveFields, rx.State), {"__module__": _live_states.__name__, "_owner": owner})
    setattr(_live_states, name, live)
    return live


def respond_with(state: type[ThinkingState], respond: Callable[[Turn], Any]) -> None:
    """Let any callable answer for a state, in place of a ``respond`` of its own."""
    state._respond = respond


def respond_of(state: type[ThinkingState]) -> Respond:
    """What answers for a state.

    Raises:
        ConfigurationError: Nothing does.
    """
    if state._respond is None:
        name = state.__name__
        msg = f"{name} has no respond: define a @staticmethod, or call rt.respond_with({name}, …)"
        raise ConfigurationError(msg)
    return state._respond
