"""The HTTP service in an app as it is served, and who its users are to page and service alike."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.api.hosting import said, sent
from tools.serve import Server

pytestmark = pytest.mark.slow

APP = Path(__file__).parent / "apps" / "talk"
COOKIE = "reflex_thinking_user"
DOCUMENT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
ANSWER = "[data-slot='message'][data-role='assistant'] [data-slot='message-text']"


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(app_dir=APP, env={"TALK_JOURNAL": str(tmp_path_factory.mktemp("journal"))}) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def context(talk: Server, browser: Browser) -> AsyncIterator[BrowserContext]:
    made = await browser.new_context(base_url=talk.url)
    yield made
    await made.close()


def client(server: Server, **options: Any) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=server.url, timeout=60, **options)


def script_of(page: httpx.Response) -> str:
    return next(part for part in page.text.split('"') if part.endswith(".js"))


async def secret_of(context: BrowserContext) -> str:
    [cookie] = [cookie for cookie in await context.cookies() if cookie.get("name") == COOKIE]
    assert cookie.get("httpOnly") and cookie.get("sameSite") == "Lax" and cookie.get("path") == "/"
    return cookie.get("value", "")


async def say(page: Page, text: str) -> str:
    """Say something in the page and return the thread's id."""
    await page.locator("[data-slot='composer-input']").fill(text)
    await page.keyboard.press("Enter")
    await expect(page.locator(ANSWER).last).to_contain_text(f"You said: {text}")
    await expect(page.locator("#thread-id")).not_to_be_empty()
    return await page.locator("#thread-id").inner_text()


async def test_the_page_itself_brings_the_cookie(talk: Server):
    async with client(talk) as http:
        response = await http.get("/")
        assert response.headers["content-type"].startswith("text/html")
        assert COOKIE in response.headers["set-cookie"] and response.headers["cache-control"] == "private, no-cache"
        again = await http.get("/")
        assert "set-cookie" not in again.headers and again.headers["cache-control"] == "no-cache"
        async with client(talk) as other:
            assert "set-cookie" not in (await other.get(script_of(response))).headers


async def test_who_has_the_page_but_no_cookie_any_more_gets_a_new_one(talk: Server):
    async with client(talk) as http:
        kept = await http.get("/", headers={"accept": DOCUMENT})
        http.cookies.clear()
        again = await http.get("/", headers={"accept": DOCUMENT, "if-none-match": kept.headers["etag"]})
        assert again.status_code == 304 and COOKIE in again.headers["set-cookie"]
        http.cookies.clear()
        script = await http.get(script_of(kept))
        again = await http.get(script_of(kept), headers={"accept": "*/*", "if-none-match": script.headers["etag"]})
        assert again.status_code == 304 and "set-cookie" not in again.headers


async def test_page_and_service_know_a_user_as_the_same_and_nobody_else(
    talk: Server, context: BrowserContext, browser: Browser
):
    page = await context.new_page()
    await page.goto("/")
    thread_id = await say(page, "hello")
    async with client(talk, cookies={COOKIE: await secret_of(context)}) as mine, client(talk) as other:
        thread = (await mine.get(f"/api/threads/{thread_id}")).json()
        assert [message["role"] for message in thread["messages"]] == ["user", "assistant"]
        await said(mine, "and over HTTP", threadId=thread_id)
        # What is said elsewhere appears in the page.
        await expect(page.locator(ANSWER).last).to_contain_text("You said: and over HTTP")
        assert (await other.get(f"/api/threads/{thread_id}")).status_code == 404
        refused = await other.post("/api/chat", json={"message": "x", "threadId": thread_id})
        assert refused.status_code == 404
    await page.goto(f"/?thread={thread_id}")
    await expect(page.locator(ANSWER)).to_have_count(2)


async def test_page_store_and_every_route_show_the_answer_without_its_list_of_quick_replies(
    talk: Server, context: BrowserContext
):
    text, chips = "Here you are.", ["Tell me more", "Start over"]
    page = await context.new_page()
    await page.goto("/")
    await page.locator("[data-slot='composer-input']").fill("chips")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-slot='chip']")).to_have_text(chips)
    await expect(page.locator(ANSWER)).to_have_text(text)
    thread_id = await page.locator("#thread-id").inner_text()
    await page.goto(f"/?thread={thread_id}")
    await expect(page.locator("[data-slot='chip']")).to_have_text(chips)
    await expect(page.locator(ANSWER)).to_have_text(text)
    async with client(talk, cookies={COOKIE: await secret_of(context)}) as mine:
        answer = (await mine.get(f"/api/threads/{thread_id}")).json()["messages"][-1]
        assert [segment["text"] for segment in answer["segments"] if segment["type"] == "text"] == [text]
        assert answer["artifacts"] == {"chips": chips}
        events = await said(mine, "chips", "/api/chat/stream", threadId=thread_id)
        assert "".join(event.data["delta"] for event in events if event.event == "text") == text
        await expect(page.locator(ANSWER)).to_have_text([text, text])
    await page.locator("[data-slot='chip']").first.click()
    await expect(page.locator(ANSWER).last).to_have_text("You said: Tell me more")


async def test_a_list_that_is_still_being_written_is_not_shown_until_the_answer_is_stopped(context: BrowserContext):
    page = await context.new_page()
    await page.goto("/")
    await page.locator("[data-slot='composer-input']").fill("chips wait")
    await page.keyboard.press("Enter")
    await expect(page.locator(ANSWER)).to_have_text("Here you are.")
    await page.locator("[data-slot='composer-stop']").click()
    await expect(page.locator(ANSWER)).to_contain_text("Tell me more")
    await expect(page.locator("[data-slot='chip']")).to_have_count(0)


