"""Comments and verdicts on the review page."""

import dataclasses
import secrets
from datetime import UTC, datetime

import reflex as rx

from ..review.exports import as_json, as_markdown
from ..review.links import PAGE
from ..review.notes import VERDICTS, Comment, NoteError, Verdict, get_notes
from ..review.stories import STORIES


@dataclasses.dataclass
class CommentView:
    """A comment as it is shown."""

    id: str
    story: str
    title: str
    href: str
    text: str
    author: str
    when: str
    moment: str
    is_resolved: bool
    resolved: str
    is_own: bool


class NotesFields(rx.State, mixin=True):
    """What reviewers wrote, and what they can do with it."""

    author: str = rx.LocalStorage("", name="review-author", sync=True)
    key: str = rx.LocalStorage("", name="review-key", sync=True)
    """What only this browser knows: with it comments are one's own."""
    comments: list[CommentView] = []  # noqa: RUF012
    verdicts: dict[str, str] = {}  # noqa: RUF012
    verdict_note: str = ""
    draft: int = 0
    """Goes up when a comment was taken, so that the field is empty again."""

    @rx.event
    def set_author(self, name: str):
        """Say who you are."""
        self.author = " ".join(str(name).split())[:60]

    @rx.event
    async def resolve(self, comment_id: str, is_resolved: bool):
        """Settle a comment, or open it again."""
        try:
            await get_notes().resolve(str(comment_id), self.author, is_resolved=bool(is_resolved))
        except NoteError as refused:
            return rx.toast.error(str(refused))
        return await self._refresh()

    @rx.event
    async def delete(self, comment_id: str):
        """Delete a comment of one's own."""
        try:
            await get_notes().delete(str(comment_id), self.key)
        except NoteError as refused:
            return rx.toast.error(str(refused))
        return await self._refresh()

    @rx.event
    async def refresh(self):
        """Show what others wrote meanwhile."""
        return await self._refresh()

    @rx.event
    async def export(self, kind: str):
        """Download everything that was noted."""
        titles = {name: story.title for name, story in STORIES.items()}
        try:
            notes = await get_notes().comments(), await get_notes().verdicts()
        except NoteError as refused:
            return rx.toast.error(str(refused))
        if kind == "json":
            return rx.download(data=as_json(titles, *notes), filename="design-review.json")
        return rx.download(data=as_markdown(titles, *notes), filename="design-review.md")

    # Inside -----------------------------------------------------------------------------------------------------------

    async def _note(self, story: str, query: str, moment: int | None, text: str):
        self.key = self.key or secrets.token_urlsafe(24)
        try:
            await get_notes().add(
                story=story, query=query, moment=moment, text=text, author=self.author, key=self.key
            )  # fmt: skip
        except NoteError as refused:
            return rx.toast.error(str(refused))
        self.draft += 1
        return await self._refresh()

    async def _decide(self, story: str, verdict: str):
        try:
            await get_notes().decide(story, str(verdict), self.author)
        except NoteError as refused:
            return rx.toast.error(str(refused))
        return await self._refresh()

    async def _refresh(self, story: str = ""):
        try:
            comments = await get_notes().comments(self.key)
            verdicts = await get_notes().verdicts()
        except NoteError as refused:
            return rx.toast.error(str(refused))
        self.comments = [_view(comment) for comment in reversed(comments)]
        self.verdicts = {name: found.verdict for name, found in verdicts.items() if found.verdict in VERDICTS}
        found = verdicts.get(story or self._shown_story())
        self.verdict_note = _decided(found) if found else ""
        return None

    def _shown_story(self) -> str:
        """Which story is on screen."""
        raise NotImplementedError


def _view(comment: Comment) -> CommentView:
    story = STORIES.get(comment.story)
    settled = comment.resolved_at is not None
    return CommentView(
        id=comment.id,
        story=comment.story,
        title=story.title if story else comment.story,
        href=f"{PAGE}?{comment.query}",
        text=comment.text,
        author=comment.author,
        when=_when(comment.created_at),
        moment="" if comment.moment is None else f"event {comment.moment}",
        is_resolved=settled,
        resolved=f"Settled by {comment.resolved_by}" if settled else "",
        is_own=comment.is_own,
    )


def _decided(verdict: Verdict) -> str:
    return f"{verdict.author}, {_when(verdict.decided_at)}"


def _when(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%-d %b %Y, %H:%M} UTC"
