"""The steps of a trace: what begins and ends with a ``with``."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any, Literal, NamedTuple, Self

from pydantic import ValidationError
from pydantic_core import to_jsonable_python

from .. import canonical as ev
from ..errors import DataError
from .endings import STARTED, UPDATE, Ending, Family, call_end, ending, part_end
from .record import Record, TraceError

ToolKind = Literal["web_search", "code_interpreter"]
_FAMILIES: dict[ToolKind | None, Family] = {
    None: "tool_call",
    "web_search": "web_search_call",
    "code_interpreter": "code_interpreter_call",
}


class Home(NamedTuple):
    """Where a step belongs: the record, and the assistant call that it is inside of."""

    record: Record
    call_id: str | None = None
    check_open: Callable[[], None] = lambda: None
    """Raises when nothing may begin there any more."""

    def place(self) -> dict[str, Any]:
        """Where and when something happens directly there."""
        return {"parent_id": self.call_id, "at": self.record.now()}


class Step:
    """Something that begins and ends with a ``with`` or an ``async with``.

    Args:
        home: Where it belongs.
    """

    _what = "step"

    def __init__(self, home: Home) -> None:
        self._home = home
        self._record = home.record
        self._state: Literal["new", "open", "ended"] = "new"

    def __enter__(self) -> Self:
        """Begin."""
        self._home.check_open()
        if self._state != "new":
            msg = f"{self._what} was begun before: make a new one for each with"
            raise TraceError(msg)
        self._begin()
        self._state = "open"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End. An exception marks the step as failed and travels on; a cancellation marks it as cancelled."""
        self._state = "ended"
        self._end(ending(error))

    async def __aenter__(self) -> Self:
        """Begin; waits while the reader of the events is far behind."""
        await self._record.room()
        return self.__enter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End."""
        self.__exit__(kind, error, traceback)

    def _begin(self) -> None:
        raise NotImplementedError

    def _end(self, how: Ending) -> None:
        raise NotImplementedError

    def _check(self) -> None:
        if self._state == "new":
            msg = f"{self._what} has not begun: use it inside its with"
            raise TraceError(msg)
        if self._state == "ended":
            msg = f"{self._what} has ended: use it inside its with"
            raise TraceError(msg)

    def _where(self) -> dict[str, Any]:
        return self._home.place()


class ReasoningStep(Step):
    """A passage of reasoning; :meth:`Trace.reasoning` makes it."""

    _what = "this passage of reasoning"

    def write(self, text: str) -> None:
        """More text."""
        self._check()
        if has_text(text, "write"):
            self._record.add(ev.ReasoningPartDelta(segment_id=self._id, text_delta=text, **self._where()))

    def _begin(self) -> None:
        self._id = self._record.new_id("reasoning")
        where = self._where()
        self._record.add(ev.ReasoningPartStarted(segment_id=self._id, created_at=where["at"], **where))
        self._record.flow(1)

    def _end(self, how: Ending) -> None:
        self._record.flow(-1)
        self._record.add_end(part_end(how, segment_id=self._id, summary_index=0, **self._where()))


class Call(Step):
    """A call: what is known of its result, and how it ends.

    ``result`` may be set until the end; ``error`` is for a call that failed without an exception: a text for readers.
    """

    _family: Family

    def __init__(self, home: Home, name: str, call_id: str | None) -> None:
        Step.__init__(self, home)
        self.error: str | None = None
        self._name = name
        self._result: Any = None
        self._own_id = call_id or self._record.new_id("call")

    @property
    def id(self) -> str:
        """The id of the call."""
        return self._own_id

    @property
    def result(self) -> Any:
        """What it gave; any value that JSON knows."""
        return self._result

    @result.setter
    def result(self, value: Any) -> None:
        self._check()
        self._result = plain(f"result of {self._name!r}", value)

    def progress(self, progress: float) -> None:
        """How far it is, from 0 to 1."""
        self._check()
        if isinstance(progress, bool) or not isinstance(progress, int | float) or not 0 <= progress <= 1:  # pyright: ignore[reportUnnecessaryIsInstance]
            msg = f"progress({progress!r}): use a number from 0 to 1"
            raise DataError(msg)
        self._record.add(self._update(progress=progress))

    def _announce(self) -> bool:
        """Whether this call is to be announced: one that a stream announced goes on."""
        self._own_id, is_new = self._record.call_name(self._own_id)
        return is_new

    def _update(self, **fields: Any) -> ev.AnyEvent:
        return UPDATE[self._family](call_id=self._own_id, **fields, **self._where())

    def _end(self, how: Ending) -> None:
        if how[0] == "done" and self.error is not None:
            how = ("error", str(self.error))
        self._record.add_end(call_end(self._family, how, call_id=self._own_id, result=self._result, **self._where()))


class ToolUse(Call):
    """A call of a tool; :meth:`Trace.tool` makes it."""

    def __init__(
        self,
        home: Home,
        name: str,
        *,
        input: Any,  # noqa: A002 - what it is called everywhere
        description: str | None,
        kind: ToolKind | None,
        call_id: str | None,
    ) -> None:
        """Take what is known of the call."""
        super().__init__(home, name, call_id)
        if kind not in _FAMILIES:
            msg = f"tool({name!r}, kind={kind!r}): use 'web_search', 'code_interpreter' or None"
            raise DataError(msg)
        self._what = f"the call of the tool {name!r}"
        self._family = _FAMILIES[kind]
        self._started = made(
            STARTED[self._family],
            call_id=self._own_id,
            name=name,
            description=description,
            parent_id=self._home.call_id,
        )
        self._input = plain(f"input of {name!r}", input)

    def log(self, text: str) -> None:
        """More of what it writes."""
        self._check()
        if has_text(text, "log"):
            self._record.add(self._update(logs_delta=text))

    def _begin(self) -> None:
        where = self._where()
        events: list[ev.AnyEvent] = []
        if self._announce():
            events.append(self._started.model_copy(update={"created_at": where["at"], "at": where["at"]}))
        if self._input is not None:
            events.append(self._update(input=self._input))
        self._record.add(*events)


def made(kind: type[Any], **fields: Any) -> Any:
    """An event.

    Raises:
        DataError: A value does not fit.
    """
    try:
        return kind(**fields)
    except ValidationError as error:
        raise DataError.from_validation(kind.__name__, error) from None


def has_text(text: object, name: str) -> bool:
    """Whether there is any text.

    Raises:
        DataError: It is none.
    """
    if not isinstance(text, str):
        msg = f"{name}({text!r:.80}): use a str"
        raise DataError(msg)
    return bool(text)


def plain(what: str, value: Any) -> Any:
    """The value itself, if JSON has a form for it.

    Raises:
        DataError: It has none.
    """
    try:
        to_jsonable_python(value, inf_nan_mode="null", bytes_mode="base64")
    except ValueError as error:
        msg = f"{what} = {value!r:.80}: use a value that JSON knows, such as a dict, a list or a str ({error})"
        raise DataError(msg) from None
    return value
