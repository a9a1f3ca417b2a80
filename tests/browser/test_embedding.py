"""The kit in a newcomer's hands: the built wheel in a virtualenv of its own, a new app, the lines of the README."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import sysconfig
import time
import urllib.request
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.conftest import watch
from tests.browser.live import Hold, ask, has_text, is_done, slot, thinking
from tests.browser.replies import claude, serving
from tools import frontend
from tools.serve import free_port

pytestmark = pytest.mark.slow

README = (frontend.ROOT / "README.md").read_text(encoding="utf-8")
WITH_CLAUDE, WITHOUT_A_KEY = re.findall(r"```python\n(.*?)```", README, flags=re.S)[:2]
MOST_LINES = 15
START_TIMEOUT = 280.0


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(frontend.ROOT)])
    (built,) = folder.glob("*.whl")
    return built


def run(command: list[str], **options: object) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)  # pyright: ignore[reportCallIssue, reportArgumentType]
    assert done.returncode == 0, f"{command} failed:\n{done.stdout[-3000:]}"
    return done.stdout


def new_virtualenv(folder: Path, *wanted: str) -> Path:
    """A virtualenv into which pip has installed what is wanted; returns its Python."""
    venv.create(folder)
    python = folder / "bin" / "python"
    run([sys.executable, "-m", "pip", "--python", str(python), "--quiet", "install", "--no-compile", *wanted])
    return python


def new_app(python: Path, folder: Path, code: str, **variables: str) -> dict[str, str]:
    """`reflex init`, and the code in the place of the template's; returns the environment to run it in.

    Node is the one thing that is there already, as it would be on a developer's machine.
    """
    variables = {"PATH": os.pathsep.join([str(python.parent), frontend.environment()["PATH"]]), **variables}
    variables = frontend.environment(**variables)
    variables["NPM_CONFIG_REGISTRY"] = run(["npm", "config", "get", "registry"], env=variables).splitlines()[-1]
    folder.mkdir()
    run([str(python), "-m", "reflex", "init", "--template", "blank", "--name", "newcomer"], cwd=folder, env=variables)
    (folder / "newcomer" / "newcomer.py").write_text(code, encoding="utf-8")
    return variables


@contextlib.contextmanager
def running(python: Path, folder: Path, variables: dict[str, str]) -> Iterator[str]:
    """`reflex run`, until the end of the block; gives the address."""
    port = str(free_port())
    log = folder / "run.log"
    command = [str(python), "-m", "reflex", "run", "--env", "prod", "--single-port"]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--frontend-port", port, "--backend-port", port],
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + START_TIMEOUT
        while not answers(f"http://localhost:{port}/"):
            assert process.poll() is None and time.monotonic() < deadline, log.read_text(errors="replace")[-3000:]
            time.sleep(0.2)
        yield f"http://localhost:{port}"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def answers(address: str) -> bool:
    with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=5):
        return True
    return False


@contextlib.asynccontextmanager
async def opened(browser: Browser, address: str, problems: list[str]):
    context = await browser.new_context(base_url=address)
    page = await context.new_page()
    watch(page, problems)
    await page.goto("/")
    yield page
    await context.close()
    assert not problems, "\n".join(problems)


def where_the_kit_is(python: Path) -> Path:
    script = "import reflex_thinking; print(reflex_thinking.__file__)"
    return Path(run([str(python), "-P", "-c", script]).strip())


@pytest.mark.parametrize("block", [WITH_CLAUDE, WITHOUT_A_KEY], ids=["with Claude", "without a key"])
def test_the_lines_of_the_readme_are_few(block: str):
    assert len([line for line in block.splitlines() if line.strip()]) <= MOST_LINES
    assert "rt.chat(Chat)" in block


async def test_the_readme_streams_from_the_wheel_in_a_new_app(
    wheel: Path, browser: Browser, problems: list[str], tmp_path: Path
):
    """Everything the wheel needs comes from the packages that are installed here, which saves their download."""
    python = new_virtualenv(tmp_path / "virtualenv", "--no-deps", str(wheel))
    own = Path(run([str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).strip())
    (own / "packages-of-this-checkout.pth").write_text(sysconfig.get_path("purelib") + "\n")
    (own / "between_words.py").write_text(BETWEEN_WORDS)
    (own / "between_words.pth").write_text("import between_words\n")
    hold = Hold(tmp_path / "hold")
    hold.release()
    assert where_the_kit_is(python).is_relative_to(own)
    app = tmp_path / "newcomer"
    with frontend.exclusively():
        web = frontend.web_folder(app)
        variables = new_app(python, app, WITHOUT_A_KEY, REFLEX_WEB_WORKDIR=str(web), HOLD_WORDS=str(tmp_path / "hold"))
        with running(python, app, variables) as address:
            async with opened(browser, address, problems) as page:
                await streams_word_by_word(page, hold)


# Holds the example after its first word, for as long as there is something in a file.
BETWEEN_WORDS = """
import asyncio, os
real = asyncio.sleep
async def sleep(seconds, *rest):
    while seconds == 0.1 and open(os.environ["HOLD_WORDS"]).read():
        await real(0.02)
    return await real(seconds, *rest)
asyncio.sleep = sleep
"""


async def streams_word_by_word(page: Page, hold: Hold) -> None:
    hold("every word")
    await ask(page, "Moin")
    await has_text(page, "They")
    assert "say it back" not in await thinking(page).inner_text()
    hold.release()
    await is_done(page)
    await slot(thinking(page), "thinking-summary-bar").click()
    await has_text(page, "They said Moin. I could just say it back.")
    await expect(slot(page.locator("body"), "message-text").last).to_have_text("You said Moin.")


async def test_the_readme_streams_claude_with_nothing_but_what_pip_installs(
    wheel: Path, browser: Browser, problems: list[str], tmp_path: Path
):
    python = new_virtualenv(tmp_path / "virtualenv", f"{wheel}[anthropic]")
    assert where_the_kit_is(python).is_relative_to(tmp_path)
    app = tmp_path / "newcomer"
    with serving() as provider:
        provider.answers["messages"].append(claude(("They say hello. ", "I say it too."), "Hello **you**."))
        variables = new_app(
            python, app, WITH_CLAUDE, ANTHROPIC_BASE_URL=provider.url, ANTHROPIC_API_KEY="none", PYTHONPATH=""
        )
        with running(python, app, variables) as address:
            async with opened(browser, address, problems) as page:
                await ask(page, "Hello")
                await has_text(page, "They say hello.")
                assert "I say it too." not in await thinking(page).inner_text()
                provider.go_on.set()
                await is_done(page)
                await expect(slot(page.locator("body"), "message-text").last).to_have_text("Hello you.")
    (asked,) = provider.requests
    assert asked["messages"][-1]["content"][-1]["text"] == "Hello"
    assert asked["stream"] is True and asked["thinking"]["type"] == "adaptive"
