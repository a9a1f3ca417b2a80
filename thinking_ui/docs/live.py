"""The examples of the documentation, run: code blocks that are marked `python live`.

The blocks of a page are one module: a later one can use what an earlier one made. What is shown is the last line of a block.
"""

import ast
import sys
import types
from collections.abc import Callable
from functools import cache

import reflex as rx

from . import library
from .rendering import live_blocks

Example = Callable[[], rx.Component]


class ExampleError(RuntimeError):
    """An example of the documentation cannot be run; the message says which and why."""


@cache
def examples(name: str) -> list[Example]:
    """The examples of a page. States in them are known at once, components are made when the page is.

    Args:
        name: The page.

    Raises:
        ExampleError: A block does not end in something to show, or fails.
    """
    page = library.pages()[name]
    module = types.ModuleType(f"docs_{name}", f"The examples of {page.path.name}.")
    sys.modules[module.__name__] = module  # where a state's pickles look for its class
    return [
        _run(module, code, f"{page.path.name}, example {number}") for number, code in enumerate(live_blocks(page), 1)
    ]


def _run(module: types.ModuleType, code: str, place: str) -> Example:
    tree = ast.parse(code, place)
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        msg = f"{place}: the last line of a block marked `live` has to be a component"
        raise ExampleError(msg)
    last = tree.body.pop()
    assert isinstance(last, ast.Expr)  # noqa: S101 - said above
    try:
        exec(compile(tree, place, "exec"), vars(module))  # noqa: S102 - the project's own documentation
    except Exception as error:
        msg = f"{place} fails: {error!r}"
        raise ExampleError(msg) from error
    shown = compile(ast.Expression(last.value), place, "eval")

    def example() -> rx.Component:
        made = eval(shown, vars(module))  # noqa: S307 - the same
        if not isinstance(made, rx.Component):
            msg = f"{place}: the last line is {made!r:.60}, which is no component"
            raise ExampleError(msg)
        return made

    return example
