"""Journals."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from reflex_thinking.canonical import MessageFinal, TextDelta
from reflex_thinking.errors import DataError
from reflex_thinking.runs import journal as journal_module
from reflex_thinking.runs.journal import Header, Journal, Journals, read_journal

HEADER = Header("t1", "m1", "ada", "lab", 1000)


def line(seq: int) -> bytes:
    return TextDelta(event_id="m1", seq=seq, at=1000, text_delta=str(seq)).to_line()


FINAL = MessageFinal(event={"id": "m1"}, seq=9).to_line()


def begin(tmp_path: Path) -> tuple[Journals, Journal, Path]:
    journals = Journals(tmp_path / "deep" / "journal")
    journal = journals.begin(HEADER)
    assert journal is not None
    journals.commit()
    (path,) = journals.path.iterdir()
    return journals, journal, path


def write(journals: Journals, journal: Journal, *lines: bytes) -> None:
    for each in lines:
        journal.add(each)
    journals.commit()


def test_a_journal_has_the_header_and_the_events_of_a_run(tmp_path: Path):
    journals, journal, path = begin(tmp_path)
    write(journals, journal, line(1), line(2))
    write(journals, journal, line(3))
    (entry,) = read_journal(path)
    assert entry.header == HEADER
    assert [event.seq for event in entry.events] == [1, 2, 3]
    assert (entry.final, entry.is_torn) == (None, False)


def test_runs_share_a_file_and_are_told_apart(tmp_path: Path):
    journals, first, path = begin(tmp_path)
    second = journals.begin(Header("t2", "m2", "eve", "", 2000))
    assert second is not None
    for seq in (1, 2, 3):
        first.add(line(seq))
        second.add(line(seq * 10))
    first.discard()
    (entry,) = read_journal(path)
    assert entry.header.message_id == "m2"
    assert [event.seq for event in entry.events] == [10, 20, 30]


def test_only_this_user_can_read_it_and_nobody_can_guess_its_name(tmp_path: Path):
    journals, _, path = begin(tmp_path)
    assert stat.S_IMODE(journals.path.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "m1" not in path.name
    assert len(path.stem) >= 24


def test_a_file_is_empty_when_all_its_runs_are_stored_and_gone_when_the_process_ends(tmp_path: Path):
    journals, journal, path = begin(tmp_path)
    write(journals, journal, line(1))
    journal.discard()
    assert path.read_bytes() == b""
    journal.add(line(2))
    journal.discard()
    journals.close()
    assert list(journals.path.iterdir()) == []


def test_a_large_file_takes_no_further_run_and_goes_with_its_last_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(journal_module, "LARGEST", 10)
    journals, first, path = begin(tmp_path)
    second = journals.begin(HEADER)
    assert second is not None
    journals.commit()
    assert len(list(journals.path.iterdir())) == 2
    first.discard()
    assert not path.exists()
    second.discard()
    journals.close()
    assert list(journals.path.iterdir()) == []


def test_a_file_that_is_written_is_not_left_behind_and_one_that_is_released_is(tmp_path: Path):
    journals, journal, path = begin(tmp_path)
    assert list(journals.left_behind()) == []
    journal.release()
    assert list(journals.left_behind()) == [path]


def test_what_was_not_stored_is_kept_when_later_runs_are(tmp_path: Path):
    journals, first, path = begin(tmp_path)
    second = journals.begin(Header("t2", "m2", "eve", "", 2000))
    assert second is not None
    first.add(line(1))
    first.release()
    second.discard()
    assert [entry.header.message_id for entry in read_journal(path)] == ["m1"]
    assert list(journals.left_behind()) == [path]


def test_one_recovery_at_a_time_has_a_journal(tmp_path: Path):
    journals, journal, path = begin(tmp_path)
    journal.release()
    for mine in journals.left_behind():
        assert mine == path
        assert list(Journals(journals.path).left_behind()) == []


def test_a_link_is_not_followed(tmp_path: Path):
    journals, journal, path = begin(tmp_path)
    journal.discard()
    journals.close()
    (tmp_path / "elsewhere").write_text("{}")
    path.symlink_to(tmp_path / "elsewhere")
    assert list(journals.left_behind()) == []


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path):
    assert list(Journals(tmp_path / "nowhere").left_behind()) == []


@pytest.mark.parametrize("torn", [b'{"type":"text_de', b'{"type":"text_delta","text_delta":"\xf0\x9f'])
def test_a_torn_last_line_is_left_out(tmp_path: Path, torn: bytes):
    journals, journal, path = begin(tmp_path)
    write(journals, journal, line(1), torn)
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    (entry,) = read_journal(path)
    assert [event.seq for event in entry.events] == [1]


def test_the_message_itself_counts_even_after_a_torn_line(tmp_path: Path):
    journals, journal, path = begin(tmp_path)
    write(journals, journal, line(1), b'{"type":"text_de', line(3))
    journal.add_final(FINAL)
    (entry,) = read_journal(path)
    assert [event.seq for event in entry.events] == [1]
    assert entry.final == {"id": "m1"}


def test_after_a_failed_write_only_the_message_itself_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    journals, journal, path = begin(tmp_path)
    real = os.write
    monkeypatch.setattr(
        os, "write", lambda descriptor, data: real(descriptor, data[:5]) and (_ for _ in ()).throw(OSError)
    )
    write(journals, journal, line(1))
    monkeypatch.setattr(os, "write", real)
    write(journals, journal, line(2))
    other = journals.begin(Header("t2", "m2", "eve", "", 2000))
    assert other is not None
    write(journals, other, line(7))
    journal.add_final(FINAL)
    first, second = read_journal(path)
    assert (first.events, first.final) == ([], {"id": "m1"})
    assert [event.seq for event in second.events] == [7]


def test_an_empty_file_holds_nothing(tmp_path: Path):
    path = tmp_path / "some.journal"
    path.write_bytes(b"")
    assert read_journal(path) == []


@pytest.mark.parametrize("content", [b"nonsense\n", b"[]\n", b'{"thread_id":"t1"}\n', b'+1 {"thread_id":"t1"}\n'])
def test_a_file_that_is_no_journal_is_refused_by_name(tmp_path: Path, content: bytes):
    path = tmp_path / "some.journal"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"some\.journal"):
        read_journal(path)
