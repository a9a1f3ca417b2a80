"""Every component and every state, as stories. What a function says here is what "Copy Python" gives."""

import reflex as rx
import reflex_thinking as rt

from ..review.stories import Props, Story, add, story
from ..scenarios import blocks, pictures, runs

# States -----------------------------------------------------------------------------------------------------------------


@story("done", "Done", "States")
def done(props: Props) -> rx.Component:
    """Closed, as it stands above an answer."""
    return rt.thinking(blocks.TRIP, **props)


@story("open", "Done, open", "States")
def opened(props: Props) -> rx.Component:
    """Every kind of step, in the order in which they happened."""
    return rt.thinking(blocks.TRIP.model_copy(update={"id": "trip-open"}), default_open=True, **props)


@story("delegation", "Two assistants, one inside the other", "States")
def delegation(props: Props) -> rx.Component:
    """Each assistant opens by itself; a failure inside shows on the row above it."""
    return rt.thinking(blocks.POLICY, default_open=True, **props)


@story("thinking", "Thinking", "States")
def thinking(props: Props) -> rx.Component:
    """While it streams: a breathing dot, and who works on what."""
    return rt.thinking(blocks.WORKING, **props)


@story("thinking-closed", "Thinking, closed", "States", live="collapsed")
def thinking_closed(props: Props) -> rx.Component:
    """While it streams, with what happens right now on the bar."""
    return rt.thinking(blocks.WORKING.model_copy(update={"id": "working-closed"}), **props)


@story("error", "Failed", "States")
def failed(props: Props) -> rx.Component:
    """A failure that shows before anything is opened."""
    return rt.thinking(blocks.FAILED, **props)


@story("error-open", "Failed, open", "States")
def failed_open(props: Props) -> rx.Component:
    """Which step failed, and why."""
    return rt.thinking(blocks.FAILED.model_copy(update={"id": "failed-open"}), default_open=True, **props)


@story("cancelled", "Stopped", "States")
def cancelled(props: Props) -> rx.Component:
    """Stopped by the user in the middle of a tool."""
    return rt.thinking(blocks.STOPPED, default_open=True, **props)


@story("redacted", "Kept private", "States")
def redacted(props: Props) -> rx.Component:
    """Reasoning that the provider does not show."""
    return rt.thinking(blocks.REDACTED, default_open=True, **props)


@story("partly-redacted", "Partly kept private", "States")
def partly_redacted(props: Props) -> rx.Component:
    """What may be shown is shown, without a word about the rest."""
    return rt.thinking(blocks.PARTLY_REDACTED, default_open=True, **props)


@story("tools", "Tools only", "States")
def tools(props: Props) -> rx.Component:
    """No reasoning: the label says what was used."""
    return rt.thinking(blocks.TOOLS_ONLY, **props)


@story("markdown", "Markdown", "States")
def markdown(props: Props) -> rx.Component:
    """Headings, lists, tables, quotes and code."""
    return rt.thinking(blocks.MARKDOWN, default_open=True, **props)


@story("hostile", "Hostile text", "States")
def hostile(props: Props) -> rx.Component:
    """Markup from a model or a tool stays text; unbroken words stay inside."""
    return rt.thinking(blocks.HOSTILE, default_open=True, **props)


@story("long", "Two hundred steps", "States")
def long(props: Props) -> rx.Component:
    """Opens at once, however long it is."""
    return rt.thinking(blocks.LONG, **props)


@story("rtl", "Right to left", "States", locale="ar")
def right_to_left(props: Props) -> rx.Component:
    """Everything is mirrored but for code and numbers."""
    return rt.thinking(blocks.ARABIC, default_open=True, **props)


@story("portuguese", "Portuguese", "States", locale="pt-BR")
def portuguese(props: Props) -> rx.Component:
    """Another language is one prop."""
    return rt.thinking(blocks.TOOLS_ONLY.model_copy(update={"id": "pt"}), **props)