async def test_the_cookie_is_in_nothing_that_the_page_is_sent_and_in_nothing_that_the_server_keeps(
    talk: Server, context: BrowserContext
):
    frames: list[str] = []
    page = await context.new_page()
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    await page.goto("/")
    await say(page, "hello")
    await page.reload()
    await say(page, "again")
    secret = await secret_of(context)
    assert frames and any("rx_router_headers" in frame for frame in frames)
    assert not [frame for frame in frames if secret in frame or COOKIE in frame]
    assert secret not in await page.evaluate("document.documentElement.outerHTML + document.cookie + location.href")
    assert secret not in talk.log.read_text()
    kept = [path for path in states_of(talk).rglob("*") if path.is_file()]
    assert not [path for path in kept if secret.encode() in path.read_bytes()]


def states_of(server: Server) -> Path:
    from tools.serve import RUNS

    return RUNS / f"{os.getpid()}-{server.port}" / "states"


async def test_a_second_user_cannot_open_the_conversation_of_the_first(
    context: BrowserContext, browser: Browser, talk: Server
):
    page = await context.new_page()
    await page.goto("/")
    thread_id = await say(page, "mine")
    await page.goto(f"/?thread={thread_id}")
    await expect(page.locator(ANSWER)).to_contain_text("You said: mine")
    other_context = await browser.new_context(base_url=talk.url)
    other = await other_context.new_page()
    await other.goto(f"/?thread={thread_id}")
    await expect(other.get_by_text("This conversation was not found.")).to_be_visible()
    await expect(other.locator(ANSWER)).to_have_count(0)
    assert await say(other, "yours") != thread_id
    await other_context.close()


async def test_other_pages_may_not_use_the_service(talk: Server):
    async with client(talk) as http:
        thread_id = (await said(http, "hello"))[0].data["thread_id"]
        for origin in ("https://evil.example", "http://localhost:1"):
            headers = {"origin": origin}
            refused = await http.get(f"/api/threads/{thread_id}", headers=headers)
            assert refused.status_code == 403 and thread_id not in refused.text
            assert (await http.post("/api/chat", json={"message": "x"}, headers=headers)).status_code == 403
        allowed = await http.get(f"/api/threads/{thread_id}", headers={"origin": talk.url})
        assert allowed.status_code == 200


async def test_routes_of_the_app_and_of_the_service_live_side_by_side(talk: Server):
    async with client(talk) as http:
        assert (await http.get("/api/own")).json() == {"own": True}
        missing = await http.get("/api/nothing")
        assert missing.status_code == 404 and missing.json()["error"]["code"] == "not_found"
        assert (await http.get("/ping")).status_code == 200
        page = await http.get("/nothing")
        assert page.status_code == 404 and page.headers["content-type"].startswith("text/html")
        assert (await http.get("/api/openapi.json")).json()["openapi"].startswith("3.")


async def test_a_stream_comes_through_the_whole_app_as_it_is_made(talk: Server):
    async with client(talk) as http, http.stream("POST", "/api/chat", json={"message": "wait"}) as response:
        events = []
        async for event in sent(response):
            events.append(event)
            if event.event == "text_delta":  # the run waits for ever, so nothing holds this back until its end
                cancel = await http.post(f"/api/chat/{response.headers['x-message-id']}/cancel")
                assert cancel.status_code == 202
        assert events[-1].event == "message_final" and events[-1].data["event"]["status"] == "cancelled"


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
async def test_a_server_that_is_stopped_stores_and_tells_what_was_said(tmp_path: Path, number: signal.Signals):
    journal = tmp_path.iterdir
    with Server(app_dir=APP, env={"TALK_JOURNAL": str(tmp_path)}) as server:
        async with client(server) as http, http.stream("POST", "/api/chat", json={"message": "wait"}) as response:
            events = []
            async for event in sent(response):
                events.append(event)
                if event.event == "text_delta":
                    assert [*journal()]
                    assert server.process is not None
                    os.kill(server.process.pid, number)
        assert server.process is not None
        await asyncio.to_thread(server.process.wait, 60)
        assert events[-1].event == "message_final" and events[-1].data["persisted"] is True
        assert events[-1].data["event"]["segments"][-1]["text"] == "You said: wait"
        assert not [*journal()]


async def test_after_a_server_was_killed_what_had_been_said_is_there(tmp_path: Path):
    settings = {"TALK_JOURNAL": str(tmp_path / "journal"), "TALK_STORE": f"sqlite:///{tmp_path}/chat.db"}
    with Server(app_dir=APP, env=settings) as server:
        async with client(server) as http, http.stream("POST", "/api/chat", json={"message": "wait"}) as response:
            event_id, thread_id = response.headers["x-message-id"], response.headers["x-thread-id"]
            cookies, events = http.cookies, []
            with contextlib.suppress(httpx.TransportError):
                async for event in sent(response):
                    events.append(event)
                    if event.event == "text_delta":
                        assert server.process is not None
                        os.killpg(server.process.pid, signal.SIGKILL)
    assert "message_final" not in [event.event for event in events]
    with Server(app_dir=APP, env=settings) as server:
        async with client(server, cookies=dict(cookies)) as http:
            headers = {"last-event-id": events[-1].id}
            async with http.stream("GET", f"/api/chat/{event_id}/events", headers=headers) as response:
                [final] = [event async for event in sent(response)]
            thread = (await http.get(f"/api/threads/{thread_id}")).json()
    message = final.data["event"]
    assert final.event == "message_final" and (message["status"], message["error"]["code"]) == ("error", "interrupted")
    assert [segment["type"] for segment in message["segments"]] == ["reasoning", "text"]
    assert message["segments"][-1]["text"] == "You said: wait"
    assert thread["messages"][-1] == message and thread["messages"][0]["segments"][0]["text"] == "wait"
