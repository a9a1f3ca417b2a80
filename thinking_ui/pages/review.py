"""Every component in every state, to look at and to test."""

from typing import Any

import reflex as rx
import reflex_thinking as rt

from ..scenarios import blocks
from .player import player
from .rehearsal import Rehearsal


def story(name: str, title: str, *content: rx.Component, **props: Any) -> rx.Component:
    """One thing to look at, with a link of its own."""
    return rx.el.section(
        rx.el.h2(rx.el.a(title, href=f"#{name}"), class_name="story-title"),
        rx.el.div(*content, class_name="story-body"),
        id=name,
        class_name="story",
        **props,
    )


class ReviewState(rx.State):
    """A block in a state of the app's own, opened and closed by the app."""

    block: rt.ThinkingBlock = rt.ThinkingBlock()
    is_open: bool = False

    @rx.event
    def load(self):
        """Let the block appear."""
        self.block = blocks.POLICY.model_copy(update={"id": "policy-state"})

    @rx.event
    def change_open(self, is_open: bool):
        """What the user wants, which this app agrees to."""
        self.is_open = is_open


@rx.memo
def plain_reasoning(part: rx.Var[rt.ThinkingStep]) -> rx.Component:
    """A renderer of the headless story."""
    return rx.el.p(part.content, data_headless="reasoning")


MESSAGE = rt.Message(
    id="headless",
    parts=[
        *blocks.TRIP.steps[:2],
        rt.TextPart(id="headless-text-1", text="The venue is settled."),
        *blocks.TRIP.steps[3:],
        rt.TextPart(id="headless-text-2", text="Dinner is at seven."),
    ],
)


def chain() -> rx.Component:
    """A chain of thought with a look of its own."""
    return rx.el.div(
        rt.chain_of_thought.accordion_trigger(rx.el.button("Reasoning", class_name="plain-trigger"), as_child=True),
        rt.chain_of_thought.parts(
            components={
                "Reasoning": lambda part: plain_reasoning(part=part),
                "ToolFallback": lambda part: rx.el.code(part.tool_name, data_headless="tool"),
            }
        ),
    )


def review() -> rx.Component:
    """The page."""
    return rx.el.main(
        rx.el.header(
            rx.el.h1("Design review"),
            rx.color_mode.button(aria_label="Switch between light and dark"),
            class_name="review-header",
        ),
        story(
            "rehearsal",
            "The chat page, with scripted answers",
            rx.el.a("Open", href="/review/chat"),
            rx.el.button("Open with two hundred messages", on_click=Rehearsal.open_long_thread),
        ),
        story("player", "Live", player()),
        story("done", "Done", rt.thinking(blocks.TRIP)),
        story("open", "Done, open", rt.thinking(blocks.TRIP.model_copy(update={"id": "trip-open"}), default_open=True)),
        story("words", "With words", rt.thinking(blocks.TRIP.model_copy(update={"id": "trip-words"}), show_words=True)),
        story("delegation", "Two assistants, one inside the other", rt.thinking(blocks.POLICY, default_open=True)),
        story("thinking", "Thinking", rt.thinking(blocks.WORKING)),
        story(
            "thinking-closed",
            "Thinking, closed",
            rt.thinking(blocks.WORKING.model_copy(update={"id": "working-closed"}), live="collapsed"),
        ),
        story("error", "Failed", rt.thinking(blocks.FAILED)),
        story(
            "error-open",
            "Failed, open",
            rt.thinking(blocks.FAILED.model_copy(update={"id": "failed-open"}), default_open=True),
        ),
        story("cancelled", "Stopped", rt.thinking(blocks.STOPPED, default_open=True)),
        story("redacted", "Kept private", rt.thinking(blocks.REDACTED, default_open=True)),
        story("partly-redacted", "Partly kept private", rt.thinking(blocks.PARTLY_REDACTED, default_open=True)),
        story("tools", "Tools only", rt.thinking(blocks.TOOLS_ONLY)),
        story(
            "details",
            "As details",
            rt.thinking(blocks.TRIP.model_copy(update={"id": "trip-details"}), semantics="details"),
        ),
        story("markdown", "Markdown", rt.thinking(blocks.MARKDOWN, default_open=True)),
        story("hostile", "Hostile text", rt.thinking(blocks.HOSTILE, default_open=True)),
        story("rtl", "Right to left", rt.thinking(blocks.ARABIC, default_open=True), dir="rtl", lang="ar"),
        story(
            "portuguese", "Portuguese", rt.thinking(blocks.TOOLS_ONLY.model_copy(update={"id": "pt"}), locale="pt-BR")
        ),
        story("long", "Two hundred steps", rt.thinking(blocks.LONG)),
        story("empty", "No thinking", rt.thinking(rt.ThinkingBlock(id="empty")), rt.thinking(None)),
        story(
            "slots",
            "Slots replaced",
            rt.thinking(
                blocks.TRIP.model_copy(update={"id": "trip-slots"}),
                icon=rx.icon("sparkles", size=16),
                label="How I planned it",
                badge=None,
                components={
                    "tools": {
                        "check_availability": lambda step: rx.el.p("Calendar: ", step.content, data_custom="tool")
                    }
                },
                default_open=True,
            ),
        ),
        story(
            "state",
            "From a state, opened by the app",
            rx.el.button("Load", on_click=ReviewState.load),
            rx.el.button("Open", on_click=ReviewState.change_open(True)),
            rt.thinking(ReviewState.block, open=ReviewState.is_open, on_open_change=ReviewState.change_open),
        ),
        story("headless", "Headless", rt.message_parts(MESSAGE, components={"ChainOfThought": chain})),
        story(
            "parts",
            "Parts without a chain",
            rt.message_parts(
                MESSAGE,
                components={
                    "Reasoning": lambda part: plain_reasoning(part=part),
                    "tools": {
                        "by_name": {
                            "web_search": lambda part: rx.el.p("Searched: ", part.content, data_headless="search")
                        },
                        "Fallback": lambda part: rx.el.code(part.tool_name, data_headless="tool"),
                    },
                    "ReasoningGroup": lambda span, content: rx.el.div(content, data_headless="reasoning-group"),
                    "ToolGroup": lambda span, content: rx.el.div(content, data_headless="tool-group"),
                },
            ),
        ),
        class_name="review",
    )
