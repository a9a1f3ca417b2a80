"""The JavaScript of the review pages."""

import reflex as rx


def module(name: str) -> str:
    """The import path of one of its modules, linked into the app that is being compiled."""
    return rx.asset(name, shared=True).importable_path
