"""What each of the small streams says."""

from __future__ import annotations

from typing import Any

HIDDEN = object()

Said = dict[str, Any]


def think(*parts: Any) -> tuple[Any, ...]:
    return ("reasoning", *("hidden" if part is HIDDEN else part for part in parts))


def text(said: str) -> tuple[Any, ...]:
    return ("text", said)


def call(
    name: str, value: Any, *, result: Any = None, error: str | None = None, server: bool = False
) -> tuple[Any, ...]:
    return ("tool_call", name, value, result, error, server)


def search(name: str, value: Any, *, result: Any = None) -> tuple[Any, ...]:
    return ("web_search_call", name, value, result, None, True)


def code(name: str, value: Any, *, result: Any = None, error: str | None = None) -> tuple[Any, ...]:
    return ("code_interpreter_call", name, value, result, error, True)


RED = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
"""An image of one red dot."""


def image(source: str, media_type: str = "image/png", *, name: str | None = None, alt: str | None = None) -> Any:
    return ("image", media_type, source, name, alt)


def file(source: str, media_type: str = "application/octet-stream", *, name: str | None = None) -> Any:
    return ("file", media_type, source, name, None)


def said(
    *segments: tuple[Any, ...],
    stop: str | None = None,
    incomplete: bool = False,
    usage: tuple[int | None, int | None, int | None] = (None, None, None),
    error: tuple[str | None, str] | None = None,
) -> Said:
    """What a message says: its segments, why it stopped, the tokens (input, output, reasoning) and the error."""
    return {"segments": list(segments), "stop": stop, "incomplete": incomplete, "usage": usage, "error": error}


_BEDROCK_IMAGE = said(
    text("Red:"),
    image(RED),
    image("s3://bucket/blue.png", "application/octet-stream"),
    text("And blue."),
    stop="end_turn",
    usage=(5, 9, None),
)
_GEMINI_FILE = file("https://files.example/v1/files/abc", "application/pdf")
_GEMINI_IMAGE = said(
    think("Which red?"), text("Red:"), image(RED), _GEMINI_FILE, text("Done."), stop="STOP", usage=(3, 13, 4)
)
_INTERACTIONS_IMAGE = said(
    think("Which red?"),
    text("Red:"),
    image(RED),
    file("https://files.example/v1/files/abc", "video/mp4"),
    text("Done."),
    stop="completed",
    usage=(5, 13, 7),
)
_RESPONSES_IMAGE = said(
    call(
        "image_generation",
        {"output_format": "png", "revised_prompt": "A red dot"},
        result={"type": "image", "size": len(RED)},
        server=True,
    ),
    image(RED, alt="A red dot"),
    text("Red."),
    stop="completed",
    usage=(8, 20, 0),
)