@story("media", "Images and files", "States")
def media(props: Props) -> rx.Component:
    """An image, files, an image that may not be loaded, a file that only the provider has, one that is too large."""
    return rt.localized(rt.message_parts(pictures.MESSAGE), locale=props.get("locale"), class_name="rxt-message")


@story("empty", "No thinking", "States")
def empty(props: Props) -> rx.Component:
    """Nothing at all: no box, no space."""
    return rx.fragment(rt.thinking(rt.ThinkingBlock(id="empty"), **props), rt.thinking(None))


# Components -------------------------------------------------------------------------------------------------------------


@story("words", "With words", "Components")
def words(props: Props) -> rx.Component:
    """The length of the reasoning on the bar."""
    return rt.thinking(blocks.TRIP.model_copy(update={"id": "trip-words"}), show_words=True, **props)


@story("details", "As details", "Components", semantics="details")
def details(props: Props) -> rx.Component:
    """The browser's own element: found by a search of the page."""
    return rt.thinking(blocks.TRIP.model_copy(update={"id": "trip-details"}), **props)


@story("slots", "Slots replaced", "Components")
def slots(props: Props) -> rx.Component:
    """Another icon and label, no badge, and one tool with a look of its own."""
    return rt.thinking(
        blocks.TRIP.model_copy(update={"id": "trip-slots"}),
        icon=rx.icon("sparkles", size=16),
        label="How I planned it",
        badge=None,
        components={
            "tools": {"check_availability": lambda step: rx.el.p("Calendar: ", step.content, data_custom="tool")}
        },
        default_open=True,
        **props,
    )


class ReviewState(rx.State):
    """A block in a state of the app's own, opened and closed by the app."""

    block: rt.ThinkingBlock = rt.ThinkingBlock()
    is_open: bool = False

    @rx.event
    def load(self):
        """Let the block appear."""
        self.block = blocks.POLICY.model_copy(update={"id": "policy-state"})

    @rx.event
    def change_open(self, is_open: bool):
        """What the user wants, which this app agrees to."""
        self.is_open = is_open


@story("state", "From a state, opened by the app", "Components")
def from_state(props: Props) -> rx.Component:
    """The app holds the block, and decides whether it is open."""
    return rx.fragment(
        rx.el.button("Load", on_click=ReviewState.load),
        rx.el.button("Open", on_click=ReviewState.change_open(True)),
        rt.thinking(ReviewState.block, open=ReviewState.is_open, on_open_change=ReviewState.change_open, **props),
    )


class StoryChat(rt.ThinkingState, rx.State):
    """A chat that repeats what it is told, after some thought."""

    @staticmethod
    async def respond(turn: rt.Turn):
        """Think, unless that is turned off, then answer."""
        for word in ("Somebody ", "says ", "something. ") if turn.thinking_enabled else ():
            yield rt.reasoning(word)
        yield f"You said: {turn.text}"

    def _identify(self) -> tuple[str, str]:
        """Each tab is somebody else: what is tried out here is in nobody's list of threads."""
        return f"story:{self.router.session.client_token}", ""


@story("chat", "Chat", "Components")
def chat(props: Props) -> rx.Component:
    """A whole chat, with a conversation in it: read on, or say something."""
    return rt.chat(StoryChat, **props)


@story("composer", "Composer", "Components")
def composer(props: Props) -> rx.Component:
    """Where the user writes: Enter sends, Shift and Enter begin a new line."""
    return rt.composer(StoryChat, placeholder="Ask about the trip")


@story("thinking-toggle", "Thinking switch", "Components")
def thinking_toggle(props: Props) -> rx.Component:
    """Whether the model is asked to think; on by default and kept in the browser."""
    return rt.thinking_toggle(StoryChat)


@story("threads", "Threads", "Components")
def threads(props: Props) -> rx.Component:
    """The conversations of a user: open, rename and delete one."""
    return rx.fragment(rt.new_thread(StoryChat), rt.thread_list(StoryChat), rt.thread_address(StoryChat))


