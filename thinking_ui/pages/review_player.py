"""The player of the review: commands to a playback, and what it says about itself."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import reflex as rx
from reflex_thinking.settings import get_runs

from ..review.playback import SPEEDS, Playback
from ..review.playbacks import playbacks
from ..review.recordings import Recording, RecordingError, read_recording, scenario, unpack
from ..review.stories import STORIES

DROPPED = "dropped"
"""The story of a file that was dropped in."""
REFRESH_SECONDS = 0.1
LONGEST_EVENT = 4_000
INJECTED = "The model is overloaded. Try again in a moment."


class PlayerFields(rx.State, mixin=True):
    """What the player shows, and what its buttons do. All of it belongs to one browser tab."""

    position: int = 0
    total: int = 0
    playing: bool = False
    speed: float = 1.0
    ending: str = ""
    time_text: str = ""
    event_text: str = ""
    recording_name: str = ""
    is_estimated: bool = False
    _playback_id: str = ""
    _played: str = ""
    """The story that the playback is of."""
    _dropped_id: str = ""
    """The playback of the file that was dropped in."""

    # Commands ---------------------------------------------------------------------------------------------------------

    @rx.event
    async def toggle_play(self):
        """Play, or pause."""
        return self._tell(lambda playback: playback.pause() if playback.playing else playback.play())

    @rx.event
    async def set_playing(self, playing: bool):
        """Play, or pause; which of them is what the reviewer saw on the button."""
        return self._tell(lambda playback: playback.play() if playing else playback.pause())

    @rx.event
    async def step(self, count: int):
        """Go so many events on, or back."""
        return self._tell(lambda playback: playback.step(int(count)))

    @rx.event
    async def seek(self, position: int):
        """Go to an event."""
        return self._tell(lambda playback: playback.seek(int(position)))

    @rx.event
    async def choose_speed(self, speed: str):
        """Play so many times as fast."""
        if speed not in {f"{known:g}" for known in SPEEDS}:
            return None
        return self._tell(lambda playback: playback.set_speed(float(speed)))

    @rx.event
    async def abort(self):
        """Stop the run, as a user would."""
        return self._tell(Playback.abort)

    @rx.event
    async def inject_error(self):
        """Let the model fail now."""
        return self._tell(lambda playback: playback.fail(INJECTED))

    @rx.event
    async def drop(self, name: str, packed: str):
        """Play a file that a reviewer dropped in."""
        try:
            recording = await asyncio.to_thread(lambda: read_recording(str(name), unpack(str(packed))))
        except RecordingError as refused:
            return rx.toast.error(str(refused))
        runs = await get_runs()
        await playbacks.close(self._dropped_id, runs)
        playback = await playbacks.open(recording, runs)
        self._dropped_id = playback.id
        self._played = ""
        return rx.redirect(f"/review?story={DROPPED}")

    @rx.event
    def refuse(self, reason: str):
        """Say why a file is not taken."""
        return rx.toast.error(str(reason)[:300])

    # Inside -----------------------------------------------------------------------------------------------------------

    def _tell(self, command: Callable[[Playback], None]) -> Any:
        """Tell the playback what to do; one that was forgotten meanwhile is loaded again."""
        playback = self._playback()
        if playback is None:
            return self._arrive_again() if self._played else None
        command(playback)
        return None

    def _arrive_again(self) -> Any:
        """What loads the page's recording anew."""
        raise NotImplementedError

    def _playback(self) -> Playback | None:
        return playbacks.get(self._playback_id) if self._playback_id else None

    async def _load(self, story: str, moment: int | None) -> bool:
        """Have a story's recording ready at a moment; whether there is one."""
        playback = self._playback() if self._played == story else None
        if playback is None:
            playback = await self._open(story)
        if playback is None:
            self._playback_id, self.total, self.recording_name = "", 0, ""
            return False
        self._playback_id, self._played = playback.id, story
        if moment is not None and not playback.playing and moment != playback.place:
            playback.seek(moment)
        self._show(playback)
        return True

    async def _open(self, story: str) -> Playback | None:
        if story == DROPPED:
            return playbacks.get(self._dropped_id)
        if not (name := STORIES[story].scenario):
            return None
        runs = await get_runs()
        if self._playback_id != self._dropped_id:
            await playbacks.close(self._playback_id, runs)
        recording: Recording = await scenario(name)
        return await playbacks.open(recording, runs)

    def _show(self, playback: Playback) -> None:
        self.position, self.total = playback.place, playback.total
        self.playing, self.speed, self.ending = playback.playing, playback.speed, playback.ending
        recording = playback.recording
        self.time_text = f"{recording.time(playback.place) / 1000:.1f} s of {recording.length / 1000:.1f} s"
        self.recording_name, self.is_estimated = recording.name, recording.is_estimated
        self.event_text = _shown(playback)


def _shown(playback: Playback) -> str:
    place = playback.place
    if not place:
        return "Nothing has happened yet."
    event = playback.recording.events[place - 1]
    data: dict[str, Any] = {key: value for key, value in event.to_json_dict().items() if key != "event_id"}
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return text if len(text) <= LONGEST_EVENT else f"{text[:LONGEST_EVENT]}…"
