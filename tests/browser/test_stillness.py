"""Nothing that a reader looks at jumps while an answer is thought about, written and finished."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.layout import is_untouched, stays_still
from tests.browser.live import Hold, answer, ask, is_done, slot, thinking
from tests.browser.scripts import Entry, artifact, pieces, reasoning, tool

pytestmark = pytest.mark.slow

CHAT = "/review/chat"
THOUGHT = """The question is about voice agents in clinics, so I look for projects of that kind first. Two of them come close, and
one is about nothing else.

- a booking line for nine clinics
- a support assistant that hands over to people

The first one answers all of it. What is missing is how long it took, and the calendar says that. """
SAID = """The studio has done this before. A caller is understood in **three steps**:

1. listen until the caller has finished,
2. ask for what is missing,
3. offer the two nearest appointments.

| clinic | calls a day |
|---|---|
| North | 310 |
| Harbour | 180 |

It took fourteen weeks. """
BRIEF = {"headline": "A good fit", "summary": "Long. " * 40, "strengths": ["a", "b"], "gaps": ["c"], "confidence": 0.8}
FOUND = {"hits": [{"title": f"Project {number}", "score": number / 10} for number in range(8)]}


def spoken(text: str) -> list[str]:
    """A text in pieces of a few words."""
    return pieces(text, [24] * (len(text) // 24))


def whole_answer() -> list[Entry]:
    """Reasoning, a tool, reasoning, an answer, a tool after it, and what the answer brings along."""
    return [
        reasoning("Let me see. "),
        *(reasoning(piece) for piece in spoken(THOUGHT)),
        *tool("search", "search_documents", {"query": "voice agents"}, FOUND),
        *(reasoning(piece, segment="again") for piece in spoken("Eight were found. The first is the one. " * 3)),
        *spoken(SAID),
        *tool("check", "validate_answer", {"citations": 3}, {"valid": True}),
        artifact("fitBrief", BRIEF),
        artifact(
            "relevantExperience", [{"title": "A booking line", "role": "Design", "summary": "s", "relevance": "r"}]
        ),
        artifact("chips", ["How long did it take?", "Who worked on it?"]),
    ]


async def converse(page: Page, hold: Hold, *entries: Any, end: str = "[data-slot='chip']") -> None:
    """Ask, and let the answer begin when the click does not explain any more what moves."""
    hold("Let me see.")
    await ask(page, hold.script(*entries, pace=0.03))
    await expect(thinking(page)).to_contain_text("Let me see.")
    await is_untouched(page)
    hold.release()
    await is_done(page)
    await expect(page.locator(end).first).to_be_visible()


def delegated() -> list[Entry]:
    """Two assistants, one inside of the other, then a tool and an answer."""
    outer = {
        "type": "assistant_call_started",
        "call_id": "outer",
        "assistant_id": "o",
        "name": "Checker",
        "task": "Check it",
    }
    inner = {**outer, "call_id": "inner", "name": "Lawyer", "parent_id": "outer"}
    return [
        reasoning("Let me see. "),
        outer,
        *(reasoning(piece, segment="outer-1", parent="outer") for piece in spoken(THOUGHT)),
        inner,
        *tool("look", "look_up", {"section": 4}, FOUND, parent="inner"),
        *(reasoning(piece, segment="inner-1", parent="inner") for piece in spoken("It changes nothing. " * 4)),
        {"type": "assistant_result", "call_id": "inner", "result": "No.", "parent_id": "outer"},
        {"type": "assistant_result", "call_id": "outer", "result": "Yes."},
        *tool("order", "order_lookup", {"order": 7}, {"late": True}),
        *(reasoning(piece, segment="end") for piece in spoken("So it is in time, and can be paid back. " * 3)),
        *spoken(SAID),
        artifact("chips", ["Thanks"]),
    ]


@pytest.mark.parametrize("width", [1280, 375])
async def test_assistants_that_finish_move_nothing(open_page, hold: Hold, width: int):
    page: Page = await open_page(CHAT, viewport={"width": width, "height": 800})
    async with stays_still(page):
        await converse(page, hold, *delegated())


@pytest.mark.parametrize("width", [1600, 1280, 375])
async def test_a_conversation_stays_still(open_page, hold: Hold, width: int):
    page: Page = await open_page(CHAT, viewport={"width": width, "height": 800})
    async with stays_still(page):
        for _ in range(2):
            await converse(page, hold, *whole_answer())
    await expect(slot(thinking(page), "thinking-tool-badge").last).to_be_visible()
    await expect(slot(answer(page), "message-text")).to_contain_text("fourteen weeks")
