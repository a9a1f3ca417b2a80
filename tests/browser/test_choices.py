"""What a reader opens and closes: one block or step at a time, remembered by the chat it is in."""

import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.live import slot


@pytest_asyncio.fixture(loop_scope="session")
async def page(open_composed: OpenPage) -> Page:
    return await open_composed("/")


def answers(side: Locator) -> Locator:
    return side.locator("[data-slot='message'][data-role='assistant']")


def step(answer: Locator, *ids: str) -> Locator:
    """A step by the ids that lead to it."""
    for name in ids:
        answer = answer.locator(f"[data-step-id='{name}']")
    return answer


async def say(side: Locator, *texts: str) -> None:
    for text in texts:
        count = await answers(side).count()
        await slot(side, "composer-input").fill(text)
        await slot(side, "composer-send").click()
        await expect(answers(side)).to_have_count(count + 1)
        await expect(answers(side).last).to_have_attribute("data-status", "done")
        await expect(slot(answers(side).last, "message-text")).to_have_text(f"You said: {text}")


async def press(element: Locator, state: str) -> None:
    """Press the bar of a block or the head of a step."""
    await element.locator("> button").click()
    await expect(element).to_have_attribute("data-state", state)


async def remembers(side: Locator, *choices: str) -> None:
    await expect(slot(side, "remembered").locator("li")).to_have_text(list(choices))


async def has_states(elements: Locator, *states: str) -> None:
    await expect(elements).to_have_count(len(states))
    for index, state in enumerate(states):
        await expect(elements.nth(index)).to_have_attribute("data-state", state)


async def test_a_step_opens_alone_though_every_message_has_one_of_its_id(page: Page):
    left = page.locator("#left")
    await say(left, "one", "two")
    blocks = slot(answers(left), "thinking")
    for index in range(2):
        await press(blocks.nth(index), "open")
    tools = step(answers(left), "call-1")
    await press(tools.nth(0), "open")
    await has_states(tools, "open", "closed")
    await press(tools.nth(1), "open")
    await press(tools.nth(0), "closed")
    await has_states(tools, "closed", "open")
    await remembers(left, "block: False", "block: False", "call-1: False", "call-1: True")

    await page.reload()
    await has_states(slot(answers(left), "thinking"), "open", "open")
    await has_states(step(answers(left), "call-1"), "closed", "open")


async def test_assistants_open_alone_and_stay_so_after_a_refresh(page: Page):
    left = page.locator("#left")
    await say(left, "one", "two")
    for index in range(2):
        await press(slot(answers(left), "thinking").nth(index), "open")
    await press(step(answers(left).nth(1), "agent-2"), "open")
    agents = left.locator("[data-type='assistant_call']")
    await has_states(agents, "closed", "closed", "closed", "open")
    await remembers(left, "block: False", "block: False", "agent-2: False")
    await page.reload()
    await has_states(agents, "closed", "closed", "closed", "open")
    await expect(step(answers(left).nth(1), "agent-2", "r-1")).to_be_visible()


async def test_only_the_chat_in_which_something_was_opened_remembers_it(page: Page):
    left, right = page.locator("#left"), page.locator("#right")
    await say(left, "one")
    await say(right, "one")
    await press(slot(answers(left), "thinking"), "open")
    await press(step(answers(left), "call-1"), "open")
    await remembers(left, "block: False", "call-1: False")
    await remembers(right)
    await has_states(slot(answers(right), "thinking"), "closed")
    await press(slot(answers(right), "thinking"), "open")
    await has_states(step(answers(right), "call-1"), "closed")
    await remembers(left, "block: False", "call-1: False")
    await remembers(right, "block: False")


async def test_two_chats_that_show_the_same_thread_are_opened_apart(page: Page):
    left, right = page.locator("#left"), page.locator("#right")
    await say(left, "one")
    await right.get_by_role("button", name="Show the other thread").click()
    await expect(answers(right)).to_have_count(1)
    await press(slot(answers(right), "thinking"), "open")
    await press(step(answers(right), "call-1"), "open")
    await has_states(slot(answers(left), "thinking"), "closed")
    await remembers(right, "block: False", "call-1: False")
    await remembers(left)
    await page.reload()
    await has_states(slot(answers(right), "thinking"), "open")
    await has_states(step(answers(right), "call-1"), "open")
    await has_states(slot(answers(left), "thinking"), "closed")


async def test_the_app_opens_and_closes_blocks_and_steps_of_the_open_page(page: Page):
    left, right = page.locator("#left"), page.locator("#right")
    await say(left, "one")
    await right.get_by_role("button", name="Show the other thread").click()
    for side in (left, right):
        await press(slot(answers(side), "thinking"), "open")
    await left.get_by_role("button", name="Open the tool").click()
    await has_states(step(answers(left), "call-1"), "open")
    await left.get_by_role("button", name="Close the last").click()
    await has_states(slot(answers(left), "thinking"), "closed")
    await remembers(left, "call-1: False", "block: True")
    await has_states(step(answers(right), "call-1"), "closed")
    await has_states(slot(answers(right), "thinking"), "open")
    await remembers(right, "block: False")
