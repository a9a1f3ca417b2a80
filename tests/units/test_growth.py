"""The tests of growth tell linear work from worse."""

import pytest

from tests.growth import assert_constant, assert_linear


def add_up(size: int) -> int:
    return sum(range(100 * size))


def test_linear_work_passes():
    assert_linear(lambda size: lambda: add_up(size), 500)


def test_quadratic_work_fails():
    with pytest.raises(AssertionError, match="twice the input costs"):
        assert_linear(lambda size: lambda: add_up(size * size // 100), 100)


def test_work_that_does_not_depend_on_its_input_passes():
    assert_constant(lambda _: lambda: add_up(1_000), 10, 1_000)


def test_work_that_depends_on_its_input_is_not_constant():
    with pytest.raises(AssertionError, match="100 times the input costs"):
        assert_constant(lambda size: lambda: add_up(size), 100, 10_000)
