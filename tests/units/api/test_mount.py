"""The HTTP service in a Reflex app."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import reflex as rx
import reflex_thinking as rt
from reflex_base.registry import RegistrationContext
from reflex_thinking.api import mount
from starlette.applications import Starlette


class Talk(rt.ThinkingState, rx.State):
    """A chat."""

    @staticmethod
    async def respond(turn: rt.Turn):
        """Answer."""
        yield turn.text


async def answer(turn: rt.Turn):
    yield turn.text


def wrapped(app: Any) -> Any:
    return app


@pytest.fixture
def new_app() -> Iterator[Callable[..., rx.App]]:
    """Makes an app that leaves no traces: elsewhere a process has one."""
    with RegistrationContext.ensure_context().fork():
        yield rx.App


@pytest.mark.parametrize("given", [None, wrapped, Starlette(), [wrapped, Starlette()], (wrapped,)])
def test_what_an_app_has_already_stays_below_the_service(new_app: Callable[..., rx.App], given: Any):
    app = new_app(api_transformer=given)
    rt.mount_api(app, Talk)
    before = [] if given is None else list(given) if isinstance(given, list | tuple) else [given]
    assert isinstance(app.api_transformer, list)
    assert app.api_transformer[:-1] == before
    assert isinstance(app.api_transformer[-1], mount._Mounted)


def test_a_state_or_a_function_answers():
    assert mount._respond(Talk)() is Talk._respond
    assert mount._respond(answer)() is answer


def test_what_cannot_answer_is_refused(new_app: Callable[..., rx.App]):
    app = new_app()
    for wrong in (None, "Talk", rx.State, 5):
        with pytest.raises(rt.ConfigurationError, match=r"mount_api\(app, "):
            rt.mount_api(app, wrong)  # pyright: ignore[reportArgumentType]
    assert app.api_transformer is None


def test_an_app_has_one_service(new_app: Callable[..., rx.App]):
    app = new_app()
    rt.mount_api(app, Talk)
    with pytest.raises(rt.ConfigurationError, match="twice"):
        rt.mount_api(app, Talk)


def test_a_missing_package_is_named():
    code = """
import sys
sys.modules["sse_starlette"] = None
import reflex as rx, reflex_thinking as rt
async def respond(turn):
    yield ""
try:
    rt.mount_api(rx.App(), respond)
except rt.MissingExtraError as error:
    print(error)
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'reflex-thinking[api]'" in result.stdout


def test_every_site_on_earth_is_no_origin():
    assert mount._origins("*", None, "https://Chat.Example.com/path", "http://localhost:3000") == [
        "https://chat.example.com",
        "http://localhost:3000",
    ]


@pytest.mark.parametrize(
    ("mode", "deploy_url", "is_needed"),
    [
        ("dev", "http://localhost:3000", True),
        ("prod", "http://localhost:3000", False),
        ("prod", "https://chat.example.com", True),
    ],
)
def test_pages_from_another_server_load_the_cookie_first(
    new_app: Callable[..., rx.App], monkeypatch: pytest.MonkeyPatch, mode: str, deploy_url: str, is_needed: bool
):
    monkeypatch.setenv("REFLEX_ENV_MODE", mode)
    app = new_app()
    monkeypatch.setattr(mount.get_config(), "deploy_url", deploy_url)
    rt.mount_api(app, Talk)
    scripts = [str(each) for each in app.head_components if "/api/visitor.js" in str(each)]
    assert len(scripts) == int(is_needed)
    assert all("http://localhost:8000/api/visitor.js" in script for script in scripts)
