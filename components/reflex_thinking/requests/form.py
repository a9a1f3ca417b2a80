"""What a conversation is made of, for every provider."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Protocol

from ..reducer import as_text

Provider = Literal["anthropic", "openai-responses", "chat", "gemini"]
Message = dict[str, Any]


class Call(NamedTuple):
    """A tool that the model asked for. Gemini may leave the id out."""

    id: str | None
    name: str
    kind: str = "function"


class Answer(NamedTuple):
    """What a tool gave, or what is told of its failure."""

    call: Call
    value: Any
    error: str | None = None

    @property
    def text(self) -> str:
        """The same as text."""
        if self.error is not None:
            return self.error
        return "" if self.value is None else as_text(self.value)


class Form(Protocol):
    """What a provider's way of writing has to say."""

    def user(self, text: str) -> Message:
        """What the user said."""
        ...

    def assistant(self, text: str) -> Message:
        """What was answered, as plain text."""
        ...

    def own(self, message: Message, *, reasoning: bool) -> list[Message]:
        """The model's own turn as it is sent back."""
        ...

    def calls(self, message: Message) -> list[Call]:
        """The tools it asked for that are run here."""
        ...

    def results(self, answers: list[Answer]) -> list[Message]:
        """What the tools gave."""
        ...

    def text(self, message: Message) -> str:
        """The answer in the model's own turn."""
        ...

    def joined(self, first: Message, second: Message) -> Message | None:
        """Two messages of the user as one; None where they stay apart."""
        ...
