"""A step renderer, slots and a theme of your own: what a calculator does, shown as sums.

From a clone:           make example NAME=custom_look, then ask "12 * (3 + 4) / 7"
In an app of your own:  pip install reflex-thinking; reflex init; put this file in the place of the app's; reflex run
"""

import ast
import asyncio
import operator
from typing import Any

import reflex as rx
import reflex_thinking as rt

SIGNS = {ast.Add: "+", ast.Sub: "−", ast.Mult: "×", ast.Div: "÷"}
RULES = {"+": operator.add, "−": operator.sub, "×": operator.mul, "÷": operator.truediv}


async def worked_out(trace: rt.Trace, node: ast.expr) -> float:
    """Work a sum out from the inside; each step is a call of a tool."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -await worked_out(trace, operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SIGNS:
            first, second = await worked_out(trace, left), await worked_out(trace, right)
            sum_ = f"{first:g} {SIGNS[type(op)]} {second:g}"
            with trace.tool("calculate", input=sum_) as call:
                await asyncio.sleep(0.4)  # so that it can be followed
                if second == 0 and isinstance(op, ast.Div):
                    raise rt.RespondError(f"{sum_}: nothing can be divided by zero.")
                call.result = f"{RULES[SIGNS[type(op)]](first, second):g}"
            return RULES[SIGNS[type(op)]](first, second)
    raise rt.RespondError("Only numbers, brackets and + - * / can be worked out.")


async def agent(trace: rt.Trace, turn: rt.Turn):
    """Read the sum, work it out."""
    with trace.reasoning() as step:
        step.write(f"`{turn.text}` is worked out from the inside.")
    try:
        result = await worked_out(trace, ast.parse(turn.text.strip(), mode="eval").body)
    except (SyntaxError, RecursionError):
        raise rt.RespondError(f"{turn.text!r} is no sum: try 12 * (3 + 4) / 7") from None
    trace.text(f"It is **{result:g}**.")


class Calculator(rt.ThinkingState, rx.State):
    """A chat whose answers the agent makes."""


rt.respond_with(Calculator, rt.traced(agent))


def sum_step(step: Any) -> rx.Component:
    """A call of `calculate`, as a sum. A renderer takes the step as a Var: it has the fields of `rt.ThinkingStep`."""
    return rx.el.p(
        rx.el.span(step.tool_input),
        rx.cond(step.tool_result, rx.el.strong(" = ", step.tool_result), " = …"),
        rx.cond(step.error, rx.el.em(" ", step.error)),
        class_name="sum",
        font_family="var(--code-font-family, monospace)",
        font_size="1.05em",
    )


THEME = {
    "--rxt-accent": "light-dark(#8a3b00, #ffb380)",
    "--rxt-accent-solid": "#e8590c",
    "--rxt-surface": "light-dark(#fff8f1, #221a14)",
    "--rxt-border": "light-dark(#f0d9c4, #4a3a2d)",
    "--rxt-radius": "2px",
    "--rxt-motion": "60ms",
}


def index() -> rx.Component:
    """The chat in a look of its own: the variables of the theme can be set on any element."""
    return rx.container(
        rx.heading("Calculator", size="6"),
        rt.chat(
            Calculator,
            thinking_toggle=False,
            icon=lambda: rx.icon("calculator", size=16, aria_hidden=True),
            label="How it was worked out",
            badge=None,
            components={"tools": {"calculate": sum_step}},
        ),
        style=THEME,
        size="2",
        padding_y="2rem",
    )


app = rx.App()
app.add_page(index, route="/", title="A look of your own")
