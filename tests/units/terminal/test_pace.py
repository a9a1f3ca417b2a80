"""A recording is shown at its own pace, or at a believable one."""

import pytest
from reflex_thinking import canonical as ev
from reflex_thinking.terminal.pace import CHARACTERS_PER_SECOND, Pace

from tests.units.terminal.recordings import agent_events


class Time:
    """A clock that only goes on when somebody waits."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.waited: list[float] = []

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.now += seconds


def paced(events: list[ev.AnyEvent], **options: object) -> tuple[list[ev.AnyEvent], Time, Pace]:
    time = Time()
    pace = Pace(wait=time.wait, clock=time, **options)  # pyright: ignore[reportArgumentType]
    return list(pace(events)), time, pace


@pytest.mark.parametrize("speed", [1, 4])
def test_a_recording_with_times_takes_as_long_as_it_did_or_a_part_of_that(speed: float):
    events = agent_events()
    shown, time, pace = paced(events, speed=speed)
    assert shown == events
    assert time.now - 1000 == pytest.approx(5.0 / speed, abs=0.01)
    assert not pace.is_estimated


def test_one_without_times_is_shown_at_a_believable_pace_and_its_times_are_guesses():
    deltas: list[ev.AnyEvent] = [ev.ReasoningPartDelta(segment_id="r", text_delta="x" * 13) for _ in range(200)]
    shown, time, pace = paced(deltas, speed=1)
    seconds = 200 * 13 / CHARACTERS_PER_SECOND
    assert time.now - 1000 == pytest.approx(seconds, abs=0.02)
    assert pace.is_estimated
    assert (shown[-1].at or 0) - (shown[0].at or 0) == pytest.approx(seconds * 1000, rel=0.01)


def test_at_once_means_that_nobody_waits_and_no_time_is_made_up():
    shown, time, pace = paced([ev.TextDelta(text_delta="x" * 1000)], speed=0)
    assert time.waited == [] and shown[0].at is None and pace.now() == 0


def test_what_comes_from_a_running_program_gets_the_time_of_its_arrival():
    shown, time, pace = paced([ev.TextDelta(text_delta="x" * 1000)], speed=1, is_live=True)
    assert time.waited == [] and shown[0].at == 1_000_000 and not pace.is_estimated
    time.now += 1.5
    assert pace.now() == 1_001_500


def test_the_clock_goes_on_between_events_as_fast_as_the_recording():
    _, time, pace = paced(agent_events()[:3], speed=2)
    before = pace.now()
    time.now += 0.5
    assert pace.now() - before == 1000