EXPECTED: dict[str, Said] = {
    "anthropic-files.sse": said(
        call(
            "bash_code_execution",
            {"command": "plot"},
            result={
                "type": "bash_code_execution_result",
                "stdout": "saved",
                "stderr": "",
                "return_code": 0,
                "content": [
                    {"type": "bash_code_execution_output", "file_id": "file_a"},
                    {"type": "bash_code_execution_output", "file_id": "file_b", "filename": "plot.png"},
                    {"type": "bash_code_execution_output"},
                ],
            },
            server=True,
        ),
        file("file_a"),
        image("file_b", name="plot.png"),
        text("Two files."),
        stop="end_turn",
        usage=(11, 30, None),
    ),
    "bedrock-image-finished.json": _BEDROCK_IMAGE,
    "bedrock-image.jsonl": _BEDROCK_IMAGE,
    "chat-image-parts.json": said(text("Red:"), image(RED), text("Done."), stop="stop", usage=(3, 9, None)),
    "chat-openrouter-image.sse": said(
        text("Red and a half tag <th"),
        image(RED),
        text("Blue:"),
        image("https://images.example/blue.png"),
        stop="stop",
        usage=(3, 9, None),
    ),
    "gemini-image-finished.json": _GEMINI_IMAGE,
    "gemini-image.sse": _GEMINI_IMAGE,
    "interactions-image-finished.json": _INTERACTIONS_IMAGE,
    "interactions-image.jsonl": _INTERACTIONS_IMAGE,
    "responses-drawing-elsewhere.json": said(
        code("code_interpreter", {"code": "plot()"}),
        text("Done."),
        image("cfile_1", name="cfile_1.png"),
        file("cfile_2", "text/csv", name="red.csv"),
        stop="completed",
        usage=(8, 20, 0),
    ),
    "responses-drawing.sse": said(
        code("code_interpreter", {"code": "plot()"}, result=[{"type": "logs", "logs": "ok"}, {"type": "image"}]),
        image(RED),
        text("Done."),
        file("cfile_2", "text/csv", name="red.csv"),
        stop="completed",
        usage=(8, 20, 0),
    ),
    "responses-image-finished.json": _RESPONSES_IMAGE,
    "responses-image.sse": _RESPONSES_IMAGE,
    "anthropic-between-tools.sse": said(
        think("Looking."),
        call("look", {"at": 1}),
        think("Looking again."),
        call("look", {"at": 2}),
        stop="tool_use",
        usage=(11, 30, None),
    ),
    "anthropic-message.json": said(
        think("Plain <thinking> stays."),
        text("<thinking>not me</thinking> Done."),
        call("look", {"at": "sea"}),
        stop="tool_use",
        usage=(4, 8, None),
    ),
    "anthropic-overloaded.sse": said(
        think("First I "),
        usage=(11, 1, None),
        error=("overloaded_error", "Overloaded. The provider is busy: try again in a moment."),
    ),
    "anthropic-server-tools.sse": said(
        search(
            "web_search",
            {"query": "tide table"},
            result=[
                {
                    "type": "web_search_result",
                    "url": "https://tides.example",
                    "title": "Tides",
                    "encrypted_content": "eHg=",
                }
            ],
        ),
        call(
            "echo", {"text": "hi"}, result=[{"type": "text", "text": "no such tool"}], error="no such tool", server=True
        ),
        text("High water at six."),
        stop="end_turn",
        usage=(11, 30, None),
    ),
    "anthropic-signature-only.sse": said(
        think(HIDDEN), think(HIDDEN), text("Yes."), stop="end_turn", usage=(11, 30, None)
    ),
    "anthropic-text-before-thinking.sse": said(
        text("Let me see. "), think("Seven is prime."), text("Seven is prime."), stop="end_turn", usage=(11, 25, 9)
    ),
    "anthropic-tools-in-start.sse": said(
        call("look", {"at": "sky"}), call("count", {"to": 3}), call("wait", {}), stop="tool_use", usage=(11, 30, None)
    ),
    "anthropic-truncated-input.sse": said(
        call("write", '{"lines": ["one", "tw'), stop="max_tokens", incomplete=True, usage=(11, 30, None)
    ),
    "bedrock-exception.jsonl": said(
        text("It beg"), error=("throttlingException", "Too many requests. Try again in a moment.")
    ),
    "bedrock-finished.json": said(
        think("I should look."),
        text("<thinking>plain</thinking> Looking."),
        call("look", {"at": 3}),
        stop="tool_use",
        usage=(5, 9, None),
    ),
    "bedrock-redacted.jsonl": said(think(HIDDEN), text("Yes."), stop="end_turn", usage=(5, 9, None)),
    "bedrock-server-tool.jsonl": said(
        code("nova_code_interpreter", {"snippet": "2+2"}, result=[{"json": {"stdOut": "4"}}]),
        text("Four."),
        stop="guardrail_intervened",
        incomplete=True,
    ),
    "bedrock.jsonl": said(
        think("I should look."),
        text("<thinking>plain</thinking> Looking."),
        call("look", {"at": 3}),
        stop="tool_use",
        usage=(5, 9, None),
    ),
    "chat-audio.sse": said(text("Good day."), stop="stop"),
    "chat-bedrock-gpt-oss.sse": said(think("Simple."), text("Hello."), stop="stop"),
    "chat-cerebras.json": said(think("It needs the tool."), call("today", {}), stop="tool_calls", usage=(3, 9, 5)),
    "chat-cloudflare.sse": said(think("Call it."), call("look", {}), stop="tool_calls", usage=(2, 4, None)),
    "chat-copilot.jsonl": said(think("Look twice."), call("look", {}), stop="tool_calls", usage=(2, 4, 0)),
    "chat-custom-tool.jsonl": said(call("sql", "select 1"), stop="tool_calls"),
    "chat-cut.sse": said(
        think("I was about to "),
        text("Well, "),
        error=("cut", "The connection to the model ended before its answer did. What had arrived is shown; try again."),
    ),
    "chat-deepseek-finished.json": said(think("Three times four."), text("Twelve."), stop="stop", usage=(5, 9, 6)),
    "chat-deepseek.sse": said(think("Three times four."), text("Twelve."), stop="stop", usage=(5, 9, 6)),
    "chat-function-call.sse": said(call("look", {"at": 4}), stop="function_call"),
    "chat-gemini-compatible.sse": said(
        think("Both cities."),
        text("Let me look."),
        call("weather", {"city": "Rome"}),
        call("weather", {"city": "Oslo"}),
        stop="tool_calls",
    ),
    "chat-groq-search.sse": said(
        search(
            "browser.search",
            {"query": "tide"},
            result={"output": "1 result", "search_results": {"results": [{"url": "https://tides.example"}]}},
        ),
        text("At six."),
        stop="stop",
    ),
    "chat-groq.sse": said(
        think("I run it."),
        code("python", {"code": "print(2)"}, result="2\n"),
        think("It says two."),
        text("Two."),
        stop="stop",
        usage=(4, 12, 8),
    ),
    "chat-huggingface.json": said(think("\nParis, I think.\n"), text("\n\nParis."), stop="stop", usage=(5, 9, None)),
    "chat-late-name.jsonl": said(call("look", {"a": 1}), stop="tool_calls"),
    "chat-litellm.sse": said(think("Think hard."), text("Done."), stop="stop"),
    "chat-mistral-finished.json": said(think("Twelve squared."), text("144"), stop="stop", usage=(3, 9, None)),
    "chat-mistral-tools.sse": said(call("look", {"at": 1}), call("look", {"at": 2}), stop="tool_calls"),
    "chat-mistral.sse": said(think("Twelve squared."), text("144"), stop="stop", usage=(3, 9, None)),
    "chat-ollama.sse": said(think("Say hi."), text("Hi!"), stop="stop", usage=(2, 7, None)),
    "chat-openrouter-error.sse": said(
        text("It begins"), stop="error", error=("502", "Provider disconnected unexpectedly. Try again.")
    ),
    "chat-openrouter-summaries.json": said(
        think(HIDDEN, "**Squaring** three.", "**Checking** it."),
        text("Nine."),
        search("web_search", {}, result=[{"url": "https://squares.example", "title": "Squares"}]),
        stop="stop",
        usage=(3, 9, 4),
    ),
    "chat-openrouter.sse": said(
        think("The city is Rome."), call("weather", {"city": "Rome"}), stop="tool_calls", usage=(8, 20, 11)
    ),
    "chat-perplexity.sse": said(
        text("High tide."),
        search("web_search", {}, result=[{"url": "https://tides.example", "title": "Tides"}]),
        stop="stop",
        usage=(2, 4, None),
    ),
    "chat-qwen-empty-ids.jsonl": said(call("weather", {"city": "Oslo"}), stop="tool_calls", usage=(2, 4, None)),
    "chat-refusal.json": said(text("I cannot help with that."), stop="stop", usage=(2, 4, None)),
    "chat-repeated-reasoning.sse": said(think("Reasoning that is long enough to repeat."), text("Yes."), stop="stop"),
    "chat-snowflake.sse": said(think("Add them."), text("Five."), usage=(2, 4, 0)),
    "chat-tags-code.sse": said(
        think("I close with `</think>` at the end."),
        text('Write `<think>` so:\n```xml\n<think>\nhm\n</think>\n```\nand "</think>" after.'),
        stop="stop",
    ),
    "chat-tags-empty.sse": said(text("\n\nFour."), stop="stop"),
    "chat-tags-stray.sse": said(text("\n\nThe answer is no.\n\nReally."), stop="stop"),
    "chat-tags-unclosed.json": said(think("\nAnd then I would"), stop="length", incomplete=True, usage=(3, 5, None)),
    "chat-truncated-call.sse": said(
        call("report", '{"summary": "the nightly'), stop="length", incomplete=True, usage=(4, 8, None)
    ),
    "chat-two-choices.sse": said(text("One."), stop="stop"),
    "chat-vllm-tags-split.sse": said(think("\nLet me count: a < b"), text("\n\nTwo < three.!"), stop="stop"),
    "chat-xai.sse": said(think("Hm, Grok."), text("Grok"), stop="stop", usage=(10, 26, 25)),
    "chat-zai.json": said(think("Two and two."), text("Four."), stop="stop", usage=(3, 9, 7)),
    "cohere-error.sse": said(text("It beg"), stop="ERROR", error=(None, "internal server error. Try again.")),
    "cohere-finished.json": said(think("Two and two."), text("Four."), stop="COMPLETE", usage=(3, 9, None)),
    "cohere-plan.sse": said(think("I will look."), call("look", {}), stop="TOOL_CALL"),
    "cohere.sse": said(
        think("Which tool?"), call("look", {"at": 1}), call("wait", {}), stop="TOOL_CALL", usage=(30, 40, 10)
    ),
    "error-google.json": said(error=("429", "Resource exhausted. Try again in a moment.")),
    "error-openai.json": said(error=("invalid_api_key", "Incorrect API key provided: [key]. Check the API key.")),
    "error-vllm.json": said(
        error=("400", "This model's maximum context length is 10 tokens. Shorten the conversation.")
    ),
    "gemini-blocked.json": said(
        usage=(8, None, None),
        error=("PROHIBITED_CONTENT", "The provider did not accept the question: PROHIBITED_CONTENT."),
    ),
    "gemini-calls-without-id.sse": said(
        call("look", {"at": "left"}), call("look", {"at": "right"}), call("wait", {}), stop="STOP", usage=(3, 2, None)
    ),
    "gemini-code.sse": said(
        code("code_execution", {"language": "PYTHON", "code": "print(6*7)"}, result="42\n"),
        code(
            "code_execution", {"language": "PYTHON", "code": "1/0"}, result="ZeroDivisionError", error="OUTCOME_FAILED"
        ),
        text("It is 42."),
        stop="STOP",
        usage=(3, 13, 4),
    ),
    "gemini-error-in-stream.sse": said(
        text("It beg"), error=("503", "The model is overloaded. The provider is busy: try again in a moment.")
    ),
    "gemini-grounded.sse": said(
        text("At six."),
        search(
            "google_search",
            {"queries": ["tide table"]},
            result=[{"url": "https://tides.example", "title": "tides.example"}],
        ),
        stop="STOP",
    ),
    "gemini-partial-args.jsonl": said(
        call("book", {"rooms": [{"name": "Blue room", "beds": 2}, {"sea view": True}], "note": None}),
        call("wait", {}),
        stop="STOP",
        usage=(3, 2, None),
    ),
    "gemini-safety.sse": said(
        stop="SAFETY", usage=(8, None, None), error=("SAFETY", "The provider gave no answer: SAFETY.")
    ),
    "gemini-server-tools.json": said(
        search("google_search_web", {"queries": ["tide table"]}, result={"search_suggestions": "<b>tide</b>"}),
        text("At six."),
        stop="STOP",
        usage=(3, 13, 4),
    ),
    "gemini-snake-case.json": said(think("Hm."), call("look", {"a_b": 1}), stop="STOP", usage=(3, 6, 4)),
    "gemini-stream-as-array.json": said(text("Two."), stop="STOP", usage=(3, 2, None)),
    "gemini-thoughts-finished.json": said(
        think("**Adding**\n\nTwo and two."), text("Four."), stop="STOP", usage=(3, 7, 5)
    ),
    "gemini-thoughts.sse": said(think("**Adding**\n\nTwo and two."), text("Four."), stop="STOP", usage=(3, 7, 5)),
    "interactions-failed.jsonl": said(text("It beg"), error=("internal_error", "Something broke. Try again.")),
    "interactions-finished.json": said(
        think("**Looking** up."),
        text("One moment."),
        call("look", {"at": "sea"}),
        stop="requires_action",
        usage=(5, 13, 7),
    ),
    "interactions-search.jsonl": said(
        think(HIDDEN),
        search("google_search", {"queries": ["tide"]}, result=[{"url": "https://tides.example"}]),
        text("At six."),
        stop="completed",
        usage=(5, 13, 7),
    ),
    "interactions.sse": said(
        think("**Looking** up."),
        text("One moment."),
        call("look", {"at": "sea"}),
        stop="requires_action",
        usage=(5, 13, 7),
    ),
    "ollama-error.jsonl": said(
        text("It beg"), error=(None, "an error was encountered while running the model: unexpected EOF.")
    ),
    "ollama-finished.json": said(think("\nHm.\n"), text("\n\nThe left one."), stop="stop", usage=(4, 9, None)),
    "ollama-generate.jsonl": said(
        think("Say it."), text("It is."), stop="length", incomplete=True, usage=(None, 5, None)
    ),
    "ollama.jsonl": said(think("Which one?"), call("look", {"at": [1, 2]}), stop="stop", usage=(4, 9, None)),
    "responses-arguments-in-done.sse": said(call("look", {"at": "door"}), stop="completed"),
    "responses-failed.sse": said(text("It beg"), error=("server_error", "Something broke. Try again.")),
    "responses-hidden-reasoning.sse": said(think(HIDDEN), text("Yes."), stop="completed", usage=(7, 21, 13)),
    "responses-late-reasoning.sse": said(text("Blue."), think("It was blue."), stop="completed"),
    "responses-rotating-ids.jsonl": said(
        think("Turning around."), call("look", {"at": 5}), stop="completed", usage=(7, 21, 13)
    ),
    "responses-summaries-finished.json": said(
        think("**Weighing**\n\nOne side.", "**Deciding**\n\nThe other side."),
        text("The left one."),
        stop="completed",
        usage=(7, 21, 13),
    ),
    "responses-summaries.sse": said(
        think("**Weighing**\n\nOne side.", "**Deciding**\n\nThe other side."),
        text("The left one."),
        stop="completed",
        usage=(7, 21, 13),
    ),
    "responses-web-search.json": said(
        think(HIDDEN),
        search("web_search", {"type": "search", "query": "tide table"}),
        text("At six."),
        stop="completed",
        usage=(7, 21, 13),
    ),
}
