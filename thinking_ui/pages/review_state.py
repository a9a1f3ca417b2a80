"""The state of the review page: what its address says, and what the controls make of it."""

import asyncio
import dataclasses
import json

import reflex as rx

from ..review.code import python_of_recording, python_of_story
from ..review.links import PAGE, Link, LinkError, Settings, changed, differences, read_link, read_pin
from ..review.playbacks import playbacks
from ..review.stories import GROUPS, STORIES, default_settings
from . import review_stories  # noqa: F401  registers the stories
from .review_frame import ROUTE
from .review_notes import NotesFields, PinView
from .review_player import REFRESH_SECONDS, PlayerFields

TABS = ("settings", "comments", "inspect", "python")


@dataclasses.dataclass
class Row:
    """A story in the list."""

    id: str
    title: str
    href: str
    verdict: str
    open_points: int
    is_shown: bool


@dataclasses.dataclass
class Group:
    """Stories that are listed together."""

    title: str
    rows: list[Row]


class Review(PlayerFields, NotesFields, rx.State):
    """The review page of one browser tab."""

    story: str = next(iter(STORIES))
    settings: Settings = Settings()
    other: Settings = Settings()
    is_compared: bool = False
    side: str = "a"
    """Which of two views the controls are for."""
    problems: list[str] = []  # noqa: RUF012
    tab: str = "settings"
    search: str = ""
    all_points: bool = False
    help_open: bool = False
    list_open: bool = False
    frame: str = ""
    other_frame: str = ""
    code: str = ""
    has_recording: bool = False
    pin: str = ""
    """The place that the address points out."""
    _moment: int | None = None

    # What is shown ------------------------------------------------------------------------------------------------------

    @rx.var
    def groups(self) -> list[Group]:
        """The stories that are listed."""
        wanted = self.search.casefold().split()
        counts: dict[str, int] = {}
        for comment in self.comments:
            counts[comment.story] = counts.get(comment.story, 0) + (not comment.is_resolved)
        listed = {name: Group(name, []) for name in GROUPS}
        for name, story in STORIES.items():
            text = f"{name} {story.title} {story.group} {story.note}".casefold()
            if all(word in text for word in wanted):
                verdict = self.verdicts.get(name, "open")
                href = self._address(self._carried(name))
                row = Row(name, story.title, href, verdict, counts.get(name, 0), name == self.story)
                listed[story.group].rows.append(row)
        return [group for group in listed.values() if group.rows]

    @rx.var
    def title(self) -> str:
        """Of the story."""
        return STORIES[self.story].title

    @rx.var
    def note(self) -> str:
        """What to look for."""
        return STORIES[self.story].note

    @rx.var
    def verdict(self) -> str:
        """What was decided about the story."""
        return self.verdicts.get(self.story, "open")

    @rx.var
    def chosen(self) -> Settings:
        """What the controls show."""
        return self.other if self.is_compared and self.side == "b" else self.settings

    @rx.var
    def points(self) -> list[str]:
        """The ids of the comments that are listed."""
        return [
            comment.id
            for comment in self.comments
            if (not comment.is_resolved if self.all_points else comment.story == self.story)
        ]

    @rx.var
    def pins(self) -> list[PinView]:
        """The markers in the story: of its open comments, of the one that is pointed out, and of the next one."""
        shown = [
            PinView(comment.id, comment.pin, str(comment.number), f"{comment.author}: {comment.text[:200]}")
            for comment in self.comments
            if comment.story == self.story and comment.pin and (not comment.is_resolved or comment.pin == self.pin)
        ]
        return [*shown, *([PinView("", self.picked, "+", "Your comment")] if self.picked else [])]

    @rx.var
    def open_points(self) -> int:
        """How many comments are open, in all stories."""
        return sum(not comment.is_resolved for comment in self.comments)

    # What its controls do -----------------------------------------------------------------------------------------------

    @rx.event
    async def arrive(self):
        """Show what the address says."""
        link, self.problems = read_link(self.router.url.query_parameters, default_settings())
        await self._follow_link(link)
        yield await self._refresh(link.story)
        if self.has_recording:
            yield Review.follow
        yield Review.listen

    @rx.event
    async def change(self, name: str, value: str | int | bool):
        """Change a setting of the chosen view."""
        link = self._link()
        try:
            if self.is_compared and self.side == "b" and link.other is not None:
                link = dataclasses.replace(link, other=changed(link.other, str(name), value))
            else:
                link = dataclasses.replace(link, settings=changed(link.settings, str(name), value))
        except LinkError as problem:
            return rx.toast.error(str(problem))
        return await self._go(link)

    @rx.event
    async def reset_settings(self):
        """The story's own settings, for both views."""
        defaults = STORIES[self.story].settings
        return await self._go(dataclasses.replace(self._link(), settings=defaults, other=None))

    @rx.event
    async def compare(self):
        """Show a second view beside the first one, or take it away."""
        other = None
        if not self.is_compared:
            other = changed(self.settings, "theme", "light" if self.settings.theme == "dark" else "dark")
        self.side = "b" if other else "a"
        return await self._go(dataclasses.replace(self._link(), other=other))

    @rx.event
    def choose_side(self, side: str):
        """Which of two views the controls are for."""
        self.side = "b" if side == "b" else "a"

    @rx.event
    def choose_tab(self, tab: str):
        """What the panel shows."""
        self.tab = tab if tab in TABS else TABS[0]
        self.code = self._python() if self.tab == "python" else ""

    @rx.event
    def find(self, text: str):
        """List the stories that have these words."""
        self.search = str(text)[:100]

    @rx.event
    def choose_points(self, all_points: bool):
        """List what is open in all stories, or everything about this one."""
        self.all_points = bool(all_points)

    @rx.event
    def toggle_help(self):
        """Show the keys, or hide them."""
        self.help_open = not self.help_open

    @rx.event
    def toggle_list(self):
        """Show the stories on a narrow screen, or hide them."""
        self.list_open = not self.list_open

    @rx.event
    async def comment(self, form: dict):
        """Pin a comment to what is on screen."""
        moment = self.position if self.has_recording else None
        link = dataclasses.replace(self._link(), moment=moment, pin=read_pin(self.picked))
        query = link.query(STORIES[self.story].settings)
        text = form.get("comment", "") if isinstance(form, dict) else ""
        return await self._note(self.story, query, link.moment, str(text))

    @rx.event
    def open_comment(self, comment_id: str):
        """Show a comment whose marker was clicked."""
        if not any(comment.id == comment_id for comment in self.comments):
            return None
        self.tab, self.all_points, self.opened = "comments", False, str(comment_id)
        return rx.scroll_to(f"comment-{comment_id}")

    @rx.event
    async def decide(self, verdict: str):
        """Decide about the story."""
        return await self._decide(self.story, verdict)

    @rx.event
    def copy_link(self):
        """Copy the address of what is on screen."""
        script = "navigator.clipboard.writeText(window.location.href)"
        return [rx.call_script(script), rx.toast.success("The link is on your clipboard.")]

    @rx.event
    def copy_python(self):
        """Copy the Python of what is on screen."""
        return [rx.set_clipboard(self._python()), rx.toast.success("The Python is on your clipboard.")]

    @rx.event
    async def press(self, key: str):
        """What a key does."""
        match key:
            case "j" | "k":
                names = list(STORIES)
                place = (names.index(self.story) + (1 if key == "j" else -1)) % len(names)
                return rx.redirect(self._address(self._carried(names[place])))
            case "c":
                self.tab = "comments"
                return rx.set_focus("review-comment")
            case "p":
                self.tab = "comments"
                self.picking = True
            case "/":
                return rx.set_focus("review-search")
            case " ":
                return Review.toggle_play
            case "ArrowLeft" | "ArrowRight":
                return Review.step(1 if key == "ArrowRight" else -1)
            case "?":
                self.help_open = not self.help_open
            case _:
                self.help_open = self.list_open = self.picking = False
        return None

    @rx.event(background=True, supersedes=True)
    async def follow(self):
        """Show where the recording is, for as long as it is played here."""
        async with self:
            playback_id = self._playback_id
        playback = playbacks.get(playback_id)
        if playback is None:
            return
        async for _ in playback.changes():
            async with self:
                if self._playback_id != playback_id:
                    return
                self._show(playback)
                settled = not playback.playing and playback.place != (self._moment or 0)
                if settled or playback.playing:
                    self._moment = None if playback.playing else playback.place
                address = self._address(self._link())
            if settled:
                yield rx.call_script(f"history.replaceState(history.state, '', {json.dumps(address)})")
            await asyncio.sleep(REFRESH_SECONDS)

    # Inside -------------------------------------------------------------------------------------------------------------

    def _shown_story(self) -> str:
        return self.story

    def _arrive_again(self):
        return Review.arrive

    def _link(self) -> Link:
        other = self.other if self.is_compared else None
        return Link(self.story, self.settings, other, self._moment if self.has_recording else None)

    def _address(self, link: Link) -> str:
        return f"{PAGE}?{link.query(STORIES[link.story].settings)}"

    def _carried(self, story: str) -> Link:
        """Another story, with what was changed for this one."""
        own, defaults = STORIES[story].settings, STORIES[self.story].settings
        carried = dict(differences(self.settings, defaults))
        settings = own
        for name, value in carried.items():
            settings = changed(settings, name, value)
        return Link(story, settings)

    async def _go(self, link: Link):
        await self._follow_link(link)
        return rx.redirect(self._address(link))

    async def _follow_link(self, link: Link) -> None:
        is_other = link.story != self.story
        self.story, self.settings = link.story, link.settings
        self.is_compared, self.other = link.other is not None, link.other or link.settings
        self.list_open = False
        if not self.is_compared:
            self.side = "a"
        self._moment = link.moment
        if is_other:
            self.picked, self.picking = "", False
        self.pin, self.opened = str(link.pin or ""), ""
        self.has_recording = await self._load(link.story, link.moment) if STORIES[link.story].is_played else False
        self.frame = self._frame(link.settings)
        self.other_frame = self._frame(self.other) if self.is_compared else ""
        if self.tab == "python":
            self.code = self._python()

    def _frame(self, settings: Settings) -> str:
        query = Link(self.story, settings).query(STORIES[self.story].settings)
        return f"{ROUTE}?{query}" + (f"&playback={self._playback_id}" if self.has_recording else "")

    def _python(self) -> str:
        story = STORIES[self.story]
        if not story.is_played:
            return python_of_story(story, self.chosen)
        playback = self._playback()
        return python_of_recording(playback.recording, self.chosen) if playback else "# Drop a recording first.\n"
