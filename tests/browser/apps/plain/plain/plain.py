"""A block and nothing else, in an app that brings no theme."""

from typing import Any

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


PICTURES = "![app](http://app.localhost/a.png) ![block](http://block.localhost/images/a.png)"
LOOKALIKES = "![x](http://block.localhost/images-evil/a.png) ![y](http://block.localhost.evil.localhost/images/a.png)"


def shown(name: str, **props: Any) -> rx.Component:
    """A block with images in it."""
    step = rt.ThinkingStep(id=f"{name}-1", type="reasoning", content=f"{PICTURES} {LOOKALIKES}")
    return rt.thinking(rt.ThinkingBlock(id=name, steps=[step]), id=name, default_open=True, **props)


def pictures() -> rx.Component:
    """Images from several places, of which the app allows one and a component another."""
    images = [
        rt.ImagePart(id="app", url="http://app.localhost/b.png", alt="Of the app"),
        rt.ImagePart(id="part", url="http://part.localhost/b.png", alt="Of the part"),
        rt.ImagePart(id="missing", url="http://part.localhost/missing.png", alt="Not there"),
    ]
    return rx.el.main(
        shown("by-app"),
        shown("by-prop", images=["http://block.localhost/images"]),
        shown("by-nobody", images=[]),
        rx.el.div(
            rt.message_parts(rt.Message(id="parts", parts=[*images]), images=["http://part.localhost"]), id="by-parts"
        ),
    )


rt.configure(images=["http://app.localhost"])
rt.configure(locale="ar", texts={"ar": {"ai.thinking.close_all": "أغلق الكل"}})
app = rx.App()
app.add_page(index, route="/", title="Plain")
app.add_page(pictures, route="/pictures", title="Pictures")
