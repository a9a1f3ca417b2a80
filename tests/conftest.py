"""What all tests share."""

import gc
from collections.abc import Iterator

import pytest
from hypothesis import settings

# How long an example takes says more about the machine than about the code.
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")


@pytest.fixture
def no_collector() -> Iterator[None]:
    """For tests that measure: what the tests before them have left is not looked through again."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()
