"""A playback over real runs and a store in memory."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from reflex_thinking import MemoryStore
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.run import Run

from thinking_ui.review import playback as module
from thinking_ui.review.playback import Playback, phase_of
from thinking_ui.review.playbacks import Playbacks
from thinking_ui.review.recordings import Recording, scenario


@pytest_asyncio.fixture
async def runs() -> AsyncIterator[Runs]:
    kept = Runs(MemoryStore())
    yield kept
    await kept.close()


@pytest_asyncio.fixture
async def recording() -> Recording:
    return await scenario("two-blocks")


async def until(playback: Playback, is_so) -> None:
    async with asyncio.timeout(60):
        async for _ in playback.changes():
            if is_so():
                return


async def go(playback: Playback, place: int, runs: Runs) -> str:
    playback.seek(place)
    thread_id = await playback.stage(runs)
    await until(playback, lambda: playback.position == place and (place < playback.total or playback.ending))
    return thread_id


def shown(runs: Runs, thread_id: str) -> Run:
    [run] = [run for run in (*runs._active.values(), *runs._kept.values()) if run.turn.thread_id == thread_id]
    return run


def message(run: Run) -> str:
    """All that the run has said, but for the ids that every run has of its own."""
    return json.dumps(run.draft.snapshot()).replace(run.id, "message").replace(run.turn.thread_id, "thread")


async def test_it_waits_at_the_beginning_until_it_is_told_to_go_on(runs: Runs, recording: Recording):
    playback = Playback(recording)
    run = shown(runs, await playback.stage(runs))
    assert (playback.position, playback.ending, run.is_done) == (0, "", False)
    playback.step()
    await until(playback, lambda: playback.position == 1)
    playback.step(3)
    await until(playback, lambda: playback.position == 4)


async def test_playing_through_ends_with_the_whole_message_and_the_recordings_own_times(
    runs: Runs, recording: Recording
):
    playback = Playback(recording)
    run = shown(runs, await playback.stage(runs))
    playback.set_speed(50)
    playback.play()
    await until(playback, lambda: playback.ending)
    final = await run.wait()
    assert (playback.ending, playback.position, playback.playing) == ("done", playback.total, False)
    assert final["ended_at"] - final["created_at"] == recording.length
    assert [segment["type"] for segment in final["segments"]][-1] == "text"


@pytest.mark.parametrize("name", ["two-blocks", "policy", "failure", "headlines"])
async def test_scrubbing_back_and_forth_gives_what_playing_through_gives(runs: Runs, name: str):
    recording = await scenario(name)
    through = Playback(recording)
    run = shown(runs, await through.stage(runs))
    places = [3, len(recording.events) // 2, len(recording.events) - 1, len(recording.events)]
    expected = {}
    for place in places:
        await go(through, place, runs)
        expected[place] = message(run)
    scrubbed = Playback(recording)
    for place in [*reversed(places), *places, places[1], places[3], places[0]]:
        thread_id = await go(scrubbed, place, runs)
        assert message(shown(runs, thread_id)) == expected[place], place


async def test_going_back_is_another_run_and_the_one_before_goes_away(runs: Runs, recording: Recording, monkeypatch):
    monkeypatch.setattr(module, "LINGER_SECONDS", 0)
    playback = Playback(recording)
    first = await go(playback, 9, runs)
    second = await go(playback, 8, runs)
    assert first != second
    async with asyncio.timeout(60):
        await asyncio.gather(*(task for task in playback._tasks if "_watch" not in repr(task)))
    assert await runs.store.thread(first, playback.user_id) is None
    assert [run.turn.thread_id for run in runs.active_of(playback.user_id)] == [second]
    assert await runs.store.thread(second, playback.user_id) is not None


async def test_dragging_back_and_forth_never_has_too_many_runs(runs: Runs, recording: Recording):
    playback = Playback(recording)
    for number in range(40):
        await go(playback, 12 if number % 2 else 4, runs)
        assert len(runs.active_of(playback.user_id)) <= 4
    assert playback.ending == ""


async def test_steps_back_in_quick_succession_add_up(runs: Runs, recording: Recording):
    playback = Playback(recording)
    await go(playback, 10, runs)
    for _ in range(4):
        playback.step(-1)
    assert playback.place == 6
    await playback.stage(runs)
    await until(playback, lambda: playback.position == 6)


async def test_speed_is_that_of_the_recording_times_a_factor(runs: Runs, recording: Recording):
    now = 0.0
    playback = Playback(recording, clock=lambda: now)
    await playback.stage(runs)
    playback.set_speed(2)
    playback.play()
    now = recording.time(7) / 1000 / 2 - 0.001
    playback._notify()
    await until(playback, lambda: playback.position >= 6)
    await asyncio.sleep(0.05)
    assert playback.position == 6
    now += 0.002
    playback._notify()
    await until(playback, lambda: playback.position == 7)


async def test_speeds_beyond_the_limits_are_brought_within_them(recording: Recording):
    playback = Playback(recording)
    for asked, given in ((0.01, 0.25), (1000, 50), (3, 3)):
        playback.set_speed(asked)
        assert playback.speed == given


async def test_abort_is_the_stop_of_a_chat(runs: Runs, recording: Recording):
    playback = Playback(recording)
    run = shown(runs, await go(playback, 5, runs))
    playback.abort()
    await until(playback, lambda: playback.ending)
    assert (playback.ending, playback.place) == ("cancelled", 5)
    assert (await run.wait())["status"] == "cancelled"


async def test_an_injected_error_ends_the_run_with_its_message(runs: Runs, recording: Recording):
    playback = Playback(recording)
    run = shown(runs, await go(playback, 5, runs))
    playback.fail("The model is overloaded.")
    await until(playback, lambda: playback.ending)
    final = await run.wait()
    assert (final["status"], final["error"]) == ("error", {"message": "The model is overloaded.", "code": "injected"})
    playback.play()
    await playback.stage(runs)
    await until(playback, lambda: playback.position > 5)
    assert playback.ending == ""


async def test_however_fast_it_goes_nobody_misses_a_phase(runs: Runs, recording: Recording, monkeypatch):
    """The thinking, the text and the end each wait for whoever watches."""
    monkeypatch.setattr(module, "PHASE_PATIENCE", 600)
    playback = Playback(recording)
    run = shown(runs, await playback.stage(runs))
    seen = 0
    playback.attend("somebody", lambda run_id: seen if run_id == run.id else 0)
    playback.seek(playback.total)
    phases = [phase_of(event) for event in recording.events]
    for place in [index for index in range(1, len(phases)) if phases[index] != phases[index - 1]]:
        await until(playback, lambda place=place: playback.position == place)
        await asyncio.sleep(0.03)
        assert (playback.position, playback.ending) == (place, "")
        seen = run.draft.seq
    await until(playback, lambda: playback.position == playback.total)
    assert playback.ending == ""
    seen = run.draft.seq
    await until(playback, lambda: playback.ending == "done")


async def test_an_audience_that_sees_nothing_holds_nothing_up_for_long(runs: Runs, recording: Recording, monkeypatch):
    monkeypatch.setattr(module, "PHASE_PATIENCE", 0.02)
    playback = Playback(recording)
    await playback.stage(runs)
    playback.attend("offline", lambda run_id: 0)
    await go(playback, playback.total, runs)
    assert playback.ending == "done"


async def test_nothing_is_left_of_a_closed_playback(runs: Runs, recording: Recording):
    playback = Playback(recording)
    thread_id = await playback.stage(runs)
    await playback.close(runs)
    assert runs.active_of(playback.user_id) == []
    assert await runs.store.thread(thread_id, playback.user_id) is None
    assert [version async for version in playback.changes()] == []


async def test_there_are_never_too_many_and_unused_ones_are_forgotten(runs: Runs, recording: Recording):
    now = 0.0
    kept = Playbacks(most=3, idle=100, clock=lambda: now)
    opened = []
    for _ in range(5):
        now += 1
        opened.append(await kept.open(recording, runs))
    assert len(kept) == 3
    assert [kept.get(one.id) is one for one in opened] == [False, False, True, True, True]
    assert opened[0].is_closed
    now += 90
    assert kept.get(opened[3].id) is opened[3]
    now += 90
    await kept.sweep(runs)
    assert (kept.get(opened[3].id), kept.get(opened[4].id)) == (opened[3], None)


async def test_an_unknown_id_finds_nothing():
    assert Playbacks().get("nothing") is None
