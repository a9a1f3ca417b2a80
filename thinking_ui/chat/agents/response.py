"""The response: the answer itself, as the model says it."""

from __future__ import annotations

from collections.abc import AsyncIterator

from reflex_thinking import RespondError, Trace

from ..contract import Answer, Material, StructuredAnswer
from ..models.base import Model
from ..reading import AnswerReader


class ResponseAgent:
    """Lets the model answer and passes the answer on while it comes.

    Args:
        model: Who answers.
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    async def run(self, trace: Trace, material: Material) -> Answer:
        """Answer with visible reasoning.

        Raises:
            RespondError: The model failed, or said nothing.
        """
        reader = AnswerReader(len(material.evidence.hits))
        await trace.forward(reader.read(self._model.answer(material)))
        return _something(reader.answer)

    async def run_structured(self, trace: Trace, material: Material) -> tuple[Answer, StructuredAnswer]:
        """Answer without reasoning, in one structured piece.

        Raises:
            RespondError: The model failed, or said nothing.
        """
        reader = AnswerReader(len(material.evidence.hits))
        found: list[StructuredAnswer] = []

        async def without_object() -> AsyncIterator[object]:
            async for value in self._model.structured(material):
                if isinstance(value, StructuredAnswer):
                    found.append(value)
                else:
                    yield value

        await trace.forward(reader.read(without_object()))
        answer = _something(reader.answer)
        whole = found[-1] if found else StructuredAnswer(answer=answer.text)
        return answer.model_copy(update={"chips": tuple(whole.chips) or answer.chips}), whole


def _something(answer: Answer) -> Answer:
    if not answer.text:
        raise RespondError(
            "The model ended without an answer. Ask again, or choose another model.", code="empty_answer"
        )
    return answer
