"""A block from your own state: no chat and no model, only something that an app did and can show.

From a clone:           make example NAME=static_block
In an app of your own:  pip install reflex-thinking; reflex init; put this file in the place of the app's; reflex run
"""

import csv
import io
import time

import reflex as rx
import reflex_thinking as rt

SAMPLE = "name,email,age\nAda,ada@example.com,36\nGrace,grace(at)example.com,85\nAlan,alan@example.com,unknown\n"


def checked(table: str) -> rt.ThinkingBlock:
    """Look a table over; every check is a step."""
    started = now()
    rows = list(csv.DictReader(io.StringIO(table)))
    columns = list(rows[0]) if rows else []
    steps = [
        rt.ThinkingStep(
            id="read",
            type="tool_call",
            tool_name="read_csv",
            content=f"{len(rows)} rows",
            tool_input=table,
            tool_result=", ".join(columns),
        )
    ]
    problems = 0
    for column, rule in {"email": lambda value: "@" in value, "age": str.isdigit}.items():
        wrong = [
            f"Row {number}: {row[column]!r}" for number, row in enumerate(rows, 1) if not rule(row.get(column) or "")
        ]
        problems += len(wrong)
        steps.append(
            rt.ThinkingStep(
                id=column,
                type="tool_call",
                tool_name=f"check_{column}",
                content=f"{len(rows) - len(wrong)} of {len(rows)} are right",
                tool_result="\n".join(wrong) or "No problems",
                status="error" if wrong else "done",
                error=f"{len(wrong)} to correct" if wrong else None,
            )
        )
    steps.append(
        rt.ThinkingStep(id="verdict", type="reasoning", content=f"**{problems}** values have to be looked at by hand.")
    )
    return rt.ThinkingBlock(
        id=f"check-{started}", steps=steps, started_at=started, ended_at=now(), summary="The import was checked"
    )


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


class Import(rx.State):
    """The app's own state: any Var that holds a block can be shown."""

    table: str = SAMPLE
    block: rt.ThinkingBlock = rt.ThinkingBlock()

    @rx.event
    def change(self, table: str):
        """Take what was typed."""
        self.table = table

    @rx.event
    def check(self):
        """Check it."""
        self.block = checked(self.table)


def index() -> rx.Component:
    """A table, a button, and below it what the check came to. Before the first check there is nothing."""
    return rx.container(
        rx.heading("Check an import", size="6"),
        rx.text_area(value=Import.table, on_change=Import.change, rows="6", aria_label="The table as CSV"),
        rx.button("Check", on_click=Import.check),
        rt.thinking(Import.block, default_open=True),
        size="2",
        padding_y="2rem",
    )


app = rx.App()
app.add_page(index, route="/", title="A block from a state")
