"""The JavaScript of the review pages."""

from functools import cache

import reflex as rx

FILES = ("page.js", "frame.js", "pins.js")


@cache
def module(name: str) -> str:
    """The import path of one of its modules; all are linked into the app that is being compiled, because they import each other."""
    return {file: rx.asset(file, shared=True).importable_path for file in FILES}[name]
