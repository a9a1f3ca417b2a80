"""Which images a page loads: those of the origins that the app allows, counted where they are asked for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, Page, Route, expect

from tests.loopback import answering
from tests.units.pictures import png
from tools.serve import Server

pytestmark = pytest.mark.slow  # it builds apps of its own

APPS = Path(__file__).parent / "apps"
ELSEWHERE = re.compile(r"^http://[^/]*\.localhost/")


@dataclass
class Gallery:
    """A server with images, under every name that ends in ``.localhost``, and how often each was asked for."""

    url: str = ""
    asked: Counter[str] = field(default_factory=Counter)

    async def forward(self, route: Route) -> None:
        """Bring a request of the page here. Names are not looked up, so that no port has to be known before."""
        address = httpx.URL(route.request.url)
        async with httpx.AsyncClient() as client:
            answer = await client.get(f"{self.url}/{address.host}{address.raw_path.decode()}")
        await route.fulfill(status=answer.status_code, body=answer.content, headers={"content-type": "image/png"})


@pytest.fixture
def gallery() -> Iterator[Gallery]:
    made = Gallery()

    def answer(request: BaseHTTPRequestHandler, _: dict[str, Any]) -> None:
        made.asked[request.path] += 1
        image = b"" if "missing" in request.path else png(30, 20)
        request.send_response(200 if image else 404)
        request.send_header("content-length", str(len(image)))
        request.end_headers()
        request.wfile.write(image)

    with answering(answer) as made.url:
        yield made


@pytest.fixture(scope="module")
def plain() -> Iterator[Server]:
    with Server(app_dir=APPS / "plain") as running:
        yield running


@pytest.fixture(scope="module")
def talk() -> Iterator[Server]:
    with Server(app_dir=APPS / "talk") as running:
        yield running


@asynccontextmanager
async def opened(browser: Browser, server: Server, gallery: Gallery, path: str) -> AsyncIterator[Page]:
    context = await browser.new_context(base_url=server.url)
    await context.route(ELSEWHERE, gallery.forward)
    page = await context.new_page()
    await page.goto(path)
    yield page
    await context.close()


async def loaded(area: Any) -> list[str]:
    """The addresses of the images that are shown."""
    await expect(area.locator("img").first).to_be_visible()
    await area.page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    return [
        address for address in await area.locator("img").evaluate_all("all => all.map((image) => image.src)") if address
    ]


async def test_each_component_loads_what_it_or_else_the_app_allows(plain: Server, browser: Browser, gallery: Gallery):
    async with opened(browser, plain, gallery, "/pictures") as page:
        assert await loaded(page.locator("#by-app")) == ["http://app.localhost/a.png"]
        assert await loaded(page.locator("#by-prop")) == ["http://block.localhost/images/a.png"]
        await expect(page.locator("#by-nobody [data-slot='image-blocked']")).to_have_count(4)
        await expect(page.locator("#by-nobody img")).to_have_count(0)
        missing = page.locator("#by-parts [data-part-id='missing']")
        await expect(missing).to_have_attribute("data-blocked", "")
        assert await loaded(page.locator("#by-parts")) == ["http://part.localhost/b.png"]
        assert set(gallery.asked) == {
            "/app.localhost/a.png",
            "/block.localhost/images/a.png",
            "/part.localhost/b.png",
            "/part.localhost/missing.png",
        }


async def test_an_image_that_is_not_loaded_is_a_link_that_says_where_it_leads(
    plain: Server, browser: Browser, gallery: Gallery
):
    async with opened(browser, plain, gallery, "/pictures") as page:
        inline = page.locator("#by-app [data-slot='image-blocked']").first
        await expect(inline).to_have_text(re.compile("block.*block\\.localhost"))
        await expect(inline).to_have_attribute("href", "http://block.localhost/images/a.png")
        card = page.locator("#by-parts [data-part-id='app']")
        await expect(card).to_contain_text("Of the app")
        await expect(card).to_contain_text("app.localhost")
        link = card.get_by_role("link")
        await expect(link).to_have_attribute("href", "http://app.localhost/b.png")
        for each in (inline, link):
            await expect(each).to_have_attribute("rel", "noopener noreferrer nofollow")
            await expect(each).to_have_attribute("target", "_blank")


async def test_a_chat_and_a_message_load_what_they_allow_and_nothing_else(
    talk: Server, browser: Browser, gallery: Gallery
):
    async with opened(browser, talk, gallery, "/") as page:
        await page.locator("[data-slot='composer-input']").fill("pictures")
        await page.keyboard.press("Enter")
        answer = page.locator("[data-slot='message'][data-role='assistant']")
        await expect(answer).to_have_attribute("data-status", "done")
        await expect(answer.locator("[data-slot='message-image']")).to_have_count(2)
        await answer.locator("[data-slot='thinking-summary-bar']").click()
        await expect(answer.locator("[data-slot='thinking-step-body'] img")).to_be_visible()
        own = [f"http://chat.localhost/{name}.png" for name in ("thought", "text", "part")]
        assert await loaded(answer) == own
        assert set(gallery.asked) == {f"/chat.localhost/{name}.png" for name in ("thought", "text", "part")}
        gallery.asked.clear()

        thread_id = await page.locator("#thread-id").inner_text()
        message_id = await answer.get_attribute("data-message-id")
        await page.goto(f"/one?thread={thread_id}&message={message_id}")
        assert await loaded(page.locator("#one")) == [
            f"http://message.localhost/{name}.png" for name in ("text", "part")
        ]
        in_thread = page.locator("[data-slot='thread'] [data-role='assistant']")
        await expect(in_thread.locator("[data-blocked]")).to_have_count(2)
        await expect(in_thread.locator("img")).to_have_count(0)
        assert set(gallery.asked) == {f"/message.localhost/{name}.png" for name in ("text", "part")}
