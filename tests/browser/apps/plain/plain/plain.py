"""A block and nothing else, in an app that brings no theme."""

import reflex as rx
import reflex_thinking as rt

BLOCK = rt.ThinkingBlock(
    id="plain",
    summary="Looked it up",
    started_at=0,
    ended_at=4_200,
    steps=[
        rt.ThinkingStep(id="plain-1", type="reasoning", content="A **plain** page with a [link](https://example.com)."),
        rt.ThinkingStep(id="plain-2", type="tool_call", tool_name="search", content="Anything", tool_result="Found it"),
        rt.ThinkingStep(id="plain-3", type="tool_call", tool_name="fetch", status="error", error="It was gone."),
    ],
)


def index() -> rx.Component:
    """The page."""
    return rx.el.main(
        rx.el.h1("Plain"),
        rt.toggle_all(),
        rt.thinking(BLOCK, default_open=True),
        rt.thinking(BLOCK.model_copy(update={"id": "unknown"}), locale="tlh", id="unknown"),
        rt.thinking(BLOCK.model_copy(update={"id": "unknown-2"}), locale="tlh"),
    )


rt.configure(locale="ar", texts={"ar": {"ai.thinking.close_all": "أغلق الكل"}})
app = rx.App()
app.add_page(index, route="/", title="Plain")
