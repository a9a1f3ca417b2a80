"""What reviewers wrote, as a file: Markdown to read, JSON to work with."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from .links import PAGE
from .notes import Comment, Verdict

_MARKS = re.compile(r"([\\`*_{}\[\]()#+\-.!|>~<&])")


def as_json(
    titles: Mapping[str, str], comments: Iterable[Comment], verdicts: Mapping[str, Verdict], *, origin: str
) -> str:
    """Every story with its verdict and its comments.

    Args:
        titles: The title of each story, in the order in which they stand.
        comments: All comments.
        verdicts: What was decided, by story.
        origin: Where the app is, such as ``https://review.example.com``: whoever gets the file can follow its links.
    """
    stories: list[dict[str, Any]] = []
    for story, title, own, verdict in _by_story(titles, comments, verdicts):
        stories.append({
            "id": story,
            "title": title,
            "link": f"{origin}{PAGE}?story={story}",
            "verdict": None if verdict is None else {**asdict(verdict), "decided_at": _moment(verdict.decided_at)},
            "comments": [_comment(comment, origin) for comment in own],
        })  # fmt: skip
    return json.dumps({"stories": stories}, ensure_ascii=False, indent=2) + "\n"


def as_markdown(
    titles: Mapping[str, str], comments: Iterable[Comment], verdicts: Mapping[str, Verdict], *, origin: str
) -> str:
    """The same as a document: the stories that somebody said something about."""
    lines = ["# Design review", ""]
    for story, title, own, verdict in _by_story(titles, comments, verdicts):
        if verdict is None and not own:
            continue
        link = f"[{PAGE}?story={story}]({origin}{PAGE}?story={story})"
        lines += [f"## {_text(title)}", "", f"{_decided(verdict)} · {link}", ""]
        for comment in own:
            moment = "" if comment.moment is None else f" · event {comment.moment}"
            box = " " if comment.resolved_at is None else "x"
            head = f"- [{box}] **{_text(comment.author)}**, {_moment(comment.created_at)}{moment} · [link]({origin}{PAGE}?{comment.query})"
            lines += [head, "", *(f"  > {_text(line)}".rstrip() for line in comment.text.splitlines()), ""]
    if len(lines) == 2:
        lines += ["Nothing was noted yet.", ""]
    return "\n".join(lines)


def _by_story(
    titles: Mapping[str, str], comments: Iterable[Comment], verdicts: Mapping[str, Verdict]
) -> Iterable[tuple[str, str, list[Comment], Verdict | None]]:
    """Also what was said about stories that are not there any more."""
    given = list(comments)
    gone = dict.fromkeys(story for story in [*(one.story for one in given), *verdicts] if story not in titles)
    for story, title in {**titles, **{name: name for name in gone}}.items():
        yield story, title, [comment for comment in given if comment.story == story], verdicts.get(story)


def _comment(comment: Comment, origin: str) -> dict[str, Any]:
    return {
        "id": comment.id,
        "text": comment.text,
        "author": comment.author,
        "created_at": _moment(comment.created_at),
        "link": f"{origin}{PAGE}?{comment.query}",
        "event": comment.moment,
        "resolved_at": None if comment.resolved_at is None else _moment(comment.resolved_at),
        "resolved_by": comment.resolved_by,
    }


def _decided(verdict: Verdict | None) -> str:
    if verdict is None:
        return "**open**"
    return f"**{verdict.verdict}** by {_text(verdict.author)}, {_moment(verdict.decided_at)}"


def _moment(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _text(text: str) -> str:
    """A text that Markdown shows as it is."""
    return _MARKS.sub(r"\\\1", text).replace("\r", "")
