"""A provider's model, asked for answers, briefs and lists."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TypeVar

import reflex_thinking as rt
from pydantic import BaseModel, ValidationError
from pydantic_core import from_json
from reflex_thinking import canonical as ev

from ...contract import Experience, FitBrief, Material, StructuredAnswer
from ...pace import Pace
from .connection import Connection, Prompt
from .prompts import (
    ExperienceList,
    answer_prompt,
    brief_prompt,
    experience_prompt,
    repair_prompt,
    structured_prompt,
)

Made = TypeVar("Made", bound=BaseModel)


class RemoteModel:
    """Asks a provider. What it says is checked before anybody relies on it.

    Args:
        name: Its id.
        connection: How it is asked.
    """

    def __init__(self, name: str, connection: Connection) -> None:
        self.id = name
        self.pace = Pace(0)
        self._connection = connection

    async def answer(self, material: Material) -> AsyncIterator[object]:
        """The model's reasoning and its answer, as they come.

        Raises:
            RespondError: The provider refused or failed, with what to do.
        """
        async for event in self._events(answer_prompt(material)):
            yield event

    async def structured(self, material: Material) -> AsyncIterator[object]:
        """The answer's text out of the JSON that comes in, then all of it, checked; a bad one is repaired once."""
        prompt = structured_prompt(material)
        text = raw = ""
        async for event in self._events(prompt):
            if not isinstance(event, ev.TextDelta):
                yield event
                continue
            raw += event.text_delta
            known = answer_so_far(raw)
            if len(known) > len(text) and known.startswith(text):
                yield known[len(text) :]
                text = known
        made, problem = check(raw, StructuredAnswer)
        if made is None and _may_be_json(raw):
            again = ""
            async for event in self._events(repair_prompt(prompt, raw, problem)):
                if isinstance(event, ev.TextDelta):
                    again += event.text_delta
                elif isinstance(event, ev.MessageFinal):
                    yield event
            made, problem = check(again, StructuredAnswer)
        if made is None:
            # Plain text in place of JSON is still an answer; its artefacts are missing, and that is all.
            if not text and raw.strip() and not _may_be_json(raw):
                yield raw.strip()
            return
        if not text:
            yield made.answer
        yield made

    async def fit_brief(self, trace: rt.Trace, material: Material) -> FitBrief:
        """The brief.

        Raises:
            RespondError: The provider failed, or gave no valid brief twice.
        """
        return await self._object(trace, brief_prompt(material), FitBrief)

    async def experience(self, trace: rt.Trace, material: Material) -> list[Experience]:
        """The case studies that the model chose; none are asked for when there are none to choose from.

        Raises:
            RespondError: The provider failed, or gave no valid list twice.
        """
        if not material.candidates:
            return []
        return (await self._object(trace, experience_prompt(material), ExperienceList)).items

    async def _object(self, trace: rt.Trace, prompt: Prompt, kind: type[Made]) -> Made:
        made, problem, raw = await self._try(trace, prompt, kind)
        if made is None:
            async with trace.reasoning() as step:
                step.write(f"The first draft does not fit: {problem}. I ask once more.")
            made, problem, _ = await self._try(trace, repair_prompt(prompt, raw, problem), kind)
        if made is None:
            raise rt.RespondError(f"The model gave nothing that fits the schema: {problem}", code="invalid_output")
        return made

    async def _try(self, trace: rt.Trace, prompt: Prompt, kind: type[Made]) -> tuple[Made | None, str, str]:
        pieces: list[str] = []

        async def without_text() -> AsyncIterator[object]:
            async for event in self._events(prompt):
                if isinstance(event, ev.TextDelta):
                    pieces.append(event.text_delta)
                else:
                    yield event

        await trace.forward(without_text())
        raw = "".join(pieces)
        return *check(raw, kind), raw

    async def _events(self, prompt: Prompt) -> AsyncIterator[ev.AnyEvent]:
        try:
            request = self._connection.request(prompt)
        except rt.ConfigurationError as error:
            raise rt.RespondError(f"The model {self.id!r} cannot be asked: {error}", code="configuration") from None
        async for event in rt.events(self._connection.chunks(request)):
            if isinstance(event, ev.MessageError):
                raise self._failed(event)
            yield event

    def _failed(self, event: ev.MessageError) -> rt.RespondError:
        advice = ""
        if "API key" in event.message:
            advice = f" It is read from {self._connection.key_variable} when the app starts."
        return rt.RespondError(f"{event.message}{advice} You can also choose another model.", code=event.code)


def answer_so_far(raw: str) -> str:
    """The text of ``answer`` in JSON that is not whole yet."""
    try:
        value = from_json(_json(raw), allow_partial="trailing-strings")
    except ValueError:
        return ""
    found = value.get("answer", "") if isinstance(value, dict) else ""
    # The end of what is there may be half of an escape sequence.
    return found.rstrip("\ufffd") if isinstance(found, str) else ""


def check(raw: str, kind: type[Made]) -> tuple[Made | None, str]:
    """What a text stands for, or what is wrong with it in one line."""
    try:
        return kind.model_validate_json(_json(raw)), ""
    except ValidationError as error:
        first, *others = error.errors(include_url=False, include_context=False, include_input=False)
        where = ".".join(str(key) for key in first["loc"]) or "the text"
        more = f" (and {len(others)} more)" if others else ""
        return None, f"{where}: {first['msg']}{more}"


def _json(raw: str) -> str:
    """The JSON of a text: some models put it between fences."""
    text = raw.strip()
    if text.startswith("```"):
        text = text.partition("\n")[2].rpartition("```")[0] if text.count("```") > 1 else text.partition("\n")[2]
    return text.strip()


def _may_be_json(raw: str) -> bool:
    return _json(raw).startswith("{")
