"""The examples, opened and used: one build for all those that have pages, each at an address of its own."""

import json
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.browser.conftest import IS_INTERACTIVE, watch
from tests.browser.live import answer, ask, has_text, is_done, slot, thinking
from tests.browser.replies import Provider, claude, gpt_calls, gpt_says, serving
from tools import example, frontend
from tools.serve import Server, free_port

pytestmark = pytest.mark.slow  # it builds an app of its own
PAGES = [name for name in example.names() if example.has_pages(name)]
SERVICES = [name for name in example.names() if not example.has_pages(name)]

# An app is all that an example makes, and a process has one. So each gets something that takes its page instead.
TOGETHER = """
import importlib

import reflex as rx

app = rx.App()
made = rx.App


class Taken:
    def __init__(self, name):
        self.name = name

    def add_page(self, page, *, route, title):
        assert route == "/"
        app.add_page(page, route=f"/{self.name}", title=title)


for name in NAMES:
    rx.App = lambda name=name: Taken(name)
    importlib.import_module(f".{name}", __package__)
rx.App = made
"""


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with serving() as running:
        yield running


@pytest.fixture(scope="module")
def examples(provider: Provider) -> Iterator[Server]:
    files = {name: (example.EXAMPLES / f"{name}.py").read_text(encoding="utf-8") for name in PAGES}
    folder = example.project("together", {"together": TOGETHER.replace("NAMES", repr(PAGES)), **files})
    keys = {"ANTHROPIC_API_KEY": "none", "OPENAI_API_KEY": "none"}
    addresses = {"ANTHROPIC_BASE_URL": provider.url, "OPENAI_BASE_URL": f"{provider.url}/v1"}
    with Server(app_dir=folder, env={**keys, **addresses}) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def page(
    request: pytest.FixtureRequest, examples: Server, browser: Browser, problems: list[str]
) -> AsyncIterator[Page]:
    """The example that a test is named after."""
    name = request.function.__name__.removeprefix("test_").partition("__")[0]
    assert name in PAGES
    context = await browser.new_context(base_url=examples.url)
    opened = await context.new_page()
    watch(opened, problems)
    await opened.goto(f"/{name}")
    await opened.wait_for_function(IS_INTERACTIVE)
    yield opened
    await context.close()
    assert not problems, "\n".join(problems)


def test_every_example_is_tried_here():
    tried = {name.removeprefix("test_").partition("__")[0] for name in globals() if name.startswith("test_")}
    assert tried >= {*PAGES, *SERVICES}


async def test_static_block__shows_what_was_checked(page: Page):
    await expect(slot(page.locator("body"), "thinking")).to_have_count(0)
    await page.get_by_role("button", name="Check", exact=True).click()
    steps = page.locator("[data-slot='thinking-step']")
    await expect(steps).to_have_count(4)
    assert [await step.get_attribute("data-status") for step in await steps.all()] == ["done", "error", "error", "done"]
    await expect(steps.last).to_contain_text("2 values have to be looked at")
    await page.get_by_label("The table as CSV").fill("name,email,age\nAda,ada@example.com,36\n")
    await page.get_by_role("button", name="Check", exact=True).click()
    await expect(steps.last).to_contain_text("0 values")


async def test_agent_trace__searches_and_lets_readers_read(page: Page):
    await ask(page, "How do I read CSV files?")
    await is_done(page)
    await expect(slot(answer(page), "message-text").first).to_contain_text("csv.Sniffer")
    await slot(thinking(page).first, "thinking-summary-bar").click()
    kinds = [await step.get_attribute("data-type") for step in await slot(thinking(page), "thinking-step").all()]
    assert kinds[:2] == ["reasoning", "tool_call"] and kinds.count("assistant_call") == 2


async def test_anthropic_chat__streams_what_claude_thinks(page: Page, provider: Provider):
    provider.answers["messages"].append(claude(("They say hello. ", "I say it too."), "Hello **you**."))
    provider.go_on.clear()
    await ask(page, "Hello")
    await has_text(page, "They say hello.")
    assert "I say it too." not in await thinking(page).inner_text()
    provider.go_on.set()
    await is_done(page)
    await expect(slot(answer(page), "message-text")).to_have_text("Hello you.")


