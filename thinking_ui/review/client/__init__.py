"""The JavaScript of the review pages."""

from functools import cache

import reflex as rx


@cache
def module(name: str) -> str:
    """The import path of one of its modules, linked into the app that is being compiled."""
    return rx.asset(name, shared=True).importable_path
