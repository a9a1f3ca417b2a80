"""The list of conversations: by day, in the reader's time zone and language."""

import datetime
import json
import re
import sqlite3
from pathlib import Path
from zoneinfo import ZoneInfo

import reflex_thinking as rt
from playwright.async_api import Page, expect
from reflex_thinking.identity import digest

from tests.browser.live import ask, is_done, said, slot
from tools.serve import Server

PAGE = "/review/chat"
LOCALES = Path(rt.__file__).parent / "locales"
LAST_DAYS = {"today": 0, "yesterday": 1, "week": 7, "month": 30, "older": 10_000}


def zone(hour: int) -> ZoneInfo:
    """A time zone where it is about this hour of the afternoon, so that no day ends during a test."""
    east = hour - datetime.datetime.now(datetime.UTC).hour
    return ZoneInfo(f"Etc/GMT{-east:+}" if east else "Etc/GMT")


def midnight(days: int, where: ZoneInfo) -> int:
    """A minute after midnight, so many days ago, in ms."""
    day = datetime.datetime.now(where).date() - datetime.timedelta(days=days)
    return int(datetime.datetime.combine(day, datetime.time(0, 1), where).timestamp() * 1000)


def grouped(moments: dict[str, int], where: ZoneInfo) -> list[tuple[str, list[str]]]:
    """The groups that a reader in a time zone should see."""
    groups: dict[str, list[str]] = {}
    for title, moment in moments.items():
        days = (datetime.datetime.now(where).date() - datetime.datetime.fromtimestamp(moment / 1000, where).date()).days
        groups.setdefault(next(key for key, last in LAST_DAYS.items() if days <= last), []).append(title)
    return list(groups.items())


async def write_down(server: Server, cookie: dict[str, str], moments: dict[str, int]) -> dict[str, str]:
    """Give a user threads, by title and time of the last message, and return their ids."""
    address = server.env["THINKING_UI_DATABASE"]
    store = rt.DatabaseStore(address)
    user_id = digest(digest(cookie["value"]))  # the page sees a digest in place of the cookie
    ids = {title: await store.create_thread(user_id, "", title) for title in moments}
    await store.close()
    with sqlite3.connect(address.removeprefix("sqlite:///")) as database:
        changes = [(moments[title], thread_id) for title, thread_id in ids.items()]
        database.executemany("UPDATE thinking_threads SET updated_at = ? WHERE id = ?", changes)
    return ids


async def shown(page: Page, count: int) -> list[tuple[str, list[str]]]:
    """The groups that a page shows."""
    await expect(slot(page, "thread-row")).to_have_count(count)
    read = """all => all.map((group) => [group.dataset.days,
        [...group.querySelectorAll(".rxt-threads-link > .rxt-threads-title")].map((title) => title.textContent)])"""
    return [(key, titles) for key, titles in await slot(page, "thread-group").evaluate_all(read)]


async def test_conversations_are_grouped_by_day_in_the_readers_time_zone(open_page, server: Server, as_user):
    home, west = zone(14), zone(12)
    moments = {f"{days} days": midnight(days, home) for days in (0, 1, 2, 7, 8, 30, 31, 400)}
    await write_down(server, as_user("days")[0], moments)
    page: Page = await open_page(PAGE, cookies=as_user("days"), timezone_id=home.key)
    assert await shown(page, 8) == grouped(moments, home)
    assert [key for key, _ in grouped(moments, home)] == list(LAST_DAYS)
    labels = ["Today", "Yesterday", "Previous 7 days", "Previous 30 days", "Older"]
    assert await page.locator(".rxt-threads-label").all_inner_texts() == labels
    await expect(page.get_by_role("list", name="Previous 7 days").get_by_role("listitem")).to_have_count(2)
    # What was a minute after midnight is the day before further west.
    page = await open_page(PAGE, cookies=as_user("days"), timezone_id=west.key)
    assert await shown(page, 8) == grouped(moments, west) != grouped(moments, home)


async def test_a_conversation_moves_to_today_when_it_goes_on(open_page, server: Server, as_user):
    moments = {"new": midnight(0, zone(14)), "old": midnight(60, zone(14))}
    ids = await write_down(server, as_user("again")[0], moments)
    page: Page = await open_page(PAGE, cookies=as_user("again"), timezone_id=zone(14).key)
    assert await shown(page, 2) == [("today", ["new"]), ("older", ["old"])]
    await slot(page, "thread-link").filter(has_text="old").click()
    await expect(page).to_have_url(re.compile(f"thread={ids['old']}$"))
    await ask(page, "headlines")
    await is_done(page)
    await expect(said(page)).to_have_text("headlines")
    await expect(slot(page, "thread-group")).to_have_count(1)
    assert await shown(page, 2) == [("today", ["old", "new"])]


async def test_the_days_are_named_in_the_readers_language(open_page, server: Server, as_user):
    await write_down(server, as_user("names")[0], {"a": midnight(1, zone(14)), "b": midnight(4, zone(14))})
    page: Page = await open_page(PAGE, cookies=as_user("names"), timezone_id=zone(14).key)
    await shown(page, 2)
    await slot(page, "settings-button").click()
    for file in LOCALES.glob("*.json"):
        texts = json.loads(file.read_text(encoding="utf-8"))
        await slot(page, "preference-locale").select_option(file.stem)
        await expect(page.locator("html")).to_have_attribute("lang", file.stem)
        days = texts["ai.chat.threads.days"]
        days = days if isinstance(days, str) else days["few" if file.stem == "ar" else "other"]
        seven = await page.evaluate("locale => new Intl.NumberFormat(locale).format(7)", file.stem)
        names = [texts["ai.chat.threads.yesterday"], days.replace("{n}", seven)]
        await expect(page.locator(".rxt-threads-label")).to_have_text(names)
