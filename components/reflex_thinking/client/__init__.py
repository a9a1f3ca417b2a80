"""The part of the kit that runs in the browser, and the Vars through which Python components read it.

Everything here that a component needs from JavaScript goes through :func:`module` and :func:`hook`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import reflex as rx
from reflex.utils.imports import ImportVar
from reflex.vars.base import Var, VarData

from ..locales import link_locales

_FILES = (
    "model.js",
    "strings.js",
    "locales.js",
    "store.js",
    "seal.js",
    "disclosure.js",
    "thinking.js",
    "markdown.js",
    "thinking.css",
)
MARKDOWN_PACKAGES = ("marked@18.2.0", "remend@1.4.0")


def module(name: str) -> str:
    """The import path of one of the kit's JavaScript modules.

    Links all of them into the app that is being compiled: they import each other.
    """
    link_locales()
    paths = {file: rx.asset(file, shared=True).importable_path for file in _FILES}
    return paths[name]


def hook(
    name: str, call: str, var_type: Any, *, function: str, arguments: Sequence[Var] = (), source: str = "thinking.js"
) -> Var:
    """A Var whose value comes from a React hook. Use it inside of an ``rx.memo`` only.

    Args:
        name: The JavaScript name the value gets.
        call: The call, for example ``"useBar()"``.
        var_type: The Python type of the value.
        function: The hook's name, for the import.
        arguments: Vars that the call mentions.
        source: The module it is exported from.
    """
    data = VarData.merge(
        *(argument._get_all_var_data() for argument in arguments),
        VarData(imports={module(source): [ImportVar(tag=function)]}, hooks={f"const {name} = {call};": None}),
    )
    return Var(name, _var_type=var_type, _var_data=data).guess_type()
