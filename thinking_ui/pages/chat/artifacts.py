"""What an answer brings along: how well the studio fits, what it did before, and where that is written."""

import dataclasses
from typing import Any

import reflex as rx
import reflex_thinking as rt
from reflex_thinking.primitives.block import text


@dataclasses.dataclass
class FitBrief:
    """How well the documented experience fits."""

    headline: str
    summary: str
    strengths: list[str]
    gaps: list[str]
    confidence: float


@dataclasses.dataclass
class Experience:
    """One project that shows experience."""

    title: str
    role: str
    summary: str
    relevance: str
    source: str


@dataclasses.dataclass
class Source:
    """A passage that the answer rests on."""

    number: int
    title: str
    heading: str
    source: str


def answer_cards(message: Any) -> rx.Component:
    """The artefacts of an answer as cards below it.

    Args:
        message: The message, as a Var.
    """
    return _cards(artifacts=message.artifacts)


@rx.memo
def _cards(artifacts: rx.Var[dict[str, Any]]) -> rx.Component:
    found: Any = artifacts
    brief = found["fitBrief"].to(FitBrief)
    experience = found["relevantExperience"].to(list[Experience])
    sources = found["sources"].to(list[Source])
    there = found["fitBrief"] | found["relevantExperience"]
    return rx.fragment(
        rx.cond(
            there,
            rx.el.div(
                rx.cond(brief, fit_brief(brief)),
                rx.cond(
                    experience,
                    _card("briefcase", "app.experience", experience.length(), _rows(experience), "experience"),
                ),
                rx.cond(sources, _card("book-open", "app.sources", sources.length(), _sources(sources), "sources")),
                class_name="cards",
                role="group",
                aria_label=text("app.artifacts"),
                data_slot="artifacts",
            ),
        )
    )


def _card(icon: str, key: str, gist: Any, content: rx.Component, slot: str) -> rx.Component:
    return rx.el.details(
        rx.el.summary(
            rx.icon(icon, size=15, aria_hidden=True),
            rx.el.h2(text(key)),
            rx.el.span(gist, dir="auto"),
            rx.icon("chevron-down", size=15, aria_hidden=True),
        ),
        content,
        class_name="card",
        data_slot=f"artifact-{slot}",
    )


def fit_brief(brief: Any) -> rx.Component:
    """How well it fits, in one glance and then in points."""
    percent = (brief.confidence * 100).to(int)
    return _card(
        "target",
        "app.brief",
        brief.headline,
        rx.fragment(
            rx.el.p(brief.headline, class_name="brief-headline", dir="auto"),
            rx.el.div(
                rx.el.span(text("app.confidence")),
                rx.el.meter(value=brief.confidence, min=0, max=1, aria_label=text("app.confidence")),
                rx.el.span(f"{percent}%", class_name="brief-percent"),
                class_name="brief-meter",
            ),
            rt.markdown(brief.summary),
            _points("app.strengths", brief.strengths, "check", "brief-strength"),
            _points("app.gaps", brief.gaps, "minus", "brief-gap"),
        ),
        "fit-brief",
    )


def _points(key: str, points: Any, icon: str, class_name: str) -> rx.Component:
    return rx.cond(
        points,
        rx.el.div(
            rx.el.h3(text(key)),
            rx.el.ul(
                rx.foreach(
                    points,
                    lambda point: rx.el.li(rx.icon(icon, size=15, aria_hidden=True), rt.markdown(point)),
                ),
                class_name=class_name,
            ),
        ),
    )


def _rows(experience: Any) -> rx.Component:
    return rx.el.ul(
        rx.foreach(
            experience,
            lambda one: rx.el.li(
                rx.el.p(rx.el.strong(one.title), rx.cond(one.role, rx.el.span(one.role)), dir="auto"),
                rt.markdown(one.summary, class_name="experience-summary"),
                rt.markdown(one.relevance, class_name="experience-why"),
            ),
        ),
        class_name="experience",
    )


def _sources(sources: Any) -> rx.Component:
    return rx.el.ol(
        rx.foreach(
            sources,
            lambda one: rx.el.li(
                rx.el.span(one.number, class_name="source-number"),
                rx.el.span(one.title, rx.cond(one.heading, rx.el.span(one.heading, class_name="source-heading"))),
                dir="auto",
            ),
        ),
        class_name="sources",
    )
