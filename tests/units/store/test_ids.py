"""Ids."""

import re

from reflex_thinking.store.base import new_id


def test_an_id_has_twelve_characters_that_are_safe_everywhere_and_begins_with_a_letter():
    for prefix in ("m", "u", "t"):
        assert re.fullmatch(rf"{prefix}[A-Za-z0-9_-]{{11}}", new_id(prefix))


def test_no_two_ids_are_the_same():
    assert len({new_id() for _ in range(10_000)}) == 10_000
