"""Reading the small streams."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from reflex_thinking.providers.normaliser import Normaliser

from tests.units.providers.expected import HIDDEN, Said, said, text, think

FIXTURES = Path(__file__).parent / "fixtures"
NAMES = sorted(path.name for path in FIXTURES.iterdir())


def read(pieces: list[Any], provider: str | None = None) -> Normaliser:
    normaliser = Normaliser(provider)
    for piece in pieces:
        normaliser.feed(piece)
    normaliser.end()
    return normaliser


def read_file(name: str) -> Normaliser:
    return read([(FIXTURES / name).read_bytes()])


def shown(final: dict[str, Any] | None) -> Said:
    """A message in the form of the table."""
    assert final is not None
    segments: list[tuple[Any, ...]] = []
    for segment in final["segments"]:
        if segment["type"] == "reasoning":
            assert all(part["is_complete"] for part in segment["parts"]) or final["status"] == "error"
            segments.append(think(*(HIDDEN if part.get("redacted") else part["text"] for part in segment["parts"])))
        elif segment["type"] == "text":
            segments.append(text(segment["text"]))
        elif segment["type"] in ("image", "file"):
            [source] = [segment[key] for key in ("data", "url", "file_id") if key in segment]
            kind, media_type = segment["type"], segment["media_type"]
            segments.append((kind, media_type, source, segment.get("name"), segment.get("alt")))
        else:
            result, error, server = segment.get("result"), segment.get("error"), segment.get("server", False)
            segments.append((segment["type"], segment["name"], segment["input"], result, error, server))
    usage = final.get("usage", {})
    error = final.get("error")
    assert (final["status"] == "error") == (error is not None)
    return said(
        *segments,
        stop=final.get("stop_reason"),
        incomplete=bool(final.get("incomplete")) and error is None,
        usage=(usage.get("input_tokens"), usage.get("output_tokens"), usage.get("reasoning_tokens")),
        error=None if error is None else (error.get("code"), error["message"]),
    )
