"""How the cost of some work grows with its input. Only the ratio of two costs counts, so it holds on every machine."""

import gc
import math
import time
from collections.abc import Callable

MOST = 2.5
"""Twice the input may cost this many times as much. Linear work costs 2 times as much, quadratic work 4 times."""
DOUBLINGS = 4
LEAST_TRIES, MOST_TRIES = 2, 8

Prepare = Callable[[int], Callable[[], object]]
"""Gets the size of the input and returns the work on it. What happens before it returns does not count."""


def assert_linear(prepare: Prepare, small: int, *, doublings: int = DOUBLINGS) -> None:
    """Fail if the cost of the work grows clearly faster than its input, which is doubled so many times."""
    ratio = _ratio(prepare, small, small << doublings, MOST**doublings)
    growth = ratio ** (1 / doublings)
    assert growth <= MOST, f"twice the input costs {growth:.1f} times as much; {MOST} are allowed"


def assert_constant(prepare: Prepare, small: int, large: int) -> None:
    """Fail if the cost of the work depends on the size of its input. `large` is many times `small`."""
    ratio = _ratio(prepare, small, large, MOST)
    assert ratio <= MOST, f"{large // small} times the input costs {ratio:.1f} times as much; {MOST} are allowed"


def _ratio(prepare: Prepare, small: int, large: int, enough: float) -> float:
    """What the large input costs, divided by what the small one costs.

    Both take turns, and the best try of each counts, so that other programs matter little. As soon as the result is good
    enough no more tries are made.
    """
    best = {small: math.inf, large: math.inf}
    for number in range(1, MOST_TRIES + 1):
        for size in best:
            best[size] = min(best[size], _cost(prepare(size)))
        if number >= LEAST_TRIES and best[large] / best[small] <= enough:
            break
    return best[large] / best[small]


def _cost(work: Callable[[], object]) -> float:
    """The processor time of this process, which other programs get no part of."""
    gc.collect()
    gc.disable()
    try:
        started = time.process_time()
        work()
        return time.process_time() - started
    finally:
        gc.enable()
