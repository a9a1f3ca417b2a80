"""A scenario, played through the real live path."""

from typing import Literal

import reflex as rx
import reflex_thinking as rt

from ..scenarios import runs


class Player(rt.ThinkingState, rx.State):
    """A chat whose assistant plays the scenario that it is asked for."""

    scenario: str = "trip"
    semantics: Literal["button", "details"] = "button"

    @staticmethod
    async def respond(turn: rt.Turn):
        """Play the scenario."""
        async for event in runs.play(turn.text):
            yield event

    @rx.event
    def choose(self, scenario: str):
        """Pick a scenario."""
        self.scenario = scenario

    @rx.event
    def open_from_address(self):
        """Open the thread that the address names, with the semantics that it asks for."""
        wanted = self.router.url.query_parameters
        self.semantics = "details" if wanted.get("semantics") == "details" else "button"
        thread_id = wanted.get("thread", "")
        return Player.open_thread(thread_id) if thread_id else None


def player() -> rx.Component:
    """Pick a scenario, press play."""
    return rx.el.div(
        rx.el.div(
            rx.el.select(
                *[rx.el.option(name, value=name) for name in runs.SCENARIOS],
                value=Player.scenario,
                on_change=Player.choose,
                aria_label="Scenario",
            ),
            rx.el.button("Play", on_click=Player.send(Player.scenario)),
            rx.el.button("Stop", on_click=Player.stop),
            rx.el.span(Player.thread_id, id="thread-id", data_live=Player.live_mode, hidden=True),
            class_name="player-controls",
        ),
        rt.thread(Player),
        class_name="player",
    )


def live_page() -> rx.Component:
    """The player with a composer, on a page of its own."""
    return rx.el.main(
        rx.el.h1("Live", class_name="visually-hidden"),
        rx.el.span(Player.thread_id, id="thread-id", data_live=Player.live_mode, hidden=True),
        rt.localized(
            rx.el.div(rt.preferences(Player), rt.toggle_all(), class_name="live-controls"),
            rt.chat(Player, thinking_toggle=False, show_words=True, semantics=Player.semantics),
            locale=Player.locale,
        ),
    )
