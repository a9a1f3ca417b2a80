"""Comments and verdicts in a real database, and their exports."""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thinking_ui.review import notes as module
from thinking_ui.review.exports import as_json, as_markdown
from thinking_ui.review.notes import LONGEST_COMMENT, Comment, NoteError, Notes, Verdict

TITLES = {"done": "Done", "run-trip": "Trip"}
ORIGIN = "https://review.example.com"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/folder/demo.db"


async def comment(notes: Notes, text: str = "The dot is too large.", **changes) -> None:
    values = {"story": "done", "query": "story=done&theme=dark", "moment": None, "author": "Ada", "key": "k1"}
    await notes.add(**{**values, "text": text, **changes})


async def test_what_was_written_is_there_after_a_restart(url: str):
    await comment(Notes(url), "<b>Too large</b>\n‮شكرا", moment=17)
    await Notes(url).decide("done", "needs work", "Ada")
    [found] = await Notes(url).comments("k1")
    assert (found.text, found.author, found.moment) == ("<b>Too large</b>\n‮شكرا", "Ada", 17)
    assert found.query == "story=done&theme=dark"
    assert found.is_own
    assert (await Notes(url).verdicts())["done"].verdict == "needs work"


async def test_comments_are_settled_and_opened_again(url: str):
    notes = Notes(url)
    await comment(notes)
    [found] = await notes.comments()
    await notes.resolve(found.id, "Grace", is_resolved=True)
    [settled] = await notes.comments()
    assert settled.resolved_by == "Grace"
    assert settled.resolved_at
    await notes.resolve(found.id, "Ada", is_resolved=False)
    assert await notes.comments() == [found]


async def test_only_who_wrote_a_comment_deletes_it(url: str):
    notes = Notes(url)
    await comment(notes)
    [found] = await notes.comments("k2")
    assert not found.is_own
    with pytest.raises(NoteError, match="Only who wrote"):
        await notes.delete(found.id, "k2")
    await notes.delete(found.id, "k1")
    assert await notes.comments() == []


async def test_the_key_itself_is_not_in_the_database(url: str, tmp_path: Path):
    await comment(Notes(url), key="very-secret-key")
    rows = sqlite3.connect(tmp_path / "folder" / "demo.db").execute("select * from review_comments").fetchall()
    assert "very-secret-key" not in str(rows)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"text": "  \n"}, "needs a text"),
        ({"text": "x" * (LONGEST_COMMENT + 1)}, "2,000 characters; this one has 2,001"),
        ({"author": "  "}, "Say who you are"),
    ],
)
async def test_what_cannot_be_noted_is_refused(url: str, changes: dict, reason: str):
    notes = Notes(url)
    with pytest.raises(NoteError, match=reason):
        await comment(notes, **changes)
    assert await notes.comments() == []


async def test_there_is_an_end_to_the_room(url: str, monkeypatch):
    monkeypatch.setattr(module, "MOST_COMMENTS", 2)
    notes = Notes(url)
    await asyncio.gather(comment(notes), comment(notes))
    with pytest.raises(NoteError, match="all there is room for"):
        await comment(notes)


async def test_a_verdict_that_does_not_exist_is_refused(url: str):
    with pytest.raises(NoteError, match="'great' is no verdict"):
        await Notes(url).decide("done", "great", "Ada")


async def test_a_database_that_cannot_be_used_is_said(tmp_path: Path):
    (tmp_path / "demo.db").write_bytes(b"this is no database, and long enough to be taken for one" * 40)
    with pytest.raises(NoteError, match=r"the database 'demo.db' cannot be used now"):
        await Notes(f"sqlite:///{tmp_path}/demo.db").comments()


# Exports ----------------------------------------------------------------------------------------------------------------

# Changes ------------------------------------------------------------------------------------------------------------------


