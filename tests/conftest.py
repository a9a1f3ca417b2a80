"""What all tests share."""

import gc

from hypothesis import settings

# How long an example takes says more about the machine than about the code.
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")


def pytest_collection_finish() -> None:
    """What all tests have imported stays anyway, so the collector need not look through it again and again."""
    gc.collect()
    gc.freeze()
