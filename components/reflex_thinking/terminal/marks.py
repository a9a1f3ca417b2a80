"""The signs that stand for things, in Unicode and for terminals that have only ASCII."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Marks:
    """One sign each, one column wide unless said otherwise."""

    thought: str = "💭"
    """Two columns wide."""
    running: str = "⚙ "
    """Two columns wide."""
    dots: tuple[str, ...] = ("●", "○")
    tool: str = "⚒"
    search: str = "⌕"
    code: str = "❯"
    assistant: str = "◆"
    private: str = "◌"
    closed: str = "›"
    open: str = "⌄"
    cursor: str = "▌"
    rule: str = "│"
    done: str = "✓"
    error: str = "✗"
    cancelled: str = "■"
    thinking: str = "○"
    more: str = "…"
    corrected: str = "↻"
    between: str = "·"

    def of_status(self, status: str) -> str:
        """The sign of a status."""
        return getattr(self, status)

    def of_tool(self, kind: str | None) -> str:
        """The sign of a kind of tool."""
        return {"web_search_call": self.search, "code_interpreter_call": self.code}.get(kind or "", self.tool)


UNICODE = Marks()
ASCII = Marks(
    thought="* ",
    running="o ",
    dots=("o", "."),
    tool="+",
    search="?",
    code="$",
    assistant="@",
    private="-",
    closed=">",
    open="v",
    cursor=">",
    rule="|",
    done="ok",
    error="!!",
    cancelled="[]",
    thinking="..",
    more="...",
    corrected="=",
    between="-",
)


def marks_for(encoding: str | None) -> Marks:
    """The signs that can be written in an encoding."""
    try:
        "💭⚙●⚒⌕◆⌄▌│✓✗■…↻".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE
