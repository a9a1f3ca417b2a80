"""Comments and verdicts on the review page."""

import dataclasses
import secrets
from datetime import UTC, datetime
from urllib.parse import parse_qsl

import reflex as rx

from ..review.exports import as_json, as_markdown
from ..review.links import PAGE, read_pin
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
    pin: str
    """The place in the story, as it stands in an address."""
    number: int
    """Of its marker in the story; 0 when it has none."""


@dataclasses.dataclass
class PinView:
    """A marker in a story."""

    id: str
    pin: str
    number: str
    label: str


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
    picking: bool = False
    """Whether a click in the story chooses the place of the next comment."""
    picked: str = ""
    """The place that was chosen for it."""
    opened: str = ""
    """The comment whose marker was clicked."""
    _counted: int = -1
    """What the notes counted when they were read."""

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

    @rx.event(background=True, supersedes=True)
    async def listen(self):
        """Show what anyone writes, for as long as the page is open."""
        async with self:
            counted = self._counted
        async for count in get_notes().changes(counted):
            async with self:
                told = await self._refresh() if count != self._counted else None
            if told is not None:
                yield told

    @rx.event
    def start_picking(self):
        """Choose a place in the story for the comment."""
        self.picking = not self.picking

    @rx.event
    def pick(self, place: str):
        """Pin the comment to a place."""
        self.picking = False
        self.picked = str(read_pin(str(place)) or "")
        return rx.set_focus("review-comment")

    @rx.event
    def stop_picking(self):
        """Choose no place after all, or give up the one that was chosen."""
        self.picking = False
        self.picked = ""
        return rx.set_focus("review-pick")

    @rx.event
    async def export(self, kind: str):
        """Download everything that was noted."""
        titles = {name: story.title for name, story in STORIES.items()}
        try:
            notes = await get_notes().comments(), await get_notes().verdicts()
        except NoteError as refused:
            return rx.toast.error(str(refused))
        origin = self.router.url.origin
        if kind == "json":
            return rx.download(data=as_json(titles, *notes, origin=origin), filename="design-review.json")
        return rx.download(data=as_markdown(titles, *notes, origin=origin), filename="design-review.md")

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
        self.picked = ""
        return await self._refresh()

    async def _decide(self, story: str, verdict: str):
        try:
            await get_notes().decide(story, str(verdict), self.author)
        except NoteError as refused:
            return rx.toast.error(str(refused))
        return await self._refresh()

    async def _refresh(self, story: str = ""):
        try:
            counted = await get_notes().count()
            comments = await get_notes().comments(self.key)
            verdicts = await get_notes().verdicts()
        except NoteError as refused:
            return rx.toast.error(str(refused))
        self._counted = counted
        self.comments = _views(comments)
        self.verdicts = {name: found.verdict for name, found in verdicts.items() if found.verdict in VERDICTS}
        found = verdicts.get(story or self._shown_story())
        self.verdict_note = _decided(found) if found else ""
        return None

    def _shown_story(self) -> str:
        """Which story is on screen."""
        raise NotImplementedError


def _views(comments: list[Comment]) -> list[CommentView]:
    """The newest first; those that are pinned are numbered in each story, from the oldest on."""
    numbers: dict[str, int] = {}
    views: list[CommentView] = []
    for comment in comments:
        pin = read_pin(dict(parse_qsl(comment.query)).get("pin", ""))
        if pin is not None:
            numbers[comment.story] = numbers.get(comment.story, 0) + 1
        views.append(_view(comment, str(pin or ""), numbers[comment.story] if pin else 0))
    return views[::-1]


def _view(comment: Comment, pin: str, number: int) -> CommentView:
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
        pin=pin,
        number=number,
    )


def _decided(verdict: Verdict) -> str:
    return f"{verdict.author}, {_when(verdict.decided_at)}"


def _when(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%-d %b %Y, %H:%M} UTC"
