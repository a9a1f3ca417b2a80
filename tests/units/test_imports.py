"""What importing the kit costs and gives."""

import subprocess
import sys

import pytest
import reflex_thinking as rt


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def test_the_pure_parts_do_not_load_reflex():
    code = """
import sys
from reflex_thinking import ThinkingBlock, group_parts, thinking_blocks
ThinkingBlock(summary="x")
print("reflex" in sys.modules)
"""
    assert run(code).strip() == "False"


def test_every_public_name_can_be_had():
    for name in rt.__all__:
        assert getattr(rt, name) is not None


def test_every_export_is_public():
    from reflex_thinking import _MODULES  # pyright: ignore[reportPrivateUsage]

    assert sorted(_MODULES) == sorted(rt.__all__) == dir(rt)


def test_a_name_that_does_not_exist_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = rt.nonsense  # pyright: ignore[reportAttributeAccessIssue]


def test_a_missing_extra_is_named():
    error = rt.MissingExtraError("The store", "db")
    assert "reflex-thinking[db]" in str(error)
    assert isinstance(error, ImportError)
