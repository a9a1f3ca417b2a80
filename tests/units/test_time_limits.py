"""No test has a limit in seconds, so that all pass on a slow machine, too. What to do instead is in `tests/growth.py`."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
EXEMPT = {Path(__file__), TESTS / "growth.py", TESTS / "units/client/growth.mjs"}
STOPWATCHES = re.compile(r"(perf_counter|process_time|thread_time)(_ns)?")
CLOCKS = re.compile(r"(time|loop|get_running_loop\(\))\.(time|monotonic)(_ns)?\(\)")
IN_JAVASCRIPT = re.compile(r"performance\.now|hrtime|cpuUsage|Date\.now|longtask|TaskDuration|ScriptDuration")
DEADLINE = "deadline"


def names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def asks_a_clock(node: ast.AST) -> bool:
    return CLOCKS.search(ast.unparse(node)) is not None


def limits_in(function: ast.AST) -> list[ast.Assert]:
    """What is asserted about times. A helper that waits may assert that its `deadline` has not passed."""
    times: set[str] = set()
    for part in ast.walk(function):
        if isinstance(part, ast.Assign) and (asks_a_clock(part.value) or names(part.value) & times):
            times |= {name for target in part.targets for name in names(target)}
    times.discard(DEADLINE)
    asserts = [part for part in ast.walk(function) if isinstance(part, ast.Assert)]
    return [
        part
        for part in asserts
        if names(part.test) & times or (asks_a_clock(part.test) and DEADLINE not in names(part.test))
    ]


def limits(source: str) -> list[str]:
    """The lines of a Python file that measure a time or assert something about one."""
    found: set[tuple[int, str]] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=name) | ast.Name(id=name) | ast.alias(name=name) if STOPWATCHES.fullmatch(name):
                found.add((node.lineno, name))
            case ast.Constant(value=str(text)) if hit := IN_JAVASCRIPT.search(text):
                found.add((node.lineno, hit[0]))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                found |= {(part.lineno, ast.unparse(part.test)) for part in limits_in(node)}
            case _:
                pass
    return [f"{line}: {text}" for line, text in sorted(found)]


@pytest.mark.parametrize(
    "source",
    [
        "def test():\n    began = time.monotonic()\n    work()\n    assert time.monotonic() - began < 2",
        "async def test():\n    began = loop.time()\n    took = loop.time() - began\n    assert took < 2",
        "def test():\n    times = [time.time() for _ in work()]\n    assert times[-1] - times[0] < 1",
        "def cost():\n    return time.process_time()",
        "from time import perf_counter",
        "WATCH = \"new PerformanceObserver(note).observe({type: 'longtask'})\"",
    ],
)
def test_a_limit_is_found(source: str):
    assert limits(source)


def test_a_deadline_is_no_limit():
    source = """
def until(is_so):
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
"""
    assert limits(source) == []


def test_no_test_has_a_limit():
    found: list[str] = []
    for path in sorted({*TESTS.rglob("*.py"), *TESTS.rglob("*.js"), *TESTS.rglob("*.mjs")} - EXEMPT):
        text = path.read_text()
        if path.suffix == ".py":
            hits = limits(text)
        else:
            hits = [f"{at}: {line}" for at, line in enumerate(text.splitlines(), 1) if IN_JAVASCRIPT.search(line)]
        found += [f"{path.relative_to(TESTS)}:{hit}" for hit in hits]
    assert found == []