WITH_SAMPLES = {"chat": True, "threads": False}
"""The stories that begin with conversations, and whether the newest one is open."""


@story("preferences", "Preferences", "Components")
def preferences(props: Props) -> rx.Component:
    """What users choose for themselves: how thinking is shown, and whether it closes at its end."""
    return rt.preferences(StoryChat)


@story("toggle-all", "One button for all", "Components")
def toggle_all(props: Props) -> rx.Component:
    """Opens or closes every block of the page."""
    return rx.fragment(
        rt.toggle_all(shortcut=""),
        rt.thinking(blocks.TRIP.model_copy(update={"id": "trip-all"}), **props),
        rt.thinking(blocks.FAILED.model_copy(update={"id": "failed-all"}), **props),
    )


@story("answer", "Text of an answer", "Components")
def answer(props: Props) -> rx.Component:
    """Markdown outside of a block, as answers are."""
    return rt.markdown(blocks.MARKDOWN.steps[0].content)


@rx.memo
def plain_reasoning(part: rx.Var[rt.ThinkingStep]) -> rx.Component:
    """A renderer of the headless stories."""
    return rx.el.p(part.content, data_headless="reasoning")


MESSAGE = rt.Message(
    id="headless",
    parts=[
        *blocks.TRIP.steps[:2],
        rt.TextPart(id="headless-text-1", text="The venue is settled."),
        *blocks.TRIP.steps[3:],
        rt.TextPart(id="headless-text-2", text="Dinner is at seven."),
    ],
)


def chain() -> rx.Component:
    """A chain of thought with a look of its own."""
    return rx.el.div(
        rt.chain_of_thought.accordion_trigger(rx.el.button("Reasoning", class_name="plain-trigger"), as_child=True),
        rt.chain_of_thought.parts(
            components={
                "Reasoning": lambda part: plain_reasoning(part=part),
                "ToolFallback": lambda part: rx.el.code(part.tool_name, data_headless="tool"),
            }
        ),
    )


@story("media-own", "Images and files with a look of your own", "Components")
def media_own(props: Props) -> rx.Component:
    """An image with a caption, and files as plain links to where they are."""
    return rt.message_parts(
        pictures.MESSAGE,
        components={
            "Image": lambda part: rx.el.div(rt.media_part(part), rx.el.small(part.alt), data_headless="image"),
            "File": lambda part: rx.el.p(part.name, " (", part.media_type, ")", data_headless="file"),
        },
    )


@story("headless", "Headless", "Components")
def headless(props: Props) -> rx.Component:
    """The behaviour without the look."""
    return rt.message_parts(MESSAGE, components={"ChainOfThought": chain})


@story("parts", "Parts without a chain", "Components")
def parts(props: Props) -> rx.Component:
    """Each part of a message with a renderer of its own."""
    return rt.message_parts(
        MESSAGE,
        components={
            "Reasoning": lambda part: plain_reasoning(part=part),
            "tools": {
                "by_name": {"web_search": lambda part: rx.el.p("Searched: ", part.content, data_headless="search")},
                "Fallback": lambda part: rx.el.code(part.tool_name, data_headless="tool"),
            },
            "ReasoningGroup": lambda span, content: rx.el.div(content, data_headless="reasoning-group"),
            "ToolGroup": lambda span, content: rx.el.div(content, data_headless="tool-group"),
        },
    )


# Scenarios --------------------------------------------------------------------------------------------------------------

for name, play in runs.SCENARIOS.items():
    title = name.replace("-", " ").capitalize()
    note = (play.__doc__ or "What a provider sends.").strip()
    add(Story(f"run-{name}", title, "Scenarios", note, scenario=name))
add(Story("dropped", "A file of yours", "Scenarios", "Drop canonical events, or what a provider sent."))
