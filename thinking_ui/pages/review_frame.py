"""One story, with the settings of its address, and nothing else: what the frames of the review show."""

from functools import partial
from typing import Any

import reflex as rx
import reflex_thinking as rt
from reflex_thinking.primitives.locale import LocaleArea
from reflex_thinking.runs.compose import now_ms
from reflex_thinking.runs.registry import Runs
from reflex_thinking.settings import get_runs

from ..review.links import Settings, direction_of, read_link
from ..review.playback import WORKSPACE, Playback
from ..review.playbacks import playbacks
from ..review.recordings import scenario
from ..review.samples import samples
from ..review.stories import STORIES, Props, default_settings
from ..scenarios.blocks import NOW
from .review_client import FrameDocument, kit_store
from .review_stories import WITH_SAMPLES, StoryChat

ROUTE = "/review/frame"


class Stage(rt.ThinkingState, rx.State):
    """Shows a story; recordings are played here, as runs like any other."""

    story: str = ""
    settings: Settings = Settings()
    clock: dict[str, float] = {"at": NOW, "rate": 0}  # noqa: RUF012
    _playback_id: str = ""

    @rx.var
    def direction(self) -> str:
        """In which direction the story is read."""
        return direction_of(self.settings)

    @staticmethod
    async def respond(turn: rt.Turn):
        """Nobody talks to a stage."""
        raise rt.RespondError("A stage plays recordings; it does not answer.", code="stage")
        yield ""

    def _identify(self) -> tuple[str, str]:
        return (f"review:{self._playback_id}", WORKSPACE) if self._playback_id else ("", "")

    @rx.event
    async def arrive(self):
        """Show what the address says."""
        values = self.router.url.query_parameters
        link, _ = read_link(values, default_settings())
        self.settings = link.settings
        self.story = link.story
        if not STORIES[link.story].is_played:
            self._playback_id = ""
            return await self._show_component(link.story)
        playback = playbacks.get(values.get("playback", ""))
        if playback is None and (name := STORIES[link.story].scenario):
            playback = await playbacks.open(await scenario(name), await get_runs())
            playback.seek(link.moment) if link.moment is not None else playback.play()
        if playback is None:
            return None
        self._playback_id = playback.id
        return Stage.attend

    async def _show_component(self, story: str):
        """The clock of a component stands still, unless it is a chat; a chat has conversations to look at."""
        if story not in WITH_SAMPLES:
            self.clock = {"at": NOW, "rate": 0}
            return None
        self.clock = {"at": now_ms(), "rate": 1}
        chat = await self.get_state(StoryChat)
        thread_id = await samples.give(chat._identify()[0], await get_runs())
        return [StoryChat.list_threads, *([StoryChat.open_thread(thread_id)] if WITH_SAMPLES[story] else [])]

    @rx.event(background=True, supersedes=True)
    async def attend(self):
        """Follow the playback: to another run when it goes back, and in time."""
        async with self:
            playback = playbacks.get(self._playback_id)
            page = self.router.session.client_token
        if playback is None:
            return
        runs = await get_runs()
        generation, rate = -1, -1.0
        somebody = object()
        playback.attend(somebody, partial(_seen, runs, page))
        try:
            async for _ in playback.changes():
                if generation != playback.generation:
                    generation = playback.generation
                    thread_id = await playback.stage(runs)
                    async with self:
                        self.thread_id = thread_id
                        self.clock = _clock(playback)
                if not playback.playing or rate != playback.speed:
                    rate = playback.speed if playback.playing else -1.0
                    async with self:
                        self.clock = _clock(playback)
        finally:
            playback.attend(somebody, None)


def _seen(runs: Runs, page: str, run_id: str) -> int:
    """How many events of a run a page has been sent."""
    run = runs.get(run_id)
    return max((viewer.position(run_id) for viewer in run.viewers if viewer.page == page), default=0) if run else 0


def _clock(playback: Playback) -> dict[str, float]:
    return {"at": playback.wall_time(), "rate": playback.speed if playback.playing else 0}


def props_of(settings: Any) -> Props:
    """What a story hands on of its settings, which may be a Var."""
    names = ("live", "auto_close", "semantics", "locale")
    return {name: getattr(settings, name) for name in names}


def frame_page() -> rx.Component:
    """The page."""
    settings: Any = Stage.settings
    props = props_of(settings)
    shown = [(name, story.build(props)) for name, story in STORIES.items() if story.build is not None]
    return rx.theme(
        FrameDocument.create(
            direction=Stage.direction,
            locale=settings.locale,
            theme=settings.theme,
            text=settings.text,
            motion=settings.motion,
            clock=Stage.clock,
            kit=kit_store(),
            thread=Stage.thread_id,
            # The browser asks for another thread itself: a task of the server that asks for it would be outdated.
            on_thread=Stage.live.admit,
        ),
        LocaleArea.create(
            rt.offline_notice(class_name="review-offline"),
            rx.el.main(
                rx.match(Stage.story, ("", rx.fragment()), *shown, rt.thread(Stage, **props)),
                dir=Stage.direction,
                class_name="review-story",
            ),
            locale=settings.locale,
        ),
        accent_color=settings.accent,
        radius=settings.radius,
        has_background=True,
        # Reflex takes the appearance from the app alone; the class is what Radix would make of it.
        class_name=rx.cond(settings.theme == "dark", "review-frame dark", "review-frame light"),
    )