async def test_openai_tools__runs_the_tool_and_gives_the_model_what_it_gave(page: Page, provider: Provider):
    asked_before = len(provider.requests)
    thought = gpt_calls("I need the clock.", "days_between", {"first": "2026-02-28", "last": "2026-03-01"})
    provider.answers["responses"].extend([thought, gpt_says("It is one day.")])
    provider.go_on.clear()
    await ask(page, "How long is it from 28 February to 1 March 2026?")
    await expect(slot(answer(page), "message-text")).to_have_text("It is one")
    provider.go_on.set()
    await is_done(page)
    await expect(slot(answer(page), "message-text")).to_have_text("It is one day.")
    await slot(thinking(page), "thinking-summary-bar").click()
    tool = thinking(page).locator("[data-type='tool_call']")
    await expect(tool).to_have_attribute("data-status", "done")
    first, second = provider.requests[asked_before:]
    assert [tool["name"] for tool in first["tools"]] == ["time_in", "days_between"]
    (output,) = [item for item in second["input"] if item.get("type") == "function_call_output"]
    assert (output["call_id"], json.loads(output["output"])) == ("call_1", 1)
    assert "reasoning" in [item.get("type") for item in second["input"]]


async def test_custom_look__shows_sums_in_a_theme_of_its_own(page: Page):
    await ask(page, "12 * (3 + 4) / 7")
    await is_done(page)
    await expect(slot(answer(page), "message-text")).to_have_text("It is 12.")
    await expect(slot(thinking(page), "thinking-label")).to_have_text("How it was worked out")
    await expect(slot(thinking(page), "thinking-tool-badge")).to_have_count(0)
    await slot(thinking(page), "thinking-summary-bar").click()
    await expect(page.locator(".sum")).to_have_text(["3 + 4 = 7", "12 × 7 = 84", "84 ÷ 7 = 12"])
    assert await thinking(page).evaluate("e => getComputedStyle(e).borderRadius") == "2px"


async def test_headless__grows_in_a_look_of_its_own(page: Page):
    await page.get_by_role("button", name="Search").click()
    await expect(page.get_by_role("button", name="show the log")).to_be_visible()
    await page.get_by_role("button", name="show the log").click()
    await expect(page.locator(".log-call").first).to_have_text(
        "$ strike 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58"
    )
    await expect(page.locator(".log-answer")).to_contain_text("53, 59.")
    await expect(page.locator(".log-why")).to_have_count(4)
    assert await page.locator("[class*='rxt-']").count() == 0


async def test_several_threads__answer_apart_from_each_other(page: Page):
    await page.get_by_label("A text for both").fill("One sentence here. Another sentence there.")
    await page.get_by_role("button", name="Ask both").click()
    counting, criticism = (
        page.locator("section").filter(has=page.get_by_role("heading", name=name)) for name in ("Counting", "Criticism")
    )
    await expect(slot(counting, "message-text").last).to_contain_text("6 words in 2 sentences")
    await expect(slot(criticism, "message-text").last).to_contain_text("sentence")
    await slot(counting, "composer-input").fill("Two words.")
    await slot(counting, "composer-send").click()
    await expect(slot(counting, "composer-input")).to_be_focused()
    await expect(slot(counting, "message-text").last).to_contain_text("2 words in 1 sentence")
    await expect(criticism.locator("[data-role='assistant']")).to_have_count(1)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[str]:
    """The example without pages, served; gives its address."""
    port = free_port()
    with (tmp_path / "log").open("wb") as output:
        process = subprocess.Popen(
            example.service_command("fastapi_sse", "127.0.0.1", port),
            cwd=tmp_path,
            env=frontend.environment(PYTHONPATH=str(frontend.ROOT)),
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    assert process.wait(60) == 0, (tmp_path / "log").read_text()


async def test_fastapi_sse__streams_without_a_page(service: str):
    transport = httpx.AsyncHTTPTransport(retries=50)
    async with httpx.AsyncClient(base_url=service, transport=transport, timeout=60) as client:
        assert (await client.get("/health")).json() == {"status": "ok"}
        async with client.stream("POST", "/api/chat", json={"message": "Is 561 a prime?"}) as response:
            assert response.headers["content-type"].startswith("text/event-stream")
            events = [json.loads(line[6:]) async for line in response.aiter_lines() if line.startswith("data: ")]
        thread = (await client.get(f"/api/threads/{events[0]['thread_id']}")).json()
    kinds = [event["type"] for event in events]
    assert (kinds[0], kinds[-1]) == ("message_started", "message_final")
    assert {"reasoning_part_delta", "tool_call_started", "tool_result", "text_delta"} <= set(kinds)
    assert thread["messages"][-1]["segments"][-1]["text"] == "561 is divided by 3."
