"""Take the pictures that the README shows, from the running app.

Usage: python -m tools.screenshots
"""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tools import chromium, frontend
from tools.serve import Server

FOLDER = frontend.ROOT / "docs" / "images"
PICTURES = {"thinking-light.png": "light", "thinking-dark.png": "dark"}
STORY = "section#delegation .story-body"


def main() -> None:
    """Take every picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.ARGUMENTS))
        for name, scheme in PICTURES.items():
            page = browser.new_page(
                color_scheme=scheme,  # pyright: ignore[reportArgumentType]
                viewport={"width": 860, "height": 900},
                device_scale_factor=2,
                reduced_motion="reduce",
            )
            page.goto(f"{server.url}/review/all")
            page.locator("[data-step-id='policy-2'] > [data-slot='thinking-step-trigger']").click()
            page.locator(STORY).screenshot(path=FOLDER / name)
            print(Path(FOLDER / name).relative_to(frontend.ROOT))
        browser.close()


if __name__ == "__main__":
    main()
