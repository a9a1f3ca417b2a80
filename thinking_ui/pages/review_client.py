"""The JavaScript of the review pages, as components."""

from typing import Any, ClassVar

import reflex as rx
from reflex.components.component import field
from reflex.event import no_args_event_spec, passthrough_event_spec
from reflex.utils.imports import ImportVar
from reflex.vars.base import Var, VarData
from reflex_thinking.client import module as kit_module

from ..review.client import module


class ReviewComponent(rx.Component):
    """A component whose React side is a module of the review."""

    source: ClassVar[str] = "page.js"

    @classmethod
    def create(cls, *children: Any, **props: Any) -> rx.Component:
        """Create the component; its module is linked into the app that is compiled now."""
        component = super().create(*children, **props)
        component.library = module(cls.source)
        return component


class FrameDocument(ReviewComponent):
    """Forces the settings on the document of a frame, and shows the comments that are pinned to the story."""

    tag = "FrameDocument"
    source = "frame.js"

    direction: Var[str] = field(doc="Of the whole document.")
    locale: Var[str] = field(doc="Its language.")
    theme: Var[str] = field(doc="Light or dark.")
    text: Var[str] = field(doc="The size of text, in percent.")
    motion: Var[str] = field(doc="Full or reduced.")
    clock: Var[dict[str, float]] = field(doc="The time in the recording, and how fast it goes.")
    kit: Var[Any] = field(doc="The kit's store.")
    thread: Var[str] = field(doc="The thread that is shown.")
    on_thread: rx.EventHandler[no_args_event_spec] = field(doc="Called when it is another one.")


def kit_store() -> Var[Any]:
    """The store of the kit, as JavaScript has it."""
    return Var("store", _var_data=VarData(imports={kit_module("store.js"): [ImportVar(tag="store")]}))


class Canvas(ReviewComponent):
    """Where the frames are: side by side where both can be read so, else one below the other."""

    tag = "Canvas"
    compared: Var[bool] = field(doc="Whether there are two of them.")
    width: Var[int] = field(doc="Of the wider one, in pixels.")


class Frame(ReviewComponent):
    """A frame of a width of its own, made smaller as a whole where there is less room."""

    tag = "Frame"
    src: Var[str] = field(doc="What is shown.")
    width: Var[int] = field(doc="In pixels.")
    label: Var[str] = field(doc="What assistive technology calls it.")
    name: Var[str] = field(doc="By which the inspector finds it.")
    mark: Var[str] = field(doc="What stands by its size, to tell two of them apart.")
    pins: Var[list[Any]] = field(doc="The comments that are pinned to places in it.")
    shown: Var[str] = field(doc="The pin that is pointed out.")
    picking: Var[bool] = field(doc="Whether a click in the story chooses a place.")
    on_pick: rx.EventHandler[passthrough_event_spec(str)] = field(doc="Called with the place.")
    on_open: rx.EventHandler[passthrough_event_spec(str)] = field(doc="Called with the id of a comment.")
    on_leave: rx.EventHandler[no_args_event_spec] = field(doc="Called when no place is chosen after all.")


class StoryList(ReviewComponent):
    """A list whose current link is in view."""

    tag = "StoryList"
    shown: Var[str] = field(doc="The story that is shown.")


class Inspector(ReviewComponent):
    """Something that reads what a frame has written down."""

    name: Var[str] = field(doc="Of the frame.")


class Patches(Inspector):
    """The patches that a frame has received."""

    tag = "Patches"


class Announcements(Inspector):
    """What a frame has told assistive technology."""

    tag = "Announcements"


class Lose(Inspector):
    """A button that takes a frame's connection away."""

    tag = "Lose"

    seconds: Var[int] = field(doc="For how long.")


class Keys(ReviewComponent):
    """Hands on keys. Renders nothing."""

    tag = "Keys"
    on_press: rx.EventHandler[passthrough_event_spec(str)] = field(doc="Called with the key.")


class Drop(ReviewComponent):
    """Takes a file."""

    tag = "Drop"
    most: Var[int] = field(doc="So many bytes.")
    on_file: rx.EventHandler[passthrough_event_spec(str, str)] = field(doc="Called with its name and packed content.")
    on_refuse: rx.EventHandler[passthrough_event_spec(str)] = field(doc="Called with the reason.")


class Scrubber(ReviewComponent):
    """Where a recording is."""

    tag = "Scrubber"
    value: Var[int] = field(doc="How many events have happened.")
    most: Var[int] = field(doc="How many there are.")
    label: Var[str] = field(doc="What assistive technology calls it.")
    on_seek: rx.EventHandler[passthrough_event_spec(int)] = field(doc="Called with where to go.")
