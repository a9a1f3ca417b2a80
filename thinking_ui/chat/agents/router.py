"""The router: what is asked, and what it takes to answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reflex_thinking import Turn

from ..contract import Plan
from ..history import last_sources
from ..questions import (
    EXPECTED_WORDS,
    MOST_CHARACTERS,
    continues,
    expects_of,
    intent_of,
    kind_of,
    order_of,
    sides_of,
    spoken,
    subjects_of,
    terms_of,
    without_documents,
)
from ..suggestions import read_suggestion

_SOCIAL = ("greeting", "thanks", "about")


class RouterAgent:
    """Reads a question and makes a plan of it. Needs no model: the same question gives the same plan."""

    def run(self, turn: Turn) -> Plan:
        """The plan for a turn."""
        text, language = read_suggestion(turn.text) or (turn.text[:MOST_CHARACTERS], spoken(turn.text, turn.locale))
        subjects = subjects_of(text)
        intent = intent_of(text, subjects)
        if intent == "list":
            subjects = subjects_of(without_documents(text))
        earlier = last_sources(turn.history) if intent not in _SOCIAL and continues(text, subjects) else ()
        if intent == "unclear" and earlier:
            intent = "question"
        return Plan(
            question=turn.text,
            language=language,
            intent=intent,
            expects=expects_of(text),
            subjects=subjects,
            terms=terms_of(text),
            sides=sides_of(text) if intent == "comparison" else (),
            kind=kind_of(text, intent),
            order=order_of(text) if intent == "list" else None,
            continues=earlier,
        )


def narration(plan: Plan) -> str:
    """The plan in words, for the reader of the router's step."""
    subjects = _enumerate([f"**{subject.text}**" for subject in plan.subjects[:6]])
    match plan.intent:
        case "greeting" | "thanks":
            return "This is small talk; nothing needs to be looked up."
        case "about":
            return "They ask what I can do. The list of documents says it best."
        case "unclear":
            return "I find no word here that I could look up, so I will ask what is meant."
        case "comparison":
            first, second = plan.sides
            lines = [
                f"They compare **{first.text}** with **{second.text}**.",
                "Each side gets a researcher of its own.",
            ]
        case "list":
            what = f" that have to do with {subjects}" if subjects else ""
            lines = [f"They want a list of documents{what}, so I go through all of them rather than search."]
            if plan.order is not None:
                extreme = "highest" if plan.order.most else "lowest"
                lines.append(f"What counts is the {extreme} *{plan.order.fact}*.")
        case "enquiry":
            lines = [f"This is about a project of their own. What they need: {subjects or 'not said yet'}."]
        case "question":
            lines = [f"A question about {subjects or 'what was said before'}."]
    if plan.expects != "anything":
        lines.append(f"A good answer holds {EXPECTED_WORDS[plan.expects]}.")
    if plan.kind == "document":
        lines.append("It sounds like the kit itself, so its documentation comes first.")
    if plan.continues:
        lines.append(f"It goes on from the last answer, which was about `{plan.continues[0]}`.")
    if plan.language == "pt":
        lines.append("It is asked in Portuguese; I look for the English words too.")
    return " ".join(lines)


def _enumerate(names: Sequence[Any]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""
