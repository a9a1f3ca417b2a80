"""What all tests share."""

import gc
from collections.abc import Iterator

import pytest
from hypothesis import settings

# How long an example takes says more about the machine than about the code.
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option by which tools/tests.py keeps what is measured apart from what would disturb it."""
    parser.addoption("--measured", choices=("all", "only", "none"), default="all", help="which tests by this mark")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the option leaves out."""
    if (wanted := config.getoption("--measured")) != "all":
        kept, others = [], []
        for item in items:
            is_kept = (item.get_closest_marker("measured") is None) == (wanted == "none")
            (kept if is_kept else others).append(item)
        items[:] = kept
        config.hook.pytest_deselected(items=others)


def pytest_collection_finish() -> None:
    """What all tests have imported stays anyway, so the collector need not look through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def no_collector() -> Iterator[None]:
    """For tests that measure: what the tests before them have left is not looked through again."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()
