"""Journals."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from reflex_thinking.canonical import MessageFinal, TextDelta
from reflex_thinking.errors import DataError
from reflex_thinking.runs.journal import Header, Journal, JournalFolder, read_journal

HEADER = Header("t1", "m1", "ada", "lab", 1000)


def line(seq: int) -> bytes:
    return TextDelta(event_id="m1", seq=seq, at=1000, text_delta=str(seq)).to_json().encode()


FINAL = MessageFinal(event={"id": "m1"}, seq=9).to_json().encode()


def begin(tmp_path: Path) -> tuple[JournalFolder, Journal, Path]:
    folder = JournalFolder(tmp_path / "deep" / "journal")
    journal = folder.open(HEADER)
    assert journal is not None
    (path,) = folder.path.iterdir()
    return folder, journal, path


def test_a_journal_is_a_header_and_a_line_per_event(tmp_path: Path):
    _, journal, path = begin(tmp_path)
    journal.write([line(1), line(2)])
    journal.write([line(3)])
    header, events, final = read_journal(path)
    assert header == HEADER
    assert [event.seq for event in events] == [1, 2, 3]
    assert final is None
    assert set(json.loads(path.read_text().splitlines()[0])) == {
        "thread_id",
        "message_id",
        "user_id",
        "workspace_id",
        "created_at",
        "locale",
    }


def test_only_this_user_can_read_it_and_nobody_can_guess_its_name(tmp_path: Path):
    folder, _, path = begin(tmp_path)
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "m1" not in path.name
    assert len(path.stem) >= 24


def test_it_is_gone_when_it_is_discarded(tmp_path: Path):
    folder, journal, _ = begin(tmp_path)
    journal.discard()
    assert list(folder.path.iterdir()) == []
    journal.write([line(1)])
    journal.discard()


def test_a_journal_that_is_written_is_not_left_behind_and_one_that_is_released_is(tmp_path: Path):
    folder, journal, path = begin(tmp_path)
    assert list(folder.left_behind()) == []
    journal.release()
    assert list(folder.left_behind()) == [path]


def test_one_recovery_at_a_time_has_a_journal(tmp_path: Path):
    folder, journal, path = begin(tmp_path)
    journal.release()
    for mine in folder.left_behind():
        assert mine == path
        assert list(JournalFolder(folder.path).left_behind()) == []


def test_a_link_is_not_followed(tmp_path: Path):
    folder, journal, path = begin(tmp_path)
    journal.discard()
    (tmp_path / "elsewhere").write_text("{}")
    path.symlink_to(tmp_path / "elsewhere")
    assert list(folder.left_behind()) == []


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path):
    assert list(JournalFolder(tmp_path / "nowhere").left_behind()) == []


@pytest.mark.parametrize("torn", [b'{"type":"text_de', b'{"type":"text_delta","text_delta":"\xf0\x9f'])
def test_a_torn_last_line_is_left_out(tmp_path: Path, torn: bytes):
    _, journal, path = begin(tmp_path)
    journal.write([line(1), torn])
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    assert [event.seq for event in read_journal(path)[1]] == [1]


def test_the_last_line_says_all_even_after_a_torn_one(tmp_path: Path):
    _, journal, path = begin(tmp_path)
    journal.write([line(1), b'{"type":"text_de'])
    journal.write_final(FINAL)
    _, events, final = read_journal(path)
    assert [event.seq for event in events] == [1]
    assert final == {"id": "m1"}


@pytest.mark.parametrize("content", [b"", b"nonsense\n", b"[]\n", b'{"thread_id":"t1"}\n'])
def test_a_file_that_is_no_journal_is_refused_by_name(tmp_path: Path, content: bytes):
    path = tmp_path / "some.jsonl"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"some\.jsonl"):
        read_journal(path)
