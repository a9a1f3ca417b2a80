"""NiceGUI: an expansion with markdown (`/markdown`) or a label (`/label`) that grows. Usage: nicegui_app.py PORT."""
# pyright: reportMissingImports=false

import sys

from nicegui import ui

from bench.work import ANSWER, Work


def page(kind: str) -> None:
    """A composer, and below it what it asked for."""

    async def send() -> None:
        content = ""
        with thread:
            with ui.expansion("Thinking", value=True) as expansion:
                body = ui.markdown() if kind == "markdown" else ui.label().style("white-space: pre-wrap")
            answer = ui.label()
        async for delta in Work.parse(composer.value).stream(f"nicegui_{kind}"):
            content += delta
            if isinstance(body, ui.markdown):
                body.set_content(content)
            else:
                body.set_text(content)
        expansion.set_text("Thought")
        answer.set_text(ANSWER)

    composer = ui.input().props("data-slot=composer-input")
    ui.button("Send", on_click=send).props("data-slot=composer-send")
    thread = ui.column()


@ui.page("/markdown")
def markdown() -> None:
    """Markdown, as a chat would have it."""
    page("markdown")


@ui.page("/label")
def label() -> None:
    """Plain text."""
    page("label")


if __name__ in {"__main__", "__mp_main__"}:
    ui.run(port=int(sys.argv[1]), host="127.0.0.1", reload=False, show=False)