async def test_what_is_noted_is_told_at_once_in_the_same_process(url: str):
    notes = Notes(url, look_seconds=3600)
    changes = aiter(notes.changes())
    async with asyncio.timeout(60):
        await anext(changes)
        heard = asyncio.ensure_future(anext(changes))
        await comment(notes)
        await heard
        [found] = await notes.comments("k1")
        heard = asyncio.ensure_future(anext(changes))
        await notes.resolve(found.id, "Grace", is_resolved=True)
        await heard
        heard = asyncio.ensure_future(anext(changes))
        await notes.delete(found.id, "k1")
        await heard


async def test_what_another_process_notes_is_told_too(url: str):
    changes = aiter(Notes(url, look_seconds=0.01).changes())
    other = Notes(url)
    async with asyncio.timeout(60):
        first = await anext(changes)
        await other.decide("done", "approved", "Ada")
        assert await anext(changes) != first


async def test_those_who_listen_share_their_looks_into_the_database(url: str, monkeypatch: pytest.MonkeyPatch):
    notes = Notes(url, look_seconds=3600)
    listeners = [aiter(notes.changes()) for _ in range(50)]
    async with asyncio.timeout(60):
        await asyncio.gather(*(anext(one) for one in listeners))
        looks = 0
        count = module._count

        def counted(connection):
            nonlocal looks
            looks += 1
            return count(connection)

        monkeypatch.setattr(module, "_count", counted)
        heard = [asyncio.ensure_future(anext(one)) for one in listeners]
        await comment(notes)
        await asyncio.gather(*heard)
    assert looks <= 4


# Exports ------------------------------------------------------------------------------------------------------------------

NOTED = [
    Comment("c1", "run-trip", "story=run-trip&at=17", 17, "Too *fast*\n<script>", "Ada", 1_760_000_000_000),
    Comment("c2", "gone", "story=gone", None, "Why?", "Grace", 1_760_000_060_000, 1_760_000_090_000, "Ada"),
]
DECIDED = {"done": Verdict("done", "approved", "Ada", 1_760_000_000_000)}


def test_the_json_has_every_story_also_those_that_are_gone():
    stories = {story["id"]: story for story in json.loads(as_json(TITLES, NOTED, DECIDED, origin=ORIGIN))["stories"]}
    assert list(stories) == ["done", "run-trip", "gone"]
    assert stories["done"]["verdict"]["verdict"] == "approved"
    assert stories["run-trip"]["comments"] == [
        {
            "id": "c1",
            "text": "Too *fast*\n<script>",
            "author": "Ada",
            "created_at": "2025-10-09T08:53:20Z",
            "link": f"{ORIGIN}/review?story=run-trip&at=17",
            "event": 17,
            "resolved_at": None,
            "resolved_by": None,
        }
    ]


def test_the_markdown_reads_well():
    assert as_markdown(TITLES, NOTED, DECIDED, origin=ORIGIN) == (
        "# Design review\n\n"
        "## Done\n\n**approved** by Ada, 2025-10-09T08:53:20Z · [/review?story=done](https://review.example.com/review?story=done)\n\n"
        "## Trip\n\n**open** · [/review?story=run-trip](https://review.example.com/review?story=run-trip)\n\n"
        "- [ ] **Ada**, 2025-10-09T08:53:20Z · event 17 · [link](https://review.example.com/review?story=run-trip&at=17)\n\n"
        "  > Too \\*fast\\*\n  > \\<script\\>\n\n"
        "## gone\n\n**open** · [/review?story=gone](https://review.example.com/review?story=gone)\n\n"
        "- [x] **Grace**, 2025-10-09T08:54:20Z · [link](https://review.example.com/review?story=gone)\n\n  > Why?\n"
    )
    assert "Nothing was noted yet." in as_markdown(TITLES, [], {}, origin=ORIGIN)


@given(st.text(min_size=1, max_size=200))
def test_no_comment_breaks_out_of_the_markdown(text: str):
    made = as_markdown(TITLES, [Comment("c", "done", "story=done", None, text, "Ada", 0)], {}, origin=ORIGIN)
    body = made.split("[link](https://review.example.com/review?story=done)\n\n", 1)[1]
    assert all(line.startswith("  >") or not line for line in body.split("\n"))
    assert "<" not in body.replace("\\<", "")
