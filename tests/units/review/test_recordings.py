"""Scenarios as recordings, and files that are dropped in."""

import json

import pytest

from tests.units.review.raw import RAW
from thinking_ui.review.recordings import MOST_BYTES, RecordingError, capture, read_recording, scenario
from thinking_ui.scenarios import runs


@pytest.mark.parametrize("name", list(runs.SCENARIOS))
def test_every_scenario_is_captured_with_its_times_and_at_once(name: str):
    recording = capture(name)
    times = [event.at or 0 for event in recording.events]
    assert len(times) > 3
    assert times == sorted(times)
    assert recording.length >= 100
    assert recording.time(0) == 0
    assert recording.time(len(times) + 5) == recording.length


async def test_a_scenario_is_captured_once_also_from_a_running_loop():
    assert await scenario("plain") is await scenario("plain")


def test_a_raw_recording_of_a_provider_is_played_at_a_believable_pace():
    recording = read_recording("raw.sse", RAW)
    kinds = [event.type for event in recording.events]
    assert kinds[0] == "message_started" and kinds[-1] == "message_final"
    assert "reasoning_part_delta" in kinds and "text_delta" in kinds
    assert recording.is_estimated
    assert recording.events[0].at == 0 < recording.length < 10_000


def test_canonical_events_keep_their_times():
    lines = [
        {"type": "message_started", "event_id": "m", "seq": 1, "at": 5000, "thread_id": "t", "created_at": 5000},
        {"type": "text_delta", "event_id": "m", "seq": 2, "at": 5700, "text_delta": "Hi", "segment_id": "s"},
        {"type": "text_delta", "event_id": "m", "seq": 3, "at": 5600, "text_delta": "!", "segment_id": "s"},
    ]
    recording = read_recording("run.jsonl", "\n".join(map(json.dumps, lines)).encode())
    assert [event.at for event in recording.events][:3] == [0, 700, 700]
    assert not recording.is_estimated or len(recording.events) > 3


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"hello", "raw server-sent events"),
        (b"\x00\x01\x02", "binary data"),
        (b"\x1f\x8b\x08rest", "compressed"),
        (b"<html>" + b"x" * 5000, "raw server-sent events"),
        (b"{" * 100_000, "raw server-sent events"),
        (b'{"a": 1}', "in no known format"),
        (b"x" * (MOST_BYTES + 1), "up to 4 MB"),
    ],
)
def test_what_is_no_recording_is_refused_with_the_reason(data: bytes, reason: str):
    with pytest.raises(RecordingError, match=reason):
        read_recording("file.bin", data)


def test_the_name_of_a_file_is_cut():
    with pytest.raises(RecordingError) as caught:
        read_recording("a\n" * 500, b"")
    assert len(str(caught.value)) < 250
