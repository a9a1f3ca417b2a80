"""What a model of chat completions says: text, perhaps with reasoning between tags, or a list of parts."""

from __future__ import annotations

from typing import Any

from .flow import Flow
from .tags import Tags
from .values import dict_of, list_of, text_of


class Content:
    """Reads the content, and the other fields that hold something said."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._tags: Tags | None = None
        self._parts: list[dict[str, Any]] = []
        """The content as it came; parts of the same type that follow each other are one."""
        self._has_list = False
        self._refusal: list[str] = []
        self._audio_id = ""
        self._extra: dict[str, Any] = {}
        self._was_thought = False
        self._images: list[dict[str, Any]] = []

    def set_model(self, model: str) -> None:
        """Some models have tags of their own."""
        if self._tags is None and model:
            self._tags = Tags("reasoning" if model.startswith("openai.gpt-oss") else "think")

    def read(self, delta: dict[str, Any]) -> None:
        """Read a chunk's delta, or a message."""
        content = delta.get("content")
        if isinstance(content, str):
            self._text(content, dict_of(delta.get("extra_content")))
        elif isinstance(content, list):
            self._has_list = True
            for part in map(dict_of, list_of(delta.get("content"))):
                self._part(part)
        for image in map(dict_of, list_of(delta.get("images"))):
            self._images.append(image)
            self._image(image)
        if refusal := text_of(delta.get("refusal")):
            self._refusal.append(refusal)
            self._flow.say(refusal)
        if audio := dict_of(delta.get("audio")):
            self._audio_id = text_of(audio.get("id")) or self._audio_id
            self._flow.say("" if content else text_of(audio.get("transcript")))

    def end(self, *, whole: bool = True) -> None:
        """Nothing more will be said, or not now.

        Args:
            whole: Whether all was said: what may be half a tag is then text, and else nobody knows what it is.
        """
        if self._tags is not None and whole:
            self._flow.split(self._tags.end())

    def reply(self) -> dict[str, Any]:
        """The fields that a follow-up request sends back."""
        fields: dict[str, Any] = {}
        if self._has_list and self._parts:
            fields["content"] = [_written(part) for part in self._parts]
        elif self._parts:
            fields["content"] = "".join("".join(part["text"]) for part in self._parts)
        if self._refusal:
            fields["refusal"] = "".join(self._refusal)
        if self._audio_id:
            fields["audio"] = {"id": self._audio_id}
        if self._extra:
            fields["extra_content"] = self._extra
        if self._images:
            fields["images"] = self._images
        return fields

    def _text(self, text: str, extra: dict[str, Any]) -> None:
        is_thought = bool(dict_of(extra.get("google")).get("thought"))
        if is_thought:  # Gemini says so beside the text, and puts tags around it too; it takes none back
            self._flow.think(text.removeprefix("<thought>").removesuffix("</thought>"), "inline")
        else:
            self._extra.update(extra)
            text = text.removeprefix("</thought>") if self._was_thought else text
            self._keep({"type": "text"}, text)
            self._say(text)
        self._was_thought = is_thought or (self._was_thought and not text)

    def _say(self, text: str) -> None:
        self._tags = self._tags or Tags()
        self._flow.split(self._tags.feed(text))

    def _part(self, part: dict[str, Any]) -> None:
        match part.get("type"):
            case "text" | "output_text":
                self._keep({"type": "text"}, text_of(part.get("text")))
                self._say(text_of(part.get("text")))
            case "thinking":
                text = text_of(part.get("thinking")) or _joined(part.get("thinking"))
                self._keep({**part, "type": "thinking"}, text)
                self._flow.think(text, "thinking")
            case "reasoning":
                text = text_of(part.get("text")) or _joined(part.get("summary"))
                self._parts.append(part)
                if text:
                    self._flow.think(text, "thinking")
                elif any(dict_of(inner).get("signature") for inner in list_of(part.get("summary"))):
                    self._flow.hide()
            case "refusal":
                self._parts.append(part)
                self._flow.say(text_of(part.get("refusal")))
            case "image_url":
                self._parts.append(part)
                self._image(part)
            case _:
                self._parts.append(part)

    def _image(self, part: dict[str, Any]) -> None:
        """An image as OpenRouter sends it: an address, usually one that holds the data."""
        image = part.get("image_url")
        url = image if isinstance(image, str) else text_of(dict_of(image).get("url"))
        if url:
            self.end()
            self._flow.show(url=url, media_type="image/*")

    def _keep(self, part: dict[str, Any], text: str) -> None:
        if not text and part["type"] == "text":
            return
        last = self._parts[-1] if self._parts else {}
        if last.get("type") == part["type"] and isinstance(last.get("text"), list):
            last.update({key: value for key, value in part.items() if value not in (None, "")})
            last["text"].append(text)
        else:
            self._parts.append({**part, "text": [text]})


def _joined(content: Any) -> str:
    return "".join(text_of(dict_of(part).get("text")) for part in list_of(content))


def _written(part: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(part.get("text"), list):
        return part
    text = "".join(part["text"])
    if part["type"] == "text":
        return {"type": "text", "text": text}
    rest = {key: value for key, value in part.items() if key not in ("text", "thinking")}
    thinking = text if isinstance(part.get("thinking"), str) else [{"type": "text", "text": text}]
    return {**rest, "thinking": thinking}
