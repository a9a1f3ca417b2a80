"""The part of the kit that runs in the browser, and the Vars through which Python components read it.

Everything here that a component needs from JavaScript goes through :func:`module` and :func:`hook`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import reflex as rx
from reflex.utils.imports import ImportVar
from reflex.vars.base import LiteralVar, Var, VarData

from ..locales import link_locales

_FILES = (
    "model.js",
    "strings.js",
    "values.js",
    "locales.js",
    "language.js",
    "ops.js",
    "expected.js",
    "store.js",
    "line.js",
    "live_socket.js",
    "connection.js",
    "live.js",
    "seal.js",
    "anchor.js",
    "place.js",
    "disclosure.js",
    "block.js",
    "bar.js",
    "thinking.js",
    "addresses.js",
    "images.js",
    "media.js",
    "markdown.js",
    "markdown_tokens.js",
    "plain_text.js",
    "user_text.js",
    "toggle_all.js",
    "early.js",
    "local.js",
    "prompts.js",
    "notices.js",
    "drafts.js",
    "turns.js",
    "announce.js",
    "unsent.js",
    "composer.js",
    "scroll.js",
    "code.js",
    "tool_value.js",
    "highlight.js",
    "times.js",
    "threads.js",
    "chat.css",
    "media.css",
    "thinking.css",
)
MARKDOWN_PACKAGES = ("marked@18.2.0", "lowlight@3.3.0")
WRAP_PRIORITY = 5
"""Close to the page, so that everything of the host app's own stands outside."""


def module(name: str) -> str:
    """The import path of one of the kit's JavaScript modules.

    Links all of them into the app that is being compiled: they import each other.
    """
    return _linked(Path.cwd())[name]


@cache
def _linked(app: Path) -> dict[str, str]:
    """The import paths of all modules. Made once for an app: Reflex looks through the whole stack for each."""
    link_locales()
    return {file: rx.asset(file, shared=True).importable_path for file in _FILES}


@cache
def app_wraps() -> tuple[tuple[int, Any], ...]:
    """What must stand around the whole app that is being compiled.

    That is its language, where images may come from, and what keeps presses until the page is live.
    """
    from ..primitives.base import EarlyPresses
    from ..primitives.locale import AppLocale
    from ..primitives.media import AppImages

    wraps = (AppLocale, AppImages, EarlyPresses)
    return tuple((WRAP_PRIORITY - number, wrap.create()) for number, wrap in enumerate(wraps))


def hook(function: str, var_type: Any, *arguments: Any, source: str = "thinking.js") -> Any:
    """A Var whose value comes from a React hook of the kit. Use it inside of an ``rx.memo`` only.

    Args:
        function: The hook's name, for example ``"useBar"``; the value is called ``bar`` in JavaScript.
        var_type: The Python type of the value.
        arguments: Vars or constants to call it with.
        source: The module it is exported from.
    """
    given = [LiteralVar.create(argument) for argument in arguments]
    name = f"{function.removeprefix('use')}Hook"
    name = name[0].lower() + name[1:]
    call = f"const {name} = {function}({', '.join(map(str, given))});"
    data = VarData.merge(
        *(argument._get_all_var_data() for argument in given),
        VarData(imports={module(source): [ImportVar(tag=function)]}, hooks={call: None}, app_wraps=app_wraps()),
    )
    return Var(name, _var_type=var_type, _var_data=data).guess_type()
