"""Which model answers: a choice by the input."""

import dataclasses
from typing import TYPE_CHECKING, Any

import reflex as rx
from reflex_thinking.primitives.block import text

from ...chat.models import available
from ...settings import get_settings
from .memo import memo_for


@dataclasses.dataclass
class ModelRow:
    """A model that may be chosen, or what it lacks."""

    id: str
    label: str
    available: bool
    reason: str


class Models(rx.State, mixin=True):
    """The part of a chat state that knows the models. Which can be used is known when the server runs, not before."""

    if TYPE_CHECKING:
        options: dict[str, str]

    @rx.var
    def models(self) -> list[ModelRow]:
        """All models of the demo."""
        return [ModelRow(one.id, one.label, one.available, one.reason) for one in available()]

    @rx.var
    def model(self) -> str:
        """The model that answers: the one that was chosen, if it can be used."""
        chosen = self.options.get("model")
        usable = {one.id for one in available() if one.available}
        return chosen if chosen in usable else get_settings().model

    @rx.event
    async def choose_model(self, model: str):
        """Choose the model of the answers to come."""
        if any(one.id == model and one.available for one in available()):
            return type(self).set_option("model", model)  # pyright: ignore[reportAttributeAccessIssue]
        return None


@memo_for
def model_picker(state: Any) -> rx.Component:
    """The models of the demo; those that cannot be used say why."""
    return rx.el.label(
        rx.icon("cpu", size=15, aria_hidden=True),
        rx.el.select(
            rx.foreach(
                state.models,
                lambda one: rx.el.option(
                    rx.cond(one.id == "local", text("app.model.local"), one.label),
                    value=one.id,
                    disabled=~one.available,
                    title=one.reason,
                    key=one.id,
                ),
            ),
            value=state.model,
            on_change=state.choose_model,
            aria_label=text("app.model"),
            data_slot="model-picker",
        ),
        class_name="model",
        title=text("app.model"),
    )
